import t from 'tap'
import { allCounts, isClean } from '../../src/conformance/verification.ts'
import { CONFIG, givenService } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { heldPort } from '../support/held-port.ts'
import { onDemo } from '../support/on-demo.ts'
import { answersWith } from './support/planted.ts'
import { type Asked, contract, deviationsOf, KEYS, served, verified } from './support/served.ts'

const ids = contract.operations.map(({ id }) => id)

t.test('our own service keeps the contract of all sixteen, and nothing is skipped', async t => {
  const url = await served(t, await givenService(t))
  const report = await verified(url)
  t.strictSame(deviationsOf(report), [])
  const found = report.operations.map(({ operationId }) => operationId)
  t.strictSame(found, ids)
  const { passed, ...others } = allCounts(report)
  t.strictSame(others, { deviates: 0, skipped: 0 })
  t.ok(passed > 1_000, `${passed} checks`)
  for (const { operationId, checks } of report.operations) {
    const titles = checks.map(({ kind, title }) => `${kind} ${title}`)
    t.equal(new Set(titles).size, titles.length, `${operationId} has no title twice`)
    t.ok(checks.length > 10, `${operationId} has ${checks.length} checks`)
  }
})

onDemo('what only reads changes nothing, and says what it left out', async (t, service) => {
  const written = writesOf(service.store)
  const report = await verified(await served(t, service), { readOnly: true })
  t.strictSame(written, [])
  t.strictSame(deviationsOf(report), [])
  const { passed, skipped } = allCounts(report)
  t.ok(passed > 200 && skipped > 200, `${passed} passed, ${skipped} skipped`)
  const reading = report.operations.filter(({ method }) => method === 'GET')
  const left = reading.flatMap(({ checks }) => checks.filter(each => each.verdict === 'skipped'))
  const kinds = new Set(left.map(({ kind, title }) => `${kind} ${title.replace(/\S+$/, '…')}`))
  t.strictSame([...kinds].sort(), [
    'credentials with a token of another …',
    'credentials with a token of scope …',
    'list a page after an …',
    'list in the order …',
    'list one entry is asked …',
    'list without an order, in that of …',
    'path the method …'
  ])
})

t.test('what is named must be there', async t => {
  const url = await served(t, await givenService(t))
  const names = new Map([['cust_00ada', 'cust_elsewhere']])
  const away = new Map([
    ['CLUB-ADA-0001', 'nobody'],
    ['camp_00autumn', 'nothing']
  ])
  const only = ['getCustomer', 'listPromotionTiers', 'getMetadataSchema']
  const [some, none] = [
    await verified(url, { only, names, isComplete: false }),
    await verified(url, { only, names: away, isComplete: false })
  ]
  t.strictSame(
    [some, none].map(report => new Set(deviationsOf(report).map(each => each.split(' ')[0]))),
    [new Set(['getCustomer']), new Set(['listPromotionTiers'])]
  )
})

t.test('what is not there and was not named is skipped, and told', async t => {
  const plant = answersWith('listPromotionTiers', 200, () => ({
    status: 404,
    body: {
      code: 404,
      key: 'not_found',
      message: 'Resource not found',
      details: 'There is no campaign camp_00autumn.',
      request_id: 'v-1'
    },
    headers: { 'content-type': 'application/json', 'x-request-id': 'v-1' }
  }))
  const url = await served(t, await givenService(t), plant)
  const only = ['listPromotionTiers']
  const report = await verified(url, { only, isComplete: false })
  t.strictSame(deviationsOf(report), [])
  const skipped = report.operations.flatMap(({ checks }) =>
    checks.filter(({ verdict }) => verdict === 'skipped')
  )
  t.strictSame(
    new Set(skipped.flatMap(({ what }) => what)),
    new Set([
      'The service lacks what the example names: There is no campaign camp_00autumn. ' +
        'Name with --data what it has.'
    ])
  )
  t.equal(isClean(report, false), true)
  t.equal(isClean(report, true), false)
})

t.test('an operation that is open elsewhere, and has no keys, is skipped', async t => {
  const service = await givenService(t, { config: { ...CONFIG, managementOpen: false } })
  const { 'x-app-id': id, 'x-app-token': token } = KEYS
  const wish = { only: ['getMetadataSchema'], keys: { 'x-app-id': id, 'x-app-token': token } }
  const report = await verified(await served(t, service), wish)
  t.strictSame(deviationsOf(report), [])
  const skipped = report.operations.flatMap(({ checks }) => checks.flatMap(({ what }) => what))
  t.strictSame(
    new Set(skipped),
    new Set(['The service asks for credentials of getMetadataSchema; none are given.'])
  )
})

onDemo('a service that is away, goes or refuses the keys has no verdict', async (t, service) => {
  let left = 40
  const leaving = { ask: (asked: Asked) => (left-- > 0 ? asked : null) }
  // biome-ignore format: a table
  const rows = [
    [`http://127.0.0.1:${await heldPort(t)}`, {},
      /^No service answers at \S+ No answer came: ECONN/],
    [await served(t, service, leaving), {}, /^The service at \S+ stopped answering\. No answer /],
    [await served(t, service), { keys: { ...KEYS, 'x-app-token': 'another' } },
      /^The service at \S+ refuses the credentials: Credentials are wrong or revoked\./]
  ] as const
  for (const [url, wish, message] of rows) await t.rejects(verified(url, wish), { message })
})
