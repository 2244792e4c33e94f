/**
 * Carries out all that is in a project file itself, within one unit of work: first what it sets up,
 * then its rows, then its deeds.
 */
import type { Project } from '../model.ts'
import type { PartStore } from '../storage/engine/store.ts'
import {
  Deeds,
  daysOutOfOrder,
  deedsOf,
  deedsOfNoKind,
  foundedDaysAgo,
  isDated,
  type Timeline,
  timelineBy
} from './deeds.ts'
import { shownAt } from './dumped-rows.ts'
import { doubles, type EntryValues, entriesOf, type FileEntry } from './entries.ts'
import { type Actor, ProjectOperations, type Services } from './operations.ts'
import type { FileMistake } from './reading.ts'
import {
  carryOutInline,
  doubleRows,
  type InlineRows,
  inlineRows,
  keyIn,
  type RowEdit,
  type RowTally
} from './rows.ts'
import { contractOf } from './schema.ts'
import type { RowSectionName } from './sections.ts'
import { doubledRules, type LoadedThing, SetUp } from './set-up.ts'
import { closedPrograms, StoredThings } from './stored-things.ts'

export interface FileParts {
  readonly value: EntryValues
  /** The same with the defaults of what it leaves out. */
  readonly defaulted: EntryValues
  readonly entries: readonly FileEntry[]
  readonly inline: readonly InlineRows[]
}

export function partsOf(value: EntryValues, defaulted: EntryValues): FileParts {
  const entries = entriesOf(value, defaulted)
  return { value, defaulted, entries, inline: inlineRows(value) }
}

/** What is wrong in a file beyond what its schema says. */
export function mistakesWithin(
  { value, entries, inline }: FileParts,
  project: Pick<Project, 'caseSensitiveCodes'>
): readonly FileMistake[] {
  const ofDeeds = [...deedsOfNoKind(value), ...daysOutOfOrder(value)]
  return [...doubles(entries), ...doubleRows(inline, project), ...ofDeeds]
}

/** The instants of a file: of its days in a project that it makes, else now. */
export function timelineOf(
  { value, entries, inline }: FileParts,
  now: Services['now'],
  isNew: boolean
): Timeline {
  const rows = inline.reduce((sum, each) => sum + each.rows.length, 0)
  // The project itself is the first part.
  const parts = 1 + entries.length + rows + deedsOf(value).length
  const timeline = timelineBy(now, isNew && isDated(value) ? parts : null)
  timeline.next(foundedDaysAgo(value))
  return timeline
}

export interface LoadSetting {
  /** Within the unit; the project is there. */
  readonly store: PartStore
  readonly services: Services
  readonly project: Project
  readonly timeline: Timeline
  /** Whether the project was made for the file, so that there is nothing in it. */
  readonly isNew: boolean
  readonly actor?: Actor
}

export interface Settled {
  /** Each thing that is set up, in the order in which they were carried out. */
  readonly outcomes: readonly LoadedThing[]
  readonly rows: { readonly [Section in RowSectionName]?: RowTally }
  readonly edits: readonly RowEdit[]
  /** How many deeds were carried out, and how many were not because some of the file was there. */
  readonly deeds: { readonly done: number; readonly left: number }
  /** What its writer may not have meant, as sentences. */
  readonly warnings: readonly string[]
  /** By section and name, such as `customers.ada`; empty unless they are asked for. */
  readonly ids: Readonly<Record<string, string>>
}

export async function carriedOut(
  file: FileParts,
  { store, services, project, timeline, isNew, actor }: LoadSetting,
  {
    prune,
    deeds: always,
    ids = false
  }: { readonly prune: boolean; readonly deeds: boolean; readonly ids?: boolean }
): Promise<{ readonly mistakes: readonly FileMistake[]; readonly settled: Settled }> {
  const { value, entries, inline } = file
  const operations = new ProjectOperations(
    store,
    { ...services, now: timeline.now },
    project,
    actor
  )
  const beforeMaking = () => timeline.next(foundedDaysAgo(value))
  const mistakes: FileMistake[] = []
  const rows: { [Section in RowSectionName]?: RowTally } = {}
  const edits: RowEdit[] = []
  const importNow = async (listed: InlineRows) => {
    if (rows[listed.section] !== undefined) return
    const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
    rows[listed.section] = tally
    mistakes.push(...(await carryOutInline(listed, operations, tally, edits, beforeMaking)))
  }
  const beforeMembers = async () => {
    for (const each of inline) if (each.section === 'customers') await importNow(each)
  }
  const stored = new StoredThings(operations, { isNew })
  const setUp = new SetUp(entries, operations, stored, {
    shapesOf: section => contractOf().shapesOf(section),
    beforeMembers,
    beforeMaking
  })
  await setUp.carryOut()
  // Rows refer to what is set up, so that its mistakes would be told again.
  if (setUp.mistakes.length === 0) {
    for (const each of inline) await importNow(each)
    if (prune && mistakes.length === 0) await setUp.prune(value)
  }
  const listed = deedsOf(file.defaulted)
  const isDone = always || isNew || isAllNew(setUp.outcomes, Object.values(rows))
  const isSound = setUp.mistakes.length + mistakes.length === 0
  if (isDone && isSound) await new Deeds(operations, setUp, timeline).carryOut(listed)
  const deeds = isDone ? { done: listed.length, left: 0 } : { done: 0, left: listed.length }
  const warnings = [
    ...(await doubledRules(setUp.unnamed, setUp.claimed, stored)),
    ...(await closedPrograms(setUp.claimed, stored, operations))
  ]
  const settled = {
    outcomes: setUp.outcomes,
    rows,
    edits,
    deeds,
    warnings,
    ids: ids ? { ...setUp.ids, ...(await idsOf(inline, operations)) } : {}
  }
  return { mistakes: [...setUp.mistakes, ...mistakes], settled }
}

/** Whether a file made something, and found nothing of itself; so its deeds are done once. */
function isAllNew(outcomes: readonly LoadedThing[], tallies: readonly RowTally[]): boolean {
  const known = tallies.some(({ changed, unchanged }) => changed + unchanged > 0)
  const isMade = outcomes.some(({ did }) => did === 'made') || tallies.some(({ made }) => made > 0)
  return isMade && !known && outcomes.every(({ did }) => did === 'made' || did === 'removed')
}

async function idsOf(inline: readonly InlineRows[], operations: ProjectOperations) {
  const ids: Record<string, string> = {}
  for (const { section, rows } of inline) {
    for (const row of rows) {
      const name = keyIn(section, row)
      const shown = await shownAt(operations, section, name)
      if (shown !== null) ids[`${section}.${name}`] = String(shown['id'])
    }
  }
  return ids
}
