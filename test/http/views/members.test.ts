import t from 'tap'
import { viewLoyaltyCardBalance, viewMemberList } from '../../../src/http/views/members.ts'
import { viewVoucher } from '../../../src/http/views/vouchers.ts'
import { answers } from '../support/document.ts'
import { givenCard, linking, shown } from '../support/given.ts'

t.test('viewMemberList: each card in full, and how many there are', async t => {
  const card = shown(givenCard())
  const rows = [
    { entries: [], total: 12 },
    { entries: [card], total: 1 }
  ]
  for (const { entries, total } of rows) {
    const outcome = {
      object: 'list',
      data_ref: 'vouchers',
      vouchers: entries.map(each => viewVoucher(each, linking)),
      total
    }
    answers(t, 'MemberList', viewMemberList({ entries, total }, linking), outcome, `${total}`)
  }
})

t.test('viewLoyaltyCardBalance: what was moved, and the card after it', async t => {
  const card = givenCard()
  for (const points of [100, -40]) {
    const outcome = {
      points,
      total: 500,
      balance: 440,
      type: 'loyalty_card',
      object: 'balance',
      related_object: { type: 'voucher', id: card.id }
    }
    const view = viewLoyaltyCardBalance(card, points)
    answers(t, 'LoyaltyCardBalance', view, outcome, `${points}`)
  }
})
