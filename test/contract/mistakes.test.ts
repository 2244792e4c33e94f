/**
 * Several mistakes of one body: which are told, in which order, and at what cost.
 *
 * The table compares whole lists. The property test makes bodies that the documents show wrong in
 * several places at once, and expects of each place what is told when it alone is wrong.
 */
import t, { type Test } from 'tap'
import { MISTAKES_TOLD_MAX } from '../../src/decisions/refusals.ts'
import { HttpFailure } from '../../src/http/errors.ts'
import { limits } from '../../src/http/limits.ts'
import { contract } from '../support/app.ts'
import { type Chance, casesOf } from '../support/chance.ts'
import { checked } from '../support/contract.ts'
import { fixture, givenApp, keys, send } from '../support/fixture-service.ts'
import { surprised } from '../support/misuse.ts'
import { type Described, operations, variants } from '../support/requests.ts'
import { validators } from '../support/validators.ts'

type Told = readonly (readonly [pointer: string, details: string])[]

const { validation } = contract

/** Without parameters, so that bodies can be checked by themselves. */
const withBody = operations
  .filter(({ body }) => body !== null)
  .map(operation => ({ ...operation, parameters: [] }))

function bodyOf(id: string): Described {
  const found = withBody.find(operation => operation.id === id)
  if (found === undefined) throw new Error(`${id} takes no body`)
  return found
}

/** What is told of a body, which the check fills in, in its order; empty when it is as described. */
function told(t: Test, operation: Described, body: unknown): Told {
  const nothing = { params: {}, headers: {}, query: {} }
  try {
    validation.check(operation, { ...nothing, body, mediaType: operation.type })
    return []
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    const { key, details, mistakes = [] } = error.failure
    if (mistakes.length > 0) {
      t.match(mistakes[0], { key, details }, 'the first is the error itself')
      return mistakes.map(({ pointer = 'none', details }) => [pointer, details])
    }
    return [['alone', details]]
  }
}

const REWARD = 'name, type, parameters, stock, attributes, metadata'
const PRODUCT = { parameters: { product: { id: 'prod_00mug' } } }
const ratio = '^[0-9]{1,9}(\\.[0-9]{1,6})?$'
const fixed = { type: 'FIXED', points: 'x', every: 1 }
const credentials = { client_id: 'x'.repeat(600), client_secret: 's3cret'.repeat(100) }

