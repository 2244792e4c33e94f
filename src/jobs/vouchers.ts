/**
 * Makes the vouchers that were ordered, as many at a time as nobody notices.
 *
 * An order of a hundred thousand needs no more memory than one of a hundred: codes are drawn for
 * one unit, looked up and used. One that somebody has already is drawn again by a later unit.
 *
 * Spec: Endpoints 5 (`vouchers_count` above 1).
 */
import { conclude } from '../decisions/background.ts'
import { JOB_CHUNK_ITEMS } from '../decisions/changes.ts'
import { generateVouchers } from '../decisions/generation.ts'
import { loadVouchersToMake } from '../storage/loads-jobs.ts'
import { Pace } from './pace.ts'
import { errandOf, type Task, whenFound } from './task.ts'

export const makeVouchers: Task = {
  async *work(held, { shell, random, stopwatch }) {
    const pace = new Pace(JOB_CHUNK_ITEMS)
    const { campaignVouchersMax: vouchersMax } = shell.limits
    for (;;) {
      let began = 0
      const load = loadVouchersToMake(
        held,
        held.project,
        { count: pace.items, vouchersMax },
        random
      )
      const generated = await shell.carryOut(errandOf(held), {
        load: session => {
          began = stopwatch()
          return load(session)
        },
        decide: whenFound(generateVouchers)
      })
      if (generated === null || generated.finished) return
      pace.took(generated.made, stopwatch() - began)
      yield generated.made > 0 ? 'advanced' : 'looked'
    }
  },

  givenUp({ done, total }, action, now) {
    if (action === null) return []
    const message = `Generated ${done} vouchers of ${total}, then stopped. Add the others once more.`
    const result = { message, done_count: done }
    const updated = conclude(action, { done: false, success: false, result }, { now })
    return [{ kind: 'asyncAction.updated', action: updated }]
  }
}
