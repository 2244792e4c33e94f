/**
 * Two requests that meet in the middle of each other: while one loads, or between its decision and
 * its writes, the other is carried out whole. What comes of both is what comes of one after the
 * other, whichever was first.
 *
 * On SQLite no two units meet so; on PostgreSQL they do under READ COMMITTED, which is played here
 * statement by statement. A row that a unit holds makes the other one wait, so that they do not
 * meet; who has nothing to wait for has to lose a guard.
 */
import t, { type Test } from 'tap'
import { MGMT_ID, PROJECT_ID } from '../../src/demo/known.ts'
import { casesOf, rowsOf } from '../support/chance.ts'
import { replayOf } from '../support/replays.ts'
import { ask, operationNamed, operations } from '../support/requests.ts'
import { type Deed, Interleaving, type Met, type Outcome } from './support/interleaving.ts'
import { deed, meetings, type Pair } from './support/meetings.ts'

const service = new Interleaving()
await service.app.ready()
t.teardown(() => service.close())

/** What comes of both, as if it had been one after the other; else in what it differs. */
async function isOfTurns(met: Met, [first, second]: Pair, given: readonly Deed[]) {
  const differences: string[] = []
  // Who lost comes second; else it is likelier that it was first.
  for (const swapped of met.lost === null ? [false, true] : [true, false]) {
    const [one, other] = swapped ? [second, first] : [first, second]
    const { answers, rows } = await service.inTurn(one, other, given)
    const turns = { rows, answers: swapped ? answers.toReversed() : answers }
    const found = differenceOf(met, turns)
    if (found.length === 0) return []
    differences.push(swapped ? 'the second one first:' : 'the first one first:', ...found)
  }
  return differences
}

function differenceOf(met: Outcome, turns: Pick<Outcome, 'answers' | 'rows'>): string[] {
  const told = met.answers.join(' and ')
  const before = turns.answers.join(' and ')
  return [
    ...(told === before ? [] : [`${told}, not ${before}`]),
    ...met.rows.filter(row => !turns.rows.includes(row)).map(row => `+ ${row}`),
    ...turns.rows.filter(row => !met.rows.includes(row)).map(row => `- ${row}`)
  ]
}

/** Fails unless two deeds that meet there come to the same as in turn; null: they do not meet. */
async function meet(t: Test, pair: Pair, place: number | null, given: readonly Deed[] = []) {
  const met = await service.meeting(...pair, place, given)
  if (met === null) return null
  const where = place === null ? 'before it writes' : `at statement ${place}`
  const name = `${pair[0].name} is met by ${pair[1].name} ${where}`
  t.equal(met.audited, '', `${name}: the audit`)
  t.notMatch(met.answers.join(' '), /5\d\d/, name)
  const differences = await isOfTurns(met, pair, given)
  t.strictSame(differences.slice(0, 6), [], name)
  return met
}

for (const [what, { given = [], pair }] of Object.entries(meetings)) {
  t.test(`${what}: either way, one comes after the other`, async t => {
    for (const [one, other] of [pair, pair.toReversed() as unknown as Pair]) {
      const met = await meet(t, [one, other], null, given)
      const places = Array.from({ length: met?.statements ?? PLACES }, (_, place) => place)
      for (const [place] of rowsOf(t, places, { gate: 1, soak: 10 })) {
        await meet(t, [one, other], place, given)
      }
    }
  })
}

/** Places that are tried where it is not known how many there are. */
const PLACES = 20

const manager = deed('createProjectKey', { body: { name: 'Desk', kind: 'management' } })

t.test('of two management keys, one is left when both are revoked at once', async t => {
  let other = ''
  const made: Deed = {
    name: 'createProjectKey',
    ask: async service => {
      const answer = await manager.ask(service)
      other = answer?.body.id
      return answer
    }
  }
  const revoke = (keyId: () => string): Deed => ({
    name: 'revokeProjectKey',
    ask: ({ app }) => {
      const path = { projectId: PROJECT_ID, keyId: keyId() }
      return ask(app, operationNamed('revokeProjectKey'), { path })
    }
  })
  const pair = [revoke(() => other), revoke(() => MGMT_ID)] as const
  const met = await service.meeting(...pair, null, [made])
  t.strictSame(met?.answers, ['401 unauthorized', '204 '], 'who asks has no key any more')
  t.equal(met?.lost, 'the version')
})

/** Every operation that may write, as its document shows it first, where nothing comes before. */
const deeds = operations
  .filter(({ method }) => method !== 'GET')
  .flatMap((operation): Deed[] => {
    const [shown] = operation.requests
    const how = replayOf(operation.id, 'request', shown?.name ?? 'asShown') ?? {}
    const { given, fault: _, ...asking } = how
    if (given !== undefined) return []
    const body = shown?.value
    return [{ name: operation.id, ask: ({ app }) => ask(app, operation, { body, ...asking }) }]
  })

t.test('whatever meets comes to what it does one after the other', async t => {
  let met = 0
  const cases = casesOf(t, { gate: 20, soak: 200 })
  for (const { between, pick } of cases) {
    const pair = [pick(deeds), pick(deeds)] as const
    const place = between(0, 9) < 5 ? null : between(0, PLACES)
    if ((await meet(t, pair, place)) !== null) met++
  }
  cases.together(met > 5, `${met} met`)
})
