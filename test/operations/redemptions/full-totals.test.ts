import { redemptionUrl } from '../../support/account.ts'
import { keyOf } from '../../support/app.ts'
import { fingerprint } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'

onDemo('rollbackRedemption: with full totals it waits for room', async (t, service) => {
  const mug = { reward: { id: 'rew_00mug' } }
  const { id } = (await service.post(redemptionUrl('CLUB-BEN-0001'), mug)).body
  const url = `/v1/redemptions/${id}/rollback`
  const joined = await service.post('/v1/loyalties/camp_00bakery/members', {
    customer: { source_id: 'ben' }
  })
  const balance = `/v1/loyalties/members/${joined.body.code}/balance`
  const never = { expiration_type: 'NON_EXPIRING' }
  const { points } = (await service.get('/v1/customers/ben')).body.loyalty
  const room = Number.MAX_SAFE_INTEGER - points
  t.equal((await service.post(balance, { points: room, ...never })).status, 200)
  const before = await fingerprint(service.store)
  t.strictSame(keyOf(await service.post(url)), [400, 'invalid_amount'])
  t.strictSame(await fingerprint(service.store), before, 'nothing is lost by asking')
  t.equal((await service.post(balance, { points: -60 })).status, 200)
  t.match((await service.post(url)).body, { status: 'SUCCEEDED' })
  t.equal((await service.get('/v1/customers/ben')).body.loyalty.points, Number.MAX_SAFE_INTEGER)
})
