/**
 * Requests that fit what the documents say, and requests that break it in one place. What fits is
 * for a validator of its own to say, not for the one that the service has.
 */
import { Validators } from '../../../scripts/document-examples.ts'
import type { Tree } from '../../../scripts/document-walk.ts'
import { edgesOf } from '../../support/misuse.ts'
import { FILES } from '../../support/parts.ts'
import { type Asking, type Described, documents, parametersIn } from '../../support/requests.ts'
import type { Seeded } from '../../support/seeded.ts'
import { Arbitrary } from './arbitrary.ts'
import { type BrokenAsking, brokenAt, brokenBeside } from './breaking.ts'
import type { Known } from './known.ts'
import { type Place, placesOf, replaced } from './schemas.ts'

const validators = {
  service: new Validators(documents.service as never),
  provisioning: new Validators(documents.provisioning as never)
}

const JSON_TYPE = 'application/json'
const TRIES_MAX = 8

/** Makes the requests of one world. */
export class Requests {
  readonly #chance: Seeded
  readonly #known: Known
  readonly #arbitrary: Readonly<Record<keyof typeof documents, Arbitrary>>

  constructor(chance: Seeded, known: Known) {
    this.#chance = chance
    this.#known = known
    this.#arbitrary = {
      service: new Arbitrary(documents.service as unknown as Tree, chance, known),
      provisioning: new Arbitrary(documents.provisioning as unknown as Tree, chance, known)
    }
  }

  /** One that fits. */
  fitting(operation: Described): Asking {
    const chance = this.#chance
    return {
      path: this.#path(operation),
      query: this.#query(operation),
      body: operation.body === null ? undefined : this.#body(operation),
      ...(operation.method === 'POST' && chance.once(9) ? { key: `key-${chance.below(99)}` } : {})
    }
  }

  /** One that breaks what is said in one place. */
  broken(operation: Described): BrokenAsking {
    const chance = this.#chance
    const right = this.fitting(operation)
    const beside = [...brokenBeside(operation, right)]
    if (right.body === undefined || chance.once(5)) return this.#oneKind(beside)
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const place = chance.pick(placesIn(operation, right.body))
      const ways = [...brokenAt(right.body, place)].filter(({ body }) => isUnfit(operation, body))
      if (ways.length === 0) continue
      const { by, body } = this.#oneKind(ways)
      return { by, asking: { ...right, body } }
    }
    return this.#oneKind(beside)
  }

  /** One of a kind of mistake, so that those that can be made in one way only are made as often. */
  #oneKind<Wrong extends { readonly by: string }>(wrongs: readonly Wrong[]): Wrong {
    const kinds = [...Map.groupBy(wrongs, ({ by }) => by).values()]
    return this.#chance.pick(this.#chance.pick(kinds))
  }

  #path({ values, path }: Described): Readonly<Record<string, string>> {
    const chance = this.#chance
    if (chance.once(2)) return {}
    const found: Record<string, string> = {}
    let other = ''
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      const shown = String(values[name])
      if (chance.once(40)) found[name] = chance.pick(['nothing', 'a/b', 'ß', '%'])
      // Whoever asks has the keys of one project.
      else if (name !== 'projectId' || chance.once(20)) found[name] = this.#known.like(shown, other)
      other = found[name] ?? shown
    }
    return found
  }

  #query(operation: Described): Readonly<Record<string, string>> {
    const found = parametersIn(operation, 'query').flatMap(({ name, schema, required }) => {
      if (!required && !this.#chance.once(4)) return []
      const shown = String(operation.values[name])
      const isFree = schema['type'] === 'string' && !('enum' in schema) && !('format' in schema)
      const edges = [shown, ...edgesOf(schema).in]
      return [[name, isFree ? this.#known.like(shown) : this.#chance.pick(edges)]]
    })
    return Object.fromEntries(found)
  }

  /** One that is shown, one that is shown and changed, or one that nobody would think of. */
  #body(operation: Described): unknown {
    const chance = this.#chance
    const { schema, document, requests } = operation
    if (operation.body?.required === false && chance.once(8)) return undefined
    const shown = requests.length === 0 ? {} : chance.pick(requests).value
    const named = this.#arbitrary[document].like(shown, chance.pick([2, 8]))
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const how = chance.below(4)
      if (how === 0) break
      const made =
        how === 1 ? this.#arbitrary[document].of({ $ref: schema }) : this.#changed(operation, named)
      if (operation.type === JSON_TYPE ? isFit(operation, made) : isForm(operation, made)) {
        return made
      }
    }
    return isFit(operation, named) ? named : shown
  }

  /** The body with up to three of its places made anew, left out or added. */
  #changed(operation: Described, body: unknown): unknown {
    const chance = this.#chance
    const arbitrary = this.#arbitrary[operation.document]
    let made = body
    for (let times = chance.between(1, 3); times > 0; times--) {
      const { at, schema, value } = chance.pick(placesIn(operation, made))
      const properties = Object.entries((schema['properties'] ?? {}) as object)
      if (typeof value === 'object' && properties.length > 0 && !Array.isArray(value)) {
        const [name, inner] = chance.pick(properties)
        made = replaced(made, [...at, name], arbitrary.of(inner, 1))
      } else if (at.length > 0) {
        made = replaced(made, at, chance.once(4) ? undefined : arbitrary.of(schema, 1))
      }
    }
    return made
  }
}

/** Places of a body; none without one, and of files only the form they are in. */
export function placesIn({ document, schema, type }: Described, body: unknown): readonly Place[] {
  if (body === undefined) return []
  const all = [...placesOf(documents[document] as unknown as Tree, { $ref: schema }, body)]
  return type === FILES ? all.slice(0, 1) : all
}

const isFit = ({ document, schema }: Described, body: unknown) =>
  validators[document].fits(schema.slice(1), body)

/** What a form can say: texts, of which an empty one counts as none. */
function isForm(operation: Described, body: unknown): boolean {
  const texts = Object.values(body as object)
  return texts.every(each => typeof each === 'string' && each !== '') && isFit(operation, body)
}

/** Whether a body is wrong also as the bytes that are sent for it. */
function isUnfit(operation: Described, body: unknown): boolean {
  if (isFit(operation, body)) return false
  if (operation.type === JSON_TYPE) return true
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  return Object.values(body).every(each => typeof each === 'string' && each !== '')
}
