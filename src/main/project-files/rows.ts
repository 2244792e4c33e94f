/**
 * The rows in a project file itself: customers, vouchers and orders, as an import takes them.
 *
 * They are carried out in the unit of its set-up.
 *
 * Spec: Decisions 130, 233 and 300.
 */
import type { Finding, Row } from '../../decisions/imports/columns.ts'
import { FORMATS } from '../../decisions/imports/formats.ts'
import { codeKey } from '../../decisions/vouchers/code-space.ts'
import { importRow, type RowTools } from '../../jobs/rows.ts'
import type { Project } from '../../model.ts'
import { toInstant } from '../../rules/validity.ts'
import type { Tally } from '../imports/rows.ts'
import { shownAt, storedRow } from './dumped-rows.ts'
import type { Values } from './entries.ts'
import { ROW_SECTION_NAMES, ROW_SECTIONS, type RowSectionName } from './form.ts'
import type { Operations } from './operations.ts'
import type { Mistake, Path } from './source.ts'

/** How many rows of a section came in, and how. */
export type RowTally = { -readonly [Key in keyof Tally]: number }

/** The rows of a section that are in the file itself. */
export interface InlineRows {
  readonly section: RowSectionName
  readonly rows: readonly Row[]
}

/** Of each section that lists its rows, in the order in which they are carried out. */
export function inlineRows(file: Values): readonly InlineRows[] {
  return ROW_SECTION_NAMES.flatMap(section => {
    const rows = file[section]
    return Array.isArray(rows) ? [{ section, rows }] : []
  })
}

/** Rows that say they are the same, by codes as the project compares them. */
export function doubleRows(
  all: readonly InlineRows[],
  project: Pick<Project, 'caseSensitiveCodes'>
): readonly Mistake[] {
  const seen = new Map<string, string>()
  return all.flatMap(({ section, rows }) => {
    const { key } = FORMATS[ROW_SECTIONS[section].kind]
    return rows.flatMap((row, index) => {
      const own = keyIn(section, row)
      // All vouchers share their codes; a source id tells customers apart, or orders.
      const name = key === 'code' ? `code ${codeKey(own, project)}` : `${section} ${own}`
      const first = seen.get(name)
      seen.set(name, first ?? `/${section}/${index}`)
      if (first === undefined) return []
      const message = `The ${key} ${own} is there twice: ${first} has it.`
      return [{ path: [section, index, key], message }]
    })
  })
}

/**
 * Carries out rows as parts of one unit, and calls `begin` before each; what is wrong with them.
 */
export async function carryOutInline(
  { section, rows }: InlineRows,
  operations: Operations,
  { tally, begin }: { readonly tally: RowTally; readonly begin: () => void }
): Promise<readonly Mistake[]> {
  const { kind } = ROW_SECTIONS[section]
  const { shell, origin } = operations
  const mistakes: Mistake[] = []
  const tools: RowTools = {
    shell,
    onFault: error => {
      throw error
    }
  }
  for (const [index, { id = null, ...row }] of rows.entries()) {
    const read = { kind, given: {}, earns: false }
    const taken = await idMistake(operations, section, { ...row, id })
    if (taken !== null) mistakes.push({ path: [section, index, 'id'], message: taken })
    if (taken !== null) continue
    const pinned = typeof id === 'string' ? [id] : []
    begin()
    const outcome = await operations.withIds(pinned, () => importRow(tools, origin, read, row))
    if (typeof outcome === 'string') tally[outcome]++
    else if (await isAsStored(operations, section, row)) tally.unchanged++
    else mistakes.push(...outcome.findings.map(each => mistakeAt([section, index], each)))
  }
  return mistakes
}

/**
 * Whether a voucher or an order that no import can bring any more is there as the row says: it was
 * made by a request, or by an import in other words.
 */
async function isAsStored(
  operations: Operations,
  section: RowSectionName,
  row: Row
): Promise<boolean> {
  if (section === 'customers') return false
  const stored = await storedRow(operations, section, keyIn(section, row))
  return stored !== null && Object.entries(row).every(([name, cell]) => says(stored, name, cell))
}

/** What tells a row apart. */
function keyIn(section: RowSectionName, row: Row): string {
  return String(row[FORMATS[ROW_SECTIONS[section].kind].key]).trim()
}

/** Why a row cannot have the id that it asks for; null where it can, or has it. */
async function idMistake(
  operations: Operations,
  section: RowSectionName,
  { id, ...row }: Row
): Promise<string | null> {
  if (typeof id !== 'string') return null
  const { noun, kind } = ROW_SECTIONS[section]
  const key = keyIn(section, row)
  const holder = await shownAt(operations, section, id)
  const known = await shownAt(operations, section, key)
  if (known !== null && known['id'] !== id) {
    const advice = 'which stays. Write that, or none.'
    return `The ${noun} ${key} is there with the id ${known['id']}, ${advice}`
  }
  if (holder === null || holder[FORMATS[kind].key] === key) return null
  return `The id ${id} is that of another ${noun}, ${holder[FORMATS[kind].key]}. Write another one.`
}

/** Whether a stored row says the same as a cell; one that says nothing agrees. */
function says(stored: Values, name: string, cell: unknown): boolean {
  if (cell === null || cell === '' || (name === 'active' && cell === true)) return true
  const said = JSON.stringify(stored[name])
  return said === JSON.stringify(cell) || said === JSON.stringify(toInstant(String(cell)))
}

function mistakeAt(path: Path, { column, message }: Finding): Mistake {
  const end = message.endsWith('.') ? '' : '.'
  if (column === null) return { path, message: `This row ${message}${end}` }
  return { path: [...path, column], message: `${column}: ${message}${end}` }
}
