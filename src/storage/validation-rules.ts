/**
 * Validation rules, one by one and a page of them.
 *
 * Spec: listValidationRules, ValidationRule, createValidationRuleAssignment,
 * ValidationRulesAssignment.
 */
import { and, asc, desc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm/sql'
import type { BoundRule } from '../decisions/assignments.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Instant, ValidationRule, ValidationRuleAssignment, Voucher } from '../model.ts'
import { compareTexts } from '../rules/validity.ts'
import { keep } from './catalogue.ts'
import { addsTo, type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  replaceChanged,
  rowAlone,
  type Session,
  together,
  write
} from './engine/session.ts'
import {
  among,
  byCreation,
  byId,
  byStamps,
  columnsOf,
  command,
  type Given,
  is,
  mine,
  rowsOf,
  same,
  statement,
  stretchOf,
  type Tables,
  totalOf
} from './engine/statements.ts'
import { type CreationOrder, EARLIEST, LATEST, type Page } from './pages.ts'

export const validationRuleById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.validationRules).where(byId(t.validationRules, given))
)

function rulesBy(order: (rule: Tables['validationRules']) => SQL[]) {
  return statement((dialect, given: Given<Page & { from: Instant; to: Instant }>) => {
    const { validationRules: r } = dialect.t
    const where = and(mine(r), gte(r.createdAt, given.from), lte(r.createdAt, given.to))
    return stretchOf(dialect, r, given, where, ...order(r))
  })
}

export const validationRulesBy = {
  ...byStamps(rulesBy),
  name: rulesBy(r => [asc(r.name), asc(r.id)]),
  '-name': rulesBy(r => [desc(r.name), desc(r.id)])
}

export const validationRulesCount = statement(dialect =>
  totalOf(dialect, dialect.t.validationRules, mine(dialect.t.validationRules))
)

export const insertValidationRule = insertInto('validationRules')
export const replaceValidationRule = replaceChanged('validationRules', ['assignmentsCount'])
export const deleteValidationRuleRow = deleteFrom('validationRules')
export const validationRuleAlone = rowAlone('validationRules')

/** What all of them ask: conditions are found in no index. */
export const validationRulesOfProject = statement(({ db, t: { validationRules: rule } }) =>
  db.select({ id: rule.id, rules: rule.rules }).from(rule).where(mine(rule)).orderBy(asc(rule.id))
)

export const referringValidationRules = statement(({ db, t: { validationRules: rule } }) =>
  db
    .select({ id: rule.id, rules: rule.rules, applicableTo: rule.applicableTo })
    .from(rule)
    .where(mine(rule))
    .orderBy(asc(rule.id))
)

const ruleKept = keep(async (session: Session, id: string) => {
  const row = await session.one(validationRuleById, { id })
  return row
})

/** Validation rules by id. */
export async function validationRulesOf(
  session: Session,
  ids: Iterable<string | null>
): Promise<ReadonlyMap<string, ValidationRule>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))].sort()
  const found = await together(...wanted.map(id => ruleKept(session, id)))
  return new Map(found.flatMap(rule => (rule === undefined ? [] : [[rule.id, rule] as const])))
}

/** @throws {Refused} when there is no such rule. */
export async function validationRuleNamed(session: Session, id: string): Promise<ValidationRule> {
  const rule = (await validationRulesOf(session, [id])).get(id)
  if (rule === undefined) throw new Refused(notFound('validation_rule', id))
  return rule
}

/**
 * A page of listValidationRules. The window narrows the list, not the total; both its ends are
 * included.
 */
export async function validationRulesPage(
  session: Session,
  query: {
    readonly order: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
    readonly from: string | null
    readonly to: string | null
  },
  { limit, offset }: Page
): Promise<{ rules: readonly ValidationRule[]; total: number }> {
  const found = await session.all(validationRulesBy[query.order], {
    from: query.from ?? EARLIEST,
    to: query.to ?? LATEST,
    limit,
    offset
  })
  const count = await session.one(validationRulesCount)
  return { rules: found, total: count?.total ?? 0 }
}

/** Makes the changes of validation rules real. */
export const validationRuleChanges: ChangeKinds<
  'validationRule.created' | 'validationRule.updated'
> = {
  'validationRule.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertValidationRule, ({ rule }) => rule)
  },
  'validationRule.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replaceValidationRule, ({ rule, updatedAtBefore }) => ({
      ...rule,
      updatedAtBefore
    }))
  }
}

/*
 * Assignments of validation rules: what each rule binds.
 *
 * They are listed by id, because an id is made from the time, and because there may be as many of
 * them as there are vouchers.
 */

