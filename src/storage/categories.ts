/**
 * Categories, and what is filed under one.
 *
 * Merchants write categories by hand, so they are few. There is no index of what is filed under
 * one, because only deleting a category asks for it: it walks through everything that can be
 * filed, and stops after the first few that are.
 *
 * Spec: createCategory, deleteCategory, Category.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, sql } from 'drizzle-orm/sql'
import type { DeleteCategoryFacts, UpdateCategoryFacts } from '../decisions/categories.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import { USERS_NAMED, type User } from '../decisions/updates.ts'
import type { Category } from '../model.ts'
import { holdSetUp, keep } from './catalogue.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session
} from './engine/session.ts'
import {
  byId,
  byStamps,
  type Given,
  is,
  mine,
  rowsOf,
  statement,
  stretchOf,
  type Tables,
  totalOf
} from './engine/statements.ts'
import type { Page, StampOrder } from './pages.ts'

export const categoryById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.categories).where(byId(t.categories, given))
)

export const categoryByName = statement(({ db, t }, { name }: Given<{ name: string }>) =>
  rowsOf(db, t.categories).where(and(mine(t.categories), is(t.categories.name, name)))
)

export const categoriesBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { categories } = dialect.t
    return stretchOf(dialect, categories, given, mine(categories), ...sorting(categories))
  })
)

export const categoriesCount = statement(dialect =>
  totalOf(dialect, dialect.t.categories, mine(dialect.t.categories))
)

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

export const insertCategory = insertInto('categories')
export const replaceCategory = replaceChanged('categories')
export const deleteCategoryRow = deleteFrom('categories')
export const categoryAlone = rowAlone('categories')

const categoryKept = keep(async (session: Session, id: string) => {
  const row = await session.one(categoryById, { id })
  return row
})

/** The category a campaign or voucher is filed under; null for none. */
export async function findCategoryById(
  session: Session,
  id: string | null
): Promise<Category | null> {
  return id === null ? null : ((await categoryKept(session, id)) ?? null)
}

/** By name, then by id; null when neither answers. */
export async function findCategory(session: Session, name: string): Promise<Category | null> {
  const row =
    (await session.one(categoryByName, { name })) ?? (await session.one(categoryById, { id: name }))
  return row ?? null
}

/** By exact name; null when none has it. */
export async function findCategoryByName(session: Session, name: string): Promise<Category | null> {
  const row = await session.one(categoryByName, { name })
  return row ?? null
}

/** @throws {Refused} when the project has no such category. */
export async function categoryNamed(session: Session, id: string): Promise<Category> {
  const category = await findCategoryById(session, id)
  if (category === null) throw new Refused(notFound('category', id))
  return category
}

/** Every category of the project. */
export async function categoriesPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ categories: readonly Category[]; total: number }> {
  const found = await session.all(categoriesBy[order], { ...page })
  const count = await session.one(categoriesCount)
  return { categories: found, total: count?.total ?? 0 }
}

/** What createCategory needs: who has the name. */
export function loadCreateCategory(name: string) {
  return async (session: Session): Promise<{ readonly named: Category | null }> => ({
    named: await findCategoryByName(session, name)
  })
}

/** The facts of updateCategory. @throws {Refused} when there is no such category. */
export function loadUpdateCategory(id: string, name: string | undefined) {
  return async (session: Session): Promise<UpdateCategoryFacts> => ({
    category: await categoryNamed(session, id),
    named: name === undefined ? null : await findCategoryByName(session, name)
  })
}

/** The facts of deleteCategory. @throws {Refused} when there is no such category. */
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

/** Makes the changes of categories real. */
export const categoryChanges: ChangeKinds<KindsOf<'category'>> = {
  'category.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertCategory, ({ category }) => category)
  },
  'category.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replaceCategory, ({ category, updatedAtBefore }) => ({
      ...category,
      updatedAtBefore
    }))
  }
}
