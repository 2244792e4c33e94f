/**
 * Vouchers and members on the wire: commands for a voucher and for an import, what is shown of
 * them, their balances, and the transactions of their ledgers. Every type of voucher has one shape:
 * of `discount`, `gift` and `loyalty_card` two are null.
 * Spec: createVoucher, updateVoucher, importVouchers, addMember, Voucher, VoucherBalance,
 * LoyaltyCardBalance, TransactionList.
 */
import type { ImportRow } from '../../decisions/imports/columns.ts'
import type { AdjustBalance } from '../../decisions/points/adjustments.ts'
import { cardOf } from '../../decisions/points/lots.ts'
import { invalidPayload, Refused } from '../../decisions/refusals.ts'
import type { CreateVoucher } from '../../decisions/vouchers/generation.ts'
import type { UpdateVoucher } from '../../decisions/vouchers/updates.ts'
import type { Discount, LedgerEntry, ShownVoucher, Voucher, VoucherType } from '../../model.ts'
import type { CodeConfig } from '../../rules/codes.ts'
import { historyUrl, type Linking, pictureLinks } from '../links.ts'
import type { Request } from '../types.ts'
import {
  listedFrom,
  readerOf,
  readerWithNulls,
  type Schemas,
  viewOf,
  type Wire,
  withoutNulls
} from '../wire.ts'
import { categoryWanted, viewCategory } from './categories.ts'
import { customerCommand } from './customers.ts'
import { viewAssignments } from './validation-rules.ts'
import {
  metadataOf,
  querySpan,
  sent,
  validityChanges,
  validityCommand,
  viewValidity
} from './values.ts'

export function viewVoucher(shown: ShownVoucher, linking: Linking): Wire<'Voucher'> {
  const { voucher, campaignName, category, assignments } = shown
  return {
    id: voucher.id,
    code: voucher.code,
    campaign: campaignName,
    campaign_id: voucher.campaignId,
    category: category?.name ?? null,
    category_id: voucher.categoryId,
    categories: category === null ? [] : [viewCategory(category)],
    type: voucher.type,
    discount: voucher.discount as Wire<'VoucherDiscount'>,
    gift: voucher.gift && viewGift(voucher.gift),
    loyalty_card: voucher.card && viewCardBalance(voucher.card),
    ...viewValidity(voucher.validity),
    active: voucher.active,
    additional_info: voucher.additionalInfo,
    metadata: voucher.metadata,
    assets: pictureLinks(linking, voucher),
    is_referral_code: voucher.isReferralCode,
    created_at: voucher.createdAt,
    updated_at: voucher.updatedAt,
    holder_id: voucher.holderId,
    referrer_id: voucher.referrerId,
    object: 'voucher',
    publish: {
      object: 'list',
      count: voucher.publishedCount,
      url: historyUrl(linking, voucher.code, 'publications')
    },
    redemption: viewUse(voucher, linking),
    validation_rules_assignments: viewAssignments(assignments)
  }
}

const stubView = viewOf('id code campaign campaign_id object:voucher')

export function viewVoucherStub({
  voucher,
  campaignName
}: {
  readonly voucher: Pick<Voucher, 'id' | 'code' | 'campaignId'>
  readonly campaignName: string | null
}) {
  return stubView({ ...voucher, campaign: campaignName })
}

const viewGift = viewOf('amount subtracted_amount balance effect?')

const viewCardBalance = viewOf(
  'points balance next_expiration_date? next_expiration_points? pending_points expired_points',
  'subtracted_points'
)

/** The points of a card, or the credit of a gift; a discount has neither. */
function viewUse(voucher: Voucher, linking: Linking): Wire<'VoucherUse'> {
  return {
    quantity: voucher.redemptionQuantity,
    redeemed_quantity: voucher.redeemedQuantity,
    ...withoutNulls({
      redeemed_points: voucher.card?.redeemedPoints ?? null,
      redeemed_amount: voucher.gift?.redeemedAmount ?? null
    }),
    object: 'list',
    url: historyUrl(linking, voucher.code, 'redemptions')
  }
}

/** `amount` was added, or subtracted (below 0); the voucher is as it is after it. */
export function viewVoucherBalance(voucher: Voucher, amount: number): Wire<'VoucherBalance'> {
  const { id, gift } = voucher
  if (gift === null) {
    const { points, ...balance } = viewLoyaltyCardBalance(voucher, amount)
    return { amount: points, ...balance }
  }
  return {
    amount,
    total: gift.amount,
    balance: gift.balance,
    type: 'gift_voucher',
    object: 'balance',
    related_object: { type: 'voucher', id }
  }
}

export const viewTransactionList = listedFrom('data', viewTransaction)

/** Causes that do not apply are absent from `details`. */
function viewTransaction(entry: LedgerEntry): Wire<'Transaction'> {
  const { cause } = entry
  return transactionView({
    ...entry,
    sourceId: cause.sourceId ?? null,
    reason: cause.reason ?? null,
    details: {
      balance: viewMoved(entry),
      ...withoutNulls({
        order: named(cause.orderId),
        event: named(cause.eventId),
        earning_rule: named(cause.earningRuleId),
        pending_points: named(cause.pendingId),
        redemption: named(cause.redemptionId),
        reward: named(cause.rewardId)
      })
    },
    relatedTransactionId: null
  })
}

const transactionView = viewOf(
  'id source_id voucher_id campaign_id type reason details related_transaction_id created_at'
)