/** The rules that bind any of the things named, with their assignments. */
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
export const anyVoucherBound = statement(({ db, t: { validationRuleAssignments: a } }) =>
  db
    .select({ id: a.id })
    .from(a)
    .where(and(mine(a), eq(a.relatedObjectType, 'voucher')))
    .orderBy(asc(a.projectId), asc(a.id))
    .limit(1)
)

type OfRule = { ruleId: string }
type ToThing = { relatedObjectId: string }

/** Which assignments a list is of: all, those of a rule, those to a thing, or the one of both. */
const LISTED = {
  // A range from the first id on is what the engine walks along, up or down.
  all: ({ validationRuleAssignments: a }: Tables) => and(mine(a), gt(a.id, '')),
  rule: ({ validationRuleAssignments: a }: Tables, given: Given<OfRule>) =>
    and(mine(a), is(a.ruleId, given.ruleId)),
  thing: ({ validationRuleAssignments: a }: Tables, given: Given<ToThing>) =>
    and(mine(a), is(a.relatedObjectId, given.relatedObjectId)),
  both: ({ validationRuleAssignments: a }: Tables, given: Given<OfRule & ToThing>) =>
    and(mine(a), is(a.ruleId, given.ruleId), is(a.relatedObjectId, given.relatedObjectId))
}

function assignmentsBy<Params>(where: (t: Tables, given: Given<Params>) => SQL | undefined) {
  return byCreation(direct =>
    statement((dialect, given: Given<Params & Page>) => {
      const { validationRuleAssignments: a } = dialect.t
      return stretchOf(dialect, a, given, where(dialect.t, given), direct(a.id))
    })
  )
}

export const allAssignmentsBy = assignmentsBy(LISTED.all)
export const assignmentsOfRuleBy = assignmentsBy(LISTED.rule)
export const assignmentsToThingBy = assignmentsBy(LISTED.thing)
export const assignmentsOfBothBy = assignmentsBy(LISTED.both)

function assignmentsCount<Params>(where: (t: Tables, given: Given<Params>) => SQL | undefined) {
  return statement((dialect, given: Given<Params>) =>
    totalOf(dialect, dialect.t.validationRuleAssignments, where(dialect.t, given))
  )
}

export const allAssignmentsCount = assignmentsCount(LISTED.all)
export const assignmentsOfRuleCount = assignmentsCount(LISTED.rule)
export const assignmentsToThingCount = assignmentsCount(LISTED.thing)
export const assignmentsOfBothCount = assignmentsCount(LISTED.both)

export const ruleAssignmentById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.validationRuleAssignments).where(byId(t.validationRuleAssignments, given))
)

export const insertRuleAssignment = insertInto('validationRuleAssignments')
export const deleteRuleAssignmentRow = deleteFrom('validationRuleAssignments')

export const countRuleAssigned = command(
  ({ db, t: { validationRules: rule } }, given: Given<{ id: string }>) =>
    db
      .update(rule)
      .set({ assignmentsCount: sql`${rule.assignmentsCount} + 1` })
      .where(byId(rule, given))
)

export const countRuleUnassigned = command(
  ({ db, t: { validationRules: rule } }, given: Given<{ id: string }>) =>
    db
      .update(rule)
      .set({ assignmentsCount: sql`${rule.assignmentsCount} - 1` })
      .where(byId(rule, given))
)

