import t from 'tap'
import { findingNameTwice, nameTwiceIn } from '../../src/rules/repeated-names.ts'
import { nameMistake } from '../../src/rules/validation.ts'

const ID = '01jqzq8e3v0123456789abcdef'
const FORM = 'It has the form of an id that the service makes; send that as id, or prefix it.'

//  name           message
const ROWS = [
  ['.', 'A path cannot end in it, because it would name another path.'],
  ['..', 'A path cannot end in it, because it would name another path.'],
  ['...', null],
  ['import', 'A path of the service ends in import; choose another.'],
  ['importCSV', 'A path of the service ends in importCSV; choose another.'],
  ['Import', null],
  [`cust_${ID}`, FORM],
  [`cust_${ID}0`, null],
  [`cust_${ID.toUpperCase()}`, null],
  [`old_cust_${ID}`, null],
  [`ord_${ID}`, null],
  ['', null]
] as const

t.test('a name that no path finds is a mistake', async t => {
  for (const [name, message] of ROWS) {
    const found = nameMistake(name, { property: 'source_id', idPrefix: 'cust' })
    t.strictSame(found, message === null ? null : { property: 'source_id', message }, name)
  }
  t.equal(nameMistake('import', { property: 'name', idPrefix: 'camp', words: [] }), null)
})

//  text                                            path
const TEXTS = [
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
  for (const [text, path] of TEXTS) t.strictSame(nameTwiceIn(text), path, text)
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
