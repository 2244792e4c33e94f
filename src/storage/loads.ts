/**
 * One load per decision: exactly the facts it needs, each by a prepared statement.
 *
 * A load finds; it does not decide. It refuses only what the path of a request names and nothing
 * answers to. Names are looked up before or after ids as the interface's users expect: a campaign
 * and a customer by id first, a voucher by code first.
 *
 * Spec: Endpoints 3–6, 9, 12–16 (what each path and body may name).
 */
import { codeKey } from '../decisions/code-space.ts'
import type { EstimateFacts } from '../decisions/estimate.ts'
import type { CustomEventFacts, SendCustomEvent } from '../decisions/events.ts'
import type { Purse } from '../decisions/ledger.ts'
import { goodsNamed, type Inventory, type OrderCommand } from '../decisions/orders.ts'
import type { EarningContext, ProgramFacts } from '../decisions/points.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type {
  AccessToken,
  Campaign,
  Customer,
  EarningRule,
  Instant,
  KeyPair,
  MetadataSchema,
  Order,
  Product,
  Project,
  Sku,
  ValidationRule,
  Voucher
} from '../model.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** By id, then by exact name. @throws {Refused} when neither answers. */
export async function campaignNamed(session: Session, name: string): Promise<Campaign> {
  const row =
    (await session.one('campaignById', { id: name })) ??
    (await session.one('campaignByName', { name }))
  if (row === undefined) throw new Refused(notFound('campaign', name))
  return rows.campaignOf(row)
}

/** A campaign whose vouchers are loyalty cards. @throws {Refused} for any other. */
export async function programNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await campaignNamed(session, name)
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') throw new Refused(notFound('campaign', name))
  return campaign
}

/** By code, then by id; null when neither answers. */
async function findVoucher(
  session: Session,
  project: Project,
  name: string
): Promise<Voucher | null> {
  const row =
    (await session.one('voucherByCode', { codeKey: codeKey(name, project) })) ??
    (await session.one('voucherById', { id: name }))
  return row === undefined ? null : rows.voucherOf(row)
}

/** @throws {Refused} when no voucher answers to the name. */
export async function voucherNamed(
  session: Session,
  project: Project,
  name: string
): Promise<Voucher> {
  const voucher = await findVoucher(session, project, name)
  if (voucher === null) throw new Refused(notFound('voucher', name))
  return voucher
}

/** A loyalty card, of this campaign if one is given. @throws {Refused} for anything else. */
export async function cardNamed(
  session: Session,
  project: Project,
  name: string,
  campaignId: string | null
): Promise<Voucher> {
  const card = await voucherNamed(session, project, name)
  const elsewhere = campaignId !== null && card.campaignId !== campaignId
  if (card.type !== 'LOYALTY_CARD' || elsewhere) throw new Refused(notFound('voucher', name))
  return card
}

/** By id, then by source id; null when neither answers. */
export async function findCustomer(session: Session, name: string): Promise<Customer | null> {
  const row =
    (await session.one('customerById', { id: name })) ??
    (await session.one('customerBySourceId', { sourceId: name }))
  return row === undefined ? null : rows.customerOf(row)
}

/** Who a request's customer is: by id alone when one is sent, else by source id. */
export async function customerSent(
  session: Session,
  sent: { readonly id?: string | null | undefined; readonly sourceId?: string | null | undefined }
): Promise<Customer | null> {
  const row = sent.id
    ? await session.one('customerById', { id: sent.id })
    : sent.sourceId
      ? await session.one('customerBySourceId', { sourceId: sent.sourceId })
      : undefined
  return row === undefined ? null : rows.customerOf(row)
}

/** The pair an X-App-Id or X-Management-Id names, with its project; null when there is none. */
export async function keyPairNamed(
  session: Session,
  id: string
): Promise<{ pair: KeyPair; project: Project } | null> {
  return (await session.one('keyPairById', { id })) ?? null
}

/** A token by its hash, with the pair that issued it; null when there is none. */
export async function tokenWithPair(
  session: Session,
  tokenHash: string
): Promise<{ token: AccessToken; pair: KeyPair; project: Project } | null> {
  return (await session.one('tokenByHash', { tokenHash })) ?? null
}

/** Null when there is no such project. */
export async function projectNamed(session: Session, id: string): Promise<Project | null> {
  return (await session.one('projectById', { id })) ?? null
}

/** A token of this project by its hash; null when there is none. */
export async function tokenHashed(
  session: Session,
  project: Project,
  tokenHash: string
): Promise<AccessToken | null> {
  const row = await session.one('tokenByHash', { tokenHash })
  return row === undefined || row.project.id !== project.id ? null : row.token
}

