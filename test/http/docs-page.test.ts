/**
 * The docs page as a person uses it, in a real browser: they are authorized with the credentials of
 * the demo, try operations, filter, print, and find what went wrong in its table of error keys.
 *
 * Without Chromium on the machine these are skipped, and fail under CI; the files of the page are
 * tested elsewhere.
 */
import type { AddressInfo } from 'node:net'
import t from 'tap'
import * as known from '../../src/demo/known.ts'
import { catalogue } from '../../src/http/errors.ts'
import { readDocument } from '../../src/main/app.ts'
import { givenService } from '../support/app.ts'
import { type BrowserPage, chromium, givenPage, skip } from '../support/browser.ts'

const { app } = await givenService(t)
await app.listen({ host: '127.0.0.1', port: 0 })
const docs = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/docs`
const browser = chromium === null ? null : await givenPage(t, chromium)

/** The page as somebody finds it who was never there. */
async function visited(url: string): Promise<BrowserPage> {
  if (browser === null) throw new Error('There is no browser.')
  const page: BrowserPage = browser
  await page.forget(docs)
  await page.open(url)
  return page
}

/** The part of the dialog that asks for one scheme. */
const asking = (scheme: string) =>
  "[...document.querySelectorAll('.auth-container')]" +
  `.find(each => each.querySelector('h4')?.innerText.startsWith('${scheme}'))`

/** The texts of elements, also of those that are folded away. */
const textsOf = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].map(each => each.textContent)`

/** Presses the button of a scheme, whose fields are filled in. */
async function authorize(page: BrowserPage, scheme: string) {
  await page.value(`${asking(scheme)}.querySelector('.btn.authorize').click()`)
  await page.until(`/Logout/.test(${asking(scheme)}.innerText)`)
}

/** Opens an operation, sends what the page proposes, and gives the status and the answer. */
async function tried(page: BrowserPage, operation: string) {
  const block = `#operations-${operation}`
  await page.click(`${block} .opblock-summary-control`)
  return executed(page, block)
}

/** Presses the button of an open operation when it can be, and gives the status and the answer. */
async function executed(page: BrowserPage, block: string) {
  await page.click(`${block} .btn.execute:not(:disabled)`)
  await page.until(`document.querySelector('${block} .live-responses-table .response-col_status')`)
  const within = (selector: string) => `document.querySelector('${block} ${selector}').innerText`
  const status = await page.value(within('.live-responses-table tbody .response-col_status'))
  return {
    status: String(status).trim().slice(0, 3),
    body: await page.value(within('.live-responses-table .highlight-code'))
  }
}

/** Presses the button of an operation when the page first shows it; tells whether it could be. */
const pressedAtOnce = (block: string) => `new Promise(resolve => {
  const observer = new MutationObserver(() => {
    const button = document.querySelector('${block} .btn.execute')
    if (button === null) return
    observer.disconnect()
    resolve(!button.disabled)
    button.click()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.querySelector('${block} .opblock-summary-control').click()
})`

