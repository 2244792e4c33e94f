/**
 * Units of work that lock the set-up version of their project exclusively while they load. They
 * lock all other rows that they write before that version, because every other transaction locks it
 * last: in another order the two would wait for each other until the server ends one of them.
 *
 * For each operation with such a unit, another transaction locks every row in turn while the
 * operation is asked.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { compose } from '../../../src/main/compose.ts'
import { CONFIG, contract, NOW } from '../../support/app.ts'
import { countedSource } from '../../support/counted-source.ts'
import { demoAt } from '../../support/demo.ts'
import { newDatabase, onServer } from '../../support/postgres-databases.ts'
import { type Asking, ask, firstShown, operationNamed } from '../../support/requests.ts'
import { root } from '../../support/root.ts'
import { openUrl } from '../../support/stores.ts'
import { migrated } from '../support/postgres.ts'

const demo = demoAt(NOW, CONFIG)
const shop = {
  name: `${migrated.name}, ${demo.name}`,
  fill: async (url: string) => {
    await migrated.fill(url)
    const store = await openUrl(url, { onBug: () => undefined })
    await demo.fill(store).finally(() => store.close())
  }
}

/** An operation with a load that has the set-up alone. */
interface Unit {
  readonly id: string
  readonly load: string
  /** Rows that the unit deletes, and those that it changes. */
  readonly deletes?: readonly string[]
  readonly changes?: readonly string[]
  /** Tables of more rows that nobody writes without one of these. */
  readonly behind?: readonly string[]
  readonly asking?: Asking
}

/** In the order in which they are asked. */
const UNITS: readonly Unit[] = [
  {
    id: 'deleteSegment',
    load: 'loadDeleteSegment',
    deletes: ['segments seg_00tasting', 'segment_members seg_00tasting']
  },
  { id: 'deleteCategory', load: 'loadDeleteCategory', deletes: ['categories cat_00outlet'] },
  { id: 'updateReward', load: 'loadUpdateReward', changes: ['rewards rew_00mug'] },
  { id: 'deleteReward', load: 'loadDeleteReward', deletes: ['rewards rew_00retired'] },
  {
    id: 'deleteRewardAssignment',
    load: 'loadDeleteRewardAssignment',
    deletes: ['reward_assignments rewa_00bakery']
  },
  {
    id: 'deleteVoucher',
    load: 'loadDeleteVoucher',
    asking: { path: { code: 'SPRING-0003' } },
    deletes: ['vouchers v_00spring3'],
    changes: ['campaigns camp_00spring']
  },
  { id: 'updateLoyaltyProgram', load: 'loadUpdateCampaign', changes: ['campaigns camp_00tea'] },
  { id: 'deleteLoyaltyProgram', load: 'loadDeleteCampaign', deletes: ['campaigns camp_00juice'] },
  {
    id: 'updateLoyaltyTier',
    load: 'loadUpdateLoyaltyTier',
    changes: ['loyalty_tiers ltr_00guest', 'reviews proj_00demo']
  },
  { id: 'deleteLoyaltyTier', load: 'loadDeleteLoyaltyTier', deletes: ['loyalty_tiers ltr_00host'] },
  { id: 'deleteEarningRule', load: 'loadDeleteEarningRule', deletes: ['earning_rules ern_00sip'] },
  {
    id: 'deletePromotionTier',
    load: 'loadDeletePromotionTier',
    deletes: ['promotion_tiers promo_00thaw']
  },
  { id: 'updateCampaign', load: 'loadUpdateCampaign', changes: ['campaigns camp_00spring'] },
  {
    id: 'deleteCampaign',
    load: 'loadDeleteCampaign',
    deletes: ['campaigns camp_00winter', 'promotion_tiers promo_00snow']
  },
  { id: 'deleteProduct', load: 'loadDeleteProduct', deletes: ['products prod_00tin'] },
  { id: 'deleteSku', load: 'loadDeleteSku', deletes: ['skus sku_00mugold'] },
  {
    id: 'deleteProductCollection',
    load: 'loadDeleteProductCollection',
    deletes: ['product_collections pc_00lastyear']
  },
  {
    id: 'deleteValidationRule',
    load: 'loadDeleteValidationRule',
    deletes: ['validation_rules val_00beansonly']
  },
  {
    id: 'deleteValidationRuleAssignment',
    load: 'loadDeleteValidationRuleAssignment',
    changes: ['validation_rules val_00twenty']
  },
  {
    id: 'deleteEventSchema',
    load: 'loadDeleteEventSchema',
    deletes: ['event_schemas ms_00tasting']
  },
  {
    id: 'eraseCustomer',
    load: 'loadEraseCustomer',
    asking: { path: { customerId: 'cust_00ada' } },
    changes: ['customers cust_00ada', 'pending_points lopp_00beans', 'vouchers v_00adaclub'],
    behind: ['segment_members']
  }
]

/** What rows of a table are named by, where that is no id of theirs. */
const KEYS: Readonly<Record<string, string>> = {
  customer_totals: 'customer_id',
  lots: 'voucher_id',
  reviews: 'project_id',
  segment_members: 'segment_id',
  tier_memberships: 'voucher_id'
}
const keyOf = (table: string) => KEYS[table] ?? 'id'

