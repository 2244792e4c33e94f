/**
 * Rewards: what points buy, and in which program it is on offer at which price. The parameters of a
 * reward decide its type, so a `type` that is sent may only agree. A reward can be redeemed only
 * after it is assigned to a loyalty program, with its price.
 * Spec: createReward, createRewardAssignment, createRewardAssignments, updateReward, deleteReward,
 * updateRewardAssignment, deleteRewardAssignment,
 * openapi/behaviour/redemptions-and-rollbacks.md#a-reward-is-on-offer-once-it-is-assigned.
 */
import type {
  Campaign,
  Product,
  Reward,
  RewardAssignment,
  RewardParameters,
  Sku,
  ValidationRule,
  ValidationRuleAssignment
} from '../model.ts'
import { readRatio } from '../rules/points.ts'
import { type Change, type Decision, decideEach, type Occasion } from './changes.ts'
import { unassignRules } from './redemptions/limits.ts'
import {
  duplicateFound,
  invalidPayload,
  isWhole,
  missingParam,
  notFound,
  quote,
  type Refusal,
  refusalAbout,
  type Unable
} from './refusals.ts'
import {
  amend,
  deleteUnused,
  deletionOf,
  type MetadataRules,
  mergeMetadata,
  metadataRefusal,
  rewrite,
  type Sending,
  type Sent,
  type User
} from './updates.ts'
import { bindNew } from './validation-rules.ts'

/** The parameters of a reward, one of three. */
interface GivenParameters {
  readonly campaign?: Sent<{ readonly id: string; readonly balance?: Sent<number> }>
  readonly product?: Sent<{ readonly id: string; readonly skuId?: Sent<string> }>
  readonly coin?: Sent<{
    readonly exchangeRatio: number | string
    /** The points that the exchange ratio is for; 1 when absent. */
    readonly pointsRatio?: Sent<number | string>
  }>
}

export interface CreateReward extends Sending<Reward, 'stock' | 'metadata'> {
  /** Absent: the name of the campaign or product that it gives. */
  readonly name?: string | null | undefined
  readonly type?: RewardParameters['type'] | null | undefined
  readonly parameters: GivenParameters
  readonly attributes?: Sent<{
    readonly imageUrl?: Sent<string>
    readonly description?: Sent<string>
  }>
}

export interface CreateRewardFacts {
  /** The things that the parameters name; null when not named or not found. */
  readonly campaign: Campaign | null
  readonly product: Product | null
  readonly sku: Sku | null
  readonly schema: MetadataRules | null
}

/** Creates a reward of the one type that its parameters have. No unit of it is redeemed yet. */
export function createReward(
  facts: CreateRewardFacts,
  command: CreateReward,
  { newId, now }: Occasion
): Decision<Reward> {
  const offered = offerOf(facts, command)
  if ('refusal' in offered) return offered
  const refusal =
    extrasMistake(offered.parameters.type, command) ??
    metadataRefusal(facts.schema, command.metadata ?? {})
  if (refusal !== null) return { refusal }
  const reward: Reward = {
    id: newId('rew'),
    name: command.name ?? offered.name,
    parameters: offered.parameters,
    stock: command.stock ?? null,
    redeemed: 0,
    attributes: attributesOf(null, command),
    metadata: command.metadata ?? {},
    createdAt: now,
    updatedAt: null
  }
  return { result: reward, changes: [{ kind: 'reward.created', reward }] }
}

