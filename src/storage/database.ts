/**
 * Opens the database that a url names, with the engine that its scheme asks for, and makes changes
 * real there: each a few guarded statements of its noun, all of one unit or none, in the one order
 * of engine/change-kinds.ts. What is told of a kind of change stands with its noun; here it is
 * read. A command whose guard matched nothing wrote no row, and that is the one way a lost race
 * shows. The version of the catalogue comes last: a change to what people set up raises it, and on
 * PostgreSQL every other unit finds it unchanged.
 */
import type { Change } from '../decisions/changes.ts'
import type { Deletable } from '../model.ts'
import { compareTexts } from '../rules/validity.ts'
import { asyncActionChanges } from './async-actions.ts'
import { campaignChanges, campaigns } from './campaigns/campaigns.ts'
import { claimsToSetUp, confirmCatalogue, settleCatalogue } from './catalogue.ts'
import { categories, categoryChanges } from './categories.ts'
import { customerChanges, totalsChanges } from './customers/customers.ts'
import { referralChanges } from './customers/facts.ts'
import { lockChanges } from './discounts.ts'
import { earningRuleChanges, earningRules } from './earning-rules.ts'
import {
  type ChangeKind,
  type ChangeKinds,
  decidedBy,
  type LockStep,
  nameOfRow,
  STEP
} from './engine/change-kinds.ts'
import { type Session, write } from './engine/session.ts'
import { openSqlite } from './engine/sqlite.ts'
import type { Command, ContendedRows, MetRow, RowLock, Statement } from './engine/statements.ts'
import type { Store, StoreOptions } from './engine/store.ts'
import { eventChanges, eventSchemaChanges, eventSchemas } from './events.ts'
import { deleteExportFileRows, exportChanges, exports } from './exports.ts'
import { jobChanges } from './jobs.ts'
import { loyaltyTierChanges, loyaltyTiers } from './loyalty-tiers.ts'
import { metadataSchemaChanges, metadataSchemas } from './metadata-schemas.ts'
import { tokenChanges } from './oauth.ts'
import { orderChanges } from './orders.ts'
import { movementChanges } from './points/movements.ts'
import {
  collectionChanges,
  collections,
  deleteCollectionItemRows,
  productChanges,
  products,
  skuChanges,
  skus
} from './products.ts'
import { projectChanges } from './projects.ts'
import { promotionTierChanges, promotionTiers } from './promotions.ts'
import { publicationChanges } from './publications.ts'
import { deleteReceiptRow, receiptChanges } from './receipts.ts'
import { redemptionCountChanges } from './redemptions/redemption.ts'
import { redemptionChanges } from './redemptions/redemptions.ts'
import { rewardAssignmentChanges, rewardAssignments, rewardChanges, rewards } from './rewards.ts'
import { sandboxChanges } from './sandboxes.ts'
import { deleteSegmentMemberRows, reviewChanges, segmentChanges, segments } from './segments.ts'
import { deleteStackingRulesRow, stackingRulesChanges } from './stacking-rules.ts'
import {
  ruleAssignmentChanges,
  validationRuleChanges,
  validationRules
} from './validation-rules.ts'
import { voucherChanges } from './vouchers/changes.ts'

