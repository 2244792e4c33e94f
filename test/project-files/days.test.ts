import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { OperationId } from '../../src/http/types.ts'
import { freshSource } from '../../src/ids.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { ProjectOperations } from '../../src/project-files/operations.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { givenPlace } from '../main/support/place.ts'
import { newStore } from '../support/stores.ts'

const NOW = '2026-03-10T10:00:00.000Z'
const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }
const named = (text: string) => ({ name: 'shop.yaml', text, folder: '/nowhere' })

const SET_UP = `
products: [{ source_id: mug, name: A mug, price: 900 }]
segments: [{ name: VIP, type: static }]
validation_rules:
  - { name: Any, type: basic, context_type: global, rules: { logic: "" } }
campaigns:
  - name: Regulars
    id: camp_regulars
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    earning_rules:
      - id: ern_welcome
        ids: [auto_welcome]
        event: customer.segment.entered
        segment: { id: VIP }
        source: { banner: Welcome }
        loyalty: { type: FIXED, points: 40 }
    rewards:
      - reward: A mug
        ids: [asgm_mug]
        parameters: { loyalty: { points: 20 } }
        validation_rules: [Any]
rewards: [{ name: A mug, parameters: { product: { id: mug } } }]
coupons: [{ code: FIVE, amount_off: 500 }]
`

const LIFE = `
deeds:
  - { days_ago: 9, ids: [cust_lena], customer: { source_id: lena, name: Lena } }
  - { days_ago: 9, ids: [v_card], voucher: { campaign: Regulars, code: CARD } }
  - { days_ago: 9, ids: [pub_card], member: { campaign: Regulars, voucher: CARD, customer: lena } }
  - { days_ago: 8, segment_entry: { segment: VIP, customer: lena } }
  - { days_ago: 7, ids: [r_mug], reward: { campaign: Regulars, card: CARD, reward: { id: A mug } } }
  - days_ago: 7
    ids: [r_more]
    reward: { campaign: Regulars, card: CARD, reward: { id: A mug } }
  - days_ago: 6
    ids: [r_none]
    refused: true
    reward: { campaign: Regulars, card: CARD, reward: { id: A mug } }
  - { days_ago: 5, ids: [pub_five], publication: { voucher: FIVE, customer: lena } }
  - days_ago: 1
    ids: [exp_cards]
    export: { exported_object: voucher, parameters: { fields: [code] } }
  - { ids: [aa_prices], product_updates: { products: [{ source_id: mug, price: 950 }] } }
`

const SHOP = `project: { id: proj_days, name: Days, days_ago: 30 }\n${SET_UP}${LIFE}`

async function givenStore(t: Test) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  return store
}

type Store = Awaited<ReturnType<typeof givenStore>>
type Project = Parameters<typeof loadFile>[2]

/** The ids and the instants of what an operation lists. */
async function listed(store: Store, project: Project, id: OperationId, path: object = {}) {
  const found = await new ProjectOperations(store, services, project).list(id, { ...path })
  return found.map(each => [each['id'], each['created_at'] ?? each['date']])
}

// Project, seven things, a row and ten deeds come a millisecond after each other.
t.test('a project that is made of a file has everything on its day, in its order', async t => {
  const store = await givenStore(t)
  const { project } = await projectFromFile(store, services, named(SHOP))
  // biome-ignore format: a table
  const rows = [
    // operation              what it lists, by id, the last one first
    ['listCampaigns', [['camp_regulars', '2026-02-08T09:59:59.985Z']]],
    ['listCustomers', [['cust_lena', '2026-03-01T09:59:59.990Z']]],
    ['listPublications',
      [['pub_five', '2026-03-05T09:59:59.997Z'], ['pub_card', '2026-03-01T09:59:59.992Z']]],
    [
      'listRedemptions',
      [
        ['r_none', '2026-03-04T09:59:59.996Z'],
        ['r_mug', '2026-03-03T09:59:59.994Z'],
        ['r_more', '2026-03-03T09:59:59.995Z']
      ]
    ],
    ['listExports', [['exp_cards', '2026-03-09T09:59:59.998Z']]],
    ['listAsyncActions', [['aa_prices', '2026-03-10T09:59:59.999Z']]]
  ] as const
  for (const [id, expected] of rows) t.strictSame(await listed(store, project, id), expected, id)
  t.equal(project.createdAt, '2026-02-08T09:59:59.981Z')
  t.equal((await audit(store)).clean, true)
})

t.test('what is made along with a thing gets the ids that are written beside it', async t => {
  const store = await givenStore(t)
  const { project } = await projectFromFile(store, services, named(SHOP))
  const operations = new ProjectOperations(store, services, project)
  const params = { campaignId: 'camp_regulars' }
  const [rule] = await operations.list('listEarningRules', params)
  t.match(rule, { id: 'ern_welcome', automation_id: 'auto_welcome' })
  const [assigned] = await operations.list('listAllValidationRuleAssignments')
  t.match(assigned, { id: 'asgm_mug', related_object_type: 'reward_assignment' })
})

t.test('a redemption that a file says was refused is recorded, and changes nothing', async t => {
  const store = await givenStore(t)
  const { project } = await projectFromFile(store, services, named(SHOP))
  const operations = new ProjectOperations(store, services, project)
  const refused = await operations.carryOut('getRedemption', { params: { redemptionId: 'r_none' } })
  t.match(refused, { result: 'FAILURE', customer_id: 'cust_lena' })
  const card = await operations.carryOut('getVoucher', { params: { code: 'CARD' } })
  t.match(card, { loyalty_card: { points: 40, balance: 0 } })
})

