/**
 * What all vouchers share: how one is made from its campaign, given to a customer, and when it can
 * be used; their credit, their discounts and their codes. A voucher starts empty. Credit and points
 * come as movements of the ledger: the credit of a gift voucher when it is made, the points of a
 * card when it gets a holder. So the ledger adds up to the balance from the first day.
 * Spec: Voucher, VoucherGift.balance, VoucherDiscount, PromotionTier.action, CodeConfigRequest,
 * VoucherTemplate.code_config, VoucherTemplate.redemption.
 */
import type {
  Campaign,
  CodeConfig,
  CountedCampaign,
  Customer,
  Discount,
  EntryCause,
  Gift,
  Instant,
  Json,
  LedgerEntry,
  Metadata,
  Project,
  Publication,
  Voucher,
  VoucherTemplate
} from '../../model.ts'
import {
  capacity,
  codeConfigMistake,
  DEFAULT_CHARSET,
  drawCode,
  foldCase,
  ignoringCase,
  nthCode,
  type Spellings,
  spelledAsCode,
  spellingsIn,
  usableCapacity
} from '../../rules/codes.ts'
import { type Mistake, present } from '../../rules/mistake.ts'
import { takeFromLots } from '../../rules/points.ts'
import { dayAt, lastDay, whyNotAt } from '../../rules/validity.ts'
import type { Change, Occasion, TotalsStep } from '../changes.ts'
import {
  addPoints,
  amountOf,
  type Booking,
  entryOf,
  giveBack,
  type LotLines,
  loweredTo,
  type Moved,
  type Purse,
  putIn,
  saying,
  sumTotals,
  takeOut,
  withLowered
} from '../points/lots.ts'
import {
  isWhole,
  quote,
  type Refusal,
  refusalAbout,
  refuseMistake,
  type Unable
} from '../refusals.ts'

/**
 * Every reason why a voucher cannot be used at `now`; none when it can. Whether it is used up is a
 * separate question: a used-up card goes on earning, and a redemption has other reasons to be
 * refused first.
 */
export function whyUnusable(
  { active, validity }: Pick<Voucher, 'active' | 'validity'>,
  now: Instant,
  zone: string
): readonly Unusable[] {
  const reasons = whyNotAt(validity, now, zone).map(reason => UNUSABLE[reason])
  return active ? reasons : ['voucher_disabled', ...reasons]
}

/**
 * The reason to show for a voucher that cannot be used at `now`, or null. The switch comes before
 * the dates, the dates before the recurring windows. A redemption has its own table of reasons.
 */
export function usableVoucher(
  voucher: Pick<Voucher, 'active' | 'validity'>,
  now: Instant,
  zone: string
): Unusable | null {
  return whyUnusable(voucher, now, zone)[0] ?? null
}

const UNUSABLE = {
  not_yet: 'voucher_not_active',
  expired: 'voucher_expired',
  not_now: 'voucher_not_active_now'
} as const

export type Unusable = 'voucher_disabled' | (typeof UNUSABLE)[keyof typeof UNUSABLE]

/** Why a coupon that went back with its reward stays off; null for any other voucher. */
export function takenBackDetails({ code, takenBackBy }: Voucher): string | null {
  if (takenBackBy === undefined) return null
  const why = `rollback ${takenBackBy} took it back, with the reward that handed it out`
  return `${code} stays off: ${why}; give the customer another`
}

export function unusableDetails(reason: Unusable, voucher: Voucher): string {
  const { code, validity } = voucher
  switch (reason) {
    case 'voucher_disabled':
      return takenBackDetails(voucher) ?? `${code} is switched off; enable it first`
    case 'voucher_not_active':
      return `${code} can be used from ${validity.startDate} on; wait, or change its start_date`
    case 'voucher_expired':
      return `${code} could be used until ${validity.expirationDate}; change its expiration_date first`
    case 'voucher_not_active_now':
      return `${code} can be used at certain times only, which are not now; see its validity`
  }
}

