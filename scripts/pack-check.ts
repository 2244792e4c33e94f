/**
 * Checks that the package holds what it needs and nothing else: the built sources, one for each
 * source; the migrations; the generated documents; the papers, whose links lead nowhere else. And that it works: installed into an
 * empty folder its command starts services of the demo and of a project file, which answer, redeem
 * and end, and an old Node is refused. And that neither the clone nor the package needs much room.
 *
 * It packs into a temporary folder, which builds `dist` first, and reads the list that npm prints.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { holdPort } from '../test/support/held-port.ts'
import { linksOf, papers } from '../test/support/links.ts'
import { ready } from '../test/support/ready.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** Seconds after which a service hangs that has to start, to answer and to end. */
const SECONDS_MAX = 300

/** No settings of the caller; what is empty counts as unset. */
const environment = { ...process.env, NODE_ENV: '', DATABASE_URL: '', HOST: '', LOG_LEVEL: 'warn' }

/** For commands of the package, which name no Node. */
const withThisNode = {
  ...environment,
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter)
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-pack-'))
  try {
    const { file, paths } = await packInto(folder)
    await checkList(paths)
    const installed = join(folder, 'installed')
    await npm('install', '--prefix', installed, '--no-audit', '--no-fund', join(folder, file))
    if (existsSync(join(installed, 'node_modules', 'node'))) {
      throw new Error('The package brings a Node, which would become that of its user.')
    }
    await checkRoom('What npm ci brings', join(root, 'node_modules'), CLONE_MB_MAX)
    await checkRoom('The package', join(installed, 'node_modules'), PACKAGE_MB_MAX)
    await checkServices(join(installed, 'node_modules', '.bin', 'tessera'), folder)
    await checkRefusal(join(installed, 'node_modules', 'tessera', 'dist', 'main', 'cli.js'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function npm(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('npm', args, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    // On Windows npm is a command file, which only a shell can start.
    shell: process.platform === 'win32'
  })
  return stdout
}

/** The name of the tarball, and the files in it. */
async function packInto(folder: string) {
  const stdout = await npm('pack', '--json', '--pack-destination', folder)
  // The build may print before the list.
  const [tarball] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: { path: string }[] }
  ]
  return { file: tarball.filename, paths: new Set(tarball.files.map(({ path }) => path)) }
}

/** Files under a folder of the repository, with slashes, relative to it. */
async function under(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))
    .map(path => path.replaceAll('\\', '/'))
}

/** What the build keeps apart of the program of a start. */
const PART_OF_START = /^dist\/main\/start-[0-9A-Z]{8}\.js$/

/** @throws {Error} naming what is missing and what is too much. */
async function checkList(found: ReadonlySet<string>): Promise<void> {
  // JavaScript among the sources spares a start the stripping of types; dist has no types.
  // The file of the demo is there as generated/demo.json.
  const sources = (await under('src')).filter(path => !/\.(mjs|yaml|md)$/.test(path))
  const expected = [
    'package.json',
    'LICENSE',
    ...papers,
    ...(await under('openapi/guides/pictures')).map(path => `openapi/guides/pictures/${path}`),
    ...(await under('generated')).map(path => `generated/${path}`),
    ...[...sources, 'storage/tables.postgres.ts'].map(
      path => `dist/${path.replace(/\.ts$/, '.js')}`
    )
  ]
  const missing = expected.filter(path => !found.has(path))
  const surplus = [...found].filter(path => !expected.includes(path) && !PART_OF_START.test(path))
  const mistakes = [
    ...missing.map(path => `${path} is not in the package: see "files" in package.json.`),
    ...surplus.map(path => `${path} is in the package and belongs to no source.`),
    ...deadLinks(found)
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  console.log(`${found.size} files in the package, as expected`)
}

/** Links of the papers that lead to nothing in the package; a sentence for each. */
function deadLinks(found: ReadonlySet<string>): string[] {
  const places = new Set([...found].flatMap(path => [path, ...foldersOf(path)]))
  return papers.flatMap(paper =>
    linksOf(paper)
      .filter(({ file }) => !places.has(file))
      .map(({ file }) => `${paper} links ${file}, which is not in the package: name it instead.`)
  )
}

/** The folders that a path leads through: `a` and `a/b` of `a/b/c`. */
function foldersOf(path: string): string[] {
  return path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
}

/** In millions of bytes: of a clone with the Node that npm brings, and of the package without one. */
const CLONE_MB_MAX = 550
const PACKAGE_MB_MAX = 130

/** How many of the largest packages are named. */
const LARGEST = 5

/** @throws {Error} naming the largest packages when the files of all have more bytes than that. */
async function checkRoom(what: string, folder: string, megabytesMax: number): Promise<void> {
  const bytes = new Map<string, number>()
  const linked = new Set<number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const [first = '', second] = relative(folder, path).split(sep)
    // What begins with a dot is npm's own list, and what tools keep there.
    if (!entry.isFile() || first.startsWith('.')) continue
    const { size, ino, nlink } = await lstat(path)
    // A file of two names, as that of Node, takes room once.
    if (nlink > 1 && linked.has(ino)) continue
    if (nlink > 1) linked.add(ino)
    const name = first.startsWith('@') ? `${first}/${second}` : first
    bytes.set(name, (bytes.get(name) ?? 0) + size)
  }
  const megabytes = (count: number) => (count / 1_000_000).toFixed(1)
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0)
  const said = `${what} has ${megabytes(all)} MB in ${bytes.size} packages`
  console.log(`${said}, of ${megabytesMax} that are allowed`)
  if (all < megabytesMax * 1_000_000) return
  const largest = [...bytes].sort(([, one], [, other]) => other - one).slice(0, LARGEST)
  const named = largest.map(([name, count]) => `${name} ${megabytes(count)}`).join(', ')
  throw new Error(`${said}, and may have ${megabytesMax}. The largest: ${named}.`)
}

