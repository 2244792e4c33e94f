/**
 * Loads a project file by the decisions of the interface. The file is checked whole before anything
 * is written, and everything in it is one unit: a mistake changes nothing. Files of rows beside it
 * come after that unit, a batch at a time.
 */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Change } from '../decisions/changes.ts'
import type { RowFinding } from '../decisions/imports/columns.ts'
import { commandOf, FORMATS } from '../decisions/imports/formats.ts'
import { isSchema } from '../http/document.ts'
import type { RowTools } from '../jobs/rows.ts'
import type { Project } from '../model.ts'
import { type Origin, ownOrigin, Shell } from '../shell.ts'
import { holdSetUpThroughout } from '../storage/catalogue.ts'
import { apply } from '../storage/database.ts'
import { type PartStore, type Store, storeWithin } from '../storage/engine/store.ts'
import {
  carriedOut,
  type FileParts,
  mistakesWithin,
  partsOf,
  type Settled,
  timelineOf
} from './carrying-out.ts'
import { isDated } from './deeds.ts'
import { type EntryValues, filledIn, wrongParameters } from './entries.ts'
import type { ProjectFile } from './on-disk.ts'
import { describedProject, type Founded, foundProject, type Services } from './operations.ts'
import { type FileMistake, type FileText, parsedFile, pathTold, refused } from './reading.ts'
import {
  type CodeComparison,
  editRow,
  howToRead,
  keyIn,
  lookingForDoubles,
  type RowEdit,
  type RowTally
} from './rows.ts'
import { contractOf, type FileChecks } from './schema.ts'
import { FileFailed, ROW_SECTION_NAMES, type RowSectionName } from './sections.ts'
import { carryOutRows, formatOf, RowsRefused, rowsOf } from './text-rows.ts'

export interface LoadOptions {
  readonly dryRun?: boolean
  /** Remove what the sections of the file no longer have. */
  readonly prune?: boolean
  /** Carry out the deeds of the file although some of it was there. */
  readonly deeds?: boolean
  /** Tell the ids of what the file itself names. */
  readonly ids?: boolean
  /** How far a file of rows is, 0 to 1; called after each batch. */
  readonly advanced?: (rows: number, share: number) => void
  /** Told of rows of such a file that were not imported, and of rules that are there twice now. */
  readonly tell?: (text: string) => void
}

export interface LoadReport extends Settled {
  /**
   * Of files beside it, about which a dry run cannot tell, as they may need what the file sets up.
   */
  readonly rowsToCome: { readonly [Section in RowSectionName]?: number }
  /** Whether the file says when its deeds happened; they happened now all the same. */
  readonly isDated: boolean
}

/**
 * Loads a file into a project.
 * @throws {FileRefused} with its mistakes and their lines; nothing was changed.
 */
export async function loadFile(
  store: Store,
  services: Services,
  project: Project,
  file: ProjectFile,
  options: LoadOptions = {}
): Promise<LoadReport> {
  const read = await readWhole(file, project)
  return carryOut(store, services, { project, founding: null }, read, options)
}

/** A project, and the changes by which it is made; null: it is there. */
interface LoadTarget {
  readonly project: Project
  readonly founding: readonly Change[] | null
}

/** The file itself, then its files of rows; a dry run decides and writes nothing. */
async function carryOut(
  store: Store,
  services: Services,
  place: LoadTarget,
  read: ReadFile,
  options: LoadOptions
): Promise<LoadReport> {
  const settled = await settleWhole(store, services, place, read, options)
  const { dryRun = false, advanced = () => {}, tell = () => {} } = options
  for (const warning of settled.warnings) tell(warning)
  if (!dryRun) services.onJobQueued?.()
  const rows: { [Section in RowSectionName]?: RowTally } = { ...settled.rows }
  const rowsToCome: { [Section in RowSectionName]?: number } = {}
  const edits = [...settled.edits]
  const { onJobQueued, ...others } = services
  const told = onJobQueued === undefined || dryRun ? others : services
  // Its units decide and write nothing.
  const deciding: PartStore = {
    dialect: store.dialect,
    read: (projectId, unit) => store.read(projectId, unit),
    write: (projectId, unit) =>
      store.write(projectId, async session => ({ ...(await unit(session)), changes: [] }))
  }
  const shell = new Shell({ ...told, store: dryRun ? (deciding as Store) : store })
  const origin = ownOrigin(place.project, 'load')
  const onFault = ({ message }: Error) => tell(message)
  // What a dry run set up was taken back, so that a row may be refused for the lack of it.
  const isSure = !dryRun || settled.outcomes.every(({ did }) => did === 'unchanged')
  for (const each of read.files) {
    const telling = { tell: isSure ? tell : () => {}, advanced }
    const done = await carryOutFile(each, { shell, origin, onFault, ...telling })
    const { bad } = done.tally
    rows[each.section] = isSure ? done.tally : { ...done.tally, bad: 0 }
    if (!isSure && bad > 0) rowsToCome[each.section] = bad
    edits.push(...done.edits)
  }
  return { ...settled, rows, edits, rowsToCome, isDated: isDated(read.parts.value) }
}

