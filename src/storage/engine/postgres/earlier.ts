/**
 * Waits for the transactions that began earlier: a unit that stored a claim is not seen by these,
 * and they may hold rows that it wants.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionLease } from './connections.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 10
/** Milliseconds after which a transaction is of nobody who is about to end it. */
const EARLIER_MS_MAX = 2_000

const NOW = 'select transaction_timestamp()::text'
const EARLIER = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and xact_start < $1::timestamptz
  limit 1`

/** Resolves when all transactions of the database that are under way have ended, or in the end. */
export async function earlierEnded({
  connection,
  answersMsMax: query_timeout
}: Pick<ConnectionLease, 'connection' | 'answersMsMax'>): Promise<void> {
  const { rows: values } = await connection.send({ text: NOW, query_timeout })
  const began = performance.now()
  while (performance.now() - began < EARLIER_MS_MAX) {
    const asked = { text: EARLIER, values: values[0] as unknown[], query_timeout }
    if ((await connection.send(asked)).rows.length === 0) return
    await pause(LOOK_MS)
  }
}
