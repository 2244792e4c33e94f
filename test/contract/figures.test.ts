/**
 * A figure that is spoken of in several places of the documents is said in the same words there.
 */
import t from 'tap'
import { type Tree, tree } from '../../scripts/document-walk.ts'
import { documents, operationNamed } from '../support/requests.ts'

const described = Object.values(documents).map(document => document as unknown as Tree)

/** `Schema.property`, or the id of an operation. */
function textOf(place: string): string {
  const [name = '', ...path] = place.split('.')
  if (path.length === 0) return operationText(name)
  for (const { components } of described) {
    const found = path.reduce(
      (schema, key) => tree(tree(schema['properties'])[key]),
      tree(tree(tree(components)['schemas'])[name])
    )
    if (typeof found['description'] === 'string') return found['description']
  }
  throw new Error(`Nothing describes ${place}`)
}

function operationText(id: string): string {
  const { document, path, method } = operationNamed(id)
  const paths = tree((documents[document] as unknown as Tree)['paths'])
  return String(tree(tree(paths[path])[method.toLowerCase()])['description'])
}

const POINTS =
  '100 points are worth 5.00, an order of 1.00 takes 100 points, although 20 would pay for it; a ' +
  'card with fewer than 100 takes 20, or all that it has.'

// What is said, and everywhere where it has to be.
const said: readonly (readonly [figure: string, words: string, places: readonly string[]])[] = [
  [
    'points that pay for an order',
    POINTS,
    [
      'redeemReward',
      'redeemRewardByCard',
      'RedeemRewardRequest.reward.points',
      'RedeemableRewardRequest.points'
    ]
  ],
  [
    'where these points are answered beforehand',
    '`POST /v1/validations` answers the figure',
    [
      'redeemReward',
      'redeemRewardByCard',
      'RedeemRewardRequest.reward.points',
      'RedeemableRewardRequest.points'
    ]
  ],
  [
    'an amount that counts over the lines',
    'Counts over the sum of the items.',
    ['DiscountedOrderRequest.amount', 'ImportOrderRequest.amount']
  ],
  [
    'what is left when a redemption was rolled back',
    'without what rollbacks gave back',
    [
      'VoucherUse.redeemed_points',
      'VoucherUse.redeemed_amount',
      'CustomerSummary.redemptions.gift.redeemed_amount',
      'CustomerSummary.redemptions.loyalty_card.redeemed_points'
    ]
  ],
  [
    'how often it was redeemed',
    'what was rolled back does not count',
    ['Reward.redeemed', 'PromotionTier.summary.redemptions.total_redeemed']
  ],
  [
    'how many redemptions of a voucher succeeded',
    'how many succeeded and were not rolled back',
    ['getVoucherRedemptions', 'listVoucherRedemptions']
  ],
  [
    'what an order comes to',
    'free units that were added included; or the amount that was sent.',
    ['Order.amount', 'OrderCalculated.amount']
  ],
  [
    'what an order came to at first',
    'What the order came to before anything was added or taken off',
    ['Order.initial_amount', 'OrderCalculated.initial_amount']
  ],
  [
    'when points stop waiting',
    'or before, when it is activated by hand or canceled',
    ['listMemberPendingPoints', 'listProgramMemberPendingPoints']
  ],
  [
    'how many failures of a job are told',
    'up to 1,000 of them',
    [
      'importCustomersUsingCsv',
      'importVouchersUsingCsv',
      'importVouchersToCampaignUsingCsv',
      'importVouchers',
      'importVouchersToCampaign'
    ]
  ]
]

for (const [figure, words, places] of said) {
  for (const place of places) {
    t.test(`${place} says it of ${figure}`, async t => {
      const text = textOf(place).replaceAll(/\s+/g, ' ')
      t.ok(text.includes(words), text)
    })
  }
}
