/**
 * Reads bodies: JSON, forms and files within forms, and no other type. An empty body counts as
 * none, whatever its headers say: some clients announce JSON and send nothing. Text that is not
 * what it claims to be (UTF-8, percent-encoding) is refused and not repaired, and neither is a name
 * that is there twice. What JSON holds is measured, and the parts of a form are counted, before
 * they are parsed. A file is read whole, within the limit of every body, and by the parser that
 * Node has: nothing is written to disk.
 * Spec: issueOAuthToken, introspectOAuthToken (forms), importCustomersUsingCsv (files),
 * openapi/behaviour/imports-and-erasure.md#a-file-waits-in-the-database-row-by-row.
 */
import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import { Transform } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { MIMEType } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { quote } from '../decisions/refusals.ts'
import {
  COLON,
  COMMA,
  endOfText,
  findingNameTwice,
  LIST,
  LIST_END,
  OBJECT,
  OBJECT_END,
  QUOTE
} from '../rules/repeated-names.ts'
import { NESTING_MAX } from '../rules/sound-json.ts'
import { badEscape, HttpFailure, unavailable } from './errors.ts'
import { limits } from './limits.ts'
import { GIVEN_TWICE, spellPath } from './mistakes.ts'
import type { BodyRoom } from './overload.ts'

interface Crowd {
  readonly room: BodyRoom
  readonly large: LargeBodies
  readonly spread: SpreadWork
}

/** Replaces the parsers of the application. */
export function readBodies(app: FastifyInstance, crowd: Crowd): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const body = sent as Buffer
    if (!isShort(body)) {
      const read = isLarge(body) ? readLargeJson(request, body, crowd) : readSpreadJson(body, crowd)
      read.then(value => done(null, value), done)
      return
    }
    try {
      done(null, readJson(body))
    } catch (error) {
      done(error as Error)
    }
  })
  app.register(formbody, { parser: readForm })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (isLarge(body)) await enterLargeFile(request, body, crowd)
      else if (!isShort(body)) await crowd.spread.turn()
      return readParts(request, body)
    }
  )
}

/** Whether a body waits for its turn. */
function isLarge(body: Buffer): boolean {
  return body.length > limits.smallBodyBytes
}

/** Whether a body is read the moment it has come. */
function isShort(body: Buffer): boolean {
  return body.length <= limits.spreadBodyBytes
}

/** Whether every percent sign starts an escape and all of them together are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const { excess, names } = inOneGo(measuring(body))
  if (excess !== null) throw excessive(excess)
  const value = parsedJson(body)
  if (namesIn(value) < names) refuseNameTwice(inOneGo(findingNameTwice(body)))
  return value
}

/** The same in its turn; it is checked in the next one of the event loop. */
async function readSpreadJson(body: Buffer, { spread }: Crowd): Promise<unknown> {
  await spread.turn()
  const value = readJson(body)
  await turnOfTheLoop()
  return value
}

/** The same in its turn, with turns of others between its slices. */
async function readLargeJson(request: FastifyRequest, body: Buffer, { room, large }: Crowd) {
  const owner = ownerOf(request)
  await large.enter(request, owner)
  const { excess, names, values, ends } = await inSlices(measuring(body))
  if (excess !== null) throw excessive(excess)
  // Until it is answered: as it came, as text, and parsed.
  room.weighs(request, owner, 3 * body.length + VALUE_BYTES * values)
  await letOthersGo()
  const value = parsedJson(body)
  await letOthersGo()
  if ((await inSlices(countingNames(value))) < names) {
    refuseNameTwice(await inSlices(findingNameTwice(body, SLICE_BYTES)))
  }
  await letOthersGo()
  if (typeof value === 'object' && value !== null) sliced.set(value, ends)
  return value
}

/** Bytes of memory of a value beside its texts: an object of one name has 64 with its place. */
const VALUE_BYTES = 48

