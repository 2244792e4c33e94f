/**
 * Checks requests against the document: path, headers, query and body, strictly. JSON bodies are
 * never coerced. A check stops at the first mistake, and that is the one a refusal tells. Only
 * then, and only in a body of a bounded size, are the others looked for, so that a caller corrects
 * a body at once, and who sends nonsense makes us do little more than before.
 * Spec: openapi/behaviour/requests-and-errors.md#requests-are-closed-and-answers-are-open.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { FREE_MAPS, lookingForUnsound } from '../rules/sound-json.ts'
import { inOneGo, inSlices, LOOK_VALUES, type SlicedWork, slicesOf } from './bodies.ts'
import { type Document, flat, isSchema, type Operation, type Schema } from './document.ts'
import { HttpFailure } from './errors.ts'
import {
  type Branches,
  explain,
  explainEach,
  isSearched,
  keys,
  type RequestPart,
  requestFailure,
  type SchemaFinding,
  spellPath
} from './mistakes.ts'
import {
  groupOf,
  type ParameterGroup,
  type ParameterPlace,
  type Readers,
  readersOf,
  readParameters,
  sentOnes
} from './parameters.ts'

export interface Arrived {
  readonly params: unknown
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
  /** Without parameters, lower case; empty when none was sent. */
  readonly mediaType: string
}

/** The parts that a handler gets: with defaults, and with texts as numbers and booleans. */
interface Checked {
  readonly params: object
  readonly query: object
  readonly body: unknown
}

const FORM = 'application/x-www-form-urlencoded'
const FILES = 'multipart/form-data'

export class RequestChecks {
  readonly #documents: Readonly<Record<string, Document>>
  readonly #checks: SchemaChecks
  readonly #groups = new WeakMap<Operation, Readonly<Record<ParameterPlace, ParameterGroup>>>()
  readonly #bodies = new Map<string, BodyCheck>()
  readonly #lists = new Map<string, ListChecks | null>()

  /** Documents by name; nothing is compiled yet. */
  constructor(documents: Readonly<Record<string, Document>>) {
    this.#documents = documents
    this.#checks = new SchemaChecks(documents)
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
    return { params, query, body: inOneGo(this.#checkingBody(operation, arrived)) }
  }

  /**
   * The same of a large body: the elements of a list are checked in slices, and `between` lets others
   * go on after each. What is no list is held against its schema in one go, which bounds it.
   */
  async checkInSlices(
    operation: Operation,
    arrived: Arrived,
    between: () => Promise<void>
  ): Promise<Checked> {
    const { body: sent, mediaType } = arrived
    const pointer = operation.body?.schemas.get(mediaType)
    const list = pointer === undefined || !Array.isArray(sent) ? null : sent
    const each = pointer === undefined ? null : this.#elementsOf(operation.document, pointer)
    // First what is short, as a request without a body is.
    const { params, query } = this.check(operation, { ...arrived, body: undefined })
    // Of few values all mistakes are looked for, which takes no longer in one go.
    const checking =
      list === null || each === null || isSearched(list)
        ? this.#checkingBody(operation, arrived)
        : this.#checkingList(operation.document, { list, ...each })
    return { params, query, body: await inSlices(checking, between) }
  }

  /**
   * Compiles every request schema of every operation, which requests do lazily.
   * @throws when one of them is broken or says something the validator would ignore.
   */
  compileAll(operations: readonly Operation[]): void {
    for (const [name, { components }] of Object.entries(this.#documents)) {
      for (const schema of Object.values(components?.['schemas'] ?? {})) {
        this.#checks.confirm(name, schema as Schema)
      }
    }
    for (const operation of operations) {
      for (const { schema } of Object.values(this.#groupsOf(operation))) {
        this.#checks.confirm(operation.document, schema)
        this.#checks.of(operation.document, schema)
      }
      for (const pointer of operation.body?.schemas.values() ?? []) {
        this.#checks.at(operation.document, pointer)
        this.#checks.searchesOf(operation.document).at(operation.document, pointer)
      }
    }
  }

  #part({ document }: Operation, { place, readers, schema }: ParameterGroup, sent: unknown) {
    const value = readParameters(sent, readers, place === 'header')
    inOneGo(refusingUnsound(place, value))
    const findings = this.#checks.of(document, schema)(value)
    if (findings === null) return value
    const search = place === 'header' ? null : this.#checks.searchesOf(document)
    throw this.#failure(place, document, { value, findings, search: search?.of(document, schema) })
  }

  *#checkingBody(
    { body, document }: Operation,
    { body: sent, mediaType }: Arrived
  ): SlicedWork<unknown> {
    if (body === null) {
      // Clients that always send JSON send {} when they have nothing to send.
      if (sent === undefined || (isSchema(sent) && Object.keys(sent).length === 0)) return undefined
      throw new HttpFailure('invalid_payload', 'This operation takes no body. Leave it out.')
    }
    if (sent === undefined) return undefined
    const pointer = body.schemas.get(mediaType)
    if (pointer === undefined) {
      throw new HttpFailure('unsupported_media_type', `A body of ${mediaType} is not declared.`)
    }
    const part = mediaType === FORM ? 'form' : 'body'
    // What is in a file is told by its line.
    const oddName = mediaType === FILES ? null : yield* refusingUnsound(part, sent)
    const { check, readers } = this.#bodyCheck(document, pointer)
    const value = part === 'form' ? readParameters(sentOnes(sent), readers) : sent
    const findings = check(value)
    if (findings === null) return value
    // What does not fit may have it where no free map is, and no refusal repeats a long name.
    if (oddName !== null) throw oddName
    const search = isSearched(value) ? this.#checks.searchesOf(document) : null
    throw this.#failure(part, document, { value, findings, search: search?.at(document, pointer) })
  }

  *#checkingList(
    document: string,
    { list, ofList, ofElement }: { readonly list: readonly unknown[] } & ListChecks
  ): SlicedWork<unknown> {
    const oddName = yield* refusingUnsound('body', list)
    const findings = ofList(list)
    // A list of many values is not searched for other mistakes.
    if (findings !== null) {
      throw oddName ?? this.#failure('body', document, { value: list, findings })
    }
    for (const [from, end] of slicesOf(list)) {
      for (let index = from; index < end; index++) {
        const found = ofElement(list[index])
        if (found === null) continue
        const placed = found.map(each => ({
          ...each,
          instancePath: `/${index}${each.instancePath}`
        }))
        throw oddName ?? this.#failure('body', document, { value: list, findings: placed })
      }
      yield
    }
    return list
  }

  /** By the first mistake of a value, and those that a search of it finds. */
  #failure(part: RequestPart, document: string, { value, findings, search }: Unfit): HttpFailure {
    const branches = this.#checks.branchesOf(document)
    const first = explain(part, findings, value, branches)
    return requestFailure(part, first, explainEach(part, search?.(value) ?? [], value, branches))
  }