type ReadFile = Awaited<ReturnType<typeof readWhole>>

/** Everything that a file says by itself. @throws {FileRefused} */
async function readWhole(file: ProjectFile, project: Project | null) {
  const parts = await checkedFile(file, contractOf().checks)
  const { files, mistakes } = rowFiles(parts.value, file.folder)
  const agrees = project === null ? [] : disagreements(parts.value['project'], project)
  const owner = project ?? describedProject(parts.value)
  await orRefused(file, [...agrees, ...mistakesWithin(parts, owner), ...mistakes])
  for (const each of files) {
    const found = await readThrough(each, owner)
    if (found.length > 0) throw new FileFailed([...found, 'Nothing was changed.'].join('\n'))
  }
  return { file, parts, files }
}

export async function checkFile(file: ProjectFile): Promise<void> {
  await readWhole(file, null)
}

/** A file that fits the schema. @throws {FileRefused} */
async function checkedFile(file: FileText, checks: FileChecks): Promise<FileParts> {
  const parsed = await parsedFile(file)
  await orRefused(file, wrongParameters(parsed, file.parameters ?? {}))
  const value = filledIn(parsed, file.parameters)
  const defaulted = structuredClone(value)
  await orRefused(file, checks(defaulted))
  const filled = codesOf(defaulted)
  for (const [index, config] of codesOf(value).entries()) {
    // A pattern has a length of its own, so that the default of lengths means nothing beside it.
    if ('pattern' in config && !('length' in config)) delete filled[index]?.['length']
  }
  return partsOf(value, defaulted)
}

/** How the codes of each campaign are made. */
function codesOf({ campaigns = [] }: EntryValues): readonly Record<string, unknown>[] {
  const all = campaigns as readonly { voucher?: { code_config?: Record<string, unknown> } }[]
  return all.map(({ voucher }) => voucher?.code_config ?? {})
}

/**
 * A file with the defaults of all that it leaves out, which makes the same project.
 * @throws {FileRefused} for what is wrong with the file by itself.
 */
export async function filledFile(file: FileText, checks: FileChecks): Promise<EntryValues> {
  const parts = await checkedFile(file, checks)
  await orRefused(file, mistakesWithin(parts, describedProject(parts.value)))
  return parts.defaulted
}

/** What a file says of its project that is not so; its name is the project's own. */
function disagreements(described: unknown, project: Project): readonly FileMistake[] {
  if (!isSchema(described)) return []
  const own: EntryValues = {
    timezone: project.timezone,
    currency: project.currency,
    case_sensitive_codes: project.caseSensitiveCodes
  }
  return Object.entries(own).flatMap(([name, value]) => {
    if (described[name] === undefined || described[name] === value) return []
    const advice = 'which cannot change. Write the same, or leave it out.'
    const message = `The project has ${name} ${value}, ${advice}`
    return [{ path: ['project', name], message }]
  })
}

/**
 * Makes a project of a file, with keys of its own, and loads the file into it.
 * @throws {FileRefused} with its mistakes and their lines.
 */
export async function projectFromFile(
  store: Store,
  services: Services,
  file: ProjectFile,
  options: Pick<LoadOptions, 'tell'> = {}
): Promise<Founded & { readonly loaded: LoadReport }> {
  const read = await readWhole(file, null)
  const { now } = timelineOf(read.parts, services.now, true)
  const founded = foundProject({ ...services, now }, read.parts.value)
  if ('refusal' in founded) {
    const { details: message } = founded.refusal
    throw await refused(file, [{ path: ['project', ...pathTold(message)], message }])
  }
  const { project, keys, changes } = founded
  const place = { project, founding: changes }
  const loaded = await carryOut(store, services, place, read, options)
  return { project, keys, loaded }
}

/** Rows of files beside the project file that the database refused. */
export function badRowsOf({ rows }: LoadReport): number {
  return Object.values(rows).reduce((sum, { bad }) => sum + bad, 0)
}

async function orRefused(file: FileText, mistakes: readonly FileMistake[]): Promise<void> {
  if (mistakes.length > 0) throw await refused(file, mistakes)
}

/** Leaves the unit of a load without anything written. */
class DryRunEnd extends Error {
  readonly mistakes: readonly FileMistake[]
  readonly settled: Settled

  constructor(mistakes: readonly FileMistake[], settled: Settled) {
    super('A load was taken back.')
    this.mistakes = mistakes
    this.settled = settled
  }
}

