import t from 'tap'
import { readRow } from '../../../src/decisions/imports/columns.ts'
import { FORMATS } from '../../../src/decisions/imports/formats.ts'
import type { Json } from '../../../src/model.ts'

const { discount } = FORMATS.coupons.columns
const MUG = { id: 'prod_00mug', name: 'Mug', source_id: 'mug' }
const UNIT = { type: 'UNIT', unit_off: 1, unit_type: 'x'.repeat(512), product: MUG }
const many = (...units: Json[]) => ({ type: 'UNIT', effect: 'ADD_MANY_ITEMS', units })

const reference = (property: string) =>
  `must have an id and a name, and perhaps a source_id, as texts for ${property}`
const TYPE = 'must have a text of at most 512 characters for'

//  discount                                                    what is wrong
const CELLS = [
  [{ type: 'AMOUNT', amount_off: 1, effect: 'APPLY_TO_ITEMS' }, null],
  [{ type: 'AMOUNT', amount_off: 1, effect: null }, 'has null for effect; leave it out'],
  [UNIT, null],
  [{ ...UNIT, unit_type: 'x'.repeat(513) }, `${TYPE} unit_type`],
  [{ ...UNIT, unit_type: 7 }, `${TYPE} unit_type`],
  [{ ...UNIT, product: 'mug' }, reference('product')],
  [{ ...UNIT, sku: { id: 'sku_1' } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, id: '' } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, id: 'x'.repeat(65) } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, source_id: 5 } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, price: 5 } }, reference('sku')],
  [many(...Array(100).fill(UNIT)), null],
  [many(...Array(101).fill(UNIT)), 'has 101 units, and may have 100'],
  [many(UNIT, { ...UNIT, effect: null }), 'has null for units[1].effect; leave it out'],
  [many(UNIT, { ...UNIT, product: [] }), reference('units[1].product')],
  [many(5), null]
] as const

t.test('a discount of a cell is bound as that of a request is', async t => {
  for (const [cell, message] of CELLS) {
    for (const sent of [cell, JSON.stringify(cell)] as Json[]) {
      const read = readRow({ discount }, { discount: sent })
      t.strictSame(
        read,
        message === null
          ? { values: { discount: cell } }
          : { findings: [{ column: 'discount', message }] },
        JSON.stringify(cell).slice(0, 200)
      )
    }
  }
})
