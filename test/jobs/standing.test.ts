/**
 * Reviews: everybody is looked at once more, in order, from where the last worker was.
 *
 * Spec: EarningRule.event.
 */
import { openReview } from '../../src/decisions/standing/open.ts'
import { reviewCustomers } from '../../src/jobs/standing.ts'
import type { Customer, Filter } from '../../src/model.ts'
import { loggedIn } from '../support/evidence.ts'
import { givenCustomer } from '../support/given.ts'
import { givenSegment } from '../support/given-rules.ts'
import { alone, carryOutAll, days, failing } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

/** Two batches of customers and a bit. */
const COUNT = 130

const ids = Array.from({ length: COUNT }, (_, index) => `cust_${1000 + index}`)

async function givenCustomers(shop: Workshop, over: Partial<Customer> = {}): Promise<void> {
  await shop.write(
    ...ids.map(id => ({
      kind: 'customer.created' as const,
      customer: givenCustomer({ id, sourceId: id, ...over })
    }))
  )
}

/** A segment of those whom a filter selects, as its decision makes it but for the review. */
async function givenFilter(shop: Workshop, fields: Filter['fields']): Promise<void> {
  const filter = { junction: 'and', fields } as const
  const segment = givenSegment({ type: 'auto-update', filter })
  await shop.write({ kind: 'segment.created', segment })
}

async function begin(shop: Workshop): Promise<void> {
  const decision = openReview()
  if ('changes' in decision) await shop.write(...decision.changes)
}

const ADAS: Filter['fields'] = { name: { $is: ['Ada Baker'] } }

/** Ids of those in the segment, in order. */
async function inside(shop: Workshop): Promise<readonly string[]> {
  return (await shop.table('segmentMembers')).map(({ customerId }) => customerId).sort()
}

/** What happened to whom, oldest first. */
async function steps(shop: Workshop): Promise<readonly string[]> {
  const events = await shop.table('events')
  return events
    .flatMap(loggedIn)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ type, customerId }) => `${customerId} ${type.replace('customer.segment.', '')}`)
}

async function place(shop: Workshop) {
  return (await shop.table('reviews')).map(({ after, reviewedOn }) => ({ after, reviewedOn }))
}

inWorkshop('a review puts everybody where they belong, once, and is over', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await carryOutAll(shop)
  t.strictSame(await inside(shop), [], 'nobody asked for a review')
  await begin(shop)
  await carryOutAll(shop)
  t.strictSame(await inside(shop), ids)
  t.strictSame(await place(shop), [{ after: null, reviewedOn: '2026-03-01' }])
  await carryOutAll(shop)
  await begin(shop)
  await carryOutAll(shop)
  t.strictSame(
    (await steps(shop)).toSorted(),
    ids.map(id => `${id} entered`)
  )
  t.strictSame(shop.troubles, [])
})

inWorkshop('a review that was cut short goes on where it was', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  await reviewCustomers(shop.tools, alone(shop)).next()
  t.strictSame(await place(shop), [{ after: 'cust_1049', reviewedOn: null }])
  t.strictSame(await inside(shop), ids.slice(0, 50))
  // Killed between looking and taking note: those are looked at twice, and enter once.
  const stuck = failing(shop, facts => facts.includes('"after":"cust_1049"'))
  const cutShort = reviewCustomers({ ...shop.tools, shell: stuck }, alone(shop))
  await t.rejects(cutShort.next(), { message: 'broken' })
  t.strictSame(await place(shop), [{ after: 'cust_1049', reviewedOn: null }])
  t.strictSame(await inside(shop), ids.slice(0, 100))
  const looked: string[] = []
  const shell = failing(shop, facts => {
    const id = /"customer":\{"id":"(\w+)"/.exec(facts)?.[1]
    if (id !== undefined) looked.push(id)
    return false
  })
  await carryOutAll(shop, { shell })
  t.strictSame(looked.sort(), ids.slice(50), 'nobody before the place is asked again')
  t.strictSame(await place(shop), [{ after: null, reviewedOn: '2026-03-01' }])
  t.strictSame(
    (await steps(shop)).toSorted(),
    ids.map(id => `${id} entered`)
  )
})

