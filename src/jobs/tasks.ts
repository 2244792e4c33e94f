/**
 * The task list: what carries out which job, and what runs by the clock.
 *
 * What runs by the clock has no payload: it looks for what is due, so it does the same after a
 * crash, or after days without the service, as on a good day.
 *
 * Spec: Endpoints 3, 5 and 8; Resources, Export, Voucher (`loyalty_card`).
 */
import type { TaskName } from '../model.ts'
import { writeExport } from './exports.ts'
import { activateDuePoints, expireLapsedPoints } from './points.ts'
import { updateProducts } from './products.ts'
import type { Task, TimerTask } from './task.ts'
import { makeVouchers } from './vouchers.ts'

/** Every task a job can name. */
export const tasks: { readonly [Name in TaskName]: Task } = {
  'exports.write': writeExport,
  'products.bulkUpdate': updateProducts,
  'vouchers.generate': makeVouchers
}

/** In this order: points that become active on a day may be gone by the end of another. */
export const timerTasks: readonly TimerTask[] = [
  { name: 'points.activate', batches: activateDuePoints },
  { name: 'points.expire', batches: expireLapsedPoints }
]
