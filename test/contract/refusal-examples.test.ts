/**
 * Every refusal the documents show is the one that really comes, to the last word of its details:
 * a person who reads the example has read what the service will say.
 */
import t from 'tap'
import { limits } from '../../src/main/config.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import { StoreBusy } from '../../src/storage/engine/errors.ts'
import { givenService, PAIR } from '../support/app.ts'
import { givenSteps } from '../support/given-steps.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  operationNamed,
  operations
} from '../support/requests.ts'

const service = await givenService(t)
await givenSteps(service, [
  {
    make: 'campaign',
    ids: ['camp_00ended'],
    name: 'Ended club',
    campaignType: 'LOYALTY_PROGRAM',
    type: 'STATIC',
    validity: { ...ALWAYS, expirationDate: '2020-01-01T00:00:00.000Z' },
    voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0, expirationRules: null } }
  },
  {
    make: 'validation rule',
    ids: ['val_00coffee'],
    name: 'Coffee only',
    rules: {},
    applicableTo: {
      excluded: [],
      included: [{ object: 'products_collection', id: 'pc_00coffee', sourceId: null }],
      includedAll: false
    }
  },
  { make: 'voucher', campaign: 'camp_00bakery', code: 'BAKE-ADA-0001' },
  { make: 'member', code: 'BAKE-ADA-0001', customer: 'ada' }
])
const grant = { grant_type: 'client_credentials' }
const { access_token } = (await service.submit('/v1/oauth/token', { ...grant, scope: 'assets' }))
  .body

const outsider = { authorization: `Bearer ${access_token}` }
const nobody = { 'x-app-id': 'nobody', 'x-management-id': 'nobody' }
const json = { ...PAIR, 'content-type': 'application/json' }
const ada = { source_id: 'ada' }
const review = { event: 'product_reviewed', customer: ada }
const inProgram = (campaignId: string, memberId = 'CLUB-ADA-0001') => ({ campaignId, memberId })
const anyOrder = { customer: ada, order: {} }
const unknownOrder = { customer: ada, order: { id: 'ord_00nothing' } }
const unknownGoods = { customer: ada, order: { items: [{ product_id: 'prod_00nothing' }] } }
const hundred = { code_config: { pattern: '##', charset: '0123456789' } }
const mugs = { loyalty: { points: 60 } }
const loyalty = { type: 'FIXED', points: 1 }
const entered = { event: 'customer.segment.entered', segment: { id: 'seg_00nothing' }, loyalty }
const nothing = { object: 'product', id: 'prod_00nothing' }
const filtered = {
  name: 'S',
  type: 'auto-update',
  filter: { junction: 'and', 'loyalty_tier.Nobody Club': { conditions: { $is: ['Gold'] } } }
}
const program = {
  name: 'Nobody Club',
  voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
}
const tierOfClub = { campaignId: 'camp_00club', loyaltyTierId: 'ltr_00gold' }
const ruleOfClub = { campaignId: 'camp_00club', earningRuleId: 'ern_00euro' }
const large = 'x'.repeat(limits.bodyBytes)

/** What an example calls by one name and this file has to bring about with another. */
const elsewhere: { readonly [example: string]: readonly [string, string] } = {
  campaignNotActive: ['camp_00club', 'camp_00ended'],
  notAllowedToJoin: ['camp_00club', 'camp_00bakery']
}

