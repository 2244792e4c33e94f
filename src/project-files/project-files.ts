/**
 * The front door of project files. A start carries out the file of the demo, so what does that is
 * loaded with this file; what reads and writes files on the disk is loaded when somebody asks for
 * it.
 */
export { carriedOut, type FileParts, partsOf, timelineOf } from './carrying-out.ts'
export type { Lost } from './dumped-rows.ts'
export type { FileWriting, ProjectFile } from './files.ts'
export { FILE_FORMATS, type FileFormat } from './form.ts'
export type { LoadReport } from './load.ts'
export type { Services } from './operations.ts'
export { describedProject, type ProjectKeys } from './operations.ts'
export { FileFailed } from './reading.ts'
export type { RowEdit } from './rows.ts'
export type { Did } from './set-up.ts'
export type { Tally } from './text-rows.ts'

export async function loader() {
  const [{ readProjectFile }, { badRowsOf, checkFile, loadFile, projectFromFile }] =
    await Promise.all([import('./files.ts'), import('./load.ts')])
  return { readProjectFile, badRowsOf, checkFile, loadFile, projectFromFile }
}

export async function dumper() {
  const [{ writing }, { dumpProject, dumpText }] = await Promise.all([
    import('./files.ts'),
    import('./dump.ts')
  ])
  return { writing, dumpProject, dumpText }
}

export async function rowReader() {
  const [{ formatOf, rowsOf }, { carryOutRows }] = await Promise.all([
    import('./text-rows.ts'),
    import('./text-rows.ts')
  ])
  return { formatOf, rowsOf, carryOutRows }
}
