/**
 * Makes vouchers: one of them, or many of a campaign, in the background. A request for many is
 * checked when it is accepted, including its code configuration; properties that it leaves out come
 * from the campaign when a voucher is made. Chunks are small enough to let other requests through,
 * and each is written together with its progress.
 * Spec: addVouchersToCampaign, addVoucherToCampaign, createVoucher, createVoucherWithCode.
 */
import type {
  AsyncAction,
  Campaign,
  Category,
  CodeConfig,
  CountedCampaign,
  Discount,
  Job,
  Metadata,
  Validity,
  Voucher,
  VoucherTemplate,
  VoucherType
} from '../../model.ts'
import { codeMistake } from '../../rules/codes.ts'
import { validityMistake } from '../../rules/validity.ts'
import { advance, conclude, type LeasedWork, queueAction } from '../async-actions.ts'
import { type Change, type Decision, mapResult, type Occasion } from '../changes.ts'
import {
  duplicateFound,
  invalidPayload,
  missingParam,
  notFound,
  type Refusal,
  refusalAbout,
  refuseMistake,
  type Unable,
  unfound,
  wholeRefusal
} from '../refusals.ts'
import { type MetadataRules, metadataRefusal, sameJson } from '../updates.ts'
import {
  codeCapacity,
  codesMistake,
  discountMistake,
  makeVoucher,
  openVoucher,
  type VoucherOverrides
} from './vouchers.ts'

/** Null: the property was not sent, so the campaign's applies. */
export interface AddVouchersToCampaign extends VoucherOverrides {
  /** The number of vouchers; whole, at least 1. */
  readonly count: number
  readonly code: string | null
  readonly codeConfig: CodeConfig | null
  readonly category: string | null
}

export interface AddVouchersFacts {
  readonly campaign: CountedCampaign
  readonly category: Category | null
  readonly schema: MetadataRules | null
  /** The free ones of the codes to try (the requested one, else codesToTry), in order. */
  readonly freeCodes: readonly string[]
  /** Taken codes of the configuration's space; 0 when it is not counted (codePlaces). */
  readonly codesUsed: number
  readonly vouchersMax: number
}

/** One voucher is made at once; for more, the answer is an async action. */
type AddedVouchers =
  | { readonly voucher: Voucher; readonly action: null }
  | { readonly voucher: null; readonly action: AsyncAction }

type Growing = CountedCampaign & { readonly voucher: NonNullable<Campaign['voucher']> }

export function codeConfigFor(
  { voucher }: Pick<CountedCampaign, 'voucher'>,
  { codeConfig }: Pick<AddVouchersToCampaign, 'codeConfig'>
): CodeConfig | null {
  return codeConfig ?? voucher?.codeConfig ?? null
}

export function addVouchersToCampaign(
  facts: AddVouchersFacts,
  command: AddVouchersToCampaign,
  occasion: Occasion
): Decision<AddedVouchers> {
  if (command.count === 1) {
    const added = addVoucherToCampaign(facts, command, occasion)
    return mapResult(added, voucher => ({ voucher, action: null }))
  }
  const accepted = accept(facts, command, occasion)
  if ('refusal' in accepted) return accepted
  const { growing, codeConfig, overrides } = accepted
  const data: VouchersOrdered = { campaignId: growing.id, codeConfig, overrides }
  const { action, changes } = queueAction(
    'CAMPAIGN.VOUCHERS_GENERATE',
    { task: 'vouchers.generate', queue: null, data, total: command.count, items: [] },
    occasion
  )
  return { result: { voucher: null, action }, changes }
}

function addVoucherToCampaign(
  facts: AddVouchersFacts,
  command: AddVouchersToCampaign,
  occasion: Occasion
): Decision<Voucher> {
  const accepted = accept(facts, command, occasion)
  if ('refusal' in accepted) return accepted
  const { growing, overrides } = accepted
  const [code] = facts.freeCodes
  if (code === undefined) return { refusal: noCode(command.code, 'a longer pattern') }
  const { purse, changes } = makeVoucher(growing, { ...overrides, code }, occasion)
  const { id, vouchersCount } = growing
  const grew = { kind: 'campaign.grew', campaignId: id, vouchersCount, added: 1 } as const
  return { result: purse.voucher, changes: [...changes, grew] }
}

