/**
 * Reads an OpenAPI document into the list of its operations, each with everything a route needs. It
 * also checks the document: anything that the router would ignore, that would leave a gate open, or
 * that no client could rely on stops the start with a sentence that says what to write where. All
 * mistakes are reported together.
 * Spec: openapi/README.md#rules.
 */

export type Schema = { readonly [keyword: string]: unknown }

export interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: { readonly [path: string]: { readonly [key: string]: unknown } }
  readonly components?: {
    readonly securitySchemes?: { readonly [name: string]: SecurityScheme }
    readonly [kind: string]: unknown
  }
  readonly security?: readonly Requirement[]
  readonly [key: string]: unknown
}

/** All schemes of one alternative; an operation has a list of alternatives. */
export type Requirement = { readonly [scheme: string]: readonly string[] }

export interface SecurityScheme {
  readonly type: string
  readonly in?: string
  readonly name?: string
  readonly scheme?: string
  readonly flows?: {
    readonly [flow: string]: { readonly scopes?: Readonly<Record<string, string>> }
  }
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  /** With the references at its top followed, so that its type and default can be read. */
  readonly schema: Schema
}

export interface Operation {
  readonly document: string
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** As in the document: `/v1/vouchers/{code}/redemption`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Null when it takes none. */
  readonly body: Body | null
  readonly security: readonly Requirement[]
  /** By status: the pointer to the schema of the JSON body, or null without a body. */
  readonly responses: ReadonlyMap<number, string | null>
}

interface Body {
  readonly required: boolean
  /** By media type: the pointer to the schema, with `#` in front. */
  readonly schemas: ReadonlyMap<string, string>
}

/** A start refused because of a document or the list of handlers; a line for each mistake. */
export class BootRefused extends Error {
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
  }
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** What was read of documents, which nobody changes. */
const readOnes = new WeakMap<Document, { name: string; operations: readonly Operation[] }>()

/**
 * The operations of a document in its order; of one document it is the same list each time.
 * @throws {BootRefused} when the document promises something that the service would not do.
 */
export function operationsOf(name: string, document: Document): readonly Operation[] {
  const known = readOnes.get(document)
  if (known?.name === name) return known.operations
  const operations = readOperations(name, document)
  readOnes.set(document, { name, operations })
  return operations
}

function readOperations(name: string, document: Document): readonly Operation[] {
  const reader = new DocumentReader(name, document)
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    reader.at = `${name}: ${path}`
    if ('parameters' in item)
      reader.refuse('has parameters of its own; declare them on each operation')
    return Object.keys(item)
      .filter(key => methods.includes(key))
      .map(method => reader.operation(path, method))
  })
  if (reader.mistakes.length > 0) throw new BootRefused(reader.mistakes)
  return operations
}

interface Found {
  readonly value: Schema
  readonly pointer: string
}

class DocumentReader {
  readonly mistakes: string[] = []
  at = ''
  readonly #name: string
  readonly #document: Document
  /** What references lead to; many operations refer to the same. */
  readonly #followed = new Map<string, Found>()

  constructor(name: string, document: Document) {
    this.#name = name
    this.#document = document
  }

  refuse(what: string): void {
    this.mistakes.push(`${this.at} ${what}.`)
  }

  operation(path: string, method: string): Operation {
    this.at = `${this.#name}: ${method.toUpperCase()} ${path}`
    const found = this.#document.paths[path]?.[method] as Schema
    const pointer = `#/paths/${escaped(path)}/${method}`
    const id = found['operationId']
    if (typeof id !== 'string')
      this.refuse('has no operationId; its handler method bears that name')
    if (method === 'head' || method === 'options' || method === 'trace') {
      this.refuse(`describes ${method.toUpperCase()}, which is not served; remove it`)
    }
    return {
      document: this.#name,
      id: String(id),
      method: method.toUpperCase(),
      path,
      parameters: this.#parameters(path, found['parameters'], pointer),
      body: this.#body(found['requestBody'], `${pointer}/requestBody`),
      security: this.#security(found['security']),
      responses: this.#responses(found['responses'], `${pointer}/responses`)
    }
  }

