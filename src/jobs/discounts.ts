/**
 * Deletes locks whose time is over, so that their rows do not pile up.
 *
 * They hold nothing from that moment on, whether or not their rows are still there, so that it does
 * not matter when this is done.
 *
 * Spec: DiscountSessionRequest.ttl.
 */
import { forgetLocks } from '../decisions/discounts/redemption.ts'
import type { Origin } from '../shell.ts'
import { loadLocksOver } from '../storage/discounts.ts'
import type { TimerRound, Tools } from './worker.ts'

/** Locks deleted in one unit: a few milliseconds. */
const BATCH = 50

/** Deletes all of a project that are over, a batch at a time. */
export async function* forgetLocksOver(
  { shell, read }: Tools,
  { project, isOurs }: TimerRound
): AsyncGenerator<undefined, void> {
  const requestId = 'locks.forget'
  const origin: Origin = { project, requestId, source: { channel: 'INTERNAL' } }
  // Looked for by a read, because mostly there are none.
  const first = () => read(project.id, session => loadLocksOver(1)(session, shell.now()))
  while ((await first()).length > 0 && (await isOurs())) {
    await shell.settle(origin, { load: loadLocksOver(BATCH), decide: forgetLocks })
    yield undefined
  }
}
