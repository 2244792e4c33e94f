/**
 * Makes `dist`, what is published: the sources as plain JavaScript, and beside them the migrations,
 * which are read at run time. Running and testing need none of it; a package does, because Node
 * strips no types inside node_modules.
 *
 * `dist` lies as deep as `src`, so `../generated` means the same in both.
 */
import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')

// What is no longer in src must not linger in dist.
await rm(dist, { recursive: true, force: true })
await promisify(execFile)(process.execPath, [compiler, '--project', '.tsconfig.build.json'], {
  cwd: root
}).catch(error => {
  console.error(error.stdout)
  process.exit(1)
})
await cp(join(root, 'src/storage/migrations'), join(dist, 'storage/migrations'), {
  recursive: true
})
