import t from 'tap'
import { mapRefusal } from '../../../src/decisions/metadata.ts'
import {
  goodsMapRefusal,
  keptOnLines,
  sentMapRefusal
} from '../../../src/decisions/orders/free-maps.ts'
import type { Metadata } from '../../../src/model.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct, givenSku } from '../../support/given-goods.ts'

const LONG = 'n'.repeat(513)
const NOTHING = { products: new Map(), skus: new Map() }

/** A map with a name that is too long, one for each place. */
const odd = (place: string): Metadata => ({ [`${LONG}${place}`]: 1 })

const product = givenProduct({ metadata: odd('product') })
const sku = givenSku({ metadata: odd('sku') })
const inventory = { products: new Map([['prod_1', product]]), skus: new Map([['sku_1', sku]]) }
const shown = { id: 'x', sourceId: null, price: null }
const stored = givenOrder({
  metadata: odd('order'),
  items: [
    givenOrderItem({
      metadata: odd('line'),
      product: { ...shown, name: null, metadata: odd('shown product') },
      sku: { ...shown, sku: null, metadata: odd('shown sku') }
    }),
    givenOrderItem({ product: null, sku: null })
  ]
})

t.test('keptOnLines: what the stored lines and the goods have', async t => {
  const kept = keptOnLines(stored, inventory)
  for (const place of ['line', 'shown product', 'shown sku', 'product', 'sku']) {
    t.equal(mapRefusal(odd(place), 'metadata', kept), null, place)
  }
  t.match(mapRefusal(odd('order'), 'metadata', kept), { key: 'invalid_payload' })
  t.match(mapRefusal(odd('line'), 'metadata', keptOnLines(null, NOTHING)), {
    key: 'invalid_payload'
  })
})

//  order that is sent                                          path that is refused
const SENT = [
  [sent(), null],
  [sent({ metadata: odd('order') }), null],
  [sent({ metadata: odd('line') }), 'order.metadata'],
  [sent({ items: [item(), item({ metadata: odd('line') })] }), null],
  [sent({ items: [item(), item({ metadata: odd('order') })] }), 'order.items[1].metadata'],
  [sent({ items: [item({ product: { metadata: odd('sku') } })] }), null],
  [
    sent({ items: [item({ product: { metadata: odd('new') } })] }),
    'order.items[0].product.metadata'
  ],
  [sent({ items: [item({ sku: { metadata: odd('new') } })] }), 'order.items[0].sku.metadata']
] as const

t.test('sentMapRefusal: the first map that has what is stored nowhere', async t => {
  for (const [order, path] of SENT) {
    const details = `Property .${path}: has a property whose name has more than 512 characters`
    const refusal = path === null ? null : { key: 'invalid_payload', details }
    t.strictSame(sentMapRefusal(order, stored, inventory), refusal, `${path}`)
  }
  t.match(sentMapRefusal(sent({ metadata: odd('order') }), null, NOTHING), {
    key: 'invalid_payload'
  })
})

t.test('goodsMapRefusal: a line that says nothing of its goods has none', async t => {
  t.equal(goodsMapRefusal(item(), 'order.items[0]', keptOnLines(null, NOTHING)), null)
})
