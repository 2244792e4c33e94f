/**
 * The rows of a project file: customers, vouchers and orders, as an import takes them.
 *
 * Rows in the file itself are carried out in the unit of its set-up. A file of rows beside it is
 * read through once before anything is written, and carried out afterwards a batch at a time, so
 * that any number of rows needs little memory.
 *
 * Spec: Decisions 130, 233, 235 and 300.
 */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding, Row } from '../../decisions/imports/columns.ts'
import { commandOf, FORMATS } from '../../decisions/imports/formats.ts'
import { codeKey } from '../../decisions/vouchers/code-space.ts'
import { isObject } from '../../http/document.ts'
import { importRow, type RowTools } from '../../jobs/rows.ts'
import type { Project } from '../../model.ts'
import { toInstant } from '../../rules/validity.ts'
import type { Origin } from '../../shell.ts'
import { formatOf, rowsOf } from '../imports/files.ts'
import { carryOutRows, type Tally } from '../imports/rows.ts'
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

/** Carries out rows as parts of one unit; what is wrong with them. */
export async function carryOutInline(
  { section, rows }: InlineRows,
  operations: Operations,
  tally: RowTally
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
    const pinned = typeof id === 'string' ? id : null
    const outcome = await operations.withId(pinned, () => importRow(tools, origin, read, row))
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

/** A file of rows that a project file names. */
export interface RowFile {
  readonly section: RowSectionName
  /** As the project file says it. */
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly bytes: number
}

/** The files of rows that are named, and what is wrong with them; paths begin at `folder`. */
export function rowFiles(
  file: Values,
  folder: string
): { readonly files: readonly RowFile[]; readonly mistakes: readonly Mistake[] } {
  const files: RowFile[] = []
  const mistakes: Mistake[] = []
  for (const section of ROW_SECTION_NAMES) {
    const named = file[section]
    if (!isObject(named)) continue
    const name = String(named['file'])
    const path = resolve(folder, name)
    if (!/\.(csv|jsonl)$/i.test(name)) {
      const message = `Rows are in a file that ends with .csv or .jsonl, and this is ${name}.`
      mistakes.push({ path: [section, 'file'], message })
    } else if (existsSync(path) && statSync(path).isFile()) {
      files.push({ section, name, file: path, bytes: statSync(path).size })
    } else mistakes.push({ path: [section, 'file'], message: `There is no file ${path}.` })
  }
  return { files, mistakes }
}

/** Findings of a file of rows that are told. */
const TOLD_MAX = 20

/** Reads a file of rows through: how many there are, and what is wrong with them by themselves. */
export async function readThrough({ section, name, file }: RowFile): Promise<{
  readonly count: number
  readonly mistakes: readonly string[]
}> {
  const { kind } = ROW_SECTIONS[section]
  const { columns } = FORMATS[kind]
  const mistakes: string[] = []
  let count = 0
  for await (const { line, row, findings } of rowsOf(file, formatOf(file), {
    columns,
    given: {}
  })) {
    count++
    const asked = commandOf({ kind, given: {}, earns: false }, row)
    const found = findings.length > 0 || !('findings' in asked) ? findings : asked.findings
    for (const each of found) {
      if (mistakes.length < TOLD_MAX) mistakes.push(sentenceOf(name, line, each))
    }
  }
  return { count, mistakes }
}

/** What carrying out a file of rows needs. */
export interface RowFileTools extends RowTools {
  readonly origin: Origin
  readonly tell: (text: string) => void
  readonly advanced: (rows: number, share: number) => void
}

/** Carries out a file of rows, each row as a unit of its own. */
export async function carryOutFile(
  { section, name, file, bytes: size }: RowFile,
  { origin, tell, advanced, ...tools }: RowFileTools
): Promise<Tally> {
  const { kind } = ROW_SECTIONS[section]
  const { columns } = FORMATS[kind]
  const read = { kind, given: {}, earns: false }
  return carryOutRows(rowsOf(file, formatOf(file), { columns, given: {} }), {
    carryOut: async ({ row, findings }) => {
      if (findings.length > 0) return findings
      const outcome = await importRow(tools, origin, read, row)
      return typeof outcome === 'string' ? outcome : outcome.findings
    },
    report: (line, finding) => tell(sentenceOf(name, line, finding)),
    advanced: (rows, bytes) => advanced(rows, size === 0 ? 1 : Math.min(1, bytes / size)),
    stopsAtFirst: false,
    stopwatch: () => performance.now()
  })
}

function sentenceOf(name: string, line: number, { column, message }: Finding): string {
  return `${name}, line ${line}${column === null ? '' : `, column ${column}`}: ${message}`
}
