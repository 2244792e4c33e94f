import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  isStop,
  Precedence,
  type RecordedStop
} from '../../../src/decisions/redemptions/delivery.ts'
import { REASONS } from '../../../src/decisions/redemptions/redemption.ts'
import { FAILURE_MESSAGES } from '../../../src/decisions/refusals.ts'

const CODES = Object.keys(FAILURE_MESSAGES)
const names: readonly string[] = REASONS.names
/** What is recorded, each where it is first asked for. */
const published = [...new Set(names)].filter(name => CODES.includes(name))

t.test('every code of a failed redemption is a reason to refuse one', async t => {
  t.strictSame([...published].sort(), [...CODES].sort())
})

/** The one after which nothing is asked any more: a total is known when all else is written. */
t.test('a total that is outgrown is the very last reason', async t => {
  t.equal(names.at(-1), 'invalid_amount')
  t.equal(names.lastIndexOf('invalid_amount') > names.indexOf('loyalty_card_points_exceeded'), true)
})

/** Each reason as the page of behaviour words it. */
const WORDS: readonly (readonly [string, string])[] = [
  ['campaign_not_active', 'campaign is not active'],
  ['voucher_disabled', 'card is switched off'],
  ['voucher_not_active', 'not yet valid'],
  ['voucher_expired', 'expired'],
  ['voucher_not_active_now', 'not valid now'],
  ['invalid_customer', 'no holder, or the customer is another one'],
  ['missing_reward', 'reward is missing'],
  ['unknown_reward', 'it is unknown'],
  ['reward_not_on_offer', 'not assigned'],
  ['missing_order', 'order is missing'],
  ['unknown_goods', 'a product, SKU or `order.id` is unknown'],
  ['metadata_validation_failed', 'metadata'],
  ['customer_rules_violated', 'customer rules'],
  ['order_rules_violated', 'order rules'],
  ['redemption_rules_violated', 'redemption rules'],
  ['quantity_exceeded', "the card's limit"],
  ['reward_out_of_stock', 'stock'],
  ['no_voucher_suitable_for_publication', 'a coupon to publish'],
  ['invalid_order', 'nothing is left to pay'],
  ['invalid_amount', 'amounts out of range'],
  ['loyalty_card_points_exceeded', 'balance']
]

t.test('the page of behaviour says the reasons in the order in which they are asked', async t => {
  t.strictSame(
    WORDS.map(([name]) => name),
    names.slice(0, -1)
  )
  const page = readFileSync('openapi/behaviour/redemptions-and-rollbacks.md', 'utf8')
  const [, after = ''] = page.split('\n## The reasons to refuse have one order\n')
  const [list = ''] = after.split('\n## ')
  let rest = list.replaceAll(/\s+/g, ' ')
  for (const [name, words] of WORDS) {
    const at = rest.indexOf(words)
    t.ok(at >= 0, `${name}: "${words}" comes after what stands above it`)
    rest = rest.slice(at + words.length)
  }
})

type Code = 'quantity_exceeded' | 'missing_order' | 'missing_reward'

const stop = (code: Code): RecordedStop<Code> => ({ code, details: `${code} is what is wrong` })
const LISTS: readonly (readonly Code[])[] = [
  ['quantity_exceeded', 'missing_order', 'missing_reward'],
  ['missing_reward', 'missing_order', 'quantity_exceeded'],
  ['missing_order', 'quantity_exceeded', 'missing_reward']
]
const none = new Precedence([], (given: object) => given)

t.test('of all that is wrong, what the table lists first counts, however it was found', async t => {
  for (const codes of LISTS) {
    for (const [one, ...others] of LISTS.map(found => found.map(stop))) {
      const wrong = [one as RecordedStop<Code>, ...others] as const
      const first = { ...stop(codes[0] as Code), reached: {} }
      t.strictSame(none.refuseAny(codes, () => wrong).judge({}), first)
      t.strictSame(none.showUnless(codes, () => ({ wrong })).judge({}), first)
      const last = [codes[2] as Code].map(stop)
      t.strictSame(none.refuseAny(codes, () => last).judge({}), { ...last[0], reached: {} })
    }
    t.strictSame(none.refuseAny(codes, () => []).names, codes)
    t.notOk(isStop(none.refuseAny(codes, () => []).judge({})))
    t.notOk(isStop(none.showUnless(codes, () => ({ shown: true })).judge({})))
  }
})
