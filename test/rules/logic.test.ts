import t from 'tap'
import {
  type Expression,
  entriesToBlame,
  evaluateLogic,
  parseLogic,
  type Truth
} from '../../src/rules/validation.ts'
import { type Chance, casesOf } from '../support/chance.ts'

const KEYS = ['1', '2', '3', '4', '5', '11']

function read(text: string | null | undefined, keys: readonly string[] = KEYS): Expression {
  const found = parseLogic(text, keys)
  if ('mistake' in found) throw new Error(found.mistake)
  return found.expression
}

/** The truth of the whole when these entries are true, those left out, and the others false. */
function truth(expression: Expression, yes: readonly string[], out: readonly string[] = []): Truth {
  return evaluateLogic(expression, key => truthOf(key, yes, out))
}

function truthOf(key: string, yes: readonly string[], out: readonly string[]): Truth {
  if (out.includes(key)) return 'unknown'
  return yes.includes(key) ? 'true' : 'false'
}

t.test('parseLogic: and binds tighter than or; case and spacing do not matter', async t => {
  // text                                true entries      outcome
  const rows: [string, string[], Truth][] = [
    ['1', ['1'], 'true'],
    ['1', ['2'], 'false'],
    [' 1', ['1'], 'true'],
    ['11', ['1'], 'false'],
    ['11', ['11'], 'true'],
    ['1 or 2', ['2'], 'true'],
    ['1 or 2', [], 'false'],
    ['1 and 2', ['1'], 'false'],
    ['1 and 2', ['1', '2'], 'true'],
    ['1 or 2 and 3', ['1'], 'true'],
    ['(1 or 2) and 3', ['1'], 'false'],
    ['1 and 2 or 3 and 4', ['3', '4'], 'true'],
    ['1 and (2 or 3) and 4', ['1', '3'], 'false'],
    ['(1 and 2) and (3)', ['1', '2', '3'], 'true'],
    [' 1 AND 2 AND (  3 AND 4 )', ['1', '2', '3'], 'false'],
    [' 1 AND 2 AND (  3 AND 4 )', ['1', '2', '3', '4'], 'true'],
    ['1 Or\t2\noR 3', ['3'], 'true'],
    ['(1)or(2)and(3)', ['1'], 'true'],
    ['1and2', ['1'], 'false'],
    ['((((1))))', ['1'], 'true'],
    ['1 and 1 or 1', ['1'], 'true']
  ]
  for (const [text, yes, outcome] of rows) {
    t.equal(truth(read(text), yes), outcome, `${JSON.stringify(text)} with ${yes}: ${outcome}`)
  }
})

t.test('parseLogic: nothing written means that all entries must hold', async t => {
  for (const text of [undefined, null, '', '  \n']) {
    const all = read(text, ['1', '2'])
    t.equal(truth(all, ['1', '2']), 'true')
    t.equal(truth(all, ['1']), 'false')
    t.equal(truth(read(text, []), []), 'true', 'and no entries ask for nothing')
  }
})

t.test('parseLogic: a mistake says where it is, counted from 1', async t => {
  // text          outcome
  const rows = [
    ['1 2', 'Expected `and`, `or` or the end at position 3, found `2`.'],
    ['1 and', 'Expected an entry number or `(` at position 6, found the end.'],
    ['and 1', 'Expected an entry number or `(` at position 1, found `and`.'],
    ['1 and or 2', 'Expected an entry number or `(` at position 7, found `or`.'],
    ['(1', 'Expected `and`, `or` or `)` at position 3, found the end.'],
    ['(1 2)', 'Expected `and`, `or` or `)` at position 4, found `2`.'],
    ['1)', 'Expected `and`, `or` or the end at position 2, found `)`.'],
    ['()', 'Expected an entry number or `(` at position 2, found `)`.'],
    ['not 1', 'Expected an entry number or `(` at position 1, found `not`.'],
    ['1 xor 2', 'Expected `and`, `or` or the end at position 3, found `xor`.'],
    ['1 && 2', 'Expected `and`, `or` or the end at position 3, found `&`.'],
    ['1 \u{1f600}', 'Expected `and`, `or` or the end at position 3, found `\u{1f600}`.'],
    ['7 and 1', 'There is no entry 7, named at position 1.'],
    ['01', 'There is no entry 01, named at position 1.'],
    ['1 and (2 or 9', 'There is no entry 9, named at position 13.']
  ] as const
  for (const [text, mistake] of rows) t.strictSame(parseLogic(text, KEYS), { mistake }, text)
})

