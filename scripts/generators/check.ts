/**
 * Tries every generator of clients on every document, for OpenAPI 3.1 and 3.0: it must take the
 * document as it is, and what it writes must compile under strict settings, together with every
 * example of a request body and every body that README and the guides show; what does something
 * when it is imported must be importable. One client then plays a journey against the service. Then
 * come the tools that read the documents, and what the service answers, without making a client.
 *
 * `npm run generators:install` installs them; they are no part of what the service needs.
 * `npm run generators:check -- oazapfts pact` tries some; all of them take a few minutes.
 * `npm run tools` tries those that are looked at before a release. A line is printed for each, and
 * the exit code is 1 when one falls short.
 */
import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { APP_ID, APP_TOKEN } from '../../src/demo/known.ts'
import { startService } from '../bench/processes.ts'
import type { Tree } from '../documents/walk.ts'
import { examplesFor, strangers } from './examples.ts'
import { type Generator, generators, writeConfig } from './generators.ts'
import { command, hasJava, type Reader, readers } from './readers.ts'

const root = resolve(import.meta.dirname, '../..')
const packages = join(import.meta.dirname, 'node_modules')

const documents = ['service', 'provisioning', 'joined', 'sandbox'].flatMap(name => [
  name,
  `${name}-3.0`
])

/** Plays the journey, with its client of that document. */
const PLAYER = 'oazapfts'
const PLAYED = 'joined'

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  skipLibCheck: true,
  noEmit: true
}

/** Characters of what a command printed that are told when it falls short. */
const TOLD = 2000

/** What a program for Node printed, and whether it failed. */
function run(words: readonly string[], cwd: string) {
  return command(process.execPath, words, cwd)
}

/** Why a generator does not take one document; null when it does. */
async function untaken(generator: Generator, document: string, folder: string) {
  const output = join(folder, 'made')
  await mkdir(output, { recursive: true })
  const input = join(root, 'generated', `${document}.json`)
  await writeConfig(generator, input, output)
  const script = join(packages, generator.script)
  const made = await run([script, ...generator.options(input, output)], folder)
  const files = await readdir(output, { recursive: true })
  return made.failed || !files.some(file => file.endsWith('.ts')) ? made.said : null
}

async function documentOf(name: string): Promise<Tree> {
  return JSON.parse(await readFile(join(root, 'generated', `${name}.json`), 'utf8'))
}

/** Why what a generator made of all documents does not compile; null when it does. */
async function mistyped(generator: Generator, folder: string): Promise<string | null> {
  const { name, ownMistakes = [] } = generator
  const include = ['*/made', '*/examples.ts']
  for (const each of documents) {
    const text = examplesFor(generator, await documentOf(each))
    await writeFile(join(folder, each, 'examples.ts'), text)
  }
  if (name === PLAYER) {
    const journey = join(PLAYED, 'journey.ts')
    await copyFile(join(import.meta.dirname, 'journey.ts'), join(folder, journey))
    include.push(journey)
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const typed = await run([join(packages, 'typescript/bin/tsc'), '--project', folder], folder)
  const lines = typed.said.split('\n').filter(line => line !== '')
  const past = ownMistakes.filter(own => !lines.some(line => own.test(line)))
  if (past.length > 0) return `It does not come any more: ${past.join(', ')}`
  const left = lines.filter(line => !ownMistakes.some(own => own.test(line)))
  return left.length > 0 ? left.join('\n') : null
}

/** Why what a generator made of one document cannot be imported; null when it can. */
async function unimportable(folder: string): Promise<string | null> {
  const imported = await run([join(folder, 'made/index.ts')], folder)
  return imported.failed ? imported.said : null
}

/** Plays the journey against the service with its demo shop; what went wrong, or null. */
async function journeyShortcoming(folder: string): Promise<string | null> {
  const at = join(folder, PLAYER, PLAYED)
  const service = await startService({ folder })
  try {
    const played = await run([join(at, 'journey.ts'), service.url, APP_ID, APP_TOKEN], at)
    return played.failed ? played.said : null
  } finally {
    await service.stop()
  }
}

/**
 * The generators and readers of these names; without a name all that are tried at each change, or
 * those that are tried before a release only.
 * @throws {Error} when there is none of a name, or none is installed.
 */
function wantedOf(names: readonly string[], isRelease: boolean) {
  if (!existsSync(packages)) {
    throw new Error('No generator is installed. Run npm run generators:install first.')
  }
  const all = [...generators, ...readers]
  const known = all.map(({ name }) => name)
  const unknown = names.find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(`There is no generator or tool ${unknown}. Name one of ${known.join(', ')}.`)
  }
  const isWanted = ({ name, isForReleases }: Generator | Reader) =>
    names.length === 0 ? Boolean(isForReleases) === isRelease : names.includes(name)
  return { makers: generators.filter(isWanted), tools: readers.filter(isWanted) }
}

