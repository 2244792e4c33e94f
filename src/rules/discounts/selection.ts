/**
 * Which lines of a cart, and how many units of each, a discount applies to. A rule includes and
 * excludes goods, and each of its entries may say from which line to begin, how many to skip and
 * how many to take. A line belongs to the first entry that names it. Entries that pick in the same
 * way pick from all their lines together; each limits its own. Where several rules bind, a line
 * counts with the units that all of them let count.
 * Spec: ApplicableTo, openapi/behaviour/discounts.md#where-several-rules-bind-the-narrowest-counts.
 */

import {
  type Applicability,
  type ApplicableItem,
  applies,
  EVERYTHING,
  isSelective
} from '../validation.ts'
import { type CartLine, isPriced, type PricedLine } from './cart.ts'

interface Picked {
  readonly line: PricedLine
  readonly index: number
  readonly units: number
  /** Its units that are not free. */
  readonly of: number
  /** The entry that names it; null where everything counts. */
  readonly entry: ApplicableItem | null
  /** Which units: the first from 1, and how far they are apart; null where lines are counted. */
  readonly from: { readonly first: number; readonly repeat: number } | null
}

/** A line that all rules let count. */
export interface Selected extends Pick<Picked, 'line' | 'index' | 'units' | 'of'> {
  /** Those that name it, whose limits and prices hold for it. */
  readonly entries: readonly ApplicableItem[]
}

/** The lines in the order in which a discount fills them, and what each rule picked. */
export interface Selection {
  readonly selected: readonly Selected[]
  readonly picked: readonly { readonly rule: Applicability; readonly picks: Picks }[]
}

/** Lines without an amount never count, and with `isOnce` those that are discounted do not. */
export function selectLines(
  lines: readonly CartLine[],
  applicability: readonly Applicability[],
  isOnce: boolean
): Selection {
  const able = lines.flatMap((line, index) =>
    isPriced(line) && !(isOnce && line.isDiscounted) ? [{ line, index }] : []
  )
  const rules = applicability.length === 0 ? [EVERYTHING] : applicability
  const picked = rules.map(rule => ({ rule, picks: picksOf(able, rule) }))
  const [first, ...others] = picked.map(({ picks }) => picks) as [Picks, ...Picks[]]
  const selected = first.flatMap(pick => common(pick, others))
  return { selected, picked }
}

type Picks = readonly Picked[]

/** The line with the fewest units that a rule lets count; nothing where one does not pick it. */
function common(pick: Picked, others: readonly Picks[]): readonly Selected[] {
  const same = others.map(picks => picks.find(({ index }) => index === pick.index))
  const all = [pick, ...same].filter(found => found !== undefined)
  if (all.length <= others.length) return []
  const { line, index, of } = pick
  const entries = all.map(({ entry }) => entry).filter(entry => entry !== null)
  return [{ line, index, units: Math.min(...all.map(({ units }) => units)), of, entries }]
}

type SelectableLine = Pick<Picked, 'line' | 'index'>

/** How an entry picks, with what it says nothing of filled in. */
interface Picking {
  readonly order: 'AS_SENT' | 'CHEAPEST' | 'MOST_EXPENSIVE'
  readonly isSingle: boolean
  readonly skipped: number
  readonly repeat: number
  readonly byUnit: boolean
}

interface PickedLines {
  readonly picking: Picking
  readonly lines: (SelectableLine & { readonly entry: ApplicableItem | null })[]
}

function picksOf(able: readonly SelectableLine[], rule: Applicability): readonly Picked[] {
  const groups = new Map<string, PickedLines>()
  const ofEntry = new Map<ApplicableItem | null, PickedLines>()
  const entryOf = finder(rule.included)
  for (const candidate of able) {
    if (!applies(rule, candidate.line.ids)) continue
    const entry = entryOf(candidate.line.ids)
    const group = ofEntry.get(entry) ?? groupOf(entry, groups)
    ofEntry.set(entry, group)
    group.lines.push({ ...candidate, entry })
  }
  return [...groups.values()].flatMap(({ picking, lines }) => {
    const sorted = sortLines(lines, picking.order)
    return limitUnits(picking.byUnit ? pickUnits(sorted, picking) : pickLines(sorted, picking))
  })
}

