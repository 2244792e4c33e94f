/**
 * Reads bodies: JSON, forms and files within forms, and no other type.
 *
 * An empty body counts as none, whatever its headers say: some clients announce JSON and send
 * nothing. Text that is not what it claims to be (UTF-8, percent-encoding) is refused and not
 * repaired. Nesting is measured before JSON is parsed, because parsing ten megabytes of brackets
 * would block all requests for seconds.
 *
 * A file is read whole, within the limit of every body, and by the parser that Node has: nothing is
 * written to disk.
 *
 * Spec: Decisions 8, 26 and 136; issueOAuthToken, introspectOAuthToken (forms);
 * importCustomersUsingCsv (files).
 */
import { parse } from 'node:querystring'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NESTING_MAX } from '../rules/soundness.ts'
import { badEscape, HttpFailure } from './errors.ts'

/** Replaces the parsers of the application. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.register(formbody, { parser: readForm })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => readParts(request.headers['content-type'], body)
  )
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
  if (isTooDeep(body)) {
    throw new HttpFailure(
      'invalid_payload',
      `The body is nested more than ${NESTING_MAX} levels deep.`
    )
  }
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not encoded as UTF-8'
    throw new HttpFailure('invalid_payload', `The body cannot be read as JSON: ${why}.`)
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING_BYTES: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Counts brackets outside strings; in UTF-8 no byte of another character looks like one. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] as number
    if (inString) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPENING_BYTES.has(byte)) {
      depth++
      if (depth > NESTING_MAX) return true
    } else if (CLOSING.has(byte)) depth--
  }
  return false
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
async function readParts(type = '', body: Buffer): Promise<Record<string, unknown> | undefined> {
  if (body.length === 0) return undefined
  const parts: Record<string, unknown> = Object.create(null)
  const found = [...(await partsOf(type, body))]
  if (found.length > PARTS_MAX) {
    const details = `The form has ${found.length} parts; send one file, and no more than it needs`
    throw new HttpFailure('invalid_payload', details)
  }
  for (const [name, part] of found) {
    const text: string = typeof part === 'string' ? part : await part.text()
    parts[name] = name in parts ? [parts[name], text].flat() : text
  }
  return parts
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
