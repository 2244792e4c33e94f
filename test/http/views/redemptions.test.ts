import t from 'tap'
import type { RedemptionAnswer } from '../../../src/decisions/redemptions/redemption.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import { viewSimpleCustomer } from '../../../src/http/views/customers.ts'
import { viewOrder } from '../../../src/http/views/orders.ts'
import { viewProduct, viewSku } from '../../../src/http/views/products.ts'
import {
  viewRedemption,
  viewRedemptionEntry,
  viewRefusedRedemption,
  viewVoucherRedemptions
} from '../../../src/http/views/redemptions.ts'
import { viewVoucher } from '../../../src/http/views/vouchers.ts'
import type { RedeemedReward, Redemption } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import {
  blueMug,
  changedAt,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenOrder,
  givenReward,
  linking,
  madeAt,
  mug,
  shown
} from '../support/given.ts'

const card = shown(givenCard())
const nothing = { data: [], total: 0, data_ref: 'data', object: 'list' }
const ada = viewSimpleCustomer(givenCustomer())

const reward: RedeemedReward = {
  id: 'rew_00mug',
  assignmentId: 'rewa_00mug',
  reward: givenReward(),
  voucher: null,
  product: null,
  sku: null
}

function givenRedemption(changes: Partial<Redemption> = {}): Redemption {
  return {
    id: 'r_000001',
    date: changedAt,
    voucherId: 'v_00adaclub',
    campaignId: 'camp_00club',
    customer: givenCustomer(),
    trackingId: 'track_hash',
    metadata: {},
    promotionTierId: null,
    promotionTier: null,
    parentId: null,
    stackId: null,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points: 60,
    gift: null,
    discount: null,
    session: null,
    failureCode: null,
    failureMessage: null,
    order: null,
    channel: { id: 'demo-app-id', type: 'API' },
    reward,
    ...changes
  }
}

const failed: Partial<Redemption> = {
  result: 'FAILURE',
  status: 'FAILED',
  points: null,
  failureCode: 'loyalty_card_points_exceeded',
  failureMessage: 'loyalty card points exceeded'
}

/** The properties every view of a redemption begins with, for the one above. */
const record = {
  id: 'r_000001',
  object: 'redemption',
  date: changedAt,
  customer_id: 'cust_00ada',
  tracking_id: 'track_hash',
  metadata: {},
  redemption: null,
  result: 'SUCCESS',
  status: 'SUCCEEDED',
  order: viewOrder(null),
  channel: { channel_id: 'demo-app-id', channel_type: 'API' },
  customer: ada,
  related_object_type: 'voucher',
  related_object_id: 'v_00adaclub',
  reward: {
    id: 'rew_00mug',
    object: 'reward',
    customer: ada,
    assignment_id: 'rewa_00mug',
    name: 'A mug',
    type: 'MATERIAL',
    parameters: { product: { id: 'prod_00mug', sku_id: null } },
    metadata: {},
    created_at: madeAt,
    updated_at: null
  },
  amount: 60,
  loyalty_card: { points: 60 }
}

const fullCard = {
  ...viewVoucher(card, linking),
  holder: ada,
  applicable_to: nothing,
  inapplicable_to: nothing
}

const stub = {
  id: 'v_00adaclub',
  code: 'CLUB-ADA-0001',
  campaign: 'Coffee Club',
  campaign_id: 'camp_00club',
  object: 'voucher'
}

const UNLIMITED = { included: [], excluded: [] }

t.test('viewRedemption: the record, and the card in full with its holder', async t => {
  const view = viewRedemption(
    { redemption: givenRedemption(), card, holder: givenCustomer(), applicability: UNLIMITED },
    linking
  )
  answers(t, 'Redemption', view, { ...record, voucher: fullCard }, 'a mug for points')
})

t.test('viewRedemption: an order paid with points is answered in full', async t => {
  const order = givenOrder()
  const redemption = givenRedemption({ order, metadata: { till: 2 } })
  const view = viewRedemption(
    { redemption, card, holder: givenCustomer(), applicability: UNLIMITED },
    linking
  )
  const outcome = {
    ...record,
    metadata: { till: 2 },
    order: viewOrder(order),
    voucher: fullCard
  }
  answers(t, 'Redemption', view, outcome, 'points for an order')
})

t.test('viewRedemption: what the reward handed out stands beside it', async t => {
  const coupon = shown(givenCoupon())
  const rows: [string, Partial<RedeemedReward>, object][] = [
    ['a coupon', { voucher: coupon }, { voucher: viewVoucher(coupon, linking) }],
    ['goods', { product: mug }, { product: viewProduct(mug) }],
    [
      'goods of one kind',
      { product: mug, sku: blueMug },
      { product: viewProduct(mug), sku: viewSku(blueMug) }
    ]
  ]
  for (const [title, handedOut, outcome] of rows) {
    const redemption = givenRedemption({ reward: { ...reward, ...handedOut } })
    const view = viewRedemption(
      { redemption, card, holder: givenCustomer(), applicability: UNLIMITED },
      linking
    )
    const whole = { ...record, reward: { ...record.reward, ...outcome }, voucher: fullCard }
    answers(t, 'Redemption', view, whole, title)
  }
})

