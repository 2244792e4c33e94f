/**
 * Checks that tests reached every line and every branch of the sources they cover.
 *
 * Node records, for each process, which parts of a file ran; this module merges the records of all
 * processes. Files that hold only types run in no process and need not be covered.
 */
import { mkdir } from 'node:fs/promises'
import { Report } from 'c8'
import { tell } from './report.ts'

/** Sources, and the folder in which the processes that play their tests record what ran. */
export interface Measured {
  readonly sources: string
  readonly folder: string
}

/** The sums of a report; c8 has them without declaring them. */
interface Summed {
  getCoverageMapFromAllCoverageFiles(): Promise<{
    getCoverageSummary(): { readonly data: Readonly<Record<string, { readonly pct: number }>> }
  }>
}

/** Whether something was not reached; prints the files and lines of each gap. */
export async function hasGaps({ sources, folder }: Measured): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const report = new Report({
    tempDirectory: folder,
    include: [sources],
    reporter: ['text'],
    skipFull: true
  })
  const map = await (report as unknown as Summed).getCoverageMapFromAllCoverageFiles()
  const { lines, branches, functions } = map.getCoverageSummary().data
  if ([lines, branches, functions].every(share => share?.pct === 100)) return false
  tell(`not all of ${sources} is covered; counted as one failure`)
  await report.run()
  return true
}
