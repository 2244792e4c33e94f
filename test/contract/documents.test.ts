/**
 * The documents against the interface, its sixteen operations and its limits, and against
 * themselves: examples fit, union branches are apart. What else they keep, such as names and
 * credentials, and that nothing is gone that clients may rely on, `npm run contract:check` counts.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { componentsOf, examplesOf, Validators } from '../../scripts/documents/examples.ts'
import {
  followed,
  operationsOf,
  schemasOf,
  type Tree,
  tree,
  typesOf
} from '../../scripts/documents/walk.ts'
import { DEFAULTS } from '../../src/http/validation.ts'

const read = (name: string): Tree =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8'))
const service = read('service')

const outline = (document: Tree) =>
  operationsOf(document).map(({ id, method, path }) => [id, method.toUpperCase(), path])

t.test('the published document has the operations of the interface and no other', async t => {
  const management = '/management/v1/projects/{projectId}'
  t.same(outline(service), [
    ['issueOAuthToken', 'POST', '/v1/oauth/token'],
    ['introspectOAuthToken', 'POST', '/v1/oauth/introspect'],
    ['listMemberPendingPoints', 'GET', '/v1/loyalties/members/{memberId}/pending-points'],
    ['estimateLoyaltyPoints', 'POST', '/v1/loyalties/{campaignId}/qualifications'],
    ['addVouchersToCampaign', 'POST', '/v1/campaigns/{campaignId}/vouchers'],
    ['redeemReward', 'POST', '/v1/loyalties/{campaignId}/members/{memberId}/redemption'],
    ['createReward', 'POST', '/v1/rewards'],
    ['updateProductsInBulk', 'POST', '/v1/products/bulk/async'],
    ['getVoucherRedemptions', 'GET', '/v1/vouchers/{code}/redemption'],
    ['listExports', 'GET', '/v1/exports'],
    ['listValidationRules', 'GET', '/v1/validation-rules'],
    ['createEarningRules', 'POST', '/v1/loyalties/{campaignId}/earning-rules'],
    ['getCustomer', 'GET', '/v1/customers/{customerId}'],
    ['listPromotionTiers', 'GET', '/v1/promotions/{campaignId}/tiers'],
    ['getMetadataSchema', 'GET', `${management}/metadata-schemas/{metadataSchemaId}`],
    ['sendCustomEvent', 'POST', '/v1/events']
  ])
})

t.test('a failed redemption is an error and a redemption in one flat schema', async t => {
  const {
    RedemptionRefused: refused,
    Redemption: redemption,
    ErrorAnswer: error
  } = componentsOf(service, 'schemas')
  t.same(
    Object.keys(tree(refused?.['properties'])).sort(),
    [error, redemption].flatMap(schema => Object.keys(tree(schema?.['properties']))).sort()
  )
  t.same(refused?.['required'], error?.['required'])
})

// The Limits table: parameter, operation, bounds, default.
const limits = [
  ['limit', 'listExports', { minimum: 1, maximum: 100, default: 10 }],
  ['limit', 'listValidationRules', { minimum: 1, maximum: 100, default: 10 }],
  ['limit', 'listMemberPendingPoints', { minimum: 1, maximum: 100, default: 10 }],
  ['page', 'listExports', { minimum: 1, maximum: 100, default: 1 }],
  ['page', 'listValidationRules', { minimum: 1, maximum: 100, default: 1 }]
] as const

t.test('limits and defaults are those of the interface', async t => {
  for (const [name, id, bounds] of limits) {
    const operation = operationsOf(service).find(found => found.id === id)
    const listed = (operation?.tree['parameters'] ?? []) as Tree[]
    const parameters = listed.map(each => followed(service, each))
    t.match(parameters.find(each => each['name'] === name)?.['schema'], bounds, `${id} ${name}`)
  }
  const { SendCustomEventRequest: sent } = componentsOf(service, 'schemas')
  t.match(tree(sent?.['properties'])['event'], { minLength: 1, maxLength: 300 })
})

/** A copy in which no object takes a property it does not describe: a typing mistake shows. */
function closed(document: Tree): Tree {
  const copy = structuredClone(document)
  for (const { schema } of schemasOf(copy)) {
    const isObject = typesOf(schema).includes('object') && schema['properties'] !== undefined
    if (isObject && schema['additionalProperties'] === undefined) {
      schema['additionalProperties'] = false
    }
  }
  return copy
}

t.test('every example fits its schema and shows nothing that is not described', async t => {
  // It has all that the two documents have (joined.test.ts).
  const joined = read('joined')
  const validators = new Validators(closed(joined))
  const mistakes = [...examplesOf(joined)].flatMap(({ at, schema, value }) => {
    const mistake = validators.mistake(schema, value)
    return mistake === null ? [] : [`${at}: ${mistake}`]
  })
  t.same(mistakes, [])
})

/** Examples of two branches in one object, each first: what an overlap would let pass twice. */
function* mixtures(examples: readonly Tree[]): Generator<Tree> {
  for (const one of examples) {
    yield one
    for (const other of examples) {
      yield { ...one, ...other }
      // Each property of the other by itself: a changed constant, a block of another calculation.
      for (const [key, value] of Object.entries(other)) yield { ...one, [key]: value }
    }
    for (const key of Object.keys(one)) {
      yield Object.fromEntries(Object.entries(one).filter(([name]) => name !== key))
    }
  }
}

t.test('no value fits two branches of a union', async t => {
  const validators = new Validators(service)
  const found = [...schemasOf(service)].filter(({ schema }) => schema['oneOf'] !== undefined)
  for (const { schema, pointer } of found) {
    const branches = schema['oneOf'] as Tree[]
    const leaves = branches.flatMap(branch => leavesOf(branch))
    const examples = leaves.flatMap(leaf => leaf['examples'] as Tree[])
    let tried = 0
    for (const value of mixtures(examples)) {
      const fitting = branches.filter((_, n) => validators.fits(`${pointer}/oneOf/${n}`, value))
      if (fitting.length > 1) t.fail(`two branches of ${pointer} take ${JSON.stringify(value)}`)
      tried++
    }
    t.ok(tried > leaves.length, `${pointer}: ${tried} values`)
  }
})

/** The branches of a branch, itself when it has none. */
function leavesOf(branch: Tree): Tree[] {
  const flat = followed(service, branch)
  const inner = flat['oneOf'] as Tree[] | undefined
  return inner === undefined ? [flat] : inner.flatMap(leavesOf)
}

t.test('what a request may leave out is filled in as its description begins', async t => {
  const all = ['joined', 'sandbox'].map(read)
  for (const [name, values] of Object.entries(DEFAULTS)) {
    const document = all.find(each => name in componentsOf(each, 'schemas')) ?? {}
    const properties = tree(componentsOf(document, 'schemas')[name]?.['properties'])
    for (const [key, value] of Object.entries(values)) {
      const said = typeof value === 'string' ? `\`${value}\`` : String(value)
      const { description, ...rest } = followed(document, properties[key])
      t.match(description, new RegExp(`^Left out, ${said}\\. `), `${name}.${key}`)
      t.notOk('default' in rest)
    }
  }
})