t.test('in a project that is there deeds happen now, also when it is a dry run', async t => {
  const store = await givenStore(t)
  const empty = named('project: { id: proj_there }')
  const { project } = await projectFromFile(store, services, empty)
  const dry = await loadFile(store, services, project, named(SHOP), { dryRun: true })
  t.strictSame([dry.deeds, dry.isDated], [{ done: 10, left: 0 }, true])
  t.strictSame(await listed(store, project, 'listCustomers'), [])
  const loaded = await loadFile(store, services, project, named(SHOP))
  t.strictSame([loaded.deeds, loaded.isDated], [dry.deeds, true])
  t.strictSame(await listed(store, project, 'listCustomers'), [['cust_lena', NOW]])
  t.strictSame((await loadFile(store, services, project, named(SHOP))).deeds, { done: 0, left: 10 })
  t.equal((await loadFile(store, services, project, named(SET_UP))).isDated, false)
})

t.test('a line says that days do not count in a project that is there', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const file = join(place.folder, 'shop.yaml')
  writeFileSync(
    file,
    'project: { days_ago: 9 }\nproducts: [{ source_id: mug }]\n' +
      'deeds: [{ days_ago: 4, customer: { source_id: lena } }]\n'
  )
  const line = '  The deeds happened now: days_ago counts only when the file makes its project.'
  const last = async (options: string) =>
    (await place.cli(`load ${file} ${options}`)).printed.split('\n').at(-1)
  t.equal(await last('--dry-run'), line)
  t.equal(await last(''), line)
  t.not(await last(''), line, 'nothing of it is new')
})

const OF_NINE = 'project: { days_ago: 9 }\ndeeds:\n'
const LENA = 'customer: { source_id: lena }'
const REWARD = 'reward: { campaign: Regulars, card: CARD, reward: { id: A mug } }'
const MADE = SHOP.trimEnd()

t.test('what a file cannot mean is told with its line, and nothing is made', async t => {
  const store = await givenStore(t)
  // biome-ignore format: a table
  const rows = [
    [`project: { days_ago: 2 }\ndeeds:\n  - { days_ago: 3, ${LENA} }`,
      'line 3, /deeds/0/days_ago: The project was made 2 days ago, and this happened 3 days ago, before that.'],
    [`deeds:\n  - { days_ago: 1, ${LENA} }`,
      'line 2, /deeds/0/days_ago: The project was made today, and this happened a day ago, before that.'],
    [`${OF_NINE}  - { days_ago: 3, ${LENA} }\n  - { days_ago: 4, ${LENA} }`,
      'line 4, /deeds/1/days_ago: The deed before this one happened 3 days ago, and this one 4'],
    [`project: { days_ago: 9 }\ndeeds:\n  - ${LENA}\n  - { days_ago: 4, ${LENA} }`,
      'line 4, /deeds/1/days_ago: The deed before this one happened today, and this one 4'],
    [`project: { days_ago: 1.5 }`, 'line 1, /project/days_ago: Property .project.days_ago must be'],
    [`deeds:\n  - { days_ago: 0 }`, 'line 2, /deeds/0: A deed is one of customer, voucher,'],
    [`deeds:\n  - { ${LENA}, order: {} }`, 'line 2, /deeds/0: A deed is one of'],
    [`deeds:\n  - { ids: [cust_a, v_b], ${LENA} }`,
      'line 2, /deeds/0/ids/1: This makes nothing that could get the id v_b. Leave the id out.'],
    [`deeds:\n  - { refused: true, ${LENA} }`,
      'line 2, /deeds/0/refused: This deed was not refused. Leave `refused` out.'],
    [`segments:\n  - { name: A }\ndeeds:\n  - segment_entry: { segment: A, customer: nobody }`,
      'line 4, /deeds/0/segment_entry: '],
    [`segments:\n  - { name: A }\ndeeds:\n  - segment_entry: { segment: B, customer: nobody }`,
      'line 4, /deeds/0/segment_entry/segment: There is no segment B,'],
    [`${MADE}\n  - { refused: true, ${REWARD.replace('CARD', 'NONE')} }`, '/deeds/10/reward: '],
    [`${MADE}\n  - ${REWARD}`, '/deeds/10/reward: '],
    [`${MADE}\n  - { ids: [r_mug], refused: true, ${REWARD} }`,
      '/deeds/10/ids/0: Something else has the id r_mug. Write another one.'],
    [
      SHOP.replace('auto_welcome', 'asgm_x'),
      '/campaigns/0/earning_rules/0/ids/0: Nothing that is made together with this could get the id asgm_x.'
    ],
    [SHOP.replace('asgm_mug', 'asgm_mug, cat_x'),
      '/campaigns/0/rewards/0/ids/1: Nothing that is made together with this could get the id cat_x.']
  ] as const
  for (const [text, said] of rows) {
    const refused = projectFromFile(store, services, named(text))
    const message = await refused.then(
      () => 'nothing was refused',
      (error: Error) => error.message
    )
    t.match(message, said, text.slice(-200))
    t.match(message, /Nothing was changed\.$/)
  }
  const { project } = await projectFromFile(store, services, named(SHOP))
  t.equal(project.id, 'proj_days', 'no attempt left anything behind')
})
