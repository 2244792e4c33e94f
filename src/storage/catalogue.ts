/**
 * The catalogue: what people set up, kept in memory while its version is unchanged. Campaigns,
 * rules, tiers, offers and schemas change a few times a day and are needed by every request. What
 * was loaded of them is kept under the version of its project, which every change to them raises in
 * its own unit. A unit reads that number first, in its own snapshot: what is kept under it is what
 * the unit would read; under another number nothing is kept. So it is right with one process or
 * many. It is filled by what units ask for. On PostgreSQL a writing unit keeps nothing before its
 * last statement found the version unchanged, and one that changes it claims it. A load that is
 * kept may read set-up and nothing else: what requests count is never kept.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm/sql'
import { SetUpChanged, SetUpClaimed, SetUpHeld } from './engine/errors.ts'
import { deleteBy, rowsBy } from './engine/queries.ts'
import type { Session } from './engine/session.ts'
import {
  command,
  type Dialect,
  type Given,
  held,
  inTurn,
  inTurnAtOnce,
  is,
  type Keeper,
  type Parameter,
  plus,
  statement
} from './engine/statements.ts'

/** Of a project by its id, whichever project the unit is of. */
export const catalogueVersion = statement(
  ({ db, t: { projects } }, { id }: Given<{ id: string }>) =>
    db.select({ version: projects.catalogueVersion }).from(projects).where(is(projects.id, id))
)

/** The same with one of the claims to the set-up, of a unit that writes. */
export const versionAndClaim = statement(
  ({ db, t: { projects, setUpClaims } }, { id }: Given<{ id: string }>) =>
    db
      .select({ version: projects.catalogueVersion, claim: setUpClaims.id })
      .from(projects)
      .leftJoin(setUpClaims, eq(setUpClaims.projectId, projects.id))
      .where(is(projects.id, id))
)

/** The same, and nobody changes it until the unit ends; units that only hold it do not wait. */
export const heldCatalogueVersion = statement((dialect: Dialect, { id }: Given<{ id: string }>) => {
  const { projects } = dialect.t
  const version = { version: projects.catalogueVersion }
  return held(dialect, dialect.db.select(version).from(projects).where(is(projects.id, id)))
})

/** The row of the session's project, so that no other unit confirms its version meanwhile. */
export const projectHeld = statement((dialect: Dialect) => inTurn(dialect, ownProject(dialect)))

/** The same where no other unit holds the row. */
export const projectHeldAtOnce = statement(freeProject)

function freeProject(dialect: Dialect) {
  return inTurnAtOnce(dialect, ownProject(dialect))
}

function ownProject({ db, t: { projects } }: Dialect) {
  return db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, sql.placeholder('projectId')))
}

export const insertSetUpClaim = command(
  ({ db, t: { setUpClaims } }, given: Given<{ id: string }>) =>
    db.insert(setUpClaims).values({ projectId: sql.placeholder('projectId'), id: given.id })
)

export const deleteSetUpClaim = deleteBy('setUpClaims', ['id'])

export const setUpClaimById = rowsBy('setUpClaims', ['id'], { pick: ['id'] })

function raising<More>(where: (dialect: Dialect, given: Given<More>) => SQL | undefined) {
  return command((dialect, given: Given<{ step: number } & More>) => {
    const { projects } = dialect.t
    return dialect.db
      .update(projects)
      .set({ catalogueVersion: plus(projects.catalogueVersion, given.step as Parameter<number>) })
      .where(where(dialect, given as unknown as Given<More>))
  })
}

type Read = { before: number }

const isOwn = ({ t: { projects } }: Dialect) => eq(projects.id, sql.placeholder('projectId'))
const isFree = (dialect: Dialect) => inArray(dialect.t.projects.id, freeProject(dialect))
const isAsRead = ({ t: { projects } }: Dialect, { before }: Given<Read>) =>
  is(projects.catalogueVersion, before)

export const addToCatalogueVersion = raising(isOwn)

/** The same where it is still `before`. */
export const addToVersionRead = raising<Read>((dialect, given) =>
  and(isOwn(dialect), isAsRead(dialect, given))
)

/** The same where no other unit holds the row. */
export const addToFreeVersion = raising(isFree)

/** The same where it is still `before` as well. */
export const addToFreeVersionRead = raising<Read>((dialect, given) =>
  and(isFree(dialect), isAsRead(dialect, given))
)

/**
 * The step is random, so that no number stands for two things: what a rolled back unit wrote and
 * what came instead, or what a restored file held and what was written since. 2^53 is 2^30 steps.
 */
const STEP_MAX = 2 ** 24

