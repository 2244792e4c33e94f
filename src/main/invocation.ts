/**
 * What people type to run this program: npm's scripts in a clone, and the command of the package
 * once it is installed. Sentences for people name it.
 */

/** What is built has no types to strip, and is what a package holds. */
const isClone = import.meta.url.endsWith('.ts')

/** The command line of an operator. */
export const CLI = isClone ? 'npm run --silent cli --' : 'tessera'

/** A start without options. */
export const START = isClone ? 'npm start' : 'tessera serve'

/** A start with options after it. */
export const START_WITH = isClone ? 'npm start --' : 'tessera serve'
