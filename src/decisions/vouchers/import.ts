/**
 * Vouchers of another service: loyalty cards with points, gift cards with credit, coupons with the
 * count of their redemptions. A voucher is made as a request makes it, and its contents come as
 * movements of the ledger whose reason is the import. Its campaign gives it neither points nor
 * credit, because it brings its own. What was redeemed elsewhere is counted, and has no records
 * here.
 * Spec: createVoucher, addMember.
 */

import type {
  Category,
  Customer,
  Day,
  Discount,
  Json,
  LotLine,
  Voucher,
  VoucherImport
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { ALWAYS, dayAt, lastDay } from '../../rules/validity.ts'
import type { Decision, Occasion } from '../changes.ts'
import { saveCustomer } from '../customers/customers.ts'
import type { ImportedLot } from '../imports/columns.ts'
import { asExported } from '../imports/exported.ts'
import { IMPORTED, type Imported, UNCHANGED } from '../imports/outcome.ts'
import { addLots, addPoints, cardOf, type Moved, type Purse } from '../points/lots.ts'
import { duplicateFound, invalidPayload, quote, type Refusal, type Unable } from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type MetadataRules, sameJson } from '../updates.ts'
import { type CreateVoucher, type CreateVoucherFacts, createVoucher } from './generation.ts'
import {
  amendVoucher,
  onlyUpdated,
  SETTINGS_NAMED,
  storedOf,
  type UpdateVoucher,
  type VoucherSetting
} from './updates.ts'
import { addCredit, giveToHolder, type MadeVoucher, takeCredit } from './vouchers.ts'

export interface ImportVoucherFacts extends StandingFacts, KnownVoucherFacts {
  readonly stored: Voucher | null
  readonly making: CreateVoucherFacts
  readonly customerSchema: MetadataRules | null
}

/** Makes one voucher; a code that is there already stays as it is. */
export function importVoucher(
  facts: ImportVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): Decision<Imported> {
  if (facts.stored !== null) return knownVoucher(facts, command, facts.stored)
  return newVoucher(facts, command, occasion)
}