async function raiseVersion(session: Session): Promise<void> {
  const step = 1 + Math.floor(Math.random() * STEP_MAX)
  if (session.isSnapshot) return session.send(addToCatalogueVersion, { step })
  const { claims } = session
  const before = (await boundOf(session))?.version
  const raised =
    before === undefined
      ? session.run(claims ? addToCatalogueVersion : addToFreeVersion, { step })
      : session.run(claims ? addToVersionRead : addToFreeVersionRead, { step, before })
  // Of several that failed the first one counts, which the flush tells.
  raised.catch(() => undefined)
  await session.flush()
  if ((await raised) === 0) throw claims ? new SetUpChanged() : new SetUpHeld()
}

/**
 * The end of a unit's writes, which `changesSetUp` or not: what it decided by is still so.
 * @throws {SetUpChanged} when it is not; the unit must then begin again.
 */
export function settleCatalogue(session: Session, changesSetUp: boolean): Promise<void> {
  return changesSetUp ? raiseVersion(session) : confirmCatalogue(session)
}

/** Keeps what a unit read of set-up. @throws {SetUpChanged} when that was changed meanwhile. */
export async function confirmCatalogue(session: Session): Promise<void> {
  const read = await boundOf(session)
  if (read === null || read === undefined || session.projectId === null) return
  const asked = session.hasWritten ? heldCatalogueVersion : catalogueVersion
  const found = session.one(asked, { id: session.projectId })
  found.catch(() => undefined)
  await session.flush()
  if ((await found)?.version !== read.version) throw new SetUpChanged()
  read.publish()
}

/**
 * Lets no other unit of the project confirm its version until this one ends. A unit that deletes
 * calls it before it looks for what refers to the thing: another unit that refers to it has ended
 * by then and is seen, or it waits for this one and then decides again.
 */
export async function holdSetUp(session: Session): Promise<void> {
  await session.holdClaimed({ atOnce: projectHeldAtOnce, waiting: projectHeld }, {})
}

/**
 * The same at the beginning of a unit of many parts, which cannot know the rows that it will lock.
 * It has a claim to the set-up first: units that began before have ended then, and those that begin
 * later wait, so that none of them holds a row that it wants while waiting for the set-up.
 */
export async function holdSetUpThroughout(session: Session): Promise<void> {
  if (!session.isSnapshot && !session.claims) throw new SetUpHeld({ throughout: true })
  return holdSetUp(session)
}

export const claimsToSetUp = {
  put: insertSetUpClaim,
  remove: deleteSetUpClaim,
  find: setUpClaimById
}

type LoadKept<Key, Value> = (session: Session, key: Key) => Promise<Value>

/** A value, and the promise of it for everybody who asks: one of each would be most of its cost. */
interface Kept {
  readonly value: unknown
  readonly promise: Promise<unknown>
}

/** What is kept of one project; immutable but for what is added to it. */
class Catalogue {
  readonly version: number
  readonly #kept = new Map<unknown, Map<unknown, Kept>>()
  #weight = 0

  constructor(version: number) {
    this.version = version
  }

  get weight(): number {
    return this.#weight
  }

  of(load: unknown): Map<unknown, Kept> {
    let kept = this.#kept.get(load)
    if (kept === undefined) {
      kept = new Map()
      this.#kept.set(load, kept)
    }
    return kept
  }

  add(other: Catalogue): void {
    for (const [load, kept] of other.#kept) {
      for (const [key, { value }] of kept) this.keep(load, key, value)
    }
  }

  keep(load: unknown, key: unknown, value: unknown): void {
    // Callers choose names, so that what is not there could be asked for without end.
    if (this.#weight > WEIGHT_MAX) {
      this.#kept.clear()
      this.#weight = 0
    }
    this.of(load).set(key, { value, promise: Promise.resolve(value) })
    this.#weight += 1 + (Array.isArray(value) ? value.length : 0)
  }
}

/** What a unit sees of a catalogue, and adds to it: at once, or when it is published. */
class View {
  readonly #catalogue: Catalogue
  readonly #added: Catalogue
  readonly #underWay = new Map<unknown, Map<unknown, Promise<unknown>>>()

  constructor(catalogue: Catalogue, isSnapshot: boolean) {
    this.#catalogue = catalogue
    this.#added = isSnapshot ? catalogue : new Catalogue(catalogue.version)
  }

  get version(): number {
    return this.#catalogue.version
  }