// biome-ignore format: a table
const bodies: readonly [title: string, id: string, body: unknown, told: Told][] = [
  ['what is right is told nothing', 'createReward', PRODUCT, []],
  ['one mistake', 'createReward', { ...PRODUCT, stock: -1 }, [
    ['/stock', 'Property .stock must be at least 0, got -1.']]],
  ['missing, unknown and wrong', 'createReward', { colour: 'blue', stock: '1', type: 'GOLD' }, [
    ['/parameters', 'Property .parameters is required.'],
    ['/colour', `Property .colour is not known here; known are ${REWARD}.`],
    ['/type', 'Property .type must be one of "CAMPAIGN", "COIN", "MATERIAL", got "GOLD".'],
    ['/stock', 'Property .stock must be integer or null, got "1".']]],
  ['at every depth', 'createOrder',
    { items: [{ quantity: 0 }, { price: -1, 'a/b~c': 1 }], status: 'PAYED', customer: 5 }, [
    ['/status',
      'Property .status must be one of "CREATED", "PAID", "CANCELED", "FULFILLED", got "PAYED".'],
    ['/items/0/quantity', 'Property .items[0].quantity must be at least 1, got 0.'],
    ['/items/1/a~1b~0c',
      'Property .items[1]["a/b~c"] is not known here; the nearest of 22 that are: price, amount, sku.'],
    ['/items/1/price', 'Property .items[1].price must be at least 0, got -1.'],
    ['/customer', 'Property .customer must be object, got 5.']]],
  ['a value that is wrong in several ways once', 'createReward',
    { parameters: { coin: { exchange_ratio: 'free', points_ratio: true } } }, [
    ['/parameters/coin/exchange_ratio',
      `Property .parameters.coin.exchange_ratio must match ${ratio}, got "free".`],
    ['/parameters/coin/points_ratio',
      'Property .parameters.coin.points_ratio must be integer or string, got true.']]],
  ['items of a list by their index', 'updateProductsInBulk',
    [{ source_id: '' }, { source_id: 'a' }, { price: 1.5 }, 'beans'], [
    ['/0/source_id', 'Property [0].source_id must have at least 1 character, got "".'],
    ['/2/source_id', 'Property [2].source_id is required.'],
    ['/2/price', 'Property [2].price must be integer or null, got 1.5; amounts are in the smallest unit: 150.'],
    ['/3', 'Property [3] must be object, got "beans".']]],
  ['a thing that is sent where a list of things is', 'updateProductsInBulk', { source_id: 'a' }, [
    ['', 'Payload must be array, got an object; put it in [ ].']]],
  ['in the branch that a constant names', 'createEarningRules',
    [{ event: 'order.paid', loyalty: fixed }], [
    ['/0/loyalty/every', 'Property [0].loyalty.every is not known here; known are type, points.'],
    ['/0/loyalty/points', 'Property [0].loyalty.points must match ^[1-9][0-9]{0,14}$, got "x".']]],
  ['one for a union whose branch is misnamed', 'createEarningRules',
    [{ event: 'order.paid', loyalty: { ...fixed, type: 'X' }, label: 5 }], [
    ['/0/label',
      'Property [0].label is not known here; the nearest of 16 that are: event, loyalty, segment.'],
    ['/0/loyalty/type',
      'Property [0].loyalty.type must be one of "FIXED", "PROPORTIONAL", got "X".']]],
  ['in the entries of a map', 'createValidationRule',
    { name: 5, rules: { 1: { property: 5 }, 2: 'x', logic: 5 } }, [
    ['/name', 'Property .name must be string, got 5.'],
    ['/rules/1/name', 'Property .rules.1.name is required.'],
    ['/rules/1/property', 'Property .rules.1.property must be string or null, got 5.'],
    ['/rules/2', 'Property .rules.2 must be object, got "x".'],
    ['/rules/logic', 'Property .rules.logic must be string or null, got 5.']]],
  ['text where only `junction` may have it', 'createSegment',
    { name: 'x', filter: { junction: 'and', name: 'ada' } }, [
    ['/filter/name', 'Property .filter.name must be object, got "ada".']]],
  ['a form by its parameters, without their values', 'issueOAuthToken',
    { grant_type: 'password', colour: 'x', ...credentials }, [
    ['/scope', 'Parameter scope is required.'],
    ['/colour',
      'Parameter colour is not known here; known are grant_type, scope, client_id, client_secret.'],
    ['/grant_type', 'Parameter grant_type must be "client_credentials".'],
    ['/client_id', 'Parameter client_id must have at most 512 characters.'],
    ['/client_secret', 'Parameter client_secret must have at most 512 characters.']]],
  ['the body as a whole', 'createReward', [], [['', 'Payload must be object, got an array.']]],
  ['what no schema can say is told alone', 'createReward', { name: '\0', stock: -1 }, [
    ['alone', 'Property .name holds the character U+0000, which is not accepted.']]]
]

t.test('the mistakes of a body are told together, each place once', async t => {
  for (const [title, id, body, mistakes] of bodies) {
    t.strictSame(told(t, bodyOf(id), body), mistakes, title)
  }
})

t.test('a property that is not described is told by its name, at any depth', async t => {
  for (const operation of withBody) {
    let unfit = 0
    for (const { value } of operation.requests) {
      for (const { body } of variants(value, surprised)) {
        // A map takes what it is given.
        if (validators[operation.document].fits(operation.schema.slice(1), body)) continue
        const [first] = told(t, operation, structuredClone(body))
        if (first?.[1].includes('surprise') !== true) t.fail(`${operation.id}: ${first?.[1]}`)
        unfit++
      }
    }
    t.ok(unfit > 0, operation.id)
  }
})

