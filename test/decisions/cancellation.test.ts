import t from 'tap'
import { takeBackOrder } from '../../src/decisions/cancellation.ts'
import type { Change, Occasion } from '../../src/decisions/changes.ts'
import { standingOf } from '../../src/decisions/following.ts'
import {
  addPoints,
  cardOf,
  nextExpiration,
  type Purse,
  returnPoints,
  spendableLots,
  sumOf,
  takePoints
} from '../../src/decisions/ledger.ts'
import { type EarnedBefore, saveOrder } from '../../src/decisions/ordering.ts'
import { activatePoints } from '../../src/decisions/pending.ts'
import { changesOf, type ProgramFacts, type Standing } from '../../src/decisions/standing.ts'
import type { Day, LedgerEntry, LoggedEvent, Lot, Order } from '../../src/model.ts'
import { Book } from '../support/book.ts'
import { decided, kinds, outline } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTemplate,
  NOW
} from '../support/given.ts'
import { givenOrderCommand } from '../support/given-commands.ts'
import { givenPending } from '../support/given-records.ts'
import { givenEarningRule, givenTier } from '../support/given-rules.ts'
import { givenProgram, givenStanding } from '../support/given-standing.ts'
import { seeded } from '../support/seeded.ts'
import { table } from '../support/table.ts'

const [SPRING, SUMMER] = ['2026-04-30', '2026-07-31']
const order = { id: 'ord_1' }
const NOTHING: EarnedBefore = { entries: [], lots: [], pending: [] }

const lot = (n: number, remaining: number, expiresOn: Day | null = null): Lot =>
  givenLot({ id: `lopb_${n}`, amount: 100, remaining, expiresOn })

function purseOf(...lots: Lot[]): Purse {
  const balance = sumOf(lots)
  const figures = { points: 200, balance, redeemedPoints: 200 - balance, pendingPoints: 60 }
  return {
    voucher: givenCard({ card: givenBalance({ ...figures, ...nextExpiration(lots) }) }),
    lots
  }
}

function standingWith(...programs: ProgramFacts[]): Standing {
  return {
    customer: givenCustomer(),
    segments: [],
    programs,
    totals: null,
    gained: {},
    lastOrder: null,
    paying: null,
    redeeming: null,
    changes: []
  }
}

const came = (points: number, n = 1, over: Partial<LedgerEntry> = {}): LedgerEntry =>
  givenEntry({
    type: 'POINTS_ACCRUAL',
    amount: points,
    lots: [{ id: `lopb_${n}`, amount: points }],
    cause: { orderId: 'ord_1', earningRuleId: 'ern_1', eventId: 'evcus_1' },
    ...over
  })

const gone = (points: number, n = 1): LedgerEntry =>
  came(-points, n, { type: 'POINTS_CANCELLATION' })

function takenBack(purse: Purse, earned: Partial<EarnedBefore>): Standing {
  const standing = standingWith(givenProgram({ card: purse }))
  return takeBackOrder(standing, { order, ...NOTHING, ...earned }, givenOccasion())
}

function logged(id: number, type: string, data: LoggedEvent['data']): Change {
  const event: LoggedEvent = {
    id: `evcus_00000${id}`,
    type: `customer.voucher.loyalty_card.${type}`,
    customerId: 'cust_1',
    groupId: 'req_1',
    entityId: 'v_1',
    category: 'EFFECT',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    data,
    createdAt: NOW
  }
  return { kind: 'event.logged', event }
}

const settled = (id: string): Change => ({
  kind: 'pendingPoints.settled',
  id,
  status: 'CANCELED',
  updatedAt: NOW
})

const canceled = (n: number, id: string, points: number): Change =>
  logged(n, 'pending_points.canceled', { pending_points_id: id, order_id: 'ord_1', points })

