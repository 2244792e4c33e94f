import t from 'tap'
import { Temporal } from 'temporal-polyfill'
import {
  ALWAYS,
  addDays,
  addMs,
  addSpan,
  type DailyWindow,
  dayAt,
  daysBetween,
  type ExpirationRules,
  expirationMistake,
  isDay,
  isZone,
  lastDay,
  midnight,
  toInstant,
  usableAt,
  type Validity,
  validityMistake
} from '../../src/rules/validity.ts'
import { casesOf, rowsOf } from '../support/chance.ts'

const BERLIN = 'Europe/Berlin'
const NEW_YORK = 'America/New_York'

function given(changes: Partial<Validity>): Validity {
  return { ...ALWAYS, ...changes }
}

function window(startTime: string, expirationTime: string, days: number[] | null = null) {
  return { startTime, expirationTime, daysOfWeek: days } satisfies DailyWindow
}

t.test('usableAt: both dates are included, to the millisecond', async t => {
  const start = '2026-03-01T09:00:00.000Z'
  const end = '2026-03-31T21:59:59.999Z'
  // start  end    now                         outcome
  const rows = [
    [null, null, '0001-01-01T00:00:00.000Z', 'usable'],
    [null, null, '9999-12-31T23:59:59.999Z', 'usable'],
    [start, null, '2026-03-01T08:59:59.999Z', 'not_yet'],
    [start, null, '2026-03-01T09:00:00.000Z', 'usable'],
    [null, end, '2026-03-31T21:59:59.999Z', 'usable'],
    [null, end, '2026-03-31T22:00:00.000Z', 'expired'],
    [start, end, '2026-02-28T23:00:00.000Z', 'not_yet'],
    [start, end, '2026-03-15T00:00:00.000Z', 'usable'],
    [start, end, '2026-04-01T00:00:00.000Z', 'expired'],
    [start, start, start, 'usable']
  ] as const
  for (const [startDate, expirationDate, now, outcome] of rows) {
    const found = usableAt(given({ startDate, expirationDate }), now, BERLIN)
    t.equal(found, outcome, `${startDate} … ${expirationDate} at ${now}: ${outcome}`)
  }
})

t.test('usableAt: dates bound what recurs, and say so first', async t => {
  const monday = given({
    startDate: '2026-03-02T00:00:00.000Z',
    expirationDate: '2026-03-09T23:59:59.999Z',
    daysOfWeek: [1]
  })
  const rows = [
    ['2026-02-23T12:00:00.000Z', 'not_yet'],
    ['2026-03-02T12:00:00.000Z', 'usable'],
    ['2026-03-03T12:00:00.000Z', 'not_now'],
    ['2026-03-09T12:00:00.000Z', 'usable'],
    ['2026-03-16T12:00:00.000Z', 'expired']
  ] as const
  for (const [now, outcome] of rows) t.equal(usableAt(monday, now, BERLIN), outcome, now)
})

t.test('usableAt: weekdays are those of the zone, 0 being Sunday', async t => {
  // days                    now                         zone      outcome
  const rows = [
    [[0], '2026-03-01T12:00:00.000Z', BERLIN, 'usable'],
    [[6], '2026-03-01T12:00:00.000Z', BERLIN, 'not_now'],
    [[6], '2026-02-28T22:59:59.999Z', BERLIN, 'usable'],
    [[6], '2026-02-28T23:00:00.000Z', BERLIN, 'not_now'],
    [[0], '2026-02-28T23:00:00.000Z', BERLIN, 'usable'],
    [[0], '2026-02-28T23:00:00.000Z', NEW_YORK, 'not_now'],
    [[1, 2, 3, 4, 5], '2026-03-06T12:00:00.000Z', 'UTC', 'usable'],
    [[1, 2, 3, 4, 5], '2026-03-07T12:00:00.000Z', 'UTC', 'not_now']
  ] as const
  for (const [daysOfWeek, now, zone, outcome] of rows) {
    const found = usableAt(given({ daysOfWeek }), now, zone)
    t.equal(found, outcome, `${daysOfWeek.join()} at ${now} in ${zone}: ${outcome}`)
  }
})

