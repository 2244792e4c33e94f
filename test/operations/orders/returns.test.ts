/**
 * What becomes of a paid order of which something goes back: by an update that lowers it, and when
 * its payment is undone.
 */
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { accountOf, CARDS, redemptionUrl } from '../../support/account.ts'
import { givenService } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'

t.test('updateOrder: what goes back leaves the points of what remains', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben' } as const
  const rows = [
    // what is sent                          points  orders; a hundred of the first are for Gold
    [{ status: 'PAID', amount: 90_000 }, 1000, [1, 90_000]],
    [{ amount: 10_000 }, 100, [1, 10_000]],
    [{ amount: 50_000 }, 100, [1, 50_000]],
    [{ amount: 20_000 }, 100, [1, 20_000]],
    [{ amount: 5000 }, 50, [1, 5000]],
    [{ status: 'CREATED' }, 0, [0, 0]],
    [{ status: 'PAID' }, 50, [1, 5000]],
    [{ status: 'CANCELED' }, 0, [0, 0]],
    [{ status: 'PAID' }, 0, [1, 5000]]
  ] as const
  for (const [sent, points, orders] of rows) {
    await office.order({ ...order, ...sent })
    const account = await accountOf(service, 'ben')
    t.strictSame([account.points - 120, account.orders], [points, orders], JSON.stringify(sent))
  }
  t.match(await audit(service.store), { clean: true })
})

t.test('updateOrder: paying, spending and undoing in a loop makes no points', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben' } as const
  const mugs: string[] = []
  const card = CARDS['ben'] as string
  const buy = async () => {
    const { body } = await service.post(redemptionUrl(card), { reward: { id: 'rew_00mug' } })
    mugs.push(body.id)
  }
  const holds = async (points: number, what: string) => {
    t.equal((await accountOf(service, 'ben')).points, points, what)
    t.match(await audit(service.store), { clean: true }, what)
  }
  await office.order({ ...order, status: 'PAID', amount: 30_000 })
  await holds(420, '120 and 300 of the order')
  for (let n = 0; n < 5; n++) await buy()
  await holds(120, 'less five mugs')
  for (let loop = 0; loop < 2; loop++) {
    await office.order({ ...order, status: 'CREATED' })
    await holds(0, '180 of the order are missing')
    await office.order({ ...order, status: 'PAID' })
    await holds(120, 'it earns 300, less what is missing')
  }
  await office.order({ ...order, amount: 10_000 })
  await holds(0, '80 are missing')
  await service.post(`/v1/redemptions/${mugs.pop()}/rollback`, {})
  await holds(0, 'a mug pays for 60 of them')
  await service.post(`/v1/redemptions/${mugs.pop()}/rollback`, {})
  await holds(40, 'and another for 20')
  await office.order({ ...order, status: 'CANCELED' })
  for (const mug of mugs) await service.post(`/v1/redemptions/${mug}/rollback`, {})
  await holds(120, 'nothing is left of it')
})
