/**
 * The task list: which task carries out which job, and what the timer runs. The tasks of the timer
 * have no payload: they look for what is due, so that a crash, or days without the service, change
 * no result.
 * Spec: AsyncAction, Export, PendingPointsEntry.activates_at.
 */
import {
  conclude,
  failureOf,
  forgetReceipts,
  givenUpBulk,
  type ItemFailure
} from '../decisions/async-actions.ts'
import {
  type ErasureProgress,
  endedBy,
  eraseRecords,
  finishErasure,
  handOnErasure
} from '../decisions/customers/erasure.ts'
import { forgetLocks } from '../decisions/discounts/redemption.ts'
import { type ImportOrder, importOrder } from '../decisions/orders/edit.ts'
import { mergeProducts } from '../decisions/products.ts'
import { Refused } from '../decisions/refusals.ts'
import { fillSegment } from '../decisions/segments.ts'
import { generateVouchers, VOUCHERS_PER_UNIT_MAX } from '../decisions/vouchers/generation.ts'
import type { TaskName } from '../model.ts'
import { ownOrigin, type UnitOfWork } from '../shell.ts'
import { loadVouchersToMake } from '../storage/campaigns/facts.ts'
import { loadNextErasure, loadRecordsToErase } from '../storage/customers/erasure.ts'
import { loadLocksOver } from '../storage/discounts.ts'
import { findJobAndAction } from '../storage/jobs.ts'
import { loadProductChunk } from '../storage/products.ts'
import { loadReceiptsOver } from '../storage/receipts.ts'
import { loadImportOrder } from '../storage/saved-orders.ts'
import { loadSegmentToFill } from '../storage/standing.ts'
import { writeExport } from './exports.ts'
import { byChunks, importRows } from './rows.ts'
import { bookMidnights, reviewCustomers } from './standing.ts'
import {
  type ClaimedJob,
  originOf,
  Pace,
  type Task,
  type TimerTask,
  type Tools,
  whenFound
} from './worker.ts'

/*
 * Takes what was said of an erased customer out of every record, a few hundred rows at a time. An
 * erasure that was cut short goes on at the next unit. Only after the last record the engine
 * forgets what was overwritten, and only then the async action says that it is done. Where the
 * engine cannot, for want of room or because another process reads, it is tried a few times, and
 * then the async action says that too: each try holds up everybody who writes. For the same reason
 * those that wait one after the other end together.
 */

const eraseCustomers: Task = {
  async *work(held, { shell, forget }) {
    for (;;) {
      const progress = await shell.settle(originOf(held), {
        load: loadRecordsToErase(held),
        decide: whenFound(eraseRecords)
      })
      if (progress === null) break
      yield 'advanced'
    }
    const isHandedOn = await shell.settle(originOf(held), {
      load: loadNextErasure(held),
      decide: whenFound(handOnErasure)
    })
    // Null: it is no longer held.
    if (isHandedOn !== false) return
    await forgetAll(forget)
    await shell.settle(originOf(held), {
      load: async session => {
        const found = await findJobAndAction(session, held)
        return found && { ...found, owner: held.owner }
      },
      decide: whenFound(finishErasure)
    })
  },

  givenUp(job, action, now) {
    if (action === null) return []
    const { stage } = job.data as unknown as ErasureProgress
    const where =
      stage === null
        ? 'before the database forgot what was overwritten'
        : `at ${stage.replaceAll('_', ' ')}`
    const result = {
      message: `Stopped ${where}. Send the erasure again, with the id of the customer.`
    }
    const failed = { done: false, success: false, result }
    return endedBy({ job, action }).map(({ action }) => ({
      kind: 'asyncAction.updated',
      action: conclude(action, failed, { now })
    }))
  }
}

/** @throws an error that counts as an attempt, also where the storage is to blame. */
async function forgetAll(forget: Tools['forget']): Promise<void> {
  try {
    await forget()
  } catch (error) {
    const { message } = error as Error
    throw new Error(`The database keeps what was erased: ${message}`, { cause: error })
  }
}

/*
 * Carries out an import of orders, a chunk of its payload at a time. Each order is a unit of its
 * own, so that a request beside it waits for one alone. A chunk that was cut short is carried out
 * again: its orders that are there already stay as they are.
 */

const importPastOrders: Task = {
  work: (held, tools) =>
    byChunks<ImportOrder>(held, tools, async function* ({ job, items }) {
      for (const [offset, order] of items.entries()) {
        const failure = await importOne(held, order, job.done + offset, tools.shell)
        yield failure === null ? [] : [failure]
      }
    }),

  givenUp: givenUpBulk('orders')
}

