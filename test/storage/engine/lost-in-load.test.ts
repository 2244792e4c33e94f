/**
 * A unit that loses the guard of a customer while it loads: the next attempt has the customer
 * before it loads, so that it does not lose that guard again.
 */
import t from 'tap'
import { customerNamed, holdCustomer } from '../../../src/storage/customers/customers.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { changed, ground, P } from '../support/changes.ts'
import { givenDatabase } from '../support/postgres.ts'

/** What somebody else does, wherever nobody has the customer. */
const CHANGE = `update customers set version = version + 1 where id in
  (select id from customers where id = 'cust_1' for update skip locked)`

t.test('who lost a guard while it loaded has the row before it loads', onServer, async t => {
  const { open, client } = await givenDatabase(t)
  const [store, other] = [await open(), await client()]
  await changed(store, ...ground)
  const changes: (number | null)[] = []
  await store.write(P, async session => {
    const customer = await customerNamed(session, 'cust_1')
    changes.push((await other.query(CHANGE)).rowCount)
    await holdCustomer(session, customer)
    return { value: null, changes: [] }
  })
  t.strictSame(changes, [1, 0], 'the other one came between once')
})