/** Waits for its turn, and takes the room that a file and its rows have in memory until then. */
async function enterLargeFile(request: FastifyRequest, body: Buffer, { room, large }: Crowd) {
  const owner = ownerOf(request)
  await large.enter(request, owner)
  const cells = await inSlices(countingCells(body))
  room.weighs(request, owner, FILE_COPIES * body.length + VALUE_BYTES * cells)
  await letOthersGo()
}

/** As it came, for the parser, as the part and its bytes, as text of two bytes a character. */
const FILE_COPIES = 6

/** Signs that may end a cell or a row, of any separator; those within texts count as well. */
function* countingCells(body: Buffer): SlicedWork<number> {
  let cells = 0
  for (let at = 0; at < body.length; at++) {
    if (CELL_ENDS.has(body[at] as number)) cells++
    if ((at + 1) % SLICE_BYTES === 0) yield
  }
  return cells
}

const CELL_ENDS: ReadonlySet<number> = new Set(Buffer.from(',;\t\n'))

function excessive(excess: string): HttpFailure {
  return new HttpFailure('invalid_payload', `The body ${excess}.`)
}

function refuseNameTwice(twice: readonly (string | number)[] | null): void {
  if (twice === null) return
  const told = twice.map(part => (typeof part === 'string' ? quote(part) : part))
  throw new HttpFailure('invalid_payload', `${spellPath('body', told)} ${GIVEN_TWICE}.`)
}

/** @throws {HttpFailure} when it is no JSON. */
function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not encoded as UTF-8'
    throw new HttpFailure('invalid_payload', `The body cannot be read as JSON: ${why}.`)
  }
}

/** A repeated name becomes a list; names are own properties of an object without a prototype. */
function readForm(body: string): Record<string, unknown> {
  if (!isDecodable(body)) {
    throw new HttpFailure('invalid_payload', badEscape('form'))
  }
  return parse(body, '&', '=', { maxKeys: 0 })
}

/** Parts of a form; no operation takes more than one. */
const PARTS_MAX = 100

/** The parts of a form by name, files as their text; a repeated name becomes a list. */
async function readParts(
  { headers, query }: FastifyRequest,
  body: Buffer
): Promise<Record<string, unknown> | undefined> {
  if (body.length === 0) return undefined
  const type = headers['content-type'] ?? ''
  const parts: Record<string, unknown> = Object.create(null)
  refuseManyParts(type, body)
  const found = await partsOf(type, body)
  // Each of these steps takes milliseconds of a large body.
  if (isLarge(body)) await letOthersGo()
  const { encoding } = query as { readonly encoding?: unknown }
  for (const [name, part] of found) {
    const text = await textOf(part, name, body, encoding)
    parts[name] = name in parts ? [parts[name], text].flat() : text
    if (text.length > limits.smallBodyBytes) await letOthersGo()
  }
  return parts
}

/**
 * `encoding` is the query parameter as it was sent; what is no known one is refused with the query.
 * @throws {HttpFailure} when its bytes are no text.
 */
async function textOf(
  part: File | string,
  name: string,
  body: Buffer,
  encoding: unknown
): Promise<string> {
  const isSaid = typeof encoding === 'string'
  if (encoding !== undefined && !(isSaid && isEncoding(encoding))) return ''
  const said = isSaid ? encoding : undefined
  const refusal = (why: string) => new HttpFailure('invalid_payload', `Property .${name} ${why}.`)
  if (typeof part !== 'string') {
    const text = decoded(new Uint8Array(await part.arrayBuffer()), said)
    if (text === null) throw refusal(undecodable(said, '?encoding='))
    return text
  }
  // The parser has made text of it as if it were UTF-8.
  if ((said ?? 'utf-8') === 'utf-8' && (isUtf8(body) || !part.includes(REPLACED))) return part
  throw refusal(
    'is no file, and therefore read as UTF-8; send it with a file name to say encoding='
  )
}

