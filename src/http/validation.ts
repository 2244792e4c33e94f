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
  readonly #groups = new WeakMap<Operation, Readonly<Record<Place, Group>>>()
  readonly #bodies = new Map<string, BodyCheck>()

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
    const { path, header, query: asked } = this.#groupsOf(operation)
    const params = this.#part(operation, path, arrived.params)
    // Undeclared headers come from proxies and browsers.
    if (header.readers.size > 0) this.#part(operation, header, arrived.headers)
    const query = this.#part(operation, asked, arrived.query)
    return { params, query, body: this.#body(operation, arrived) }
  }

  /**
   * Compiles every request schema of every operation, which requests do lazily.
   * @throws when one of them is broken or says something the validator would ignore.
   */
  compileAll(operations: readonly Operation[]): void {
    for (const operation of operations) {
      for (const { schema } of Object.values(this.#groupsOf(operation))) {
        this.#validator(operation.document, schema)
      }
      for (const pointer of operation.body?.schemas.values() ?? []) {
        this.#at(operation.document, pointer)
      }
    }
  }

  #part({ document }: Operation, { place, readers, schema }: Group, sent: unknown): object {
    const value = read(sent, readers, place === 'header')
    this.#refuseUnsound(place, value)
    const validate = this.#validator(document, schema)
    if (!validate(value)) throw this.#failure(document, place, validate, value)
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
    const { validate, readers } = this.#bodyCheck(document, pointer)
    const value = part === 'form' ? read(sentOnes(sent), readers) : sent
    if (!validate(value)) throw this.#failure(document, part, validate, value)
    return value
  }

  #bodyCheck(document: string, pointer: string): BodyCheck {
    const known = this.#bodies.get(document + pointer)
    if (known !== undefined) return known
    const schema = this.#flat(document, lookUp(this.#documents[document] as Document, pointer))
    const made = {
      validate: this.#at(document, pointer),
      readers: readersOf(Object.entries(propertiesOf(schema)))
    }
    this.#bodies.set(document + pointer, made)
    return made
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

  /** The parameters of each place. */
  #groupsOf(operation: Operation): Readonly<Record<Place, Group>> {
    const known = this.#groups.get(operation)
    if (known !== undefined) return known
    const made = {
      path: groupOf(operation, 'path'),
      header: groupOf(operation, 'header'),
      query: groupOf(operation, 'query')
    }
    this.#groups.set(operation, made)
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

type Place = 'path' | 'query' | 'header'

/** The parameters of one place as one schema, and how their texts are read. */
interface Group {
  readonly place: Place
  readonly readers: Readers
  readonly schema: Schema
}

interface BodyCheck {
  readonly validate: ValidateFunction
  /** Of the properties of a form. */
  readonly readers: Readers
}

/** By name: a text as what its schema asks for; what is no such text stays as it is. */
type Readers = ReadonlyMap<string, (value: unknown) => unknown>

/** Only the query is closed. */
function groupOf({ parameters }: Operation, place: Place): Group {
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

function readersOf(schemas: readonly (readonly [string, unknown])[]): Readers {
  return new Map(schemas.map(([name, schema]) => [name, readerOf(schema)]))
}

/** A copy of flat texts with numbers, booleans and lists where the schemas say so. */
function read(sent: unknown, readers: Readers, declaredOnly = false): object {
  const texts = (sent ?? {}) as Readonly<Record<string, unknown>>
  const entries: [string, unknown][] = []
  for (const name of Object.keys(texts)) {
    const reader = readers.get(name)
    if (reader !== undefined) entries.push([name, reader(texts[name])])
    else if (!declaredOnly) entries.push([name, texts[name]])
  }
  return Object.fromEntries(entries)
}

/** In OAuth a parameter without a value counts as absent. */
function sentOnes(form: unknown): object {
  return Object.fromEntries(Object.entries(form as object).filter(([, value]) => value !== ''))
}

function readerOf(schema: unknown): (value: unknown) => unknown {
  const types = isObject(schema) ? [schema['type']].flat() : []
  if (types.includes('array')) {
    const item = readerOf(isObject(schema) ? schema['items'] : undefined)
    return value => [value].flat().map(item)
  }
  const numeric = types.includes('integer') || types.includes('number')
  const logical = types.includes('boolean')
  if (!numeric && !logical) return value => value
  return value => {
    if (typeof value !== 'string') return value
    if (numeric && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return Number(value)
    return logical && (value === 'true' || value === 'false') ? value === 'true' : value
  }
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
  const list = Array.isArray(value)
  for (const key of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    const name = list ? null : unsoundName(key, each)
    if (name !== null) return name
    path.push(list ? Number(key) : key)
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