export function usedUpDetails(
  { code, redemptionQuantity, redeemedQuantity }: Voucher,
  usesHeld: number
): string {
  const locked = usesHeld > 0 ? `, and locks hold ${usesHeld} more` : ''
  const advice = usesHeld > 0 ? 'wait for the end of a lock, or use another' : 'use another'
  return `${code} was redeemed ${redeemedQuantity} of ${redemptionQuantity} times${locked}; ${advice}`
}

/** Whether it was redeemed as often as its limit allows, counting uses that locks hold. */
export function isUsedUp(
  voucher: Pick<Voucher, 'redemptionQuantity' | 'redeemedQuantity'>,
  usesHeld = 0
): boolean {
  const { redemptionQuantity, redeemedQuantity } = voucher
  return redemptionQuantity !== null && redeemedQuantity + usesHeld >= redemptionQuantity
}

export interface VoucherOverrides {
  readonly categoryId: string | null
  readonly metadata: Metadata | null
  /** Redemptions it allows, at least 1. */
  readonly redemptionQuantity: number | null
  readonly additionalInfo: string | null
  readonly startDate: Instant | null
  readonly expirationDate: Instant | null
}

export interface MadeVoucher {
  readonly purse: Purse
  readonly changes: readonly Change[]
}

/**
 * A new voucher of a campaign that has a template. It takes the present dates, windows, category
 * and limit of the campaign; later changes of the campaign do not reach it. Ids in order: the
 * voucher, then (gift with credit) its lot and its ledger entry.
 */
export function makeVoucher(
  campaign: Campaign & { readonly voucher: NonNullable<Campaign['voucher']> },
  overrides: VoucherOverrides & { readonly code: string },
  occasion: Occasion
): MadeVoucher {
  const { voucher: template, validity } = campaign
  const said: NewVoucher = {
    code: overrides.code,
    campaignId: campaign.id,
    categoryId: overrides.categoryId ?? campaign.categoryId,
    type: template.type,
    discount: template.discount,
    active: true,
    validity: {
      ...validity,
      startDate: overrides.startDate ?? validity.startDate,
      expirationDate: overrides.expirationDate ?? validity.expirationDate
    },
    additionalInfo: overrides.additionalInfo,
    metadata: overrides.metadata ?? {},
    isReferralCode: campaign.campaignType === 'REFERRAL_PROGRAM',
    redemptionQuantity: overrides.redemptionQuantity ?? template.redemptionQuantity
  }
  return openVoucher(said, template.gift, occasion)
}

type NewVoucher = Pick<
  Voucher,
  | 'code'
  | 'campaignId'
  | 'categoryId'
  | 'type'
  | 'discount'
  | 'active'
  | 'validity'
  | 'additionalInfo'
  | 'metadata'
  | 'isReferralCode'
  | 'redemptionQuantity'
>

/**
 * A voucher without a holder; its credit (null unless it is a gift) comes as a movement of the
 * ledger. Ids in order: the voucher, then (gift with credit) its lot and its ledger entry.
 */
export function openVoucher(
  said: NewVoucher,
  gift: VoucherTemplate['gift'],
  occasion: Occasion
): MadeVoucher {
  const voucher: Voucher = {
    id: occasion.newId('v'),
    ...said,
    gift: gift === null ? null : { ...NO_CREDIT, effect: gift.effect },
    card: said.type === 'LOYALTY_CARD' ? NO_POINTS : null,
    holderId: null,
    referrerId: null,
    publishedCount: 0,
    redeemedQuantity: 0,
    createdAt: occasion.now,
    updatedAt: null,
    version: 1
  }
  const made: Purse = { voucher, lots: [] }
  const created: Change = { kind: 'voucher.created', voucher }
  if (gift === null || gift.amount === 0) return { purse: made, changes: [created] }
  const credit = { amount: gift.amount, cause: OPENING, isOpening: true }
  const { purse, change } = addCredit(made, credit, occasion)
  return { purse, changes: [created, change] }
}

const NO_CREDIT = { amount: 0, subtractedAmount: 0, redeemedAmount: 0, balance: 0 } as const

const NO_POINTS = {
  points: 0,
  balance: 0,
  pendingPoints: 0,
  expiredPoints: 0,
  subtractedPoints: 0,
  redeemedPoints: 0,
  nextExpirationDate: null,
  nextExpirationPoints: null
} as const

