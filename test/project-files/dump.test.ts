import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { freshSource } from '../../src/ids.ts'
import { dumpProject, dumpText } from '../../src/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { Shell } from '../../src/shell.ts'
import { listProjects } from '../../src/storage/projects.ts'
import { givenPlace } from '../main/support/place.ts'
import { NOW } from '../support/given.ts'
import { newStore } from '../support/stores.ts'

const SHOP = join(import.meta.dirname, 'shop.yaml')

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }

async function givenStore(t: Test) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  return store
}

const named = (text: string) => ({ name: 'dump.yaml', text, folder: '/nowhere' })

/** What the demo has that rows cannot say. */
const LEFT_OUT = {
  'orders: their redemptions': { count: 1, some: ['picnic'] },
  'orders: what went back of them': { count: 1, some: ['counter-7'] }
}

for (const withIds of [false, true]) {
  const how = withIds ? 'with every id' : 'with names'
  t.test(`the demo is dumped ${how}, loaded into nothing, and dumped as the same`, async t => {
    const store = await givenStore(t)
    await loadDemo(store, new Shell({ store, ...services }))
    const [demo] = await store.read(null, listProjects)
    if (demo === undefined) throw new Error('There is no demo.')
    const first = await dumpProject(store, services, demo, { out: null, withIds })
    const text = await dumpText(first.value, null)
    const other = await givenStore(t)
    const { project } = await projectFromFile(other, services, named(text))
    const second = await dumpProject(other, services, project, { out: null, withIds })
    t.equal(await dumpText(second.value, null), text)
    t.strictSame(Object.fromEntries(first.leftOut), LEFT_OUT)
    const again = await loadFile(other, services, project, named(text))
    t.ok(again.outcomes.length > 40)
    const found = again.outcomes.filter(({ did }) => did !== 'unchanged')
    t.strictSame(found, [])
  })
}

t.test('ids are there where nothing else tells things apart', async t => {
  const store = await givenStore(t)
  const text = `project: { id: proj_mine, timezone: UTC, currency: EUR, case_sensitive_codes: true }
products:
  - { id: prod_plain, name: No source id }
  - { id: prod_named, source_id: mug }
  - { id: prod_meant, source_id: tea }
validation_rules:
  - { id: val_one, name: Same, rules: { logic: "" } }
  - { id: val_two, name: Same, rules: { logic: "" } }
  - name: Tea
    rules:
      "1": { name: product.id, conditions: { $is: [ prod_meant ] } }
      logic: "1"
`
  const { project } = await projectFromFile(store, services, named(text))
  const { value } = await dumpProject(store, services, project, { out: null, withIds: false })
  const idsIn = (section: string) =>
    (value[section] as readonly { readonly id?: string }[]).map(({ id }) => id)
  t.strictSame(idsIn('products'), [undefined, 'prod_plain', 'prod_meant'])
  t.strictSame(idsIn('validation_rules'), [undefined, 'val_one', 'val_two'])
})

t.test('many rows go into a file beside the dump, which is loaded with it', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  await place.cli(`load ${SHOP}`)
  const rows = Array.from({ length: 5_001 }, (_, index) => `c-${index},Customer ${index}`)
  writeFileSync(join(place.folder, 'people.csv'), `source_id,name\n${rows.join('\n')}\n`)
  await place.cli(`import customers ${join(place.folder, 'people.csv')}`)
  t.match(await place.cli('dump'), {
    code: 1,
    printed: '',
    complained: /^The project has more than 5000 customers/
  })
  const out = join(place.folder, 'dumped.yaml')
  const dumped = await place.cli(`dump --out ${out}`)
  t.match(dumped, { code: 0, printed: '', complained: /Left out: keys/ })
  const files = readdirSync(place.folder).filter(name => name.startsWith('dumped'))
  t.strictSame(files, ['dumped.customers.jsonl', 'dumped.yaml'])
  t.match(readFileSync(out, 'utf8'), '\ncustomers:\n  file: dumped.customers.jsonl\n')
  for (const name of files) t.equal(statSync(join(place.folder, name)).mode & 0o777, 0o600)
  const again = await place.cli(`load ${out} --dry-run`)
  t.equal(again.complained, '')
  t.match(again.printed, /new +0\n {2}as they were +5,032$/)
  const printed = await place.cli('dump --ids --project nobody')
  t.match(printed, { code: 1, complained: /^There is no project nobody/ })
})
