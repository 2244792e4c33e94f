/**
 * A history of a shop beside its model: several deeds at once, some asked for twice under one key,
 * now and then a death, and days that pass. There must be an order of the deeds in which the model
 * answers what was answered and looks as the shop does then.
 *
 * A history is drawn round by round, or told as a list. One that goes wrong is told as the shortest
 * that still does.
 */
import { NOW } from '../../support/app.ts'
import type { Chance } from '../../support/chance.ts'
import { type Deed, daysAfter, Model, type Outcome, type Seen, TERMS } from './model.ts'
import { askedFor, look, type Asked as Request, redemptionIn, type Told } from './shop.ts'
import type { Place, World } from './worlds.ts'

type Asked = Exclude<Deed, { readonly do: 'pass' }>
/** A deed before it is known which redemption is rolled back, or which coupon it is about. */
type Wanted = Asked extends infer Each
  ? Each extends { readonly do: 'roll back' }
    ? Omit<Each, 'id'>
    : Each extends { readonly do: 'use' | 'lock' | 'switch on' }
      ? Omit<Each, 'code'>
      : Each
  : never

/** Days that pass, or deeds at once. */
export type Round = { readonly pass: number } | Deeds

interface Deeds {
  readonly deeds: readonly Wanted[]
  /** The numbers of those that are asked for twice at once. */
  readonly twice?: readonly number[]
  /** The numbers of those that are asked for again although they were answered. */
  readonly again?: readonly number[]
  /** After so many statements the program dies. */
  readonly diesAfter?: number
}

/** The number of a deed, and which card it was about. */
interface OfCard {
  readonly nr: number
  readonly card: number | null
}

/** What a history has come to. */
interface Run {
  readonly world: World
  /** Orders of all deeds so far that fit what was seen. */
  fitting: readonly (readonly Deed[])[]
  /** Lines for people. */
  readonly told: string[]
  readonly redeemed: Map<number, OfCard & { readonly id: string }>
  /** The codes of coupons, by the deeds that fetched them. */
  readonly codes: Map<number, string>
  /** Orders that were made, and those that nobody has asked to cancel. */
  readonly ordered: Set<number>
  readonly orders: OfCard[]
}

/** Several orders can fit, and each is kept as long as it does; so many say enough. */
const FITTING_MAX = 24
const AT_ONCE_MAX = 4
/** How often a history is tried shorter. */
const SHORTER_MAX = 200

/** Lives a history of so many rounds; what is wrong with the shortest like it, or null. */
export async function mistakeIn(
  place: Place,
  chance: Chance,
  rounds: number
): Promise<string | null> {
  const drawn: Round[] = []
  let nr = 0
  const wrong = await wrongWith(place, run => {
    if (drawn.length === rounds) return null
    const round = chance.once(4)
      ? { pass: chance.pick([1, 1, 2, 3, 12, 35]) }
      : someDeeds(run, chance, () => ++nr)
    drawn.push(round)
    return round
  })
  return wrong === null ? null : shortest(place, drawn, wrong)
}

/** Lives a history that is told; what is wrong, or null. */
export function mistakeOf(place: Place, rounds: readonly Round[]): Promise<string | null> {
  const left = [...rounds]
  return wrongWith(place, () => left.shift() ?? null)
}

async function wrongWith(place: Place, next: (run: Run) => Round | null): Promise<string | null> {
  const world = await place.open()
  const run: Run = {
    world,
    fitting: [[]],
    told: [],
    redeemed: new Map(),
    codes: new Map(),
    ordered: new Set(),
    orders: []
  }
  let wrong: string | null = null
  for (let round = next(run); round !== null && wrong === null; round = next(run)) {
    const lived = 'pass' in round ? passed(run, round.pass) : dealt(run, round)
    wrong = await lived.catch(error => String(error.stack))
  }
  const flaws = await world.end()
  if (wrong === null && flaws.length === 0) return null
  const found = `=> ${wrong ?? 'every answer fits, but'}`
  return [`on ${place.name}:`, ...run.told, found, ...flaws].join('\n  ')
}