export const OPENING = { reason: 'Opening balance' } as const

export interface Membership {
  readonly purse: Purse
  readonly changes: readonly Change[]
  /** The sums to add to the holder's totals; the caller adds them. */
  readonly totals: TotalsStep
}

export interface Giving {
  /** The channel; absent: the API. */
  readonly channel?: string | undefined
  /** The caller's own name for it, which no other publication has. */
  readonly sourceId?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

interface PublishVoucherFacts {
  /** Null for a voucher without a campaign, which is the spare one. */
  readonly campaign: CountedCampaign | null
  readonly customer: Pick<Customer, 'id'>
  /** A voucher of the campaign without a holder; null when there is none. */
  readonly spare: Purse | null
  /** Who referred the customer to the campaign, which the voucher names; null or absent: nobody. */
  readonly referrerId?: string | null
}

/**
 * Gives a customer a voucher: a spare one, else a new one when the campaign makes vouchers as
 * needed (AUTO_UPDATE). A card that starts with points gets them here, and they expire counting
 * from today. Ids in order: those of a new voucher, the publication, then the lot and the entry of
 * the starting points.
 */
export function publishVoucher(
  { campaign, spare, ...receiving }: PublishVoucherFacts,
  occasion: Occasion,
  giving: Giving = {}
): Membership | Unable {
  const found =
    spare === null
      ? grow(present(campaign, 'neither a campaign nor a voucher is there'), occasion)
      : { purse: spare, changes: [] }
  if ('refusal' in found) return found
  const { purse: held, change } = giveToHolder(found.purse, receiving, giving, occasion)
  const changes = [...found.changes, change]
  const brought = broughtBy(held.voucher)
  const started = startingPoints(campaign, held, occasion)
  if (started === null) return { purse: held, changes, totals: brought }
  return {
    purse: started.purse,
    changes: [...changes, started.change],
    totals: sumTotals([brought, started.totals])
  }
}

/** A voucher that nobody held, with its new holder and the change that gives it to them. */
export function giveToHolder(
  { voucher, lots }: Purse,
  { customer, referrerId = null }: Pick<PublishVoucherFacts, 'customer' | 'referrerId'>,
  { channel = 'API', sourceId = null, metadata = {} }: Giving,
  occasion: Occasion
): { readonly purse: Purse; readonly change: Change } {
  const publication: Publication = {
    id: occasion.newId('pub'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    voucherType: voucher.type,
    isReferralCode: voucher.isReferralCode,
    customerId: customer.id,
    channel,
    createdAt: occasion.now,
    sourceId,
    metadata
  }
  const held: Purse = {
    voucher: {
      ...voucher,
      holderId: customer.id,
      referrerId,
      publishedCount: voucher.publishedCount + 1,
      updatedAt: occasion.now,
      version: voucher.version + 1
    },
    lots
  }
  const given = { voucherId: voucher.id, version: voucher.version, publication }
  const referred = referrerId === null ? {} : { referrerId }
  return { purse: held, change: { kind: 'voucher.published', ...given, ...referred } }
}

/** What the holder's totals gain, also what others redeemed of it before; no zeros. */
function broughtBy({ gift }: Voucher): TotalsStep {
  if (gift === null) return {}
  const { balance: giftBalance, redeemedAmount: giftRedeemedAmount } = gift
  return {
    ...(giftBalance === 0 ? {} : { giftBalance }),
    ...(giftRedeemedAmount === 0 ? {} : { giftRedeemedAmount })
  }
}

function grow(campaign: CountedCampaign, occasion: Occasion): MadeVoucher | Unable {
  const { voucher, type, id, vouchersCount } = campaign
  const isFull = vouchersCount >= occasion.campaignVouchersMax
  if (voucher === null || type !== 'AUTO_UPDATE' || isFull) return nothingToPublish(campaign)
  // A code that is taken fails the guard of voucher.created, and the retry draws another. When
  // hardly any code is free, the decision is taken again with the free codes among its facts.
  const free = occasion.learned.freeCodes.get(id)
  const code = free === undefined ? drawCode(voucher.codeConfig, occasion.random) : free[0]
  if (code == null) return nothingToPublish(campaign)
  const said = { ...AS_CAMPAIGN, code }
  const { purse, changes } = makeVoucher({ ...campaign, voucher }, said, occasion)
  const grew = { kind: 'campaign.grew', campaignId: id, vouchersCount, added: 1 } as const
  return { purse, changes: [...changes, grew] }
}

export const AS_CAMPAIGN: VoucherOverrides = {
  categoryId: null,
  metadata: null,
  redemptionQuantity: null,
  additionalInfo: null,
  startDate: null,
  expirationDate: null
}

function startingPoints(campaign: Campaign | null, held: Purse, occasion: Occasion): Moved | null {
  const start = held.voucher.type === 'LOYALTY_CARD' ? campaign?.voucher?.loyaltyCard : null
  if (start == null || start.points === 0) return null
  const { expirationRules: rules, points } = start
  const today = dayAt(occasion.now, occasion.project.timezone)
  const expiresOn = rules === null ? null : lastDay(rules, today)
  return addPoints(held, { points, expiresOn, type: 'POINTS_ADDITION', cause: OPENING }, occasion)
}

function nothingToPublish({ id, name, type }: Campaign): Unable {
  const advice =
    type === 'AUTO_UPDATE'
      ? 'it holds as many as it may, or no code of its code_config is free; widen that'
      : 'add vouchers to it, or make its type AUTO_UPDATE'
  const details = `Campaign ${name} (${type}) has no voucher left to give; ${advice}`
  const thing = { type: 'campaign', id } as const
  return { refusal: refusalAbout(thing, 'no_voucher_suitable_for_publication', details) }
}

interface GiveVoucherFacts {
  readonly campaign: CountedCampaign
  readonly customer: Pick<Customer, 'id'>
  readonly held: Purse | null
  /** A card without a holder: any of the campaign, or the one that the request names. */
  readonly spare: Voucher | null
}

export function giveVoucher(
  { campaign, customer, held, spare }: GiveVoucherFacts,
  occasion: Occasion,
  giving?: Giving
): Membership | Unable {
  if (held !== null) return { purse: held, changes: [], totals: {} }
  // A card gets points only once it has a holder, so a spare one has no lots.
  const purse = spare === null ? null : { voucher: spare, lots: [] }
  return publishVoucher({ campaign, customer, spare: purse }, occasion, giving)
}

/*
 * Credit does not expire, so a voucher has one lot, or two when a second was opened before the
 * first was known.
 */

interface Credit {
  /** Whole, at least 1. */
  readonly amount: number
  readonly cause: EntryCause
}

interface CreditAddition extends Credit {
  /** Whether the voucher is only being made, which is no update of it. */
  readonly isOpening?: boolean
}

export type GiftVoucher = Voucher & { readonly gift: Gift }

export interface CreditMoved extends Moved {
  readonly purse: Purse & { readonly voucher: GiftVoucher }
}

export function addCredit(
  purse: Purse,
  { amount, cause, isOpening = false }: CreditAddition,
  occasion: Occasion
): CreditMoved {
  const gift = giftOf(purse.voucher)
  const move = putIn(purse, { amount, expiresOn: null }, occasion)
  const figures = { amount: gift.amount + amount }
  return book(purse, { move, figures, type: 'CREDITS_ADDITION', cause, isOpening }, occasion)
}

export interface CreditRemoval extends Credit {
  /** How the voucher counts it: redeemed by its holder, or subtracted by the shop. */
  readonly as: 'redeemed' | 'subtracted'
}

/** Takes credit from a gift voucher, from the older lot first; null when it holds less. */
export function takeCredit(
  purse: Purse,
  { amount, as, cause }: CreditRemoval,
  occasion: Occasion
): CreditMoved | null {
  const taken = takeFromLots(purse.lots, amount)
  return taken && takeCreditLines(purse, { taken, as, cause }, occasion)
}

/** Takes these amounts of these lots: above 0, and at most what each lot holds. */
export function takeCreditLines(
  purse: Purse,
  { taken, as, cause }: Omit<CreditRemoval, 'amount'> & { readonly taken: LotLines },
  occasion: Occasion
): CreditMoved {
  const gift = giftOf(purse.voucher)
  const amount = amountOf(taken)
  const move = takeOut(purse, taken)
  const [type, figures] =
    as === 'redeemed'
      ? (['CREDITS_REDEMPTION', { redeemedAmount: gift.redeemedAmount + amount }] as const)
      : (['CREDITS_REMOVAL', { subtractedAmount: gift.subtractedAmount + amount }] as const)
  return book(purse, { move, cause, type, figures }, occasion)
}

/** Returns the credit of one redemption to its lots; the redemption no longer counts. */
export function refundCredit(
  purse: Purse,
  entry: LedgerEntry,
  occasion: Occasion,
  uses = -1
): CreditMoved {
  const move = giveBack(purse, entry)
  const figures = { redeemedAmount: giftOf(purse.voucher).redeemedAmount - amountOf(move.lines) }
  const booking = { move, figures, type: 'CREDITS_REFUND', cause: entry.cause, uses } as const
  return book(purse, booking, occasion)
}

interface CreditBooking extends Omit<Booking, 'figures'> {
  readonly figures: Partial<Gift>
  readonly isOpening?: boolean
}

function book(
  purse: Purse,
  { move, figures, type, cause, uses, isOpening = false }: CreditBooking,
  occasion: Occasion
): CreditMoved {
  const { voucher } = purse
  const gift = giftOf(voucher)
  const { lots, opened, stepped, lines } = move
  const giftBalance = amountOf(lines)
  const balance = { ...gift, ...figures, balance: gift.balance + giftBalance }
  const giftRedeemedAmount = balance.redeemedAmount - gift.redeemedAmount
  const redeemedQuantity = voucher.redeemedQuantity + (uses ?? Math.sign(giftRedeemedAmount))
  const left = balance.balance
  const lowered = giftBalance < 0 ? loweredTo(left, 'credit', purse, occasion.now) : []
  const { id: voucherId, version } = voucher
  const updatedAt = isOpening ? null : occasion.now
  const after = { voucherId, version, balance, redeemedQuantity, updatedAt }
  return {
    purse: {
      ...withLowered(purse, lowered),
      voucher: { ...voucher, gift: balance, redeemedQuantity, updatedAt, version: version + 1 },
      lots
    },
    change: {
      kind: 'credit.moved',
      gift: after,
      opened,
      stepped,
      entry: entryOf(voucher, { type, cause }, lines, balance.balance, occasion),
      ...saying(lowered)
    },
    totals: { giftBalance, ...(giftRedeemedAmount === 0 ? {} : { giftRedeemedAmount }) }
  }
}

function giftOf(voucher: Voucher): Gift {
  return present(voucher.gift, `${voucher.id} is no gift voucher`)
}

type ValueCheck = (value: Json) => string | null

interface Shape {
  readonly required: readonly string[]
  /** The fields of the type besides `type`, `effect` and `is_dynamic`. */
  readonly fields: { readonly [name: string]: ValueCheck }
  readonly effects: readonly string[]
}

const shown = (value: Json) => quote(JSON.stringify(value))

const wholeFrom =
  (min: number): ValueCheck =>
  value =>
    typeof value === 'number' && isWhole(value, min)
      ? null
      : `${shown(value)} is not a whole number of at least ${min}.`

const percent: ValueCheck = value =>
  typeof value === 'number' && value > 0 && value <= 100
    ? null
    : `${shown(value)} is not a percentage above 0 and up to 100.`

const text: ValueCheck = value =>
  typeof value === 'string' && value !== '' ? null : 'Expected the id or source id of a product.'

const reference: ValueCheck = value =>
  typeof value === 'object' && !Array.isArray(value) ? null : 'Expected an object.'

const ITEM_EFFECTS = ['APPLY_TO_ORDER', 'APPLY_TO_ITEMS']

const UNIT_FIELDS = { unit_off: wholeFrom(1), unit_type: text, product: reference, sku: reference }

const SHAPES: { readonly [Type in Exclude<Discount['type'], 'UNIT'>]: Shape } = {
  AMOUNT: {
    required: ['amount_off'],
    fields: { amount_off: wholeFrom(1), aggregated_amount_limit: wholeFrom(1) },
    effects: [
      ...ITEM_EFFECTS,
      'APPLY_TO_ITEMS_PROPORTIONALLY',
      'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY',
      'APPLY_TO_ITEMS_BY_QUANTITY'
    ]
  },
  PERCENT: {
    required: ['percent_off'],
    fields: {
      percent_off: percent,
      amount_limit: wholeFrom(1),
      aggregated_amount_limit: wholeFrom(1)
    },
    effects: ITEM_EFFECTS
  },
  FIXED: {
    required: ['fixed_amount'],
    fields: { fixed_amount: wholeFrom(0) },
    effects: ITEM_EFFECTS
  }
}

const ONE_UNIT: Shape = {
  required: ['unit_off', 'unit_type'],
  fields: UNIT_FIELDS,
  // ADD_SAME_ITEMS is a word of the document that nothing here can carry out.
  effects: ['ADD_MISSING_ITEMS', 'ADD_NEW_ITEMS', 'ADD_MANY_ITEMS']
}

const UNIT_LINE: Shape = {
  required: ['unit_off', 'unit_type', 'effect'],
  fields: UNIT_FIELDS,
  effects: ['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS']
}

const MANY_UNITS: Shape = {
  required: ['units'],
  fields: { units: () => null },
  effects: ['ADD_MANY_ITEMS']
}

/**
 * The first mistake of a discount, or null; `at` is its path on the wire.
 * Spec: openapi/behaviour/redemptions-and-rollbacks.md#what-would-have-no-effect-is-refused.
 */
export function discountMistake(discount: Discount, at: string): Mistake | null {
  if (discount.type !== 'UNIT') return shapeMistake(discount, SHAPES[discount.type], at)
  const { units } = discount as { readonly units?: Json }
  if (units === undefined) return shapeMistake(discount, ONE_UNIT, at)
  const mistake = shapeMistake(discount, MANY_UNITS, at)
  if (mistake !== null) return mistake
  if (!Array.isArray(units) || units.length === 0) {
    return { property: `${at}.units`, message: 'Expected at least one unit to add.' }
  }
  for (const [index, unit] of (units as readonly Json[]).entries()) {
    const mistake = unitMistake(unit, `${at}.units[${index}]`)
    if (mistake !== null) return mistake
  }
  return null
}

function unitMistake(unit: Json, at: string): Mistake | null {
  if (reference(unit) !== null || unit === null) {
    return { property: at, message: 'Expected an object with unit_off, unit_type and effect.' }
  }
  const { type, ...line } = unit as { readonly [key: string]: Json }
  if (type !== undefined) return { property: `${at}.type`, message: 'A unit has none.' }
  return shapeMistake(line, UNIT_LINE, at)
}

function shapeMistake(
  discount: { readonly [key: string]: Json | undefined },
  { required, fields, effects }: Shape,
  at: string
): Mistake | null {
  const missing = required.find(name => discount[name] == null)
  if (missing !== undefined) {
    return { property: `${at}.${missing}`, message: 'It is required and was not sent.' }
  }
  for (const [name, value] of Object.entries(discount)) {
    if (name === 'type' || value == null) continue
    const message = fieldMistake(name, value, fields, effects)
    if (message !== null) return { property: `${at}.${name}`, message }
  }
  return null
}

function fieldMistake(
  name: string,
  value: Json,
  fields: Shape['fields'],
  effects: readonly string[]
): string | null {
  if (name === 'effect') {
    return effects.includes(value as string)
      ? null
      : `${shown(value)} is not one of ${effects.join(', ')}.`
  }
  if (name === 'is_dynamic') {
    return value === false ? null : 'Discounts by formula are not supported; expected false.'
  }
  const check = Object.hasOwn(fields, name) ? fields[name] : undefined
  return check === undefined
    ? `A discount of this type has only ${Object.keys(fields).join(', ')} and effect.`
    : check(value)
}

/*
 * Codes are unique in a project, so only the database knows which are free. A decision proposes
 * codes and the load says which of them no voucher has. A small space is proposed as a whole, so
 * that its last free code is found like its first.
 */

/** Codes proposed at once, at most. Looking so many up takes a few milliseconds. */
export const CODES_TRIED_MAX = 4000

/** Spaces of this size are not counted: no campaign can come near to using them up. */
export const COUNTED_CAPACITY_MAX = 10_000_000_000n

type CodeComparison = Pick<Project, 'caseSensitiveCodes'>

/** How many codes the configuration can make that differ in the comparison of the project. */
export function codeCapacity(config: CodeConfig, project: CodeComparison): bigint {
  return usableCapacity(distinct(config, project), spellings(config, project))
}

/** The characters that the project takes for the same as one, of those that codes are made of. */
function spellings(config: CodeConfig, { caseSensitiveCodes }: CodeComparison): Spellings {
  return caseSensitiveCodes ? character => [character] : spellingsIn(config)
}

function distinct(config: CodeConfig, { caseSensitiveCodes }: CodeComparison): CodeConfig {
  return caseSensitiveCodes ? config : ignoringCase(config)
}

export function codeKey(code: string, { caseSensitiveCodes }: CodeComparison): string {
  return caseSensitiveCodes ? code : foldCase(code)
}

/**
 * The characters at each place of every code of the space, in the comparison of the project. A text
 * fits exactly when it is a code of the space. Null when the space is too large to be counted.
 */
export function codePlaces(
  config: CodeConfig,
  project: CodeComparison
): readonly (readonly string[])[] | null {
  if (codeCapacity(config, project) >= COUNTED_CAPACITY_MAX) return null
  const { prefix, postfix } = config
  // Made by the rule for codes, with a charset that keeps the places.
  const body = nthCode({ ...config, prefix: null, postfix: null, charset: '#' }, 0n)
  const fold = (text: string) => [...codeKey(text, project)]
  const charset = [...new Set(distinct(config, project).charset ?? DEFAULT_CHARSET)].map(fold)
  // Only one that stands alone may fold into several characters, each with a place of its own.
  const free = charset.length === 1 ? charset.flat().map(one => [one]) : [charset.flat()]
  return [
    ...fold(prefix ?? '').map(character => [character]),
    ...fold(body).flatMap(character => (character === '#' ? free : [[character]])),
    ...fold(postfix ?? '').map(character => [character])
  ]
}

export interface CodesWanted {
  readonly config: CodeConfig
  readonly count: number
  /** Taken codes of the space; 0 when it is not counted. */
  readonly used: number
}

/**
 * Codes to look up, all different in the comparison of the project, in the order of their use. A
 * small space is proposed as a whole, from a random place on; of a large space, as many codes as
 * are likely to contain `count` free ones, but at most `drawnMax`.
 */
export function codesToTry(
  { config, count, used }: CodesWanted,
  project: CodeComparison,
  random: (below: number) => number,
  drawnMax = CODES_TRIED_MAX
): readonly string[] {
  const one = distinct(config, project)
  const size = capacity(one)
  if (size <= BigInt(CODES_TRIED_MAX)) {
    const all = Number(size)
    const start = random(all)
    const codes = Array.from({ length: all }, (_, n) => nthCode(one, BigInt((start + n) % all)))
    const others = spellings(config, project)
    return codes.flatMap(code => spelledAsCode(code, config, others) ?? [])
  }
  const left = size - BigInt(used)
  // In big integers, since a space of long codes exceeds what a number holds exactly.
  const expected = Number((BigInt(count) * size) / (left > 0n ? left : 1n))
  // A quarter more than expected, and a few more, so that a shortage is rare.
  const tries = Math.min(Math.ceil(expected * 1.25) + 8, drawnMax)
  const byKey = new Map<string, string>()
  // A fixed number of draws: with a source that repeats itself, drawing until enough codes differ
  // would not end.
  for (let drawn = 0; drawn < tries; drawn++) {
    const code = drawCode(config, random)
    if (code !== null) byKey.set(codeKey(code, project), code)
  }
  return [...byKey.values()]
}

export function codesMistake(
  config: CodeConfig | null | undefined,
  path = 'code_config'
): Refusal | null {
  if (config == null) return null
  return refuseMistake(codeConfigMistake(config), path, 'invalid_code_config')
}
