/**
 * Categories on the wire, and the one that a request names.
 * Spec: Campaign.category, Campaign.category_id, Category, CategoryList.
 */
import type { Category } from '../../model.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'

/** By its name, or else by its id; null for none. */
export function categoryWanted({
  category,
  category_id: id
}: Pick<Schemas['UpdateCampaignRequest'], 'category' | 'category_id'>): string | null | undefined {
  return category === undefined ? id : category
}

/** As it stands in `categories`, of which a voucher or tier has one at most. */
export const viewCategory: (category: Category) => Wire<'Category'> = viewOf(
  'id name hierarchy object:category created_at updated_at'
)
