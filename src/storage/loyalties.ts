/**
 * What estimating the points of an order and setting up the earning rules of a program needs to
 * know.
 * Spec: estimateLoyaltyPoints, createEarningRules.
 */
import type {
  CreateEarningRulesFacts,
  DeleteEarningRuleFacts,
  EstimateFacts,
  KnownGoods,
  NewEarningRule,
  UpdateEarningRule,
  UpdateEarningRuleFacts
} from '../decisions/loyalties.ts'
import type { OrderCommand } from '../decisions/orders/lines.ts'
import { USERS_NAMED } from '../decisions/updates.ts'
import { eventKind } from '../rules/points.ts'
import type { Instant } from '../rules/validity.ts'
import { type PartPath, programNamed } from './campaigns/campaigns.ts'
import { holdSetUp } from './catalogue.ts'
import { customerSent } from './customers/customers.ts'
import { earningRuleIn, earningRulesCount } from './earning-rules.ts'
import { type Session, together } from './engine/session.ts'
import type { Statement } from './engine/statements.ts'
import { eventSchemaNames, eventSchemas } from './events.ts'
import { loyaltyTiers, loyaltyTiersOfCampaign } from './loyalty-tiers.ts'
import { schemaOf } from './metadata-schemas.ts'
import { loadCart, withMissing } from './orders.ts'
import { collectionsNamed, productsById, skusById } from './products.ts'
import { segments } from './segments.ts'
import { loadStanding } from './standing.ts'
import { assignmentsOn, validationRulesOf } from './validation-rules.ts'

/** @throws {Refused} when the program does not exist. */
export function loadEarningRules(
  campaignName: string,
  commands: readonly NewEarningRule[],
  limits: { readonly earningRulesMax: number }
) {
  return async (session: Session): Promise<CreateEarningRulesFacts> => {
    const campaign = await programNamed(session, campaignName)
    const namedBy = (nameOf: (command: NewEarningRule) => string | null | undefined) =>
      new Set(commands.flatMap(command => nameOf(command) ?? []))
    const named = {
      segments: namedBy(({ segment }) => segment?.id),
      tiers: namedBy(({ loyaltyTier }) => loyaltyTier?.id),
      schemas: namedBy(({ customEvent }) => customEvent?.schemaId),
      rules: namedBy(({ validationRuleId }) => validationRuleId)
    }
    const count = await session.one(earningRulesCount)
    const known = {
      segments: await existing(session, segments, named.segments),
      tiers: await existing(session, loyaltyTiers, named.tiers),
      schemas: await existing(session, eventSchemas, named.schemas)
    }
    const tiers = known.tiers.filter(({ campaignId }) => campaignId === campaign.id)
    return {
      campaign,
      segmentIds: new Set(known.segments.map(({ id }) => id)),
      loyaltyTierIds: new Set(tiers.map(({ id }) => id)),
      ...(await goodsKnown(session, commands)),
      eventSchemas: new Map(known.schemas.map(schema => [schema.id, schema])),
      customEvents: commands.some(
        ({ event, customEvent }) =>
          event != null && eventKind(event) === 'custom' && customEvent?.schemaId == null
      )
        ? await session.all(eventSchemaNames)
        : [],
      validationRules: await validationRulesOf(session, named.rules),
      rulesCount: count?.total ?? 0,
      rulesMax: limits.earningRulesMax,
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

async function goodsKnown(
  session: Session,
  commands: readonly Pick<NewEarningRule, 'loyalty'>[]
): Promise<KnownGoods> {
  const blocks = commands.flatMap(({ loyalty }) => Object.values(loyalty?.blocks ?? {}))
  const targets = blocks.flatMap(block => [block, ...(block.applicableTo ?? [])])
  const ids = [...new Set(targets.flatMap(({ id }) => id ?? []))]
  const idsOf = async (found: Statement<{ ids: readonly string[] }, { readonly id: string }>) =>
    new Set(ids.length === 0 ? [] : (await session.all(found, { ids })).map(({ id }) => id))
  return {
    productIds: await idsOf(productsById),
    skuIds: await idsOf(skusById),
    collectionIds: await idsOf(collectionsNamed)
  }
}

async function existing<Thing>(
  session: Session,
  { find }: { find(session: Session, id: string): Promise<Thing | null> },
  ids: ReadonlySet<string>
): Promise<readonly Thing[]> {
  const found: Thing[] = []
  for (const id of ids) {
    const thing = await find(session, id)
    if (thing !== null) found.push(thing)
  }
  return found
}

/** @throws {Refused} as earningRuleIn does. */
export function loadUpdateEarningRule(path: PartPath, command: UpdateEarningRule) {
  return async (session: Session): Promise<UpdateEarningRuleFacts> => {
    const { campaign, rule } = await earningRuleIn(session, path)
    const wanted = command.validationRuleId ?? null
    const validationRules = await validationRulesOf(session, [wanted])
    return {
      rule,
      campaign,
      ...(await goodsKnown(session, [command])),
      validationRule: validationRules.get(wanted ?? '') ?? null,
      assignments: await assignmentsOn(session, [rule.id]),
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

/** @throws {Refused} as earningRuleIn does. */
export function loadDeleteEarningRule(path: PartPath) {
  return async (session: Session): Promise<DeleteEarningRuleFacts> => {
    await holdSetUp(session)
    const { rule } = await earningRuleIn(session, path)
    const tiers = await session.all(loyaltyTiersOfCampaign, { campaignId: rule.campaignId })
    const mapping = tiers.filter(({ mapping }) => Object.hasOwn(mapping, rule.id))
    return {
      rule,
      users: mapping.slice(0, USERS_NAMED + 1).map(({ id }) => ({ type: 'loyalty_tier', id })),
      assignments: await assignmentsOn(session, [rule.id])
    }
  }
}

type CustomerSent = Parameters<typeof customerSent>[1]

/** @throws {Refused} when the program does not exist. */
export function loadEstimate(
  campaignName: string,
  { customer: sent, order }: { readonly customer: CustomerSent; readonly order: OrderCommand }
) {
  return async (session: Session, now: Instant): Promise<EstimateFacts> => {
    const [known, { storedOrder, inventory, collections }] = await together(
      programAndStanding(session, campaignName, sent, now),
      loadCart(session, order)
    )
    const standing = await withMissing(session, known, storedOrder)
    return { ...known, ...standing, collections, storedOrder, inventory }
  }
}

async function programAndStanding(
  session: Session,
  campaignName: string,
  sent: CustomerSent,
  now: Instant
) {
  const [campaign, customer] = await together(
    programNamed(session, campaignName),
    customerSent(session, sent)
  )
  const asked = { event: 'order.paid', customer, now, program: campaign }
  return { ...(await loadStanding(session, asked)), campaign, customer }
}
