/**
 * What adding vouchers to a campaign needs to know, one by one or many at a time.
 *
 * Spec: addVouchersToCampaign, createVoucher, createVoucherWithCode.
 */
import { ANY_CODE } from '../../decisions/campaigns.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addingOf,
  type CreateVoucher,
  type CreateVoucherFacts,
  codeConfigFor,
  type GenerateVouchersFacts,
  vouchersOrdered
} from '../../decisions/vouchers/generation.ts'
import { codesToTry } from '../../decisions/vouchers/vouchers.ts'
import type { Category, Project, ValidationRuleAssignment } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { campaignNamed, countVouchers } from '../campaigns/campaigns.ts'
import { findCategory, findCategoryById, findCategoryByName } from '../categories.ts'
import type { Session } from '../engine/session.ts'
import { findJobAndAction, type Hold } from '../jobs.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { assignmentsToCampaign } from '../validation-rules/validation-rules.ts'
import { codesUsed, freeCodes, freeCodesIn } from './vouchers.ts'

/** What an answer shows beside a new voucher: its category, and the rules of its campaign. */
interface ShownBesideNew {
  readonly filed: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

/**
 * What addVouchersToCampaign needs, and what its answer shows beside the voucher.
 * @throws {Refused} when no campaign has the id or name.
 */
export function loadAddVouchers(
  project: Project,
  campaignName: string,
  command: AddVouchersToCampaign,
  {
    campaignVouchersMax,
    random
  }: { readonly campaignVouchersMax: number; readonly random: (below: number) => number }
) {
  return async (session: Session): Promise<AddVouchersFacts & ShownBesideNew> => {
    const campaign = await countVouchers(session, await campaignNamed(session, campaignName))
    const config = codeConfigFor(campaign, command)
    const readable = config !== null && codeConfigMistake(config) === null
    const used = readable ? await codesUsed(session, config, project) : 0
    const category =
      command.category === null
        ? await findCategoryById(session, command.categoryId)
        : await findCategoryByName(session, command.category)
    const wished = command.code === null ? null : [command.code]
    const proposed =
      readable && command.count === 1 ? codesToTry({ config, count: 1, used }, project, random) : []
    return {
      campaign,
      category,
      filed: category ?? (await findCategoryById(session, campaign.categoryId)),
      assignments: await assignmentsToCampaign(session, campaign.id),
      schema: await schemaOf(session, 'voucher'),
      freeCodes: await freeCodes(session, wished ?? proposed, project),
      codesUsed: used,
      vouchersMax: campaignVouchersMax
    }
  }
}

/**
 * What generateVouchers needs to make at most `count` more. Whether the space of codes is spent is
 * counted only where no code that was tried is free, because counting takes longer than trying.
 */
export function loadVouchersToMake(
  hold: Hold,
  project: Project,
  { count, vouchersMax }: { readonly count: number; readonly vouchersMax: number },
  random: (below: number) => number
) {
  return async (session: Session): Promise<GenerateVouchersFacts | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const { campaignId, codeConfig: config } = vouchersOrdered(held.job)
    const campaign = await countVouchers(session, await campaignNamed(session, campaignId))
    const wanted = Math.min(count, held.job.total - held.job.done)
    const triedFree = (used: number) =>
      freeCodesIn(session, { config, count: wanted, used }, project, random)
    let free = await triedFree(0)
    let used = 0
    if (free.length === 0) {
      used = await codesUsed(session, config, project)
      free = await triedFree(used)
    }
    return {
      ...held,
      owner: hold.owner,
      campaign,
      freeCodes: free.slice(0, wanted),
      codesUsed: used,
      vouchersMax
    }
  }
}

/*
 * What making a single voucher needs to know.
 */

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