function groupOf(entry: ApplicableItem | null, groups: Map<string, PickedLines>): PickedLines {
  const effect = entry?.effect ?? EFFECT_DEFAULT
  const named = Object.hasOwn(ORDERS, effect) ? ORDERS[effect] : undefined
  const picking = {
    ...(named ?? { order: 'AS_SENT', isSingle: false }),
    skipped: entry?.skipInitially ?? 0,
    repeat: entry?.repeat ?? 1,
    byUnit: entry?.target === 'UNIT'
  }
  const key = JSON.stringify(picking)
  const group = groups.get(key) ?? { picking, lines: [] }
  groups.set(key, group)
  return group
}

function finder(entries: readonly ApplicableItem[]) {
  const positions = new Map(entries.map(({ id }, position) => [id, position] as const).reverse())
  return (ids: readonly string[]): ApplicableItem | null => {
    const found = ids.map(id => positions.get(id)).filter(position => position !== undefined)
    return entries[Math.min(...found)] ?? null
  }
}

const ORDERS: { readonly [effect: string]: Pick<Picking, 'order' | 'isSingle'> } = {
  APPLY_TO_CHEAPEST: { order: 'CHEAPEST', isSingle: true },
  APPLY_FROM_CHEAPEST: { order: 'CHEAPEST', isSingle: false },
  APPLY_TO_MOST_EXPENSIVE: { order: 'MOST_EXPENSIVE', isSingle: true },
  APPLY_FROM_MOST_EXPENSIVE: { order: 'MOST_EXPENSIVE', isSingle: false }
}

/** An effect that is not one of the names counts as every one. */
const EFFECT_DEFAULT = 'APPLY_TO_EVERY'

/** By the price of a unit, and equal ones as they were sent. */
function sortLines(lines: PickedLines['lines'], order: Picking['order']): PickedLines['lines'] {
  if (order === 'AS_SENT') return lines
  const sign = order === 'CHEAPEST' ? 1 : -1
  return lines.toSorted((one, other) => sign * byUnitPrice(one.line, other.line))
}

/** The price of a unit as a fraction; a line with an amount alone has that of its units. */
function unitPrice({ price, amount, quantity }: PricedLine): readonly [bigint, bigint] {
  if (price !== null) return [BigInt(price), 1n]
  return [BigInt(amount), BigInt(Math.max(quantity, 1))]
}