  /** The checks of a list and of its elements; null where the body is no list. */
  #elementsOf(document: string, pointer: string): ListChecks | null {
    const known = this.#lists.get(document + pointer)
    if (known !== undefined) return known
    const { items, ...list } = this.#flat(document, { $ref: pointer })
    const isList = isSchema(items) && list['type'] === 'array' && list['uniqueItems'] !== true
    const made = isList
      ? { ofList: this.#checks.of(document, list), ofElement: this.#checks.of(document, items) }
      : null
    this.#lists.set(document + pointer, made)
    return made
  }

  #bodyCheck(document: string, pointer: string): BodyCheck {
    const known = this.#bodies.get(document + pointer)
    if (known !== undefined) return known
    const schema = this.#flat(document, { $ref: pointer })
    const made = {
      check: this.#checks.at(document, pointer),
      readers: readersOf(Object.entries(propertiesOf(schema)))
    }
    this.#bodies.set(document + pointer, made)
    return made
  }

  #flat(document: string, schema: unknown): Schema {
    return flat(this.#documents[document] as Document, schema)
  }

  #groupsOf(operation: Operation): Readonly<Record<ParameterPlace, ParameterGroup>> {
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
}

/**
 * The refusal of a name that only a free map may have; null where there is none.
 * @throws {HttpFailure} for what nothing may have.
 */
function* refusingUnsound(part: RequestPart, value: unknown): SlicedWork<HttpFailure | null> {
  const found = yield* lookingIn(part, value, [])
  if (found === null) return null
  const fault = yield* lookingIn(part, value, FREE_MAPS)
  if (fault !== null) throw fault
  return found
}

function* lookingIn(part: RequestPart, value: unknown, freeMaps: readonly string[]) {
  const path: (string | number)[] = []
  const fault = yield* lookingForUnsound(value, path, { freeMaps }, LOOK_VALUES)
  return fault === null ? null : new HttpFailure(keys[part], `${spellPath(part, path)} ${fault}.`)
}

interface Unfit {
  readonly value: unknown
  readonly findings: readonly SchemaFinding[]
  readonly search?: SchemaCheck | undefined
}

