/**
 * What clocks and calendars show in a zone, by the platform's own knowledge of zones.
 */

const MINUTE_MS = 60_000
const DAY_MIN = 1440

export class Clock {
  readonly #format: Intl.DateTimeFormat

  constructor(timeZone: string) {
    const [two, all] = ['2-digit', 'numeric'] as const
    const day = { year: all, month: two, day: two } as const
    const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...day, ...time })
  }

  /** The day it is, `YYYY-MM-DD`. */
  dayAt(ms: number): string {
    return this.#format.format(ms).slice(0, 10)
  }

  /** When clocks show this minute of the day so many days later; near it, where they skip it. */
  later(ms: number, days: number, minute: number): number {
    const wanted = Date.parse(this.dayAt(ms)) + (days * DAY_MIN + minute) * MINUTE_MS
    const first = wanted - this.#ahead(wanted)
    return wanted - this.#ahead(first)
  }

  /** How far clocks are ahead of UTC, in milliseconds. */
  #ahead(ms: number): number {
    return Date.parse(`${this.#format.format(ms).replace(' ', 'T')}Z`) - ms
  }
}
