/**
 * Campaigns: created, read, listed, changed, switched on and off, deleted, and given
 * vouchers, made or imported.
 *
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
import { mapInSlices } from '../http/bodies.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Caller, Handles, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import {
  addVoucherCommand,
  addVouchersCommand,
  campaignChangesWanted,
  createCampaignCommand,
  shownChanged,
  shownNew,
  shownUpdated,
  viewCampaign,
  viewCampaignList,
  wantedCampaigns
} from '../http/wire/campaigns.ts'
import { fileCommand } from '../http/wire/files.ts'
import { importedVoucher } from '../http/wire/voucher-commands.ts'
import { viewVoucher } from '../http/wire/vouchers.ts'
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
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Switching = 'enableCampaign' | 'disableCampaign'
type ReadOperation = 'getCampaign' | 'listCampaigns'
type Adding = 'addVouchersToCampaign' | 'addVoucherToCampaign'
type Written = 'createCampaign' | 'updateCampaign' | 'deleteCampaign'
type Importing = 'importVouchersToCampaign' | 'importVouchersToCampaignUsingCsv'

export class CampaignHandlers
  implements Handles<Switching | ReadOperation | Adding | Written | Importing>
{
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createCampaign({
    body,
    caller
  }: Request<'createCampaign'>): Promise<ReadyAnswer<'createCampaign'>> {
    const command = createCampaignCommand(body)
    const limits = this.#shell.making(caller)
    return this.#shell.settle(caller, {
      load: loadCreateCampaign(caller.project, command, limits),
      decide: (facts, occasion) =>
        mapResult(createCampaign(facts, command, occasion), made => shownNew(facts, made)),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async getCampaign({
    params,
    caller
  }: Request<'getCampaign'>): Promise<ReadyAnswer<'getCampaign'>> {
    return this.#shell.read(
      caller,
      session => campaignShown(session, params.campaignId),
      campaign => ({ status: 200, body: viewCampaign(campaign) })
    )
  }

  async listCampaigns({
    query,
    caller
  }: Request<'listCampaigns'>): Promise<ReadyAnswer<'listCampaigns'>> {
    const wanted = wantedCampaigns(query)
    return this.#shell.read(
      caller,
      session => campaignsPage(session, wanted, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({ status: 200, body: viewCampaignList(rows, total) })
    )
  }

  async updateCampaign({
    params,
    body,
    caller
  }: Request<'updateCampaign'>): Promise<ReadyAnswer<'updateCampaign'>> {
    const command = campaignChangesWanted(body)
    return this.#shell.settle(caller, {
      load: loadUpdateCampaign('campaign', params.campaignId, command),
      decide: (facts, occasion) =>
        mapResult(updateCampaign(facts, command, occasion), after =>
          shownUpdated(facts, command, after)
        ),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async deleteCampaign({
    params,
    caller
  }: Request<'deleteCampaign'>): Promise<ReadyAnswer<'deleteCampaign'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteCampaign('campaign', params.campaignId),
      decide: deleteCampaign,
      view: () => ({ status: 204 })
    })
  }

  async enableCampaign(request: Request<'enableCampaign'>): Promise<ReadyAnswer<'enableCampaign'>> {
    return this.#switch(request, enableCampaign)
  }

  async disableCampaign(
    request: Request<'disableCampaign'>
  ): Promise<ReadyAnswer<'disableCampaign'>> {
    return this.#switch(request, disableCampaign)
  }

  async addVouchersToCampaign({
    params,
    query,
    body,
    caller
  }: Request<'addVouchersToCampaign'>): Promise<ReadyAnswer<'addVouchersToCampaign'>> {
    const command = addVouchersCommand(query, body ?? {})
    return this.#add(params.campaignId, command, caller)
  }

  async addVoucherToCampaign({
    params,
    body,
    caller
  }: Request<'addVoucherToCampaign'>): Promise<ReadyAnswer<'addVoucherToCampaign'>> {
    return this.#add(params.campaignId, addVoucherCommand(params.code, body ?? {}), caller)
  }

  async importVouchersToCampaignUsingCsv({
    params,
    body,
    caller
  }: Request<'importVouchersToCampaignUsingCsv'>): Promise<
    ReadyAnswer<'importVouchersToCampaignUsingCsv'>
  > {
    const found = await this.#shell.look(caller, session =>
      findCampaign(session, params.campaignId)
    )
    // One that is not found is refused by the unit, which may have the answer from before.
    const file = await fileCommand(body, found && columnsOfVouchers(found))
    return this.#shell.settle(caller, {
      load: session => campaignNamed(session, params.campaignId),
      decide: (campaign, occasion) => importVouchersToCampaignUsingCsv(campaign, file, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async importVouchersToCampaign({
    params,
    body,
    caller
  }: Request<'importVouchersToCampaign'>): Promise<ReadyAnswer<'importVouchersToCampaign'>> {
    const rows = await mapInSlices(body, importedVoucher)
    return this.#shell.settle(caller, {
      load: session => campaignNamed(session, params.campaignId),
      decide: (campaign, occasion) => importVouchersToCampaign(campaign, rows, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async #add<Id extends Adding>(
    campaignName: string,
    command: AddVouchersToCampaign,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadAddVouchers(caller.project, campaignName, command, this.#shell.making(caller)),
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
        return { status: 200, body: viewVoucher(shown, linking) } as Outcome<Id>
      }
    })
  }

  async #switch<Id extends Switching>(
    { params, caller }: Pick<Request<Switching>, 'params' | 'caller'>,
    decide: (facts: SwitchCampaignFacts, occasion: Occasion) => Decision<CountedCampaign>
  ): Promise<ReadyAnswer<Id>> {
    return this.#shell.settle<Id, FoundCampaign, FoundCampaign>(caller, {
      load: session => campaignShown(session, params.campaignId),
      decide: (found, occasion) =>
        mapResult(decide(found, occasion), after => shownChanged(found, after)),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) }) as Outcome<Id>
    })
  }
}
