import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { freshSource } from '../../src/ids.ts'
import { dumpProject } from '../../src/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { NOW } from '../support/given.ts'
import { newStore } from '../support/stores.ts'

const SHOP = readFileSync(join(import.meta.dirname, 'deeds.yaml'), 'utf8')

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }
const named = (text: string) => ({ name: 'shop.yaml', text, folder: '/nowhere' })

async function givenShop(t: Test, text: string) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const { project } = await projectFromFile(store, services, named(text))
  const load = (more: string, options = {}) =>
    loadFile(store, services, project, named(more), options)
  const rows = async () => {
    const asked = { out: null, withIds: false }
    const { cards, coupons, orders } = (await dumpProject(store, services, project, asked)).value
    return { cards, coupons, orders }
  }
  return { store, load, rows }
}

// 10 were there; 25 for the first order, 5 for the review, 7 as a gift; less 20 for the mug; and
// 30 for the second order, which earns by its amount before discounts.
const AFTER = {
  cards: [
    {
      ...{ code: 'CARD', campaign: 'Regulars', customer: 'lena', balance: 57 },
      ...{ expires_on: 'never', redemption_count: 1 }
    }
  ],
  coupons: [{ code: 'FIVE', discount: { type: 'AMOUNT', amount_off: 500 }, redemption_count: 1 }],
  orders: [
    { source_id: 'o-1', created_at: NOW, status: 'PAID', customer: 'lena', amount: 2500 },
    {
      source_id: 'o-2',
      created_at: NOW,
      status: 'PAID',
      customer: 'lena',
      amount: 3000,
      discount_amount: 750
    }
  ]
}

t.test('deeds are carried out once, with all that follows, and the books agree', async t => {
  const { store, load, rows } = await givenShop(t, SHOP)
  t.strictSame(await rows(), AFTER)
  t.strictSame((await load(SHOP)).deeds, { done: 0, left: 5 })
  t.strictSame(await rows(), AFTER)
  t.equal((await audit(store)).clean, true)
  const gift = 'deeds: [{ points: { card: CARD, points: 3 } }]'
  t.strictSame((await load(gift)).deeds, { done: 0, left: 1 }, 'nothing of the file is new')
  t.strictSame((await load(gift, { deeds: true })).deeds, { done: 1, left: 0 })
  t.match((await rows()).cards, [{ balance: 60 }])
})

t.test('a deed that is refused takes the whole file back, and is told with its line', async t => {
  const { load, rows } = await givenShop(t, SHOP)
  // biome-ignore format: a table
  const mistakes = [
    ['redemption: { redeemables: [{ object: voucher, id: NONE }] }', 'redemption',
      /voucher .*NONE/],
    ['redemption: { redeemables: [{ object: promotion_tier, id: Nine off }] }',
      'redemption/redeemables/0/id',
      /There is no promotion tier Nine off, neither in the file nor in the project\./],
    ['reward: { campaign: Regulars, card: CARD, reward: { id: A cup } }', 'reward/reward/id',
      /There is no reward A cup/],
    ['points: { card: CARD, points: -1000 }', 'points', /./],
    ['order: { status: LOST }', 'order/status', /must be/],
    ['points: { points: 3 }', 'points/card', /is required/]
  ] as const
  for (const [deed, place, said] of mistakes) {
    const first = 'points: { card: CARD, points: 3 }'
    const text = `products: [{ source_id: new }]\ndeeds:\n  - ${first}\n  - ${deed}\n`
    const path = `shop.yaml, line 4, /deeds/1/${place}: `
    const error = await load(text).then(
      () => ({ message: 'nothing was refused' }),
      (refused: Error) => refused
    )
    t.equal(error.message.slice(0, path.length), path, deed)
    t.match(error.message, said)
    t.strictSame(await rows(), AFTER, deed)
  }
  const { outcomes } = await load('products: [{ source_id: new }]')
  t.strictSame(outcomes, [{ section: 'products', name: 'new', did: 'made' }])
})
