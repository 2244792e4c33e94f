/**
 * Work in the background, beside raw inserts into the same table; and how long reads wait
 * meanwhile.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as demo from '../../src/demo/known.ts'
import { exporting, sizeOf } from './exports.ts'
import { median, slice } from './measure.ts'
import { startService } from './processes.ts'
import { copyTo, pictureOf, RawWriter, writtenBetween } from './raw.ts'
import type { Line } from './report.ts'
import type { Settings } from './settings.ts'
import { call, finished, loadOf, openShop, POLL_MS, questionsOf, type Shop } from './shop.ts'

const SECTION = 'Work in the background'
/** Rows that raw inserts put into one transaction. */
const ROWS_PER_COMMIT = 1_000
/** Products that a run updates. */
const PRODUCTS = 10_000
/** Milliseconds between two looks at them, which take little longer all together. */
const LOOK_MS = 5
/** Items of one bulk request. */
const PRODUCTS_PER_REQUEST = 1_000
const READERS = 8
/** Vouchers that are made during one slice of reads: more than a slice is long. */
const MEANWHILE = 40_000

export async function bulk(folder: string, settings: Settings): Promise<readonly Line[]> {
  const service = await startService({ folder })
  try {
    const shop = await openShop(service)
    const file = join(folder, 'bench.db')
    return [
      await vouchers(shop, file, settings),
      await products(shop, file),
      await exported(shop),
      await readsMeanwhile(shop, settings)
    ]
  } finally {
    await service.stop()
  }
}

interface Accepted {
  readonly async_action_id: string
}

/** Seconds until work is done that `ask` begins. */
async function secondsOf({ service }: Shop, ask: () => Promise<Accepted>): Promise<number> {
  const began = performance.now()
  const { async_action_id: id } = await ask()
  await finished(service.url, id)
  return (performance.now() - began) / 1000
}

/** Rows a second by raw inserts of the row that `ask` makes, in a database of its own. */
async function rawRate(
  file: string,
  table: string,
  rows: number,
  ask: () => Promise<unknown>
): Promise<number> {
  const before = pictureOf(file)
  await ask()
  const made = writtenBetween(file, before, pictureOf(file))
  const row = made.filter(each => each.table === table && each.before === null).slice(0, 1)
  const target = `${file}.${table}`
  copyTo(file, target)
  const raw = new RawWriter(target, row)
  const began = performance.now()
  for (let done = 0; done < rows; done += ROWS_PER_COMMIT) raw.write(ROWS_PER_COMMIT)
  const seconds = (performance.now() - began) / 1000
  raw.close()
  return rows / seconds
}

const moreVouchers = (count: number) =>
  `/v1/campaigns/${demo.ADD_CAMPAIGN_ID}/vouchers?vouchers_count=${count}`

async function vouchers(shop: Shop, file: string, { vouchers: count }: Settings): Promise<Line> {
  const at = (path: string) => `${shop.service.url}${path}`
  const raw = await rawRate(file, 'vouchers', count, () => call(at(moreVouchers(1)), {}))
  const seconds = await secondsOf(shop, () => call<Accepted>(at(moreVouchers(count)), {}))
  return {
    section: SECTION,
    name: `${count.toLocaleString('en')} vouchers, time beside raw inserts`,
    value: count / seconds,
    unit: '/s',
    ratio: (seconds * raw) / count,
    against: 'raw',
    target: { atMost: 2 }
  }
}

async function products(shop: Shop, file: string): Promise<Line> {
  const count = PRODUCTS
  const url = `${shop.service.url}/v1/products/bulk/async`
  const item = (index: number) => ({
    source_id: `bench-${index}`,
    name: `Bench ${index}`,
    price: 100 + index
  })
  const one = () =>
    call<Accepted>(url, [item(-1)]).then(({ async_action_id: id }) =>
      finished(shop.service.url, id)
    )
  const raw = await rawRate(file, 'products', count, one)
  const began = performance.now()
  const handles: string[] = []
  for (let from = 0; from < count; from += PRODUCTS_PER_REQUEST) {
    const items = Array.from({ length: PRODUCTS_PER_REQUEST }, (_, index) => item(from + index))
    handles.push((await call<Accepted>(url, items)).async_action_id)
  }
  for (const id of handles) await finished(shop.service.url, id, LOOK_MS)
  const seconds = (performance.now() - began) / 1000
  return {
    section: SECTION,
    name: `${count.toLocaleString('en')} products, time beside raw inserts`,
    value: count / seconds,
    unit: '/s',
    ratio: (seconds * raw) / count,
    against: 'raw'
  }
}

/** All vouchers that there are by now, into one file. */
async function exported({ service }: Shop): Promise<Line> {
  const { seconds, file } = await exporting(service, 'voucher', () => sleep(POLL_MS))
  const { rows } = await sizeOf(file)
  return {
    section: SECTION,
    name: 'rows of an export of vouchers',
    value: rows / seconds,
    unit: '/s'
  }
}

/** How long the slowest reads take while vouchers are made, beside when nothing else happens. */
async function readsMeanwhile(shop: Shop, settings: Settings): Promise<Line> {
  const { url } = shop.service
  const contender = { load: loadOf(url, questionsOf(shop)['a customer']) }
  const idle: number[] = []
  const busy: number[] = []
  for (let round = 0; round < settings.rounds; round++) {
    idle.push((await slice(contender, settings.seconds, READERS)).p99Ms)
    const { async_action_id: id } = await call<Accepted>(`${url}${moreVouchers(MEANWHILE)}`, {})
    busy.push((await slice(contender, settings.seconds, READERS)).p99Ms)
    await finished(url, id)
  }
  return {
    section: SECTION,
    name: `p99 of a customer while vouchers are made, ${READERS} connections`,
    value: median(busy),
    unit: 'ms',
    ratio: median(busy) / median(idle),
    against: 'idle',
    target: { atMost: 3 }
  }
}
