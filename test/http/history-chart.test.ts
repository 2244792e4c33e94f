import t from 'tap'
import { formatsOf, type History, historyChart } from '../../src/http/pages.ts'
import { project } from './support/given.ts'

const now = '2026-11-20T12:00:00.000Z'
const formats = formatsOf(project)

function chart(changes: Partial<History>): string {
  const nothing = { now, since: '2026-01-01T00:00:00.000Z', balance: 0, movements: [], coming: [] }
  return historyChart({ ...nothing, ...changes }, 'h', formats)?.text ?? 'nothing'
}

/** Movements by days ago and amount, oldest first; they begin with `before`. */
function moved(before: number, ...steps: readonly (readonly [number, number])[]) {
  let balance = before
  const movements = steps.map(([daysAgo, amount]) => {
    balance += amount
    const createdAt = new Date(Date.parse(now) - daysAgo * 86_400_000).toISOString()
    return { amount, balanceAfter: balance, createdAt }
  })
  return { balance, movements: movements.reverse() }
}

const line = (text: string) => /<path class="line" d="(.*?)"/.exec(text)?.[1]
const dashes = (text: string) => /<path class="line dashed" d="(.*?)"/.exec(text)?.[1]
const told = (text: string) => /<desc id="h-text">(.*?)<\/desc>/.exec(text)?.[1]
const labels = (text: string, name: string) =>
  [...(new RegExp(`<p class="${name}.*?</p>`, 's').exec(text)?.[0] ?? '').matchAll(/<span>(.*?)</g)]
    .map(([, label]) => label)
    .join(' | ')

t.test('historyChart: nothing that moved and nothing to come is no picture', async t => {
  t.equal(chart({}), 'nothing')
  t.equal(chart({ balance: 5 }), 'nothing')
})

t.test('historyChart: the past is a staircase from its first movement to today', async t => {
  const [ten, day, year] = ['10 Nov 2026 | Today', '19 Nov 2026 | Today', '20 Nov 2025 | Today']
  // what happened                                          axis  line
  // biome-ignore format: a table
  const rows: [string, Partial<History>, string, string][] = [
    ['one movement, now',     moved(0, [0, 100]),           day,  'M0 100H970V0V0H970'],
    ['one movement, earlier', moved(0, [10, 100]),          ten,  'M0 100H30V0V0H970'],
    ['up and down',           moved(0, [10, 80], [5, -40]), ten,  'M0 100H30V0H500V50V50H970'],
    ['two at once',           moved(0, [10, 8], [10, -8]),  ten,  'M0 100H30V0H30V100V100H970'],
    ['some was there',        moved(40, [10, 40]),          ten,  'M0 50H30V0V0H970'],
    ['a year at most',        moved(0, [400, 80], [0, -40]), year, 'M0 0H970V50V50H970'],
    ['nothing for a year',    moved(0, [400, 80]),          year, 'M0 0V0H970'],
    ['later than now',        moved(0, [1, 80], [-1, -40]), day,  'M0 100H30V0H970V50V50H970']
  ]
  for (const [title, changes, axis, outcome] of rows) {
    const found = chart(changes)
    t.equal(line(found), outcome, title)
    t.equal(labels(found, 'axis'), axis, title)
    t.equal(dashes(found), undefined, title)
  }
})

t.test('historyChart: the balance of today is what the card says', async t => {
  const found = chart({ ...moved(0, [10, 80]), balance: 40 })
  t.equal(line(found), 'M0 100H30V0V50H970')
  t.match(found, '<path class="dot now" d="M970 50h0"/>')
})

