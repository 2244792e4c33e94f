/**
 * Reviews: every customer is looked at once more, because what they belong to may have changed
 * without them.
 *
 * A new segment or new tiers open one, and so does a new day where a filter counts days. It goes
 * through the customers in the order of their ids, one unit of work each, and its place is stored
 * after every batch: cut short anywhere, it goes on there, and who is looked at twice is where they
 * belong all the same. A customer who cannot be looked at is reported and holds up nobody.
 *
 * Spec: Decisions 62 and 81.
 */
import type { Decision } from '../decisions/changes.ts'
import { openReview, progressReview, reviewCustomer } from '../decisions/standing/reviews.ts'
import type { Day } from '../model.ts'
import { dependsOnTime } from '../rules/filters.ts'
import { dayAt } from '../rules/validity.ts'
import type { Errand } from '../shell.ts'
import {
  allProjects,
  loadCustomersAfter,
  loadReview,
  type ReviewState,
  reviewState
} from '../storage/loads/jobs.ts'
import { isStorageTrouble, type Tools, whenFound } from './task.ts'

/** Customers looked at between two notes of how far it is. */
const BATCH = 50

/** Opens the reviews of the day and carries on with every one that is under way. */
export async function* reviewCustomers(tools: Tools): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, allProjects)) {
    const requestId = 'customers.review'
    const errand = { project, requestId, source: { channel: 'INTERNAL' } } as const
    // Of the day it is carried on: what of it is left at midnight is no review of the next day.
    const day = dayAt(tools.shell.now(), project.timezone)
    await openWhenDue(tools, errand, day)
    while (await oneBatch(tools, errand, day)) yield undefined
  }
}

async function openWhenDue({ shell, read }: Tools, errand: Errand, day: Day): Promise<void> {
  if (!isDue(await read(errand.project.id, reviewState), day)) return
  await shell.carryOut(errand, {
    load: reviewState,
    decide: state => (isDue(state, day) ? openReview() : NOTHING)
  })
}

const NOTHING: Decision<null> = { result: null, changes: [] }

/** Whether the day needs a review that nobody has opened. */
function isDue({ after, reviewedOn, filterSegments }: ReviewState, day: Day): boolean {
  if (after !== null || (reviewedOn !== null && reviewedOn >= day)) return false
  return filterSegments.some(({ filter }) => filter !== null && dependsOnTime(filter))
}

/** False when no review is under way. */
async function oneBatch(tools: Tools, errand: Errand, day: Day): Promise<boolean> {
  const { shell, read } = tools
  const { project } = errand
  const { after } = await read(project.id, reviewState)
  if (after === null) return false
  const ids = await read(project.id, loadCustomersAfter(after, BATCH))
  // Together, so that they share a commit.
  await Promise.all(ids.map(id => reviewOne(tools, errand, id)))
  const next = progressReview(after, ids.at(-1) ?? null, day)
  await shell.carryOut(errand, {
    load: reviewState,
    // Somebody may have begun it again, or another worker been faster.
    decide: state => (state.after === after ? next : NOTHING)
  })
  return true
}

/** @throws when it is the storage that cannot go on for now; nobody is passed over for that. */
async function reviewOne({ shell, onError }: Tools, errand: Errand, id: string): Promise<void> {
  try {
    await shell.carryOut(errand, { load: loadReview(id), decide: whenFound(reviewCustomer) })
  } catch (error) {
    if (isStorageTrouble(error)) throw error
    onError(error, `customers.review, customer ${id} of project ${errand.project.id}`)
  }
}
