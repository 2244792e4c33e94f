import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { readContract } from '../../src/main/app.ts'
import { compose } from '../../src/main/compose.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { openStore } from '../../src/storage/database.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { CONFIG, PAIR } from '../support/app.ts'
import { asking, FIRST } from '../support/sandbox.ts'

const KEY = 'a-key-that-nobody-guesses'
const contracts = { ephemeral: readContract(), sandbox: readContract({ sandbox: true }) }

const FILES = {
  'ada has a gift card.yaml': `parameters: { name: Ada Lovelace, cents: 2500 }
categories: [{ name: "Of \${name}", hierarchy: 7 }]
customers: [{ source_id: ada-l, name: "\${name}", description: "\${other}" }]
gift_cards:
  - code: LOVE-1
    amount: \${cents}
    balance: \${cents}
    customer: ada-l
`,
  'she has a rule.json': '{"validation_rules":[{"name":"rich","rules":{}}]}',
  'broken.yml': 'customers:\n  - name: 7\n',
  'clash.yaml': 'customers: [{ source_id: ada, id: cust_00other }]\n',
  'notes.txt': 'no state'
}

/** A service that keeps nothing, its project being the demo's, and its states. */
async function givenStates(t: Test, mode: keyof typeof contracts) {
  const folder = temporaryFolder(t)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const store = await openStore('sqlite::memory:', { onBug: error => t.error(error) })
  await store.migrate()
  const { app, shell, worker, sandboxes } = compose({
    store,
    config: CONFIG,
    acceptDemo: true,
    contract: contracts[mode],
    sandbox: mode === 'sandbox' ? { key: KEY, now: FIRST } : null,
    states: { folder, key: KEY }
  })
  await loadDemo(store, shell, sandboxes?.drawn())
  await sandboxes?.open()
  await app.ready()
  t.teardown(async () => {
    await worker.stop()
    const { findings } = await audit(store)
    await app.close()
    await store.close()
    if (findings.length > 0) throw new Error(JSON.stringify(findings))
  })
  const ask = asking(app, PAIR)
  const begin = (body: unknown, key = KEY) => ask('POST', `/states/${key}`, body, {})
  return { folder, app, ask, begin }
}

const CARD = '/v1/vouchers/LOVE-1'

for (const mode of ['ephemeral', 'sandbox'] as const) {
  t.test(`${mode}: a state is begun with its parameters, and tells its ids`, async t => {
    const { ask, begin } = await givenStates(t, mode)
    const first = await begin({
      state: 'ada has a gift card',
      params: { cents: 7700 },
      action: 'setup'
    })
    t.equal(first.status, 200)
    t.strictSame(Object.keys(first.body), [
      'categories.Of Ada Lovelace',
      'customers.ada-l',
      'gift_cards.LOVE-1'
    ])
    const card = await ask('GET', CARD)
    t.match(card.body, { id: first.body['gift_cards.LOVE-1'], gift: { balance: 7700 } })
    const ada = await ask('GET', `/v1/customers/${first.body['customers.ada-l']}`)
    t.match(ada.body, { name: 'Ada Lovelace', description: `\${other}` }, 'that is no parameter')
    t.equal((await ask('GET', `/v1/customers/${known.CUSTOMER_ID}`)).status, 200, 'as it began')
    const redeemables = [{ object: 'voucher', id: 'LOVE-1', gift: { credits: 7700 } }]
    const spent = await ask('POST', '/v1/redemptions', { redeemables, order: { amount: 7700 } })
    t.equal(spent.status, 200)

    const again = await begin({ state: 'ada has a gift card', params: { cents: 7700 } })
    t.match((await ask('GET', CARD)).body, { gift: { balance: 7700 } }, 'nothing was spent')
    if (mode === 'sandbox') t.strictSame(again.body, first.body, 'chance begins anew as well')
    else t.notSame(again.body, first.body)

    const bearer = { authorization: `Bearer ${known.SPARE_TOKEN}` }
    const asked = await ask('GET', `/v1/vouchers/${known.CARD_CODE}`, undefined, bearer)
    t.equal(asked.status, 200, 'a token is still accepted')

    t.match(await begin({ consumer: 'shop', state: 'she has a rule' }), { status: 200 })
    t.equal((await ask('GET', CARD)).status, 404, 'another state has nothing of the first')
    await begin({ state: 'ada has a gift card' })
    t.match((await ask('GET', CARD)).body, { gift: { balance: 2500 } }, 'what the file declares')
    for (const end of [{ state: 'ada has a gift card', action: 'teardown' }, { state: '' }, {}]) {
      await begin({ state: 'ada has a gift card' })
      t.match(await begin(end), { status: 200, body: {} })
      t.equal((await ask('GET', CARD)).status, 404, JSON.stringify(end))
    }
  })
}

