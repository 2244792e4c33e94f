/**
 * Keeps within bounds what Node has kept of code that it compiled (src/main/loading.ts). Each path
 * has an entry of its own, and tests play copies of the program in folders that are gone afterwards.
 */
import { globSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** Several times what a run of all files uses. */
const BYTES_MAX = 500_000_000

/**
 * Removes the entries that were longest not used, until those that stay fit. Another run may go on
 * beside it: an entry that is gone, or goes while it is looked at, is compiled again.
 */
export function pruneKeptCode(folder: string, bytesMax = BYTES_MAX): void {
  const entries = globSync('*/*', { cwd: folder }).flatMap(name => {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() === true ? [{ path, bytes: found.size, used: lastUse(found) }] : []
  })
  let bytes = 0
  for (const entry of entries.sort((one, other) => other.used - one.used)) {
    bytes += entry.bytes
    if (bytes > bytesMax) rmSync(entry.path, { force: true })
  }
}

/** Where the disk does not note when a file is read, the time at which it was written. */
function lastUse({ atimeMs, mtimeMs }: Stats): number {
  return Math.max(atimeMs, mtimeMs)
}
