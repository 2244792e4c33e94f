/**
 * The test files that take long and mostly wait: for a limit of time, or for programs, servers and
 * a browser that they start. They are begun first, by a process of their own, since the run would
 * else end with one core that waits for the last of them. `npm test` plays a sample of them, and
 * `npm run test:full` all. The same goes for files that try many cases, which take long with few.
 *
 * Spec: Decisions 229, 265 and 327.
 */
import { drawn, seededBy, seedOf } from '../../test/support/seeded.ts'
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

/** Those that take longest with few cases; all of these try more in a full run. */
const LONG = [
  'clients/code-samples',
  'contract/provisioning-3.0',
  'histories/histories',
  'kills/connections',
  'lives/days',
  'lives/lasting',
  'lives/months',
  'lives/periods',
  'lives/tiers',
  'lives/years',
  'main/import-runs',
  'main/project-files/many-rows',
  'races/departures',
  'races/loads',
  'races/set-up',
  'races/supplies',
  'sandboxes/forced',
  'storage/audit/planted-mints'
].map(name => `test/${name}.test.ts`)

/** How many of each list are a sample. */
const SAMPLE = 4

/**
 * The same files, those that wait apart.
 * @throws {Error} for a listed file that is gone.
 */
export function apart({ files, ...part }: Part): readonly Part[] {
  const gone = [...WAITING, ...LONG].filter(file => !files.includes(file))
  if (gone.length > 0) throw new Error(`${gone} is no test; take it out of the lists.`)
  const others = files.filter(file => !WAITING.includes(file))
  return [
    { ...part, files: others },
    { ...part, files: WAITING, waits: true }
  ]
}

/** Parts of a run of all files with a sample of both lists, and a line that says so. */
export function fewOfThem(parts: readonly Part[]): {
  readonly parts: readonly Part[]
  readonly told: string
} {
  const { below } = seededBy(seedOf())
  const few = [WAITING, LONG].flatMap(list => drawn(list, SAMPLE, below))
  const all = [...WAITING, ...LONG]
  const leftOut = new Set(all.filter(file => !few.includes(file)))
  const told = `Of ${all.length} files that take long, ${few.length} play.`
  const left = parts.map(part =>
    part.engine === undefined
      ? { ...part, files: part.files.filter(file => !leftOut.has(file)) }
      : part
  )
  return { parts: left, told }
}