inWorkshop('a review that is opened once more begins again', async (t, shop) => {
  await givenCustomers(shop)
  await begin(shop)
  const review = reviewCustomers(shop.tools, alone(shop))
  await review.next()
  await givenFilter(shop, ADAS)
  await begin(shop)
  for await (const _ of review);
  t.strictSame(await inside(shop), ids)
})

inWorkshop('two workers at one review come to the same', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  await Promise.all([carryOutAll(shop), carryOutAll(shop)])
  t.strictSame(
    (await steps(shop)).toSorted(),
    ids.map(id => `${id} entered`)
  )
  t.strictSame(shop.troubles, [])
})

inWorkshop('who cannot be looked at is reported, and the others are', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  const bad = ['cust_1000', 'cust_1049', 'cust_1129']
  const shell = failing(shop, facts => bad.some(id => facts.includes(`"customer":{"id":"${id}"`)))
  await carryOutAll(shop, { shell })
  t.strictSame(
    await inside(shop),
    ids.filter(id => !bad.includes(id))
  )
  t.strictSame(
    shop.troubles.toSorted(),
    bad.map(id => `reviewing customer ${id} of project proj_1: broken`)
  )
  t.strictSame(await place(shop), [{ after: null, reviewedOn: '2026-03-01' }])
})

/** The shell of a workshop, in which others hold customers; whom it looked at is kept, in order. */
function holding(shop: Workshop, held: Set<string>, code = 'store_busy') {
  const looked: string[] = []
  const isHeld = (facts: string) => {
    const id = /"customer":\{"id":"(\w+)"/.exec(facts)?.[1] ?? ''
    if (id !== '') looked.push(id)
    return held.has(id)
  }
  const shell = failing(shop, isHeld, () => Object.assign(new Error('busy'), { code }))
  const tools = { ...shop.tools, shell }
  const round = async () => {
    for await (const _ of reviewCustomers(tools, alone(shop)));
  }
  return { round, looked: () => looked.splice(0).toSorted(), shell }
}

const all = { after: null, reviewedOn: '2026-03-01' }

inWorkshop('while the storage says no nobody is passed over', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  const held = new Set(['cust_1060'])
  const { shell } = holding(shop, held, 'store_unreachable')
  await carryOutAll(shop, { shell })
  t.strictSame(shop.troubles, ['carrying out customers.review: busy'])
  t.strictSame(await place(shop), [{ after: 'cust_1049', reviewedOn: null }])
  held.clear()
  await carryOutAll(shop, { shell })
  t.strictSame(await inside(shop), ids)
})

inWorkshop('who is held by others stops nobody, and is not passed over', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  const held = new Set(['cust_1060', 'cust_1061', 'cust_1129'])
  const { round, looked } = holding(shop, held)
  await round()
  t.strictSame(
    await inside(shop),
    ids.filter(id => !held.has(id))
  )
  const doing = (id: string) => `reviewing customer ${id} of project proj_1`
  const goesOn = 'it goes on with the others, and the next round tries again: busy'
  // Those of a batch are looked at together, and told of in any order.
  t.strictSame(
    shop.troubles.splice(0).toSorted(),
    [...held].map(id => `${doing(id)}; ${goesOn}`)
  )
  t.strictSame(await place(shop), [{ after: 'cust_1059', reviewedOn: null }])
  t.strictSame(looked(), ids)
  held.delete('cust_1060')
  await round()
  t.strictSame(await place(shop), [{ after: 'cust_1060', reviewedOn: null }])
  t.strictSame(looked(), ['cust_1060', 'cust_1061', 'cust_1129'], 'nobody else once more')
  held.delete('cust_1061')
  await round()
  t.strictSame(await place(shop), [{ after: 'cust_1128', reviewedOn: null }])
  held.clear()
  await round()
  t.strictSame(await place(shop), [all])
  t.strictSame(await inside(shop), ids)
})

inWorkshop('a process that knows nothing of a walk begins at the stored place', async (t, shop) => {
  await givenCustomers(shop)
  await begin(shop)
  const held = new Set(['cust_1001'])
  const { round } = holding(shop, held)
  await round()
  const other = holding(shop, held)
  await other.round()
  t.strictSame(other.looked(), ids.slice(1))
  held.clear()
  await other.round()
  t.strictSame(await place(shop), [all])
  await round()
  t.strictSame(await place(shop), [all])
})

