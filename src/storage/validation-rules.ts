/**
 * Validation rules, one by one and a page of them.
 * Spec: listValidationRules, ValidationRule, createValidationRuleAssignment,
 * ValidationRulesAssignment.
 */
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm/sql'
import type { BoundRule } from '../decisions/redemptions/limits.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { ValidationRule, ValidationRuleAssignment, Voucher } from '../model.ts'
import { compareTexts, type Instant } from '../rules/validity.ts'
import { keep } from './catalogue.ts'
import { addsTo, type ChangeKinds, STEP } from './engine/change-kinds.ts'
import { rowsBy, setBy } from './engine/queries.ts'
import { type Session, together, write } from './engine/session.ts'
import {
  among,
  BY_STAMPS,
  type CreationOrder,
  columnsOf,
  type Given,
  mine,
  type Orders,
  type Page,
  rowsOf,
  type StampOrder,
  same,
  statement,
  type Tables
} from './engine/statements.ts'
import {
  EARLIEST,
  LATEST,
  narrowedList,
  orRefused,
  resource,
  rowsListed,
  setUp
} from './resources.ts'

export const validationRules = setUp('validationRules', 'validation_rule', {
  counted: ['assignmentsCount']
})

/** The window narrows the list, not the total; both its ends are included. */
export const validationRuleList = rowsListed('validationRules', {
  orders: {
    ...BY_STAMPS,
    name: r => [asc(r.name), asc(r.id)],
    '-name': r => [desc(r.name), desc(r.id)]
  } satisfies Orders<StampOrder | 'name' | '-name', Tables['validationRules']>,
  within: (r, given: Given<{ from: Instant; to: Instant }>) =>
    and(gte(r.createdAt, given.from), lte(r.createdAt, given.to))
})

/** What all of them ask: conditions are found in no index. */
export const validationRulesOfProject = rowsBy('validationRules', [], {
  pick: ['id', 'rules'],
  up: ['id']
})

export const referringValidationRules = rowsBy('validationRules', [], {
  pick: ['id', 'rules', 'applicableTo'],
  up: ['id']
})

const ruleKept = keep(
  async (session: Session, id: string) => (await validationRules.find(session, id)) ?? undefined
)

export async function validationRulesOf(
  session: Session,
  ids: Iterable<string | null>
): Promise<ReadonlyMap<string, ValidationRule>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))].sort()
  if (wanted.length === 0) return new Map()
  const found = await together(...wanted.map(id => ruleKept(session, id)))
  return new Map(found.flatMap(rule => (rule === undefined ? [] : [[rule.id, rule] as const])))
}

/** The same facts, and the rules of these ids that exist, which are to bind what is made. */
export function withRules<Facts extends object>(
  load: (session: Session, now: Instant) => Promise<Facts>,
  ruleIds: readonly string[] = []
) {
  return async (session: Session, now: Instant) => ({
    ...(await load(session, now)),
    bound: { ruleIds, rules: await validationRulesOf(session, ruleIds) }
  })
}

/** @throws {Refused} when there is no such rule. */
export async function validationRuleNamed(session: Session, id: string): Promise<ValidationRule> {
  return orRefused((await validationRulesOf(session, [id])).get(id), 'validation_rule', id)
}

export async function validationRulesPage(
  session: Session,
  query: {
    readonly order: StampOrder | 'name' | '-name'
    readonly from: string | null
    readonly to: string | null
  },
  page: Page
) {
  const window = { from: query.from ?? EARLIEST, to: query.to ?? LATEST }
  return validationRuleList.page(session, query.order, page, window)
}

export const validationRuleChanges: ChangeKinds<
  'validationRule.created' | 'validationRule.updated'
> = {
  'validationRule.created': validationRules.made(({ rule }) => rule),
  'validationRule.updated': validationRules.edited(({ rule }) => rule)
}

/*
 * Assignments of validation rules: what each rule binds. They are listed by id, because an id is
 * made from the time, and because there may be as many of them as there are vouchers.
 */

export const rulesAssignedTo = statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
  const { validationRuleAssignments: a, validationRules: rule } = dialect.t
  return (
    dialect.db
      .select({ assignment: columnsOf(a), rule: columnsOf(rule) })
      .from(a)
      .innerJoin(rule, same(rule, a, a.ruleId))
      .where(and(mine(a), among(dialect, a.relatedObjectId, ids)))
      // In the order of its index, so that no more of it is walked.
      .orderBy(asc(a.relatedObjectId), asc(a.relatedObjectType), asc(a.ruleId))
  )
})

/** An assignment to a voucher; they may be as many as there are vouchers. */
export const anyVoucherBound = rowsBy('validationRuleAssignments', [], {
  pick: ['id'],
  and: assignment => eq(assignment.relatedObjectType, 'voucher'),
  up: ['projectId', 'id'],
  limit: 1
})

export const ruleAssignmentList = narrowedList(
  'validationRuleAssignments',
  ({ db, t }) => rowsOf(db, t.validationRuleAssignments),
  { equal: { ruleId: a => a.ruleId, relatedObjectId: a => a.relatedObjectId }, spanned: {} }
)

