/**
 * Stored vouchers as rows of a file.
 *
 * A voucher of a campaign begins as the campaign says, so that its row has what differs from that.
 * Null says that it has nothing where its campaign would give something.
 *
 * Spec: Voucher.
 */
import { LOTS_MAX } from '../decisions/imports/voucher-cells.ts'
import { sameJson } from '../decisions/metadata.ts'
import { isSchema } from '../http/document.ts'
import type { Lot } from '../model.ts'
import type { EntryValues } from './entries.ts'
import type { AnswerBody } from './operations.ts'

/** What the rows of vouchers refer to. */
export interface KnownByVouchers {
  /** Source ids of customers by id; those who have one. */
  readonly customers: ReadonlyMap<string, string>
  /** What the file calls a campaign and what it says, by its id. */
  readonly campaigns: ReadonlyMap<string, { readonly name: string; readonly values: EntryValues }>
  /** Open lots by the id of their card; of the cards whose points have several last days. */
  readonly lots: ReadonlyMap<string, readonly Pick<Lot, 'expiresOn' | 'remaining'>[]>
}

/** The columns of all vouchers: those before their contents, and those after it. */
export interface CommonColumns {
  readonly first: EntryValues
  readonly rest: EntryValues
}

/** What the row of any voucher says. */
export function commonColumns(
  shown: AnswerBody,
  { campaigns, customers }: KnownByVouchers
): CommonColumns {
  const { code, campaign_id: campaign, holder_id: holder, active, metadata } = shown
  const own = typeof campaign === 'string' ? campaigns.get(campaign) : undefined
  const given = own === undefined ? {} : own.values
  return {
    first: {
      code,
      campaign: own?.name,
      customer: typeof holder === 'string' ? customers.get(holder) : undefined
    },
    rest: {
      ...said('start_date', shown, given),
      ...said('expiration_date', shown, given),
      ...differing('validity_timeframe', shown, given),
      ...differing('validity_day_of_week', shown, given),
      ...differing('validity_hours', shown, given),
      active: active === false ? false : undefined,
      ...differing('category', shown, given),
      additional_info: shown['additional_info'] ?? undefined,
      metadata
    }
  }
}

/** Null where the campaign would give one that the voucher has not. */
function said(column: string, shown: EntryValues, given: EntryValues): EntryValues {
  const [own = null, other = null] = [shown[column], given[column]]
  return own === null && other === null ? {} : { [column]: own }
}

/** The same, only where the campaign says something else. */
function differing(column: string, shown: EntryValues, given: EntryValues): EntryValues {
  return sameJson(shown[column] ?? null, given[column] ?? null) ? {} : said(column, shown, given)
}

/** The points of a card by their last day, the soonest first and those without one last. */
export function pointsOf(shown: AnswerBody, { lots }: KnownByVouchers): EntryValues {
  const { balance, next_expiration_date: day } = shown['loyalty_card'] as EntryValues
  const own = lots.get(String(shown['id']))
  if (own === undefined)
    return { balance, expires_on: balance === 0 ? undefined : (day ?? 'never') }
  const byDay = new Map<string | null, number>()
  for (const { expiresOn, remaining } of own) {
    byDay.set(expiresOn, (byDay.get(expiresOn) ?? 0) + remaining)
  }
  const sum = [...byDay.values()].reduce((all, each) => all + each, 0)
  const [[only = null] = []] = byDay
  if (byDay.size < 2) return { balance: sum, expires_on: sum === 0 ? undefined : (only ?? 'never') }
  if (byDay.size > LOTS_MAX) return { balance: sum }
  const sorted = [...byDay].toSorted(([one], [other]) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
  return {
    balance: sum,
    lots: sorted.map(([expires_on, points]) =>
      expires_on === null ? { points } : { points, expires_on }
    )
  }
}

/** Whether the points of a card have several last days, which the card alone does not show. */
export function hasSeveralDays({ loyalty_card: card }: AnswerBody): boolean {
  const {
    balance,
    next_expiration_date: day,
    next_expiration_points: lapsing
  } = card as EntryValues
  return day !== undefined && lapsing !== balance
}

/** What a gift voucher or a coupon allows, and what was used of it. */
export function usesOf(shown: AnswerBody, known: KnownByVouchers): EntryValues {
  const { redeemed_quantity: count } = shown['redemption'] as EntryValues
  return { ...limitOf(shown, known), redemption_count: count === 0 ? undefined : count }
}

/** The redemptions that a voucher allows. */
export function limitOf(shown: AnswerBody, known: KnownByVouchers): EntryValues {
  const { quantity } = shown['redemption'] as EntryValues
  const { redemption } = templateOf(shown, known)
  const given = isSchema(redemption) ? redemption['quantity'] : null
  return said(
    'redemption_quantity',
    { redemption_quantity: quantity },
    { redemption_quantity: given }
  )
}

/** What the credit of a gift voucher pays. */
export function effectOf(shown: AnswerBody, known: KnownByVouchers): EntryValues {
  const [own, given] = [shown, templateOf(shown, known)].map(({ gift }) =>
    isSchema(gift) ? gift['effect'] : null
  )
  return differing('gift_effect', { gift_effect: own }, { gift_effect: given })
}

/** The discount of a coupon, where its campaign does not say it. */
export function discountOf(shown: AnswerBody, known: KnownByVouchers): EntryValues {
  const { discount } = templateOf(shown, known)
  return differing('discount', shown, { discount })
}

/** What new vouchers of the campaign of a voucher begin as; nothing without one. */
function templateOf(
  { campaign_id: campaign }: AnswerBody,
  { campaigns }: KnownByVouchers
): EntryValues {
  const template = campaigns.get(String(campaign))?.values['voucher']
  return isSchema(template) ? template : {}
}
