/**
 * Members of loyalty programs: joining, their cards, points given and taken by hand, transactions.
 * Spec: MemberList, LoyaltyCardBalance, TransactionList.
 */
import { mapResult } from '../decisions/changes.ts'
import { adjustBalance } from '../decisions/points/adjustments.ts'
import { addMember } from '../decisions/publications.ts'
import type { Handlers, Kit, Page } from '../http/kit.ts'
import type { Caller } from '../http/types.ts'
import {
  addMemberCommand,
  balanceCommand,
  stampsWanted,
  type TransactionsQuery,
  transactionsWanted,
  viewLoyaltyCardBalance,
  viewTransactionList,
  viewVoucher
} from '../http/wire/vouchers.ts'
import { listed } from '../http/wire.ts'
import type { Voucher } from '../model.ts'
import type { Session } from '../storage/engine/session.ts'
import { loadAddMember, loadBalance, memberNamed, membersPage } from '../storage/members.ts'
import { transactionsPage } from '../storage/points/ledger.ts'

type Balance = Parameters<typeof balanceCommand>[0]

interface MemberRequest {
  readonly params: MemberParams
  readonly caller: Caller
}

export function memberHandlers({ linked, list, read, shell, write }: Kit) {
  const member = (session: Session, { params, caller }: MemberRequest) =>
    memberNamed(session, shell.moment(caller), pathOf(params))

  const adjusting = {
    command: ({ body }: { readonly body: Balance }) => balanceCommand(body),
    load: (_: unknown, { params, caller }: MemberRequest) => {
      const { campaignName, memberId } = pathOf(params)
      return loadBalance(caller.project, memberId, campaignName)
    },
    decide: adjustBalance,
    view: (card: Voucher, { body }: { readonly body: Balance }) =>
      viewLoyaltyCardBalance(card, body.points)
  }

  const transactions = (
    session: Session,
    _: unknown,
    page: Page,
    { params, query, caller }: MemberRequest & { readonly query: TransactionsQuery }
  ) => transactionsPage(session, caller.project, pathOf(params), transactionsWanted(query), page)

  return {
    addMember: write({
      command: ({ body }) => addMemberCommand(body),
      load: ({ joining, voucher }, { params, caller }) =>
        loadAddMember(caller.project, params.campaignId, joining, voucher),
      decide: (facts, { command }, occasion) =>
        mapResult(addMember(facts, command, occasion), ({ voucher: card }) => ({
          voucher: card,
          campaignName: facts.campaign.name,
          category: facts.filed.categories.find(({ id }) => id === card.categoryId) ?? null,
          // Those of the program, then the card's own, as wherever a voucher is shown.
          assignments: [facts.campaign.id, card.id].flatMap(id =>
            facts.filed.assignments.filter(({ relatedObjectId }) => relatedObjectId === id)
          )
        })),
      view: linked(viewVoucher)
    }),

    listMembers: list(
      (session, order, page, { params, query, caller }) =>
        membersPage(
          session,
          shell.moment(caller),
          {
            campaignName: params.campaignId,
            code: query.code ?? null,
            customer: query.customer ?? null,
            ...stampsWanted(query),
            order
          },
          page
        ),
      linked(listed('vouchers', viewVoucher))
    ),

    getMember: read(member, linked(viewVoucher)),

    getMemberByCard: read(member, linked(viewVoucher)),

    updateLoyaltyCardBalance: write(adjusting),

    updateLoyaltyCardBalanceByCard: write(adjusting),

    listMemberTransactions: list(transactions, viewTransactionList),

    listProgramMemberTransactions: list(transactions, viewTransactionList)
  } satisfies Handlers
}

function pathOf({ campaignId = null, memberId }: MemberParams) {
  return { campaignName: campaignId, memberId }
}

interface MemberParams {
  readonly campaignId?: string | null
  readonly memberId: string
}
