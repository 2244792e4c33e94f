/**
 * What is known of customers and members when somebody writes to them: profile, card, points,
 * segments.
 *
 * Spec: Resources, Customer, Voucher (`loyalty_card`); Events 2.
 */
import type { AdjustBalanceFacts } from '../decisions/balance.ts'
import type { SaveCustomer, UpsertCustomerFacts } from '../decisions/customers.ts'
import type { JoinProgramFacts, PublishToCustomerFacts } from '../decisions/members.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { EnterSegmentFacts } from '../decisions/segments.ts'
import type { Customer, Instant, Project } from '../model.ts'
import {
  campaignNamed,
  cardNamed,
  customerSent,
  findCustomer,
  programNamed,
  schemaOf,
  voucherNamed
} from './loads.ts'
import { loadStanding, purseIn } from './loads-standing.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** What upsertCustomer needs. */
export function loadSaveCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> => {
    const stored = await customerSent(session, command)
    return {
      ...(await loadStanding(session, { event: null, customer: stored, now })),
      stored,
      schema: await schemaOf(session, 'customer')
    }
  }
}

/**
 * What joinProgram needs for somebody to get the card with this code.
 * @throws {Refused} when card, program or customer do not exist.
 */
export function loadMember(project: Project, code: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<JoinProgramFacts> => {
    const spare = await voucherNamed(session, project, code)
    const campaign = await programNamed(session, spare.campaignId ?? '')
    const customer = await someone(session, customerName)
    const standing = await loadStanding(session, { event: null, customer, now, program: campaign })
    return { ...standing, campaign, customer, spare }
  }
}

/** What publishToCustomer needs. @throws {Refused} when voucher or customer do not exist. */
export function loadPublication(project: Project, code: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<PublishToCustomerFacts> => {
    const voucher = await voucherNamed(session, project, code)
    const campaign = await campaignNamed(session, voucher.campaignId ?? '')
    const customer = await someone(session, customerName)
    const program = campaign.campaignType === 'LOYALTY_PROGRAM' ? { program: campaign } : {}
    const standing = await loadStanding(session, { event: null, customer, now, ...program })
    return { ...standing, campaign, customer, spare: await purseIn(session, standing, voucher) }
  }
}

/** What adjustBalance needs. @throws {Refused} when no card of a program has the code. */
export function loadBalance(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<AdjustBalanceFacts> => {
    const card = await cardNamed(session, project, code, null)
    const campaign = await programNamed(session, card.campaignId ?? '')
    const customer = await customerSent(session, { id: card.holderId })
    const asked = { event: null, customer, now, preferred: [card.id] }
    const standing = await loadStanding(session, asked)
    return { ...standing, campaign, customer, purse: await purseIn(session, standing, card) }
  }
}

/** What enterSegment needs. @throws {Refused} when segment or customer do not exist. */
export function loadSegmentEntry(segmentId: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<EnterSegmentFacts> => {
    const segment = await session.one('segmentById', { id: segmentId })
    if (segment === undefined) throw new Refused(notFound('segment', segmentId))
    const customer = await someone(session, customerName)
    const event = 'customer.segment.entered'
    const standing = await loadStanding(session, { event, customer, now })
    return { ...standing, segment: rows.segmentOf(segment), customer }
  }
}

async function someone(session: Session, name: string): Promise<Customer> {
  const customer = await findCustomer(session, name)
  if (customer === null) throw new Refused(notFound('customer', name))
  return customer
}
