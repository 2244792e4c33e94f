import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { dumpProject, dumpText } from '../../src/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { newStore } from '../support/stores.ts'
import { givenShop, services } from './support/edited-shop.ts'
import { givenProject } from './support/project-files.ts'

/** The dump of the project that a dump makes. */
async function dumpedAgain(t: Test, text: string): Promise<string> {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const file = { name: 'dumped.yaml', text, folder: '/nowhere' }
  const { project } = await projectFromFile(store, services, file)
  const { value } = await dumpProject(store, services, project, { out: null, withIds: false })
  return dumpText(value, null)
}

t.test('keys with blanks around them come back, and name nothing else', async t => {
  const { carryOut, dumped, project, store } = await givenShop(t)
  const customer = { source_id: ' kim ', email: ' kim@example.com' }
  await carryOut('createCustomer', {}, customer)
  await carryOut(
    'createVoucherWithCode',
    { code: ' GC ' },
    { type: 'GIFT_VOUCHER', gift: { amount: 5000 } }
  )
  await carryOut('createOrder', {}, { source_id: 'paid ', amount: 7, customer })
  const text = await dumped()
  const file = parse(text)
  const said = [...file.customers, ...file.gift_cards, ...file.orders]
  const keys = said.map(({ code, source_id }) => code ?? source_id)
  t.strictSame(keys.filter(key => key !== key.trim()).toSorted(), [' GC ', ' kim ', 'paid '])
  const { rows } = await loadFile(store, services, project, { name: 'a.yaml', text, folder: '/' })
  const found = Object.values(rows).map(({ made, changed }) => made + changed)
  t.strictSame(found, [0, 0, 0, 0, 0], 'nothing is new')
  t.equal(await dumpedAgain(t, text), text)
})

t.test('blanks around a key are part of it, in CSV as in JSON lines', async t => {
  const { load, place } = await givenProject(t)
  writeFileSync(join(place.folder, 'people.csv'), 'source_id,name\n lena ,Lena\n')
  writeFileSync(join(place.folder, 'people.jsonl'), '{"source_id":"lena","name":"Other"}\n')
  const tally = { made: 1, changed: 0, unchanged: 0, bad: 0 }
  for (const name of ['people.csv', 'people.jsonl']) {
    const { printed } = await load(`customers: { file: ${name} }\n`, '--json')
    t.match(JSON.parse(printed), { rows: { customers: tally } }, name)
  }
  const rows =
    'customers: [ { source_id: " lena ", name: Lena }, { source_id: lena, name: Other } ]'
  const { printed } = await load(rows, '--json')
  t.match(JSON.parse(printed), { rows: { customers: { ...tally, made: 0, unchanged: 2 } } })
})

t.test('empty texts, null in metadata and large numbers come back', async t => {
  const { carryOut, dumped, load } = await givenShop(t)
  const metadata = { none: null, text: '', inner: { none: null }, large: 1e21, id: 2 ** 64 }
  const address = { line_1: '', city: 'Ulm' }
  const kim = { source_id: 'kim', phone: '', description: '', address }
  await carryOut('createCustomer', {}, { ...kim, metadata })
  // What no request may change a customer to is taken of a file, which brings back what was stored.
  await load({ customers: [{ source_id: 'kim', name: '', email: '' }] })
  const voucher = { type: 'GIFT_VOUCHER', gift: { amount: 5 }, additional_info: '', metadata }
  await carryOut('createVoucherWithCode', { code: 'GC' }, voucher)
  const items = [{ product_id: 'mug', quantity: 1, metadata }]
  await carryOut('createOrder', {}, { source_id: 'o-3', items, metadata })
  const text = await dumped()
  const { customers, gift_cards, orders } = parse(text)
  const found = [...customers, ...gift_cards, ...orders].filter(({ source_id, code }) =>
    ['kim', 'GC', 'o-3'].includes(source_id ?? code)
  )
  const kept = { text: '', inner: { none: null }, large: 1e21, id: 2 ** 64 }
  t.match(found, [
    { name: '', email: '', phone: '', description: '', address_line_1: '', metadata: kept },
    { additional_info: '', metadata: kept },
    { items: [{ metadata: kept }], metadata: kept }
  ])
  t.strictSame((await load(parse(text))).edits, [], 'loading it changes nothing')
  t.equal(await dumped(), text)
  t.equal(await dumpedAgain(t, text), text)
})
