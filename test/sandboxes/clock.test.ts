import t from 'tap'
import { type Asks, FIRST, givenSandbox } from '../support/sandbox.ts'

const CLOCK = '/sandbox/v1/projects/till/clock'
const CARDS = ['CLUB-ADA-0001', 'CLUB-BEN-0001', 'CLUB-MARA-0001']

/** What the club's cards have and how they came by it, without the ids that a move makes. */
async function cards(ask: Asks) {
  const found = []
  for (const code of CARDS) {
    const card = (await ask('GET', `/v1/vouchers/${code}`)).body.loyalty_card
    const { body } = await ask('GET', `/v1/loyalties/members/${code}/transactions?limit=100`)
    const moves = body.data.map((each: { type: string; created_at: string; details: object }) => [
      each.type,
      each.created_at,
      JSON.stringify(each.details).replaceAll(/"\w+_[0-9a-hjkmnp-tv-z]{26}"/g, '"id"')
    ])
    found.push({ code, card, moves })
  }
  return found
}

t.test('moveSandboxClock: pending points become active at their midnight', async t => {
  const { ask, project } = await givenSandbox(t)
  const { ask: inTill } = await project('till')
  const [ada] = await cards(inTill)
  t.match(ada?.card, { balance: 5306, pending_points: 20 })
  // A second before midnight in Berlin, and the second after it.
  await ask('PATCH', CLOCK, { now: '2026-01-02T22:59:59.999Z' })
  t.match((await cards(inTill))[0]?.card, { balance: 5306, pending_points: 20 })
  const moved = await ask('PATCH', CLOCK, { advance: 'PT0.001S' })
  t.strictSame([moved.status, moved.body.now], [200, '2026-01-02T23:00:00.000Z'])
  const [after] = await cards(inTill)
  t.match(after?.card, { balance: 5326, pending_points: 0 })
})

t.test('moveSandboxClock: days that pass at once are as days that pass ten at a time', async t => {
  const { ask, project } = await givenSandbox(t)
  const till = await project('till')
  const other = await project('other')
  await ask('PATCH', CLOCK, { advance: 'P400D' })
  for (let day = 0; day < 400; day += 10) {
    await ask('PATCH', '/sandbox/v1/projects/other/clock', { advance: 'P10D' })
  }
  const [atOnce, inSteps] = [await cards(till.ask), await cards(other.ask)]
  t.strictSame(atOnce, inSteps)
  for (const { card } of atOnce) t.equal(card.balance, 0, 'all of them have expired')
  const expired = atOnce.flatMap(({ moves }) =>
    moves.filter(([type]: string[]) => type === 'POINTS_EXPIRATION').map(([, at]: string[]) => at)
  )
  t.strictSame([...new Set(expired)].sort(), [
    '2026-10-31T23:00:00.000Z',
    '2026-11-30T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
    '2027-01-31T23:00:00.000Z'
  ])
  const people = async (ask_: Asks) =>
    (await ask_('GET', '/v1/customers?limit=100')).body.customers.map(
      ({ id, loyalty, segments }: { id: string; loyalty: object; segments: object }) => [
        id,
        loyalty,
        segments
      ]
    )
  t.strictSame(await people(till.ask), await people(other.ask))
})

t.test('moveSandboxClock: a token lapses', async t => {
  const { ask, project } = await givenSandbox(t)
  const { ask: inTill } = await project('till')
  const grant = new URLSearchParams({ grant_type: 'client_credentials', scope: 'customers' })
  const { access_token: token } = (await inTill('POST', '/v1/oauth/token', grant)).body
  const headers = { authorization: `Bearer ${token}` }
  const read = async () => (await inTill('GET', '/v1/customers/ada', undefined, headers)).status
  const introspect = async () =>
    (await inTill('POST', '/v1/oauth/introspect', new URLSearchParams({ access_token: token })))
      .body.active
  await ask('PATCH', CLOCK, { advance: 'PT14M59S' })
  t.strictSame([await read(), await introspect()], [200, true])
  await ask('PATCH', CLOCK, { advance: 'PT1S' })
  t.strictSame([await read(), await introspect()], [401, false])
})

