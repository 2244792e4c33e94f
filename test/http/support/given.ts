/** Things of the demo, for the tests of pages and links. */
import type { Linking } from '../../../src/http/links.ts'
import type { CardBalance, Voucher } from '../../../src/model.ts'
import * as given from '../../support/given.ts'

export const madeAt = '2026-11-01T08:00:00.000Z'
export const changedAt = '2026-11-20T09:30:00.000Z'

const own = { id: 'proj_00demo', name: 'Demo shop', secret: 'kept to ourselves', demo: true }
export const project = given.givenProject({ ...own, createdAt: madeAt })

export const linking: Linking = {
  publicUrl: 'https://loyalty.example.com',
  project,
  now: '2026-03-01T10:00:00.000Z',
  customerPageDays: 30
}

const alone = { campaignId: null, createdAt: madeAt }

export function givenCoupon(changes: Partial<Voucher> = {}): Voucher {
  return given.givenCoupon({ ...alone, id: 'v_00spring1', code: 'SPRING-0001', ...changes })
}

export function givenGift(changes: Partial<Voucher> = {}): Voucher {
  const gift = given.givenGift({ subtractedAmount: 100, redeemedAmount: 250, balance: 650 })
  return given.givenGiftVoucher({ ...alone, id: 'v_00gift1', code: 'GIFT-0001', gift, ...changes })
}

export function givenCard(
  changes: Partial<Voucher> = {},
  points: Partial<CardBalance> = {}
): Voucher {
  const had = { points: 500, balance: 440, pendingPoints: 20, redeemedPoints: 60 }
  return given.givenCard({
    ...{ id: 'v_00adaclub', code: 'CLUB-ADA-0001', campaignId: 'camp_00club' },
    ...{ holderId: 'cust_00ada', redeemedQuantity: 1, createdAt: madeAt },
    card: given.givenBalance({ ...had, ...points }),
    ...changes
  })
}
