/**
 * Loaded before the executable: lets Node keep what it has compiled, of the executable's own file,
 * too. Without it that file and the next have their types stripped at every start, and the program
 * that strips types takes a tenth of a start to load. It is JavaScript, because it would need that
 * program itself.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The folder that loading.ts names.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tessera', import.meta.url)))
