/**
 * Checks requests against the document: path, headers, query and body, strictly.
 *
 * One validator reads the document as it is, so that a schema of ten operations is compiled once,
 * and only when the first request needs it: it costs the start nothing. JSON bodies are never
 * coerced. Texts of paths, queries, headers and forms become numbers and booleans by stricter rules
 * than the validator's own, which take "0x10" for 16 and " 1e1" for 10.
 *
 * Spec: Decisions 8 and 89.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, isObject, lookUp, type Operation, type Schema } from './document.ts'
import { type ErrorKey, HttpFailure } from './errors.ts'
import { explain, type Part, spellPath } from './explanation.ts'

/** The parts of a request as the web framework parsed them. */
export interface Arrived {
  readonly params: unknown
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
  /** Without parameters, lower case; empty when none was sent. */
  readonly mediaType: string
}

/** The parts that a handler gets: with defaults, and with texts as numbers and booleans. */
export interface Checked {
  readonly params: object
  readonly query: object
  readonly body: unknown
}

/** The error key for each part; forms have keys of their own. */
const keys: { readonly [Name in Part]: ErrorKey } = {
  path: 'invalid_url',
  header: 'invalid_headers',
  query: 'invalid_query_params',
  body: 'invalid_payload',
  form: 'invalid_payload'
}

/** Only OAuth has forms, and it names mistakes by the parameter. */
const formKeys: ReadonlyMap<string, ErrorKey> = new Map([
  ['grant_type', 'invalid_grant_type'],
  ['scope', 'invalid_scope']
])

const FORM = 'application/x-www-form-urlencoded'

/** Keywords of OpenAPI that describe and do not constrain, and the parts of a document itself. */
const vocabulary = [
  ...['discriminator', 'example', 'xml', 'externalDocs'],
  ...['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components', 'webhooks']
]

/** The validators of a set of documents. */
export class Validation {
  readonly #ajv: Ajv2020
  readonly #documents: Readonly<Record<string, Document>>
  readonly #compiled = new WeakMap<object, ValidateFunction>()
  readonly #added = new Set<string>()
  readonly #extensions = new Set<string>()
  readonly #groups = new Map<string, Schema>()

  /** Documents by name; nothing is compiled yet. */
  constructor(documents: Readonly<Record<string, Document>>) {
    this.#documents = documents
    this.#ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      allErrors: false,
      verbose: true,
      useDefaults: true,
      // A default behind an inlined reference would be lost silently; this makes it an error.
      inlineRefs: false
    })
    this.#ajv.addVocabulary(vocabulary)
    addFormats.default(this.#ajv, { mode: 'full' })
    // The library accepts leap seconds, which our instants cannot hold.
    const { validate } = this.#ajv.formats['date-time'] as { validate: (text: string) => boolean }
    this.#ajv.addFormat('date-time', text => validate(text) && !Number.isNaN(Date.parse(text)))
  }

  /**
   * The request as the document means it.
   * @throws {HttpFailure} naming the thing, the expectation and what was sent.
   */
  check(operation: Operation, arrived: Arrived): Checked {
    const params = this.#part(operation, 'path', arrived.params)
    this.#part(operation, 'header', arrived.headers)
    const query = this.#part(operation, 'query', arrived.query)
    return { params, query, body: this.#body(operation, arrived) }
  }

  /**
   * Compiles every request schema of every operation, which requests do lazily.
   * @throws when one of them is broken or says something the validator would ignore.
   */
  compileAll(operations: readonly Operation[]): void {
    for (const operation of operations) {
      for (const group of ['path', 'query', 'header'] as const) {
        this.#validator(operation.document, this.#group(operation, group))
      }
      for (const pointer of operation.body?.schemas.values() ?? []) {
        this.#at(operation.document, pointer)
      }
    }
  }

  #part(operation: Operation, group: 'path' | 'query' | 'header', sent: unknown): object {
    const value = coerced(operation, group, sent)
    this.#refuseUnsound(group, value)
    const validate = this.#validator(operation.document, this.#group(operation, group))
    if (!validate(value)) throw this.#failure(operation.document, group, validate, value)
    return value
  }

  #body({ body, document }: Operation, { body: sent, mediaType }: Arrived): unknown {
    if (body === null) {
      // Clients that always send JSON send {} when they have nothing to send.
      if (sent === undefined || isEmptyObject(sent)) return undefined
      throw new HttpFailure('invalid_payload', 'This operation takes no body. Leave it out.')
    }
    if (sent === undefined) return undefined
    const pointer = body.schemas.get(mediaType)
    if (pointer === undefined) {
      throw new HttpFailure('unsupported_media_type', `A body of ${mediaType} is not declared.`)
    }
    const part = mediaType === FORM ? 'form' : 'body'
    this.#refuseUnsound(part, sent)
    const schema = lookUp(this.#documents[document] as Document, pointer)
    const value =
      part === 'form' ? typed(sentOnes(sent), propertiesOf(this.#flat(document, schema))) : sent
    const validate = this.#at(document, pointer)
    if (!validate(value)) throw this.#failure(document, part, validate, value)
    return value
  }

  #failure(document: string, part: Part, validate: ValidateFunction, value: unknown): HttpFailure {
    const { details, keyword, property } = explain(part, validate.errors ?? [], value, {
      flat: branch => this.#flat(document, branch),
      recheck: (branch, data) => {
        const inner = this.#validator(document, branch)
        return inner(data) ? null : (inner.errors ?? [])
      }
    })
    const key =
      part !== 'form' ? keys[part] : keyword === 'required' ? 'missing_parameters' : undefined
    return new HttpFailure(key ?? formKeys.get(property) ?? keys.form, details)
  }

  /** A schema with the references at its top followed; keywords beside one win. */
  #flat(document: string, schema: unknown): Schema {
    if (!isObject(schema)) return {}
    const { $ref, ...beside } = schema
    if (typeof $ref !== 'string') return schema
    const pointer = decodeURIComponent($ref.slice($ref.indexOf('#')))
    const found = lookUp(this.#documents[document] as Document, pointer)
    return { ...this.#flat(document, found), ...beside }
  }

  #refuseUnsound(part: Part, value: unknown): void {
    const path: (string | number)[] = []
    const fault = unsound(value, path)
    if (fault !== null) throw new HttpFailure(keys[part], `${spellPath(part, path)} ${fault}.`)
  }

  /** The parameters of one place as one schema; only the query is closed. */
  #group(operation: Operation, group: 'path' | 'query' | 'header'): Schema {
    const key = `${operation.document} ${operation.id} ${group}`
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const parameters = operation.parameters.filter(parameter => parameter.in === group)
    const name = (text: string) => (group === 'header' ? text.toLowerCase() : text)
    const made: Schema = {
      type: 'object',
      properties: Object.fromEntries(parameters.map(each => [name(each.name), each.schema])),
      required: parameters.filter(each => each.required).map(each => name(each.name)),
      ...(group === 'query' ? { additionalProperties: false } : {})
    }
    this.#groups.set(key, made)
    return made
  }

  /** The validator of a schema object whose references are relative to a document. */
  #validator(document: string, schema: Schema): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known !== undefined) return known
    this.#add(document)
    const made = this.#ajv.compile(absolute(document, schema) as Schema)
    this.#compiled.set(schema, made)
    return made
  }

  /** The validator of the schema at a pointer. */
  #at(document: string, pointer: string): ValidateFunction {
    this.#add(document)
    const $ref = `${document}${encodeURI(pointer)}`
    const known = this.#ajv.getSchema($ref)
    if (known === undefined) throw new Error(`${document} has nothing at ${pointer}`)
    return known as ValidateFunction
  }

  #add(document: string): void {
    if (this.#added.has(document)) return
    const text = JSON.stringify(this.#documents[document])
    for (const [, name = ''] of text.matchAll(/"(x-[\w-]+)":/g)) {
      if (!this.#extensions.has(name)) this.#ajv.addKeyword(name)
      this.#extensions.add(name)
    }
    this.#ajv.addSchema(this.#documents[document] as Document, document)
    this.#added.add(document)
  }
}

/** References of a document in a form that works from outside it. */
function absolute(document: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => absolute(document, each))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string' && each.startsWith('#')
        ? [key, `${document}${each}`]
        : [key, absolute(document, each)]
    )
  )
}