/** What stands where bytes were no UTF-8. */
const REPLACED = '\uFFFD'

/** Counts where the boundary stands: before each part, and at the end. */
function refuseManyParts(type: string, body: Buffer): void {
  const named = boundaryOf(type)
  if (named === null) return
  const boundary = `--${named}`
  let found = 0
  let at = body.indexOf(boundary)
  while (at !== -1) {
    if (++found > PARTS_MAX + 1) {
      const details = `The form has more than ${PARTS_MAX} parts. Send one file in one of them.`
      throw new HttpFailure('invalid_payload', details)
    }
    at = body.indexOf(boundary, at + boundary.length)
  }
}

/** As the parser reads it; null: it cannot. */
function boundaryOf(type: string): string | null {
  try {
    return new MIMEType(type).params.get('boundary')
  } catch {
    return null
  }
}

async function partsOf(type: string, body: Buffer): Promise<FormData> {
  try {
    const whole = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    return await whole.formData()
  } catch {
    throw new HttpFailure(
      'invalid_payload',
      'The body cannot be read as multipart/form-data. Begin each part with the boundary that ' +
        'the header Content-Type names, and its Content-Disposition.'
    )
  }
}

/*
 * Gives bodies room while they arrive. A large one that is announced waits unread until it has room;
 * one for which there is none in time, or no more while it comes, is refused.
 */

/**
 * Waits for room before the body is read. Who hangs up while nothing more is read of them is found
 * out when it is their turn.
 * @throws {HttpFailure} 503 where there is none in time.
 */
export async function waitForRoom(room: BodyRoom, request: FastifyRequest): Promise<void> {
  const bytes = announced(request)
  if (!isCounted(bytes) || Number.isNaN(bytes)) return
  const { raw } = request
  if (raw.destroyed) throw crowded()
  const leave = () => room.ended(request)
  raw.once('close', leave)
  const hasRoom = await room.enter(request, ownerOf(request), bytes)
  raw.off('close', leave)
  if (!hasRoom) throw crowded()
}

/** A hook that counts what comes of a body that may be large. */
export function countedBody(room: BodyRoom): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    if (!isCounted(announced(request))) {
      done(null, payload)
      return
    }
    const counted = counter(room, request)
    payload.on('error', error => counted.destroy(error))
    counted.on('error', () => payload.resume())
    done(null, payload.pipe(counted))
  }
}

/** What is small has room, and what is too large is refused unread; NaN may be either. */
function isCounted(announced: number): boolean {
  return !(announced <= limits.smallBodyBytes || announced > limits.bodyBytes)
}

function counter(room: BodyRoom, request: FastifyRequest): Transform {
  const owner = ownerOf(request)
  let came = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      came += chunk.length
      // Beyond that the body is refused, and its request has ended.
      const counts = came <= limits.bodyBytes
      if (counts && !room.holds(request, owner, came)) next(crowded())
      else next(null, chunk)
    }
  })
}

/** Bytes that the headers say, NaN where they say nothing. */
function announced({ raw: { headers } }: FastifyRequest): number {
  const isChunked = headers['transfer-encoding'] !== undefined
  return isChunked ? Number.NaN : Number(headers['content-length'] ?? 0)
}

/** The key pair that was sent; callers without one share the room of nobody. */
function ownerOf({ caller }: FastifyRequest): string {
  return caller === undefined || caller.project === null ? '' : caller.key.id
}

function crowded(): HttpFailure {
  return unavailable(
    'Large bodies that are under way fill the room for them. Send the same request again ' +
      `shortly, or in parts of at most ${limits.smallBodyBytes} bytes, which always have room.`
  )
}

