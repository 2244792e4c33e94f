/**
 * Steps of tests: what no operation of the documents makes in one go, each by the decision that an
 * operation would use.
 */

import {
  AS_CAMPAIGN_SAYS,
  type ComposeCampaign,
  composeCampaign
} from '../../src/decisions/campaigns.ts'
import type { Decision, Occasion } from '../../src/decisions/changes.ts'
import { type SaveCustomer, upsertCustomer } from '../../src/decisions/customers/customers.ts'
import { createExport } from '../../src/decisions/exports.ts'
import {
  createEarningRules,
  createLoyaltyTiers,
  type NewEarningRule,
  type NewLoyaltyTier
} from '../../src/decisions/loyalties.ts'
import {
  type CreateMetadataSchema,
  createMetadataSchema
} from '../../src/decisions/metadata-schemas.ts'
import { type SaveOrder, saveOrder } from '../../src/decisions/orders/orders.ts'
import { adjustBalance } from '../../src/decisions/points/adjustments.ts'
import { addMember, createPublication } from '../../src/decisions/publications.ts'
import {
  type CreateReward,
  createReward,
  createRewardAssignment
} from '../../src/decisions/rewards.ts'
import { type CreateSegment, createSegment } from '../../src/decisions/segments.ts'
import {
  type CreateValidationRule,
  createValidationRule,
  createValidationRuleAssignment
} from '../../src/decisions/validation-rules.ts'
import { addVouchersToCampaign } from '../../src/decisions/vouchers/generation.ts'
import type { AssignedTo, ExportedObject, Metadata, OrderStatus, Project } from '../../src/model.ts'
import type { LoadFacts, UnitOfWork } from '../../src/shell.ts'
import { loadAddVouchers, loadComposeCampaign } from '../../src/storage/campaigns/facts.ts'
import { loadSaveCustomer } from '../../src/storage/customers/facts.ts'
import { loadEarningRules } from '../../src/storage/loyalties.ts'
import { loadLoyaltyTiers } from '../../src/storage/loyalty-tiers.ts'
import { loadAddMember, loadBalance } from '../../src/storage/members.ts'
import { loadMetadataSchema } from '../../src/storage/metadata-schemas.ts'
import { loadCreatePublication } from '../../src/storage/publications.ts'
import { loadValidationRule, loadValidationRuleAssignment } from '../../src/storage/references.ts'
import { loadCreateRewardAssignment, loadRewardTarget } from '../../src/storage/rewards.ts'
import { loadSaveOrder } from '../../src/storage/saved-orders.ts'
import { filterSegments } from '../../src/storage/segments.ts'
import { voucherNamed } from '../../src/storage/vouchers/vouchers.ts'

export type Deed =
  | ({ readonly make: 'campaign' } & ComposeCampaign)
  | ({ readonly make: 'metadata schema' } & CreateMetadataSchema)
  | ({ readonly make: 'customer' } & SaveCustomer)
  | { readonly make: 'voucher'; readonly campaign: string; readonly code: string }
  | { readonly make: 'member'; readonly code: string; readonly customer: string }
  | { readonly make: 'publication'; readonly code: string; readonly customer: string }
  | {
      readonly make: 'points'
      readonly code: string
      readonly points: number
      readonly reason: string
    }
  | ({ readonly make: 'reward' } & CreateReward)
  | {
      readonly make: 'reward assignment'
      readonly reward: string
      readonly campaign: string
      readonly points: number | null
    }
  | ({ readonly make: 'validation rule' } & CreateValidationRule)
  | {
      readonly make: 'validation rule assignment'
      readonly rule: string
      readonly to: AssignedTo
      readonly id: string
    }
  | {
      readonly make: 'loyalty tiers'
      readonly campaign: string
      readonly tiers: readonly NewLoyaltyTier[]
    }
  | ({ readonly make: 'segment' } & CreateSegment)
  | { readonly make: 'earning rules'; readonly campaign: string; readonly rules: NewEarningRule[] }
  | {
      readonly make: 'order'
      readonly sourceId: string
      readonly status: OrderStatus
      readonly customer: string
      readonly items: readonly { readonly product: string; readonly quantity: number }[]
      readonly metadata?: Metadata
    }
  | {
      readonly make: 'export'
      readonly exportedObject: ExportedObject
      readonly fields: readonly string[]
      readonly order: string | null
    }

export interface StepInput {
  readonly project: Project
  readonly random: (below: number) => number
  readonly limits: { readonly campaignVouchersMax: number; readonly earningRulesMax: number }
}

type Make<Kind extends Deed['make']> = Extract<Deed, { readonly make: Kind }>

