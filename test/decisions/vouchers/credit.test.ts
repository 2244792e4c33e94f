import t from 'tap'
import type { TotalsStep } from '../../../src/decisions/changes.ts'
import { type Moved, type Purse, sumOf } from '../../../src/decisions/points/lots.ts'
import {
  addCredit,
  type CreditRemoval,
  takeCredit
} from '../../../src/decisions/vouchers/vouchers.ts'
import type { EntryCause, EntryType, Gift, LedgerEntry, Lot } from '../../../src/model.ts'
import { casesOf } from '../../support/chance.ts'
import {
  givenCard,
  givenEntry,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { table } from '../../support/table.ts'
import { Book } from '../support/audited-voucher.ts'

const CAUSE: EntryCause = { redemptionId: 'r_1' }

const lot = (n: number, remaining: number, amount = remaining): Lot =>
  givenLot({ id: `lopb_${n}`, voucherId: 'v_3', campaignId: 'camp_3', amount, remaining })

/** A gift voucher that got what its lots ever got, and redeemed what is no longer there. */
function purseOf(...lots: Lot[]): Purse {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0)
  const balance = sumOf(lots)
  const gift = givenGift({ amount, balance, redeemedAmount: amount - balance })
  return { voucher: givenGiftVoucher({ gift, redeemedQuantity: 2, version: 4 }), lots }
}

const entryOf = (over: Partial<LedgerEntry>): LedgerEntry =>
  givenEntry({
    id: 'vtx_000001',
    voucherId: 'v_3',
    campaignId: 'camp_3',
    cause: CAUSE,
    createdAt: NOW,
    ...over
  })

/** All that a movement is, from what differs. */
function movement(
  { voucher }: Purse,
  balance: Gift,
  redeemedQuantity: number,
  rest: {
    readonly lots: readonly Lot[]
    readonly opened?: readonly Lot[]
    readonly stepped: readonly { id: string; amount: number; remaining: number }[]
    readonly entry: LedgerEntry
    readonly totals: TotalsStep
  }
) {
  const { lots, opened = [], stepped, entry, totals } = rest
  return {
    purse: {
      voucher: { ...voucher, gift: balance, redeemedQuantity, updatedAt: NOW, version: 5 },
      lots
    },
    change: {
      kind: 'credit.moved',
      gift: { voucherId: 'v_3', version: 4, balance, redeemedQuantity, updatedAt: NOW },
      opened,
      stepped,
      entry
    },
    totals
  }
}

t.test('addCredit: joins the one lot of a gift voucher, or opens it', async t => {
  const opened = givenLot({ ...lot(1, 500), id: 'lopb_000001', createdAt: NOW })
  const more = [{ id: 'lopb_1', amount: 500, remaining: 500 }]
  //               lots              lots after                 opened    stepped
  const rows: [string, Lot[], Lot[], Lot[], typeof more][] = [
    ['the first', [], [opened], [opened], []],
    ['more', [lot(1, 400, 1000)], [lot(1, 900, 1500)], [], more]
  ]
  table(t, rows, (t, _, lots, after, openedNow, stepped) => {
    const purse = purseOf(...lots)
    const { amount, balance, redeemedAmount } = purse.voucher.gift as Gift
    const gift = givenGift({ amount: amount + 500, balance: balance + 500, redeemedAmount })
    t.strictSame(
      addCredit(purse, { amount: 500, cause: CAUSE }, givenOccasion()),
      movement(purse, gift, 2, {
        lots: after,
        opened: openedNow,
        stepped,
        entry: entryOf({
          type: 'CREDITS_ADDITION',
          amount: 500,
          lots: [{ id: after[0]?.id as string, amount: 500 }],
          balanceAfter: balance + 500,
          voucherVersion: 5
        }),
        totals: { giftBalance: 500 }
      })
    )
  })
})

