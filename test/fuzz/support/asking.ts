/**
 * Requests that fit what the documents say, and requests that break it in one place. What fits is
 * for a validator of its own to say, not for the one that the service has.
 */
import fc from 'fast-check'
import { isTree, type Tree } from '../../../scripts/documents/walk.ts'
import { type Chance, chanceOf } from '../../support/chance.ts'
import { edgesOf } from '../../support/misuse.ts'
import { FILES } from '../../support/parts.ts'
import { type Asking, type Described, parametersIn } from '../../support/requests.ts'
import { requestDocuments, validators } from '../../support/validators.ts'
import { Arbitraries, later, leftOut, objectOf } from './arbitrary.ts'
import { type BrokenAsking, brokenAt, brokenBeside } from './breaking.ts'
import type { Known } from './known.ts'
import { type Place, placesOf } from './schemas.ts'

const arbitraries = {
  service: new Arbitraries(requestDocuments.service),
  provisioning: new Arbitraries(requestDocuments.provisioning),
  sandbox: new Arbitraries(requestDocuments.sandbox)
}

const JSON_TYPE = 'application/json'
const STEP_MS = 7_000
const DAY_MS = 86_400_000
const PAUSES = 200

/** What to ask, by numbers of what there is to choose from, which begin anew behind the last. */
export interface Wanted {
  readonly operation: Described
  readonly asking: Asking
  /** Chooses what of what is known is named; 0: what the document shows. */
  readonly names: number
  /** Chooses what is broken; null: nothing is. */
  readonly breaking: Breaking | null
  /** How much time passes after it, in milliseconds. */
  readonly pause: number
  /** Whether what waits to be done is done after it. */
  readonly works: boolean
}

interface Breaking {
  /** Beside the body; 0 to 3: in it. */
  readonly beside: number
  readonly place: number
  readonly kind: number
  readonly way: number
}

/** Requests of operations; twice as many of those that take a body, which can say more. */
export function wantedOfAll(operations: readonly Described[]): fc.Arbitrary<Wanted> {
  return fc.oneof(
    ...operations.map(operation => ({
      arbitrary: later(() => wantedOf(operation)),
      weight: operation.body === null ? 1 : 2
    }))
  )
}

function wantedOf(operation: Described): fc.Arbitrary<Wanted> {
  const nr = fc.nat()
  const breaking = fc.record({ beside: fc.nat(4), place: nr, kind: nr, way: nr })
  return fc.record({
    operation: fc.constant(operation),
    asking: fittingOf(operation),
    names: nr,
    breaking: fc.option(breaking, { freq: 2 }),
    pause: fc.nat(40 * PAUSES - 1).map(pauseOf),
    works: fc.nat(8).map(one => one === 0)
  })
}

/** Mostly seconds; once in so many times up to forty days. */
const pauseOf = (one: number) =>
  one % PAUSES === PAUSES / 2 ? Math.ceil(one / PAUSES) * DAY_MS : STEP_MS

/** Requests that fit. */
function fittingOf(operation: Described): fc.Arbitrary<Asking> {
  const { values, method } = operation
  // In the order in which they stand there, so that each is beside the one before it.
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const odd = fc.constantFrom(...['nothing', 'a/b', 'ß', '%'].filter(fitsPath(operation, name)))
    const shown = { arbitrary: fc.constant(values[name]), weight: 79 }
    return [name, fc.oneof(shown, { arbitrary: odd, weight: 1 })] as const
  })
  const query = parametersIn(operation, 'query').map(({ name, schema, required }) => {
    const edges = isFree(schema) ? [] : edgesOf(schema).in
    const some = fc.constantFrom(String(values[name]), ...edges)
    return [name, required ? some : leftOut(some, 3)] as const
  })
  const key = fc.nat(98).map(nr => `key-${nr}`)
  return objectOf([
    ['path', objectOf(path)],
    ['query', objectOf(query)],
    ['body', operation.body === null ? fc.constant(undefined) : bodiesOf(operation)],
    ...(method === 'POST' ? [['key', leftOut(key, 8)] as const] : [])
  ])
}

/** A parameter that can name anything. */
const isFree = (schema: Tree) =>
  schema['type'] === 'string' && !('enum' in schema) && !('format' in schema)

/** Whether a path of an operation may hold a text in the place of the parameter. */
function fitsPath(operation: Described, name: string): (text: string) => boolean {
  const described = parametersIn(operation, 'path').find(each => each.name === name)
  const pattern = described?.schema['pattern']
  return text => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
}

