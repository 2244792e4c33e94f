import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { givenRunningService, type RunningService } from '../support/running.ts'

async function renew({ databaseUrl }: RunningService, projectId: string): Promise<string> {
  const printed: string[] = []
  const environment = { ...process.env, DATABASE_URL: databaseUrl }
  const host = { ...thisProcess, environment, print: (text: string) => printed.push(text) }
  t.equal(await run(['project', 'secret', 'renew', projectId], host), 0)
  return printed.join('\n')
}

const form = 'application/x-www-form-urlencoded'
const statusOf = async (url: string) => {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

t.test('a renewed secret ends every url at once, and signs the first answer after it', async t => {
  const service = await givenRunningService(t)
  const { url, projectId, appId, appToken } = await service.newShop()
  const pair = { 'x-app-id': appId, 'x-app-token': appToken }
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  async function send(path: string, body?: object, headers: object = pair): Promise<any> {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, {
      method,
      ...sent,
      headers: { ...type, ...headers }
    })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status}`)
    return answer.json()
  }
  const body = { grant_type: 'client_credentials', scope: 'api' }
  const issued = await fetch(`${url}/v1/oauth/token`, {
    method: 'POST',
    headers: { ...pair, 'content-type': form },
    body: new URLSearchParams(body)
  })
  const { access_token } = (await issued.json()) as { access_token: string }
  const bearer = { authorization: `Bearer ${access_token}` }

  await send('/v1/customers', { source_id: 'ada' })
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 500, balance: 500 } }
  await send('/v1/vouchers', { code: 'GIFT-1', ...gift })
  const { id: exportId } = await send('/v1/exports', { exported_object: 'voucher' })
  const exported = async () => (await send(`/v1/exports/${exportId}`)).result?.url
  while (typeof (await exported()) !== 'string') await pause(50)

  const signed: string[] = []
  let made = 1
  // What is asked first after a renewal, and the urls in its answer.
  const pictures = ({ assets: { qr, barcode } }: { assets: Record<string, { url: string }> }) => [
    qr?.url,
    barcode?.url
  ]
  // biome-ignore format: a table
  const rows: [string, () => Promise<(string | undefined)[]>][] = [
    ['a customer, read', async () => [(await send('/v1/customers/ada')).assets.cockpit_url]],
    ['a customer, read by a token',
      async () => [(await send('/v1/customers/ada', undefined, bearer)).assets.cockpit_url]],
    ['a customer, written',
      async () => [(await send('/v1/customers', { source_id: 'ada' })).assets.cockpit_url]],
    ['a voucher, read', async () => pictures(await send('/v1/vouchers/GIFT-1'))],
    ['a voucher, in a list', async () => pictures((await send('/v1/vouchers')).vouchers[0])],
    ['a voucher, written under a key', async () => {
      const code = `GIFT-${++made}`
      const keyed = { ...pair, 'idempotency-key': code }
      return pictures(await send('/v1/vouchers', { code, ...gift }, keyed))
    }],
    ['an export, read', async () => [await exported()]],
    ['exports, listed', async () => [(await send('/v1/exports')).exports[0].result.url]]
  ]
  for (const [title, ask] of rows) {
    for (const each of await ask()) {
      t.equal(await statusOf(String(each)), 200, `${title}: ${each} before`)
      signed.push(String(each))
    }
  }
  for (const [title, ask] of rows) {
    t.match(await renew(service, projectId), /^Renewed the secret that signs the urls of the proj/)
    const answered = await ask()
    for (const each of answered) t.equal(await statusOf(String(each)), 200, `${title}: first after`)
    for (const each of signed) t.equal(await statusOf(each), 404, `${title}: ${each} after`)
    signed.splice(0, signed.length, ...answered.map(String))
  }
})
