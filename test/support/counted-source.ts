import type { IdSource } from '../../src/ids.ts'

/** The source of a test: ids count per prefix, zero-padded so that they sort; choices cycle. */
export function countedSource(): IdSource {
  const counts = new Map<string, number>()
  let turn = 0
  return {
    newId: prefix => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${String(count).padStart(6, '0')}`
    },
    random: below => turn++ % below
  }
}
