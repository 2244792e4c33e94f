import type { Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

onDemo('getRedemption: is the entry that its voucher lists', async (t, { get }) => {
  const { redemption_entries: entries } = (await get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
  for (const entry of entries) {
    const { status, body } = await get(`/v1/redemptions/${entry.id}`)
    t.strictSame([status, body], [200, entry])
  }
  const unknown = await get('/v1/redemptions/r_00nothing')
  const found = [unknown.status, unknown.body.resource_type, unknown.body.resource_id]
  t.strictSame(found, [404, 'redemption', 'r_00nothing'])
})

const idsOf = async (service: Service, query: string) => {
  const { body } = await service.get(`/v1/redemptions${query}`)
  return [body.redemptions.map(({ id }: { id: string }) => id), body.total]
}

onDemo('listRedemptions: all of them or a customer’s, page by page', async (t, service) => {
  const bens = await service.post('/v1/loyalties/members/CLUB-BEN-0001/redemption', {
    reward: { id: 'rew_00mug' }
  })
  // Counted ids come before those that the demo pins.
  const ben = bens.body.id
  const picnic = ['r_00picnic', 'r_00picniccoupon', 'r_00picnictier']
  const rows = [
    ['', ['r_00refused', ...picnic.toReversed(), 'r_00first', ben], 6],
    ['?order=created_at', [ben, 'r_00first', ...picnic, 'r_00refused'], 6],
    ['?limit=1&page=5', ['r_00first'], 6],
    ['?page=2', [], 6],
    ['?customer=ada', ['r_00refused', 'r_00first'], 2],
    ['?customer=cust_00ada&order=created_at&limit=1', ['r_00first'], 2],
    ['?customer=ben', [ben], 1],
    ['?customer=cleo', [], 0],
    ['?customer=nobody', [], 0]
  ] as const
  for (const [query, ids, total] of rows) {
    t.strictSame(await idsOf(service, query), [ids, total], query)
  }
  const { body } = await service.get('/v1/redemptions?customer=ada&limit=1')
  const alone = (await service.get('/v1/redemptions/r_00refused')).body
  t.strictSame(body, { object: 'list', data_ref: 'redemptions', redemptions: [alone], total: 2 })
  const refused = await service.get('/v1/redemptions?outcome=FAILURE')
  t.strictSame([refused.status, refused.body.key], [400, 'invalid_query_params'])
})
