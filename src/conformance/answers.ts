/**
 * What an answer has that its document does not say, as sentences.
 *
 * Answers are open, so a property that nobody described is no mistake. Bytes are what is checked: a
 * body that only looks like JSON to a lenient reader is told.
 *
 * Spec: ApiError.
 */
import { isSchema, type Schema } from '../http/document.ts'
import type { AnswerHeader, CompiledContract, Described } from './contract.ts'

/** An answer as it came. */
export interface PlainAnswer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  /** The bytes as JSON; undefined where they are none. */
  readonly body: unknown
}

/** What is wrong with an answer of an operation; empty: nothing. */
export function mistakesOfAnswer(
  contract: CompiledContract,
  operation: Described,
  answer: PlainAnswer
): readonly string[] {
  const { status } = answer
  const pointer = operation.responses.get(status)
  if (pointer === undefined) {
    const declared = [...operation.responses.keys()].join(', ')
    return [`The status ${status} is not declared; declared are ${declared}.`]
  }
  return [
    ...(pointer === null ? emptyMistakes(answer) : bodyMistakes(contract, pointer, answer)),
    ...headerMistakes(contract, operation.headers.get(status) ?? [], answer)
  ]
}

/** The same for an answer that comes whatever the operation, such as 405; `pointer` is its body. */
export function mistakesOfRefusal(
  contract: CompiledContract,
  pointer: string,
  answer: PlainAnswer
): readonly string[] {
  return bodyMistakes(contract, pointer, answer)
}

/** The bytes as JSON; undefined where they are none, or no UTF-8. */
export function jsonOfBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function emptyMistakes({ bytes }: PlainAnswer): readonly string[] {
  return bytes.length === 0
    ? []
    : [`It has a body of ${bytes.length} bytes where none is declared.`]
}

function bodyMistakes(
  contract: CompiledContract,
  pointer: string,
  answer: PlainAnswer
): readonly string[] {
  const { headers, body } = answer
  const type = headers['content-type'] ?? ''
  const wrongType = isJson(type)
    ? []
    : [`It is sent as ${type || 'nothing'}, not application/json.`]
  if (body === undefined) return [...wrongType, 'Its body is not JSON in UTF-8.']
  return [...wrongType, ...contract.mistakes(pointer, body), ...disagreements(answer)]
}

/** JSON is UTF-8, whether a parameter says so or not. */
function isJson(type: string): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)
}

/** An error repeats its status and the id of its request. */
function disagreements({ status, headers, body }: PlainAnswer): readonly string[] {
  if (status < 400 || !isSchema(body)) return []
  const { code, request_id: id } = body
  // A refusal that is repeated is byte for byte the first one, the id of whose request it has.
  const repeats = headers['idempotent-replayed'] !== undefined
  return [
    ...(typeof code === 'number' && code !== status
      ? [`Its status is ${status}, and .code says ${code}.`]
      : []),
    ...(typeof id === 'string' && id !== headers['x-request-id'] && !repeats
      ? ['Its .request_id differs from its header X-Request-Id.']
      : [])
  ]
}

function headerMistakes(
  contract: CompiledContract,
  declared: readonly AnswerHeader[],
  { headers }: PlainAnswer
): readonly string[] {
  return declared.flatMap(({ name, required, schema }) => {
    const sent = headers[name]
    if (sent === undefined) return required ? [`The header ${name} is missing.`] : []
    return contract
      .mistakesBy(schema, read(sent, schema))
      .map(mistake => `Header ${name}: ${mistake}`)
  })
}

function read(text: string, schema: Schema): unknown {
  return schema['type'] === 'integer' && /^\d{1,16}$/.test(text) ? Number(text) : text
}
