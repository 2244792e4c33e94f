/**
 * The same requests are answered with the same bytes: the tour, played in projects of two services
 * that know nothing of each other, once more where it was played, after a new beginning, and by two
 * processes with other ports and in other time zones.
 */
import t, { type Test } from 'tap'
import { tour } from '../../scripts/tour.ts'
import * as known from '../../src/demo/known.ts'
import { askAda, givenServed, type Served } from '../main/support/served.ts'
import { SANDBOX_KEY } from '../support/requests.ts'
import { type GivenSandbox, givenSandbox } from '../support/sandbox.ts'

/** One answer, whole: its request, and every header but the date, which is the machine's. */
type Line = readonly [asked: string, status: number, headers: string, body: string]

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | undefined
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

type Asks = (sent: Sent) => Promise<Answered>

const theirs = globalThis.fetch

function within({ app }: GivenSandbox): Asks {
  return async ({ method, target, headers, payload }) => {
    const body = payload === undefined ? {} : { payload }
    const reply = await app.inject({ method: method as 'GET', url: target, headers, ...body })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body }
  }
}

function overNetwork({ place }: Served): Asks {
  return async ({ method, target, headers, payload }) => {
    const body = payload === undefined ? {} : { body: payload }
    const reply = await theirs(`${place.url}${target}`, { method, headers, ...body })
    const entries = Object.fromEntries(reply.headers)
    return { status: reply.status, headers: entries, body: await reply.text() }
  }
}

/** Begins a project, plays the tour in it, and has every answer in the order in which it was asked for. */
async function played(t: Test, ask: Asks): Promise<readonly Line[]> {
  const made = await ask({
    method: 'PUT',
    target: '/sandbox/v1/projects/tour',
    headers: { 'content-type': 'application/json', 'x-sandbox-key': SANDBOX_KEY },
    payload: '{"seed":"42"}'
  })
  const {
    project_id: projectId,
    server_side_key: key,
    management_key: desk
  } = JSON.parse(made.body)
  // The tour knows the demo, of which this is a copy with keys of its own.
  const own = new Map([
    [known.APP_ID, key.app_id],
    [known.APP_TOKEN, key.app_token],
    [known.MGMT_ID, desk.management_id],
    [known.MGMT_TOKEN, desk.management_token]
  ])
  const lines: Line[] = []
  let asked = 0
  t.teardown(() => {
    globalThis.fetch = theirs
  })
  globalThis.fetch = async (input, init = {}) => {
    const { method, url, headers } = new Request(input, init)
    const { pathname, search } = new URL(url.replace(known.PROJECT_ID, projectId))
    const sent = [...headers].map(([name, value]) => [name, own.get(value) ?? value])
    const target = `${pathname}${search}`
    const payload = init.body === undefined ? undefined : String(init.body)
    // Two may be under way at once, and any of them may be answered first.
    const place = asked++
    const reply = await ask({ method, target, headers: Object.fromEntries(sent), payload })
    const { date: _, ...others } = reply.headers
    lines[place] = [`${method} ${target}`, reply.status, JSON.stringify(others), reply.body]
    const answered = { status: reply.status, headers: others as Record<string, string> }
    return new Response(reply.status === 204 ? null : reply.body, answered)
  }
  try {
    await tour('http://loyalty.test', () => undefined)
  } finally {
    globalThis.fetch = theirs
  }
  return lines
}

function areSame(t: Test, first: readonly Line[], others: readonly Line[], where: string): void {
  t.ok(first.length > 40)
  for (const [index, line] of first.entries()) t.strictSame(others[index], line, where)
  t.equal(others.length, first.length, where)
}

t.test('the tour is answered with the same bytes by every service, and again', async t => {
  const service = within(await givenSandbox(t))
  const first = await played(t, service)
  areSame(t, first, await played(t, service), 'after a new beginning')
  areSame(t, first, await played(t, within(await givenSandbox(t))), 'by another service')
})

t.test('where PUBLIC_URL is set, port and time zone of a machine are in no byte', async t => {
  const started = (variables: NodeJS.ProcessEnv) => {
    const all = { SANDBOX_KEY, LOG_LEVEL: 'info', ...variables }
    return givenServed(t, ['--sandbox', '--port', '0'], all)
  }
  const PUBLIC_URL = 'http://loyalty.test'
  const services = [
    await started({ PUBLIC_URL, TZ: 'Pacific/Kiritimati' }),
    await started({ PUBLIC_URL, TZ: 'America/St_Johns' })
  ]
  const [first = [], second = []] = [
    await played(t, overNetwork(services[0] as Served)),
    await played(t, overNetwork(services[1] as Served))
  ]
  areSame(t, first, second, 'by another process')
  t.ok(first.some(([, , , body]) => body.includes(`"${PUBLIC_URL}/`)))
  for (const { place, end } of services) {
    t.match(place, { sandbox: { key: null } })
    t.equal((await askAda(place)).status, 200, 'the project that others begin as has its keys')
    const { out, err } = await end('SIGTERM')
    t.notMatch(out + err, SANDBOX_KEY, 'a key that was given is nowhere')
  }
})