/*
 * Large bodies are read, checked and begun one after the other in the process, and everybody else
 * has a turn between two steps: what comes of a hundred of them at once is a line, and no
 * standstill. A request has the turn from its body's last byte until its handler has begun, so that
 * of all that wait only the bytes are kept, and one is parsed. Key pairs that wait take turns, so
 * that the line of one is not in the way of another. But for parsing, which cannot be interrupted,
 * all that grows with a body is done in slices. Small bodies know nothing of this: where several
 * come at once, they and the units of jobs take turns.
 */

/**
 * Turns of the event loop that others have before and after what cannot be interrupted. A request
 * that has come needs one to be accepted, one to be read, and a few for its statements.
 */
export const TURNS_BETWEEN = 16

/** The same between two slices, of which several may come before its end. */
export const TURNS_AFTER_SLICE = 4

/** Values of elements that are checked or made into something in one slice: at most 12 ms. */
export const SLICE_VALUES = 20_000

/** Bytes of the same, and of JSON that is searched for names. */
export const SLICE_BYTES = 524_288

/** Values that are counted or looked at in one slice. */
export const LOOK_VALUES = 100_000

/** Bytes of JSON that are measured in one slice. */
export const LOOK_BYTES = 2_097_152

/** Milliseconds after the answer to the last large body after which what they took is given back. */
const QUIET_MS = 2_000

/**
 * A process that has little to do collects no garbage, and would keep what large bodies took for as
 * long. Others wait for it once, for less than parsing one of them takes. What is then more than
 * before is what the allocator of the system keeps: nothing that was made of a body is left.
 */
function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/** Lets everybody else who is there have turns. */
export async function letOthersGo(turns = TURNS_BETWEEN): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await turnOfTheLoop()
}

/** The same after a slice. */
export function afterSlice(): Promise<void> {
  return letOthersGo(TURNS_AFTER_SLICE)
}

/** Work that stops after each slice, and returns what it comes to. */
export type SlicedWork<Result> = Generator<undefined, Result>

export function inOneGo<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Lets others have turns after each slice, by `between`. */
export async function inSlices<Result>(
  work: SlicedWork<Result>,
  between: () => Promise<void> = afterSlice
): Promise<Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await between()
  }
}

/** By large body, the indexes of its elements where slices end, where it is a list. */
const sliced = new WeakMap<object, readonly number[]>()

/** Whether what comes of a body is done in slices. */
export function isSliced(body: unknown): boolean {
  return typeof body === 'object' && body !== null && sliced.has(body)
}

/** The indexes of the elements of a list before which a slice ends, and another one begins. */
export function endsOf(list: readonly unknown[]): readonly number[] {
  return sliced.get(list) ?? []
}

/** The parts of a list that are dealt with in one go, by where they begin and end. */
export function* slicesOf(list: readonly unknown[]): Generator<readonly [number, number]> {
  let from = 0
  for (const end of [...endsOf(list), list.length]) {
    if (end > from) yield [from, end]
    from = end
  }
}

/** What each element of a body comes to, with turns of others between slices of a large one. */
export async function mapInSlices<Sent, Made>(
  list: readonly Sent[],
  made: (each: Sent, index: number) => Made
): Promise<readonly Made[]> {
  if (!isSliced(list)) return list.map(made)
  const all: Made[] = []
  for (const [from, end] of slicesOf(list)) {
    for (let index = from; index < end; index++) all.push(made(list[index] as Sent, index))
    await afterSlice()
  }
  return all
}

/** Turns of the event loop for one of them: a body is parsed, is checked, and has its unit. */
export const TURNS_OF_ONE = 3

/**
 * A line for what takes milliseconds and may come many times at once: bodies that are not large, and
 * units of jobs. Each has a few turns of the event loop in which no other of them begins, so that a
 * request that comes meanwhile waits for a step of one of them. What comes alone begins at once.
 */
export class SpreadWork {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves when it is the caller's turn. */
  async turn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#isTaken = true
    letOthersGo(TURNS_OF_ONE).then(() => this.#next())
  }

  #next(): void {
    const begin = this.#waiting.shift()
    if (begin === undefined) this.#isTaken = false
    else begin()
  }
}

