/**
 * Checks that tests reached every line and every branch of the sources they cover.
 *
 * Node records, for each process, which parts of a file ran; this module merges the records of all
 * processes. Files that hold only types run in no process and need not be covered.
 */
import { mkdir } from 'node:fs/promises'
import { Report } from 'c8'
import type { Part } from './play.ts'

/** The sums of a report; c8 has them without declaring them. */
interface Summed {
  getCoverageMapFromAllCoverageFiles(): Promise<{
    getCoverageSummary(): { readonly data: Readonly<Record<string, { readonly pct: number }>> }
  }>
}

/** The number of parts with gaps; prints the files and lines of each gap. */
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
    console.log(`not all of ${measured.sources} is covered; counted as one failure`)
    await report.run()
  }
  return gaps
}
