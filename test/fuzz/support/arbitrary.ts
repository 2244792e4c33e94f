/**
 * Arbitrary values of a schema: those at its bounds, those its examples show, and odd texts. What
 * only keywords together forbid is not looked at, so that whoever wants a value that fits has to
 * check it. What fast-check makes of a seed and a path is always the same, and it makes it smaller.
 */
import fc from 'fast-check'
import { isTree, type Tree, tree, typesOf } from '../../../scripts/documents/walk.ts'
import { NOW } from '../../support/app.ts'
import { branchesOf, flat, meantBranch, placesOf } from './schemas.ts'

const DAY_MS = 86_400_000
/** Longer texts say nothing more, and cost more than all else. */
const TEXT_LENGTH_MAX = 10_000
const DEPTH_MAX = 6

/** Texts that something may mistake for something else. */
const ODD = [
  ...['x', ' ', '0', '-1', 'null', 'true', '{}', '[]', '%', '%00', '../..', 'a/b', "'; --", '"'],
  ...['=1+1', '<b>&amp;', 'ß', 'İi', 'e\u0301', '\u202eabc', '😀', '\ud800', '\0', '\n'],
  ...['𝔸'.repeat(9), '$&', '{{x}}', '1e309', '2026-02-30', '__ANY__', 'logic', '1', 'a'],
  ...['__proto__', 'constructor', 'toString']
] as const
const NUMBERS = [0, 1, 2, 3, 10, 99, 100, 101, 500, 1000, 12345, 0.5, 0.1, 33.333, -1, -100]
const PERIODS = ['P1D', 'P2W', 'P1M', 'P1Y', 'PT1H', 'PT90M', 'P1DT12H', 'P0D', 'P999Y']

/** Any of Unicode. The one of fast-check makes a table of all of them for each schema. */
const CHARACTER = fc
  .integer({ min: 0, max: 0x10ffff })
  .map(code => String.fromCodePoint(code))
  .filter(character => character.isWellFormed())

type Values = fc.Arbitrary<unknown>

/** Stands where a property or an item is left out. */
const ABSENT = Symbol('absent')

/** What is made of a function when first wanted. */
export function later<Value>(make: () => fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  let made: fc.Arbitrary<Value> | undefined
  return fc.constant(null).chain(() => {
    made ??= make()
    return made
  })
}

/** Values of which `by` in `by + of` are left out, as they are in what is made smaller. */
export function leftOut(values: Values, by: number, of = 1): Values {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(ABSENT), weight: by },
    { arbitrary: values, weight: of }
  )
}

/** Objects of values by name, some of which may be left out. */
export function objectOf(slots: readonly (readonly [name: string, values: Values])[]) {
  return fc.tuple(...slots.map(([, values]) => values)).map(made => {
    const entries = slots.map(([name], nr) => [name, made[nr]] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== ABSENT))
  })
}

/** The arbitrary values of the schemas of a document. */
export class Arbitraries {
  readonly #document: Tree
  /** Those made before, by schema and depth. */
  readonly #made = new WeakMap<Tree, Values[]>()

  constructor(document: Tree) {
    this.#document = document
  }

