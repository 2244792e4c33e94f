/**
 * Two server processes on one PostgreSQL database: what one of them changes, the very next request
 * to the other knows, whatever that one keeps in memory. That is so for set-up of every kind, for
 * keys, and for tokens.
 *
 * In each turn the second process answers before the change, so that it keeps what it was asked,
 * and once more after it. The first is asked the same then, and has to agree.
 */
import t, { type Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import {
  type Asked,
  answerOf,
  DESK,
  type MadeByName,
  madeBefore,
  PROJECT,
  SEQUENCE,
  type Step,
  take
} from '../contract/support/set-up-steps.ts'
import { type Chance, casesOf } from '../support/chance.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { givenRunningService } from '../support/running.ts'

const PAIR = { 'x-app-id': known.APP_ID, 'x-app-token': known.APP_TOKEN }
const KEYS = `${PROJECT}/keys`

interface Program extends Asked {
  /** A new token of a key pair, by the form that clients send. */
  token(pair: Readonly<Record<string, string>>): Promise<string>
}

function asked(origin: string): Program {
  const send = async (method: string, url: string, headers: object = PAIR, body?: unknown) => {
    const type = { 'content-type': 'application/json', ...headers }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(origin + url, { method, headers: type, ...sent })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, body: isJson ? JSON.parse(text) : text }
  }
  return {
    get: (url, headers) => send('GET', url, headers),
    post: (url, body, headers) => send('POST', url, headers, body),
    put: (url, body, headers) => send('PUT', url, headers, body),
    delete: (url, headers) => send('DELETE', url, headers),
    token: async pair => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'api' })
      const response = await fetch(`${origin}/v1/oauth/token`, {
        method: 'POST',
        headers: pair,
        body
      })
      return ((await response.json()) as { readonly access_token: string }).access_token
    }
  }
}

/** Two programs on one database, with the demo. */
async function twoPrograms(t: Test): Promise<readonly [Program, Program]> {
  const { url, drop } = await newDatabase()
  t.teardown(drop)
  const environment = { DATABASE_URL: url, NODE_ENV: 'development' }
  const { urls } = await givenRunningService(t, { processes: 2, environment })
  const [one = '', other = ''] = urls
  return [asked(one), asked(other)]
}

/** A change at one process, and the question that shows it at the other before and after. */
async function turn(step: Step, [one, other]: readonly [Asked, Asked], made: MadeByName) {
  const before = await answerOf(step.shows, other, made)
  await take(step, one, made)
  const after = await answerOf(step.shows, other, made)
  return { before, after, expected: await answerOf(step.shows, one, made) }
}

async function setUpInTurns(t: Test, [one, other]: readonly [Program, Program]): Promise<void> {
  let made = madeBefore()
  for (const chance of casesOf(t, { gate: 1, soak: 8 })) {
    made = new Map([...made].filter(([name]) => name === 'stacking'))
    for (const step of SEQUENCE) await isTaken(t, step, { one, other, made, chance })
  }
  t.pass('all turns were taken')
}

interface Turn {
  readonly one: Program
  readonly other: Program
  readonly made: MadeByName
  readonly chance: Chance
}

async function isTaken(t: Test, step: Step, { one, other, made, chance }: Turn): Promise<void> {
  const pair = chance.once(2) ? ([one, other] as const) : ([other, one] as const)
  const { before, after, expected } = await turn(step, pair, made)
  const title = `${step.does} ${step.url}`
  if (after === before) t.fail(`${title} does not show in ${step.shows}`)
  if (after !== expected) t.equal(after, expected, title)
}

/** A key that one process makes opens the other; a token of it goes with it. */
async function keysInTurns(t: Test, [one, other]: readonly [Program, Program]): Promise<void> {
  const statusOf = async (by: Asked, headers: Readonly<Record<string, string>>) =>
    (await by.get('/v1/campaigns?limit=1', headers)).status
  for (const chance of casesOf(t, { gate: 10, soak: 100 })) {
    const n = chance.seed
    const [first, second] = chance.once(2) ? [one, other] : [other, one]
    const { body: key } = await first.post(KEYS, { name: `Till ${n}`, kind: 'app' }, DESK)
    const pair = { 'x-app-id': key.id, 'x-app-token': key.token }
    const opened = await statusOf(second, pair)
    const bearer = { authorization: `Bearer ${await second.token(pair)}` }
    const borne = await statusOf(first, bearer)
    await first.delete(`${KEYS}/${key.id}`, DESK)
    const ended = chance.once(2) ? pair : bearer
    const seen = [opened, borne, await statusOf(second, ended), await statusOf(first, bearer)]
    if (seen.join() !== '200,200,401,401') t.equal(seen.join(), '200,200,401,401', `key ${n}`)
  }
  t.pass('all turns were taken')
}

t.test('what one process changes the next request to another knows', onServer, async t => {
  const programs = await twoPrograms(t)
  await t.test('set-up of every kind', t => setUpInTurns(t, programs))
  await t.test('keys and their tokens', t => keysInTurns(t, programs))
})