async function importOne(
  held: ClaimedJob,
  sent: ImportOrder,
  index: number,
  shell: Tools['shell']
): Promise<ItemFailure | null> {
  // Its properties are told by where they are in the item.
  const order = { ...sent, at: '' }
  try {
    await shell.settle(originOf(held), {
      load: loadImportOrder(order),
      decide: (facts, occasion) => importOrder(facts, order, occasion)
    })
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failureOf(order.sourceId ?? '', index, error.refusal)
  }
}

const updateProducts: Task = {
  async *work(held, { shell }) {
    for (;;) {
      const merged = await shell.settle(originOf(held), {
        load: loadProductChunk(held),
        decide: whenFound(mergeProducts)
      })
      if (merged === null || merged.finished) return
      yield 'advanced'
    }
  },

  givenUp: givenUpBulk('products')
}

/*
 * Lets the customers that a new segment was made with enter it, one after the other. A customer who
 * was deleted meanwhile is passed over; one who fails is reported and delays no other. When the
 * segment is deleted meanwhile, nobody else enters it.
 */

const fillSegments: Task = {
  async *work(held, { shell, onError }) {
    for (;;) {
      const filled = await shell.settle(originOf(held), {
        load: loadSegmentToFill(held),
        decide: whenFound(fillSegment)
      })
      if (filled === null) return
      const { finished, left } = filled
      if (left !== null) onError(new Error(left.details), `filling a segment in job ${held.job.id}`)
      if (finished) return
      yield 'advanced'
    }
  },

  givenUp: () => []
}

/*
 * Makes the vouchers that were requested, in units short enough for other requests. A hundred
 * thousand vouchers need no more memory than a hundred: each unit draws its codes, looks them up
 * and uses the free ones. A code that is taken is replaced by a later unit.
 */

/** Units in a row without a free code, after which the attempt fails. */
const EMPTY_UNITS_MAX = 100

const makeVouchers: Task = {
  async *work(held, { shell, random, stopwatch }) {
    const pace = new Pace(VOUCHERS_PER_UNIT_MAX)
    const { campaignVouchersMax: vouchersMax } = shell.limits
    for (let empty = 0, units = shell.unitsBegun; empty < EMPTY_UNITS_MAX; ) {
      let began = 0
      const load = loadVouchersToMake(
        held,
        held.project,
        { count: pace.items, vouchersMax },
        random
      )
      const generated = await shell.settle(originOf(held), {
        load: session => {
          began = stopwatch()
          return load(session)
        },
        decide: whenFound(generateVouchers)
      })
      if (generated === null || generated.finished) return
      const { made } = generated
      pace.took(made, stopwatch() - began, shell.unitsBegun === units + 1)
      units = shell.unitsBegun
      empty = made > 0 ? 0 : empty + 1
      yield made > 0 ? 'advanced' : 'looked'
    }
    throw new Error(`none of the codes that ${EMPTY_UNITS_MAX} units drew was free`)
  },

  givenUp({ done, total }, action, now) {
    if (action === null) return []
    const message = `Generated ${done} of ${total} vouchers, then stopped. Order the others again.`
    const result = { message, done_count: done }
    const updated = conclude(action, { done: false, success: false, result }, { now })
    return [{ kind: 'asyncAction.updated', action: updated }]
  }
}

/** What is deleted once it is over, so that rows do not pile up; nothing depends on it. */
interface Passing {
  readonly name: string
  readonly load: (limit: number) => UnitOfWork<readonly string[], number>['load']
  readonly decide: UnitOfWork<readonly string[], number>['decide']
  /** Of one unit: a few milliseconds, so that nobody who writes waits for it. */
  readonly atOnce: number
}

function deletes({ name, load, decide, atOnce }: Passing): TimerTask {
  return {
    name,
    async *batches({ shell, read }, { project, isOurs }) {
      const origin = ownOrigin(project, name)
      // Looked for by a read, because mostly there are none.
      const first = () => read(project.id, session => load(1)(session, shell.now()))
      while ((await first()).length > 0 && (await isOurs())) {
        await shell.settle(origin, { load: load(atOnce), decide })
        yield undefined
      }
    }
  }
}

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
  deletes({ name: 'receipts.drop', load: loadReceiptsOver, decide: forgetReceipts, atOnce: 100 }),
  deletes({ name: 'locks.forget', load: loadLocksOver, decide: forgetLocks, atOnce: 50 })
]
