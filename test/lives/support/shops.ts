/**
 * Shops of random lives, each made as its plan says and never used before.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { Instant, Project } from '../../../src/model.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { newStore } from '../../support/stores.ts'
import {
  BANDS,
  COUPON,
  GIFT,
  type Plan,
  PRICES,
  PROGRAMS,
  type Program,
  type ProgramPlan,
  rulesOf,
  SWAPS,
  type Tiers
} from './plans.ts'
import { Counting, operationsOf, shellOn, type Template, Till } from './till.ts'

/** When all shops open: a Monday, noon in Berlin. */
export const OPENED: Instant = '2025-11-03T11:00:00.000Z'

/** The ids of what can be redeemed, by what it is: they are the same in every shop. */
export const rewardOf = {
  goods: (price: number) => `rew_${String(PRICES.indexOf(price) + 1).padStart(6, '0')}`,
  points: (from: Program) =>
    `rew_${String(PRICES.length + (from === 'a' ? 1 : 2)).padStart(6, '0')}`,
  gift: () => `rew_${String(PRICES.length + 3).padStart(6, '0')}`,
  /** A point pays a cent of an order. */
  cents: () => `rew_${String(PRICES.length + 4).padStart(6, '0')}`,
  coupon: () => `rew_${String(PRICES.length + 5).padStart(6, '0')}`
}

export const campaignOf = { a: 'camp_000001', b: 'camp_000002' } as const

/** The tiers of a program that has some, in the order of {@link BANDS}. */
export function tierOf({ a }: Plan, program: Program, band: number): string {
  const before = program === 'a' || a.tiers === 'none' ? 0 : BANDS.length
  return `ltr_${String(before + band + 1).padStart(6, '0')}`
}

/** The metadata of an order that count in a program, in the order of its counts. */
export const COUNTED = {
  a: ['a_now', 'a_other', 'a_later'],
  b: ['b_now', 'b_other', 'b_later']
} as const

/** A store with its tables and nothing else. */
export async function emptyStore(): Promise<Store> {
  const onBug = (error: Error) => {
    throw error
  }
  return newStore({ onBug, onStale: onBug })
}

const templates = new Map<string, Template>()
let opened = 0

/** Opens a shop of a plan. */
export async function openShop(store: Store, plan: Plan): Promise<Till> {
  const template = templates.get(plan.name) ?? (await firstShop(plan))
  templates.set(plan.name, template)
  opened++
  const project = { ...template.project, id: `proj_shop${opened}` }
  const changes = template.changes.map(change =>
    change.kind === 'project.created' ? { ...change, project } : change
  )
  await store.write(project.id, async () => ({ value: null, changes }))
  const till = new Till(store, project, new Counting(template.ids), OPENED)
  Object.assign(till.held, template.held)
  return till
}

/** The first of a plan, in a store of its own, step by step. */
async function firstShop(plan: Plan): Promise<Template> {
  const store = await emptyStore()
  const changes: Change[] = []
  const write = store.write.bind(store)
  store.write = (projectId, unit) =>
    write(projectId, async session => {
      const settled = await unit(session)
      changes.push(...settled.changes)
      return settled
    })
  const ids = new Counting()
  const project = await founded(store, ids, plan)
  const till = new Till(store, project, ids, OPENED)
  await till.get('createCustomer', { body: { source_id: 'ada', name: 'Ada' } })
  for (const program of PROGRAMS) await openProgram(till, program, plan[program])
  await offer(till)
  for (const program of PROGRAMS) {
    const member = { params: { campaignId: campaignOf[program] }, body: { customer: 'ada' } }
    const { id, code } = await till.get('addMember', member)
    till.held[program] = { id, code }
  }
  await store.close()
  // The keys of a project are told apart from those of all others, and nobody needs them here.
  const kept = changes.filter(({ kind }) => kind !== 'keyPair.created')
  return { plan, changes: kept, project, ids, held: till.held }
}

/** Makes the project; what it is, only its change says. */
async function founded(store: Store, ids: Counting, { zone }: Plan): Promise<Project> {
  const projects: Project[] = []
  const write = store.write.bind(store)
  const watching: Store['write'] = (projectId, unit) =>
    write(projectId, async session => {
      const settled = await unit(session)
      for (const change of settled.changes) {
        if (change.kind === 'project.created') projects.push(change.project)
      }
      return settled
    })
  const watched = Object.create(store, { write: { value: watching } })
  const { createProject } = operationsOf(shellOn(watched, ids, () => OPENED))
  const caller = { project: null, requestId: 'v-1' }
  await createProject?.({ caller, body: { name: 'Shop', timezone: zone, currency: 'EUR' } })
  const [project] = projects
  if (project === undefined) throw new Error('No project was made')
  return project
}

