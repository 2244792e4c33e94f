/**
 * Loads a project file: what it says is made, changed or left, by the decisions of the interface.
 *
 * The file is checked whole before anything is written, and everything in it is one unit: a mistake
 * changes nothing. Files of rows beside it come after that unit, a batch at a time.
 *
 * Spec: Decisions 232, 233, 234 and 235.
 */
import { readFileSync } from 'node:fs'
import type { Change } from '../../decisions/changes.ts'
import { Refused } from '../../decisions/refusals.ts'
import { type Document, flat, isObject } from '../../http/document.ts'
import type { Project } from '../../model.ts'
import { Shell } from '../../shell.ts'
import { apply } from '../../storage/apply.ts'
import { storeWithin } from '../../storage/engine/parts.ts'
import type { Store } from '../../storage/engine/store.ts'
import { CommandFailed } from '../on-database.ts'
import { generated } from '../published.ts'
import { FileChecks } from './checking.ts'
import { type ShapesOf, shapesBy } from './comparison.ts'
import { doubles, type Entry, entriesOf, type Values } from './entries.ts'
import type { ProjectFile } from './files.ts'
import { type RowSectionName, SECTIONS, type SectionName } from './form.ts'
import { type Founded, foundProject, settingsOf } from './founding.ts'
import { Operations, type Services } from './operations.ts'
import type { FileText } from './reading.ts'
import {
  carryOutFile,
  carryOutInline,
  doubleRows,
  type InlineRows,
  inlineRows,
  type RowFile,
  type RowTally,
  readThrough,
  rowFiles
} from './rows.ts'
import { bodySchema, fileSchema } from './schema.ts'
import { type Outcome, SetUp } from './set-up.ts'
import { type Mistake, type Path, parsedFile, pathTold, refused } from './source.ts'
import { Stored } from './stored.ts'
import { doubledRules } from './unnamed-rules.ts'

export interface LoadOptions {
  /** Carry everything out and take it back. */
  readonly dryRun?: boolean
  /** Remove what the sections of the file no longer have. */
  readonly prune?: boolean
  /** Carry out the deeds of the file although some of it was there. */
  readonly deeds?: boolean
  /** How far a file of rows is, 0 to 1; called after each batch. */
  readonly advanced?: (rows: number, share: number) => void
  /** Told of rows of such a file that were not imported, and of rules that are there twice now. */
  readonly tell?: (text: string) => void
}

/** What a load came to. */
export interface Loaded {
  /** Each thing that is set up, in the order in which they were carried out. */
  readonly outcomes: readonly Outcome[]
  readonly rows: { readonly [Section in RowSectionName]?: RowTally }
  /** How many rows are in files beside it; after a dry run these were only read. */
  readonly rowsBeside: { readonly [Section in RowSectionName]?: number }
  /** How many deeds were carried out, and how many were not because some of the file was there. */
  readonly deeds: { readonly done: number; readonly left: number }
}

/** The documents say what a file may have; read once. */
let contract: { readonly checks: FileChecks; readonly shapesOf: ShapesOf } | null = null

/** What files may have, and the forms of their entries; made at the first use. */
export function contractOf() {
  if (contract !== null) return contract
  const joined = JSON.parse(readFileSync(generated('joined.json'), 'utf8')) as Document
  const schema = fileSchema(joined)
  const definitions = schema['$defs'] as Readonly<Record<string, Values>>
  const shapesOf = shapesBy((section: SectionName) => {
    const { update } = SECTIONS[section]
    const follow = (found: unknown) => flat({ ...joined, $defs: definitions } as Document, found)
    const entry = definitions[`entry_${section}`] as Values
    return { entry, update: update ? bodySchema(joined, update) : null, flat: follow }
  })
  contract = { checks: new FileChecks(schema), shapesOf }
  return contract
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
): Promise<Loaded> {
  const read = await readWhole(file, project)
  return carryOut(store, services, { project, before: [] }, { file, ...read }, options)
}

