/**
 * Creates one voucher: one without a campaign, or one more of a campaign.
 *
 * A voucher without a campaign has all properties in its request. A voucher of a campaign takes
 * most of them from the campaign, so they are refused in its request and not ignored. A loyalty
 * card always has a campaign, because its points are earned and spent in a program.
 *
 * Spec: createVoucher, createVoucherWithCode.
 */
import type {
  Category,
  CodeConfig,
  Discount,
  Metadata,
  Validity,
  Voucher,
  VoucherTemplate,
  VoucherType
} from '../../model.ts'
import { codeMistake } from '../../rules/codes.ts'
import { validityMistake } from '../../rules/validity-mistakes.ts'
import type { Decision } from '../changes.ts'
import { type MetadataRules, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import {
  duplicateFound,
  invalidPayload,
  missingParam,
  refuseMistake,
  wholeRefusal
} from '../request-refusals.ts'
import { discountMistake } from './discounts.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addVoucherToCampaign
} from './generation.ts'
import { codesMistake, quantityMistake } from './mistakes.ts'
import { openVoucher } from './vouchers.ts'

/** Null: the property was not sent. */
export interface CreateVoucher {
  /** The name or id of its campaign; null for no campaign. */
  readonly campaign: string | null
  readonly type: VoucherType | null
  readonly discount: Discount | null
  readonly gift: VoucherTemplate['gift']
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

export interface CreateVoucherFacts {
  /** The facts for adding to the command's campaign; null when it names none. */
  readonly adding: AddVouchersFacts | null
  /** The category that the command names. */
  readonly category: Category | null
  /** The project's schema of vouchers. */
  readonly schema: MetadataRules | null
  /** The free ones of the codes to try (the requested one, else codesToTry), in order. */
  readonly freeCodes: readonly string[]
}

/** Makes one voucher, alone or as one more of the campaign that the command names. */
export function createVoucher(
  facts: CreateVoucherFacts,
  command: CreateVoucher,
  occasion: Occasion
): Decision<Voucher> {
  if (facts.adding !== null) return createInCampaign(facts.adding, command, occasion)
  const { category, schema, freeCodes } = facts
  const { type, code, codeConfig, discount, gift, validity } = command
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
    (command.category !== null && category === null
      ? notFound('category', command.category)
      : null) ??
    quantityMistake(command.redemptionQuantity) ??
    refuseMistake(validityMistake(validity)) ??
    metadataRefusal(schema, command.metadata ?? {})
  if (refusal !== null) return { refusal }
  const [free] = freeCodes
  if (free === undefined) return { refusal: noCode(code) }
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

/** The command as one for adding a voucher to a campaign. */
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

function createInCampaign(
  facts: AddVouchersFacts,
  command: CreateVoucher,
  occasion: Occasion
): Decision<Voucher> {
  const refusal = campaignsOwn(facts, command)
  if (refusal !== null) return { refusal }
  return addVoucherToCampaign(facts, addingOf(command), occasion)
}

/** Refuses properties that a campaign decides for its vouchers. */
function campaignsOwn({ campaign }: AddVouchersFacts, command: CreateVoucher): Refusal | null {
  const type = campaign.voucher?.type
  if (command.type !== null && type !== undefined && command.type !== type) {
    const message = `${command.type} will not do: campaign ${campaign.name} has vouchers of ${type}`
    return invalidPayload('type', message)
  }
  const { timeframe, daysOfWeek, hours } = command.validity
  const said = {
    discount: command.discount,
    gift: command.gift,
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

function kindMistake(type: VoucherType, { discount, gift }: CreateVoucher): Refusal | null {
  if (type === 'LOYALTY_CARD') {
    return invalidPayload('type', 'a LOYALTY_CARD belongs to a loyalty program; send its campaign')
  }
  const [own, other] =
    type === 'DISCOUNT_VOUCHER' ? (['discount', 'gift'] as const) : (['gift', 'discount'] as const)
  const blocks = { discount, gift }
  if (blocks[own] === null) return missingParam(own)
  if (blocks[other] === null) return null
  return invalidPayload(other, `a ${type} has none; leave it out`)
}

function noCode(code: string | null): Refusal {
  if (code !== null) return duplicateFound('voucher', code, `code ${code}`)
  const advice = 'send a code_config with a longer pattern or a larger charset'
  return { key: 'invalid_code_config', details: `Every code tried is taken; ${advice}` }
}
