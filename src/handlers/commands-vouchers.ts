/**
 * From the wire to commands, for single vouchers and publications.
 *
 * Spec: Resources, Voucher; Conventions 1 and 5.
 */
import type { components } from '../../generated/provisioning.d.ts'
import type { CreatePublication } from '../decisions/publications/publications.ts'
import { Refused } from '../decisions/refusals.ts'
import { invalidPayload, missingParam } from '../decisions/request-refusals.ts'
import type { CreateVoucher } from '../decisions/vouchers/creation.ts'
import type { AddVouchersToCampaign } from '../decisions/vouchers/generation.ts'
import type { UpdateVoucher } from '../decisions/vouchers/updates.ts'
import type { Discount } from '../model.ts'
import type { PublicationAsked } from '../storage/publications.ts'
import { customerCommand, instantOf, metadataOf, validityCommand } from './commands.ts'
import { codeConfigCommand } from './launches.ts'

type Schemas = components['schemas']

/**
 * One voucher; `code` is the one of the path, where the path has one.
 * @throws {Refused} where less or more is left of a new gift than it has.
 */
export function createVoucherCommand(
  body: Schemas['CreateVoucherWithCodeRequest'],
  code: string | null,
  config?: Schemas['CodeConfigRequest']
): CreateVoucher {
  const { gift } = body
  if (gift?.balance !== undefined && gift.balance !== gift.amount) {
    throw new Refused(invalidPayload('gift.balance', 'of a new voucher it is the amount'))
  }
  return {
    campaign: body.campaign ?? body.campaign_id ?? null,
    type: body.type ?? null,
    discount: (body.discount as Discount | undefined) ?? null,
    gift: gift === undefined ? null : { amount: gift.amount, effect: gift.effect ?? null },
    code,
    codeConfig: config === undefined ? null : codeConfigCommand(config),
    category: body.category ?? body.category_id ?? null,
    active: body.active ?? null,
    validity: validityCommand(body),
    additionalInfo: body.additional_info ?? null,
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null
  }
}

/** One voucher of a campaign, with this code. */
export function addVoucherCommand(
  code: string,
  body: Schemas['AddVoucherRequest']
): AddVouchersToCampaign {
  const { start_date: start, expiration_date: end } = body
  return {
    count: 1,
    code,
    codeConfig: null,
    category: body.category ?? null,
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null,
    additionalInfo: body.additional_info ?? null,
    startDate: start === undefined ? null : instantOf(start, 'start_date'),
    expirationDate: end === undefined ? null : instantOf(end, 'expiration_date')
  }
}

/** What is not sent is undefined, and stays. */
export function updateVoucherCommand(body: Schemas['UpdateVoucherRequest']): UpdateVoucher {
  const { start_date: start, expiration_date: end } = body
  const { timeframe, daysOfWeek, hours } = validityCommand(body)
  return {
    category: body.category === undefined ? body.category_id : body.category,
    startDate: start == null ? start : instantOf(start, 'start_date'),
    expirationDate: end == null ? end : instantOf(end, 'expiration_date'),
    timeframe: body.validity_timeframe === undefined ? undefined : timeframe,
    daysOfWeek: body.validity_day_of_week === undefined ? undefined : daysOfWeek,
    hours: body.validity_hours === undefined ? undefined : hours,
    active: body.active,
    additionalInfo: body.additional_info,
    metadata: body.metadata === null ? null : metadataOf(body.metadata),
    redemptionQuantity: body.redemption?.quantity,
    discount: body.discount as Discount | undefined,
    giftEffect: body.gift?.effect
  }
}

/**
 * Who is given what, and what is said of it.
 * @throws {Refused} where the request names neither a campaign nor a voucher, or both.
 */
export function publicationCommand(body: Schemas['CreatePublicationRequest']): {
  readonly asked: PublicationAsked
  readonly command: CreatePublication
} {
  const { customer, source_id: sourceId = null, channel } = body
  // A text names somebody of whom there is nothing else to say.
  const known = typeof customer === 'string'
  const sent = known ? {} : customerCommand(customer)
  return {
    asked: { customer: known ? { name: customer } : { sent }, given: givenIn(body), sourceId },
    command: { customer: sent, sourceId, channel, metadata: metadataOf(body.metadata) }
  }
}

function givenIn({
  campaign,
  voucher
}: Schemas['CreatePublicationRequest']): PublicationAsked['given'] {
  const name = campaign?.id ?? campaign?.name
  if (voucher !== undefined && campaign !== undefined) {
    throw new Refused(invalidPayload('campaign', 'either it or a voucher can be given, not both'))
  }
  if (voucher !== undefined) return { voucher }
  if (name !== undefined) return { campaign: name }
  throw new Refused(missingParam('campaign.name', ", or 'voucher'"))
}