export interface DeleteRewardFacts {
  readonly reward: Reward
  /** The programs in which it is on offer, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
}

/** Deletes a reward that is on offer nowhere. Redemptions keep their copy of it. */
export function deleteReward({ reward: { id }, users }: DeleteRewardFacts): Decision<null> {
  return deleteUnused('reward', id, users, 'take it off offer there first')
}

type Offer = { readonly parameters: RewardParameters; readonly name: string } | Unable

const KINDS = { campaign: 'CAMPAIGN', product: 'MATERIAL', coin: 'COIN' } as const

/** The reward that the parameters describe; a type that is sent must agree. */
function offerOf(
  facts: CreateRewardFacts,
  { type, parameters }: Pick<CreateReward, 'type' | 'parameters'>
): Offer {
  const { campaign, product, coin } = parameters
  const given = (['campaign', 'product', 'coin'] as const).filter(part => parameters[part] != null)
  const [part] = given
  if (part === undefined) {
    const wanted = Object.entries(KINDS).find(([, kind]) => kind === type)
    return { refusal: missingParam(`parameters.${wanted?.[0] ?? 'campaign, .product or .coin'}`) }
  }
  if (given.length > 1) {
    const message = `one of campaign, product and coin makes a reward; send one of ${given.join(' and ')}`
    return { refusal: invalidPayload('parameters', message) }
  }
  if (type != null && type !== KINDS[part]) {
    const message = `'${type}' disagrees with parameters.${part}; send ${KINDS[part]}, or leave it out`
    return { refusal: invalidPayload('type', message) }
  }
  if (campaign != null) return campaignOffer(facts, campaign)
  if (product != null) return productOffer(facts, product)
  return coinOffer(coin as NonNullable<typeof coin>)
}

function campaignOffer(
  { campaign }: CreateRewardFacts,
  { id, balance = null }: NonNullable<GivenParameters['campaign']>
): Offer {
  if (campaign === null) return { refusal: notFound('campaign', id) }
  const { campaignType, name } = campaign
  if (campaignType === 'PROMOTION' || campaignType === 'REFERRAL_PROGRAM') {
    const message = `campaign ${name} is a ${campaignType}, which has nothing to give away; name another`
    return { refusal: invalidPayload('parameters.campaign.id', message) }
  }
  const refusal = balanceMistake(campaignType, balance)
  if (refusal !== null) return { refusal }
  return { parameters: { type: 'CAMPAIGN', campaignId: campaign.id, balance, campaignType }, name }
}

function balanceMistake(
  campaignType: 'DISCOUNT_COUPONS' | 'GIFT_VOUCHERS' | 'LOYALTY_PROGRAM',
  balance: number | null
): Refusal | null {
  const path = 'parameters.campaign.balance'
  if (campaignType === 'DISCOUNT_COUPONS') {
    if (balance === null) return null
    return invalidPayload(path, 'coupons have no balance; leave it out', 'invalid_balance')
  }
  if (balance === null) return missingParam(path)
  if (isWhole(balance, 1)) return null
  const unit = campaignType === 'GIFT_VOUCHERS' ? 'of the smallest currency unit' : 'of points'
  const message = `${balance} is no balance: expected a whole number ${unit}, at least 1`
  return invalidPayload(path, message, 'invalid_balance')
}

function productOffer(
  { product, sku }: CreateRewardFacts,
  { id, skuId = null }: NonNullable<GivenParameters['product']>
): Offer {
  if (product === null) return { refusal: notFound('product', id) }
  // A SKU of another product is refused like an unknown one.
  if (skuId !== null && sku?.productId !== product.id) return { refusal: notFound('sku', skuId) }
  return {
    parameters: { type: 'MATERIAL', productId: product.id, skuId: sku?.id ?? null },
    name: product.name ?? product.sourceId ?? product.id
  }
}

function coinOffer({ exchangeRatio, pointsRatio }: NonNullable<GivenParameters['coin']>): Offer {
  const worth = readRatio(exchangeRatio)
  if (worth === null) {
    const message = `${quote(String(exchangeRatio))} is no ratio: expected a decimal above 0 of at most six places`
    return { refusal: invalidPayload('parameters.coin.exchange_ratio', message) }
  }
  const points = Number(readRatio(pointsRatio ?? 1))
  if (!isWhole(points, 1)) {
    const found = `${quote(String(pointsRatio))} is no ratio`
    const message = `${found}: expected a whole number of points, at least 1`
    return { refusal: invalidPayload('parameters.coin.points_ratio', message) }
  }
  return {
    parameters: { type: 'COIN', exchangeRatio: worth, pointsRatio: points },
    name: 'Pay with points'
  }
}

/** Only goods run out and have a picture. */
function extrasMistake(
  type: RewardParameters['type'],
  { stock, attributes }: Pick<CreateReward, 'stock' | 'attributes'>
): Refusal | null {
  if (type === 'MATERIAL') {
    if (stock == null || isWhole(stock, 0)) return null
    return invalidPayload('stock', `${stock} is no stock: expected a whole number, at least 0`)
  }
  const extra = stock != null ? 'stock' : attributes != null ? 'attributes' : null
  if (extra === null) return null
  return invalidPayload(extra, `belongs to MATERIAL rewards, and this one is ${type}; leave it out`)
}

interface CreateRewardAssignment {
  readonly rewardId: string
  readonly campaignId: string
  /** The price, whole, at least 1; null for COIN, whose price depends on the order. */
  readonly points?: number | null | undefined
  /** The rules that bind the reward there; each once. */
  readonly validationRuleIds?: readonly string[] | undefined
}

export interface CreateRewardAssignmentFacts {
  readonly reward: Reward | null
  readonly campaign: Campaign | null
  readonly assignment: RewardAssignment | null
  /** The rules that are named and exist. */
  readonly rules: ReadonlyMap<string, ValidationRule>
}

/** Puts a reward on offer in a loyalty program. `index` is its place among several. */
export function createRewardAssignment(
  facts: CreateRewardAssignmentFacts,
  command: CreateRewardAssignment,
  occasion: Occasion,
  index: number | null = null
): Decision<RewardAssignment> {
  const { reward, campaign, assignment: before } = facts
  if (reward === null) return { refusal: notFound('reward', command.rewardId) }
  if (campaign === null || campaign.campaignType !== 'LOYALTY_PROGRAM') {
    return { refusal: notFound('campaign', command.campaignId) }
  }
  const points = command.points ?? null
  const what = `reward ${reward.id} in campaign ${campaign.name}`
  const refusal =
    (before && duplicateFound('reward_assignment', before.id, what)) ??
    sellsItself(reward, campaign) ??
    priceMistake(reward, points, index)
  if (refusal !== null) return { refusal }
  const assignment: RewardAssignment = {
    id: occasion.newId('rewa'),
    rewardId: reward.id,
    campaignId: campaign.id,
    points,
    createdAt: occasion.now,
    updatedAt: null
  }
  const offer = { type: 'reward_assignment', id: assignment.id } as const
  const bound = bindNew(offer, command.validationRuleIds ?? [], facts.rules, occasion)
  if ('refusal' in bound) return bound
  const created: Change = { kind: 'rewardAssignment.created', assignment }
  return { result: assignment, changes: [created, ...bound.changes] }
}

/** Refuses a reward that gives points of the program that would sell it. */
function sellsItself(reward: Reward, { id, name }: Campaign): Refusal | null {
  const { parameters } = reward
  if (parameters.type !== 'CAMPAIGN' || parameters.campaignId !== id) return null
  const gives = `Reward ${reward.id} gives points of campaign ${name}`
  const details = `${gives}, which cannot sell its own points; offer it in another campaign`
  return refusalAbout({ type: 'campaign', id }, 'invalid_campaign', details)
}

/** Only COIN has no price. `index` is the place among several offers. */
function priceMistake(
  { parameters }: Reward,
  points: number | null,
  index: number | null
): Refusal | null {
  const price = 'parameters.loyalty.points'
  const path = index === null ? price : `[${index}].${price}`
  if (parameters.type === 'COIN') {
    if (points === null) return null
    return invalidPayload(path, 'a COIN reward has no price, the order decides; leave it out')
  }
  if (points === null) {
    return missingParam(price, index === null ? '' : ` in reward assignment [${index}]`)
  }
  if (isWhole(points, 1)) return null
  return invalidPayload(path, `${points} is no price: expected a whole number, at least 1`)
}

export interface CreateRewardAssignmentsFacts {
  readonly campaign: Campaign
  readonly rewards: readonly Reward[]
  readonly assignments: readonly RewardAssignment[]
}

export function createRewardAssignments(
  { campaign, rewards, assignments }: CreateRewardAssignmentsFacts,
  offers: readonly Pick<CreateRewardAssignment, 'rewardId' | 'points'>[],
  occasion: Occasion
): Decision<readonly RewardAssignment[]> {
  return decideEach<(typeof offers)[number], RewardAssignment>(offers, (offer, index, made) => {
    const reward = rewards.find(({ id }) => id === offer.rewardId) ?? null
    const same = ({ rewardId }: RewardAssignment) => rewardId === offer.rewardId
    const assignment = assignments.find(same) ?? made.find(same) ?? null
    const facts = { reward, campaign, assignment, rules: new Map<string, ValidationRule>() }
    const command = { ...offer, campaignId: campaign.id }
    return createRewardAssignment(facts, command, occasion, index)
  })
}

/* The type of a reward never changes: a customer who saved up for a mug does not want a coupon. */

export interface UpdateReward
  extends Partial<Pick<CreateReward, 'parameters' | 'stock' | 'attributes' | 'metadata'>> {
  readonly name?: string | undefined
}

export interface UpdateRewardFacts extends CreateRewardFacts {
  readonly reward: Reward
  /** The campaign that the command names, if it offers the reward. */
  readonly seller: Campaign | null
}

export function updateReward(
  facts: UpdateRewardFacts,
  command: UpdateReward,
  { now }: Occasion
): Decision<Reward> {
  const { reward: stored, seller, schema } = facts
  const { type } = stored.parameters
  const read = parametersOf(facts, command)
  if ('refusal' in read) return read
  const changed: Reward = {
    ...stored,
    name: command.name ?? stored.name,
    parameters: read.parameters,
    stock: amend(command.stock, stored.stock),
    attributes: attributesOf(stored.attributes, command),
    metadata: mergeMetadata(stored.metadata, command.metadata)
  }
  const refusal =
    (seller === null ? null : sellsItself(changed, seller)) ??
    extrasMistake(type, command) ??
    belowRedeemed(changed) ??
    (command.metadata === undefined ? null : metadataRefusal(schema, changed.metadata))
  if (refusal !== null) return { refusal }
  return rewrite(stored, changed, now, reward => ({ kind: 'reward.updated', reward }))
}

/** The sent parameters, which replace the stored ones and must be of the same type. */
function parametersOf(
  facts: UpdateRewardFacts,
  { parameters }: UpdateReward
): Pick<Reward, 'parameters'> | Unable {
  const { type } = facts.reward.parameters
  if (parameters === undefined) return facts.reward
  const other = (['campaign', 'product', 'coin'] as const).find(
    part => parameters[part] != null && KINDS[part] !== type
  )
  if (other === undefined) return offerOf(facts, { type, parameters })
  const message = `would make it a ${KINDS[other]} reward, and this one stays a ${type} one; make a new reward`
  return { refusal: invalidPayload(`parameters.${other}`, message) }
}

function attributesOf(
  stored: Reward['attributes'],
  { attributes: sent }: Pick<CreateReward, 'attributes'>
): Reward['attributes'] {
  if (sent == null) return amend(sent, stored)
  return {
    imageUrl: amend(sent.imageUrl, stored?.imageUrl ?? null),
    description: amend(sent.description, stored?.description ?? null)
  }
}

function belowRedeemed({ stock, redeemed }: Reward): Refusal | null {
  if (stock === null || stock >= redeemed) return null
  const message = `${stock} is less than the ${redeemed} that are redeemed; send at least that`
  return invalidPayload('stock', message)
}

export interface UpdateRewardAssignmentFacts {
  readonly reward: Reward
  readonly assignment: RewardAssignment
}

export function updateRewardAssignment(
  { reward, assignment }: UpdateRewardAssignmentFacts,
  { points }: { /** Whole, at least 1. */ readonly points: number | undefined },
  { now: updatedAt }: Occasion
): Decision<RewardAssignment> {
  if (points === undefined) return { result: assignment, changes: [] }
  const refusal = priceMistake(reward, points, null)
  if (refusal !== null) return { refusal }
  const { id, points: pointsBefore } = assignment
  if (points === pointsBefore) return { result: assignment, changes: [] }
  return {
    result: { ...assignment, points, updatedAt },
    changes: [{ kind: 'rewardAssignment.repriced', id, pointsBefore, points, updatedAt }]
  }
}

export interface DeleteRewardAssignmentFacts {
  readonly assignment: RewardAssignment
  /** The assignments of the rules that bind it; they are deleted with it. */
  readonly bindings: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
}

export function deleteRewardAssignment(facts: DeleteRewardAssignmentFacts): Decision<null> {
  return deletionOf('reward_assignment', facts.assignment.id, unassignRules(facts.bindings))
}
