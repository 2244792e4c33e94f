/**
 * Finds earning rules that a load added without a banner beside others of the same event.
 *
 * Nothing tells such a rule from one that is there but what it says, so that an edit of it adds a
 * second one, and both give points. People are told, because the first may be meant to stay.
 */
import type { StoredThing } from './pruning.ts'
import type { StoredThings } from './stored.ts'

/** A sentence for each rule that was made beside one that no entry of the file stands for. */
export async function doubledRules(
  made: readonly StoredThing[],
  claimed: ReadonlySet<string>,
  stored: StoredThings
): Promise<readonly string[]> {
  const told: string[] = []
  for (const { section, thing } of made) {
    if (section !== 'earning_rules') continue
    const { event } = thing.values
    const all = await stored.things(section, thing.outerId)
    const others = all.filter(({ id, values }) => !claimed.has(id) && values['event'] === event)
    if (others.length === 0) continue
    const names = others.map(({ id, key }) => key ?? id).join(', ')
    told.push(
      `An earning rule for ${event} has no banner, so it was made beside ${names}, which ` +
        'the file does not have: both give points. Give the rule a banner, and remove the ' +
        'other one with --prune.'
    )
  }
  return told
}
