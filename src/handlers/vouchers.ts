/**
 * Single vouchers: created, listed, changed, switched, given credit; their redemptions,
 * publications and transactions.
 *
 * Spec: Voucher, VoucherRedemptions, TransactionList.
 */
import { type Decision, mapResult, type Occasion } from '../decisions/changes.ts'
import { FORMATS, importVouchers, importVouchersUsingCsv } from '../decisions/imports/formats.ts'
import { Refused } from '../decisions/refusals.ts'
import { renamingRefusal } from '../decisions/updates.ts'
import { updateVoucherBalance } from '../decisions/vouchers/edit.ts'
import { type CreateVoucher, createVoucher } from '../decisions/vouchers/generation.ts'
import {
  deleteVoucher,
  disableVoucher,
  enableVoucher,
  type SwitchVoucherFacts,
  updateVoucher
} from '../decisions/vouchers/updates.ts'
import { mapInSlices } from '../http/bodies.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Caller, Handles, OperationId, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import { fileCommand } from '../http/wire/files.ts'
import { viewPublicationList } from '../http/wire/publications.ts'
import { viewVoucherRedemptions } from '../http/wire/redemptions.ts'
import {
  createVoucherCommand,
  createVoucherWithCodeCommand,
  giftBalanceCommand,
  importedVoucher,
  transactionsOrder,
  updateVoucherCommand
} from '../http/wire/voucher-commands.ts'
import {
  viewGiftVoucherBalance,
  viewTransactionList,
  viewVoucher,
  viewVoucherList
} from '../http/wire/vouchers.ts'
import type { Voucher } from '../model.ts'
import { loadCreateVoucher } from '../storage/campaigns/facts.ts'
import { transactionsPage } from '../storage/points/ledger.ts'
import { voucherPublicationsPage } from '../storage/publications.ts'
import { redemptionsPage } from '../storage/redemptions/redemptions.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
import {
  loadDeleteVoucher,
  loadSwitchVoucher,
  loadUpdateVoucher,
  loadVoucherBalance,
  voucherAt,
  vouchersPage
} from '../storage/vouchers/shown.ts'

/** Entries answered when neither `limit` nor `page` is sent. */
const REDEMPTIONS_UNPAGED = 1000

type RedemptionLists = 'getVoucherRedemptions' | 'listVoucherRedemptions'
type Creating = 'createVoucher' | 'createVoucherWithCode'
type Switching = 'enableVoucher' | 'disableVoucher'
type Written = Creating | Switching | 'updateVoucher' | 'deleteVoucher' | 'updateVoucherBalance'
type Lists = 'listVoucherPublications' | 'listVouchers' | 'listVoucherTransactions'
type Handled = RedemptionLists | Lists | Written | 'getVoucher' | Importing
type Importing = 'importVouchers' | 'importVouchersUsingCsv'

