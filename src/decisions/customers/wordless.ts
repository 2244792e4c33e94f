/**
 * Records without what people said in them: what adds up stays, and so do ids, days and outcomes.
 *
 * Spec: eraseCustomer.
 */
import type { Order, OrderItem, RedeemedReward, Redemption, Voucher } from '../../model.ts'
import { FAILURE_MESSAGES } from '../refusals.ts'

/** The order with its amounts and the ids of its goods, without what was noted on it. */
export function withoutWords<Noted extends Pick<Order, 'metadata' | 'items'>>(order: Noted): Noted {
  return { ...order, metadata: {}, items: order.items.map(withoutNames) }
}

/** A line may call its goods by what is engraved on them. */
function withoutNames({ product, sku, ...item }: OrderItem): OrderItem {
  return {
    ...item,
    product: product && { ...product, name: null, metadata: {} },
    sku: sku && { ...sku, sku: null, metadata: {} },
    metadata: {}
  }
}

/** The voucher as it counts, without what was noted on it. */
export function unnoted(voucher: Voucher): Voucher {
  return { ...voucher, metadata: {}, additionalInfo: null }
}

/** Who it was stays, as an id that nobody answers to. A lock may be called by their name. */
export function withoutPerson({ reason: _, ...redemption }: Redemption): Redemption {
  const { customer, order, reward } = redemption
  return {
    ...redemption,
    customer: { id: customer.id, name: null, email: null, sourceId: null, metadata: {} },
    trackingId: null,
    metadata: {},
    session: null,
    failureMessage: withoutFinding(redemption),
    order: order && withoutWords(order),
    reward: reward && withoutNotes(reward)
  }
}

/** A rule says after the sentence of its code what it found, perhaps their name. */
function withoutFinding({
  failureCode,
  failureMessage
}: Pick<Redemption, 'failureCode' | 'failureMessage'>): string | null {
  const sentences: { readonly [code: string]: string } = FAILURE_MESSAGES
  const sentence = failureCode === null ? undefined : sentences[failureCode]
  const isLonger = sentence !== undefined && failureMessage?.startsWith(`${sentence}:`)
  return isLonger ? sentence : failureMessage
}

function withoutNotes({ voucher: shown, ...reward }: RedeemedReward): RedeemedReward {
  return { ...reward, voucher: shown && { ...shown, voucher: unnoted(shown.voucher) } }
}
