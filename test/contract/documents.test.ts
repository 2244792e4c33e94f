/**
 * The documents against the interface: its sixteen operations, its fields, its limits and scopes;
 * and against themselves: examples fit, union branches are apart. What else they keep, such as
 * names and credentials, `npm run contract:check` counts.
 *
 * Spec: openapi/README.md.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { componentsOf, examplesOf, Validators } from '../../scripts/document-examples.ts'
import {
  followed,
  operationsOf,
  schemasOf,
  type Tree,
  tree,
  typesOf
} from '../../scripts/document-walk.ts'

const read = (name: string): Tree =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8'))
const service = read('service')
const provisioning = read('provisioning')

const outline = (document: Tree) =>
  operationsOf(document).map(({ id, method, path }) => [id, method.toUpperCase(), path])

t.test('the published document has the operations of the interface and no other', async t => {
  const management = '/management/v1/projects/{projectId}'
  t.same(outline(service), [
    ['issueOAuthToken', 'POST', '/v1/oauth/token'],
    ['introspectOAuthToken', 'POST', '/v1/oauth/introspect'],
    ['listMemberPendingPoints', 'GET', '/v1/loyalties/members/{memberId}/pending-points'],
    ['estimateLoyaltyPoints', 'POST', '/v1/loyalties/{campaignId}/qualifications'],
    ['addVouchersToCampaign', 'POST', '/v1/campaigns/{campaignId}/vouchers'],
    ['redeemReward', 'POST', '/v1/loyalties/{campaignId}/members/{memberId}/redemption'],
    ['createReward', 'POST', '/v1/rewards'],
    ['updateProductsInBulk', 'POST', '/v1/products/bulk/async'],
    ['getVoucherRedemptions', 'GET', '/v1/vouchers/{code}/redemption'],
    ['listExports', 'GET', '/v1/exports'],
    ['listValidationRules', 'GET', '/v1/validation-rules'],
    ['createEarningRules', 'POST', '/v1/loyalties/{campaignId}/earning-rules'],
    ['getCustomer', 'GET', '/v1/customers/{customerId}'],
    ['listPromotionTiers', 'GET', '/v1/promotions/{campaignId}/tiers'],
    ['getMetadataSchema', 'GET', `${management}/metadata-schemas/{metadataSchemaId}`],
    ['sendCustomEvent', 'POST', '/v1/events']
  ])
})

t.test('the second document has the paths the interface names beside them', async t => {
  const member = '/v1/loyalties/{campaignId}/members/{memberId}'
  const named = [
    ['listProgramMemberPendingPoints', 'GET', `${member}/pending-points`],
    ['redeemRewardByCard', 'POST', '/v1/loyalties/members/{memberId}/redemption'],
    ['listAllPromotionTiers', 'GET', '/v1/promotions/tiers']
  ]
  const ids = named.map(([id]) => id)
  t.same(
    outline(provisioning).filter(([id]) => ids.includes(id)),
    named
  )
})

// Every field that the interface has in a table, under the schema that carries it.
const fields: readonly (readonly [schema: string, fields: string])[] = [
  ['OAuthToken', 'access_token client_id expires_at expires_in scope token_type'],
  ['ActiveToken', 'access_token client_id expires_at expires_in scope token_type active'],
  ['InactiveToken', 'access_token client_id expires_at expires_in scope token_type active'],
  ['PendingPointsList', 'object data_ref data has_more more_starting_after'],
  [
    'PendingPointsEntry',
    'id voucher_id campaign_id customer_id order_id points activates_at created_at details'
  ],
  ['PendingPointsDetails', 'holder_loyalty_tier event earning_rule order'],
  ['PendingPointsEvent', 'id type group_id entity_id created_at category event_source'],
  ['EventSource', 'channel user api_key'],
  [
    'Voucher',
    'id code campaign campaign_id category category_id type discount gift loyalty_card ' +
      'start_date expiration_date validity_timeframe validity_day_of_week validity_hours active ' +
      'additional_info metadata assets is_referral_code created_at updated_at holder_id ' +
      'referrer_id object publish redemption categories validation_rules_assignments'
  ],
  [
    'VoucherDiscount',
    'type amount_off amount_off_formula aggregated_amount_limit effect is_dynamic percent_off'
  ],
  ['VoucherGift', 'amount subtracted_amount balance effect'],
  [
    'VoucherLoyaltyCard',
    'points balance next_expiration_date next_expiration_points pending_points expired_points ' +
      'subtracted_points'
  ],
  ['VoucherAssets', 'qr barcode'],
  ['VoucherPublish', 'object count url'],
  ['VoucherUse', 'quantity redeemed_quantity redeemed_points object url'],
  ['RedeemedVoucher', 'id code campaign holder applicable_to inapplicable_to'],
  [
    'ValidationRulesAssignment',
    'id rule_id related_object_id related_object_type object validation_status ' +
      'validation_omitted_rules'
  ],
  ['Category', 'id name hierarchy object created_at updated_at'],
  [
    'Redemption',
    'id object date customer_id tracking_id metadata redemption result status order channel ' +
      'customer related_object_type related_object_id reward amount session failure_code ' +
      'failure_message promotion_tier gift loyalty_card voucher'
  ],
  [
    'Order',
    'id source_id created_at updated_at status amount discount_amount total_discount_amount ' +
      'total_amount applied_discount_amount total_applied_discount_amount items metadata ' +
      'customer customer_id referrer_id object redemptions'
  ],
  ['OrderItem', 'object product_id quantity amount price subtotal_amount product'],
  [
    'RedeemedReward',
    'customer assignment_id voucher id object name created_at updated_at parameters type'
  ],
  ['SimpleCustomer', 'id name email source_id metadata object'],
  [
    'Reward',
    'id name type stock redeemed metadata created_at updated_at object attributes parameters'
  ],
  ['ProductUpdate', 'source_id name price attributes image_url metadata'],
  ['Export', 'id object created_at status channel exported_object parameters result user_id'],
  ['ExportParameters', 'order fields filters response_format'],
  [
    'ValidationRule',
    'id name rules applicable_to created_at updated_at type context_type assignments_count object'
  ],
  ['ValidationRuleEntry', 'name rules property conditions'],
  ['ApplicableTo', 'excluded included included_all'],
  ['ApplicableToItem', 'object id source_id effect quantity_limit'],
  [
    'EarningRuleRequest',
    'event validation_rule_id segment custom_event loyalty_tier loyalty source active start_date ' +
      'expiration_date validity_timeframe validity_day_of_week metadata'
  ],
  [
    'EarningRule',
    'id created_at updated_at object automation_id source event validation_rule_id segment ' +
      'custom_event loyalty_tier loyalty active start_date expiration_date validity_timeframe ' +
      'validity_day_of_week metadata'
  ],
  [
    'Customer',
    'id source_id name email phone description birthday birthdate address metadata ' +
      'system_metadata created_at updated_at assets summary loyalty referrals object'
  ],
  [
    'PromotionTier',
    'id created_at updated_at name banner action metadata hierarchy promotion_id campaign ' +
      'campaign_id active summary object validation_rule_assignments'
  ],
  [
    'MetadataSchema',
    'id related_object properties allow_defined_only created_at updated_at object'
  ],
  ['MetadataSchemaProperty', 'type array optional object_type eq'],
  ['EstimateLoyaltyPointsRequest', 'customer order'],
  ['PointsEstimation', 'campaign points_estimation'],
  [
    'AddVouchersRequest',
    'code code_config category metadata redemption additional_info start_date expiration_date'
  ],
  ['CodeConfigRequest', 'length charset prefix postfix pattern initial_count'],
  ['RedeemRewardRequest', 'reward order metadata'],
  ['CreateRewardRequest', 'parameters type name metadata'],
  ['AsyncActionAccepted', 'async_action_id'],
  ['VoucherRedemptions', 'quantity redeemed_quantity object url data_ref total redemption_entries'],
  ['ExportList', 'object data_ref exports total'],
  ['ValidationRuleList', 'object data_ref data total'],
  ['PromotionTierList', 'object data_ref tiers total has_more'],
  ['SendCustomEventRequest', 'event customer referral loyalty metadata'],
  ['CustomEvent', 'object type customer referral loyalty metadata']
]

t.test('every field of the interface is in the schema that carries it', async t => {
  const schemas = componentsOf(service, 'schemas')
  for (const [name, listed] of fields) {
    const has = Object.keys(tree(schemas[name]?.['properties']))
    t.same(
      listed.split(' ').filter(field => !has.includes(field)),
      [],
      name
    )
  }
})

t.test('a failed redemption is an error and a redemption in one flat schema', async t => {
  const {
    RedemptionRefused: refused,
    Redemption: redemption,
    ApiError: error
  } = componentsOf(service, 'schemas')
  t.same(
    Object.keys(tree(refused?.['properties'])).sort(),
    [error, redemption].flatMap(schema => Object.keys(tree(schema?.['properties']))).sort()
  )
  t.same(refused?.['required'], error?.['required'])
})

// The Limits table: parameter, operation, bounds, default.
const limits = [
  ['limit', 'listExports', { minimum: 1, maximum: 100, default: 10 }],
  ['limit', 'listValidationRules', { minimum: 1, maximum: 100, default: 10 }],
  ['limit', 'listMemberPendingPoints', { minimum: 1, maximum: 100, default: 10 }],
  ['page', 'listExports', { minimum: 1, maximum: 100, default: 1 }],
  ['page', 'listValidationRules', { minimum: 1, maximum: 100, default: 1 }]
] as const

t.test('limits and defaults are those of the interface', async t => {
  for (const [name, id, bounds] of limits) {
    const operation = operationsOf(service).find(found => found.id === id)
    const listed = (operation?.tree['parameters'] ?? []) as Tree[]
    const parameters = listed.map(each => followed(service, each))
    t.match(parameters.find(each => each['name'] === name)?.['schema'], bounds, `${id} ${name}`)
  }
  const { SendCustomEventRequest: sent } = componentsOf(service, 'schemas')
  t.match(tree(sent?.['properties'])['event'], { minLength: 1, maxLength: 300 })
})

t.test('the scopes are those of the interface', async t => {
  const { oauth } = componentsOf(service, 'securitySchemes')
  const flow = tree(tree(oauth?.['flows'])['clientCredentials'])
  t.same(
    Object.keys(tree(flow['scopes'])).sort(),
    [
      ...['api', 'assets', 'async-actions', 'campaigns', 'categories', 'client_api'],
      ...['client_consents', 'client_customers', 'client_events', 'client_promotions'],
      ...['client_publish', 'client_qualifications', 'client_redeem', 'client_redemptions'],
      ...['client_validate', 'client_validations', 'client_vouchers', 'consents', 'customers'],
      ...['events', 'exports', 'locations', 'loyalties', 'metadata-schemas', 'orders'],
      ...['product-collections', 'products', 'promotions', 'publications', 'qualifications'],
      ...['redemptions', 'referrals', 'rewards', 'segments', 'SKUs', 'task-results', 'templates'],
      ...['trash-bin', 'validation-rules-assignments', 'validation-rules', 'validations'],
      'vouchers'
    ].sort()
  )
})

/** A copy in which no object takes a property it does not describe: a typing mistake shows. */
function closed(document: Tree): Tree {
  const copy = structuredClone(document)
  for (const { schema } of schemasOf(copy)) {
    const isObject = typesOf(schema).includes('object') && schema['properties'] !== undefined
    if (isObject && schema['additionalProperties'] === undefined) {
      schema['additionalProperties'] = false
    }
  }
  return copy
}

