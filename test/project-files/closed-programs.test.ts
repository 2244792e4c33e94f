import t, { type Test } from 'tap'
import { freshSource } from '../../src/ids.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { ProjectOperations } from '../../src/project-files/operations.ts'
import { NOW } from '../support/given.ts'
import { newStore } from '../support/stores.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }

const club = (terms: string) => `campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    ${terms}
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    earning_rules:
      - { source: { banner: One }, event: order.paid, loyalty: { type: FIXED, points: 5 } }
`
const WARNING =
  'The campaign Club has auto_join, its type is STATIC and it has no card left to give, ' +
  'so that no customer can join it automatically. Write `type: AUTO_UPDATE`, or add ' +
  'vouchers to it.'

async function givenProject(t: Test) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const named = (text: string) => ({ name: 'shop.yaml', text, folder: '/nowhere' })
  const { project } = await projectFromFile(store, services, named('project: { name: Shop }'))
  const operations = new ProjectOperations(store, services, project)
  return {
    operations,
    /** What a load tells. */
    told: async (terms: string, dryRun = false) => {
      const told: string[] = []
      const tell = (text: string) => told.push(text)
      await loadFile(store, services, project, named(club(terms)), { dryRun, tell })
      return told
    },
    /** How many points the first order of somebody earned; null: they are no member. */
    earned: async (who: string) => {
      const body = { source_id: who, status: 'PAID', amount: 100, customer: { source_id: who } }
      await operations.carryOut('createOrder', { body })
      const params = { campaignId: 'Club' }
      const members = await operations.list('listMembers', params)
      const { id } = await operations.carryOut('getCustomer', { params: { customerId: who } })
      const card = members.find(each => each['holder_id'] === id)
      return card === undefined ? null : (card['loyalty_card'] as { balance: number }).balance
    }
  }
}

t.test('load tells of a program that enrols by itself and has no card to give', async t => {
  const { told } = await givenProject(t)
  const rows = [
    // what the file says          what is told
    ['auto_join: false', []],
    ['auto_join: true', [WARNING]],
    ['auto_join: true', [WARNING]],
    ['type: STATIC', [WARNING]],
    ['type: AUTO_UPDATE', []],
    ['auto_join: true', []],
    ['type: STATIC', [WARNING]]
  ] as const
  for (const [terms, expected] of rows) {
    t.strictSame(await told(terms, true), expected, `${terms}, in a dry run`)
    t.strictSame(await told(terms), expected, terms)
  }
})

t.test('an order earns where there is a card to give; where that is told, it does not', async t => {
  const { told, earned, operations } = await givenProject(t)
  t.strictSame(await told('auto_join: true'), [WARNING])
  t.equal(await earned('ada'), null)
  const params = { campaignId: 'Club' }
  await operations.carryOut('addVouchersToCampaign', { params, query: { vouchers_count: 1 } })
  t.strictSame(await told('auto_join: true'), [])
  t.equal(await earned('ben'), 5)
  t.strictSame(await told('auto_join: true'), [WARNING], 'it was the last one')
  t.equal(await earned('cleo'), null)
  t.strictSame(await told('type: AUTO_UPDATE'), [])
  t.equal(await earned('dan'), 5)
})
