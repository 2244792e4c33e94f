/**
 * The lists `applicable_to` and `inapplicable_to` of an answer: what rules include and exclude, and
 * the lines of the cart that each entry means.
 *
 * A collection is followed by the goods of the cart that it holds. Nothing is listed where a
 * discount applies to everything.
 *
 * Spec: ApplicableTo.
 */
import { type Applicability, type ApplicableItem, isSelective } from '../validation.ts'
import type { CartLine } from './cart.ts'
import { EFFECT_DEFAULT, type Picked, type Selection } from './selection.ts'

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

export interface ItemUnits {
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

/** The goods of the cart that a collection holds, each with its lines. */
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
