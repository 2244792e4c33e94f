/**
 * Exports of a large project: how long a file of every voucher, and of every redemption, takes, how
 * much memory the service holds meanwhile, and how long the slowest reads of others wait. The rows
 * are written raw, as copies of what a request wrote, because only their number matters here.
 */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as demo from '../../src/demo/known.ts'
import { median, slice } from './measure.ts'
import { type Running, startService } from './processes.ts'
import { pictureOf, RawWriter, writtenBetween } from './raw.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { call, loadOf, openShop, POLL_MS, pair, questionsOf, type Shop } from './shop.ts'

const READERS = 8
const ROWS_PER_COMMIT = 1_000
const MIB = 1_048_576

/** What is exported, by the table that grows, and the request that makes a row of it. */
const KINDS = [
  ['voucher', 'vouchers', `/v1/campaigns/${demo.ADD_CAMPAIGN_ID}/vouchers`, {}],
  [
    'redemption',
    'redemptions',
    '/v1/redemptions',
    { redeemables: [{ object: 'voucher', id: 'WELCOME' }], order: { amount: 2000 } }
  ]
] as const

export async function exports(folder: string, settings: Settings): Promise<readonly Line[]> {
  const place = await mkdtemp(join(folder, 'large-'))
  const growing = await startService({ folder: place })
  const shop = await openShop(growing)
  const file = join(place, 'bench.db')
  for (const [, table, path, body] of KINDS) {
    const before = pictureOf(file)
    await call(`${growing.url}${path}`, body)
    const made = writtenBetween(file, before, pictureOf(file))
    const row = made.filter(each => each.table === table && each.before === null).slice(0, 1)
    const raw = new RawWriter(file, row)
    for (let done = 0; done < settings.rows; done += ROWS_PER_COMMIT) raw.write(ROWS_PER_COMMIT)
    raw.close()
  }
  await growing.stop()
  const lines: Line[] = []
  for (const [kind, table] of KINDS) {
    // A process of its own, whose memory nothing else has grown.
    const service = await startService({ folder: place })
    try {
      lines.push(...(await exported({ ...shop, service }, kind, table, settings)))
    } finally {
      await service.stop()
    }
  }
  return lines
}

interface Exported {
  readonly id: string
  readonly status: string
  readonly result: { readonly url: string } | null
}

/** An export while `meanwhile` happens over and over; its seconds, and where its file is. */
export async function exporting(
  { url }: Running,
  kind: string,
  meanwhile: () => Promise<void>
): Promise<{ readonly seconds: number; readonly file: string }> {
  const began = performance.now()
  const { id } = await call<Exported>(`${url}/v1/exports`, { exported_object: kind })
  for (;;) {
    await meanwhile()
    const { status, result } = await call<Exported>(`${url}/v1/exports/${id}`)
    if (status === 'ERROR') throw new Error(`The export of every ${kind} failed.`)
    if (result !== null) {
      return { seconds: (performance.now() - began) / 1000, file: result.url }
    }
  }
}

async function exported(
  shop: Shop,
  kind: string,
  table: string,
  settings: Settings
): Promise<readonly Line[]> {
  const section = `Exports with ${settings.rows.toLocaleString('en')} rows of a kind more`
  const { service } = shop
  const readers = { load: loadOf(service.url, questionsOf(shop)['a customer']) }
  const read = async () => (await slice(readers, settings.seconds, READERS)).p99Ms
  const idle: number[] = []
  for (let round = 0; round < settings.rounds; round++) idle.push(await read())
  const before = service.residentMiB()
  let most = before
  const look = async () => {
    await sleep(POLL_MS)
    most = Math.max(most, service.residentMiB())
  }
  const { seconds, file } = await exporting(service, kind, look)
  const { rows, bytes } = await sizeOf(file, () => {
    most = Math.max(most, service.residentMiB())
  })
  if (rows < settings.rows) throw new Error(`The file of ${table} has ${rows} rows.`)
  const busy: number[] = []
  await exporting(service, kind, async () => {
    busy.push(await read())
  })
  return [
    {
      section,
      name: `rows of an export of ${table}`,
      value: rows / seconds,
      unit: '/s',
      beside: { time: `${figure(seconds)} s`, file: `${figure(bytes / MIB)} MiB` }
    },
    {
      section,
      name: `memory while ${table} are exported and read`,
      value: most,
      unit: 'MiB',
      ratio: most / before,
      against: 'before'
    },
    {
      section,
      name: `p99 of a customer while ${table} are exported, ${READERS} connections`,
      value: median(busy),
      unit: 'ms',
      ratio: median(busy) / median(idle),
      against: 'idle',
      target: { atMost: 3 }
    }
  ]
}

/** How many rows and bytes a file has, which is read as it comes. */
export async function sizeOf(
  url: string,
  look: () => void = () => {}
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { body, status } = await fetch(url, { headers: pair })
  if (body === null || status !== 200) throw new Error(`The file is answered with ${status}.`)
  let [lines, bytes] = [0, 0]
  for await (const part of body) {
    bytes += part.length
    for (const byte of part) if (byte === 10) lines++
    look()
  }
  return { rows: lines - 1, bytes }
}