t.test('parseLogic: length and nesting are bounded', async t => {
  const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
  t.equal(truth(read(nested(20)), ['1']), 'true')
  t.strictSame(parseLogic(nested(21), KEYS), {
    mistake: 'Expected at most 20 parentheses inside each other at position 21, found `(`.'
  })
  const long = '1 or '.repeat(400).slice(0, 1996).padEnd(2000)
  t.equal(truth(read(long.replace(/ or\s*$/, '').padEnd(2000)), ['1']), 'true')
  t.strictSame(parseLogic(`${'1'.padEnd(2001)}`, KEYS), {
    mistake: 'Longer than 2000 characters (2001).'
  })
})

t.test('evaluateLogic: what is left out neither helps nor hinders', async t => {
  // text                true   left out   outcome
  const rows: [string, string[], string[], Truth][] = [
    ['1', [], ['1'], 'unknown'],
    ['1 and 2', ['1'], ['2'], 'true'],
    ['1 and 2', [], ['2'], 'false'],
    ['1 or 2', ['1'], ['2'], 'true'],
    ['1 or 2', [], ['2'], 'false'],
    ['1 and 2', [], ['1', '2'], 'unknown'],
    ['1 or 2', [], ['1', '2'], 'unknown'],
    ['(1 or 2) and 3', ['3'], ['1', '2'], 'true'],
    ['(1 or 2) and 3', [], ['1', '2'], 'false'],
    ['(1 and 2) or 3', [], ['1', '2', '3'], 'unknown']
  ]
  for (const [text, yes, out, outcome] of rows) {
    const title = `${text} with ${yes} true and ${out} left out: ${outcome}`
    t.equal(truth(read(text), yes, out), outcome, title)
  }
})

t.test('entriesToBlame: only entries that make the whole false', async t => {
  // text                      true         left out   outcome
  const rows: [string, string[], string[], string[]][] = [
    ['1', ['1'], [], []],
    ['1', [], [], ['1']],
    ['1 and 2', ['1'], [], ['2']],
    ['1 or 2', [], [], ['1', '2']],
    ['1 or 2', ['2'], [], []],
    ['(1 or 2) and 3', ['2'], [], ['3']],
    ['(1 or 2) and 3', ['3'], [], ['1', '2']],
    ['(1 and 2) or 3', ['1'], [], ['2', '3']],
    ['1 and 2', [], ['1'], ['2']],
    ['1 or 2', [], ['1'], ['2']],
    ['1 and 2', [], ['1', '2'], []]
  ]
  for (const [text, yes, out, outcome] of rows) {
    const found = entriesToBlame(read(text), key => truthOf(key, yes, out))
    t.strictSame(found, outcome, `${text} with ${yes} true: ${outcome}`)
  }
})

/** An expression as text, and its truth found without any of the code under test. */
interface Case {
  readonly text: string
  readonly truth: (yes: (key: string) => boolean) => boolean
  readonly joint: 'and' | 'or' | null
}

function arbitrary(random: Chance, depth: number): Case {
  const { once, pick, between } = random
  if (depth === 0 || once(3)) {
    const key = pick(KEYS)
    return { text: key, truth: yes => yes(key), joint: null }
  }
  const joint = pick(['and', 'or'] as const)
  const parts = Array.from({ length: between(2, 4) }, () => arbitrary(random, depth - 1))
  const texts = parts.map(part => {
    const needed = joint === 'and' && part.joint === 'or'
    return needed || once(3) ? `( ${part.text} )` : part.text
  })
  const space = () => pick([' ', '  ', '\t'])
  const word = () => space() + pick([joint, joint.toUpperCase()]) + space()
  const text = texts.reduce((left, right) => left + word() + right)
  const truths = (yes: (key: string) => boolean) => parts.map(part => part.truth(yes))
  const every = joint === 'and'
  return {
    text,
    joint,
    truth: yes => (every ? !truths(yes).includes(false) : truths(yes).includes(true))
  }
}

t.test('parseLogic: means what a naive reading of the same expression means', async t => {
  for (const random of casesOf(t, { gate: 100, soak: 20_000 })) {
    const { text, truth: naive } = arbitrary(random, 3)
    const yes = new Set(KEYS.filter(() => random.once(2)))
    const found = truth(read(text), [...yes])
    if (found !== String(naive(key => yes.has(key)))) t.fail(`${text} with ${[...yes]}: ${found}`)
  }
  t.pass('no case differs')
})

t.test('parseLogic: every text whatever gives an expression or a mistake', async t => {
  const words = ['1', '2', 'and', 'or', 'OR', '(', ')', ' ', 'not', '&', '9', '\u{1f600}']
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 30_000 })) {
    const text = Array.from({ length: between(0, 12) }, () => pick(words)).join('')
    const found = parseLogic(text, KEYS)
    if ('expression' in found) truth(found.expression, ['1'])
    else if (!/\bposition \d+\b/.test(found.mistake)) t.fail(`${text}: ${found.mistake}`)
  }
  t.pass('and a mistake names its position')
})