t.test('takeBackOrder: what waits is canceled and what came is taken, with its cause', t => {
  const purse = purseOf(lot(1, 80))
  const before = cardOf(purse.voucher)
  const waits = givenPending({ id: 'lopp_2', points: 35 })
  const after = takenBack(purse, {
    entries: [came(30)],
    lots: [],
    pending: [givenPending(), waits]
  })
  const card = (version: number, figures: object) => ({
    voucherId: 'v_1',
    version,
    balance: { ...before, ...figures },
    redeemedQuantity: 0,
    updatedAt: NOW
  })
  const figures = { pendingPoints: 0, balance: 50, subtractedPoints: 30 }
  t.strictSame(changesOf(after), [
    settled('lopp_1'),
    { kind: 'card.waited', card: card(1, { pendingPoints: 35 }) },
    canceled(1, 'lopp_1', 25),
    settled('lopp_2'),
    { kind: 'card.waited', card: card(2, { pendingPoints: 0 }) },
    canceled(2, 'lopp_2', 35),
    {
      kind: 'points.moved',
      card: card(3, figures),
      opened: [],
      stepped: [{ id: 'lopb_1', amount: 0, remaining: -30 }],
      entry: givenEntry({
        id: 'vtx_000001',
        type: 'POINTS_CANCELLATION',
        amount: -30,
        lots: [{ id: 'lopb_1', amount: -30 }],
        balanceAfter: 50,
        cause: { orderId: 'ord_1', reason: 'Order canceled' },
        createdAt: NOW
      })
    },
    logged(3, 'points_canceled', { order_id: 'ord_1', points: 30 }),
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { cardBalance: -30 },
      lastOrder: null
    }
  ])
  const voucher = { ...purse.voucher, card: { ...before, ...figures }, updatedAt: NOW, version: 4 }
  t.strictSame(after.programs[0]?.card, { voucher, lots: [lot(1, 50)] })
  t.end()
})

type Taken = [id: string, amount: number][]

//                                   lots as they are         what the order brought   taken
const amounts: [string, Lot[], LedgerEntry[], Taken][] = [
  ['nothing brought, nothing taken', [lot(1, 100)], [], []],
  ['all of it', [lot(1, 100)], [came(30)], [['lopb_1', -30]]],
  ['one point, which is a point', [lot(1, 100)], [came(1)], [['lopb_1', -1]]],
  [
    'by several rules, each from where it went',
    [lot(1, 100, SPRING), lot(2, 100)],
    [came(10), came(20, 2), came(5, 2)],
    [
      ['lopb_1', -10],
      ['lopb_2', -25]
    ]
  ],
  [
    'spent points from others, those that expire soonest first',
    [lot(1, 10), lot(2, 100, SUMMER), lot(3, 15, SPRING)],
    [came(30)],
    [
      ['lopb_1', -10],
      ['lopb_3', -15],
      ['lopb_2', -5]
    ]
  ],
  ['as far as any are there: a card never owes', [lot(1, 10)], [came(30)], [['lopb_1', -10]]],
  ['nothing where nothing is left', [], [came(30)], []],
  ['what was taken before is not taken again', [lot(1, 100)], [came(30), gone(30)], []],
  ['what was missing then is', [lot(1, 100)], [came(30), gone(10)], [['lopb_1', -20]]],
  [
    'not from where it was taken then',
    [lot(1, 100, SPRING), lot(2, 100)],
    [came(10), came(20, 2), gone(10)],
    [['lopb_2', -20]]
  ],
  [
    'nor more than is missing, wherever it was taken from',
    [lot(1, 100), lot(2, 100)],
    [came(30), gone(10, 2)],
    [['lopb_1', -20]]
  ]
]

t.test('takeBackOrder: what it earned less what was taken before, as far as it is there', t => {
  table(t, amounts, (t, _, lots, entries, taken) => {
    const { changes, gained } = takenBack(purseOf(...lots), { entries })
    const moved = changes.flatMap(change => (change.kind === 'points.moved' ? change.entry : []))
    const points = taken.reduce((sum, [, amount]) => sum + amount, 0)
    t.strictSame(
      moved.flatMap(entry => entry.lots.map(({ id, amount }) => [id, amount])),
      taken
    )
    t.strictSame(kinds(changes), points === 0 ? [] : ['points.moved', 'event.logged'])
    t.strictSame(gained, points === 0 ? {} : { cardBalance: points })
  })
  t.end()
})

