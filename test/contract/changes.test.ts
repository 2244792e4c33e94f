import t from 'tap'
import { changesBetween } from '../../scripts/contract/comparison.ts'
import { mayBreak, told, unannounced } from '../../scripts/contract-changes.ts'
import { followed, schemasOf, type Tree, tree } from '../../scripts/documents/walk.ts'
import { fixture } from '../support/fixture-service.ts'

const said = (before: Tree, after: Tree) =>
  changesBetween(before, after).map(({ breaking, text }) => `${breaking ? '! ' : ''}${text}`)

function documentOf(operation: Tree, schemas: Tree = {}): Tree {
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    paths: { '/orders': { post: { operationId: 'createOrder', ...operation } } },
    components: { schemas }
  }
}

const json = (schema: Tree) => ({ 'application/json': { schema } })
const asking = (schema: Tree, required = true) =>
  documentOf({ requestBody: { required, content: json(schema) }, responses: {} })
const answering = (schema: Tree) => documentOf({ responses: { 200: { content: json(schema) } } })

const text = { type: 'string' }
const closed = (properties: Tree, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false
})
const open = (properties: Tree, ...required: string[]) => ({ type: 'object', properties, required })

type SchemaRow = readonly [
  title: string,
  before: Tree,
  after: Tree,
  asked: readonly string[],
  answered: readonly string[]
]

const at = 'createOrder: the body'
const out = 'createOrder 200'

// What is said of the same change in a request and in an answer.
// biome-ignore format: a table
const schemas: readonly SchemaRow[] = [
  ['nothing', text, text, [], []],
  ['another type', text, { type: 'integer' },
    [`! ${at} of a request cannot be string any more`, `${at} of a request can be number`],
    [`! ${out} of an answer can be number`, `${out} of an answer cannot be string any more`]],
  ['null as well', text, { type: ['string', 'null'] }, [`${at} of a request can be null`],
    [`! ${out} of an answer can be null`]],
  ['null in another style', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }, [],
    []],
  ['fractions', { type: 'integer' }, { type: 'number' }, [`${at} of a request can have a fraction`],
    [`! ${out} of an answer can have a fraction`]],
  ['a constant as a list of one', { const: 'a' }, { const: 'a', enum: ['a'] }, [], []],
  ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, [`${at} of a request can be "b"`],
    [`! ${out} of an answer can be "b"`]],
  ['any value', { type: 'string', enum: ['a'] }, text, [`${at} of a request can be another value`],
    [`! ${out} of an answer can be another value`]],
  ['a lower bound', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 },
    [`! ${at} of a request has maxLength 5 instead of 9`],
    [`${out} of an answer has maxLength 5 instead of 9`]],
  ['no bound', { type: 'integer', minimum: 1 }, { type: 'integer' },
    [`${at} of a request has minimum none instead of 1`],
    [`! ${out} of an answer has minimum none instead of 1`]],
  [
    'alternatives as branches',
    { type: ['string', 'number'], maxLength: 3, minimum: 1, maximum: 9 },
    { anyOf: [
        { type: 'string', maxLength: 3 },
        { type: 'number', minimum: 1, maximum: 8 }
      ]
    },
    [`! ${at} of a request has maximum 8 instead of 9`],
    [`${out} of an answer has maximum 8 instead of 9`]
  ],
  ['a bound that bounds nothing', text, { type: 'string', minLength: 0 }, [], []],
  ['a bound of listed values', { enum: ['a'] }, { enum: ['a'], maxLength: 1 }, [], []],
  [
    'another pattern',
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^b' },
    [
      `! ${at} of a request has pattern ^b instead of ^a`,
      `${at} of a request has pattern ^b instead of ^a`
    ],
    [
      `! ${out} of an answer has pattern ^b instead of ^a`,
      `${out} of an answer has pattern ^b instead of ^a`
    ]
  ],
  ['a property more', closed({ id: text }), closed({ id: text, name: text }),
    [`${at}.name of a request can be there`],
    [`! ${out}.name of an answer can be there`, `${out}.name of an answer is new`]],
  ['a property that has to be sent', closed({ id: text }), closed({ id: text }, 'id'),
    [`! ${at}.id of a request cannot be absent any more`],
    [`${out}.id of an answer cannot be absent any more`]],
  ['a property more, of what is open', open({ id: text }), open({ id: text, name: text }), [],
    [`${out}.name of an answer is new`]],
  ['a property less, of what is open', open({ id: text, name: text }), open({ id: text }), [],
    [`! ${out}.name of an answer is gone`]],
  [
    'a property of another type, in a list',
    { type: 'array', items: open({ id: text }) },
    { type: 'array', items: open({ id: { type: 'boolean' } }) },
    [
      `! ${at}[].id of a request cannot be string any more`,
      `${at}[].id of a request can be boolean`
    ],
    [
      `! ${out}[].id of an answer can be boolean`,
      `${out}[].id of an answer cannot be string any more`
    ]
  ],
  ['a map of longer texts',
    { type: 'object', additionalProperties: { type: 'string', maxLength: 1 } },
    { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } },
    [`${at}.* of a request has maxLength 2 instead of 1`],
    [`! ${out}.* of an answer has maxLength 2 instead of 1`]],
  ['a map that is closed', { type: 'object' }, { type: 'object', additionalProperties: false },
    [`! ${at}.* of a request cannot be there any more`],
    [`${out}.* of an answer cannot be there any more`]],
  [
    'one part put together of two',
    closed({ id: text, name: text }, 'id'),
    { allOf: [open({ id: text }, 'id'), { properties: { name: text } }],
      additionalProperties: false
    },
    [],
    []
  ],
  ['an alternative of the same type',
    { oneOf: [closed({ a: text }, 'a'), closed({ b: text }, 'b')] },
    { oneOf: [closed({ b: text }, 'b'), closed({ a: text }, 'a')] }, [], []],
  [
    'an alternative less',
    { oneOf: [closed({ a: text }, 'a'), closed({ b: text }, 'b')] },
    { oneOf: [closed({ a: text }, 'a')] },
    [
      `! ${at}.a of a request cannot be absent any more`,
      `! ${at}.b of a request cannot be there any more`
    ],
    [
      `! ${out}.b of an answer is gone`,
      `${out}.a of an answer cannot be absent any more`,
      `${out}.b of an answer cannot be there any more`
    ]
  ]
]

