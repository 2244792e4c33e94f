import t, { type Test } from 'tap'
import { beginFile, type Case, casesOf, rowsOf, type Soaking } from '../support/chance.ts'

const FILE = 'test/lives/law.test.ts'
const MANY = { gate: 3, soak: 20 } as const

/** Plays as a test would, and returns what it said. */
function played(soaking: Soaking | null, play: (t: Test) => void): readonly string[] {
  const failed: string[] = []
  const test = {
    passing: () => failed.length === 0,
    ok: (holds: boolean, what: string) => holds || failed.push(what),
    fail: (what: string) => failed.push(what)
  }
  beginFile(FILE, soaking)
  try {
    play(test as unknown as Test)
  } catch (error) {
    failed.push((error as Error).message)
  } finally {
    beginFile('test/house/chance.test.ts', null)
  }
  return failed
}

/** The cases by their numbers, each with what it draws. */
function drawnIn(soaking: Soaking | null, amount: Parameters<typeof casesOf>[1] = MANY) {
  const seen: (readonly [nr: number, draws: string])[] = []
  played(soaking, test => {
    for (const { nr, below } of casesOf(test, amount))
      seen.push([nr, `${below(1e9)} ${below(1e9)}`])
  })
  return seen
}

const seeded = (seed: number, only: Soaking['only'] = null): Soaking => ({ seed, only })

t.test('the gate plays the same few cases, whatever the environment says', async t => {
  const cases = drawnIn(null)
  const found = cases.map(([nr]) => nr)
  t.strictSame(found, [1, 2, 3])
  t.equal(new Set(cases.map(([, draws]) => draws)).size, 3)
  t.strictSame(drawnIn(null), cases)
})

t.test('the soak plays more of any seed, others of each', async t => {
  const cases = drawnIn(seeded(7))
  t.equal(cases.length, 20)
  t.strictSame(drawnIn(seeded(7)), cases)
  const others = [...drawnIn(seeded(8)), ...drawnIn(seeded(-7)), ...drawnIn(seeded(2 ** 50))]
  t.equal(new Set([...cases, ...others].map(([, draws]) => draws)).size, 80)
})

t.test('a case that was found is played in the gate, too', async t => {
  const [, , , fourth] = drawnIn(seeded(7))
  t.strictSame(drawnIn(null, { ...MANY, found: [[7, 4]] }).at(-1), fourth)
})

t.test('one case is played alone, in one test or in each', async t => {
  const cases = drawnIn(seeded(7))
  t.strictSame(drawnIn(seeded(7, { test: 1, nr: 4 })), [cases[3]])
  t.strictSame(drawnIn(seeded(7, { test: null, nr: 4 })), [cases[3]])
  t.strictSame(drawnIn(seeded(7, { test: 2, nr: 4 })), [])
  t.strictSame(drawnIn(seeded(7, { test: 1, nr: 21 })), [])
})

const AGAIN = `again: npm run soak -- --play ${FILE} --engine sqlite --seed 7 --case`

//  what is done in the second case of the second test, what is said then
const WRONG: readonly (readonly [string, (t: Test) => void, readonly string[]])[] = [
  ['it fails', t => t.fail('wrong'), ['wrong', `${AGAIN} 2.2`]],
  [
    'it throws',
    () => {
      throw new Error('wrong')
    },
    [`${AGAIN} 2.2`, 'wrong']
  ],
  ['nothing', () => undefined, []]
]

for (const [what, goWrong, said] of WRONG) {
  t.test(`a case says how it is played again when ${what}, and is the last`, async t => {
    const seen: number[] = []
    const found = played(seeded(7), test => {
      for (const _ of casesOf(test, MANY));
      for (const { nr } of casesOf(test, MANY)) {
        seen.push(nr)
        if (nr === 2) goWrong(test)
      }
    })
    t.strictSame(found, said)
    t.equal(seen.length, said.length > 0 ? 2 : 20)
  })
}

t.test('a case may not be left early', async t => {
  const found = played(seeded(7), test => {
    for (const _ of casesOf(test, MANY)) break
  })
  t.strictSame(found, [`${AGAIN} 1.1`])
})

t.test('what holds of all cases together is not asked of one', async t => {
  const told = (only: Soaking['only']) =>
    played(seeded(7, only), test => {
      const cases = casesOf(test, MANY)
      for (const _ of cases);
      cases.together(false, `not of ${cases.count}`)
    })
  t.strictSame([told(null), told({ test: 1, nr: 4 })], [['not of 20'], []])
})

t.test('rows are spread in the gate, and with one seed after the other all are played', async t => {
  const rows = Array.from({ length: 50 }, (_, index) => `row ${index + 1}`)
  const rowsIn = (soaking: Soaking | null) => {
    const seen: string[] = []
    played(soaking, test => {
      for (const [row, { nr }] of rowsOf<string>(test, rows, MANY) as Iterable<[string, Case]>) {
        t.equal(row, `row ${nr}`)
        seen.push(row)
      }
    })
    return seen
  }
  t.strictSame(rowsIn(null), ['row 1', 'row 17', 'row 34'])
  t.equal(rowsIn(seeded(7)).length, 20)
  t.strictSame(rowsIn(seeded(7, { test: 1, nr: 50 })), ['row 50'])
  t.equal(new Set([1, 2, 3].flatMap(seed => rowsIn(seeded(seed)))).size, 50)
})
