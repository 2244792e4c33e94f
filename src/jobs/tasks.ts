/**
 * The task list: what carries out which job, and what runs by the clock.
 *
 * What runs by the clock has no payload: it looks for what is due, so it does the same after a
 * crash, or after days without the service, as on a good day.
 *
 * Spec: AsyncAction, Export, PendingPointsEntry.activates_at; Decisions 44 and 62.
 */
import type { TaskName } from '../model.ts'
import { writeExport } from './exports.ts'
import { settleMidnights } from './points.ts'
import { updateProducts } from './products.ts'
import { reviewCustomers } from './reviews.ts'
import { fillSegments } from './segments.ts'
import type { Task, TimerTask } from './task.ts'
import { makeVouchers } from './vouchers.ts'

/** Every task a job can name. */
export const tasks: { readonly [Name in TaskName]: Task } = {
  'exports.write': writeExport,
  'products.bulkUpdate': updateProducts,
  'segments.enter': fillSegments,
  'vouchers.generate': makeVouchers
}

/** In this order: a review finds customers where the day before has left them. */
export const timerTasks: readonly TimerTask[] = [
  { name: 'midnights.settle', batches: settleMidnights },
  { name: 'customers.review', batches: reviewCustomers }
]
