/** What a project keeps counts of, for tests. See decisions/redemptions/limits.ts. */
import { PROJECT_ID } from '../../src/demo/known.ts'
import type { CountKinds } from '../../src/model.ts'
import type { Shell } from '../../src/shell.ts'
import { CountsMissing } from '../../src/storage/engine/errors.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { projectNamed } from '../../src/storage/projects.ts'
import { EVERY_COUNT } from './given-records.ts'

/** As if a rule had asked for these kinds of count: every redemption is counted in them. */
export async function keepCounts(
  { shell, store }: { readonly shell: Shell; readonly store: Store },
  kinds: CountKinds = EVERY_COUNT
): Promise<void> {
  const project = await store.read(null, session => projectNamed(session, PROJECT_ID))
  if (project === null) throw new Error('There is no demo.')
  let isAsked = false
  const load = async () => {
    if (isAsked) return
    isAsked = true
    throw new CountsMissing(kinds)
  }
  const decide = () => ({ result: null, changes: [] })
  const origin = { project, requestId: 'counts', source: { channel: 'INTERNAL' } } as const
  await shell.ask(origin, { load, decide }, result => result)
}
