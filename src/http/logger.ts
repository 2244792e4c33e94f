/** What the log writes, and what it leaves out: credentials, and what errors carry along. */
import { credentialHeaders } from './credentials.ts'
import { IDEMPOTENCY_KEY } from './idempotency.ts'

/** Where log lines go; absent stream: the standard output. */
export interface LogTarget {
  readonly level: string
  readonly stream?: { write(line: string): void }
}

/** Writes the log as people read it: a line for each request, and each other with its fields. */
export function readableLog(output: { write(text: string): unknown }): {
  write(line: string): void
} {
  return { write: line => void output.write(`${readable(JSON.parse(line))}\n`) }
}

const LEVELS: { readonly [level: number]: string } = {
  10: 'TRACE ',
  20: 'DEBUG ',
  40: 'WARN ',
  50: 'ERROR ',
  60: 'FATAL '
}

/** A request as `09:30:00 POST /v1/orders 400 3.1 ms invalid_payload`, its time as of here. */
function readable({ level, time, pid: _, hostname: __, msg, ...fields }: Record<string, unknown>) {
  const at = new Date(time as number).toTimeString().slice(0, 8)
  if (msg === 'request') {
    const { method, route, status, ms, key = '', cause = '' } = fields
    return [at, method, route ?? '(no path)', status, `${ms} ms`, key, cause].join(' ').trimEnd()
  }
  const { err, ...said } = fields as { readonly err?: LoggedError }
  const told = Object.entries(said).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return [`${at} ${LEVELS[level as number] ?? ''}${msg}${told.join('')}`, err?.stack]
    .filter(Boolean)
    .join('\n')
}

/** The fields in which a form or an answer has a secret. */
const secretFields = ['access_token', 'client_secret']

/** Never in a log, wherever in a line. An idempotency key is one, because it opens its receipt. */
const secret = [...credentialHeaders, IDEMPOTENCY_KEY.toLowerCase(), ...secretFields]

export function loggerOptions({ level, stream }: LogTarget) {
  const paths = secret.flatMap(name => ['', '*', '*.*'].map(under => `${under}["${name}"]`))
  return {
    level,
    redact: paths,
    serializers: { err: (error: unknown) => asLogged(error) },
    ...(stream === undefined ? {} : { stream })
  }
}

interface LoggedError {
  readonly [key: string]: unknown
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string | number
  readonly cause?: LoggedError
  readonly aggregateErrors?: readonly LoggedError[]
}

const DEPTH_MAX = 8

/** Never the own properties of an error, which may hold the records of people. */
function asLogged(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return {
      type: typeof error,
      message: typeof error !== 'object' && typeof error !== 'function' ? String(error) : '',
      stack: ''
    }
  }
  const { message, stack = '' } = error
  const code = 'code' in error ? error.code : undefined
  const deeper = depth < DEPTH_MAX
  return {
    type: error.constructor.name,
    message,
    stack,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(deeper && error.cause !== undefined ? { cause: asLogged(error.cause, depth + 1) } : {}),
    ...(deeper && error instanceof AggregateError
      ? { aggregateErrors: error.errors.map(each => asLogged(each, depth + 1)) }
      : {})
  }
}
