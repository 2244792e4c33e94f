/**
 * Each task: what it does, that doing it twice does it once, and that a worker which takes over in
 * the middle ends where an undisturbed one ends.
 *
 * Spec: Endpoints 3, 5 and 8; Resources, Voucher (`loyalty_card`).
 */
import {
  type AddVouchersToCampaign,
  addVouchersToCampaign
} from '../../src/decisions/generation.ts'
import { type ProductItem, updateProductsInBulk } from '../../src/decisions/products.ts'
import type { Task } from '../../src/jobs/task.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import type { CodeConfig } from '../../src/model.ts'
import type { Errand, Work } from '../../src/shell.ts'
import { asyncActionNamed } from '../../src/storage/lists.ts'
import { givenCampaign, givenCouponCampaign, givenGiftCampaign } from '../support/given.ts'
import { givenProduct } from '../support/given-goods.ts'
import { givenPending } from '../support/given-records.ts'
import { givenProperty, givenSchema } from '../support/given-rules.ts'
import { member } from './support/members.ts'
import { carryOutAll, carryOutInPieces, days, killedAfter, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

const actionOf = (shop: Workshop, id: string) =>
  shop.store.read(shop.project.id, session => asyncActionNamed(session, id))

async function queueProducts(shop: Workshop, items: readonly ProductItem[]): Promise<string> {
  const decision = updateProductsInBulk(items, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const named = (shop: Workshop, ...names: string[]) =>
  shop.rows('productsNamed', { names: JSON.stringify(names) })

const many = (count: number): ProductItem[] =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `p${index}`,
    name: `Product ${index}`,
    price: index
  }))

