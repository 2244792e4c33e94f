import t from 'tap'
import { type AssetData, assetPages } from '../../src/http/assets.ts'
import { fileUrlEnd, type LinkSubject, pageUrlEnd, tokenFor } from '../../src/http/links.ts'
import { CONTENT_POLICY } from '../../src/http/page-style.ts'
import { customerPage, endedPage } from '../../src/http/pages.ts'
import type { Project } from '../../src/model.ts'
import { givenApp } from '../support/fixture-service.ts'
import { linking, project } from './support/given.ts'
import { pixelsOfPng, pixelsOfSvg, scanBarcode, scanQr } from './support/scanner.ts'

const other: Project = { ...project, id: 'proj_00other', secret: 'another secret' }

const codes: Readonly<Record<string, string>> = { v_00spring1: 'SPRING-0001', v_00ete: 'été' }

const page = {
  project,
  now: '2026-11-20T10:00:00.000Z',
  customer: { name: 'Ada Baker' },
  cards: [],
  vouchers: [],
  more: { cards: 0, vouchers: 0 }
}

const parts = ['id,name\n', 'ord_00first,é\n', '€']

/** Data of one project; another project is there and has nothing. */
const data: AssetData = {
  now: () => linking.now,
  projectById: async id => [project, other].find(each => each.id === id) ?? null,
  codeOfVoucher: async ({ id }, voucherId) =>
    id === project.id ? (codes[voucherId] ?? null) : null,
  exportFile: async ({ id }, exportId) =>
    id === project.id && exportId === 'exp_00orders'
      ? {
          exportedObject: 'order',
          sizes: parts.map(part => Buffer.byteLength(part)),
          part: async index => parts[index] ?? null
        }
      : null,
  customerPage: async ({ id }, customerId) =>
    id === project.id && customerId === 'cust_00ada' ? page : null
}

const app = givenApp({ pages: assetPages(data) })
t.teardown(() => app.close())

/** Without any header: nothing here asks for credentials. */
function get(path: string) {
  return app.inject({ method: 'GET', url: path })
}

const roots: { readonly [Name in LinkSubject]: string } = {
  qr: '/assets/qr',
  barcode: '/assets/barcode',
  export: '/files/exports',
  customer: '/customers'
}

const ends = {
  qr: undefined,
  barcode: undefined,
  export: fileUrlEnd(linking.now),
  customer: pageUrlEnd(linking)
}

const guarded = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex'
}

function pathOf(subject: LinkSubject, id: string, owner: Project = project): string {
  return `${roots[subject]}/${tokenFor(owner, subject, id, ends[subject])}`
}

t.test('assetPages: a picture of the code, in the size and format asked for', async t => {
  // path                                    media type                       reads as
  const rows: [LinkSubject, string, string, object][] = [
    ['qr', '', 'image/png', { pixel: 10 }],
    ['qr', '?size=1', 'image/png', { pixel: 1 }],
    ['qr', '?format=png&size=3', 'image/png', { pixel: 3 }],
    ['qr', '?format=svg', 'image/svg+xml; charset=utf-8', { pixel: 10 }],
    ['barcode', '', 'image/png', { pixel: 2, height: 100 }],
    ['barcode', '?size=100', 'image/png', { pixel: 10, height: 500 }],
    ['barcode', '?size=5&format=svg', 'image/svg+xml; charset=utf-8', { pixel: 1, height: 25 }]
  ]
  for (const [subject, query, type, outcome] of rows) {
    const answer = await get(`${pathOf(subject, 'v_00spring1')}${query}`)
    const { statusCode, headers, rawPayload, payload } = answer
    t.strictSame([statusCode, headers['content-type']], [200, type], `${subject}${query}`)
    t.match(headers, {
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      ...guarded,
      'content-length': String(rawPayload.length)
    })
    const pixels = type === 'image/png' ? pixelsOfPng(rawPayload) : pixelsOfSvg(payload)
    const scanned = subject === 'qr' ? scanQr(pixels) : scanBarcode(pixels)
    t.strictSame(scanned, { code: 'SPRING-0001', ...outcome }, `${subject}${query}`)
  }
})

