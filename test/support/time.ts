/**
 * Time that passes when a test says so: the timers, the clock and the stopwatch of this process.
 */
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Test } from 'tap'

/**
 * Stops time for one test. What is returned lets so many milliseconds pass, one after the other,
 * each with all that comes of it.
 */
export function givenTime(t: Test): (ms: number) => Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 })
  const stopwatch = mock.method(performance, 'now', () => Date.now())
  t.teardown(() => {
    mock.timers.reset()
    stopwatch.mock.restore()
  })
  return async ms => {
    for (let passed = 0; passed < ms; passed++) {
      mock.timers.tick(1)
      await turn()
    }
  }
}

/** Lets the stopwatch of this process stand still for one test, and nothing else. */
export function inNoTime(t: Test): void {
  const stopwatch = mock.method(performance, 'now', () => 0)
  t.teardown(() => stopwatch.mock.restore())
}

/** Resolves when so many milliseconds have passed. */
export function after(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
