import t from 'tap'
import {
  type BulkTally,
  type ItemFailure,
  REPORTED_FAILURES_MAX
} from '../../../src/decisions/async-actions/bulk.ts'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  deleteProduct,
  type MergeProductsFacts,
  mergeProducts,
  type ProductFields,
  type ProductItem,
  saveProduct,
  updateProduct,
  updateProductsInBulk
} from '../../../src/decisions/products/products.ts'
import type { Job, Json, Product } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenProduct, givenReward } from '../../support/given-goods.ts'
import { givenAction, givenJob } from '../../support/given-records.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const IMAGE = 'https://shop.example/mug.png'

t.test('updateProductsInBulk: accepts with a handle and a job, in chunks of 100', async t => {
  const items = Array.from({ length: 201 }, (_, index) => ({
    sourceId: `p${index}`,
    name: undefined,
    price: null
  }))
  const action = {
    id: 'aa_000001',
    type: 'PRODUCTS.BULK_UPDATE',
    status: 'ENQUEUED',
    operationStatus: null,
    result: null,
    requestId: 'req_1',
    progress: 0,
    processingTimeMs: null,
    createdAt: NOW,
    updatedAt: null
  }
  const job: Job = {
    id: 'job_000001',
    projectId: 'proj_1',
    task: 'products.bulkUpdate',
    queue: 'products',
    asyncActionId: 'aa_000001',
    data: { doneCount: 0, failedCount: 0, errors: [] },
    done: 0,
    total: 201,
    attempts: 0,
    runAt: NOW,
    owner: null,
    leaseUntil: null,
    createdAt: NOW
  }
  // What was not sent stays absent, what was sent as null stays null.
  const rows = items.map(({ sourceId }) => ({ sourceId, price: null }))
  t.strictSame(updateProductsInBulk(items, givenOccasion()), {
    result: action,
    changes: [
      { kind: 'asyncAction.created', action },
      {
        kind: 'job.queued',
        job,
        chunks: [rows.slice(0, 100), rows.slice(100, 200), rows.slice(200)]
      }
    ]
  })
})

t.test('updateProductsInBulk: an empty array is refused', async t => {
  t.strictSame(updateProductsInBulk([], givenOccasion()), {
    refusal: { key: 'invalid_payload', details: 'Send at least one product in the array' }
  })
})

const stored = givenProduct({
  attributes: ['colour'],
  imageUrl: IMAGE,
  metadata: { size: 'M', tea: true }
})
const action = givenAction()
const schema = givenSchema({ properties: { size: givenProperty() } })
const untouched: BulkTally = { doneCount: 0, failedCount: 0, errors: [] }

function facts(items: readonly ProductItem[], over: Partial<MergeProductsFacts> = {}) {
  const job = givenJob({ total: items.length, data: untouched as unknown as Json })
  const bare: MergeProductsFacts = {
    job,
    owner: 'worker-1',
    action,
    chunkIndex: 0,
    items,
    products: [],
    schema: null
  }
  return { ...bare, ...over }
}

/** What is written when the one chunk of a job is done. */
function settled(tally: BulkTally, count: number): Change[] {
  const done = {
    ...action,
    status: 'DONE' as const,
    operationStatus: tally.doneCount > 0 ? ('SUCCESS' as const) : ('FAILED' as const),
    result: {
      done_count: tally.doneCount,
      failed_count: tally.failedCount,
      reports: [],
      reports_available_till: null,
      errors: tally.errors as unknown as Json
    },
    progress: 100,
    processingTimeMs: 10_000,
    updatedAt: NOW
  }
  return [
    {
      kind: 'job.progressed',
      jobId: 'job_1',
      owner: 'worker-1',
      step: count,
      done: count,
      chunkIndex: 0,
      data: tally as unknown as Json
    },
    { kind: 'asyncAction.updated', action: done },
    { kind: 'job.finished', jobId: 'job_1', owner: 'worker-1' }
  ]
}

