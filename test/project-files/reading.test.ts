import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readProjectFile, writing } from '../../src/project-files/on-disk.ts'
import { parsedFile } from '../../src/project-files/reading.ts'
import { temporaryFolder } from '../storage/support/engines.ts'

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const deepDashes = (levels: number) => `${'- '.repeat(levels)}x`
const TOO_DEEP = 'This is nested more than 40 levels deep. Write it flatter.'
const ROUNDED =
  'Numbers are exact up to 9007199254740991. Write a smaller one, or a text in quotes.'

const TAG = 'A tag changes this value. Write the value without it.'
const roundedTo = (value: number) =>
  `This number would be rounded to ${value}. Write fewer digits, or a text in quotes.`
const ZERO = 'A number has no leading zeros. Write it without them, or as a text in quotes.'
const noText = (name: string) => `The name of a property is a text. Write "${name}" in quotes.`
const otherVersion = (version: string) =>
  `%YAML ${version} reads values in another way. Leave this line out.`

/** Each line stands for ten times what the one before it does. */
const BOMB = Array.from({ length: 12 }, (_, n) => {
  const items = Array.from({ length: 10 }, () => (n === 0 ? 'x' : `*a${n - 1}`))
  return `a${n}: &a${n} [ ${items.join(', ')} ]`
}).join('\n')

