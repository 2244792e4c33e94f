import { join } from 'node:path'
import type { Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import type { Store, StoreOptions } from '../../../src/storage/engine/store.ts'
import { changed, ground, P, storedVoucher } from './changes.ts'
import { temporaryFolder } from './engines.ts'

export interface Opened {
  readonly store: Store
  readonly file: string
  readonly bugs: Error[]
}

/** The store with the ground of the tests in it, closed at the end of the test. */
export async function opened(t: Test, options: Partial<StoreOptions> = {}): Promise<Opened> {
  const file = join(temporaryFolder(t), 'test.db')
  const bugs: Error[] = []
  const store = await openStore(`sqlite:${file}`, { onBug: bug => bugs.push(bug), ...options })
  t.after(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  return { store, file, bugs }
}

/** The holder of the voucher of that ground, as committed. */
export function holderIn(store: Store): Promise<string | null> {
  return store.read(P, async session => (await storedVoucher(session, 'v_1')).holderId)
}
