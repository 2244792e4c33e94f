/**
 * Lets everybody in at once, and holds what came of it against what there was: how many succeeded,
 * what the others were told, what is left, and that each answer about a redemption is in the
 * records as it was given.
 *
 * Spec: Endpoints 6; Errors 1.
 */
import type { Test } from 'tap'
import type { Answer, Shop } from './floor.ts'
import type { Rush } from './supplies.ts'

/** All at once; those that succeeded. */
export async function rushed(t: Test, shop: Shop, rush: Rush): Promise<readonly Answer[]> {
  const { attempts, enoughFor, refusals, left } = rush
  const answers = await Promise.all(attempts.map(attempt => attempt()))
  const won = answers.filter(({ status }) => status === 200)
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
