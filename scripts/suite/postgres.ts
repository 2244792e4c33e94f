/**
 * The files that are played once more on PostgreSQL, where every store of theirs is a database of
 * the tests' server (test/support/stores.ts).
 */
import type { Part } from './play.ts'

const FILES = [
  'contract/idempotency',
  'operations/customers/customers',
  'operations/discounts/redemption',
  'operations/loyalties/redemption',
  'operations/orders/orders',
  'operations/redemptions/rollbacks',
  'operations/rewards',
  'operations/vouchers/vouchers',
  'storage/audit/audit'
].map(name => `test/${name}.test.ts`)

/** What a file on PostgreSQL needs, and how it is told from the same file on SQLite. */
export const ON_POSTGRES: Part = {
  files: FILES,
  environment: { TEST_ENGINE: 'postgres' },
  suffix: ' on PostgreSQL'
}