//                         booked as           entry type           figures of the gift       totals
const bookings: [string, CreditRemoval['as'], EntryType, Partial<Gift>, number, TotalsStep][] = [
  [
    'used by its holder',
    'redeemed',
    'CREDITS_REDEMPTION',
    { redeemedAmount: 900 },
    3,
    { giftBalance: -300, giftRedeemedAmount: 300 }
  ],
  [
    'taken by the shop',
    'subtracted',
    'CREDITS_REMOVAL',
    { redeemedAmount: 600, subtractedAmount: 300 },
    2,
    { giftBalance: -300 }
  ]
]

t.test('takeCredit: the whole movement, as it is booked', async t => {
  table(t, bookings, (t, _, as, type, figures, quantity, totals) => {
    const purse = purseOf(lot(1, 200, 800), lot(2, 500))
    const gift = givenGift({ amount: 1300, balance: 400, ...figures })
    t.strictSame(
      takeCredit(purse, { amount: 300, as, cause: CAUSE }, givenOccasion()),
      movement(purse, gift, quantity, {
        lots: [lot(1, 0, 800), lot(2, 400, 500)],
        stepped: [
          { id: 'lopb_1', amount: 0, remaining: -200 },
          { id: 'lopb_2', amount: 0, remaining: -100 }
        ],
        entry: entryOf({
          type,
          amount: -300,
          lots: [
            { id: 'lopb_1', amount: -200 },
            { id: 'lopb_2', amount: -100 }
          ],
          balanceAfter: 400,
          voucherVersion: 5
        }),
        totals
      })
    )
  })
})

t.test('takeCredit: all there is, and not a cent more', async t => {
  //              lots                 amount  balance after, or null when refused
  const rows: [string, Lot[], number, number | null][] = [
    ['some', [lot(1, 500)], 499, 1],
    ['all', [lot(1, 500)], 500, 0],
    ['all of two lots', [lot(1, 500), lot(2, 1)], 501, 0],
    ['one more', [lot(1, 500)], 501, null],
    ['of nothing', [], 1, null]
  ]
  table(t, rows, (t, _, lots, amount, balance) => {
    const removal = { amount, as: 'redeemed', cause: {} } as const
    const taken = takeCredit(purseOf(...lots), removal, givenOccasion())
    t.equal(taken?.purse.voucher.gift?.balance ?? null, balance)
    t.equal(taken === null ? null : sumOf(taken.purse.lots), balance)
  })
})

t.test('credit on what is no gift voucher is a mistake of ours', async t => {
  const card: Purse = { voucher: givenCard(), lots: [givenLot()] }
  const credit = { amount: 1, cause: {} }
  t.throws(() => addCredit(card, credit, givenOccasion()), /v_1 is no gift voucher/)
  t.throws(() => takeCredit(card, { ...credit, as: 'redeemed' }, givenOccasion()), /is no gift/)
})

t.test('whatever happens to a gift voucher, its entries, its lots and its balance agree', t => {
  for (const { between, pick, once } of casesOf(t, { gate: 50, soak: 10_000 })) {
    const gift = givenGift({ amount: 0, balance: 0 })
    const book = new Book(givenGiftVoucher({ gift }))
    const occasion = givenOccasion()
    for (let step = 0; step < 20; step++) {
      const [amount, cause] = [between(1, 500), {}]
      // A second lot is possible where a credit did not know the first.
      const unaware = once(10) ? { voucher: book.voucher, lots: [] } : book.purse()
      const as = pick(['redeemed', 'subtracted'] as const)
      const moved: Moved | null = once(2)
        ? addCredit(unaware, { amount, cause }, occasion)
        : takeCredit(book.purse(), { amount, as, cause }, occasion)
      if (moved?.change.kind !== 'credit.moved') continue
      const mistake = book.write([moved.change])
      if (mistake !== null) t.fail(`${mistake}: ${JSON.stringify(book.entries)}`)
    }
  }
  t.pass('no voucher differs')
  t.end()
})
