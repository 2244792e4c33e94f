/**
 * What checking a customer's possibilities needs to know.
 *
 * Spec: checkEligibility.
 */
import {
  type Dated,
  newCodeOf,
  newestOf,
  stretchFrom
} from '../../decisions/discounts/candidates.ts'
import {
  type Candidate,
  type CheckEligibility,
  type EligibilityFacts,
  sourcesFor
} from '../../decisions/discounts/qualification.ts'
import type {
  FoundTier,
  FoundVoucher,
  RedeemableCommand
} from '../../decisions/discounts/request.ts'
import type { CandidateSource } from '../../decisions/discounts/scenarios.ts'
import type { Purse } from '../../decisions/points/purse.ts'
import { assignmentsToCard } from '../../decisions/redemptions/request.ts'
import type { Campaign, Customer, Instant, Voucher } from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type Session, together } from '../engine/session.ts'
import { readHoldsOf } from '../points/holds.ts'
import { purseIn } from '../points/lots.ts'
import { inventoryFor } from '../products/inventory.ts'
import { boundRulesOf } from '../validation-rules/assignments.ts'
import {
  type AskingChannel,
  factsAround,
  loadShownCategory,
  orderAndCustomer,
  stackedAs
} from './applying.ts'
import {
  campaignsToHave,
  campaignsUntil,
  coinOfferOf,
  couponsAlone,
  type KeptTier,
  tiersUntil,
  vouchersHeld
} from './candidates.ts'

/** A candidate before what binds it is known. */
type Seen = Dated &
  (
    | { readonly object: 'voucher'; readonly voucher: Voucher }
    | ({ readonly object: 'promotion_tier' } & KeptTier)
    | { readonly object: 'campaign'; readonly campaign: Campaign }
  )

/** The facts of checkEligibility. */
export function loadEligibility(caller: AskingChannel, command: CheckEligibility) {
  return async (session: Session, now: Instant): Promise<EligibilityFacts> => {
    const [{ storedOrder, customer }, inventory] = await together(
      orderAndCustomer(session, command.order, command.customer),
      inventoryFor(session, command.order)
    )
    const sources = sourcesFor(command)
    const lists = await together(
      ...sources.map(source => seenIn(session, source, customer, command))
    )
    const { examined, places, hasMore } = newestOf(lists, command.cursor)
    const seen = await candidatesOf(session, examined, customer)
    const redeemables = seen.map(({ found }) => found)
    const isStandingKnown = true
    const sought = { storedOrder, customer, redeemables, isStandingKnown, inventory, now }
    const facts = await factsAround(session, caller, command, sought)
    const candidates: readonly Candidate[] = await together(
      ...seen.map(async candidate => {
        const { found } = candidate
        return found.object === 'voucher' && found.purse.voucher.card !== null
          ? { ...candidate, found: await withLots(session, facts, found) }
          : candidate
      })
    )
    return {
      ...facts,
      redeemables: candidates.map(({ found }) => found),
      ...{ candidates, places, hasMore }
    }
  }
}

/** A card with its lots, which the standing mostly has. */
async function withLots(
  session: Session,
  facts: Parameters<typeof purseIn>[1],
  found: FoundVoucher
): Promise<FoundVoucher> {
  return { ...found, purse: await purseIn(session, facts, found.purse.voucher) }
}

async function seenIn(
  session: Session,
  source: CandidateSource,
  customer: Customer | null,
  { cursor }: CheckEligibility
): Promise<readonly Seen[]> {
  const stretch = stretchFrom(cursor)
  switch (source) {
    case 'held':
      return customer === null
        ? []
        : (await vouchersHeld(session, customer.id, stretch)).map(seenVoucher)
    case 'alone':
      return (await couponsAlone(session, stretch)).map(seenVoucher)
    case 'tiers':
      return (await tiersUntil(session, stretch)).map(({ tier, campaign }) => {
        const { id, createdAt } = tier
        return { object: 'promotion_tier', id, createdAt, tier, campaign }
      })
    case 'campaigns':
      return (await campaignsUntil(session, stretch)).map(campaign => {
        const { id, createdAt } = campaign
        return { object: 'campaign', id, createdAt, campaign }
      })
  }
}

