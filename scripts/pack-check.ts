/**
 * Checks that the package holds what it needs and nothing else: the built sources, one for each
 * source; the migrations; the generated documents; the papers.
 *
 * It packs without writing, which builds `dist` first, and reads the list that npm prints.
 */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')

/** Files under a folder of the repository, with slashes, relative to it. */
async function under(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .map(path => path.replaceAll('\\', '/'))
}

async function packed(): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    // On Windows npm is a command file, which only a shell can start.
    shell: process.platform === 'win32'
  })
  // The build may print before the list.
  const [tarball] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { files: { path: string }[] }
  ]
  return new Set(tarball.files.map(({ path }) => path))
}

// JavaScript among the sources spares a start from them the stripping of types; dist has no types.
const sources = (await under('src')).filter(path => !path.endsWith('.mjs'))
const expected = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  ...(await under('generated')).map(path => `generated/${path}`),
  ...sources.map(path => `dist/${path.replace(/\.ts$/, '.js')}`)
]
const found = await packed()
const missing = expected.filter(path => !found.has(path))
const surplus = [...found].filter(path => !expected.includes(path))

for (const path of missing)
  console.error(`${path} is not in the package: see "files" in package.json.`)
for (const path of surplus) console.error(`${path} is in the package and belongs to no source.`)
if (missing.length + surplus.length > 0) process.exit(1)
console.log(`${found.size} files in the package, as expected`)