// What is shown, and what to ask for it. One that is missing is named at the end.
const rows: readonly (readonly [operation: string, example: string, asking: Asking])[] = [
  [
    'addMember',
    'othersCard',
    { body: { customer: { source_id: 'cleo' }, voucher: 'CLUB-BEN-0001' } }
  ],
  ['addMember', 'customer', { body: { customer: 'nobody' } }],
  [
    'updateLoyaltyCardBalance',
    'tooMany',
    { path: inProgram('camp_00club', 'CLUB-BEN-0001'), body: { points: -500 } }
  ],
  [
    'updateLoyaltyCardBalance',
    'noExpirationDate',
    { body: { points: 1, expiration_type: 'CUSTOM_DATE' } }
  ],
  [
    'createRewardAssignments',
    'missingPrice',
    { body: [{ reward: 'rew_00coin' }, { reward: 'rew_00mug' }] }
  ],
  ['createRewardAssignment', 'missingOnePrice', { body: { campaign: 'camp_00bakery' } }],
  ['createRewardAssignment', 'onOffer', { body: { campaign: 'camp_00club', parameters: mugs } }],
  [
    'createRewardAssignment',
    'validationRule',
    {
      body: {
        campaign: 'camp_00bakery',
        parameters: mugs,
        validation_rules: ['val_00nothing']
      }
    }
  ],
  ['createVoucher', 'cardAlone', { body: { type: 'LOYALTY_CARD' } }],
  ['createVoucherWithCode', 'otherCode', { body: { code: 'SATURDAY-TREAT' } }],
  ['createVoucher', 'noCredit', { body: { type: 'GIFT_VOUCHER' } }],
  ['updateVoucher', 'notAGift', { body: { gift: { effect: 'APPLY_TO_ORDER' } } }],
  ['updateVoucher', 'unknownVoucher', { path: { code: 'SPRING-9998' } }],
  ['updateVoucher', 'unknownCategory', { body: { category: 'Somewhere' } }],
  ['deleteVoucher', 'heldVoucher', { path: { code: 'FRIEND-ADA-0001' } }],
  ['updateVoucherBalance', 'tooMuch', { body: { amount: -9900 } }],
  ['updateVoucherBalance', 'aCard', { path: { code: 'CLUB-ADA-0001' } }],
  ['createPublication', 'givenAlready', { body: { customer: 'ben', voucher: 'FRIEND-ADA-0001' } }],
  ['createPublication', 'nothingNamed', { body: { customer: 'ben' } }],
  ['createPublication', 'unknownGift', { body: { customer: 'ben', voucher: 'GIFT-9999' } }],
  ['getReward', 'reward', { path: { rewardId: 'rew_00nothing' } }],
  ['deleteReward', 'rewardOnOffer', { path: { rewardId: 'rew_00mug' } }],
  ['createSegment', 'noFilter', { body: { name: 'S', type: 'auto-update' } }],
  [
    'createSegment',
    'unknownField',
    { body: { ...filtered, filter: { junction: 'and', shoe_size: { conditions: { $is: [42] } } } } }
  ],
  ['createSegment', 'segmentCustomer', { body: { name: 'S', customers: ['cust_00nobody'] } }],
  ['createSegment', 'segmentProgram', { body: filtered }],
  ['getSegment', 'segment', { path: { segmentId: 'seg_00nothing' } }],
  ['deleteSegment', 'segmentInRule', { path: { segmentId: 'seg_00vip' } }],
  ['createCategory', 'categoryHierarchy', { body: { name: 'S', hierarchy: -1 } }],
  ['createCategory', 'categoryName', { body: { name: 'Seasonal', hierarchy: 1 } }],
  ['getCategory', 'unknownCategory', { path: { categoryId: 'cat_00nothing' } }],
  ['deleteCategory', 'categoryFiled', { path: { categoryId: 'cat_00seasonal' } }],
  ['adjustMemberPendingPoints', 'noneLeft', { body: { points: -20 } }],
  ['activateMemberPendingPoints', 'pendingPoints', { path: { pendingPointsId: 'lopp_00nothing' } }],
  ['getRedemption', 'redemption', { path: { redemptionId: 'r_00nothing' } }],
  [
    'createExport',
    'unknownOrder',
    { body: { exported_object: 'order', parameters: { order: 'price' } } }
  ],
  ['getExport', 'export', { path: { exportId: 'exp_00nothing' } }],
  ['revokeOAuthToken', 'missingToken', { body: { access_token: '' } }],
  ['revokeOAuthToken', 'tokenOfNobody', { body: { access_token: 'nobody' } }],
  [
    'createProject',
    'noZone',
    { body: { name: 'Far away', timezone: 'Mars/Olympus', currency: 'EUR' } }
  ],
  ['createProjectKey', 'missingKind', { body: { name: 'Till' } }],
  ['revokeProjectKey', 'lastKey', { path: { keyId: 'demo-management-id' } }],
  ['revokeProjectKey', 'projectKey', { path: { keyId: 'nobody' } }],
  ['issueOAuthToken', 'invalidScope', { body: { ...grant, scope: 'loyalties,vouchers' } }],
  ['issueOAuthToken', 'missingParameters', { body: grant }],
  ['issueOAuthToken', 'invalidGrantType', { body: { grant_type: 'password', scope: 'api' } }],
  ['issueOAuthToken', 'unauthorized', { headers: nobody }],
  ['issueOAuthToken', 'json', { headers: json, payload: '{}' }],
  ['introspectOAuthToken', 'missingParameters', { body: { access_token: '' } }],
  ['listMemberPendingPoints', 'unauthorized', { headers: nobody }],
  ['listMemberPendingPoints', 'unknownCursor', { query: { starting_after_id: 'lopp_00nothing' } }],
  ['listMemberPendingPoints', 'voucher', { path: { memberId: 'CLUB-NOBODY' } }],
  ['getVoucherRedemptions', 'missingScope', { headers: outsider }],
  ['getVoucherRedemptions', 'voucher', { path: { code: 'SPRING-9999' } }],
  ['getVoucherRedemptions', 'limitTooHigh', { query: { limit: '500' } }],
  ['estimateLoyaltyPoints', 'missingOrder', { body: { customer: ada } }],
  [
    'estimateLoyaltyPoints',
    'campaignNotActive',
    { path: inProgram('camp_00ended'), body: anyOrder }
  ],
  [
    'estimateLoyaltyPoints',
    'notAllowedToJoin',
    { path: inProgram('camp_00bakery'), body: { customer: { source_id: 'cleo' }, order: {} } }
  ],
  ['estimateLoyaltyPoints', 'campaign', { path: inProgram('camp_00nowhere'), body: anyOrder }],
  ['estimateLoyaltyPoints', 'order', { body: unknownOrder }],
  ['estimateLoyaltyPoints', 'product', { body: unknownGoods }],
  ['addVouchersToCampaign', 'tooLarge', { body: { additional_info: large } }],
  ['addVouchersToCampaign', 'xml', { type: 'application/xml', payload: '<code/>' }],
  ['addVouchersToCampaign', 'tooFewCodes', { query: { vouchers_count: '500' }, body: hundred }],
  ['addVouchersToCampaign', 'notForPromotions', { path: inProgram('camp_00autumn') }],
  ['addVouchersToCampaign', 'category', { body: { category: 'Nowhere' } }],
  ['addVouchersToCampaign', 'duplicate', { body: { code: 'SPRING-0001' } }],
  [
    'redeemReward',
    'pointsExceeded',
    { path: inProgram('camp_00club', 'CLUB-BEN-0001'), body: { reward: { id: 'rew_00gift' } } }
  ],
  ['redeemReward', 'invalidRedemption', { body: { reward: { quantity: 1 } } }],
  ['redeemReward', 'reward', { body: { reward: { id: 'rew_00nothing' } } }],
  ['redeemReward', 'card', { path: inProgram('camp_00club', 'CLUB-NOBODY'), body: {} }],
  [
    'redeemReward',
    'notAssigned',
    { path: inProgram('camp_00bakery', 'BAKE-ADA-0001'), body: { reward: { id: 'rew_00coin' } } }
  ],
  ['createReward', 'missingBalance', { body: { parameters: { campaign: { id: 'camp_00gift' } } } }],
  [
    'createReward',
    'disagreeing',
    { body: { type: 'COIN', parameters: { product: { id: 'prod_00mug' } } } }
  ],
  ['createReward', 'product', { body: { parameters: { product: { id: 'prod_00nothing' } } } }],
  ['updateProductsInBulk', 'missingSourceId', { body: [{ source_id: 'beans' }, {}] }],
  ['createEarningRules', 'missingSchemaId', { body: [{ event: 'product_reviewed', loyalty }] }],
  ['createEarningRules', 'emptyArray', { body: [] }],
  ['createEarningRules', 'segment', { body: [entered] }],
  ['getCustomer', 'unknownParameter', { query: { expand: '1' } }],
  ['getCustomer', 'customer', { path: { customerId: 'cust_00nobody' } }],
  ['createCustomer', 'unknownRoast', { body: { ...ada, metadata: { favourite_roast: 'raw' } } }],
  [
    'createOrder',
    'othersOrder',
    { body: { source_id: 'order-1001', customer: { source_id: 'ben' } } }
  ],
  ['createOrder', 'unnamedCustomer', { body: { customer: { name: 'Ada Baker' } } }],
  ['createOrder', 'order', { body: { id: 'ord_00nothing' } }],
  ['createOrder', 'customer', { body: { customer: { id: 'cust_00nobody' } } }],
  ['createOrder', 'product', { body: { items: [{ product_id: 'prod_00nothing' }] } }],
  ['getOrder', 'order', { path: { orderId: 'ord_00nothing' } }],
  ['getMetadataSchema', 'unauthorized', { headers: nobody }],
  ['getMetadataSchema', 'metadataSchema', { path: { metadataSchemaId: 'ms_00nothing' } }],
  ['createLoyaltyProgram', 'category', { body: { ...program, category: 'Nowhere' } }],
  ['createLoyaltyProgram', 'nameTaken', { body: { ...program, name: 'Coffee Club' } }],
  [
    'createLoyaltyProgram',
    'noPeriod',
    {
      body: {
        ...program,
        loyalty_tiers_expiration: {
          qualification_type: 'BALANCE',
          expiration_date: { type: 'END_OF_PERIOD' }
        }
      }
    }
  ],
  [
    'createLoyaltyProgram',
    'tooFewCards',
    {
      body: {
        ...program,
        vouchers_count: 500,
        voucher: { ...program.voucher, code_config: { pattern: 'X#', charset: '0123456789' } }
      }
    }
  ],
  ['createCampaign', 'noKind', { body: { name: 'Nothing' } }],
  [
    'createCampaign',
    'promotionOfVouchers',
    {
      body: {
        name: 'Nothing',
        campaign_type: 'PROMOTION',
        voucher: { type: 'GIFT_VOUCHER', gift: { amount: 1 } }
      }
    }
  ],
  ['enableCampaign', 'somethingSaid', { body: { active: true } }],
  [
    'createLoyaltyTiers',
    'overlap',
    {
      body: [
        { name: 'Regular', points: { from: 0, to: 499 } },
        { name: 'Patron', points: { from: 400 } }
      ]
    }
  ],
  [
    'createLoyaltyTiers',
    'earningRule',
    {
      body: [
        {
          name: 'Patron',
          points: { from: 0 },
          earning_rules: { ern_00euro: { type: 'CUSTOM', points: 1 } }
        }
      ]
    }
  ],
  [
    'createLoyaltyTiers',
    'tierTaken',
    { path: inProgram('camp_00club'), body: [{ name: 'Gold', points: { from: 0 } }] }
  ],
  [
    'createCampaign',
    'eventSchema',
    {
      body: {
        name: 'Bring a colleague',
        campaign_type: 'REFERRAL_PROGRAM',
        referral_program: {
          conversion_event_type: 'custom_event',
          custom_event: { id: 'ms_00nothing' }
        },
        voucher: { type: 'GIFT_VOUCHER', gift: { amount: 1 } }
      }
    }
  ],
  [
    'updateCampaign',
    'endsBeforeStart',
    {
      body: {
        start_date: '2027-02-01T00:00:00.000Z',
        expiration_date: '2027-01-01T00:00:00.000Z'
      }
    }
  ],
  [
    'updateLoyaltyProgram',
    'cardsHeld',
    {
      path: { campaignId: 'camp_00club' },
      body: {
        loyalty_tiers_expiration: {
          qualification_type: 'POINTS_IN_PERIOD',
          qualification_period: 'YEAR',
          expiration_date: { type: 'END_OF_PERIOD' }
        }
      }
    }
  ],
  ['deleteCampaign', 'campaignOfVouchers', { path: { campaignId: 'camp_00spring' } }],
  ['deleteCampaign', 'campaignOfReward', { path: { campaignId: 'camp_00gift' } }],
  [
    'createPromotionTier',
    'noStart',
    {
      body: {
        action: { discount: { type: 'AMOUNT', amount_off: 100 } },
        validity_timeframe: { duration: 'PT1H', interval: 'P2D' }
      }
    }
  ],
  ['getPromotionTier', 'promotionTier', { path: { promotionTierId: 'promo_00nothing' } }],
  ['updateLoyaltyTier', 'bandOverlaps', { body: { points: { to: 250 } } }],
  ['getLoyaltyTier', 'loyaltyTier', { path: { loyaltyTierId: 'ltr_00nothing' } }],
  [
    'updateLoyaltyTier',
    'tierEarningRule',
    { body: { earning_rules: { ern_00euro: { type: 'MULTIPLY', multiplier: 2 } } } }
  ],
  ['deleteLoyaltyTier', 'tierOfMembers', { path: tierOfClub }],
  ['getEarningRule', 'earningRule', { path: { earningRuleId: 'ern_00nothing' } }],
  [
    'updateEarningRule',
    'eventPoints',
    {
      body: {
        loyalty: {
          type: 'PROPORTIONAL',
          calculation_type: 'CUSTOM_EVENT_METADATA',
          custom_event: { metadata: { every: 1, points: 1, property: 'rating' } }
        }
      }
    }
  ],
  ['updateEarningRule', 'ruleOfRule', { body: { validation_rule_id: 'val_00nothing' } }],
  ['deleteEarningRule', 'mappedRule', { path: ruleOfClub }],
  ['getAsyncAction', 'asyncAction', { path: { asyncActionId: 'aa_00nothing' } }],
  ['sendCustomEvent', 'wrongMetadata', { body: { ...review, metadata: { rating: 'five' } } }],
  ['sendCustomEvent', 'othersCard', { body: { ...review, loyalty: { code: 'CLUB-BEN-0001' } } }],
  [
    'sendCustomEvent',
    'ownCode',
    {
      body: {
        event: 'friend_signed_up',
        customer: ada,
        referral: { code: 'FRIEND-ADA-0001' }
      }
    }
  ],
  ['createProduct', 'insecurePicture', { body: { image_url: 'http://shop.example/mug.png' } }],
  ['createProduct', 'nameTaken', { body: { source_id: 'cup', name: 'Stoneware mug' } }],
  [
    'createSku',
    'skuTaken',
    { path: { productId: 'prod_00beans' }, body: { source_id: 'mug-blue' } }
  ],
  ['deleteProduct', 'productSold', { path: { productId: 'prod_00mug' } }],
  ['deleteSku', 'skuGiven', { path: { skuId: 'sku_00mugblue' } }],
  ['updateProductCollection', 'namelessCollection', { body: { name: '' } }],
  ['deleteProductCollection', 'collectionNamed', { path: { productCollectionId: 'pc_00coffee' } }],
  ['updateReward', 'belowRedeemed', { body: { stock: 0 } }],
  ['rollbackRedemption', 'failedRedemption', { path: { redemptionId: 'r_00refused' } }],
  ['rollbackRedemption', 'rolledBackBefore', {}],
  ['rollbackRedemption', 'redemption', { path: { redemptionId: 'r_00nothing' } }],
  ['getRewardAssignment', 'rewardAssignment', { path: { assignmentId: 'rewa_00nothing' } }],
  [
    'updateRewardAssignment',
    'pricedCoin',
    { path: { rewardId: 'rew_00coin', assignmentId: 'rewa_00coin' } }
  ],
  ['deleteValidationRule', 'ruleAssigned', { path: { validationRuleId: 'val_00twenty' } }],
  [
    'deleteValidationRuleAssignment',
    'ruleAssignment',
    { path: { assignmentId: 'asgm_00nothing' } }
  ],
  ['getResourceMetadataSchema', 'resourceSchema', { path: { relatedObjectId: 'voucher' } }],
  ['getEventSchema', 'eventSchemaById', { path: { eventSchemaId: 'ms_00nothing' } }],
  ['deleteEventSchema', 'eventEarns', { path: { eventSchemaId: 'ms_00review' } }],
  ['getSku', 'sku', { path: { skuId: 'sku_00nothing' } }],
  ['createProductCollection', 'missingProducts', { body: { type: 'STATIC', name: 'Nothing' } }],
  ['getProductCollection', 'productCollection', { path: { productCollectionId: 'pc_00nothing' } }],
  [
    'createValidationRule',
    'unknownFact',
    { body: { name: 'Red', rules: { 1: { name: 'order.colour' } } } }
  ],
  [
    'createValidationRule',
    'applicableProduct',
    { body: { name: 'Nothing', rules: {}, applicable_to: { included: [nothing] } } }
  ],
  ['getValidationRule', 'validationRule', { path: { validationRuleId: 'val_00nothing' } }],
  [
    'createValidationRuleAssignment',
    'missingRelatedId',
    { body: { related_object_type: 'campaign' } }
  ],
  [
    'createValidationRuleAssignment',
    'promotionTier',
    { body: { related_object_type: 'promotion_tier', related_object_id: 'promo_00nothing' } }
  ],
  [
    'createValidationRuleAssignment',
    'alreadyAssigned',
    { body: { related_object_type: 'promotion_tier', related_object_id: 'promo_00fiveoff' } }
  ],
  [
    'createMetadataSchema',
    'missingType',
    { body: { related_object: 'reward', properties: { audience: { optional: true } } } }
  ],
  ['createMetadataSchema', 'project', { path: { projectId: 'proj_00nowhere' } }],
  [
    'createMetadataSchema',
    'customersTaken',
    { body: { related_object: 'customer', properties: {} } }
  ],
  [
    'createEventSchema',
    'eventTaken',
    { body: { name: 'product_reviewed', schema: { properties: {} } } }
  ],
  ['sendCustomEvent', 'eventSchema', { body: { ...review, event: 'page_viewed' } }]
]

