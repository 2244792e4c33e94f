/**
 * What can be deleted: a closed list, because what refers to one of these has to be asked first.
 *
 * Spec: deleteCampaign.
 */

/** The things that `resource.deleted` can delete, with their own parts. */
export type Deletable =
  | 'campaign'
  | 'category'
  | 'collection'
  | 'earning_rule'
  | 'event_schema'
  | 'export'
  | 'loyalty_tier'
  | 'metadata_schema'
  | 'product'
  | 'promotion_tier'
  | 'receipt'
  | 'reward'
  | 'reward_assignment'
  | 'segment'
  | 'sku'
  | 'stacking_rules'
  | 'validation_rule'
