/**
 * A limit of a kind that the project has not counted so far: the redemptions that there are already
 * are counted a page at a time, while others redeem and roll back. None is missed and none is
 * counted twice, whichever process does what.
 *
 * Spec: redeemStackedDiscounts, rollbackRedemption, createValidationRuleAssignment.
 */
import t, { type Test } from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { freshSource } from '../../src/ids.ts'
import { compose } from '../../src/main/compose.ts'
import { type Origin, Shell } from '../../src/shell.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { CountsMissing } from '../../src/storage/engine/errors.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { type Answered, CONFIG, contract, NOW, PAIR } from '../support/app.ts'
import { chanceOf } from '../support/chance.ts'
import { countedSource } from '../support/counted-source.ts'
import { afterWrites } from '../support/evidence.ts'
import { givenProject } from '../support/given.ts'
import { newUrl, openUrl } from '../support/stores.ts'

type Beside = (kinds: readonly string[]) => Promise<void>

/** Two services on one database, asked in turn, with coupons of a campaign that nothing limits. */
async function givenCoupons(t: Test, redeemed: number) {
  const url = await newUrl(t)
  let beside: Beside = async () => undefined
  const services = await Promise.all(
    [1, 2].map(async seed => {
      const store = await openUrl(url, { onBug: bug => t.error(bug) })
      await store.migrate()
      // Between two units that count earlier redemptions, something happens.
      afterWrites(store, ({ kinds }) => beside(kinds))
      const ids = { ...freshSource(), random: chanceOf(seed).below }
      const parts = { store, config: CONFIG, acceptDemo: true, now: () => NOW, ids, contract }
      return { store, ...compose(parts) }
    })
  )
  const [first] = services
  if (first === undefined) throw new Error('There is none.')
  await loadDemo(first.store, first.shell)
  let turn = 0
  const post = async (path: string, body: object = {}): Promise<Answered['body']> => {
    const { app } = services[turn++ % services.length] as (typeof services)[number]
    const headers = { ...PAIR, 'content-type': 'application/json' }
    const payload = JSON.stringify(body)
    return (await app.inject({ method: 'POST', url: path, headers, payload })).json()
  }
  const redeem = (id: string) =>
    post('/v1/redemptions', { redeemables: [{ object: 'voucher', id }], order: { amount: 900 } })
  const discount = { type: 'PERCENT', percent_off: 10 }
  const voucher = { type: 'DISCOUNT_VOUCHER', discount, redemption: { quantity: null } }
  const campaign = { name: 'Coupons', campaign_type: 'DISCOUNT_COUPONS', type: 'STATIC', voucher }
  const { id: campaignId } = await post('/v1/campaigns', campaign)
  for (const code of ['OPEN', 'FEW']) await post(`/v1/campaigns/${campaignId}/vouchers/${code}`)
  const ids: string[] = []
  while (ids.length < redeemed) ids.push((await redeem('OPEN')).redemptions[0].id)
  return {
    ids,
    redeem,
    rollBack: (id: string) => post(`/v1/redemptions/${id}/rollback`),
    /** Of FEW, by what the whole campaign was redeemed. */
    limit: async (most: number) => {
      const conditions = { $less_than_or_equal: [most] }
      const { id } = await post('/v1/validation-rules', {
        name: 'Few',
        rules: { 1: { name: 'campaign.redemptions.count', conditions }, logic: '1' },
        type: 'basic',
        context_type: 'global'
      })
      const to = { related_object_type: 'voucher', related_object_id: 'FEW' }
      await post(`/v1/validation-rules/${id}/assignments`, to)
    },
    interrupt: (deed: Beside) => {
      beside = deed
    },
    end: async () => {
      t.strictSame((await audit(first.store, NOW)).findings, [], 'the audit is clean')
      for (const { app, store, worker } of services) {
        await worker.stop()
        await app.close()
        await store.close()
      }
    }
  }
}

t.test('between two pages others redeem and roll back what is counted and what is not', async t => {
  const shop = await givenCoupons(t, 230)
  const left = [...shop.ids]
  let times = 0
  let isBusy = false
  shop.interrupt(async kinds => {
    const counts = ['redemptionCounts.kept', 'redemption.countedLater']
    if (isBusy || !kinds.some(kind => counts.includes(kind))) return
    isBusy = true
    times++
    await shop.redeem('OPEN')
    await shop.rollBack(left.shift() as string)
    await shop.rollBack(left.pop() as string)
    isBusy = false
  })
  // Five more, ten fewer, and one.
  await shop.limit(230 + 5 - 10 + 1)
  t.match(await shop.redeem('FEW'), { redemptions: [{ result: 'SUCCESS' }] })
  t.equal(times, 5, 'the kind was told, three pages were counted, and that was told')
  t.match(await shop.redeem('FEW'), { key: 'redemption_rules_violated' })
  await shop.rollBack(left.shift() as string)
  t.match(await shop.redeem('FEW'), { redemptions: [{ result: 'SUCCESS' }] })
  t.match(await shop.redeem('FEW'), { key: 'redemption_rules_violated' })
  await shop.end()
})

t.test('as many pass at once as a limit lets that is asked for the first time', async t => {
  const shop = await givenCoupons(t, 150)
  await shop.limit(150 + 20)
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => shop.redeem('FEW')),
    ...shop.ids.slice(0, 10).map(shop.rollBack),
    ...Array.from({ length: 10 }, () => shop.redeem('OPEN'))
  ])
  const passed = answers.slice(0, 30).filter(({ redemptions }) => redemptions !== undefined).length
  t.ok(passed <= 30 && answers.slice(30).every(({ key }) => key === undefined), `${passed} passed`)
  let count = 150 - 10 + 10 + passed
  while ((await shop.redeem('FEW')).redemptions !== undefined) count++
  t.equal(count, 170)
  await shop.end()
})

t.test('a request waits for ten thousand redemptions to be counted, not for more', async t => {
  for (const [pages, waits] of [
    [99, true],
    [100, false]
  ] as const) {
    const filled = Promise.withResolvers<void>()
    let writes = 0
    let isFilled = false
    // The kind is told, then come the pages and an empty one, and then all are counted.
    const write = async () => {
      writes++
      if (writes < pages + 3) return writes === 1 || writes === pages + 2 ? undefined : 'r_1'
      isFilled = true
      filled.resolve()
      return null
    }
    const read = async () => {
      if (!isFilled) throw new CountsMissing(1)
      return null
    }
    const store = { write, read } as unknown as Store
    const shell = new Shell({ store, now: () => NOW, ids: countedSource(), limits: CONFIG })
    const origin = { project: givenProject(), requestId: 'r', source: { channel: 'INTERNAL' } }
    const ask = () =>
      shell.ask(origin as Origin, { load: async () => null, decide: () => NONE }, answer => answer)
    if (!waits) await t.rejects(ask(), CountsMissing)
    if (!waits) await filled.promise
    t.equal(await ask(), null, `${pages} pages`)
    t.equal(writes, pages + 3, 'and each once')
  }
})

const NONE = { result: null, changes: [] }
