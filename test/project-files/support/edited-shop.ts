import type { Test } from 'tap'
import type { OperationId } from '../../../src/http/types.ts'
import { freshSource } from '../../../src/ids.ts'
import { dumpProject, dumpText } from '../../../src/project-files/dump.ts'
import { type LoadOptions, loadFile, projectFromFile } from '../../../src/project-files/load.ts'
import { ProjectOperations } from '../../../src/project-files/operations.ts'
import { temporaryFolder } from '../../storage/support/engines.ts'
import { NOW } from '../../support/given.ts'
import { newStore } from '../../support/stores.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
export const services = { now: () => NOW, ids: freshSource(), limits }

export type Values = Readonly<Record<string, unknown>>

const SET_UP: Values = {
  project: { name: 'Shop', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
  categories: [
    { name: 'Sale', hierarchy: 1 },
    { name: 'Gifts', hierarchy: 2 }
  ],
  products: [
    { source_id: 'mug', name: 'A mug', price: 900 },
    { source_id: 'tea', name: 'Tea', price: 400 }
  ],
  campaigns: [
    {
      id: 'camp_club',
      name: 'Club',
      campaign_type: 'LOYALTY_PROGRAM',
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } },
      earning_rules: [
        {
          source: { banner: 'A point for each euro' },
          event: 'order.paid',
          loyalty: {
            type: 'PROPORTIONAL',
            calculation_type: 'ORDER_AMOUNT',
            order: { amount: { every: 100, points: 1 } }
          }
        }
      ]
    },
    {
      name: 'Spring',
      campaign_type: 'DISCOUNT_COUPONS',
      expiration_date: '2030-06-01T00:00:00.000Z',
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 5 } }
    }
  ]
}

/** A shop with a row or two of each section. */
export const FILE = {
  ...SET_UP,
  customers: [
    {
      source_id: 'lena',
      id: 'cust_lena',
      name: 'Lena',
      email: 'lena@example.com',
      address_line_1: 'One Road 1',
      address_city: 'Ulm',
      metadata: { size: 'XL', hat: 57 }
    },
    { source_id: 'tom', id: 'cust_tom', name: 'Tom' }
  ],
  cards: [
    {
      code: 'CARD',
      id: 'v_card',
      campaign: 'Club',
      customer: 'lena',
      balance: 350,
      lots: [{ points: 300, expires_on: '2030-12-31' }, { points: 50 }],
      active: true,
      metadata: { from: 'till', till: 1 }
    }
  ],
  gift_cards: [{ code: 'GIFT', amount: 500, balance: 400, additional_info: 'A note' }],
  coupons: [
    { code: 'TEN', discount: { type: 'PERCENT', percent_off: 10 }, redemption_quantity: 3 },
    { code: 'SPRING', campaign: 'Spring', expiration_date: '2030-06-01T00:00:00.000Z' }
  ],
  orders: [
    {
      source_id: 'o-1',
      created_at: '2026-01-02T10:00:00.000Z',
      status: 'CREATED',
      customer: 'lena',
      amount: 1800,
      items: [{ source_id: 'mug', quantity: 2, price: 900, amount: 1800 }],
      metadata: { till: 1 }
    },
    { source_id: 'o-2', created_at: '2026-01-02T10:00:00.000Z', status: 'CREATED', amount: 700 }
  ]
}

/** Its sections of rows. */
export type Section = 'customers' | 'cards' | 'gift_cards' | 'coupons' | 'orders'

/** The file with other cells in the first row of a section, or in another one. */
export function edited(section: Section, cells: Values, index = 0): Values {
  const rows: readonly Values[] = FILE[section]
  const changed = rows.map((row, at) => (at === index ? { ...row, ...cells } : row))
  return { ...FILE, [section]: changed }
}

const named = (value: Values, folder = '/nowhere') => ({
  name: 'shop.json',
  text: JSON.stringify(value),
  folder
})

/** A project of its own that the file made, and what is done with it. */
export async function givenShop(t: Test) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const { project } = await projectFromFile(store, services, named(FILE))
  const operations = new ProjectOperations(store, services, project)
  const folder = temporaryFolder(t)
  return {
    store,
    project,
    /** That of the files that are loaded. */
    folder,
    load: (value: Values, options: LoadOptions = {}) =>
      loadFile(store, services, project, named(value, folder), options),
    dumped: async () => {
      const options = { out: null, withIds: false }
      return dumpText((await dumpProject(store, services, project, options)).value, null)
    },
    carryOut: (operation: OperationId, params: Record<string, string>, body?: object) =>
      operations.carryOut(operation, { params, body })
  }
}
