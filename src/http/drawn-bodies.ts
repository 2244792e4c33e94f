/**
 * Bodies that are drawn from a schema, as `Prefer: dynamic=true` asks for them: of any shape that
 * the schema allows, so that a client meets lists that are empty, and properties that are null or
 * absent.
 *
 * Texts and numbers are near those that the schema shows, because a reader has to recognize them.
 * What is drawn fits the schema nearly always; whether it does is for the caller to see.
 */
import { type Document, flat, isSchema, type Schema } from './document.ts'

/** A uniform whole number, 0 ≤ n < below. */
type Chance = (below: number) => number

/** Entries of a list, at most. */
const ENTRIES_MAX = 3
/** Beyond so many levels an object has what it must have, and a list as few entries as it may. */
const LEVELS_MAX = 6
/** Of a number, how far it is from the smallest that may be, at most. */
const RANGE = 10_000
/** Around which instants are drawn, to the second. */
const [SINCE, SECONDS] = [Date.parse('2026-01-01T00:00:00.000Z'), 366 * 86_400]
/** Letters and digits of an id after its prefix. */
const ID_LENGTH = 26
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Draws a value of a schema of a document. */
export function drawBody(document: Document, schema: unknown, chance: Chance): unknown {
  return new Drawing(document, chance).value(schema, 0)
}

class Drawing {
  readonly #document: Document
  readonly #chance: Chance

  constructor(document: Document, chance: Chance) {
    this.#document = document
    this.#chance = chance
  }

  value(described: unknown, level: number): unknown {
    const schema = flat(this.#document, described)
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return this.#one(schema['enum'])
    const { anyOf, oneOf = anyOf, allOf = [], ...rest } = schema
    const parts = [...listed(allOf), ...(oneOf === undefined ? [] : [this.#one(listed(oneOf))])]
    if (parts.length === 0) return this.#typed(schema, level)
    const values = parts.map(part => this.value(part, level))
    const own = isSchema(rest['properties']) ? [this.#object(rest, level)] : []
    const [last] = values.slice(-1)
    return isSchema(last) ? Object.assign({}, ...own, ...values) : last
  }

  #typed(schema: Schema, level: number): unknown {
    switch (this.#one(listed([schema['type']].flat()))) {
      case 'object':
        return this.#object(schema, level)
      case 'array':
        return this.#list(schema, level)
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.#chance(2) === 0
      case 'null':
        return null
      default:
        return this.#shown(schema) ?? {}
    }
  }

  #object(schema: Schema, level: number): unknown {
    const { properties, required } = schema
    // A map: what may stand in it is the caller's.
    if (!isSchema(properties)) return this.#shown(schema) ?? {}
    const names = new Set(listed(required))
    const drawn = Object.entries(properties).flatMap(([name, property]) => {
      const isThere = names.has(name) || (level < LEVELS_MAX && this.#chance(2) === 0)
      return isThere ? [[name, this.value(property, level + 1)]] : []
    })
    return Object.fromEntries(drawn)
  }

  #list({ items, minItems = 0, maxItems = ENTRIES_MAX }: Schema, level: number): unknown[] {
    const most = Math.max(Number(minItems), Math.min(Number(maxItems), ENTRIES_MAX))
    const more = level < LEVELS_MAX ? this.#chance(most - Number(minItems) + 1) : 0
    return Array.from({ length: Number(minItems) + more }, () => this.value(items, level + 1))
  }

  #text(schema: Schema): unknown {
    const [, prefix] = /^\^([a-z]+_)\[0-9a-z\]\+\$$/.exec(String(schema['pattern'])) ?? []
    if (prefix !== undefined) return prefix + this.#letters()
    if (schema['format'] === 'date-time') {
      return new Date(SINCE + this.#chance(SECONDS) * 1_000).toISOString()
    }
    return this.#shown(schema) ?? 'text'
  }

  #letters(): string {
    const letter = () => ID_LETTERS.charAt(this.#chance(ID_LETTERS.length))
    return Array.from({ length: ID_LENGTH }, letter).join('')
  }

  #number({ minimum = 0, maximum = RANGE }: Schema): number {
    const from = Math.max(Number(minimum), -RANGE)
    return from + this.#chance(Math.min(Number(maximum) - from, RANGE) + 1)
  }

  /** One of the values that a schema shows; undefined when it shows none. */
  #shown({ examples }: Schema): unknown {
    return this.#one(listed(examples))
  }

  #one<Value>(values: readonly Value[]): Value | undefined {
    return values.length === 0 ? undefined : values[this.#chance(values.length)]
  }
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
