import t from 'tap'
import { discountMistake } from '../../../src/decisions/vouchers/vouchers.ts'
import type { Discount } from '../../../src/model.ts'
import { table } from '../../support/table.ts'

const UNIT = { unit_off: 1, unit_type: 'prod_1' }
const BY_QUANTITY = 'APPLY_TO_ITEMS_BY_QUANTITY'
const UNITS = [
  { ...UNIT, effect: 'ADD_NEW_ITEMS' },
  { ...UNIT, effect: 'ADD_MISSING_ITEMS', sku: null }
]

//                           discount
const fits: [string, Discount][] = [
  ['an amount', { type: 'AMOUNT', amount_off: 1 }],
  ['an amount off items', { type: 'AMOUNT', amount_off: 5, effect: BY_QUANTITY }],
  ['an amount with a limit', { type: 'AMOUNT', amount_off: 1, aggregated_amount_limit: 9 }],
  ['not by formula', { type: 'AMOUNT', amount_off: 1, is_dynamic: false }],
  ['nulls say nothing', { type: 'AMOUNT', amount_off: 1, amount_off_formula: null }],
  ['a percentage', { type: 'PERCENT', percent_off: 0.5, effect: 'APPLY_TO_ORDER' }],
  ['all of it, up to a limit', { type: 'PERCENT', percent_off: 100, amount_limit: 1 }],
  ['a fixed price', { type: 'FIXED', fixed_amount: 100, effect: 'APPLY_TO_ITEMS' }],
  ['for nothing', { type: 'FIXED', fixed_amount: 0 }],
  ['a free unit', { type: 'UNIT', ...UNIT, effect: 'ADD_MISSING_ITEMS' }],
  ['a free unit among many', { type: 'UNIT', ...UNIT, effect: 'ADD_MANY_ITEMS' }],
  ['a free unit, described', { type: 'UNIT', ...UNIT, product: { id: 'prod_1' }, sku: {} }],
  ['several free units', { type: 'UNIT', effect: 'ADD_MANY_ITEMS', units: UNITS }]
]

t.test('discountMistake: what can be meant', async t => {
  table(t, fits, (t, _, discount) => {
    t.equal(discountMistake(discount, 'discount'), null)
  })
})

const many = (unit: unknown) => ({ type: 'UNIT', units: [unit] }) as Discount
const one = (over: object) => ({ type: 'AMOUNT', amount_off: 1, ...over }) as Discount
const unit = (over: object) => ({ type: 'UNIT', ...UNIT, ...over }) as Discount
const percentBy = { type: 'PERCENT', percent_off: 1, effect: BY_QUANTITY } as Discount
const unitsBy = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', units: [] } as Discount
const ONLY = /has only amount_off, aggregated_amount_limit and effect/
const ADDING = /is not one of ADD_MISSING_ITEMS, ADD_NEW_ITEMS, ADD_MANY_ITEMS\./
const ADDING_ONE = /is not one of ADD_NEW_ITEMS, ADD_MISSING_ITEMS/

//  discount; where, and what
const misfits: [string, Discount, string, RegExp][] = [
  ['no amount', { type: 'AMOUNT' }, 'amount_off', /is required/],
  ['an amount of null', { type: 'AMOUNT', amount_off: null }, 'amount_off', /is required/],
  ['an amount of nothing', one({ amount_off: 0 }), 'amount_off', /0 is not .* least 1/],
  ['half a cent', one({ amount_off: 0.5 }), 'amount_off', /0\.5 is not a whole/],
  ['an amount in words', one({ amount_off: '5' }), 'amount_off', /"5" is not a whole/],
  ['no limit', one({ aggregated_amount_limit: 0 }), 'aggregated_amount_limit', /0 is not/],
  ['the limit of a percentage', one({ amount_limit: 1 }), 'amount_limit', ONLY],
  ['by formula', one({ amount_off_formula: '1' }), 'amount_off_formula', /has only/],
  ['dynamic', one({ is_dynamic: true }), 'is_dynamic', /formula are not supported/],
  ['unknown', one({ effect: 'APPLY' }), 'effect', /"APPLY" is not one of APPLY_TO_ORDER/],
  ['of amounts', percentBy, 'effect', /is not one of APPLY_TO_ORDER, APPLY_TO_ITEMS\./],
  ['what every object has', one({ toString: 1 }), 'toString', /has only/],
  ['no percentage', { type: 'PERCENT', amount_off: 1 }, 'percent_off', /is required/],
  ['nothing percent', { type: 'PERCENT', percent_off: 0 }, 'percent_off', /0 is not a percentage/],
  ['more than all', { type: 'PERCENT', percent_off: 100.1 }, 'percent_off', /100\.1 is not/],
  ['percent in words', { type: 'PERCENT', percent_off: '10' }, 'percent_off', /"10" is not/],
  ['below nothing', { type: 'FIXED', fixed_amount: -1 }, 'fixed_amount', /-1 is not .* least 0/],
  ['no kind of unit', { type: 'UNIT', unit_off: 1 }, 'unit_type', /is required/],
  ['a unit of no name', unit({ unit_type: '' }), 'unit_type', /id or source id/],
  ['units of what is in the cart', unit({ effect: 'ADD_SAME_ITEMS' }), 'effect', ADDING],
  ['a product in words', unit({ product: 'p' }), 'product', /an object/],
  ['a list of products', unit({ product: [] }), 'product', /an object/],
  ['no units', { type: 'UNIT', units: null }, 'units', /is required/],
  ['an empty list of units', { type: 'UNIT', units: [] }, 'units', /at least one/],
  ['units that are no list', { type: 'UNIT', units: 'all' }, 'units', /at least one/],
  ['units beside a unit', unit({ units: [] }), 'unit_off', /has only units/],
  ['units with the effect of one', unitsBy, 'effect', /is not one of ADD_MANY_ITEMS/],
  ['a unit in words', many('one'), 'units[0]', /an object with unit_off/],
  ['a unit of null', many(null), 'units[0]', /an object with unit_off/],
  ['a unit with a type', many({ ...UNIT, type: 'UNIT' }), 'units[0].type', /has none/],
  ['a unit without effect', many(UNIT), 'units[0].effect', /is required/],
  ['of many', many({ ...UNIT, effect: 'ADD_MANY_ITEMS' }), 'units[0].effect', ADDING_ONE]
]

t.test('discountMistake: what cannot', async t => {
  table(t, misfits, (t, _, discount, where, message) => {
    t.match(discountMistake(discount, 'action.discount'), {
      property: `action.discount.${where}`,
      message
    })
  })
})
