import { hash } from 'node:crypto'
import { editCustomer } from '../decisions/customers/customers.ts'
import type { ImportRow, RowFinding } from '../decisions/imports/columns.ts'
import { FORMATS, type HowToRead } from '../decisions/imports/formats.ts'
import type { Difference, Edited } from '../decisions/imports/outcome.ts'
import { editOrder } from '../decisions/orders/edit.ts'
import { editVoucher } from '../decisions/vouchers/edit.ts'
import { codeKey } from '../decisions/vouchers/vouchers.ts'
import { type BadRow, type RowTools, settleRow } from '../jobs/rows.ts'
import type { Project } from '../model.ts'
import type { Origin } from '../shell.ts'
import { loadImportCustomer } from '../storage/customers/facts.ts'
import { loadEditOrder } from '../storage/saved-orders.ts'
import { loadEditVoucher } from '../storage/vouchers/facts.ts'
import { shownAt } from './dumped-rows.ts'
import type { EntryValues } from './entries.ts'
import type { ProjectOperations } from './operations.ts'
import { type FileMistake, type FilePath, pathTold } from './reading.ts'
import { ROW_SECTION_NAMES, ROW_SECTIONS, type RowSectionName } from './sections.ts'
import type { Tally } from './text-rows.ts'

export type RowTally = { -readonly [Key in keyof Tally]: number }

export interface InlineRows {
  readonly section: RowSectionName
  readonly rows: readonly ImportRow[]
}

/** Of each section that lists its rows, in the order in which they are carried out. */
export function inlineRows(file: EntryValues): readonly InlineRows[] {
  return ROW_SECTION_NAMES.flatMap(section => {
    const rows = file[section]
    return Array.isArray(rows) ? [{ section, rows }] : []
  })
}

/** Rows that say they are the same, by codes as the project compares them. */
export function doubleRows(
  all: readonly InlineRows[],
  project: CodeComparison
): readonly FileMistake[] {
  const twice = lookingForDoubles(project)
  return all.flatMap(({ section, rows }) =>
    rows.flatMap((row, index) =>
      twice(section, row, `/${section}/${index}`).map(({ column, message }) => ({
        path: [section, index, String(column)],
        message
      }))
    )
  )
}

export interface RowEdit {
  readonly section: RowSectionName
  readonly name: string
  readonly differences: readonly Difference[]
}

/** Carries out rows as parts of one unit; what is wrong with them. */
export async function carryOutInline(
  { section, rows }: InlineRows,
  operations: ProjectOperations,
  tally: RowTally,
  edits: RowEdit[],
  begin: () => void
): Promise<readonly FileMistake[]> {
  const { shell, origin } = operations
  const mistakes: FileMistake[] = []
  // Texts are in quotes here, so that empty ones are said.
  const read = howToRead(section, true)
  const onFault = (error: Error) => {
    throw error
  }
  for (const [index, { id = null, ...row }] of rows.entries()) {
    const pinned = typeof id === 'string' ? [id] : []
    const taken = await idMistake(operations, section, row, pinned)
    if (taken !== null) {
      mistakes.push({ path: [section, index, 'id'], message: taken })
      continue
    }
    begin()
    const edit = () => editRow({ shell, onFault }, origin, read, row)
    const outcome = await operations.withIds(pinned, edit)
    if ('findings' in outcome) {
      mistakes.push(...outcome.findings.map(each => mistakeAt([section, index], each)))
      continue
    }
    const { did, differences } = outcome
    tally[did]++
    if (did === 'changed') edits.push({ section, name: keyIn(section, row), differences })
  }
  return mistakes
}

/** How rows are read: as what things are to be. `isExact`: texts are in quotes, also empty ones. */
export function howToRead(section: RowSectionName, isExact: boolean): HowToRead {
  return { kind: ROW_SECTIONS[section].kind, isExact, given: {}, earns: false, edits: true }
}

export function keyIn(section: RowSectionName, row: ImportRow): string {
  return String(row[FORMATS[ROW_SECTIONS[section].kind].key])
}

/** Why a row cannot have the id that it asks for; null where it can, or has it. */
async function idMistake(
  operations: ProjectOperations,
  section: RowSectionName,
  row: ImportRow,
  [id]: readonly string[]
): Promise<string | null> {
  if (id === undefined) return null
  const { noun, kind } = ROW_SECTIONS[section]
  const key = keyIn(section, row)
  const holder = await shownAt(operations, section, id)
  const known = await shownAt(operations, section, key)
  if (known !== null && known['id'] !== id) {
    const advice = 'which cannot change. Write that id, or none.'
    return `The ${noun} ${key} exists with the id ${known['id']}, ${advice}`
  }
  if (holder === null || holder[FORMATS[kind].key] === key) return null
  return `Another ${noun}, ${holder[FORMATS[kind].key]}, has the id ${id}. Write another one.`
}

function mistakeAt(path: FilePath, { column, message }: RowFinding): FileMistake {
  const end = message.endsWith('.') ? '' : '.'
  if (column === null) return { path, message: `This row ${message}${end}` }
  // A cell with several values says first which of them it is.
  const within = pathTold(`Property .${message}`)
  if (within.length > 1 && within[0] === column) {
    return { path: [...path, ...within], message: `${message}${end}` }
  }
  return { path: [...path, column], message: `${column}: ${message}${end}` }
}

/**
 * What became of a row, or why nothing did.
 * @throws {Error} when the storage fails, or the unit lost to others too often.
 */
export function editRow(
  tools: RowTools,
  origin: Origin,
  read: HowToRead,
  row: ImportRow
): Promise<Edited | BadRow> {
  const { shell } = tools
  const editing = { hasWholeMetadata: Object.hasOwn(row, 'metadata') && row['metadata'] !== '' }
  return settleRow<Edited>(tools, read, row, {
    customer: command =>
      shell.settle(origin, {
        load: loadImportCustomer(command),
        decide: (facts, occasion) => editCustomer(facts, command, editing, occasion)
      }),
    voucher: command =>
      shell.settle(origin, {
        load: loadEditVoucher(origin.project, command, shell.limits),
        decide: (facts, occasion) => editVoucher(facts, command, editing, occasion)
      }),
    order: command =>
      shell.settle(origin, {
        load: loadEditOrder(command),
        decide: (facts, occasion) => editOrder(facts, command, editing, occasion)
      })
  })
}

export type CodeComparison = Pick<Project, 'caseSensitiveCodes'>

/** So many bytes tell 100,000 keys apart, and take a third of the room of a whole digest. */
const DIGEST_BYTES = 12

/** Says why the row of a line or path cannot be there, where one before it has its key. */
export function lookingForDoubles(project: CodeComparison) {
  /** Lines, or paths, by a digest of their key, which is short whatever the key is. */
  const places = new Map<string, number | string>()
  return (section: RowSectionName, row: ImportRow, at: number | string): readonly RowFinding[] => {
    const { key: column } = FORMATS[ROW_SECTIONS[section].kind]
    const own = keyIn(section, row)
    // All vouchers share their codes; a source id tells customers apart, or orders.
    const compared = column === 'code' ? `code ${codeKey(own, project)}` : `${section} ${own}`
    const digest = hash('sha256', compared, 'buffer').toString('latin1', 0, DIGEST_BYTES)
    const first = places.get(digest)
    places.set(digest, first ?? at)
    if (first === undefined) return []
    const where = typeof first === 'number' ? `line ${first}` : first
    return [{ column, message: `The ${column} ${own} is in the file twice: ${where} has it, too.` }]
  }
}