for (const [title, before, after, asked, answered] of schemas) {
  t.test(`of a request and of an answer: ${title}`, async t => {
    t.strictSame(said(asking(before), asking(after)), asked)
    t.strictSame(said(answering(before), answering(after)), answered)
  })
}

const ok = { 200: { description: 'Done' } }
const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }
const key = { appId: [] }

// biome-ignore format: a table
const operations: readonly (readonly [string, Tree, Tree, readonly string[]])[] = [
  ['a name', { operationId: 'createOrder' }, { operationId: 'makeOrder' },
    ['! createOrder is called makeOrder']],
  ['a parameter more', {}, { parameters: [limit] }, ['createOrder: query parameter limit is new']],
  ['a parameter less', { parameters: [limit] }, {},
    ['! createOrder: query parameter limit is gone']],
  ['a parameter that is needed', {}, { parameters: [{ ...limit, required: true }] },
    ['! createOrder: query parameter limit is needed']],
  ['a parameter that is needed now', { parameters: [limit] },
    { parameters: [{ ...limit, required: true }] },
    ['! createOrder: query parameter limit is needed']],
  ['a narrower parameter', { parameters: [limit] },
    { parameters: [{ ...limit, schema: { type: 'integer', maximum: 9 } }] },
    ['! createOrder: query parameter limit of a request has maximum 9 instead of none']],
  ['a body that is needed', { requestBody: { content: json(text) } },
    { requestBody: { content: json(text), required: true } },
    ['! createOrder: the body is needed']],
  ['another media type', { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/csv': {} } } },
    ['! createOrder: the body: text/plain is gone', 'createOrder: the body: text/csv is new']],
  ['a status less', { responses: { ...ok, 404: {} } }, {}, ['! createOrder: status 404 is gone']],
  ['a refusal more', {}, { responses: { ...ok, 404: {} } }, ['createOrder: status 404 is new']],
  ['a success more', {}, { responses: { ...ok, 202: {} } }, ['! createOrder: status 202 is new']],
  ['a header less', { responses: { 200: { headers: { 'X-Id': {} } } } }, {},
    ['! createOrder 200: header X-Id is gone']],
  ['a key that is needed', { security: [{}] }, { security: [key] },
    ['! createOrder is not opened by {}', 'createOrder is opened by {"appId":[]}']],
  ['its end announced', {}, { deprecated: true }, ['createOrder is deprecated']]
]

for (const [title, before, after, changes] of operations) {
  t.test(`of an operation: ${title}`, async t => {
    const versions = [before, after].map(part => documentOf({ responses: ok, ...part }))
    t.strictSame(said(versions[0] as Tree, versions[1] as Tree), changes)
  })
}

t.test('an operation that is gone breaks clients; a new one does not', async t => {
  const [none, some] = [{ paths: {} }, documentOf({})]
  t.strictSame(said(some, none), ['! POST /orders (createOrder) is gone'])
  t.strictSame(said(none, some), ['POST /orders (createOrder) is new'])
})

t.test('a schema is told once, by its name, however often it is used', async t => {
  const order = { $ref: '#/components/schemas/Order' }
  const version = (status: Tree) =>
    documentOf(
      { responses: { 200: { content: json(order) }, 201: { content: json(order) } } },
      { Order: open({ status, parts: { type: 'array', items: order } }, 'status') }
    )
  const one = version({ type: 'string', enum: ['PAID'] })
  const more = version({ type: 'string', enum: ['PAID', 'SENT'] })
  t.strictSame(said(one, more), ['! Order.status of an answer can be "SENT"'])
  for (const description of [
    'How far it is; an open set.',
    'How far it is. Open set: ignore others.'
  ]) {
    const described = { type: 'string', enum: ['PAID'], description }
    t.strictSame(said(version(described), more), ['Order.status of an answer can be "SENT"'])
  }
})

t.test('a schema that gets another name, or loses its own, is told', async t => {
  const [one, other, both] = [{ Order: text }, { Purchase: text }, { Order: text, Purchase: text }]
  const told = (before: Tree, after: Tree) => said(documentOf({}, before), documentOf({}, after))
  const too = ', in generated clients, too'
  t.strictSame(told(one, other), [`the schema Order is called Purchase${too}`])
  t.strictSame(told(both, one), [`the schema Purchase has no name any more${too}`])
  t.strictSame(told(one, both), [])
})

t.test('a version says whether clients may break', async t => {
  const rows = [
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', false],
    ['0.1.0', '0.2.0', true],
    ['0.2.0', '0.1.0', false],
    ['0.9.0', '1.0.0', true],
    ['1.2.0', '1.3.0', false],
    ['1.2.0', '2.0.0', true],
    ['2.0.0', '1.0.0', false]
  ] as const
  for (const [from, to, expected] of rows) t.equal(mayBreak(from, to), expected, `${from} ${to}`)
  const changes = [
    { breaking: true, text: 'one is gone' },
    { breaking: false, text: 'two is new' }
  ]
  const log = { name: 'service', from: '1.0.0', to: '1.1.0', changes }
  t.strictSame(unannounced(log), ['service 1.1.0: one is gone, which breaks clients of 1.0.0.'])
  t.strictSame(unannounced({ ...log, to: '2.0.0' }), [])
  t.equal(told(log), '### service\n\n- **Breaks clients:** one is gone.\n- two is new.\n')
})

t.test('every schema of a document can be compared with itself', async t => {
  const shop = fixture('shop') as unknown as Tree
  t.strictSame(said(shop, structuredClone(shop)), [])
  const stricter = structuredClone(shop)
  for (const { schema } of schemasOf(stricter)) {
    if (tree(followed(stricter, schema))['type'] === 'string') schema['maxLength'] = 1
  }
  t.ok(said(shop, stricter).length > 3)
})
