import t from 'tap'
import {
  csvRows,
  EXPORT_CELLS,
  EXPORT_FIELDS,
  type ExportItems
} from '../../src/decisions/exports.ts'
import { csvLines, type ParsedRecord, recordsOf } from '../../src/http/csv.ts'
import { csvOf } from '../../src/jobs/exports.ts'
import type { ExportedObject, Json } from '../../src/model.ts'
import { casesOf } from '../support/chance.ts'
import { givenCustomer, givenTotals } from '../support/given.ts'
import { givenOrder, givenOrderItem } from '../support/given-goods.ts'

/** Things with texts in cells, and in the JSON of cells; each of these is replaced. */
const ITEMS: Pick<ExportItems, 'customer' | 'order'> = {
  customer: {
    customer: givenCustomer({ phone: '+49 30 1234', address: { city: 'Berlin' } }),
    totals: givenTotals()
  },
  order: {
    order: givenOrder({ metadata: { note: 'gift' }, items: [givenOrderItem({ sourceId: 'mug' })] }),
    customerSourceId: 'ada',
    referrerSourceId: 'ben'
  }
}

/** Parts of texts that a file or a spreadsheet might take for something else. */
const PARTS = ["'", "'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '0', 'a', ' ', ',', ';', '"']

/** The same thing, with every text of it drawn. */
function withTexts<Value>(value: Value, text: () => string): Value {
  if (typeof value === 'string') return text() as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => withTexts(each, text)) as Value
  const parts = Object.entries(value).map(([name, each]) => [name, withTexts(each, text)])
  return Object.fromEntries(parts) as Value
}

/** What a field shows, before it is written. */
function shownBy<Kind extends ExportedObject>(kind: Kind, item: ExportItems[Kind]): string[] {
  return Object.values(EXPORT_CELLS[kind]).map(cell => textOf(cell(item) ?? null))
}

function textOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function* piece(text: string): AsyncGenerator<string> {
  yield text
}

async function readAll(text: string): Promise<ParsedRecord[]> {
  const found: ParsedRecord[] = []
  for await (const { read } of recordsOf(csvLines(piece(text)))) found.push(read)
  return found
}

t.test('every field of an export is read as it was, whatever its text is', async t => {
  const kinds = ['customer', 'order'] as const
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 1_000 })) {
    const text = () => Array.from({ length: between(1, 6) }, () => pick(PARTS)).join('')
    for (const kind of kinds) {
      const item = withTexts<ExportItems[typeof kind]>(ITEMS[kind], text)
      const { fields } = EXPORT_FIELDS[kind]
      const file = csvOf(csvRows(kind, fields, [item], 0))
      t.strictSame(await readAll(file), [{ cells: [...fields] }, { cells: shownBy(kind, item) }])
    }
  }
})

t.test('a text of the most lines it may have is read; an open quote costs one row', async t => {
  const long = '\n'.repeat(8_192)
  t.strictSame(await readAll(`a,"${long}"\nb,c\n`), [{ cells: ['a', long] }, { cells: ['b', 'c'] }])
  const rows = Array.from({ length: 300 }, (_, index) => `${index},${'Ada Baker '.repeat(4)}`)
  const read = await readAll(['a,"open', ...rows, 'b,"'].join('\n'))
  t.strictSame(read.length, 302)
  t.strictSame(
    read.filter(each => 'problem' in each),
    [{ problem: 'its quotes are not closed' }, { problem: 'its quotes are not closed' }]
  )
})
