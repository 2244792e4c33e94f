/**
 * How long a test waits for a project of its own: copies of the demo, made, begun anew and deleted
 * one after another by a service with a sandbox, and a year that passes in one.
 */
import { median } from './measure.ts'
import { SANDBOX_KEY, startSandbox } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'

/** Projects for each start that the run makes of a service. */
const PER_START = 25

export async function sandbox(_: string, { starts }: Settings): Promise<readonly Line[]> {
  const service = await startSandbox()
  const count = starts * PER_START
  const waited = async (method: string, path: string, body?: object) => {
    const headers = { 'x-sandbox-key': SANDBOX_KEY, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const began = performance.now()
    const answer = await fetch(`${service.url}/sandbox/v1/${path}`, { method, headers, ...sent })
    await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}.`)
    return performance.now() - began
  }
  const times = { fork: [], live: [], anew: [], gone: [], year: [] } as Record<string, number[]>
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
    }
  } finally {
    await service.stop()
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
    line('deleted', times['gone'])
  ]
}
