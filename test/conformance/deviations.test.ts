import t from 'tap'
import { givenService } from '../support/app.ts'
import { acceptsAnything, answersWith, body, hears, ignores, without } from './support/planted.ts'
import { deviationsOf, KEYS, type Plant, served, verified } from './support/served.ts'

/** What is wrong, the operations that are asked, and one thing that is found. */
// biome-ignore format: a table
const plants: readonly (readonly [what: string, plant: Plant, only: string[], found: string])[] = [
  ['a status that is not declared', answersWith('createReward', 200, () => ({ status: 201 })),
    ['createReward'],
    'createReward example, request createMug: The status 201 is not declared; ' +
      'declared are 200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503.'],
  ['a declared status in the place of another',
    answersWith('getCustomer', 404, () => ({ status: 400 })), ['getCustomer'],
    'getCustomer path, a customerId that names nothing: Its status is 400, and .code says 404.'],
  ['a required property is missing',
    answersWith('getCustomer', 200, body(() => ({ summary: undefined }))), ['getCustomer'],
    'getCustomer example, request as shown: Property .summary is required.'],
  [
    'a property of another type',
    answersWith(
      'listExports',
      200,
      body(({ total }) => ({ total: String(total) }))
    ),
    ['listExports'],
    'listExports example, request as shown: Property .total must be integer, got "4".'
  ],
  [
    'a value that no enumeration has',
    answersWith(
      'issueOAuthToken',
      200,
      body(() => ({ token_type: 'bearer' }))
    ),
    ['issueOAuthToken'],
    'issueOAuthToken example, request tokenRequest: Property .token_type must be ' +
      '"Bearer", got "bearer".'
  ],
  ['errors of another shape',
    answersWith('getVoucherRedemptions', 404, () => ({ body: { error: 'Not found' } })),
    ['getVoucherRedemptions'],
    'getVoucherRedemptions path, a code that names nothing: Property .code is required.'],
  ['what is wrong is accepted', acceptsAnything('estimateLoyaltyPoints'), ['estimateLoyaltyPoints'],
    'estimateLoyaltyPoints body, body: without order: The request is answered with 200, ' +
        'where 400 or 422 was expected.'],
  ['a required header is missing', answersWith('listExports', 200, without('x-request-id')),
    ['listExports'], 'listExports example, request as shown: The header x-request-id is missing.'],
  [
    'another media type',
    answersWith('getMetadataSchema', 200, given => ({ headers: { ...given.headers, 'content-type': 'text/html' }
    })),
    ['getMetadataSchema'],
    'getMetadataSchema example, request as shown: It is sent as text/html, not application/json.'
  ],
  ['a body that is no JSON',
    answersWith('listPromotionTiers', 200, () => ({ body: '{"tiers":[],}' })),
    ['listPromotionTiers'],
    'listPromotionTiers example, request as shown: Its body is not JSON in UTF-8.'],
  ['a list that knows no limit', ignores('listValidationRules', 'limit'), ['listValidationRules'],
    'listValidationRules list, one entry is asked for: limit=1 is answered with X of Y entries.'],
  [
    'a list that has one order',
    answersWith('listExports', 200, ({ body: found }) => ({ body: { ...found, exports: sortedByDate(found.exports) }
    })),
    ['listExports'],
    'listExports list, in the order created_at: order=created_at has X before Y.'
  ],
  ['a list that starts anew after an entry',
    ignores('listMemberPendingPoints', 'starting_after_id'),
    ['listMemberPendingPoints', 'createEarningRules'],
    'listMemberPendingPoints list, a page after an entry: After X comes X, where Y follows it.'],
  [
    'nobody is told how to come in',
    answersWith('introspectOAuthToken', 401, without('www-authenticate')),
    ['introspectOAuthToken'],
    'introspectOAuthToken credentials, without credentials: The header www-authenticate is missing.'
  ],
  ['everybody comes in', hears('listExports', headers => ({ ...headers, ...KEYS })),
    ['listExports'],
    'listExports credentials, without credentials: The request is answered with 200, ' +
        'where 401 was expected.'],
  [
    'a method that no path has is not found',
    {
      answer: (given, { url }) =>
        given.status === 405 && url === '/v1/exports' ? { ...given, status: 404 } : given
    },
    ['listExports'],
    'listExports path, the method PATCH: The request is answered with 404 ' +
        '(method_not_allowed: X), where 405 was expected.'
  ],
  [
    'a balance that stays as it was',
    answersWith('redeemReward', 200, ({ body: found }) => {
      const { voucher } = found
      const card = { ...voucher.loyalty_card, balance: 5000 }
      return { body: { ...found, voucher: { ...voucher, loyalty_card: card } } }
    }),
    ['redeemReward'],
    'redeemReward values, the balance of the card is lower by the points: ' +
        '.voucher.loyalty_card.balance was 5000 and is 5000, where 60 points were taken.'
  ],
  [
    'a customer who pays nothing',
    answersWith(
      'getCustomer',
      200,
      body(({ loyalty }) => ({ loyalty: { ...loyalty, points: 7 } }))
    ),
    ['redeemReward'],
    'redeemReward values, the totals of the customer are lower by the points: ' +
        '.loyalty.points of the customer was 7 and is 7, not -53.'
  ],
  ['a request that is carried out each time',
    hears('sendCustomEvent', ({ 'idempotency-key': _, ...headers }) => headers),
    ['sendCustomEvent'],
    'sendCustomEvent repetition, the same request under one key, twice: The ' +
      'repetition lacks the header Idempotent-Replayed: true.'],
  [
    'a token that was issued is unknown',
    answersWith(
      'introspectOAuthToken',
      200,
      body(() => ({ active: false }))
    ),
    ['introspectOAuthToken'],
    'introspectOAuthToken values, a token that was issued is active: Property ' +
      '.expires_in must be 0, got 900.'
  ],
  [
    'updates that share an id',
    answersWith(
      'updateProductsInBulk',
      202,
      body(() => ({ async_action_id: 'aa_1' }))
    ),
    ['updateProductsInBulk'],
    'updateProductsInBulk values, each update has an id of its own: .async_action_id ' +
      'is the same in two answers.'
  ],
  ['vouchers that are not there',
    answersWith('getVoucherRedemptions', 200, () => ({ status: 404 })), ['addVouchersToCampaign'],
    'addVouchersToCampaign values, a voucher that was added is there, and was never redeemed: X']
]

function sortedByDate(entries: { readonly created_at: string }[]) {
  return entries.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** Ids and instants are others each time. */
function isLike(found: string, expected: string): boolean {
  const escaped = expected.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\b[XY]\b/g, '.+')
  return new RegExp(`^${escaped}$`).test(found)
}

for (const [what, plant, only, expected] of plants) {
  t.test(`found: ${what}`, async t => {
    const url = await served(t, await givenService(t), plant)
    const found = deviationsOf(await verified(url, { only: [...only, 'getMetadataSchema'] }))
    const told = found.some(each => isLike(each, expected))
    t.ok(told, expected, { found: found.slice(0, 3) })
    const named = new Set(found.map(each => each.split(' ')[0]))
    t.strictSame([...named], [expected.split(' ')[0]], 'and no other operation is named')
  })
}
