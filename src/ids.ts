/**
 * Identifiers: the interface's prefix and a time-ordered unique part.
 *
 * The service makes ids and not the database, so that an index grows at its end, a cursor by id is
 * a cursor by time, and a unit of work knows its ids before it writes. The unique part is 26
 * characters of Crockford's base 32 in lower case: 48 bits of milliseconds, then 80 random bits
 * that count up within one millisecond. The demo pins ids that start with `00`, which sort first.
 *
 * Spec: Decision 33.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { IdPrefix, Project } from './model.ts'

/**
 * The source of ids and of chance; a parameter, so that a test can count and a replay can repeat.
 */
export interface Source {
  /** `newId('r')` → `r_` and 26 characters, later ids sorting after earlier ones. */
  readonly newId: (prefix: IdPrefix) => string
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const RANDOM_BITS = 80n

/** The source of a running service: ordered by time in the process, unique across processes. */
export function freshSource(now: () => number = Date.now): Source {
  let lastTime = 0
  let tail = 0n
  return {
    newId: prefix => {
      const time = Math.max(now(), lastTime)
      // Counting up from a random start keeps the ids of one millisecond in order.
      tail = time === lastTime ? tail + 1n : BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n
      lastTime = time
      return `${prefix}_${encode((BigInt(time) << RANDOM_BITS) | tail)}`
    },
    random: below => randomInt(below)
  }
}

/** The source of a test: ids count per prefix, zero-padded so that they sort; choices cycle. */
export function countedSource(): Source {
  const counts = new Map<string, number>()
  let turn = 0
  return {
    newId: prefix => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${String(count).padStart(6, '0')}`
    },
    random: below => turn++ % below
  }
}

/** HMAC-SHA-256 under the project's secret, base64url. */
export function signed({ secret }: Pick<Project, 'secret'>, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function encode(value: bigint): string {
  let text = ''
  for (let rest = value, index = 0; index < 26; index++, rest >>= 5n) {
    text = (ALPHABET[Number(rest & 31n)] as string) + text
  }
  return text
}