interface Accepted {
  readonly growing: Growing
  readonly codeConfig: CodeConfig
  readonly overrides: VoucherOverrides
}

function accept(
  facts: AddVouchersFacts,
  command: AddVouchersToCampaign,
  occasion: Occasion
): Accepted | Unable {
  const { campaign } = facts
  const { voucher } = campaign
  if (voucher === null || campaign.type === 'STANDALONE') {
    const { id, name, campaignType, type } = campaign
    const isPromotion = campaignType === 'PROMOTION'
    const reason = isPromotion ? 'is a PROMOTION, which has tiers instead' : `is ${type}`
    const details = `Vouchers cannot be added to campaign ${name}: it ${reason}; name another`
    return { refusal: refusalAbout({ type: 'campaign', id }, 'invalid_campaign', details) }
  }
  const growing = { ...campaign, voucher }
  const codeConfig = command.codeConfig ?? voucher.codeConfig
  const refusal =
    badRequest(facts, command) ?? tooMany(facts, command, { ...voucher, codeConfig }, occasion)
  if (refusal !== null) return { refusal }
  const { count: _, code: __, codeConfig: ___, category: ____, ...own } = command
  const overrides = { ...own, categoryId: facts.category?.id ?? null }
  return { growing, codeConfig, overrides }
}

function badRequest(
  { campaign, category, schema }: AddVouchersFacts,
  command: AddVouchersToCampaign
): Refusal | null {
  const { count, code, codeConfig, redemptionQuantity } = command
  if (code !== null && count > 1) {
    return invalidPayload('code', `one code cannot serve ${count} vouchers; send code_config`)
  }
  const { validity } = campaign
  return (
    codesMistake(codeConfig) ??
    categoryMistake(category, command) ??
    wholeRefusal('redemption.quantity', redemptionQuantity, 1) ??
    refuseMistake(code === null ? null : codeMistake(code)) ??
    refuseMistake(
      validityMistake({
        ...validity,
        startDate: command.startDate ?? validity.startDate,
        expirationDate: command.expirationDate ?? validity.expirationDate
      })
    ) ??
    metadataRefusal(schema, command.metadata ?? {})
  )
}

function categoryMistake(
  found: Category | null,
  { category, categoryId }: AddVouchersToCampaign
): Refusal | null {
  const named = category ?? categoryId
  if (named === null) return null
  if (found === null) return notFound('category', named)
  if (categoryId === null || categoryId === found.id) return null
  const problem = `category ${found.name} has the id ${found.id}; send one of the two`
  return invalidPayload('category_id', problem)
}

/** Names what is left of both limits, so that the caller can ask for that. */
function tooMany(
  { campaign, codesUsed, vouchersMax }: AddVouchersFacts,
  { count, code }: AddVouchersToCampaign,
  { codeConfig }: { readonly codeConfig: CodeConfig },
  { project }: Occasion
): Refusal | null {
  const room = Math.max(vouchersMax - campaign.vouchersCount, 0)
  if (count > room) {
    const held = `Campaign ${campaign.name} may hold ${vouchersMax} vouchers`
    return { key: 'invalid_code_config', details: `${held}; ${room} can still be added` }
  }
  if (code !== null) return null
  const left = codeCapacity(codeConfig, project) - BigInt(codesUsed)
  if (left >= BigInt(count)) return null
  const advice = 'send a code_config with a longer pattern or a larger charset'
  const details = `The code configuration has ${left} codes left, not ${count}; ${advice}`
  return { key: 'invalid_code_config', details }
}

/** The data of a job that makes vouchers (`job.data`): the request as it was accepted. */
export interface VouchersOrdered {
  readonly campaignId: string
  readonly codeConfig: CodeConfig
  readonly overrides: VoucherOverrides
}

export function vouchersOrdered(job: Pick<Job, 'data'>): VouchersOrdered {
  return job.data as unknown as VouchersOrdered
}

/** Bounds the memory of one chunk; how many are made at once depends on how long they take. */
export const VOUCHERS_PER_UNIT_MAX = 1_000