/** A project, and the changes by which it is made where it is not there yet. */
interface Place {
  readonly project: Project
  readonly before: readonly Change[]
}

async function carryOut(
  store: Store,
  services: Services,
  place: Place,
  read: ReadFile & { readonly file: ProjectFile },
  options: LoadOptions
): Promise<Loaded> {
  const { project } = place
  const settled = await settleWhole(store, services, place, read, options)
  const { advanced = () => {}, tell = () => {} } = options
  for (const warning of settled.warnings) tell(warning)
  const rows: { [Section in RowSectionName]?: RowTally } = settled.rows
  if (options.dryRun) return { ...settled, rowsBeside: read.counts }
  services.onJobQueued?.()
  const shell = new Shell({ store, ...services })
  const origin = { project, requestId: 'load', source: { channel: 'INTERNAL' } } as const
  const onFault = ({ message }: Error) => tell(message)
  for (const each of read.files) {
    rows[each.section] = await carryOutFile(each, { shell, origin, onFault, tell, advanced })
  }
  return { ...settled, rows, rowsBeside: read.counts }
}

interface ReadFile {
  readonly value: Values
  /** The same with the defaults of what it leaves out. */
  readonly defaulted: Values
  readonly entries: readonly Entry[]
  readonly inline: readonly InlineRows[]
  readonly files: readonly RowFile[]
  readonly counts: { readonly [Section in RowSectionName]?: number }
}

/** Everything that a file says by itself. @throws {FileRefused} */
async function readWhole(file: ProjectFile, project: Project | null): Promise<ReadFile> {
  const value = await parsedFile(file)
  const defaulted = structuredClone(value)
  const { checks } = contractOf()
  await orRefused(file, checks.mistakesIn(defaulted))
  const entries = entriesOf(value, defaulted)
  const inline = inlineRows(value)
  const { files, mistakes } = rowFiles(value, file.folder)
  const agrees = project === null ? [] : disagreements(value['project'], project)
  const { caseSensitiveCodes } = project ?? settingsOf(value)
  const twice = [...doubles(entries), ...doubleRows(inline, { caseSensitiveCodes })]
  await orRefused(file, [...agrees, ...twice, ...mistakes])
  const counts: { [Section in RowSectionName]?: number } = {}
  for (const each of files) {
    const { count, mistakes: found } = await readThrough(each)
    if (found.length > 0) throw new CommandFailed([...found, 'Nothing was changed.'].join('\n'))
    counts[each.section] = count
  }
  return { value, defaulted, entries, inline, files, counts }
}

