/**
 * The part of the audit about what was redeemed together: each part has its whole, each whole has
 * as many parts as its order names, and so have their rollbacks.
 *
 * Spec: Redemption.redemption, DiscountsRollback.
 */
import { and, asc, count, isNotNull, isNull, ne } from 'drizzle-orm/sql'
import { type Given, statement } from '../engine/statements.ts'
import { ofProject, type Paged, pageAfter, type Ranged, withinRange } from './recounts.ts'
import { agree, countedIn, pages, type Scope } from './scope.ts'

/** Records that stand for several, and those of refusals that name nothing are none of them. */
export const auditedWholes = statement(({ db, t: { redemptions: r } }, given: Given<Paged>) =>
  db
    .select({ id: r.id, parentId: r.parentId, record: r.record })
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
      .select({ id: r.stackId, counted: count() })
      .from(r)
      .where(withinRange(r, r.stackId, given))
      .groupBy(r.stackId)
)

export const auditedPartsCount = statement(
  ({ db, t: { redemptions: r } }, given: Given<{ project: string }>) =>
    db
      .select({ counted: count() })
      .from(r)
      .where(and(ofProject(r, given), isNotNull(r.stackId)))
)

/** What was redeemed together, and what was rolled back together. */
export async function auditStacks(scope: Scope): Promise<void> {
  const { session, project } = scope
  let seen = 0
  for await (const { rows, ...range } of pages(scope, auditedWholes)) {
    const partsOf = await countedIn(scope, auditedPartsOfWholes, range)
    for (const { id, parentId, record } of rows) {
      const parts = partsOf(id)
      const named = record.order?.redemptions[parentId ?? id]?.stacked
      agree(scope, `the number of redemptions that ${id} stands for`, named?.length ?? 0, parts)
      seen += parts
    }
  }
  const stored = await session.one(auditedPartsCount, { project })
  agree(scope, 'the number of parts (those of a redemption that is there)', seen, stored?.counted)
}