//                                      sent                        changed, or null for nothing
const merges: [string, ProductFields, Partial<Product> | null][] = [
  ['nothing sent', {}, null],
  ['the same again', { name: 'Stoneware mug', price: 1200, metadata: { size: 'M' } }, null],
  ['undefined leaves', { name: undefined, price: undefined, metadata: undefined }, null],
  ['a value sets', { price: 1300 }, { price: 1300 }],
  ['a price of nothing is a price', { price: 0 }, { price: 0 }],
  ['null clears', { name: null, price: null }, { name: null, price: null }],
  [
    'null clears the list and the picture',
    { attributes: null, imageUrl: null },
    { attributes: [], imageUrl: null }
  ],
  ['a list is set as a whole', { attributes: ['size'] }, { attributes: ['size'] }],
  ['metadata joins', { metadata: { tea: null, age: 3 } }, { metadata: { size: 'M', age: 3 } }],
  ['null clears all metadata', { metadata: null }, { metadata: {} }],
  ['a name is changed', { name: 'Tea bowl' }, { name: 'Tea bowl' }]
]

t.test('mergeProducts: a value sets, null clears, absent leaves', t => {
  table(t, merges, (t, _, sent, over) => {
    const product = { ...stored, ...over, updatedAt: NOW, version: 2 }
    const changes: Change[] = over === null ? [] : [{ kind: 'product.updated', product }]
    const items = [{ sourceId: 'mug', ...sent }]
    const decision = mergeProducts(facts(items, { products: [stored] }), givenOccasion())
    const tally = { doneCount: 1, failedCount: 0, errors: [] }
    t.match(decision, { result: { finished: true, action: { status: 'DONE' } } })
    t.strictSame('changes' in decision && decision.changes, [...changes, ...settled(tally, 1)])
  })
  t.end()
})

t.test('mergeProducts: an unknown source id makes a product', async t => {
  const made = (id: string, sourceId: string, over: Partial<Product> = {}) => ({
    ...givenProduct({ id, sourceId, name: null, price: null, createdAt: NOW }),
    ...over
  })
  const [bare, full] = [
    made('prod_000001', 'a'),
    made('prod_000002', 'b', {
      name: 'B',
      price: 5,
      attributes: ['size'],
      imageUrl: IMAGE,
      metadata: { size: 'M' }
    })
  ]
  const items = [
    { sourceId: 'a' },
    {
      sourceId: 'b',
      name: 'B',
      price: 5,
      attributes: ['size'],
      imageUrl: IMAGE,
      metadata: { size: 'M', gone: null }
    }
  ]
  const decision = mergeProducts(facts(items, { schema }), givenOccasion())
  t.strictSame('changes' in decision && decision.changes, [
    { kind: 'product.created', product: bare },
    { kind: 'product.created', product: full },
    ...settled({ doneCount: 2, failedCount: 0, errors: [] }, 2)
  ])
})

t.test('mergeProducts: items of one source id apply in order, field by field', async t => {
  const items = [
    { sourceId: 'a', name: 'First', price: 1 },
    { sourceId: 'a', price: 2 },
    { sourceId: 'a', name: null, metadata: { x: 1 } },
    { sourceId: 'a', metadata: { x: 1 } }
  ]
  const first = givenProduct({
    id: 'prod_000001',
    sourceId: 'a',
    name: 'First',
    price: 1,
    createdAt: NOW
  })
  const second = { ...first, price: 2, updatedAt: NOW, version: 2 }
  const third = { ...second, name: null, metadata: { x: 1 }, version: 3 }
  const decision = mergeProducts(facts(items), givenOccasion())
  t.strictSame('changes' in decision && decision.changes, [
    { kind: 'product.created', product: first },
    { kind: 'product.updated', product: second },
    { kind: 'product.updated', product: third },
    ...settled({ doneCount: 4, failedCount: 0, errors: [] }, 4)
  ])
})

t.test('mergeProducts: a name is free once its owner gave it up, and not before', async t => {
  const bowl = givenProduct({ id: 'prod_2', sourceId: 'bowl', name: 'Bowl' })
  const swap = (names: [string, string][]) =>
    mergeProducts(
      facts(
        names.map(([sourceId, name]) => ({ sourceId, name })),
        { products: [stored, bowl] }
      ),
      givenOccasion()
    )
  const named = (product: Product, name: string, version: number) => ({
    kind: 'product.updated' as const,
    product: { ...product, name, updatedAt: NOW, version }
  })
  // Each change on its own keeps names unique, because the rows are written in this order.
  const detour = swap([
    ['mug', 'Free'],
    ['bowl', 'Stoneware mug'],
    ['mug', 'Bowl']
  ])
  t.strictSame('changes' in detour && detour.changes, [
    named(stored, 'Free', 2),
    named(bowl, 'Stoneware mug', 2),
    named(stored, 'Bowl', 3),
    ...settled({ doneCount: 3, failedCount: 0, errors: [] }, 3)
  ])
  const clash: ItemFailure = {
    source_id: 'mug',
    key: 'duplicate_found',
    message: 'Duplicated resource found',
    details: 'Item [0]: Duplicated product exists with name Bowl; choose another or use that one'
  }
  const direct = swap([['mug', 'Bowl']])
  t.strictSame(
    'changes' in direct && direct.changes,
    settled({ doneCount: 0, failedCount: 1, errors: [clash] }, 1)
  )
})

