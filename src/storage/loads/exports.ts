/**
 * What export files are made of: where rows stand, and the items of a part.
 *
 * Spec: Resources, Export.
 */

import { totalsAfter } from '../../decisions/customers/profiles.ts'
import type { ExportItems } from '../../decisions/exports/cells.ts'
import type { Moment } from '../../decisions/standing/calendar.ts'
import type { Export, ExportedObject, Job, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { type Hold, held } from '../jobs.ts'
import { exportNamed } from '../lists/records.ts'
import { heldNow } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { standingsAt, vouchersAt } from './moments.ts'

/** What deleteExport needs. @throws {Refused} when the project has no such export. */
export function loadExport(id: string) {
  return async (session: Session): Promise<{ export: Export }> => ({
    export: await exportNamed(session, id)
  })
}

/**
 * The job and the export it writes, null when that was deleted; null in all when the job is no
 * longer the owner's.
 */
export function loadExportHeld(hold: Hold, exportId: string) {
  return async (session: Session): Promise<{ job: Job; export: Export | null } | null> => {
    const job = await held(session, hold)
    if (job === null) return null
    const row = await session.one('exportById', { id: exportId })
    return { job, export: row === undefined ? null : rows.exportOf(row) }
  }
}

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
  voucher: vouchers,

  redemption: async (session, ids) => {
    const found = await session.all('export rows redemption', { ids: JSON.stringify(ids) })
    return found.map(({ redemption: row, ...beside }) => {
      const redemption = rows.redemptionOf(row)
      return [redemption.id, { redemption, ...beside }]
    })
  },

  publication: async (session, ids) => {
    const found = await session.all('export rows publication', { ids: JSON.stringify(ids) })
    return found.map(({ publication: row, ...beside }) => {
      const publication = rows.publicationOf(row)
      return [publication.id, { publication, ...beside }]
    })
  },

  customer: async (session, ids, moment) => {
    const found = await session.all('export rows customer', { ids: JSON.stringify(ids) })
    const standings = await standingsAt(session, ids, moment)
    return found.map(row => {
      const customer = rows.customerOf(row.customer)
      const standing = standings.get(customer.id)
      const booked = rows.customerTotalsOf(row.totals)
      const totals = standing === undefined ? booked : totalsAfter(booked, standing)
      return [customer.id, { customer, totals }]
    })
  },

  order: async (session, ids) => {
    const found = await session.all('export rows order', { ids: JSON.stringify(ids) })
    return found.map(row => [row.id, rows.orderOf(row)])
  },

  points_expiration: async (session, ids, { now, project }) => {
    const today = dayAt(now, project.timezone)
    const found = await session.all('export rows points_expiration', { ids: JSON.stringify(ids) })
    return found.map(row => {
      const lot = rows.lotOf(row)
      const lapsed = lot.expiresOn !== null && lot.expiresOn < today
      // Booked or not, nothing is left of what has lapsed.
      const item = lapsed
        ? ({ lot: { ...lot, remaining: 0 }, status: 'EXPIRED' } as const)
        : ({ lot, status: 'ACTIVE' } as const)
      return [lot.id, item]
    })
  },

  voucher_transactions: async (session, ids) => {
    const values = { ids: JSON.stringify(ids) }
    const found = await session.all('export rows voucher_transactions', values)
    return found.map(row => [row.id, rows.ledgerEntryOf(row)])
  }
}

async function vouchers(
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
    heldNow(rows.voucherOf(row), holderDeletedAt)
  )
  const then = await vouchersAt(session, held, moment)
  return found.map(({ voucher: { id }, holderDeletedAt: _, ...beside }, index) => {
    // INVARIANT: a voucher at a moment stands where it stood.
    const voucher = then[index] as Voucher
    return [id, { voucher, ...beside, validationRuleIds: rules.get(id) ?? [] }]
  })
}