/**
 * Opens the database a url names: `sqlite:./data/tessera.db` (made with its folder if missing),
 * `sqlite::memory:` (gone when closed) or `postgres://user:password@host:5432/database`. Call
 * `migrate` before anything else.
 * @throws {StoreUnwritable} {StoreCorrupt} {StoreBusy} saying what to do.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const scheme = url.slice(0, url.indexOf(':') + 1)
  const place = url.slice(scheme.length)
  if (isPostgres(url)) {
    // Most starts have no use for the driver.
    const { PostgresStore } = await import('./engine/postgres/store.ts')
    const nouns = { apply, meetings, isSetUp, confirm: confirmCatalogue, claims: claimsToSetUp }
    return new PostgresStore(url, nouns, options)
  }
  if (scheme !== 'sqlite:' || place === '') {
    // The rest of the url may hold a password and is not repeated.
    throw new TypeError(
      `Cannot open a database of kind "${scheme}". Set DATABASE_URL to sqlite: and the path of a ` +
        'file, to sqlite::memory:, or to postgres://USER:PASSWORD@HOST/DATABASE.'
    )
  }
  return openSqlite(place, apply, options)
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url).pathname.length > 1
}

/** The url of a database as anybody may see it: without the user, the password and options. */
export function shownUrl(url: string): string {
  if (!isPostgres(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** In their order. @throws {GuardLost} for the first whose guard is lost: the unit ends then. */
export async function apply(session: Session, changes: readonly Change[]): Promise<void> {
  const unit = inLockOrder(changes)
  for (const change of unit) await kindOf(change).write(session, change, unit)
  const changesSetUp = changes.some(isSetUp)
  if (changesSetUp || !session.isSnapshot) await settleCatalogue(session, changesSetUp)
}

/** Whether the change is to what people set up, so that what is kept of it is read again. */
export function isSetUp(change: Change): boolean {
  const { isSetUp = false } =
    change.kind === 'resource.deleted' ? DELETIONS[change.resource] : kindOf(change)
  return isSetUp
}

/**
 * The same changes, sorted by the step of their kind, then by the row they meet others at; those
 * that concern one row stay in the order in which they were decided.
 */
export function inLockOrder(changes: readonly Change[]): readonly Change[] {
  return inOrderOf(changes, change => kindOf(change).step)
}

/**
 * The same changes in the order in which their rows are locked before any is written. What is
 * deleted is written after all else, and locked where others write it.
 */
export function inOrderOfLocks(changes: readonly Change[]): readonly Change[] {
  return inOrderOf(changes, change =>
    change.kind === 'resource.deleted'
      ? (DELETIONS[change.resource].locked ?? STEP.deleted)
      : kindOf(change).step
  )
}

function inOrderOf(
  changes: readonly Change[],
  stepOf: (change: Change) => LockStep
): readonly Change[] {
  if (changes.length < 2) return changes
  return changes
    .map(change => ({ change, step: stepOf(change), row: rowOf(change) }))
    .sort((one, other) => one.step - other.step || compareTexts(one.row, other.row))
    .map(({ change }) => change)
}

/** Two units that touch several rows of one kind must touch them in one sequence: by id. */
function rowOf(change: Change): string {
  const { row, meets } = kindOf(change)
  return (row ?? meets?.row)?.(change) ?? ''
}

/**
 * What an engine asks about the rows that units meet at: a card, a stock, a count. On PostgreSQL
 * few units of a process write such a row at once, and one that has lost a guard begins with the
 * locks of the rows that it wrote up to there. It locks them in the order of their writes, because
 * units that lock in two orders wait for each other. A row that it makes and others may make as
 * well cannot be locked before it is there, so its place is taken: who is new stands where who is
 * known does. A kind of change that does not tell the row that it writes is not locked before; two
 * units that share that row and a later one may then wait for each other, until the server ends one
 * of them.
 */
export const meetings: ContendedRows = {
  rowsOf: changes => {
    const rows = new Map<string, MetRow>()
    for (const change of changes) {
      const row = metBy(change, changes)
      if (row && !rows.get(row.name)?.isDecidedBy) rows.set(row.name, row)
    }
    return [...rows.values()]
  },
  lastUnlocked: ({ rows }, changes) => {
    const locked = new Set(rows.map(({ name }) => name))
    const met = metInOrder(inOrderOfLocks(changes), changes)
    return met.every(([name]) => locked.has(name)) ? null : (met.at(-1)?.[1] ?? null)
  },
  rowOf: change => metBy(change, []),
  locksUpTo: (name, changes) => {
    const ordered = inOrderOfLocks(changes)
    const last = ordered.findLastIndex(each => metBy(each, changes)?.name === name)
    return [...new Map(lockedInOrder(ordered.slice(0, last + 1), changes)).values()]
  },
  unlockedBefore: ({ rows, of }, changes) => {
    const locked = new Set(rows.map(({ name }) => name))
    const unit = [...of, ...changes]
    const all = lockedInOrder(inOrderOfLocks(unit), unit).map(([name]) => name)
    const last = all.findLastIndex(name => locked.has(name))
    if (all.slice(0, last + 1).every(name => locked.has(name))) return null
    const written = new Map(metInOrder(changes, changes))
    const turn = all.slice(0, last + 1).findLast(name => written.has(name))
    return turn === undefined ? null : (written.get(turn) ?? null)
  }
}

/** The rows that are locked for changes, and the places of those that they make, by their names. */
function lockedInOrder(changes: readonly Change[], unit: readonly Change[]) {
  return changes.flatMap(each => {
    const place = kindOf(each).makes?.(each)
    const row = metBy(each, unit)
    return [...(place ? [place] : []), ...(row ? [row] : [])].map(
      lock => [lock.name, lock] as const
    )
  })
}

function metInOrder(changes: readonly Change[], unit: readonly Change[]) {
  return changes.flatMap(each => {
    const row = metBy(each, unit)
    return row ? ([[row.name, row]] as const) : []
  })
}

/** The row at which a change meets others; null where it meets nobody. */
function metBy(change: Change, unit: readonly Change[]): RowLock | null {
  const row = kindOf(change).meets?.lock(change, unit) ?? null
  const isIt = (each: Change) =>
    each.kind === 'voucher.created' && nameOfRow('voucher', { id: each.voucher.id }) === row?.name
  // What the unit makes itself, nobody else knows.
  const isMade = row !== null && unit.some(isIt)
  return isMade ? null : row
}

type Deletion = Command<{ readonly id: string }>

/** How one of the things that can be deleted is deleted; nothing refers to it any more. */
interface Deleted {
  readonly row: Deletion
  /** What goes with it, because it belongs to nothing else. */
  readonly parts?: Deletion
  /** Goods are no set-up, but who names one that is deleted meanwhile has to notice. */
  readonly isSetUp?: true
  /** The step at which others write such a row or refer to it; absent: nobody does. */
  readonly locked?: LockStep
  /** What locks it; absent: no unit that has the set-up alone deletes it. */
  readonly by?: Statement<{ readonly id: string }, unknown> | undefined
}

/** Of what a unit that has the set-up alone deletes, and others write at a step. */
function deleted(
  { remove: row, alone: by }: { readonly remove: Deletion; readonly alone: Deleted['by'] },
  locked: LockStep
): Deleted {
  return { row, isSetUp: true, locked, by }
}

/** In the order in which they are deleted: what refers to others goes before them. */
export const DELETIONS: { readonly [Resource in Deletable]: Deleted } = {
  reward_assignment: deleted(rewardAssignments, STEP.edited),
  earning_rule: deleted(earningRules, STEP.edited),
  loyalty_tier: deleted(loyaltyTiers, STEP.stocks),
  promotion_tier: deleted(promotionTiers, STEP.stocks),
  campaign: deleted(campaigns, STEP.campaigns),
  segment: { ...deleted(segments, STEP.madeInside), parts: deleteSegmentMemberRows },
  event_schema: deleted(eventSchemas, STEP.edited),
  validation_rule: deleted(validationRules, STEP.rules),
  reward: deleted(rewards, STEP.stocks),
  collection: { ...deleted(collections, STEP.edited), parts: deleteCollectionItemRows },
  sku: deleted(skus, STEP.edited),
  product: deleted(products, STEP.edited),
  category: deleted(categories, STEP.edited),
  metadata_schema: { row: metadataSchemas.remove, isSetUp: true, locked: STEP.edited },
  stacking_rules: { row: deleteStackingRulesRow, isSetUp: true, locked: STEP.edited },
  export: { row: exports.remove, parts: deleteExportFileRows },
  receipt: { row: deleteReceiptRow }
}

const ORDER_OF_DELETIONS = Object.keys(DELETIONS)

const deletionChanges: ChangeKinds<'resource.deleted'> = {
  'resource.deleted': {
    step: STEP.deleted,
    row: ({ resource, id }) =>
      `${String(ORDER_OF_DELETIONS.indexOf(resource)).padStart(2, '0')} ${id}`,
    meets: {
      lock: ({ resource, id }) => {
        const { by } = DELETIONS[resource]
        return by === undefined ? null : decidedBy(resource.replaceAll('_', ' '), by, { id })
      }
    },
    write: async (session, change) => {
      const { resource, id } = change
      const { row, parts } = DELETIONS[resource]
      if (parts !== undefined) session.send(parts, { id })
      await write(session, change, row, { id })
    }
  }
}

/** Every kind of change is told here, or this does not compile. */
export const CHANGES: ChangeKinds<Change['kind']> = {
  ...asyncActionChanges,
  ...campaignChanges,
  ...categoryChanges,
  ...collectionChanges,
  ...customerChanges,
  ...earningRuleChanges,
  ...eventChanges,
  ...eventSchemaChanges,
  ...exportChanges,
  ...jobChanges,
  ...lockChanges,
  ...loyaltyTierChanges,
  ...metadataSchemaChanges,
  ...movementChanges,
  ...orderChanges,
  ...productChanges,
  ...projectChanges,
  ...promotionTierChanges,
  ...publicationChanges,
  ...receiptChanges,
  ...redemptionChanges,
  ...redemptionCountChanges,
  ...referralChanges,
  ...reviewChanges,
  ...rewardChanges,
  ...rewardAssignmentChanges,
  ...ruleAssignmentChanges,
  ...sandboxChanges,
  ...segmentChanges,
  ...skuChanges,
  ...stackingRulesChanges,
  ...tokenChanges,
  ...totalsChanges,
  ...validationRuleChanges,
  ...voucherChanges,
  ...deletionChanges
}

/** The table pairs each kind with its own change, which the compiler cannot see by an index. */
const kindOf = (change: Change) => CHANGES[change.kind] as ChangeKind<Change>
