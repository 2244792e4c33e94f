/**
 * Members: the holders of a program's cards, and what joining a program needs to know.
 * Spec: addMember, listMembers, MemberList.
 */
import { and, gt, lt, type SQL, sql } from 'drizzle-orm/sql'
import type { Moment } from '../decisions/changes.ts'
import type { AdjustBalanceFacts } from '../decisions/points/adjustments.ts'
import type { AddMemberFacts } from '../decisions/publications.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type {
  Campaign,
  Category,
  Project,
  ShownVoucher,
  ValidationRuleAssignment,
  Voucher
} from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { countVouchers, programNamed } from './campaigns/campaigns.ts'
import { findCategoryById } from './categories.ts'
import { customerNamed, customerSent, findCustomer } from './customers/customers.ts'
import { type Session, together } from './engine/session.ts'
import { BY_ID, type Given, is, type Page, type Tables } from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { cardAt, purseIn } from './points/ledger.ts'
import {
  countToScan,
  EARLIEST,
  findSelected,
  LATEST,
  longScanRefused,
  rowsListed,
  SCANNED_MAX,
  type Span
} from './resources.ts'
import { loadHolder, loadStanding, vouchersAt } from './standing.ts'
import { assignmentsBinding, assignmentsOn } from './validation-rules.ts'
import { showVoucherAt, type VouchersWanted } from './vouchers/facts.ts'
import { cardNamed, cardsOfCustomer, findVoucher, spareOf, voucherOf } from './vouchers/vouchers.ts'

type OfProgram = { campaignId: string }

/**
 * Cards of a program that a customer holds who is not deleted: word for word as the index of them
 * has it, so that nothing is read of those that a page skips.
 */
function isMember(v: Tables['vouchers'], { campaignId }: Given<OfProgram>): SQL | undefined {
  return and(is(v.campaignId, campaignId), sql`holder_id is not null`, sql`not holder_gone`)
}

export const memberList = rowsListed('vouchers', { orders: BY_ID, where: isMember })

type Ends = Readonly<Record<`${'created' | 'updated'}${'After' | 'Before'}`, string>>

/**
 * Those that were made and changed within spans. A card that never changed counts as changed at
 * '0': no instant is before it, and only a span that begins at the empty text has it.
 */
export const memberListWithin = rowsListed('vouchers', {
  orders: BY_ID,
  where: (v, given: Given<OfProgram & Ends>) => {
    const updatedAt = sql`coalesce(${v.updatedAt}, '0')`
    // As an expression, so that the engine goes along the members in their order.
    const createdAt = sql`coalesce(${v.createdAt}, '')`
    return and(
      isMember(v, given),
      gt(createdAt, given.createdAfter),
      lt(createdAt, given.createdBefore),
      gt(updatedAt, given.updatedAfter),
      lt(updatedAt, given.updatedBefore)
    )
  }
})

export const membersToScan = countToScan('vouchers', isMember)

/** A loyalty card, of this program if one is named. @throws {Refused} for anything else. */
export async function memberNamed(
  session: Session,
  moment: Moment,
  path: Parameters<typeof cardAt>[2]
): Promise<ShownVoucher> {
  return showVoucherAt(session, await cardAt(session, moment.project, path), moment)
}

/** The members of a program, by when their cards were made. @throws {Refused} for no program. */
export async function membersPage(
  session: Session,
  moment: Moment,
  { campaignName, ...wanted }: MembersWanted,
  page: Page
): Promise<{ rows: readonly ShownVoucher[]; total: number }> {
  const campaign = await programNamed(session, campaignName)
  const { stored, total } = await membersWanted(session, moment.project, campaign, wanted, page)
  const rows = stored.map(voucher => ({ voucher }))
  const found = await vouchersAt(session, rows, moment)
  const vouchers = found.map(({ voucher }) => voucher)
  const assignmentsTo = await assignmentsBinding(session, vouchers)
  const members: ShownVoucher[] = []
  for (const voucher of vouchers) {
    members.push({
      voucher,
      campaignName: campaign.name,
      category: await findCategoryById(session, voucher.categoryId),
      assignments: assignmentsTo(voucher)
    })
  }
  return { rows: members, total }
}

/** Null: any. A card by its code or id, its holder by id or source id. */
export interface MembersWanted extends Omit<VouchersWanted, 'campaign' | 'campaignId'> {
  readonly campaignName: string
}

