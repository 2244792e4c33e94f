/**
 * How many items a unit of work takes on, after what earlier ones took.
 */
import t from 'tap'
import { Pace } from '../../src/jobs/worker.ts'

// Units one after the other: what each of them had and took, and what the next one is given.
//  units: [items, ms]…                              next
// biome-ignore format: a table
const rows = [
  [[], 50, 'it starts carefully'],
  [[[50, 1]], 100, 'it doubles at most'],
  [[[50, 1], [100, 1], [200, 1]], 250, 'it never takes more than it may'],
  [[[50, 4]], 50, 'it stays where it takes just as long as it may'],
  [[[50, 3.3]], 60, 'it grows to what it may take'],
  [[[50, 60]], 10, 'it shrinks at once'],
  [[[50, 8]], 25, 'it shrinks in proportion'],
  [[[50, 5000]], 10, 'it is never so small that commits are all it does'],
  [[[3, 0.1]], 50, 'a unit with little to do says nothing about a full one'],
  [[[20, 8]], 10, 'unless it was slow all the same'],
  [[[0, 48]], 50, 'a unit that did nothing says nothing'],
  [[[50, 0]], 100, 'a clock that stands still does no harm']
] as const

for (const [units, next, title] of rows) {
  t.test(`${title}`, async t => {
    const pace = new Pace(250)
    for (const [items, ms] of units) pace.took(items, ms)
    t.equal(pace.items, next)
  })
}

t.test('a unit may take longer while nobody else has anything carried out', async t => {
  const pace = new Pace(250)
  pace.took(50, 16, true)
  t.equal(pace.items, 62)
  pace.took(62, 20, false)
  t.equal(pace.items, 12)
})

t.test('a small maximum is also the start and the least', async t => {
  const pace = new Pace(4)
  t.equal(pace.items, 4)
  pace.took(4, 5000)
  t.equal(pace.items, 4)
})