t.test(
  'the page opens on the app pair, tells the demo’s, and first tries succeed',
  { skip },
  async t => {
    const page = await visited(docs)
    await page.until(`document.querySelector('.texts a[href="/docs/guides/clients.md"]')`)
    t.match(await page.value(textsOf('.texts li')), ['Writing a client'], 'guides and rules')
    await page.click('.btn.authorize')
    await page.until(asking('appToken'))
    const schemes = ['appId', 'appToken', 'oauth', 'basic', 'managementId', 'managementToken']
    t.strictSame(
      (await page.value(textsOf('.auth-container'))).map((text: string, index: number) => [
        text.includes(schemes[index] ?? ''),
        text.includes('Logout')
      ]),
      schemes.map(scheme => [true, scheme !== 'oauth'])
    )
    await page.click('.dialog-ux .btn-done')
    const points = await tried(page, 'Loyalties-listMemberPendingPoints')
    t.equal(points.status, '200')
    t.match(points.body, /"data": \[\s*\{/, 'points that wait: nothing narrows the first answer')
    await page.click('#operations-Loyalties-redeemReward .opblock-summary-control')
    const key = `document.querySelector('#operations-Loyalties-redeemReward input[placeholder="Idempotency-Key"]')`
    await page.until(key)
    t.equal(await page.value(`${key}.value`), '', 'no key is proposed that replays an answer')
    const icon = `document.querySelector('link[rel=icon]').href`
    t.equal(await page.value(`fetch(${icon}).then(({ status }) => status)`), 200, 'an icon')
    t.strictSame(page.complaints, [], 'nothing was loaded from elsewhere, and nothing failed')
  }
)

t.test('who presses Execute too early can press it when the page is ready', { skip }, async t => {
  const page = await visited(docs)
  const block = '#operations-Customers-getCustomer'
  await page.until(`document.querySelector('${block} .opblock-summary-control')`)
  t.equal(await page.value(pressedAtOnce(block)), false, 'the operation is not read yet')
  t.equal((await executed(page, block)).status, '200', 'the request was sent, with the demo’s pair')
})

t.test('the page’s OAuth dialog gets a token, which opens an operation', { skip }, async t => {
  const page = await visited(docs)
  await page.click('.btn.authorize')
  await page.until(asking('oauth'))
  await page.value(
    `${asking('oauth')}.querySelector('#customers-clientCredentials-checkbox-oauth').click()`
  )
  const offered = await page.value(textsOf('[id$=-clientCredentials-checkbox-oauth] ~ label .name'))
  const used = JSON.stringify(readDocument('service').paths)
  for (const scope of offered) t.ok(used.includes(`{"oauth":["${scope}"]}`), scope)
  t.ok(offered.length > 5)
  await authorize(page, 'oauth')
  await page.click('.dialog-ux .btn-done')
  const customer = await tried(page, 'Customers-getCustomer')
  t.equal(customer.status, '200')
  t.match(customer.body, known.CUSTOMER_ID)
})

t.test('the page of the second document shows, filters and prints all of it', { skip }, async t => {
  const { paths } = readDocument('provisioning')
  const operations = Object.values(paths).flatMap(item => Object.keys(item)).length
  const blocks = `document.querySelectorAll('.opblock').length`
  const page = await visited(`${docs}?urls.primaryName=Provisioning`)
  await page.until(`${blocks} === ${operations}`)
  const rows = await page.value(textsOf('.error-keys tr td:first-child'))
  t.strictSame(rows.toSorted(), Object.keys(catalogue).toSorted(), 'the error keys')
  const links = `[...document.querySelectorAll('.info a')].map(each => each.getAttribute('href'))`
  t.strictSame(await page.value(links), [
    '/openapi-provisioning-3.0.json',
    'https://www.apache.org/licenses/LICENSE-2.0'
  ])
  const printed = (await page.print()).toString('latin1')
  const pages = Number(/\/Count (\d+)/.exec(printed)?.[1])
  t.ok(pages >= 5, `${pages} pages of paper`)
  await page.value(`document.querySelector('.operation-filter-input').focus()`)
  await page.type('/v1/segments')
  await page.until(`${blocks} < 10`)
  const found = await page.value(textsOf('.opblock-summary-path'))
  const told = found.length >= 4 && found.every((path: string) => path.includes('/v1/segments'))
  t.ok(told, found.join(' '))
  await page.value(`document.querySelector('.operation-filter-input').select()`)
  await page.type('list customers segment')
  await page.until(`${blocks} === 1`)
  t.match(await page.value(textsOf('.opblock-summary-operation-id')), ['listCustomerSegments'])
})

t.test('an operation opens in few steps of the browser', { skip }, async t => {
  const page = await visited(docs)
  const ready = (block: string) =>
    `document.querySelector('${block} .responses-table') &&
     document.querySelector('${block} .btn.execute:not(:disabled)')`
  const blocks = ['Loyalties-redeemReward', 'Rewards-createReward'].map(id => `#operations-${id}`)
  await page.until(`document.querySelectorAll('.opblock').length === 16`)
  await page.value(`(() => {
    window.made = { elements: 0, texts: 0 }
    const counted = (type, name, kind) => {
      const before = type.prototype[name]
      type.prototype[name] = function (...given) {
        window.made[kind]++
        return before.apply(this, given)
      }
    }
    counted(Document, 'createElement', 'elements')
    counted(DOMParser, 'parseFromString', 'texts')
  })()`)
  const steps = []
  for (const block of blocks) {
    await page.click(`${block} .opblock-summary-control`)
    await page.until(ready(block))
    steps.push(await page.value('({ ...window.made })'))
    await page.value('Object.assign(window.made, { elements: 0, texts: 0 })')
  }
  const documents = `performance.getEntriesByType('resource').map(each => each.name)
    .filter(name => name.endsWith('.json')).map(name => new URL(name).pathname)`
  t.strictSame(await page.value(documents), ['/openapi-3.0.json'], 'the version resolved quickly')
  const [first, second] = steps
  t.ok(first.elements < 1200, `${first.elements} elements: a token of an example is none`)
  t.ok(first.texts < 40, `${first.texts} texts are cleaned, each once`)
  t.ok(second.texts < 15, `${second.texts} texts are new at the second`)
  const example = `document.querySelector('${blocks[0]} .response pre.example')`
  t.match(await page.value(`${example}.innerText`), /^{\n {2}"id": "r_/)
  const kinds = `[...new Set([...${example}.querySelectorAll('span')].map(each => each.className))]`
  t.strictSame((await page.value(kinds)).toSorted(), ['code-key', 'code-string', 'code-value'])
})

t.test('nothing of the page is wider than a screen or a telephone', { skip }, async t => {
  const page = await visited(docs)
  const block = '#operations-Loyalties-redeemReward'
  await page.click(`${block} .opblock-summary-control`)
  await page.until(`document.querySelector('${block} .btn.execute:not(:disabled)')`)
  await page.until(`document.querySelector('${block} .response-col_links pre')`)
  const tooFar = `[...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map(each => each.tagName + ' ' + each.className)`
  for (const width of [1280, 390]) {
    await page.resize(width)
    t.equal(await page.value('innerWidth'), width)
    t.strictSame(await page.value(tooFar), [], `at ${width} pixels`)
    const found = await page.value(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    )
    t.equal(found, false)
    const narrow = `[...document.querySelectorAll('${block} td .parameter__name')]
      .concat([...document.querySelectorAll('${block} .response-col_links pre')])
      .filter(each => each.getBoundingClientRect().width < 150)
      .map(each => each.textContent)`
    t.strictSame(await page.value(narrow), [], 'names and links have room')
  }
  await page.resize(1280)
  t.strictSame(page.complaints, [])
})
