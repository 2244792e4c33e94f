/**
 * The front door of project files. Every command opens it, so what does the work is loaded when
 * somebody asks for it.
 */
export type { FileParts } from './carrying-out.ts'
export type { Lost } from './dumped-rows.ts'
export type { LoadReport } from './load.ts'
export type { FileWriting, ProjectFile } from './on-disk.ts'
export type { ProjectKeys, Services } from './operations.ts'
export { FILE_FORMATS, FileFailed, type FileFormat } from './sections.ts'
export type { Did, LoadedThing } from './set-up.ts'
export type { Tally } from './text-rows.ts'

export async function carrier() {
  const [{ carriedOut, partsOf, timelineOf }, { describedProject }] = await Promise.all([
    import('./carrying-out.ts'),
    import('./operations.ts')
  ])
  return { carriedOut, partsOf, timelineOf, describedProject }
}

export async function loader() {
  const [{ readProjectFile }, { badRowsOf, checkFile, loadFile, projectFromFile }] =
    await Promise.all([import('./on-disk.ts'), import('./load.ts')])
  return { readProjectFile, badRowsOf, checkFile, loadFile, projectFromFile }
}

export async function dumper() {
  const [{ writing }, { dumpProject, dumpText }] = await Promise.all([
    import('./on-disk.ts'),
    import('./dump.ts')
  ])
  return { writing, dumpProject, dumpText }
}

export async function rowReader() {
  const { formatOf, rowsOf, carryOutRows } = await import('./text-rows.ts')
  return { formatOf, rowsOf, carryOutRows }
}
