/**
 * Identifiers: the interface's prefix and a time-ordered unique part. The service makes ids and not
 * the database, so that an index grows at its end, a cursor by id is a cursor by time, and a unit
 * of work knows its ids before it writes. The unique part is 26 characters of Crockford's base 32
 * in lower case: 48 bits of milliseconds, then 80 random bits that count up within one millisecond.
 * The demo pins ids that start with `00`, which sort first.
 * Spec: openapi/behaviour/lists-and-paths.md#ids-are-made-by-the-service-and-sort-by-time.
 */
import { createHmac, randomFillSync, randomInt } from 'node:crypto'
import type { IdPrefix, Project } from './model.ts'

/**
 * The source of ids and of chance; a parameter, so that a test can count and a replay can repeat.
 */
export interface IdSource {
  /** `newId('r')` → `r_` and 26 characters, later ids sorting after earlier ones. */
  readonly newId: (prefix: IdPrefix) => string
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** The random part is counted in two halves, because numbers are exact to 53 bits only. */
const HALF_BITS = 40
const HALF = 2 ** HALF_BITS

/** The source of a running service: ordered by time in the process, unique across processes. */
export function freshSource(now: () => number = Date.now): IdSource {
  let lastTime = 0
  let time = ''
  let high = 0
  let low = 0
  return {
    newId: prefix => {
      const at = Math.max(now(), lastTime)
      if (at === lastTime) {
        // Counting up from a random start keeps the ids of one millisecond in order.
        low++
        if (low === HALF) [low, high] = [0, high + 1]
      } else {
        lastTime = at
        time = encode(at, 10)
        const bytes = freshBytes(10)
        // Half of the numbers are kept free, so that counting up never runs out of them.
        high = Math.floor(bytes.readUIntBE(0, 5) / 2)
        low = bytes.readUIntBE(5, 5)
      }
      return `${prefix}_${time}${encode(high, 8)}${encode(low, 8)}`
    },
    random: below => randomInt(below)
  }
}

/**
 * Of an id that is given: `at` in ms since 1970, its unit, its number there, and 20 bits of chance.
 */
export function idAt(at: number, unit: number, count: number, chance: number): string {
  return `${encode(at, 10)}${encode(unit, 8)}${encode(count, 4)}${encode(chance % 2 ** 20, 4)}`
}

/** Random bytes, as two hex digits each. */
export function freshHex(bytes: number): string {
  return freshBytes(bytes).toString('hex')
}

/** Random bytes that were drawn together, because each draw asks the system. */
const POOL = Buffer.alloc(4096)
let used = POOL.length

/** To be read before the next call; at most as many as the pool has. */
function freshBytes(count: number): Buffer {
  if (used + count > POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  used += count
  return POOL.subarray(used - count, used)
}

/** HMAC-SHA-256 under a secret of a project, base64url. */
export function sign({ secret }: Pick<Project, 'secret'>, text: string): string {
  const key = `${secret} ${text}`
  const known = signatures.get(key)
  if (known !== undefined) return known
  const signature = createHmac('sha256', secret).update(text).digest('base64url')
  if (signatures.size === SIGNATURES_MAX) signatures.clear()
  signatures.set(key, signature)
  return signature
}

/**
 * Made lately: answers repeat them, and signing again would cost more than the rest of the text.
 */
const signatures = new Map<string, string>()
const SIGNATURES_MAX = 10_000

/** A whole number below 2 ** 50 as digits of base 32. */
function encode(value: number, digits: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < digits; index++) {
    const next = Math.floor(rest / 32)
    text = ALPHABET.charAt(rest - next * 32) + text
    rest = next
  }
  return text
}
