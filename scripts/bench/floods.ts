/**
 * What one caller who sends many large bodies at once costs everybody else: how long a live check
 * and reads of others wait beside them, and the memory that the process holds half a minute later.
 *
 * The bodies are sent by a thread of their own, so that what is measured does not wait for them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Running, startService } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { openShop, pair } from './shop.ts'

/** Bodies that are sent at once. */
const BODIES = 120
/** Milliseconds after a flood at which memory is read. */
const LATER_MS = 30_000
/** Milliseconds that a list of 10 MiB takes to be parsed: the longest that anybody waits for one. */
const PARSING_MS = 150

const product = (index: number) => ({
  source_id: `flood-${index}`,
  name: `Product number ${index}`,
  price: 1_000 + index,
  metadata: { color: 'red' }
})

/** By what they are called in the table. */
const FLOODS: Readonly<Record<string, string>> = {
  '1.2 MB of 150,000 objects': JSON.stringify(Array.from({ length: 150_000 }, () => ({ a: 1 }))),
  '10 MB of 100,000 products': JSON.stringify(
    Array.from({ length: 100_000 }, (_, index) => product(index))
  )
}
const SMALL = JSON.stringify(Array.from({ length: 600 }, (_, index) => product(index)))

/** Sends a body so often at once, over and over if that is said, and says what was answered. */
const SENDER = `
  const { parentPort, workerData: { url, headers, body, count, until } } = require('node:worker_threads')
  const { request } = require('node:http')
  const bytes = Buffer.from(body)
  const send = () => new Promise(resolve => {
    const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } })
    sent.on('response', got => got.resume().on('end', () => resolve(got.statusCode)))
    sent.on('error', () => resolve(0))
    sent.end(bytes)
  })
  const statuses = []
  const line = async () => {
    do statuses.push(await send())
    while (Date.now() < until)
  }
  Promise.all(Array.from({ length: count }, line)).then(() => parentPort.postMessage(statuses))
`

function sent(url: string, body: string, count: number, until = 0): Promise<readonly number[]> {
  const headers = { ...pair, 'content-type': 'application/json' }
  const workerData = { url: `${url}/v1/products/bulk/async`, headers, body, count, until }
  const worker = new Worker(SENDER, { eval: true, workerData })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** The 99th percentile of what a path takes while something goes on, in milliseconds. */
async function waitedBeside(url: string, doing: Promise<unknown>): Promise<number> {
  let isOver = false
  doing.finally(() => {
    isOver = true
  })
  const waited: number[] = []
  while (!isOver) {
    const began = performance.now()
    await (await fetch(url, { headers: pair })).arrayBuffer()
    waited.push(performance.now() - began)
    await pause(2)
  }
  const sorted = waited.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

export async function floods(folder: string, settings: Settings): Promise<readonly Line[]> {
  const service = await startService({ folder })
  try {
    const { customers } = await openShop(service)
    const lines: Line[] = [...(await memoryAfter(service))]
    const asked = {
      'a live check': `${service.url}/health/live`,
      'a read of another caller': `${service.url}/v1/customers/${customers[0]}`
    }
    for (const [what, url] of Object.entries(asked)) {
      const idleMs = await waitedBeside(url, pause(settings.seconds * 2_000))
      const until = Date.now() + settings.seconds * 2_000
      const smallMs = await waitedBeside(url, sent(service.url, SMALL, 4, until))
      lines.push({
        section: SECTION,
        name: `${what}, p99 beside bodies below 64 KiB, 4 at once`,
        value: smallMs,
        unit: 'ms',
        ratio: smallMs / idleMs,
        against: 'beside nothing',
        target: { atMost: 3 }
      })
      for (const [body, text] of Object.entries(FLOODS)) {
        lines.push(await besideFlood(service, { what, url, body, text }))
      }
    }
    return lines
  } finally {
    await service.stop()
  }
}

const SECTION = 'Floods'

async function besideFlood(
  service: Running,
  { what, url, body, text }: Record<'what' | 'url' | 'body' | 'text', string>
): Promise<Line> {
  const flood = sent(service.url, text, BODIES)
  const value = await waitedBeside(url, flood)
  const statuses = Object.groupBy(await flood, String)
  const answered = Object.entries(statuses).map(([status, all]) => `${all?.length} × ${status}`)
  return {
    section: SECTION,
    name: `${what}, p99 beside ${BODIES} × ${body}`,
    value,
    unit: 'ms',
    ratio: value / PARSING_MS,
    against: 'parsing one of 10 MB',
    target: { atMost: 2 },
    beside: { answered: answered.join(', '), held: `${figure(service.residentMiB())} MiB` }
  }
}

/**
 * What the process holds half a minute after each flood and the imports that it began, of what it
 * held before the first.
 */
async function memoryAfter(service: Running): Promise<readonly Line[]> {
  const lines: Line[] = []
  const before = service.residentMiB()
  for (const [body, text] of Object.entries(FLOODS)) {
    await sent(service.url, text, BODIES)
    const then = service.residentMiB()
    await importsEnded(service)
    await pause(LATER_MS)
    const value = service.residentMiB()
    lines.push({
      section: SECTION,
      name: `memory half a minute after ${BODIES} × ${body}`,
      value,
      unit: 'MiB',
      ratio: value / before,
      against: 'before',
      target: { atMost: 1.3 },
      beside: { 'at its end': `${figure(then)} MiB` }
    })
  }
  return lines
}

async function importsEnded({ url }: Running): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/v1/async-actions?limit=100`, { headers: pair })
    const { async_actions: all } = (await answer.json()) as {
      readonly async_actions: readonly { readonly status: string }[]
    }
    if (all.every(({ status }) => status === 'DONE' || status === 'FAILED')) return
    await pause(1_000)
  }
}
