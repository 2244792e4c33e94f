/**
 * The keys of the rows of one file, so that a row that is there twice is found before anything is
 * written: each load would change its thing to and fro.
 */
import { hash } from 'node:crypto'
import type { ImportRow, RowFinding } from '../decisions/imports/columns.ts'
import { FORMATS } from '../decisions/imports/formats.ts'
import { codeKey } from '../decisions/vouchers/vouchers.ts'
import type { Project } from '../model.ts'
import { type EditForm, rowKeyOf } from './rows.ts'

/** How the project of the rows compares codes. */
export type CodeComparison = Pick<Project, 'caseSensitiveCodes'>

/** So many bytes tell 100,000 keys apart, and take a third of the room of a whole digest. */
const DIGEST_BYTES = 12

export class RowKeys {
  readonly #form: EditForm
  readonly #project: CodeComparison
  /** Lines by a digest of their key, which is short whatever the key is. */
  readonly #lines = new Map<string, number>()

  constructor(form: EditForm, project: CodeComparison) {
    this.#form = form
    this.#project = project
  }

  /** Why the row of a line cannot be there, where one before it has its key. */
  add(line: number, row: ImportRow): readonly RowFinding[] {
    const { key: column } = FORMATS[this.#form.kind]
    const own = rowKeyOf(this.#form, row)
    const compared = column === 'code' ? codeKey(own, this.#project) : own
    const digest = hash('sha256', compared, 'buffer').toString('latin1', 0, DIGEST_BYTES)
    const first = this.#lines.get(digest)
    this.#lines.set(digest, first ?? line)
    if (first === undefined) return []
    return [
      { column, message: `The ${column} ${own} is in the file twice: line ${first} has it, too.` }
    ]
  }
}
