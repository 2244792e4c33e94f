/**
 * Loads the program in half the time that Node takes by itself.
 *
 * Two things take that time. At each start Node strips the types and compiles the code again; it
 * can keep the result. And at every import of a package, and within one, Node parses the whole
 * `package.json` of the package to resolve the name or the kind of a file. The file of the query
 * builder is so long, and its modules import each other so often, that this took a third of a
 * start.
 *
 * A program calls this before it imports anything else, because an import at the top of a file is
 * loaded before the first line of that file runs.
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
 * Beside the packages: who can write there can change the program anyway, which is not true of the
 * folder for temporary files. When it cannot be created, nothing is kept.
 */
const KEPT_IN = fileURLToPath(new URL('../../node_modules/.cache/tessera', import.meta.url))

/** All its files are modules and import each other by their paths. */
const QUERY_BUILDER = '/node_modules/drizzle-orm/'

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
  const { parentURL } = context
  if (specifier.startsWith('.') && parentURL?.includes(QUERY_BUILDER)) {
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  }
  if (!specifier.startsWith('drizzle-orm/')) return next(specifier, context)
  const entrance = entrances.get(specifier) ?? next(specifier, context)
  entrances.set(specifier, entrance)
  return { ...entrance, shortCircuit: true }
}