/** Bodies that are shown, that are shown and changed, and that nobody would think of. */
function bodiesOf(operation: Described): fc.Arbitrary<unknown> {
  const { schema, document, requests, type, body } = operation
  const arbitrary = arbitraries[document]
  const [first = {}, ...others] = requests.map(({ value }) => value)
  const fits = (found: unknown) => isSendable(operation, found)
  // As it is shown, too, so that what is left out makes it smaller.
  const like = (changes: number) => {
    const near = [first, ...others].map(each => arbitrary.near({ $ref: schema }, each, changes))
    return type === FILES ? fc.constantFrom(first, ...others) : fc.oneof(...near).filter(fits)
  }
  // Some schemas are met by chance too seldom to wait for it.
  const any = arbitrary.of({ $ref: schema }).map(found => (fits(found) ? found : first))
  return fc.oneof(
    { arbitrary: fc.constant(undefined), weight: body?.required === false ? 2 : 0 },
    { arbitrary: like(0.05), weight: 4 },
    { arbitrary: like(1), weight: 7 },
    { arbitrary: any, weight: 5 }
  )
}

/** One request: `broken` says what is wrong with it; null: nothing is. */
export interface Request {
  readonly operation: Described
  readonly asking: Asking
  readonly broken: string | null
}

/** The request that is wanted, naming what is known. */
export function requestFor(want: Wanted, known: Known): Request {
  const { operation, breaking } = want
  const right = want.names === 0 ? want.asking : named(want, chanceOf(want.names), known)
  if (breaking === null) return { operation, asking: right, broken: null }
  const { by, asking } = broken(operation, right, breaking)
  return { operation, asking, broken: by }
}

function named({ operation, asking }: Wanted, chance: Chance, known: Known): Asking {
  let other = ''
  const isOther = chance.once(2)
  const path = Object.entries(asking.path ?? {}).map(([name, value]) => {
    // Whoever asks has the keys of one project.
    const stays = name === 'projectId' && !chance.once(20)
    const like = isOther && !stays ? known.like(value, chance, other) : value
    other = fitsPath(operation, name)(like) ? like : value
    return [name, other]
  })
  const free = parametersIn(operation, 'query').filter(({ schema }) => isFree(schema))
  const query = Object.entries(asking.query ?? {}).map(([name, value]) => {
    const stays = free.every(each => each.name !== name)
    return [name, stays ? value : known.like(value, chance)]
  })
  const body = namedIn(asking.body, chance, known, chance.pick([2, 8]))
  return {
    ...asking,
    path: Object.fromEntries(path),
    query: Object.fromEntries(query),
    body: body !== undefined && isSendable(operation, body) ? body : asking.body
  }
}

/** The value with one in `n` of its texts exchanged for what is known of the kind. */
function namedIn(value: unknown, chance: Chance, known: Known, n: number): unknown {
  if (typeof value === 'string') return chance.once(n) ? known.like(value, chance) : value
  if (Array.isArray(value)) return value.map(each => namedIn(each, chance, known, n))
  if (!isTree(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, each]) => [key, namedIn(each, chance, known, n)]))
}

/** The request with what is chosen broken, or what comes next if that cannot be. */
function broken(
  operation: Described,
  right: Asking,
  { beside, place, kind, way }: Breaking
): BrokenAsking {
  // A kind of mistake that can be made in one way only is made as often as another.
  const one = <Wrong extends { readonly by: string }>(wrongs: readonly Wrong[]): Wrong =>
    nth(nth([...Map.groupBy(wrongs, ({ by }) => by).values()], kind), way)
  const places = beside === 4 ? [] : placesIn(operation, right.body)
  for (let next = 0; next < places.length; next++) {
    const at = nth(places, place + next)
    const ways = [...brokenAt(right.body, at)].filter(({ body }) => isUnfit(operation, body))
    if (ways.length === 0) continue
    const { by, body } = one(ways)
    return { by, asking: { ...right, body } }
  }
  return one([...brokenBeside(operation, right)])
}

const nth = <Thing>(things: readonly Thing[], nr: number) => things[nr % things.length] as Thing

/** Places of a body; none without one, and of files only the form they are in. */
function placesIn({ document, schema, type }: Described, body: unknown): readonly Place[] {
  if (body === undefined) return []
  const all = [...placesOf(requestDocuments[document], { $ref: schema }, body)]
  return type === FILES ? all.slice(0, 1) : all
}

const isFit = ({ document, schema }: Described, body: unknown) =>
  validators[document].fits(schema.slice(1), body)

/** Whether a body fits, and the bytes that are sent for it say it. */
const isSendable = (operation: Described, body: unknown) =>
  isFit(operation, body) && isSaid(operation, body)

/** Whether a body is wrong also as the bytes that are sent for it. */
const isUnfit = (operation: Described, body: unknown) =>
  !isFit(operation, body) && isSaid(operation, body)

/** What a form can say: texts, of which an empty one counts as none. */
function isSaid({ type }: Described, body: unknown): boolean {
  if (type === JSON_TYPE) return true
  if (!isTree(body)) return false
  return Object.values(body).every(each => typeof each === 'string' && each !== '')
}