async function openProgram(till: Till, program: Program, plan: ProgramPlan): Promise<void> {
  const rules = rulesOf(plan.ends)
  const expiring = rules === null ? {} : { expiration_rules: rules }
  await till.get('createLoyaltyProgram', {
    query: {},
    body: {
      name: `Program ${program}`,
      type: 'AUTO_UPDATE',
      auto_join: false,
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0, ...expiring } },
      ...termsOf(plan.tiers)
    }
  })
  const campaignId = campaignOf[program]
  const [now, other, later] = COUNTED[program].map(property => ({
    event: 'order.paid',
    loyalty: {
      type: 'PROPORTIONAL',
      calculation_type: 'ORDER_METADATA',
      order: { metadata: { every: 1, points: 1, property } }
    }
  }))
  const waiting = { period_type: 'DAY', period_value: plan.waitsDays }
  const body = [
    now,
    { ...other, expiration_rules: plan.otherEnds && rulesOf(plan.otherEnds) },
    { ...later, pending_points: waiting }
  ]
  await till.get('createEarningRules', { params: { campaignId }, body })
  if (plan.tiers === 'none') return
  const tiers = BANDS.map(({ name, from, to }) => ({ name, points: { from, to } }))
  await till.get('createLoyaltyTiers', { params: { campaignId }, body: tiers })
}

function termsOf(tiers: Tiers): object {
  if (tiers !== 'by month') return {}
  const terms = {
    qualification_type: 'POINTS_IN_PERIOD',
    qualification_period: 'MONTH',
    start_date: { type: 'IMMEDIATE' },
    expiration_date: { type: 'END_OF_NEXT_PERIOD' }
  }
  return { loyalty_tiers_expiration: terms }
}

/** Goods at every price, points of the other program, gift credit, and coupons. */
async function offer(till: Till): Promise<void> {
  const { id: mug } = await till.get('createProduct', { body: { name: 'Mug', price: 900 } })
  const gift = await till.get('createCampaign', {
    body: {
      name: 'Gifts',
      campaign_type: 'GIFT_VOUCHERS',
      type: 'AUTO_UPDATE',
      voucher: { type: 'GIFT_VOUCHER', gift: { amount: 0 } }
    }
  })
  const onOffer = async (parameters: object, costs: { readonly [Name in Program]?: number }) => {
    const { id } = await till.get('createReward', { body: { parameters } })
    for (const program of PROGRAMS) {
      const points = costs[program]
      if (points === undefined) continue
      const body = { campaign: campaignOf[program], parameters: { loyalty: { points } } }
      await till.get('createRewardAssignment', { params: { rewardId: id }, body })
    }
  }
  for (const price of PRICES) await onOffer({ product: { id: mug } }, { a: price, b: price })
  for (const from of PROGRAMS) {
    const { costs, brings } = SWAPS[from]
    const id = campaignOf[from === 'a' ? 'b' : 'a']
    await onOffer({ campaign: { id, balance: brings } }, { [from]: costs })
  }
  const { costs, brings } = GIFT
  await onOffer({ campaign: { id: gift.id, balance: brings } }, { a: costs, b: costs })
  const coin = { exchange_ratio: 0.01, points_ratio: 1 }
  const { id: rewardId } = await till.get('createReward', { body: { parameters: { coin } } })
  for (const campaign of Object.values(campaignOf)) {
    await till.get('createRewardAssignment', { params: { rewardId }, body: { campaign } })
  }
  const coupons = await till.get('createCampaign', {
    body: {
      name: 'Coupons',
      campaign_type: 'DISCOUNT_COUPONS',
      type: 'AUTO_UPDATE',
      voucher: {
        type: 'DISCOUNT_VOUCHER',
        discount: { type: 'AMOUNT', amount_off: 100 },
        redemption: { quantity: COUPON.uses }
      }
    }
  })
  const price = { a: COUPON.costs, b: COUPON.costs }
  await onOffer({ campaign: { id: coupons.id } }, price)
}
