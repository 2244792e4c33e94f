/**
 * A store whose units are parts of one unit, so that many of them are written together or not at
 * all.
 *
 * A part loads, decides and applies as any unit does, and sees what the parts before it wrote. Once
 * a write has failed, half of it may be there, so every later part fails with it and takes the
 * whole unit back.
 */
import type { Session } from './session.ts'
import type { Apply, Store } from './store.ts'

/** What a shell needs of a store for units that are parts of one. */
export type PartStore = Pick<Store, 'dialect' | 'read' | 'write'>

/** A store within the unit of a session, whose parts are carried out one after another. */
export function storeWithin(
  session: Session,
  { dialect, apply }: { readonly dialect: Store['dialect']; readonly apply: Apply }
): PartStore {
  let failure: { readonly error: unknown } | null = null
  const part = <Value>(mayWrite: boolean, unit: (part: Session) => Promise<Value>) => {
    if (failure !== null) throw failure.error
    return unit(session.part(mayWrite))
  }
  return {
    dialect,
    read: async (_, unit) => part(false, unit),
    write: async (_, unit) =>
      part(true, async own => {
        const { value, changes } = await unit(own)
        try {
          await apply(own, changes)
          await own.flush()
        } catch (error) {
          failure = { error }
          throw error
        }
        return value
      })
  }
}
