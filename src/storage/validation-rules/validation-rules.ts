/**
 * Validation rules, one by one and a page of them.
 *
 * Spec: listValidationRules, ValidationRule.
 */
import { and, asc, desc, gte, lte, type SQL } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Instant, ValidationRule } from '../../model.ts'
import { keep } from '../catalogue.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import { byId, byStamps, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import { type Session, together } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { deleteFrom, insertInto, replaceChanged, rowAlone } from '../engine/writers.ts'
import { EARLIEST, LATEST, type Page } from '../pages.ts'

export const validationRuleById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.validationRules).where(byId(t.validationRules, given))
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

/** Its row is the thing itself, with the project beside it. */
export function validationRuleOf(row: Row<'validationRules'>): model.ValidationRule {
  return withoutProject(row)
}

const ruleKept = keep(async (session: Session, id: string) => {
  const row = await session.one(validationRuleById, { id })
  return row === undefined ? undefined : validationRuleOf(row)
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
  return { rules: found.map(validationRuleOf), total: count?.total ?? 0 }
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
