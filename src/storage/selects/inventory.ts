/**
 * The SELECTs of what the second document shows and names of goods, rules and schemas.
 *
 * Products are listed by id alone, because an id is a moment: no other order of theirs has an
 * index, and a price list can be long. What people write by hand is sorted as they ask.
 *
 * Spec: Resources, Validation rule, Metadata schema, Product update item; Conventions 2.
 */
import { and, asc, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm/sql'
import { among, pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function inventorySelects(dialect: Dialect) {
  return {
    ...productLists(dialect),
    ...collectionLists(dialect),
    ...schemaLists(dialect),
    ...boundThings(dialect)
  }
}

/** Products of a project, and the SKUs of one product. */
function productLists({ db, t }: Dialect) {
  const { products, skus } = t
  const mine = eq(products.projectId, value('projectId'))
  // A range from the first id on, which the engine walks along, one way or the other.
  const fromFirst = and(mine, gt(products.id, ''))
  const page = pagesOf(db, products, fromFirst)
  const ofProduct = and(
    eq(skus.projectId, value('projectId')),
    eq(skus.productId, value('productId'))
  )
  const variants = (name: string, ...order: SQL[]) =>
    db
      .select()
      .from(skus)
      .where(ofProduct)
      // By the product first, so that only its own SKUs are sorted.
      .orderBy(asc(skus.productId), ...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  return {
    'products by created_at': () => page('products by created_at', asc(products.id)),
    'products by -created_at': () => page('products by -created_at', desc(products.id)),
    productsCount: () =>
      db.select({ total: count() }).from(products).where(mine).prepare('productsCount'),
    ...sortedByStamps('skusOfProduct', skus, variants),
    skusOfProductCount: () =>
      db.select({ total: count() }).from(skus).where(ofProduct).prepare('skusOfProductCount')
  }
}

/** Collections, and what is in them. */
function collectionLists(dialect: Dialect) {
  const { db, t } = dialect
  const { productCollections: c, collectionItems: items, skus } = t
  const mine = eq(c.projectId, value('projectId'))
  const page = pagesOf(db, c, mine)
  return {
    ...sortedByStamps('collections', c, page),
    collectionsCount: () =>
      db.select({ total: count() }).from(c).where(mine).prepare('collectionsCount'),
    /** With the product of each that is a SKU. */
    itemsOfCollections: () =>
      db
        .select({ item: items, productId: skus.productId })
        .from(items)
        .leftJoin(skus, and(eq(skus.projectId, items.projectId), eq(skus.id, items.itemId)))
        .where(
          and(
            eq(items.projectId, value('projectId')),
            among(dialect, items.collectionId, 'collectionIds')
          )
        )
        .orderBy(asc(items.collectionId), asc(items.itemId))
        .prepare('itemsOfCollections')
  }
}

function schemaLists({ db, t }: Dialect) {
  const { metadataSchemas: m } = t
  const mine = eq(m.projectId, value('projectId'))
  return {
    metadataSchemas: () =>
      db
        .select()
        .from(m)
        .where(mine)
        .orderBy(desc(m.createdAt), desc(m.id))
        .limit(value('limit'))
        .offset(value('offset'))
        .prepare('metadataSchemas'),
    metadataSchemasCount: () =>
      db.select({ total: count() }).from(m).where(mine).prepare('metadataSchemasCount')
  }
}

/** What a validation rule can be bound to and nothing else looks up by its id. */
function boundThings({ db, t }: Dialect) {
  return {
    promotionTierById: () =>
      db
        .select({ id: t.promotionTiers.id })
        .from(t.promotionTiers)
        .where(
          and(
            eq(t.promotionTiers.projectId, value('projectId')),
            eq(t.promotionTiers.id, value('id'))
          )
        )
        .prepare('promotionTierById'),
    rewardAssignmentById: () =>
      db
        .select()
        .from(t.rewardAssignments)
        .where(
          and(
            eq(t.rewardAssignments.projectId, value('projectId')),
            eq(t.rewardAssignments.id, value('id'))
          )
        )
        .prepare('rewardAssignmentById')
  }
}