function seenVoucher(voucher: Voucher): Seen {
  const { id, createdAt } = voucher
  return { object: 'voucher', id, createdAt, voucher }
}

async function candidatesOf(
  session: Session,
  examined: readonly Seen[],
  customer: Customer | null
): Promise<readonly Candidate[]> {
  const campaigns = examined.flatMap(each => (each.object === 'campaign' ? [each.campaign] : []))
  const vouchers = examined.flatMap(each => (each.object === 'voucher' ? [each.voucher] : []))
  const [toHave, rulesOf, holdsOf] = await together(
    campaignsToHave(session, campaigns),
    boundRulesOf(session, vouchers),
    readHoldsOf(session, vouchers)
  )
  return together(
    ...examined.map(async (each): Promise<Candidate> => {
      const { object, id, createdAt } = each
      const found =
        each.object === 'voucher'
          ? await heldOrAlone(session, { ...each, ...holdsOf(each.voucher) }, customer, rulesOf)
          : each.object === 'campaign'
            ? await codeOf(session, each.campaign, rulesOf)
            : await tierOf(session, each, rulesOf)
      return { object, id, createdAt, found, isToHave: object !== 'campaign' || toHave.has(id) }
    })
  )
}

type RulesOf = Awaited<ReturnType<typeof boundRulesOf>>

async function tierOf(
  session: Session,
  { tier, campaign }: KeptTier,
  rulesOf: RulesOf
): Promise<FoundTier> {
  const category = await loadShownCategory(session, tier, campaign)
  return {
    object: 'promotion_tier',
    sent: asked('promotion_tier', tier.id),
    ...{ tier, campaign, category },
    rules: await rulesOf(null, [tier.id, campaign.id]),
    categories: stackedAs(category)
  }
}

/** A voucher that the customer holds, or that nobody does. */
async function heldOrAlone(
  session: Session,
  { voucher, holds }: Pick<Purse, 'voucher' | 'holds'>,
  customer: Customer | null,
  rulesOf: RulesOf
): Promise<FoundVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  const offer =
    voucher.card === null || campaign === null ? null : await coinOfferOf(session, campaign.id)
  const setUp = [campaign?.id, offer?.assignment.id].filter(id => id !== undefined)
  const rules = await rulesOf(voucher, setUp)
  const category = await loadShownCategory(session, voucher, campaign)
  return {
    object: 'voucher',
    sent: { ...asked('voucher', voucher.code), rewardId: offer?.reward.id },
    ...{ campaign, category, rules },
    holder: voucher.holderId === null ? null : customer,
    ownerId: voucher.holderId,
    purse: { voucher, lots: [], ...(holds && { holds }) },
    assignments: assignmentsToCard(rules),
    reward: offer?.reward ?? null,
    assignment: offer?.assignment ?? null,
    categories: stackedAs(category)
  }
}

/** A code of a campaign as a new one would be. */
async function codeOf(
  session: Session,
  campaign: Campaign,
  rulesOf: RulesOf
): Promise<FoundVoucher> {
  const category = await loadShownCategory(session, campaign, null)
  const rules = await rulesOf(null, [campaign.id])
  return {
    object: 'voucher',
    sent: asked('voucher', campaign.id),
    ...{ campaign, category, rules },
    holder: null,
    ownerId: null,
    purse: { voucher: newCodeOf(campaign), lots: [] },
    assignments: assignmentsToCard(rules),
    ...{ reward: null, assignment: null },
    categories: stackedAs(category)
  }
}

function asked(object: RedeemableCommand['object'], id: string): RedeemableCommand {
  return { object, id, credits: undefined, rewardId: undefined, points: undefined }
}