inWorkshop(
  'products.bulkUpdate: sets, clears, leaves alone, and reports what it cannot',
  async (t, shop) => {
    await shop.write(
      { kind: 'product.created', product: givenProduct({ metadata: { origin: 'Peru' } }) },
      {
        kind: 'metadataSchema.created',
        schema: givenSchema({
          relatedObject: 'product',
          properties: { origin: givenProperty({ type: 'string', optional: true }) }
        })
      }
    )
    const before = givenProduct()
    const id = await queueProducts(shop, [
      { sourceId: before.sourceId as string, price: 99, imageUrl: null },
      { sourceId: 'new', name: 'New', metadata: { origin: 'Chile' } },
      { sourceId: 'twin', name: before.name as string },
      { sourceId: 'odd', metadata: { origin: 7 } },
      { sourceId: 'new', price: 5 }
    ])
    shop.wait(1_500)
    await carryOutAll(shop)
    const found = await named(shop, before.id, 'new', 'twin', 'odd')
    t.match(
      found,
      [
        {
          id: before.id,
          name: before.name,
          price: 99,
          imageUrl: null,
          metadata: { origin: 'Peru' }
        },
        { sourceId: 'new', name: 'New', price: 5, metadata: { origin: 'Chile' } }
      ].sort((a, b) => ((a.id ?? 'prod_0') < (b.id ?? 'prod_0') ? -1 : 1))
    )
    t.equal(found.length, 2)
    const action = await actionOf(shop, id)
    t.match(action, {
      status: 'DONE',
      operationStatus: 'SUCCESS',
      progress: 100,
      processingTimeMs: 1_500,
      requestId: 'req_1',
      result: {
        done_count: 3,
        failed_count: 2,
        errors: [
          { source_id: 'twin', key: 'duplicate_found' },
          { source_id: 'odd', key: 'metadata_validation_failed' }
        ]
      }
    })
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop(
  'products.bulkUpdate: chunks of a large request arrive once each, kill after kill',
  async (t, shop) => {
    const id = await queueProducts(shop, many(620))
    const again = await queueProducts(shop, many(620))
    t.equal(
      await carryOutInPieces(shop, 'products.bulkUpdate', 1),
      4,
      'two deaths for each request'
    )
    for (const action of [id, again]) {
      t.match(await actionOf(shop, action), { result: { done_count: 620, failed_count: 0 } })
    }
    const found = await named(shop, ...many(620).map(({ sourceId }) => sourceId))
    t.equal(found.length, 620)
    t.ok(
      found.every(({ version }) => version === 1),
      'the second time nothing was to be changed'
    )
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop('products.bulkUpdate: progress can be followed', async (t, shop) => {
  const id = await queueProducts(shop, many(500))
  await new Promise<void>(resolve => {
    shop.worker({ tasks: killedAfter('products.bulkUpdate', 1, resolve) }).wake()
  })
  t.match(await actionOf(shop, id), {
    status: 'IN_PROGRESS',
    operationStatus: null,
    progress: 50,
    processingTimeMs: null,
    result: null
  })
  shop.wait(seconds(30))
  await carryOutAll(shop)
})

inWorkshop('products.bulkUpdate: given up, it says how far it got', async (t, shop) => {
  const id = await queueProducts(shop, many(300))
  const broken: Task = {
    ...tasks['products.bulkUpdate'],
    async *work() {
      yield await Promise.reject(new Error('broken'))
    }
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    await carryOutAll(shop, { tasks: { 'products.bulkUpdate': broken } })
    shop.wait(seconds(60))
  }
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    operationStatus: 'FAILED',
    progress: 0,
    processingTimeMs: seconds(7 * 60),
    result: {
      message: 'Stopped after 0 of 300 products. Send the others once more.',
      done_count: 0,
      failed_count: 0,
      errors: []
    }
  })
})

const plainOrder: AddVouchersToCampaign = {
  count: 2,
  code: null,
  codeConfig: null,
  category: null,
  metadata: null,
  redemptionQuantity: null,
  additionalInfo: null,
  startDate: null,
  expirationDate: null
}

const codes = (over: Partial<CodeConfig>): CodeConfig => ({
  length: null,
  charset: null,
  prefix: null,
  postfix: null,
  pattern: null,
  ...over
})

async function queueVouchers(
  shop: Workshop,
  campaign: ReturnType<typeof givenCampaign>,
  over: Partial<AddVouchersToCampaign>
): Promise<string> {
  const facts = {
    campaign,
    category: null,
    schema: null,
    freeCodes: [],
    codesUsed: 0,
    vouchersMax: 1_000_000
  }
  const decision = addVouchersToCampaign(facts, { ...plainOrder, ...over }, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.action?.id ?? ''
}

async function vouchersOf(shop: Workshop) {
  return shop.rows('audit vouchers', { project: shop.project.id, after: '', limit: 10_000 })
}

inWorkshop(
  'vouchers.generate: makes what was ordered, with credit where the campaign gives it',
  async (t, shop) => {
    const campaign = givenGiftCampaign()
    await shop.write({ kind: 'campaign.created', campaign })
    const id = await queueVouchers(shop, campaign, {
      count: 3,
      metadata: { batch: 'one' },
      redemptionQuantity: 2,
      codeConfig: codes({ pattern: 'GIFT-###', charset: '0123456789' })
    })
    await carryOutAll(shop)
    const found = await vouchersOf(shop)
    t.match(
      found,
      Array.from({ length: 3 }, () => ({
        code: /^GIFT-\d{3}$/,
        campaignId: campaign.id,
        giftBalance: 1000,
        metadata: { batch: 'one' },
        redemptionQuantity: 2
      }))
    )
    t.equal(found.length, 3)
    t.match(await actionOf(shop, id), {
      status: 'DONE',
      operationStatus: 'SUCCESS',
      progress: 100,
      result: { message: 'Generated 3 vouchers.', done_count: 3 }
    })
    t.match(await shop.rows('campaignById', { id: campaign.id }), [{ vouchersCount: 3 }])
  }
)

inWorkshop(
  'vouchers.generate: a killed worker loses nothing and makes nothing twice',
  async (t, shop) => {
    const campaign = givenCouponCampaign()
    await shop.write({ kind: 'campaign.created', campaign })
    const id = await queueVouchers(shop, campaign, { count: 333 })
    t.ok((await carryOutInPieces(shop, 'vouchers.generate', 1)) >= 2)
    const found = await vouchersOf(shop)
    t.equal(new Set(found.map(({ code }) => code)).size, 333)
    t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 333 } })
  }
)

inWorkshop(
  'vouchers.generate: uses the last code of a space, then says that there is none',
  async (t, shop) => {
    const campaign = givenCouponCampaign()
    await shop.write({ kind: 'campaign.created', campaign })
    const codeConfig = codes({ pattern: 'S-##', charset: '0123456789' })
    const first = await queueVouchers(shop, campaign, { count: 60, codeConfig })
    const second = await queueVouchers(shop, campaign, { count: 60, codeConfig })
    await carryOutAll(shop)
    const results = [await actionOf(shop, first), await actionOf(shop, second)]
    t.equal((await vouchersOf(shop)).length, 100)
    t.match(results.map(({ status }) => status).sort(), ['DONE', 'FAILED'])
    t.match(
      results.find(({ status }) => status === 'FAILED'),
      {
        operationStatus: 'FAILED',
        result: { message: /^Generated 40 vouchers\. No room or no code was left for 20 more\.$/ }
      }
    )
  }
)

inWorkshop('vouchers.generate: finds the few free codes of a larger space', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const codeConfig = codes({ pattern: '####', charset: '0123456789' })
  const id = await queueVouchers(shop, campaign, { count: 10_000, codeConfig })
  await carryOutAll(shop)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 10_000 } })
  const next = await queueVouchers(shop, campaign, { count: 2, codeConfig })
  await carryOutAll(shop)
  t.match(await actionOf(shop, next), { status: 'FAILED', result: { done_count: 0 } })
})