inWorkshop('where too many are held, the review waits there', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  const held = new Set(ids.slice(0, 60))
  const { round, looked } = holding(shop, held)
  await round()
  t.strictSame(looked(), ids.slice(0, 50))
  await round()
  t.strictSame(looked(), ids.slice(0, 50), 'and nobody behind them')
  held.clear()
  await round()
  t.strictSame(looked(), ids)
  t.strictSame(await inside(shop), ids)
  t.strictSame(await place(shop), [all])
})

inWorkshop('a review that is opened anew looks at all, whoever is held', async (t, shop) => {
  await givenCustomers(shop)
  await begin(shop)
  const held = new Set(['cust_1000'])
  const { round } = holding(shop, held)
  await round()
  t.strictSame(await place(shop), [{ after: '', reviewedOn: null }])
  await givenFilter(shop, ADAS)
  // As two segments do, one after the other.
  await begin(shop)
  await begin(shop)
  await round()
  t.strictSame(await inside(shop), ids.slice(1))
  held.clear()
  await round()
  t.strictSame(await inside(shop), ids)
})

inWorkshop('a walk over midnight is recorded as of the day that it began', async (t, shop) => {
  await givenCustomers(shop)
  await begin(shop)
  const held = new Set(['cust_1129'])
  const { round } = holding(shop, held)
  await round()
  shop.wait(days(1))
  held.clear()
  await round()
  t.strictSame(await place(shop), [all])
})

inWorkshop('a filter that counts no days needs no review of the day', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await carryOutAll(shop)
  shop.wait(days(2))
  await carryOutAll(shop)
  t.strictSame(await place(shop), [])
  t.strictSame(await inside(shop), [])
})

// What time it is, and what a worker leaves behind: the day of the last review, who is inside.
const watch = [
  ['2026-03-01T10:00:00.000Z', '2026-03-01', 0],
  ['2026-03-01T22:59:59.999Z', '2026-03-01', 0],
  ['2026-03-01T23:00:00.000Z', '2026-03-02', 0],
  // Two days and a minute old, but looked at already today.
  ['2026-03-02T22:31:00.000Z', '2026-03-02', 0],
  ['2026-03-02T23:00:00.000Z', '2026-03-03', COUNT],
  ['2026-03-09T12:00:00.000Z', '2026-03-09', COUNT]
] as const

inWorkshop('a filter that counts days has a review on each day of the project', async (t, shop) => {
  await givenCustomers(shop, { createdAt: '2026-02-28T22:30:00.000Z' })
  await givenFilter(shop, { created_at: { $more_than_ago: [2] } })
  const seen: unknown[] = []
  for (const [instant] of watch) {
    shop.wait(Date.parse(instant) - Date.parse(shop.now()))
    await carryOutAll(shop)
    await carryOutAll(shop)
    const [review] = await place(shop)
    seen.push([instant, review?.reviewedOn, (await inside(shop)).length])
  }
  t.strictSame(seen, watch)
  t.equal((await steps(shop)).length, COUNT)
})

inWorkshop('who loses to others every time is looked at in the next round', async (t, shop) => {
  await givenCustomers(shop)
  await givenFilter(shop, ADAS)
  await begin(shop)
  let left = 2
  const isMet = (facts: string) => facts.includes('"customer":{"id":"cust_1070"') && left-- > 0
  const lost = () => Object.assign(new Error('others were first'), { code: 'guard_lost' })
  const shell = failing(shop, isMet, lost)
  await carryOutAll(shop, { shell })
  t.strictSame(await place(shop), [{ after: 'cust_1069', reviewedOn: null }])
  t.strictSame(
    await inside(shop),
    ids.filter(id => id !== 'cust_1070')
  )
  await carryOutAll(shop, { shell })
  t.strictSame(await place(shop), [{ after: 'cust_1069', reviewedOn: null }], 'at the head of it')
  await carryOutAll(shop, { shell })
  t.strictSame(await inside(shop), ids)
  t.strictSame(await place(shop), [{ after: null, reviewedOn: '2026-03-01' }])
  t.strictSame(shop.troubles, [])
})
