/**
 * Two server processes on one PostgreSQL database, and a project file that is loaded while
 * customers join, order and redeem at both: it changes the program, its tiers, rules and rewards,
 * the stock that redemptions take from, and a customer who orders. Every load comes to its end, and
 * the books agree afterwards.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { temporaryFolder } from '../storage/support/engines.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { command, givenRunningService } from '../support/running.ts'

const LOADS = 10
const CLIENTS = 12
const MEMBERS = 6
const BALANCE = 100_000

/** The shop after so many edits; each changes everything but the cards. */
function shopFile(edit: number): string {
  const rules = [1, 2, 3, 4, 5].map(rule => ({
    source: { banner: `Rule ${rule}` },
    event: 'order.paid',
    loyalty: { type: 'FIXED', points: rule + edit }
  }))
  const club = {
    name: 'Club',
    description: `Edit ${edit}`,
    campaign_type: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    auto_join: true,
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: edit } },
    loyalty_tiers: [{ name: 'Gold', points: { from: 100 + edit } }],
    earning_rules: rules,
    rewards: [{ reward: 'Mug', parameters: { loyalty: { points: 1 + edit } } }]
  }
  return stringify({
    campaigns: [club],
    rewards: [
      { name: 'Mug', id: 'rew_mug', stock: 1e6 + edit, parameters: { product: { id: 'mug' } } }
    ],
    products: [{ source_id: 'mug', name: `Mug ${edit}`, price: 900 + edit }],
    customers: [{ source_id: 'member-0', name: `Member ${edit}` }]
  })
}

/** Those who redeem; points that they earn make their cards other than a file says. */
const members = stringify({
  cards: Array.from({ length: MEMBERS }, (_, n) => ({
    code: `CARD-${n}`,
    campaign: 'Club',
    customer: `member-${n}`,
    balance: BALANCE,
    expires_on: 'never'
  }))
})

t.test('a file is loaded while customers join, order and redeem', onServer, async t => {
  const { url: DATABASE_URL, drop } = await newDatabase()
  t.teardown(drop)
  const service = await givenRunningService(t, { processes: 2, environment: { DATABASE_URL } })
  const { projectId, appId, appToken } = await service.newShop()
  const folder = temporaryFolder(t)
  const load = async (name: string, text: string) => {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(file, text)
    await command({ ...process.env, DATABASE_URL }, ['load', file, '--project', projectId])
  }
  await load('shop-0', shopFile(0))
  await load('members', members)
  const headers = { 'x-app-id': appId, 'x-app-token': appToken, 'content-type': 'application/json' }
  const answered = new Map<string, number>()
  const post = async (client: number, path: string, body: object) => {
    const url = `${service.urls[client % 2]}/v1${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const { key } = (await answer.json()) as { readonly key?: string }
    const told = [answer.status, key].join(' ').trim()
    answered.set(told, (answered.get(told) ?? 0) + 1)
  }
  let isLoading = true
  const come = async (client: number) => {
    for (let n = 0; isLoading; n++) {
      const member = (client + n) % MEMBERS
      const order = { status: 'PAID', amount: 500, customer: { source_id: `member-${member}` } }
      const joining = { ...order, customer: { source_id: `new-${client}-${n}` } }
      const redeem = `/loyalties/Club/members/CARD-${member}/redemption`
      if (n % 3 === 0) await post(client, '/orders', joining)
      else if (n % 3 === 1) await post(client, '/orders', order)
      else await post(client, redeem, { reward: { id: 'rew_mug' } })
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => come(client))
  const failed: string[] = []
  for (let edit = 1; edit <= LOADS; edit++) {
    await load(`shop-${edit}`, shopFile(edit)).catch(({ message }) => failed.push(message))
  }
  isLoading = false
  await Promise.all(clients)
  t.strictSame(failed, [])
  // Who has waited for loads for five seconds is told to come again, and nothing was done.
  answered.delete('503 service_unavailable')
  t.strictSame([...answered.keys()], ['200'])
  t.ok((answered.get('200') ?? 0) > CLIENTS)
  await t.resolves(command({ ...process.env, DATABASE_URL }, ['audit']))
})
