/**
 * The stacking rules of a project: it has those that it never set, or one set of its own.
 *
 * Categories are named by their ids. An unknown one is refused, because a limit on nothing is a
 * slip of the pen that nobody would see; one that is deleted later may stay, so that rules can be
 * sent back as they were answered.
 *
 * Spec: createStackingRules, updateStackingRules, deleteStackingRules.
 */
import type { ProjectStackingRules } from '../model.ts'
import {
  STACKING_RULES_DEFAULT,
  type StackingRules,
  stackingRulesMistake
} from '../rules/stacking.ts'
import type { Decision, Occasion } from './changes.ts'
import { notFound, type Refusal, refuseMistake } from './refusals.ts'
import { deleteUnused, rewrite } from './updates.ts'

/** What is sent of the rules; an undefined property stays as it is. */
export type SetStackingRules = {
  readonly [Key in keyof Omit<StackingRules, 'groupedRedeemablesSortingRule'>]?:
    | StackingRules[Key]
    | undefined
}

/** The ids of all categories that a request names, each once. */
export function categoriesNamedBy(sent: SetStackingRules): readonly string[] {
  return [
    ...new Set([
      ...Object.keys(sent.applicableRedeemablesCategoryLimits ?? {}),
      ...(sent.exclusiveCategories ?? []),
      ...(sent.jointCategories ?? []),
      ...(sent.noEffectSkipCategories ?? []),
      ...(sent.noEffectRedeemAnywayCategories ?? []),
      ...(sent.initialAmountModeCategories ?? []),
      ...(sent.discountedAmountModeCategories ?? [])
    ])
  ]
}

export interface CreateStackingRulesFacts {
  /** The set that the project has. */
  readonly stored: ProjectStackingRules | null
  /** Ids of those categories that the request names and that exist. */
  readonly categories: ReadonlySet<string>
}

/** Sets the rules of a project that has none of its own; the others are as by default. */
export function createStackingRules(
  { stored, categories }: CreateStackingRulesFacts,
  sent: SetStackingRules,
  { newId, now }: Occasion
): Decision<ProjectStackingRules> {
  if (stored !== null) return { refusal: taken(stored) }
  const rules = merged(STACKING_RULES_DEFAULT, sent)
  const refusal = unknownCategory(sent, categories) ?? refuseMistake(stackingRulesMistake(rules))
  if (refusal !== null) return { refusal }
  const set = { id: newId('stk'), rules, createdAt: now, updatedAt: null }
  return { result: set, changes: [{ kind: 'stackingRules.created', set }] }
}

function taken({ id }: ProjectStackingRules): Refusal {
  return {
    key: 'stacking_rules_exist',
    details: `The project has stacking rules ${id}; update those, or delete them first`,
    resourceId: id,
    resourceType: 'stacking_rules'
  }
}

export interface UpdateStackingRulesFacts {
  readonly stored: ProjectStackingRules
  /** Ids of those categories that the request names and that exist. */
  readonly categories: ReadonlySet<string>
}

/** Changes what is sent; a list or a map replaces the stored one. */
export function updateStackingRules(
  { stored, categories }: UpdateStackingRulesFacts,
  sent: SetStackingRules,
  { now }: Occasion
): Decision<ProjectStackingRules> {
  const rules = merged(stored.rules, sent)
  const named = new Set([...categories, ...categoriesNamedBy(stored.rules)])
  const refusal = unknownCategory(sent, named) ?? refuseMistake(stackingRulesMistake(rules))
  if (refusal !== null) return { refusal }
  return rewrite(stored, { ...stored, rules }, now, (set, updatedAtBefore) => [
    { kind: 'stackingRules.updated', set, updatedAtBefore }
  ])
}

/** From then on the defaults count. */
export function deleteStackingRules({ id }: ProjectStackingRules): Decision<null> {
  return deleteUnused('stacking_rules', { type: 'stacking_rules', id }, [], '')
}

function merged(before: StackingRules, sent: SetStackingRules): StackingRules {
  const said = Object.entries(sent).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(said) }
}

function unknownCategory(sent: SetStackingRules, known: ReadonlySet<string>): Refusal | null {
  const unknown = categoriesNamedBy(sent).find(id => !known.has(id))
  return unknown === undefined ? null : notFound('category', unknown)
}
