/**
 * Every column of text or JSON, and why no word of an erased person is left in it.
 *
 * Columns are named one by one, whatever they are called, so that a new one anywhere fails the test
 * of erasing until somebody says here what it holds.
 */

/** A planted word is found in it before, and none afterwards. */
export const PLANTED = 'words are planted in it'

/** Why the other columns need no word: what they hold. */
const [ID, WHEN, WORD, NUMBERS] = [
  'ids',
  'instants or days',
  'closed sets of words',
  'ids, numbers'
]
const EVENT = 'the event of an order that earned, whose data goes; it has no words'
const CALLED = 'what the caller calls it by, which stays'
const SETUP = 'what people set up for everybody, which is out of reach'
const CLEARED = 'cleared with the name, or no text fits in'
const SECRET = 'hashes and secrets of keys'
const KEY = 'the key that was used, not who it was about'
const CAUSE = 'ids, and reasons of ours'
const WAITS = 'what waits to be written; nobody is erased while rows of an import do'
const SEALED = 'hashes, ids, and answers that are sealed, and cleared where they name somebody'
const CART = 'the name of a cart, which goes with whose it is, and with its time'
const FIELDS = 'names of fields; deleted with its file all the same'
const WORKER = 'the name of a worker'
const NOTHING = 'nothing writes it'