//                                   sent                                 key, and details
const failures: [string, ProductFields, string, RegExp][] = [
  ['a name that is taken', { name: 'Bowl', imageUrl: 'x' }, 'duplicate_found', /name Bowl/],
  [
    'a picture without https',
    { imageUrl: 'http://a.example/b.png', metadata: { size: 5 } },
    'invalid_payload',
    /\.image_url: 'http:\/\/a\.example\/b\.png'.*https:\/\/ URL/
  ],
  ['a picture that is none', { imageUrl: 'https://a.example/b.gif' }, 'invalid_payload', /b\.gif/],
  ['metadata against the schema', { metadata: { size: 5 } }, 'metadata_validation_failed', /size/]
]

t.test('mergeProducts: an item that cannot be merged is reported, and the others go on', t => {
  const bowl = givenProduct({ id: 'prod_2', sourceId: 'bowl', name: 'Bowl' })
  table(t, failures, (t, _, sent, key, details) => {
    for (const sourceId of ['mug', 'new']) {
      const items = [
        { sourceId, ...sent },
        { sourceId: 'bowl', price: 1 }
      ]
      const known = { products: [stored, bowl], schema }
      const decision = mergeProducts(facts(items, known), givenOccasion())
      const changes = 'changes' in decision ? decision.changes : []
      t.equal(changes.length, 4)
      t.match(changes[0], { kind: 'product.updated', product: { id: 'prod_2', price: 1 } })
      t.match(changes[1], {
        data: {
          doneCount: 1,
          failedCount: 1,
          errors: [{ source_id: sourceId, key, details }]
        }
      })
      t.match(changes[2], { action: { operationStatus: 'SUCCESS', result: { failed_count: 1 } } })
    }
  })
  t.end()
})

t.test(
  'mergeProducts: what a schema that came later lacks is no failure of other fields',
  async t => {
    const strict = givenSchema({ properties: { origin: givenProperty({ optional: false }) } })
    const items = [{ sourceId: 'mug', price: 1 }]
    const decision = mergeProducts(
      facts(items, { products: [stored], schema: strict }),
      givenOccasion()
    )
    t.match(decision, { result: { action: { result: { done_count: 1, failed_count: 0 } } } })
  }
)

t.test('mergeProducts: a chunk in between tells how far it got and keeps the tally', async t => {
  const errors = Array.from({ length: REPORTED_FAILURES_MAX - 1 }, (_, index) => ({
    source_id: `s${index}`,
    key: 'invalid_payload',
    message: 'm',
    details: 'd'
  })) as readonly ItemFailure[]
  const before: BulkTally = { doneCount: 251, failedCount: 999, errors }
  const bad = (sourceId: string) => ({ sourceId, imageUrl: 'x' })
  const items = [{ sourceId: 'ok' }, bad('f1'), bad('f2')]
  const job = givenJob({ done: 1250, total: 2000, data: before as unknown as Json })
  const decision = mergeProducts(facts(items, { job, chunkIndex: 5 }), givenOccasion())
  const changes = 'changes' in decision ? decision.changes : []
  const data = {
    doneCount: 252,
    failedCount: 1001,
    errors: [
      ...errors,
      {
        source_id: 'f1',
        key: 'invalid_payload',
        message: 'Invalid payload',
        details:
          "Item [1251]: Property .image_url: 'x' will not do; " +
          'expected the https:// URL of a .png or .jpg file'
      }
    ]
  }
  const updated = { ...action, status: 'IN_PROGRESS', progress: 62, updatedAt: NOW }
  t.strictSame(changes.slice(1), [
    {
      kind: 'job.progressed',
      jobId: 'job_1',
      owner: 'worker-1',
      step: 3,
      done: 1253,
      chunkIndex: 5,
      data
    },
    { kind: 'asyncAction.updated', action: updated }
  ])
  t.strictSame('result' in decision && decision.result, { action: updated, finished: false })
})

