import t from 'tap'
import { courseFrom, projectIdOf, Sandbox, secretsOf } from '../../src/sandbox.ts'

const FIRST = '2026-01-01T09:00:00.000Z'
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