/** A place of a body, a value that makes it wrong, and what is told of it then. */
interface Wrong {
  readonly at: readonly string[]
  /** The place within which nothing else is told. */
  readonly whole: readonly string[]
  readonly value: unknown
  readonly told: Told[number]
}

let numbers = 0
/** Values that are hardly ever right; no number twice, because lists may forbid that. */
const misfits = () => [true, -++numbers, '', [], { surprise: 1 }, 'x'.repeat(9000)]
const NAMING: ReadonlySet<string> = new Set(['type', 'calculation_type'])

function* wrongsOf(t: Test, operation: Described, body: unknown): Generator<Wrong> {
  for (const { body: changed, at } of variants(body, misfits)) {
    const value = at.reduce<unknown>((found, key) => (found as never)[key], changed)
    const [one, ...more] = told(t, operation, structuredClone(changed))
    if (one === undefined || more.length > 0 || at.length === 0) continue
    // What names the branch of a union stands for the rest of the object.
    const whole = NAMING.has(at.at(-1) ?? '') ? at.slice(0, -1) : at
    yield { at, whole, value, told: one }
  }
}

/** Of those in random order, as many as do not touch each other: at most `count`. */
function apart(wrongs: readonly Wrong[], count: number, chance: Chance): readonly Wrong[] {
  const left = [...wrongs]
  const chosen: Wrong[] = []
  while (left.length > 0 && chosen.length < count) {
    const [next] = left.splice(chance.below(left.length), 1) as [Wrong]
    const within = (one: readonly string[], other: readonly string[]) =>
      one.every((key, index) => key === other[index])
    const touches = ({ whole, told: [place] }: Wrong) =>
      within(whole, next.whole) || within(next.whole, whole) || place === next.told[0]
    if (!chosen.some(touches)) chosen.push(next)
  }
  return chosen
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by))
  const found = value as Readonly<Record<string, unknown>>
  return { ...found, [key]: replaced(found[key], rest, by) }
}

for (const operation of withBody) {
  t.test(`${operation.id}: k mistakes are told as each is told alone, ten at most`, async t => {
    const known = new Map<unknown, readonly Wrong[]>()
    for (const chance of casesOf(t, { gate: 10, soak: 100 })) {
      const { value: body } = chance.pick(operation.requests)
      const wrongs = known.get(body) ?? [...wrongsOf(t, operation, body)]
      known.set(body, wrongs)
      const chosen = apart(wrongs, chance.between(2, MISTAKES_TOLD_MAX + 4), chance)
      const sent = chosen.reduce((made, { at, value }) => replaced(made, at, value), body)
      const found = told(t, operation, structuredClone(sent))
      const expected = new Map(chosen.map(({ told }) => told))
      const strange = found.filter(([place, details]) => expected.get(place) !== details)
      const places = new Set(found.map(([place]) => place)).size
      t.strictSame(
        { strange, told: found.length, places },
        { strange: [], told: Math.min(chosen.length, MISTAKES_TOLD_MAX), places: found.length },
        JSON.stringify(sent).slice(0, 600)
      )
    }
  })
}

/** A body that counts how often something in it is read, and how many values it holds. */
function counted(body: unknown): { body: unknown; reads: () => number; values: number } {
  let [reads, values] = [0, 0]
  const wrapped = (value: unknown): unknown => {
    values++
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, each]) => [key, wrapped(each)] as const)
    const copy = Array.isArray(value)
      ? entries.map(([, each]) => each)
      : Object.fromEntries(entries)
    return new Proxy(copy, {
      get: (target, key) => {
        reads++
        return Reflect.get(target, key)
      }
    })
  }
  return { body: wrapped(body), reads: () => reads, values }
}

const products = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ source_id: n, price: 'x', attributes: [n], size: n }))

/** Rules within rules; each level is a mistake of its own, or only the innermost is one. */
function nested(depth: number, logic: unknown): object {
  const inner = depth === 0 ? { 1: { property: 5 } } : nested(depth - 1, logic)
  return { 1: { name: 'order.items.any', rules: inner }, logic }
}

