/**
 * Vouchers that are changed by hand: by a row of a project file, or by credit more or less. A row
 * makes its voucher when the code is free, else changes it to what the row says, by the decision of
 * an update. What a row leaves out stays, null clears, and its metadata takes the place of all that
 * is stored. Points, credit and redemptions are moved by their own operations and never by a file:
 * they are as the file says where an import brought just that, even if it changed afterwards, or
 * where it is what is stored now. Anything else is refused, as is another campaign or holder.
 * Spec: updateVoucher, updateVoucherBalance.
 */
import type { Campaign, Category, Customer, Day, Voucher } from '../../model.ts'
import { type Decision, log, type Occasion } from '../changes.ts'
import type { ImportedLot } from '../imports/columns.ts'
import {
  AS_SAID,
  type Difference,
  type Edited,
  type Editing,
  keepsMetadata,
  MADE,
  metadataToSend
} from '../imports/outcome.ts'
import { adjustBalance, type ByHand, causeOf, inEvent } from '../points/adjustments.ts'
import { changeTotals, heldAt, type Purse, sumOf } from '../points/lots.ts'
import { invalidPayload, quote, type Refusal, refusalAbout } from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { mergeMetadata, sameJson } from '../updates.ts'
import {
  type ImportedPoints,
  type ImportedWith,
  type ImportVoucher,
  type ImportVoucherFacts,
  newVoucher
} from './import.ts'
import {
  SETTINGS_NAMED,
  saidAs,
  storedOf,
  type UpdateVoucher,
  type UpdateVoucherFacts,
  updateVoucher
} from './updates.ts'
import { addCredit, type CreditMoved, type GiftVoucher, takeCredit } from './vouchers.ts'

export interface StoredVoucherFacts extends Pick<UpdateVoucherFacts, 'holder'> {
  readonly purse: Purse
  readonly category: Category | null
  /** What a file calls its campaign and its holder, where the row says others. */
  readonly names: { readonly campaign?: string; readonly holder?: string }
  /** The imported points by their last day; null where that is not known. */
  readonly importedLots: readonly ImportedLot[] | null
}

export interface EditVoucherFacts extends ImportVoucherFacts {
  /** Null where the code is free. */
  readonly known: StoredVoucherFacts | null
}

export function editVoucher(
  { known, ...facts }: EditVoucherFacts,
  command: ImportVoucher,
  editing: Editing,
  occasion: Occasion
): Decision<Edited> {
  if (known === null) {
    const made = newVoucher(facts, command, occasion)
    return 'refusal' in made ? made : { result: MADE, changes: made.changes }
  }
  const { holder, purse } = known
  // What is due by the calendar, and nobody has booked yet, counts.
  const due = holder && openStanding(holder, holder.customer, occasion, { after: 'midnights' })
  const refusal =
    anotherVoucher(facts, command, known) ??
    otherContents(command, {
      purse: due === null || 'refusal' in due ? purse : due.purse(purse),
      importedWith: facts.importedWith,
      importedLots: known.importedLots
    })
  if (refusal !== null) return { refusal }
  const { update, differences } = edited(facts, command, { known, editing })
  if (differences.length === 0) return { result: AS_SAID, changes: [] }
  const { category, schema } = facts.making
  const { voucher, holds = [] } = purse
  const updated = updateVoucher({ voucher, holder, holds, category, schema }, update, occasion)
  if ('refusal' in updated) return updated
  return { result: { did: 'changed', differences }, changes: updated.changes }
}

