/**
 * The catalogue: what people set up, kept in memory while its version is unchanged.
 *
 * Campaigns, rules, tiers, offers and schemas change a few times a day and are needed by every
 * request. What was loaded of them is kept under the version of its project, which every change to
 * them raises in its own unit. A unit reads that number first, in its own snapshot: what is kept
 * under it is what the unit would read; under another number nothing is kept. So it is right with
 * one process or many. It is filled by what units ask for, so that a change of a large set-up costs
 * the next unit no more than what that unit needs.
 *
 * A load that is kept may read set-up and nothing else: what requests count is never kept.
 *
 * Spec: Decision 111.
 */
import { eq, sql } from 'drizzle-orm/sql'
import { is, plus } from './engine/clauses.ts'
import type { Session } from './engine/session.ts'
import { command, type Given, type Keeper, statement } from './engine/statements.ts'

/** Of a project by its id, whichever project the unit is of. */
export const catalogueVersion = statement(
  ({ db, t: { projects } }, { id }: Given<{ id: string }>) =>
    db.select({ version: projects.catalogueVersion }).from(projects).where(is(projects.id, id))
)

export const addToCatalogueVersion = command(
  ({ db, t: { projects } }, { step }: Given<{ step: number }>) =>
    db
      .update(projects)
      .set({ catalogueVersion: plus(projects.catalogueVersion, step) })
      .where(eq(projects.id, sql.placeholder('projectId')))
)

/**
 * The step is random, so that no number stands for two things: what a rolled back unit wrote and
 * what came instead, or what a restored file held and what was written since. 2^53 is 2^30 steps.
 */
const STEP_MAX = 2 ** 24

/** Makes what is kept of the session's project count for nothing, from this unit on. */
export async function raiseVersion(session: Session): Promise<void> {
  await session.run(addToCatalogueVersion, { step: 1 + Math.floor(Math.random() * STEP_MAX) })
}

/** A load of something set up, by what it is asked for. */
type LoadKept<Key, Value> = (session: Session, key: Key) => Promise<Value>

/** What is kept of one project; immutable but for what is added to it. */
class Catalogue {
  readonly version: number
  readonly #kept = new Map<unknown, Map<unknown, unknown>>()
  #weight = 0

  constructor(version: number) {
    this.version = version
  }

  /** The things in it, roughly. */
  get weight(): number {
    return this.#weight
  }

  of(load: unknown): Map<unknown, unknown> {
    let kept = this.#kept.get(load)
    if (kept === undefined) {
      kept = new Map()
      this.#kept.set(load, kept)
    }
    return kept
  }

  keep(load: unknown, key: unknown, value: unknown): void {
    // Callers choose names, so that what is not there could be asked for without end.
    if (this.#weight > WEIGHT_MAX) {
      this.#kept.clear()
      this.#weight = 0
    }
    this.of(load).set(key, value)
    this.#weight += 1 + (Array.isArray(value) ? value.length : 0)
  }
}

/** Projects a process keeps the catalogue of; the one that was not used for longest goes first. */
const PROJECTS_MAX = 64
/** Things kept of a project: 20,000 rules of 1 KiB are 20 MiB. */
const WEIGHT_MAX = 20_000

/** The catalogues of each store, the one that was used last at the end. */
const catalogues = new WeakMap<Keeper, Map<string, Catalogue>>()

function catalogueAt({ keeper }: Session, projectId: string, version: number): Catalogue {
  const known = catalogues.get(keeper) ?? new Map<string, Catalogue>()
  catalogues.set(keeper, known)
  const latest = known.get(projectId)
  const catalogue = latest?.version === version ? latest : new Catalogue(version)
  known.delete(projectId)
  known.set(projectId, catalogue)
  if (known.size > PROJECTS_MAX) known.delete(known.keys().next().value as string)
  return catalogue
}

/** The catalogue of each unit that asked for it; null for a project that is not there. */
const bound = new WeakMap<Session, Catalogue | null>()

async function catalogueOf(session: Session): Promise<Catalogue | null> {
  const known = bound.get(session)
  if (known !== undefined) return known
  const { projectId } = session
  const row =
    projectId === null ? undefined : await session.one(catalogueVersion, { id: projectId })
  const catalogue =
    projectId === null || row === undefined ? null : catalogueAt(session, projectId, row.version)
  bound.set(session, catalogue)
  return catalogue
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
  return async (session, key) => {
    const catalogue = await catalogueOf(session)
    if (catalogue === null) return load(session, key)
    const known = catalogue.of(load).get(key) as Value | undefined
    if (known !== undefined) {
      if (session.keeper.onStale !== undefined) await doubt(session, load, key, known)
      return known
    }
    const value = frozen(await load(session, key))
    if (value !== undefined) catalogue.keep(load, key, value)
    return value
  }
}

async function doubt<Key, Value>(
  session: Session,
  load: LoadKept<Key, Value>,
  key: Key,
  known: Value
): Promise<void> {
  const [was, is] = [JSON.stringify(known), JSON.stringify(await load(session, key))]
  if (was === is) return
  session.keeper.onStale?.(new Error(`kept of ${String(key)}: ${was}, and it is ${is}`))
}

/** The same value, which nobody can change from here on; JSON and what rows are made of. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
