/**
 * Lists in orders that the tests of their operations do not ask for, also of what a query narrows:
 * the same from either end.
 */
import t from 'tap'
import { givenService } from '../../support/app.ts'

const ADA = 'customer=cust_00ada'
const CARD = 'voucher=CLUB-ADA-0001'
const FIVE_OFF = 'related_object_id=promo_00fiveoff'

//  list, its member in the answer, order, ids
// biome-ignore format: a table
const LISTS = [
  ['/v1/exports', 'exports', 'status',
    'exp_00customers exp_00orders exp_00outdated exp_00vouchers'],
  ['/v1/loyalties/camp_00club/rewards', 'data', 'updated_at',
    'rewa_00mug rewa_00coupon rewa_00gift rewa_00bakery rewa_00coin'],
  ['/v1/loyalties/camp_00club/tiers', 'data', 'updated_at', 'ltr_00gold ltr_00silver'],
  ['/v1/promotions/tiers', 'tiers', 'created_at',
    'promo_00tenoff promo_00fiveoff promo_00snow promo_00thaw'],
  ['/v1/promotions/tiers', 'tiers', 'updated_at',
    'promo_00tenoff promo_00fiveoff promo_00snow promo_00thaw'],
  [`/v1/publications?${ADA}`, 'publications', 'created_at', 'pub_00adaclub pub_00friend'],
  [`/v1/publications?${CARD}`, 'publications', 'created_at', 'pub_00adaclub'],
  [`/v1/publications?${CARD}&${ADA}`, 'publications', 'created_at', 'pub_00adaclub'],
  [`/v1/vouchers?campaign=camp_00club&${ADA}`, 'vouchers', 'created_at', 'v_00adaclub'],
  [`/v1/validation-rules-assignments?${FIVE_OFF}`, 'data', 'created_at', 'asgm_00fiveoff'],
  [`/v1/validation-rules-assignments?${FIVE_OFF}&validation_rule=val_00twenty`, 'data',
    'created_at', 'asgm_00fiveoff']
] as const

t.test('a list is the same from either end', async t => {
  const service = await givenService(t)
  for (const [url, member, order, ids] of LISTS) {
    const listed = async (by: string) => {
      const { body } = await service.get(`${url}${url.includes('?') ? '&' : '?'}order=${by}`)
      return body[member].map(({ id }: { readonly id: string }) => id)
    }
    t.strictSame(await listed(order), ids.split(' '), `${url} by ${order}`)
    t.strictSame(await listed(`-${order}`), ids.split(' ').toReversed(), `${url} by -${order}`)
  }
})
