/**
 * A random history of a shop beside its model: several deeds at once, some asked for twice under
 * one key, now and then a death, and days that pass. There must be an order of the deeds in which
 * the model answers what was answered and looks as the shop does then.
 */
import { NOW } from '../../support/app.ts'
import type { Seeded } from '../../support/seeded.ts'
import { type Deed, daysAfter, Model, type Outcome, type Seen, TERMS } from './model.ts'
import { askedFor, look, type Asked as Request, redemptionIn, type Told } from './shop.ts'
import type { Place, World } from './worlds.ts'

type Asked = Exclude<Deed, { readonly do: 'pass' }>

/** The number of a deed, and which card it was about. */
interface OfCard {
  readonly nr: number
  readonly card: number | null
}

/** What a history has come to. */
interface Run {
  readonly world: World
  readonly chance: Seeded
  /** Orders of all deeds so far that fit what was seen. */
  fitting: readonly (readonly Deed[])[]
  /** Lines for people. */
  readonly told: string[]
  readonly redeemed: Map<number, OfCard & { readonly id: string }>
  /** Orders that are not canceled. */
  readonly orders: OfCard[]
  nr: number
}

/** Several orders can fit, and each is kept as long as it does; so many say enough. */
const FITTING_MAX = 24
const AT_ONCE_MAX = 4

/** Lives a history; what is wrong, with all that happened, or null. */
export async function mistakeIn(
  place: Place,
  chance: Seeded,
  rounds: number
): Promise<string | null> {
  const world = await place.open()
  const run: Run = {
    world,
    chance,
    fitting: [[]],
    told: [],
    redeemed: new Map(),
    orders: [],
    nr: 0
  }
  let wrong: string | null = null
  for (let round = 0; round < rounds && wrong === null; round++) {
    wrong = await (chance.once(4) ? passed(run) : dealt(run)).catch(error => String(error.stack))
  }
  const flaws = await world.end()
  if (wrong === null && flaws.length === 0) return null
  const found = `=> ${wrong ?? 'every answer fits, but'}`
  return [`on ${place.name}:`, ...run.told, found, ...flaws].join('\n  ')
}

async function passed(run: Run): Promise<string | null> {
  const days = run.chance.pick([1, 1, 2, 3, 12, 35])
  run.told.push(`${days} days pass`)
  await run.world.pass(days)
  run.fitting = run.fitting.map(deeds => [...deeds, { do: 'pass', days }])
  return fit(run, [], [])
}

/** Some deeds at once; all of them are answered in the end. */
async function dealt(run: Run): Promise<string | null> {
  const { chance, world } = run
  const count = chance.between(1, AT_ONCE_MAX)
  // Now and then everybody wants the same.
  const only = chance.once(3) ? chance.pick(KINDS) : null
  const deeds = Array.from({ length: count }, () => someDeed(run, only ?? chance.pick(KINDS)))
  const dies = world.diesAfter !== undefined && chance.once(2)
  if (dies) await world.diesAfter?.(chance.between(1, 40 * count))
  const asked = deeds.map(deed => askedFor(deed, world.shop))
  const twice = asked.map(({ key }) => key !== undefined && chance.once(4))
  const answers = await Promise.all(
    asked.map((each, index) =>
      Promise.all([world.ask(each), twice[index] === true && world.ask(each)])
    )
  )
  if (dies) await world.revive?.()
  const outcomes: Outcome[] = []
  for (const [index, deed] of deeds.entries()) {
    const [one, other] = answers[index] as [Told | null, Told | null | false]
    const request = asked[index] as Request
    const known = [one, other].filter(told => told !== null && told !== false && !isTwin(told))
    // Whoever got no answer asks again, and now and then somebody who got one.
    if (known.length === 0 || (request.key !== undefined && chance.once(4))) {
      known.push(await world.ask(request))
    }
    const [first, ...repeated] = known as [Told, ...Told[]]
    run.told.push(`${index > 0 ? 'and ' : ''}${toldOf(deed)}: ${first?.status}`)
    if (first === null || first.status >= 500) return `no answer, but ${first?.bytes}`
    const differing = repeated.find(({ bytes }) => bytes !== first.bytes)
    if (differing !== undefined) return `once ${first.bytes}, and again ${differing.bytes}`
    outcomes.push(first.status === 200 ? 'done' : 'refused')
    remember(run, deed, first)
  }
  if (dies) run.told.push('with a death in between')
  return fit(run, deeds, outcomes)
}

