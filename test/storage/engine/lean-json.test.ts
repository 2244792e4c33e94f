/** JSON without what says nothing is read as it was. */
import t from 'tap'
import { type Lean, leanOf, wholeOf } from '../../../src/storage/engine/lean-json.ts'

interface Line {
  readonly id: string | null
  readonly notes: object
  readonly parts: readonly (string | null)[]
  readonly price?: number | null
  readonly weight?: number | null
  readonly goods: { readonly name: string | null } | null
}
const LINE = {
  without: { id: null, notes: {}, parts: [], goods: null },
  absent: ['price'],
  within: { goods: { without: { name: null } } }
} satisfies Lean<Line>

const nothing: Line = { id: null, notes: {}, parts: [], goods: null }
//  the line                                  what is stored of it
const lines: readonly (readonly [Line, object])[] = [
  [nothing, {}],
  [{ ...nothing, weight: null }, { weight: null }],
  [
    { ...nothing, id: '', price: 0 },
    { id: '', price: 0 }
  ],
  [{ ...nothing, goods: { name: null } }, { goods: {} }],
  [{ ...nothing, goods: { name: 'Mug' } }, { goods: { name: 'Mug' } }],
  [{ ...nothing, notes: { id: null } }, { notes: { id: null } }],
  [{ ...nothing, notes: [] }, { notes: [] }],
  [{ ...nothing, parts: [null] }, { parts: [null] }]
]

for (const [line, stored] of lines) {
  t.test(`${JSON.stringify(line)} is stored as ${JSON.stringify(stored)}`, async t => {
    t.strictSame(leanOf(line, LINE), stored)
    t.strictSame(wholeOf(stored, LINE), line)
    t.strictSame(leanOf([line], LINE), [stored], 'in a list')
    t.strictSame(wholeOf([stored], LINE), [line], 'in a list')
  })
}

t.test('what may be absent is so instead of null', async t => {
  const line: Line = { ...nothing, price: null }
  t.strictSame(leanOf(line, LINE), {})
})