t.test('assetPages: a query that is not understood is refused by name', async t => {
  const size = 'Query parameter size must be one whole number from 1 to 100.'
  const format = "Query parameter format must be 'png' or 'svg'."
  const unknown = 'Query parameter colour is not known here; this url takes size and format.'
  const file = 'Query parameter size is not known here; this url takes no parameters.'
  // path                                      details
  const rows: [LinkSubject, string, string][] = [
    ['qr', '?size=0', size],
    ['qr', '?size=101', size],
    ['qr', '?size=-1', size],
    ['qr', '?size=1.5', size],
    ['qr', '?size=1e1', size],
    ['qr', '?size=010', size],
    ['qr', '?size=', size],
    ['qr', '?size=1&size=2', size],
    ['barcode', '?format=gif', format],
    ['barcode', '?format=PNG', format],
    ['barcode', '?format=', format],
    ['barcode', '?format=png&format=svg', format],
    ['qr', '?colour=red', unknown],
    ['export', '?size=1', file]
  ]
  for (const [subject, query, details] of rows) {
    const answer = await get(`${pathOf(subject, 'v_00spring1')}${query}`)
    const { request_id, ...body } = answer.json()
    const outcome = {
      code: 400,
      key: 'invalid_query_params',
      message: 'Invalid query params',
      details
    }
    t.equal(answer.statusCode, 400, `${subject}${query}`)
    t.strictSame(body, outcome, `${subject}${query}`)
    t.equal(request_id, answer.headers['x-request-id'])
  }
})

t.test('assetPages: the file of an export', async t => {
  const { statusCode, headers, payload } = await get(pathOf('export', 'exp_00orders'))
  t.strictSame([statusCode, payload], [200, parts.join('')])
  t.match(headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="order-exp_00orders.csv"',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'content-length': '26',
    etag: '"exp_00orders"',
    ...guarded
  })
})

t.test('assetPages: a range of the bytes of a file', async t => {
  const bytes = Buffer.from(parts.join(''))
  // range               if-range            status  first and last byte; null: the whole file
  const rows: [string, string | undefined, number, [number, number] | null][] = [
    ['bytes=0-0', undefined, 206, [0, 0]],
    ['bytes=0-7', undefined, 206, [0, 7]],
    ['bytes=7-8', undefined, 206, [7, 8]],
    ['bytes=21-23', '"exp_00orders"', 206, [21, 23]],
    ['bytes=8-', undefined, 206, [8, 25]],
    ['bytes=25-100', undefined, 206, [25, 25]],
    ['bytes=-3', undefined, 206, [23, 25]],
    ['bytes=-100', undefined, 206, [0, 25]],
    ['bytes=8-', '"exp_00others"', 200, null],
    ['bytes=0-0,2-3', undefined, 200, null],
    ['bytes=8-7', undefined, 200, null],
    ['bytes=-', undefined, 200, null],
    ['rows=0-1', undefined, 200, null],
    ['bytes=26-', undefined, 416, null],
    ['bytes=-0', undefined, 416, null]
  ]
  const url = pathOf('export', 'exp_00orders')
  for (const [range, ifRange, status, part] of rows) {
    const asked = { range, ...(ifRange && { 'if-range': ifRange }) }
    const answer = await app.inject({ url, headers: asked })
    const { statusCode, headers, rawPayload } = answer
    t.equal(statusCode, status, range)
    if (status === 416) {
      t.equal(headers['content-range'], 'bytes */26')
      t.match(answer.json(), { code: 416, key: 'range_not_satisfiable' })
      continue
    }
    const [first, last] = part ?? [0, 25]
    t.strictSame(rawPayload, bytes.subarray(first, last + 1), range)
    t.equal(headers['content-length'], String(rawPayload.length))
    t.equal(headers['content-range'], part ? `bytes ${first}-${last}/26` : undefined)
  }
})

t.test('assetPages: HEAD has what GET has but the body, and reads no file', async t => {
  const read: number[] = []
  const watched: AssetData = {
    ...data,
    exportFile: async (...asked) => {
      const file = await data.exportFile(...asked)
      const part = (index: number) => {
        read.push(index)
        return Promise.resolve(parts[index] ?? null)
      }
      return file && { ...file, part }
    }
  }
  const app = givenApp({ pages: assetPages(watched) })
  t.teardown(() => app.close())
  const urls = [
    pathOf('export', 'exp_00orders'),
    pathOf('customer', 'cust_00ada'),
    pathOf('qr', 'v_00spring1'),
    pathOf('qr', 'v_00gone')
  ]
  for (const url of urls) {
    const [got, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })]
    const { 'x-request-id': _, date: __, ...headers } = got.headers
    t.match(head.headers, { ...headers, 'content-length': String(got.rawPayload.length) })
    t.strictSame([head.statusCode, head.payload], [got.statusCode, ''])
  }
  t.strictSame(read, [0, 1, 2], 'by GET')
})