const rules = (depth: number, logic: unknown) => ({ name: 'x', rules: nested(depth, logic) })
const within = limits.searchedValues
const fits = Math.floor((within - 1) / 6)

// Times a value is read on average: by the check that stops, by the search, and by explanations.
// biome-ignore format: a table
const costs: readonly [title: string, id: string, body: unknown, told: number, most: number][] = [
  ['every value wrong',            'updateProductsInBulk', products(10),           10, 6],
  ['as many as are searched',      'updateProductsInBulk', products(fits),         10, 6],
  ['one product more',             'updateProductsInBulk', products(fits + 1),     1,  3],
  ['many more',                    'updateProductsInBulk', products(50 * fits),    1,  3],
  ['one text that is long',        'updateProductsInBulk', ['x'.repeat(64 * within), 1], 1, 9],
  ['a mistake on every level',     'createValidationRule', rules(12, 5),           10, 16],
  ['one as deep as JSON may be',   'createValidationRule', rules(13, '1'),         2, 50]
]

t.test('looking for all mistakes costs a few reads of each value, however many there are', t => {
  for (const [title, id, sent, count, most] of costs) {
    const { body, reads, values } = counted(sent)
    t.equal(told(t, bodyOf(id), body).length, count, title)
    const each = reads() / values
    t.ok(each <= most, `${title}: each of ${values} values is read ${each} times`)
  }
  t.end()
})

t.test('a place with a name beyond all measure is told alone, or not at all', async t => {
  const name = 'y'.repeat(1100)
  const create = bodyOf('createReward')
  t.equal(told(t, create, { ...PRODUCT, [name]: 1, stock: -1 }).length, 1)
  const inner = { ...PRODUCT, stock: -1, attributes: { [name]: 1, image_url: 5 } }
  const places = told(t, create, inner).map(([place]) => place)
  t.strictSame(places, ['alone'])
  const map = { ...PRODUCT, stock: -1, metadata: { [name]: 1 } }
  t.match(told(t, create, map), [['alone', /metadata has a property whose name has more than 512/]])
})

const answering = { shop: fixture('shop'), desk: fixture('desk') }
const json = { ...keys, 'content-type': 'application/json' }
const form = { ...keys, 'content-type': 'application/x-www-form-urlencoded' }

t.test('an answer has all mistakes beside the first, or says nothing of others', async t => {
  const app = checked(t, givenApp(), answering)
  const answerOf = async (body: object) => {
    const { request_id, ...rest } = (
      await send(app, 'POST /v1/rewards', json, JSON.stringify(body))
    ).json()
    return rest
  }
  const details = 'Property .stock must be integer or null, got "1".'
  const first = { code: 400, key: 'invalid_payload', message: 'Invalid payload', details }
  t.strictSame(await answerOf({ name: 'M', stock: '1' }), first)
  const other = 'Property .active must be boolean, got 1.'
  t.strictSame(await answerOf({ name: 'M', stock: '1', active: 1 }), {
    ...first,
    errors: [
      { key: 'invalid_payload', pointer: '/stock', details },
      { key: 'invalid_payload', pointer: '/active', details: other }
    ]
  })
  const key = 'invalid_query_params'
  t.match((await send(app, 'GET /v1/exports?limit=0&colour=blue&page=0')).json(), {
    key,
    errors: ['/colour', '/limit', '/page'].map(pointer => ({ key, pointer }))
  })
})

t.test('a form has a key for each mistake, and no value of it is repeated', async t => {
  const app = checked(t, givenApp(), answering)
  const sent = 'grant_type=s3cret&access_token=s3cret&access_token=s3cret&password=s3cret'
  const answer = await send(app, 'POST /v1/oauth/token', form, sent)
  const { key, errors } = answer.json()
  t.notMatch(answer.body, /s3cret/)
  t.equal(key, 'missing_parameters')
  const found = errors.map((each: { key: string; pointer: string }) => [each.key, each.pointer])
  t.strictSame(found, [
    ['missing_parameters', '/scope'],
    ['invalid_payload', '/password'],
    ['invalid_grant_type', '/grant_type'],
    ['invalid_payload', '/access_token']
  ])
})
