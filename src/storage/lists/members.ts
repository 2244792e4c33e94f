/**
 * Vouchers as they are shown, one by one and as the members of a program; rewards, and what is on
 * offer.
 *
 * Spec: Conventions 2; Resources, Voucher, Reward.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Moment } from '../../decisions/standing/calendar.ts'
import type { Project, Reward, RewardAssignment, ShownVoucher, Voucher } from '../../model.ts'
import type { Page } from '../lists.ts'
import { vouchersAt } from '../loads/moments.ts'
import { asHeld, campaignOf, cardNamed, categoryOf, programNamed, voucherNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'

/** As it is stored, for what changes it. @throws {Refused} for an unknown voucher. */
export async function voucherShown(
  session: Session,
  project: Project,
  name: string
): Promise<ShownVoucher> {
  return shownOne(session, await voucherNamed(session, project, name))
}

/** As it is at a moment. @throws {Refused} for an unknown voucher. */
export async function voucherAt(
  session: Session,
  moment: Moment,
  name: string
): Promise<ShownVoucher> {
  return shownAt(session, await voucherNamed(session, moment.project, name), moment)
}

async function shownAt(session: Session, voucher: Voucher, moment: Moment): Promise<ShownVoucher> {
  const shown = await shownOne(session, voucher)
  const [then = voucher] = await vouchersAt(session, [shown.voucher], moment)
  return { ...shown, voucher: then }
}

/** A loyalty card, of this program if one is named. @throws {Refused} for anything else. */
export async function memberNamed(
  session: Session,
  moment: Moment,
  path: { readonly campaignName: string | null; readonly memberId: string }
): Promise<ShownVoucher> {
  const { campaignName, memberId } = path
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  const card = await cardNamed(session, moment.project, memberId, campaign?.id ?? null)
  return shownAt(session, card, moment)
}

async function shownOne(session: Session, voucher: Voucher): Promise<ShownVoucher> {
  const campaign = await campaignOf(session, voucher)
  return {
    voucher: await asHeld(session, voucher),
    campaignName: campaign?.name ?? null,
    category: await categoryOf(session, voucher.categoryId),
    assignments: await rulesOf(session, [voucher])
  }
}

async function rulesOf(session: Session, vouchers: readonly Voucher[]) {
  const ids = JSON.stringify(vouchers.map(({ id }) => id))
  const found = await session.all('rulesAssignedTo', { ids })
  return found.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
}

/** The members of a program, by when their cards were made. @throws {Refused} for no program. */
export async function membersPage(
  session: Session,
  moment: Moment,
  campaignName: string,
  order: 'created_at' | '-created_at',
  page: Page
): Promise<{ members: readonly ShownVoucher[]; total: number }> {
  const campaign = await programNamed(session, campaignName)
  const of = { campaignId: campaign.id }
  const stored = await session.all(`members by ${order}`, { ...of, ...page })
  const found = await vouchersAt(session, stored.map(rows.voucherOf), moment)
  const bound = found.length === 0 ? [] : await rulesOf(session, found)
  const members: ShownVoucher[] = []
  for (const voucher of found) {
    members.push({
      voucher,
      campaignName: campaign.name,
      category: await categoryOf(session, voucher.categoryId),
      assignments: bound.filter(({ relatedObjectId }) => relatedObjectId === voucher.id)
    })
  }
  const count = await session.one('membersCount', of)
  return { members, total: count?.total ?? 0 }
}

/** @throws {Refused} when the project has no such reward. */
export async function rewardNamed(session: Session, id: string): Promise<Reward> {
  const row = await session.one('rewardById', { id })
  if (row === undefined) throw new Refused(notFound('reward', id))
  return rows.rewardOf(row)
}

/** How rewards and what is on offer may be sorted; what never changed did when it was made. */
export type RewardsOrder = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

/** Every reward of the project. */
export async function rewardsPage(
  session: Session,
  order: RewardsOrder,
  page: Page
): Promise<{ rewards: readonly Reward[]; total: number }> {
  const found = await session.all(`rewards by ${order}`, { ...page })
  const count = await session.one('rewardsCount')
  return { rewards: found.map(rows.rewardOf), total: count?.total ?? 0 }
}

/** What is on offer in a program. @throws {Refused} when there is no such program. */
export async function rewardAssignmentsPage(
  session: Session,
  campaignName: string,
  order: RewardsOrder,
  page: Page
): Promise<{ assignments: readonly RewardAssignment[]; total: number }> {
  const { id: campaignId } = await programNamed(session, campaignName)
  // When a price changed is not kept.
  const made = order.startsWith('-') ? '-created_at' : 'created_at'
  const found = await session.all(`rewardAssignments by ${made}`, { campaignId, ...page })
  const count = await session.one('rewardAssignmentsCount', { campaignId })
  return { assignments: found.map(rows.rewardAssignmentOf), total: count?.total ?? 0 }
}