  /** Values for a schema. */
  of(schema: unknown, depth = 0): Values {
    const made = this.#made.get(tree(schema)) ?? []
    this.#made.set(tree(schema), made)
    made[depth] ??= later(() => {
      const branches = branchesOf(this.#document, flat(this.#document, schema))
      return fc.oneof(...branches.map(branch => this.#branch(branch, depth)))
    })
    return made[depth]
  }

  /** Values like one that a schema describes: about so many of its places are changed. */
  near(schema: unknown, value: unknown, changes: number): Values {
    const places = [...placesOf(this.#document, schema, value)]
    return this.#near(schema, value, Math.ceil((2 * places.length) / changes))
  }

  /** @param weight how much likelier a place stays as it is than becomes another. */
  #near(schema: unknown, value: unknown, weight: number): Values {
    const found = meantBranch(this.#document, schema, value)
    const place = (inner: unknown, each: unknown) =>
      fc.oneof(
        { withCrossShrink: true },
        { arbitrary: this.#near(inner, each, weight), weight },
        { arbitrary: this.of(inner, 1), weight: 1 }
      )
    if (Array.isArray(value)) {
      const items = value.map(each => leftOut(place(found['items'], each), 1, weight))
      return fc.tuple(...items).map(made => made.filter(each => each !== ABSENT))
    }
    if (!isTree(value)) return fc.constant(value)
    const required = (found['required'] ?? []) as readonly string[]
    const described = tree(found['properties'])
    const kept = Object.entries(value).map(([name, each]) => {
      const values = place(described[name] ?? found['additionalProperties'], each)
      return [name, required.includes(name) ? values : leftOut(values, 1, weight)] as const
    })
    const added = Object.entries(described)
      .filter(([name]) => !(name in value))
      .map(([name, inner]) => [name, leftOut(this.of(inner, 1), 2 * weight)] as const)
    return objectOf([...kept, ...added])
  }

  #branch(schema: Tree, depth: number): Values {
    const { examples, enum: words } = schema
    if ('const' in schema) return fc.constant(schema['const'])
    if (Array.isArray(words)) return fc.constantFrom(...words)
    const types = typesOf(schema)
    const kinds = types.length > 0 ? types : ['string', 'integer', 'boolean']
    const made = kinds.map(type => ({
      arbitrary: this.#ofType(schema, type, depth),
      weight: type === 'null' ? 1 : 3
    }))
    const shown = Array.isArray(examples) && examples.length > 0 ? examples : null
    return shown === null
      ? fc.oneof(...made)
      : fc.oneof(fc.constantFrom(...shown), fc.oneof(...made))
  }

  #ofType(schema: Tree, type: string, depth: number): Values {
    if (type === 'object') return this.#objects(schema, depth)
    if (type === 'array') return this.#arrays(schema, depth)
    if (type === 'string') return textsOf(schema)
    if (type === 'boolean') return fc.boolean()
    return type === 'null' ? fc.constant(null) : numbersOf(schema, type)
  }

  #objects(schema: Tree, depth: number): Values {
    const required = (schema['required'] ?? []) as readonly string[]
    const slots = Object.entries(tree(schema['properties']))
      .filter(([name]) => required.includes(name) || depth < DEPTH_MAX)
      .map(([name, inner]) => {
        const values = this.of(inner, depth + 1)
        return [name, required.includes(name) ? values : leftOut(values, depth + 1)] as const
      })
    const rest = schema['additionalProperties']
    if (rest === false || rest === undefined || depth >= DEPTH_MAX) return objectOf(slots)
    const others = fc.array(
      fc.tuple(fc.constantFrom(...ODD), this.of(isTree(rest) ? rest : {}, depth + 1)),
      { maxLength: 2 }
    )
    return fc
      .tuple(others, objectOf(slots))
      .map(([more, made]) => Object.fromEntries([...more, ...Object.entries(made)]))
  }

  #arrays({ minItems = 0, maxItems = 9, items }: Tree, depth: number): Values {
    const minLength = Number(minItems)
    const maxLength = Math.min(minLength + (depth < DEPTH_MAX ? 3 : 0), Number(maxItems))
    return fc.array(this.of(items, depth + 1), { minLength, maxLength })
  }
}

function numbersOf({ minimum, maximum, exclusiveMinimum }: Tree, type: string): Values {
  const min = Math.ceil(Number(minimum ?? Number(exclusiveMinimum ?? -1e6) + 1))
  const max = Math.floor(Number(maximum ?? 1e6))
  const usual = NUMBERS.filter(
    each => each >= min && each <= max && (type === 'number' || Number.isInteger(each))
  )
  const any = fc.integer({ min, max })
  if (usual.length === 0) return any
  return fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 5 },
    { arbitrary: any, weight: 1 }
  )
}

function textsOf({ format, pattern, minLength = 0, maxLength = 500 }: Tree): Values {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'))
  if (format === 'date-time' || format === 'date') {
    const [min, max] = [-400, 400].map(days => new Date(Date.parse(NOW) + days * DAY_MS))
    return fc
      .date({ min: min as Date, max: max as Date, noInvalidDate: true })
      .map(moment => moment.toISOString().slice(0, format === 'date' ? 10 : undefined))
  }
  if (format === 'duration') return fc.constantFrom(...PERIODS)
  if (format === 'uri') return fc.webUrl()
  const most = Math.min(Number(maxLength), TEXT_LENGTH_MAX)
  const sizes = { minLength: Math.min(Number(minLength), most), maxLength: Math.min(40, most) }
  const fitted = (text: string) => text.padEnd(Number(minLength), 'x').slice(0, most)
  return fc.oneof(
    { arbitrary: fc.string(sizes), weight: 2 },
    { arbitrary: fc.array(CHARACTER, sizes).map(all => all.join('')), weight: 1 },
    { arbitrary: fc.constantFrom(...ODD).map(fitted), weight: 3 },
    { arbitrary: fc.constant('x'.repeat(most)), weight: 1 }
  )
}