t.test('every example fits its schema and shows nothing that is not described', async t => {
  // It has all that the two documents have (joined.test.ts).
  const joined = read('joined')
  const validators = new Validators(closed(joined))
  const mistakes = [...examplesOf(joined)].flatMap(({ at, schema, value }) => {
    const mistake = validators.mistake(schema, value)
    return mistake === null ? [] : [`${at}: ${mistake}`]
  })
  t.same(mistakes, [])
})

/** Examples of two branches in one object, each first: what an overlap would let pass twice. */
function* mixtures(examples: readonly Tree[]): Generator<Tree> {
  for (const one of examples) {
    yield one
    for (const other of examples) {
      yield { ...one, ...other }
      // Each property of the other by itself: a changed constant, a block of another calculation.
      for (const [key, value] of Object.entries(other)) yield { ...one, [key]: value }
    }
    for (const key of Object.keys(one)) {
      yield Object.fromEntries(Object.entries(one).filter(([name]) => name !== key))
    }
  }
}

t.test('no value fits two branches of a union', async t => {
  const validators = new Validators(service)
  const found = [...schemasOf(service)].filter(({ schema }) => schema['oneOf'] !== undefined)
  for (const { schema, pointer } of found) {
    const branches = schema['oneOf'] as Tree[]
    const leaves = branches.flatMap(branch => leavesOf(branch))
    const examples = leaves.flatMap(leaf => leaf['examples'] as Tree[])
    let tried = 0
    for (const value of mixtures(examples)) {
      const fitting = branches.filter((_, n) => validators.fits(`${pointer}/oneOf/${n}`, value))
      if (fitting.length > 1) t.fail(`two branches of ${pointer} take ${JSON.stringify(value)}`)
      tried++
    }
    t.ok(tried > leaves.length, `${pointer}: ${tried} values`)
  }
})

/** The branches of a branch, itself when it has none. */
function leavesOf(branch: Tree): Tree[] {
  const flat = followed(service, branch)
  const inner = flat['oneOf'] as Tree[] | undefined
  return inner === undefined ? [flat] : inner.flatMap(leavesOf)
}