/** The project's schema for the metadata of a resource; null when there is none. */
export async function schemaOf(
  session: Session,
  relatedObject: string
): Promise<MetadataSchema | null> {
  const row = await session.one('metadataSchemaOf', { relatedObject })
  return row === undefined ? null : rows.metadataSchemaOf(row)
}

/** A card or gift voucher with its open lots. */
export async function purseOf(session: Session, voucher: Voucher): Promise<Purse> {
  const found = await session.all('openLots', { voucherId: voucher.id })
  return { voucher, lots: found.map(rows.lotOf) }
}

/** The products and SKUs an order names, reachable by id and by source id. */
export async function inventoryFor(
  session: Session,
  order: OrderCommand | undefined
): Promise<Inventory> {
  const named = goodsNamed(order?.items)
  const skus = await skusCalled(session, named.skus)
  const owners = [...skus.values()].map(({ productId }) => productId)
  const products = await productsCalled(session, [...new Set([...named.products, ...owners])])
  return { products, skus }
}

/** Products by id and by source id; an id wins over a source id that is spelled like it. */
async function productsCalled(session: Session, names: readonly string[]) {
  const found = new Map<string, Product>()
  if (names.length === 0) return found
  const texts = JSON.stringify(names)
  for (const row of await session.all('productsBySourceId', { sourceIds: texts })) {
    const product = rows.productOf(row)
    found.set(product.id, product)
    if (product.sourceId !== null) found.set(product.sourceId, product)
  }
  for (const row of await session.all('productsById', { ids: texts })) {
    found.set(row.id, rows.productOf(row))
  }
  return found
}

/** SKUs, likewise. */
async function skusCalled(session: Session, names: readonly string[]) {
  const found = new Map<string, Sku>()
  if (names.length === 0) return found
  const texts = JSON.stringify(names)
  for (const row of await session.all('skusBySourceId', { sourceIds: texts })) {
    const sku = rows.skuOf(row)
    found.set(sku.id, sku)
    if (sku.sourceId !== null) found.set(sku.sourceId, sku)
  }
  for (const row of await session.all('skusById', { ids: texts })) {
    found.set(row.id, rows.skuOf(row))
  }
  return found
}

/** The stored order a request names; a source id is tried as an id, too. */
export async function orderNamed(
  session: Session,
  order: Pick<OrderCommand, 'id' | 'sourceId'> | undefined
): Promise<Order | null> {
  if (order?.id !== undefined) {
    const row = await session.one('orderById', { id: order.id })
    return row === undefined ? null : rows.orderOf(row)
  }
  if (order?.sourceId === undefined) return null
  const row =
    (await session.one('orderBySourceId', { sourceId: order.sourceId })) ??
    (await session.one('orderById', { id: order.sourceId }))
  return row === undefined ? null : rows.orderOf(row)
}

/** Ids of the collections each product or SKU belongs to. */
export async function collectionsFor(
  session: Session,
  inventory: Inventory,
  stored: Order | null
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Set<string>()
  for (const { id } of inventory.products.values()) ids.add(id)
  for (const { id } of inventory.skus.values()) ids.add(id)
  for (const { productId, skuId } of stored?.items ?? []) {
    if (productId !== null) ids.add(productId)
    if (skuId !== null) ids.add(skuId)
  }
  const collections = new Map<string, string[]>()
  if (ids.size === 0) return collections
  const found = await session.all('collectionsOfItems', { ids: JSON.stringify([...ids]) })
  for (const { itemId, collectionId } of found) {
    const known = collections.get(itemId)
    if (known === undefined) collections.set(itemId, [collectionId])
    else known.push(collectionId)
  }
  return collections
}

/** Validation rules by id. */
export async function validationRulesOf(
  session: Session,
  ids: Iterable<string | null>
): Promise<ReadonlyMap<string, ValidationRule>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const found = await session.all('validationRulesNamed', { ids: JSON.stringify(wanted) })
  return new Map(found.map(row => [row.id, rows.validationRuleOf(row)]))
}

/** The segments a customer is in. */
export async function segmentsOf(
  session: Session,
  customer: Customer | null
): Promise<readonly string[]> {
  if (customer === null) return []
  const found = await session.all('segmentsOfCustomer', { customerId: customer.id })
  return found.map(({ segmentId }) => segmentId)
}

