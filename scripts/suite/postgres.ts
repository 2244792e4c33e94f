/**
 * The files that play once more on PostgreSQL, where every store of theirs is a database of the
 * tests' server (test/support/stores.ts): few that together play every statement and every kind of
 * change. A run of all files fails where one was played nowhere on PostgreSQL but in the tests of
 * the engine, which play them by hand.
 *
 * What a file plays, and how often, is told in `record` by
 * `PLAYED_ON_POSTGRES=record TEST_ENGINE=postgres npm test -- FILE`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { filesFor } from './asked.ts'
import type { Part } from './play.ts'

/**
 * Of operations, jobs and storage: the next is always the one that runs fewest statements for each
 * that is new, and needless ones are left out.
 */
const FILES = [
  'contract/renewed-secrets',
  'jobs/customers',
  'jobs/exports',
  'jobs/task',
  'main/doctor',
  'main/job-commands',
  'operations/across/sorting',
  'operations/async-actions',
  'operations/campaigns/campaigns',
  'operations/campaigns/updates',
  'operations/campaigns/voucher-object',
  'operations/categories',
  'operations/customers/customers',
  'operations/customers/erasure',
  'operations/customers/page',
  'operations/discounts/locks',
  'operations/discounts/points-of-merged-lots',
  'operations/discounts/qualifications',
  'operations/event-schemas',
  'operations/exports',
  'operations/loyalties/earning-rules',
  'operations/loyalties/pending-points-by-hand',
  'operations/loyalties/programs',
  'operations/loyalties/redemption-answers',
  'operations/loyalty-tiers/loyalty-tiers',
  'operations/members',
  'operations/metadata-schemas',
  'operations/oauth',
  'operations/orders/cancellation',
  'operations/orders/orders',
  'operations/orders/returns',
  'operations/product-collections',
  'operations/products/products',
  'operations/products/skus',
  'operations/projects',
  'operations/publications',
  'operations/redemptions/redemptions',
  'operations/redemptions/rollbacks',
  'operations/rewards',
  'operations/segments/segments',
  'operations/stacking-rules',
  'operations/validation-rules',
  'operations/vouchers/vouchers',
  'project-files/losses',
  'storage/audit/planted-discounts'
]

/** In the SQL of a statement that locks rows. */
const LOCKING = /\bfor (no key )?(update|share)\b/
/** The name of one that takes the place of a row that is not there yet. */
const TAKING = /Place\.(take|leave)$/

const SANDBOX = 'a sandbox has all of its rows in memory'
const MEETING = 'it is for units that meet, as the tests of the engine make them do'
const UNGUARDED = 'it has no guard that could tell it; its statements are told'

/** What may be played by no file on PostgreSQL, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'catalogue.ts: addToCatalogueVersion': MEETING,
  'catalogue.ts: addToVersionRead': MEETING,
  'catalogue.ts: deleteSetUpClaim': MEETING,
  'catalogue.ts: insertSetUpClaim': MEETING,
  'catalogue.ts: setUpClaimById': MEETING,
  'export.turned': UNGUARDED,
  'lock.ended': UNGUARDED,
  'locks.claimed': UNGUARDED,
  'locks.forgotten': UNGUARDED,
  'sandbox.emptied': SANDBOX,
  'sandbox.filled': SANDBOX,
  'sandbox.removed': SANDBOX
}

/** The part of a run that plays them. @throws {NotThere} for a file that is gone. */
export function onPostgres(): Part {
  return {
    files: filesFor(FILES.map(name => `test/${name}.test.ts`)),
    environment: { TEST_ENGINE: 'postgres' },
    suffix: ' on PostgreSQL'
  }
}

/** A sentence for each statement and kind of change that has to be played, and was not. */
export async function unplayedIn(record: string): Promise<readonly string[]> {
  const played = playedIn(record)
  const { queryOf, statementNames } = await import('../../test/storage/support/statements.ts')
  const { postgresDialect } = await import('../../src/storage/engine/postgres/connections.ts')
  const { CHANGES } = await import('../../src/storage/database.ts')
  // What only locks rows is asked by units that meet, and a test of operations makes none meet.
  const asked = [...statementNames].filter(
    ([statement, name]) =>
      !TAKING.test(name) && !LOCKING.test(queryOf(statement, postgresDialect).sql)
  )
  const all = new Set([...asked.map(([, name]) => name), ...Object.keys(CHANGES)])
  const unplayed = [...all].filter(each => !played.has(each) && !(each in EXEMPT))
  const gone = Object.keys(EXEMPT).filter(each => !all.has(each))
  return [
    ...unplayed.map(each => `${each} is played by no file on PostgreSQL; list one that does`),
    ...gone.map(each => `${each} does not have to be played, or is gone; take it off the list`)
  ].map(sentence => `${sentence} (scripts/suite/postgres.ts)`)
}

function playedIn(record: string): ReadonlySet<string> {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
  const others = lines.filter(line => !line.startsWith('test/storage/engine/'))
  return new Set(others.flatMap(line => line.split('\t').slice(1, 2)))
}
