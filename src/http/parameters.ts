/**
 * Parameters and fields of forms: as one schema for each place, and their texts as values. Texts
 * become numbers and booleans by stricter rules than a validator's own, which take "0x10" for 16
 * and " 1e1" for 10; what is no such text stays one, and its schema refuses it.
 */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { freshHex } from '../ids.ts'
import { isDay } from '../rules/validity.ts'
import type { Sandbox } from '../sandbox.ts'
import { isSchema, type Operation, type Schema } from './document.ts'

export type ParameterPlace = 'path' | 'query' | 'header'

/** The parameters of one place as one schema, and how their texts are read. */
export interface ParameterGroup {
  readonly place: ParameterPlace
  readonly readers: Readers
  readonly schema: Schema
}

/** By name: a text as what its schema asks for; what is no such text stays as it is. */
export type Readers = ReadonlyMap<string, (value: unknown) => unknown>

/** The parameters of a place; only the query is closed. */
export function groupOf({ parameters }: Operation, place: ParameterPlace): ParameterGroup {
  const declared = parameters
    .filter(parameter => parameter.in === place)
    .map(({ name, ...each }) => ({ ...each, name: place === 'header' ? name.toLowerCase() : name }))
  const schemas = declared.map(({ name, schema }) => [name, schema] as const)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(schemas),
    required: declared.filter(({ required }) => required).map(({ name }) => name),
    ...(place === 'query' ? { additionalProperties: false } : {})
  }
  return { place, readers: readersOf(schemas), schema }
}

export function readersOf(schemas: readonly (readonly [string, unknown])[]): Readers {
  return new Map(schemas.map(([name, schema]) => [name, readerOf(schema)]))
}

/** A copy of flat texts with numbers, booleans and lists where the schemas say so. */
export function readParameters(sent: unknown, readers: Readers, declaredOnly = false): object {
  const texts = (sent ?? {}) as Readonly<Record<string, unknown>>
  const entries: [string, unknown][] = []
  for (const name of Object.keys(texts)) {
    const known = Object.hasOwn(texts, unbracketed(name)) ? name : unbracketed(name)
    const reader = readers.get(known)
    if (reader !== undefined) entries.push([known, reader(texts[name])])
    else if (!declaredOnly) entries.push([name, texts[name]])
  }
  return Object.fromEntries(entries)
}

/** `created_at[after]` of `[created_at][after]`, as the public service writes it too. */
function unbracketed(name: string): string {
  return name.replace(/^\[(\w+)\](?=\[)/, '$1')
}

/** In OAuth a parameter without a value counts as absent. */
export function sentOnes(form: unknown): object {
  return Object.fromEntries(Object.entries(form as object).filter(([, value]) => value !== ''))
}

function readerOf(schema: unknown): (value: unknown) => unknown {
  const types = isSchema(schema) ? [schema['type']].flat() : []
  if (types.includes('array')) {
    const item = readerOf(isSchema(schema) ? schema['items'] : undefined)
    return value => [value].flat().map(item)
  }
  const numeric = types.includes('integer') || types.includes('number')
  const logical = types.includes('boolean')
  if (isSchema(schema) && schema['format'] === 'date-time') {
    // A day alone is taken for its first instant, in UTC.
    return value => (typeof value === 'string' && isDay(value) ? `${value}T00:00:00.000Z` : value)
  }
  if (!numeric && !logical) return value => value
  return value => {
    if (typeof value !== 'string') return value
    if (numeric && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return Number(value)
    return logical && (value === 'true' || value === 'false') ? value === 'true' : value
  }
}

/** `v-` and 18 hex digits. */
export function newRequestId(): string {
  return `v-${freshHex(9)}`
}

/** Made of what is asked for, for requests to a sandbox that belong to none of its projects. */
export function requestIdByName(request: Pick<IncomingMessage, 'method' | 'url'> = {}): string {
  return `v-${hash('sha256', `${request.method} ${request.url}`, 'hex').slice(0, 18)}`
}

/** The id that a caller gave to a request; undefined when there is none that is well formed. */
export function ownRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && /^[\w.:/+=@-]{1,128}$/.test(id) ? id : undefined
}

/** For a request that is not carried out: no part of the course. One that brings an id keeps it. */
export function nameApart(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): void {
  if (ownRequestId(request.headers) !== undefined) return
  request.id = sandbox.nameApart(request.id)
  reply.header('x-request-id', request.id)
}
