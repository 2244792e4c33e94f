/**
 * Lets everybody in at once, and holds what came of it against what there was: how many succeeded,
 * what the others were told, what is left, and that each answer about a redemption is in the
 * records as it was given.
 *
 * Spec: Endpoints 6; Errors 1.
 */
import type { Test } from 'tap'
import { type Seeded, seeded } from '../../support/seeded.ts'
import type { Answer, Floor, Shop } from './floor.ts'
import type { Rush } from './supplies.ts'

type Play = (t: Test, shop: Shop, chance: Seeded) => Promise<void>

/** Races on a floor: each as often as is wished for, in a shop of its own that is proven then. */
export function racesOn(floor: Floor, t: Test): (title: string, play: Play) => void {
  return (title, play) => {
    t.test(title, async t => {
      const chance = seeded(t)
      for (let times = chance.cases(1); times > 0; times--) {
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
    .map(({ body }) => body)
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
