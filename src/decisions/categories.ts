/**
 * Categories: headings under which campaigns, vouchers and promotion tiers are filed.
 *
 * Things refer to a category by its id, so a category can be renamed at any time, and is deleted
 * only when nothing is filed under it.
 *
 * Spec: createCategory, updateCategory, deleteCategory.
 */
import type { Category } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { duplicateFound, type Refusal } from './refusals.ts'
import { amend, resourceInUse, rewrite, type User } from './updates.ts'

export interface CreateCategory {
  readonly name: string
  /** The place among categories; smaller comes first. */
  readonly hierarchy: number
}

/** Creates a category; a name is unique in a project. */
export function createCategory(
  { named }: { /** Who has the name. */ readonly named: Category | null },
  { name, hierarchy }: CreateCategory,
  { newId, now }: Occasion
): Decision<Category> {
  if (named !== null) return { refusal: taken(named, name) }
  const category: Category = {
    id: newId('cat'),
    name,
    hierarchy,
    createdAt: now,
    updatedAt: null
  }
  return { result: category, changes: [{ kind: 'category.created', category }] }
}

export interface UpdateCategoryFacts {
  readonly category: Category
  /** The category with the name that is sent; null when there is none, or none is sent. */
  readonly named: Category | null
}

/** An undefined property stays. */
export type UpdateCategory = {
  readonly [Key in keyof CreateCategory]?: CreateCategory[Key] | undefined
}

/** Renames or moves a category; things stay filed under it. */
export function updateCategory(
  { category, named }: UpdateCategoryFacts,
  { name, hierarchy }: UpdateCategory,
  { now }: Occasion
): Decision<Category> {
  if (named !== null && named.id !== category.id) return { refusal: taken(named, named.name) }
  const after = {
    ...category,
    name: amend(name, category.name),
    hierarchy: amend(hierarchy, category.hierarchy)
  }
  return rewrite(category, after, now, (category, updatedAtBefore) => [
    { kind: 'category.updated', category, updatedAtBefore }
  ])
}

function taken({ id }: Category, name: string): Refusal {
  return duplicateFound('category', id, `name ${name}`)
}

export interface DeleteCategoryFacts {
  readonly category: Category
  /** Things that are filed under it, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
}

/** Deletes a category that nothing is filed under. */
export function deleteCategory({ category: { id }, users }: DeleteCategoryFacts): Decision<null> {
  if (users.length > 0) {
    const advice = 'file them under another category, or under none, first'
    return { refusal: resourceInUse({ type: 'category', id }, users, advice) }
  }
  return { result: null, changes: [{ kind: 'resource.deleted', resource: 'category', id }] }
}
