/**
 * The category that a request names.
 *
 * Spec: Campaign.category, Campaign.category_id.
 */
import type { Schemas } from '../wire.ts'

/** By its name, or else by its id; null for none. */
export function categoryWanted({
  category,
  category_id: id
}: Pick<Schemas['UpdateCampaignRequest'], 'category' | 'category_id'>): string | null | undefined {
  return category === undefined ? id : category
}
