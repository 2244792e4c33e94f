/**
 * Arbitrary values of a schema: those at its bounds, those its examples show, those that are known
 * to be there, and odd texts. What only keywords together forbid is not looked at, so that whoever
 * wants a value that fits has to check it.
 */
import { isTree, type Tree, tree, typesOf } from '../../../scripts/document-walk.ts'
import { NOW } from '../../support/app.ts'
import type { Seeded } from '../../support/seeded.ts'
import type { Known } from './known.ts'
import { branchesOf, flat } from './schemas.ts'

const DAY_MS = 86_400_000
/** Longer texts say nothing more, and cost more than all else. */
const TEXT_LENGTH_MAX = 10_000
const DEPTH_MAX = 6

/** Texts that something may mistake for something else. */
const ODD = [
  ...['x', ' ', '0', '-1', 'null', 'true', '{}', '[]', '%', '%00', '../..', 'a/b', "'; --", '"'],
  ...[
    '=1+1',
    '<b>&amp;',
    'ß',
    'İi',
    'e\u0301',
    '\u202eabc',
    '😀',
    '\ud800',
    '\0',
    '\n',
    '𝔸'.repeat(9)
  ],
  ...['__proto__', 'constructor', 'toString', '$&', '{{x}}', '1e309', '2026-02-30', '__ANY__']
] as const
const NUMBERS = [0, 1, 2, 3, 10, 99, 100, 101, 500, 1000, 12345, 0.5, 0.1, 33.333, -1, -100]
const PATTERNED = ['a', 'A', 'ABC', 'EUR', '1', '7', '10', '0.5', '12.25', '08:30', '23:59', 'a_b']
const PERIODS = ['P1D', 'P2W', 'P1M', 'P1Y', 'PT1H', 'PT90M', 'P1DT12H', 'P0D', 'P999Y']

export class Arbitrary {
  readonly #document: Tree
  readonly #chance: Seeded
  readonly #known: Known

  /** Of a document, by chance, naming what is known. */
  constructor(document: Tree, chance: Seeded, known: Known) {
    this.#document = document
    this.#chance = chance
    this.#known = known
  }

  /** A value for a schema. */
  of(schema: unknown, depth = 0): unknown {
    const chance = this.#chance
    const found = chance.pick(branchesOf(this.#document, flat(this.#document, schema)))
    const { examples, enum: words } = found
    if ('const' in found) return found['const']
    if (Array.isArray(words)) return chance.pick(words)
    if (Array.isArray(examples) && examples.length > 0 && chance.once(2)) {
      return this.like(structuredClone(chance.pick(examples)))
    }
    const types = typesOf(found).filter(type => type !== 'null' || chance.once(3))
    const type = chance.pick(types.length > 0 ? types : ['string', 'integer', 'boolean'])
    if (type === 'object') return this.#object(found, depth)
    if (type === 'array') return this.#array(found, depth)
    if (type === 'string') return this.#text(found)
    if (type === 'boolean') return chance.once(2)
    return type === 'null' ? null : this.#number(found, type)
  }

  /** The value with some of what it names exchanged for what is known of the kind. */
  like<Value>(value: Value, n?: number): Value
  like(value: unknown, n = 2): unknown {
    if (typeof value === 'string') return this.#chance.once(n) ? this.#known.like(value) : value
    if (Array.isArray(value)) return value.map(each => this.like(each, n))
    if (!isTree(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.like(each, n)]))
  }

  #object(schema: Tree, depth: number): Tree {
    const chance = this.#chance
    const required = (schema['required'] ?? []) as readonly string[]
    const wanted = Object.entries(tree(schema['properties'])).filter(
      ([name]) => required.includes(name) || (depth < DEPTH_MAX && chance.once(depth + 2))
    )
    const made = wanted.map(([name, inner]) => [name, this.of(inner, depth + 1)] as const)
    const rest = schema['additionalProperties']
    const others = rest === false || rest === undefined ? 0 : chance.below(3)
    const more = Array.from({ length: depth < DEPTH_MAX ? others : 0 }, () => {
      const name = chance.pick([...ODD, 'a', 'b', '1', '2', 'logic'])
      return [name, this.of(isTree(rest) ? rest : {}, depth + 1)] as const
    })
    return Object.fromEntries([...made, ...more])
  }

  #array(schema: Tree, depth: number): unknown[] {
    const { minItems = 0, maxItems = 9 } = schema
    const most = depth < DEPTH_MAX ? Number(minItems) + this.#chance.below(4) : Number(minItems)
    const length = Math.min(most, Number(maxItems))
    return Array.from({ length }, () => this.of(schema['items'], depth + 1))
  }

  #number({ minimum, maximum, exclusiveMinimum }: Tree, type: string): number {
    const chance = this.#chance
    const least = Number(minimum ?? Number(exclusiveMinimum ?? -1e6) + 1)
    const most = Number(maximum ?? 1e6)
    const fitting = NUMBERS.filter(each => each >= least && each <= most)
    const edges = [least, most, least + 1, most - 1]
    const found = fitting.length === 0 || chance.once(6) ? chance.pick(edges) : chance.pick(fitting)
    return type === 'integer' ? Math.round(found) : found
  }

  #text({ format, pattern, minLength = 0, maxLength = 500 }: Tree): string {
    const chance = this.#chance
    if (typeof pattern === 'string') return this.#patterned(pattern)
    if (format === 'date-time' || format === 'date') {
      const moment = Date.parse(NOW) + chance.between(-400, 400) * DAY_MS + chance.below(DAY_MS)
      return new Date(moment).toISOString().slice(0, format === 'date' ? 10 : undefined)
    }
    if (format === 'duration') return chance.pick(PERIODS)
    if (format === 'uri') return `https://example.com/${chance.below(99)}`
    const most = Math.min(Number(maxLength), TEXT_LENGTH_MAX)
    const made = chance.pick([
      () => chance.pick(ODD),
      () => `text ${chance.below(1000)}`,
      () => `${chance.pick(ODD)}${chance.pick(ODD)}`,
      () => 'x'.repeat(chance.once(4) ? most : chance.between(1, 40))
    ])()
    return made.padEnd(Number(minLength), 'x').slice(0, most)
  }

  /** One that fits, if anything that is made here does. */
  #patterned(pattern: string): string {
    const prefix = /^\^([a-z]+_)\[0-9a-z\]\+\$$/.exec(pattern)?.[1]
    if (prefix !== undefined) return this.#known.like(`${prefix}${this.#chance.below(1000)}`)
    const fitting = PATTERNED.filter(each => new RegExp(pattern, 'u').test(each))
    return this.#chance.pick(fitting.length > 0 ? fitting : [...PATTERNED])
  }
}
