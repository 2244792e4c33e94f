/**
 * Statements as values. Most of this file is proven by the compiler: each expected error is a call
 * that must not compile.
 */
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { Customer } from '../../../src/model.ts'
import {
  customerById,
  customersById,
  type customersCount
} from '../../../src/storage/customers/customers.ts'
import { openStore } from '../../../src/storage/database.ts'
import { type Session, write } from '../../../src/storage/engine/session.ts'
import {
  columnsToSet,
  command,
  type Given,
  is,
  type Row,
  type RowOf,
  statement
} from '../../../src/storage/engine/statements.ts'
import { exportList } from '../../../src/storage/exports.ts'
import { products, replaceProduct } from '../../../src/storage/products.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
const proven = <Claim extends true>(claim?: Claim) => claim

proven<Equal<RowOf<typeof customerById>, Row<'customers'>>>()
proven<Equal<RowOf<typeof customersCount>, { total: number }>>()

/** Never called: that some of its lines do not compile is the test. */
export async function asked(session: Session, change: Change, customer: Customer): Promise<void> {
  const row = await session.one(customerById, { id: 'cust_1' })
  const name: string | null | undefined = row?.name
  // @ts-expect-error a column the table does not have
  const colour = row?.colour
  await session.all(exportList.created_at, { limit: 10, offset: 0 })
  await session.all(allProjects)
  // @ts-expect-error a parameter left out
  await session.one(customerById)
  // @ts-expect-error a parameter left out of several
  await session.all(exportList.created_at, { limit: 10 })
  // @ts-expect-error a parameter misspelt
  await session.one(customerById, { ids: 'cust_1' })
  // @ts-expect-error a parameter of another type
  await session.one(customerById, { id: 7 })
  await session.all(customersById, { ids: ['cust_1'] })
  // @ts-expect-error a list as its own JSON
  await session.all(customersById, { ids: '["cust_1"]' })
  // @ts-expect-error a parameter that is not there
  await session.one(customerById, { id: 'cust_1', projectId: 'proj_1' })
  // @ts-expect-error a list that has no such order
  await session.all(exportList.updated_at, { limit: 10, offset: 0 })
  // @ts-expect-error a statement by its name
  await session.one('customerById', { id: 'cust_1' })
  // @ts-expect-error the guard of a write left out
  await write(session, change, setVoucherHolder, { id: 'v_1', holderId: null, updatedAt: name })
  // @ts-expect-error a row of another table
  await write(session, change, products.insert, customer)
  // @ts-expect-error the version that is replaced left out
  await write(session, change, replaceProduct, { ...({} as Row<'products'>) })
  // @ts-expect-error a command, of which there are no rows
  await session.one(setVoucherHolder, { id: 'v_1', version: 1, holderId: null, updatedAt: '' })
  // @ts-expect-error a SELECT, which writes nothing
  await session.run(customerById, { id: 'cust_1' })
  // @ts-expect-error what a SELECT returns is no proof of a write
  await write(session, change, customerById, { id: colour })
}

export const built = [
  statement(({ db, t }, given: Given<{ id: string }>) =>
    // @ts-expect-error a parameter the statement does not declare
    db.select().from(t.customers).where(is(t.customers.id, given.name))
  ),
  statement(({ db, t }, given: Given<{ version: string }>) =>
    // @ts-expect-error a parameter of another type than its column
    db.select().from(t.customers).where(is(t.customers.version, given.version))
  ),
  command(({ db, t }, given: Given<{ name: string }>) =>
    db
      .update(t.customers)
      // @ts-expect-error a column that no parameter is given for
      .set(columnsToSet(t.customers, given, ['name', 'email']))
  )
]

t.test('a statement is prepared once on a connection, and run there again and again', async t => {
  const store = await openStore('sqlite::memory:', { onBug: t.error })
  t.after(() => store.close())
  await store.migrate()
  let builds = 0
  const counted = statement(({ db, t: { projects } }, { id }: Given<{ id: string }>) => {
    builds++
    return db.select().from(projects).where(is(projects.id, id))
  })
  const ask = (id: string) => store.read(null, session => session.all(counted, { id }))
  t.same([await ask('proj_1'), await ask('proj_2'), builds], [[], [], 1])
})
