/**
 * What a grown database costs: the same questions to a small one and to one with a long history, in
 * turn. The history is written raw, as copies of the rows of a redemption, because only its size
 * matters here.
 */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { compare } from './measure.ts'
import { type Running, startService } from './processes.ts'
import { pictureOf, RawWriter, writtenBetween } from './raw.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import {
  callText,
  loadOf,
  openShop,
  type QuestionName,
  questionsOf,
  requestOf,
  type Shop
} from './shop.ts'

const CONNECTIONS = 8
/** What both are asked; the card that has the history is the first. */
const ASKED: readonly QuestionName[] = [
  'a customer',
  'pending points',
  'an estimate',
  'an event',
  'a redemption'
]
const UNITS_PER_COMMIT = 1_000

export async function growth(folder: string, settings: Settings): Promise<readonly Line[]> {
  const small = await openShop(
    await startService({ folder: await mkdtemp(join(folder, 'small-')) })
  )
  try {
    const place = await mkdtemp(join(folder, 'large-'))
    const grown = await openShop(await startService({ folder: place }))
    const rows = await grow(grown, join(place, 'bench.db'), settings.rows)
    await grown.service.stop()
    const service = await startService({ folder: place })
    try {
      return await beside(small, { ...grown, service }, rows, settings)
    } finally {
      await service.stop()
    }
  } finally {
    await small.service.stop()
  }
}

/** Copies what a redemption writes until there are so many rows; says how many there are. */
async function grow(shop: Shop, file: string, wanted: number): Promise<number> {
  const { path, body } = requestOf(questionsOf(shop)['a redemption'])
  const url = `${shop.service.url}${path}`
  await callText(url, body)
  const before = pictureOf(file)
  await callText(url, body)
  const written = writtenBetween(file, before, pictureOf(file))
  const fresh = written.filter(row => row.before === null)
  const raw = new RawWriter(file, fresh)
  let rows = 0
  for (; rows < wanted; rows += fresh.length * UNITS_PER_COMMIT) raw.write(UNITS_PER_COMMIT)
  raw.close()
  return rows
}

async function beside(
  small: Shop,
  large: Shop,
  rows: number,
  settings: Settings
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const name of ASKED) {
    const of = ({ service, ...shop }: Shop & { readonly service: Running }) => ({
      load: loadOf(service.url, questionsOf({ service, ...shop })[name])
    })
    const contenders = { small: of(small), large: of(large) }
    const found = await compare(contenders, { ...settings, connections: CONNECTIONS })
    lines.push({
      section: `With ${rows.toLocaleString('en')} rows more, ${CONNECTIONS} connections`,
      name: `p50 of ${name}`,
      value: found.large.medianMs,
      unit: 'ms',
      ratio: found.large.medianMs / found.small.medianMs,
      against: 'a small one',
      target: { atMost: 1.3 },
      beside: { p99: `${figure(found.large.p99Ms)} ms` }
    })
  }
  return lines
}