t.test('takeBackOrder: each card gives back its own, and no other card anything', t => {
  const other = givenCard({ id: 'v_9', campaignId: 'camp_9' })
  const standing = standingWith(
    givenProgram({ campaign: givenCampaign({ id: 'camp_8' }), card: null }),
    givenProgram(),
    givenProgram({
      campaign: givenCampaign({ id: 'camp_9' }),
      card: { voucher: other, lots: [givenLot({ id: 'lopb_9', voucherId: 'v_9' })] }
    })
  )
  const on = (voucherId: string, n: number, points: number) => came(points, n, { voucherId })
  const earned = {
    entries: [on('v_1', 1, 10), on('v_9', 9, 20), on('v_7', 7, 30)],
    lots: [],
    pending: [givenPending({ voucherId: 'v_7' })]
  }
  const after = takeBackOrder(standing, { order, ...earned }, givenOccasion())
  t.match(after.changes, [
    { kind: 'points.moved', card: { voucherId: 'v_1', version: 1 }, entry: { amount: -10 } },
    { kind: 'event.logged', event: { entityId: 'v_1' } },
    { kind: 'points.moved', card: { voucherId: 'v_9', version: 1 }, entry: { amount: -20 } },
    { kind: 'event.logged', event: { entityId: 'v_9' } }
  ])
  t.equal(after.changes.length, 4)
  t.equal(takeBackOrder(standing, { order, ...NOTHING }, givenOccasion()), standing)
  t.end()
})

t.test('takeBackOrder: what lapsed since is gone already, and nobody loses it twice', t => {
  const spring = lot(1, 0, SPRING)
  const purse = purseOf(lot(2, 50))
  const standing = standingWith(givenProgram({ card: purse }))
  const earned = { entries: [came(30, 1), came(20, 2)], lots: [spring, lot(2, 50)], pending: [] }
  const on = (now: string) => takeBackOrder(standing, { order, ...earned }, givenOccasion({ now }))
  const taken = (after: Standing) =>
    after.changes.flatMap(change => (change.kind === 'points.moved' ? [change.entry.amount] : []))
  t.strictSame(
    taken(on(`${SPRING}T10:00:00.000Z`)),
    [-50],
    'on its last day it was spent, or is there'
  )
  t.strictSame(taken(on(`${SUMMER}T10:00:00.000Z`)), [-20], 'afterwards the rest alone')
  t.end()
})

t.test('takeBackOrder: what waited and came in the same decision is taken as points', t => {
  const month = {
    periodType: 'MONTH',
    periodValue: 1,
    roundingType: null,
    roundingValue: null
  } as const
  const came = givenPending({ id: 'lopp_2', points: 20, activatesOn: '2026-03-01' })
  const over = givenPending({
    id: 'lopp_3',
    points: 5,
    activatesOn: '2026-01-15',
    expirationRules: month
  })
  const waits = givenPending({ id: 'lopp_4', points: 35, activatesOn: '2026-03-02' })
  const program = givenProgram({ rules: [], card: purseOf(lot(1, 80)), due: [over, came, waits] })
  const facts = givenStanding({ programs: [program] })
  const occasion = givenOccasion()
  const opened = standingOf(facts, givenCustomer(), occasion)
  if ('refusal' in opened) throw new Error(opened.refusal.details)
  const earned = { ...NOTHING, pending: [came, over, waits] }
  const after = takeBackOrder(opened, { order, ...earned }, occasion)
  t.strictSame(outline(after.changes.slice(opened.changes.length)), [
    'lopp_4 CANCELED',
    'v_1 waits 0',
    'voucher.loyalty_card.pending_points.canceled',
    // 5 lapsed as they came.
    'v_1 -20',
    'voucher.loyalty_card.points_canceled'
  ])
  t.match(after.programs[0]?.card?.voucher.card, { balance: 85, points: 225, pendingPoints: 0 })
  t.end()
})

/** A customer with one card, and what is stored of it and of their orders. */
class Shop {
  readonly book = new Book(givenCard({ card: givenBalance() }))
  readonly orders = new Map<string, Order>()
  program: ProgramFacts
  mistake: string | null = null

  constructor(program: Partial<ProgramFacts>) {
    this.program = givenProgram(program)
  }

