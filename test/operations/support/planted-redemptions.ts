/**
 * Redemptions of codes in which a word is said of somebody: one code and stacks, with the customer
 * and without, rolled back and refused.
 */
import type { Service } from '../../support/app.ts'

interface Said {
  /** The customer, as a request names them; they hold `code`, a gift voucher. */
  readonly customer: object
  readonly code: string
  readonly metadata: object
  readonly word: string
}

type Done = (asked: ReturnType<Service['post']>) => Promise<unknown>

const REDEMPTIONS = '/v1/redemptions'
const TIER = { object: 'promotion_tier', id: 'promo_00tenoff' }

/** Says the word wherever a redemption takes one. */
export async function plantRedemptions(done: Done, service: Service, said: Said): Promise<void> {
  const { customer, code, metadata, word } = said
  const about = { reason: `${word} reason`, metadata }
  const gift = { object: 'voucher', id: code, gift: { credits: 10 } }
  const redeem = async (till: string, redeemables: readonly object[], who: object) => {
    const order = { source_id: till, amount: 1000, metadata }
    const named = { redeemables, order, metadata, tracking_id: `${word} track`, ...who }
    return (await done(service.post(REDEMPTIONS, named))) as Redeemed
  }
  for (const who of [{}, { customer }]) {
    const name = 'customer' in who ? 'named' : 'nameless'
    const stack = await redeem(`till-${name}-stack`, [TIER, gift], who)
    const parent = stack.parent_redemption?.id
    await done(service.post(`${REDEMPTIONS}/${parent}/rollbacks`, about))
    const one = await redeem(`till-${name}-one`, [gift], who)
    await done(service.post(`${REDEMPTIONS}/${one.redemptions[0]?.id}/rollback`, about))
    await redeem(`till-${name}-kept`, [gift], who)
  }
  // On an order that the voucher paid, too.
  await redeem('till-nameless-kept', [TIER], {})
  // On an order that becomes theirs, too.
  const later = await redeem('till-later', [TIER], {})
  await done(service.put(`/v1/orders/${later.order.id}`, { customer }))
  const bare = { redeemables: [TIER], customer, metadata }
  const { order } = (await done(service.post(REDEMPTIONS, bare))) as Redeemed
  await done(service.put(`/v1/orders/${order.id}`, { metadata }))
}

interface Redeemed {
  readonly order: { readonly id: string }
  readonly redemptions: readonly { readonly id: string }[]
  readonly parent_redemption?: { readonly id: string }
}

/** A code that is refused to them by a rule, which quotes what it found in their metadata. */
export async function plantRefusal(done: Done, service: Service, said: Said): Promise<void> {
  const { customer, code, metadata } = said
  const rules = {
    1: { name: 'customer.metadata', property: 'note', conditions: { $is: ['nobody'] } },
    logic: '1'
  }
  const rule = (await done(service.post('/v1/validation-rules', { name: 'Nobody', rules }))) as {
    readonly id: string
  }
  const bound = { related_object_type: 'voucher', related_object_id: code }
  await done(service.post(`/v1/validation-rules/${rule.id}/assignments`, bound))
  const asked = { redeemables: [{ object: 'voucher', id: code }], customer, metadata }
  await service.post(REDEMPTIONS, { ...asked, order: { amount: 1000, metadata } })
}
