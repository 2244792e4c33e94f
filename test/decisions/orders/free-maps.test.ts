import t from 'tap'
import { goodsMapRefusal, sentMapRefusal } from '../../../src/decisions/orders/free-maps.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'

/** A name that is too long, wherever it is. */
const odd = { metadata: { ['n'.repeat(513)]: 1 } }

//  order that is sent                                     path that is refused
const SENT = [
  [sent(), null],
  [sent({ metadata: { till: 4 }, items: [item({ metadata: { till: 4 } })] }), null],
  [sent(odd), 'order.metadata'],
  [sent({ items: [item(), item(odd)] }), 'order.items[1].metadata'],
  [sent({ items: [item({ product: odd })] }), 'order.items[0].product.metadata'],
  [sent({ items: [item({ sku: odd })] }), 'order.items[0].sku.metadata']
] as const

t.test('sentMapRefusal: the first map that is beyond its bounds', async t => {
  for (const [order, path] of SENT) {
    const details = `Property .${path}: has a property whose name has more than 512 characters`
    const refusal = path === null ? null : { key: 'invalid_payload', details }
    t.strictSame(sentMapRefusal(order), refusal, `${path}`)
  }
})

t.test('goodsMapRefusal: a line that says nothing of its goods has none', async t => {
  t.equal(goodsMapRefusal(item(), 'order.items[0]'), null)
})
