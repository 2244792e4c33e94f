import { keyOf, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const CARD = '/v1/loyalties/members/CLUB-MARA-0001'
const at = (id: string, deed: string) => `${CARD}/pending-points/${id}/${deed}`

const cardOf = async (service: Service) => (await service.get(CARD)).body.loyalty_card
const waitingOn = async (service: Service) =>
  (await service.get(`${CARD}/pending-points?order=id`)).body.data.map(
    ({ id, points }: { id: string; points: number }) => `${id} ${points}`
  )

onDemo('activateMemberPendingPoints: what waited can be spent, and expires', async (t, service) => {
  const before = await cardOf(service)
  const { status, body } = await service.post(at('lopp_00activate', 'activate'))
  const found = [status, body]
  t.strictSame(found, [
    200,
    {
      points: 20,
      total: before.points + 20,
      balance: before.balance + 20,
      type: 'loyalty_card',
      object: 'balance',
      related_object: { type: 'voucher', id: 'v_00maraclub' },
      operation_type: 'MANUAL'
    }
  ])
  const after = await cardOf(service)
  t.match(after, { balance: body.balance, pending_points: before.pending_points - 20 })
  t.strictSame(await waitingOn(service), ['lopp_00adjust 20', 'lopp_00cancel 20'])
  const [entry] = (await service.get(`${CARD}/transactions?limit=1`)).body.data
  t.match(entry, {
    type: 'POINTS_ACCRUAL',
    details: {
      balance: { points: 20, balance: body.balance },
      order: { id: 'ord_00activate' },
      earning_rule: { id: 'ern_00beans' },
      pending_points: { id: 'lopp_00activate' }
    }
  })
  for (const deed of ['activate', 'cancel']) {
    const again = await service.post(at('lopp_00activate', deed))
    t.strictSame([again.status, again.body.key], [400, 'invalid_pending_points_state'], deed)
  }
  const more = await service.post(at('lopp_00activate', 'balance'), { points: 1 })
  t.strictSame([more.status, more.body.key], [400, 'invalid_pending_points_state'])
  t.strictSame(await cardOf(service), after, 'what is refused changes nothing')
})

onDemo('activateMemberPendingPoints: a tier is reached by them', async (t, service) => {
  const { balance } = await cardOf(service)
  const given = { points: 990 - balance }
  await service.post(`${CARD}/balance`, given)
  const { body } = await service.post(at('lopp_00activate', 'activate'))
  t.equal(body.balance, 990 + 20 + 100, 'gold from 1000 on, with what it brings')
})

onDemo('adjustMemberPendingPoints: more or fewer wait, as the card says', async (t, service) => {
  const before = await cardOf(service)
  const url = at('lopp_00adjust', 'balance')
  const fewer = await service.post(url, { points: -19 })
  const found = [fewer.status, fewer.body]
  t.strictSame(found, [
    200,
    {
      points: -19,
      total: before.pending_points - 19,
      object: 'balance',
      related_object: { type: 'voucher', id: 'v_00maraclub' },
      operation_type: 'MANUAL'
    }
  ])
  const refusals = [
    [{ points: -1 }, 'invalid_balance'],
    [{ points: 0 }, 'invalid_balance'],
    [{ points: Number.MAX_SAFE_INTEGER }, 'invalid_balance'],
    [{ points: 1.5 }, 'invalid_payload'],
    [{ points: '1' }, 'invalid_payload'],
    [{ points: 1, reason: 'why' }, 'invalid_payload'],
    [{}, 'invalid_payload']
  ] as const
  for (const [body, key] of refusals) {
    t.strictSame(keyOf(await service.post(url, body)), [400, key], JSON.stringify(body))
  }
  const [, adjusted] = await waitingOn(service)
  t.equal(adjusted, 'lopp_00adjust 1')
  t.strictSame(await cardOf(service), { ...before, pending_points: before.pending_points - 19 })
  t.equal((await service.post(url, { points: 20 })).body.total, before.pending_points + 1)
})

onDemo('cancelMemberPendingPoints: they never come', async (t, service) => {
  const before = await cardOf(service)
  const { status, bytes } = await service.post(at('lopp_00cancel', 'cancel'))
  t.strictSame([status, bytes], [204, ''])
  t.strictSame(await cardOf(service), { ...before, pending_points: before.pending_points - 20 })
  service.setNow('2026-04-01T10:00:00.000Z')
  await service.work()
  const { balance, pending_points } = await cardOf(service)
  t.strictSame([balance, pending_points], [before.balance + 40, 0], 'the others did')
})

onDemo('an entry of another card, or of none, is 404', async (t, { post }) => {
  const rows = [
    [at('lopp_00beans', 'activate'), 'pending_points', 'lopp_00beans'],
    [at('lopp_00nothing', 'cancel'), 'pending_points', 'lopp_00nothing'],
    ['/v1/loyalties/members/NOBODY/pending-points/lopp_00cancel/cancel', 'voucher', 'NOBODY'],
    ['/v1/loyalties/members/SPRING-0001/pending-points/x/cancel', 'voucher', 'SPRING-0001']
  ] as const
  for (const [url, type, id] of rows) {
    const { status, body } = await post(url)
    t.strictSame([status, body.resource_type, body.resource_id], [404, type, id], url)
  }
  const sent = await post(at('lopp_00cancel', 'cancel'), { points: 1 })
  t.strictSame([sent.status, sent.body.key], [400, 'invalid_payload'], 'there is nothing to say')
  t.equal((await post(at('lopp_00cancel', 'cancel'), {})).status, 204, 'nothing said')
})
