import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import t from 'tap'
import { putSandboxProject } from '../../src/decisions/projects.ts'
import * as known from '../../src/demo/known.ts'
import type { Project } from '../../src/model.ts'
import { projectNamed } from '../../src/storage/projects.ts'
import { copying, OWN } from '../../src/storage/sandboxes.ts'
import * as tables from '../../src/storage/tables.ts'
import { CONFIG, NOW } from '../support/app.ts'
import { demoStore } from '../support/demo.ts'
import { rawRows, wholeStore } from '../support/evidence.ts'

const NAMES = Object.values(tables).map(table => getTableConfig(table as SQLiteTable).name)
const OF_NAMES = new Map<string, SQLiteTable>(Object.entries(tables))
const NOT_COPIED = OWN.map(name => getTableConfig(OF_NAMES.get(name) as SQLiteTable).name)

t.test('every table is copied, but for what a project has of its own', async t => {
  const { fill, empty, emptyKeys } = copying()
  t.equal(fill.length, NAMES.length - NOT_COPIED.length)
  t.equal(empty.length + emptyKeys.length, NAMES.length - 1, 'its own row is deleted last')
  t.strictSame(NOT_COPIED, ['projects', 'key_pairs', 'access_tokens', 'receipts', 'timer_leases'])
  for (const table of Object.values(tables)) {
    const { name, columns } = getTableConfig(table as SQLiteTable)
    if (name === 'projects') continue
    const found = columns.some(column => column.name === 'projectId')
    t.ok(found, `${name} has a project`)
  }
})

t.test('a copy has the rows of its original; of one deleted nothing is left', async t => {
  const bugs: Error[] = []
  const store = await demoStore(NOW, CONFIG, bugs)
  t.teardown(() => store.close())
  const from = known.PROJECT_ID
  const original = (await store.read(null, session => projectNamed(session, from))) as Project
  const before = await wholeStore(store)
  const project = { ...original, id: 'proj_copy', demo: false }
  const put = putSandboxProject({ project, pairs: [], from, isThere: false })
  await store.write(project.id, async () => ({ value: null, changes: changesOf(put) }))
  const rows = await rawRows(store, NAMES)
  let copied = 0
  for (const name of NAMES.filter(each => !NOT_COPIED.includes(each))) {
    const of = (id: string) =>
      (rows[name] ?? [])
        .filter(row => row['project_id'] === id)
        .map(({ project_id: _, ...row }) =>
          JSON.stringify(name === 'jobs' ? { ...row, owner: null, lease_until: null } : row)
        )
        .toSorted()
    t.strictSame(of(project.id), of(from), name)
    copied += of(project.id).length
  }
  t.ok(copied > 150)
  // Begun anew from itself it would be empty: what was there is deleted first.
  const anew = putSandboxProject({ project, pairs: [], from, isThere: true })
  await store.write(project.id, async () => ({ value: null, changes: changesOf(anew) }))
  t.strictSame(await rawRows(store, ['customers']), { customers: rows['customers'] })
  await store.write(project.id, async () => ({
    value: null,
    changes: [{ kind: 'sandbox.emptied' }, { kind: 'sandbox.removed' }]
  }))
  t.equal(await wholeStore(store), before)
  t.strictSame(bugs, [])
})

function changesOf(decided: ReturnType<typeof putSandboxProject>) {
  if ('refusal' in decided) throw new Error(decided.refusal.details)
  return decided.changes
}
