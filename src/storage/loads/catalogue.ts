/**
 * What making a reward or earning rules needs: the things they name, as far as they exist.
 *
 * Spec: Endpoints 7 and 12.
 */
import type {
  CreateEarningRulesFacts,
  KnownGoods,
  NewEarningRule
} from '../../decisions/loyalties/earning-rules.ts'
import type { CreateReward, CreateRewardFacts } from '../../decisions/rewards/rewards.ts'
import { programNamed, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { validationRulesOf } from './standing.ts'

/** What createReward needs: what its parameters name. */
export function loadRewardTarget({ parameters }: CreateReward) {
  return async (session: Session): Promise<CreateRewardFacts> => {
    const { campaign, product } = parameters
    const found = campaign && (await session.one('campaignById', { id: campaign.id }))
    const [goods] = product
      ? await session.all('productsById', { ids: JSON.stringify([product.id]) })
      : []
    const [sku] = product?.skuId
      ? await session.all('skusById', { ids: JSON.stringify([product.skuId]) })
      : []
    return {
      campaign: found ? rows.campaignOf(found) : null,
      product: goods ? rows.productOf(goods) : null,
      sku: sku ? rows.skuOf(sku) : null,
      schema: await schemaOf(session, 'reward')
    }
  }
}

/** What createEarningRules needs. @throws {Refused} when the program does not exist. */
export function loadEarningRules(
  campaignName: string,
  commands: readonly NewEarningRule[],
  limits: { readonly earningRulesMax: number }
) {
  return async (session: Session): Promise<CreateEarningRulesFacts> => {
    const campaign = await programNamed(session, campaignName)
    const named = namesIn(commands)
    const count = await session.one('earningRulesCount')
    const found = await findNamed(session, named)
    const tiers = found.tiers.filter(({ campaignId }) => campaignId === campaign.id)
    return {
      campaign,
      segmentIds: new Set(found.segments.map(({ id }) => id)),
      loyaltyTierIds: new Set(tiers.map(({ id }) => id)),
      ...(await goodsKnown(session, commands)),
      eventSchemas: new Map(found.schemas.map(row => [row.id, rows.eventSchemaOf(row)])),
      validationRules: await validationRulesOf(session, named.rules),
      rulesCount: count?.total ?? 0,
      rulesMax: limits.earningRulesMax,
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

/** The goods that rules are measured by, as far as they exist. */
export async function goodsKnown(
  session: Session,
  commands: readonly Pick<NewEarningRule, 'loyalty'>[]
): Promise<KnownGoods> {
  const blocks = commands.flatMap(({ loyalty }) => Object.values(loyalty?.orderItems ?? {}))
  const targets = blocks.flatMap(block => [
    block?.id,
    ...(block?.applicableTo ?? []).map(({ id }) => id)
  ])
  const wanted = [...new Set(targets.filter(id => id !== null && id !== undefined))]
  const ids = JSON.stringify(wanted)
  const idsOf = async (statement: 'productsById' | 'skusById' | 'collectionsNamed') =>
    new Set(wanted.length === 0 ? [] : (await session.all(statement, { ids })).map(({ id }) => id))
  return {
    productIds: await idsOf('productsById'),
    skuIds: await idsOf('skusById'),
    collectionIds: await idsOf('collectionsNamed')
  }
}

interface Named {
  readonly segments: ReadonlySet<string>
  readonly tiers: ReadonlySet<string>
  readonly schemas: ReadonlySet<string>
  readonly rules: ReadonlySet<string>
}

/** Every id the rules name, goods excepted, once. */
function namesIn(commands: readonly NewEarningRule[]): Named {
  const known = (ids: readonly (string | null | undefined)[]) =>
    new Set(ids.filter(id => id !== null && id !== undefined))
  return {
    segments: known(commands.map(({ segment }) => segment?.id)),
    tiers: known(commands.map(({ loyaltyTier }) => loyaltyTier?.id)),
    schemas: known(commands.map(({ customEvent }) => customEvent?.schemaId)),
    rules: known(commands.map(({ validationRuleId }) => validationRuleId))
  }
}

async function findNamed(session: Session, { segments, tiers, schemas }: Named) {
  const found = {
    segments: [] as { readonly id: string }[],
    tiers: [] as { readonly id: string; readonly campaignId: string }[],
    schemas: [] as Parameters<typeof rows.eventSchemaOf>[0][]
  }
  for (const id of segments) {
    const row = await session.one('segmentById', { id })
    if (row !== undefined) found.segments.push(row)
  }
  for (const id of tiers) {
    const row = await session.one('loyaltyTierById', { id })
    if (row !== undefined) found.tiers.push(row)
  }
  for (const id of schemas) {
    const row = await session.one('eventSchemaById', { id })
    if (row !== undefined) found.schemas.push(row)
  }
  return found
}
