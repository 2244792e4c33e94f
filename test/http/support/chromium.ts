/**
 * A headless Chromium, if this machine has one: opens a page as somebody with a phone, a large
 * screen or a dark room would, with scripts switched off, and tells what there was to see.
 *
 * Spoken to through two pipes in the browser's own protocol, so that no port is opened and no
 * package is needed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where the browser is, along PATH; null when there is none, or only the stub of an installer. */
export function chromiumHere(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const files = folders.flatMap(folder => NAMES.map(name => join(folder, name)))
  return files.filter(file => existsSync(file)).find(starts) ?? null
}

function starts(file: string): boolean {
  return spawnSync(file, ['--version'], { timeout: 120_000 }).status === 0
}

/** As whom to look at a page. */
export interface View {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
}

/** What there was to see. */
export interface Seen {
  /** PNG of the whole page. */
  readonly picture: Buffer
  /** Every url the page asked for, itself first. */
  readonly asked: readonly string[]
  /** What the browser complained about, such as a policy that was broken. */
  readonly complaints: readonly string[]
  /** `role: name` of everything a screen reader is told, in order. */
  readonly told: readonly string[]
  /** What an expression is worth in the page. */
  readonly find: <Value>(expression: string) => Promise<Value>
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol is the browser's, not ours.
type Message = any

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--remote-debugging-pipe'
]

/** One browser; close it. */
export class Chromium {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>()
  readonly #listeners = new Set<(message: Message) => void>()
  #sent = 0

  constructor(file: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'chromium-'))
    this.#child = spawn(file, [...FLAGS, `--user-data-dir=${this.#folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
    })
    this.#child.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Chromium is gone.'))
    })
    let rest = ''
    const answers = this.#child.stdio[4] as Readable
    answers.setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\0')
      rest = messages.pop() ?? ''
      for (const message of messages) this.#take(JSON.parse(message))
    })
  }

  /** Opens a page in a tab of its own and waits until everything in it is there. */
  async look(url: string, { width, height, scheme }: View): Promise<Seen> {
    const { targetId } = await this.#ask('Target.createTarget', { url: 'about:blank' })
    const attached = await this.#ask('Target.attachToTarget', { targetId, flatten: true })
    const tab = (method: string, params: object = {}) =>
      this.#ask(method, params, attached.sessionId)
    const { asked, complaints, loaded } = this.#follow(attached.sessionId)
    for (const domain of ['Page', 'Network', 'Log', 'Runtime', 'Accessibility']) {
      await tab(`${domain}.enable`)
    }
    const size = { width, height, deviceScaleFactor: 1, mobile: false }
    await tab('Emulation.setDeviceMetricsOverride', size)
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await tab('Emulation.setEmulatedMedia', { features })
    await tab('Emulation.setScriptExecutionDisabled', { value: true })
    await tab('Page.navigate', { url })
    await loaded
    const find = async (expression: string) => {
      const told = { expression, returnByValue: true, awaitPromise: true }
      const { result, exceptionDetails } = await tab('Runtime.evaluate', told)
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return result.value
    }
    const { data } = await tab('Page.captureScreenshot', { captureBeyondViewport: true })
    const { nodes } = await tab('Accessibility.getFullAXTree')
    return { picture: Buffer.from(data, 'base64'), asked, complaints, told: told(nodes), find }
  }

  /** Ends it and forgets what it kept. */
  async close(): Promise<void> {
    const gone = new Promise(done => this.#child.once('exit', done))
    this.#ask('Browser.close').catch(() => this.#child.kill())
    await gone
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #follow(sessionId: string) {
    const asked: string[] = []
    const complaints: string[] = []
    const { promise: loaded, resolve } = Promise.withResolvers<void>()
    this.#listeners.add(({ sessionId: from, method, params = {} }) => {
      if (from !== sessionId) return
      // The first tab also asks for the icon that no page of ours names.
      const url = params.request?.url ?? params.entry?.url ?? ''
      if (url.endsWith('/favicon.ico')) return
      if (method === 'Network.requestWillBeSent') asked.push(url)
      if (method === 'Log.entryAdded') complaints.push(`${params.entry.text} ${url}`)
      if (method === 'Page.loadEventFired') resolve()
    })
    return { asked, complaints, loaded }
  }

  #ask(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    this.#sent += 1
    const answer = Promise.withResolvers<Message>()
    this.#waiting.set(this.#sent, answer)
    const requests = this.#child.stdio[3] as Writable
    requests.write(`${JSON.stringify({ id: this.#sent, method, params, sessionId })}\0`)
    return answer.promise
  }

  #take(message: Message): void {
    for (const listener of this.#listeners) listener(message)
    const answer = this.#waiting.get(message.id)
    if (answer === undefined) return
    this.#waiting.delete(message.id)
    if (message.error === undefined) answer.resolve(message.result)
    else answer.reject(new Error(message.error.message))
  }
}

function told(nodes: readonly Message[]): readonly string[] {
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => `${role?.value}: ${name?.value ?? ''}`)
}
