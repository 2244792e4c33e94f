/**
 * The test files that take long and mostly wait: for a limit of time, or for programs, servers and
 * a browser that they start. They are begun first, by a process of their own, since the run would
 * else end with one core that waits for the last of them. `npm test` plays a sample of them, and
 * `npm run test:full` all.
 *
 * Spec: Decisions 229 and 265.
 */
import { seededBy, seedOf } from '../../test/support/seeded.ts'
import type { Part } from './play.ts'

/** The longest first. */
const WAITING = [
  'journeys/readme',
  'races/workers',
  'storage/engine/lost-connections',
  'storage/engine/troubled-server',
  'kills/postgres',
  'kills/silent-network',
  'http/docs-page',
  'main/copy',
  'storage/engine/failover',
  'main/read-only-server',
  'kills/rolling-upgrade',
  'kills/discounts',
  'main/parents',
  'main/serve',
  'kills/orders-and-jobs',
  'kills/redemptions',
  'kills/store',
  'kills/idempotency'
].map(name => `test/${name}.test.ts`)

/** How many of them are a sample. */
const SAMPLE = 6

/**
 * The same files, those that wait apart.
 * @throws {Error} for a listed file that is gone.
 */
export function apart({ files, ...part }: Part): readonly Part[] {
  const gone = WAITING.filter(file => !files.includes(file))
  if (gone.length > 0) throw new Error(`${gone} is no test; take it out of the list.`)
  const others = files.filter(file => !WAITING.includes(file))
  return [
    { ...part, files: others },
    { ...part, files: WAITING, waits: true }
  ]
}

/** Parts of a run of all files with a sample of those that wait, and a line that says so. */
export function fewOfThem(parts: readonly Part[]): {
  readonly parts: readonly Part[]
  readonly told: string
} {
  const { below } = seededBy(seedOf())
  const left = [...WAITING]
  const drawn = new Set(Array.from({ length: SAMPLE }, () => left.splice(below(left.length), 1)[0]))
  const few = (part: Part) =>
    part.waits ? { ...part, files: part.files.filter(file => drawn.has(file)) } : part
  const told = `Of ${WAITING.length} files that mostly wait, ${SAMPLE} play.`
  return { parts: parts.map(few), told }
}