/** Where a service of the package is, as its ready file says. */
interface Place {
  readonly url: string
  /** Keys and ids of the demo; of a project of a file its keys. */
  readonly demo: Readonly<Record<string, string>>
}

/** Starts services by the command of the package, with this Node, asks them, and ends them. */
async function checkServices(command: string, folder: string): Promise<void> {
  await whileServing({ command, folder, kept: ['--ephemeral'] }, async place => {
    await askPages(place)
    const { cardCode, rewardId } = place.demo
    await redeem(place, String(cardCode), String(rewardId))
    await verify(command, place)
  })
  const shop = join(folder, 'shop.yaml')
  await writeFile(shop, await shownProject())
  await whileServing({ command, folder, kept: ['--ephemeral', '--project', shop] }, place =>
    redeem(place, 'CARD-LENA', 'rew_mug')
  )
  const metrics = await holdPort()
  const database = {
    DATABASE_URL: `sqlite:${join(folder, 'shop.db')}`,
    FAILED_CREDENTIALS_PER_MINUTE: '10',
    METRICS_ADDRESS: `127.0.0.1:${metrics.port}`
  }
  await whileServing({ command, folder, kept: [], database }, async place => {
    const { status } = await fetch(`http://${database.METRICS_ADDRESS}/metrics`)
    if (status !== 200) throw new Error(`GET /metrics is answered ${status}.`)
    await askAsStranger(place)
    await askErasure(place)
  })
  metrics.release()
  console.log(
    'Installed into an empty folder, its service answers, redeems a reward with the command ' +
      'alone and with a file alone, and ends when it is told to'
  )
}

interface Start {
  readonly command: string
  /** For the ready file. */
  readonly folder: string
  readonly kept: readonly string[]
  readonly database?: NodeJS.ProcessEnv
}

async function whileServing(
  { command, folder, kept, database }: Start,
  ask: (place: Place) => Promise<void>
): Promise<void> {
  const file = join(folder, 'ready.json')
  const child = spawn(command, ['serve', '--port', '0', '--ready-file', file, ...kept], {
    env: { ...withThisNode, ...database },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: SECONDS_MAX * 1_000,
    killSignal: 'SIGKILL'
  })
  const ended = once(child, 'exit')
  const said = text(child.stderr)
  try {
    const { url, demo, project = demo } = await ready(child, file)
    await ask({ url, demo: project ?? {} })
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The service ended with ${code}, not 0.\n${await said}`)
}

/** What a request is answered with. @throws {Error} when that is a refusal. */
async function answerOf(
  { url, demo }: Place,
  path: string,
  method = 'GET',
  body?: object
): Promise<Response> {
  const headers = { 'X-App-Id': String(demo['appId']), 'X-App-Token': String(demo['appToken']) }
  const sent = body && {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body)
  }
  const answer = await fetch(new URL(path, url), { method, headers, ...sent })
  if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}.`)
  return answer
}

/** The body of an answer. */
async function bodyOf<Body>(
  place: Place,
  path: string,
  method?: string,
  body?: object
): Promise<Body> {
  return (await (await answerOf(place, path, method, body)).json()) as Body
}

