/**
 * The same requests are answered with the same bytes: the tour, played in projects of two services
 * that know nothing of each other, and once more where it was played, after a new beginning.
 */
import t, { type Test } from 'tap'
import { tour } from '../../scripts/tour.ts'
import * as known from '../../src/demo/known.ts'
import { type GivenSandbox, givenSandbox } from '../support/sandbox.ts'

/** One answer, whole: its request, and every header but the date, which is the machine's. */
type Line = readonly [asked: string, status: number, headers: string, body: string]

/** Begins a project, plays the tour in it, and has every answer in order. */
async function played(t: Test, { app, project }: GivenSandbox): Promise<readonly Line[]> {
  const { made } = await project('tour', { seed: '42' })
  const { project_id: projectId, server_side_key: key, management_key: desk } = made.body
  // The tour knows the demo, of which this is a copy with keys of its own.
  const own = new Map([
    [known.APP_ID, key.app_id],
    [known.APP_TOKEN, key.app_token],
    [known.MGMT_ID, desk.management_id],
    [known.MGMT_TOKEN, desk.management_token]
  ])
  const lines: Line[] = []
  const theirs = globalThis.fetch
  t.teardown(() => {
    globalThis.fetch = theirs
  })
  globalThis.fetch = async (input, init = {}) => {
    const { method, url, headers } = new Request(input, init)
    const { pathname, search } = new URL(url.replace(known.PROJECT_ID, projectId))
    const sent = [...headers].map(([name, value]) => [name, own.get(value) ?? value])
    const payload = init.body === undefined ? {} : { payload: String(init.body) }
    const asked = `${pathname}${search}`
    const reply = await app.inject({
      method: method as 'GET',
      url: asked,
      headers: Object.fromEntries(sent),
      ...payload
    })
    const { date: _, ...others } = reply.headers
    lines.push([`${method} ${asked}`, reply.statusCode, JSON.stringify(others), reply.body])
    const answered = { status: reply.statusCode, headers: others as Record<string, string> }
    return new Response(reply.statusCode === 204 ? null : reply.body, answered)
  }
  try {
    await tour('http://loyalty.test', () => undefined)
  } finally {
    globalThis.fetch = theirs
  }
  return lines
}

t.test('the tour is answered with the same bytes by every service, and again', async t => {
  const service = await givenSandbox(t)
  const first = await played(t, service)
  t.ok(first.length > 40)
  for (const [where, others] of [
    ['after a new beginning', await played(t, service)],
    ['by another service', await played(t, await givenSandbox(t))]
  ] as const) {
    for (const [index, line] of first.entries()) t.strictSame(others[index], line, where)
    t.equal(others.length, first.length, where)
  }
})
