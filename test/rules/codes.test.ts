import t from 'tap'
import {
  type CodeConfig,
  capacity,
  codeConfigMistake,
  codeMistake,
  DEFAULT_CHARSET,
  drawCode,
  foldCase,
  ignoringCase,
  isCode,
  nthCode,
  randomCode,
  spelledAsCode,
  spellingsIn,
  usableCapacity
} from '../../src/rules/codes.ts'
import { chanceOf } from '../support/chance.ts'

function given(changes: Partial<CodeConfig> = {}): CodeConfig {
  return { length: null, charset: null, prefix: null, postfix: null, pattern: null, ...changes }
}

const FACE = '\u{1f600}'

t.test('DEFAULT_CHARSET: 62 different letters and digits', async t => {
  t.match(DEFAULT_CHARSET, /^[0-9A-Za-z]{62}$/)
  t.equal(new Set(DEFAULT_CHARSET).size, 62)
})

t.test('capacity: exact, however many', async t => {
  // configuration                                          outcome
  const rows: [CodeConfig, bigint][] = [
    [given(), 218_340_105_584_896n],
    [given({ length: 1 }), 62n],
    [given({ charset: '01', length: 3 }), 8n],
    [given({ charset: '0011', length: 3 }), 8n],
    [given({ charset: `${FACE}a`, length: 2 }), 4n],
    [given({ pattern: 'SP-##' }), 3844n],
    [given({ pattern: 'SP-##', length: 8 }), 3844n],
    [given({ pattern: 'SPRING' }), 1n],
    [given({ prefix: '#', postfix: '#', length: 1 }), 62n],
    // Beyond 2^53 a number would count wrong, and beyond 2^63 some would turn negative.
    [given({ length: 16 }), 47_672_401_706_823_533_450_263_330_816n],
    [given({ length: 512, charset: '01' }), 2n ** 512n]
  ]
  for (const [config, outcome] of rows) {
    t.equal(capacity(config), outcome, `${JSON.stringify(config)}: ${outcome}`)
  }
})

t.test('nthCode: counts, the last place first, and begins again after the last', async t => {
  const two = given({ charset: 'ab', pattern: '#-#', prefix: '<', postfix: '>' })
  // configuration  n  outcome
  const rows: [CodeConfig, bigint, string][] = [
    [two, 0n, '<a-a>'],
    [two, 1n, '<a-b>'],
    [two, 2n, '<b-a>'],
    [two, 3n, '<b-b>'],
    [two, 4n, '<a-a>'],
    [two, -1n, '<b-b>'],
    [given(), 0n, '00000000'],
    [given(), 61n, '0000000Z'],
    [given(), 62n, '00000010'],
    [given(), 218_340_105_584_895n, 'ZZZZZZZZ'],
    [given({ pattern: 'SPRING' }), 7n, 'SPRING'],
    [given({ charset: `a${FACE}`, length: 2 }), 1n, `a${FACE}`]
  ]
  for (const [config, n, outcome] of rows) t.equal(nthCode(config, n), outcome, `${n}: ${outcome}`)
})

t.test('nthCode: gives every code of a configuration exactly once', async t => {
  const config = given({ charset: 'abcabc1', pattern: 'X##-#' })
  const all = capacity(config)
  const codes = new Set<string>()
  for (let n = 0n; n < all; n++) codes.add(nthCode(config, n))
  t.equal(BigInt(codes.size), all)
})