/**
 * The line of large bodies of a process.
 * Spec: openapi/behaviour/requests-and-errors.md#large-bodies-are-read-one-after-the-other.
 */
export class LargeBodies {
  /** By who sends them, in the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #inTurn = new WeakSet<object>()
  /** Those that came and are not answered, which hold what was made of their bodies. */
  readonly #unanswered = new Set<object>()
  readonly #giveBack: () => void
  #isTaken = false
  #quiet: NodeJS.Timeout | undefined

  /** `giveBack` is called when there was none for a while. */
  constructor(giveBack: () => void = giveMemoryBack) {
    this.#giveBack = giveBack
  }

  /** Resolves when it is the turn of a request, which it keeps until `left`. */
  async enter(request: FastifyRequest, owner: string): Promise<void> {
    clearTimeout(this.#quiet)
    this.#unanswered.add(request)
    if (this.#isTaken) {
      await new Promise<void>(resolve => {
        const line = this.#waiting.get(owner)
        if (line === undefined) this.#waiting.set(owner, [resolve])
        else line.push(resolve)
      })
    }
    this.#isTaken = true
    this.#inTurn.add(request)
  }

  has(request: FastifyRequest): boolean {
    return this.#inTurn.has(request)
  }

  /** Ends the turn of a request; of any other one, nothing changes. */
  left(request: FastifyRequest): void {
    if (!this.#inTurn.delete(request)) return
    letOthersGo().then(() => this.#next())
  }

  /** The answer is made, which ends the turn; of any other request, nothing changes. */
  ended(request: FastifyRequest): void {
    this.left(request)
    if (!this.#unanswered.delete(request) || this.#unanswered.size > 0) return
    this.#quiet = setTimeout(this.#giveBack, QUIET_MS).unref()
  }

  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#isTaken = false
      return
    }
    const [owner, line] = first
    this.#waiting.delete(owner)
    const begin = line.shift()
    if (line.length > 0) this.#waiting.set(owner, line)
    begin?.()
  }
}

/*
 * Measures JSON before it is parsed, in one pass over its bytes: parsing ten megabytes of brackets,
 * or of names, would block all requests for seconds. The same pass counts the names, because
 * parsing keeps the last of those that are there twice and says nothing. Which one it is, is looked
 * for only where there are fewer afterwards.
 */

interface Measured {
  /** What it has too much of, as the end of a sentence about the body; null: nothing. */
  readonly excess: string | null
  /** How many names of properties it has, if it can be parsed and has not too much. */
  readonly names: number
  /** How many values it has at most. */
  readonly values: number
  /** Where it is a list, the indexes of its elements where slices end. */
  readonly ends: readonly number[]
}

/**
 * Measures a text. In UTF-8 no byte of another character looks like a bracket. A value is counted
 * for each comma and each bracket that opens: never fewer than there are, and one more for each that
 * is empty.
 */
function* measuring(json: Buffer): SlicedWork<Measured> {
  // The first byte that is no white space.
  const isList = json.find(byte => byte > 0x20) === LIST
  const most = isList ? limits.listValues : limits.bodyValues
  const commas = new Uint32Array(NESTING_MAX + 1)
  const opened = new Uint8Array(NESTING_MAX + 1)
  const ends: number[] = []
  let [depth, values, names] = [0, 0, 0]
  let [valuesBefore, bytesBefore, rest] = [0, 0, LOOK_BYTES]
  const excessive = (excess: string) => ({ excess, names, values, ends })
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === QUOTE) {
      index = endOfText(json, index)
    } else if (byte === LIST || byte === OBJECT) {
      depth++
      if (depth > NESTING_MAX) return excessive(`is nested more than ${NESTING_MAX} levels deep`)
      commas[depth] = 0
      opened[depth] = byte
      values++
    } else if (byte === LIST_END || byte === OBJECT_END) {
      // Broken, which parsing tells better.
      if (--depth < 0) break
    } else if (byte === COMMA) {
      const count = (commas[depth] as number) + 1
      commas[depth] = count
      if (opened[depth] === OBJECT && count >= limits.objectNames) {
        return excessive(`has an object with more than ${limits.objectNames} names`)
      }
      values++
      const isHeavy = values - valuesBefore >= SLICE_VALUES || index - bytesBefore >= SLICE_BYTES
      if (depth === 1 && isList && isHeavy) {
        ends.push(count)
        valuesBefore = values
        bytesBefore = index
      }
    } else if (byte === COLON) {
      names++
    }
    if (values > most) {
      return excessive(`has more than ${most} values. Send it in several requests`)
    }
    if (index >= rest) {
      yield
      rest = index + LOOK_BYTES
    }
  }
  return { excess: null, names, values, ends }
}

