/**
 * One row of a project file as one unit: what it says is made, or changed where it differs.
 *
 * Rows in the file itself and those of files beside it come this way alike.
 */
import { editCustomer } from '../decisions/customers/edit.ts'
import type { ImportRow } from '../decisions/imports/columns.ts'
import type { Edited } from '../decisions/imports/edits.ts'
import {
  FORMATS,
  type HowToRead,
  type ImportCommand,
  type ImportKind
} from '../decisions/imports/formats.ts'
import { editOrder } from '../decisions/orders/edit.ts'
import { editVoucher } from '../decisions/vouchers/edit.ts'
import { type BadRow, type RowTools, settleRow } from '../jobs/rows.ts'
import type { Origin } from '../shell.ts'
import { loadImportCustomer } from '../storage/customers/import.ts'
import { loadEditOrder } from '../storage/orders/edit.ts'
import { loadEditVoucher } from '../storage/vouchers/edit.ts'

/** How rows of a project file are read: as what things are to be. */
export interface EditForm {
  readonly kind: ImportKind
  /** Whether texts are in quotes, so that an empty one is said. */
  readonly isExact: boolean
}

/** The same as an import has it. */
export function readAs(form: EditForm): HowToRead {
  return { ...form, given: {}, earns: false, edits: true }
}

/** What tells a row apart. */
export function rowKeyOf({ kind }: EditForm, row: ImportRow): string {
  return String(row[FORMATS[kind].key])
}

/**
 * What became of a row, or why nothing did.
 * @throws {Error} when the storage fails, or the unit lost to others too often.
 */
export function editRow(
  tools: RowTools,
  origin: Origin,
  form: EditForm,
  row: ImportRow
): Promise<Edited | BadRow> {
  const editing = { hasWholeMetadata: Object.hasOwn(row, 'metadata') && row['metadata'] !== '' }
  return settleRow(tools, readAs(form), row, asked => settle(tools, origin, asked, editing))
}

function settle(
  { shell }: RowTools,
  origin: Origin,
  asked: ImportCommand,
  editing: Parameters<typeof editCustomer>[2]
): Promise<Edited> {
  if (asked.noun === 'customer') {
    const { command } = asked
    return shell.settle(origin, {
      load: loadImportCustomer(command),
      decide: (facts, occasion) => editCustomer(facts, command, editing, occasion)
    })
  }
  if (asked.noun === 'voucher') {
    const { command } = asked
    return shell.settle(origin, {
      load: loadEditVoucher(origin.project, command, shell.limits),
      decide: (facts, occasion) => editVoucher(facts, command, editing, occasion)
    })
  }
  const { command } = asked
  return shell.settle(origin, {
    load: loadEditOrder(command),
    decide: (facts, occasion) => editOrder(facts, command, editing, occasion)
  })
}
