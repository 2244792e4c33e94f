import t from 'tap'
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