  /** What an order brought, as it is loaded with it. */
  earned(orderId: string): EarnedBefore {
    const types = ['POINTS_ACCRUAL', 'POINTS_CANCELLATION']
    return {
      entries: this.book.entries.filter(
        ({ type, cause }) => types.includes(type) && cause.orderId === orderId
      ),
      lots: [],
      pending: [...this.book.waiting.values()].filter(pending => pending.orderId === orderId)
    }
  }

  facts(card: Purse = this.book.purse()) {
    return givenStanding({ programs: [{ ...this.program, card }] })
  }

  send(id: string | undefined, status: Order['status'], occasion: Occasion): string {
    const stored = id === undefined ? null : (this.orders.get(id) ?? null)
    const facts = {
      ...this.facts(),
      stored,
      customer: givenCustomer(),
      customerSchema: null,
      referrer: null,
      inventory: { products: new Map(), skus: new Map() },
      schemas: { order: null, orderItem: null },
      earned: id === undefined ? NOTHING : this.earned(id),
      previousOrder: null
    }
    const command = givenOrderCommand({ id, status, amount: 1000 })
    const { result, changes } = decided(saveOrder(facts, command, occasion))
    this.orders.set(result.id, result)
    this.write(changes)
    return result.id
  }

  write(changes: readonly Change[]): void {
    this.mistake ??= this.book.write(changes)
    for (const change of changes) {
      if (change.kind !== 'tierMembership.saved') continue
      this.program = { ...this.program, membership: change.membership }
    }
  }

  get balance(): number {
    return cardOf(this.book.voucher).balance
  }
}

t.test('buying and canceling over and over leaves no points behind', t => {
  const rules = [givenEarningRule(), givenEarningRule({ id: 'ern_2', pendingDays: 3 })]
  const shop = new Shop({ rules })
  const occasion = givenOccasion()
  for (let n = 1; n <= 5; n++) {
    const id = shop.send(undefined, 'PAID', occasion)
    t.match(shop.book.voucher.card, { balance: 25, pendingPoints: 25, points: 25 * n })
    shop.send(id, 'CANCELED', occasion)
    t.match(shop.book.voucher.card, { balance: 0, pendingPoints: 0, subtractedPoints: 25 * n })
    shop.send(id, 'CANCELED', occasion)
    shop.send(id, 'PAID', occasion)
    t.match(shop.book.voucher.card, { balance: 0, points: 25 * n }, 'an order earns once')
  }
  t.equal(shop.mistake, null)
  t.end()
})

t.test('what came by waiting is taken back like what came at once', t => {
  const shop = new Shop({ rules: [givenEarningRule({ pendingDays: 3 })] })
  const occasion = givenOccasion()
  const id = shop.send(undefined, 'PAID', occasion)
  const [pending] = shop.book.waiting.values()
  if (pending === undefined) throw new Error('nothing waits')
  const { campaign } = shop.program
  const facts = { ...shop.facts(), pending, purse: shop.book.purse(), campaign }
  shop.write(decided(activatePoints({ ...facts, customer: givenCustomer() }, occasion)).changes)
  t.equal(shop.balance, 25)
  shop.send(id, 'CANCELED', occasion)
  t.equal(shop.balance, 0)
  t.equal(shop.mistake, null)
  t.end()
})

t.test('what a tier brought because the order was paid goes back with it', t => {
  const tier = givenTier({ pointsFrom: 25, pointsTo: null })
  const bonus = givenEarningRule({
    id: 'ern_2',
    event: 'customer.loyalty.tier.joined',
    earning: { type: 'FIXED', points: 7 }
  })
  const shop = new Shop({ tiers: [tier], rules: [givenEarningRule(), bonus] })
  const id = shop.send(undefined, 'PAID', givenOccasion())
  t.equal(shop.balance, 32)
  shop.send(id, 'CANCELED', givenOccasion())
  t.equal(shop.balance, 0)
  t.equal(shop.program.membership?.tierId, null, 'and the tier goes, too')
  shop.send(id, 'PAID', givenOccasion())
  t.equal(shop.balance, 0, 'an order that has earned before earns nothing, nor does what follows')
  t.equal(shop.mistake, null)
  t.end()
})

