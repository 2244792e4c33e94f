import t from 'tap'
import {
  customerUrl,
  exportUrl,
  fileUrlEnd,
  historyUrl,
  type LinkSubject,
  openToken,
  pageUrlEnd,
  pictureLinks,
  tokenFor
} from '../../src/http/links.ts'
import type { Export, Project } from '../../src/model.ts'
import { linking, madeAt, project } from './support/given.ts'

const here = 'https://loyalty.example.com'
const other: Project = { ...project, id: 'proj_00other', secret: 'another secret' }

async function projectById(id: string): Promise<Project | null> {
  return [project, other].find(each => each.id === id) ?? null
}

/** A day after the instant of the links, in seconds. */
const TOMORROW = Date.parse('2026-03-02T10:00:00.000Z') / 1_000
/** Thirty days after the end of the day of the links, in seconds. */
const APRIL = Date.parse('2026-04-01T00:00:00.000Z') / 1_000
const ENDS = { qr: undefined, barcode: undefined, customer: APRIL, export: TOMORROW }

t.test('historyUrl: any code stays one segment of the path', async t => {
  // code                outcome
  const rows: [string, string][] = [
    ['SPRING-0001', 'SPRING-0001'],
    ['a/b', 'a%2Fb'],
    ['50% off?', '50%25%20off%3F'],
    ['#1&x=y', '%231%26x%3Dy'],
    ['été', '%C3%A9t%C3%A9'],
    ['\u{1f600}', '%F0%9F%98%80'],
    ['..\\x', '..%5Cx']
  ]
  for (const [code, segment] of rows) {
    const publications = `${here}/v1/vouchers/${segment}/publications?page=1&limit=10`
    const redemptions = `${here}/v1/vouchers/${segment}/redemptions?page=1&limit=10`
    t.equal(historyUrl(linking, code, 'publications'), publications, code)
    t.equal(historyUrl(linking, code, 'redemptions'), redemptions, code)
    t.equal(new URL(redemptions).href, redemptions, `${code}: as every client reads it`)
  }
})

t.test('pictureLinks: the id of a picture is the end of its url', async t => {
  const voucher = { id: 'v_00spring1', code: 'SPRING-0001' }
  const qr = tokenFor(project, 'qr', 'v_00spring1')
  const barcode = tokenFor(project, 'barcode', 'v_00spring1')
  t.strictSame(pictureLinks(linking, voucher), {
    qr: { id: qr, url: `${here}/assets/qr/${qr}` },
    barcode: { id: barcode, url: `${here}/assets/barcode/${barcode}` }
  })
})

t.test('pictureLinks: a code that no barcode can carry has none', async t => {
  // code            barcode
  const rows: [string, boolean][] = [
    ['SPRING-0001', true],
    ['~ !"^', true],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
    ['été', false],
    ['日本', false]
  ]
  for (const [code, outcome] of rows) {
    const { qr, barcode } = pictureLinks(linking, { id: 'v_00spring1', code })
    t.equal(barcode.url !== null, outcome, code)
    t.ok(qr.url, `${code}: every code can be a QR code`)
  }
})

t.test('customerUrl, exportUrl: signed, and no file before there is one', async t => {
  const done: Export = {
    id: 'exp_00orders',
    exportedObject: 'order',
    status: 'DONE',
    channel: 'API',
    parameters: { order: null, fields: [], filters: {} },
    userId: null,
    processed: 0,
    createdAt: madeAt
  }
  const customer = tokenFor(project, 'customer', 'cust_00ada', APRIL)
  const file = tokenFor(project, 'export', 'exp_00orders', TOMORROW)
  t.equal(customerUrl(linking, 'cust_00ada'), `${here}/customers/${customer}`)
  t.equal(exportUrl(linking, done), `${here}/files/exports/${file}`)
  for (const status of ['SCHEDULED', 'IN_PROGRESS', 'ERROR'] as const) {
    t.equal(exportUrl(linking, { ...done, status }), null, status)
  }
})

t.test('openToken: a file has a day, a page a month, and a picture is for good', async t => {
  t.equal(fileUrlEnd('2026-03-01T10:00:00.000Z'), TOMORROW)
  t.equal(fileUrlEnd('2026-03-01T09:00:00.001Z'), TOMORROW, 'the same for all of an hour')
  for (const now of [
    '2026-03-01T00:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
    '2026-03-01T23:59:59.999Z'
  ]) {
    t.equal(pageUrlEnd({ now, customerPageDays: 30 }), APRIL, 'the same for all of a day')
  }
  // subject   end        now                         opens
  const rows: [LinkSubject, number | undefined, string, 'thing' | 'over' | 'nothing'][] = [
    ['export', TOMORROW, '2026-03-02T09:59:59.999Z', 'thing'],
    ['export', TOMORROW, '2026-03-02T10:00:00.000Z', 'over'],
    ['customer', APRIL, '2026-03-31T23:59:59.999Z', 'thing'],
    ['customer', APRIL, '2026-04-01T00:00:00.000Z', 'over'],
    ['export', undefined, linking.now, 'nothing'],
    ['customer', undefined, linking.now, 'nothing'],
    ['qr', undefined, '2126-03-01T10:00:00.000Z', 'thing'],
    ['barcode', undefined, '2126-03-01T10:00:00.000Z', 'thing'],
    ['qr', APRIL, linking.now, 'nothing'],
    ['barcode', TOMORROW, linking.now, 'nothing']
  ]
  const outcomes = { thing: { project, id: 'v_1' }, over: { project, id: null }, nothing: null }
  for (const [subject, end, now, outcome] of rows) {
    const token = tokenFor(project, subject, 'v_1', end)
    const opened = await openToken(subject, token, projectById, () => now)
    t.strictSame(opened, outcomes[outcome], `${subject} until ${end} at ${now}`)
  }
})

