/**
 * Categories, and what is filed under one. Merchants write categories by hand, so they are few.
 * There is no index of what is filed under one, because only deleting a category asks for it: it
 * walks through everything that can be filed, and stops after the first few that are.
 * Spec: createCategory, deleteCategory, Category.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, sql } from 'drizzle-orm/sql'
import type { DeleteCategoryFacts, UpdateCategoryFacts } from '../decisions/categories.ts'
import { USERS_NAMED, type User } from '../decisions/updates.ts'
import type { Category } from '../model.ts'
import { holdSetUp, keep } from './catalogue.ts'
import type { ChangeKinds } from './engine/change-kinds.ts'
import { rowsBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import { BY_STAMPS, type Given, is, mine, statement, type Tables } from './engine/statements.ts'
import { orRefused, rowsListed, setUp } from './resources.ts'

export const categories = setUp('categories', 'category')

export const categoryList = rowsListed('categories', { orders: BY_STAMPS })

export const categoryByName = rowsBy('categories', ['name'])

type Filed = PgTable & { readonly [Key in 'projectId' | 'id' | 'categoryId']: PgColumn }

function filedIn(of: (tables: Tables) => Filed) {
  return statement(({ db, t }, given: Given<{ categoryId: string; limit: number }>) => {
    const table = of(t)
    return db
      .select({ id: sql<string>`${table.id}` })
      .from(table)
      .where(and(mine(table), is(table.categoryId, given.categoryId)))
      .orderBy(asc(table.id))
      .limit(given.limit)
  })
}

export const campaignsOfCategory = filedIn(t => t.campaigns)
export const promotionTiersOfCategory = filedIn(t => t.promotionTiers)
export const vouchersOfCategory = filedIn(t => t.vouchers)

const categoryKept = keep(
  async (session: Session, id: string) => (await categories.find(session, id)) ?? undefined
)

/** The category a campaign or voucher is filed under; null for none. */
export async function findCategoryById(session: Session, id: string | null) {
  return id === null ? null : ((await categoryKept(session, id)) ?? null)
}

export async function findCategoryByName(session: Session, name: string): Promise<Category | null> {
  return (await session.one(categoryByName, { name })) ?? null
}

/** By name, then by id; null when neither answers. */
export async function findCategory(session: Session, name: string): Promise<Category | null> {
  return (await findCategoryByName(session, name)) ?? categories.find(session, name)
}

/** @throws {Refused} when the project has no such category. */
export async function categoryNamed(session: Session, id: string): Promise<Category> {
  return orRefused(await findCategoryById(session, id), 'category', id)
}

export function loadCreateCategory(name: string) {
  return async (session: Session): Promise<{ readonly named: Category | null }> => ({
    named: await findCategoryByName(session, name)
  })
}

/** @throws {Refused} when there is no such category. */
export function loadUpdateCategory(id: string, name: string | undefined) {
  return async (session: Session): Promise<UpdateCategoryFacts> => ({
    category: await categoryNamed(session, id),
    named: name === undefined ? null : await findCategoryByName(session, name)
  })
}

/** @throws {Refused} when there is no such category. */
export function loadDeleteCategory(id: string) {
  return async (session: Session): Promise<DeleteCategoryFacts> => {
    await holdSetUp(session)
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
  ['campaign', campaignsOfCategory],
  ['promotion_tier', promotionTiersOfCategory],
  ['voucher', vouchersOfCategory]
] as const

export const categoryChanges: ChangeKinds<KindsOf<'category'>> = {
  'category.created': categories.made(({ category }) => category),
  'category.updated': categories.edited(({ category }) => category)
}
