/**
 * Makes the vouchers that were requested, in units short enough for other requests.
 *
 * A hundred thousand vouchers need no more memory than a hundred: each unit draws its codes, looks
 * them up and uses the free ones. A code that is taken is replaced by a later unit.
 *
 * Spec: addVouchersToCampaign.
 */
import { conclude } from '../decisions/async-actions.ts'
import { generateVouchers, VOUCHERS_PER_UNIT_MAX } from '../decisions/vouchers/generation.ts'
import { loadVouchersToMake } from '../storage/campaigns/facts.ts'
import { originOf, Pace, type Task, whenFound } from './worker.ts'

/** Units in a row without a free code, after which the attempt fails. */
const EMPTY_UNITS_MAX = 100

export const makeVouchers: Task = {
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
