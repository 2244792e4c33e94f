/**
 * Vouchers of another service: loyalty cards with points, gift cards with credit, coupons with the
 * count of their redemptions.
 *
 * A voucher is made as a request makes it, and its contents come as movements of the ledger whose
 * reason is the import. Its campaign gives it neither points nor credit, because it brings its own.
 * What was redeemed elsewhere is counted, and has no records here.
 *
 * Spec: createVoucher, addMember.
 */
import type { Day, Voucher } from '../../model.ts'
import { ALWAYS, dayAt, lastDay } from '../../rules/validity.ts'
import type { Change, Decision } from '../changes.ts'
import { saveCustomer } from '../customers/customers.ts'
import { asExported } from '../imports/exported.ts'
import { IMPORTED, type Imported } from '../imports/outcome.ts'
import { type MetadataRules, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { addLots, addPoints, type Moved } from '../points/ledger.ts'
import { cardOf, type Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type CreateVoucher, type CreateVoucherFacts, createVoucher } from './creation.ts'
import { addCredit, takeCredit } from './credit.ts'
import {
  countOf,
  type ImportedPoints,
  type ImportVoucher,
  type KnownVoucherFacts,
  knownVoucher,
  saidBy,
  usedOf
} from './imported.ts'
import { amendVoucher, type UpdateVoucher } from './updates.ts'
import { giveToHolder } from './vouchers.ts'

export interface ImportVoucherFacts extends StandingFacts, KnownVoucherFacts {
  /** The voucher that has the code. */
  readonly stored: Voucher | null
  readonly making: CreateVoucherFacts
  /** The project's schema of customers. */
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

/** Makes one whose code is free. */
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
  const { content, redemptionCount, redemptionQuantity } = command
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
  const amended = amendVoucher(created.result, making, leftToSay(created.result, command), occasion)
  if ('refusal' in amended) return amended
  const voucher = { ...amended.voucher, active, redeemedQuantity }
  const brought = { redeemedElsewhere: count, importedAs: saidBy(command) }
  const changes = created.changes.map(change =>
    change.kind === 'voucher.created' ? { ...change, voucher, ...brought } : change
  )
  return { purse: { voucher, lots: [] }, changes }
}

/** The settings that a new voucher has not yet: an update would take null off its metadata. */
function leftToSay(made: Voucher, { settings = {}, content }: ImportVoucher): UpdateVoucher {
  const { metadata, ...others } = settings
  const left = sameJson(made.metadata, metadata) ? others : settings
  const discount = content.type === 'DISCOUNT_VOUCHER' && content.isShown ? content.discount : null
  if (discount === null || sameJson(made.discount && asExported(made.discount), discount))
    return left
  return { ...left, discount }
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
  // A campaign says the discount of its vouchers, and its export shows it.
  const isOfCampaign = campaign !== null && 'isShown' in content
  return {
    campaign,
    type: content.type,
    discount: content.type === 'DISCOUNT_VOUCHER' && !isOfCampaign ? content.discount : null,
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
    const { balance: points, lots } = content.points
    if (points === 0) return []
    const imported = { type: 'POINTS_ADDITION', cause: IMPORTED } as const
    if (lots !== undefined) return [addLots(purse, { ...imported, lots }, occasion)]
    const expiresOn = lastDayOf(content.points, making, occasion)
    return [addPoints(purse, { ...imported, points, expiresOn }, occasion)]
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
  const given = giveToHolder(
    made.purse,
    { customer: saved.result },
    { channel: 'IMPORT' },
    occasion
  )
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
