/**
 * Categories as they are shown, and what writing one needs.
 *
 * Spec: Conventions 2; Resources, Voucher (`categories`).
 */
import type {
  DeleteCategoryFacts,
  UpdateCategoryFacts
} from '../../decisions/categories/categories.ts'
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Category } from '../../model.ts'
import type { StampOrder } from '../clauses.ts'
import type { Page } from '../lists.ts'
import { categoryOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'

/** @throws {Refused} when the project has no such category. */
export async function categoryNamed(session: Session, id: string): Promise<Category> {
  const category = await categoryOf(session, id)
  if (category === null) throw new Refused(notFound('category', id))
  return category
}

/** Every category of the project. */
export async function categoriesPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ categories: readonly Category[]; total: number }> {
  const found = await session.all(`categories by ${order}`, { ...page })
  const count = await session.one('categoriesCount')
  return { categories: found.map(rows.categoryOf), total: count?.total ?? 0 }
}

/** What createCategory needs: who has the name. */
export function loadCreateCategory(name: string) {
  return async (session: Session): Promise<{ readonly named: Category | null }> => ({
    named: await calledCategory(session, name)
  })
}

/** What updateCategory needs. @throws {Refused} when there is no such category. */
export function loadUpdateCategory(id: string, name: string | undefined) {
  return async (session: Session): Promise<UpdateCategoryFacts> => ({
    category: await categoryNamed(session, id),
    named: name === undefined ? null : await calledCategory(session, name)
  })
}

/** What deleteCategory needs. @throws {Refused} when there is no such category. */
export function loadDeleteCategory(id: string) {
  return async (session: Session): Promise<DeleteCategoryFacts> => {
    const category = await categoryNamed(session, id)
    const users: User[] = []
    for (const [type, statement] of FILED) {
      const limit = USERS_NAMED + 1 - users.length
      const found = limit === 0 ? [] : await session.all(statement, { categoryId: id, limit })
      users.push(...found.map(user => ({ type, id: user.id })))
    }
    return { category, users }
  }
}

/** What can be filed, the fewest first. */
const FILED = [
  ['campaign', 'campaignsOfCategory'],
  ['promotion_tier', 'promotionTiersOfCategory'],
  ['voucher', 'vouchersOfCategory']
] as const

async function calledCategory(session: Session, name: string): Promise<Category | null> {
  const row = await session.one('categoryByName', { name })
  return row === undefined ? null : rows.categoryOf(row)
}