t.test('usableAt: an hour window lasts to the end of its last minute', async t => {
  const evening = [window('18:00', '20:01', [2, 3])]
  const day = [window('00:00', '11:59'), window('13:00', '23:59')]
  // windows   now                         zone      outcome
  const rows = [
    [evening, '2026-03-03T16:59:59.999Z', BERLIN, 'not_now'],
    [evening, '2026-03-03T17:00:00.000Z', BERLIN, 'usable'],
    [evening, '2026-03-03T19:01:59.999Z', BERLIN, 'usable'],
    [evening, '2026-03-03T19:02:00.000Z', BERLIN, 'not_now'],
    [evening, '2026-03-05T18:00:00.000Z', BERLIN, 'not_now'],
    [day, '2026-03-05T00:00:00.000Z', 'UTC', 'usable'],
    [day, '2026-03-05T12:30:00.000Z', 'UTC', 'not_now'],
    [day, '2026-03-05T23:59:59.999Z', 'UTC', 'usable']
  ] as const
  for (const [daily, now, zone, outcome] of rows) {
    t.equal(usableAt(given({ hours: { daily } }), now, zone), outcome, `${now}: ${outcome}`)
  }
})

t.test('usableAt: a timeframe opens at start + k × interval, for its duration', async t => {
  const noon = '2026-01-01T12:00:00.000Z'
  const monthEnd = '2026-01-31T08:00:00.000Z'
  // start   interval  duration   now                         outcome
  const rows = [
    [noon, 'P1D', 'PT2H', '2026-01-01T11:59:59.999Z', 'not_yet'],
    [noon, 'P1D', 'PT2H', '2026-01-01T12:00:00.000Z', 'usable'],
    [noon, 'P1D', 'PT2H', '2026-01-01T13:59:59.999Z', 'usable'],
    [noon, 'P1D', 'PT2H', '2026-01-01T14:00:00.000Z', 'not_now'],
    [noon, 'P1D', 'PT2H', '2026-01-02T11:59:59.999Z', 'not_now'],
    [noon, 'P1D', 'PT2H', '2026-01-02T12:00:00.000Z', 'usable'],
    [noon, 'P1D', 'PT2H', '9999-01-02T13:00:00.000Z', 'usable'],
    [noon, 'P2W', 'P1D', '2026-01-15T12:00:00.000Z', 'usable'],
    [noon, 'P2W', 'P1D', '2026-01-08T12:00:00.000Z', 'not_now'],
    [noon, 'PT1.5H', 'PT30M', '2026-01-01T13:30:00.000Z', 'usable'],
    [noon, 'PT1.5H', 'PT30M', '2026-01-01T14:00:00.000Z', 'not_now'],
    [noon, 'P1Y', 'P1M', '2036-01-20T12:00:00.000Z', 'usable'],
    [noon, 'P1Y', 'P1M', '2036-02-20T12:00:00.000Z', 'not_now'],
    [noon, 'PT1H', 'P1D', '2026-06-01T00:00:00.000Z', 'usable'],
    // A month that is too short ends early; the next one is not shortened with it.
    [monthEnd, 'P1M', 'PT1H', '2026-02-28T08:30:00.000Z', 'usable'],
    [monthEnd, 'P1M', 'PT1H', '2026-03-28T08:30:00.000Z', 'not_now'],
    [monthEnd, 'P1M', 'PT1H', '2026-03-31T08:30:00.000Z', 'usable'],
    [monthEnd, 'P1M', 'PT1H', '2026-04-30T08:30:00.000Z', 'usable'],
    // Months of 28 and of 31 days, either side of the average.
    ['2026-02-01T00:00:00.000Z', 'P1M', 'P1D', '2026-03-01T00:00:00.000Z', 'usable'],
    ['2026-07-01T00:00:00.000Z', 'P1M', 'P1D', '2026-07-31T12:00:00.000Z', 'not_now']
  ] as const
  for (const [startDate, interval, duration, now, outcome] of rows) {
    const found = usableAt(given({ startDate, timeframe: { interval, duration } }), now, 'UTC')
    t.equal(found, outcome, `${interval} for ${duration} at ${now}: ${outcome}`)
  }
})

