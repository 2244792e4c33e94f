/**
 * How long a test waits for a project of its own: copies of the demo, made, begun anew and deleted
 * one after another by a service with a sandbox, a year that passes in one, and a state that begins.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.ts'
import { SANDBOX_KEY, startSandbox } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'

/** A state whose card has what a request says. */
const STATE = `parameters: { cents: 2500 }
customers: [{ source_id: ada-l, name: Ada Lovelace }]
gift_cards: [{ code: GIFT, amount: "\${cents}", balance: "\${cents}", customer: ada-l }]
`

/** Projects for each start that the run makes of a service. */
const PER_START = 25

export async function sandbox(_: string, { starts }: Settings): Promise<readonly Line[]> {
  const states = mkdtempSync(join(tmpdir(), 'tessera-states-'))
  writeFileSync(join(states, 'ada has a gift card.yaml'), STATE)
  const service = await startSandbox(states)
  const count = starts * PER_START
  const waited = async (method: string, path: string, body?: object, root = 'sandbox/v1') => {
    const headers = { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const began = performance.now()
    const answer = await fetch(`${service.url}/${root}/${path}`, { method, headers, ...sent })
    await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}.`)
    return performance.now() - began
  }
  const times = { fork: [], live: [], anew: [], gone: [], year: [], state: [] } as Record<
    string,
    number[]
  >
  try {
    await waited('PUT', 'projects/shop', {})
    await waited('PUT', 'snapshots/open', { project: 'shop' })
    for (let n = 0; n < count; n++) {
      times['fork']?.push(await waited('PUT', `projects/fork-${n}`, { snapshot: 'open' }))
      times['live']?.push(await waited('PUT', `projects/live-${n}`, { fork_of: 'shop' }))
      times['anew']?.push(await waited('PUT', `projects/fork-${n}`, {}))
      times['year']?.push(await waited('PATCH', `projects/fork-${n}/clock`, { advance: 'P1Y' }))
      times['gone']?.push(await waited('DELETE', `projects/fork-${n}`))
      await waited('DELETE', `projects/live-${n}`)
      const body = { state: 'ada has a gift card', params: { cents: n + 1 } }
      times['state']?.push(await waited('POST', SANDBOX_KEY, body, 'states'))
    }
  } finally {
    await service.stop()
    rmSync(states, { recursive: true })
  }
  const line = (name: string, found: readonly number[] = [], atMost?: number): Line => ({
    section: `A project of the sandbox, median of ${count}`,
    name,
    value: median(found),
    unit: 'ms',
    ...(atMost === undefined ? {} : { target: { atMost, of: 'value' } }),
    beside: { slowest: `${figure(Math.max(...found))} ms` }
  })
  return [
    line('a fork of a snapshot of the demo', times['fork'], 20),
    line('a fork of a project that goes on', times['live']),
    line('begun anew', times['anew']),
    line('a year passes in it', times['year']),
    line('deleted', times['gone']),
    line('a state of two things is begun', times['state'])
  ]
}
