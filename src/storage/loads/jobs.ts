/**
 * What background work needs to know: the job it holds, and the facts of the next unit.
 *
 * Each unit looks again whether the job is still its worker's, because a lease may have run out
 * while the unit waited; null says that it is not, and that there is nothing to do.
 *
 * Spec: Endpoints 3, 5 and 8 (what happens after the answer).
 */
import type { Purse } from '../../decisions/points/ledger.ts'
import type { MergeProductsFacts, ProductItem } from '../../decisions/products/products.ts'
import type { ReviewFacts } from '../../decisions/standing/reviews.ts'
import { type GenerateVouchersFacts, vouchersOrdered } from '../../decisions/vouchers/generation.ts'
import type { AsyncAction, Day, Instant, Job, Product, Project, Segment } from '../../model.ts'
import { addDays } from '../../rules/validity.ts'
import * as stored from '../jobs.ts'
import { campaignNamed, customerSent, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import type { Store } from '../store.ts'
import { loadStanding, purseIn } from './standing.ts'
import { codesUsed, freeCodesIn } from './vouchers.ts'

/** The stored jobs, as a worker deals with them. */
export interface JobQueue {
  readonly claim: Bound<typeof stored.claim>
  readonly renew: Bound<typeof stored.renew>
  readonly reschedule: Bound<typeof stored.reschedule>
  readonly release: Bound<typeof stored.release>
  readonly giveUp: Bound<typeof stored.giveUp>
}

type Bound<Asked> = Asked extends (store: Store, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never

/** The queue in a store; what handlers queue, they queue by changes. */
export function jobQueue(store: Store): JobQueue {
  return {
    claim: options => stored.claim(store, options),
    renew: (hold, options) => stored.renew(store, hold, options),
    reschedule: (hold, runAt) => stored.reschedule(store, hold, runAt),
    release: hold => stored.release(store, hold),
    giveUp: (hold, changes) => stored.giveUp(store, hold, changes)
  }
}

/** Whose a claimed job is, and the handle on it. */
export function loadClaimed(job: Job) {
  return async (session: Session): Promise<{ project: Project; action: AsyncAction | null }> => {
    const row = await session.one('projectById', { id: job.projectId })
    if (row === undefined) throw new Error(`Job ${job.id} is of project ${job.projectId}: gone`)
    return { project: rows.projectOf(row), action: await actionOf(session, job) }
  }
}

/** The job and its handle as they are now; null: it is no longer the owner's. */
export function loadHeld(hold: stored.Hold) {
  return async (session: Session): Promise<{ job: Job; action: AsyncAction | null } | null> => {
    const job = await stored.held(session, hold)
    return job === null ? null : { job, action: await actionOf(session, job) }
  }
}

async function actionOf(session: Session, { asyncActionId: id }: Job): Promise<AsyncAction | null> {
  const row = id === null ? undefined : await session.one('asyncActionById', { id })
  return row === undefined ? null : rows.asyncActionOf(row)
}

/** A job that its caller can follow, held. */
async function followedJob(
  session: Session,
  hold: stored.Hold
): Promise<{ job: Job; action: AsyncAction } | null> {
  const held = await loadHeld(hold)(session)
  if (held === null) return null
  const { job, action } = held
  if (action === null) throw new Error(`Job ${job.id} has no async action to report to`)
  return { job, action }
}

/** What mergeProducts needs for the next chunk of the payload. */
export function loadProductChunk(hold: stored.Hold) {
  return async (session: Session): Promise<MergeProductsFacts | null> => {
    const held = await followedJob(session, hold)
    if (held === null) return null
    const chunk = await stored.nextChunk(session, held.job.id)
    if (chunk === null) throw new Error(`The payload of job ${held.job.id} is gone`)
    const items = chunk.items as unknown as readonly ProductItem[]
    return {
      ...held,
      owner: hold.owner,
      chunkIndex: chunk.index,
      items,
      products: await productsFor(session, items),
      schema: await schemaOf(session, 'product')
    }
  }
}

async function productsFor(
  session: Session,
  items: readonly ProductItem[]
): Promise<readonly Product[]> {
  const sourceIds = JSON.stringify(items.map(({ sourceId }) => sourceId))
  const names = JSON.stringify(items.map(({ name }) => name).filter(name => name != null))
  const found = new Map<string, Product>()
  for (const row of await session.all('productsBySourceId', { sourceIds })) {
    found.set(row.id, rows.productOf(row))
  }
  for (const row of await session.all('productsByName', { names })) {
    found.set(row.id, rows.productOf(row))
  }
  return [...found.values()]
}

/**
 * What generateVouchers needs to make at most `count` more. Whether the space of codes is spent is
 * counted only where no code that was tried is free, because counting takes longer than trying.
 */
export function loadVouchersToMake(
  hold: stored.Hold,
  project: Project,
  { count, vouchersMax }: { readonly count: number; readonly vouchersMax: number },
  random: (below: number) => number
) {
  return async (session: Session): Promise<GenerateVouchersFacts | null> => {
    const held = await followedJob(session, hold)
    if (held === null) return null
    const { campaignId, codeConfig: config } = vouchersOrdered(held.job)
    const campaign = await campaignNamed(session, campaignId)
    const wanted = Math.min(count, held.job.total - held.job.done)
    const triedFree = (used: number) =>
      freeCodesIn(session, { config, count: wanted, used }, project, random)
    let free = await triedFree(0)
    let used = 0
    if (free.length === 0) {
      used = await codesUsed(session, config, project)
      free = await triedFree(used)
    }
    return {
      ...held,
      owner: hold.owner,
      campaign,
      freeCodes: free.slice(0, wanted),
      codesUsed: used,
      vouchersMax
    }
  }
}

/** Every project; for a session of no project. */
export async function allProjects(session: Session): Promise<readonly Project[]> {
  return (await session.all('allProjects')).map(rows.projectOf)
}

/** What is asked for of what is due in the session's project. */
export interface DueBatch {
  /** By the start of this day. */
  readonly day: Day
  /** Cards to leave out, by voucher id. */
  readonly except: readonly string[]
  readonly limit: number
}

/** What is due, what has been due longest in front. */
export interface Due {
  /** The day at whose start the first of it was due; null when nothing is. */
  readonly since: Day | null
  /** Ids of what is due, by card. */
  readonly cards: ReadonlyMap<string, readonly string[]>
}

/** Pending points whose day has come. */
export function loadPointsDue(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('pendingPointsDueIn', valuesOf(batch))
    const first = await session.one('pendingPointsWaiting', { id: found[0]?.id ?? '' })
    return { since: first?.activatesOn ?? null, cards: byCard(found) }
  }
}

/** Tiers whose last day is over; their ids are those of the holders. */
export function loadTiersLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('tierMembershipsLapsedIn', valuesOf(batch))
    const held = found.map(({ voucherId, customerId: id }) => ({ voucherId, id }))
    const voucherId = found[0]?.voucherId ?? ''
    const since = dayAfter(await session.one('tierMembershipOf', { voucherId }))
    return { since, cards: byCard(held) }
  }
}