// What is sent, and what its refusal says.
// biome-ignore format: a table
const refused: readonly (readonly [unknown, number, RegExp])[] = [
  [{ state: 'ada has a gift' }, 404,
    /no state ada has a gift\. There are: ada has a gift card; .*broken/],
  [{ state: '../notes' }, 404, /no state/],
  [{ state: 'notes' }, 404, /no state/],
  [{ state: 'broken' }, 400, /broken\.yml, line 2.*\nThe project is as it was\.$/s],
  [{ state: 'clash' }, 400, /cannot change.*\nThe project is as the service began\.$/s],
  [{ state: 'ada has a gift card', params: { cent: 1 } }, 400,
    /no parameter cent\. It declares cents, name\./],
  [{ state: 'ada has a gift card', params: { cents: 'many' } }, 400, /line 6.*must be integer/],
  [{ state: 'ada has a gift card', params: { cents: [1] } }, 400, /cents must be a text, a number/],
  [{ state: 'ada has a gift card', params: [1] }, 400, /params must be an object/],
  [{ state: 7 }, 400, /state must be a text/],
  [{ state: '', action: 'begin' }, 400, /action must be setup or teardown/],
  [{ stat: '' }, 400, /Property \.stat is not known; there are state, params and action\./],
  [['ada'], 400, /Send an object/],
  [undefined, 400, /Send an object/]
]

t.test('what cannot be begun is refused, and says what there is', async t => {
  const { ask, begin } = await givenStates(t, 'ephemeral')
  for (const [body, status, details] of refused) {
    t.match(await begin(body), { status, body: { details } }, JSON.stringify(body))
  }
  t.equal((await ask('GET', `/v1/customers/${known.CUSTOMER_ID}`)).status, 200)
})

t.test('nobody finds the url without its key, nor where there are no states', async t => {
  const { begin } = await givenStates(t, 'ephemeral')
  t.equal((await begin({ state: '' }, 'another-key')).status, 404)
  const store = await openStore('sqlite::memory:', { onBug: error => t.error(error) })
  await store.migrate()
  const { app } = compose({
    store,
    config: CONFIG,
    acceptDemo: true,
    contract: contracts.ephemeral
  })
  t.teardown(async () => {
    await app.close()
    await store.close()
  })
  t.equal((await asking(app, {})('POST', `/states/${KEY}`, {})).status, 404)
})

t.test('a folder that is gone is told, and back it is used again', async t => {
  const { folder, begin } = await givenStates(t, 'ephemeral')
  const aside = `${folder}-aside`
  renameSync(folder, aside)
  t.match(await begin({ state: 'she has a rule' }), {
    status: 404,
    body: { key: 'not_found', details: /^The folder of states cannot be read: ENOENT.*/ }
  })
  renameSync(aside, folder)
  t.match(await begin({ state: 'she has a rule' }), { status: 200 })
})

t.test('a folder that is not there refuses the start', async t => {
  const { folder } = await givenStates(t, 'ephemeral')
  const store = await openStore('sqlite::memory:', { onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const states = { folder: join(folder, 'nowhere'), key: KEY }
  const parts = { store, config: CONFIG, acceptDemo: true, contract: contracts.ephemeral }
  t.throws(() => compose({ ...parts, states }), {
    message: /folder of states cannot be read: .*nowhere/
  })
})
