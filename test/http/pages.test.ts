import t from 'tap'
import { tokenFor } from '../../src/http/links.ts'
import { type CustomerPage, customerPage, html, type PageCard } from '../../src/http/pages.ts'
import type { Voucher } from '../../src/model.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import { changedAt, givenCard, givenCoupon, givenGift, madeAt, project } from './support/given.ts'

const now = '2026-11-20T10:00:00.000Z'

function given(changes: Partial<CustomerPage> = {}): CustomerPage {
  const more = { cards: 0, vouchers: 0 }
  const customer = { name: 'Ada Baker' }
  return { project, now, customer, cards: [], vouchers: [], more, ...changes }
}

/** The page of one voucher, from its heading to the end of its figure. */
function article(voucher: Voucher, campaignName: string | null = null): string {
  const page = customerPage(given({ vouchers: [{ voucher, campaignName }] }))
  return /<article class="pair">\n(.*)\n<\/article>/s.exec(page)?.[1] ?? ''
}

function figure({ id, code }: Voucher): string {
  const token = tokenFor(project, 'qr', id)
  const picture = `<img src="../assets/qr/${token}?format=svg" width="160" height="160"`
  return `<figure class="code">
${picture} loading="lazy" alt="QR code of ${code}">
<figcaption><span class="label">Code</span> <code><bdi>${code}</bdi></code></figcaption>
</figure>`
}

function givenPageCard(changes: Partial<PageCard> = {}): PageCard {
  const voucher = givenCard(
    {},
    { balance: 1440, pendingPoints: 31, nextExpirationDate: '2027-11-30', nextExpirationPoints: 1 }
  )
  const pending = [
    { points: 19, activatesOn: '2026-11-23' },
    { points: 1, activatesOn: '2026-11-23' },
    { points: 1, activatesOn: '2026-12-01' }
  ]
  const movements = [
    { type: 'POINTS_REDEMPTION', amount: -60, balanceAfter: 1440, createdAt: changedAt },
    // The last hour of a day in UTC is the next day in Berlin.
    {
      type: 'POINTS_ACCRUAL',
      amount: 1500,
      balanceAfter: 1500,
      createdAt: '2026-11-01T23:30:00.000Z'
    }
  ] as const
  return { voucher, campaignName: 'Coffee Club', pending, movements, ...changes }
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
  t.match(page, '<p>As of <time datetime="2026-11-20T10:00:00.000Z">20 Nov 2026, 11:00</time>')
  t.match(page, '(Europe/Berlin)')
  t.notMatch(page, /<section|<table|<img|<script|undefined|null/)
  const blank = customerPage(given({ customer: { name: '  ' } }))
  t.match(blank, '<h1><bdi>Your cards and vouchers</bdi></h1>', 'a name of spaces is none')
})

t.test('customerPage: a card with what waits, what lapses and what moved', async t => {
  const card = givenPageCard()
  const page = customerPage(given({ cards: [card] }))
  const [section = ''] = /<section.*<\/section>/s.exec(page) ?? []
  const [before = '', after = ''] = section.split(/<figure class="history">.*?<\/figure>\n/s)
  const ring = '<path class="dot arrives" d="M8 8h0"/><path class="dot hole" d="M8 8h0"/>'
  const square = '<path class="dot expires" d="M8 8h0"/>'
  const item = (path: string, text: string) =>
    `<li><svg viewBox="0 0 16 16" aria-hidden="true">${path}</svg><span>${text}</span></li>`
  const time = (day: string, text: string) => `<time datetime="${day}">${text}</time>`
  const items = [
    item(ring, `On the way: 20 points, on ${time('2026-11-23', '23 Nov 2026')}`),
    item(ring, `On the way: 1 point, on ${time('2026-12-01', '1 Dec 2026')}`),
    item(square, `Next to expire: 1 point, after ${time('2027-11-30', '30 Nov 2027')}`),
    item(ring, 'On the way later: 10 points')
  ]
  t.equal(
    before,
    `<section aria-labelledby="card-1">
<h2 id="card-1"><bdi>Coffee Club</bdi></h2>
<div class="pair">
<div>
<p class="balance"><strong>1,440</strong> points to spend</p>

<ul class="coming">${items.join('')}</ul>
</div>
${figure(card.voucher)}

</div>
`
  )
  t.equal(
    after,
    `
<table class="movements">
<caption>Last movements of points</caption>
<thead>
<tr>
<th scope="col">What and when</th>
<th scope="col" class="number">Points</th>
<th scope="col" class="number">Balance</th>
</tr>
</thead>
<tbody>
<tr>
<th scope="row">Spent ${time('2026-11-20T09:30:00.000Z', '20 Nov 2026')}</th>
<td class="number">−60</td>
<td class="number">1,440</td>
</tr>
<tr>
<th scope="row">Earned ${time('2026-11-01T23:30:00.000Z', '2 Nov 2026')}</th>
<td class="number">+1,500</td>
<td class="number">1,500</td>
</tr>
</tbody>
</table>

</section>`
  )
})

t.test('customerPage: the picture shows what the list says', async t => {
  const page = customerPage(given({ cards: [givenPageCard()] }))
  t.equal(
    /<desc id="history-1-text">(.*)<\/desc>/.exec(page)?.[1],
    'Since 2 Nov 2026 the balance was between 0 and 1,500; today it is 1,440. ' +
      '20 points will arrive on 23 Nov 2026. 1 point will arrive on 1 Dec 2026. ' +
      '1 point will expire after 30 Nov 2027.'
  )
  t.match(page, '<figcaption id="history-1-title">Points over time</figcaption>')
})

