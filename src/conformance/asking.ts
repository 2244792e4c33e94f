/**
 * Requests to an operation, made of what its document shows and what the caller knows: the keys of
 * the service that is asked, and what the things of the examples are called there.
 */
import { isSchema, type Schema } from '../http/document.ts'
import type { CompiledContract, Described } from './contract.ts'

/** What is asked of an operation; what is left out is as its document shows it. */
export interface PromiseRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Instead of the keys. */
  readonly credentials?: Readonly<Record<string, string>>
  /** An Idempotency-Key. */
  readonly key?: string
  /** Instead of the method of the operation. */
  readonly method?: string
  /** Instead of the media type of the operation. */
  readonly type?: string
  /** A value to send as the body; undefined: no body. */
  readonly body?: unknown
  /** A text to send instead. */
  readonly text?: string
}

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
}

/** What the caller knows of the service that is asked. */
export interface KnownService {
  /** Credentials by header in lower case. */
  readonly keys: Readonly<Record<string, string>>
  /** What texts of the examples are called there. */
  readonly names: ReadonlyMap<string, string>
}

/** A value with every text replaced that is called otherwise there. */
export function withNames(names: ReadonlyMap<string, string>, value: unknown): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map(each => withNames(names, each))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withNames(names, each)])
  )
}

/** The request that asks an operation. */
export function requestOf(
  contract: CompiledContract,
  operation: Described,
  asking: PromiseRequest,
  known: KnownService
): SentRequest {
  const { type = operation.type, body, key } = asking
  const encoded = body === undefined ? undefined : encodedBody(operation.type, body)
  const text = asking.text ?? encoded
  return {
    method: asking.method ?? operation.method,
    target: targetOf(operation, asking, known.names),
    headers: {
      accept: 'application/json',
      ...(text === undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(asking.credentials ?? keysFor(contract, operation, known.keys) ?? {})
    },
    ...(text === undefined ? {} : { text })
  }
}

function targetOf(
  { path, values }: Described,
  { path: given = {}, query = {} }: PromiseRequest,
  names: ReadonlyMap<string, string>
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const shown = values[name] ?? ''
    return encodeURIComponent(given[name] ?? names.get(shown) ?? shown)
  })
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

function encodedBody(type: string, value: unknown): string {
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value)
  const fields = Object.entries(value as Schema).map(
    ([name, each]) => [name, String(each)] as [string, string]
  )
  return new URLSearchParams(fields).toString()
}

/** The headers of one way into an operation by keys, in lower case. */
export type Door = readonly string[]

/** The ways into an operation by keys in headers; an open operation may have some as well. */
export function headerDoors(contract: CompiledContract, { security }: Described): readonly Door[] {
  const schemes = contract.document.components?.securitySchemes ?? {}
  return security.flatMap(requirement => {
    const names = Object.keys(requirement).map(name => schemes[name])
    const headers = names.flatMap(scheme =>
      scheme?.type === 'apiKey' && scheme.in === 'header' ? (scheme.name?.toLowerCase() ?? []) : []
    )
    return headers.length === 0 || headers.length < names.length ? [] : [headers]
  })
}

/** Whether an operation can be asked without credentials. */
export function needsNoCredentials({ security }: Described): boolean {
  return security.some(requirement => Object.keys(requirement).length === 0)
}

/** The scopes of which each opens an operation to a bearer; empty when it takes none. */
export function bearerScopes(
  contract: CompiledContract,
  { security }: Described
): readonly string[] {
  const schemes = contract.document.components?.securitySchemes ?? {}
  return security.flatMap(requirement =>
    Object.entries(requirement).flatMap(([name, scopes]) =>
      schemes[name]?.type === 'oauth2' ? [...scopes] : []
    )
  )
}

/** The keys for an operation; none where it is open; null where they are not known. */
export function keysFor(
  contract: CompiledContract,
  operation: Described,
  keys: Readonly<Record<string, string>>
): Readonly<Record<string, string>> | null {
  const door = headerDoors(contract, operation).find(each => each.every(name => name in keys))
  if (door !== undefined) return Object.fromEntries(door.map(name => [name, keys[name] ?? '']))
  return needsNoCredentials(operation) ? {} : null
}
