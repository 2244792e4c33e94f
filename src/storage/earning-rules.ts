/** Earning rules of a program. Spec: listEarningRules, EarningRule. */
import { eq } from 'drizzle-orm/sql'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Campaign, EarningRule } from '../model.ts'
import { present } from '../rules/mistake.ts'
import { findCampaignOf, ofCampaign, type PartPath, programNamed } from './campaigns/campaigns.ts'
import { keep } from './catalogue.ts'
import { type ChangeKinds, STEP } from './engine/change-kinds.ts'
import { rowsBy, totalBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import {
  among,
  BY_STAMPS,
  type Given,
  type Page,
  type Row,
  type StampOrder
} from './engine/statements.ts'
import { columnsOfValidity, rowsListed, setUp, validityOf } from './resources.ts'

export function earningRuleOf(row: Row<'earningRules'>): EarningRule {
  const { startDate, expirationDate, recurrence, ...rule } = row
  return { ...rule, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

export const earningRules = setUp('earningRules', 'earning_rule', {
  of: earningRuleOf,
  rowOf: ({ validity, ...rule }) => ({ ...rule, ...columnsOfValidity(validity) })
})

export const earningRuleList = rowsListed('earningRules', { orders: BY_STAMPS, where: ofCampaign })

export const earningRulesCount = totalBy('earningRules')

export const earningRulesNamed = rowsBy('earningRules', ['campaignId'], {
  pick: ['id'],
  and: (rule, { ids }: Given<{ ids: readonly string[] }>, dialect) => [
    among(dialect, rule.id, ids)
  ],
  up: ['id']
})

export const earningRulesOn = rowsBy('earningRules', ['event'], {
  and: rule => eq(rule.active, true),
  up: ['campaignId', 'id']
})

export const earningRulesForSegment = rowsBy('earningRules', ['segmentId'], {
  pick: ['id'],
  and: rule => eq(rule.event, 'customer.segment.entered'),
  up: ['campaignId', 'id'],
  limit: 'given'
})

export const referringEarningRules = rowsBy('earningRules', [], {
  pick: ['id', 'event', 'earning', 'eventSchemaId'],
  up: ['id']
})

export interface ProgramEarning {
  readonly campaign: Campaign
  readonly rules: readonly EarningRule[]
}

/** The programs with an active rule for an event, each with those rules, by id. Kept. */
export const programsOn = keep(async (session: Session, event: string) => {
  const programs: { readonly campaign: Campaign; readonly rules: EarningRule[] }[] = []
  for (const row of await session.all(earningRulesOn, { event })) {
    const found = await findCampaignOf(session, row)
    const campaign = present(found, `earning rule ${row.id} has no program`)
    const last = programs.at(-1)
    if (last?.campaign.id === campaign.id) last.rules.push(earningRuleOf(row))
    else programs.push({ campaign, rules: [earningRuleOf(row)] })
  }
  return programs
})

/** What is decided for several programs is always decided in this order. */
export function byCampaign(a: ProgramEarning, b: ProgramEarning): number {
  return a.campaign.id < b.campaign.id ? -1 : 1
}

/** @throws {Refused} for no such program, or no such rule in it. */
export async function earningRuleIn(session: Session, { campaignName, id }: PartPath) {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one(earningRules.byId, { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('earning_rule', id))
  return { campaign, rule: earningRuleOf(row) }
}

/** The earning rules of a program. @throws {Refused} for any other campaign. */
export async function earningRulesPage(
  session: Session,
  campaignName: string,
  order: StampOrder,
  page: Page
) {
  const { id: campaignId } = await programNamed(session, campaignName)
  const { rows, total } = await earningRuleList.page(session, order, page, { campaignId })
  return { rows: rows.map(earningRuleOf), total }
}

export const earningRuleChanges: ChangeKinds<KindsOf<'earningRule'>> = {
  'earningRule.created': earningRules.made(({ rule }) => rule, { step: STEP.earningRules }),
  'earningRule.updated': earningRules.edited(({ rule }) => rule)
}
