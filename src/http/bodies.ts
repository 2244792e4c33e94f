/**
 * Reads bodies: JSON, forms and files within forms, and no other type.
 *
 * An empty body counts as none, whatever its headers say: some clients announce JSON and send
 * nothing. Text that is not what it claims to be (UTF-8, percent-encoding) is refused and not
 * repaired, and neither is a name that is there twice. What JSON holds is measured, and the parts of a
 * form are counted, before they are parsed.
 *
 * A file is read whole, within the limit of every body, and by the parser that Node has: nothing is
 * written to disk.
 *
 * Spec: issueOAuthToken, introspectOAuthToken (forms); importCustomersUsingCsv (files).
 */
import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import { MIMEType } from 'node:util'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { quote } from '../decisions/request-refusals.ts'
import { ownerOf } from './body-room.ts'
import { decoded, isEncoding, undecodable } from './decoding.ts'
import { badEscape, HttpFailure } from './errors.ts'
import { GIVEN_TWICE, spellPath } from './explanation.ts'
import { measuredBody, namesIn, nameTwice } from './json-bounds.ts'
import { type LargeBodies, letOthersGo } from './large-bodies.ts'
import { limits } from './limits.ts'
import type { Pressure } from './load.ts'

/** What is read beside others, and how much room it takes. */
interface Crowd {
  /** Null: there is room for every body. */
  readonly load: Pressure | null
  readonly large: LargeBodies
}

/** Replaces the parsers of the application. */
export function readBodies(app: FastifyInstance, crowd: Crowd): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const body = sent as Buffer
    if (isLarge(body)) {
      readLargeJson(request, body, crowd).then(value => done(null, value), done)
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
      if (isLarge(body)) await crowd.large.enter(request, ownerOf(request))
      return readParts(request, body)
    }
  )
}

/** Whether a body waits for its turn. */
function isLarge(body: Buffer): boolean {
  return body.length > limits.smallBodyBytes
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
  const { excess, names } = measuredBody(body)
  if (excess !== null) throw excessive(excess)
  const value = parsedJson(body)
  if (namesIn(value) < names) refuseNameTwice(body)
  return value
}

/** The same in its turn, with turns of others between its steps. */
async function readLargeJson(request: FastifyRequest, body: Buffer, { load, large }: Crowd) {
  const owner = ownerOf(request)
  await large.enter(request, owner)
  const { excess, names, values } = measuredBody(body)
  if (excess !== null) throw excessive(excess)
  load?.weighs(request, owner, weightOf(body, values))
  await letOthersGo()
  const value = parsedJson(body)
  await letOthersGo()
  if (namesIn(value) < names) refuseNameTwice(body)
  await letOthersGo()
  return value
}

/** Bytes of memory of a value beside its texts: an object of one name has 64 with its place. */
const VALUE_BYTES = 48

/** Bytes of memory that a body takes until it is answered: as it came, as text, and parsed. */
function weightOf(body: Buffer, values: number): number {
  return 3 * body.length + VALUE_BYTES * values
}

function excessive(excess: string): HttpFailure {
  return new HttpFailure('invalid_payload', `The body ${excess}.`)
}

function refuseNameTwice(body: Buffer): void {
  const twice = nameTwice(body)
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
  const { encoding } = query as { readonly encoding?: unknown }
  for (const [name, part] of found) {
    const text = await textOf(part, { name, body, encoding })
    parts[name] = name in parts ? [parts[name], text].flat() : text
  }
  return parts
}

/** What is sent beside a part. */
interface BesidePart {
  readonly name: string
  readonly body: Buffer
  /** The query parameter as it was sent; what is no known encoding is refused with the query. */
  readonly encoding: unknown
}

/** @throws {HttpFailure} when its bytes are no text. */
async function textOf(part: File | string, { name, body, encoding }: BesidePart): Promise<string> {
  const isSaid = typeof encoding === 'string'
  if (encoding !== undefined && !(isSaid && isEncoding(encoding))) return ''
  const said = isSaid ? encoding : undefined
  const refusal = (why: string) => new HttpFailure('invalid_payload', `Property .${name} ${why}.`)
  if (typeof part !== 'string') {
    const text = decoded(new Uint8Array(await part.arrayBuffer()), said)
    if (text === null) throw refusal(undecodable(said, 'encoding='))
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