//  what is wrong, the name of the file, its text, the line, what is said
// biome-ignore format: a table
const FLAWS: readonly (readonly [string, string, string, number, string])[] = [
  ['an alias of nothing', 'a.yaml', 'products:\n  - *mug\n', 2,
    'The alias *mug stands for nothing: no &mug comes before it. Write that first.'],
  ['an alias within what it stands for', 'a.yaml',
    'products: &all\n  - name: Mug\n    metadata: { of: *all }\n', 3,
    'The alias *all is inside the value that it stands for. Write the value out.'],
  ['aliases of aliases', 'a.yaml', BOMB, 7,
    'With its aliases this has more than 2000000 values. Use fewer aliases.'],
  [
    'aliases that nest',
    'a.yaml',
    Array.from({ length: 50 }, (_, n) => `a${n}: &a${n} [ ${n === 0 ? 'x' : `*a${n - 1}`} ]`).join(
      '\n'
    ),
    40,
    TOO_DEEP
  ],
  ['brackets in YAML', 'a.yaml', `\nproducts: ${deep(41)}`, 2, TOO_DEEP],
  ['more brackets than a stack has room for', 'a.yaml', `\nproducts: ${deep(100_000)}`, 2,
    TOO_DEEP],
  ['dashes', 'a.yaml', `\nproducts:\n  ${deepDashes(20_000)}`, 3, TOO_DEEP],
  ['brackets in JSON', 'a.json', `{\n"products": ${deep(41)}}`, 2, TOO_DEEP],
  ['more of them', 'a.json', `{\n"products": ${deep(1_000_000)}}`, 2, TOO_DEEP],
  ['a name twice in YAML', 'a.yaml', 'products: []\nskus: []\nproducts: []\n', 3,
    'The name products is in this object twice. Write it once.'],
  ['a name twice in JSON', 'a.json',
    '{"products": [\n  {"name": "{ \\"a\\": [",\n   "price": 1, "name": "B"}]}', 3,
    'The name "name" is in this object twice. Write it once.'],
  ['the same in other letters', 'a.json', '{"metadata": 1,\n "meta\\u0064ata": 2}', 2,
    'The name "meta\\u0064ata" is in this object twice. Write it once.'],
  ['a number that is rounded in YAML', 'a.yaml', 'a:\n  b: 9007199254740993', 2, ROUNDED],
  ['a number that is rounded in JSON', 'a.json', '{"a": [\n9007199254740993]}', 2, ROUNDED],
  ['a number without end', 'a.yaml', 'a: .inf', 1, ROUNDED],
  ['a list as a name', 'a.yaml', 'a: 1\n? [ b ]\n: 2\n', 2,
    'The name of a property is a text. Write one.'],
  ['a number as a name', 'a.yaml', 'a:\n  { 1: first, "1": second }', 2, noText('1')],
  ['a truth as a name', 'a.yaml', 'a:\n  true: 1\n  "true": 2', 2, noText('true')],
  ['null as a name', 'a.yaml', 'a:\n  "": 1\n  ~: 2', 3, noText('~')],
  ['the same in letters', 'a.yaml', 'a:\n  null: 1', 2, noText('null')],
  ['nothing as a name', 'a.yaml', 'a:\n  ? \n  : 1', 2,
    'The name of a property is a text. Write one.'],
  ['an alias as a name', 'a.yaml', 'a: &a 1\n*a : 2', 2,
    'The name of a property is a text. Write one.'],
  ['a merge', 'a.yaml', 'a: &a { b: 1 }\nc:\n  <<: *a', 3,
    '<< merges nothing in YAML 1.2. Write the properties out, one by one.'],
  ['a set', 'a.yaml', 'a: 1\nb: !!set { x, y }', 2, TAG],
  ['an ordered map', 'a.yaml', 'a: 1\nb: !!omap [ x: 1 ]', 2, TAG],
  ['bytes', 'a.yaml', 'a: 1\nb: !!binary aGk=', 2, TAG],
  ['an instant of YAML', 'a.yaml', 'a: 1\nb: !!timestamp 2026-01-01', 2, TAG],
  ['a text by its tag', 'a.yaml', 'a: 1\nb: !!str 1', 2, TAG],
  ['the same at length', 'a.yaml', 'a: 1\nb: !<tag:yaml.org,2002:str> 1', 2, TAG],
  ['a number by its tag', 'a.yaml', 'a: 1\nb: [ !!int 1 ]', 2, TAG],
  ['a mark of no tag', 'a.yaml', 'a: 1\nb: ! 5', 2, TAG],
  ['a tag at the top', 'a.yaml', '--- !!map\na: 1', 2, TAG],
  ['a tag on a name', 'a.yaml', 'a: 1\n!!str b: 2', 2, TAG],
  ['YAML 1.1', 'a.yaml', '# Times\n%YAML 1.1\n---\na: 12:30:45', 2, otherVersion('1.1')],
  ['merges of YAML 1.1', 'a.yaml', '%YAML 1.1\n---\na: { <<: { b: 1 } }', 1, otherVersion('1.1')],
  ['a fraction that is rounded in YAML', 'a.yaml', 'a: 1\nb: 900.00000000000000000004', 2,
    roundedTo(900)],
  ['a fraction that is rounded in JSON', 'a.json', '{"a": [1,\n900.00000000000000000004]}', 2,
    roundedTo(900)],
  ['more digits than are kept', 'a.yaml', 'a: -0.12345678901234567890123', 1,
    roundedTo(-0.12345678901234568)],
  ['the same in JSON', 'a.json', '{"a":\n0.12345678901234567890123}', 2,
    roundedTo(0.12345678901234568)],
  ['almost nothing in YAML', 'a.yaml', 'a: 1e-400', 1, roundedTo(0)],
  ['almost nothing in JSON', 'a.json', '{"a": true,\n"b": 1e-400}', 2, roundedTo(0)],
  ['too much in JSON', 'a.json', '{"a":\n1E+400}', 2, ROUNDED],
  ['a zero at the front', 'a.yaml', 'a: 1\nb: 01234', 2, ZERO],
  ['a tag', 'a.yaml', 'a: 1\nb: !env HOME\n', 2,
    'Unresolved tag: !env here. Write the value without it.'],
  ['JSON that only YAML takes', 'a.json', '{"a": 1,\n}', 2,
    'The file is not JSON: Expected double-quoted property name in JSON at position 9 (line 2 ' +
      'column 1). Write JSON, or give the file a name that ends with .yaml.'],
  ['two documents', 'a.yaml', 'a: 1\n---\nb: 2\n', 2,
    'A second document begins here. Write one document, without a line of three dashes.'],
  ['what is no text', 'a.yaml', 'a\n\0', 2,
    'The file has the character U+0000, so it is not text. Name a file of YAML or JSON.'],
  ['a tab', 'a.yaml', 'products:\n\t- name: Mug\n', 2,
    'cannot be read: Tabs are not allowed as indentation']
]

for (const [what, name, text, line, message] of FLAWS) {
  t.test(`a flaw is told: ${what}`, async t => {
    const found = await parsedFile({ name, text }).catch(error => error)
    const place = `${name}, line ${line}: `
    t.equal(found.message, `${place}${message}\nNothing was changed.`)
  })
}

