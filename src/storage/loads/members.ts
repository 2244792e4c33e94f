/**
 * What is known of customers and members when somebody writes to them: profile, card, points,
 * segments.
 *
 * Spec: Resources, Customer, Voucher (`loyalty_card`); Events 2.
 */
import type { JoinProgramFacts } from '../../decisions/members/members.ts'
import type { AdjustBalanceFacts } from '../../decisions/points/balance.ts'
import type { PendingPointsFacts } from '../../decisions/points/pending.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { EnterSegmentFacts } from '../../decisions/segments/segments.ts'
import type {
  Category,
  Customer,
  Instant,
  Project,
  ValidationRuleAssignment,
  Voucher
} from '../../model.ts'
import {
  campaignNamed,
  cardNamed,
  categoryOf,
  customerSent,
  findCustomer,
  programNamed,
  schemaOf,
  voucherNamed
} from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { loadHeldCard } from './jobs.ts'
import { loadStanding, purseIn, spareOf } from './standing.ts'

/** What is shown beside a card, of all that could be the one: found by ids. */
interface Filed {
  readonly filed: {
    readonly categories: readonly Category[]
    readonly assignments: readonly ValidationRuleAssignment[]
  }
}

async function filedWith(
  session: Session,
  things: readonly Pick<Voucher, 'id' | 'categoryId'>[]
): Promise<Filed['filed']> {
  const categories: Category[] = []
  for (const id of new Set(things.map(({ categoryId }) => categoryId))) {
    const category = await categoryOf(session, id)
    if (category !== null) categories.push(category)
  }
  const ids = JSON.stringify(things.map(({ id }) => id))
  const found = await session.all('rulesAssignedTo', { ids })
  const assignments = found.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
  return { categories, assignments }
}

/** Who joins a program: somebody described, or (`name`) somebody who is known. */
type Joining = { readonly sent: Parameters<typeof customerSent>[1] } | { readonly name: string }

/**
 * What joinProgram needs; `cardName` null: any card of the program will do.
 * @throws {Refused} when the program, a card of it that is named, or somebody known do not exist.
 */
export function loadJoin(
  project: Project,
  campaignName: string,
  joining: Joining,
  cardName: string | null
) {
  return async (session: Session, now: Instant): Promise<JoinProgramFacts & Filed> => {
    const campaign = await programNamed(session, campaignName)
    const stored =
      'name' in joining
        ? await someone(session, joining.name)
        : await customerSent(session, joining.sent)
    const card = cardName === null ? null : await cardNamed(session, project, cardName, campaign.id)
    const preferred = card === null ? [] : [card.id]
    const asked = { event: null, customer: stored, now, preferred, program: campaign }
    const standing = await loadStanding(session, asked)
    const spare = card ?? (await spareOf(session, campaign, now))
    const cards = standing.programs.flatMap(program => program.card?.voucher ?? [])
    return {
      ...standing,
      campaign,
      stored,
      schema: await schemaOf(session, 'customer'),
      publicationSchema: await schemaOf(session, 'publication'),
      spare,
      filed: await filedWith(session, [campaign, ...cards, ...(spare === null ? [] : [spare])])
    }
  }
}

/**
 * What joinProgram needs for somebody to get the card with this code.
 * @throws {Refused} when card, program or customer do not exist.
 */
export function loadMember(project: Project, code: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<JoinProgramFacts> => {
    const { campaignId } = await voucherNamed(session, project, code)
    return loadJoin(project, campaignId ?? '', { name: customerName }, code)(session, now)
  }
}

/**
 * What adjustBalance needs; `campaignName` null: whichever program the card is of.
 * @throws {Refused} when no card of a program has the code.
 */
export function loadBalance(project: Project, code: string, campaignName: string | null = null) {
  return async (session: Session, now: Instant): Promise<AdjustBalanceFacts> => {
    const named = campaignName === null ? null : await programNamed(session, campaignName)
    const card = await cardNamed(session, project, code, named?.id ?? null)
    const campaign = named ?? (await programNamed(session, card.campaignId ?? ''))
    const customer = await customerSent(session, { id: card.holderId })
    const asked = { event: null, customer, now, preferred: [card.id] }
    const standing = await loadStanding(session, asked)
    return { ...standing, campaign, customer, purse: await purseIn(session, standing, card) }
  }
}

/**
 * What is needed to settle or change points that wait on a card, whatever became of them.
 * @throws {Refused} when there is no such card, or no such entry on it.
 */
export function loadMemberPendingPoints(project: Project, memberName: string, id: string) {
  return async (session: Session, now: Instant): Promise<PendingPointsFacts> => {
    const card = await cardNamed(session, project, memberName, null)
    const row = await session.one('pendingPointsById', { voucherId: card.id, id })
    if (row === undefined) throw new Refused(notFound('pending_points', id))
    const held = await loadHeldCard(card.id)(session, now)
    // Points wait for somebody; without them nobody is left to tell, and nothing to settle.
    if (held === null) throw new Refused(notFound('customer', card.holderId ?? ''))
    const pending = rows.pendingPointsOf(row)
    return { ...held, pending, campaign: await campaignNamed(session, pending.campaignId) }
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
