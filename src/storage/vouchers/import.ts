/**
 * What importing a voucher needs to know.
 *
 * Codes are given and not drawn, so none are counted or tried: the cost of a row does not grow with
 * the campaign.
 *
 * Spec: Decision 130.
 */
import type { ImportVoucher, ImportVoucherFacts } from '../../decisions/vouchers/import.ts'
import type { Instant, Project } from '../../model.ts'
import { campaignNamed, countVouchers, programNamed } from '../campaigns/campaigns.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { freeCodes } from './codes.ts'
import { findVoucher } from './vouchers.ts'

/** The facts of importVoucher. @throws {Refused} when its campaign or program does not exist. */
export function loadImportVoucher(
  project: Project,
  { code, campaign: name, customer, content }: ImportVoucher,
  { campaignVouchersMax }: { readonly campaignVouchersMax: number }
) {
  return async (session: Session, now: Instant): Promise<ImportVoucherFacts> => {
    const isCard = content.type === 'LOYALTY_CARD'
    const named = isCard ? programNamed : campaignNamed
    const campaign = name === null ? null : await countVouchers(session, await named(session, name))
    const holder = await customerSent(session, { sourceId: customer })
    const asked = {
      event: null,
      customer: holder,
      now,
      ...(isCard && campaign ? { program: campaign } : {})
    }
    const schema = await schemaOf(session, 'voucher')
    const free = await freeCodes(session, [code], project)
    const making = { category: null, schema, freeCodes: free }
    return {
      ...(customer === null ? NO_STANDING : await loadStanding(session, asked)),
      stored: free.length === 0 ? await findVoucher(session, project, code) : null,
      making: {
        ...making,
        adding: campaign && {
          ...making,
          campaign,
          codesUsed: 0,
          vouchersMax: campaignVouchersMax
        }
      },
      holder,
      customerSchema: customer === null ? null : await schemaOf(session, 'customer')
    }
  }
}
