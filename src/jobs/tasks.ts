/**
 * The task list: which task carries out which job, and what the timer runs.
 *
 * The tasks of the timer have no payload: they look for what is due, so that a crash, or days
 * without the service, change no result.
 *
 * Spec: AsyncAction, Export, PendingPointsEntry.activates_at.
 */
import type { TaskName } from '../model.ts'
import { eraseCustomers } from './customers.ts'
import { forgetLocksOver } from './discounts.ts'
import { writeExport } from './exports.ts'
import { importPastOrders } from './orders.ts'
import { bookMidnights } from './points.ts'
import { updateProducts } from './products.ts'
import { dropReceipts } from './receipts.ts'
import { importRows } from './rows.ts'
import { fillSegments } from './segments.ts'
import { reviewCustomers } from './standing.ts'
import { makeVouchers } from './vouchers.ts'
import type { Task, TimerTask } from './worker.ts'

/** Every task that a job can name. */
export const tasks: { readonly [Name in TaskName]: Task } = {
  'customers.erase': eraseCustomers,
  'exports.write': writeExport,
  'orders.import': importPastOrders,
  'products.bulkUpdate': updateProducts,
  'rows.import': importRows,
  'segments.enter': fillSegments,
  'vouchers.generate': makeVouchers
}

/** In this order: a review sees customers as the midnights before it left them. */
export const timerTasks: readonly TimerTask[] = [
  { name: 'midnights.settle', batches: bookMidnights },
  { name: 'customers.review', batches: reviewCustomers },
  { name: 'receipts.drop', batches: dropReceipts },
  { name: 'locks.forget', batches: forgetLocksOver }
]