/** Of a list without its elements, and of each of them. */
interface ListChecks {
  readonly ofList: SchemaCheck
  readonly ofElement: SchemaCheck
}

interface BodyCheck {
  readonly check: SchemaCheck
  /** Of the properties of a form. */
  readonly readers: Readers
}

function propertiesOf(schema: Schema): Readonly<Record<string, unknown>> {
  return isSchema(schema['properties']) ? schema['properties'] : {}
}

/*
 * Checks of values against the schemas of documents, each compiled at its first use and kept. A
 * validator reads a document as it is, so that a schema of ten operations is compiled once. One
 * kind of check stops at the first finding, which is all that most answers need. The other goes on
 * to the end, and has one finding for a union of which no branch fits: those of its branches are
 * about values that nobody sent.
 */

/** The findings about a value; null when it fits. */
type SchemaCheck = (value: unknown) => readonly SchemaFinding[] | null

type BranchCheck = (branch: Schema) => SchemaCheck

/** Keywords of OpenAPI that describe and do not constrain, and the parts of a document itself. */
const vocabulary = [
  ...['discriminator', 'example', 'xml', 'externalDocs'],
  ...['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components', 'webhooks']
]

export class SchemaChecks {
  readonly #ajv: Ajv2020
  readonly #documents: Readonly<Record<string, Document>>
  readonly #made = new WeakMap<object, SchemaCheck>()
  readonly #searches = new Map<string, SchemaChecks>()
  readonly #added = new Set<string>()
  readonly #extensions = new Set<string>()