/** How many names of properties a parsed value has. */
export function namesIn(value: unknown): number {
  return inOneGo(countingNames(value))
}

function* countingNames(value: unknown): SlicedWork<number> {
  const open: object[] = []
  const add = (each: unknown) => {
    if (typeof each === 'object' && each !== null) open.push(each)
  }
  add(value)
  let [names, looked] = [0, 0]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    looked++
    if (Array.isArray(each)) {
      looked += each.length
      for (const inner of each) add(inner)
    } else {
      // No list of the names is made, and nothing that was parsed inherits one.
      for (const name in each) {
        names++
        looked++
        add((each as Readonly<Record<string, unknown>>)[name])
      }
    }
    if (looked >= LOOK_VALUES) {
      yield
      looked = 0
    }
  }
  return names
}

/*
 * Bytes of a file as text. UTF-8 needs nothing, and UTF-16 the mark that spreadsheets begin it with;
 * of anything else somebody has to say what it is, because every guess is wrong for somebody.
 */

/** Why a file is not read, in words that follow what it is called; `how` says an encoding. */
export function undecodable(encoding: string | undefined, how: string): string {
  const is = encoding === undefined ? 'neither UTF-8 nor UTF-16 with a mark' : `not ${encoding}`
  return `is ${is}; say what it is with ${how}windows-1252 or the like, or save it as UTF-8`
}

/** The text of a whole file; null where its bytes are none, or nobody knows the encoding. */
function decoded(bytes: Uint8Array, encoding: string | undefined): string | null {
  try {
    return decoderOf(bytes, encoding)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

/** The text of a file that comes in pieces. @throws {Undecodable} where its bytes are none. */
export async function* decodedPieces(
  pieces: AsyncIterable<Uint8Array>,
  encoding: string | undefined
): AsyncGenerator<string> {
  let decoder: Decoder | null = null
  try {
    for await (const bytes of pieces) {
      decoder ??= decoderOf(bytes, encoding)
      if (decoder === null) throw new TypeError('no text')
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? new Undecodable() : error
  }
}

/** Bytes that are no text of the encoding. */
export class Undecodable extends Error {}

export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name) instanceof TextDecoder
  } catch {
    return false
  }
}

type Decoder = InstanceType<typeof TextDecoder>

/** What reads a file that begins with these bytes; null where it is of no encoding we may read. */
function decoderOf(bytes: Uint8Array, encoding: string | undefined): Decoder | null {
  const [first, second, third, fourth] = bytes
  // The mark of UTF-32 begins as that of UTF-16 does.
  const isLittle = first === 0xff && second === 0xfe && (third !== 0 || fourth !== 0)
  const isBig = first === 0xfe && second === 0xff
  // A sign and an empty byte: UTF-16 without a mark would pass for UTF-8.
  const isPlain = first !== 0 && second !== 0
  const marked = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : isPlain ? 'utf-8' : null
  const name = encoding ?? marked
  return name === null ? null : new TextDecoder(name, { fatal: true })
}