/** Credit is an amount of money, points are points. */
function viewMoved({ type, amount, balanceAfter, voucherId }: LedgerEntry) {
  const moved = type.startsWith('CREDITS')
    ? { type: 'gift_voucher' as const, amount }
    : { type: 'loyalty_card' as const, points: amount }
  return {
    ...moved,
    balance: balanceAfter,
    object: 'balance' as const,
    related_object: { type: 'voucher' as const, id: voucherId }
  }
}

function named(id: string | undefined): { readonly id: string } | null {
  return id === undefined ? null : { id }
}

/** @throws {Refused} when a new gift has another balance than its amount. */
export function createVoucherCommand(body: Schemas['CreateVoucherRequest']): CreateVoucher {
  return createVoucherWithCodeCommand(body, body.code ?? null, body.code_config)
}

const readNew = readerWithNulls('type loyalty_card active additional_info')

/**
 * `code`: that of the path; null for one that is drawn.
 * @throws {Refused} when a new gift has another balance than its amount.
 */
export function createVoucherWithCodeCommand(
  body: Schemas['CreateVoucherWithCodeRequest'],
  code: string | null,
  config?: Schemas['CodeConfigRequest']
): CreateVoucher {
  const { gift } = body
  if (gift?.balance !== undefined && gift.balance !== gift.amount) {
    throw new Refused(invalidPayload('gift.balance', 'of a new voucher it is the amount'))
  }
  return {
    ...readNew(body),
    campaign: body.campaign ?? body.campaign_id ?? null,
    discount: (body.discount as Discount | undefined) ?? null,
    gift: gift === undefined ? null : { amount: gift.amount, effect: gift.effect ?? null },
    code,
    codeConfig: config === undefined ? null : codeConfigCommand(config),
    category: body.category ?? body.category_id ?? null,
    validity: validityCommand(body),
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null
  }
}

const readConfig = readerWithNulls('length charset prefix postfix pattern')

/** The configuration of codes; null for a property that is absent. */
export function codeConfigCommand(config: Schemas['CodeConfigRequest']): CodeConfig {
  return { ...readConfig(config), postfix: config.postfix ?? config.suffix ?? null }
}

export function updateVoucherCommand(body: Schemas['UpdateVoucherRequest']): UpdateVoucher {
  return {
    category: categoryWanted(body),
    ...validityChanges(body),
    active: body.active,
    additionalInfo: body.additional_info,
    metadata: body.metadata === null ? null : metadataOf(body.metadata),
    redemptionQuantity: body.redemption?.quantity,
    discount: sent(body.discount) as Discount | undefined,
    giftEffect: body.gift?.effect
  }
}

/** Credit or points to add to a voucher, or to subtract (below 0), and the reason. */
export const voucherBalanceCommand = readerOf('amount reason source_id')

/** Which vouchers a request asks for; null where it does not matter. */
export function vouchersWanted(query: Request<'listVouchers'>['query']) {
  const { code = null, campaign = null, campaign_id: campaignId, customer = null } = query
  return { code, campaign, campaignId, customer, ...stampsWanted(query) }
}

type StampsQuery = Parameters<typeof querySpan<'created_at'>>[0] &
  Parameters<typeof querySpan<'updated_at'>>[0]

/** When what a request asks for was made, and changed. */
export function stampsWanted(query: StampsQuery) {
  return { created: querySpan(query, 'created_at'), updated: querySpan(query, 'updated_at') }
}

/** The movements that a request asks for: newest first unless the query says otherwise. */
export function transactionsWanted(query: TransactionsQuery) {
  const { order, starting_after_id: after = null } = query
  const isOldestFirst = order === 'id' || order === 'created_at'
  return { order: isOldestFirst ? 'created_at' : '-created_at', after } as const
}

export interface TransactionsQuery {
  readonly order?: string
  readonly starting_after_id?: string
}

/** A voucher of an import as a row, with the cells of a file; what is left out has none. */
export function importedVoucher(item: Schemas['ImportVoucherRequest']): ImportRow {
  const { code, customer, discount, gift, loyalty_card: card, redemption } = item
  const type = gift ? 'GIFT_VOUCHER' : card ? 'LOYALTY_CARD' : discount ? 'DISCOUNT_VOUCHER' : null
  const cells = {
    voucher_type: item.type ?? (type satisfies VoucherType | null),
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

/** Points to give, or to take (below 0); they expire as the program says unless the request does. */
export function balanceCommand(body: Schemas['UpdateBalanceRequest']): AdjustBalance {
  const { points, reason, source_id, expiration_type, expiration_date } = body
  return {
    points,
    reason,
    sourceId: source_id,
    expiration: { type: expiration_type ?? 'PROGRAM_RULES', date: expiration_date ?? null }
  }
}

/** A text names a known customer and changes nothing of them. */
export function addMemberCommand({
  customer,
  voucher,
  channel,
  metadata
}: Schemas['AddMemberRequest']) {
  const known = typeof customer === 'string'
  const sent = known ? {} : customerCommand(customer)
  return {
    joining: known ? { name: customer } : { sent },
    voucher: voucher ?? null,
    command: { customer: sent, channel, metadata: metadataOf(metadata) }
  }
}

/** `points`: those that were given, or taken (below 0); the card is as it is after them. */
export function viewLoyaltyCardBalance(
  voucher: Voucher,
  points: number
): Wire<'LoyaltyCardBalance'> {
  const card = cardOf(voucher)
  return {
    points,
    total: card.points,
    balance: card.balance,
    type: 'loyalty_card',
    object: 'balance',
    related_object: { type: 'voucher', id: voucher.id }
  }
}
