/**
 * The statements that write to a campaign that is there: how many vouchers it has, and whether it
 * is on.
 *
 * They read like those of writes.ts: no row back is a guard that was lost.
 *
 * Spec: none; Decisions 32 and 41.
 */
import { and, eq, sql } from 'drizzle-orm/sql'
import type { Dialect } from '../engine/dialect.ts'
import { found, given, placed, plus } from '../writes.ts'

const value = sql.placeholder

/** All of them; statements.ts adds them to those of writes.ts. */
export function campaignWrites({ db, t }: Dialect) {
  const { campaigns } = t
  return {
    growCampaign: () =>
      db
        .update(campaigns)
        .set({ vouchersCount: plus(campaigns.vouchersCount, 'added') })
        .where(
          and(
            eq(campaigns.projectId, value('projectId')),
            eq(campaigns.id, value('id')),
            eq(campaigns.vouchersCount, value('vouchersCount'))
          )
        )
        .returning(found)
        .prepare('growCampaign'),
    switchCampaign: () =>
      db
        .update(campaigns)
        .set(placed(campaigns, ['active', 'updatedAt']))
        .where(
          and(
            eq(campaigns.projectId, value('projectId')),
            eq(campaigns.id, value('id')),
            eq(campaigns.active, given(campaigns.active, 'activeBefore'))
          )
        )
        .returning(found)
        .prepare('switchCampaign')
  }
}
