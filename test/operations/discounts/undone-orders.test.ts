/**
 * An order from which everything is rolled back is the order that was never redeemed on, in the
 * figures of the whole and of every line, whatever the shop changed of it in between. Redeeming,
 * changing and rolling back come in an order that a seed decides; the same changes are made to an
 * order beside it on which nothing is redeemed. The audit counts everything again at the end.
 */
import type { Service } from '../../support/app.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { onDemo } from '../../support/on-demo.ts'

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any

const unit = (effect: string, unit_type: string, unit_off: number) => ({
  type: 'UNIT',
  effect,
  unit_type,
  unit_off
})
const COUPONS: Readonly<Record<string, object>> = {
  BEANS: unit('ADD_NEW_ITEMS', 'prod_00beans', 1),
  MUGS: unit('ADD_MISSING_ITEMS', 'prod_00mug', 2),
  SHIPPING: unit('ADD_MISSING_ITEMS', 'free-shipping', 1),
  OFF: { type: 'AMOUNT', amount_off: 150, effect: 'APPLY_TO_ORDER' },
  TENTH: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
}

async function made(service: Service, code: string, discount: object): Promise<void> {
  const body = { type: 'DISCOUNT_VOUCHER', discount }
  const { status, bytes } = await service.post(`/v1/vouchers/${code}`, body)
  if (status !== 200) throw new Error(bytes)
}

const NAMES = ['quantity', 'initial_quantity', 'price', 'amount'] as const

/** Of a discount, 0 and none are the same; of an amount they are not. */
function figuresOf(order: Json): unknown {
  const money = ({ amount = null, initial_amount = null, ...of }: Json) => ({
    amount,
    initial_amount,
    discount_amount: of.discount_amount ?? 0
  })
  return {
    ...money(order),
    items_discount_amount: order.items_discount_amount ?? 0,
    total_amount: order.total_amount ?? null,
    lines: (order.items ?? []).map((line: Json) => [
      NAMES.map(name => line[name] ?? null),
      line.discount_quantity ?? 0,
      money(line),
      line.subtotal_amount ?? null
    ])
  }
}

const linesOf = (chance: Chance) =>
  Array.from({ length: chance.between(1, 3) }, () => ({
    product_id: chance.pick(['prod_00beans', 'prod_00mug', 'prod_00filter']),
    quantity: chance.between(1, 4),
    ...(chance.once(8) ? { initial_quantity: 2, initial_amount: 1234 } : {})
  }))

/** How an order begins: with lines, with an amount alone, or with neither. */
function anyOrder(chance: Chance): object {
  const own = chance.once(5) ? { initial_amount: 700 } : {}
  if (chance.once(5)) return own
  if (chance.once(6)) return { amount: chance.below(3000), ...own }
  return { items: linesOf(chance), ...own }
}

/**
 * What a shop changes of both orders: of what is sent back, each sends its own. Lines that are sent
 * decide the amount, so free goods alone are not sent back as the lines of an order without lines,
 * and lines alone not where the shop had set another amount: that lowers the order, and charges them.
 */
async function change({ get, put }: Service, names: readonly string[], chance: Chance) {
  const whole = ({ id: _, source_id: __, created_at: ___, status: ____, ...order }: Json) => order
  const body = chance.pick<(order: Json) => object>([
    whole,
    ({ items }) => ({ items: items ?? [] }),
    () => ({ metadata: { till: 1 } })
  ])
  const lines = linesOf(chance)
  const figure = chance.below(5000)
  const fresh = chance.pick([{ items: lines }, { amount: figure }, { initial_amount: figure }])
  const isFresh = chance.once(2)
  const beside = (await get(`/v1/orders/${names[1]}`)).body
  const { items: held = [] } = beside
  if (!isFresh && held.length === 0) return 'nothing'
  const ofLines = held.reduce((sum: number, { amount = 0 }: Json) => sum + amount, 0)
  for (const name of names) {
    const order = (await get(`/v1/orders/${name}`)).body
    const sent = isFresh ? fresh : ofLines === beside.amount ? body(order) : whole(order)
    const { status, bytes } = await put(`/v1/orders/${name}`, sent)
    if (status !== 200) throw new Error(`${JSON.stringify(sent)}: ${bytes}`)
  }
  return isFresh ? fresh : 'sent back'
}