function anotherVoucher(
  { making, holder }: Pick<ImportVoucherFacts, 'making' | 'holder'>,
  { code, content, campaign, customer }: ImportVoucher,
  known: StoredVoucherFacts
): Refusal | null {
  const stored: Voucher = known.purse.voucher
  if (stored.type !== content.type) {
    const problem = `${code} is a ${stored.type} here, and the file has it as a ${content.type}`
    return invalidPayload('code', `${problem}; give this one another code`)
  }
  const { campaignId, holderId } = stored
  if (campaignId !== (making.adding?.campaign.id ?? null)) {
    const here =
      campaignId === null ? 'no campaign' : `campaign ${known.names.campaign ?? campaignId}`
    const said = campaign === null ? 'none' : campaign
    const problem = `${code} is of ${here} here, and the file says ${said}`
    return invalidPayload('campaign', `${problem}; a voucher stays in its campaign, so write that`)
  }
  if (customer === null || (holder !== null && holderId === holder.id)) return null
  const owner = known.names.holder
  const here = holderId === null ? 'nobody has' : `customer ${owner ?? holderId} has`
  const problem = `${here} ${code} here, and the file says ${customer}`
  const named = owner === undefined ? '' : 'write who has it, or '
  const advice = holderId === null ? 'give it to them by createPublication, or ' : named
  return invalidPayload('customer', `${problem}; ${advice}remove the row from the file`)
}

interface Contents {
  readonly purse: Purse
  readonly importedWith: ImportedWith
  readonly importedLots: StoredVoucherFacts['importedLots']
}

/** Why the contents are not as the row says; null when they are, or were at the import. */
function otherContents(command: ImportVoucher, contents: Contents): Refusal | null {
  const isImported = hasImportedSums(contents.importedWith, command)
  const other = isImported ? otherRest(command, contents) : null
  if (isImported && other === null) return null
  const { purse } = contents
  const sum = otherSum(command, purse)
  return sum === null ? otherRestNow(command, purse) : (other ?? sum)
}

/** Why the points or the credit are not now what the row says; null when they are. */
function otherSum({ code, content }: ImportVoucher, purse: Purse): Refusal | null {
  if (content.type === 'LOYALTY_CARD') {
    const sum = [...daysNow(purse).values()].reduce((all, points) => all + points, 0)
    if (sum === content.points.balance) return null
    const problem = `${code} has ${sum} points here, and the file says ${content.points.balance}`
    const advice = 'a load moves no points: write what is here, or move them by'
    return invalidPayload('balance', `${problem}; ${advice} updateLoyaltyCardBalanceByCard`)
  }
  const { gift } = purse.voucher
  if (content.type === 'DISCOUNT_VOUCHER' || gift === null) return null
  const { amount, balance } = content.credit
  const said = [
    ['amount', gift.amount, amount],
    ['balance', gift.balance, balance]
  ] as const
  const [column, here, now] = said.find(([, here, now]) => here !== now) ?? []
  if (column === undefined) return null
  const problem = `${code} has ${here} here, and the file says ${now}`
  const advice = 'a load moves no credit: write what is here, or move it by updateVoucherBalance'
  return invalidPayload(column, `${problem}; ${advice}`)
}

/** Why the last days or the redemptions are not now what the row says; null when they are. */
function otherRestNow({ code, content, ...row }: ImportVoucher, purse: Purse): Refusal | null {
  const { redemptionCount: count } = row
  const { redeemedQuantity } = purse.voucher
  if (count === null || count === redeemedQuantity) {
    if (content.type !== 'LOYALTY_CARD') return null
    return otherDays(code, content.points, { verb: 'has', before: daysNow(purse) })
  }
  const problem = `${code} was redeemed ${redeemedQuantity} times here, and the file says ${count}`
  return invalidPayload('redemption_count', `${problem}; write what is here, or leave it out`)
}

/** Whether the points or the credit of the row are the imported ones, even if they changed afterwards. */
function hasImportedSums({ amounts, said }: ImportedWith, { content }: ImportVoucher): boolean {
  if (said === null && amounts.length === 0) return false
  const left = amounts.reduce((sum, each) => sum + each, 0)
  if (content.type === 'LOYALTY_CARD') return content.points.balance === left
  if (content.type === 'DISCOUNT_VOUCHER') return true
  return content.credit.amount === (amounts[0] ?? 0) && content.credit.balance === left
}

