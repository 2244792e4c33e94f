/**
 * Deletes receipts that are over, a few at a time, so that nobody who writes waits for it.
 *
 * Spec: Decision 140.
 */
import { forgetReceipts } from '../decisions/receipts/receipts.ts'
import { listProjects } from '../storage/projects.ts'
import { loadReceiptsOver } from '../storage/receipts.ts'
import type { Tools } from './task.ts'

/** Receipts of one unit: a millisecond or two of writing. */
const BATCH = 100

/** Deletes them project by project. */
export async function* dropReceipts({ shell, read }: Tools): AsyncGenerator<undefined, void> {
  for (const project of await read(null, listProjects)) {
    const origin = { project, requestId: 'receipts.drop', source: { channel: 'INTERNAL' } } as const
    // Looked for by a read, so that a project without any has no write.
    while ((await read(project.id, session => loadReceiptsOver(1)(session, shell.now()))).length) {
      await shell.settle(origin, { load: loadReceiptsOver(BATCH), decide: forgetReceipts })
      yield undefined
    }
  }
}
