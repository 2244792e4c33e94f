import t from 'tap'
import { authenticate, BEGAN_ANEW } from '../../src/http/credentials.ts'
import { HttpShell } from '../../src/http/shell.ts'
import type { Caller } from '../../src/http/types.ts'
import { freshSource } from '../../src/ids.ts'
import { courseFrom, projectIdOf, Sandbox, secretsOf } from '../../src/sandbox.ts'
import { Shell } from '../../src/shell.ts'
import { Credentials } from '../../src/storage/oauth.ts'
import { allProjects } from '../../src/storage/projects.ts'
import { FIRST, givenSandbox } from '../support/sandbox.ts'

const given = (seed: string, name = 'till') => new Sandbox({ name, seed }, courseFrom(FIRST))

/** Two ids and three numbers, as an attempt at a unit draws them. */
function drawn(source: ReturnType<ReturnType<Sandbox['begin']>>) {
  const ids = [source.newId('v'), source.newId('r')]
  return [...ids, ...[10, 1_000, 7].map(below => source.random(below))]
}

t.test('each attempt at a unit draws the same, whatever others draw meanwhile', async t => {
  const sandbox = given('42')
  const [one, other] = [sandbox.begin(), sandbox.begin()]
  const first = drawn(one())
  t.notSame(drawn(other()), first)
  t.strictSame(drawn(one()), first)
  t.strictSame(drawn(given('42', 'another').begin()()), first, 'under any name')
  t.notSame(drawn(given('43').begin()()), first)
})

t.test('ids have their form, and later ones sort after earlier ones', async t => {
  const sandbox = given('42')
  const ids: string[] = []
  for (let unit = 0; unit < 40; unit++) {
    const { newId } = sandbox.begin()()
    for (let count = 0; count < 40; count++) ids.push(newId('v'))
    if (unit === 20) sandbox.setNow('2026-01-01T09:00:00.001Z')
  }
  for (const id of ids) t.match(id, /^v_[0-9a-hjkmnp-tv-z]{26}$/)
  t.strictSame(ids.toSorted(), ids)
  t.equal(new Set(ids).size, ids.length)
})

t.test('what is unique over all projects follows from the name, too', async t => {
  const [one, other] = ['one', 'other'].map(name => ({ name, seed: '42' }))
  if (one === undefined || other === undefined) return
  t.equal(projectIdOf(one), projectIdOf({ ...one }))
  t.not(projectIdOf(one), projectIdOf(other))
  const secrets = [one, other, one].map(identity => secretsOf(identity, 'keys').newSecret())
  t.match(secrets[0], /^[A-Za-z0-9]{43}$/)
  t.equal(secrets[0], secrets[2])
  t.not(secrets[0], secrets[1])
  t.match(secretsOf(one, 'keys').newClientId(), /^[A-Za-z0-9]{21}$/)
})

const TESTS = 100

t.test('a hundred tests at once, each alone', async t => {
  const { ask, project, store } = await givenSandbox(t)
  const shop = await project('shop')
  await shop.ask('POST', '/v1/customers', { source_id: 'dana', name: 'Dana Frey' })
  await ask('PUT', '/sandbox/v1/snapshots/open', { project: 'shop' })
  const outcomes = await Promise.all(
    Array.from({ length: TESTS }, async (_, n) => {
      const test = await project(`test-${n}`, { snapshot: 'open', seed: 'same' })
      // Each renames the same customer, spends from the same card, and is on another day.
      await test.ask('PUT', '/v1/customers/dana', { name: `Dana ${n}` })
      const { status } = await test.ask(
        'POST',
        '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption',
        { reward: { id: 'rew_00mug' } }
      )
      const clock = `/sandbox/v1/projects/test-${n}/clock`
      await ask('PATCH', clock, { advance: `P${n + 1}D` })
      const { name } = (await test.ask('GET', '/v1/customers/dana')).body
      const { body } = await test.ask('POST', '/v1/customers', { source_id: 'late' })
      return [status, name, body.created_at]
    })
  )
  const day = (n: number) => new Date(Date.UTC(2026, 0, n + 2, 9)).toISOString()
  const summer = (n: number) => day(n) >= '2026-03-29T01:00:00.000Z'
  t.strictSame(
    outcomes,
    Array.from({ length: TESTS }, (_, n) => {
      // By the calendar of Berlin, where clocks change on 29 March.
      const at = summer(n) ? new Date(Date.parse(day(n)) - 3_600_000).toISOString() : day(n)
      return [200, `Dana ${n}`, at]
    })
  )
  t.equal((await shop.ask('GET', '/v1/customers/dana')).body.name, 'Dana Frey')
  const gone = await Promise.all(
    outcomes.map((_, n) => ask('DELETE', `/sandbox/v1/projects/test-${n}`))
  )
  t.strictSame(new Set(gone.map(({ status }) => status)), new Set([204]))
  const projects = await store.read(null, session => session.all(allProjects))
  t.equal(projects.length, 4, 'the demo, its beginning, the shop and its snapshot')
})

const DOORS = { pair: true, bearer: null, management: false, client: false, open: false }
const UNIT = {
  load: async () => null,
  decide: () => ({ result: null, changes: [] }),
  view: () => ({ status: 204 }) as const
}
const LIMITS = { campaignVouchersMax: 10, earningRulesMax: 10 }
const NO_URLS = { publicUrl: '', customerPageDays: 1 }
const REFUSED = { message: BEGAN_ANEW }

type Draws = (shell: HttpShell, caller: Caller) => unknown

// What a handler does for the caller, and how it ends.
const rows: readonly (readonly [string, Draws, 'refused' | 'drawn'])[] = [
  ['a unit', (shell, caller) => shell.settle(caller, UNIT), 'refused'],
  ['a question', (shell, caller) => shell.ask(caller, UNIT), 'refused'],
  ['codes of vouchers', (shell, caller) => shell.making(caller).random(10), 'drawn'],
  ['a token', (shell, caller) => shell.secrets(caller).newSecret(), 'drawn']
]

for (const [what, draw, end] of rows) {
  t.test(`putSandboxProject: ${what} of a caller from before counts nothing after it`, async t => {
    const { store, sandboxes, project } = await givenSandbox(t)
    const till = await project('till')
    const coupon = () => till.ask('POST', '/v1/campaigns/camp_00spring/vouchers')
    const first = await coupon()
    await project('till')
    const { sandboxOf } = sandboxes
    const options = { now: () => FIRST, ids: freshSource(), limits: LIMITS, sandboxOf }
    const shell = new HttpShell(new Shell({ store, ...options }), NO_URLS)
    const rules = { store: new Credentials(store), clock: () => FIRST, sandboxOf }
    const held = { ...rules, acceptDemo: true, managementOpen: false }
    const caller = (await authenticate(held, DOORS, till.keys, 'late')) as Caller
    await project('till')
    const drawn = async () => draw(shell, caller)
    if (end === 'drawn') await drawn()
    else await t.rejects(drawn(), REFUSED)
    t.equal((await coupon()).bytes, first.bytes)
  })
}
