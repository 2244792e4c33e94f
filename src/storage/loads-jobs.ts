/**
 * What background work needs to know: the job it holds, and the facts of the next unit.
 *
 * Each unit looks again whether the job is still its worker's, because a lease may have run out
 * while the unit waited; null says that it is not, and that there is nothing to do.
 *
 * Spec: Endpoints 3, 5 and 8 (what happens after the answer).
 */
import { codesToTry } from '../decisions/code-space.ts'
import { type GenerateVouchersFacts, vouchersOrdered } from '../decisions/generation.ts'
import type { Purse } from '../decisions/ledger.ts'
import type { MergeProductsFacts, ProductItem } from '../decisions/products.ts'
import type { AsyncAction, Campaign, Day, Job, PendingPoints, Product, Project } from '../model.ts'
import * as stored from './jobs.ts'
import { campaignNamed, purseOf, schemaOf } from './loads.ts'
import { codesUsed, freeCodes } from './loads-vouchers.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'
import type { Store } from './store.ts'

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
    const triedFree = async (used: number) => {
      const codes = codesToTry({ config, count: wanted, used }, project, random)
      return freeCodes(session, codes, project)
    }
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

/** A batch of what is due in the session's project. */
export interface DueBatch {
  /** Today there. */
  readonly day: Day
  /** Cards to leave out, by voucher id. */
  readonly except: readonly string[]
  readonly limit: number
}

/** Pending points whose day has come, those that came first in front: ids by card. */
export function loadPointsDue({ except, ...batch }: DueBatch) {
  return async (session: Session): Promise<ReadonlyMap<string, readonly string[]>> => {
    const values = { ...batch, except: JSON.stringify(except) }
    return byCard(await session.all('pendingPointsDueIn', values))
  }
}

/** What activatePoints needs; null when the points are no longer pending. */
export function loadPendingPoints(id: string) {
  return async (
    session: Session
  ): Promise<{ pending: PendingPoints; purse: Purse; campaign: Campaign } | null> => {
    const row = await session.one('pendingPointsWaiting', { id })
    if (row === undefined) return null
    const pending = rows.pendingPointsOf(row)
    return {
      pending,
      purse: await loadPurse(pending.voucherId)(session),
      campaign: await campaignNamed(session, pending.campaignId)
    }
  }
}

/** Points whose last day is over, those that lapsed first in front: ids of lots by card. */
export function loadPointsLapsed({ except, ...batch }: DueBatch) {
  return async (session: Session): Promise<ReadonlyMap<string, readonly string[]>> => {
    const values = { ...batch, except: JSON.stringify(except) }
    return byCard(await session.all('lotsLapsedIn', values))
  }
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

/** A card with its open lots. */
export function loadPurse(voucherId: string) {
  return async (session: Session): Promise<Purse> => {
    const row = await session.one('voucherById', { id: voucherId })
    if (row === undefined)
      throw new Error(`There are points on voucher ${voucherId}, which is gone`)
    return purseOf(session, rows.voucherOf(row))
  }
}
