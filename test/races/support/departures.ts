/**
 * Customers who are deleted at the same moment as they order, redeem, take back and are given
 * points: whatever comes first, nothing is left on their card, and nothing comes to it afterwards.
 *
 * Spec: deleteCustomer.
 */
import type { Test } from 'tap'
import { type Amount, type Chance, casesOf } from '../../support/chance.ts'
import type { Answer, Floor, OneService, Shop } from './floor.ts'
import { givenEarning, givenOffer, givenProgram, newName, redeem } from './program.ts'

const DAY_MS = 86_400_000

/** Of one program. */
const MEMBERS = 3

/** A program that people leave, and what their points buy. */
interface Club {
  readonly program: string
  readonly rewardId: string
  readonly assignmentId: string
}

/** A program with points at once, points that wait, and something to spend them on. */
async function givenClub(shop: Shop): Promise<Club> {
  const { id } = await givenProgram(shop, { points: 100 })
  await givenEarning(shop, id, 68)
  const waiting = { period_type: 'DAY', period_value: 1 }
  const later = { event: 'order.paid', loyalty: { type: 'FIXED', points: 10 } }
  const source = { banner: newName('Later') }
  const rule = { ...later, pending_points: waiting, source }
  await shop.done(shop.post(`/v1/loyalties/${id}/earning-rules`, [rule]))
  return { program: id, ...(await givenOffer(shop, id, { price: 7 })) }
}

interface Member {
  readonly id: string
  readonly code: string
  readonly customer: { readonly source_id: string }
  /** As they order. */
  readonly order: object
  readonly redemption: string
}

/** Somebody new with a card, an order that is paid and a redemption. */
async function newMember(shop: Shop, { program, ...offer }: Club): Promise<Member> {
  const source_id = newName('leaving')
  const customer = { source_id }
  const { id } = await shop.done(shop.post('/v1/customers', customer))
  const joined = shop.post(`/v1/loyalties/${program}/members`, { customer })
  const { code } = await shop.done(joined)
  const order = { customer, status: 'PAID', amount: 1000 }
  await shop.done(shop.post('/v1/orders', { ...order, source_id: `${source_id} paid` }))
  const redeemed = await shop.done(redeem(shop, program, code, offer))
  return { id, code, customer, order, redemption: String(redeemed.id) }
}

/** Customers leave, and nothing is left of their points. */
export async function nothingIsLeft(t: Test, floor: Departing, amount: Amount): Promise<void> {
  for (const chance of casesOf(t, amount)) {
    const shop = await floor.newShop()
    const club = await givenClub(shop)
    const kept: string[] = []
    for (let times = 0; times < MEMBERS; times++) {
      kept.push(...(await keptOf(await newMember(shop, club), { shop, club, floor, chance })))
    }
    t.strictSame(kept, [], 'nothing is left')
    await floor.proven(t, shop)
  }
}

type Departing = Floor & Partial<OneService>

interface Place {
  readonly floor: Departing
  readonly shop: Shop
  readonly club: Club
  readonly chance: Chance
}

/** Deletes a member among whatever else is done; a line when anything is left on the card. */
async function keptOf(member: Member, { floor, shop, club, chance }: Place): Promise<string[]> {
  const { id, code, customer, order, redemption } = member
  const named = (name: string) => ({ ...order, source_id: `${customer.source_id} ${name}` })
  const asks: readonly (() => Promise<Answer | undefined>)[] = [
    () => shop.delete(`/v1/customers/${id}`),
    () => shop.post('/v1/orders', named('one')),
    () => shop.post('/v1/orders', { ...named('other'), customer: { id } }),
    () => shop.post('/v1/orders', { ...named('paid'), status: 'CANCELED' }),
    () => redeem(shop, club.program, code, club),
    () => shop.post(`/v1/redemptions/${redemption}/rollback`),
    () => shop.post(`/v1/loyalties/members/${code}/balance`, { points: 5 }),
    () => nextDay(floor, chance.once(4))
  ]
  const answers = await inAnyOrder(asks, chance)
  const { body } = await shop.get(`/v1/loyalties/members/${code}`)
  const { balance, pending_points } = body.loyalty_card
  if (answers[0]?.status === 204 && balance === 0 && pending_points === 0) return []
  return [`${code}: ${balance} and ${pending_points}, ${answers.map(said => said?.status)}`]
}

/** All at once, or some when others are answered, so that each comes first at some time. */
async function inAnyOrder(
  asks: readonly (() => Promise<Answer | undefined>)[],
  { below, once }: Chance
): Promise<readonly (Answer | undefined)[]> {
  const left = [...asks.entries()]
  const answers: Promise<Answer | undefined>[] = []
  while (left.length > 0) {
    const [[index, ask]] = left.splice(below(left.length), 1) as [(typeof left)[number]]
    answers[index] = ask()
    if (once(3)) await answers[index]
  }
  return Promise.all(answers)
}

let days = 0

/** Points that wait become points; processes have the clock of the machine, and wait for it. */
async function nextDay({ setNow, work }: Partial<OneService>, isDue: boolean): Promise<undefined> {
  if (setNow === undefined || work === undefined || !isDue) return
  days++
  setNow(new Date(Date.parse('2026-03-01T10:00:00.000Z') + days * DAY_MS).toISOString())
  await work()
}