export interface GenerateVouchersFacts
  extends Pick<AddVouchersFacts, 'campaign' | 'codesUsed' | 'vouchersMax'>,
    LeasedWork {
  /** Free codes to try; usually more than one chunk needs. */
  readonly freeCodes: readonly string[]
}

/** `finished`: all vouchers are made, or no more can be, and the job is deleted. */
interface GeneratedVouchers {
  readonly action: AsyncAction
  readonly made: number
  readonly finished: boolean
}

/**
 * One chunk: at most VOUCHERS_PER_UNIT_MAX vouchers. When all codes that were tried are taken, it
 * makes none and the next chunk tries others; when no code or no room is left, the action ends
 * FAILED, with the number of vouchers made.
 */
export function generateVouchers(
  facts: GenerateVouchersFacts,
  occasion: Occasion
): Decision<GeneratedVouchers> {
  const { job, owner, action, campaign, freeCodes, vouchersMax } = facts
  const { overrides, codeConfig } = vouchersOrdered(job)
  const room = Math.max(vouchersMax - campaign.vouchersCount, 0)
  const made = Math.min(VOUCHERS_PER_UNIT_MAX, job.total - job.done, room, freeCodes.length)
  const changes: Change[] = []
  for (const code of freeCodes.slice(0, made)) {
    changes.push(...makeVoucher(campaign as Growing, { ...overrides, code }, occasion).changes)
  }
  if (made > 0) {
    const { id, vouchersCount } = campaign
    changes.push({ kind: 'campaign.grew', campaignId: id, vouchersCount, added: made })
  }
  const done = job.done + made
  const areCodesSpent = codeCapacity(codeConfig, occasion.project) <= BigInt(facts.codesUsed + made)
  const finished = done >= job.total || made === room || areCodesSpent
  const advanced = advance(action, { done, total: job.total }, occasion)
  const updated = finished ? conclude(advanced, outcomeOf(job, done), occasion) : advanced
  const progress = { jobId: job.id, owner, step: made, done, chunkIndex: null, data: job.data }
  changes.push({ kind: 'job.progressed', ...progress })
  changes.push({ kind: 'asyncAction.updated', action: updated })
  if (finished) changes.push({ kind: 'job.finished', jobId: job.id, owner })
  return { result: { action: updated, made, finished }, changes }
}

function outcomeOf({ total }: Job, done: number) {
  const complete = done >= total
  const missing = complete ? '' : ` No room or no code was left for ${total - done} more.`
  const result = { message: `Generated ${done} vouchers.${missing}`, done_count: done }
  return { done: complete, success: complete, result }
}

/** Null: the property was not sent. */
export interface CreateVoucher {
  /** The name or id of its campaign; null for no campaign. */
  readonly campaign: string | null
  readonly type: VoucherType | null
  readonly discount: Discount | null
  readonly gift: VoucherTemplate['gift']
  readonly loyaltyCard?: { readonly points: number } | null
  readonly code: string | null
  readonly codeConfig: CodeConfig | null
  /** Name or id of a category. */
  readonly category: string | null
  readonly active: boolean | null
  readonly validity: Validity
  readonly additionalInfo: string | null
  readonly metadata: Metadata | null
  readonly redemptionQuantity: number | null
}

export interface CreateVoucherFacts
  extends Pick<AddVouchersFacts, 'category' | 'schema' | 'freeCodes'> {
  /** The facts for adding to the command's campaign; null when it names none. */
  readonly adding: AddVouchersFacts | null
}

/**
 * Spec: openapi/behaviour/campaigns-and-vouchers.md#a-voucher-sets-what-its-campaign-leaves-open.
 */
