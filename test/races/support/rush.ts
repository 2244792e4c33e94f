/**
 * Lets everybody in at once, and holds what came of it against what there was: for any points,
 * price, stock and number of attempts as many succeed as there is for, or all when there is enough;
 * the others are told why; and each answer about a redemption is in the records as it was given.
 *
 * Spec: redeemReward, ErrorAnswer.
 */
import type { Test } from 'tap'
import { type Chance, casesOf } from '../../support/chance.ts'
import type { Answer, Floor, Shop } from './floor.ts'
import { cardOf, type Program } from './program.ts'

/** Everybody at once. */
export interface Rush {
  /** What there is for whom, for the title. */
  readonly told: string
  readonly attempts: readonly (() => Promise<Answer>)[]
  /** How many of them there is enough for. */
  readonly enoughFor: number
  /** What the others may be told. */
  readonly refusals: readonly string[]
  /** What is left, and what should be, given the answers of those who succeeded. */
  left(won: readonly Answer[]): Promise<{ readonly found: unknown; readonly expected: unknown }>
}

/** Prepares a shop, and says who will ask it for what. */
export type Supply = (shop: Shop, chance: Chance) => Promise<Rush>

/** What a card without enough points is told. */
export const TOO_FEW_POINTS = 'loyalty_card_points_exceeded'

/** The same from every card in turn, so often in all. */
export function inTurn(
  attempts: number,
  { cards }: Program,
  ask: (code: string, n: number) => Promise<Answer>
) {
  return Array.from({ length: attempts }, (_, n) => () => ask(cards[n % cards.length] as string, n))
}

/** How many of the attempts that come from the cards in turn each of them can pay for. */
export function affordable(attempts: number, { cards }: Program, each: number): number {
  const turns = cards.map((_, n) => Math.floor((attempts - n - 1) / cards.length) + 1)
  return turns.reduce((sum, asked) => sum + Math.min(asked, each), 0)
}

/** What is left on the cards, in their order. */
export const balances = async (shop: Shop, { cards }: Program) =>
  Promise.all(cards.map(async code => (await cardOf(shop, code)).balance))

/** The sum. */
export const total = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0)

type Play = (t: Test, shop: Shop, chance: Chance) => Promise<void>

/** Races on a floor: each as often as is wished for, in a shop of its own that is proven then. */
export function racesOn(floor: Floor, t: Test): (title: string, play: Play) => void {
  return (title, play) => {
    t.test(title, async t => {
      for (const chance of casesOf(t, { gate: 1, soak: 4 })) {
        const shop = await floor.newShop()
        await play(t, shop, chance)
        await floor.proven(t, shop)
      }
    })
  }
}

/** So many ask at once. */
export function atOnce(count: number, ask: (n: number) => Promise<Answer>) {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
}

/** Those who got what they asked for. */
export function succeeded(answers: readonly Answer[]): readonly Answer[] {
  return answers.filter(({ status }) => status === 200)
}

/** All at once; those that succeeded. */
export async function rushed(t: Test, shop: Shop, rush: Rush): Promise<readonly Answer[]> {
  const { attempts, enoughFor, refusals, left } = rush
  const answers = await Promise.all(attempts.map(attempt => attempt()))
  const won = succeeded(answers)
  t.equal(won.length, Math.min(enoughFor, attempts.length), 'as many succeed as there is for')
  const others = answers.filter(({ status }) => status !== 200)
  const strange = others.filter(({ body }) => !refusals.includes(body.key))
  t.strictSame(strange, [], 'and the others are told that there is no more')
  const { found, expected } = await left(won)
  t.strictSame(found, expected, 'what is left is what was there less what was taken')
  t.strictSame(await recorded(shop), said(answers), 'every answer is in the records')
  return won
}

/** What answers say of redemptions: which, and with what outcome. */
export function said(answers: readonly Answer[]): readonly string[] {
  return answers
    .flatMap(({ body }) => [body, ...(body?.others ?? [])])
    .filter(body => body?.object === 'redemption' || body?.resource_type === 'redemption')
    .map(({ id, result }) => `${id} ${result}`)
    .toSorted()
}

/** The same of what is recorded in the shop. */
export async function recorded(shop: Shop): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const url = `/v1/redemptions?limit=100&page=${page}`
    const { redemptions, total } = await shop.done(shop.get(url))
    found.push(...redemptions.map(({ id, result }: Record<string, string>) => `${id} ${result}`))
    if (found.length >= total || redemptions.length === 0) return found.toSorted()
  }
}