t.test('assetPages: the customer page, whatever a mail program hung on its link', async t => {
  for (const query of ['', '?utm_source=mail&utm_source=again']) {
    const { statusCode, headers, payload } = await get(
      `${pathOf('customer', 'cust_00ada')}${query}`
    )
    t.strictSame([statusCode, payload], [200, customerPage(page)])
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_POLICY,
      'cache-control': 'private, no-store',
      ...guarded
    })
  }
})

t.test('assetPages: whatever is wrong with a token, the answer is the same', async t => {
  const swapped = { ...other, id: project.id }
  const rows: [string, string][] = [
    ['a picture of a voucher that is not there', pathOf('qr', 'v_00gone')],
    ['a barcode of a code that fits none', pathOf('barcode', 'v_00ete')],
    ['an export that is not there or not done', pathOf('export', 'exp_00gone')],
    ['a customer who is not there', pathOf('customer', 'cust_00gone')],
    ['a thing of another project', pathOf('qr', 'v_00spring1', other)],
    ['a project that is not there', pathOf('qr', 'v_00spring1', { ...project, id: 'proj_0' })],
    ['signed with another secret', pathOf('customer', 'cust_00ada', swapped)],
    ['a token of another subject', `/assets/barcode/${tokenFor(project, 'qr', 'v_00spring1')}`],
    ['cut off', pathOf('export', 'exp_00orders').slice(0, -1)],
    ['changed', `${pathOf('customer', 'cust_00ada').slice(0, -2)}AA`],
    ['the bare id', '/assets/qr/v_00spring1'],
    ['no token', '/customers/'],
    ['longer than any token', `/customers/${'a'.repeat(500)}`]
  ]
  for (const [title, path] of rows) {
    const { statusCode, payload, headers } = await get(path)
    const { request_id: _, ...body } = JSON.parse(payload)
    t.equal(statusCode, 404, title)
    const outcome = {
      code: 404,
      key: 'not_found',
      message: 'Resource not found',
      details: 'This url leads nowhere; take it whole from the answer or message it was in.'
    }
    t.strictSame(body, outcome, title)
    t.match(headers, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...guarded
    })
  }
})

t.test('assetPages: a url that was right and is over says so to everybody', async t => {
  const past = Date.parse(linking.now) / 1_000
  const ended = (subject: LinkSubject, end: number) =>
    `${roots[subject]}/${tokenFor(project, subject, 'cust_00ada', end)}`
  const rows = [
    ['a file', ended('export', past)],
    ['a page', ended('customer', past)]
  ] as const
  for (const [title, url] of rows) {
    const { statusCode, payload, headers } = await get(url)
    const { request_id: _, ...body } = JSON.parse(payload)
    t.equal(statusCode, 410, title)
    const details =
      'This url has ended. Read the customer or the export again: each answer has a url ' +
      'that is good.'
    t.strictSame(body, { code: 410, key: 'url_ended', message: 'URL ended', details }, title)
    t.match(headers, { 'cache-control': 'no-store', ...guarded })
  }
  const accept = 'text/html,application/xhtml+xml;q=0.9'
  const browsed = await app.inject({ url: ended('customer', past), headers: { accept } })
  t.strictSame([browsed.statusCode, browsed.payload], [410, endedPage(project)])
  t.notMatch(browsed.payload, 'Ada', 'nothing of the customer')
  t.match(browsed.payload, '<bdi>Demo shop</bdi>')
  t.match(browsed.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_POLICY,
    'cache-control': 'private, no-store',
    ...guarded
  })
  const forged = `${ended('customer', past).slice(0, -2)}AA`
  t.equal((await app.inject({ url: forged, headers: { accept } })).statusCode, 404)
})

t.test('assetPages: the url of a picture tells two ids and opens the code alone', async t => {
  const [, , , token = ''] = pathOf('qr', 'v_00spring1').split('/')
  const [named = ''] = token.split('.')
  t.equal(Buffer.from(named, 'base64url').toString(), 'proj_00demo v_00spring1')
  for (const [subject, root] of Object.entries(roots)) {
    t.equal((await get(`${root}/${token}`)).statusCode, subject === 'qr' ? 200 : 404, subject)
  }
  t.notMatch(JSON.stringify((await get(pathOf('qr', 'v_00spring1'))).headers), /SPRING|Ada|cust_/)
})

t.test('assetPages: what a signed url leads to is there to be read', async t => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const path of [pathOf('customer', 'cust_00ada'), pathOf('qr', 'v_00gone')]) {
      const { statusCode, headers } = await app.inject({ method, url: path })
      t.strictSame([statusCode, headers.allow], [405, 'GET, HEAD, OPTIONS'], `${method} ${path}`)
    }
  }
})
