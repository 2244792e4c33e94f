/**
 * This program as people know it: what they type to run it (npm's scripts in a clone, and the
 * command of the package once it is installed), which sentences name; and how a failure is told,
 * with the sentence of an error that was expected and the stack of any other, which is a bug.
 */
import { readFileSync } from 'node:fs'

/** What is built has no types to strip, and is what a package holds. */
export const isClone = import.meta.url.endsWith('.ts')

export const CLI = isClone ? 'npm run --silent cli --' : 'tessera'

export const START = isClone ? 'npm start' : 'tessera serve'

export const START_WITH = isClone ? 'npm start --' : 'tessera serve'

/** Of the package, which stands above what is built as above the sources. */
export function version(): string {
  const file = new URL('../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** `expected` are the classes whose messages are sentences for people. */
export function messageOf(
  error: unknown,
  expected: readonly (new (...parts: never[]) => Error)[]
): string {
  if (expected.some(kind => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Without a word when nobody reads it, as `| head`; with a sentence when the disk is full. */
export function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    console.error(`The output is incomplete, because it cannot be written: ${error.message}`)
    process.exit(1)
  })
}
