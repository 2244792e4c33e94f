/**
 * The time of the server, as nearly as one connection tells it.
 *
 * Both instants are taken around the statement alone, on a connection that is held, so that nobody
 * who waits for a connection is counted. Of several answers the one that came soonest is the best:
 * the server looked at its clock somewhere between the two instants.
 */
import type { ServerTime } from '../store.ts'
import type { ConnectionLease } from './connections.ts'

const TIME = 'select extract(epoch from clock_timestamp()) * 1000'
/** How often it is asked at most; the first answer of a connection is slower than those behind. */
const ASKED_MAX = 5
/** Milliseconds by which an answer may be wrong that needs no better one. */
const GOOD_ENOUGH_MS = 1

/** Asks until an answer is good enough, and gives the best one. @throws when one does not come. */
export async function serverTime({
  connection,
  answersMsMax
}: Pick<ConnectionLease, 'connection' | 'answersMsMax'>): Promise<ServerTime> {
  let best: ServerTime | null = null
  for (let asked = 0; asked < ASKED_MAX; asked++) {
    const began = performance.now()
    const { rows } = await connection.send({ text: TIME, query_timeout: answersMsMax })
    const ended = performance.now()
    const errorMs = (ended - began) / 2
    if (best === null || errorMs < best.errorMs) {
      best = { ms: Number(rows[0]?.[0]), at: began + errorMs, errorMs }
    }
    if (best.errorMs <= GOOD_ENOUGH_MS) break
  }
  // INVARIANT: it was asked at least once.
  if (best === null) throw new Error('The server was not asked for its time.')
  return best
}