/** The declared parameters of one place with their texts turned into what the schemas ask for. */
function coerced(operation: Operation, group: 'path' | 'query' | 'header', sent: unknown): object {
  const declared = operation.parameters.filter(parameter => parameter.in === group)
  const lower = group === 'header'
  const schemas = Object.fromEntries(
    declared.map(({ name, schema }) => [lower ? name.toLowerCase() : name, schema])
  )
  // Undeclared headers come from proxies and browsers.
  const entries = Object.entries((sent ?? {}) as object)
  const kept = lower ? entries.filter(([name]) => Object.hasOwn(schemas, name)) : entries
  return typed(Object.fromEntries(kept), schemas)
}

/** A copy of flat texts with numbers, booleans and lists where the schemas say so. */
function typed(sent: unknown, schemas: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries((sent ?? {}) as object).map(([name, value]) => [
      name,
      Object.hasOwn(schemas, name) ? typedValue(value, schemas[name]) : value
    ])
  )
}

/** In OAuth a parameter without a value counts as absent. */
function sentOnes(form: unknown): object {
  return Object.fromEntries(Object.entries(form as object).filter(([, value]) => value !== ''))
}

function typedValue(value: unknown, schema: unknown): unknown {
  const types = isObject(schema) ? [schema['type']].flat() : []
  if (types.includes('array')) {
    const items = isObject(schema) ? schema['items'] : undefined
    return [value].flat().map(each => typedValue(each, items))
  }
  if (typeof value !== 'string') return value
  const numeric = types.includes('integer') || types.includes('number')
  if (numeric && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return Number(value)
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function propertiesOf(schema: Schema): Readonly<Record<string, unknown>> {
  return isObject(schema['properties']) ? schema['properties'] : {}
}

/**
 * The first part of a value that cannot be stored or returned, or null; `path` then points at it.
 */
function unsound(value: unknown, path: (string | number)[]): string | null {
  if (typeof value === 'string') return unsoundText(value)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : 'is too large to be a number here'
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [key, each] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const name = typeof key === 'string' ? unsoundName(key, each) : null
    if (name !== null) return name
    path.push(key)
    const fault = unsound(each, path)
    if (fault !== null) return fault
    path.pop()
  }
  return null
}

/** Names that pollute prototypes when objects are merged are refused, too. */
function unsoundName(name: string, value: unknown): string | null {
  if (name === '__proto__' || (name === 'constructor' && isObject(value) && 'prototype' in value)) {
    return `has a property ${name}, which is not accepted`
  }
  const fault = unsoundText(name)
  return fault === null ? null : `has a property whose name ${fault}`
}

function unsoundText(text: string): string | null {
  if (text.includes('\0')) return 'holds the character U+0000, which is not accepted'
  return text.isWellFormed() ? null : 'holds half of a surrogate pair, which is not accepted'
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}
