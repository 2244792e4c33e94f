/**
 * What merchants set up by hand and may refer to goods or schemas: all of it, each with the parts
 * that can refer to something.
 *
 * References stand inside of JSON, where no index finds them, and such things are few.
 *
 * Spec: deleteProduct, deleteEventSchema; Decisions 73 and 83.
 */
import { asc } from 'drizzle-orm/sql'
import type { Speakers } from '../decisions/products/dependents.ts'
import { mine } from './engine/clauses.ts'
import type { Session } from './engine/session.ts'
import { statement } from './engine/statements.ts'

export const referringRewards = statement(({ db, t: { rewards } }) =>
  db
    .select({ id: rewards.id, parameters: rewards.parameters })
    .from(rewards)
    .where(mine(rewards))
    .orderBy(asc(rewards.id))
)

export const referringValidationRules = statement(({ db, t: { validationRules: rule } }) =>
  db
    .select({ id: rule.id, rules: rule.rules, applicableTo: rule.applicableTo })
    .from(rule)
    .where(mine(rule))
    .orderBy(asc(rule.id))
)

export const referringEarningRules = statement(({ db, t: { earningRules: rule } }) =>
  db
    .select({
      id: rule.id,
      event: rule.event,
      earning: rule.earning,
      eventSchemaId: rule.eventSchemaId
    })
    .from(rule)
    .where(mine(rule))
    .orderBy(asc(rule.id))
)

export const referringCampaigns = statement(({ db, t: { campaigns } }) =>
  db
    .select({ id: campaigns.id, voucher: campaigns.voucher, referral: campaigns.referral })
    .from(campaigns)
    .where(mine(campaigns))
    .orderBy(asc(campaigns.id))
)

export const referringPromotionTiers = statement(({ db, t: { promotionTiers: tier } }) =>
  db
    .select({ id: tier.id, discount: tier.discount })
    .from(tier)
    .where(mine(tier))
    .orderBy(asc(tier.id))
)

/** Everything of the project that can refer to goods. */
export async function speakersIn(session: Session): Promise<Speakers> {
  return {
    rewards: await session.all(referringRewards),
    validationRules: await session.all(referringValidationRules),
    earningRules: await session.all(referringEarningRules),
    campaigns: await session.all(referringCampaigns),
    promotionTiers: await session.all(referringPromotionTiers)
  }
}
