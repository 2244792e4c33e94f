import { createHash } from 'node:crypto'
import t from 'tap'
import { html } from '../../src/http/html.ts'
import { tokenFor } from '../../src/http/links.ts'
import { CONTENT_POLICY, type CustomerPage, customerPage } from '../../src/http/pages.ts'
import type { Voucher } from '../../src/model.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import { changedAt, givenCard, givenCoupon, givenGift, madeAt, project } from './given.ts'

const now = '2026-11-20T10:00:00.000Z'

function given(changes: Partial<CustomerPage> = {}): CustomerPage {
  return { project, now, customer: { name: 'Ada Baker' }, cards: [], vouchers: [], ...changes }
}

/** The page of one voucher, from its heading to the end of its figure. */
function article(voucher: Voucher, campaignName: string | null = null): string {
  const page = customerPage(given({ vouchers: [{ voucher, campaignName }] }))
  return /<article>\n(.*)\n<\/article>/s.exec(page)?.[1] ?? ''
}

function figure({ id, code }: Voucher): string {
  const token = tokenFor(project, 'qr', id)
  const picture = `<img src="../assets/qr/${token}?format=svg" width="176" height="176"`
  return `<figure>
${picture} alt="QR code of ${code}">
<figcaption>Code <code><bdi>${code}</bdi></code></figcaption>
</figure>`
}

t.test('html: text is escaped, markup is not, null is nothing', async t => {
  const part = html`<b>${'a'}</b>`
  const rows: [string, string][] = [
    [
      html`<p>${`<a href="x" title='y'>&amp;`}</p>`.text,
      '<p>&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;amp;</p>'
    ],
    [html`${part}|${null}|${[part, part]}|${0}`.text, '<b>a</b>||<b>a</b><b>a</b>|0'],
    [html`plain`.text, 'plain']
  ]
  for (const [found, outcome] of rows) t.equal(found, outcome)
})

t.test('customerPage: a person without anything', async t => {
  const page = customerPage(given({ customer: { name: null } }))
  t.match(page, '<!doctype html>\n<html lang="en">')
  t.match(page, '<meta name="viewport" content="width=device-width, initial-scale=1">')
  t.match(page, '<title>Your cards and vouchers – Demo shop</title>')
  t.match(page, '<h1><bdi>Your cards and vouchers</bdi></h1>')
  t.match(page, '<p>There are no cards or vouchers yet.</p>')
  t.notMatch(page, /<section|<table|<img|<script|undefined|null/)
})

t.test('customerPage: a card with what waits, what lapses and what moved', async t => {
  const voucher = givenCard(
    {},
    { balance: 1440, nextExpirationDate: '2027-11-30', nextExpirationPoints: 1 }
  )
  const card = {
    voucher,
    campaignName: 'Coffee Club',
    pending: [
      { points: 20, activatesOn: '2026-11-23' },
      { points: 1, activatesOn: '2026-12-01' }
    ],
    movements: [
      { type: 'POINTS_REDEMPTION', amount: -60, balanceAfter: 1440, createdAt: changedAt },
      // The last hour of a day in UTC is the next day in Berlin.
      {
        type: 'POINTS_ACCRUAL',
        amount: 1500,
        balanceAfter: 1500,
        createdAt: '2026-11-01T23:30:00.000Z'
      }
    ]
  } as const
  const page = customerPage(given({ cards: [card] }))
  t.equal(
    /<section.*<\/section>/s.exec(page)?.[0],
    `<section aria-labelledby="card-1">
<h2 id="card-1"><bdi>Coffee Club</bdi></h2>
<p class="balance"><strong>1,440</strong> points to spend</p>

<ul><li>On the way: 20 points, on <time datetime="2026-11-23">23 Nov 2026</time></li>\
<li>On the way: 1 point, on <time datetime="2026-12-01">1 Dec 2026</time></li>\
<li>Next to expire: 1 point, after <time datetime="2027-11-30">30 Nov 2027</time></li></ul>
${figure(voucher)}

<table>
<caption>Last movements of points</caption>
<thead>
<tr>
<th scope="col">Day</th>
<th scope="col">What</th>
<th scope="col" class="number">Points</th>
<th scope="col" class="number">Balance</th>
</tr>
</thead>
<tbody>
<tr>
<td><time datetime="2026-11-20T09:30:00.000Z">20 Nov 2026</time></td>
<td>Spent</td>
<td class="number">−60</td>
<td class="number">1,440</td>
</tr>
<tr>
<td><time datetime="2026-11-01T23:30:00.000Z">2 Nov 2026</time></td>
<td>Earned</td>
<td class="number">+1,500</td>
<td class="number">1,500</td>
</tr>
</tbody>
</table>

</section>`
  )
})

