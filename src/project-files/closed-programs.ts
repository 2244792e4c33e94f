/**
 * Finds loyalty programs of a file that customers are to join by themselves, and that have no card
 * to give them.
 *
 * Such a program is right where its cards are added later, as the interface allows. Until then an
 * order earns nothing in it, which its writer may not have meant, so that people are told.
 *
 * Spec: createCampaign, CreateCampaignRequest.auto_join.
 */
import { spareOf } from '../storage/vouchers/vouchers.ts'
import type { ProjectOperations } from './operations.ts'
import type { StoredThings } from './stored.ts'

/** A sentence for each program of the file that nobody can join by what they do. */
export async function closedPrograms(
  claimed: ReadonlySet<string>,
  stored: StoredThings,
  { shell, origin }: ProjectOperations
): Promise<readonly string[]> {
  const told: string[] = []
  for (const { id, key, values } of await stored.things('campaigns', null)) {
    const { auto_join: joins, type } = values
    if (!claimed.has(id) || joins !== true || type === 'AUTO_UPDATE') continue
    const now = shell.now()
    const load = { project: origin.project }
    const spare = await shell.read(
      load,
      session => spareOf(session, { id }, now),
      found => found
    )
    if (spare !== null) continue
    told.push(
      `The campaign ${key} has auto_join, its type is ${type} and it has no card left to ` +
        'give, so that no customer can join it automatically. Write `type: AUTO_UPDATE`, or ' +
        'add vouchers to it.'
    )
  }
  return told
}
