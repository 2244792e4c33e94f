/**
 * How often things were redeemed: counts that limits look at.
 *
 * Spec: redeemReward, ValidationRule.rules; Decision 55.
 */
import type * as model from '../../model.ts'
import type { Customer, RedemptionCount } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'

/** How many were made before periods were counted concerns the audit alone. */
export function redemptionCountOf(row: Row<'redemptionCounts'>): model.RedemptionCount {
  const { countedBefore: _, ...count } = withoutProject(row)
  return count
}

/** How often the things were redeemed: by anyone, by this customer, by this key. */
export async function countsOf(
  session: Session,
  objectIds: readonly string[],
  holder: Customer | null,
  { channelId: apiKey }: { readonly channelId: string }
): Promise<readonly RedemptionCount[]> {
  const whose = { customerId: holder?.id ?? '', apiKey }
  const values = { objectIds: JSON.stringify(objectIds), ...whose }
  return (await session.all('redemptionCountsOf', values)).map(redemptionCountOf)
}
