/**
 * What a deed of a run of random operations has to go by, and whom and what it is about.
 */
import type { Test } from 'tap'
import type { Answered, Service } from '../../support/app.ts'
import type { BackOffice } from '../../support/back-office.ts'
import type { Chance } from '../../support/chance.ts'
import { strayings } from '../../support/requests.ts'
import { GUESTS, REGULARS } from './many-clubs.ts'

export const PRODUCTS = ['prod_00beans', 'prod_00mug', 'prod_00filter'] as const

/** Everything a deed may need. */
export interface Run {
  readonly t: Test
  readonly chance: Chance
  readonly service: Service
  readonly office: BackOffice
  /** Rows of now, found by whoever needs some to choose from. */
  readonly cards: () => Promise<readonly Card[]>
  /** Ids of pending points that were seen. */
  readonly waited: string[]
  /** Ids of redemptions, refused ones, rollbacks and whole stacks among them. */
  readonly redeemed: string[]
  /** Ids of orders that carts made, or were redeemed on; the newest last. */
  readonly paid: string[]
  /** Codes of coupons and gift vouchers of no campaign, the newest last. */
  readonly codes: string[]
}

export interface Card {
  readonly id: string
  readonly code: string
  readonly campaignId: string
  readonly holder: string
  readonly balance: number
}

export type Deed = (run: Run) => Promise<unknown>

export const someone = (chance: Chance) =>
  chance.once(8) ? chance.pick(GUESTS) : chance.pick(REGULARS)

export function someItems(chance: Chance): readonly (readonly [string, number])[] {
  const count = chance.between(1, 3)
  return Array.from({ length: count }, () => [chance.pick(PRODUCTS), chance.between(1, 6)] as const)
}

/** An answer that is one, and no fault of ours. */
export function sound({ t }: Pick<Run, 't'>, answer: Answered): Answered {
  const recorded = answer.body?.resource_type === 'redemption'
  const wrong = recorded ? [] : strayings(answer)
  if (wrong.length > 0 || answer.status >= 500) t.fail(`${wrong}: ${answer.bytes.slice(0, 300)}`)
  return answer
}
