/**
 * Single vouchers: created, listed, changed, switched, given credit; their redemptions,
 * publications and transactions.
 * Spec: Voucher, VoucherRedemptions, TransactionList.
 */
import { type Decision, mapResult, type Occasion } from '../decisions/changes.ts'
import { FORMATS, importVouchers, importVouchersUsingCsv } from '../decisions/imports/formats.ts'
import { Refused } from '../decisions/refusals.ts'
import { renamingRefusal } from '../decisions/updates.ts'
import { makeBound, type RulesListed } from '../decisions/validation-rules.ts'
import { updateVoucherBalance } from '../decisions/vouchers/edit.ts'
import { type CreateVoucher, createVoucher } from '../decisions/vouchers/generation.ts'
import {
  deleteVoucher,
  disableVoucher,
  enableVoucher,
  type SwitchVoucherFacts,
  updateVoucher
} from '../decisions/vouchers/updates.ts'
import { type Handlers, type Kit, LIMIT_DEFAULT, type Loaded, pageOf } from '../http/kit.ts'
import type { Caller } from '../http/types.ts'
import { fileCommand } from '../http/wire/files.ts'
import { viewPublication } from '../http/wire/publications.ts'
import { viewVoucherRedemptions } from '../http/wire/redemptions.ts'
import { type BindingRules, rulesToBind } from '../http/wire/validation-rules.ts'
import {
  createVoucherCommand,
  createVoucherWithCodeCommand,
  importedVoucher,
  transactionsWanted,
  updateVoucherCommand,
  viewTransactionList,
  viewVoucher,
  viewVoucherBalance,
  voucherBalanceCommand,
  vouchersWanted
} from '../http/wire/vouchers.ts'
import { listed } from '../http/wire.ts'
import type { ShownVoucher, Voucher } from '../model.ts'
import { loadCreateVoucher } from '../storage/campaigns/facts.ts'
import type { Session } from '../storage/engine/session.ts'
import { transactionsPage } from '../storage/points/ledger.ts'
import { voucherPublicationsPage } from '../storage/publications.ts'
import { redemptionsPage } from '../storage/redemptions/redemptions.ts'
import { withRules } from '../storage/validation-rules.ts'
import {
  loadDeleteVoucher,
  loadSwitchVoucher,
  loadUpdateVoucher,
  loadVoucherBalance,
  voucherAt,
  vouchersPage
} from '../storage/vouchers/facts.ts'

/** Entries answered when neither `limit` nor `page` is sent. */
const REDEMPTIONS_UNPAGED = 1000

export function voucherHandlers({ linked, list, queue, read, remove, shell, write }: Kit) {
  const creating = {
    load: (command: CreateVoucher, { caller, body }: Creating) =>
      withRules(
        loadCreateVoucher(caller.project, command, shell.making(caller)),
        rulesToBind(body)
      ),
    decide: (
      facts: Loaded<typeof loadCreateVoucher> & { readonly bound: RulesListed },
      command: CreateVoucher,
      occasion: Occasion
    ) => {
      const { filed: category, assignments, adding } = facts
      const campaignName = adding?.campaign.name ?? null
      const made = mapResult(createVoucher(facts, command, occasion), voucher => ({
        voucher,
        campaignName,
        category,
        assignments
      }))
      const thing = ({ voucher: { id } }: ShownVoucher) => ({ type: 'voucher', id }) as const
      return makeBound<ShownVoucher>(made, thing, facts.bound, occasion)
    },
    view: linked(viewVoucher)
  }

  const switching = (
    decide: (facts: SwitchVoucherFacts, occasion: Occasion) => Decision<Voucher>
  ) => ({
    load: (_: unknown, { params, caller }: OfCode) =>
      loadSwitchVoucher(caller.project, params.code),
    decide: (facts: Loaded<typeof loadSwitchVoucher>, _: unknown, occasion: Occasion) =>
      mapResult(decide(facts, occasion), voucher => ({ ...facts.shown, voucher })),
    view: linked(viewVoucher)
  })

  const redemptions = (session: Session, { params, query, caller }: PageOfCode) => {
    const whole = query.limit === undefined && query.page === undefined
    const page = pageOf(query, whole ? REDEMPTIONS_UNPAGED : LIMIT_DEFAULT)
    return redemptionsPage(session, caller.project, params.code, page)
  }

  return {
    importVouchersUsingCsv: queue(
      ({ body }) => fileCommand(body, FORMATS.vouchers.columnsOfFile),
      importVouchersUsingCsv
    ),

    importVouchers: queue(({ body }) => body.map(importedVoucher), importVouchers),

    getVoucher: read(
      (session, { params, caller }) => voucherAt(session, shell.moment(caller), params.code),
      linked(viewVoucher)
    ),

    getVoucherRedemptions: read(redemptions, linked(viewVoucherRedemptions)),

    listVoucherRedemptions: read(redemptions, linked(viewVoucherRedemptions)),

    listVouchers: list(
      (session, order, page, { query, caller }) => {
        const wanted = { ...vouchersWanted(query), order }
        return vouchersPage(session, shell.moment(caller), wanted, page)
      },
      linked(listed('vouchers', viewVoucher))
    ),

    createVoucher: write({ command: ({ body }) => createVoucherCommand(body), ...creating }),

    createVoucherWithCode: write({
      command: ({ params, body }) => {
        const refusal = renamingRefusal('code', body.code, [params.code])
        if (refusal !== null) throw new Refused(refusal)
        return createVoucherWithCodeCommand(body, params.code)
      },
      ...creating
    }),

    updateVoucher: write({
      command: ({ body }) => updateVoucherCommand(body),
      load: (command, { params, caller }) =>
        loadUpdateVoucher(caller.project, params.code, command),
      decide: (facts, command, occasion, { params, body }) => {
        const { shown, category } = facts
        const refusal = renamingRefusal('code', body.code, [params.code, shown.voucher.code])
        if (refusal !== null) return { refusal }
        const filed = command.category === undefined ? shown.category : category
        const updated = updateVoucher(facts, command, occasion)
        return mapResult(updated, voucher => ({ ...shown, voucher, category: filed }))
      },
      view: linked(viewVoucher),
      unchanging: ['campaign', 'campaign_id', 'is_referral_code', 'holder_id', 'referrer_id']
    }),

    enableVoucher: write(switching(enableVoucher)),

    disableVoucher: write(switching(disableVoucher)),

    deleteVoucher: remove(
      ({ params, caller }) => loadDeleteVoucher(caller.project, params.code),
      deleteVoucher
    ),

    updateVoucherBalance: write({
      command: ({ body }) => voucherBalanceCommand(body),
      load: (_, { params, caller }) => loadVoucherBalance(caller.project, params.code),
      decide: updateVoucherBalance,
      view: (voucher, { body }) => viewVoucherBalance(voucher, body.amount)
    }),

    listVoucherTransactions: list(
      (session, _, page, { params, query, caller }) =>
        transactionsPage(session, caller.project, params, transactionsWanted(query), page),
      viewTransactionList
    ),

    listVoucherPublications: list(
      (session, _, page, { params, caller }) =>
        voucherPublicationsPage(session, caller.project, params.code, page),
      linked(listed('publications', viewPublication))
    )
  } satisfies Handlers
}

interface Creating {
  readonly caller: Caller
  readonly body: BindingRules
}

interface OfCode {
  readonly params: { readonly code: string }
  readonly caller: Caller
}

interface PageOfCode extends OfCode {
  readonly query: Parameters<typeof pageOf>[0]
}
