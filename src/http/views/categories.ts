/**
 * Categories on the wire.
 *
 * Spec: Category, CategoryList.
 */
import type { Category } from '../../model.ts'
import type { Wire } from '../wire.ts'

/** `total` counts all of the project's. */
export function viewCategoryList(
  categories: readonly Category[],
  total: number
): Wire<'CategoryList'> {
  return { object: 'list', data_ref: 'data', data: categories.map(viewCategory), total }
}

/** As it stands in `categories`, of which a voucher or tier has one at most. */
export function viewCategory({
  id,
  name,
  hierarchy,
  createdAt,
  updatedAt
}: Category): Wire<'Category'> {
  return {
    id,
    name,
    hierarchy,
    object: 'category',
    created_at: createdAt,
    updated_at: updatedAt
  }
}
