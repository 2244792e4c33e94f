/**
 * The customer page as a browser shows it: on a phone, on a large screen, in a dark room, and to
 * somebody who listens to it. Needs a Chromium along PATH; without one it says so and is skipped.
 */
import t from 'tap'
import { assetPages } from '../../src/http/assets.ts'
import { pageUrlEnd, tokenFor } from '../../src/http/links.ts'
import type { CustomerPage } from '../../src/http/pages.ts'
import { givenService } from '../support/app.ts'
import { chromium, givenPage, skip, type View } from '../support/browser.ts'
import { givenApp } from '../support/fixture-service.ts'
import { givenCard, givenCoupon, givenGift, project } from './support/given.ts'
import { pixelsOfSvg, scanQr } from './support/scanner.ts'

const views: readonly View[] = [
  { width: 320, height: 640, scheme: 'light' },
  { width: 320, height: 640, scheme: 'dark' },
  { width: 1280, height: 800, scheme: 'light' }
]

/** What sticks out of the page on either side, by name of its element. */
const STICKING_OUT = `[...document.querySelectorAll('body, body *')].filter(each => {
  const { left, right } = each.getBoundingClientRect()
  return left < -0.5 || right > document.documentElement.clientWidth + 0.5
}).map(each => each.outerHTML.slice(0, 80))`

const SCROLLS = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

const BROKEN = `[...document.images].filter(({ complete, naturalWidth }) =>
  !complete || naturalWidth === 0).map(({ src }) => src)`

const now = '2026-11-20T10:00:00.000Z'
const evil = `"><script>document.title='obeyed'</script><img src=x onerror=alert(1)>\u202e`
const endless = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)
const most = Number.MAX_SAFE_INTEGER

/** Everything too long, too large or meant to harm. */
const hostile: CustomerPage = {
  project: { ...project, name: endless },
  now,
  customer: { name: `${evil}${endless}` },
  cards: [
    {
      voucher: givenCard(
        { code: endless },
        { balance: most, nextExpirationDate: '2027-11-30', nextExpirationPoints: most }
      ),
      campaignName: evil,
      pending: [{ points: most, activatesOn: '2026-12-24' }],
      movements: [
        {
          type: 'POINTS_ADDITION',
          amount: most,
          balanceAfter: most,
          createdAt: '2026-11-01T08:00:00.000Z'
        }
      ]
    }
  ],
  vouchers: [
    { voucher: givenCoupon({ code: evil }), campaignName: endless },
    { voucher: givenGift({ code: endless }), campaignName: evil },
    { voucher: givenCoupon({ id: 'v_00off', active: false }), campaignName: null }
  ],
  more: { cards: most, vouchers: most }
}

const browser = chromium === null ? null : await givenPage(t, chromium)

async function looking(url: string, view: View) {
  if (browser === null) throw new Error('There is no browser.')
  return { ...(await browser.look(url, view)), find: browser.value }
}

t.test('the page of somebody in the demo, as it is seen and heard', { skip }, async t => {
  const service = await givenService(t)
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { body } = await service.get('/v1/customers/ada')
  const url = `${origin}${new URL(body.assets.cockpit_url).pathname}`
  for (const view of views) {
    const title = `${view.width} ${view.scheme}`
    const { asked, complaints, told, find } = await looking(url, view)
    t.strictSame(complaints, [], `${title}: nothing is refused by the policy or missing`)
    t.strictSame(await find(STICKING_OUT), [], `${title}: nothing sticks out`)
    t.equal(await find(SCROLLS), false, `${title}: nothing to scroll to the side`)
    t.strictSame(await find(BROKEN), [], `${title}: every picture is there`)
    const found = asked.filter(each => !each.startsWith(`${origin}/`))
    t.strictSame(found, [], `${title}: no stranger`)
    const written = "[...document.querySelectorAll('code')].map(each => each.textContent)"
    const codes: string[] = await find(written)
    t.ok(codes.length > 1, `${title}: a card and a voucher at least`)
    const seen = await codesOf(asked.slice(1))
    t.strictSame(seen, codes.toSorted(), `${title}: pictures say the codes`)
    const heard = codes.map(code => `image: QR code of ${code}`)
    for (const each of ['heading: Ada Baker', 'image: Points over time', ...heard]) {
      t.ok(told.includes(each), `${title}: is told ${each}`)
    }
  }
})

const END = pageUrlEnd({ now: hostile.now, customerPageDays: 1 })
const TOKEN = tokenFor(project, 'customer', 'cust_00ada', END)

/** What pictures of our own say, in order of the alphabet. */
async function codesOf(urls: readonly string[]): Promise<readonly string[]> {
  const pictures = await Promise.all(urls.map(async url => (await fetch(url)).text()))
  return pictures.map(svg => scanQr(pixelsOfSvg(svg)).code).toSorted()
}

t.test('the picture is drawn, and large enough to be read', { skip }, async t => {
  const origin = await givenPages(t)
  for (const view of views) {
    const { find } = await looking(`${origin}/${TOKEN}`, view)
    const seen = await find(`(() => {
      const picture = document.querySelector('.plot svg')
      const { width, height } = picture.getBoundingClientRect()
      const marks = [...picture.querySelectorAll('.dot')]
      const strokes = marks.map(each => getComputedStyle(each).stroke)
      return { width, height, marks: marks.length, strokes: [...new Set(strokes)] }
    })()`)
    const title = `${view.width} ${view.scheme}`
    t.ok(seen.width > 180 && seen.height > 100, `${title}: ${seen.width} by ${seen.height}`)
    t.equal(seen.marks, 4, 'today, what arrives as a ring of two, what expires')
    t.equal(seen.strokes.length, 3, `${title}: in three colours`)
    const sizes: number[] = await find(`[...document.querySelectorAll('body *')]
      .filter(each => each.childElementCount === 0 && each.textContent.trim() !== ''
        && each.getClientRects().length > 0 && !each.closest('svg'))
      .map(each => parseFloat(getComputedStyle(each).fontSize))`)
    t.ok(Math.min(...sizes) >= 13, `${title}: the smallest text has ${Math.min(...sizes)} pixels`)
    t.ok(await find(`document.querySelector('summary').getBoundingClientRect().height >= 24`))
  }
})

t.test('what is too long, too large or meant to harm stays inside', { skip }, async t => {
  const origin = await givenPages(t)
  for (const view of views) {
    const url = `${origin}/${TOKEN}`
    const { complaints, asked, find } = await looking(url, view)
    const title = `${view.width} ${view.scheme}`
    t.strictSame(await find(STICKING_OUT), [], `${title}: nothing sticks out`)
    t.equal(await find(SCROLLS), false, title)
    t.strictSame(await find('[document.scripts.length, document.images.length]'), [0, 4], title)
    t.strictSame([complaints, asked.length], [[], 5], `${title}: itself and four codes, no more`)
  }
})

/** The hostile page, served; the folder of its url. */
async function givenPages(t: { teardown: (done: () => unknown) => void }): Promise<string> {
  const app = givenApp({
    pages: assetPages({
      now: () => hostile.now,
      projectById: async () => project,
      codeOfVoucher: async (_project, id) => id,
      exportFile: async () => null,
      customerPage: async () => hostile
    })
  })
  t.teardown(() => app.close())
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/customers`
}
