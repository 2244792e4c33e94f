import t from 'tap'
import {
  CODES_TRIED_MAX,
  COUNTED_CAPACITY_MAX,
  codeCapacity,
  codeKey,
  codePlaces,
  codesToTry
} from '../../../src/decisions/vouchers/vouchers.ts'
import type { CodeConfig } from '../../../src/model.ts'
import { DEFAULT_CHARSET, isCode } from '../../../src/rules/codes.ts'
import { table } from '../../support/table.ts'

const EXACT = { caseSensitiveCodes: true }
const LOOSE = { caseSensitiveCodes: false }

function given(changes: Partial<CodeConfig> = {}): CodeConfig {
  return { length: null, charset: null, prefix: null, postfix: null, pattern: null, ...changes }
}

const digits = given({ charset: '0123456789', length: 4 })

const counting = () => {
  let turn = 0
  return (below: number) => turn++ % below
}

t.test('codeCapacity: what the project tells apart', async t => {
  const mixed = given({ charset: 'aAbB', length: 2 })
  t.equal(codeCapacity(mixed, EXACT), 16n)
  t.equal(codeCapacity(mixed, LOOSE), 4n)
  t.equal(codeCapacity(given(), LOOSE), 36n ** 8n)
})

t.test('codeCapacity: without what is refused', async t => {
  const dots = given({ charset: '.ab', length: 2 })
  t.equal(codeCapacity(dots, EXACT), 8n)
  const cased = given({ prefix: 'imp', charset: 'oOrRtT', length: 3 })
  t.strictSame([codeCapacity(cased, EXACT), codeCapacity(cased, LOOSE)], [215n, 27n])
  const small = given({ prefix: 'imp', charset: 'ort', length: 3 })
  t.strictSame([codeCapacity(small, EXACT), codeCapacity(small, LOOSE)], [26n, 26n])
  const loud = given({ prefix: 'IMP', charset: 'oOrRtT', length: 3 })
  t.strictSame([codeCapacity(loud, EXACT), codeCapacity(loud, LOOSE)], [216n, 27n])
})

t.test('codesToTry: a code that is refused is not among them', async t => {
  const wanted = { config: given({ charset: '.ab', length: 2 }), count: 1, used: 0 }
  const all = codesToTry(wanted, EXACT, () => 1)
  t.strictSame(all, ['.a', '.b', 'a.', 'aa', 'ab', 'b.', 'ba', 'bb'])
  const many = { ...wanted, config: given({ charset: '.ab', length: 8 }), count: 4000 }
  t.notOk(codesToTry(many, EXACT, counting()).some(code => !isCode(code)))
  t.strictSame(
    codesToTry({ ...wanted, config: given({ pattern: 'import' }) }, EXACT, () => 0),
    []
  )
  const ids = { ...wanted, config: given({ prefix: 'v_', charset: '01', length: 26 }) }
  t.strictSame(
    codesToTry(ids, EXACT, () => 0),
    []
  )
})

t.test('codesToTry: a code that is refused is spelled another way, where case is', async t => {
  const wanted = { count: 1, used: 0 }
  const first = (config: CodeConfig) => codesToTry({ ...wanted, config }, LOOSE, () => 0)
  t.strictSame(first(given({ pattern: 'impor#', charset: 'tT' })), ['imporT'])
  t.strictSame(first(given({ prefix: 'i', pattern: '#p#', postfix: 'rt', charset: 'mMo' })), [
    'impmrt',
    'iMport',
    'iopmrt',
    'ioport'
  ])
  t.strictSame(first(given({ pattern: 'impor#', charset: 't' })), [])
  t.strictSame(first(given({ prefix: 'v_', charset: '0', length: 26, postfix: null })), [])
})

t.test('codeKey: a code as it is compared', async t => {
  t.equal(codeKey('Spring-1', EXACT), 'Spring-1')
  t.equal(codeKey('Spring-1', LOOSE), 'spring-1')
})

const many = (text: string) => [...text]

