/**
 * What making a single voucher needs to know.
 *
 * Spec: createVoucher, createVoucherWithCode.
 */
import { ANY_CODE } from '../../decisions/campaigns/campaigns.ts'
import { codesToTry } from '../../decisions/vouchers/code-space.ts'
import {
  addingOf,
  type CreateVoucher,
  type CreateVoucherFacts
} from '../../decisions/vouchers/creation.ts'
import type { Project } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { findCategory } from '../categories.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { codesUsed, freeCodes } from './codes.ts'
import { loadAddVouchers, type ShownBesideNew } from './generation.ts'

/** The facts of createVoucher. @throws {Refused} when the campaign it names does not exist. */
export function loadCreateVoucher(
  project: Project,
  command: CreateVoucher,
  limits: { readonly campaignVouchersMax: number; readonly random: (below: number) => number }
) {
  return async (session: Session): Promise<CreateVoucherFacts & ShownBesideNew> => {
    const { campaign, code } = command
    const category =
      command.category === null ? null : await findCategory(session, command.category)
    const schema = await schemaOf(session, 'voucher')
    if (campaign !== null) {
      // The category is found here, because a single voucher may name it by id as well.
      const wanted = { ...addingOf(command), category: null }
      const added = await loadAddVouchers(project, campaign, wanted, limits)(session)
      const { assignments } = added
      const filed = category ?? added.filed
      return { adding: { ...added, category }, category, schema, freeCodes: [], filed, assignments }
    }
    const config = command.codeConfig ?? ANY_CODE
    const proposing = code === null && codeConfigMistake(config) === null
    const used = proposing ? await codesUsed(session, config, project) : 0
    const codes =
      code !== null
        ? [code]
        : proposing
          ? codesToTry({ config, count: 1, used }, project, limits.random)
          : []
    const free = await freeCodes(session, codes, project)
    return { adding: null, category, schema, freeCodes: free, filed: category, assignments: [] }
  }
}
