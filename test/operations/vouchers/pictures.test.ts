/**
 * The pictures of a voucher's code, from the url in its answer to the code that a scanner reads.
 */

import t from 'tap'
import { pixelsOfPng, pixelsOfSvg, scanBarcode, scanQr } from '../../http/support/scanner.ts'
import { givenService, type Service } from '../../support/app.ts'

/** What is behind a url of an answer, as pixels; without credentials. */
async function seen({ app }: Service, url: string, query: string) {
  const reply = await app.inject({ method: 'GET', url: `${new URL(url).pathname}${query}` })
  const isSvg = String(reply.headers['content-type']).startsWith('image/svg+xml')
  return isSvg ? pixelsOfSvg(reply.body) : pixelsOfPng(reply.rawPayload)
}

//  code                                         is a barcode as well
const codes: [string, boolean][] = [
  ['A', true],
  ['0', true],
  ['00001234567890123456789012345', true],
  [' lead and trail ', true],
  ['a/b?c=d&e#f%2F+;,', true],
  ['../..', true],
  ['"\'`<>\\|{}[]()^~', true],
  ['^NUL^013', true],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['MÜSLI-ß-é', false],
  ['優惠券', false],
  ['\u{1f381}\u{1f600}', false],
  ['e\u0301', false],
  ['\u00a0\u200f', false],
  ['9'.repeat(512), false],
  ['\u{1f600}'.repeat(512), false]
]

t.test('assets: every code is read from its picture, in both formats', async t => {
  const service = await givenService(t)
  for (const [code, isBarcode] of codes) {
    const { status, body } = await service.post('/v1/campaigns/camp_00spring/vouchers', { code })
    const title = `${code.slice(0, 30)}, ${code.length} units`
    t.equal(status, 200, title)
    const { qr, barcode } = body.assets
    for (const query of ['?size=1', '?size=2&format=svg']) {
      t.equal(scanQr(await seen(service, qr.url, query)).code, code, `${title} ${query}`)
    }
    t.equal(barcode.url !== null, isBarcode, title)
    if (!isBarcode) continue
    for (const query of ['', '?format=svg&size=30', '?format=png&size=1']) {
      t.equal(scanBarcode(await seen(service, barcode.url, query)).code, code, `${title} ${query}`)
    }
  }
})

t.test('assets: a picture follows its voucher, and goes with it', async t => {
  const service = await givenService(t)
  const voucher = { type: 'GIFT_VOUCHER', gift: { amount: 100 } }
  const { body } = await service.post('/v1/vouchers/GONE', voucher)
  const urls = [body.assets.qr.url, body.assets.barcode.url].map(url => new URL(url).pathname)
  await service.post('/v1/vouchers/GONE/disable')
  for (const url of urls) t.equal((await service.get(url, {})).status, 200, 'off, but there')
  for (const query of ['?size=0', '?size=101', '?size=big', '?format=gif', '?size=1&size=2']) {
    const { status, body: refused } = await service.get(`${urls[0]}${query}`, {})
    t.strictSame([status, refused.key], [400, 'invalid_query_params'], query)
  }
  t.equal((await service.delete('/v1/vouchers/GONE')).status, 204)
  for (const url of urls) t.equal((await service.get(url, {})).status, 404)
  await service.post('/v1/vouchers/GONE', voucher)
  for (const url of urls) t.equal((await service.get(url, {})).status, 404, 'another of that code')
})
