/**
 * Checks that the package holds what it needs and nothing else: the built sources, one for each
 * source; the migrations; the generated documents; the papers. And that it works: installed into an
 * empty folder its command starts a service that answers and ends, and an old Node is refused.
 *
 * It packs into a temporary folder, which builds `dist` first, and reads the list that npm prints.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** Seconds in which a service has to start, to answer and to end. */
const SECONDS_MAX = 30

/** No settings of the caller; what is empty counts as unset. */
const environment = { ...process.env, NODE_ENV: '', DATABASE_URL: '', HOST: '', LOG_LEVEL: 'warn' }

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-pack-'))
  try {
    const { file, paths } = await packInto(folder)
    await checkList(paths)
    const installed = join(folder, 'installed')
    await npm('install', '--prefix', installed, '--no-audit', '--no-fund', join(folder, file))
    if (existsSync(join(installed, 'node_modules', 'node'))) {
      throw new Error(
        'The package brings a Node, which would become that of its user: Decision 218.'
      )
    }
    await checkService(join(installed, 'node_modules', '.bin', 'tessera'))
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

/** @throws {Error} naming what is missing and what is too much. */
async function checkList(found: ReadonlySet<string>): Promise<void> {
  // JavaScript among the sources spares a start the stripping of types; dist has no types.
  const sources = (await under('src')).filter(path => !path.endsWith('.mjs'))
  const expected = [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    ...(await under('generated')).map(path => `generated/${path}`),
    ...sources.map(path => `dist/${path.replace(/\.ts$/, '.js')}`)
  ]
  const missing = expected.filter(path => !found.has(path))
  const surplus = [...found].filter(path => !expected.includes(path))
  const mistakes = [
    ...missing.map(path => `${path} is not in the package: see "files" in package.json.`),
    ...surplus.map(path => `${path} is in the package and belongs to no source.`)
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  console.log(`${found.size} files in the package, as expected`)
}

/** Starts a service by the command of the package, with this Node, asks it, and ends it. */
async function checkService(command: string): Promise<void> {
  const child = spawn(command, ['serve', '--ephemeral', '--port', '0'], {
    env: { ...environment, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: SECONDS_MAX * 1_000,
    killSignal: 'SIGKILL'
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof line !== 'string')
    throw new Error(`The service ended with ${line} before it answered.`)
  const { url, demo } = JSON.parse(line)
  const headers = { 'X-App-Id': demo.appId, 'X-App-Token': demo.appToken }
  const { status } = await fetch(`${url}/v1/customers/${demo.customerId}`, { headers })
  child.kill('SIGTERM')
  const [code] = await ended
  if (status !== 200 || code !== 0) {
    throw new Error(`The service answered ${status}, not 200, and ended with ${code}, not 0.`)
  }
  console.log('Installed into an empty folder, its service answers, and ends when it is told to')
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