/** One step of a customer's year; what it does is chosen by chance. */
function live(shop: Shop, today: Day, occasion: Occasion, seed: ReturnType<typeof seeded>): void {
  const { pick, between, once } = seed
  const { book } = shop
  const ids = [...shop.orders.keys()]
  const purse = book.purse()
  const refunded = book.entries.flatMap(({ type, cause }) =>
    type === 'POINTS_REFUND' ? (cause.redemptionId ?? []) : []
  )
  const redeemed = book.entries.filter(
    ({ type, cause }) =>
      type === 'POINTS_REDEMPTION' && !refunded.includes(cause.redemptionId as string)
  )
  const lapsed = purse.lots.filter(({ expiresOn }) => expiresOn !== null && expiresOn < today)
  const [pending] = book.waiting.values()
  if (lapsed.length > 0 && once(2)) {
    const taken = { as: 'expired', type: 'POINTS_EXPIRATION', from: lapsed, cause: {} } as const
    const moved = takePoints(purse, { ...taken, points: sumOf(lapsed) }, occasion)
    if (moved !== null) shop.write([moved.change])
  } else if (pending !== undefined && pending.activatesOn <= today) {
    const { campaign } = shop.program
    const facts = { ...shop.facts(), pending, purse, campaign, customer: givenCustomer() }
    shop.write(decided(activatePoints(facts, occasion)).changes)
  } else if (ids.length > 0 && once(3)) {
    cancel(shop, pick(ids), occasion)
  } else if (redeemed.length > 0 && once(3)) {
    const entry = pick(redeemed)
    shop.write([returnPoints(book.purse(entry.lots), entry, occasion).change])
  } else if (once(3)) {
    const cause = { redemptionId: occasion.newId('r') }
    const taken = { as: 'redeemed', type: 'POINTS_REDEMPTION', from: null, cause } as const
    const moved = takePoints(purse, { ...taken, points: between(1, 40) }, occasion)
    if (moved !== null) shop.write([moved.change])
  } else if (once(4)) {
    const gift = { points: between(1, 9), expiresOn: null, type: 'POINTS_ADDITION' } as const
    shop.write([addPoints(purse, { ...gift, cause: {} }, occasion).change])
  } else {
    shop.send(undefined, 'PAID', occasion)
  }
}

/** Whatever it was before. Afterwards it has brought nothing, or nothing is left to take. */
function cancel(shop: Shop, id: string, occasion: Occasion): void {
  shop.send(id, Number(id.slice(-1)) % 2 === 0 ? 'PAID' : 'CREATED', occasion)
  shop.send(id, 'CANCELED', occasion)
  const { entries, pending } = shop.earned(id)
  const net = entries.reduce((sum, { amount }) => sum + amount, 0)
  const there = sumOf(spendableLots(shop.book.purse(), occasion))
  if (pending.length > 0) shop.mistake ??= `something of ${id} waits`
  if (net < 0) shop.mistake ??= `${-net} too many were taken back for ${id}`
  if (net > 0 && there > 0) shop.mistake ??= `${net} of ${id} are left although ${there} are there`
}

t.test('whatever a customer does, a canceled order has brought nothing that is still there', t => {
  const seed = seeded(t)
  const rules = [
    givenEarningRule({ earning: { type: 'FIXED', points: 20 } }),
    givenEarningRule({ id: 'ern_2', earning: { type: 'FIXED', points: 5 }, pendingDays: 2 })
  ]
  const expirationRules = {
    periodType: 'MONTH',
    periodValue: 0,
    roundingType: null,
    roundingValue: null
  } as const
  for (let n = 0; n < seed.cases(150); n++) {
    const loyaltyCard = { points: 0, expirationRules: seed.once(2) ? expirationRules : null }
    const campaign = givenCampaign({ voucher: givenTemplate({ loyaltyCard }) })
    const shop = new Shop({ campaign, rules })
    const base = givenOccasion()
    for (let step = 0; step < 40; step++) {
      const today = `2026-03-${String(1 + Math.floor(step / 4)).padStart(2, '0')}`
      live(shop, today, { ...base, now: `${today}T12:00:00.000Z` }, seed)
    }
    if (shop.mistake !== null) t.fail(`${shop.mistake}: ${JSON.stringify(shop.book.entries)}`)
  }
  t.pass('none has')
  t.end()
})
