/**
 * Categories: headings under which campaigns, vouchers and promotion tiers are filed; and the
 * stacking rules of a project, which name them. Things refer to a category by its id, so a category
 * can be renamed at any time, and is deleted only when nothing is filed under it.
 * Spec: createCategory, updateCategory, deleteCategory, createStackingRules, updateStackingRules,
 * deleteStackingRules.
 */

import type { Category, ProjectStackingRules } from '../model.ts'
import {
  STACKING_RULES_DEFAULT,
  type StackingRules,
  stackingRulesMistake
} from '../rules/stacking.ts'
import type { Decision, Occasion } from './changes.ts'
import { duplicateFound, notFound, type Refusal, refusalAbout, refuseMistake } from './refusals.ts'
import { type Amending, amended, deleteUnused, deletionOf, rewrite, type User } from './updates.ts'

export function createCategory(
  { named }: { /** Who has the name. */ readonly named: Category | null },
  { name, hierarchy }: { readonly name: string; readonly hierarchy: number },
  { newId, now }: Occasion
): Decision<Category> {
  if (named !== null) return { refusal: taken(named, name) }
  const category = { id: newId('cat'), name, hierarchy, createdAt: now, updatedAt: null }
  return { result: category, changes: [{ kind: 'category.created', category }] }
}

export interface UpdateCategoryFacts {
  readonly category: Category
  /** The category with the name that is sent; null when there is none, or none is sent. */
  readonly named: Category | null
}

export type UpdateCategory = Amending<Category, 'name' | 'hierarchy'>

export function updateCategory(
  { category, named }: UpdateCategoryFacts,
  command: UpdateCategory,
  { now }: Occasion
): Decision<Category> {
  if (named !== null && named.id !== category.id) return { refusal: taken(named, named.name) }
  const after = amended(category, command, 'name', 'hierarchy')
  return rewrite(category, after, now, category => ({ kind: 'category.updated', category }))
}

function taken({ id }: Category, name: string): Refusal {
  return duplicateFound('category', id, `name ${name}`)
}

export interface DeleteCategoryFacts {
  readonly category: Category
  /** Things that are filed under it, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
}

export function deleteCategory({ category: { id }, users }: DeleteCategoryFacts): Decision<null> {
  const advice = 'file them under another category, or under none, first'
  return deleteUnused('category', id, users, advice)
}

/*
 * An unknown category in stacking rules is refused, because a limit on nothing is a slip of the pen
 * that nobody would see; one that is deleted later may stay, so that rules can be sent back as they
 * were answered.
 */

export type SetStackingRules = {
  readonly [Key in keyof Omit<StackingRules, 'groupedRedeemablesSortingRule'>]?:
    | StackingRules[Key]
    | undefined
}

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
  readonly stored: ProjectStackingRules | null
  /** Ids of those categories that the request names and that exist. */
  readonly categories: ReadonlySet<string>
}

/**
 * Sets the rules of a project that has none of its own; the others are as by default.
 * Spec: openapi/behaviour/discounts.md#a-project-has-one-set-of-stacking-rules.
 */
export function createStackingRules(
  { stored, categories }: CreateStackingRulesFacts,
  sent: SetStackingRules,
  { newId, now }: Occasion
): Decision<ProjectStackingRules> {
  if (stored !== null) {
    const { id } = stored
    const details = `The project has stacking rules ${id}; update those, or delete them first`
    const thing = { type: 'stacking_rules', id } as const
    return { refusal: refusalAbout(thing, 'stacking_rules_exist', details) }
  }
  const rules = merged(STACKING_RULES_DEFAULT, sent)
  const refusal = unknownCategory(sent, categories) ?? refuseMistake(stackingRulesMistake(rules))
  if (refusal !== null) return { refusal }
  const set = { id: newId('stk'), rules, createdAt: now, updatedAt: null }
  return { result: set, changes: [{ kind: 'stackingRules.created', set }] }
}

export interface UpdateStackingRulesFacts extends CreateStackingRulesFacts {
  readonly stored: ProjectStackingRules
}

export function updateStackingRules(
  { stored, categories }: UpdateStackingRulesFacts,
  sent: SetStackingRules,
  { now }: Occasion
): Decision<ProjectStackingRules> {
  const rules = merged(stored.rules, sent)
  const named = new Set([...categories, ...categoriesNamedBy(stored.rules)])
  const refusal = unknownCategory(sent, named) ?? refuseMistake(stackingRulesMistake(rules))
  if (refusal !== null) return { refusal }
  const after = { ...stored, rules }
  return rewrite(stored, after, now, set => ({ kind: 'stackingRules.updated', set }))
}

/** From then on the defaults count. */
export function deleteStackingRules({ id }: ProjectStackingRules): Decision<null> {
  return deletionOf('stacking_rules', id)
}

function merged(before: StackingRules, sent: SetStackingRules): StackingRules {
  const said = Object.entries(sent).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(said) }
}

function unknownCategory(sent: SetStackingRules, known: ReadonlySet<string>): Refusal | null {
  const unknown = categoriesNamedBy(sent).find(id => !known.has(id))
  return unknown === undefined ? null : notFound('category', unknown)
}