t.test('customerPage: sections and their headings are told apart', async t => {
  const card = {
    voucher: givenCard({}, { balance: 1 }),
    campaignName: null,
    pending: [],
    movements: []
  }
  const page = customerPage(
    given({ cards: [card, card], vouchers: [{ ...card, voucher: givenCoupon() }] })
  )
  t.strictSame(page.match(/(?:aria-labelledby|id)="[\w-]+"/g), [
    'aria-labelledby="card-1"',
    'id="card-1"',
    'aria-labelledby="card-2"',
    'id="card-2"',
    'aria-labelledby="vouchers"',
    'id="vouchers"'
  ])
  t.match(page, '<h2 id="card-1"><bdi>Loyalty card</bdi></h2>')
  t.match(page, '<strong>1</strong> point to spend')
})

t.test('customerPage: what a voucher is good for', async t => {
  const amount = 900_719_925_474_099_1
  const gift = { ...givenGift().gift, balance: 5 } as Voucher['gift']
  // voucher                                                          outcome
  const rows: [Voucher, string][] = [
    [givenCoupon(), '€5.00 off'],
    [
      givenCoupon({ discount: { type: 'AMOUNT', amount_off: amount } }),
      '€90,071,992,547,409.91 off'
    ],
    [givenCoupon({ discount: { type: 'PERCENT', percent_off: 12.5 } }), '12.5\u00a0% off'],
    [givenCoupon({ discount: { type: 'FIXED', fixed_amount: 990 } }), 'For €9.90'],
    [givenCoupon({ discount: { type: 'UNIT', unit_type: 'prod_00mug' } }), 'Something extra'],
    [givenCoupon({ discount: { type: 'AMOUNT' } }), 'Discount'],
    [givenCoupon({ discount: null }), 'Voucher'],
    [givenGift({ gift }), '€0.05 of credit']
  ]
  for (const [voucher, outcome] of rows) {
    t.equal(/<h3>(.*)<\/h3>/.exec(article(voucher))?.[1], outcome, outcome)
  }
})

t.test('customerPage: whether a voucher can be used, and until when', async t => {
  const end = '2026-12-31T22:59:59.999Z'
  const ended = '2026-11-19T22:59:59.999Z'
  const start = '2026-12-01T00:00:00.000Z'
  const until = `<p>Can be used until <time datetime="${end}">31 Dec 2026</time></p>`
  const state = (text: string) => `<p class="state">${text}</p>`
  const within = (limits: Partial<typeof ALWAYS>) => ({ validity: { ...ALWAYS, ...limits } })
  const rows: [Partial<Voucher>, string][] = [
    [{ active: false, ...within({ expirationDate: ended }) }, state('Switched off')],
    [
      within({ startDate: start }),
      state(`Can be used from <time datetime="${start}">1 Dec 2026</time>`)
    ],
    [
      within({ expirationDate: ended }),
      state(`Ended on <time datetime="${ended}">19 Nov 2026</time>`)
    ],
    [within({ daysOfWeek: [0] }), state('Cannot be used at this time of the day or week')],
    [
      { redemptionQuantity: 1, redeemedQuantity: 1, ...within({ expirationDate: end }) },
      state('Used')
    ],
    [{ redemptionQuantity: 2, redeemedQuantity: 1, ...within({ expirationDate: end }) }, until],
    [{}, '']
  ]
  for (const [changes, outcome] of rows) {
    const voucher = givenCoupon(changes)
    const whole = `<h3>€5.00 off</h3>
<p><bdi>Spring coupons</bdi></p>
${outcome}
${figure(voucher)}
`
    t.equal(article(voucher, 'Spring coupons'), whole, outcome || 'usable without end')
  }
})

t.test('customerPage: nothing that was put in is obeyed', async t => {
  const evil = `"><script>alert('&')</script>`
  const shown = '&#34;&#62;&#60;script&#62;alert(&#39;&#38;&#39;)&#60;/script&#62;'
  const card = {
    voucher: givenCard({ code: evil }),
    campaignName: evil,
    pending: [{ points: 1, activatesOn: '2026-11-23' }],
    movements: []
  }
  const page = customerPage({
    project: { ...project, name: evil },
    now,
    customer: { name: evil },
    cards: [card],
    vouchers: [{ voucher: givenCoupon({ code: evil, createdAt: madeAt }), campaignName: evil }]
  })
  t.notMatch(page, '<script')
  t.notMatch(page, evil)
  t.equal(page.split(shown).length - 1, 10, 'it is shown as it is, everywhere')
})

t.test('CONTENT_POLICY: the page has one style, and it is the one that is let through', async t => {
  const styles = [...customerPage(given()).matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, text = '']) => createHash('sha256').update(text).digest('base64')
  )
  t.strictSame(CONTENT_POLICY.split('; '), [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${styles.join()}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ])
  t.notMatch(customerPage(given()), / style=/)
})

t.test('customerPage: every colour of text stands out from what is behind it', async t => {
  const page = customerPage(given())
  // text on the darkest background it can stand on: outcome by WCAG 2, at least 4.5
  for (const colour of ['#1c1917', '#57534e', '#0f5f59', '#9a3412']) {
    t.match(page, `color: ${colour}`)
    t.ok(contrast(colour, '#faf9f7') >= 4.5, `${colour}: ${contrast(colour, '#faf9f7').toFixed(1)}`)
  }
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? []).map(hex => {
    const part = Number.parseInt(hex, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