t.test('the nearest things to a flaw are read', async t => {
  const read = (name: string, text: string) => parsedFile({ name, text })
  const uses = Array.from({ length: 500 }, () => '  - *mug').join('\n')
  const many = await read('a.yaml', `mug: &mug { name: Mug }\nproducts:\n${uses}\n`)
  t.equal((many['products'] as unknown[]).length, 500, 'an alias that is used often')
  t.same(await read('a.yaml', `a: ${deep(39)}`), await read('a.json', `{"a":${deep(39)}}`))
  t.same(await read('a.json', '{"a":9007199254740991,"b":{"a":0.1}}'), {
    a: 9007199254740991,
    b: { a: 0.1 }
  })
  t.same(await read('a.yaml', 'a: 1\r\nb: [ 2 ]\r\n'), { a: 1, b: [2] })
  t.same(await read('a.yaml', '%YAML 1.2\n---\na: { "1": 1, "<<": 2, "~": 3, no: no }'), {
    a: { '1': 1, '<<': 2, '~': 3, no: 'no' }
  })
  t.same(await read('a.yaml', 'a: [ 0x1F, 0o17, +5, .5, 5., 0.50, -0.0, "01234", 12:30 ]'), {
    a: [31, 15, 5, 0.5, 5, 0.5, -0, '01234', '12:30']
  })
  const exact =
    '[1e3, 1.50E+2, 100e-2, 0.1, 0.30000000000000004, 123456789.0123456, 0e-400, 5e-324]'
  const kept = { a: [1000, 150, 1, 0.1, 0.30000000000000004, 123456789.0123456, 0, 5e-324] }
  t.same(await read('a.json', `{"a":${exact},"b":"900.00000000000000000004 {"}`), {
    ...kept,
    b: '900.00000000000000000004 {'
  })
  t.same(await read('a.yaml', `a: ${exact}`), kept)
  const long = 'x'.repeat(20_000_000)
  t.equal((await read('a.json', `{"a":"${long}"}`))['a'], long)
})

t.test('a file is read as UTF-8, with or without the mark before it', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'shop.yaml')
  const readAs = (bytes: Buffer | string) => {
    writeFileSync(path, bytes)
    return readProjectFile(path)
  }
  t.strictSame(readAs('\uFEFFa: ü\n'), { name: path, text: 'a: ü\n', folder })
  const told = (line: number) =>
    `${path}, line ${line}: The file is not UTF-8. Save it as UTF-8 and load it ` +
    'again.\nNothing was changed.'
  t.throws(() => readAs(Buffer.from('a: 1\nb: ü\nc: 2\n', 'latin1')), { message: told(2) })
  t.throws(() => readAs(Buffer.from('\uFEFFa: 1', 'utf16le')), { message: told(1) })
  t.throws(() => readProjectFile(folder), {
    message: `The file ${folder} cannot be read: it is a folder. Name a file in it`
  })
  t.throws(() => readAs(Buffer.alloc(64 * 2 ** 20 + 1, 0x20)), {
    message: /cannot be read: it has more than 64 MiB\. Put many rows into a file beside it: /
  })
})

t.test('a file that is written takes its place when it is whole', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'shop.yaml')
  writeFileSync(path, 'old')
  symlinkSync(path, join(folder, 'link.yaml'))
  const read = () => [readFileSync(path, 'utf8'), readdirSync(folder).length]
  const cut = writing(path)
  cut.write('half')
  t.strictSame(read(), ['old', 3])
  cut.abandon()
  t.strictSame(read(), ['old', 2])
  const whole = writing(join(folder, 'link.yaml'))
  whole.write('new')
  whole.finish()
  whole.abandon()
  t.strictSame(read(), ['new', 2], 'a link leads to it as before')
  mkdirSync(join(folder, 'there'))
  for (const place of ['there', 'nowhere/shop.yaml', 'shop.yaml/shop.yaml']) {
    t.throws(() => writing(join(folder, place)), { message: /^The file .* cannot be written: / })
  }
  const nothing = writing('/dev/null')
  nothing.write('gone')
  nothing.finish()
  t.throws(() => writing('/dev/full').write('x'), { message: /cannot be written: ENOSPC/ })
})