export function createVoucher(
  facts: CreateVoucherFacts,
  command: CreateVoucher,
  occasion: Occasion
): Decision<Voucher> {
  if (facts.adding !== null) {
    const refusal = campaignsOwn(facts.adding, command)
    if (refusal !== null) return { refusal }
    return addVoucherToCampaign(facts.adding, addingOf(command), occasion)
  }
  const { category, schema, freeCodes } = facts
  const { code, codeConfig, discount, gift, validity } = command
  const shown = discount !== null ? 'DISCOUNT_VOUCHER' : gift !== null ? 'GIFT_VOUCHER' : null
  const type = command.type ?? shown ?? (command.loyaltyCard ? 'LOYALTY_CARD' : null)
  if (type === null) return { refusal: missingParam('type') }
  const refusal =
    kindMistake(type, command) ??
    refuseMistake(discount === null ? null : discountMistake(discount, 'discount')) ??
    wholeRefusal('gift.amount', gift?.amount) ??
    (code !== null && codeConfig !== null
      ? invalidPayload('code_config', 'the code is sent already; leave one of them out')
      : null) ??
    codesMistake(codeConfig) ??
    refuseMistake(code === null ? null : codeMistake(code)) ??
    unfound('category', command.category, category) ??
    wholeRefusal('redemption.quantity', command.redemptionQuantity, 1) ??
    refuseMistake(validityMistake(validity)) ??
    metadataRefusal(schema, command.metadata ?? {})
  if (refusal !== null) return { refusal }
  const [free] = freeCodes
  if (free === undefined) return { refusal: noCode(code, 'a longer pattern or a larger charset') }
  const said = {
    code: free,
    campaignId: null,
    categoryId: category?.id ?? null,
    type,
    discount,
    active: command.active ?? true,
    validity,
    additionalInfo: command.additionalInfo,
    metadata: command.metadata ?? {},
    isReferralCode: false,
    redemptionQuantity: command.redemptionQuantity
  }
  const { purse, changes } = openVoucher(said, gift, occasion)
  return { result: purse.voucher, changes }
}

export function addingOf(command: CreateVoucher): AddVouchersToCampaign {
  const { code, codeConfig, category, metadata, redemptionQuantity, additionalInfo } = command
  const { startDate, expirationDate } = command.validity
  return {
    count: 1,
    code,
    codeConfig,
    category,
    categoryId: null,
    metadata,
    redemptionQuantity,
    additionalInfo,
    startDate,
    expirationDate
  }
}

function campaignsOwn({ campaign }: AddVouchersFacts, command: CreateVoucher): Refusal | null {
  const { type, discount, gift, loyaltyCard } = campaign.voucher ?? {}
  if (command.type !== null && type !== undefined && command.type !== type) {
    const message = `${command.type} will not do: campaign ${campaign.name} has vouchers of ${type}`
    return invalidPayload('type', message)
  }
  const { timeframe, daysOfWeek, hours } = command.validity
  const said = {
    discount: sameJson(command.discount, discount) ? null : command.discount,
    gift: sameJson(command.gift, gift) ? null : command.gift,
    loyalty_card:
      command.loyaltyCard?.points === loyaltyCard?.points ? null : (command.loyaltyCard ?? null),
    active: command.active,
    validity_timeframe: timeframe,
    validity_day_of_week: daysOfWeek,
    validity_hours: hours
  }
  const property = Object.entries(said).find(([, value]) => value !== null)?.[0]
  if (property === undefined) return null
  const advice = 'leave it out, and update the voucher where it is to differ'
  return invalidPayload(property, `the campaign says it for its vouchers; ${advice}`)
}

function kindMistake(
  type: VoucherType,
  { discount, gift, loyaltyCard = null }: CreateVoucher
): Refusal | null {
  if (type === 'LOYALTY_CARD') {
    return invalidPayload('type', 'a LOYALTY_CARD belongs to a loyalty program; send its campaign')
  }
  const [own, other] =
    type === 'DISCOUNT_VOUCHER' ? (['discount', 'gift'] as const) : (['gift', 'discount'] as const)
  const blocks = { discount, gift }
  if (blocks[own] === null) return missingParam(own)
  const odd = blocks[other] !== null ? other : loyaltyCard !== null ? 'loyalty_card' : null
  return odd === null ? null : invalidPayload(odd, `a ${type} has none; leave it out`)
}

function noCode(wished: string | null, wider: string): Refusal {
  if (wished !== null) return duplicateFound('voucher', wished, `code ${wished}`)
  const details = `Every code tried is taken; send a code_config with ${wider}`
  return { key: 'invalid_code_config', details }
}