/** Does all of it, two at a time, in this order. */
async function inTwoLanes(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...tasks]
  const lane = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) await task()
  }
  await Promise.all([lane(), lane()])
}

type Tell = (what: string, wrong: string | null) => void

/** Tries the generators. */
async function tryGenerators(
  wanted: readonly Generator[],
  folder: string,
  tell: Tell
): Promise<void> {
  const ofEach = (each: (generator: Generator, document: string, at: string) => Promise<void>) =>
    wanted.flatMap(generator =>
      documents.map(
        document => () => each(generator, document, join(folder, generator.name, document))
      )
    )
  await inTwoLanes(
    ofEach(async (generator, document, at) =>
      tell(`${generator.name} takes ${document}`, await untaken(generator, document, at))
    )
  )
  if (wanted.length === 0) return
  const lost = strangers(await Promise.all(documents.map(documentOf)))
  const said = lost.map(({ page, method, path }) => `${page}: ${method} ${path}`)
  tell('bodies of README and the guides', said.length === 0 ? null : said.join('\n'))
  // All documents at once: most of the time goes into reading the types of the platform.
  await inTwoLanes(
    wanted.map(
      generator => async () =>
        tell(`${generator.name} compiles`, await mistyped(generator, join(folder, generator.name)))
    )
  )
  await inTwoLanes(
    ofEach(async ({ name, imported }, document, at) => {
      if (imported) tell(`${name} of ${document} is imported`, await unimportable(at))
    })
  )
  if (wanted.some(({ name }) => name === PLAYER)) {
    tell(`the journey of ${PLAYER}`, await journeyShortcoming(folder))
  }
}

/** Tries the readers, each with a service of its own. */
async function tryReaders(wanted: readonly Reader[], folder: string, tell: Tell): Promise<void> {
  const isJavaThere = wanted.some(({ java }) => java) && (await hasJava())
  for (const { name, java = false, shortcoming } of wanted) {
    if (java && !isJavaThere) {
      // A developer may do without; CI has one.
      if (process.env['CI'] === undefined) console.log(`${name.padEnd(42)}  skipped: no javac here`)
      else tell(name, 'There is no javac (apt-get install default-jdk-headless).')
      continue
    }
    const own = join(folder, name)
    await mkdir(own)
    const service = await startService({ folder: own })
    try {
      tell(name, await shortcoming({ folder: own, url: service.url }))
    } catch (error) {
      tell(name, String(error))
    } finally {
      await service.stop()
    }
  }
}

async function main(words: readonly string[]): Promise<void> {
  const names = words.filter(word => word !== '--release')
  const { makers, tools } = wantedOf(names, words.includes('--release'))
  const folder = await mkdtemp(join(tmpdir(), 'tessera-generators-'))
  let short = 0
  const tell: Tell = (what, wrong) => {
    if (wrong !== null) short += 1
    console.log(`${what.padEnd(42)}  ${wrong === null ? 'ok' : `SHORT\n${wrong.slice(0, TOLD)}`}`)
  }
  try {
    await symlink(packages, join(folder, 'node_modules'), 'junction')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await tryGenerators(makers, folder, tell)
    await tryReaders(tools, folder, tell)
    if (short > 0) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true })
  }
}

await main(process.argv.slice(2)).catch(error => {
  console.error(error.message)
  process.exitCode = 1
})
