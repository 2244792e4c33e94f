/**
 * Requests with one key, many at once and in two processes on one database: done once, and whoever
 * is answered is answered alike.
 */
import t, { type Test } from 'tap'
import { freshSource } from '../../src/ids.ts'
import { redemptionUrl } from '../support/account.ts'
import { type Answered, givenService, PAIR, type Service } from '../support/app.ts'
import { type Case, casesOf } from '../support/chance.ts'
import { rawRows } from '../support/evidence.ts'
import { newUrl, openUrl } from '../support/stores.ts'

const URL = redemptionUrl('CLUB-ADA-0001')
const COIN = { reward: { id: 'rew_00coin', points: 20 }, order: { amount: 10_000 } }

/** Two services on one database. */
async function givenTwo(t: Test) {
  const url = await newUrl(t)
  const opened = async () => {
    const store = await openUrl(url, { onBug: error => t.error(error) })
    await store.migrate()
    return givenService(t, { store: store, ids: freshSource() })
  }
  const places = [await opened(), await opened()] as const
  for (const { worker } of places) await worker.stop()
  return places
}

t.test('twins in one process and in two: one redemption for each key', async t => {
  const places = await givenTwo(t)
  const redemptions = async () => (await rawRows(places[0].store, ['redemptions'])).redemptions
  for (const chance of casesOf(t, { gate: 1, soak: 20 })) {
    const before = (await redemptions()).length
    await twinsAreAnsweredAlike(t, places, chance)
    t.equal((await redemptions()).length - before, KEYS)
  }
})

/** So few that their redemptions are paid for. */
const KEYS = 8

async function twinsAreAnsweredAlike(
  t: Test,
  places: readonly [Service, Service],
  { below, seed }: Case
): Promise<void> {
  const answers = new Map<string, Answered[]>()
  const send = async (key: string) => {
    const place = places[below(2)] ?? places[0]
    const answer = await place.post(URL, COIN, { ...PAIR, 'idempotency-key': key })
    answers.set(key, [...(answers.get(key) ?? []), answer])
  }
  const names = Array.from({ length: KEYS }, (_, n) => `key-${seed}-${n}`)
  const rush = names.flatMap(key => [key, key, key, key])
  await Promise.all(rush.toSorted(() => below(3) - 1).map(send))
  // Those who were told that it is being carried out ask again.
  await Promise.all(names.map(send))
  for (const [key, all] of answers) {
    const done = all.filter(({ status }) => status === 200)
    t.equal(new Set(done.map(({ bytes }) => bytes)).size, 1, key)
    t.ok(all.every(({ status, body }) => status === 200 || body.key === 'idempotency_key_in_use'))
    const first = done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    t.equal(first.length, 1, 'the others are told that it is a repetition')
  }
  t.ok([...answers.values()].flat().some(({ status }) => status === 409))
}

t.test('one key on the two paths of a redemption, in two processes: one redemption', async t => {
  const places = await givenTwo(t)
  const paths = [URL, '/v1/loyalties/members/CLUB-ADA-0001/redemption']
  const redemptions = async () => (await rawRows(places[0].store, ['redemptions'])).redemptions
  const before = (await redemptions()).length
  for (let nr = 0; nr < KEYS; nr++) {
    const keyed = { ...PAIR, 'idempotency-key': `key-${nr}` }
    const all = await Promise.all(
      places.map((place, at) => place.post(paths[(at + nr) % 2] ?? URL, COIN, keyed))
    )
    t.strictSame(all.map(({ status }) => status).toSorted(), [200, 422])
    t.ok(all.every(({ body }) => [undefined, 'idempotency_key_reused'].includes(body.key)))
  }
  t.equal((await redemptions()).length - before, KEYS)
})
