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
import { givenCoupon, givenCustomer, givenEntry, givenLot, givenTotals } from '../support/given.ts'
import { givenOrder, givenOrderItem } from '../support/given-goods.ts'
import { givenPublication, givenRedemption } from '../support/given-records.ts'

const names = { voucherCode: 'CLUB-1', campaignName: 'Coffee Club', customerSourceId: 'ada' }

/** An item of each kind; every text in it is replaced. */
const ITEMS: { readonly [Object in ExportedObject]: ExportItems[Object] } = {
  voucher: {
    voucher: givenCoupon({ additionalInfo: 'VIP', metadata: { size: 'XL' } }),
    ...names,
    categoryName: 'Seasonal',
    validationRuleIds: ['val_1'],
    lots: [givenLot({ expiresOn: '2026-12-31' })]
  },
  redemption: {
    redemption: givenRedemption({ trackingId: 'track_x', metadata: { till: 'T1' } }),
    ...names
  },
  publication: {
    publication: givenPublication(),
    ...names
  },
  customer: {
    customer: givenCustomer({
      phone: '+49 30 1234',
      description: 'Likes tea',
      birthdate: '1990-02-01',
      address: {
        city: 'Berlin',
        state: 'BE',
        line_1: 'Am Markt 1',
        line_2: 'Backyard',
        country: 'DE',
        postal_code: '10115'
      }
    }),
    totals: givenTotals()
  },
  order: {
    order: givenOrder({ metadata: { note: 'gift' }, items: [givenOrderItem({ sourceId: 'mug' })] }),
    customerSourceId: 'ada',
    referrerSourceId: 'ben'
  },
  points_expiration: { lot: givenLot({ expiresOn: '2026-12-31' }), status: 'ACTIVE' },
  voucher_transactions: givenEntry({ cause: { sourceId: 'till-7', reason: 'Mistake' } })
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
function shownBy<Object extends ExportedObject>(kind: Object, item: ExportItems[Object]): string[] {
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

t.test('every field of every kind of export is read as it was, whatever its text is', async t => {
  const kinds = Object.keys(ITEMS) as ExportedObject[]
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 1_000 })) {
    const text = () => Array.from({ length: between(1, 6) }, () => pick(PARTS)).join('')
    for (const kind of kinds) {
      const item = withTexts(ITEMS[kind], text)
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
