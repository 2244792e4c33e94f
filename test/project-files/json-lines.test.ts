import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lossIn, lossOf } from '../../src/project-files/reading.ts'
import { givenProject, rowsOf } from './support/project-files.ts'

const MOST = 'Numbers are exact up to 9007199254740991. Write a smaller one, or a text in quotes.'
const ROUNDED = 'This number would be rounded to 0.1. Write fewer digits, or a text in quotes.'

//  what is in a line beside the source id; column, and what is said of it
// biome-ignore format: a table
const lines = [
  ['"name":"A","name":"B"', 'name', 'The name "name" is in this object twice. Write it once.'],
  ['"name":"A","n\\u0061me":"B"', 'name',
    'The name "n\\u0061me" is in this object twice. Write it once.'],
  ['"metadata":{"a":1,"b":[{"c":1,"c":1}]}', 'metadata',
    'The name "c" is in this object twice. Write it once.'],
  ['"metadata":{"a":12345678901234567890}', 'metadata', MOST],
  ['"metadata":{"a":[1,-9007199254740993]}', 'metadata', MOST],
  ['"metadata":{"a":1e400}', 'metadata', MOST],
  ['"metadata":{"a":0.1000000000000000000001}', 'metadata', ROUNDED]
] as const

for (const [text, column, said] of lines) {
  t.test(`load and import: ${text} is refused in a line, as in a project file`, async t => {
    const { load, place } = await givenProject(t)
    const row = `{"source_id":"lena",${text}}`
    const file = join(place.folder, 'people.jsonl')
    writeFileSync(file, `{"source_id":"tom"}\n${row}\n`)
    const before = await rowsOf(place.url)
    const beside = await load('customers: { file: people.jsonl }\n')
    const told = `people.jsonl, line 2, column ${column}: ${said}`
    t.strictSame([beside.code, beside.complained], [1, `${told}\nNothing was changed.`])
    t.strictSame(await rowsOf(place.url), before)
    t.match((await load(`{"customers":[${row}]}`, '', 'shop.json')).complained, said)
    const imported = await place.cli(`import customers ${file}`)
    t.match(`${imported.printed}${imported.complained}`, said, 'an import says the same')
  })
}

t.test('what only looks like a loss is none', async t => {
  const values = [
    { a: 1, b: { a: 1 }, c: [{ a: 1 }, { a: '12345678901234567890: "a":1' }] },
    { 'a"': 1, 'a\\': 9007199254740991, e: -0.25 },
    { a: 1e21, b: -(2 ** 64), c: Number.MAX_VALUE }
  ]
  for (const value of values) t.equal(lossIn(JSON.stringify(value), value), null)
  t.match(lossOf('018446744073709552000', 18446744073709552000), /has no leading zeros/)
  const exact = '{"a":18446744073709551616,"b":-9007199254740994}'
  t.equal(lossIn(exact, JSON.parse(exact)), null)
})
