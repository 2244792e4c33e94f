/**
 * Earning rules of a program, and what a new one may name, as far as it exists.
 *
 * Spec: createEarningRules, listEarningRules, EarningRule.
 */
import { and, asc, eq } from 'drizzle-orm/sql'
import type {
  CreateEarningRulesFacts,
  DeleteEarningRuleFacts,
  KnownGoods,
  NewEarningRule,
  UpdateEarningRule,
  UpdateEarningRuleFacts
} from '../../decisions/loyalties.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import { USERS_NAMED } from '../../decisions/updates.ts'
import type * as model from '../../model.ts'
import type { Campaign, EarningRule } from '../../model.ts'
import { findCampaignOf, programNamed } from '../campaigns/campaigns.ts'
import { holdSetUp, keep } from '../catalogue.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session
} from '../engine/session.ts'
import {
  among,
  byId,
  byStamps,
  type Given,
  is,
  mine,
  type NewRow,
  type Row,
  type Statement,
  statement,
  stretchOf,
  type Tables,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import { eventSchemaById, eventSchemaOf } from '../event-schemas/event-schemas.ts'
import {
  loyaltyTierById,
  loyaltyTiersOfCampaign,
  type PartPath
} from '../loyalty-tiers/loyalty-tiers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page, StampOrder } from '../pages.ts'
import { collectionsNamed } from '../product-collections.ts'
import { productsById, skusById } from '../products/products.ts'
import { segmentById } from '../segments/segments.ts'
import { assignmentsOn, validationRulesOf } from '../validation-rules/validation-rules.ts'
import { columnsOfValidity, validityOf } from '../validity.ts'

export const earningRuleById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.earningRules).where(byId(t.earningRules, given))
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
    db
      .select()
      .from(rule)
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
  const { startDate, expirationDate, recurrence, ...rule } = withoutProject(row)
  return { ...rule, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `earningRuleOf`. */
function rowOfEarningRule({ validity, ...rule }: model.EarningRule): NewRow<'earningRules'> {
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

/** The facts of createEarningRules. @throws {Refused} when the program does not exist. */
export function loadEarningRules(
  campaignName: string,
  commands: readonly NewEarningRule[],
  limits: { readonly earningRulesMax: number }
) {
  return async (session: Session): Promise<CreateEarningRulesFacts> => {
    const campaign = await programNamed(session, campaignName)
    const named = namesIn(commands)
    const count = await session.one(earningRulesCount)
    const found = await findNamed(session, named)
    const tiers = found.tiers.filter(({ campaignId }) => campaignId === campaign.id)
    return {
      campaign,
      segmentIds: new Set(found.segments.map(({ id }) => id)),
      loyaltyTierIds: new Set(tiers.map(({ id }) => id)),
      ...(await goodsKnown(session, commands)),
      eventSchemas: new Map(found.schemas.map(row => [row.id, eventSchemaOf(row)])),
      validationRules: await validationRulesOf(session, named.rules),
      rulesCount: count?.total ?? 0,
      rulesMax: limits.earningRulesMax,
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

/** The goods that rules are measured by, as far as they exist. */
async function goodsKnown(
  session: Session,
  commands: readonly Pick<NewEarningRule, 'loyalty'>[]
): Promise<KnownGoods> {
  const blocks = commands.flatMap(({ loyalty }) => Object.values(loyalty?.orderItems ?? {}))
  const targets = blocks.flatMap(block => [
    block?.id,
    ...(block?.applicableTo ?? []).map(({ id }) => id)
  ])
  const ids = [...new Set(targets.filter(id => id !== null && id !== undefined))]
  const idsOf = async (found: Statement<{ ids: readonly string[] }, { readonly id: string }>) =>
    new Set(ids.length === 0 ? [] : (await session.all(found, { ids })).map(({ id }) => id))
  return {
    productIds: await idsOf(productsById),
    skuIds: await idsOf(skusById),
    collectionIds: await idsOf(collectionsNamed)
  }
}

interface Named {
  readonly segments: ReadonlySet<string>
  readonly tiers: ReadonlySet<string>
  readonly schemas: ReadonlySet<string>
  readonly rules: ReadonlySet<string>
}

/** Every id the rules name, goods excepted, once. */
function namesIn(commands: readonly NewEarningRule[]): Named {
  const known = (ids: readonly (string | null | undefined)[]) =>
    new Set(ids.filter(id => id !== null && id !== undefined))
  return {
    segments: known(commands.map(({ segment }) => segment?.id)),
    tiers: known(commands.map(({ loyaltyTier }) => loyaltyTier?.id)),
    schemas: known(commands.map(({ customEvent }) => customEvent?.schemaId)),
    rules: known(commands.map(({ validationRuleId }) => validationRuleId))
  }
}

async function findNamed(session: Session, { segments, tiers, schemas }: Named) {
  const found = {
    segments: [] as { readonly id: string }[],
    tiers: [] as { readonly id: string; readonly campaignId: string }[],
    schemas: [] as Parameters<typeof eventSchemaOf>[0][]
  }
  for (const id of segments) {
    const row = await session.one(segmentById, { id })
    if (row !== undefined) found.segments.push(row)
  }
  for (const id of tiers) {
    const row = await session.one(loyaltyTierById, { id })
    if (row !== undefined) found.tiers.push(row)
  }
  for (const id of schemas) {
    const row = await session.one(eventSchemaById, { id })
    if (row !== undefined) found.schemas.push(row)
  }
  return found
}

/** The facts of updateEarningRule. @throws {Refused} as earningRuleIn does. */
export function loadUpdateEarningRule(path: PartPath, command: UpdateEarningRule) {
  return async (session: Session): Promise<UpdateEarningRuleFacts> => {
    const { campaign, rule } = await earningRuleIn(session, path)
    const wanted = command.validationRuleId ?? null
    const validationRules = await validationRulesOf(session, [wanted])
    return {
      rule,
      campaign,
      ...(await goodsKnown(session, [command])),
      validationRule: validationRules.get(wanted ?? '') ?? null,
      assignments: await assignmentsOn(session, [rule.id]),
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

/** The facts of deleteEarningRule. @throws {Refused} as earningRuleIn does. */
export function loadDeleteEarningRule(path: PartPath) {
  return async (session: Session): Promise<DeleteEarningRuleFacts> => {
    await holdSetUp(session)
    const { rule } = await earningRuleIn(session, path)
    const tiers = await session.all(loyaltyTiersOfCampaign, { campaignId: rule.campaignId })
    const mapping = tiers.filter(({ mapping }) => Object.hasOwn(mapping, rule.id))
    return {
      rule,
      users: mapping.slice(0, USERS_NAMED + 1).map(({ id }) => ({ type: 'loyalty_tier', id })),
      assignments: await assignmentsOn(session, [rule.id])
    }
  }
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
