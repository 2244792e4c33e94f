import { PROJECT_ID } from '../../../src/demo/known.ts'
import { pageUrlEnd, tokenFor } from '../../../src/http/links.ts'
import { projectNamed } from '../../../src/storage/projects.ts'
import { NOW, type Service } from '../../support/app.ts'
import { type GivenStep, givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

async function pageOf(service: Service, customer: string) {
  const { body } = await service.get(`/v1/customers/${customer}`)
  const { pathname } = new URL(body.assets.cockpit_url)
  const answer = await service.get(pathname, {})
  return { pathname, answer, page: answer.bytes }
}

function times(text: string, part: string): number {
  return text.split(part).length - 1
}

onDemo('the customer page shows the balance of the ledger, as it moves', async (t, service) => {
  const before = await pageOf(service, 'ada')
  t.equal(before.answer.status, 200)
  const { body } = await service.get('/v1/vouchers/CLUB-ADA-0001')
  const { balance } = body.loyalty_card
  t.match(before.page, `<strong>${balance.toLocaleString('en-GB')}</strong> points to spend`)
  const moved = { points: -7, reason: 'By hand' }
  t.equal((await service.post('/v1/loyalties/members/CLUB-ADA-0001/balance', moved)).status, 200)
  const after = await pageOf(service, 'ada')
  t.equal(after.pathname, before.pathname, 'its address stays')
  const left = (balance - 7).toLocaleString('en-GB')
  t.match(after.page, `<strong>${left}</strong> points to spend`)
  t.match(after.page, /Taken off <time[^>]*>1 Mar 2026<\/time><\/th>\n<td class="number">−7</)
  t.match(after.page, `today it is ${left}.`)
  t.equal(times(after.page, '<path class="line"'), 1, 'one card, one picture')
})

onDemo('the customer page of who has nothing says so', async (t, service) => {
  await service.post('/v1/customers', { source_id: 'newcomer' })
  const { answer, page } = await pageOf(service, 'newcomer')
  t.equal(answer.status, 200)
  t.match(page, '<p>There are no cards or vouchers yet.</p>')
  t.notMatch(page, '<svg')
})

onDemo('the customer page shows the latest of much, and counts the rest', async (t, service) => {
  const codes = Array.from({ length: 53 }, (_, index) => `MANY-${String(index).padStart(4, '0')}`)
  const steps = codes.flatMap((code): GivenStep[] => [
    { make: 'voucher', campaign: 'camp_00spring', code },
    { make: 'publication', code, customer: 'cust_00cleo' }
  ])
  const points = Array.from(
    { length: 62 },
    (): GivenStep => ({ make: 'points', code: 'CLUB-BEN-0001', points: 1, reason: 'By hand' })
  )
  await givenSteps(service, [...steps, ...points])
  const many = (await pageOf(service, 'cleo')).page
  t.equal(times(many, 'alt="QR code of MANY-'), 50)
  t.match(many, 'alt="QR code of MANY-0052"', 'the newest')
  t.notMatch(many, 'alt="QR code of MANY-0002"', 'not the oldest')
  t.match(many, '<p>And 3 more vouchers not shown here.</p>')
  const moved = (await pageOf(service, 'ben')).page
  t.equal(times(moved, '<th scope="row">'), 60)
  t.match(moved, '<summary>Earlier movements: 50</summary>')
  t.notMatch(moved, 'not shown here')
})

onDemo('the customer page is opened by its signed url and by nothing else', async (t, service) => {
  const { pathname, answer } = await pageOf(service, 'ada')
  const { pathname: other } = await pageOf(service, 'ben')
  const [named = '', mac = ''] = pathname.slice('/customers/'.length).split('.')
  const [, otherMac = ''] = other.split('.')
  const rows = [
    ['the id', '/customers/cust_00ada'],
    ['the source id', '/customers/ada'],
    ['no signature', `/customers/${named}`],
    ['an empty signature', `/customers/${named}.`],
    ['the signature of another', `/customers/${named}.${otherMac}`],
    ['a signature that is cut off', `/customers/${named}.${mac.slice(0, -1)}`],
    ['the token of a customer as that of a code', `/assets/qr/${named}.${mac}`]
  ] as const
  const shape = ({ body }: { body: { request_id: unknown } }) => ({ ...body, request_id: null })
  const first = await service.get('/customers/nobody', {})
  for (const [title, path] of rows) {
    const refused = await service.get(path, {})
    t.equal(refused.status, 404, title)
    t.strictSame(shape(refused), shape(first), `${title}: the same words`)
  }
  t.match(answer.headers, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  const withKeys = await service.get(`/customers/${named}`)
  t.equal(withKeys.status, 404, 'keys of the project are no signature')
})

onDemo('the customer page has thirty days, and each answer a url for it', async (t, service) => {
  const first = await pageOf(service, 'ada')
  // now                          first url   the same url is answered
  const rows = [
    ['2026-03-01T23:00:00.000Z', 200, true],
    ['2026-03-02T00:00:00.001Z', 200, false],
    ['2026-03-31T23:59:59.999Z', 200, false],
    ['2026-04-01T00:00:00.000Z', 410, false]
  ] as const
  for (const [now, status, isSame] of rows) {
    service.setNow(now)
    t.equal((await service.get(first.pathname, {})).status, status, now)
    const { pathname, answer } = await pageOf(service, 'ada')
    t.strictSame([answer.status, pathname === first.pathname], [200, isSame], now)
  }
  t.match((await service.get(first.pathname, {})).body, { code: 410, key: 'url_ended' })
})

onDemo('the customer page of who is gone is nobody’s, whoever comes after', async (t, service) => {
  const project = await service.store.read(null, session => projectNamed(session, PROJECT_ID))
  if (project === null) throw new Error('There is no demo')
  const end = pageUrlEnd({ now: NOW, customerPageDays: 30 })
  const url = `/customers/${tokenFor(project, 'customer', 'cust_00gone', end)}`
  t.equal((await service.get(url, {})).status, 404)
  await service.post('/v1/customers', { source_id: 'cust_00gone', name: 'Somebody else' })
  t.equal((await service.get(url, {})).status, 404)
  t.equal((await pageOf(service, 'cust_00gone')).answer.status, 200, 'who has a page of their own')
})