  find(load: unknown, key: unknown): Kept | undefined {
    const known = this.#catalogue.of(load).get(key)
    if (known !== undefined || this.#added === this.#catalogue) return known
    return this.#added.of(load).get(key)
  }

  keep(load: unknown, key: unknown, value: unknown): void {
    this.#added.keep(load, key, value)
  }

  /** One load at a time of the same: who asks meanwhile waits for what is under way. */
  async once<Value>(load: unknown, key: unknown, task: () => Promise<Value>): Promise<Value> {
    const ofLoad = this.#underWay.get(load) ?? new Map<unknown, Promise<unknown>>()
    this.#underWay.set(load, ofLoad)
    const known = ofLoad.get(key) as Promise<Value> | undefined
    if (known !== undefined) return known
    const begun = task()
    ofLoad.set(key, begun)
    try {
      return await begun
    } finally {
      ofLoad.delete(key)
    }
  }

  publish(): void {
    if (this.#added !== this.#catalogue) this.#catalogue.add(this.#added)
  }
}

/** Projects a process keeps the catalogue of; the one that was not used for longest goes first. */
const PROJECTS_MAX = 64
/** Things kept of a project: 20,000 rules of 1 KiB are 20 MiB. */
const WEIGHT_MAX = 20_000

const catalogues = new WeakMap<Keeper, Map<string, Catalogue>>()

function catalogueAt({ keeper }: Session, projectId: string, version: number): Catalogue {
  const known = catalogues.get(keeper) ?? new Map<string, Catalogue>()
  catalogues.set(keeper, known)
  const latest = known.get(projectId)
  // A snapshot that is older than what is kept is one unit's own.
  if (keeper.versionsGrow && latest !== undefined && latest.version > version) {
    return new Catalogue(version)
  }
  const catalogue = latest?.version === version ? latest : new Catalogue(version)
  known.delete(projectId)
  known.set(projectId, catalogue)
  if (known.size > PROJECTS_MAX) known.delete(known.keys().next().value as string)
  return catalogue
}

/** What each unit that asked sees; null for a project that is not there. */
function boundOf(session: Session): View | null | Promise<View | null> | undefined {
  return session.catalogue as ReturnType<typeof boundOf>
}

function catalogueOf(session: Session): View | null | Promise<View | null> {
  // Who asks meanwhile waits for the same answer.
  session.catalogue ??= viewOf(session)
  return boundOf(session) ?? null
}

async function viewOf(session: Session): Promise<View | null> {
  const { projectId } = session
  if (projectId === null) return null
  const version = await versionRead(session, projectId)
  if (version === null) return null
  // Another version of the service raises the number of every project when it changes tables.
  if (catalogues.get(session.keeper)?.get(projectId)?.version !== version)
    await session.proveTables()
  const view = new View(catalogueAt(session, projectId, version), session.isSnapshot)
  session.catalogue = view
  return view
}

/** @throws {SetUpClaimed} in a unit that has to let another one go first. */
async function versionRead(session: Session, id: string): Promise<number | null> {
  if (session.isSnapshot) return (await session.one(catalogueVersion, { id }))?.version ?? null
  const row = await session.one(versionAndClaim, { id })
  if (row === undefined) return null
  if (session.yields && row.claim !== null) throw new SetUpClaimed(row.claim)
  return row.version
}

/**
 * The version of the set-up of a project, as this unit sees it; null when it is not there. That of
 * the unit's own project is read once.
 */
export async function versionOf(session: Session, projectId: string): Promise<number | null> {
  if (session.projectId === projectId) return (await catalogueOf(session))?.version ?? null
  return (await session.one(catalogueVersion, { id: projectId }))?.version ?? null
}

/**
 * A load that is answered from memory while the version is the same. It reads set-up of the
 * session's project and nothing else; its values are frozen, since units share them. `undefined`,
 * for what is not there, is not kept. In a session of no project everything is read.
 */
export function keep<Value, Key = void>(load: LoadKept<Key, Value>): LoadKept<Key, Value> {
  const loaded = async (session: Session, key: Key): Promise<Value> => {
    const catalogue = await catalogueOf(session)
    if (catalogue === null) return load(session, key)
    const known = catalogue.find(load, key)
    if (known !== undefined) {
      const value = known.value as Value
      if (isDoubted(session)) {
        const [was, is] = [JSON.stringify(value), JSON.stringify(await load(session, key))]
        const told = `kept of ${String(key)}: ${was}, and it is ${is}`
        if (was !== is) session.keeper.onStale?.(new Error(told))
      }
      return value
    }
    return catalogue.once(load, key, async () => {
      const value = frozen(await load(session, key))
      if (value !== undefined) catalogue.keep(load, key, value)
      return value
    })
  }
  return (session, key) => {
    const { catalogue } = session
    const known =
      catalogue instanceof View && !isDoubted(session) ? catalogue.find(load, key) : undefined
    return known === undefined ? loaded(session, key) : (known.promise as Promise<Value>)
  }
}

/** Without a snapshot, what is read now may be newer. */
function isDoubted({ isSnapshot, keeper }: Session): boolean {
  return isSnapshot && keeper.onStale !== undefined
}

/** The same value, which nobody can change from here on; JSON and what rows are made of. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