export function newVoucher(
  facts: ImportVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): Decision<Imported> {
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

/** What the cells of a row say against each other, or against today. */
function contradiction(command: ImportVoucher, { now, project }: Occasion): Refusal | null {
  const { content, redemptionCount } = command
  if (content.type === 'LOYALTY_CARD') {
    const { expiresOn, lots = [] } = content.points
    const today = dayAt(now, project.timezone)
    const isOver = (day: Day | null) => day !== null && day < today
    const over = lots.findIndex(lot => isOver(lot.expiresOn))
    const day = lots[over]?.expiresOn ?? expiresOn
    if (!isOver(day)) return null
    const column = over < 0 ? 'expires_on' : `lots[${over}].expires_on`
    return invalidPayload(column, `${day} is over; send ${today} or a later day`)
  }
  if (content.type === 'DISCOUNT_VOUCHER') return null
  const { amount, balance } = content.credit
  if (balance > amount) return invalidPayload('balance', `${balance} is above amount, ${amount}`)
  if (balance === amount || redemptionCount !== 0) return null
  return invalidPayload('redemption_count', 'must be 1 or more where balance is below amount')
}

function make(
  { adding, ...making }: CreateVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): MadeVoucher | Unable {
  const bare = adding && { ...adding, campaign: withoutCredit(adding.campaign) }
  const created = createVoucher({ ...making, adding: bare }, creating(command), occasion)
  if ('refusal' in created) return created
  const amended = amendVoucher(created.result, making, leftToSay(created.result, command), occasion)
  if ('refusal' in amended) return amended
  const count = countOf(command)
  // Taking out what was used counts one of them.
  const redeemedQuantity = count - (usedOf(command) > 0 ? 1 : 0)
  const voucher = { ...amended.voucher, redeemedQuantity }
  const { redemptionQuantity: most } = voucher
  if (most !== null && count > most) {
    return { refusal: invalidPayload('redemption_count', `is above redemption_quantity, ${most}`) }
  }
  const brought = { redeemedElsewhere: count, importedAs: saidBy(command) }
  const changes = created.changes.map(change =>
    change.kind === 'voucher.created' ? { ...change, voucher, ...brought } : change
  )
  return { purse: { voucher, lots: [] }, changes }
}

/** The settings that a new voucher has not yet: an update would take null off its metadata. */
function leftToSay(made: Voucher, { settings, content }: ImportVoucher): UpdateVoucher {
  const { metadata, ...others } = settings
  const left = sameJson(made.metadata, metadata) ? others : settings
  if (content.type !== 'DISCOUNT_VOUCHER' || content.discount === null) return left
  if (content.shows === undefined) return left
  const { discount } = content
  return sameJson(made.discount && asShown(content, made.discount), discount)
    ? left
    : { ...left, discount }
}

/** A discount as far as the row of one shows it. */
function asShown({ shows }: ImportedDiscount, discount: Discount): Discount {
  return shows === 'some' ? asExported(discount) : discount
}

function withoutCredit<Of extends NonNullable<CreateVoucherFacts['adding']>['campaign']>(
  campaign: Of
): Of {
  const { voucher } = campaign
  if (voucher?.gift == null) return campaign
  return { ...campaign, voucher: { ...voucher, gift: { ...voucher.gift, amount: 0 } } }
}

function creating({ code, campaign, content, settings }: ImportVoucher): CreateVoucher {
  const { startDate = null, expirationDate = null } = settings
  // A campaign says the discount of its vouchers, and its export shows it.
  const isOfCampaign = campaign !== null && 'shows' in content
  const discount = content.type === 'DISCOUNT_VOUCHER' && !isOfCampaign ? content.discount : null
  const isGift = content.type === 'GIFT_VOUCHER' && campaign === null
  return {
    campaign,
    type: content.type,
    discount,
    gift: isGift ? { amount: 0, effect: null } : null,
    code,
    codeConfig: null,
    category: null,
    active: null,
    validity: { ...ALWAYS, startDate, expirationDate },
    additionalInfo: null,
    metadata: settings.metadata ?? null,
    redemptionQuantity: settings.redemptionQuantity ?? null
  }
}

function fill(
  purse: Purse,
  { making }: ImportVoucherFacts,
  command: ImportVoucher,
  occasion: Occasion
): readonly Moved[] {
  const { content } = command
  if (content.type === 'DISCOUNT_VOUCHER') return []
  if (content.type === 'LOYALTY_CARD') {
    const { balance: points, lots } = content.points
    if (points === 0) return []
    const imported = { type: 'POINTS_ADDITION', cause: IMPORTED } as const
    if (lots !== undefined) return [addLots(purse, { ...imported, lots }, occasion)]
    const said = content.points.expiresOn
    const rules = making.adding?.campaign.voucher?.loyaltyCard?.expirationRules ?? null
    const lapses = rules && lastDay(rules, dayAt(occasion.now, occasion.project.timezone))
    const expiresOn = said === 'never' ? null : (said ?? lapses)
    return [addPoints(purse, { ...imported, points, expiresOn }, occasion)]
  }
  const { amount } = content.credit
  if (amount === 0) return []
  const added = addCredit(purse, { amount, cause: IMPORTED }, occasion)
  const used = usedOf(command)
  if (used === 0) return [added]
  const taking = { amount: used, as: 'redeemed', cause: IMPORTED } as const
  const taken = takeCredit(added.purse, taking, occasion)
  return [added, present(taken, 'more credit was used than there was')]
}

/** Gives the new voucher to its holder: a card brings the tier of its balance, without points. */
function give(
  facts: ImportVoucherFacts,
  command: ImportVoucher & { readonly customer: string },
  made: MadeVoucher,
  occasion: Occasion
): Decision<Imported> {
  const known = { stored: facts.holder, schema: facts.customerSchema }
  const saved = saveCustomer(known, { sourceId: command.customer }, occasion)
  if ('refusal' in saved) return saved
  const opened = openStanding(facts, saved.result, occasion)
  if ('refusal' in opened) return opened
  const { campaignId, card } = made.purse.voucher
  const held =
    card === null ? null : opened.program(present(campaignId, 'a card has no campaign')).card
  if (held !== null) {
    const has = `${command.customer} has the card ${held.voucher.code}`
    const points = `${cardOf(held.voucher).balance} points`
    const message = `${has} with ${points}; a program gives one card`
    return { refusal: invalidPayload('customer', message) }
  }
  const holder = { customer: saved.result }
  const { purse, change } = giveToHolder(made.purse, holder, { channel: 'IMPORT' }, occasion)
  const begun = opened
    .stopEarning()
    .write([...saved.changes, ...made.changes])
    .give({ purse, changes: [change], totals: {} })
  const filled = fill(purse, facts, command, occasion)
  const { changes } = filled.reduce((step, moved) => step.move(moved), begun).conclude()
  return { result: 'made', changes }
}

/*
 * A voucher that is there already against a row of an import: whether the row says what an import
 * brought it. What was brought is read from its row and from the first movements of its ledger, so
 * that it does not matter when it came. Callers may give a movement the reason of an import, so
 * that the reason alone does not count.
 */

export type ImportedContent =
  | { readonly type: 'LOYALTY_CARD'; readonly points: ImportedPoints }
  | { readonly type: 'GIFT_VOUCHER'; readonly credit: ImportedCredit }
  | ImportedDiscount

interface ImportedDiscount {
  readonly type: 'DISCOUNT_VOUCHER'
  /** Null: that of its campaign. */
  readonly discount: Discount | null
  /** How much of it an export shows, which it does also for a campaign's; absent: it is no export's. */
  readonly shows?: 'all' | 'some'
}

export interface ImportedPoints {
  /** Whole, 0 included. */
  readonly balance: number
  /** Their last day; null: as the program says, unless there are lots. */
  readonly expiresOn: Day | 'never' | null
  /** At least one, each of another day, the balance in all; absent: one lot, or none. */
  readonly lots?: readonly ImportedLot[]
}

/** In the smallest currency unit, whole. */
interface ImportedCredit {
  readonly amount: number
  readonly balance: number
}

export interface ImportVoucher {
  readonly code: string
  /** Name or id; null for none. */
  readonly campaign: string | null
  /** The source id of its holder; null for none. */
  readonly customer: string | null
  readonly content: ImportedContent
  /** Redemptions elsewhere; null: as many as its credit shows, which is one or none. */
  readonly redemptionCount: number | null
  /** In the words of an update, what it says beside its content. */
  readonly settings: UpdateVoucher
}

export interface ImportedWith {
  /** The movements of the import: what it gave, and what of that was used before. */
  readonly amounts: readonly number[]
  /** The lots of those movements; absent for none. */
  readonly lots?: readonly LotLine[]
  readonly redeemedElsewhere: number
  /** The rest of its row; null where no import made the voucher, or it was erased. */
  readonly said: VoucherImport | null
}

interface KnownVoucherFacts {
  /** What an import made it with, oldest first; nothing where no import made it. */
  readonly importedWith: ImportedWith
  readonly making: Pick<CreateVoucherFacts, 'adding' | 'category'>
  readonly holder: Customer | null
}

/**
 * What a voucher that is there already was imported as, or why its code cannot be used.
 * Spec:
 * openapi/behaviour/imports-and-erasure.md#a-row-that-contradicts-an-earlier-one-is-a-bad-row.
 */
function knownVoucher(
  { making, holder, importedWith }: KnownVoucherFacts,
  command: ImportVoucher,
  stored: Voucher
): Decision<Imported> {
  const { code, content, customer } = command
  const isSame =
    stored.type === content.type &&
    stored.campaignId === (making.adding?.campaign.id ?? null) &&
    (customer === null || (holder !== null && stored.holderId === holder.id))
  const other = isSame
    ? (otherThanImported(command, importedWith, stored) ??
      otherThanSaid(command, importedWith.said, { stored, category: making.category }))
    : null
  if (other !== null) return { refusal: other }
  if (isSame) return UNCHANGED
  return { refusal: duplicateFound('voucher', stored.id, `code ${code}, which is not this one`) }
}

const BROUGHT = 'and an import brought it'

/** What a row says that the same voucher was not imported with; its life since does not count. */
function otherThanImported(
  command: ImportVoucher,
  importedWith: ImportedWith,
  stored: Voucher
): Refusal | null {
  const { code, content } = command
  const { amounts, redeemedElsewhere } = importedWith
  const isImported = importedWith.said !== null || amounts.length > 0 || redeemedElsewhere > 0
  const isCounted = isImported || command.redemptionCount !== null
  const sum = amounts.reduce((all, each) => all + each, 0)
  const { gift, card, redeemedQuantity } = stored
  // Where no import brought it, it is what it has now.
  const { amount, left, count, how } = isImported
    ? { amount: amounts[0] ?? 0, left: sum, count: redeemedElsewhere, how: BROUGHT }
    : {
        amount: gift?.amount ?? 0,
        left: gift?.balance ?? card?.balance ?? 0,
        count: redeemedQuantity,
        how: 'with'
      }
  const said = [
    ...(content.type === 'LOYALTY_CARD' ? [['balance', content.points.balance, left]] : []),
    ...(content.type === 'GIFT_VOUCHER'
      ? [
          ['amount', content.credit.amount, amount],
          ['balance', content.credit.balance, left]
        ]
      : []),
    ...(isCounted ? [['redemption_count', countOf(command), count] as const] : [])
  ] as const
  const [column, now, then] = said.find(([, now, then]) => now !== then) ?? []
  if (column === undefined) return null
  return invalidPayload(
    String(column),
    `${code} is there already, ${how} ${then}, not ${now}; change it by the API`
  )
}

function saidBy(command: ImportVoucher): VoucherImport {
  const { content, settings } = command
  const { redemptionQuantity = null, startDate = null, expirationDate = null } = settings
  const updated = onlyUpdated(settings)
  const points = content.type === 'LOYALTY_CARD' ? content.points : null
  const all = content.type === 'GIFT_VOUCHER' ? content.credit.amount : (points?.balance ?? 0)
  return {
    discount: content.type === 'DISCOUNT_VOUCHER' ? content.discount : null,
    expiresOn: points?.expiresOn ?? null,
    redemptionQuantity,
    startDate,
    expirationDate,
    active: settings.active ?? true,
    metadata: settings.metadata ?? null,
    amounts: [all, -usedOf(command)].filter(amount => amount !== 0),
    ...(points?.lots !== undefined && { lots: points.lots }),
    ...(Object.keys(updated).length > 0 && { settings: updated })
  }
}

/** Where that of the import is not known, what the row says must be as it is now. */
function otherThanSaid(
  command: ImportVoucher,
  before: VoucherImport | null,
  shown: ShownRow
): Refusal | null {
  const now = saidBy(command)
  const known = before ?? shownBy(shown, now)
  const { content } = command
  const discount = known.discount ?? shown.stored.discount
  const then =
    content.type === 'DISCOUNT_VOUCHER' && content.shows !== undefined && discount !== null
      ? { ...known, discount: asShown(content, discount) }
      : known
  const differing = SAID_IN.find(([name]) => !sameJson(now[name] ?? null, then[name] ?? null))
  if (differing === undefined) return null
  const [name, column] = differing
  const [is, was] = [now[name] ?? null, then[name] ?? null].map(value =>
    value === null ? 'nothing' : quote(JSON.stringify(value))
  )
  const how = before === null ? 'with' : BROUGHT
  return invalidPayload(
    column(now, then),
    `${command.code} is there already, ${how} ${was}, not ${is}; change it by the API`
  )
}

type Rest = Omit<VoucherImport, 'amounts'>

const SAID_IN = [
  [
    'discount',
    (now, then) => {
      // A discount has columns of its own for its simplest types.
      const type = (now.discount ?? then.discount)?.type
      return type === 'PERCENT' ? 'percent_off' : type === 'AMOUNT' ? 'amount_off' : 'discount'
    }
  ],
  ['expiresOn', () => 'expires_on'],
  ['lots', () => 'lots'],
  ['redemptionQuantity', () => 'redemption_quantity'],
  ['startDate', () => 'start_date'],
  ['expirationDate', () => 'expiration_date'],
  ['active', () => 'active'],
  [
    'settings',
    ({ settings: now = {} }, { settings: then = {} }) => {
      const found = SETTINGS_NAMED.find(
        ([name]) => !sameJson(now[name] ?? null, then[name] ?? null)
      )
      return present(found, 'the settings of two rows do not differ')[1].column
    }
  ],
  ['metadata', () => 'metadata']
] as const satisfies readonly (readonly [keyof Rest, (now: Rest, then: Rest) => string])[]

interface ShownRow {
  readonly stored: Voucher
  readonly category: Category | null
}

/** What a voucher shows of what a row says; cells that say nothing are as they are. */
function shownBy({ stored, category }: ShownRow, said: VoucherImport): Rest {
  const { validity, metadata } = stored
  const keys = Object.keys(said.metadata ?? {}).filter(key => Object.hasOwn(metadata, key))
  const { discount, redemptionQuantity, startDate, expirationDate } = said
  const isSame = stored.categoryId === (category?.id ?? null)
  const settings = Object.entries(said.settings ?? {}).map(([name, value]) => [
    name,
    name === 'category' && isSame ? value : storedOf(stored, name as VoucherSetting)
  ])
  return {
    discount: discount && stored.discount,
    expiresOn: said.expiresOn,
    redemptionQuantity: redemptionQuantity === null ? null : stored.redemptionQuantity,
    startDate: startDate && validity.startDate,
    expirationDate: expirationDate && validity.expirationDate,
    active: stored.active,
    metadata: said.metadata && Object.fromEntries(keys.map(key => [key, metadata[key] as Json])),
    ...(said.lots !== undefined && { lots: said.lots }),
    ...(said.settings !== undefined && { settings: Object.fromEntries(settings) })
  }
}

function usedOf({ content }: ImportVoucher): number {
  return content.type === 'GIFT_VOUCHER' ? content.credit.amount - content.credit.balance : 0
}

function countOf(command: ImportVoucher): number {
  return command.redemptionCount ?? (usedOf(command) > 0 ? 1 : 0)
}
