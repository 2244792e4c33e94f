/**
 * Validation rules, one by one and a page of them.
 *
 * Spec: listValidationRules, ValidationRule; Decision 71.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { ValidationRule } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { EARLIEST, LATEST, type Page } from '../pages.ts'

/** Its row is the thing itself, with the project beside it. */
export function validationRuleOf(row: Row<'validationRules'>): model.ValidationRule {
  return withoutProject(row)
}

/** Validation rules by id. */
export async function validationRulesOf(
  session: Session,
  ids: Iterable<string | null>
): Promise<ReadonlyMap<string, ValidationRule>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const found = await session.all('validationRulesNamed', { ids: JSON.stringify(wanted) })
  return new Map(found.map(row => [row.id, validationRuleOf(row)]))
}

/** @throws {Refused} when there is no such rule. */
export async function validationRuleNamed(session: Session, id: string): Promise<ValidationRule> {
  const rule = (await validationRulesOf(session, [id])).get(id)
  if (rule === undefined) throw new Refused(notFound('validation_rule', id))
  return rule
}

/** Operation 11. The window narrows the list, not the total. Both ends are included. */
export async function validationRulesPage(
  session: Session,
  query: {
    readonly order: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
    readonly from: string | null
    readonly to: string | null
  },
  { limit, offset }: Page
): Promise<{ rules: readonly ValidationRule[]; total: number }> {
  const found = await session.all(`validationRules by ${query.order}`, {
    from: query.from ?? EARLIEST,
    to: query.to ?? LATEST,
    limit,
    offset
  })
  const count = await session.one('validationRulesCount')
  return { rules: found.map(validationRuleOf), total: count?.total ?? 0 }
}
