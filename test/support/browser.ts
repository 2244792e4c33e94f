/**
 * A page in a real browser, without its window: the Chromium of the machine, told what to do over
 * its own protocol, so that no library is needed to drive it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = (process.env['PATH'] ?? '').split(':')
const files = folders.flatMap(folder => NAMES.map(name => join(folder, name)))

/** The browser of this machine; null when it has none, or only the stub of an installer. */
export const chromium =
  [process.env['CHROMIUM'] ?? '', ...files].filter(existsSync).find(starts) ?? null

function starts(file: string): boolean {
  return spawnSync(file, ['--version'], { timeout: 120_000 }).status === 0
}

/** Under CI nothing may be skipped, and without a browser its tests fail. */
export const skip =
  chromium === null &&
  process.env['CI'] === undefined &&
  'no Chromium along PATH (apt-get install chromium); CHROMIUM may name one'

/**
 * Milliseconds that a page has for what a test waits for: it lays out 150 operations in seconds,
 * and in most of a minute where another lane of tests and a cold cache share two cores with it.
 */
const PATIENCE_MS = 120_000

export interface BrowserPage {
  open(url: string): Promise<void>
  /** Removes what pages of this url's origin have stored. */
  forget(url: string): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  value(expression: string): Promise<any>
  /** Resolves when the expression is true. @throws {Error} when it stays false. */
  until(expression: string): Promise<void>
  click(selector: string): Promise<void>
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>
  /** To a width in pixels. */
  resize(width: number): Promise<void>
  /** The bytes of the page as it would be printed. */
  print(): Promise<Buffer>
  /** Opens a page with scripts switched off, as somebody with such a screen sees it. */
  look(url: string, view: View): Promise<Seen>
  /** What the page complained of, and urls it was not allowed to load. */
  readonly complaints: readonly string[]
}

export interface View {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
}

/** What there was to see. */
export interface Seen {
  /** Every url the page asked for, itself first. */
  readonly asked: readonly string[]
  /** What the browser complained about, such as a policy that was broken. */
  readonly complaints: readonly string[]
  /** `role: name` of everything a screen reader is told, in order. */
  readonly told: readonly string[]
}

type Told = Readonly<Record<string, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: the protocol is the browser's, not ours.
type Message = any

/** Starts the browser for one test; it ends with it. */
export async function givenPage(t: Test, program: string): Promise<BrowserPage> {
  const profile = temporaryFolder(t)
  const options = [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    // It talks to nobody, and opens no page of its own.
    ...['--no-first-run', '--disable-background-networking', '--disable-component-update'],
    ...['--disable-sync', '--disable-extensions'],
    ...['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,1000'],
    'about:blank'
  ]
  const browser = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(async () => {
    if (browser.exitCode !== null) return
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    browser.once('exit', resolve)
    browser.kill('SIGKILL')
    await ended
  })
  const { port } = new URL(await addressOf(browser.stderr))
  const opened = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' })
  const { webSocketDebuggerUrl } = (await opened.json()) as { webSocketDebuggerUrl: string }
  return pageAt(t, webSocketDebuggerUrl)
}

async function addressOf(stderr: AsyncIterable<Buffer>): Promise<string> {
  let said = ''
  for await (const bytes of stderr) {
    said += bytes
    const address = /listening on (ws:\S+)/.exec(said)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`The browser did not start:\n${said}`)
}

/** Whether the browser logs an error, and not a recommendation. */
function isError({ method, params }: Told): boolean {
  return method === 'Log.entryAdded' && (params as { entry: Told }).entry['level'] === 'error'
}

async function pageAt(t: Test, address: string): Promise<BrowserPage> {
  const socket = new WebSocket(address)
  t.teardown(() => socket.close())
  const waiting = new Map<number, (answer: Told) => void>()
  const complaints: string[] = []
  let hear: (message: Message) => void = () => undefined
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told
    hear(told)
    if (typeof told['id'] === 'number') waiting.get(told['id'])?.(told)
    else if (told['method'] === 'Runtime.exceptionThrown' || isError(told)) {
      complaints.push(JSON.stringify(told['params']))
    }
  })
  await new Promise(resolve => socket.addEventListener('open', resolve))
  let count = 0
  const tell = async (method: string, params: Told = {}): Promise<Message> => {
    const id = ++count
    const { promise, resolve } = Promise.withResolvers<Told>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await promise
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  for (const domain of ['Page', 'Runtime', 'Log']) await tell(`${domain}.enable`)
  const value = async (expression: string) => {
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await tell('Runtime.evaluate', asked)
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
    return result.value
  }
  const until = async (expression: string) => {
    for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
      if (await value(`Boolean(${expression})`)) return
      await pause(50)
    }
    throw new Error(`It never came true: ${expression}`)
  }
  return {
    complaints,
    value,
    until,
    open: async url => {
      await tell('Page.navigate', { url })
    },
    forget: async url => {
      const { origin } = new URL(url)
      await tell('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    },
    click: async selector => {
      await until(`document.querySelector(${JSON.stringify(selector)})`)
      await value(`document.querySelector(${JSON.stringify(selector)}).click()`)
    },
    type: async text => {
      for (const key of text) await tell('Input.dispatchKeyEvent', { type: 'char', text: key })
    },
    look: async (url, { width, height, scheme }) => {
      const asked: string[] = []
      const logged: string[] = []
      const { promise: loaded, resolve } = Promise.withResolvers<void>()
      hear = ({ method, params = {} }) => {
        const address = params.request?.url ?? params.entry?.url ?? ''
        // The first page also asks for the icon that no page of ours names.
        if (address.endsWith('/favicon.ico')) return
        if (method === 'Network.requestWillBeSent') asked.push(address)
        if (method === 'Log.entryAdded') logged.push(`${params.entry.text} ${address}`)
        if (method === 'Page.loadEventFired') resolve()
      }
      for (const domain of ['Network', 'Accessibility']) await tell(`${domain}.enable`)
      await tell('Network.setCacheDisabled', { cacheDisabled: true })
      await tell('Emulation.setScrollbarsHidden', { hidden: true })
      const screen = { width, height, deviceScaleFactor: 1, mobile: false }
      await tell('Emulation.setDeviceMetricsOverride', screen)
      const features = [{ name: 'prefers-color-scheme', value: scheme }]
      await tell('Emulation.setEmulatedMedia', { features })
      await tell('Emulation.setScriptExecutionDisabled', { value: true })
      await tell('Page.navigate', { url })
      await loaded
      const { nodes } = await tell('Accessibility.getFullAXTree')
      const told = nodes
        .filter(({ ignored }: Message) => !ignored)
        .map(({ role, name }: Message) => `${role?.value}: ${name?.value ?? ''}`)
      return { asked, complaints: logged, told }
    },
    resize: async width => {
      const screen = { width, height: 900, deviceScaleFactor: 1, mobile: false }
      await tell('Emulation.setDeviceMetricsOverride', screen)
    },
    print: async () => {
      const { data } = await tell('Page.printToPDF')
      return Buffer.from(String(data), 'base64')
    }
  }
}