/** By table: the columns, by what they hold. */
export const HELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  access_tokens: {
    [ID]: 'project_id key_id client_id',
    [WHEN]: 'issued_at expires_at revoked_at',
    [WORD]: 'scope',
    [SECRET]: 'token_hash'
  },
  async_actions: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [WORD]: 'type status operation_status',
    [CALLED]: 'request_id',
    [PLANTED]: 'result'
  },
  campaigns: {
    [ID]: 'project_id id category_id',
    [WHEN]: 'start_date expiration_date created_at updated_at',
    [WORD]: 'campaign_type type',
    [SETUP]: 'name description recurrence voucher metadata tier_terms referral'
  },
  categories: { [ID]: 'project_id id', [WHEN]: 'created_at updated_at', [SETUP]: 'name' },
  collection_items: { [ID]: 'project_id collection_id item_id', [WORD]: 'object' },
  customer_totals: { [ID]: 'project_id customer_id', [WHEN]: 'last_order_date' },
  customers: {
    [PLANTED]: 'source_id name email phone description address metadata',
    [CLEARED]: 'birthday birthdate',
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at deleted_at',
    [NOTHING]: 'system_metadata'
  },
  earning_rules: {
    [ID]:
      'project_id id campaign_id automation_id ' +
      'segment_id loyalty_tier_id event_schema_id validation_rule_id',
    [WHEN]: 'start_date expiration_date created_at updated_at',
    [SETUP]: 'event earning banner recurrence expiration_rules metadata'
  },
  event_schemas: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [SETUP]: 'name properties'
  },
  events: {
    [PLANTED]: 'events',
    [ID]: 'project_id id customer_id',
    [WHEN]: 'created_at',
    [CALLED]: 'group_id',
    [KEY]: 'source'
  },
  export_files: { [PLANTED]: 'content', [ID]: 'project_id export_id' },
  exports: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at',
    [WORD]: 'exported_object status channel',
    [FIELDS]: 'parameters',
    [NOTHING]: 'user_id'
  },
  job_chunks: { [ID]: 'project_id job_id', [WAITS]: 'items' },
  job_turns: { [ID]: 'project_id' },
  jobs: {
    [ID]: 'project_id id async_action_id',
    [WHEN]: 'run_at lease_until created_at',
    [WORD]: 'task queue',
    [WAITS]: 'data',
    [WORKER]: 'owner'
  },
  key_pairs: {
    [ID]: 'project_id id client_id',
    [WHEN]: 'created_at revoked_at',
    [WORD]: 'kind',
    [SETUP]: 'name',
    [SECRET]: 'token_hash'
  },
  ledger_entries: {
    [PLANTED]: 'cause',
    [ID]: 'project_id id voucher_id campaign_id order_id redemption_id followed_id taken_back_by',
    [WHEN]: 'created_at',
    [WORD]: 'type',
    [NUMBERS]: 'lots'
  },
  lock_holds: { [ID]: 'project_id voucher_id', [WHEN]: 'expires_at', [CART]: 'key' },
  locks: { [ID]: 'project_id customer_id', [WHEN]: 'expires_at', [CART]: 'key' },
  lots: {
    [ID]: 'project_id id voucher_id campaign_id merged_into',
    [WHEN]: 'expires_on created_at'
  },
  loyalty_tiers: {
    [ID]: 'project_id id campaign_id',
    [WHEN]: 'created_at updated_at',
    [SETUP]: 'name mapping'
  },
  metadata_schemas: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [WORD]: 'related_object',
    [SETUP]: 'properties'
  },
  order_imports: { [PLANTED]: 'said', [ID]: 'project_id order_id' },
  orders: {
    [PLANTED]: 'items metadata',
    [ID]: 'project_id id customer_id referrer_id',
    [WHEN]: 'earned_at created_at updated_at taken_back_at',
    [WORD]: 'status',
    [NUMBERS]: 'redemptions',
    [CLEARED]: 'earned returned',
    [CALLED]: 'source_id'
  },
  pending_points: {
    [ID]: 'project_id id voucher_id campaign_id customer_id order_id earning_rule_id',
    [WHEN]: 'activates_on created_at updated_at',
    [WORD]: 'status',
    [SETUP]: 'expiration_rules',
    [EVENT]: 'details'
  },
  product_collections: { [ID]: 'project_id id', [WHEN]: 'created_at updated_at', [SETUP]: 'name' },
  products: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [SETUP]: 'source_id name attributes image_url metadata'
  },
  projects: {
    [ID]: 'id',
    [WHEN]: 'created_at',
    [SETUP]: 'name timezone currency',
    [SECRET]: 'secret url_secret'
  },
  promotion_tiers: {
    [ID]: 'project_id id campaign_id category_id',
    [WHEN]: 'start_date expiration_date created_at updated_at',
    [SETUP]: 'name banner discount recurrence metadata'
  },
  publications: {
    [PLANTED]: 'channel metadata',
    [ID]: 'project_id id voucher_id campaign_id customer_id',
    [WHEN]: 'created_at',
    [WORD]: 'voucher_type',
    [CALLED]: 'source_id'
  },
  receipts: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at',
    [WORD]: 'operation_id',
    [SEALED]: 'request_hash answer customer_ids'
  },
  count_kinds: { [ID]: 'project_id' },
  redemption_counts: {
    [ID]: 'project_id object_id by_id',
    [WHEN]: 'day week month',
    [WORD]: 'object by'
  },
  redemptions: {
    [PLANTED]: 'record tracking_id failure_message',
    [ID]: 'project_id id voucher_id campaign_id promotion_tier_id customer_id parent_id stack_id',
    [WHEN]: 'date',
    [WORD]: 'result status failure_code'
  },
  referrals: {
    [ID]: 'project_id id campaign_id voucher_id referrer_id customer_id',
    [WHEN]: 'created_at'
  },
  referrer_totals: { [ID]: 'project_id customer_id campaign_id' },
  reviews: { [ID]: 'project_id after', [WHEN]: 'reviewed_on' },
  reward_assignments: {
    [ID]: 'project_id id reward_id campaign_id',
    [WHEN]: 'created_at updated_at'
  },
  rewards: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [SETUP]: 'name parameters attributes metadata'
  },
  segment_members: { [ID]: 'project_id segment_id customer_id', [WHEN]: 'entered_at' },
  segments: { [ID]: 'project_id id', [WHEN]: 'created_at', [WORD]: 'type', [SETUP]: 'name filter' },
  set_up_claims: { [ID]: 'project_id id' },
  shortfalls: {
    [ID]: 'project_id voucher_id subject_id lot_id from_lot_id',
    [WHEN]: 'created_at',
    [WORD]: 'claim',
    [CAUSE]: 'cause'
  },
  skus: {
    [ID]: 'project_id id product_id',
    [WHEN]: 'created_at updated_at',
    [SETUP]: 'source_id sku currency attributes image_url metadata'
  },
  stacking_rules: { [ID]: 'project_id id', [WHEN]: 'created_at updated_at', [SETUP]: 'rules' },
  tier_memberships: {
    [ID]: 'project_id voucher_id campaign_id customer_id tier_id',
    [WHEN]: 'started_at expires_on period_starts_on updated_at',
    [NUMBERS]: 'risen'
  },
  timer_leases: { [ID]: 'project_id owner', [WHEN]: 'lease_until' },
  validation_rule_assignments: {
    [ID]: 'project_id id rule_id related_object_id',
    [WHEN]: 'created_at',
    [WORD]: 'related_object_type validation_status',
    [SETUP]: 'validation_omitted_rules'
  },
  validation_rules: {
    [ID]: 'project_id id',
    [WHEN]: 'created_at updated_at',
    [WORD]: 'type context_type',
    [SETUP]: 'name rules error_message applicable_to'
  },
  vouchers: {
    [PLANTED]: 'additional_info metadata imported_as',
    [ID]: 'project_id id campaign_id category_id holder_id referrer_id taken_back_by',
    [WHEN]: 'next_expiration_date start_date expiration_date locked_until created_at updated_at',
    [WORD]: 'type gift_effect',
    [CALLED]: 'code code_key',
    [SETUP]: 'discount recurrence'
  }
}