/** The programs with an active rule for an event, each with the customer's card or a spare one. */
export async function programsOn(
  session: Session,
  event: string,
  customer: Customer | null,
  now: Instant,
  preferred: Voucher | null = null
): Promise<readonly ProgramFacts[]> {
  const found = await session.all('earningRulesOn', { event })
  if (found.length === 0) return []
  const programs = new Map<string, { campaign: Campaign; rules: EarningRule[] }>()
  for (const { rule, campaign } of found) {
    const known = programs.get(campaign.id)
    if (known !== undefined) known.rules.push(rows.earningRuleOf(rule))
    else {
      const first = [rows.earningRuleOf(rule)]
      programs.set(campaign.id, { campaign: rows.campaignOf(campaign), rules: first })
    }
  }
  const held = new Map<string, Purse>()
  if (customer !== null) {
    for (const { voucher } of await session.all('cardsOfCustomer', { customerId: customer.id })) {
      const { campaignId } = voucher
      if (campaignId === null || !programs.has(campaignId)) continue
      // The oldest card of a program counts, unless the request names another.
      if (held.has(campaignId) && voucher.id !== preferred?.id) continue
      held.set(campaignId, await purseOf(session, rows.voucherOf(voucher)))
    }
  }
  const facts: ProgramFacts[] = []
  for (const { campaign, rules } of programs.values()) {
    const card = held.get(campaign.id) ?? null
    const joins = card === null && campaign.autoJoin
    facts.push({
      campaign,
      rules,
      card,
      spare: joins ? await spareOf(session, campaign, now) : null
    })
  }
  return facts
}

/** The oldest voucher of a campaign that is active and nobody's. */
export async function spareOf(
  session: Session,
  campaign: Campaign,
  now: Instant
): Promise<Voucher | null> {
  const row = await session.one('spareVoucher', { campaignId: campaign.id, now })
  return row === undefined ? null : rows.voucherOf(row)
}

/** The rules of `programs` and what they may look at. */
export async function contextFor(
  session: Session,
  programs: readonly Pick<ProgramFacts, 'rules'>[],
  customer: Customer | null,
  collections: EarningContext['collections']
): Promise<EarningContext> {
  const ids = programs.flatMap(({ rules }) => rules.map(rule => rule.validationRuleId))
  const validationRules = await validationRulesOf(session, ids)
  const segments = validationRules.size === 0 ? [] : await segmentsOf(session, customer)
  return { validationRules, segments, collections }
}

/** What estimateLoyaltyPoints needs. @throws {Refused} when the program does not exist. */
export function loadEstimate(
  campaignName: string,
  sent: {
    readonly customer: Parameters<typeof customerSent>[1]
    readonly order: OrderCommand
  },
  now: Instant
) {
  return async (session: Session): Promise<EstimateFacts> => {
    const campaign = await programNamed(session, campaignName)
    const customer = await customerSent(session, sent.customer)
    const held =
      customer === null
        ? undefined
        : await session.one('heldVoucher', { campaignId: campaign.id, customerId: customer.id })
    const found = await session.all('earningRulesOfCampaignOn', {
      event: 'order.paid',
      campaignId: campaign.id
    })
    const card = held === undefined ? null : { voucher: rows.voucherOf(held), lots: [] }
    const spare = card === null ? await spareOf(session, campaign, now) : null
    const program = { campaign, rules: found.map(rows.earningRuleOf), card, spare }
    const storedOrder = await orderNamed(session, sent.order)
    const inventory = await inventoryFor(session, sent.order)
    const collections = await collectionsFor(session, inventory, storedOrder)
    const context = await contextFor(session, [program], customer, collections)
    return { ...context, program, customer, storedOrder, inventory }
  }
}

/** What sendCustomEvent needs. */
export function loadCustomEvent(project: Project, command: SendCustomEvent, now: Instant) {
  return async (session: Session): Promise<CustomEventFacts> => {
    const schema = await session.one('eventSchemaByName', { name: command.event })
    const customer = await customerSent(session, command.customer)
    const { loyaltyCode, referralCode } = command
    const card = loyaltyCode === null ? null : await findVoucher(session, project, loyaltyCode)
    const programs = await programsOn(session, command.event, customer, now, card)
    const context = await contextFor(session, programs, customer, new Map())
    return {
      ...context,
      schema: schema === undefined ? null : rows.eventSchemaOf(schema),
      customer,
      customerSchema: await schemaOf(session, 'customer'),
      card,
      referral: referralCode === null ? null : await findVoucher(session, project, referralCode),
      programs
    }
  }
}

/** The category a campaign or voucher is filed under. */
export async function categoryOf(session: Session, id: string | null) {
  const row = id === null ? undefined : await session.one('categoryById', { id })
  return row === undefined ? null : rows.categoryOf(row)
}
