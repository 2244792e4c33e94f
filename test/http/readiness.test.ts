/**
 * How often a service looks whether it is ready, however often it is asked.
 *
 * Spec: Decision 118.
 */
import t from 'tap'
import { Readiness } from '../../src/http/readiness.ts'

t.test('the database is looked at once a second at most, and all who ask share that', async t => {
  let [now, checks] = [0, 0]
  let end = () => {}
  const check = () => {
    checks++
    return new Promise<void>(resolve => {
      end = resolve
    })
  }
  const log = { info: () => {}, error: () => {} }
  const readiness = new Readiness({ check, log, stopwatch: () => now })
  //  milliseconds, whether the check under way ends, checks so far
  const rows = [
    [0, false, 1],
    [5_000, true, 1],
    [5_001, true, 2],
    [6_000, false, 2],
    [6_001, true, 3]
  ] as const
  for (const [at, ends, soFar] of rows) {
    now = at
    const asked = Array.from({ length: 100 }, () => readiness.reason())
    t.equal(checks, soFar, `${at} ms`)
    if (!ends) continue
    end()
    t.strictSame(new Set(await Promise.all(asked)), new Set([null]))
  }
})