  #parameters(path: string, listed: unknown, pointer: string): Parameter[] {
    const parameters = (Array.isArray(listed) ? listed : []).map((value, index) =>
      this.#parameter(value, `${pointer}/parameters/${index}`)
    )
    const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(match => String(match[1]))
    const declared = parameters.filter(parameter => parameter.in === 'path')
    for (const name of inPath) {
      if (!/^\w+$/.test(name)) this.refuse(`names {${name}}; use letters, digits and _ only`)
      if (!declared.some(parameter => parameter.name === name)) {
        this.refuse(`does not declare {${name}}; add it to its parameters with in: path`)
      }
    }
    for (const { name } of declared) {
      if (!inPath.includes(name))
        this.refuse(`declares path parameter ${name}, which no path holds`)
    }
    return parameters
  }

  #parameter(listed: unknown, pointer: string): Parameter {
    const { value } = this.#follow(listed, pointer)
    const name = String(value['name'])
    if (value['in'] !== 'path' && value['in'] !== 'query' && value['in'] !== 'header') {
      this.refuse(`has parameter ${name} in ${value['in']}; only path, query and header are read`)
    }
    if (value['style'] !== undefined || value['explode'] !== undefined) {
      this.refuse(`gives parameter ${name} a style; only the default ones are read`)
    }
    if (!isSchema(value['schema'])) this.refuse(`gives parameter ${name} no schema; add one`)
    return {
      name,
      in: value['in'] as Parameter['in'],
      required: value['required'] === true,
      schema: isSchema(value['schema']) ? this.#flat(value['schema']) : {}
    }
  }

  #body(declared: unknown, pointer: string): Body | null {
    if (declared === undefined) return null
    const { value, pointer: found } = this.#follow(declared, pointer)
    const content = isSchema(value['content']) ? value['content'] : {}
    const schemas = new Map<string, string>()
    for (const [type, media] of Object.entries(content)) {
      if (!bodyTypes.includes(type))
        this.refuse(`takes ${type}; only ${bodyTypes.join(', ')} is read`)
      if (isSchema(media) && isSchema(media['schema'])) {
        schemas.set(type, `${found}/content/${escaped(type)}/schema`)
      } else this.refuse(`takes ${type} without a schema; add one, or anything would pass`)
    }
    if (schemas.size === 0) this.refuse('has a requestBody without content; add a media type')
    return { required: value['required'] === true, schemas }
  }

  #security(listed: unknown): readonly Requirement[] {
    const requirements = (listed ?? this.#document.security) as readonly Requirement[] | undefined
    if (requirements === undefined || requirements.length === 0) {
      this.refuse('has no security, which would leave it open; add it, or [{}] when that is meant')
      return []
    }
    const schemes = this.#document.components?.securitySchemes ?? {}
    for (const [name, scopes] of requirements.flatMap(entry => Object.entries(entry))) {
      const scheme = schemes[name]
      if (scheme === undefined) {
        this.refuse(`asks for ${name}; declare it under components.securitySchemes`)
        continue
      }
      const declared = Object.values(scheme.flows ?? {}).flatMap(flow =>
        Object.keys(flow.scopes ?? {})
      )
      for (const scope of scopes.filter(wanted => !declared.includes(wanted))) {
        this.refuse(`asks for scope ${scope}; declare it in the flow of ${name}`)
      }
    }
    return requirements
  }

  #responses(declared: unknown, pointer: string): Map<number, string | null> {
    const answers = isSchema(declared) ? declared : {}
    const statuses = Object.keys(answers)
    if (statuses.length === 0) this.refuse('declares no response; add the statuses it answers')
    const responses = new Map<number, string | null>()
    for (const status of statuses) {
      if (!/^[1-5]\d\d$/.test(status)) {
        this.refuse(`declares response ${status}; write each status by itself`)
      }
      const { value, pointer: found } = this.#follow(answers[status], `${pointer}/${status}`)
      const content = isSchema(value['content']) ? value['content'] : {}
      const json = content['application/json']
      const empty = status === '204' || status === '304'
      if (!empty && !(isSchema(json) && isSchema(json['schema']))) {
        this.refuse(`has no schema for response ${status}; add one under application/json`)
      }
      if (empty && Object.keys(content).length > 0) {
        this.refuse(`gives response ${status} a body, which it cannot have; remove its content`)
      }
      responses.set(
        Number(status),
        empty ? null : `${found}/content/${escaped('application/json')}/schema`
      )
    }
    return responses
  }

  #follow(value: unknown, pointer: string): Found {
    if (isSchema(value) && typeof value['$ref'] !== 'string') return { value, pointer }
    const target = isSchema(value) ? decodeURIComponent(String(value['$ref'])) : pointer
    return this.#followed.get(target) ?? this.#target(target)
  }

  #target(pointer: string): Found {
    let at = pointer
    for (let hops = 0; hops < 10; hops++) {
      const value = lookUp(this.#document, at)
      if (!isSchema(value)) break
      if (typeof value['$ref'] !== 'string') {
        const found = { value, pointer: at }
        this.#followed.set(pointer, found)
        return found
      }
      at = decodeURIComponent(value['$ref'])
    }
    this.refuse(`refers to ${at}, which is not in the document; bundle it, or mend the reference`)
    return { value: {}, pointer: at }
  }

  /** A schema with the references at its top replaced; keywords beside a reference win. */
  #flat(schema: Schema): Schema {
    if (typeof schema['$ref'] !== 'string') return schema
    const { $ref: _, ...beside } = schema
    return { ...this.#follow(schema, '').value, ...beside }
  }
}

/** The target of a pointer like `#/components/schemas/Order`; undefined when there is none. */
export function lookUp(document: Document, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  return pointer
    .slice(2)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (isSchema(at) || Array.isArray(at) ? (at as Schema)[part] : undefined),
      document
    )
}

/** What a value of a document is, with the references at its top followed; keywords beside win. */
export function flat(document: Document, value: unknown): Schema {
  if (!isSchema(value)) return {}
  const { $ref, ...beside } = value
  if (typeof $ref !== 'string') return value
  const pointer = decodeURIComponent($ref.slice($ref.indexOf('#')))
  return { ...flat(document, lookUp(document, pointer)), ...beside }
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
