import { join } from 'node:path'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import {
  BATCH_CHARACTERS_MAX,
  BATCH_ROWS_MAX,
  type CopiedRow,
  type CopiedTable,
  type CopySource,
  type CopyTarget,
  charactersOf,
  copiedTables
} from '../../../src/storage/engine/moving/copies.ts'
import { postgresSource, postgresTarget } from '../../../src/storage/engine/moving/postgres.ts'
import { sqliteSource, sqliteTarget } from '../../../src/storage/engine/moving/sqlite.ts'
import * as tables from '../../../src/storage/tables.ts'
import { newDatabase, onServer } from '../../support/postgres-databases.ts'
import { temporaryFolder } from '../support/engines.ts'
import { migrated } from '../support/postgres.ts'

t.test('every table is copied, each after those that it refers to', async t => {
  const order = copiedTables().map(({ name }) => name)
  const configs = Object.values(tables).map(table => getTableConfig(table))
  t.strictSame([...order].sort(), configs.map(({ name }) => name).sort())
  for (const { name, columns, foreignKeys } of configs) {
    const copied = copiedTables().find(table => table.name === name)
    t.equal(copied?.columns.length, columns.length, `all columns of ${name}`)
    t.ok(copied?.columns.some(({ isKey }) => isKey))
    for (const key of foreignKeys) {
      const other = getTableConfig(key.reference().foreignTable).name
      t.ok(order.indexOf(other) < order.indexOf(name), `${name} after ${other}`)
    }
  }
})

const projects = copiedTables().find(({ name }) => name === 'projects') as CopiedTable

/** A project whose name has so many characters. */
function project(id: number, characters: number): CopiedRow {
  return projects.columns.map(({ name, kind, isKey }) => {
    if (isKey) return `p${id}`
    if (kind === 'flag') return id % 2 === 0
    if (kind === 'whole') return BigInt(Number.MAX_SAFE_INTEGER) - BigInt(id)
    return name === 'url_secret' ? null : 'x'.repeat(characters)
  })
}

async function givenEnds(t: Test, engine: 'sqlite' | 'postgres') {
  if (engine === 'postgres') {
    const { url, drop } = await newDatabase(migrated)
    t.teardown(drop)
    const ends = { target: () => postgresTarget(url), source: () => postgresSource(url) }
    return { ...ends, url }
  }
  const file = join(temporaryFolder(t), 'copy.db')
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  await store.migrate()
  await store.close()
  const ends = { target: async () => sqliteTarget(file), source: () => sqliteSource(file) }
  return { ...ends, url: `sqlite:${file}` }
}

async function filled(target: CopyTarget, rows: readonly CopiedRow[]): Promise<void> {
  await target.begin()
  for (const row of rows) await target.insert(projects, [row])
  await target.commit()
}

async function batchesIn(source: CopySource): Promise<readonly (readonly CopiedRow[])[]> {
  const batches: (readonly CopiedRow[])[] = []
  for await (const batch of source.batches(projects)) batches.push(batch)
  return batches
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const needs = engine === 'postgres' ? onServer : {}

  t.test(`${engine}: large rows travel few at a time, and all arrive`, needs, async t => {
    const ends = await givenEnds(t, engine)
    const target = await ends.target()
    const rows = Array.from({ length: 1200 }, (_, id) => project(id, id < 40 ? 100_000 : 20))
    await target.begin()
    await target.insert(projects, rows)
    await target.commit()
    t.equal(await target.count(projects), rows.length)
    await target.close()
    const source = await ends.source()
    const batches = await batchesIn(source)
    t.ok(batches.every(({ length }) => length <= BATCH_ROWS_MAX))
    const most = Math.max(
      ...batches.map(batch => batch.reduce((sum, row) => sum + charactersOf(row), 0))
    )
    // A row of these has six texts, and it is only known afterwards how large it is.
    t.ok(most < 10 * BATCH_CHARACTERS_MAX, `${most} characters`)
    const byId = (all: readonly CopiedRow[]) =>
      [...all].sort(([one], [other]) => String(one).localeCompare(String(other)))
    t.strictSame(byId(batches.flat()), byId(rows))
    await source.close()
  })

  t.test(`${engine}: a source is of one moment`, needs, async t => {
    const ends = await givenEnds(t, engine)
    const target = await ends.target()
    await filled(target, [project(1, 5)])
    const source = await ends.source()
    await filled(target, [project(2, 5)])
    t.equal(await source.count(projects), 1)
    t.strictSame(await batchesIn(source), [[project(1, 5)]])
    await source.close()
    await target.close()
  })

  t.test(`${engine}: what is not committed is not there`, needs, async t => {
    const ends = await givenEnds(t, engine)
    const target = await ends.target()
    await target.begin()
    await target.insert(projects, [project(1, 5)])
    await target.rollback()
    t.equal(await target.count(projects), 0)
    t.equal(await target.tableWithRows(), null)
    await filled(target, [project(1, 5)])
    t.equal(await target.tableWithRows(), 'projects')
    await target.rollback()
    t.equal(await target.count(projects), 1, 'and what is stays')
    await target.close()
  })
}

t.test('of two copies to one database one is made', onServer, async t => {
  const { url, drop } = await newDatabase(migrated)
  const target = await postgresTarget(url)
  await t.rejects(postgresTarget(url), /is open in another process/)
  await target.close()
  await (await postgresTarget(url)).close()
  await drop()
})
