/**
 * Loads the program in half the time that Node takes by itself. Three things take that time. At
 * each start Node strips the types and compiles the code again; it can keep the result. At every
 * import Node asks the disk where the name leads and what kind of file is there, and parses the
 * whole `package.json` of the package. Our files and those of the query builder import each other
 * by their paths, so that this need not be asked. And the glue between document and routes brings a
 * checker of documents that is not needed: http/glue-checker.ts. A program calls this before it
 * imports anything else, because an import at the top of a file is loaded before the first line of
 * that file runs.
 */
import {
  enableCompileCache,
  type RegisterHooksOptions,
  type ResolveFnOutput,
  registerHooks
} from 'node:module'
import { fileURLToPath } from 'node:url'

/** Beside the packages: who can write there can change the program anyway. Else nothing is kept. */
export const KEPT_IN = fileURLToPath(new URL('../../node_modules/.cache/tessera', import.meta.url))

/** All its files are modules and import each other by their paths. */
const QUERY_BUILDER = '/node_modules/drizzle-orm/'

/** So do ours, which are TypeScript unless they were built. */
const OURS = new URL('..', import.meta.url).href
const OUR_FORMAT = import.meta.url.endsWith('.ts') ? 'module-typescript' : 'module'

const CHECKER = '@seriousme/openapi-schema-validator'
const IN_ITS_PLACE = import.meta.url.replace(/main\/loading(?=\.\w+$)/, 'http/glue-checker')

/** Runs `load` and resolves with the module it imports; later imports are not affected. */
export async function loadQuickly<Module>(load: () => Promise<Module>): Promise<Module> {
  enableCompileCache(KEPT_IN)
  const hooks = registerHooks({ resolve })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}

/** Where the names of the query builder resolve to, by name: the same for each of our files. */
const entrances = new Map<string, ResolveFnOutput>()

const resolve: NonNullable<RegisterHooksOptions['resolve']> = (specifier, context, next) => {
  const { parentURL = '' } = context
  if (specifier === CHECKER) return { url: IN_ITS_PLACE, format: OUR_FORMAT, shortCircuit: true }
  const isOurs = parentURL.startsWith(OURS)
  if (specifier.startsWith('.') && (isOurs || parentURL.includes(QUERY_BUILDER))) {
    const format = isOurs ? OUR_FORMAT : 'module'
    return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
  }
  if (!specifier.startsWith('drizzle-orm/')) return next(specifier, context)
  const entrance = entrances.get(specifier) ?? next(specifier, context)
  entrances.set(specifier, entrance)
  return { ...entrance, shortCircuit: true }
}