export class VoucherHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async importVouchersUsingCsv({
    body,
    caller
  }: Request<'importVouchersUsingCsv'>): Promise<ReadyAnswer<'importVouchersUsingCsv'>> {
    const file = await fileCommand(body, FORMATS.vouchers.columnsOfFile)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => importVouchersUsingCsv(file, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async importVouchers({
    body,
    caller
  }: Request<'importVouchers'>): Promise<ReadyAnswer<'importVouchers'>> {
    const rows = await mapInSlices(body, importedVoucher)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => importVouchers(rows, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async getVoucher({ params, caller }: Request<'getVoucher'>): Promise<ReadyAnswer<'getVoucher'>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => voucherAt(session, this.#shell.moment(caller), params.code),
      shown => ({ status: 200, body: viewVoucher(shown, linking) })
    )
  }

  async getVoucherRedemptions(
    request: Request<'getVoucherRedemptions'>
  ): Promise<ReadyAnswer<'getVoucherRedemptions'>> {
    return this.#redemptions(request)
  }

  async listVoucherRedemptions(
    request: Request<'listVoucherRedemptions'>
  ): Promise<ReadyAnswer<'listVoucherRedemptions'>> {
    return this.#redemptions(request)
  }

  async listVouchers({
    query,
    caller
  }: Request<'listVouchers'>): Promise<ReadyAnswer<'listVouchers'>> {
    const { campaign = null, customer = null, order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session =>
        vouchersPage(session, this.#shell.moment(caller), { campaign, customer, order }, page),
      found => ({ status: 200, body: viewVoucherList(found, linking) })
    )
  }

  async createVoucher({
    body,
    caller
  }: Request<'createVoucher'>): Promise<ReadyAnswer<'createVoucher'>> {
    return this.#create(createVoucherCommand(body), caller)
  }

  async createVoucherWithCode({
    params,
    body,
    caller
  }: Request<'createVoucherWithCode'>): Promise<ReadyAnswer<'createVoucherWithCode'>> {
    const refusal = renamingRefusal('code', body.code, [params.code])
    if (refusal !== null) throw new Refused(refusal)
    return this.#create(createVoucherWithCodeCommand(body, params.code), caller)
  }

  async updateVoucher({
    params,
    body,
    caller
  }: Request<'updateVoucher'>): Promise<ReadyAnswer<'updateVoucher'>> {
    const command = updateVoucherCommand(body)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadUpdateVoucher(caller.project, params.code, command),
      decide: (facts, occasion) => {
        const { shown, category } = facts
        const refusal = renamingRefusal('code', body.code, [params.code, shown.voucher.code])
        if (refusal !== null) return { refusal }
        const filed = command.category === undefined ? shown.category : category
        const updated = updateVoucher(facts, command, occasion)
        return mapResult(updated, voucher => ({ ...shown, voucher, category: filed }))
      },
      view: shown => ({ status: 200, body: viewVoucher(shown, linking) })
    })
  }

  async enableVoucher(request: Request<'enableVoucher'>): Promise<ReadyAnswer<'enableVoucher'>> {
    return this.#switch(request, enableVoucher)
  }

  async disableVoucher(request: Request<'disableVoucher'>): Promise<ReadyAnswer<'disableVoucher'>> {
    return this.#switch(request, disableVoucher)
  }

  async deleteVoucher({
    params,
    caller
  }: Request<'deleteVoucher'>): Promise<ReadyAnswer<'deleteVoucher'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteVoucher(caller.project, params.code),
      decide: deleteVoucher,
      view: () => ({ status: 204 })
    })
  }

  async updateVoucherBalance({
    params,
    body,
    caller
  }: Request<'updateVoucherBalance'>): Promise<ReadyAnswer<'updateVoucherBalance'>> {
    const command = giftBalanceCommand(body)
    return this.#shell.settle(caller, {
      load: loadVoucherBalance(caller.project, params.code),
      decide: (facts, occasion) => updateVoucherBalance(facts, command, occasion),
      view: voucher => ({ status: 200, body: viewGiftVoucherBalance(voucher, command.amount) })
    })
  }

  async listVoucherTransactions({
    params,
    query,
    caller
  }: Request<'listVoucherTransactions'>): Promise<ReadyAnswer<'listVoucherTransactions'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    const order = transactionsOrder(query)
    return this.#shell.read(
      caller,
      session => transactionsPage(session, caller.project, { code: params.code }, order, page),
      ({ entries, hasMore }) => ({ status: 200, body: viewTransactionList(entries, hasMore) })
    )
  }

  async listVoucherPublications({
    params,
    query,
    caller
  }: Request<'listVoucherPublications'>): Promise<ReadyAnswer<'listVoucherPublications'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => voucherPublicationsPage(session, caller.project, params.code, page),
      found => ({ status: 200, body: viewPublicationList(found, linking) })
    )
  }

  async #create<Id extends Creating>(
    command: CreateVoucher,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    const linking = this.#shell.linking(caller)
    const limits = this.#shell.making(caller)
    return this.#shell.settle(caller, {
      load: loadCreateVoucher(caller.project, command, limits),
      decide: (facts, occasion) => {
        const created = createVoucher(facts, command, occasion)
        if ('refusal' in created) return created
        const { filed: category, assignments, adding } = facts
        const campaignName = adding?.campaign.name ?? null
        const shown = { voucher: created.result, campaignName, category, assignments }
        return { ...created, result: shown }
      },
      view: shown => ({ status: 200, body: viewVoucher(shown, linking) }) as Outcome<Id>
    })
  }

  async #switch<Id extends Switching>(
    { params, caller }: Pick<Request<Switching>, 'params' | 'caller'>,
    decide: (facts: SwitchVoucherFacts, occasion: Occasion) => Decision<Voucher>
  ): Promise<ReadyAnswer<Id>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadSwitchVoucher(caller.project, params.code),
      decide: (facts, occasion) =>
        mapResult(decide(facts, occasion), voucher => ({ ...facts.shown, voucher })),
      view: shown => ({ status: 200, body: viewVoucher(shown, linking) }) as Outcome<Id>
    })
  }

  async #redemptions<Id extends OperationId & RedemptionLists>({
    params,
    query,
    caller
  }: Request<RedemptionLists>): Promise<ReadyAnswer<Id>> {
    const whole = query.limit === undefined && query.page === undefined
    const page = pageOf(query, whole ? REDEMPTIONS_UNPAGED : LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => redemptionsPage(session, caller.project, params.code, page),
      ({ voucher, campaign, entries, total }) => {
        const card = { voucher, campaignName: campaign?.name ?? null }
        const linking = this.#shell.linking(caller)
        const body = viewVoucherRedemptions(card, { entries, total }, linking)
        return { status: 200, body } as Outcome<Id>
      }
    )
  }
}
