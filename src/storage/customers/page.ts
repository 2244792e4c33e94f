/**
 * What a customer's page shows.
 *
 * Spec: Customer.assets.
 */
import type { Moment } from '../../decisions/occasion.ts'
import type { Standing } from '../../decisions/standing/standing.ts'
import type { Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import type { Session } from '../engine/session.ts'
import { entriesOfVoucher, ledgerEntryOf } from '../points/ledger.ts'
import { pendingPointsOf, pendingPointsUp } from '../points/pending.ts'
import { standingsAt } from '../standing/moments.ts'
import {
  cardsOfCustomer,
  voucherOf,
  vouchersOfCustomer,
  vouchersOfCustomerCount
} from '../vouchers/vouchers.ts'
import { customerById, customerOf } from './customers.ts'

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