/** Why the rest is not what was imported with those points or that credit; null when it is. */
function otherRest(
  command: ImportVoucher,
  { importedWith, importedLots }: Contents
): Refusal | null {
  const { code, content, redemptionCount: count } = command
  const { said, redeemedElsewhere } = importedWith
  if (count !== null && count !== redeemedElsewhere) {
    const problem = `${code} came with ${redeemedElsewhere} redemptions, and the file says ${count}`
    return invalidPayload('redemption_count', `${problem}; write what came, or leave it out`)
  }
  if (content.type !== 'LOYALTY_CARD') return null
  const { points } = content
  const before =
    importedLots === null
      ? said && saidDays({ ...said, balance: points.balance })
      : byDay(importedLots.map(({ expiresOn, points }) => [expiresOn, points]))
  const isUnknown = before === null && said === null
  return isUnknown ? null : otherDays(code, points, { verb: 'came with', before })
}

function daysNow({ lots }: Purse): Days {
  return byDay(lots.map(({ expiresOn, remaining }) => [expiresOn, remaining]))
}

interface Before {
  /** Whether they are those of now (`has`), or those of the import. */
  readonly verb: 'has' | 'came with'
  /** Null: as its program said then. */
  readonly before: Days | null
}

function otherDays(code: string, said: ImportedPoints, { verb, before }: Before): Refusal | null {
  const days = saidDays(said)
  if (days === null) return null
  if (before !== null && sameJson(Object.fromEntries(before), Object.fromEntries(days))) return null
  const was = before === null ? 'the days of its program' : inWords(before)
  const where = verb === 'has' ? `has ${was} here` : `came with ${was}`
  const problem = `${code} ${where}, and the file says ${inWords(days)}`
  const column = said.lots === undefined ? 'expires_on' : 'lots'
  const what = verb === 'has' ? 'is here' : 'came'
  return invalidPayload(column, `${problem}; points keep their last day, so write what ${what}`)
}

type Days = ReadonlyMap<Day | null, number>

function saidDays({ balance, expiresOn, lots }: ImportedPoints): Days | null {
  if (lots !== undefined) return byDay(lots.map(({ expiresOn, points }) => [expiresOn, points]))
  if (expiresOn === null) return null
  return byDay([[expiresOn === 'never' ? null : expiresOn, balance]])
}

function byDay(lots: readonly (readonly [Day | null, number])[]): Days {
  const days = new Map<Day | null, number>()
  for (const [day, points] of lots) {
    if (points > 0) days.set(day, (days.get(day) ?? 0) + points)
  }
  return days
}

function inWords(days: Days): string {
  const parts = [...days].map(([day, points]) =>
    day === null ? `${points} points without a last day` : `${points} points until ${day}`
  )
  return quote(parts.join(', '))
}

/** The settings that the row says otherwise, as an update takes them, and what is different. */
function edited(
  { making }: Pick<ImportVoucherFacts, 'making'>,
  { settings }: ImportVoucher,
  { known, editing }: { readonly known: StoredVoucherFacts; readonly editing: Editing }
): { readonly update: UpdateVoucher; readonly differences: readonly Difference[] } {
  const { voucher } = known.purse
  const update: Record<string, unknown> = {}
  const differences: Difference[] = []
  for (const [name, { column }] of SETTINGS_NAMED) {
    const said = settings[name]
    if (said === undefined) continue
    const stored = storedOf(voucher, name)
    if (name === 'metadata') {
      const whole = settings.metadata ?? null
      const sent = metadataToSend(voucher.metadata, whole, editing)
      if (keepsMetadata(voucher.metadata, { said: whole, sent })) continue
      update[name] = sent
      const to = mergeMetadata(voucher.metadata, sent)
      differences.push({ column, from: saidAs(name, stored), to })
      continue
    }
    const isCategory = name === 'category'
    const to = isCategory && said !== null ? (making.category?.id ?? '') : said
    if (sameJson(stored, to)) continue
    update[name] = said
    const from = isCategory ? (known.category?.name ?? null) : saidAs(name, stored)
    differences.push({ column, from, to: saidAs(name, said) })
  }
  return { update, differences }
}