/** Rows that nobody writes without one that is held before, and the set-up itself. */
const BEHIND = [
  'projects',
  'collection_items',
  'validation_rule_assignments',
  'customer_totals',
  'tier_memberships',
  'lots'
]

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** The names of all rows of the database, by their texts. */
async function rowsOf(client: Client): Promise<ReadonlyMap<string, string>> {
  const found = await client.query(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const texts = found.rows.map(
    ({ name }) => `select '${name}' as name, to_jsonb(r) as row from "${name}" r`
  )
  const { rows } = await client.query(texts.join(' union all '))
  return new Map(
    rows.map(({ name, row }) => [JSON.stringify([name, row]), `${name} ${row[keyOf(name)]}`])
  )
}

/** Somebody who has a row. */
async function holding(url: string, row: string, how: 'key share' | 'no key update') {
  const [table, id] = row.split(' ')
  const client = await connected(url)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await client.query('begin')
  const where = `"${keyOf(String(table))}" = '${id}'`
  const held = await client.query(`select from "${table}" where ${where} for ${how}`)
  return { row, client, pid: rows[0].pid as number, isThere: held.rowCount === 1 }
}

const BLOCKED = `select pg_blocking_pids(pid) as pids from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

type Given = Awaited<ReturnType<typeof given>>

async function given(t: { after(task: () => unknown): unknown }) {
  const { url, drop } = await newDatabase(shop)
  const bugs: Error[] = []
  const store = await openUrl(url, { onBug: bug => bugs.push(bug) })
  const given = { store, config: CONFIG, acceptDemo: true, contract }
  const { app } = compose({ ...given, now: () => NOW, ids: countedSource() })
  await app.ready()
  const looking = await connected(url)
  t.after(async () => {
    await looking.end()
    await app.close()
    await store.close()
    await drop()
    if (bugs.length > 0) throw bugs[0]
  })
  return { url, app, looking }
}

/** The processes of the server that others wait for. */
async function awaited(looking: Client): Promise<readonly number[]> {
  return (await looking.query(BLOCKED)).rows.flatMap(({ pids }) => pids as number[])
}

/**
 * Resolves when nobody has the set-up alone. An attempt that begins again does not wait for the end
 * of the one before, so that the set-up may be free a moment later than the row is asked for.
 * @throws {Error} when somebody keeps it for as long as `pid` is waited for.
 */
async function freeSetUp(looking: Client, pid: number): Promise<void> {
  for (;;) {
    try {
      await looking.query('select from projects for share nowait')
      return
    } catch (error) {
      if (!(await awaited(looking)).includes(pid)) throw error
      await pause(10)
    }
  }
}

/** Asks while others have its rows, until each was waited for; each finds the set-up free. */
async function askAmong(t: Test, { url, app, looking }: Given, unit: Unit) {
  const { id, deletes = [], changes = [], asking } = unit
  const operation = operationNamed(id)
  const others = await Promise.all([
    // As who refers to the row has it.
    ...deletes.map(row => holding(url, row, 'key share')),
    ...changes.map(row => holding(url, row, 'no key update'))
  ])
  const found = others.every(({ isThere }) => isThere)
  t.ok(found, `${id}: the rows are there`)
  let isAnswered = false
  const asked = ask(app, operation, { body: firstShown(operation), ...asking }).finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    const pids = await awaited(looking)
    const other = others.find(({ pid }) => pids.includes(pid))
    if (other === undefined) continue
    others.splice(others.indexOf(other), 1)
    await t.resolves(
      freeSetUp(looking, other.pid),
      `${id}: waits for ${other.row} without the set-up`
    )
    await other.client.end()
  }
  const { status, bytes } = await asked
  const told = others.map(({ row }) => row)
  t.strictSame(told, [], `${id}: waits for all of them`)
  await Promise.all(others.map(({ client }) => client.end()))
  t.ok(status < 300, `${id}: ${bytes}`)
}

t.test('what has the set-up alone waits for every row before', onServer, async t => {
  const service = await given(t)
  const { looking } = service
  await looking.query(`insert into segment_members
    values ('proj_00demo', 'seg_00tasting', 'cust_00finn', '2026-03-01T09:00:00.000Z')`)
  for (const unit of UNITS) {
    const before = await rowsOf(looking)
    await askAmong(t, service, unit)
    const after = await rowsOf(looking)
    const isBehind = (name: string) => {
      const table = name.split(' ')[0] as string
      return BEHIND.includes(table) || unit.behind?.includes(table) === true
    }
    const changed = [...before].filter(([text, name]) => !after.has(text) && !isBehind(name))
    t.strictSame(
      new Set(changed.map(([, name]) => name)),
      new Set([...(unit.deletes ?? []), ...(unit.changes ?? [])]),
      `${unit.id}: writes no other row`
    )
  }
})

t.test('every load that has the set-up alone is tried', async t => {
  const folder = join(root, 'src/storage')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const loads = files
    .filter(file => file.endsWith('.ts'))
    .flatMap(file => {
      const parts = readFileSync(join(folder, file), 'utf8').split('\nexport function ').slice(1)
      return parts
        .filter(part => part.includes('await holdSetUp('))
        .map(part => part.slice(0, part.indexOf('(')))
    })
  t.strictSame(new Set(loads), new Set(UNITS.map(({ load }) => load)))
})