//                                    configuration, exact, loose: what stands at each place
// biome-ignore format: a table
const spaces: [string, CodeConfig, string[][] | null, string[][] | null][] = [
  ['digits', given({ charset: '01', length: 2 }), [many('01'), many('01')],
    [many('01'), many('01')]],
  ['a pattern', given({ charset: 'aAb', pattern: 'S#' }), [['S'], many('aAb')],
    [['s'], many('ab')]],
  ['prefix and postfix; a place sign outside the body is itself',
    given({ charset: '7', prefix: '#', length: 1, postfix: 'Z' }), [['#'], ['7'], ['Z']],
    [['#'], ['7'], ['z']]],
  ['a face is one character', given({ charset: '\u{1f600}x', length: 1 }), [['\u{1f600}', 'x']],
    [['\u{1f600}', 'x']]],
  ['sigma is one letter, and ß two',
    given({ charset: 'σςß', prefix: 'Σ', length: 1, postfix: 'ẞ' }), [['Σ'], many('σςß'), ['ẞ']],
    [['σ'], ['σ'], ['s'], ['s']]],
  ['ß alone', given({ charset: 'ß', length: 2 }), [['ß'], ['ß']], [['s'], ['s'], ['s'], ['s']]],
  ['the default, too large to count', given(), null, null],
  ['too large to count', given({ ...digits, length: 10 }), null, null]
]

t.test('codePlaces: what stands at each place of a code, for counting what is taken', async t => {
  table(t, spaces, (t, _, config, exact, loose) => {
    t.strictSame(codePlaces(config, EXACT), exact)
    t.strictSame(codePlaces(config, LOOSE), loose)
  })
  t.equal(codePlaces(given({ ...digits, length: 9 }), EXACT)?.length, 9, 'the largest counted')
  const short = codePlaces(given({ length: 2 }), EXACT)
  t.strictSame(short, [many(DEFAULT_CHARSET), many(DEFAULT_CHARSET)], 'the default characters')
  t.equal(COUNTED_CAPACITY_MAX, 10n ** 10n)
})

t.test('codesToTry: a small space comes whole, from a random place on', async t => {
  const wanted = { config: given({ charset: 'ab', length: 2 }), count: 1, used: 3 }
  t.strictSame(
    codesToTry(wanted, EXACT, () => 0),
    ['aa', 'ab', 'ba', 'bb']
  )
  t.strictSame(
    codesToTry(wanted, EXACT, () => 3),
    ['bb', 'aa', 'ab', 'ba']
  )
  const mixed = { ...wanted, config: given({ charset: 'aA', length: 2 }) }
  t.strictSame(
    codesToTry(mixed, LOOSE, () => 0),
    ['aa']
  )
  const largest = {
    ...wanted,
    config: given({ charset: '0123456789', pattern: '4000', length: 4 })
  }
  t.strictSame(
    codesToTry(largest, EXACT, () => 0),
    ['4000'],
    'a pattern without a place is one'
  )
})

t.test('codesToTry: every code of a space is proposed once', async t => {
  const config = given({ charset: 'abcdefghij', length: 3 })
  const codes = codesToTry({ config, count: 1, used: 999 }, EXACT, () => 500)
  t.equal(codes.length, 1000)
  t.equal(new Set(codes).size, 1000)
  t.ok(codes.every(code => /^[a-j]{3}$/.test(code)))
})

//                                     count  used        proposed
const proposals: [string, number, number, number][] = [
  ['one, of an empty space', 1, 0, 10],
  ['a chunk, of an empty space', 250, 0, 321],
  ['a chunk, of a space that is half full', 250, 5000, 633],
  ['a chunk, of a space that is nearly full', 250, 9990, CODES_TRIED_MAX],
  ['one, of a space that is full', 1, 10_000, CODES_TRIED_MAX],
  ['one, of a space counted fuller than full', 1, 10_009, CODES_TRIED_MAX]
]

t.test('codesToTry: of a large space as many as are likely to do', async t => {
  table(t, proposals, (t, _, count, used, outcome) => {
    let draws = 0
    const random = counting()
    const codes = codesToTry({ config: digits, count, used }, EXACT, below => {
      draws++
      return random(below)
    })
    t.equal(draws, outcome * 4, 'four places each')
    t.equal(new Set(codes).size, codes.length)
  })
})

t.test('codesToTry: what the project does not tell apart is proposed once', async t => {
  const config = given({ charset: 'aA', length: 30 })
  const codes = codesToTry({ config, count: 4, used: 0 }, LOOSE, counting())
  t.equal(codes.length, 1)
})

t.test('codesToTry: of a space that no number is large enough for', async t => {
  const config = given({ length: 512 })
  t.equal(Number(codeCapacity(config, EXACT)), Number.POSITIVE_INFINITY)
  const codes = codesToTry({ config, count: 2, used: 0 }, EXACT, counting())
  t.strictSame([codes.length, codes[0]?.length], [11, 512])
})
