/**
 * Makes `dist`, the folder that is published: the sources as plain JavaScript, and the migrations,
 * which are read at run time. Running and testing from the sources needs no build; a package needs
 * one, because Node strips no types inside node_modules.
 *
 * `dist` is as deep as `src`, so `../generated` means the same in both. What a start loads is put
 * together in a few files, because finding and reading nine hundred takes Node longer than running
 * them. What is imported later, for few starts or for the first request of its kind, has its own.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Metafile, type Plugin } from 'esbuild'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Loaded as it is, where it is: a library of the system, and what few starts need. */
const LEFT_OUT = [
  'better-sqlite3',
  'pg',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@prometheus-io/client',
  'bwip-js',
  'yaml'
]

/** Packages of the older kind find the modules of Node, and the files beside them, by these. */
const OLDER_KIND = [
  "import { createRequire as createRequireHere } from 'node:module'",
  'const require = createRequireHere(import.meta.url)',
  'const { filename: __filename, dirname: __dirname } = import.meta'
].join('\n')

// Beside the name of the package, which npm prints on standard output for programs.
const say = (text: string) => process.stderr.write(`${text}\n`)

say('Compiling src into dist …')
// A file that src no longer has must not stay in dist.
await rm(dist, { recursive: true, force: true })
await compile()
await cp(join(root, 'src/storage/migrations'), join(dist, 'storage/migrations'), {
  recursive: true
})
say('Putting together what a start loads …')
await putTogether(join(dist, 'main/start.js'))
say('Made dist.')

/**
 * Compiles the sources, and the tables for PostgreSQL, the one generated module that runs: in dist
 * it is beside those for SQLite.
 */
async function compile(): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-build-'))
  try {
    const options = ['--project', '.tsconfig.build.json', '--outDir', made]
    await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: root }).catch(
      error => {
        throw new Error(error.stdout)
      }
    )
    await cp(join(made, 'src'), dist, { recursive: true })
    await cp(join(made, 'generated/tables.postgres.js'), join(dist, 'storage/tables.postgres.js'))
  } finally {
    await rm(made, { recursive: true })
  }
  await point('storage/tables.postgres.js', '../src/storage/', './')
  await point('storage/engine/postgres/connections.js', '../../../../generated/', '../../')
}

/** Lets a file of dist, which imports from one place, do so from another. */
async function point(file: string, here: string, there: string): Promise<void> {
  const path = join(dist, file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(`"${here}`)) throw new Error(`dist/${file} imports nothing from ${here}`)
  await writeFile(path, text.replaceAll(`"${here}`, `"${there}`))
}

/** Replaces a program by a few files with everything that it imports. */
async function putTogether(program: string): Promise<void> {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: [program],
    outdir: dirname(program),
    allowOverwrite: true,
    bundle: true,
    // In one file, what few starts import would be read by all, and its packages loaded.
    splitting: true,
    chunkNames: 'start-[hash]',
    platform: 'node',
    format: 'esm',
    // The log names the classes of errors, of which two may have one name.
    keepNames: true,
    legalComments: 'eof',
    logLevel: 'warning',
    external: LEFT_OUT,
    // As loading.ts does.
    alias: { '@seriousme/openapi-schema-validator': join(dist, 'http/glue-checker.js') },
    banner: { js: OLDER_KIND },
    plugins: [placesKept(dirname(program))]
  })
  const early = packagesOf(relative(root, program).replaceAll('\\', '/'), metafile)
  const known = ['better-sqlite3']
  const unwanted = early.filter(name => LEFT_OUT.includes(name) && !known.includes(name))
  if (unwanted.length > 0) {
    throw new Error(`Every start would load ${unwanted.join(', ')}. Import it where it is used.`)
  }
}

/** What a file and those that it imports at their top leave to be found among the packages. */
function packagesOf(
  file: string,
  { outputs }: Pick<Metafile, 'outputs'>,
  seen = new Set<string>()
): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = outputs[file]?.imports ?? []
  return imports
    .filter(({ kind }) => kind !== 'dynamic-import')
    .flatMap(({ path, external }) => (external ? [path] : packagesOf(path, { outputs }, seen)))
}

/** Lets each of our files find what lies beside it from where it was. */
function placesKept(folder: string): Plugin {
  return {
    name: 'places-kept',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
        if (!path.startsWith(dist)) return undefined
        const text = await readFile(path, 'utf8')
        const from = JSON.stringify(relative(folder, path).replaceAll('\\', '/'))
        return {
          contents: text.replaceAll('import.meta.url', `new URL(${from}, import.meta.url).href`)
        }
      })
  }
}
