/**
 * Lists of categories on the wire; one is shown as it stands in what is filed under it.
 *
 * Spec: Conventions 2; Resources, Voucher (`categories`).
 */
import type { Category } from '../../model.ts'
import { viewCategory } from './vouchers.ts'
import type { Wire } from './wire.ts'

/** `total` counts all of the project's. */
export function viewCategoryList(
  categories: readonly Category[],
  total: number
): Wire<'CategoryList'> {
  return { object: 'list', data_ref: 'data', data: categories.map(viewCategory), total }
}
