/**
 * Loads the program in half the time that Node takes by itself, for those who start it often.
 *
 * Two things cost that time. Types are stripped and code is compiled anew at each start; Node can
 * keep what came of it. And at every import of a package and within one, Node parses its whole
 * `package.json`, to learn where a name leads or whether a file is a module. That of the query
 * builder is so long, and its files import each other so often, that this alone took a third of a
 * start.
 *
 * A program calls this before it imports anything else, because an import that stands at the top
 * of a file is loaded before the first line of that file runs.
 *
 * Spec: Decision 100.
 */
import {
  enableCompileCache,
  type RegisterHooksOptions,
  type ResolveFnOutput,
  registerHooks
} from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Beside the packages: who may write there may change the program anyway, which cannot be said of
 * the system's folder for temporary files. Where it cannot be made, nothing is kept.
 */
const KEPT_IN = fileURLToPath(new URL('../../node_modules/.cache/tessera', import.meta.url))

/** All of its files are modules, and import each other by their paths. */
const QUERY_BUILDER = '/node_modules/drizzle-orm/'

/** What `load` imports, and it resolves with; nothing that is imported later is affected. */
export async function loadQuickly<Module>(load: () => Promise<Module>): Promise<Module> {
  enableCompileCache(KEPT_IN)
  const hooks = registerHooks({ resolve })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}

/** Where the names lead by which our files import the query builder: to the same for each. */
const entrances = new Map<string, ResolveFnOutput>()

const resolve: NonNullable<RegisterHooksOptions['resolve']> = (specifier, context, next) => {
  const { parentURL } = context
  if (specifier.startsWith('.') && parentURL?.includes(QUERY_BUILDER)) {
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  }
  if (!specifier.startsWith('drizzle-orm/')) return next(specifier, context)
  const entrance = entrances.get(specifier) ?? next(specifier, context)
  entrances.set(specifier, entrance)
  return { ...entrance, shortCircuit: true }
}