t.test('historyChart: what comes is dashed, arrives in a ring, expires in a square', async t => {
  const found = chart({
    ...moved(0, [10, 100]),
    coming: [
      { kind: 'expires', day: '2026-12-09', points: 60 },
      { kind: 'arrives', day: '2026-11-30', points: 100 }
    ]
  })
  t.equal(dashes(found), 'M700 50H835V0H970V30H1000')
  t.equal(line(found), 'M0 100H30V50V50H700')
  t.match(found, '<path class="dot arrives" d="M835 0h0"/>')
  t.match(found, '<path class="dot expires" d="M970 30h0"/>')
  t.match(found, '<path class="dot now" d="M700 50h0"/>')
  t.equal(labels(found, 'axis'), '10 Nov 2026 | Today | 9 Dec 2026')
  t.equal(
    told(found),
    'Since 10 Nov 2026 the balance was between 0 and 100; today it is 100. ' +
      '100 points will arrive on 30 Nov 2026. 60 points will expire after 9 Dec 2026.'
  )
})

t.test('historyChart: what comes is drawn where there is room for it', async t => {
  // what comes                                                            dashes
  const rows: [string, History['coming'], string][] = [
    ['overdue', [{ kind: 'expires', day: '2026-11-01', points: 50 }], 'M700 0H970V100H1000'],
    ['today', [{ kind: 'arrives', day: '2026-11-20', points: 50 }], 'M700 50H970V0H1000'],
    ['too much', [{ kind: 'expires', day: '2027-11-20', points: 90 }], 'M700 0H970V100H1000']
  ]
  for (const [title, coming, outcome] of rows) {
    t.equal(dashes(chart({ balance: 50, coming })), outcome, title)
  }
})

t.test('historyChart: what expires after a day does so when the next begins', async t => {
  const day = '2026-11-30'
  const coming: History['coming'] = [
    { kind: 'arrives', day: '2026-12-02', points: 25 },
    { kind: 'expires', day, points: 50 },
    { kind: 'arrives', day, points: 50 }
  ]
  t.equal(dashes(chart({ balance: 50, coming })), 'M700 50H790V0H880V50H970V25H1000')
})

t.test('historyChart: a card that only waits begins when it was made', async t => {
  const found = chart({
    since: '2026-11-10T12:00:00.000Z',
    coming: [{ kind: 'arrives', day: '2026-11-30', points: 1 }]
  })
  t.equal(line(found), 'M0 100V100H700')
  t.equal(labels(found, 'axis'), '10 Nov 2026 | Today | 30 Nov 2026')
  t.equal(
    told(found),
    'Since 10 Nov 2026 the balance was between 0 and 0; today it is 0. ' +
      '1 point will arrive on 30 Nov 2026.'
  )
})

t.test('historyChart: the levels are round, and halved without a rest', async t => {
  // balance                     levels
  // biome-ignore format: a table
  const rows: [number, string][] = [
    [1,                          '2 | 1 | 0'],
    [2,                          '2 | 1 | 0'],
    [3,                          '4 | 2 | 0'],
    [9,                          '10 | 5 | 0'],
    [11,                         '20 | 10 | 0'],
    [101,                        '150 | 75 | 0'],
    [1_440,                      '1,500 | 750 | 0'],
    [99_999,                     '100k | 50k | 0'],
    [Number.MAX_SAFE_INTEGER,    '10,000tn | 5,000tn | 0']
  ]
  for (const [balance, outcome] of rows) {
    t.equal(labels(chart(moved(0, [1, balance])), 'levels'), outcome)
  }
})

t.test('historyChart: no number in it is none, whatever happened', async t => {
  const rows: Partial<History>[] = [
    moved(0, [0, 0]),
    moved(0, [3, 1], [2, -1]),
    moved(0, [3, Number.MAX_SAFE_INTEGER]),
    { since: now, coming: [{ kind: 'arrives', day: '2026-11-20', points: 1 }] },
    {
      since: '2027-01-01T00:00:00.000Z',
      coming: [{ kind: 'arrives', day: '9999-12-31', points: 1 }]
    }
  ]
  for (const changes of rows) t.notMatch(chart(changes), /NaN|Infinity|undefined|null| d="[^"]*-/)
})
