import t from 'tap'
import { goodsMapRefusal, sentMapRefusal } from '../../../src/decisions/orders/lines.ts'
import { FREE_MAP_LENGTH_MAX } from '../../../src/decisions/updates.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'

/** A map that is too large, wherever it is. */
const large = { metadata: { note: 'x'.repeat(FREE_MAP_LENGTH_MAX) } }

//  order that is sent                                     path that is refused
const SENT = [
  [sent(), null],
  [sent({ metadata: { till: 4 }, items: [item({ metadata: { till: 4 } })] }), null],
  [sent(large), 'order.metadata'],
  [sent({ items: [item(), item(large)] }), 'order.items[1].metadata'],
  [sent({ items: [item({ product: large })] }), 'order.items[0].product.metadata'],
  [sent({ items: [item({ sku: large })] }), 'order.items[0].sku.metadata']
] as const

t.test('sentMapRefusal: the first map that is beyond its bounds', async t => {
  for (const [order, path] of SENT) {
    const size = 'must have at most 65536 characters as JSON, and has 65547'
    const details = `Property .${path}: ${size}`
    const refusal = path === null ? null : { key: 'invalid_payload', details }
    t.strictSame(sentMapRefusal(order), refusal, `${path}`)
  }
})

t.test('goodsMapRefusal: a line that says nothing of its goods has none', async t => {
  t.equal(goodsMapRefusal(item(), 'order.items[0]'), null)
})
