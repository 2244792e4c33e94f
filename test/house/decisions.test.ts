/**
 * That the rules about DECISIONS.md find what they are for: its entries, its index, and what cites
 * them.
 *
 * Spec: Decision 51.
 */
import t from 'tap'
import * as decisions from './support/decisions.ts'
import { finds } from './support/shown.ts'
import { type Source, sourceOf } from './support/source.ts'

const entry = (number: number, title = 'Points round down.', status = 'Stands.') =>
  `## ${number}. ${title}\n*Status.* ${status}\n*Silence.* a\n*Choice.* b\n*Why.* c\n` +
  '*Would change if* d\n'
const first = entry(1)
const third = entry(3)
const known = sourceOf('DECISIONS.md', first + entry(2, undefined, 'Superseded by 3.') + third)

function decisionFindings([file]: readonly Source[]) {
  return file === undefined ? [] : decisions.decisionFindings(file)
}

finds(decisionFindings, [
  ['DECISIONS.md', first + entry(2), null],
  ['DECISIONS.md', first + third, null],
  ['DECISIONS.md', first + third + entry(2), '13 comes after 3.'],
  ['DECISIONS.md', entry(1, 'Rounding'), '1 has a title that is no sentence.'],
  ['DECISIONS.md', first.replace('*Why.* c\n', ''), '1 lacks *Why.*.'],
  ['DECISIONS.md', first.replace('*Status.* Stands.\n', ''), '1 has no status.'],
  ['DECISIONS.md', entry(1, undefined, 'Stands still.'), '1 has no status.'],
  ['DECISIONS.md', entry(1, undefined, 'Changed by 2: how.') + entry(2), null],
  [
    'DECISIONS.md',
    first + entry(2, undefined, 'Changed by 1: how.'),
    '7 is changed by 1, which is no later entry.'
  ],
  [
    'DECISIONS.md',
    entry(1, undefined, 'Superseded by 2.'),
    '1 is changed by 2, which is no later entry.'
  ],
  ['DECISIONS.md', first + entry(2).replace(' b', ' It takes the place of nothing.'), null],
  [
    'DECISIONS.md',
    first + entry(2).replace(' b', ' This supersedes\nwhat Decision 1 says.'),
    '7 supersedes 1, whose status does not name 2.'
  ],
  [
    'DECISIONS.md',
    entry(1, undefined, 'Changed by 2: how.') +
      entry(2).replace(' b', ' This replaces Decision 1.'),
    null
  ]
])

function indexFindings([file]: readonly Source[]) {
  return file === undefined ? [] : decisions.indexFindings(file)
}

const index = (...rows: string[]) => `## Index by topic\n${rows.map(row => `${row}\n`).join('')}`
const row = '| 1 | Points round down. | Stands |'

finds(indexFindings, [
  ['DECISIONS.md', index(row) + first, null],
  ['DECISIONS.md', index('| | Decision | Status |', row) + first, null],
  ['DECISIONS.md', index() + first, '2 is not in the index.'],
  ['DECISIONS.md', index(row, row) + first, '3 is no row of a decision, or a second one.'],
  [
    'DECISIONS.md',
    index(row, '| 2 | Gone. | Stands |') + first,
    '3 is no row of a decision, or a second one.'
  ]
])

t.strictSame(
  decisions
    .indexFindings(sourceOf('DECISIONS.md', index(row) + entry(1, undefined, 'Changed by 2: how.')))
    .map(({ line, expected, mend }) => `${line} ${expected} ${mend}`),
  [
    '2 is no row of a decision, or a second one. Correct it as its entry is, or remove it.',
    '3 is not in the index. Write under its topic: | 1 | Points round down. | Changed by 2 |'
  ],
  'indexFindings: a row with another status than its entry, and what it should say'
)

function referenceFindings(sources: readonly Source[]) {
  return decisions.referenceFindings(sources, known)
}

finds(referenceFindings, [
  ['src/a.ts', '/** Rounds down (Decision 3). */', null],
  ['src/a.ts', '/** Three rules (Decision 3, 4 points). */', null],
  [
    'src/a.ts',
    '\n/** Rounds down (Decision 4). */',
    '2 names Decision 4, which DECISIONS.md does not have.'
  ],
  [
    'src/a.ts',
    '/**\n * Spec: Decisions 1 and\n * 7. */',
    '2 names Decision 7, which DECISIONS.md does not have.'
  ],
  ['src/a.ts', '/** Rounds down (Decision 2). */', '1 names Decision 2, which is superseded.']
])
