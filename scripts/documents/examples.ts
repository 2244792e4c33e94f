/**
 * Every example of a document with the schema it must fit, and validators that check it.
 *
 * Spec: openapi/README.md#examples-are-replayed.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  escaped,
  exampleOf,
  followed,
  isTree,
  operationsOf,
  schemasOf,
  type Tree,
  tree
} from './walk.ts'

/** An example, and the pointer (without `#`) to the schema it must fit. */
export interface Shown {
  /** Its place, for people. */
  readonly at: string
  readonly schema: string
  readonly value: unknown
}

/** Parts of a document that are no keywords of its schemas, and keywords that only describe. */
const vocabulary = [
  ...['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components'],
  ...['discriminator', 'example', 'x-enum-varnames']
]

/** The schemas of one document as validators, compiled when first asked for. */
export class Validators {
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: Tree) {
    this.#ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      coerceTypes: false,
      // Most of the time goes into compiling: once for each schema, however many refer to it.
      inlineRefs: false,
      code: { optimize: false }
    })
    this.#ajv.addVocabulary(vocabulary)
    addFormats.default(this.#ajv, { mode: 'full' })
    this.#ajv.addSchema(document, 'document')
  }

  /** The mistake of the value, or null; `pointer` leads to a schema. */
  mistake(pointer: string, value: unknown): string | null {
    const validate = this.#validatorOf(pointer)
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }

  fits(pointer: string, value: unknown): boolean {
    return this.#validatorOf(pointer)(value)
  }

  #validatorOf(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer)
    const validate = known ?? this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    this.#compiled.set(pointer, validate)
    return validate
  }
}

/** The examples of every schema, parameter, header, request and response. */
export function* examplesOf(document: Tree): Generator<Shown> {
  for (const { schema, pointer } of schemasOf(document)) {
    for (const value of (schema['examples'] as unknown[] | undefined) ?? []) {
      yield { at: `${pointer}/examples`, schema: pointer, value }
    }
  }
  for (const [name, parameter] of Object.entries(componentsOf(document, 'parameters'))) {
    const value = exampleOf(parameter)
    if (value === undefined) continue
    const pointer = `/components/parameters/${escaped(name)}`
    yield { at: `${pointer}/example`, schema: `${pointer}/schema`, value }
  }
  for (const [name, response] of Object.entries(componentsOf(document, 'responses'))) {
    yield* mediaExamples(document, response, `/components/responses/${escaped(name)}`)
  }
  for (const { tree: operation, pointer } of operationsOf(document)) {
    yield* mediaExamples(document, tree(operation['requestBody']), `${pointer}/requestBody`)
    for (const [status, response] of Object.entries(tree(operation['responses']))) {
      yield* mediaExamples(document, tree(response), `${pointer}/responses/${status}`)
    }
  }
}

/** The named examples of a body's media types; none when the body is a reference. */
export function* mediaExamples(document: Tree, body: Tree, pointer: string): Generator<Shown> {
  for (const [type, media] of Object.entries(tree(body['content']))) {
    const schema = `${pointer}/content/${escaped(type)}/schema`
    for (const [name, example] of Object.entries(tree(tree(media)['examples']))) {
      const at = `${pointer}/content/${escaped(type)}/examples/${name}`
      yield { at, schema, value: followed(document, example)['value'] }
    }
  }
}

/** The named components of one kind. */
export function componentsOf(document: Tree, kind: string): Readonly<Record<string, Tree>> {
  return Object.fromEntries(
    Object.entries(tree(tree(document['components'])[kind])).filter(
      (entry): entry is [string, Tree] => isTree(entry[1])
    )
  )
}