const isTwin = ({ body }: Told) => body.key === 'idempotency_key_in_use'

const toldOf = (deed: Deed) => JSON.stringify(deed)

function remember({ redeemed, orders }: Run, deed: Asked, answer: Told): void {
  if (answer.status !== 200) return
  const { nr } = deed
  const card = 'card' in deed ? deed.card : null
  if (deed.do === 'order') orders.push({ nr, card })
  if (!['buy', 'coupon', 'gift'].includes(deed.do)) return
  redeemed.set(nr, { nr, card, id: redemptionIn(answer) })
}

const KINDS = ['order', 'buy', 'buy', 'coupon', 'gift', 'adjust', 'cancel', 'undo'] as const

function someDeed(run: Run, kind: (typeof KINDS)[number]): Asked {
  const { chance, redeemed, orders } = run
  const nr = ++run.nr
  const card = chance.below(TERMS.cards)
  if (kind === 'cancel' && orders.length > 0) {
    const [of] = orders.splice(chance.below(orders.length), 1) as [OfCard]
    return { do: 'cancel', nr, of: of.nr, card: of.card }
  }
  if (kind === 'undo' && redeemed.size > 0) {
    const of = chance.pick([...redeemed.values()])
    return { do: 'roll back', nr, of: of.nr, card: of.card, id: of.id }
  }
  if (kind === 'coupon') return { do: 'coupon', nr }
  if (kind === 'gift') return { do: 'gift', nr, credits: chance.between(100, 700) }
  if (kind === 'adjust') return { do: 'adjust', nr, card, points: chance.pick([-45, -10, 25, 50]) }
  return { do: kind === 'buy' ? 'buy' : 'order', nr, card }
}

/** Keeps the orders that fit; null when there is one. */
async function fit(
  run: Run,
  deeds: readonly Asked[],
  outcomes: readonly Outcome[]
): Promise<string | null> {
  const ask = async (asked: Parameters<World['ask']>[0]) => (await run.world.ask(asked)) as Told
  const seen = await look(ask, run.world.shop)
  const found = new Map<string, readonly Deed[]>()
  let nearest: Seen | null = null
  for (const before of run.fitting) {
    for (const order of ordersOf(deeds.length)) {
      const model = new Model(daysAfter(NOW, 0))
      for (const deed of before) model.do(deed)
      const isSo = order.every(
        index => model.do(deeds[index] as Deed) === (outcomes[index] as Outcome)
      )
      if (!isSo) continue
      nearest ??= model.seen
      if (JSON.stringify(model.seen) !== JSON.stringify(seen)) continue
      const all = [...before, ...order.map(index => deeds[index] as Deed)]
      found.set(seenByCards(all), all)
    }
  }
  run.fitting = [...found.values()].slice(0, FITTING_MAX)
  if (found.size > 0) return null
  const expected = nearest === null ? 'no order has these answers' : JSON.stringify(nearest)
  return `seen ${JSON.stringify(seen)}, ${expected}`
}

/** What each card sees of an order; what it does not see makes no difference to it. */
function seenByCards(deeds: readonly Deed[]): string {
  const cards = Array.from({ length: TERMS.cards }, (_, card) =>
    deeds.filter(deed => 'card' in deed && deed.card === card).map(deed => 'nr' in deed && deed.nr)
  )
  return JSON.stringify(cards)
}

/** Every order of so many things, by their indexes. */
function* ordersOf(count: number, left = [...Array(count).keys()]): Generator<readonly number[]> {
  if (left.length === 0) yield []
  for (const first of left) {
    const others = left.filter(each => each !== first)
    for (const rest of ordersOf(count, others)) yield [first, ...rest]
  }
}