t.test('openToken: an end cannot be moved or left out', async t => {
  const [, mac] = tokenFor(project, 'customer', 'cust_1', TOMORROW).split('.')
  for (const named of [`cust_1 ${TOMORROW + 1}`, 'cust_1', `cust_1 0${TOMORROW}`, 'cust_1 1']) {
    const names = Buffer.from(`${project.id} ${named}`).toString('base64url')
    const opened = await openToken('customer', `${names}.${mac}`, projectById, () => linking.now)
    t.equal(opened, null, named)
  }
})

t.test('openToken: opens what it was made for', async t => {
  for (const subject of ['qr', 'barcode', 'customer', 'export'] as const) {
    for (const owner of [project, other]) {
      const token = tokenFor(owner, subject, 'v_000001', ENDS[subject])
      t.match(token, /^[\w-]+\.[\w-]{43}$/, `${subject}: safe in a path`)
      const outcome = { project: owner, id: 'v_000001' }
      const found = await openToken(subject, token, projectById, () => linking.now)
      t.strictSame(found, outcome, subject)
    }
  }
})

t.test('openToken: a renewed secret opens what it signed, and nothing from before', async t => {
  const renewed = { ...project, urlSecret: 'renewed' }
  const again = { ...project, urlSecret: 'renewed again' }
  const [first, second] = [tokenFor(project, 'qr', 'v_1'), tokenFor(renewed, 'qr', 'v_1')]
  // owner     token    opens
  const rows = [
    [project, first, true],
    [project, second, false],
    [renewed, first, false],
    [renewed, second, true],
    [again, first, false],
    [again, second, false]
  ] as const
  for (const [owner, token, opens] of rows) {
    const opened = await openToken(
      'qr',
      token,
      async () => owner,
      () => linking.now
    )
    t.strictSame(opened, opens ? { project: owner, id: 'v_1' } : null, `${owner.urlSecret}`)
  }
})

t.test('openToken: opens nothing else, and does not say why', async t => {
  const token = tokenFor(project, 'qr', 'v_000001')
  const [named = '', mac = ''] = token.split('.')
  const named2 = Buffer.from('proj_00demo v_000002').toString('base64url')
  const spare = `${token.slice(0, -1)}${respelt(token.at(-1) ?? '')}`
  const found = Buffer.from(spare.split('.')[1] ?? '', 'base64url')
  t.same(found, Buffer.from(mac, 'base64url'), 'the same bytes, spelt in another way')
  const rows: [string, LinkSubject, string][] = [
    ['nothing', 'qr', ''],
    ['no token at all', 'qr', 'v_000001'],
    ['cut off', 'qr', token.slice(0, -1)],
    ['something after it', 'qr', `${token}A`],
    ['without its MAC', 'qr', named],
    ['with an empty MAC', 'qr', `${named}.`],
    ['with another MAC', 'qr', `${named}.${'A'.repeat(43)}`],
    ['with its last character respelt', 'qr', spare],
    ['of another thing', 'qr', `${named2}.${mac}`],
    ['of another subject', 'barcode', token],
    ['signed by another project', 'qr', tokenFor({ ...other, id: project.id }, 'qr', 'v_000001')],
    ['of a project that is not there', 'qr', tokenFor({ ...project, id: 'proj_0' }, 'qr', 'v_1')],
    ['of names that are none', 'qr', tokenFor({ ...project, id: 'proj 00demo' }, 'qr', 'v_1')],
    ['longer than any two ids', 'qr', tokenFor(project, 'qr', `v_${'0'.repeat(200)}`)]
  ]
  for (const [title, subject, sent] of rows) {
    t.equal(await openToken(subject, sent, projectById, () => linking.now), null, title)
  }
})

t.test('openToken: no character of a token can be changed', async t => {
  const token = tokenFor(project, 'customer', 'cust_00ada', APRIL)
  for (let at = 0; at < token.length; at++) {
    const changed = token[at] === 'A' ? 'B' : 'A'
    const sent = `${token.slice(0, at)}${changed}${token.slice(at + 1)}`
    const found = await openToken('customer', sent, projectById, () => linking.now)
    t.equal(found, null, `character ${at}`)
  }
})

/** Another character of base64url that differs in the two bits a last one does not use. */
function respelt(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) ^ 1] ?? ''
}