/** A page of the cards. One that is named, or has a holder who is, is found without the others. */
async function membersWanted(
  session: Session,
  project: Project,
  { id: campaignId }: Pick<Campaign, 'id'>,
  { code, customer, order, ...spans }: Omit<MembersWanted, 'campaignName'>,
  page: Page
): Promise<{ readonly stored: readonly Voucher[]; readonly total: number }> {
  const { created, updated } = spans
  if (code === null && customer === null) {
    const of = { campaignId }
    const isAll = created === undefined && updated === undefined
    if (!isAll) await refuseLongScan(session, campaignId)
    const { rows, total } = await (isAll
      ? memberList.page(session, order, page, of)
      : memberListWithin.page(session, order, page, { ...of, ...endsOf(spans) }))
    return { stored: rows.map(voucherOf), total }
  }
  const card = await findSelected(code, name => findVoucher(session, project, name))
  const named = customer ?? card?.holderId ?? ''
  const holder = card === null ? null : await findCustomer(session, named)
  const held = await session.all(cardsOfCustomer, { customerId: holder?.id ?? '' })
  const found = held
    .map(voucherOf)
    .filter(each => each.campaignId === campaignId && (card === undefined || each.id === card?.id))
    .filter(each => isIn(created, each.createdAt) && isIn(updated, each.updatedAt))
  if (order === '-created_at') found.reverse()
  const { limit, offset } = page
  return { stored: found.slice(offset, offset + limit), total: found.length }
}

function isIn(span: Span | undefined, at: Instant | null): boolean {
  if (span === undefined) return true
  return at !== null && at > (span.after ?? EARLIEST) && at < (span.before ?? LATEST)
}

function endsOf({ created, updated }: Pick<MembersWanted, 'created' | 'updated'>): Ends {
  return {
    createdAfter: created?.after ?? EARLIEST,
    createdBefore: created?.before ?? LATEST,
    updatedAfter: updated === undefined ? '' : (updated.after ?? EARLIEST),
    updatedBefore: updated?.before ?? LATEST
  }
}

/** No index has the cards of a program by time, so that all of them are looked through. */
async function refuseLongScan(session: Session, campaignId: string): Promise<void> {
  const scanned = await session.one(membersToScan, { campaignId })
  if ((scanned?.total ?? 0) <= SCANNED_MAX) return
  const instead = 'list the vouchers of the campaign by created_at, or export vouchers'
  throw longScanRefused('members of a program', instead)
}

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
    const category = await findCategoryById(session, id)
    if (category !== null) categories.push(category)
  }
  const ids = things.map(({ id }) => id)
  return { categories, assignments: await assignmentsOn(session, ids) }
}

/** Who joins a program: somebody described, or (`name`) somebody who is known. */
type Joining = { readonly sent: Parameters<typeof customerSent>[1] } | { readonly name: string }

/**
 * What addMember needs; `cardName` null: any card of the program will do.
 * @throws {Refused} when the program, a card of it that is named, or somebody known do not exist.
 */
export function loadAddMember(
  project: Project,
  campaignName: string,
  joining: Joining,
  cardName: string | null
) {
  return async (session: Session, now: Instant): Promise<AddMemberFacts & Filed> => {
    const campaign = await countVouchers(session, await programNamed(session, campaignName))
    const stored =
      'name' in joining
        ? await customerNamed(session, joining.name)
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

/** A program, null for that of the card, and a card. */
export interface MemberPath {
  readonly campaignId: string | null
  readonly memberId: string
}

/** @throws {Refused} when there is no such program, or no such card in it. */
export async function programAndCard(
  session: Session,
  project: Project,
  { campaignId, memberId }: MemberPath
): Promise<{ campaign: Campaign; card: Voucher }> {
  if (campaignId !== null) {
    const [campaign, card] = await together(
      programNamed(session, campaignId),
      cardNamed(session, project, memberId, null)
    )
    if (card.campaignId !== campaign.id) throw new Refused(notFound('voucher', memberId))
    return { campaign, card }
  }
  const card = await cardNamed(session, project, memberId, null)
  if (card.campaignId === null) throw new Refused(notFound('voucher', memberId))
  return { campaign: await programNamed(session, card.campaignId), card }
}

/** `campaignName` null: any program. @throws {Refused} when no card of it has the code. */
export function loadBalance(project: Project, code: string, campaignName: string | null = null) {
  return async (session: Session, now: Instant): Promise<AdjustBalanceFacts> => {
    const { campaign, card } = await programAndCard(session, project, {
      campaignId: campaignName,
      memberId: code
    })
    const asked = { event: null, now, preferred: [card.id] }
    const { holder: customer, standing: known } = await loadHolder(session, card.holderId, asked)
    const standing = customer === null ? await loadStanding(session, { ...asked, customer }) : known
    return { ...standing, campaign, customer, purse: await purseIn(session, standing, card) }
  }
}
