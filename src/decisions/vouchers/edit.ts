/**
 * A voucher of a project file: made when its code is free, else changed to what the row says, by
 * the decision of an update.
 *
 * What a row leaves out stays, null clears, and its metadata takes the place of all that is stored.
 * Points, credit and redemptions are moved by their own operations and never by a file. They are as
 * the file says where an import brought just that, whatever happened since, or where it is what is
 * stored now. Anything else is refused, as is another campaign or holder.
 *
 * Spec: updateVoucher; Decisions 310 and 311.
 */
import type { Category, Day, Voucher } from '../../model.ts'
import type { Decision } from '../changes.ts'
import {
  AS_SAID,
  type Difference,
  type Edited,
  type Editing,
  keepsMetadata,
  MADE,
  metadataToSend
} from '../imports/edits.ts'
import { SETTING_COLUMNS, type Setting, saidAs } from '../imports/settings.ts'
import { mergeMetadata, sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload, quote } from '../request-refusals.ts'
import { openStanding } from '../standing/open.ts'
import { type ImportVoucherFacts, newVoucher } from './import.ts'
import { countOf, type ImportedPoints, type ImportVoucher } from './imported.ts'
import { type UpdateVoucher, type UpdateVoucherFacts, updateVoucher } from './updates.ts'

/** What changing a stored voucher needs beside what its import does. */
export interface StoredVoucherFacts extends Pick<UpdateVoucherFacts, 'holder'> {
  /** With its open lots and what locks hold of it. */
  readonly purse: Purse
  readonly category: Category | null
}

export interface EditVoucherFacts extends ImportVoucherFacts {
  /** Null where the code is free. */
  readonly known: StoredVoucherFacts | null
}

/** Makes one voucher, or changes it to what the row says. */
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
  const refusal =
    anotherVoucher(facts, command, known.purse.voucher) ??
    otherContents(facts, command, purseNow(known, occasion))
  if (refusal !== null) return { refusal }
  const { update, differences } = edited(facts, command, { known, editing })
  if (differences.length === 0) return { result: AS_SAID, changes: [] }
  const { category, schema } = facts.making
  const { holder, purse } = known
  const { voucher, holds = [] } = purse
  const updated = updateVoucher({ voucher, holder, holds, category, schema }, update, occasion)
  if ('refusal' in updated) return updated
  return { result: { did: 'changed', differences }, changes: updated.changes }
}

/** With what the calendar brought and nobody has booked yet. */
function purseNow({ holder, purse }: StoredVoucherFacts, occasion: Occasion): Purse {
  const due = holder && openStanding(holder, holder.customer, occasion, { after: 'midnights' })
  return due === null || 'refusal' in due ? purse : due.purse(purse)
}

/** Why the code is that of another voucher than the row's; null when it is not. */
function anotherVoucher(
  { making, holder }: Pick<ImportVoucherFacts, 'making' | 'holder'>,
  { code, content, campaign, customer }: ImportVoucher,
  stored: Voucher
): Refusal | null {
  if (stored.type !== content.type) {
    const problem = `${code} is a ${stored.type} here, and the file has it as a ${content.type}`
    return invalidPayload('code', `${problem}; give this one another code`)
  }
  const { campaignId, holderId } = stored
  if (campaignId !== (making.adding?.campaign.id ?? null)) {
    const here = campaignId === null ? 'no campaign' : `campaign ${campaignId}`
    const said = campaign === null ? 'none' : campaign
    const problem = `${code} is of ${here} here, and the file says ${said}`
    return invalidPayload('campaign', `${problem}; a voucher stays in its campaign, so write that`)
  }
  if (customer === null || (holder !== null && holderId === holder.id)) return null
  const here = holderId === null ? 'nobody has' : `customer ${holderId} has`
  const problem = `${here} ${code} here, and the file says ${customer}`
  const advice = holderId === null ? 'give it to them by createPublication' : 'write who has it'
  return invalidPayload('customer', `${problem}; ${advice}, or leave customer out`)
}