t.test('customerPage: a card on which nothing has moved', async t => {
  const voucher = givenCard({}, { balance: 0, pendingPoints: 0 })
  const page = customerPage(
    given({ cards: [givenPageCard({ voucher, pending: [], movements: [] })] })
  )
  t.match(page, '<p class="still">No points have moved yet.</p>')
  t.notMatch(page, /<table|<ul|class="history"/)
})

t.test('customerPage: more than five days of waiting points, more than ten movements', async t => {
  const pending = Array.from({ length: 7 }, (_, index) => ({
    points: 10,
    activatesOn: `2026-12-0${index + 1}`
  }))
  const voucher = givenCard({}, { balance: 61, pendingPoints: 70 })
  const movements = Array.from({ length: 60 }, (_, index) => ({
    type: 'POINTS_ACCRUAL' as const,
    amount: 1,
    balanceAfter: 61 - index,
    createdAt: changedAt
  }))
  const page = customerPage(given({ cards: [givenPageCard({ voucher, pending, movements })] }))
  t.equal(page.split('On the way: 10 points').length - 1, 5)
  t.match(page, 'On the way later: 20 points')
  const [open = '', folded = ''] = page.split('<details>')
  t.equal(open.split('<th scope="row">').length - 1, 10)
  t.equal(folded.split('<th scope="row">').length - 1, 50)
  t.match(folded, '<summary>Earlier movements: 50</summary>')
  t.match(folded, '<caption>Earlier movements of points</caption>')
})

t.test('customerPage: what is not shown is counted', async t => {
  const vouchers = [{ voucher: givenCoupon(), campaignName: null }]
  // more                        outcome
  const rows: [CustomerPage['more'], string[]][] = [
    [{ cards: 0, vouchers: 0 }, []],
    [{ cards: 1, vouchers: 0 }, ['And 1 more card not shown here.']],
    [{ cards: 0, vouchers: 1200 }, ['And 1,200 more vouchers not shown here.']]
  ]
  for (const [more, outcome] of rows) {
    const page = customerPage(given({ cards: [givenPageCard()], vouchers, more }))
    t.strictSame(page.match(/And .* not shown here\./g) ?? [], outcome)
  }
})

t.test('customerPage: what can be used stands before what cannot any more', async t => {
  const over = { redemptionQuantity: 1, redeemedQuantity: 1 }
  const codes = [
    ['ONE', over],
    ['TWO', {}],
    ['THREE', { active: false }],
    ['FOUR', {}]
  ] as const
  const vouchers = codes.map(([code, changes]) => ({
    voucher: givenCoupon({ code, ...changes }),
    campaignName: null
  }))
  const page = customerPage(given({ vouchers }))
  const [open = '', folded = ''] = page.split('<details>')
  const codesIn = (text: string) => [...text.matchAll(/alt="QR code of (\w+)"/g)].map(([, c]) => c)
  const found = [codesIn(open), codesIn(folded)]
  t.strictSame(found, [
    ['TWO', 'FOUR'],
    ['ONE', 'THREE']
  ])
  t.match(folded, '<summary>Used or ended: 2</summary>')
  t.notMatch(customerPage(given({ vouchers: vouchers.slice(1, 2) })), '<details>')
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

t.test('customerPage: a code to pass on says so; a gift that is empty is used', async t => {
  t.match(article(givenCoupon({ isReferralCode: true })), '<p>To pass on to a friend</p>')
  t.notMatch(article(givenCoupon()), 'friend')
  const gift = { ...givenGift().gift, balance: 0 } as Voucher['gift']
  t.match(article(givenGift({ gift })), '<p class="state">Used</p>')
  t.notMatch(article(givenGift()), 'class="state"')
})

t.test('customerPage: whether a voucher can be used, and until when', async t => {
  const end = '2026-12-31T22:59:59.999Z'
  const ended = '2026-11-19T22:59:59.999Z'
  const start = '2026-12-01T00:00:00.000Z'
  const until = `<p>Can be used until <time datetime="${end}">31 Dec 2026</time></p>`
  const state = (text: string) => `<p class="state">${text}</p>`
  const within = (limits: Partial<typeof ALWAYS>) => ({ validity: { ...ALWAYS, ...limits } })
  // biome-ignore format: a table
  const rows: [Partial<Voucher>, string][] = [
    [{ active: false, ...within({ expirationDate: ended }) }, state('Switched off')],
    [within({ startDate: start }),
      state(`Can be used from <time datetime="${start}">1 Dec 2026</time>`)],
    [within({ expirationDate: ended }),
      state(`Ended on <time datetime="${ended}">19 Nov 2026</time>`)],
    [within({ daysOfWeek: [0] }), state('Cannot be used at this time of the day or week')],
    [{ redemptionQuantity: 1, redeemedQuantity: 1, ...within({ expirationDate: end }) },
      state('Used')],
    [{ redemptionQuantity: 2, redeemedQuantity: 1, ...within({ expirationDate: end }) }, until],
    [{}, '']
  ]
  for (const [changes, outcome] of rows) {
    const voucher = givenCoupon(changes)
    const whole = `<div>
<h3>€5.00 off</h3>
<p><bdi>Spring coupons</bdi></p>
${outcome}
</div>
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
    vouchers: [{ voucher: givenCoupon({ code: evil, createdAt: madeAt }), campaignName: evil }],
    more: { cards: 0, vouchers: 0 }
  })
  t.notMatch(page, '<script')
  t.notMatch(page, evil)
  t.equal(page.split(shown).length - 1, 10, 'it is shown as it is, everywhere')
})
