import t from 'tap'
import { CONFIG, givenService, NOW, type Service } from '../../support/app.ts'
import { ranDuring, whereCounted } from '../../support/counted-statements.ts'
import { demoStore } from '../../support/demo.ts'
import { onDemo } from '../../support/on-demo.ts'
import { ADA, BEANS, checked, coupon, idsFor, made, OF_DEMO } from '../support/qualifying.ts'

async function paged(service: Service, body: object, limit: number) {
  const pages: string[][] = []
  let starting_after: string | null = 'null'
  while (starting_after !== null) {
    const { ids, list } = await checked(service, { ...body, options: { limit, starting_after } })
    pages.push([...ids])
    starting_after = list.more_starting_after ?? null
    if (pages.length > 200) throw new Error('pages without an end')
  }
  return pages
}

onDemo('checkEligibility: pages have each once, also of one moment', async (t, service) => {
  // The clock stands, so that all of these were made in the same millisecond.
  for (let made = 0; made < 9; made++) await coupon(service, `SAME-${made}`)
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'SAME-4' })
  const body = { customer: ADA, order: BEANS }
  const [all = []] = await paged(service, body, 50)
  t.strictSame(all.slice(9), OF_DEMO)
  for (const limit of [1, 2, 4, 9]) {
    const pages = await paged(service, body, limit)
    t.strictSame(pages.flat(), all, `by ${limit}`)
    t.ok(pages.every(({ length }) => length <= limit))
  }
  const { list } = await checked(service, { ...body, options: { limit: 2 } })
  t.equal(list.more_starting_after, NOW.replace('Z', '002Z'))
  t.strictSame(await idsFor(service, { ...body, options: { starting_after: NOW } }), OF_DEMO)
  const { entries } = await checked(service, { order: BEANS })
  t.equal(entries.length, 5, 'five where nothing is said')
  const hundred = await checked(service, { order: BEANS, options: { limit: 100 } })
  t.equal(hundred.entries.length, 16, 'a hundred is no mistake')
})

onDemo('checkEligibility: a request examines a hundred, whatever there is', async (t, service) => {
  const body = { customer: ADA, order: BEANS }
  const expired = { expiration_date: '2026-02-01T00:00:00.000Z' }
  for (let made = 0; made < 110; made++) await coupon(service, `OVER-${made}`, expired)
  t.strictSame(await paged(service, body, 5), [[], OF_DEMO.slice(0, 5), OF_DEMO.slice(5)])
  await coupon(service, 'ONE')
  const { list } = await checked(service, { ...body, options: { sorting_rule: 'BEST_DEAL' } })
  t.match(list, { total: 1, has_more: true, more_starting_after: NOW.replace('Z', '100Z') })
})

t.test('checkEligibility: fifty candidates cost no more statements', whereCounted, async t => {
  const store = await demoStore(NOW, CONFIG, [], { doubted: false })
  const service = await givenService(t, { store })
  const body = { customer: ADA, order: BEANS, options: { limit: 50 } }
  const cost = async () => {
    await checked(service, body)
    await made(service, '/v1/customers', { source_id: `after ${await idsFor(service, body)}` })
    return (await ranDuring(() => checked(service, body))).statements
  }
  const few = await cost()
  for (let made = 0; made < 50; made++) await coupon(service, `C-${made}`)
  t.strictSame(await cost(), few)
  // The version; customer, wallet and coupons; codes to give; the reward; goods and collections;
  // cards, tiers, points that wait, lots, segments and totals of the customer.
  t.equal(few.length, 13, few.join('\n'))
})