export const ruleAssignments = resource('validationRuleAssignments', 'validation_rules_assignment')

export const countRuleAssigned = setBy('validationRules', [], ['id'], {
  set: rule => ({ assignmentsCount: sql`${rule.assignmentsCount} + 1` })
})

export const countRuleUnassigned = setBy('validationRules', [], ['id'], {
  set: rule => ({ assignmentsCount: sql`${rule.assignmentsCount} - 1` })
})

export async function assignmentsOn(session: Session, ids: readonly string[]) {
  const found = await session.all(rulesAssignedTo, { ids })
  return found.map(({ assignment }) => assignment)
}

/** Of the rules that bind these vouchers: by voucher, those of its campaign and then its own. */
export async function assignmentsBinding(
  session: Session,
  vouchers: readonly Pick<Voucher, 'id' | 'campaignId'>[]
): Promise<(voucher: Pick<Voucher, 'id' | 'campaignId'>) => readonly ValidationRuleAssignment[]> {
  const own = (await rulesOfVouchers(session, vouchers)).map(({ assignment }) => assignment)
  const ofCampaigns = new Map<string | null, readonly ValidationRuleAssignment[]>()
  for (const { campaignId } of vouchers) {
    if (!ofCampaigns.has(campaignId)) {
      ofCampaigns.set(campaignId, await assignmentsToCampaign(session, campaignId))
    }
  }
  return ({ id, campaignId }) => [
    ...(ofCampaigns.get(campaignId) ?? []),
    ...own.filter(({ relatedObjectId }) => relatedObjectId === id)
  ]
}

/** Of the rules that bind every voucher of a campaign; none for no campaign. */
export async function assignmentsToCampaign(session: Session, campaignId: string | null) {
  if (campaignId === null) return []
  return (await rulesKept(session, campaignId)).map(({ assignment }) => assignment)
}

const rulesKept = keep(
  (session: Session, id: string): Promise<readonly BoundRule[]> =>
    session.all(rulesAssignedTo, { ids: [id] })
)

/** Most projects bind rules to no voucher, and need not look for those of one. */
const bindsVouchers = keep(
  async (session: Session) => (await session.one(anyVoucherBound)) !== undefined
)

async function rulesOfVouchers(session: Session, vouchers: readonly Pick<Voucher, 'id'>[]) {
  if (vouchers.length === 0 || !(await bindsVouchers(session))) return []
  return session.all(rulesAssignedTo, { ids: vouchers.map(({ id }) => id) })
}

/** The rules that bind a voucher (null: none) or any of these things, by the thing's id. */
export async function boundRules(
  session: Session,
  voucher: Pick<Voucher, 'id'> | null,
  setUpIds: readonly string[]
): Promise<readonly BoundRule[]> {
  return (await boundRulesOf(session, voucher === null ? [] : [voucher]))(voucher, setUpIds)
}

/** The same for many vouchers, whose own rules are read together. */
export async function boundRulesOf(session: Session, vouchers: readonly Pick<Voucher, 'id'>[]) {
  const own = await rulesOfVouchers(session, vouchers)
  const thing = ({ assignment }: BoundRule) => assignment.relatedObjectId
  return async (voucher: Pick<Voucher, 'id'> | null, setUpIds: readonly string[]) => {
    const bound: BoundRule[] = own.filter(each => thing(each) === voucher?.id)
    bound.push(...(await together(...setUpIds.map(id => rulesKept(session, id)))).flat())
    return bound.sort((one, other) => compareTexts(thing(one), thing(other)))
  }
}

/** What one rule binds. @throws {Refused} when there is no such rule. */
export async function assignmentsOfRulePage(
  session: Session,
  ruleId: string,
  order: CreationOrder,
  page: Page
) {
  await validationRuleNamed(session, ruleId)
  return ruleAssignmentList.page(session, order, page, { ruleId })
}

/** @throws {Refused} naming which of the two does not exist. */
export async function assignmentOfRule(session: Session, ruleId: string, id: string) {
  await validationRuleNamed(session, ruleId)
  const row = await session.one(ruleAssignments.byId, { id })
  if (row?.ruleId !== ruleId) throw new Refused(notFound('validation_rules_assignment', id))
  return row
}

export const ruleAssignmentChanges: ChangeKinds<
  'validationRule.assigned' | 'validationRule.unassigned'
> = {
  'validationRule.assigned': {
    step: STEP.rules,
    isSetUp: true,
    meets: addsTo('validation rule', validationRules.alone, ({ assignment }) => assignment.ruleId),
    write: async (session, change) => {
      const { assignment } = change
      await write(session, change, ruleAssignments.insert, assignment)
      await write(session, change, countRuleAssigned, { id: assignment.ruleId })
    }
  },
  'validationRule.unassigned': {
    step: STEP.rules,
    isSetUp: true,
    meets: addsTo('validation rule', validationRules.alone, ({ ruleId }) => ruleId),
    write: async (session, change) => {
      await write(session, change, ruleAssignments.remove, { id: change.assignmentId })
      await write(session, change, countRuleUnassigned, { id: change.ruleId })
    }
  }
}
