/**
 * Makes `dist`, the folder that is published: the sources as plain JavaScript, and the migrations,
 * which are read at run time. Running and testing from the sources needs no build; a package needs
 * one, because Node strips no types inside node_modules.
 *
 * `dist` is as deep as `src`, so `../generated` means the same in both.
 */
import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')

// A file that src no longer has must not stay in dist.
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
