/**
 * Carries out `scripts/deploy/Dockerfile` without an image registry: in an empty root file system,
 * which has Node, npm and the few programs of the steps, with the files of the last commit. The
 * service that it starts has to become healthy, not as root, and to end when it is told to. Only
 * root may do that; for others nothing is checked.
 */
import { execFileSync, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { holdPort } from '../test/support/held-port.ts'

const repository = resolve(import.meta.dirname, '..')
/** What the steps call, beside Node and npm, which env starts. */
const PROGRAMS = ['sh', 'env', 'mkdir', 'chown']
/** The user that the images of Node have. */
const NODE = 1_000
/** MB of what is installed, without Node. */
const MB_MAX = 130
const SECONDS_MAX = 60

type Words = readonly string[]

class Image {
  readonly #context: string
  readonly #root: string
  #environment: NodeJS.ProcessEnv = {
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/bin',
    HOME: '/root'
  }
  #folder = '/'
  #user = 0
  #start: Words = []
  #health: Words = []

  constructor(folder: string) {
    this.#context = join(folder, 'context')
    this.#root = join(folder, 'root')
    mkdirSync(this.#context)
    const archive = execFileSync('git', ['archive', 'HEAD'], {
      cwd: repository,
      maxBuffer: 2 ** 30
    })
    execFileSync('tar', ['--extract', '--directory', this.#context], { input: archive })
    this.#makeRoot()
  }

  /** As the image that the Dockerfile is from, in what its steps need. */
  #makeRoot(): void {
    for (const program of PROGRAMS) {
      const found = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' })
      this.#place(realpathSync(found.trim()), `/usr/bin/${program}`)
    }
    mkdirSync(join(this.#root, 'bin'))
    symlinkSync('/usr/bin/sh', join(this.#root, 'bin/sh'))
    this.#place(realpathSync(process.execPath), '/usr/local/bin/node')
    const npm = dirname(dirname(realpathSync(String(process.env['npm_execpath']))))
    cpSync(npm, join(this.#root, 'usr/local/lib/npm'), { recursive: true })
    symlinkSync('../lib/npm/bin/npm-cli.js', join(this.#root, 'usr/local/bin/npm'))
    for (const folder of ['tmp', 'root', 'etc']) mkdirSync(join(this.#root, folder))
    const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
    for (const file of ['/etc/resolv.conf', '/etc/hosts', certificates]) {
      if (existsSync(file)) cpSync(realpathSync(file), join(this.#root, file))
    }
    if (certificates !== '') this.#environment['NODE_EXTRA_CA_CERTS'] = certificates
    writeFileSync(join(this.#root, 'etc/passwd'), `node:x:${NODE}:${NODE}::/tmp:/bin/sh\n`)
    writeFileSync(join(this.#root, 'etc/group'), `node:x:${NODE}:\n`)
  }

  /** A program with its libraries. */
  #place(program: string, place: string): void {
    const listed = execFileSync('ldd', [program], { encoding: 'utf8' })
    const libraries = listed.match(/\/\S+(?= \(0x)/g) ?? []
    for (const [from, to] of [[program, place], ...libraries.map(each => [each, each])] as const) {
      cpSync(realpathSync(from), join(this.#root, to))
    }
  }

  /** @throws {Error} when a step fails, or is of a kind that is not known here. */
  carryOut(step: string, rest: string): void {
    const words = rest.split(/\s+/)
    if (['FROM', 'VOLUME', 'EXPOSE'].includes(step)) return
    if (step === 'WORKDIR') {
      this.#folder = rest
      mkdirSync(join(this.#root, rest), { recursive: true })
    } else if (step === 'COPY') {
      const to = join(this.#root, this.#folder, words.at(-1) ?? '')
      for (const each of words.slice(0, -1)) {
        const from = join(this.#context, each)
        cpSync(from, statSync(from).isFile() ? join(to, basename(from)) : to, { recursive: true })
      }
    } else if (step === 'RUN') {
      const { status } = spawnSync('chroot', this.#within(['sh', '-c', rest]), this.#options())
      if (status !== 0) throw new Error(`RUN ${rest} ends with ${status}.`)
    } else if (step === 'ENV') {
      for (const [name, value] of words.map(each => each.split('='))) {
        this.#environment[String(name)] = value
      }
    } else if (step === 'USER' && rest === 'node') this.#user = NODE
    else if (step === 'CMD') this.#start = JSON.parse(rest)
    else if (step === 'HEALTHCHECK') this.#health = JSON.parse(rest.replace(/^.* CMD /s, ''))
    else throw new Error(`${step} ${rest} is not known here: carry it out, too.`)
  }

  /** The service of the image. @throws {Error} when it does not start, or runs as root. */
  async serve(port: number): Promise<void> {
    this.#environment['PORT'] = String(port)
    const service = spawn('chroot', this.#within(this.#start), this.#options())
    const ended = once(service, 'exit')
    try {
      for (let second = 0; this.#isIll(); second++) {
        if (service.exitCode !== null) throw new Error(`The service ended: ${service.exitCode}.`)
        if (second === SECONDS_MAX) throw new Error(`It is not healthy after ${second} s.`)
        await pause(1_000)
      }
      const owner = statSync(`/proc/${service.pid}`).uid
      if (owner !== NODE) throw new Error(`The service runs as the user ${owner}, not ${NODE}.`)
    } finally {
      service.kill('SIGTERM')
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`The service ends with ${code} when it is told to, not 0.`)
  }

  #isIll(): boolean {
    return spawnSync('chroot', this.#within(this.#health), this.#options()).status !== 0
  }

  get megabytes(): number {
    const words = ['--summarize', '--block-size=MB', join(this.#root, this.#folder)]
    return Number.parseInt(execFileSync('du', words, { encoding: 'utf8' }), 10)
  }

  #within(words: Words): string[] {
    const where = ['sh', '-c', 'cd "$0" && exec "$@"', this.#folder]
    return [`--userspec=${this.#user}:${this.#user}`, this.#root, ...where, ...words]
  }

  #options(): SpawnSyncOptions & { readonly stdio: ['ignore', 'ignore', 'inherit'] } {
    return { env: this.#environment, stdio: ['ignore', 'ignore', 'inherit'] }
  }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.log('The Dockerfile was not carried out: that needs root, on Linux.')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-image-'))
  const { port, release } = await holdPort()
  try {
    const image = new Image(folder)
    const text = readFileSync(join(repository, 'scripts/deploy/Dockerfile'), 'utf8')
    const steps = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
    for (const [, step = '', rest = ''] of steps.matchAll(/^([A-Z]+) (.*)$/gm)) {
      image.carryOut(step, rest)
    }
    await image.serve(port)
    const size = image.megabytes
    if (size > MB_MAX)
      throw new Error(`The service has ${size} MB, and at most ${MB_MAX} are kept.`)
    console.log(`By the steps of the Dockerfile, a service of ${size} MB is healthy, and ends.`)
  } finally {
    release()
    rmSync(folder, { recursive: true })
  }
}
