/**
 * The tests that are played twice: on SQLite like all others, and once more on PostgreSQL, where
 * every store of theirs is a database of the tests' server (test/support/stores.ts).
 *
 * A sample of the files is played in `npm test`, so that nobody waits, and all of them in
 * `npm run test:full`, but for two folders of which it has a larger sample. What is drawn at random
 * in them is a sample in both, since all of it is tried on SQLite. Where a process may die is tried
 * on both. What is about SQLite itself stays there, and is listed here.
 *
 * Spec: Decisions 209, 264, 298 and 325.
 */
import { drawn, seededBy, seedOf } from '../../test/support/seeded.ts'
import type { Part } from './play.ts'

/** Folders of test whose files say what the service does, and how many a sample has of each. */
const FOLDERS = {
  operations: 5,
  contract: 2,
  races: 1,
  lives: 1,
  histories: 0,
  'storage/audit': 1,
  journeys: 1,
  jobs: 0,
  'main/project-files': 0,
  kills: 0
} as const

/** Of these, `npm run test:full` has a sample, too: they are about documents more than rows. */
const FEW_OF: ReadonlyMap<string, number> = new Map([
  ['contract', 4],
  ['main/project-files', 3]
])

const NO_STORE = 'its services store nothing'
const DOCUMENTS = 'looks at documents and sources alone'
const OF_A_FILE = 'is about a program that has its database in a file'

/** Files of these folders that stay where they are, and why. */
const STAYING: Readonly<Record<string, string>> = {
  'contract/answer-fields': DOCUMENTS,
  'contract/boot': NO_STORE,
  'contract/bounding-constants': DOCUMENTS,
  'contract/changes': NO_STORE,
  'contract/coverage': 'asks mostly what is refused before anything is looked for',
  'contract/credentials': NO_STORE,
  'contract/cross-origin': NO_STORE,
  'contract/docs': NO_STORE,
  'contract/documents': DOCUMENTS,
  'contract/errors': DOCUMENTS,
  'contract/files': DOCUMENTS,
  'contract/joined': DOCUMENTS,
  'contract/logging': NO_STORE,
  'contract/mistakes': NO_STORE,
  'contract/observation': NO_STORE,
  'contract/provisioning-3.0': DOCUMENTS,
  'contract/sandbox': 'asks the sandbox, which is in memory',
  'contract/schemas': DOCUMENTS,
  'contract/seam': NO_STORE,
  'contract/service-3.0': DOCUMENTS,
  'contract/stored-names': 'writes by hand into SQLite what an earlier version stored',
  'contract/strict-schemas': DOCUMENTS,
  'contract/types': DOCUMENTS,
  'operations/across/refusals': 'asks mostly what is refused before anything is looked for',
  'operations/across/statements': 'counts what the driver of SQLite runs',
  'races/meetings': 'plays on SQLite what meets on PostgreSQL',
  'races/loads': 'is about PostgreSQL, wherever it is played',
  'races/servers': 'is about PostgreSQL, wherever it is played',
  'races/jobs': 'is about PostgreSQL, wherever it is played',
  'races/set-up': 'is about PostgreSQL, wherever it is played',
  'races/workers': 'is about PostgreSQL, wherever it is played',
  'jobs/midnights': 'compares ids of units that PostgreSQL carries out beside each other',
  'jobs/pace': 'stores nothing',
  'jobs/sorting': 'stores nothing',
  'jobs/postgres': 'is about PostgreSQL, wherever it is played',
  'kills/connections': 'is about PostgreSQL, wherever it is played',
  'kills/postgres': 'is about PostgreSQL, wherever it is played',
  'main/project-files/comparison': 'stores nothing',
  'main/project-files/dump': OF_A_FILE,
  'main/project-files/load': OF_A_FILE,
  'main/project-files/reading': 'stores nothing',
  'main/project-files/serving': OF_A_FILE,
  'kills/rolling-upgrade': 'is about PostgreSQL, wherever it is played',
  'kills/silent-network': 'is about PostgreSQL, wherever it is played',
  'kills/store': 'kills a program that knows SQLite alone',
  'lives/law': 'stores nothing',
  'journeys/pipeline': 'follows the README, whose pipeline has its shops in memory',
  'journeys/readme': 'follows the README, which names a file'
}

/** What is drawn in these depends on the engine: all of it is tried on this one, too. */
const WHOLE = 'test/kills/'

/** Files that take long: a sample has none of them. */
const LONG: ReadonlySet<string> = new Set([
  ...['days', 'lasting', 'months', 'periods', 'tiers', 'years'].map(name => `lives/${name}`),
  ...['audit', 'planted-discounts'].map(name => `storage/audit/${name}`),
  ...['bounds', 'examples', 'set-up-at-once', 'waiting-jobs'].map(name => `contract/${name}`)
])

/**
 * What is played once more on PostgreSQL, of all files, and a line that says so.
 * @throws {Error} for a listed file that is gone.
 */
export function onSecondEngine(all: readonly string[]): {
  readonly parts: readonly Part[]
  readonly told: string
} {
  const names = new Set(all.map(nameOf))
  const gone = [...Object.keys(STAYING), ...LONG].filter(name => !names.has(name))
  if (gone.length > 0) throw new Error(`${gone} is no test; take it out of the lists.`)
  const again = Object.entries(FOLDERS).map(([folder, sample]) => {
    const files = all.filter(
      file => file.startsWith(`test/${folder}/`) && !(nameOf(file) in STAYING)
    )
    return { folder, files, sample }
  })
  const { TEST_CASES } = process.env
  const { below } = seededBy(seedOf())
  const files = again.flatMap(({ folder, files }) => {
    const few = TEST_CASES === undefined ? undefined : FEW_OF.get(folder)
    return few === undefined ? files : drawnOf(files, few, below)
  })
  if (TEST_CASES !== undefined) {
    const { whole = [], sampled = [] } = Object.groupBy(files, file =>
      file.startsWith(WHOLE) ? 'whole' : 'sampled'
    )
    // Each of these takes minutes, so that they come first and short ones end the run.
    const parts = [{ ...partOf(whole), cases: TEST_CASES }, partOf(sampled)]
    return { parts, told: `${files.length} files play on PostgreSQL as well.` }
  }
  const sample = again.flatMap(each => drawnOf(each.files, each.sample, below))
  const told = `Of ${files.length} files that can play on PostgreSQL as well, ${sample.length} do.`
  return { parts: [partOf(sample)], told }
}

function partOf(files: readonly string[]): Part {
  return { files, measured: null, engine: 'postgres' }
}

/** `operations/rewards` of `test/operations/rewards.test.ts`. */
function nameOf(file: string): string {
  return file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
}

/** So many of those that do not take long, in their order. */
function drawnOf(
  files: readonly string[],
  count: number,
  below: (bound: number) => number
): readonly string[] {
  const short = files.filter(file => !LONG.has(nameOf(file)))
  return drawn(short, count, below).toSorted()
}
