/**
 * What nobody should send: values that are not described, and what has to come of them.
 */
import { isTree } from '../../scripts/documents/walk.ts'
import { operations } from './requests.ts'

/** An object with a property that is described nowhere. */
export const surprised = (value: unknown) => (isTree(value) ? [{ ...value, surprise: 1 }] : [])

let names = 0

/** Another text, which names nothing: never the same, because some of them name what is made. */
export const renamed = (value: unknown) =>
  typeof value === 'string' ? [`nothing_like_it_${++names}`] : []

/** Values beyond what a parameter's schema takes, and those at its edges. */
export function edgesOf(schema: Readonly<Record<string, unknown>>): {
  out: string[]
  in: string[]
} {
  const { type, minimum, maximum, maxLength, enum: words } = schema
  if (type === 'integer') {
    const [least, most] = [Number(minimum), Number(maximum)]
    const odd = ['', ' 1', '1.5', '1e1', '0x1', 'one', '+1', '01', '-0', '9'.repeat(400), 'NaN']
    return { out: [`${least - 1}`, `${most + 1}`, ...odd], in: [`${least}`, `${most}`] }
  }
  if (type === 'boolean') return { out: ['', 'yes', 'TRUE', ' true', '1'], in: ['true', 'false'] }
  if (Array.isArray(words)) return { out: ['', 'nothing', `${words[0]} `], in: words.map(String) }
  if (schema['format'] === 'date-time') {
    const out = ['', 'yesterday', '2026-02-30', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00']
    return { out, in: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+02:00', '2026-01-01'] }
  }
  return { out: ['', 'x'.repeat(Number(maxLength) + 1), 'a\0'], in: ['x'] }
}

/** Every url that is described, as a pattern; a parameter may be empty, which is refused later. */
const patterns = operations.map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)
)

/** Whether a document describes the url; any other is 404. */
export const isDescribed = (url: string) => patterns.some(pattern => pattern.test(url))

/** Gives one of a list each time, the first again after the last. */
export function inTurn<Item>(list: readonly Item[]): () => Item {
  let turn = 0
  return () => list[turn++ % list.length] as Item
}

/** Operations whose path says the code of what they make: there it names nothing yet. */
export const makesByCode: ReadonlySet<string> = new Set([
  'createVoucherWithCode',
  'addVoucherToCampaign'
])
