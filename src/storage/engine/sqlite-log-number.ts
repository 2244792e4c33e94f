/**
 * Tells whether a write-ahead log belongs to the database it lies beside.
 *
 * SQLite believes any log that is whole in itself, so a backup that is copied beside the log of
 * another time becomes a database of neither. Therefore each log that begins is given a number at
 * random, by its first commit, in the header of the database: `user_version` is the number of the
 * log, `application_id` that of the log before. The header in the file then has the number of the
 * log before, or of this one once a part of it is merged; any other belongs elsewhere. A backup has
 * numbers of its own, so that no log belongs to it.
 *
 * The log is read up to the first header in it, and not by SQLite, which might merge or remove it.
 */
import { randomInt } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { Database } from 'better-sqlite3'

/** Of the header of a database, the numbers are big-endian. */
const HEADER_BYTES = 100
const NUMBER_AT = 60
const NUMBER_BEFORE_AT = 68

/** A log has a header with salt; each of its frames, of a page each, repeats the salt. */
const LOG_HEADER_BYTES = 32
const PAGE_SIZE_AT = 8
const LOG_SALT_AT = 16
const FRAME_HEADER_BYTES = 24
const FRAME_SALT_AT = 8
const SALT_BYTES = 8
/** The last bit says how sums are stored, which is nothing here. */
const LOG_MAGIC = 0x377f0682

/** Readings after which a file that changes all the time is taken for one in use. */
const READINGS_MAX = 20

/** Gives a log that begins its number; inside a transaction that is then committed. */
export function renumber(connection: Database): void {
  const before = connection.pragma('user_version', { simple: true })
  connection.pragma(`application_id = ${before}`)
  connection.pragma(`user_version = ${freshNumber()}`)
}

/** Gives a file that nobody has open numbers that no log refers to, and makes that durable. */
export function numberApart(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    for (const at of [NUMBER_AT, NUMBER_BEFORE_AT]) {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(freshNumber())
      writeSync(handle, bytes, 0, bytes.length, at)
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Zero is what databases have that were never numbered. */
function freshNumber(): number {
  return randomInt(1, 2 ** 31)
}

/**
 * Of the log beside a database file: none, its own, that of another, or unknown, because it was
 * written by a program that gives no numbers. Changes neither file.
 */
export function whoseLog(file: string): 'none' | 'own' | 'foreign' | 'unknown' {
  for (let reading = 0; reading < READINGS_MAX; reading++) {
    const before = stateOf(file)
    if (before === null) return 'none'
    const verdict = before.number === null ? 'foreign' : verdictOn(file, before.number)
    const after = stateOf(file)
    // Another process that has it open may just have merged it.
    if (after?.number === before.number && after.salt.equals(before.salt)) return verdict
  }
  return 'own'
}

interface State {
  /** Of the log that the file itself has last heard of; null when it has no header. */
  readonly number: number | null
  readonly salt: Buffer
}

/** Null when no log, or one without content, lies beside the file. */
function stateOf(file: string): State | null {
  const log = bytesOf(`${file}-wal`, LOG_HEADER_BYTES)
  if (log === null || (log.readUInt32BE(0) & ~1) !== LOG_MAGIC) return null
  const header = bytesOf(file, HEADER_BYTES)
  const number = header?.readInt32BE(NUMBER_AT) ?? null
  return { number, salt: log.subarray(LOG_SALT_AT, LOG_SALT_AT + SALT_BYTES) }
}

function verdictOn(file: string, number: number): 'own' | 'foreign' | 'unknown' {
  let first: Numbers | null = null
  for (const numbers of numbersIn(`${file}-wal`)) {
    first ??= numbers
    if (number === 0 && first.before === 0) return 'unknown'
    if (number === first.before || number === numbers.number) return 'own'
  }
  return first === null ? 'unknown' : 'foreign'
}

interface Numbers {
  readonly number: number
  readonly before: number
}

/** The numbers in each header that the log holds, in their order. */
function* numbersIn(log: string): Generator<Numbers> {
  const handle = openSync(log, 'r')
  try {
    const start = read(handle, 0, LOG_HEADER_BYTES)
    if (start === null) return
    const salt = start.subarray(LOG_SALT_AT, LOG_SALT_AT + SALT_BYTES)
    const frameBytes = FRAME_HEADER_BYTES + start.readUInt32BE(PAGE_SIZE_AT)
    for (let at = LOG_HEADER_BYTES; ; at += frameBytes) {
      const frame = read(handle, at, FRAME_HEADER_BYTES + HEADER_BYTES)
      if (frame === null) return
      // What follows is left over from the time before the log began anew.
      if (!frame.subarray(FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES).equals(salt)) return
      if (frame.readUInt32BE(0) !== 1) continue
      const header = frame.subarray(FRAME_HEADER_BYTES)
      yield {
        number: header.readInt32BE(NUMBER_AT),
        before: header.readInt32BE(NUMBER_BEFORE_AT)
      }
    }
  } finally {
    closeSync(handle)
  }
}

/** The first bytes of a file; null when it is missing or shorter. */
function bytesOf(file: string, count: number): Buffer | null {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return read(handle, 0, count)
  } finally {
    closeSync(handle)
  }
}

/** Null when the file ends before. */
function read(handle: number, at: number, count: number): Buffer | null {
  const bytes = Buffer.alloc(count)
  return readSync(handle, bytes, 0, count, at) === count ? bytes : null
}