t.test('usableAt: a timeframe keeps its hour on the clock through daylight saving', async t => {
  // Clocks in New York go from 02:00 to 03:00 on 2026-03-08 and back on 2026-11-01.
  const startDate = '2026-03-06T14:00:00.000Z'
  // interval  now                         outcome
  const rows = [
    ['P1D', '2026-03-07T14:00:00.000Z', 'usable'],
    ['P1D', '2026-03-08T13:00:00.000Z', 'usable'],
    ['P1D', '2026-03-08T14:00:00.000Z', 'not_now'],
    ['P1D', '2026-10-31T13:00:00.000Z', 'usable'],
    ['P1D', '2026-11-01T13:00:00.000Z', 'not_now'],
    ['P1D', '2026-11-01T14:00:00.000Z', 'usable'],
    // Hours are hours: these windows move on the clock.
    ['PT24H', '2026-03-08T13:00:00.000Z', 'not_now'],
    ['PT24H', '2026-03-08T14:00:00.000Z', 'usable']
  ] as const
  for (const [interval, now, outcome] of rows) {
    const validity = given({ startDate, timeframe: { interval, duration: 'PT1H' } })
    t.equal(usableAt(validity, now, NEW_YORK), outcome, `${interval} at ${now}: ${outcome}`)
  }
})

t.test('usableAt: what opens at an hour that the clocks skip opens when they go on', async t => {
  const startDate = '2026-03-07T07:30:00.000Z'
  const validity = given({ startDate, timeframe: { interval: 'P1D', duration: 'PT1H' } })
  t.equal(usableAt(validity, '2026-03-08T07:29:59.999Z', NEW_YORK), 'not_now')
  t.equal(usableAt(validity, '2026-03-08T07:30:00.000Z', NEW_YORK), 'usable')
  t.equal(usableAt(validity, '2026-03-09T06:30:00.000Z', NEW_YORK), 'usable')
})

t.test('usableAt: days and timeframe must both allow the moment', async t => {
  const validity = given({
    startDate: '2026-03-02T08:00:00.000Z',
    timeframe: { interval: 'P1D', duration: 'PT2H' },
    daysOfWeek: [1, 3]
  })
  const rows = [
    ['2026-03-02T09:00:00.000Z', 'usable'],
    ['2026-03-02T11:00:00.000Z', 'not_now'],
    ['2026-03-03T09:00:00.000Z', 'not_now'],
    ['2026-03-04T09:00:00.000Z', 'usable']
  ] as const
  for (const [now, outcome] of rows) t.equal(usableAt(validity, now, 'UTC'), outcome, now)
})

t.test('usableAt: a timeframe that cannot be read, or has no start, never opens', async t => {
  const now = '2026-03-02T09:00:00.000Z'
  const good = { interval: 'P1D', duration: 'P1D' }
  const rows = [
    [null, good],
    [now, { interval: 'daily', duration: 'P1D' }],
    [now, { interval: 'P1D', duration: 'P0D' }]
  ] as const
  for (const [startDate, timeframe] of rows) {
    t.equal(usableAt(given({ startDate, timeframe }), now, 'UTC'), 'not_now')
  }
  t.equal(usableAt(given({ startDate: now, timeframe: good }), now, 'UTC'), 'usable')
})

t.test('usableAt: a timeframe agrees with one that is walked window by window', async t => {
  const intervals = ['P1D', 'P7D', 'P1M', 'P3M', 'P1Y', 'PT5H', 'P1M3D', 'P1DT1H']
  const durations = ['PT1H', 'PT30M', 'P1D', 'P2D', 'P1M']
  for (const { between, pick } of casesOf(t, { gate: 50, soak: 150 })) {
    const start = Date.UTC(2025, between(0, 11), between(1, 31), between(0, 23))
    const now = new Date(start + between(0, 400 * 24 * 60) * 60_000).toISOString()
    const timeframe = { interval: pick(intervals), duration: pick(durations) }
    const startDate = new Date(start).toISOString()
    const found = usableAt(given({ startDate, timeframe }), now, NEW_YORK)
    const walked = walk(startDate, timeframe, now, NEW_YORK) ? 'usable' : 'not_now'
    if (found !== walked) t.equal(found, walked, JSON.stringify({ startDate, timeframe, now }))
  }
  t.pass('no case differs')
})