export function unitOf(step: Deed, input: StepInput): UnitOfWork<unknown, unknown> {
  const kind = deeds[step.make] as (step: Deed, input: StepInput) => UnitOfWork<unknown, unknown>
  return kind(step, input)
}

function deed<Facts>(
  load: LoadFacts<Facts>,
  decide: (facts: Facts, occasion: Occasion) => Decision<unknown>
): UnitOfWork<unknown, unknown> {
  return { load, decide: (facts, occasion) => decide(facts as Facts, occasion) }
}

const deeds: {
  readonly [Kind in Deed['make']]: (
    step: Make<Kind>,
    input: StepInput
  ) => UnitOfWork<unknown, unknown>
} = {
  campaign: step =>
    deed(loadComposeCampaign(step), (facts, occasion) => composeCampaign(facts, step, occasion)),
  'metadata schema': step =>
    deed(loadMetadataSchema(step), (facts, occasion) =>
      createMetadataSchema(facts, step, occasion)
    ),
  customer: step =>
    deed(loadSaveCustomer(step), (facts, occasion) => upsertCustomer(facts, step, occasion)),
  voucher: (step, { project, random, limits }) => {
    const command = { ...AS_CAMPAIGN_SAYS, count: 1, code: step.code }
    const limited = { ...limits, random }
    return deed(loadAddVouchers(project, step.campaign, command, limited), (facts, occasion) =>
      addVouchersToCampaign(facts, command, occasion)
    )
  },
  member: (step, { project }) =>
    deed(
      async (session, now) => {
        const { campaignId } = await voucherNamed(session, project, step.code)
        const joining = { name: step.customer }
        return loadAddMember(project, campaignId ?? '', joining, step.code)(session, now)
      },
      (facts, occasion) => addMember(facts, { customer: {} }, occasion)
    ),
  publication: (step, { project }) => {
    const given = { voucher: step.code }
    const asked = { customer: { name: step.customer }, given, sourceId: null }
    return deed(loadCreatePublication(project, asked), (facts, occasion) =>
      createPublication(facts, { customer: {} }, occasion)
    )
  },
  points: (step, { project }) =>
    deed(loadBalance(project, step.code), (facts, occasion) =>
      adjustBalance(facts, step, occasion)
    ),
  reward: step => deed(loadRewardTarget(step), (facts, o) => createReward(facts, step, o)),
  'reward assignment': step =>
    deed(loadCreateRewardAssignment(step.reward, step.campaign), (facts, occasion) =>
      createRewardAssignment(facts, rewardCommand(step), occasion)
    ),
  'validation rule': step =>
    deed(loadValidationRule(step), (facts, occasion) =>
      createValidationRule(facts, step, occasion)
    ),
  'validation rule assignment': (step, { project }) => {
    const command = { relatedObjectType: step.to, relatedObjectId: step.id }
    const load = loadValidationRuleAssignment(project, step.rule, command)
    return deed(load, (facts, occasion) => createValidationRuleAssignment(facts, command, occasion))
  },
  'loyalty tiers': step =>
    deed(loadLoyaltyTiers(step.campaign, step.tiers), (facts, occasion) =>
      createLoyaltyTiers(facts, step.tiers, occasion)
    ),
  segment: step =>
    deed(
      async session => ({
        autoUpdates: (await filterSegments(session)).length,
        programs: new Set<string>(),
        customers: new Map<string, string>()
      }),
      (facts, occasion) => createSegment(facts, step, occasion)
    ),
  'earning rules': (step, { limits }) =>
    deed(loadEarningRules(step.campaign, step.rules, limits), (facts, occasion) =>
      createEarningRules(facts, step.rules, occasion)
    ),
  order: step => {
    const command = orderCommand(step)
    return deed(loadSaveOrder(command), (facts, o) => saveOrder(facts, command, o))
  },
  export: step =>
    deed(
      async () => null,
      (_, occasion) => createExport({ ...step, filters: {} }, occasion)
    )
}

function orderCommand({ sourceId, status, customer, items, metadata }: Make<'order'>): SaveOrder {
  return {
    id: undefined,
    sourceId,
    status,
    amount: undefined,
    initialAmount: undefined,
    discountAmount: undefined,
    createdAt: undefined,
    customer: { sourceId: customer },
    metadata,
    items: items.map(({ product: productId, quantity }) => ({ ...NO_ITEM, productId, quantity }))
  }
}

const NO_ITEM = {
  skuId: undefined,
  relatedObject: undefined,
  sourceId: undefined,
  initialQuantity: undefined,
  discountQuantity: undefined,
  price: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  product: undefined,
  sku: undefined,
  metadata: undefined
} as const

function rewardCommand({ reward, campaign, points }: Make<'reward assignment'>) {
  return { rewardId: reward, campaignId: campaign, points }
}
