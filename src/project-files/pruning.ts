/**
 * Removes what a project file no longer has, as far as nothing uses it.
 *
 * What is refused is tried again as long as something else goes, because that may have been all
 * that used it: a reward that was on offer in a campaign, and then the product of the reward.
 */
import { Refused } from '../decisions/refusals.ts'
import { SECTIONS, type SectionName } from './form.ts'
import type { ProjectOperations } from './operations.ts'
import { paramsOf, type StoredThings, type Thing } from './stored.ts'

/** A stored thing, and the section it is in. */
export interface StoredThing {
  readonly section: SectionName
  readonly thing: Thing
}

/** Removes these things one after another; those that were removed, and those that are in use. */
export async function removeUnused(
  things: readonly StoredThing[],
  operations: ProjectOperations,
  stored: StoredThings
): Promise<{ readonly removed: readonly StoredThing[]; readonly inUse: readonly StoredThing[] }> {
  const removed: StoredThing[] = []
  let inUse = things
  for (let before = -1; removed.length > before; ) {
    before = removed.length
    const kept: StoredThing[] = []
    for (const each of inUse) {
      const list = (await isRemoved(each, operations, stored)) ? removed : kept
      list.push(each)
    }
    inUse = kept
  }
  return { removed, inUse }
}

async function isRemoved(
  { section, thing }: StoredThing,
  operations: ProjectOperations,
  stored: StoredThings
): Promise<boolean> {
  const { remove } = SECTIONS[section]
  try {
    await operations.carryOut(remove, { params: paramsOf(section, thing) })
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
  await stored.forget(section, thing)
  return true
}