t.test('viewRedemption: without holder or reward the objects stay and name none', async t => {
  const none = { id: null, name: null, email: null, sourceId: null, metadata: {} }
  const redemption = givenRedemption({
    ...failed,
    customer: none,
    trackingId: null,
    reward: { ...reward, id: null, assignmentId: null, reward: null }
  })
  const nobody = viewSimpleCustomer(none)
  const { holder: _, ...unheld } = fullCard
  const { amount: _amount, loyalty_card: _points, ...unpaid } = record
  const outcome = {
    ...unpaid,
    customer_id: null,
    tracking_id: null,
    result: 'FAILURE',
    status: 'FAILED',
    failure_code: 'loyalty_card_points_exceeded',
    failure_message: 'loyalty card points exceeded',
    customer: nobody,
    reward: { id: null, object: 'reward', customer: nobody, assignment_id: null },
    voucher: unheld
  }
  const view = viewRedemption({ redemption, card, holder: null, applicability: UNLIMITED }, linking)
  t.strictSame(view, outcome)
})

t.test('viewRedemption: a rollback is about the redemption it undoes', async t => {
  const redemption = givenRedemption({ id: 'r_000002', parentId: 'r_000001', points: -60 })
  const view = viewRedemptionEntry(redemption, card, linking)
  const outcome = {
    ...record,
    id: 'r_000002',
    redemption: 'r_000001',
    related_object_type: 'redemption',
    related_object_id: 'r_000001',
    amount: -60,
    loyalty_card: { points: -60 },
    voucher: stub
  }
  answers(t, 'Redemption', view, outcome, 'a rollback')
})

t.test('viewRefusedRedemption: an error and the record it left, on one level', async t => {
  const redemption = givenRedemption(failed)
  const refusal: Refusal = {
    key: 'loyalty_card_points_exceeded',
    details: 'CLUB-ADA-0001',
    resourceId: 'r_000001',
    resourceType: 'redemption'
  }
  const { amount: _, loyalty_card: _points, reward: redeemed, ...rest } = record
  const error = {
    code: 400,
    key: 'loyalty_card_points_exceeded',
    message: 'loyalty card points exceeded',
    details: 'CLUB-ADA-0001',
    request_id: 'v-01',
    resource_id: 'r_000001',
    resource_type: 'redemption'
  }
  const { order, channel, customer, related_object_type, related_object_id, ...head } = rest
  const failedRecord = {
    ...head,
    result: 'FAILURE',
    status: 'FAILED',
    failure_code: 'loyalty_card_points_exceeded',
    failure_message: 'loyalty card points exceeded',
    order,
    channel,
    customer,
    related_object_type,
    related_object_id,
    reward: redeemed
  }
  const rows: [string, Partial<Refusal>, object][] = [
    ['points that do not suffice', {}, error],
    [
      'words of a validation rule',
      { errorMessage: 'Spend 20.00 or more.' },
      { ...error, error: { message: 'Spend 20.00 or more.' } }
    ]
  ]
  for (const [title, changes, outcome] of rows) {
    const answer = {
      redemption,
      card,
      holder: givenCustomer(),
      applicability: UNLIMITED,
      refusal: { ...refusal, ...changes }
    }
    const view = viewRefusedRedemption(answer satisfies RedemptionAnswer, 'v-01', linking)
    const whole = { ...outcome, ...failedRecord, voucher: fullCard }
    answers(t, 'RedemptionRefused', view, whole, title)
  }
})

t.test(
  'viewVoucherRedemptions: what the list says of a refusal is what the refusal said',
  async t => {
    const refused = givenRedemption({ ...failed, id: 'r_000002' })
    const entries = [refused, givenRedemption()]
    const limited = shown(givenCard({ redemptionQuantity: 3 }))
    const view = viewVoucherRedemptions(limited, { entries, total: 12 }, linking)
    const outcome = {
      quantity: 3,
      redeemed_quantity: 1,
      object: 'list',
      url: 'https://loyalty.example.com/v1/vouchers/CLUB-ADA-0001/redemptions?page=1&limit=10',
      data_ref: 'redemption_entries',
      total: 12,
      redemption_entries: entries.map(entry => ({
        ...viewRedemption(
          { redemption: entry, card, holder: null, applicability: UNLIMITED },
          linking
        ),
        voucher: stub
      }))
    }
    answers(t, 'VoucherRedemptions', view, outcome, 'two entries')
  }
)
