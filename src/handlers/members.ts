/**
 * Members of loyalty programs: joining, their cards, points given and taken by hand, transactions.
 *
 * Spec: MemberList, LoyaltyCardBalance, TransactionList.
 */
import { mapResult } from '../decisions/changes.ts'
import { type AdjustBalance, adjustBalance } from '../decisions/points/adjustments.ts'
import { addMember } from '../decisions/publications.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Caller, Handles, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import {
  addMemberCommand,
  balanceCommand,
  viewLoyaltyCardBalance,
  viewMemberList
} from '../http/wire/members.ts'
import { transactionsOrder } from '../http/wire/voucher-commands.ts'
import { viewTransactionList, viewVoucher } from '../http/wire/vouchers.ts'
import type { ShownVoucher } from '../model.ts'
import { loadAddMember, loadBalance, memberNamed, membersPage } from '../storage/members.ts'
import { transactionsPage } from '../storage/points/ledger.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Reading = 'getMember' | 'getMemberByCard'
type Adjusting = 'updateLoyaltyCardBalance' | 'updateLoyaltyCardBalanceByCard'
type Listing = 'listMemberTransactions' | 'listProgramMemberTransactions'
type Handled = 'addMember' | 'listMembers' | Reading | Adjusting | Listing

/** The program and the card; null for the program when the path names the card alone. */
interface MemberPath {
  readonly campaignName: string | null
  readonly memberId: string
}

export class MemberHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async addMember({
    params,
    body,
    caller
  }: Request<'addMember'>): Promise<ReadyAnswer<'addMember'>> {
    const { joining, voucher, command } = addMemberCommand(body)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadAddMember(caller.project, params.campaignId, joining, voucher),
      decide: (facts, occasion) =>
        mapResult(addMember(facts, command, occasion), ({ voucher: card }) => shownAs(card, facts)),
      view: shown => ({ status: 200, body: viewVoucher(shown, linking) })
    })
  }

  async listMembers({
    params,
    query,
    caller
  }: Request<'listMembers'>): Promise<ReadyAnswer<'listMembers'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => membersPage(session, this.#shell.moment(caller), params.campaignId, order, page),
      ({ members, total }) => ({
        status: 200,
        body: viewMemberList({ entries: members, total }, linking)
      })
    )
  }

  async getMember({ params, caller }: Request<'getMember'>): Promise<ReadyAnswer<'getMember'>> {
    return this.#member({ campaignName: params.campaignId, memberId: params.memberId }, caller)
  }

  async getMemberByCard({
    params,
    caller
  }: Request<'getMemberByCard'>): Promise<ReadyAnswer<'getMemberByCard'>> {
    return this.#member({ campaignName: null, memberId: params.memberId }, caller)
  }

  async updateLoyaltyCardBalance({
    params,
    body,
    caller
  }: Request<'updateLoyaltyCardBalance'>): Promise<ReadyAnswer<'updateLoyaltyCardBalance'>> {
    const path = { campaignName: params.campaignId, memberId: params.memberId }
    return this.#adjust(path, balanceCommand(body), caller)
  }

  async updateLoyaltyCardBalanceByCard({
    params,
    body,
    caller
  }: Request<'updateLoyaltyCardBalanceByCard'>): Promise<
    ReadyAnswer<'updateLoyaltyCardBalanceByCard'>
  > {
    const path = { campaignName: null, memberId: params.memberId }
    return this.#adjust(path, balanceCommand(body), caller)
  }

  async listMemberTransactions({
    params,
    query,
    caller
  }: Request<'listMemberTransactions'>): Promise<ReadyAnswer<'listMemberTransactions'>> {
    return this.#transactions({ campaignName: null, memberId: params.memberId }, query, caller)
  }

  async listProgramMemberTransactions({
    params,
    query,
    caller
  }: Request<'listProgramMemberTransactions'>): Promise<
    ReadyAnswer<'listProgramMemberTransactions'>
  > {
    const path = { campaignName: params.campaignId, memberId: params.memberId }
    return this.#transactions(path, query, caller)
  }

  async #member<Id extends Reading>(path: MemberPath, caller: Caller): Promise<ReadyAnswer<Id>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.read<Id, ShownVoucher>(
      caller,
      session => memberNamed(session, this.#shell.moment(caller), path),
      shown => ({ status: 200, body: viewVoucher(shown, linking) }) as Outcome<Id>
    )
  }

  async #adjust<Id extends Adjusting>(
    { campaignName, memberId }: MemberPath,
    command: AdjustBalance,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    return this.#shell.settle(caller, {
      load: loadBalance(caller.project, memberId, campaignName),
      decide: (facts, occasion) => adjustBalance(facts, command, occasion),
      view: card => {
        const body = viewLoyaltyCardBalance(card, command.points)
        return { status: 200, body } as Outcome<Id>
      }
    })
  }

  async #transactions<Id extends Listing>(
    path: MemberPath,
    query: Request<Listing>['query'],
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    const order = transactionsOrder(query)
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read<Id, Awaited<ReturnType<typeof transactionsPage>>>(
      caller,
      session => transactionsPage(session, caller.project, path, order, page),
      ({ entries, hasMore }) =>
        ({ status: 200, body: viewTransactionList(entries, hasMore) }) as Outcome<Id>
    )
  }
}

type JoinFacts = Awaited<ReturnType<ReturnType<typeof loadAddMember>>>

function shownAs(voucher: ShownVoucher['voucher'], { campaign, filed }: JoinFacts): ShownVoucher {
  return {
    voucher,
    campaignName: campaign.name,
    category: filed.categories.find(({ id }) => id === voucher.categoryId) ?? null,
    // Those of the program, then the card's own, as wherever a voucher is shown.
    assignments: [campaign.id, voucher.id].flatMap(id =>
      filed.assignments.filter(({ relatedObjectId }) => relatedObjectId === id)
    )
  }
}
