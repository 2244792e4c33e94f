/**
 * Time that passes when a test says so: the timers, the clock and the stopwatch of this process.
 */
import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'
import promises, { setImmediate as turn } from 'node:timers/promises'
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

/** How long a promise of a timer was to last, which lasts until the test ends it. */
export interface Pause {
  readonly ms: number
  end(): void
}

/** All such promises that are made from now on, for one test. */
export function givenPauses(t: Test): readonly Pause[] {
  const pauses: Pause[] = []
  const held = mock.method(
    promises,
    'setTimeout',
    (ms: number, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        pauses.push({ ms, end: () => resolve(value) })
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
  )
  syncBuiltinESMExports()
  t.teardown(() => {
    held.mock.restore()
    syncBuiltinESMExports()
  })
  return pauses
}

/** Lets the stopwatch of this process stand still for one test, and nothing else. */
export function inNoTime(t: Test): void {
  const stopwatch = mock.method(performance, 'now', () => 0)
  t.teardown(() => stopwatch.mock.restore())
}

/**
 * Takes one step after the other, each told how many there were with it, until what goes on beside
 * has ended; resolves with their number.
 */
export async function untilEnded(
  beside: Promise<unknown>,
  step: (steps: number) => unknown
): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  beside.then(end, end)
  let steps = 0
  while (!isOver) await step(++steps)
  return steps
}

/** Resolves when so many milliseconds have passed. */
export function after(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
