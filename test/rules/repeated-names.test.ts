/** Names that an object of JSON has twice: the path of the first. */
import t from 'tap'
import { findingNameTwice, nameTwiceIn } from '../../src/rules/repeated-names.ts'

//  text                                            path
const ROWS = [
  ['{"a":1,"b":2}', null],
  ['{"a":1,"a":2}', ['a']],
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', null],
  ['{"b":[1,{"x":"a","a":1,"\\u0061":2}]}', ['b', 1, 'a']],
  ['[["a","a"],{"a":"a\\"","b":"a"}]', null],
  ['{"a":{"b":1,"b":2}}', ['a', 'b']],
  ['"a"', null],
  ['7', null]
] as const

t.test('a name that an object has twice is found, and where', async t => {
  for (const [text, path] of ROWS) t.strictSame(nameTwiceIn(text), path, text)
})

t.test('a long text is looked at in slices', async t => {
  const looking = findingNameTwice(new TextEncoder().encode('{"a":1,"b":2,"c":3,"a":4}'), 5)
  let slices = 0
  for (;;) {
    const { done, value } = looking.next()
    if (done) {
      t.strictSame([slices, value], [3, ['a']])
      return
    }
    slices++
  }
})
