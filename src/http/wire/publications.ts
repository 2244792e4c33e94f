/**
 * Publications on the wire: which customer is to be given which voucher, and who was, both in
 * short.
 * Spec: createPublication, Publication.
 */
import { trackingIdOf } from '../../decisions/customers/customers.ts'
import { invalidPayload, missingParam, Refused } from '../../decisions/refusals.ts'
import { sign } from '../../ids.ts'
import type { ShownPublication, VoucherType } from '../../model.ts'
import type { Linking } from '../links.ts'
import type { Request } from '../types.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'
import { customerCommand, viewSimpleCustomer } from './customers.ts'
import { metadataOf, sent } from './values.ts'
import { viewVoucherStub } from './vouchers.ts'

/** @throws {Refused} when the request names neither a campaign nor a voucher, or both. */
export function publicationCommand(
  body: Schemas['CreatePublicationRequest'],
  { join_once: joinsOnce = false }: Request<'createPublication'>['query']
) {
  const { customer, source_id: sourceId = null, channel } = body
  // A text names a known customer and changes nothing of them.
  const known = typeof customer === 'string'
  const described = known ? {} : customerCommand(customer)
  return {
    asked: {
      customer: known ? { name: customer } : { sent: described },
      given: givenIn(body),
      sourceId,
      joinsOnce
    },
    command: {
      customer: described,
      sourceId,
      channel: sent(channel),
      metadata: metadataOf(body.metadata)
    }
  }
}

/** A particular voucher, by code or id, or any of a campaign, by id or name. */
function givenIn({ campaign, voucher }: Schemas['CreatePublicationRequest']) {
  const name = campaign?.id ?? campaign?.name
  if (voucher !== undefined && sent(campaign) !== undefined) {
    throw new Refused(invalidPayload('campaign', 'either it or a voucher can be given, not both'))
  }
  if (voucher !== undefined) return { voucher }
  if (name !== undefined) return { campaign: name }
  throw new Refused(missingParam('campaign.name', ", or 'voucher'"))
}

export function viewPublication(
  { publication, voucher, campaignName, customer }: ShownPublication,
  linking: Linking
): Wire<'Publication'> {
  return publicationView({
    ...publication,
    customerId: customer.id,
    customer: viewSimpleCustomer(customer),
    trackingId: trackingIdOf(customer.sourceId, text => sign(linking.project, text)),
    vouchersId: [voucher.id],
    voucher: viewVoucherStub({ voucher, campaignName })
  })
}

// A publication that fails is refused and leaves no record.
const publicationView = viewOf(
  'id object:publication created_at customer_id customer tracking_id vouchers_id voucher channel',
  'source_id metadata result:SUCCESS'
)

/** Which publications a request asks for; null where it does not matter. */
export function publicationsWanted(query: Request<'listPublications'>['query']) {
  const { voucher = null, customer = null, campaign = null, result, source_id: sourceId } = query
  const { voucher_type: typed = '', is_referral_code: isReferralCode } = query
  const voucherType = TYPES_BY_LETTER[typed.charAt(0).toUpperCase()]
  return { voucher, customer, campaign, result, sourceId, voucherType, isReferralCode }
}

/** All forms of a type begin alike. */
const TYPES_BY_LETTER: { readonly [letter: string]: VoucherType } = {
  D: 'DISCOUNT_VOUCHER',
  G: 'GIFT_VOUCHER',
  L: 'LOYALTY_CARD'
}