/** Points whose last day is over, lot by lot. */
export function loadPointsLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('lotsLapsedIn', valuesOf(batch))
    const ids = JSON.stringify(found.slice(0, 1).map(({ id }) => id))
    return { since: dayAfter(await session.one('lotsNamed', { ids })), cards: byCard(found) }
  }
}

function valuesOf({ except, ...batch }: DueBatch) {
  return { ...batch, except: JSON.stringify(except) }
}

function dayAfter(last: { readonly expiresOn: Day | null } | undefined): Day | null {
  return last === undefined || last.expiresOn === null ? null : addDays(last.expiresOn, 1)
}

function byCard(
  found: readonly { readonly id: string; readonly voucherId: string }[]
): ReadonlyMap<string, readonly string[]> {
  const cards = new Map<string, string[]>()
  for (const { id, voucherId } of found) {
    const ids = cards.get(voucherId)
    if (ids === undefined) cards.set(voucherId, [id])
    else ids.push(id)
  }
  return cards
}

/** A card with who holds it. */
interface HeldCard extends ReviewFacts {
  readonly purse: Purse
}

/** A card, who holds it and where they stand; null when nobody does. */
export function loadHeldCard(voucherId: string) {
  return async (session: Session, now: Instant): Promise<HeldCard | null> => {
    const row = await session.one('voucherById', { id: voucherId })
    if (row === undefined) return null
    const customer = await customerSent(session, { id: row.holderId })
    if (customer === null) return null
    const standing = await loadStanding(session, {
      event: null,
      customer,
      now,
      preferred: [voucherId]
    })
    return { ...standing, customer, purse: await purseIn(session, standing, rows.voucherOf(row)) }
  }
}

/** How far the review of the session's project is, and what tells whether it needs another. */
export interface ReviewState {
  /** The last customer that was looked at, '' at the start; null when none is under way. */
  readonly after: string | null
  /** The day of the last one that reached the end. */
  readonly reviewedOn: Day | null
  readonly filterSegments: readonly Segment[]
}

/** How far the review is. */
export async function reviewState(session: Session): Promise<ReviewState> {
  const { after = null, reviewedOn = null } = (await session.one('reviewOf')) ?? {}
  const filterSegments = (await session.all('segmentsWithFilter')).map(rows.segmentOf)
  return { after, reviewedOn, filterSegments }
}

/** Ids of the customers after one, in order. */
export function loadCustomersAfter(after: string, limit: number) {
  return async (session: Session): Promise<readonly string[]> => {
    const found = await session.all('customersAfter', { after, limit })
    return found.map(({ id }) => id)
  }
}

/** What reviewCustomer needs; null for nobody. */
export function loadReview(customerId: string) {
  return async (session: Session, now: Instant): Promise<ReviewFacts | null> => {
    const customer = await customerSent(session, { id: customerId })
    if (customer === null) return null
    return { ...(await loadStanding(session, { event: null, customer, now })), customer }
  }
}
