/**
 * Reviews: the membership of every customer is decided again, because segments, tiers or the date
 * have changed.
 *
 * A new segment or new tiers open a review, and so does a new day where a filter counts days. A
 * review goes through the customers in the order of their ids, one unit of work each, and stores
 * its place after every batch: a review that was cut short goes on there, and reviewing a customer
 * twice changes nothing. A customer who fails is reported and delays no other.
 *
 * Spec: Decisions 62 and 81.
 */
import type { Decision } from '../decisions/changes.ts'
import { openReview, progressReview, reviewCustomer } from '../decisions/standing/reviews.ts'
import type { Day } from '../model.ts'
import { dependsOnTime } from '../rules/filters.ts'
import { dayAt } from '../rules/validity.ts'
import type { Origin } from '../shell.ts'
import { listProjects } from '../storage/projects.ts'
import { loadReview, type ReviewState, reviewState } from '../storage/standing/calendar.ts'
import { loadCustomersAfter } from '../storage/standing/reviews.ts'
import { isStorageTrouble, type Tools, whenFound } from './task.ts'

/** Customers reviewed before the place is stored. */
const BATCH = 50

/** Opens the reviews of the day and continues every open one. */
export async function* reviewCustomers(tools: Tools): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, listProjects)) {
    const requestId = 'customers.review'
    const origin = { project, requestId, source: { channel: 'INTERNAL' } } as const
    // Read once: a review that is still open at midnight is not the review of the next day.
    const day = dayAt(tools.shell.now(), project.timezone)
    await openWhenDue(tools, origin, day)
    while (await oneBatch(tools, origin, day)) yield undefined
  }
}

async function openWhenDue({ shell, read }: Tools, origin: Origin, day: Day): Promise<void> {
  if (!isDue(await read(origin.project.id, reviewState), day)) return
  await shell.settle(origin, {
    load: reviewState,
    decide: state => (isDue(state, day) ? openReview() : NOTHING)
  })
}

const NOTHING: Decision<null> = { result: null, changes: [] }

/** Whether the day needs a review that is not open yet. */
function isDue({ after, reviewedOn, filterSegments }: ReviewState, day: Day): boolean {
  if (after !== null || (reviewedOn !== null && reviewedOn >= day)) return false
  return filterSegments.some(({ filter }) => filter !== null && dependsOnTime(filter))
}

/** Reviews one batch of customers; false when no review is open. */
async function oneBatch(tools: Tools, origin: Origin, day: Day): Promise<boolean> {
  const { shell, read } = tools
  const { project } = origin
  const { after } = await read(project.id, reviewState)
  if (after === null) return false
  const ids = await read(project.id, loadCustomersAfter(after, BATCH))
  // Together, so that they share a commit.
  await Promise.all(ids.map(id => reviewOne(tools, origin, id)))
  const next = progressReview(after, ids.at(-1) ?? null, day)
  await shell.settle(origin, {
    load: reviewState,
    // The review may have begun again, or another worker may have been faster.
    decide: state => (state.after === after ? next : NOTHING)
  })
  return true
}

/** @throws when the storage itself fails for now; no customer is passed over for that. */
async function reviewOne({ shell, onError }: Tools, origin: Origin, id: string): Promise<void> {
  try {
    await shell.settle(origin, { load: loadReview(id), decide: whenFound(reviewCustomer) })
  } catch (error) {
    if (isStorageTrouble(error)) throw error
    onError(error, `customers.review, customer ${id} of project ${origin.project.id}`)
  }
}
