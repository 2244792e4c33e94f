/**
 * What a shop does behind the counter, where no operation of the documents leads yet: orders,
 * points by hand, segments, waiting points. Each is the decision that an operation would use, now
 * and by the key of the demo.
 */
import type { Decision, Occasion } from '../../src/decisions/changes.ts'
import { type SaveCustomer, upsertCustomer } from '../../src/decisions/customers/customers.ts'
import type { Imported } from '../../src/decisions/imports/outcome.ts'
import { saveOrder } from '../../src/decisions/orders/orders.ts'
import * as pending from '../../src/decisions/points/adjustments.ts'
import { adjustBalance } from '../../src/decisions/points/adjustments.ts'
import { type Refusal, Refused } from '../../src/decisions/refusals.ts'
import { type CreateSegment, createSegment, enterSegment } from '../../src/decisions/segments.ts'
import { type ImportVoucher, importVoucher } from '../../src/decisions/vouchers/import.ts'
import { APP_ID, PROJECT_ID } from '../../src/demo/known.ts'
import type { Customer, Order, OrderStatus, Project, Segment, Voucher } from '../../src/model.ts'
import type { LoadFacts } from '../../src/shell.ts'
import { loadSaveCustomer } from '../../src/storage/customers/facts.ts'
import { loadBalance } from '../../src/storage/members.ts'
import { pendingPointsWaiting } from '../../src/storage/points/movements.ts'
import { projectNamed } from '../../src/storage/projects.ts'
import { loadSaveOrder } from '../../src/storage/saved-orders.ts'
import { loadMemberPendingPoints, loadSegmentEntry } from '../../src/storage/standing.ts'
import { loadImportVoucher } from '../../src/storage/vouchers/facts.ts'
import type { Service } from './app.ts'
import { givenItemCommand, givenOrderCommand } from './given-commands.ts'

/** An order as a test tells it. */
export interface ToldOrder {
  readonly id?: string
  readonly sourceId?: string
  readonly status?: OrderStatus
  /** By source id; absent: whose it is stored for, or nobody's. */
  readonly customer?: string
  /** Products and how many of each. */
  readonly items?: readonly (readonly [product: string, quantity: number])[]
  readonly amount?: number
  readonly discountAmount?: number
}

/** Each is refused by throwing {@link Refused}. */
export interface BackOffice {
  order(told: ToldOrder): Promise<Order>
  customer(told: SaveCustomer): Promise<Customer>
  /** Gives points to a card, or takes them. */
  adjust(code: string, points: number): Promise<Voucher>
  /** An auto-update segment of the filter, or a static one; its id is the service's. */
  segment(told: CreateSegment, programs?: readonly string[]): Promise<Segment>
  enter(segment: string, customer: string): Promise<boolean>
  /** Null: they do not wait any more. */
  activate(pendingId: string): Promise<pending.PendingPointsAfter | null>
  adjustPending(pendingId: string, points: number): Promise<pending.PendingPointsAfter | null>
  cancelPending(pendingId: string): Promise<pending.PendingPointsAfter | null>
  /** Takes over a voucher of another service. */
  imports(told: ImportVoucher): Promise<Imported>
  /** What a decision says of what is loaded now; nothing is written. */
  ask<Facts, Said>(load: LoadFacts<Facts>, say: (facts: Facts, o: Occasion) => Said): Promise<Said>
}

/** The back office of the demo. */
export async function backOffice({ shell, store }: Service): Promise<BackOffice> {
  const project = await store.read(null, session => projectNamed(session, PROJECT_ID))
  if (project === null) throw new Error('There is no demo')
  const origin = {
    project,
    requestId: 'v-back-office',
    source: { channel: 'API', apiKey: { name: 'Demo', appId: APP_ID } },
    channelId: APP_ID
  } as const
  const carryOut = <Facts, Result>(
    load: LoadFacts<Facts>,
    decide: (facts: Facts, occasion: Occasion) => Decision<Result>
  ) => shell.settle(origin, { load, decide })
  const settle = (id: string, decide: Settles) =>
    carryOut<pending.PendingPointsFacts | null, pending.PendingPointsAfter | null>(
      async (session, now) => {
        const row = await session.one(pendingPointsWaiting, { id })
        if (row === undefined) return null
        return loadMemberPendingPoints(project as Project, row.voucherId, id)(session, now)
      },
      (facts, occasion) =>
        facts === null ? { result: null, changes: [] } : decide(facts, occasion)
    )
  return {
    order: told => carryOut(...orderBody(told)),
    customer: async told =>
      (await carryOut(loadSaveCustomer(told), (facts, o) => upsertCustomer(facts, told, o)))
        .customer,
    adjust: (code, points) =>
      carryOut(loadBalance(project as Project, code), (facts, o) =>
        adjustBalance(facts, { points, reason: 'By hand' }, o)
      ),
    segment: async (told, programs = []) => {
      const known = { programs: new Set(programs), customers: new Map<string, string>() }
      const load = async () => ({ autoUpdates: 0, ...known })
      return (await carryOut(load, (facts, o) => createSegment(facts, told, o))).segment
    },
    enter: async (segment, customer) =>
      (await carryOut(loadSegmentEntry(segment, customer), enterSegment)).entered,
    activate: id => settle(id, pending.activateMemberPendingPoints),
    adjustPending: (id, points) =>
      settle(id, (facts, o) => pending.adjustMemberPendingPoints(facts, { points }, o)),
    cancelPending: id => settle(id, pending.cancelMemberPendingPoints),
    imports: told =>
      carryOut(loadImportVoucher(project as Project, told, shell.limits), (facts, o) =>
        importVoucher(facts, told, o)
      ),
    ask: (load, say) =>
      carryOut(load, (facts, occasion) => ({ result: say(facts, occasion), changes: [] }))
  }
}

type Settles = (
  facts: pending.PendingPointsFacts,
  occasion: Occasion
) => Decision<pending.PendingPointsAfter>

function orderBody({ customer, items, ...told }: ToldOrder) {
  const sent = givenOrderCommand({
    ...told,
    ...(items && {
      items: items.map(([productId, quantity]) => givenItemCommand({ productId, quantity }))
    })
  })
  const command = { ...sent, customer: customer === undefined ? undefined : { sourceId: customer } }
  return [
    loadSaveOrder(command),
    (facts: Parameters<typeof saveOrder>[0], occasion: Occasion) =>
      saveOrder(facts, command, occasion)
  ] as const
}

/** Why something was refused; null when it was not. @throws what is no refusal. */
export async function refusalOf(doing: Promise<unknown>): Promise<Refusal | null> {
  try {
    await doing
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
