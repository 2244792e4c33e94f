/**
 * What a row of a project file about a voucher needs to know: what its import does and, of one that
 * is there, what changing it does.
 *
 * A new voucher costs no more than its import.
 */
import type { EditVoucherFacts, StoredVoucherFacts } from '../../decisions/vouchers/edit.ts'
import type { ImportVoucherFacts } from '../../decisions/vouchers/import.ts'
import type { ImportedWith, ImportVoucher } from '../../decisions/vouchers/imported.ts'
import type { Instant, Project, Voucher } from '../../model.ts'
import { findCampaign } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { lotsNamed, readPurse } from '../points/lots.ts'
import { holderDue } from '../standing/moments.ts'
import { loadImportVoucher } from './import.ts'

/** The facts of editVoucher. @throws {Refused} when its campaign or program does not exist. */
export function loadEditVoucher(
  project: Project,
  command: ImportVoucher,
  limits: { readonly campaignVouchersMax: number }
) {
  const load = loadImportVoucher(project, command, limits)
  return async (session: Session, now: Instant): Promise<EditVoucherFacts> => {
    const facts = await load(session, now)
    const { stored, importedWith } = facts
    if (stored === null) return { ...facts, known: null }
    const known = {
      purse: await readPurse(session, stored),
      holder: await holderDue(session, stored, { now, project }),
      category: await findCategoryById(session, stored.categoryId),
      names: await namesOf(session, stored, { ...facts, customer: command.customer }),
      importedLots: await lotsImportedWith(session, importedWith)
    }
    return { ...facts, known }
  }
}

async function namesOf(
  session: Session,
  { campaignId, holderId }: Voucher,
  { making, holder, customer }: ImportVoucherFacts & Pick<ImportVoucher, 'customer'>
): Promise<StoredVoucherFacts['names']> {
  const isOther = campaignId !== null && campaignId !== making.adding?.campaign.id
  const campaign = isOther ? await findCampaign(session, campaignId) : null
  const isOwned = customer !== null && holderId !== null && holderId !== holder?.id
  const owner = isOwned ? await customerSent(session, { id: holderId }) : null
  return {
    ...(campaign?.name && { campaign: campaign.name }),
    ...(owner?.sourceId && { holder: owner.sourceId })
  }
}

/** By their days; null where one of them is in another lot now. */
async function lotsImportedWith(
  session: Session,
  { lots: lines = [] }: ImportedWith
): Promise<StoredVoucherFacts['importedLots']> {
  if (lines.length === 0) return []
  const found = await session.all(lotsNamed, { ids: lines.map(({ id }) => id) })
  const days = new Map(found.map(({ id, expiresOn }) => [id, expiresOn]))
  const lots = lines.flatMap(({ id, amount: points }) => {
    const expiresOn = days.get(id)
    return expiresOn === undefined ? [] : [{ points, expiresOn }]
  })
  return lots.length === lines.length ? lots : null
}
