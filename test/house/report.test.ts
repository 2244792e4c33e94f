/**
 * What a run of the tests prints of what failed, where it happens and once more at the end, and of
 * what was skipped.
 */
import t from 'tap'
import { duration, Report, tellAgain } from '../../scripts/suite/report.ts'

/** What a lane writes of two files, the second of which fails. */
const LINES = [
  'TAP version 14',
  '# Subtest: files',
  '    # Subtest: test/a.test.ts',
  '        ok 1 - it adds up',
  '        ok 2 - it multiplies # SKIP no \\# on this machine',
  '        ok 3 - it divides # SKIP',
  '    ok 1 - test/a.test.ts # time=3ms',
  '    # Subtest: test/b.test.ts',
  '        # Subtest: subtracting',
  '            ok 1 - from more',
  '            not ok 2 - from less',
  '              ---',
  '              found: 3',
  '        not ok 1 - subtracting',
  'printed by the test',
  '    not ok 2 - test/b.test.ts # time=4ms',
  '      timeout: 30',
  '      at: somewhere',
  'not ok 1 - files'
]

const isVerbose = true

t.test('a failure is told with its explanation, and again after everything', async t => {
  const printed = t.capture(console, 'log')
  const report = new Report(isVerbose)
  for (const line of LINES) report.read(line)
  const told = () => printed().map(({ args }) => args.join(' '))
  const failure = [
    'not ok test/b.test.ts # time=4ms',
    '        not ok 2 - from less',
    '          ---',
    '          found: 3',
    '    not ok 1 - subtracting'
  ].join('\n')
  const where = told()
  tellAgain()
  t.strictSame(where, [
    'ok test/a.test.ts # time=3ms',
    'printed by the test',
    failure,
    '  timeout: 30'
  ])
  t.strictSame(told(), [
    `\nWhat was skipped:
  test/a.test.ts: it divides (no reason is given)
  test/a.test.ts: it multiplies (no # on this machine)`,
    `\nWhat failed:\n${failure}\n  timeout: 30`
  ])
})

t.test('a file that passed has no line of its own unless that is asked for', async t => {
  const printed = t.capture(console, 'log')
  const report = new Report()
  for (const line of LINES.slice(0, 7)) report.read(line)
  t.strictSame(printed(), [])
})

//  milliseconds  told
const DURATIONS = [
  [0, '0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [130_000, '2 min 10 s']
] as const

for (const [ms, told] of DURATIONS) t.equal(duration(ms), told)