function walk(
  startDate: string,
  { interval, duration }: { interval: string; duration: string },
  now: string,
  zone: string
): boolean {
  const start = Temporal.Instant.from(startDate).toZonedDateTimeISO(zone)
  const moment = Temporal.Instant.from(now).toZonedDateTimeISO(zone)
  const step = Temporal.Duration.from(interval)
  for (let k = 0; ; k++) {
    const { years, months, days, hours } = step
    const from = start.add({
      years: k * years,
      months: k * months,
      days: k * days,
      hours: k * hours
    })
    if (Temporal.ZonedDateTime.compare(from, moment) > 0) return false
    if (Temporal.ZonedDateTime.compare(moment, from.add(duration)) < 0) return true
  }
}

t.test('validityMistake: each refused validity stands beside the accepted one', async t => {
  const startDate = '2026-03-01T00:00:00.000Z'
  const frame = (interval: string, duration: string) =>
    given({ startDate, timeframe: { interval, duration } })
  const hours = (...daily: DailyWindow[]) => given({ hours: { daily } })
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const minute = (n * 14 + 1).toString()
      const text = (m: number) =>
        `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
      return window(text(Number(minute)), text(Number(minute) + 1))
    })
  // validity                                                        property at fault
  const rows: [Validity, string | null][] = [
    [ALWAYS, null],
    [given({ startDate, expirationDate: startDate }), null],
    [given({ startDate, expirationDate: '2026-02-28T23:59:59.999Z' }), 'expiration_date'],
    [frame('P1D', 'PT2H'), null],
    [frame('P1Y2M3W4DT5H6M7.5S', 'PT0,5S'), null],
    [frame('p1d', 'pt2h'), null],
    [frame('P100Y', 'P1200M'), null],
    [frame('P101Y', 'P1D'), 'validity_timeframe.interval'],
    [frame('P', 'P1D'), 'validity_timeframe.interval'],
    [frame('PT', 'P1D'), 'validity_timeframe.interval'],
    [frame('P1DT', 'P1D'), 'validity_timeframe.interval'],
    [frame('P0D', 'P1D'), 'validity_timeframe.interval'],
    [frame('PT0.001S', 'P1D'), null],
    [frame('PT0.0001S', 'P1D'), 'validity_timeframe.interval'],
    [frame('-P1D', 'P1D'), 'validity_timeframe.interval'],
    [frame('P1D', '-PT2H'), 'validity_timeframe.duration'],
    [frame('P1D', 'P1.5D'), 'validity_timeframe.duration'],
    [frame('P1D', 'PT1.5H30M'), 'validity_timeframe.duration'],
    [frame('P1D', '2 hours'), 'validity_timeframe.duration'],
    [frame('P1D', ''), 'validity_timeframe.duration'],
    [given({ timeframe: { interval: 'P1D', duration: 'PT2H' } }), 'start_date'],
    [given({ daysOfWeek: [0, 6] }), null],
    [given({ daysOfWeek: [] }), 'validity_day_of_week'],
    [given({ daysOfWeek: [7] }), 'validity_day_of_week'],
    [given({ daysOfWeek: [-1] }), 'validity_day_of_week'],
    [given({ daysOfWeek: [1.5] }), 'validity_day_of_week'],
    [given({ daysOfWeek: [1, 2, 1] }), 'validity_day_of_week'],
    [hours(window('00:00', '23:59')), null],
    [hours(), 'validity_hours.daily'],
    [hours(...many(100)), null],
    [hours(...many(101)), 'validity_hours.daily'],
    [hours(window('8:00', '12:00')), 'validity_hours.daily[0].start_time'],
    [hours(window('08:00', '24:00')), 'validity_hours.daily[0].expiration_time'],
    [hours(window('08:00', '12:60')), 'validity_hours.daily[0].expiration_time'],
    [hours(window('22:00', '06:00')), 'validity_hours.daily[0].expiration_time'],
    [hours(window('08:00', '08:00')), 'validity_hours.daily[0].expiration_time'],
    [hours(window('08:00', '08:01')), null],
    [hours(window('08:00', '12:00', [])), 'validity_hours.daily[0].days_of_week'],
    [hours(window('08:00', '12:00', [1, 1])), 'validity_hours.daily[0].days_of_week'],
    [hours(window('08:00', '12:00'), window('11:59', '14:00')), 'validity_hours.daily[1]'],
    [hours(window('08:00', '12:00'), window('12:00', '14:00')), null],
    [hours(window('12:00', '14:00'), window('08:00', '12:00')), null],
    [hours(window('08:00', '12:00', [1]), window('09:00', '10:00', [2])), null],
    [
      hours(window('08:00', '12:00', [1]), window('09:00', '10:00', [2, 1])),
      'validity_hours.daily[1]'
    ],
    [hours(window('08:00', '12:00', [1]), window('09:00', '10:00')), 'validity_hours.daily[1]'],
    [
      hours(window('08:00', '12:00', [1, 2]), window('09:00', '10:00', [2])),
      'validity_hours.daily[1]'
    ],
    [given({ hours: { daily: [window('08:00', '12:00')] }, daysOfWeek: [1] }), 'validity_hours'],
    [
      given({
        startDate,
        hours: { daily: [window('08:00', '12:00')] },
        timeframe: { interval: 'P1D', duration: 'PT2H' }
      }),
      'validity_hours'
    ]
  ]
  for (const [validity, property] of rows) {
    const found = validityMistake(validity)?.property ?? null
    t.equal(found, property, `${JSON.stringify(validity).slice(0, 120)}: ${property}`)
  }
})

t.test('validityMistake: a mistake says what was found and what is expected', async t => {
  t.strictSame(validityMistake(given({ timeframe: { interval: '1 day', duration: 'P1D' } })), {
    property: 'validity_timeframe.interval',
    message:
      '"1 day" is not an ISO 8601 duration above zero and up to 100 years, such as P1D or PT2H.'
  })
})

t.test('toInstant: any offset becomes UTC with milliseconds', async t => {
  // text                                    outcome
  const rows = [
    ['2026-03-01T10:00:00.500Z', '2026-03-01T10:00:00.500Z'],
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01 10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.1', '2026-03-01T10:00:00.100Z'],
    ['2026-03-01T10:00:00.123999Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
    ['2026-03-01T23:30:00-0130', '2026-03-02T01:00:00.000Z'],
    ['2026-03-01T23:30:00+23:59', '2026-02-28T23:31:00.000Z'],
    ['2026-03-01T10:00:00+05', '2026-03-01T05:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    // A leap second is the second after it.
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T00:59:60.5+01:00', '2017-01-01T00:00:00.500Z'],
    ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T22:59:60Z', null],
    ['2016-12-31T23:59:61Z', null],
    // The first and the last instant, and their neighbours.
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+00:01', null],
    ['0000-12-31T23:59:59Z', null],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59-00:01', null],
    ['2026-02-29T00:00:00Z', null],
    ['1900-02-29T00:00:00Z', null],
    ['2026-04-31T00:00:00Z', null],
    ['2026-13-01T00:00:00Z', null],
    ['2026-00-01T00:00:00Z', null],
    ['2026-01-00T00:00:00Z', null],
    ['2026-03-01T24:00:00Z', null],
    ['2026-03-01T10:60:00Z', null],
    ['2026-03-01T10:00:00+24:00', null],
    ['2026-03-01T10:00:00+10:60', null],
    ['2026-03-01T10:00Z', null],
    ['2026-03-01', null],
    ['+12026-03-01T10:00:00Z', null],
    ['yesterday', null],
    ['', null]
  ] as const
  for (const [text, outcome] of rows) t.equal(toInstant(text), outcome, `${text}: ${outcome}`)
})

t.test('toInstant: saving what was read, over and over, does not move it', async t => {
  const once = toInstant('2026-03-29T02:30:00+01:00') as string
  t.equal(toInstant(once), once)
})

t.test('isDay: a day of the calendar, and nothing else', async t => {
  const rows = [
    ['2026-03-01', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['0000-01-01', false],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2026-3-1', false],
    ['2026-03-01T00:00:00Z', false]
  ] as const
  for (const [text, outcome] of rows) t.equal(isDay(text), outcome, text)
})

t.test('isZone: names of zones, no offsets', async t => {
  const rows = [
    ['Europe/Berlin', true],
    ['UTC', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['+02:00', false],
    ['2026-01-01T00:00Z[Europe/Berlin]', false],
    ['Europe/Atlantis', false],
    ['Z', false],
    ['', false]
  ] as const
  for (const [name, outcome] of rows) t.equal(isZone(name), outcome, name)
})

t.test('dayAt, midnight: days begin at midnight of the zone', async t => {
  // now                         zone                  day           its first instant
  const rows = [
    ['2026-03-01T22:59:59.999Z', BERLIN, '2026-03-01', '2026-02-28T23:00:00.000Z'],
    ['2026-03-01T23:00:00.000Z', BERLIN, '2026-03-02', '2026-03-01T23:00:00.000Z'],
    ['2026-03-01T04:59:59.999Z', NEW_YORK, '2026-02-28', '2026-02-28T05:00:00.000Z'],
    ['2026-06-15T12:00:00.000Z', 'UTC', '2026-06-15', '2026-06-15T00:00:00.000Z'],
    // Clocks here went from 00:00 to 01:00: the day began at 01:00.
    ['2018-11-04T12:00:00.000Z', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // No place has days after the last one, though it is already tomorrow there.
    ['9999-12-31T23:00:00.000Z', 'Asia/Tokyo', '9999-12-31', '9999-12-30T15:00:00.000Z']
  ] as const
  for (const [now, zone, day, first] of rows) {
    t.equal(dayAt(now, zone), day, `${now} in ${zone} is ${day}`)
    t.equal(midnight(day, zone), first, `${day} in ${zone} begins at ${first}`)
  }
})

/** Instants about which a day in the zone may change: midnights, and changes of its clocks. */
function turns(zone: string, from: Temporal.Instant): number[] {
  const zoned = from.toZonedDateTimeISO(zone)
  const change = zoned.getTimeZoneTransition('next')
  const midnights = [zoned, ...(change === null ? [] : [change, change.add({ days: 1 })])]
  const all = [...midnights.map(each => each.startOfDay()), ...(change === null ? [] : [change])]
  return all.map(each => each.epochMilliseconds)
}

t.test('dayAt: a remembered minute has the day that the calendar gives, in every zone', async t => {
  const [first, last] = [Date.parse('1973-01-01'), Date.parse('2040-01-01')]
  // In these, clocks went back across a midnight, skipped a day, or differed by half a minute.
  const odd = ['America/St_Johns', 'Pacific/Apia', 'Africa/Monrovia', 'Asia/Beirut']
  const zones = [...odd, ...Intl.supportedValuesOf('timeZone')]
  for (const [zone, { between }] of rowsOf(t, zones, { gate: 20, soak: 500 })) {
    const moments = Array.from({ length: 4 }, () => between(first / 1000, last / 1000) * 1000)
    for (const moment of moments.map(ms => Temporal.Instant.fromEpochMilliseconds(ms))) {
      for (const turn of turns(zone, moment)) {
        const minute = Math.floor(turn / 60_000) * 60_000
        for (const ms of [minute, turn - 1, turn, turn + 1, minute + 59_999, minute + 60_000]) {
          const now = new Date(ms).toISOString()
          const day = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate().toString()
          if (dayAt(now, zone) !== day) t.fail(`${now} in ${zone} is ${day}`)
        }
      }
    }
  }
  // More minutes than are remembered.
  const midnightInBerlin = Date.parse('2026-03-01T23:00:00.000Z')
  const days = Array.from({ length: 1_200 }, (_, index) =>
    dayAt(new Date(midnightInBerlin + (index - 600) * 60_000).toISOString(), BERLIN)
  )
  t.strictSame(days, [...Array(600).fill('2026-03-01'), ...Array(600).fill('2026-03-02')])
  // Until 1972, clocks in Monrovia were 44 minutes and 30 seconds behind.
  const rows = [
    ['1971-06-15T00:44:29.999Z', '1971-06-14'],
    ['1971-06-15T00:44:30.000Z', '1971-06-15']
  ] as const
  for (const [now, day] of rows) t.equal(dayAt(now, 'Africa/Monrovia'), day, now)
})

t.test('addSpan: by the calendar of a zone, up to the last year', async t => {
  const none = { months: 0, days: 0, ms: 0 }
  const rows = [
    ['2026-03-28T11:30:00.000Z', { ...none, days: 1 }, '2026-03-29T10:30:00.000Z'],
    ['2026-03-28T11:30:00.000Z', { ...none, ms: 86_400_000 }, '2026-03-29T11:30:00.000Z'],
    ['2026-01-31T11:00:00.000Z', { ...none, months: 1 }, '2026-02-28T11:00:00.000Z'],
    ['2026-01-31T11:00:00.000Z', { months: 1, days: 1, ms: 1 }, '2026-03-01T11:00:00.001Z'],
    ['9999-12-31T11:00:00.000Z', { ...none, days: 1 }, '9999-12-31T23:59:59.999Z']
  ] as const
  for (const [from, span, outcome] of rows) {
    t.equal(addSpan(from, span, BERLIN), outcome, `${from} ${JSON.stringify(span)}`)
  }
})

t.test('addMs: as many milliseconds later or earlier', async t => {
  // instant                   ms      outcome
  const rows = [
    ['2026-03-01T00:00:00.000Z', 0, '2026-03-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', 1, '2027-01-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', -1, '2026-02-28T23:59:59.999Z']
  ] as const
  for (const [instant, ms, outcome] of rows) {
    t.equal(addMs(instant, ms), outcome, `${instant} + ${ms} ms = ${outcome}`)
  }
})

t.test('addDays, daysBetween: calendar days, whatever their length', async t => {
  // day           n        outcome
  const rows = [
    ['2026-03-01', 0, '2026-03-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-30', 1, '2026-01-31'],
    ['2026-04-30', 1, '2026-05-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-01', 90, '2026-05-30']
  ] as const
  for (const [day, n, outcome] of rows) {
    t.equal(addDays(day, n), outcome, `${day} + ${n} = ${outcome}`)
    t.equal(daysBetween(day, outcome), n, `${outcome} − ${day} = ${n}`)
  }
  t.equal(addDays('9999-12-31', 1), '9999-12-31', 'there is no day after the last')
  t.equal(addDays('0001-01-01', -1), '0001-01-01', 'nor one before the first')
})

type Rounding = Extract<ExpirationRules, { periodType: 'MONTH' }>['roundingType']

function months(periodValue: number, roundingType: Rounding = null, month: number | null = null) {
  return { periodType: 'MONTH', periodValue, roundingType, roundingValue: month } as const
}

function yearly(fixedMonth: number, fixedDay: number): ExpirationRules {
  return { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth, fixedDay }
}

t.test('lastDay: months later, and never earlier by rounding', async t => {
  // rules                                earned on     last day
  const rows = [
    [months(0), '2026-03-15', '2026-03-15'],
    [months(1), '2026-03-15', '2026-04-15'],
    [months(1), '2026-01-31', '2026-02-28'],
    [months(1), '2024-01-31', '2024-02-29'],
    [months(2), '2026-01-31', '2026-03-31'],
    [months(12), '2024-02-29', '2025-02-28'],
    [months(18), '2026-08-31', '2028-02-29'],
    [months(0), '9999-05-05', '9999-05-05'],
    [months(1200), '9950-01-01', '9999-12-31'],
    [months(0, 'END_OF_MONTH'), '2026-02-28', '2026-02-28'],
    [months(0, 'END_OF_MONTH'), '2026-03-01', '2026-03-31'],
    [months(1, 'END_OF_MONTH'), '2026-01-31', '2026-02-28'],
    [months(1, 'END_OF_MONTH'), '2026-03-01', '2026-04-30'],
    [months(0, 'END_OF_QUARTER'), '2026-03-31', '2026-03-31'],
    [months(1, 'END_OF_QUARTER'), '2026-03-31', '2026-06-30'],
    [months(0, 'END_OF_HALF_YEAR'), '2026-01-01', '2026-06-30'],
    [months(0, 'END_OF_HALF_YEAR'), '2026-07-01', '2026-12-31'],
    [months(11, 'END_OF_YEAR'), '2026-01-31', '2026-12-31'],
    [months(12, 'END_OF_YEAR'), '2026-01-31', '2027-12-31'],
    [months(2, 'END_OF_YEAR', 1), '2026-01-31', '2026-12-31'],
    [months(2, 'PARTICULAR_MONTH', 1), '2025-01-28', '2026-01-31'],
    [months(0, 'PARTICULAR_MONTH', 1), '2025-01-28', '2025-01-31'],
    [months(1, 'PARTICULAR_MONTH', 2), '2024-01-31', '2024-02-29'],
    [months(1, 'PARTICULAR_MONTH', 12), '2025-11-30', '2025-12-31'],
    [months(0, 'PARTICULAR_MONTH'), '2025-05-05', '2025-12-31'],
    [yearly(12, 31), '2026-03-15', '2026-12-31'],
    [yearly(3, 15), '2026-03-15', '2026-03-15'],
    [yearly(3, 14), '2026-03-15', '2027-03-14'],
    [yearly(2, 29), '2026-01-01', '2026-02-28'],
    [yearly(2, 29), '2026-02-28', '2026-02-28'],
    [yearly(2, 30), '2027-03-01', '2028-02-29'],
    [yearly(4, 31), '2026-05-01', '2027-04-30'],
    [yearly(1, 1), '9999-01-02', '9999-12-31']
  ] as const
  for (const [rules, earnedOn, outcome] of rows) {
    const title = `${Object.values(rules).join(' ')} from ${earnedOn}: ${outcome}`
    t.equal(lastDay(rules, earnedOn), outcome, title)
  }
})

t.test('lastDay: earning later never lapses earlier', async t => {
  const roundings = [null, 'END_OF_MONTH', 'END_OF_QUARTER', 'END_OF_HALF_YEAR', 'END_OF_YEAR']
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 2000 })) {
    const rules = pick<ExpirationRules>([
      months(between(0, 40), pick(roundings) as Rounding),
      months(between(0, 40), 'PARTICULAR_MONTH', between(1, 12)),
      yearly(between(1, 12), between(1, 31))
    ])
    const day = addDays('2023-01-01', between(0, 3000))
    const [last, next] = [lastDay(rules, day), lastDay(rules, addDays(day, 1))]
    if (last < day || next < last || !isDay(last))
      t.fail(JSON.stringify({ rules, day, last, next }))
  }
  t.pass('no case does')
})

t.test('expirationMistake: each refused rule stands beside the accepted one', async t => {
  const rows = [
    [months(0), null],
    [months(1200), null],
    [months(-1), 'expiration_rules.period_value'],
    [months(1.5), 'expiration_rules.period_value'],
    [months(1201), 'expiration_rules.period_value'],
    [months(1, 'END_OF_YEAR'), null],
    [months(1, 'END_OF_YEAR', 1), null],
    [months(1, 'END_OF_YEAR', 0), 'expiration_rules.rounding_value'],
    [months(1, null, 1), 'expiration_rules.rounding_value'],
    [months(1, 'PARTICULAR_MONTH'), 'expiration_rules.rounding_value'],
    [months(1, 'PARTICULAR_MONTH', 12), null],
    [months(1, 'PARTICULAR_MONTH', 13), 'expiration_rules.rounding_value'],
    [yearly(1, 31), null],
    [yearly(12, 1), null],
    [yearly(0, 31), 'expiration_rules.fixed_month'],
    [yearly(13, 31), 'expiration_rules.fixed_month'],
    [yearly(1, 0), 'expiration_rules.fixed_day'],
    [yearly(1, 32), 'expiration_rules.fixed_day']
  ] as const
  for (const [rules, property] of rows) {
    const title = `${Object.values(rules).join(' ')}: ${property}`
    t.equal(expirationMistake(rules)?.property ?? null, property, title)
  }
})
