/**
 * Campaigns: created, read, listed, changed, switched on and off, deleted, and given vouchers, made
 * or imported.
 * Spec: Campaign, addVouchersToCampaign.
 */
import {
  createCampaign,
  deleteCampaign,
  disableCampaign,
  enableCampaign,
  type SwitchCampaignFacts,
  updateCampaign
} from '../decisions/campaigns.ts'
import { type Decision, mapResult, type Occasion } from '../decisions/changes.ts'
import {
  columnsOfVouchers,
  importVouchersToCampaign,
  importVouchersToCampaignUsingCsv
} from '../decisions/imports/formats.ts'
import {
  type AddVouchersToCampaign,
  addVouchersToCampaign
} from '../decisions/vouchers/generation.ts'
import { at, type Handlers, type Kit, loadAt } from '../http/kit.ts'
import type { Caller, Outcome, ReadyAnswer } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import {
  addVoucherCommand,
  addVouchersCommand,
  campaignChangesWanted,
  campaignPropertiesThatStay,
  createCampaignCommand,
  shownChanged,
  shownNew,
  shownUpdated,
  viewCampaign,
  wantedCampaigns
} from '../http/wire/campaigns.ts'
import { fileCommand } from '../http/wire/files.ts'
import { importedVoucher, viewVoucher } from '../http/wire/vouchers.ts'
import { listed } from '../http/wire.ts'
import type { CountedCampaign } from '../model.ts'
import { campaignNamed, findCampaign } from '../storage/campaigns/campaigns.ts'
import {
  campaignShown,
  campaignsPage,
  type FoundCampaign,
  loadAddVouchers,
  loadCreateCampaign,
  loadDeleteCampaign,
  loadUpdateCampaign
} from '../storage/campaigns/facts.ts'

export function campaignHandlers({ list, read, remove, shell, write }: Kit) {
  const switching = (
    decide: (facts: SwitchCampaignFacts, occasion: Occasion) => Decision<CountedCampaign>
  ) => ({
    load: loadAt('campaignId', campaignShown),
    decide: (found: FoundCampaign, _: unknown, occasion: Occasion) =>
      mapResult(decide(found, occasion), after => shownChanged(found, after)),
    view: viewCampaign
  })

  async function add<Id extends 'addVouchersToCampaign' | 'addVoucherToCampaign'>(
    campaignName: string,
    command: AddVouchersToCampaign,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    return shell.settle(caller, {
      load: loadAddVouchers(caller.project, campaignName, command, shell.making(caller)),
      decide: (facts, occasion) => {
        const { filed: category, assignments, campaign } = facts
        const added = addVouchersToCampaign(facts, command, occasion)
        return mapResult(added, made => ({ ...made, category, assignments, campaign }))
      },
      view: ({ voucher, action, category, assignments, campaign }) => {
        if (voucher === null) {
          return { status: 202, body: viewAsyncActionAccepted(action) } as Outcome<Id>
        }
        const shown = { voucher, campaignName: campaign.name, category, assignments }
        return { status: 200, body: viewVoucher(shown, shell.linking(caller)) } as Outcome<Id>
      }
    })
  }

  return {
    createCampaign: write({
      command: ({ body }) => createCampaignCommand(body),
      load: (command, { caller }) =>
        loadCreateCampaign(caller.project, command, shell.making(caller)),
      decide: (facts, command, occasion) =>
        mapResult(createCampaign(facts, command, occasion), made => shownNew(facts, made)),
      view: viewCampaign
    }),

    getCampaign: read(at('campaignId', campaignShown), viewCampaign),

    listCampaigns: list(
      (session, _, page, { query }) => campaignsPage(session, wantedCampaigns(query), page),
      listed('campaigns', viewCampaign)
    ),

    updateCampaign: write({
      command: ({ body }) => campaignChangesWanted(body),
      load: (command, { params }) => loadUpdateCampaign('campaign', params.campaignId, command),
      decide: (facts, command, occasion) =>
        mapResult(updateCampaign(facts, command, occasion), after =>
          shownUpdated(facts, command, after)
        ),
      view: viewCampaign,
      unchanging: campaignPropertiesThatStay
    }),

    deleteCampaign: remove(
      ({ params }) => loadDeleteCampaign('campaign', params.campaignId),
      deleteCampaign
    ),

    enableCampaign: write(switching(enableCampaign)),

    disableCampaign: write(switching(disableCampaign)),

    async addVouchersToCampaign({ params, query, body, caller }) {
      return add(params.campaignId, addVouchersCommand(query, body ?? {}), caller)
    },

    async addVoucherToCampaign({ params, body, caller }) {
      return add(params.campaignId, addVoucherCommand(params.code, body ?? {}), caller)
    },

    async importVouchersToCampaignUsingCsv({ params, body, caller }) {
      const found = await shell.look(caller, session => findCampaign(session, params.campaignId))
      // One that is not found is refused by the unit, which may have the answer from before.
      const file = await fileCommand(body, found && columnsOfVouchers(found))
      return shell.settle(caller, {
        load: session => campaignNamed(session, params.campaignId),
        decide: (campaign, occasion) => importVouchersToCampaignUsingCsv(campaign, file, occasion),
        view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
      })
    },

    async importVouchersToCampaign({ params, body, caller }) {
      const rows = body.map(importedVoucher)
      return shell.settle(caller, {
        load: session => campaignNamed(session, params.campaignId),
        decide: (campaign, occasion) => importVouchersToCampaign(campaign, rows, occasion),
        view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
      })
    }
  } satisfies Handlers
}
