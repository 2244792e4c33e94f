/** What is answered of things of which nothing was said; what is their own is laid over it. */
import { NOW } from '../../support/app.ts'

/** A voucher beside its id, code, type, pictures and lists. */
export const BARE_VOUCHER = {
  campaign: null,
  campaign_id: null,
  category: null,
  category_id: null,
  categories: [] as readonly unknown[],
  discount: null,
  gift: null,
  loyalty_card: null,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
  active: true,
  additional_info: null,
  metadata: {},
  is_referral_code: false,
  created_at: NOW,
  updated_at: null,
  holder_id: null,
  referrer_id: null,
  object: 'voucher',
  validation_rules_assignments: { object: 'list', data_ref: 'data', data: [], total: 0 }
}

/** An order that is not stored. */
export const BARE_ORDER = {
  id: null,
  source_id: null,
  created_at: null,
  updated_at: null,
  status: null,
  amount: null,
  discount_amount: null,
  total_discount_amount: null,
  total_amount: null,
  applied_discount_amount: null,
  total_applied_discount_amount: null,
  items: [],
  metadata: {},
  customer_id: null,
  referrer_id: null,
  redemptions: {},
  object: 'order'
}