/** What an error says, without what differs each time: the request, and the record it made. */
function told(error: unknown) {
  const { code, key, message, details, ...rest } = error as Readonly<Record<string, unknown>>
  const { resource_type: type, resource_id: id } = rest
  return { code, key, message, details, type, ...(type === 'redemption' ? {} : { id }) }
}

const shownAs = (operation: Described, example: string) =>
  [...operation.answers]
    .flatMap(([status, shown]) => (status >= 400 ? shown : []))
    .find(({ name }) => name === example)?.value

/** What has to happen just before, because other examples speak of how it was until then. */
const before: { readonly [example: string]: () => Promise<unknown> } = {
  rolledBackBefore: () => service.post('/v1/redemptions/r_00first/rollback')
}

const seen = new Set<string>()

t.test('what was settled before is told as it is shown', async t => {
  const settledTwice = [
    ['cancelMemberPendingPoints', 'activateMemberPendingPoints', 'lopp_00cancel', 'settledBefore'],
    ['activateMemberPendingPoints', 'cancelMemberPendingPoints', 'lopp_00activate', 'alreadyActive']
  ] as const
  for (const [first, then, pendingPointsId, example] of settledTwice) {
    const asking = { path: { pendingPointsId } }
    await ask(service.app, operationNamed(first), asking)
    const operation = operationNamed(then)
    const shown = shownAs(operation, example)
    t.strictSame(told((await ask(service.app, operation, asking)).body), told(shown), then)
    seen.add(JSON.stringify(shown))
  }
})

