/**
 * Files of rows beside a project file.
 *
 * Such a file is read through once before anything is written, and carried out after the unit of
 * the project file, a batch at a time, so that any number of rows needs little memory.
 */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RowFinding } from '../decisions/imports/columns.ts'
import { commandOf, FORMATS } from '../decisions/imports/formats.ts'
import { isSchema } from '../http/document.ts'
import type { RowTools } from '../jobs/rows.ts'
import type { Origin } from '../shell.ts'
import type { EntryValues } from './entries.ts'
import { ROW_SECTION_NAMES, ROW_SECTIONS, type RowSectionName } from './form.ts'
import type { FileMistake } from './reading.ts'
import { carryOutRows, type Tally } from './row-batches.ts'
import { type CodeComparison, RowKeys } from './row-keys.ts'
import { type EditForm, editRow, type RowEdit, readAs, rowKeyOf } from './rows.ts'
import { formatOf, RowsRefused, rowsOf } from './text-rows.ts'

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
  file: EntryValues,
  folder: string
): { readonly files: readonly RowFile[]; readonly mistakes: readonly FileMistake[] } {
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
function formOfFile({ section, file }: Pick<RowFile, 'section' | 'file'>): EditForm {
  return { kind: ROW_SECTIONS[section].kind, isExact: formatOf(file) === 'jsonl' }
}

/** Findings of a file of rows that are told. */
const TOLD_MAX = 20

/** Reads a file through: what is wrong with its rows by themselves, and beside each other. */
export async function readThrough(
  rows: RowFile,
  project: CodeComparison
): Promise<readonly string[]> {
  try {
    return await mistakesIn(rows, project)
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error
    return error.findings.map(finding => `${rows.name}, ${finding}`)
  }
}

/** @throws {RowsRefused} when a file is no text, or the header of CSV does not fit its section. */
async function mistakesIn(
  { section, name, file }: RowFile,
  project: CodeComparison
): Promise<readonly string[]> {
  const form = formOfFile({ section, file })
  const { columns } = FORMATS[form.kind]
  const keys = new RowKeys(form, project)
  const mistakes: string[] = []
  for await (const { line, row, findings } of rowsOf(file, formatOf(file), {
    columns,
    given: {}
  })) {
    const asked = commandOf(readAs(form), row)
    const wrong = findings.length > 0 || !('findings' in asked) ? findings : asked.findings
    // What cannot be read has no key.
    const found = wrong.length > 0 ? wrong : keys.add(line, row)
    for (const each of found) {
      if (mistakes.length < TOLD_MAX) mistakes.push(sentenceOf(name, line, each))
    }
  }
  return mistakes
}

/** What carrying out a file of rows needs. */
export interface RowFileTools extends RowTools {
  readonly origin: Origin
  readonly tell: (text: string) => void
  readonly advanced: (rows: number, share: number) => void
}

/** Edits of a file of rows that are told; the others are counted. */
const EDITS_MAX = 100

/** What became of a file of rows. */
interface CarriedOutRows {
  readonly tally: Tally
  /** The first ones, in the order of the file. */
  readonly edits: readonly RowEdit[]
}

/** Carries out a file of rows, each row as a unit of its own. */
export async function carryOutFile(
  { section, name, file, bytes: size }: RowFile,
  { origin, tell, advanced, ...tools }: RowFileTools
): Promise<CarriedOutRows> {
  const form = formOfFile({ section, file })
  const { columns } = FORMATS[form.kind]
  const edits: (RowEdit & { readonly line: number })[] = []
  const tally = await carryOutRows(rowsOf(file, formatOf(file), { columns, given: {} }), {
    carryOut: async ({ line, row, findings }) => {
      if (findings.length > 0) return findings
      const outcome = await editRow(tools, origin, form, row)
      if ('findings' in outcome) return outcome.findings
      const { did, differences } = outcome
      if (did === 'changed' && edits.length < EDITS_MAX) {
        edits.push({ line, section, name: rowKeyOf(form, row), differences })
      }
      return did
    },
    report: (line, finding) => tell(sentenceOf(name, line, finding)),
    advanced: (rows, bytes) => advanced(rows, size === 0 ? 1 : Math.min(1, bytes / size)),
    stopsAtFirst: false,
    stopwatch: () => performance.now()
  })
  // Rows of a batch are carried out beside each other.
  const sorted = edits.toSorted((one, other) => one.line - other.line)
  return { tally, edits: sorted.map(({ line: _, ...edit }) => edit) }
}

function sentenceOf(name: string, line: number, { column, message }: RowFinding): string {
  return `${name}, line ${line}${column === null ? '' : `, column ${column}`}: ${message}`
}
