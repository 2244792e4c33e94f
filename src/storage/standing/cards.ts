/**
 * A card with its holder and where they stand, for what happens to the card by the calendar.
 *
 * Spec: Decision 56.
 */
import type { Purse } from '../../decisions/points/purse.ts'
import type { ReviewFacts } from '../../decisions/standing/reviews.ts'
import type { Instant } from '../../model.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { purseIn } from '../points/lots.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import { loadStanding } from './standing.ts'

/** A card with who holds it. */
interface HeldCard extends ReviewFacts {
  readonly purse: Purse
}

/** A card, who holds it and where they stand; null when nobody does. */
export function loadHeldCard(voucherId: string) {
  return async (session: Session, now: Instant): Promise<HeldCard | null> => {
    const row = await session.one('voucherById', { id: voucherId })
    if (row === undefined) return null
    const customer = await customerSent(session, { id: row.holderId })
    if (customer === null) return null
    const standing = await loadStanding(session, {
      event: null,
      customer,
      now,
      preferred: [voucherId]
    })
    return { ...standing, customer, purse: await purseIn(session, standing, voucherOf(row)) }
  }
}
