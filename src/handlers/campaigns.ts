/**
 * Vouchers of campaigns.
 *
 * Spec: Endpoints 5; Resources, Voucher.
 */
import { addVouchersToCampaign } from '../decisions/generation.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/views/async-actions.ts'
import { viewVoucher } from '../http/views/vouchers.ts'
import type { Shell } from '../shell.ts'
import { loadAddVouchers } from '../storage/loads-vouchers.ts'
import { instantOf, metadataOf } from './commands.ts'

export class CampaignHandlers implements Handles<'addVouchersToCampaign'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async addVouchersToCampaign({
    params,
    query,
    body,
    caller
  }: Request<'addVouchersToCampaign'>): Promise<Answer<'addVouchersToCampaign'>> {
    const command = addVouchersCommand(query.vouchers_count ?? 1, body ?? {})
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadAddVouchers(caller.project, params.campaignId, command, {
        ...this.#shell.limits,
        random: this.#shell.random
      }),
      decide: (facts, occasion) => {
        const added = addVouchersToCampaign(facts, command, occasion)
        if ('refusal' in added) return added
        const { filed, campaign } = facts
        return { ...added, result: { ...added.result, category: filed, campaign } }
      },
      view: ({ voucher, action, category, campaign }) => {
        if (voucher === null) return { status: 202, body: viewAsyncActionAccepted(action) }
        const shown = { voucher, campaignName: campaign.name, category, assignments: [] }
        return { status: 200, body: viewVoucher(shown, linking) }
      }
    })
  }
}

type Body = NonNullable<Request<'addVouchersToCampaign'>['body']>

function addVouchersCommand(count: number, body: Body) {
  const { code_config: config, start_date: start, expiration_date: end } = body
  return {
    count,
    code: body.code ?? null,
    codeConfig:
      config === undefined
        ? null
        : {
            length: config.length ?? null,
            charset: config.charset ?? null,
            prefix: config.prefix ?? null,
            postfix: config.postfix ?? config.suffix ?? null,
            pattern: config.pattern ?? null
          },
    category: body.category ?? null,
    metadata: metadataOf(body.metadata) ?? null,
    redemptionQuantity: body.redemption?.quantity ?? null,
    additionalInfo: body.additional_info ?? null,
    startDate: start === undefined ? null : instantOf(start, 'start_date'),
    expirationDate: end === undefined ? null : instantOf(end, 'expiration_date')
  }
}
