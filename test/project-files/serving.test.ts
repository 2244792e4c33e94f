import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/main/config.ts'
import { StartRefused } from '../../src/main/listening.ts'
import { loadForStart } from '../../src/main/served-project.ts'
import { listProjects } from '../../src/storage/projects.ts'
import { givenServed } from '../main/support/served.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { NOW } from '../support/given.ts'
import { newStore } from '../support/stores.ts'

const SHOP = join(import.meta.dirname, 'shop.yaml')

t.test('a service that keeps nothing has the project of the file, and tells its keys', async t => {
  const { place, end } = await givenServed(t, ['--ephemeral', '--port', '0', '--project', SHOP])
  const { url, demo, project } = place as typeof place & { project: Record<string, string> }
  t.equal(demo, null)
  const headers = { 'X-App-Id': `${project['appId']}`, 'X-App-Token': `${project['appToken']}` }
  const card = await fetch(`${url}/v1/loyalties/members/CARD-1`, { headers })
  t.match(await card.json(), { code: 'CARD-1', object: 'voucher' })
  const managing = {
    'X-Management-Id': `${project['managementId']}`,
    'X-Management-Token': `${project['managementToken']}`
  }
  const at = `${url}/management/v1/projects/${project['projectId']}/metadata-schemas`
  t.match(await (await fetch(at, { headers: managing })).json(), { total: 1 })
  t.equal((await end('SIGTERM')).code, 0)
})

t.test('a start loads into the one project that is there, and into no other', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const file = join(temporaryFolder(t), 'shop.yaml')
  writeFileSync(file, 'project: { name: Mine, id: proj_mine }\nproducts: [{ source_id: mug }]\n')
  const config = readConfig({ PROJECT_FILE: file })
  const start = (ephemeral: boolean) =>
    loadForStart(
      store,
      { now: () => NOW, tell: t.fail },
      { ...config, ephemeral, projectFile: file }
    )
  await t.rejects(
    start(false),
    new StartRefused(
      `There is no project to load ${file} into. Make one and keep its keys: ` +
        'npm run --silent cli -- project create NAME'
    )
  )
  t.match(await start(true), { projectId: 'proj_mine', appId: /\w{21}/, appToken: /\w{43}/ })
  t.equal(await start(true), null, 'it is there now, and whoever made it has its keys')
  t.equal(await start(false), null)
  writeFileSync(file, 'project: { timezone: Europe/Nowhere }\n')
  await t.rejects(start(false), { message: /, line 1, \/project\/timezone: / })
  const found = (await store.read(null, listProjects)).map(({ id }) => id)
  t.strictSame(found, ['proj_mine'])
})

/** A file with a file of cards beside it: one is sound, and the database refuses two. */
function givenBadRows(t: Test): string {
  const folder = temporaryFolder(t)
  const file = join(folder, 'shop.yaml')
  writeFileSync(
    file,
    `campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
cards: { file: cards.csv }
`
  )
  const rows = ['A1,Club,lena,5', 'A2,Nope,mia,5', 'A3,Club,lena,5']
  writeFileSync(
    join(folder, 'cards.csv'),
    ['code,campaign,customer,balance', ...rows, ''].join('\n')
  )
  return file
}

const REFUSED_ROWS = [
  'cards.csv, line 3, column campaign: Cannot find campaign with id Nope',
  'cards.csv, line 4, column customer: lena has the card A1 with 5 points; a program gives one card'
]

t.test('rows that a start refuses are named: it goes on only where they can be sent', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const file = givenBadRows(t)
  const empty = join(temporaryFolder(t), 'empty.yaml')
  writeFileSync(empty, 'products: []\n')
  const told: string[] = []
  const given = { now: () => NOW, tell: (text: string) => told.push(text) }
  const config = readConfig({ PROJECT_FILE: file })
  const started = (projectFile: string, ephemeral: boolean) =>
    loadForStart(store, given, { ...config, ephemeral, projectFile })
  await started(empty, true)
  const refused = `Of the files of rows that ${file} names, bad rows were not loaded: 2.`
  t.equal(await started(file, false), null)
  const goesOn = [...REFUSED_ROWS, `${refused} The service starts without them.`]
  t.strictSame(told.splice(0), goesOn)
  const other = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => other.close())
  await t.rejects(
    loadForStart(other, given, { ...config, ephemeral: true, projectFile: file }),
    new StartRefused(`${refused} Correct them and start again.`)
  )
  t.strictSame(told, REFUSED_ROWS)
})