/** What is wrong with as few rounds and deeds as something is. */
async function shortest(place: Place, rounds: readonly Round[], first: string): Promise<string> {
  let [best, wrong] = [rounds, first]
  let tries = 0
  for (let isShorter = true; isShorter; ) {
    isShorter = false
    for (const fewer of shorter(best)) {
      if (++tries > SHORTER_MAX) return wrong
      const mistake = await mistakeOf(place, fewer)
      if (mistake === null) continue
      ;[best, wrong, isShorter] = [fewer, mistake, true]
      break
    }
  }
  return `${wrong}\n  ${JSON.stringify(best)}`
}

/** Without some rounds in a row, and then without a deed, a repetition or a death. */
function* shorter(rounds: readonly Round[]): Generator<readonly Round[]> {
  for (const count of [8, 4, 2, 1]) {
    for (let at = rounds.length - count; at >= 0; at--) {
      yield [...rounds.slice(0, at), ...rounds.slice(at + count)]
    }
  }
  for (const [at, round] of rounds.entries()) {
    if ('pass' in round) continue
    const { deeds, diesAfter: _, ...lasting } = round
    for (const index of deeds.length > 1 ? deeds.keys() : []) {
      yield rounds.with(at, { ...round, deeds: deeds.toSpliced(index, 1) })
    }
    if (round.diesAfter !== undefined) yield rounds.with(at, { ...lasting, deeds })
    if ((round.twice ?? []).length > 0) yield rounds.with(at, { ...round, twice: [] })
    if ((round.again ?? []).length > 0) yield rounds.with(at, { ...round, again: [] })
  }
}

async function passed(run: Run, days: number): Promise<string | null> {
  run.told.push(`${days} days pass`)
  await run.world.pass(days)
  run.fitting = run.fitting.map(deeds => [...deeds, { do: 'pass', days }])
  return fit(run, [], [])
}

/** Some deeds at once; all of them are answered in the end. */
async function dealt(run: Run, round: Deeds): Promise<string | null> {
  const { world } = run
  const { diesAfter, twice = [], again = [] } = round
  const deeds = round.deeds.flatMap(deed => asWanted(run, deed))
  if (diesAfter !== undefined) await world.diesAfter?.(diesAfter)
  const asked = deeds.map(deed => askedFor(deed, world.shop))
  const answers = await Promise.all(
    asked.map((each, index) =>
      Promise.all([
        world.ask(each),
        each.key !== undefined && twice.includes((deeds[index] as Asked).nr) && world.ask(each)
      ])
    )
  )
  if (diesAfter !== undefined) await world.revive?.()
  const outcomes: Outcome[] = []
  for (const [index, deed] of deeds.entries()) {
    const [one, other] = answers[index] as [Told | null, Told | null | false]
    const request = asked[index] as Request
    const known = [one, other].filter(told => told !== null && told !== false && !isTwin(told))
    // Whoever got no answer asks again, and now and then somebody who got one.
    if (known.length === 0 || (request.key !== undefined && again.includes(deed.nr))) {
      known.push(await world.ask(request))
    }
    const [first, ...repeated] = known as [Told, ...Told[]]
    run.told.push(`${index > 0 ? 'and ' : ''}${toldOf(deed)}: ${first?.status}`)
    if (first === null || first.status >= 500) return `no answer, but ${first?.bytes}`
    const differing = repeated.find(({ bytes }) => bytes !== first.bytes)
    if (differing !== undefined) return `once ${first.bytes}, and again ${differing.bytes}`
    outcomes.push(first.status === 200 && first.body.valid !== false ? 'done' : 'refused')
    remember(run, deed, first)
  }
  if (diesAfter !== undefined) run.told.push('with a death in between')
  return fit(run, deeds, outcomes)
}

/** The deed, if what it undoes was done. */
function asWanted({ redeemed, codes, ordered }: Run, deed: Wanted): readonly Asked[] {
  if (deed.do === 'cancel' || deed.do === 'return') return ordered.has(deed.of) ? [deed] : []
  if (deed.do === 'use' || deed.do === 'lock' || deed.do === 'switch on') {
    const code = codes.get(deed.of)
    return code === undefined ? [] : [{ ...deed, code }]
  }
  if (deed.do !== 'roll back') return [deed]
  const of = redeemed.get(deed.of)
  return of === undefined ? [] : [{ ...deed, id: of.id }]
}

