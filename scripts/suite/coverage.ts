/**
 * Whether tests reached every line and every branch of the sources they answer for.
 *
 * Node writes down, for each process, which parts of a file ran; what several processes reached is
 * put together here. Files that only hold types are in no process and need not be covered.
 */
import { mkdir } from 'node:fs/promises'
import { Report } from 'c8'
import type { Part } from './play.ts'

/** What a report adds up to; c8 has it and does not declare it. */
interface Summed {
  getCoverageMapFromAllCoverageFiles(): Promise<{
    getCoverageSummary(): { readonly data: Readonly<Record<string, { readonly pct: number }>> }
  }>
}

/** How many of the parts left something uncovered; of each, the files and lines are printed. */
export async function gapsOf(parts: readonly Part[]): Promise<number> {
  let gaps = 0
  for (const { measured } of parts) {
    if (measured === null) continue
    await mkdir(measured.folder, { recursive: true })
    const report = new Report({
      tempDirectory: measured.folder,
      include: [measured.sources],
      reporter: ['text'],
      skipFull: true
    })
    const map = await (report as unknown as Summed).getCoverageMapFromAllCoverageFiles()
    const { lines, branches, functions } = map.getCoverageSummary().data
    if ([lines, branches, functions].every(share => share?.pct === 100)) continue
    gaps += 1
    console.log(`not all of ${measured.sources} is covered by its tests; counted as one failure`)
    await report.run()
  }
  return gaps
}