/** Why what is on the voucher is not what the row says; null when it is, or was when it came. */
function otherContents(
  facts: Pick<ImportVoucherFacts, 'brought'>,
  command: ImportVoucher,
  purse: Purse
): Refusal | null {
  if (wasBrought(facts, command)) return null
  const { code, content } = command
  if (content.type === 'LOYALTY_CARD') return otherPoints(code, content.points, purse)
  const { gift, redeemedQuantity } = purse.voucher
  if (content.type === 'GIFT_VOUCHER' && gift !== null) {
    const { amount, balance } = content.credit
    const said = [
      ['amount', gift.amount, amount],
      ['balance', gift.balance, balance]
    ] as const
    for (const [column, here, now] of said) {
      if (here === now) continue
      const problem = `${code} has ${here} here, and the file says ${now}`
      const advice =
        'a load moves no credit: write what is here, or move it by updateVoucherBalance'
      return invalidPayload(column, `${problem}; ${advice}`)
    }
  }
  const { redemptionCount: count } = command
  if (count === null || count === redeemedQuantity) return null
  const problem = `${code} was redeemed ${redeemedQuantity} times here, and the file says ${count}`
  return invalidPayload('redemption_count', `${problem}; write what is here, or leave it out`)
}

/** Whether an import brought what the row says; what happened since does not count. */
function wasBrought(
  { brought }: Pick<ImportVoucherFacts, 'brought'>,
  command: ImportVoucher
): boolean {
  const { amounts, said, redeemedElsewhere } = brought
  if (said === null && amounts.length === 0) return false
  const { content, redemptionCount } = command
  if (redemptionCount !== null && countOf(command) !== redeemedElsewhere) return false
  const left = amounts.reduce((sum, each) => sum + each, 0)
  if (content.type === 'GIFT_VOUCHER') {
    return content.credit.amount === (amounts[0] ?? 0) && content.credit.balance === left
  }
  if (content.type === 'DISCOUNT_VOUCHER') return true
  const { balance, expiresOn, lots = null } = content.points
  const isSaid =
    said === null || (said.expiresOn === expiresOn && sameJson(said.lots ?? null, lots))
  return balance === left && isSaid
}

/** Why the points of a card are not what the row says; null when they are. */
function otherPoints(code: string, said: ImportedPoints, { lots }: Purse): Refusal | null {
  const here = byDay(lots.map(({ expiresOn, remaining }) => [expiresOn, remaining]))
  const sum = [...here.values()].reduce((all, points) => all + points, 0)
  if (sum !== said.balance) {
    const problem = `${code} has ${sum} points here, and the file says ${said.balance}`
    const advice = 'a load moves no points: write what is here, or move them by'
    return invalidPayload('balance', `${problem}; ${advice} updateLoyaltyCardBalanceByCard`)
  }
  const days = saidDays(said)
  const isSame = days === null || sameJson(Object.fromEntries(here), Object.fromEntries(days))
  if (isSame) return null
  const problem = `${code} has ${inWords(here)} here, and the file says ${inWords(days)}`
  const column = said.lots === undefined ? 'expires_on' : 'lots'
  return invalidPayload(column, `${problem}; points keep their last day, so write what is here`)
}

/** Points by their last day. */
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

interface Compared {
  readonly known: StoredVoucherFacts
  readonly editing: Editing
}

/** The settings that the row says otherwise, as an update takes them, and what is different. */
function edited(
  { making }: Pick<ImportVoucherFacts, 'making'>,
  { settings = {} }: ImportVoucher,
  { known, editing }: Compared
): { readonly update: UpdateVoucher; readonly differences: readonly Difference[] } {
  const { voucher } = known.purse
  const stored = settingsOf(voucher)
  const update: Record<string, unknown> = {}
  const differences: Difference[] = []
  for (const name of Object.keys(SETTING_COLUMNS) as Setting[]) {
    const said = settings[name]
    if (said === undefined) continue
    if (name === 'metadata') {
      const sent = metadataToSend(voucher.metadata, settings.metadata ?? null, editing)
      if (keepsMetadata(voucher.metadata, sent)) continue
      update[name] = sent
      const to = mergeMetadata(voucher.metadata, sent)
      differences.push({ column: name, from: voucher.metadata, to })
      continue
    }
    const isCategory = name === 'category'
    const to = isCategory && said !== null ? (making.category?.id ?? '') : said
    if (sameJson(stored[name], to)) continue
    update[name] = said
    const from = isCategory ? (known.category?.name ?? null) : saidAs(name, stored[name])
    differences.push({ column: SETTING_COLUMNS[name], from, to: saidAs(name, said) })
  }
  return { update, differences }
}

/** A category by its id. */
function settingsOf(voucher: Voucher): {
  readonly [Name in Exclude<Setting, 'metadata'>]: unknown
} {
  const { discount, redemptionQuantity, active, categoryId, additionalInfo, gift } = voucher
  const giftEffect = gift?.effect ?? null
  const own = { discount, redemptionQuantity, active, additionalInfo, giftEffect }
  return { ...voucher.validity, ...own, category: categoryId }
}
