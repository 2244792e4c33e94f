/**
 * Deletes receipts that are over, a few at a time, so that nobody who writes waits for it.
 */
import { forgetReceipts } from '../decisions/receipts.ts'
import { loadReceiptsOver } from '../storage/receipts.ts'
import type { TimerRound, Tools } from './worker.ts'

/** Receipts of one unit: a millisecond or two of writing. */
const BATCH = 100

/** Deletes those of a project. */
export async function* dropReceipts(
  { shell, read }: Tools,
  { project, isOurs }: TimerRound
): AsyncGenerator<undefined, void> {
  const origin = { project, requestId: 'receipts.drop', source: { channel: 'INTERNAL' } } as const
  const first = () => read(project.id, session => loadReceiptsOver(1)(session, shell.now()))
  // Looked for by a read, so that a project without any has no write.
  while ((await first()).length > 0 && (await isOurs())) {
    await shell.settle(origin, { load: loadReceiptsOver(BATCH), decide: forgetReceipts })
    yield undefined
  }
}
