/**
 * Earning rules of a program.
 *
 * Spec: listEarningRules, EarningRule.
 */
import { and, asc, eq } from 'drizzle-orm/sql'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { Campaign, EarningRule } from '../model.ts'
import { findCampaignOf, type PartPath, programNamed } from './campaigns/campaigns.ts'
import { keep } from './catalogue.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session
} from './engine/session.ts'
import {
  among,
  byId,
  byStamps,
  type Given,
  is,
  mine,
  type Row,
  rowsOf,
  statement,
  stretchOf,
  type Tables,
  totalOf
} from './engine/statements.ts'
import type { Page, StampOrder } from './pages.ts'
import { columnsOfValidity, validityOf } from './validity.ts'

export const earningRuleById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.earningRules).where(byId(t.earningRules, given))
)

export const earningRulesCount = statement(dialect =>
  totalOf(dialect, dialect.t.earningRules, mine(dialect.t.earningRules))
)

function ofCampaign({ earningRules: rule }: Tables, given: Given<{ campaignId: string }>) {
  return and(mine(rule), is(rule.campaignId, given.campaignId))
}

export const earningRulesBy = byStamps(sorting =>
  statement((dialect, given: Given<Page & { campaignId: string }>) => {
    const { earningRules: rule } = dialect.t
    return stretchOf(dialect, rule, given, ofCampaign(dialect.t, given), ...sorting(rule))
  })
)

export const earningRulesOfCampaignCount = statement(
  (dialect, given: Given<{ campaignId: string }>) =>
    totalOf(dialect, dialect.t.earningRules, ofCampaign(dialect.t, given))
)

export const earningRulesNamed = statement(
  (dialect, given: Given<{ campaignId: string; ids: readonly string[] }>) => {
    const { earningRules: rule } = dialect.t
    return dialect.db
      .select({ id: rule.id })
      .from(rule)
      .where(and(ofCampaign(dialect.t, given), among(dialect, rule.id, given.ids)))
      .orderBy(asc(rule.id))
  }
)

/** The active rules for an event, by program. */
export const earningRulesOn = statement(
  ({ db, t: { earningRules: rule } }, { event }: Given<{ event: string }>) =>
    rowsOf(db, rule)
      .where(and(mine(rule), is(rule.event, event), eq(rule.active, true)))
      .orderBy(asc(rule.campaignId), asc(rule.id))
)

export const insertEarningRule = insertInto('earningRules')
export const replaceEarningRule = replaceChanged('earningRules')
export const deleteEarningRuleRow = deleteFrom('earningRules')
export const earningRuleAlone = rowAlone('earningRules')

/** Found by the event they are all about. */
export const earningRulesForSegment = statement(
  ({ db, t: { earningRules: rule } }, given: Given<{ segmentId: string; limit: number }>) =>
    db
      .select({ id: rule.id })
      .from(rule)
      .where(
        and(
          mine(rule),
          eq(rule.event, 'customer.segment.entered'),
          is(rule.segmentId, given.segmentId)
        )
      )
      .orderBy(asc(rule.campaignId), asc(rule.id))
      .limit(given.limit)
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

/** `validity` is three columns, as in a campaign. */
export function earningRuleOf(row: Row<'earningRules'>): model.EarningRule {
  const { startDate, expirationDate, recurrence, ...rule } = row
  return { ...rule, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `earningRuleOf`. */
function rowOfEarningRule({ validity, ...rule }: model.EarningRule): Row<'earningRules'> {
  return { ...rule, ...columnsOfValidity(validity) }
}

/** The programs with an active rule for an event, each with those rules, by id. Kept. */
export const programsOn = keep(async (session: Session, event: string) => {
  const programs: { readonly campaign: Campaign; readonly rules: EarningRule[] }[] = []
  for (const row of await session.all(earningRulesOn, { event })) {
    const campaign = await findCampaignOf(session, row)
    // INVARIANT: the foreign key of a rule says that its program is there.
    if (campaign === null) throw new TypeError(`earning rule ${row.id} has no program`)
    const last = programs.at(-1)
    if (last?.campaign.id === campaign.id) last.rules.push(earningRuleOf(row))
    else programs.push({ campaign, rules: [earningRuleOf(row)] })
  }
  return programs
})

/** @throws {Refused} for no such program, or no such rule in it. */
export async function earningRuleIn(
  session: Session,
  { campaignName, id }: PartPath
): Promise<{ readonly campaign: Campaign; readonly rule: EarningRule }> {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one(earningRuleById, { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('earning_rule', id))
  return { campaign, rule: earningRuleOf(row) }
}

/** The earning rules of a program. @throws {Refused} for any other campaign. */
export async function earningRulesPage(
  session: Session,
  campaignName: string,
  order: StampOrder,
  page: Page
): Promise<{ rules: readonly EarningRule[]; total: number }> {
  const of = { campaignId: (await programNamed(session, campaignName)).id }
  const found = await session.all(earningRulesBy[order], { ...of, ...page })
  const count = await session.one(earningRulesOfCampaignCount, of)
  return { rules: found.map(earningRuleOf), total: count?.total ?? 0 }
}

/** Makes the changes of earning rules real. */
export const earningRuleChanges: ChangeKinds<KindsOf<'earningRule'>> = {
  'earningRule.created': {
    step: STEP.earningRules,
    isSetUp: true,
    write: writes(insertEarningRule, change => rowOfEarningRule(change.rule))
  },
  'earningRule.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replaceEarningRule, ({ rule, updatedAtBefore }) => ({
      ...rowOfEarningRule(rule),
      updatedAtBefore
    }))
  }
}
