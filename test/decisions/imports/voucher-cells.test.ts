import t from 'tap'
import { type ImportRow, LOTS_MAX } from '../../../src/decisions/imports/columns.ts'
import { commandOf } from '../../../src/decisions/imports/formats.ts'

const CARD = { code: 'A', campaign: 'Club', customer: 'ada' }

/** What a card of these cells is, or why it is none. */
function read(row: ImportRow, edits = false) {
  const asked = commandOf({ kind: 'cards', given: {}, earns: false, edits }, { ...CARD, ...row })
  return 'findings' in asked ? asked.findings : asked
}

const MAX = Number.MAX_SAFE_INTEGER
const EXAMPLE = '[{"points":300,"expires_on":"2026-12-31"}]'
const EXPECTED = `a JSON array of 1 to ${LOTS_MAX} such as ${EXAMPLE}`

t.test('lots are points by their last day', async t => {
  const lots = [
    { points: 2, expires_on: '2030-01-01' },
    { points: 3, expires_on: null }
  ]
  const said = [
    { points: 2, expiresOn: '2030-01-01' },
    { points: 3, expiresOn: null }
  ]
  for (const cell of [lots, JSON.stringify(lots), [lots[0], { points: 3 }]]) {
    const content = { type: 'LOYALTY_CARD', points: { balance: 5, expiresOn: null, lots: said } }
    t.match(read({ balance: 5, lots: cell as never }), { command: { content } })
  }
})

t.test('lots that cannot be are findings of their places', async t => {
  //  the lots, what is wrong
  const rows: readonly (readonly [unknown, readonly string[]])[] = [
    ['[', [`must be ${EXPECTED}, and is "["`]],
    [{}, [`must be ${EXPECTED}, and is {}`]],
    [[], [`must be ${EXPECTED}, and is []`]],
    [[5], ['lots[0] must be an object']],
    [[{ points: 0 }], [`lots[0].points must be a whole number from 1 to ${MAX}, and is 0`]],
    [[{ points: '5' }], [`lots[0].points must be a whole number from 1 to ${MAX}, and is "5"`]],
    [[{}], [`lots[0].points is empty, and must be a whole number from 1 to ${MAX}`]],
    [
      [{ points: 5, day: 1 }],
      ['lots[0].day is no column of this import; those are points, expires_on']
    ],
    [
      [{ points: 2 }, { points: 1, expires_on: '2030-01-01' }, { points: 2 }, { points: 0 }],
      [
        'lots[2].expires_on is the same as that of lots[0], whose points also have no last day; ' +
          'add them up',
        `lots[3].points must be a whole number from 1 to ${MAX}, and is 0`
      ]
    ],
    [
      [
        { points: 2, expires_on: '2030-01-01' },
        { points: 3, expires_on: '2030-01-01' }
      ],
      [
        'lots[1].expires_on is the same as that of lots[0], whose points also lapse after ' +
          '2030-01-01; add them up'
      ]
    ],
    [[{ points: 4 }], ['lots have 4 points together, and balance is 5; write the same']]
  ]
  for (const [lots, messages] of rows) {
    const findings = messages.map(message => ({ column: 'lots', message }))
    t.strictSame(read({ balance: 5, lots: lots as never }), findings, JSON.stringify(lots))
  }
  t.strictSame(read({ balance: 5, expires_on: 'never', lots: [{ points: 5 }] }), [
    {
      column: 'expires_on',
      message: 'is that of all points, and lots say it of each; write one of the two'
    }
  ])
  t.match(read({ balance: 5, lots: Array(LOTS_MAX + 1).fill({ points: 1 }) }), [
    { column: 'lots', message: /^must be a JSON array of 1 to 1000/ }
  ])
})

const WINDOW = { start_time: '08:00', expiration_time: '12:00' }

t.test('recurring windows are read as a request has them', async t => {
  //  the column, the cell, what it is; undefined: it is refused
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['validity_timeframe', { interval: 'P2D', duration: 'P1D' }, 'timeframe'],
    ['validity_timeframe', { interval: 'P2D' }, undefined],
    ['validity_timeframe', { interval: 'P2D', duration: 'P'.repeat(65) }, undefined],
    ['validity_timeframe', { interval: 'P2D', duration: 'P1D', from: 1 }, undefined],
    ['validity_timeframe', [], undefined],
    ['validity_day_of_week', [0, 6], 'daysOfWeek'],
    ['validity_day_of_week', '[0,6]', 'daysOfWeek'],
    ['validity_day_of_week', [0, 1, 2, 3, 4, 5, 6, 0], undefined],
    ['validity_day_of_week', ['0'], undefined],
    ['validity_day_of_week', 5, undefined],
    ['validity_hours', { daily: [WINDOW] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: [1] }] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: null }] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: 'x' }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, start_time: 8 }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, expiration_time: '12:00:00' }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, until: 1 }] }, undefined],
    ['validity_hours', { daily: [5] }, undefined],
    ['validity_hours', { daily: {} }, undefined],
    ['validity_hours', { hourly: [] }, undefined],
    ['validity_hours', 'x', undefined]
  ]
  for (const [column, cell, setting] of rows) {
    const found = read({ balance: 0, [column]: cell as never })
    const what = `${column} ${JSON.stringify(cell)}`
    if (setting === undefined) t.match(found, [{ column, message: /^must be / }], what)
    else t.ok('command' in found && String(setting) in (found.command as never)['settings'], what)
  }
})

t.test('an edit says all settings, and null clears those that can be nothing', async t => {
  const row = { balance: 0, category: null, metadata: null, expiration_date: null }
  t.match(read(row, true), {
    command: { settings: { category: null, metadata: null, expirationDate: null } }
  })
  const { settings } = (read(row, true) as { command: { settings: object } }).command
  t.strictSame(Object.keys(settings).sort(), ['category', 'expirationDate', 'metadata'])
  const message = 'cannot be null; leave it out, or write a value'
  t.strictSame(read({ ...row, active: null }, true), [{ column: 'active', message }])
  t.match(read({ ...row, balance: 'x', active: null, lots: null }, true), [
    { column: 'lots', message },
    { column: 'active', message },
    { column: 'balance', message: /^must be a whole number/ }
  ])
  t.strictSame(
    (read(row) as { command: { settings: object } }).command.settings,
    {},
    'an import says nothing of it'
  )
})