const isTwin = ({ body }: Told) => body.key === 'idempotency_key_in_use'

const toldOf = (deed: Deed) => JSON.stringify(deed)

function remember({ redeemed, codes, ordered, orders }: Run, deed: Asked, answer: Told): void {
  if (answer.status !== 200) return
  const { nr } = deed
  const card = 'card' in deed ? deed.card : null
  if (deed.do === 'order') {
    ordered.add(nr)
    orders.push({ nr, card })
  }
  if (deed.do === 'fetch') codes.set(nr, answer.body.reward.voucher.code)
  if (!['buy', 'fetch', 'use', 'coupon', 'gift'].includes(deed.do)) return
  redeemed.set(nr, { nr, card, id: redemptionIn(answer) })
}

const KINDS = [
  ...(['order', 'buy', 'buy', 'coupon', 'gift', 'adjust', 'cancel', 'undo', 'undo'] as const),
  ...(['return', 'return'] as const),
  ...(['fetch', 'use', 'use', 'lock', 'switch on'] as const)
] as const

function someDeeds(
  { world, redeemed, codes, orders }: Run,
  chance: Chance,
  number: () => number
): Deeds {
  const count = chance.between(1, AT_ONCE_MAX)
  // Now and then everybody wants the same.
  const only = chance.once(3) ? chance.pick(KINDS) : null
  const deeds = Array.from({ length: count }, () =>
    someDeed({ redeemed, codes, orders, chance, nr: number() }, only ?? chance.pick(KINDS))
  )
  const some = () => deeds.map(({ nr }) => nr).filter(() => chance.once(4))
  const dies = world.diesAfter !== undefined && chance.once(2)
  const death = dies ? { diesAfter: chance.between(1, 40 * count) } : {}
  return { deeds, twice: some(), again: some(), ...death }
}

function someDeed(
  {
    redeemed,
    codes,
    orders,
    chance,
    nr
  }: Pick<Run, 'redeemed' | 'codes' | 'orders'> & { readonly chance: Chance; readonly nr: number },
  kind: (typeof KINDS)[number]
): Wanted {
  const card = chance.below(TERMS.cards)
  if (kind === 'cancel' && orders.length > 0) {
    const [of] = orders.splice(chance.below(orders.length), 1) as [OfCard]
    return { do: 'cancel', nr, of: of.nr, card: of.card }
  }
  if (kind === 'return' && orders.length > 0) {
    const { nr: of, card: whose } = chance.pick(orders)
    return { do: 'return', nr, of, card: whose, amount: chance.pick([1000, 1100, 5000]) }
  }
  if (kind === 'undo' && redeemed.size > 0) {
    const of = chance.pick([...redeemed.values()])
    return { do: 'roll back', nr, of: of.nr, card: of.card }
  }
  const isOfCoupon = kind === 'use' || kind === 'lock' || kind === 'switch on'
  if (isOfCoupon && codes.size > 0) {
    const of = chance.pick([...codes.keys()])
    if (kind === 'switch on') return { do: 'switch on', nr, of }
    return kind === 'lock'
      ? { do: 'lock', nr, of, days: chance.pick([1, 2, 10]) }
      : { do: 'use', nr, of, credits: chance.pick([0, 0, 150]) }
  }
  if (kind === 'coupon') return { do: 'coupon', nr }
  if (kind === 'gift') return { do: 'gift', nr, credits: chance.between(100, 700) }
  if (kind === 'adjust') return { do: 'adjust', nr, card, points: chance.pick([-45, -10, 25, 50]) }
  if (kind === 'fetch' || isOfCoupon) return { do: 'fetch', nr, card }
  return { do: kind === 'buy' ? 'buy' : 'order', nr, card }
}

/** Keeps the orders that fit; null when there is one. */
async function fit(
  run: Run,
  deeds: readonly Asked[],
  outcomes: readonly Outcome[]
): Promise<string | null> {
  const ask = async (asked: Parameters<World['ask']>[0]) => (await run.world.ask(asked)) as Told
  const seen = await look(ask, run.world.shop, run.codes)
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
