/**
 * A publication from the wire to a command: the customer, the voucher, and the data to record.
 *
 * Spec: createPublication.
 */

import type { SaveCustomer } from '../../decisions/customers/customers.ts'
import type { CreatePublication } from '../../decisions/publications/publications.ts'
import { Refused } from '../../decisions/refusals.ts'
import { invalidPayload, missingParam } from '../../decisions/request-refusals.ts'
import type { Schemas } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { metadataOf } from './values.ts'

/** The customer and the voucher that a request names, before they are looked up. */
export interface PublicationNames {
  readonly customer: { readonly sent: SaveCustomer } | { readonly name: string }
  /** A particular voucher, by code or id, or any of a campaign, by id or name. */
  readonly given: { readonly voucher: string } | { readonly campaign: string }
  readonly sourceId: string | null
}

/**
 * The command of a publication.
 * @throws {Refused} when the request names neither a campaign nor a voucher, or both.
 */
export function publicationCommand(body: Schemas['CreatePublicationRequest']): {
  readonly asked: PublicationNames
  readonly command: CreatePublication
} {
  const { customer, source_id: sourceId = null, channel } = body
  // A text names a known customer and changes nothing of them.
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
}: Schemas['CreatePublicationRequest']): PublicationNames['given'] {
  const name = campaign?.id ?? campaign?.name
  if (voucher !== undefined && campaign !== undefined) {
    throw new Refused(invalidPayload('campaign', 'either it or a voucher can be given, not both'))
  }
  if (voucher !== undefined) return { voucher }
  if (name !== undefined) return { campaign: name }
  throw new Refused(missingParam('campaign.name', ", or 'voucher'"))
}
