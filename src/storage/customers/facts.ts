/**
 * What saving and importing a customer needs to know, and what the page of a customer shows.
 *
 * What importing a customer needs to know.
 *
 * Spec: Customer.assets, createCustomer, updateCustomer.
 */
import type { Moment } from '../../decisions/changes.ts'
import type {
  ImportCustomerFacts,
  SaveCustomer,
  UpsertCustomerFacts
} from '../../decisions/customers/customers.ts'
import type { Standing } from '../../decisions/standing/standing.ts'
import type { Customer, Instant, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type Session, together } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { entriesOfVoucher, ledgerEntryOf } from '../points/ledger.ts'
import { pendingPointsOf, pendingPointsUp } from '../points/movements.ts'
import { loadStanding, standingsAt } from '../standing/standing.ts'
import {
  cardsOfCustomer,
  voucherOf,
  vouchersOfCustomer,
  vouchersOfCustomerCount
} from '../vouchers/vouchers.ts'
import { customerById, customerNamed, customerOf, customerSent } from './customers.ts'
import { profileOf } from './profiles.ts'

/** The facts of importCustomer, for the source id of the command. */
export function loadImportCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<ImportCustomerFacts> => {
    const stored = await customerSent(session, command)
    return {
      ...(await loadStanding(session, { event: null, customer: stored, now })),
      stored,
      schema: await schemaOf(session, 'customer')
    }
  }
}

/*
 * What a customer's page shows.
 */

/** Cards, vouchers, movements and pending entries one page shows at most. */
const SHOWN_CARDS = 10

const SHOWN_VOUCHERS = 50

const SHOWN_MOVEMENTS = 60

const SHOWN_PENDING = 100

/**
 * The data of the customer page; null without such a customer. By id alone: a url never becomes
 * another customer's.
 */
export async function customerPageOf(session: Session, moment: Moment, customerId: string) {
  const { now, project } = moment
  const row = await session.one(customerById, { id: customerId })
  if (row === undefined) return null
  const customer = customerOf(row)
  const of = { customerId: customer.id }
  const held = await session.all(cardsOfCustomer, of)
  const standing = (await standingsAt(session, [customer.id], moment)).get(customer.id) ?? null
  const cards = []
  for (const row of held.slice(0, SHOWN_CARDS)) {
    const campaign = await findCampaignOf(session, row)
    const then = standing?.programs.find(({ card }) => card?.voucher.id === row.id)
    const voucher = then?.card?.voucher ?? voucherOf(row)
    const history = await historyOf(session, voucher, moment, standing)
    cards.push({ voucher, campaignName: campaign?.name ?? '', ...history })
  }
  const found = await session.all(vouchersOfCustomer, { ...of, limit: SHOWN_VOUCHERS })
  const isFull = found.length === SHOWN_VOUCHERS
  const total = isFull ? (await session.one(vouchersOfCustomerCount, of))?.total : undefined
  const vouchers = found.map(voucherOf)
  const names = await campaignNames(session, vouchers)
  return {
    project,
    now,
    customer,
    cards,
    vouchers: vouchers.map(voucher => ({
      voucher,
      campaignName: names.get(voucher.campaignId ?? '') ?? null
    })),
    more: {
      cards: held.length - cards.length,
      vouchers: (total ?? found.length) - found.length
    }
  }
}

/** What nobody has booked yet is a movement like the others, for the balance to follow from. */
async function historyOf(
  session: Session,
  { id: voucherId }: Voucher,
  { now, project }: Moment,
  standing: Standing | null
) {
  const of = { voucherId, limit: SHOWN_PENDING, day: dayAt(now, project.timezone) }
  const pending = await session.all(pendingPointsUp, { ...of, after: '' })
  const booked = await session.all(entriesOfVoucher, { voucherId, limit: SHOWN_MOVEMENTS })
  const due = (standing?.changes ?? []).flatMap(change =>
    change.kind === 'points.moved' && change.entry.voucherId === voucherId ? [change.entry] : []
  )
  return {
    pending: pending.map(pendingPointsOf).sort((a, b) => (a.activatesOn < b.activatesOn ? -1 : 1)),
    movements: [...due.toReversed(), ...booked.map(ledgerEntryOf)].slice(0, SHOWN_MOVEMENTS)
  }
}

async function campaignNames(
  session: Session,
  vouchers: readonly Voucher[]
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const voucher of vouchers) {
    const campaign = await findCampaignOf(session, voucher)
    if (campaign !== null) names.set(campaign.id, campaign.name)
  }
  return names
}

/*
 * What saving a customer needs to know.
 */

/** The facts of upsertCustomer, for the customer that the command names. */
export function loadSaveCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerSent(session, command), now)
}

/** The same for a known customer, by id or source id. @throws {Refused} when there is none. */
export function loadUpdateCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerNamed(session, name), now)
}

async function factsOf(
  session: Session,
  stored: Customer | null,
  now: Instant
): Promise<UpsertCustomerFacts> {
  const [standing, schema, profile] = await together(
    loadStanding(session, { event: null, customer: stored, now }),
    schemaOf(session, 'customer'),
    stored && profileOf(session, stored)
  )
  return { ...standing, stored, schema, profile }
}
