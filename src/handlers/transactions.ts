/**
 * What moved on a voucher: its ledger, entry by entry.
 *
 * Spec: Resources, Voucher (`gift`, `loyalty_card`), Export (`voucher_transactions`); Decision 87.
 */
import type { Answer, Caller, Handles, Outcome, Request } from '../http/types.ts'
import { viewTransactionList } from '../http/views/transactions.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { type Moving, transactionsPage } from '../storage/points/ledger.ts'

type Operations =
  | 'listVoucherTransactions'
  | 'listMemberTransactions'
  | 'listProgramMemberTransactions'

export class TransactionHandlers implements Handles<Operations> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async listVoucherTransactions({
    params,
    query,
    caller
  }: Request<'listVoucherTransactions'>): Promise<Answer<'listVoucherTransactions'>> {
    return this.#transactions({ code: params.code }, query, caller)
  }

  async listMemberTransactions({
    params,
    query,
    caller
  }: Request<'listMemberTransactions'>): Promise<Answer<'listMemberTransactions'>> {
    return this.#transactions({ campaignName: null, memberId: params.memberId }, query, caller)
  }

  async listProgramMemberTransactions({
    params,
    query,
    caller
  }: Request<'listProgramMemberTransactions'>): Promise<Answer<'listProgramMemberTransactions'>> {
    const moving = { campaignName: params.campaignId, memberId: params.memberId }
    return this.#transactions(moving, query, caller)
  }

  async #transactions<Id extends Operations>(
    moving: Moving,
    query: Request<Operations>['query'],
    caller: Caller
  ): Promise<Answer<Id>> {
    const { order: asked = '-created_at' } = query
    const order = asked === 'id' || asked === 'created_at' ? 'created_at' : '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read<Id, Awaited<ReturnType<typeof transactionsPage>>>(
      caller,
      session => transactionsPage(session, caller.project, moving, order, page),
      ({ entries, hasMore }) =>
        ({ status: 200, body: viewTransactionList(entries, hasMore) }) as Outcome<Id>
    )
  }
}
