/**
 * What export files are made of: the places of rows in an order, and the items of some ids.
 *
 * A file can be sorted by many columns, of which few have an index. So the engine is never asked
 * to sort: the places are read along the ids, and jobs/exports.ts sorts them.
 *
 * Spec: ExportParameters.order, ExportParameters.fields; Decision 49.
 */

import { totalsAfter } from '../../decisions/customers/profiles.ts'
import type { ExportItems } from '../../decisions/exports/cells.ts'
import type { Moment } from '../../decisions/occasion.ts'
import type { ExportedObject, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { customerOf } from '../customers/customers.ts'
import { customerTotalsOf } from '../customers/totals.ts'
import type { Session } from '../engine/session.ts'
import { orderOf } from '../orders.ts'
import { ledgerEntryOf } from '../points/ledger.ts'
import { lotOf } from '../points/lots.ts'
import { publicationOf } from '../publications.ts'
import { redemptionOf } from '../redemptions/redemptions.ts'
import { standingsAt, vouchersAt } from '../standing/moments.ts'
import { clearDeletedHolder, voucherOf } from '../vouchers/vouchers.ts'

/** A row's place in an order: by `key`, then by id. What has no key comes before what has one. */
export interface Place {
  readonly key: string
  readonly id: string
}

/** The places of rows with ids after `after`, upwards by id, at most `limit`. */
export function loadPlaces(
  exportedObject: ExportedObject,
  { orderBy, after, limit }: { orderBy: string; after: string; limit: number }
) {
  return async (session: Session): Promise<readonly Place[]> => {
    const found = await session.all(`export keys ${exportedObject}`, { after, limit })
    return found.map((row: { readonly id: string; readonly [name: string]: string | null }) => ({
      key: row[orderBy] ?? '',
      id: row.id
    }))
  }
}

/** The items of some ids in their order, as of a moment; what is gone by then is left out. */
export function loadExportItems<Object extends ExportedObject>(
  exportedObject: Object,
  ids: readonly string[],
  moment: Moment
) {
  return async (session: Session): Promise<readonly ExportItems[Object][]> => {
    const found = await ITEMS[exportedObject](session, ids, moment)
    const byId = new Map(found)
    return ids.map(id => byId.get(id)).filter(item => item !== undefined)
  }
}

type Found<Item> = readonly (readonly [id: string, item: Item])[]

const ITEMS: {
  readonly [Object in ExportedObject]: (
    session: Session,
    ids: readonly string[],
    moment: Moment
  ) => Promise<Found<ExportItems[Object]>>
} = {
  voucher: readVouchers,

  redemption: async (session, ids) => {
    const found = await session.all('export rows redemption', { ids: JSON.stringify(ids) })
    return found.map(({ redemption: row, ...beside }) => {
      const redemption = redemptionOf(row)
      return [redemption.id, { redemption, ...beside }]
    })
  },

  publication: async (session, ids) => {
    const found = await session.all('export rows publication', { ids: JSON.stringify(ids) })
    return found.map(({ publication: row, ...beside }) => {
      const publication = publicationOf(row)
      return [publication.id, { publication, ...beside }]
    })
  },

  customer: async (session, ids, moment) => {
    const found = await session.all('export rows customer', { ids: JSON.stringify(ids) })
    const standings = await standingsAt(session, ids, moment)
    return found.map(row => {
      const customer = customerOf(row.customer)
      const standing = standings.get(customer.id)
      const booked = customerTotalsOf(row.totals)
      const totals = standing === undefined ? booked : totalsAfter(booked, standing)
      return [customer.id, { customer, totals }]
    })
  },

  order: async (session, ids) => {
    const found = await session.all('export rows order', { ids: JSON.stringify(ids) })
    return found.map(row => [row.id, orderOf(row)])
  },

  points_expiration: readLots,

  voucher_transactions: async (session, ids) => {
    const values = { ids: JSON.stringify(ids) }
    const found = await session.all('export rows voucher_transactions', values)
    return found.map(row => [row.id, ledgerEntryOf(row)])
  }
}

async function readVouchers(
  session: Session,
  ids: readonly string[],
  moment: Moment
): Promise<Found<ExportItems['voucher']>> {
  const values = { ids: JSON.stringify(ids) }
  const rules = new Map<string, string[]>()
  for (const { assignment } of await session.all('rulesAssignedTo', values)) {
    if (assignment.relatedObjectType !== 'voucher') continue
    const known = rules.get(assignment.relatedObjectId)
    if (known === undefined) rules.set(assignment.relatedObjectId, [assignment.ruleId])
    else known.push(assignment.ruleId)
  }
  const found = await session.all('export rows voucher', values)
  const held = found.map(({ voucher: row, holderDeletedAt }) =>
    clearDeletedHolder(voucherOf(row), holderDeletedAt)
  )
  const then = await vouchersAt(session, held, moment)
  return found.map(({ voucher: { id }, holderDeletedAt: _, ...beside }, index) => {
    // INVARIANT: a voucher at a moment stands where it stood.
    const voucher = then[index] as Voucher
    return [id, { voucher, ...beside, validationRuleIds: rules.get(id) ?? [] }]
  })
}

/** What is left of each then; of what has lapsed, nothing. */
async function readLots(
  session: Session,
  ids: readonly string[],
  moment: Moment
): Promise<Found<ExportItems['points_expiration']>> {
  const today = dayAt(moment.now, moment.project.timezone)
  const values = { ids: JSON.stringify(ids) }
  const lots = (await session.all('export rows points_expiration', values)).map(lotOf)
  const cards = { ids: JSON.stringify([...new Set(lots.map(({ voucherId }) => voucherId))]) }
  const held = await session.all('export rows voucher', cards)
  const holders = held.flatMap(({ voucher: { holderId } }) => holderId ?? [])
  const left = new Map<string, ReadonlyMap<string, number>>()
  for (const { programs } of (await standingsAt(session, holders, moment)).values()) {
    for (const { card } of programs) {
      if (card === null) continue
      left.set(card.voucher.id, new Map(card.lots.map(({ id, remaining }) => [id, remaining])))
    }
  }
  return lots.map(lot => {
    const { id, voucherId, expiresOn } = lot
    const card = left.get(voucherId)
    const remaining = card === undefined ? lot.remaining : (card.get(id) ?? 0)
    const status = expiresOn !== null && expiresOn < today ? 'EXPIRED' : 'ACTIVE'
    return [id, { lot: { ...lot, remaining }, status }]
  })
}