t.test('moveSandboxClock: the receipt of a project that is made counts for a day', async t => {
  const { ask, project } = await givenSandbox(t, undefined, undefined, { now: () => FIRST })
  const { keys, manage } = await project('till')
  const body = { name: 'Shop', timezone: 'UTC', currency: 'EUR' }
  const headers = { ...keys, 'idempotency-key': 'once' }
  // Before anything is asked, so that the clock of the machine shows another day.
  await ask('PATCH', CLOCK, { advance: 'P1Y' })
  const made = async () => {
    const answer = await manage('POST', '/management/v1/projects', body, headers)
    t.equal(answer.status, 200, answer.bytes)
    return [answer.body.id, answer.headers['idempotent-replayed']]
  }
  const [first] = await made()
  for (const advance of ['PT2M', 'PT23H57M59S']) {
    await ask('PATCH', CLOCK, { advance })
    t.strictSame(await made(), [first, 'true'], advance)
  }
  await ask('PATCH', CLOCK, { advance: 'PT1S' })
  const [second, replayed] = await made()
  t.notOk(replayed, 'a day later it is another project')
  t.not(second, first)
})

t.test('moveSandboxClock: it stands, and is moved on and never back', async t => {
  const { ask, project } = await givenSandbox(t)
  const { ask: inTill } = await project('till')
  const other = await project('other')
  const made = async (name: string) =>
    (await inTill('POST', '/v1/customers', { source_id: name })).body.created_at
  t.strictSame([await made('one'), await made('two')], Array(2).fill('2026-01-01T09:00:00.000Z'))
  await ask('PATCH', CLOCK, { advance: 'P1M' })
  t.equal(await made('three'), '2026-02-01T09:00:00.000Z')
  const elsewhere = await other.ask('POST', '/v1/customers', { source_id: 'one' })
  t.equal(elsewhere.body.created_at, '2026-01-01T09:00:00.000Z')
  const rows = [
    [{ now: '2026-02-01T09:00:00.000Z' }, 200, undefined],
    [{ now: '2026-02-01T08:59:59.999Z' }, 400, /before 2026-02-01T09:00:00.000Z, which/],
    [{ now: '2036-03-01T09:00:00.000Z' }, 400, /ten years at most/],
    [{ advance: 'P11Y' }, 400, /ten years at most/],
    [{ advance: 'P999999D' }, 400, /'P999999D' is no duration .* of ten years at most/],
    [{ advance: 'P0D' }, 400, /'P0D' is no duration/],
    [{ advance: 'soon' }, 400, /'soon' is no duration/],
    [{}, 400, /either now or advance/],
    [{ now: '2026-03-01T00:00:00Z', advance: 'P1D' }, 400, /either now or advance/]
  ] as const
  for (const [body, status, details] of rows) {
    const answer = await ask('PATCH', CLOCK, body)
    t.equal(answer.status, status, JSON.stringify(body))
    if (details !== undefined) t.match(answer.body.details, details)
  }
  const found = (await ask('PATCH', '/sandbox/v1/projects/nowhere/clock', { advance: 'P1D' }))
    .status
  t.equal(found, 404)
  t.equal((await ask('GET', '/sandbox/v1/projects/till')).body.now, '2026-02-01T09:00:00.000Z')
})

t.test('putSandboxProject: time passes until the instant that it is to begin at', async t => {
  const { project } = await givenSandbox(t)
  const till = await project('till', { now: '2026-01-03T00:00:00+01:00' })
  t.equal(till.made.body.now, '2026-01-02T23:00:00.000Z')
  t.match((await cards(till.ask))[0]?.card, { balance: 5326, pending_points: 0 })
  t.equal((await project('till')).made.bytes, till.made.bytes, 'as it is when it begins anew')
  t.match((await cards(till.ask))[0]?.card, { balance: 5326, pending_points: 0 })
})