/** Of the rules that bind any of these. */
export async function assignmentsOn(
  session: Session,
  ids: readonly string[]
): Promise<readonly ValidationRuleAssignment[]> {
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
export async function assignmentsToCampaign(
  session: Session,
  campaignId: string | null
): Promise<readonly ValidationRuleAssignment[]> {
  if (campaignId === null) return []
  return (await rulesKept(session, campaignId)).map(({ assignment }) => assignment)
}

async function rulesBinding(
  session: Session,
  ids: readonly string[]
): Promise<readonly BoundRule[]> {
  const found = await session.all(rulesAssignedTo, { ids })
  return found.map(({ assignment, rule }) => ({
    assignment: assignment,
    rule: rule
  }))
}

const rulesKept = keep((session: Session, id: string) => rulesBinding(session, [id]))

/** Most projects bind rules to no voucher, and need not look for those of one. */
const bindsVouchers = keep(
  async (session: Session) => (await session.one(anyVoucherBound)) !== undefined
)

async function rulesOfVouchers(
  session: Session,
  vouchers: readonly Pick<Voucher, 'id'>[]
): Promise<readonly BoundRule[]> {
  if (vouchers.length === 0 || !(await bindsVouchers(session))) return []
  return rulesBinding(
    session,
    vouchers.map(({ id }) => id)
  )
}

/**
 * The rules that bind a voucher (null for none) or any of these things that are set up, by id of
 * the thing.
 */
export async function boundRules(
  session: Session,
  voucher: Pick<Voucher, 'id'> | null,
  setUpIds: readonly string[]
): Promise<readonly BoundRule[]> {
  return (await boundRulesOf(session, voucher === null ? [] : [voucher]))(voucher, setUpIds)
}

/** The same for many vouchers, whose own rules are read together. */
export async function boundRulesOf(
  session: Session,
  vouchers: readonly Pick<Voucher, 'id'>[]
): Promise<
  (
    voucher: Pick<Voucher, 'id'> | null,
    setUpIds: readonly string[]
  ) => Promise<readonly BoundRule[]>
> {
  const own = await rulesOfVouchers(session, vouchers)
  const thing = ({ assignment }: BoundRule) => assignment.relatedObjectId
  return async (voucher, setUpIds) => {
    const bound = own.filter(each => thing(each) === voucher?.id)
    bound.push(...(await together(...setUpIds.map(id => rulesKept(session, id)))).flat())
    return bound.sort((one, other) => compareTexts(thing(one), thing(other)))
  }
}

/** Which assignments a page shows; a property that is absent does not filter. */
interface AssignmentsWanted {
  readonly ruleId?: string | undefined
  readonly relatedObjectId?: string | undefined
}

/** What a page of assignments is answered with; `total` counts all that is wanted. */
interface AssignmentsPage {
  readonly assignments: readonly ValidationRuleAssignment[]
  readonly total: number
}

/** What the rules of the project bind. */
export async function ruleAssignmentsPage(
  session: Session,
  { ruleId, relatedObjectId }: AssignmentsWanted,
  order: CreationOrder,
  page: Page
): Promise<AssignmentsPage> {
  const listed = () => {
    if (ruleId !== undefined && relatedObjectId !== undefined) {
      const of = { ruleId, relatedObjectId }
      return session.page(assignmentsOfBothBy[order], assignmentsOfBothCount, of, page)
    }
    if (ruleId !== undefined) {
      return session.page(assignmentsOfRuleBy[order], assignmentsOfRuleCount, { ruleId }, page)
    }
    if (relatedObjectId !== undefined) {
      const of = { relatedObjectId }
      return session.page(assignmentsToThingBy[order], assignmentsToThingCount, of, page)
    }
    return session.page(allAssignmentsBy[order], allAssignmentsCount, {}, page)
  }
  const { rows, total } = await listed()
  return { assignments: rows, total }
}

/** What one rule binds. @throws {Refused} when there is no such rule. */
export async function assignmentsOfRulePage(
  session: Session,
  ruleId: string,
  order: CreationOrder,
  page: Page
): Promise<AssignmentsPage> {
  await validationRuleNamed(session, ruleId)
  return ruleAssignmentsPage(session, { ruleId }, order, page)
}

/** @throws {Refused} when the rule has no such assignment. */
async function ruleAssignmentNamed(
  session: Session,
  ruleId: string,
  id: string
): Promise<ValidationRuleAssignment> {
  const row = await session.one(ruleAssignmentById, { id })
  if (row?.ruleId !== ruleId) throw new Refused(notFound('validation_rules_assignment', id))
  return row
}

/** The same, where the rule may not exist either. @throws {Refused} naming which of the two. */
export async function assignmentOfRule(
  session: Session,
  ruleId: string,
  id: string
): Promise<ValidationRuleAssignment> {
  await validationRuleNamed(session, ruleId)
  return ruleAssignmentNamed(session, ruleId, id)
}

/** Makes the changes of assignments of validation rules real. */
export const ruleAssignmentChanges: ChangeKinds<
  'validationRule.assigned' | 'validationRule.unassigned'
> = {
  'validationRule.assigned': {
    step: STEP.rules,
    isSetUp: true,
    meets: addsTo('validation rule', validationRuleAlone, ({ assignment }) => assignment.ruleId),
    write: async (session, change) => {
      const { assignment } = change
      await write(session, change, insertRuleAssignment, assignment)
      await write(session, change, countRuleAssigned, { id: assignment.ruleId })
    }
  },
  'validationRule.unassigned': {
    step: STEP.rules,
    isSetUp: true,
    meets: addsTo('validation rule', validationRuleAlone, ({ ruleId }) => ruleId),
    write: async (session, change) => {
      await write(session, change, deleteRuleAssignmentRow, { id: change.assignmentId })
      await write(session, change, countRuleUnassigned, { id: change.ruleId })
    }
  }
}
