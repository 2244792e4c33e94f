/**
 * Vouchers made in the background: as many as ordered, each once, or as many as there is room for.
 *
 * Spec: addVouchersToCampaign.
 */
import {
  type AddVouchersToCampaign,
  addVouchersToCampaign
} from '../../src/decisions/vouchers/generation.ts'
import type { CodeConfig } from '../../src/model.ts'
import { type givenCampaign, givenCouponCampaign } from '../support/given.ts'
import { actionOf, carryOutAll, carryOutInPieces, seconds, vouchersOf } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

const plainOrder: AddVouchersToCampaign = {
  count: 2,
  code: null,
  codeConfig: null,
  category: null,
  categoryId: null,
  metadata: null,
  redemptionQuantity: null,
  additionalInfo: null,
  startDate: null,
  expirationDate: null
}

const codes = (over: Partial<CodeConfig>): CodeConfig => ({
  length: null,
  charset: null,
  prefix: null,
  postfix: null,
  pattern: null,
  ...over
})

async function queueVouchers(
  shop: Workshop,
  campaign: ReturnType<typeof givenCampaign>,
  over: Partial<AddVouchersToCampaign>
): Promise<string> {
  const facts = {
    campaign,
    category: null,
    schema: null,
    freeCodes: [],
    codesUsed: 0,
    vouchersMax: 1_000_000
  }
  const decision = addVouchersToCampaign(facts, { ...plainOrder, ...over }, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.action?.id ?? ''
}

inWorkshop('vouchers.generate: kill after kill, nothing is lost or made twice', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const id = await queueVouchers(shop, campaign, { count: 333 })
  t.ok((await carryOutInPieces(shop, 'vouchers.generate', 1)) >= 2)
  const found = await vouchersOf(shop)
  t.equal(new Set(found.map(({ code }) => code)).size, 333)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 333 } })
})

inWorkshop('vouchers.generate: finds the few free codes of a larger space', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const codeConfig = codes({ pattern: '####', charset: '01234567' })
  const id = await queueVouchers(shop, campaign, { count: 4_096, codeConfig })
  await carryOutAll(shop)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 4_096 } })
  const next = await queueVouchers(shop, campaign, { count: 2, codeConfig })
  await carryOutAll(shop)
  t.match(await actionOf(shop, next), { status: 'FAILED', result: { done_count: 0 } })
})

inWorkshop('vouchers.generate: ends also where chance repeats itself', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const id = await queueVouchers(shop, campaign, { count: 2 })
  for (let attempt = 1; attempt <= 9; attempt++) {
    await carryOutAll(shop, { random: () => 7 })
    shop.wait(seconds(60))
  }
  t.match(await actionOf(shop, id), { status: 'FAILED', result: { done_count: 1 } })
  t.match(
    shop.troubles.at(-1),
    /the job is given up: none of the codes that 100 units drew was free/
  )
})

inWorkshop('vouchers.generate: stops where the campaign is full', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const id = await queueVouchers(shop, campaign, { count: 100 })
  const { settle, now } = shop.shell
  const shell = {
    settle: settle.bind(shop.shell),
    now: now.bind(shop.shell),
    limits: { campaignVouchersMax: 70, earningRulesMax: 100 },
    unitsBegun: 0
  }
  await carryOutAll(shop, { shell })
  t.equal((await vouchersOf(shop)).length, 70)
  const message = 'Generated 70 vouchers. No room or no code was left for 30 more.'
  t.match(await actionOf(shop, id), { status: 'FAILED', result: { message, done_count: 70 } })
  const more = await queueVouchers(shop, campaign, { count: 2 })
  const fewer = { ...shell, limits: { ...shell.limits, campaignVouchersMax: 1 } }
  await carryOutAll(shop, { shell: fewer })
  t.match(await actionOf(shop, more), { status: 'FAILED', result: { done_count: 0 } })
})