async function redeem(service: Service, name: string, codes: readonly string[]): Promise<string> {
  const redeemables = codes.map(id => ({ object: 'voucher', id }))
  const order = { source_id: name, status: 'CREATED' }
  const { body, bytes, status } = await service.post('/v1/redemptions', { redeemables, order })
  if (status !== 200) throw new Error(bytes)
  return (body.parent_redemption ?? body.redemptions[0]).id
}

async function rollBack(service: Service, id: string): Promise<void> {
  const body = { order: { status: 'CREATED' } }
  const { bytes, status } = await service.post(`/v1/redemptions/${id}/rollbacks`, body)
  if (status !== 200) throw new Error(bytes)
}

onDemo('rolled back in any order, an order is as if never redeemed on', async (t, service) => {
  for (const [code, discount] of Object.entries(COUPONS)) await made(service, code, discount)
  for (const chance of casesOf(t, {
    gate: 20,
    soak: 400,
    found: [
      [103, 94],
      [103, 267]
    ]
  })) {
    const [one, other] = [`redeemed-${chance.seed}`, `beside-${chance.seed}`]
    const begun = anyOrder(chance)
    const deeds: unknown[] = [begun]
    for (const source_id of [one, other]) await service.post('/v1/orders', { source_id, ...begun })
    const open: string[] = []
    const undo = async () => {
      const [id = ''] = open.splice(chance.below(open.length), 1)
      await rollBack(service, id)
      deeds.push({ undone: id })
    }
    for (let deed = 0; deed < chance.between(1, 6); deed++) {
      if (chance.once(4)) deeds.push(await change(service, [one, other], chance))
      else if (open.length > 0 && chance.once(3)) await undo()
      else {
        const codes = [...new Set([1, 2].map(() => chance.pick(Object.keys(COUPONS))))]
        open.push(await redeem(service, one, codes))
        deeds.push({ codes, id: open.at(-1) })
      }
    }
    while (open.length > 0) await undo()
    const [left, beside] = [
      figuresOf((await service.get(`/v1/orders/${one}`)).body),
      figuresOf((await service.get(`/v1/orders/${other}`)).body)
    ]
    if (!t.strictSame(left, beside, JSON.stringify(deeds))) return
  }
})

const DEAR = {
  name: 'Dear orders',
  rules: { 1: { name: 'order.initial_amount', conditions: { $more_than: [3000] } } }
}

onDemo('a rule judges an order by what it is once units were taken back', async (t, service) => {
  const { get, post, put } = service
  await made(service, 'BEANS', COUPONS['BEANS'] as object)
  await made(service, 'DEAR', { type: 'AMOUNT', amount_off: 1, effect: 'APPLY_TO_ORDER' })
  const { id } = (await post('/v1/validation-rules', DEAR)).body
  const { id: voucherId } = (await get('/v1/vouchers/DEAR')).body
  const assigned = { related_object_id: voucherId, related_object_type: 'voucher' }
  t.equal((await post(`/v1/validation-rules/${id}/assignments`, assigned)).status, 200)
  const isDear = async (name: string) => {
    const redeemables = [{ object: 'voucher', id: 'DEAR' }]
    return (await post('/v1/validations', { redeemables, order: { source_id: name } })).body.valid
  }
  const lines = (quantity: number) => ({
    items: [{ product_id: 'prod_00beans', price: 1000, quantity }]
  })
  //     what the shop sends last   is it more than 3,000
  const rows = [
    [{}, true],
    [lines(1), false],
    [lines(9), true],
    [{ amount: 50 }, false],
    [{ initial_amount: 5000 }, true],
    [{ initial_amount: 50 }, false]
  ] as const
  for (const [at, [sent, dear]] of rows.entries()) {
    const names = ['undone', 'with-units', 'beside'].map(name => `${name}-${at}`)
    for (const [index, name] of names.entries()) {
      await post('/v1/orders', { source_id: name, ...lines(4) })
      const redeemed = index < 2 ? await redeem(service, name, ['BEANS']) : null
      if (redeemed !== null && index === 0) await rollBack(service, redeemed)
      t.equal((await put(`/v1/orders/${name}`, sent)).status, 200)
      t.equal(await isDear(name), dear, `${name}: ${JSON.stringify(sent)}`)
    }
  }
})