inWorkshop(
  'vouchers.generate: a source of codes that repeats itself ends, too',
  async (t, shop) => {
    const campaign = givenCouponCampaign()
    await shop.write({ kind: 'campaign.created', campaign })
    const id = await queueVouchers(shop, campaign, { count: 2 })
    for (let attempt = 1; attempt <= 9; attempt++) {
      await carryOutAll(shop, { random: () => 7 })
      shop.wait(seconds(60))
    }
    t.match(await actionOf(shop, id), { status: 'FAILED', result: { done_count: 1 } })
    t.match(shop.troubles.at(-1), /it is given up: of the codes drawn by 100 units, none was free/)
  }
)

inWorkshop('vouchers.generate: stops where the campaign is full', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const id = await queueVouchers(shop, campaign, { count: 100 })
  const { carryOut, now } = shop.shell
  const shell = {
    carryOut: carryOut.bind(shop.shell),
    now: now.bind(shop.shell),
    limits: { campaignVouchersMax: 70, earningRulesMax: 100 }
  }
  await carryOutAll(shop, { shell })
  t.equal((await vouchersOf(shop)).length, 70)
  t.match(await actionOf(shop, id), { status: 'FAILED', result: { done_count: 70 } })
})

async function cards(shop: Workshop) {
  const found = await vouchersOf(shop)
  return found.map(({ id, balance, pendingPoints, expiredPoints, nextExpirationDate }) =>
    [id, balance, pendingPoints, expiredPoints, nextExpirationDate].join(' ')
  )
}

inWorkshop(
  'points.activate: at midnight of the project, however long nobody was there, and once',
  async (t, shop) => {
    await shop.write(
      { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
      ...member(1, {
        pending: [
          { points: 10, activatesOn: '2026-03-01' },
          { points: 20, activatesOn: '2026-03-02' },
          { points: 40, activatesOn: '2026-03-09' }
        ]
      })
    )
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 10 60 0 '])
    // 23:59:59.999 in Berlin.
    shop.wait(Date.parse('2026-03-01T22:59:59.999Z') - Date.parse(shop.now()))
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 10 60 0 '])
    shop.wait(1)
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 30 40 0 '])
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 30 40 0 '])
    shop.wait(days(100))
    await carryOutAll(shop)
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 70 0 0 '])
    t.match(await shop.rows('totalsOfCustomer', { customerId: 'cust_1' }), [{ cardBalance: 70 }])
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop(
  'points.expire: after the last day is over, even what became active only now',
  async (t, shop) => {
    const monthly = {
      periodType: 'MONTH' as const,
      periodValue: 1,
      roundingType: null,
      roundingValue: null
    }
    await shop.write(
      { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
      ...member(1, {
        pending: [{ points: 5, activatesOn: '2026-03-05', expirationRules: monthly }],
        lots: [
          { amount: 100, remaining: 100, expiresOn: '2026-02-28' },
          { amount: 30, remaining: 30, expiresOn: '2026-03-01' },
          { amount: 7, remaining: 7, expiresOn: null }
        ]
      })
    )
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 37 5 100 2026-03-01'])
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 37 5 100 2026-03-01'])
    shop.wait(days(365))
    await carryOutAll(shop)
    await carryOutAll(shop)
    t.strictSame(await cards(shop), ['v_1 7 0 135 '])
    t.match(await shop.rows('totalsOfCustomer', { customerId: 'cust_1' }), [{ cardBalance: 7 }])
  }
)

inWorkshop(
  'points.activate: one card that cannot be dealt with delays no other',
  async (t, shop) => {
    const count = 130
    await shop.write(
      { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: count }) },
      ...Array.from({ length: count }, (_, index) =>
        member(100 + index, { pending: [{ points: 1 + index, activatesOn: '2026-03-01' }] })
      ).flat()
    )
    const { now, limits } = shop.shell
    let broken = true
    const shell = {
      now: now.bind(shop.shell),
      limits,
      carryOut: <Facts, Result>(errand: Errand, { load, decide }: Work<Facts, Result>) =>
        shop.shell.carryOut(errand, {
          decide,
          load: async session => {
            const facts = await load(session)
            if (broken && JSON.stringify(facts).includes('"lopp_1000"')) throw new Error('broken')
            return facts
          }
        })
    }
    await carryOutAll(shop, { shell })
    const waiting = (await vouchersOf(shop)).filter(({ pendingPoints }) => pendingPoints !== 0)
    t.match(waiting, [{ id: 'v_100', pendingPoints: 1 }])
    t.equal(waiting.length, 1)
    t.strictSame(shop.troubles, ['points.activate, voucher v_100 of project proj_1: broken'])
    broken = false
    await carryOutAll(shop, { shell })
    t.ok((await vouchersOf(shop)).every(({ pendingPoints }) => pendingPoints === 0))
  }
)
