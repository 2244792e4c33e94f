import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NOW } from '../support/given.ts'
import { edited, givenShop, type Section, type Values } from './support/edited-shop.ts'

/** A section, other cells in one of its rows, the column that is refused, and why. */
type Refused = readonly [Section, Values, column: string, message: string, index?: number]

// biome-ignore format: a table
const REFUSED: readonly Refused[] = [
  ['cards', { balance: 400, lots: undefined }, 'balance',
    'CARD has 350 points here, and the file says 400; a load moves no points: write what is ' +
      'here, or move them by updateLoyaltyCardBalanceByCard'],
  ['cards', { lots: [{ points: 250, expires_on: '2030-12-31' }, { points: 100 }] }, 'lots',
    'CARD has 300 points until 2030-12-31, 50 points without a last day here, and the file says ' +
      '250 points until 2030-12-31, 100 points without a last day; points keep their last day, ' +
      'so write what is here'],
  ['cards', { lots: undefined, expires_on: 'never' }, 'expires_on',
    'CARD has 300 points until 2030-12-31, 50 points without a last day here, and the file says ' +
      '350 points without a last day; points keep their last day, so write what is here'],
  ['cards', { customer: 'tom' }, 'customer',
    'customer lena has CARD here, and the file says tom; write who has it, or remove ' +
      'the row from the file'],
  ['gift_cards', { customer: 'tom' }, 'customer',
    'nobody has GIFT here, and the file says tom; give it to them by createPublication, or ' +
      'remove the row from the file'],
  ['gift_cards', { balance: 300 }, 'balance',
    'GIFT has 400 here, and the file says 300; a load moves no credit: write what is here, or ' +
      'move it by updateVoucherBalance'],
  ['gift_cards', { redemption_count: 4 }, 'redemption_count',
    'GIFT was redeemed 1 times here, and the file says 4; write what is here, or leave it out'],
  ['cards', { redemption_count: 4 }, 'redemption_count',
    'CARD was redeemed 0 times here, and the file says 4; write what is here, or leave it out'],
  ['coupons', { code: 'GIFT' }, 'code',
    'GIFT is a GIFT_VOUCHER here, and the file has it as a DISCOUNT_VOUCHER; give this one ' +
      'another code'],
  ['coupons', { campaign: 'Spring' }, 'campaign',
    'TEN is of no campaign here, and the file says Spring; a voucher stays in its campaign, so ' +
      'write that'],
  ['coupons', { campaign: undefined }, 'campaign',
    'SPRING is of campaign Spring here, and the file says none; a voucher stays in its ' +
      'campaign, so write that', 1],
  ['coupons', { category: 'Nothing' }, 'category', 'Cannot find category with id Nothing'],
  ['coupons', { code: 'NEW', category: 'Nothing' }, 'category', 'Cannot find category with id Nothing'],
  ['orders', { source_id: 'o-3', created_at: NOW, items: [] }, 'items',
    'o-3 has 1 lines here, and the file says none; write its lines, or leave items out'],
  ['orders', { created_at: '2026-01-03T10:00:00.000Z' }, 'created_at',
    'o-1 is of 2026-01-02T10:00:00.000Z here, and the file says 2026-01-03T10:00:00.000Z; an ' +
      'order keeps its date, so write what is here'],
  ['orders', { customer: 'tom' }, 'customer',
    'o-1 is of customer lena here, and the file says tom; an order keeps its customer, so ' +
      'write who it is, or remove the row']
]

t.test('what no operation changes is refused with its path, and nothing is changed', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  const items = [{ product_id: 'mug', quantity: 1 }]
  await carryOut('createOrder', {}, { source_id: 'o-3', status: 'CREATED', items })
  const before = await dumped()
  for (const [section, cells, column, message, index = 0] of REFUSED) {
    const file = edited(section, cells, index)
    const value = section === 'coupons' && cells['code'] ? { ...file, gift_cards: [] } : file
    const whole = `shop.json, line 1, /${section}/${index}/${column}: ${column}: ${message}.`
    const text = `${whole}\nNothing was changed.`
    await t.rejects(load(value), { message: text }, `${section} ${JSON.stringify(cells)}`)
    t.equal(await dumped(), before)
  }
})

/** Columns of each section in which null takes nothing away. */
const KEPT: { readonly [Of in Section]: readonly string[] } = {
  customers: ['source_id'],
  cards: [
    ...['code', 'campaign', 'customer', 'balance', 'expires_on', 'lots'],
    ...['redemption_count', 'active']
  ],
  gift_cards: ['code', 'amount', 'balance', 'customer', 'redemption_count', 'active'],
  coupons: ['customer', 'percent_off', 'amount_off', 'discount', 'redemption_count', 'active'],
  orders: [
    ...['source_id', 'created_at', 'status', 'customer', 'referrer'],
    ...['amount', 'initial_amount', 'discount_amount', 'items']
  ]
}

t.test('metadata that the project does not allow is refused', async t => {
  const { load, dumped } = await givenShop(t)
  const properties = { size: { type: 'string', optional: true } }
  await load({ metadata_schemas: [{ related_object: 'customer', properties }] })
  const before = await dumped()
  const message = /\/customers\/0\/metadata: .*size: must be a string/
  await t.rejects(load(edited('customers', { metadata: { size: 5 } })), { message })
  t.equal(await dumped(), before)
})

t.test('null is refused where it takes nothing away, in the file and beside it', async t => {
  const { load, dumped, folder } = await givenShop(t)
  const before = await dumped()
  for (const [section, columns] of Object.entries(KEPT) as [Section, readonly string[]][]) {
    for (const column of columns) {
      const file = edited(section, { [column]: null })
      const path = `shop.json, line 1, /${section}/0/${column}: `
      await t.rejects(load(file), { message: new RegExp(`^${path}`) }, `${section} ${column}`)
      const [row] = file[section] as readonly Values[]
      const { id: _, ...cells } = row as Values
      writeFileSync(join(folder, 'rows.jsonl'), `${JSON.stringify(cells)}\n`)
      const beside = { ...file, [section]: { file: 'rows.jsonl' } }
      const told = new RegExp(`^rows.jsonl, line 1, column ${column}: (cannot be null|is empty)`)
      await t.rejects(load(beside), { message: told }, `${section} ${column} beside the file`)
    }
  }
  t.equal(await dumped(), before)
})

t.test('the header of a file of rows is refused by its name there', async t => {
  const { load, folder } = await givenShop(t)
  writeFileSync(join(folder, 'people.csv'), 'source_id,size\nlena,XL\n')
  const message = /^people.csv, line 1, column size: is not known; .*\nNothing was changed.$/
  await t.rejects(load({ customers: { file: 'people.csv' } }), { message })
})
