/**
 * One load per decision: exactly the facts it needs, each by a prepared statement.
 *
 * A load finds; it does not decide. It refuses only what the path of a request names and nothing
 * answers to. Names are looked up before or after ids as the interface's users expect: a campaign
 * and a customer by id first, a voucher by code first.
 *
 * Spec: Endpoints 3–6, 9, 12–16 (what each path and body may name).
 */
import type { CustomEventFacts, SendCustomEvent } from '../decisions/events/events.ts'
import type { ReferralFacts } from '../decisions/events/referrals.ts'
import type { EstimateFacts } from '../decisions/loyalties/estimate.ts'
import type { OrderCommand } from '../decisions/orders/commands.ts'
import { goodsNamed, type Inventory } from '../decisions/orders/goods.ts'
import { namesGiven, overrides } from '../decisions/orders/inventory-overrides.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import { codeKey } from '../decisions/vouchers/code-space.ts'
import type {
  AccessToken,
  Campaign,
  Customer,
  Instant,
  KeyPair,
  MetadataSchema,
  Order,
  Product,
  Project,
  Sku,
  Voucher
} from '../model.ts'
import { loadStanding } from './loads/standing.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** By id, then by exact name; null when neither answers. */
export async function campaignFound(session: Session, name: string): Promise<Campaign | null> {
  const row =
    (await session.one('campaignById', { id: name })) ??
    (await session.one('campaignByName', { name }))
  return row === undefined ? null : rows.campaignOf(row)
}

/** By id, then by exact name. @throws {Refused} when neither answers. */
export async function campaignNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await campaignFound(session, name)
  if (campaign === null) throw new Refused(notFound('campaign', name))
  return campaign
}

/** A campaign whose vouchers are loyalty cards. @throws {Refused} for any other. */
export async function programNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await campaignNamed(session, name)
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') throw new Refused(notFound('campaign', name))
  return campaign
}

/** By code, then by id; null when neither answers. */
export async function findVoucher(
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

/** A voucher as it is held now: whoever was deleted holds nothing, though the row remembers. */
export function heldNow(voucher: Voucher, holderDeletedAt: Instant | null): Voucher {
  return holderDeletedAt === null ? voucher : { ...voucher, holderId: null }
}

/** The same, of a voucher that was loaded alone. */
export async function asHeld(session: Session, voucher: Voucher): Promise<Voucher> {
  const { holderId: id } = voucher
  const holder = id === null ? undefined : await session.one('customerEver', { id })
  return heldNow(voucher, holder?.deletedAt ?? null)
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

/** A token of this project by its hash; null when there is none. It ends with its key pair. */
export async function tokenHashed(
  session: Session,
  project: Project,
  tokenHash: string
): Promise<AccessToken | null> {
  const row = await session.one('tokenByHash', { tokenHash })
  if (row === undefined || row.project.id !== project.id) return null
  const { token, pair } = row
  return { ...token, revokedAt: token.revokedAt ?? pair.revokedAt }
}

/** The project's schema for the metadata of a resource; null when there is none. */
export async function schemaOf(
  session: Session,
  relatedObject: string
): Promise<MetadataSchema | null> {
  const row = await session.one('metadataSchemaOf', { relatedObject })
  return row === undefined ? null : rows.metadataSchemaOf(row)
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
  if (!overrides(order?.items)) return { products, skus }
  const names = JSON.stringify(namesGiven(order?.items))
  const overriding = {
    named: (await session.all('productsByName', { names })).map(rows.productOf),
    productSchema: await schemaOf(session, 'product'),
    skuSchema: await schemaOf(session, 'sku')
  }
  return { products, skus, overriding }
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

/** What estimateLoyaltyPoints needs. @throws {Refused} when the program does not exist. */
export function loadEstimate(
  campaignName: string,
  sent: {
    readonly customer: Parameters<typeof customerSent>[1]
    readonly order: OrderCommand
  }
) {
  return async (session: Session, now: Instant): Promise<EstimateFacts> => {
    const campaign = await programNamed(session, campaignName)
    const customer = await customerSent(session, sent.customer)
    const storedOrder = await orderNamed(session, sent.order)
    const inventory = await inventoryFor(session, sent.order)
    const collections = await collectionsFor(session, inventory, storedOrder)
    const asked = { event: 'order.paid', customer, now, collections, program: campaign }
    const standing = await loadStanding(session, asked)
    return { ...standing, campaign, customer, storedOrder, inventory }
  }
}

/** What sendCustomEvent needs. */
export function loadCustomEvent(project: Project, command: SendCustomEvent) {
  return async (session: Session, now: Instant): Promise<CustomEventFacts> => {
    const { event, loyaltyCode, referral } = command
    const schema = await session.one('eventSchemaByName', { name: event })
    const customer = await customerSent(session, command.customer)
    const card = loyaltyCode === null ? null : await findVoucher(session, project, loyaltyCode)
    const preferred = card === null ? [] : [card.id]
    const code = referral === null ? null : await findVoucher(session, project, referral.code)
    return {
      ...(await loadStanding(session, { event, customer, now, preferred })),
      schema: schema === undefined ? null : rows.eventSchemaOf(schema),
      customer,
      customerSchema: await schemaOf(session, 'customer'),
      card,
      referral: code === null ? null : await referralBy(session, code, customer)
    }
  }
}

/** What a code says of who sent the customer. */
async function referralBy(
  session: Session,
  voucher: Voucher,
  customer: Customer | null
): Promise<ReferralFacts> {
  const campaign = await campaignOf(session, voucher)
  const found =
    customer === null || campaign === null
      ? undefined
      : await session.one('referralOf', { customerId: customer.id, campaignId: campaign.id })
  return {
    voucher: await asHeld(session, voucher),
    campaign,
    referred: found === undefined ? null : rows.referralOf(found)
  }
}

/** The campaign something belongs to; null for none. */
export async function campaignOf(
  session: Session,
  { campaignId: id }: Pick<Voucher, 'campaignId'>
): Promise<Campaign | null> {
  const row = id === null ? undefined : await session.one('campaignById', { id })
  return row === undefined ? null : rows.campaignOf(row)
}

/** The category a campaign or voucher is filed under. */
export async function categoryOf(session: Session, id: string | null) {
  const row = id === null ? undefined : await session.one('categoryById', { id })
  return row === undefined ? null : rows.categoryOf(row)
}

/** Rules assigned to the voucher itself. */
export async function assignmentsOf(session: Session, { id }: Pick<Voucher, 'id'>) {
  const found = await session.all('rulesAssignedTo', { ids: JSON.stringify([id]) })
  return found.map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
}