/** Carries out all that is in the file itself as one unit. */
async function settleWhole(
  store: Store,
  services: Services,
  { project, founding }: LoadTarget,
  { file, parts }: ReadFile,
  { dryRun = false, prune = false, deeds = false, ids = false }: LoadOptions
): Promise<Settled> {
  const isNew = founding !== null
  try {
    return await store.write(project.id, async session => {
      if (!isNew) await holdSetUpThroughout(session)
      const within = storeWithin(session, { dialect: store.dialect, apply })
      await within.write(project.id, async () => ({ value: null, changes: founding ?? [] }))
      const timeline = timelineOf(parts, services.now, isNew)
      const setting = { store: within, services, project, timeline, isNew }
      const { mistakes, settled } = await carriedOut(parts, setting, { prune, deeds, ids })
      if (dryRun || mistakes.length > 0) throw new DryRunEnd(mistakes, settled)
      return { value: settled, changes: [] }
    })
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
    await orRefused(file, error.mistakes)
    return error.settled
  }
}

interface RowFile {
  readonly section: RowSectionName
  readonly name: string
  readonly file: string
  readonly bytes: number
}

/** The files of rows that are named, and what is wrong with them; paths begin at `folder`. */
function rowFiles(file: EntryValues, folder: string) {
  const files: RowFile[] = []
  const mistakes: FileMistake[] = []
  for (const section of ROW_SECTION_NAMES) {
    const named = file[section]
    if (!isSchema(named)) continue
    const name = String(named['file'])
    const path = resolve(folder, name)
    if (!/\.(csv|jsonl)$/i.test(name)) {
      const message =
        `The name of a file of rows ends with .csv or .jsonl, and ${name} does not. Rename ` +
        'the file.'
      mistakes.push({ path: [section, 'file'], message })
    } else if (existsSync(path) && statSync(path).isFile()) {
      files.push({ section, name, file: path, bytes: statSync(path).size })
    } else mistakes.push({ path: [section, 'file'], message: `There is no file ${path}.` })
  }
  return { files, mistakes }
}

/** How its rows are read: the texts of JSON lines are in quotes, so that empty ones are said. */
function readsOf({ section, file }: RowFile) {
  const format = formatOf(file)
  const read = howToRead(section, format === 'jsonl')
  const { columns } = FORMATS[read.kind]
  return { read, rows: rowsOf(file, format, { columns, given: {} }) }
}

const TOLD_MAX = 20

/** Reads a file through: what is wrong with its rows by themselves, and beside each other. */
async function readThrough(each: RowFile, project: CodeComparison): Promise<readonly string[]> {
  const { section, name } = each
  const { read, rows } = readsOf(each)
  const twice = lookingForDoubles(project)
  const mistakes: string[] = []
  try {
    for await (const { line, row, findings } of rows) {
      const asked = commandOf(read, row)
      const wrong = findings.length > 0 || !('findings' in asked) ? findings : asked.findings
      // What cannot be read has no key.
      const found = wrong.length > 0 ? wrong : twice(section, row, line)
      for (const each of found) {
        if (mistakes.length < TOLD_MAX) mistakes.push(sentenceOf(name, line, each))
      }
    }
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error
    return error.findings.map(finding => `${name}, ${finding}`)
  }
  return mistakes
}

interface RowFileTools extends RowTools {
  readonly origin: Origin
  readonly tell: (text: string) => void
  readonly advanced: (rows: number, share: number) => void
}

/** Edits of a file of rows that are told; the others are counted. */
const EDITS_MAX = 100

/** Carries out a file of rows, each row as a unit of its own. */
async function carryOutFile(each: RowFile, { origin, tell, advanced, ...tools }: RowFileTools) {
  const { section, name, bytes: size } = each
  const { read, rows } = readsOf(each)
  const edits: (RowEdit & { readonly line: number })[] = []
  const tally = await carryOutRows(rows, {
    carryOut: async ({ line, row, findings }) => {
      if (findings.length > 0) return findings
      const outcome = await editRow(tools, origin, read, row)
      if ('findings' in outcome) return outcome.findings
      const { did, differences } = outcome
      if (did === 'changed' && edits.length < EDITS_MAX) {
        edits.push({ line, section, name: keyIn(section, row), differences })
      }
      return did
    },
    report: (line, finding) => tell(sentenceOf(name, line, finding)),
    advanced: (rows, bytes) => advanced(rows, size === 0 ? 1 : Math.min(1, bytes / size))
  })
  // Rows of a batch are carried out beside each other.
  const sorted = edits.toSorted((one, other) => one.line - other.line)
  return { tally, edits: sorted.map(({ line: _, ...edit }) => edit) }
}

function sentenceOf(name: string, line: number, { column, message }: RowFinding): string {
  return `${name}, line ${line}${column === null ? '' : `, column ${column}`}: ${message}`
}
