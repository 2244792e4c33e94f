/**
 * A customer of whom something was said in every store, to be erased in a workshop.
 */
import { type Erasure, eraseCustomer } from '../../../src/decisions/customers/erasure.ts'
import { loadEraseCustomer } from '../../../src/storage/customers/erasure.ts'
import type { Tables } from '../../../src/storage/engine/statements.ts'
import { EARLIER, givenCampaign } from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenPending, givenRedemption } from '../../support/given-records.ts'
import { queueExport } from './files.ts'
import { member } from './members.ts'
import { carryOutAll } from './pieces.ts'
import type { Workshop } from './workshop.ts'

/** Is in all that is said of the customer. */
const WORD = 'Ada'

/** Where it is said. */
export const TOLD_IN = [
  'customers',
  'events',
  'exportFiles',
  'orders',
  'pendingPoints',
  'redemptions'
] as const satisfies readonly (keyof Tables)[]

const metadata = { note: WORD }

/** Says it of cust_1, also in a redemption of their card that nobody held then. */
export async function sayOfCustomer(shop: Workshop): Promise<void> {
  const { details } = givenPending()
  const event = { ...details.event, data: metadata }
  const nobody = { id: null, name: null, email: null, sourceId: null, metadata: {} }
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
    ...member(1, {
      lots: [{ amount: 30, remaining: 30 }],
      pending: [{ points: 10, activatesOn: '2026-04-01', details: { ...details, event } }]
    }),
    {
      kind: 'order.created',
      order: givenOrder({ metadata, items: [givenOrderItem({ id: 'ordli_1' })] })
    },
    { kind: 'redemption.recorded', redemption: givenRedemption() },
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { redemptionsFailed: 1 },
      lastOrder: null
    },
    {
      kind: 'redemption.recorded',
      redemption: givenRedemption({ id: 'r_2', customer: nobody, metadata })
    },
    { kind: 'event.logged', event: { ...event, id: 'evcus_1', createdAt: EARLIER } }
  )
  await queueExport(shop, { exportedObject: 'customer', fields: ['name'] })
  await carryOutAll(shop)
}

/** The tables in which it is found. */
export async function toldIn(shop: Workshop): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of TOLD_IN) {
    if (JSON.stringify(await shop.table(name)).includes(WORD)) found.push(name)
  }
  return found
}

/** Deletes a customer, if that was not done, and queues the rest; the id of the async action. */
export async function queueErasure(shop: Workshop, name = 'cust_1'): Promise<string> {
  const { project, shell } = shop
  const origin = { project, requestId: 'v-erasure', source: { channel: 'INTERNAL' } } as const
  const erasure: Erasure = await shell.settle(origin, {
    load: loadEraseCustomer(name),
    decide: eraseCustomer
  })
  return erasure.action.id
}
