/** A document as something to hold others against. Spec: openapi/README.md#rules. */
import { type Document, flat, type Operation, operationsOf, type Schema } from '../http/document.ts'
import { explainEach, type SchemaFinding } from '../http/mistakes.ts'
import { SchemaChecks } from '../http/validation.ts'

export interface Example {
  readonly name: string
  readonly value: unknown
}

export interface AnswerHeader {
  /** Lower case. */
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

export interface Described extends Operation {
  /** The one media type of its body; empty when it takes none. */
  readonly type: string
  /** The pointer to the schema of that body; empty without one. */
  readonly schema: string
  /** Bodies that are shown, in their order. */
  readonly requests: readonly Example[]
  readonly values: Readonly<Record<string, string>>
  readonly headers: ReadonlyMap<number, readonly AnswerHeader[]>
}

/** How many mistakes of one value are told; the others are seldom another matter. */
const TOLD_MAX = 5

/** A document that is compiled as far as it is needed. */
export class CompiledContract {
  readonly name: string
  readonly document: Document
  /** In the order of the document. */
  readonly operations: readonly Described[]
  readonly #checks: SchemaChecks

  /** @throws {BootRefused} for a document that says what no client could rely on. */
  constructor(name: string, document: Document) {
    this.name = name
    this.document = document
    this.operations = operationsOf(name, document).map(operation => this.#described(operation))
    this.#checks = new SchemaChecks({ [name]: document })
  }

  fits(pointer: string, value: unknown): boolean {
    // A check fills in what has a default.
    return this.#checks.at(this.name, pointer)(structuredClone(value)) === null
  }

  /** What is wrong with a value by the schema at a pointer, as sentences; empty: nothing. */
  mistakes(pointer: string, value: unknown): readonly string[] {
    if (this.fits(pointer, value)) return []
    const copy = structuredClone(value)
    return this.#told(this.#checks.searchesOf(this.name).at(this.name, pointer)(copy) ?? [], copy)
  }

  /** The same by a schema that stands in the document. */
  mistakesBy(schema: Schema, value: unknown): readonly string[] {
    return this.#told(this.#checks.searchesOf(this.name).of(this.name, schema)(value) ?? [], value)
  }

  flat(schema: unknown): Schema {
    return flat(this.document, schema)
  }

  #told(findings: readonly SchemaFinding[], value: unknown): readonly string[] {
    if (findings.length === 0) return []
    const branches = this.#checks.branchesOf(this.name)
    const told = [...explainEach('body', findings, value, branches)].map(({ details }) => details)
    const [first] = findings
    const all = told.length > 0 ? told : [`${first?.instancePath} ${first?.message}.`]
    const [more, ...rest] = [all.length - TOLD_MAX, ...all.slice(0, TOLD_MAX)]
    return more > 0 ? [...rest, `${more} more mistakes.`] : rest
  }

  #described(operation: Operation): Described {
    const item = this.document.paths[operation.path] ?? {}
    const found = this.flat(item[operation.method.toLowerCase()])
    const [type = '', schema = ''] = [...(operation.body?.schemas ?? [])][0] ?? []
    const parameters = ((found['parameters'] ?? []) as unknown[]).map(each => this.flat(each))
    const responses = Object.entries(this.flat(found['responses']))
    return {
      ...operation,
      type,
      schema,
      requests: this.#examples(this.flat(found['requestBody']), type),
      values: Object.fromEntries(parameters.map(each => [each['name'], this.#shown(each)])),
      headers: new Map(
        responses.map(([status, answer]) => [Number(status), this.#headers(this.flat(answer))])
      )
    }
  }

  /** The value that a parameter shows, which has several names where it has any. */
  #shown({ example, examples }: Schema): string {
    const [named] = Object.values(this.flat(examples))
    return String(example ?? this.flat(named)['value'])
  }

  #examples(body: Schema, type: string): readonly Example[] {
    const media = this.flat(this.flat(body['content'])[type])
    return Object.entries(this.flat(media['examples'])).map(([name, example]) => ({
      name,
      value: this.flat(example)['value']
    }))
  }

  #headers(answer: Schema): readonly AnswerHeader[] {
    return Object.entries(this.flat(answer['headers'])).map(([name, header]) => {
      const { required, schema } = this.flat(header)
      return { name: name.toLowerCase(), required: required === true, schema: this.flat(schema) }
    })
  }
}

/* Addresses to which paths are added, in time that is in proportion to their length. */

/** Takes the slashes off the end of an address, so that a path can follow. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
