/**
 * Publications on the wire: which customer was given which voucher, both in short.
 *
 * Spec: Publication.
 */
import { trackingIdOf } from '../../decisions/customers/customers.ts'
import { sign } from '../../ids.ts'
import type { ShownPublication } from '../../model.ts'
import type { Linking } from '../links.ts'
import type { Wire } from '../wire.ts'
import { viewSimpleCustomer } from './customers.ts'
import type { Listed } from './vouchers.ts'

/** A publication: the customer and the voucher, both in short. */
export function viewPublication(
  { publication, voucher, campaignName, customer }: ShownPublication,
  linking: Linking
): Wire<'Publication'> {
  return {
    id: publication.id,
    object: 'publication',
    created_at: publication.createdAt,
    customer_id: customer.id,
    customer: viewSimpleCustomer(customer),
    tracking_id: trackingIdOf(customer.sourceId, text => sign(linking.project, text)),
    vouchers_id: [voucher.id],
    voucher: {
      id: voucher.id,
      code: voucher.code,
      campaign: campaignName,
      campaign_id: voucher.campaignId,
      object: 'voucher'
    },
    channel: publication.channel,
    source_id: publication.sourceId,
    metadata: publication.metadata,
    // A publication that fails is refused and leaves no record.
    result: 'SUCCESS'
  }
}

/** A page of publications; `total` counts all that were asked for. */
export function viewPublicationList(
  { publications, total }: Listed<'publications', ShownPublication>,
  linking: Linking
): Wire<'PublicationList'> {
  return {
    object: 'list',
    data_ref: 'publications',
    publications: publications.map(shown => viewPublication(shown, linking)),
    total
  }
}
