/**
 * The part of the audit about what was redeemed together: each part has its whole, each whole has
 * as many parts as its order names, and so have their rollbacks.
 *
 * Spec: Redemption.redemption, DiscountsRollback.
 */
import { and, asc, count, isNotNull, isNull, ne } from 'drizzle-orm/sql'
import type { OrderRedemption } from '../../model.ts'
import { type Given, statement } from '../engine/statements.ts'
import { ofProject, type Paged, pageAfter, type Ranged, withinRange } from './recounts.ts'
import { agree, pages, type Scope } from './scope.ts'

/** Records that stand for several, and those of refusals that name nothing are none of them. */
export const auditedWholes = statement(({ db, t: { redemptions: r } }, given: Given<Paged>) =>
  db
    .select({ id: r.id, parentId: r.parentId, status: r.status, record: r.record })
    .from(r)
    .where(
      and(
        pageAfter(r, r.id, given),
        isNull(r.voucherId),
        isNull(r.promotionTierId),
        ne(r.status, 'FAILED')
      )
    )
    .orderBy(asc(r.id))
    .limit(given.limit)
)

export const auditedPartsOfWholes = statement(
  ({ db, t: { redemptions: r } }, given: Given<Ranged>) =>
    db
      .select({ id: r.stackId, record: r.record })
      .from(r)
      .where(withinRange(r, r.stackId, given))
)

export const auditedPartsCount = statement(
  ({ db, t: { redemptions: r } }, given: Given<{ project: string }>) =>
    db
      .select({ counted: count() })
      .from(r)
      .where(and(ofProject(r, given), isNotNull(r.stackId)))
)

/** What a redemption took off its order and the lines of it. */
export function takenOff({ discountAmount, lines = [] }: OrderRedemption): number {
  return lines.reduce((sum, line) => sum + line.discountAmount, discountAmount)
}

/** What was redeemed together, and what was rolled back together. */
export async function auditStacks(scope: Scope): Promise<void> {
  const { session, project } = scope
  let seen = 0
  for await (const { rows, ...range } of pages(scope, auditedWholes)) {
    const parts = Map.groupBy(
      await session.all(auditedPartsOfWholes, { project, after: range.after, last: range.last }),
      part => part.id
    )
    for (const { id, parentId, status, record } of rows) {
      const ofWhole = parts.get(id) ?? []
      const link = record.order?.redemptions[parentId ?? id]
      const named = link?.stacked?.length ?? 0
      agree(scope, `the number of parts of redemption ${id}`, named, ofWhole.length)
      seen += ofWhole.length
      const worth = ofWhole.map(part => part.record.discount)
      // Of what is rolled back nothing is left there, and what points paid the order alone says.
      if (status !== 'SUCCEEDED' || parentId !== null) continue
      if (link === undefined || worth.includes(undefined)) continue
      const sum = worth.reduce<number>((all, discount) => all + (discount ?? 0), 0)
      agree(scope, `the sum of the discounts of the parts of redemption ${id}`, takenOff(link), sum)
    }
  }
  const stored = await session.one(auditedPartsCount, { project })
  agree(scope, 'the number of stacked redemptions, counted by stack,', seen, stored?.counted)
}