interface UpdateVoucherBalance extends ByHand {
  /** In the smallest currency unit, whole and not 0; negative takes. */
  readonly amount: number
}

export interface UpdateVoucherBalanceFacts extends StandingFacts {
  readonly purse: Purse
  /** The holder of the voucher; null for none. */
  readonly customer: Customer | null
  /** The program of a loyalty card; null for any other voucher. */
  readonly program: Campaign | null
}

/**
 * A gift voucher has credit before it has a holder, so it can be corrected before, too. What is
 * moved on a loyalty card is points.
 */
export function updateVoucherBalance(
  facts: UpdateVoucherBalanceFacts,
  command: UpdateVoucherBalance,
  occasion: Occasion
): Decision<Voucher> {
  const { purse, customer, program } = facts
  if (program !== null) {
    const { amount: points, ...byHand } = command
    return adjustBalance({ ...facts, campaign: program }, { points, ...byHand }, occasion)
  }
  const { voucher } = purse
  const { gift } = voucher
  if (gift === null) return { refusal: noBalance(voucher) }
  const refusal = amountMistake({ ...voucher, gift }, command.amount)
  if (refusal !== null) return { refusal }
  const movement = movementOf(purse, command, occasion)
  if (movement === null) {
    const { credit: held } = heldAt(purse, occasion.now)
    const lacking = `has ${Math.max(gift.balance - held, 0)} to take, less than ${-command.amount}`
    const locked = held === 0 ? '' : `; locks hold ${held} more: release one, or wait for its end`
    return { refusal: invalid(voucher, lacking + locked) }
  }
  const result = movement.purse.voucher
  if (customer === null) {
    // The credit of somebody who was deleted is still in their totals.
    const { holderId } = voucher
    const counted = holderId === null ? [] : changeTotals(holderId, movement.totals)
    return { result, changes: [movement.change, ...counted] }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const { amount } = command
  const type = amount > 0 ? 'balance_added' : 'balance_subtracted'
  const about = { customerId: customer.id, entityId: voucher.id }
  const data = { amount, ...inEvent(command) }
  const logged = log(`customer.voucher.gift.${type}`, about, data, occasion)
  const after = opened.move(movement).write([logged]).conclude()
  return 'refusal' in after ? after : { result, changes: after.changes }
}

function amountMistake(voucher: GiftVoucher, amount: number): Refusal | null {
  if (!Number.isSafeInteger(amount) || amount === 0) {
    return invalid(voucher, `cannot move ${amount}; send a whole number, not 0`)
  }
  if (Number.isSafeInteger(voucher.gift.amount + amount)) return null
  const most = `${Number.MAX_SAFE_INTEGER} in all`
  return invalid(voucher, `would have got more than ${most}; give less`)
}

/** Null when less is there, that no lock holds, than is to be taken. */
function movementOf(
  purse: Purse,
  command: UpdateVoucherBalance,
  occasion: Occasion
): CreditMoved | null {
  const { amount } = command
  const cause = causeOf(command)
  if (amount > 0) return addCredit(purse, { amount, cause }, occasion)
  const { credit: held } = heldAt(purse, occasion.now)
  // A lock may never be made to hold what is not there.
  if (held > 0 && -amount > sumOf(purse.lots) - held) return null
  return takeCredit(purse, { amount: -amount, as: 'subtracted', cause }, occasion)
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return refusalAbout({ type: 'voucher', id }, 'invalid_balance', `Gift voucher ${code} ${reason}`)
}

function noBalance({ id, code, type }: Voucher): Refusal {
  const advice = 'name a gift voucher or a loyalty card'
  const details = `Voucher ${code} is a ${type} and has no balance; ${advice}`
  return refusalAbout({ type: 'voucher', id }, 'invalid_voucher', details)
}