for (const [id, example, asking] of rows) {
  t.test(`${id} says what ${example} shows`, async t => {
    const operation = operationNamed(id)
    const shown = JSON.stringify(shownAs(operation, example) ?? {})
    const [named = '', found = ''] = elsewhere[example] ?? []
    const expected = JSON.parse(named === '' ? shown : shown.replaceAll(named, found))
    await before[example]?.()
    const { body } = await ask(service.app, operation, { body: firstShown(operation), ...asking })
    t.strictSame(told(body), told(expected))
    seen.add(shown)
  })
}

t.test('what is not the caller’s doing is told as it is shown', async t => {
  const operation = operationNamed('createReward')
  const { write } = service.store
  const failures = [
    ['internal', new Error('broken')],
    ['busy', new StoreBusy('the database', 1)]
  ] as const
  for (const [example, error] of failures) {
    service.store.write = () => Promise.reject(error)
    const { body } = await ask(service.app, operation, { body: firstShown(operation) })
    service.store.write = write
    const shown = shownAs(operation, example)
    t.strictSame(told(body), told(shown), example)
    seen.add(JSON.stringify(shown))
  }
})

t.test('no refusal is shown that was not looked for', async t => {
  const unseen = operations.flatMap(({ id, answers }) =>
    [...answers].flatMap(([status, shown]) =>
      shown
        .filter(({ value }) => status >= 400 && !seen.has(JSON.stringify(value)))
        .map(({ name }) => `${id} ${status} ${name}`)
    )
  )
  t.strictSame(unseen, [])
})