  /**
   * Documents by name; nothing is compiled yet, and the documents are taken to be sound. With the
   * checks of branches, all findings are found.
   */
  constructor(documents: Readonly<Record<string, Document>>, ofBranch?: BranchCheck) {
    this.#documents = documents
    this.#ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      allErrors: ofBranch !== undefined,
      // It takes two fifths of the first check of a body, and tests do it: see confirm.
      validateSchema: false,
      verbose: true,
      useDefaults: true,
      // A default behind an inlined reference would be lost silently; this makes it an error.
      inlineRefs: false
    })
    this.#ajv.addVocabulary(vocabulary)
    if (ofBranch !== undefined) findUnionsOnce(this.#ajv, ofBranch)
    addFormats.default(this.#ajv, { mode: 'full' })
    // The library accepts leap seconds, which our instants cannot hold.
    const { validate } = this.#ajv.formats['date-time'] as { validate: (text: string) => boolean }
    this.#ajv.addFormat('date-time', text => validate(text) && !Number.isNaN(Date.parse(text)))
  }

  /** The check of a schema object whose references are relative to a document. */
  of(document: string, schema: Schema): SchemaCheck {
    const known = this.#made.get(schema)
    if (known !== undefined) return known
    this.#add(document)
    const made = checkBy(this.#ajv.compile(absolute(document, schema) as Schema))
    this.#made.set(schema, made)
    return made
  }

  /** Holds a schema against the schema of schemas. @throws {Error} saying what is wrong with it. */
  confirm(document: string, schema: Schema): void {
    this.#add(document)
    this.#ajv.validateSchema(absolute(document, schema) as Schema, true)
  }

  /** The checks that find all mistakes by a document, made when the first value is searched. */
  searchesOf(document: string): SchemaChecks {
    const known = this.#searches.get(document)
    if (known !== undefined) return known
    const alone = { [document]: this.#documents[document] as Document }
    const made = new SchemaChecks(alone, branch => this.of(document, branch))
    this.#searches.set(document, made)
    return made
  }

  /** The checks by which the findings about a union are explained. */
  branchesOf(document: string): Branches {
    return {
      flat: branch => flat(this.#documents[document] as Document, branch),
      recheck: (branch, value) => this.of(document, branch)(value),
      search: (branch, value) => this.searchesOf(document).of(document, branch)(value)
    }
  }

  /** The check of the schema at a pointer. @throws {Error} when nothing is there. */
  at(document: string, pointer: string): SchemaCheck {
    this.#add(document)
    const $ref = `${document}${encodeURI(pointer)}`
    const found = this.#ajv.getSchema($ref)
    if (found === undefined) throw new Error(`${document} has nothing at ${pointer}`)
    return checkBy(found as ValidateFunction)
  }

  #add(document: string): void {
    if (this.#added.has(document)) return
    const added = forRequests(this.#documents[document] as Document)
    const text = JSON.stringify(added)
    for (const [, name = ''] of text.matchAll(/"(x-[\w-]+)":/g)) {
      if (!this.#extensions.has(name)) this.#ajv.addKeyword(name)
      this.#extensions.add(name)
    }
    this.#ajv.addSchema(added, document)
    this.#added.add(document)
  }
}

/**
 * What a request is taken to say where it leaves a property out, by schema. The documents say it in
 * the first words of the description: a `default` would make types of TypeScript require it.
 * Spec: openapi/behaviour/requests-and-errors.md#what-can-be-meant-in-one-way-need-not-be-said.
 */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CategoryRequest: { hierarchy: 0 },
  CheckEligibilityRequest: { scenario: 'ALL' },
  CreateCampaignRequest: { type: 'STATIC', auto_join: false, vouchers_count: 0 },
  CreateLoyaltyProgramRequest: { type: 'STATIC', auto_join: false, vouchers_count: 0 },
  CreateProjectRequest: { case_sensitive_codes: true },
  CreatePublicationCampaignRequest: { count: 1 },
  EarningRuleRequest: { active: true },
  EligibilityFiltersRequest: { junction: 'and' },
  EligibilityOptionsRequest: { limit: 5, sorting_rule: 'DEFAULT' },
  OrderItemProductRequest: { override: false },
  OrderItemSkuRequest: { override: false },
  PromotionTierRequest: { active: true },
  PutSandboxFaultsRequestFault: { every: 1 },
  SegmentRequest: { type: 'static' },
  UpdateBalanceRequest: { expiration_type: 'PROGRAM_RULES' }
}

const JUNCTION: Schema = { type: 'string', enum: ['and', 'or', 'AND', 'OR'] }

/** Texts of ours in maps of the caller's entries, by schema. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  ExportFilterRequest: { junction: JUNCTION },
  SegmentFilterRequest: { junction: JUNCTION },
  ValidationRuleSetRequest: { logic: { type: ['string', 'null'], maxLength: 2000 } }
}

/**
 * The document as requests are held against it: with the defaults, and with maps in which every
 * value but a text of ours is an entry. Types of TypeScript cannot say that of a map, so the
 * document lets any value be an entry or a text.
 */
export function forRequests(document: Document): Document {
  const { components, $defs, ...rest } = document as Document & { readonly $defs?: unknown }
  const made = {
    ...rest,
    ...(components && {
      components: { ...components, schemas: schemasForRequests(components['schemas']) }
    }),
    ...($defs !== undefined && { $defs: schemasForRequests($defs) })
  }
  return made as Document
}

function schemasForRequests(schemas: unknown): Readonly<Record<string, Schema>> {
  const named = Object.entries((schemas ?? {}) as Record<string, Schema>)
  return Object.fromEntries(
    named.map(([name, schema]) => {
      const { additionalProperties: others } = schema
      const properties = propertiesOf(schema) as Readonly<Record<string, Schema>>
      const filled = Object.entries(DEFAULTS[name] ?? {}).flatMap(([key, value]) =>
        key in properties ? [[key, { ...properties[key], default: value }]] : []
      )
      const texts = TEXTS[name]
      const [entry] = isSchema(others) && Array.isArray(others['anyOf']) ? others['anyOf'] : []
      const made = {
        ...schema,
        ...(filled.length > 0 && { properties: { ...properties, ...Object.fromEntries(filled) } }),
        ...(texts && { properties: texts, additionalProperties: entry ?? others })
      }
      return [name, made]
    })
  )
}

function checkBy(validate: ValidateFunction): SchemaCheck {
  return value => (validate(value) ? null : (validate.errors ?? []))
}

/** Gives a union that does not fit one finding, without those of its branches. */
function findUnionsOnce(ajv: Ajv2020, ofBranch: BranchCheck): void {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    ajv.removeKeyword(keyword)
    const compile = (branches: readonly Schema[], parentSchema: object) => {
      const checks = branches.map(ofBranch)
      const fits = Object.assign(
        (value: unknown): boolean => {
          const passing = checks.flatMap((check, index) => (check(value) === null ? [index] : []))
          if (passing.length === 1 || (keyword === 'anyOf' && passing.length > 1)) return true
          const params = { passingSchemas: passing.length === 0 ? null : passing.slice(0, 2) }
          fits.errors = [{ keyword, params, parentSchema }]
          return false
        },
        { errors: [] as object[] }
      )
      return fits
    }
    ajv.addKeyword({ keyword, schemaType: 'array', compile })
  }
}

/** References of a document in a form that works from outside it. */
function absolute(document: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(each => absolute(document, each))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string' && each.startsWith('#')
        ? [key, `${document}${each}`]
        : [key, absolute(document, each)]
    )
  )
}