//                                 stored  named   command                       outcome
const saves: [
  string,
  Product | null,
  Product | null,
  ProductFields & { sourceId?: string | null },
  unknown
][] = [
  [
    'without any id',
    null,
    null,
    { name: 'Bowl' },
    {
      kind: 'product.created',
      product: {
        id: 'prod_000001',
        sourceId: null,
        name: 'Bowl',
        price: null,
        version: 1,
        createdAt: NOW
      }
    }
  ],
  [
    'with a source id',
    null,
    null,
    { sourceId: 'bowl', price: 5 },
    { kind: 'product.created', product: { sourceId: 'bowl', name: null, price: 5 } }
  ],
  [
    'known, and different',
    stored,
    null,
    { sourceId: 'mug', price: 5 },
    { kind: 'product.updated', product: { id: 'prod_1', price: 5, version: 2 } }
  ],
  [
    'known, under its own name',
    stored,
    stored,
    { name: 'Stoneware mug', price: 5 },
    { kind: 'product.updated', product: { id: 'prod_1', price: 5 } }
  ],
  ['known, and the same', stored, null, { sourceId: 'mug', price: 1200 }, undefined]
]

t.test('saveProduct: makes or merges one product', t => {
  table(t, saves, (t, _, found, named, command, change) => {
    const decision = saveProduct({ stored: found, named, schema }, command, givenOccasion())
    const changes = 'changes' in decision ? decision.changes : []
    t.match(changes, change === undefined ? [] : [change])
    t.equal(changes.length, change === undefined ? 0 : 1)
    const written = changes[0] as { product: Product } | undefined
    t.strictSame('result' in decision && decision.result, written?.product ?? stored)
  })
  t.end()
})

t.test('saveProduct: a name that is taken is refused', async t => {
  const facts = { stored: null, named: stored, schema }
  t.strictSame(saveProduct(facts, { sourceId: 'x', name: 'Stoneware mug' }, givenOccasion()), {
    refusal: {
      key: 'duplicate_found',
      details: 'Duplicated product exists with name Stoneware mug; choose another or use that one',
      resourceId: 'prod_1',
      resourceType: 'product'
    }
  })
})

t.test('saveProduct: an id is of a product there is', async t => {
  const nowhere = { stored: null, named: null, schema: null }
  t.strictSame(saveProduct(nowhere, { id: 'prod_9', sourceId: 'x' }, givenOccasion()), {
    refusal: {
      key: 'not_found',
      details: 'Cannot find product with id prod_9',
      resourceId: 'prod_9',
      resourceType: 'product'
    }
  })
  const facts = { stored, named: null, schema: null }
  t.match(saveProduct(facts, { id: 'prod_1', sourceId: 'x', price: 5 }, givenOccasion()), {
    changes: [{ kind: 'product.updated', product: { id: 'prod_1', sourceId: 'mug', price: 5 } }]
  })
})

t.test('updateProduct: as what is sent again is merged, whatever it is called by', async t => {
  const stored = givenProduct()
  const facts = { stored, named: null, schema: null }
  t.strictSame(updateProduct(facts, {}, givenOccasion()), { result: stored, changes: [] })
  const product = { ...stored, price: null, metadata: { a: 1 }, updatedAt: NOW, version: 2 }
  t.strictSame(updateProduct(facts, { price: null, metadata: { a: 1 } }, givenOccasion()), {
    result: product,
    changes: [{ kind: 'product.updated', product }]
  })
  const named = givenProduct({ id: 'prod_2', sourceId: null, name: 'Cup' })
  t.match(updateProduct({ ...facts, named }, { name: 'Cup' }, givenOccasion()), {
    refusal: { key: 'duplicate_found', resourceId: 'prod_2' }
  })
})

t.test('deleteProduct: goes without variants, where nothing speaks of it', async t => {
  const none = { campaigns: [], promotionTiers: [] }
  const speakers = { rewards: [], validationRules: [], earningRules: [], ...none }
  t.strictSame(deleteProduct({ product: givenProduct(), holders: [], speakers }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'product', id: 'prod_1' }]
  })
  const holders = [{ type: 'sku', id: 'sku_1' }] as const
  const given = { ...speakers, rewards: [givenReward()] }
  t.match(deleteProduct({ product: givenProduct(), holders, speakers: given }), {
    refusal: {
      key: 'resource_in_use',
      details:
        'Resource product prod_1 is in use by sku sku_1, reward rew_1; delete or change them first'
    }
  })
})