function byUnitPrice(one: PricedLine, other: PricedLine): number {
  const [price, per] = unitPrice(one)
  const [otherPrice, otherPer] = unitPrice(other)
  const [left, right] = [price * otherPer, otherPrice * per]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function paidUnits({ quantity, discountQuantity }: CartLine): number {
  return quantity - (discountQuantity ?? 0)
}

function pickLines(lines: PickedLines['lines'], { skipped, repeat, isSingle }: Picking): Picked[] {
  return lines
    .slice(skipped, isSingle ? skipped + 1 : undefined)
    .filter((_, position) => position % repeat === 0)
    .map(({ line, index, entry }) => {
      const units = paidUnits(line)
      return { line, index, units, of: units, entry, from: null }
    })
}

function pickUnits(lines: PickedLines['lines'], { skipped, repeat, isSingle }: Picking): Picked[] {
  const picked: Picked[] = []
  // Units to pass before the next one that counts.
  let before = skipped
  for (const { line, index, entry } of lines) {
    const of = paidUnits(line)
    if (before >= of) {
      before -= of
      continue
    }
    const left = of - 1 - before
    const others = isSingle ? 0 : (left - (left % repeat)) / repeat
    const from = { first: before + 1, repeat }
    picked.push({ line, index, units: others + 1, of, entry, from })
    if (isSingle) break
    before = repeat - 1 - (left % repeat)
  }
  return picked
}

/** Leaves out what is over the limits of entries: for each line, and for all lines of one. */
function limitUnits(picks: readonly Picked[]): readonly Picked[] {
  const taken = new Map<ApplicableItem, number>()
  return picks.flatMap(pick => {
    const { entry } = pick
    if (entry === null) return [pick]
    const before = taken.get(entry) ?? 0
    const left = (entry.aggregatedQuantityLimit ?? Number.MAX_SAFE_INTEGER) - before
    const units = Math.min(pick.units, entry.quantityLimit ?? pick.units, left)
    taken.set(entry, before + units)
    return units === 0 && pick.units > 0 ? [] : [{ ...pick, units }]
  })
}

/*
 * Of `applicable_to` and `inapplicable_to` in an answer: a collection is followed by the goods of
 * the cart that it holds. Nothing is listed where a discount applies to everything.
 */

/** An entry with the lines that it means; what it says nothing of is filled in. */
export interface AppliedEntry extends ApplicableItem {
  readonly effect: string
  readonly skipInitially: number
  readonly repeat: number
  readonly target: 'ITEM' | 'UNIT'
  /** Of a SKU, where a line of the cart says it. */
  readonly productId: string | null
  readonly productSourceId: string | null
  /** Whether these are goods that the inventory does not have; their id is their source id. */
  readonly strict: boolean
  /** Positions among the lines of the cart. */
  readonly itemIndices: readonly number[]
  /** The units of each line that count, where units are counted. */
  readonly itemUnits: readonly ItemUnits[]
}

interface ItemUnits {
  readonly index: number
  /** From 1, in their order; at most 1000. */
  readonly units: readonly number[]
  readonly unitsLimitExceeded: boolean
}

export interface EntryLists {
  readonly applicableTo: readonly AppliedEntry[]
  readonly inapplicableTo: readonly AppliedEntry[]
}

const UNITS_MAX = 1000

export function entryLists(
  lines: readonly CartLine[],
  applicability: readonly Applicability[],
  { selected, picked }: Selection
): EntryLists {
  const chosen = new Set(selected.map(({ index }) => index))
  const included = picked.flatMap(({ rule, picks }) => {
    if (!isSelective(rule) || rule.includedAll) return []
    const counted = picks.filter(({ index }) => chosen.has(index))
    return rule.included.map(
      entry => [entry, counted.filter(pick => pick.entry === entry)] as const
    )
  })
  const excluded = applicability.flatMap(rule =>
    rule.excluded.map(entry => [entry, linesNaming(lines, entry)] as const)
  )
  return { applicableTo: listed(lines, included), inapplicableTo: listed(lines, excluded) }
}

type Meant = Pick<Picked, 'index' | 'units' | 'from'>

function linesNaming(lines: readonly CartLine[], { id }: ApplicableItem): readonly Meant[] {
  return lines.flatMap(({ ids, quantity }, index) =>
    ids.includes(id) ? [{ index, units: quantity, from: null }] : []
  )
}

/** Each thing once, as it is named first. */
function listed(
  lines: readonly CartLine[],
  entries: readonly (readonly [ApplicableItem, readonly Meant[]])[]
): readonly AppliedEntry[] {
  const found = entries.flatMap(([entry, meant]) => [
    entryOf(lines, entry, meant),
    ...(entry.object === 'products_collection' ? goodsOf(lines, entry, meant) : [])
  ])
  return [...new Map(found.toReversed().map(entry => [entry.id, entry])).values()].toReversed()
}

function entryOf(
  lines: readonly CartLine[],
  entry: ApplicableItem,
  meant: readonly Meant[]
): AppliedEntry {
  const line = entry.object === 'sku' ? lines[meant[0]?.index ?? -1] : undefined
  return {
    ...entry,
    effect: entry.effect ?? EFFECT_DEFAULT,
    skipInitially: entry.skipInitially ?? 0,
    repeat: entry.repeat ?? 1,
    target: entry.target ?? 'ITEM',
    productId: line?.productId ?? null,
    productSourceId: line?.productSourceId ?? null,
    strict: false,
    itemIndices: meant.map(({ index }) => index),
    itemUnits: meant.flatMap(unitsOf)
  }
}

function goodsOf(
  lines: readonly CartLine[],
  collection: ApplicableItem,
  meant: readonly Meant[]
): readonly AppliedEntry[] {
  const goods = new Map<string, { item: ApplicableItem; strict: boolean; meant: Meant[] }>()
  for (const each of meant) {
    const line = lines[each.index] as CartLine
    const { object, known, sourceId } = namesOf(line)
    const id = known ?? sourceId
    if (id === null) continue
    const item = { ...collection, object, id, sourceId }
    const found = goods.get(id) ?? { item, strict: known === null, meant: [] }
    found.meant.push(each)
    goods.set(id, found)
  }
  return [...goods.values()].map(({ item, strict, meant }) => ({
    ...entryOf(lines, item, meant),
    strict
  }))
}

function namesOf({ skuId, skuSourceId, productId, productSourceId }: CartLine) {
  return skuId === null && skuSourceId === null
    ? { object: 'product' as const, known: productId, sourceId: productSourceId }
    : { object: 'sku' as const, known: skuId, sourceId: skuSourceId }
}

function unitsOf({ index, units, from }: Meant): readonly ItemUnits[] {
  if (from === null) return []
  const length = Math.min(units, UNITS_MAX)
  const numbers = Array.from({ length }, (_, place) => from.first + place * from.repeat)
  return [{ index, units: numbers, unitsLimitExceeded: units > UNITS_MAX }]
}