/** @throws {Error} when wrong credentials are not refused, where their number is limited. */
async function askAsStranger({ url }: Place): Promise<void> {
  const headers = { 'X-App-Id': 'nobody', 'X-App-Token': 'nothing' }
  const { status } = await fetch(new URL('/v1/customers', url), { headers })
  if (status !== 401) throw new Error(`Wrong credentials are answered ${status}, not 401.`)
}

/** A card spends points on a reward. @throws {Error} when it has as many as before. */
async function redeem(place: Place, code: string, rewardId: string): Promise<void> {
  const points = async () => {
    const path = `/v1/vouchers/${code}`
    const card = await bodyOf<{ loyalty_card: { balance: number } }>(place, path)
    return card.loyalty_card.balance
  }
  const before = await points()
  const path = `/v1/loyalties/members/${code}/redemption`
  const body = { reward: { id: rewardId } }
  const { result } = await bodyOf<{ readonly result: string }>(place, path, 'POST', body)
  const after = await points()
  if (result === 'SUCCESS' && after < before) return
  throw new Error(`Redeeming ${rewardId} ends with ${result}, and ${before} points are ${after}.`)
}

/** The project file that the guide to these shows. */
async function shownProject(): Promise<string> {
  const guide = await readFile(join(root, 'openapi/guides/project-files.md'), 'utf8')
  const file = /^(# shop\.yaml\n[\s\S]*?)^```$/m.exec(guide)?.[1]
  if (file === undefined) throw new Error('The guide shows no shop.yaml that could be served.')
  return file
}

/** As much of a customer or a voucher as has urls. */
interface Shown {
  readonly assets: { readonly cockpit_url?: string; readonly qr?: { readonly url: string } }
}

/** What the package has to find in its files: documents, pages, pictures. */
async function askPages(place: Place): Promise<void> {
  const { customerId, voucherCode } = place.demo
  const customer = await bodyOf<Shown>(place, `/v1/customers/${customerId}`)
  const voucher = await bodyOf<Shown>(place, `/v1/vouchers/${voucherCode}`)
  const pages = [
    '/docs',
    '/docs/guides/clients.md',
    '/docs/static/swagger-ui-bundle.js',
    '/openapi.yaml',
    '/arazzo.json'
  ]
  for (const path of [...pages, customer.assets.cockpit_url ?? '', voucher.assets.qr?.url ?? '']) {
    await (await answerOf(place, path)).arrayBuffer()
  }
}

/** What the package holds other services against is in its files, too. */
async function verify(command: string, { url }: Place): Promise<void> {
  const args = ['verify', url, '--only', 'getMetadataSchema', '--complete']
  await run(command, args, { env: withThisNode })
}

/** Erasing needs the thread that writes a file anew. */
async function askErasure(place: Place): Promise<void> {
  const path = `/v1/customers/${place.demo['customerId']}/permanent-deletion`
  const { id } = await bodyOf<{ readonly id: string }>(place, path, 'POST')
  for (let times = 0; times < 3_000; times++) {
    const action = `/v1/async-actions/${id}`
    const { status } = await bodyOf<{ readonly status: string }>(place, action)
    if (status === 'DONE') return
    await pause(100)
  }
  throw new Error('The service erased nobody in five minutes.')
}

/** A Node of the machine that is too old, where there is one, refuses in a sentence. */
async function checkRefusal(command: string): Promise<void> {
  const old = await oldNode()
  if (old === null) {
    console.log('No Node of this machine is too old, so that none could be refused')
    return
  }
  const refused = await run(old.path, [command, '--help'], { env: environment }).catch(
    error => error
  )
  const sentence = `Tessera needs Node 22.18 or later, and this is Node ${old.version}. `
  if (refused.code !== 1 || refused.stdout !== '' || !refused.stderr.startsWith(sentence)) {
    throw new Error(`Node ${old.version} is not refused in a sentence:\n${refused.stderr}`)
  }
  console.log(`Node ${old.version} is refused in a sentence`)
}

/** The first Node on the PATH that the package does not run on, but those of packages. */
async function oldNode(): Promise<{ readonly path: string; readonly version: string } | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'node')
    if (folder.includes('node_modules') || !existsSync(path)) continue
    const { stdout } = await run(path, ['--version'])
    const version = stdout.trim().slice(1)
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major < 22 || (major === 22 && minor < 18)) return { path, version }
  }
  return null
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
