/**
 * Vouchers of another service: loyalty cards with points, gift cards with credit, coupons with the
 * count of their redemptions.
 *
 * A voucher is made as a request makes it, and its contents come as movements of the ledger whose
 * reason is the import. Its campaign gives it neither points nor credit, because it brings its own.
 * What was redeemed elsewhere is counted, and has no records here.
 *
 * Spec: createVoucher, addMember; Decisions 130, 137 and 176.
 */
import type {
  Customer,
  Day,
  Discount,
  Instant,
  Json,
  Metadata,
  Voucher,
  VoucherImport
} from '../../model.ts'
import { ALWAYS, dayAt, lastDay } from '../../rules/validity.ts'
import type { Change, Decision } from '../changes.ts'
import { saveCustomer } from '../customers/customers.ts'
import { IMPORTED, type Imported, UNCHANGED } from '../imports/outcome.ts'
import { type MetadataRules, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { addPoints, type Moved } from '../points/ledger.ts'
import { cardOf, type Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, quote } from '../request-refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type CreateVoucher, type CreateVoucherFacts, createVoucher } from './creation.ts'
import { addCredit, takeCredit } from './credit.ts'
import { handOver } from './vouchers.ts'

/** What a voucher holds, by its type. */
export type ImportedContent =
  | { readonly type: 'LOYALTY_CARD'; readonly points: ImportedPoints }
  | { readonly type: 'GIFT_VOUCHER'; readonly credit: ImportedCredit }
  /** Null: that of its campaign. */
  | { readonly type: 'DISCOUNT_VOUCHER'; readonly discount: Discount | null }

interface ImportedPoints {
  /** Whole, 0 included. */
  readonly balance: number
  /** Their last day; null: as the program says. */
  readonly expiresOn: Day | 'never' | null
}

/** In the smallest currency unit, whole. */
interface ImportedCredit {
  /** What it was made with. */
  readonly amount: number
  /** What is left of it. */
  readonly balance: number
}

export interface ImportVoucher {
  readonly code: string
  /** Name or id; null for none. */
  readonly campaign: string | null
  /** The source id of its holder; null for none. */
  readonly customer: string | null
  readonly content: ImportedContent
  readonly redemptionQuantity: number | null
  /** Redemptions elsewhere; null: as many as its credit shows, which is one or none. */
  readonly redemptionCount: number | null
  readonly startDate: Instant | null
  readonly expirationDate: Instant | null
  readonly active: boolean
  readonly metadata: Metadata | null
}

/** What a voucher was imported with. */
export interface Brought {
  /** The movements of the import: what came, and what of it was used before. */
  readonly amounts: readonly number[]
  /** Redemptions elsewhere. */
  readonly redeemedElsewhere: number
  /** The rest of its row; null where it came otherwise, or was erased. */
  readonly said: VoucherImport | null
}

export interface ImportVoucherFacts extends StandingFacts {
  /** The voucher that has the code. */
  readonly stored: Voucher | null
  /** What an import brought it, oldest first; nothing where it came otherwise. */
  readonly brought: Brought
  readonly making: CreateVoucherFacts
  /** The customer with that source id. */
  readonly holder: Customer | null
  /** The project's schema of customers. */
  readonly customerSchema: MetadataRules | null
}

/** Makes one voucher; a code that is there already stays as it is. */
export function importVoucher(
  facts: ImportVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): Decision<Imported> {
  if (facts.stored !== null) return known(facts, command, facts.stored)
  const refusal = contradiction(command, occasion)
  if (refusal !== null) return { refusal }
  const made = make(facts.making, command, occasion)
  if ('refusal' in made) return made
  const { customer } = command
  if (customer === null) {
    const filled = fill(made.purse, facts, command, occasion)
    return { result: 'made', changes: [...made.changes, ...filled.map(({ change }) => change)] }
  }
  return give(facts, { ...command, customer }, made, occasion)
}

/** What a voucher that is there already was imported as, or why its code cannot be used. */
function known(
  { making, holder, brought }: ImportVoucherFacts,
  command: ImportVoucher,
  stored: Voucher
): Decision<Imported> {
  const { code, content, customer } = command
  const isSame =
    stored.type === content.type &&
    stored.campaignId === (making.adding?.campaign.id ?? null) &&
    (customer === null || (holder !== null && stored.holderId === holder.id))
  const other = isSame
    ? (otherThanBrought(command, brought) ?? otherThanSaid(command, brought.said, stored))
    : null
  if (other !== null) return { refusal: other }
  if (isSame) return UNCHANGED
  return { refusal: duplicateFound('voucher', stored.id, `code ${code}, which is not this one`) }
}

/** What a row says that the same voucher was not imported with; its life since does not count. */
function otherThanBrought(
  command: ImportVoucher,
  { amounts, redeemedElsewhere }: Brought
): Refusal | null {
  const { code, content } = command
  const [amount = 0] = amounts
  const left = amounts.reduce((sum, each) => sum + each, 0)
  const said = [
    ...(content.type === 'LOYALTY_CARD' ? [['balance', content.points.balance, left]] : []),
    ...(content.type === 'GIFT_VOUCHER'
      ? [
          ['amount', content.credit.amount, amount],
          ['balance', content.credit.balance, left]
        ]
      : []),
    ['redemption_count', countOf(command), redeemedElsewhere]
  ] as const
  const [column, now, then] = said.find(([, now, then]) => now !== then) ?? []
  if (column === undefined) return null
  return invalidPayload(
    String(column),
    `${code} is there already, and an import brought it ${then}, not ${now}; change it by the API`
  )
}

/** What a row says of a voucher, beside its balance and its uses. */
function saidBy(command: ImportVoucher): VoucherImport {
  const { content, redemptionQuantity, startDate, expirationDate, active, metadata } = command
  return {
    discount: content.type === 'DISCOUNT_VOUCHER' ? content.discount : null,
    expiresOn: content.type === 'LOYALTY_CARD' ? content.points.expiresOn : null,
    redemptionQuantity,
    startDate,
    expirationDate,
    active,
    metadata
  }
}

/**
 * The rest of what a row says otherwise than the import did that made the voucher. Where that is
 * not known, what the row says must be as it is now.
 */
function otherThanSaid(
  command: ImportVoucher,
  before: VoucherImport | null,
  stored: Voucher
): Refusal | null {
  const now = saidBy(command)
  const then = before ?? shownBy(stored, now)
  const differing = SAID_IN.find(([name]) => !sameJson(now[name], then[name]))
  if (differing === undefined) return null
  const [name, column] = differing
  const [is, was] = [now[name], then[name]].map(value =>
    value === null ? 'nothing' : quote(JSON.stringify(value))
  )
  const how = before === null ? 'with' : 'and an import brought it'
  return invalidPayload(
    column(now, then),
    `${command.code} is there already, ${how} ${was}, not ${is}; change it by the API`
  )
}

/** The columns, in the order in which they are listed. */
const SAID_IN = [
  ['discount', discountColumn],
  ['expiresOn', () => 'expires_on'],
  ['redemptionQuantity', () => 'redemption_quantity'],
  ['startDate', () => 'start_date'],
  ['expirationDate', () => 'expiration_date'],
  ['active', () => 'active'],
  ['metadata', () => 'metadata']
] as const satisfies readonly (readonly [
  keyof VoucherImport,
  (now: VoucherImport, then: VoucherImport) => string
])[]

/** A discount has columns of its own for its simplest types. */
function discountColumn(now: VoucherImport, then: VoucherImport): string {
  const type = (now.discount ?? then.discount)?.type
  return type === 'PERCENT' ? 'percent_off' : type === 'AMOUNT' ? 'amount_off' : 'discount'
}

/** What a voucher shows of what a row says; cells that say nothing are as they are. */
function shownBy({ validity, metadata, ...stored }: Voucher, said: VoucherImport): VoucherImport {
  const keys = Object.keys(said.metadata ?? {}).filter(key => Object.hasOwn(metadata, key))
  const { discount, redemptionQuantity, startDate, expirationDate } = said
  return {
    discount: discount && stored.discount,
    expiresOn: said.expiresOn,
    redemptionQuantity: redemptionQuantity === null ? null : stored.redemptionQuantity,
    startDate: startDate && validity.startDate,
    expirationDate: expirationDate && validity.expirationDate,
    active: stored.active,
    metadata: said.metadata && Object.fromEntries(keys.map(key => [key, metadata[key] as Json]))
  }
}

/** What the cells of a row say against each other, or against today. */
function contradiction(command: ImportVoucher, { now, project }: Occasion): Refusal | null {
  const { content, redemptionCount, redemptionQuantity } = command
  if (content.type === 'LOYALTY_CARD') {
    const { expiresOn } = content.points
    const today = dayAt(now, project.timezone)
    if (expiresOn === null || expiresOn >= today) return null
    return invalidPayload('expires_on', `${expiresOn} is over; send ${today} or a later day`)
  }
  if (redemptionQuantity !== null && (redemptionCount ?? 0) > redemptionQuantity) {
    return invalidPayload('redemption_count', `is above redemption_quantity, ${redemptionQuantity}`)
  }
  if (content.type === 'DISCOUNT_VOUCHER') return null
  const { amount, balance } = content.credit
  if (balance > amount) return invalidPayload('balance', `${balance} is above amount, ${amount}`)
  if (balance === amount || redemptionCount !== 0) return null
  return invalidPayload('redemption_count', 'must be 1 or more where balance is below amount')
}

interface Made {
  readonly purse: Purse
  readonly changes: readonly Change[]
}

/** The voucher without its contents, with the count of its redemptions. */
function make(
  { adding, ...making }: CreateVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): Made | { readonly refusal: Refusal } {
  const created = createVoucher(
    { ...making, adding: adding && { ...adding, campaign: withoutCredit(adding.campaign) } },
    creating(command),
    occasion
  )
  if ('refusal' in created) return created
  const count = countOf(command)
  const { active } = command
  // Taking out what was used counts one of them.
  const redeemedQuantity = count - (usedOf(command) > 0 ? 1 : 0)
  const voucher = { ...created.result, active, redeemedQuantity }
  const brought = { redeemedElsewhere: count, importedAs: saidBy(command) }
  const changes = created.changes.map(change =>
    change.kind === 'voucher.created' ? { ...change, voucher, ...brought } : change
  )
  return { purse: { voucher, lots: [] }, changes }
}

/** A campaign whose new gift cards are empty. */
function withoutCredit<Of extends NonNullable<CreateVoucherFacts['adding']>['campaign']>(
  campaign: Of
): Of {
  const { voucher } = campaign
  if (voucher?.gift == null) return campaign
  return { ...campaign, voucher: { ...voucher, gift: { ...voucher.gift, amount: 0 } } }
}

function creating(command: ImportVoucher): CreateVoucher {
  const { code, campaign, content, startDate, expirationDate, metadata } = command
  const isGift = content.type === 'GIFT_VOUCHER' && campaign === null
  return {
    campaign,
    type: content.type,
    discount: content.type === 'DISCOUNT_VOUCHER' ? content.discount : null,
    gift: isGift ? { amount: 0, effect: null } : null,
    code,
    codeConfig: null,
    category: null,
    active: null,
    validity: { ...ALWAYS, startDate, expirationDate },
    additionalInfo: null,
    metadata,
    redemptionQuantity: command.redemptionQuantity
  }
}

/** The credit that was used elsewhere. */
function usedOf({ content }: ImportVoucher): number {
  return content.type === 'GIFT_VOUCHER' ? content.credit.amount - content.credit.balance : 0
}

function countOf(command: ImportVoucher): number {
  return command.redemptionCount ?? (usedOf(command) > 0 ? 1 : 0)
}

/** The movements that fill a new voucher, in order. */
function fill(
  purse: Purse,
  { making }: ImportVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): readonly Moved[] {
  const { content } = command
  if (content.type === 'DISCOUNT_VOUCHER') return []
  if (content.type === 'LOYALTY_CARD') {
    const { balance: points } = content.points
    if (points === 0) return []
    const expiresOn = lastDayOf(content.points, making, occasion)
    const addition = { points, expiresOn, type: 'POINTS_ADDITION', cause: IMPORTED } as const
    return [addPoints(purse, addition, occasion)]
  }
  const { amount } = content.credit
  if (amount === 0) return []
  const added = addCredit(purse, { amount, cause: IMPORTED }, occasion)
  const used = usedOf(command)
  if (used === 0) return [added]
  const taking = { amount: used, as: 'redeemed', cause: IMPORTED } as const
  // INVARIANT: what was used is at most the amount, which is in the purse now.
  return [added, takeCredit(added.purse, taking, occasion) as Moved]
}

function lastDayOf(
  { expiresOn }: ImportedPoints,
  { adding }: CreateVoucherFacts,
  { now, project }: Occasion
): Day | null {
  if (expiresOn !== null) return expiresOn === 'never' ? null : expiresOn
  const rules = adding?.campaign.voucher?.loyaltyCard?.expirationRules ?? null
  return rules === null ? null : lastDay(rules, dayAt(now, project.timezone))
}

/** Gives the new voucher to its holder: a card brings the tier of its balance, without points. */
function give(
  facts: ImportVoucherFacts,
  command: ImportVoucher & { readonly customer: string },
  made: Made,
  occasion: Occasion
): Decision<Imported> {
  const known = { stored: facts.holder, schema: facts.customerSchema }
  const saved = saveCustomer(known, { sourceId: command.customer }, occasion)
  if ('refusal' in saved) return saved
  const opened = openStanding(facts, saved.result, occasion)
  if ('refusal' in opened) return opened
  const { campaignId, card } = made.purse.voucher
  // INVARIANT: a card has a campaign, whose program the standing is loaded with.
  const held = card === null ? null : opened.program(campaignId as string).card
  if (held !== null) return { refusal: hasCard(command.customer, held) }
  const given = handOver(made.purse, { customer: saved.result }, { channel: 'IMPORT' }, occasion)
  const membership = { purse: given.purse, changes: [given.change], totals: {} }
  const begun = opened
    .stopEarning()
    .write([...saved.changes, ...made.changes])
    .give(membership)
  const filled = fill(given.purse, facts, command, occasion)
  const { changes } = filled.reduce((step, moved) => step.move(moved), begun).conclude()
  return { result: 'made', changes }
}

function hasCard(customer: string, { voucher }: Purse): Refusal {
  const { code } = voucher
  const points = cardOf(voucher).balance
  const message = `${customer} has the card ${code} with ${points} points; a program gives one card`
  return invalidPayload('customer', message)
}
