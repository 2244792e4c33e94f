/**
 * Single vouchers from the wire to commands.
 *
 * Spec: createVoucher, updateVoucher, updateVoucherBalance, importVouchers.
 */
import type { ImportRow } from '../../decisions/imports/columns.ts'
import { invalidPayload, Refused } from '../../decisions/refusals.ts'
import type { CreateVoucher } from '../../decisions/vouchers/generation.ts'
import type { UpdateVoucher } from '../../decisions/vouchers/updates.ts'
import type { Discount, VoucherType } from '../../model.ts'
import type { Schemas } from '../wire.ts'
import { codeConfigCommand } from './campaigns.ts'
import { validityCommand } from './validity.ts'
import { instantOf, metadataOf } from './values.ts'

/**
 * One voucher, with its own code or with one that is drawn.
 * @throws {Refused} when a new gift has another balance than its amount.
 */
export function createVoucherCommand(body: Schemas['CreateVoucherRequest']): CreateVoucher {
  return voucherCommand(body, body.code ?? null, body.code_config)
}

/**
 * One voucher with the code of the path.
 * @throws {Refused} when a new gift has another balance than its amount.
 */
export function createVoucherWithCodeCommand(
  body: Schemas['CreateVoucherWithCodeRequest'],
  code: string
): CreateVoucher {
  return voucherCommand(body, code)
}

function voucherCommand(
  body: Schemas['CreateVoucherWithCodeRequest'],
  code: string | null,
  config?: Schemas['CodeConfigRequest']
): CreateVoucher {
  const { gift } = body
  if (gift?.balance !== undefined && gift.balance !== gift.amount) {
    throw new Refused(invalidPayload('gift.balance', 'of a new voucher it is the amount'))
  }
  return {
    campaign: body.campaign ?? body.campaign_id ?? null,
    type: body.type ?? null,
    discount: (body.discount as Discount | undefined) ?? null,
    gift: gift === undefined ? null : { amount: gift.amount, effect: gift.effect ?? null },
    code,
    codeConfig: config === undefined ? null : codeConfigCommand(config),
    category: body.category ?? body.category_id ?? null,
    active: body.active ?? null,
    validity: validityCommand(body),
    additionalInfo: body.additional_info ?? null,
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null
  }
}

/** A property that is absent is undefined, which keeps the stored one. */
export function updateVoucherCommand(body: Schemas['UpdateVoucherRequest']): UpdateVoucher {
  const { start_date: start, expiration_date: end } = body
  const { timeframe, daysOfWeek, hours } = validityCommand(body)
  return {
    category: body.category === undefined ? body.category_id : body.category,
    startDate: start == null ? start : instantOf(start, 'start_date'),
    expirationDate: end == null ? end : instantOf(end, 'expiration_date'),
    timeframe: body.validity_timeframe === undefined ? undefined : timeframe,
    daysOfWeek: body.validity_day_of_week === undefined ? undefined : daysOfWeek,
    hours: body.validity_hours === undefined ? undefined : hours,
    active: body.active,
    additionalInfo: body.additional_info,
    metadata: body.metadata === null ? null : metadataOf(body.metadata),
    redemptionQuantity: body.redemption?.quantity,
    discount: body.discount as Discount | undefined,
    giftEffect: body.gift?.effect
  }
}

/** Credit to add to a gift voucher, or to subtract (below 0), and the reason. */
export function giftBalanceCommand({
  amount,
  reason,
  source_id: sourceId
}: Schemas['UpdateVoucherBalanceRequest']) {
  return { amount, reason, sourceId }
}

/** The movements that a request asks for: newest first unless the query says otherwise. */
export function transactionsOrder({ order }: { readonly order?: string }) {
  return order === 'id' || order === 'created_at' ? 'created_at' : '-created_at'
}

/** A voucher of an import as a row, with the cells of a file; what is left out has none. */
export function importedVoucher(item: Schemas['ImportVoucherRequest']): ImportRow {
  const { code, customer, discount, gift, loyalty_card: card, redemption } = item
  const cells = {
    voucher_type: item.type ?? typeOf(item),
    code,
    customer,
    amount: gift?.amount,
    balance: gift === undefined ? (card?.balance ?? card?.points) : (gift.balance ?? gift.amount),
    discount,
    redemption_quantity: redemption?.quantity,
    redemption_count: redemption?.redeemed_quantity,
    start_date: item.start_date,
    expiration_date: item.expiration_date,
    active: item.active,
    metadata: item.metadata
  }
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell != null)) as ImportRow
}

/** The type that the block of a voucher shows. */
function typeOf(item: Schemas['ImportVoucherRequest']): VoucherType | null {
  if (item.gift) return 'GIFT_VOUCHER'
  if (item.loyalty_card) return 'LOYALTY_CARD'
  return item.discount ? 'DISCOUNT_VOUCHER' : null
}
