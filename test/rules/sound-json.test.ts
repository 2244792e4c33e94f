import t from 'tap'
import {
  isLongerThan,
  lookingForUnsound,
  oddName,
  oddNameFault,
  unsound
} from '../../src/rules/sound-json.ts'

const NUL = 'holds the character U+0000, which is not accepted'
const HALF = 'holds half of a surrogate pair, which is not accepted'
const proto = JSON.parse('{"a":{"__proto__":1}}')

/** Lists within lists. */
function lists(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels))
}

//  value                                      path           fault
const ROWS = [
  [null, [], null],
  [true, [], null],
  [7, [], null],
  [Number.POSITIVE_INFINITY, [], 'is too large to be a number here'],
  ['caf\u00e9 \u{1F600}', [], null],
  ['a\0', [], NUL],
  ['\ud83d', [], HALF],
  [{ a: [{ b: 'fine' }] }, [], null],
  [{ a: [1, { b: '\0' }] }, ['a', 1, 'b'], NUL],
  [{ 'a\0': 1 }, [], `has a property whose name ${NUL}`],
  [{ a: { '': 1 } }, ['a'], 'has a property with an empty name, which is not accepted'],
  [{ ['n'.repeat(512)]: 1 }, [], null],
  [{ ['\u{1F600}'.repeat(512)]: 1 }, [], null],
  [{ ['n'.repeat(513)]: 1 }, [], 'has a property whose name has more than 512 characters'],
  [{ metadata: { a: [{ '': 1, ['n'.repeat(513)]: 2 }] }, attributes: { '': 1 } }, [], null],
  [{ metadata: { a: [{ 'a\0': 1 }] } }, ['metadata', 'a', 0], `has a property whose name ${NUL}`],
  [proto, ['a'], 'has a property __proto__, which is not accepted'],
  [{ constructor: 'builder' }, [], null],
  [{ constructor: null }, [], null],
  [{ constructor: { name: 1 } }, [], null],
  [lists(32), [], null],
  [lists(33), Array(32).fill(0), 'is nested deeper than is accepted here, 32 levels'],
  [lists(300_000), Array(32).fill(0), 'is nested deeper than is accepted here, 32 levels'],
  [{ constructor: { prototype: 1 } }, [], 'has a property constructor, which is not accepted']
] as const

t.test('a value that nobody should store is found, with the way to it', async t => {
  for (const [value, path, fault] of ROWS) {
    const way: (string | number)[] = []
    t.equal(unsound(value, way), fault, `${fault} at ${path}`)
    t.strictSame(way, path)
  }
})

t.test('a look at a value stops after so many values, and finds the same', async t => {
  const looked = (value: unknown, path: (string | number)[]) => {
    const looking = lookingForUnsound(value, path, {}, 1_000)
    let stops = 0
    for (;;) {
      const { done, value: fault } = looking.next()
      if (done) return { fault, stops }
      stops++
    }
  }
  const wide = Array(10_500).fill(0)
  const deep = { a: Array.from({ length: 3_000 }, () => ({ b: [1] })) }
  t.strictSame(looked(wide, []), { fault: null, stops: 10 })
  t.strictSame(looked('\0', []), { fault: NUL, stops: 0 })
  t.strictSame(looked(deep, []), { fault: null, stops: 9 })
  const way: (string | number)[] = []
  t.strictSame(looked([wide, { c: '\0' }], way), { fault: NUL, stops: 10 })
  t.strictSame(way, [1, 'c'])
})

t.test('a value within a map of the caller is looked at as there', async t => {
  t.equal(unsound({ '': 1 }, ['metadata']), null)
  t.match(unsound({ '': 1 }, ['discount']), /an empty name/)
  t.match(unsound({ '': 1 }, ['metadata'], { freeMaps: [] }), /an empty name/)
  t.equal(unsound(lists(31), ['metadata'], { levels: 31 }), null)
  t.match(
    unsound(lists(32), ['metadata'], { levels: 31 }),
    /nested deeper than is accepted here, 31 levels/
  )
})

t.test('the first name that is empty or too long is found at every depth', async t => {
  const [long, longer] = ['n'.repeat(513), '\u{1F600}'.repeat(513)]
  t.equal(oddName('text'), null)
  t.equal(oddName({ a: 1, ['\u{1F600}'.repeat(512)]: [null, 'n'.repeat(600)] }), null)
  t.equal(oddName({ a: [[{ b: { [longer]: 1 } }], { '': null }], [long]: 1 }), longer)
  t.equal(oddName({ a: [[{ b: { c: 1 } }], { '': null }], [long]: 1 }), '')
  t.equal(oddName({ a: [], [long]: 1, '': 2 }), long)
  t.match(oddNameFault(''), /an empty name/)
  t.match(oddNameFault(long), /more than 512 characters/)
})

//  text                          most   longer
const LENGTHS = [
  ['', 0, false],
  ['a', 0, true],
  ['ab', 2, false],
  ['abc', 2, true],
  ['\u{1F600}\u{1F600}', 2, false],
  ['\u{1F600}\u{1F600}a', 2, true],
  ['abcde', 2, true]
] as const

t.test('a text is as long as it has characters', async t => {
  for (const [text, most, longer] of LENGTHS) t.equal(isLongerThan(text, most), longer, text)
})

t.test('a text that is far too long is told by its length alone', async t => {
  const unread = Object.assign(new String('\u{1F600}'.repeat(513)), {
    [Symbol.iterator]: () => t.fail('its characters are looked at')
  })
  t.ok(isLongerThan(unread as unknown as string, 512))
})