/** What a file says of its project that is not so; its name is the project's own. */
function disagreements(described: unknown, project: Project): readonly Mistake[] {
  if (!isObject(described)) return []
  const own: Values = {
    timezone: project.timezone,
    currency: project.currency,
    case_sensitive_codes: project.caseSensitiveCodes
  }
  return Object.entries(own).flatMap(([name, value]) => {
    if (described[name] === undefined || described[name] === value) return []
    const advice = 'which cannot change. Say the same, or nothing.'
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
): Promise<Founded & { readonly loaded: Loaded }> {
  const read = await readWhole(file, null)
  const { project, keys, changes } = await orRefusedIn(file, ['project'], () =>
    foundProject(services, read.value)
  )
  const place = { project, before: changes }
  const loaded = await carryOut(store, services, place, { file, ...read }, options)
  return { project, keys, loaded }
}

/** Rows of files beside the project file that the database refused. */
export function badRowsOf({ rows }: Loaded): number {
  return Object.values(rows).reduce((sum, { bad }) => sum + bad, 0)
}

/** What a task gives; its refusal is a mistake of this part of the file. @throws {FileRefused} */
async function orRefusedIn<Value>(file: FileText, path: Path, task: () => Value): Promise<Value> {
  try {
    return task()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { details: message } = error.refusal
    throw await refused(file, [{ path: [...path, ...pathTold(message)], message }])
  }
}

async function orRefused(file: FileText, mistakes: readonly Mistake[]): Promise<void> {
  if (mistakes.length > 0) throw await refused(file, mistakes)
}

/** What a load came to in its unit. */
interface Settled extends Pick<Loaded, 'outcomes' | 'rows' | 'deeds'> {
  readonly warnings: readonly string[]
}

/** Leaves the unit of a load without anything written. */
class TakenBack extends Error {
  readonly mistakes: readonly Mistake[]
  readonly settled: Settled

  constructor(mistakes: readonly Mistake[], settled: Settled) {
    super('A load was taken back.')
    this.mistakes = mistakes
    this.settled = settled
  }
}

/** Carries out all that is in the file itself as one unit. */
async function settleWhole(
  store: Store,
  services: Services,
  { project, before }: Place,
  whole: ReadFile & { readonly file: FileText },
  { dryRun = false, prune = false, deeds = false }: LoadOptions
): Promise<Settled> {
  try {
    return await store.write(project.id, async session => {
      const parts = storeWithin(session, { dialect: store.dialect, apply })
      await parts.write(project.id, async () => ({ value: null, changes: before }))
      const operations = new Operations(parts, services, project)
      const { mistakes, settled } = await carriedOut(operations, whole, { prune, deeds })
      if (dryRun || mistakes.length > 0) throw new TakenBack(mistakes, settled)
      return { value: settled, changes: [] }
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    await orRefused(whole.file, error.mistakes)
    return error.settled
  }
}

async function carriedOut(
  operations: Operations,
  { entries, inline, value, defaulted }: ReadFile,
  { prune, deeds: always }: Required<Pick<LoadOptions, 'prune' | 'deeds'>>
): Promise<{ readonly mistakes: readonly Mistake[]; readonly settled: Settled }> {
  const mistakes: Mistake[] = []
  const rows: { [Section in RowSectionName]?: RowTally } = {}
  const importNow = async ({ section, rows: listed }: InlineRows) => {
    if (rows[section] !== undefined) return
    const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
    rows[section] = tally
    mistakes.push(...(await carryOutInline({ section, rows: listed }, operations, tally)))
  }
  const beforeMembers = async () => {
    for (const each of inline) if (each.section === 'customers') await importNow(each)
  }
  const stored = new Stored(operations)
  const { shapesOf } = contractOf()
  const setUp = new SetUp(entries, operations, stored, { shapesOf, beforeMembers })
  await setUp.carryOut()
  // Rows refer to what is set up, so that its mistakes would be told again.
  if (setUp.mistakes.length === 0) {
    for (const each of inline) await importNow(each)
    if (prune && mistakes.length === 0) await setUp.prune(value)
  }
  const listed = (defaulted['deeds'] ?? []) as readonly Values[]
  const isDone = always || isAllNew(setUp.outcomes, Object.values(rows))
  const isSound = setUp.mistakes.length + mistakes.length === 0
  if (isDone && isSound) await setUp.deeds(listed)
  const all = [...setUp.mistakes, ...mistakes]
  const deeds = isDone ? { done: listed.length, left: 0 } : { done: 0, left: listed.length }
  const warnings = await doubledRules(setUp.unnamed, setUp.claimed, stored)
  return { mistakes: all, settled: { outcomes: setUp.outcomes, rows, deeds, warnings } }
}

/** Whether a file made something, and found nothing of itself; so its deeds are done once. */
function isAllNew(outcomes: readonly Outcome[], tallies: readonly RowTally[]): boolean {
  const known = tallies.some(({ changed, unchanged }) => changed + unchanged > 0)
  const isMade = outcomes.some(({ did }) => did === 'made') || tallies.some(({ made }) => made > 0)
  return isMade && !known && outcomes.every(({ did }) => did === 'made' || did === 'removed')
}