t.test('randomCode: prefix, then the body, then postfix', async t => {
  const { below } = chanceOf(7)
  const rows = [
    [given(), /^[0-9A-Za-z]{8}$/],
    [given({ length: 12 }), /^[0-9A-Za-z]{12}$/],
    [given({ pattern: 'SP-####' }), /^SP-[0-9A-Za-z]{4}$/],
    [given({ pattern: 'SP-####', length: 20 }), /^SP-[0-9A-Za-z]{4}$/],
    [given({ prefix: 'A#', postfix: '#Z', charset: '01', length: 3 }), /^A#[01]{3}#Z$/],
    [given({ pattern: 'SPRING' }), /^SPRING$/],
    [given({ charset: '#$&', length: 5 }), /^[#$&]{5}$/]
  ] as const
  for (const [config, shape] of rows) t.match(randomCode(config, below), shape, String(shape))
})

t.test('randomCode: asks for one choice of the character set per place', async t => {
  const asked: number[] = []
  const random = (below: number) => {
    asked.push(below)
    return below - 1
  }
  t.equal(randomCode(given({ charset: 'xyzx', pattern: '#.#' }), random), 'z.z')
  t.strictSame(asked, [3, 3])
})

//  configuration                                             all        usable
const USABLE: readonly (readonly [CodeConfig, bigint, bigint])[] = [
  [given(), 62n ** 8n, 62n ** 8n],
  [given({ length: 1 }), 62n, 62n],
  [given({ length: 6 }), 62n ** 6n, 62n ** 6n - 1n],
  [given({ length: 9 }), 62n ** 9n, 62n ** 9n - 1n],
  [given({ charset: '.a', length: 1 }), 2n, 1n],
  [given({ charset: '.a', length: 2 }), 4n, 3n],
  [given({ prefix: 'im', postfix: 't', charset: 'orpx', length: 3 }), 64n, 63n],
  [given({ prefix: 'v_', charset: '01u', length: 26 }), 3n ** 26n, 3n ** 26n - 2n ** 26n],
  [given({ prefix: 'v_', charset: '01', length: 26 }), 2n ** 26n, 0n],
  [given({ prefix: 'v', charset: '_0', length: 27 }), 2n ** 27n, 2n ** 27n - 1n],
  [given({ prefix: 'w_', charset: '01', length: 26 }), 2n ** 26n, 2n ** 26n]
]

t.test('usableCapacity: without the names that no path finds', async t => {
  for (const [config, all, usable] of USABLE) {
    const title = JSON.stringify(config)
    t.strictSame([capacity(config), usableCapacity(config)], [all, usable], title)
  }
})

t.test('usableCapacity: as many as are found one by one', async t => {
  for (const charset of ['.', '.a', 'imports', '.import']) {
    for (const length of [1, 2, 6]) {
      const config = given({ charset, length })
      const all = Array.from({ length: Number(capacity(config)) }, (_, n) =>
        nthCode(config, BigInt(n))
      )
      t.equal(usableCapacity(config), BigInt(all.filter(isCode).length), `${charset} ${length}`)
    }
  }
})

//  configuration                                        representative  usable  as a code
const SPELLED: readonly (readonly [CodeConfig, string, bigint, string | null])[] = [
  [given({ pattern: 'impor#', charset: 't' }), 'import', 0n, null],
  [given({ pattern: 'impor#', charset: 'tT' }), 'import', 1n, 'imporT'],
  [given({ prefix: 'i', pattern: '#p##', postfix: 't', charset: 'omrR' }), 'import', 27n, 'impoRt'],
  [given({ prefix: '\u{1f600}', pattern: '#', charset: '.' }), '\u{1f600}.', 1n, '\u{1f600}.'],
  [given({ pattern: '..' }), '..', 0n, null]
]

t.test('spelledAsCode: where case does not count, one spelling is enough', async t => {
  for (const [config, code, usable, spelled] of SPELLED) {
    const spellings = spellingsIn(config)
    t.equal(usableCapacity(ignoringCase(config), spellings), usable, code)
    t.equal(spelledAsCode(code, config, spellings), spelled, code)
  }
  t.strictSame(spellingsIn(given({ charset: 'sσSς' }))('σ'), ['σ', 'ς'])
})

t.test('drawCode: a code that is refused is drawn again', async t => {
  const { below } = chanceOf(7)
  const drawn = new Set(
    Array.from({ length: 200 }, () => drawCode(given({ charset: '.a', length: 2 }), below))
  )
  t.strictSame([...drawn].toSorted(), ['.a', 'a.', 'aa'])
  let turn = 0
  const twice = (most: number) => (turn++ < 2 ? 0 : most - 1)
  t.equal(drawCode(given({ charset: '.b', length: 1 }), twice), 'b')
  t.equal(turn, 3)
  t.equal(
    drawCode(given({ pattern: 'import' }), () => 0),
    null
  )
})

t.test('ignoringCase: characters that differ only in case count once', async t => {
  const rows: [CodeConfig, string, bigint][] = [
    [given({ length: 2 }), '0123456789abcdefghijklmnopqrstuvwxyz', 1296n],
    [given({ charset: 'AaBb', length: 2 }), 'AB', 4n],
    [given({ charset: '0#-', length: 2 }), '0#-', 9n]
  ]
  for (const [config, charset, outcome] of rows) {
    const folded = ignoringCase(config)
    t.strictSame(folded, { ...config, charset })
    t.equal(capacity(folded), outcome)
  }
})

//                       texts that are one where case does not count
const folds: [string, readonly string[]][] = [
  ['ASCII', ['code-1', 'CODE-1', 'Code-1']],
  ['every sigma', ['οδος', 'ΟΔΟΣ', 'οδοσ', 'Οδος']],
  ['sharp s', ['strasse', 'STRASSE', 'straße', 'STRAẞE', 'ſtraße']],
  ['dotted I', ['i\u0307', 'İ']],
  ['dotless i', ['ı']],
  ['no dot', ['i', 'I']],
  ['signs that are letters', ['kå', 'KÅ', '\u212a\u212b']],
  ['ligatures', ['office', 'oﬃce', 'OFFICE']],
  ['iota below', ['αι', 'ᾳ', 'ᾼ', 'ΑΙ']],
  ['letters beyond the first plane', ['\u{10428}', '\u{10400}']],
  ['Cherokee', ['\u{ab70}', '\u{13a0}']],
  ['what has no case', ['\u{1f600}七']]
]

t.test('foldCase: texts are one that Unicode folds to one, and no others', async t => {
  const found = new Map<string, string>()
  for (const [title, texts] of folds) {
    const keys = new Set(texts.map(foldCase))
    t.equal(keys.size, 1, title)
    for (const key of keys) {
      t.equal(found.get(key), undefined, `${title} are not ${found.get(key)}`)
      t.equal(foldCase(key), key, `${title}, folded once more`)
      found.set(key, title)
    }
  }
})

t.test('ignoringCase: what folds into several stands for nothing beside others', async t => {
  t.match(ignoringCase(given({ charset: 'aßAσςb' })), { charset: 'aσb' })
  t.match(ignoringCase(given({ charset: 'ßẞ' })), { charset: 'ß' })
})

t.test('codeConfigMistake: each refused configuration stands beside the accepted one', async t => {
  // configuration                                          property at fault
  const rows: [CodeConfig, string | null][] = [
    [given(), null],
    [given({ length: 1 }), null],
    [given({ length: 0 }), 'length'],
    [given({ length: -1 }), 'length'],
    [given({ length: 1.5 }), 'length'],
    [given({ length: 512 }), null],
    [given({ length: 513 }), 'length'],
    [given({ length: 510, prefix: 'ab' }), null],
    [given({ length: 510, prefix: 'ab', postfix: 'c' }), 'length'],
    [given({ prefix: 'x'.repeat(504) }), null],
    [given({ prefix: 'x'.repeat(505) }), 'length'],
    [given({ pattern: '#'.repeat(512) }), null],
    [given({ pattern: '#'.repeat(513) }), 'pattern'],
    [given({ pattern: FACE.repeat(512) }), null],
    [given({ charset: '' }), 'charset'],
    [given({ charset: 'a' }), null],
    [given({ charset: 'x'.repeat(512) }), null],
    [given({ charset: 'x'.repeat(513) }), 'charset'],
    [given({ charset: 'a\u0000' }), 'charset'],
    [given({ charset: '\ud83d' }), 'charset'],
    [given({ pattern: '' }), 'pattern'],
    [given({ pattern: 'SPRING' }), null],
    [given({ pattern: 'import' }), 'pattern'],
    [given({ pattern: 'Import' }), null],
    [given({ pattern: 'impor#', charset: 't' }), 'pattern'],
    [given({ pattern: 'impor#', charset: 'tT' }), null],
    [given({ prefix: 'im', postfix: 'CSV', length: 4, charset: 'port' }), null],
    [given({ prefix: 'import', pattern: 'CSV' }), 'pattern'],
    [given({ prefix: 'import', charset: 'C', length: 1 }), null],
    [given({ prefix: '.', charset: '.', length: 1 }), 'charset'],
    [given({ charset: '.', length: 2 }), 'charset'],
    [given({ charset: '.', length: 3 }), null],
    [given({ prefix: 'v_', charset: '0z', length: 26 }), 'charset'],
    [given({ prefix: 'v_', charset: '0zu', length: 26 }), null],
    [given({ pattern: 'A\n#' }), 'pattern'],
    [given({ prefix: '' }), null],
    [given({ prefix: '\t' }), 'prefix'],
    [given({ postfix: '\u007f' }), 'postfix'],
    [given({ postfix: '\u00e9 \u20ac%/' }), null]
  ]
  for (const [config, property] of rows) {
    const title = `${JSON.stringify(config).slice(0, 90)}: ${property}`
    t.equal(codeConfigMistake(config)?.property ?? null, property, title)
  }
})

t.test('codeMistake: letters, digits and special characters, 1 to 512 of them', async t => {
  // code                          outcome
  const rows = [
    ['CLUB-ADA-0001', null],
    ['x', null],
    ['10 % off / \u00a3 & "more"?', null],
    [FACE.repeat(512), null],
    ['x'.repeat(512), null],
    ['', 'Expected 1 to 512 characters, found 0.'],
    ['x'.repeat(513), 'Expected 1 to 512 characters, found 513.'],
    ['...', null],
    ['.', 'A path cannot end in it, because it would name another path.'],
    ['..', 'A path cannot end in it, because it would name another path.'],
    ['A\u0000B', 'It holds the control character U+0000.'],
    ['A\u009fB', 'It holds the control character U+009F.'],
    ['A\ud83dB', 'It holds half of a surrogate pair.']
  ] as const
  for (const [code, message] of rows) {
    const outcome = message === null ? null : { property: 'code', message }
    t.strictSame(codeMistake(code), outcome, `${JSON.stringify(code).slice(0, 40)}: ${message}`)
  }
})
