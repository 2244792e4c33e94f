/**
 * Checks of values against the schemas of documents, each compiled at its first use and kept.
 *
 * A validator reads a document as it is, so that a schema of ten operations is compiled once. One
 * kind of check stops at the first finding, which is all that most answers need. The other goes on
 * to the end, and has one finding for a union of which no branch fits: those of its branches are
 * about values that nobody sent.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type Document, isSchema, type Schema } from './document.ts'
import type { SchemaFinding } from './explanation.ts'

/** The findings about a value; null when it fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaFinding[] | null

/** Makes the check of a branch of a union. */
type BranchCheck = (branch: Schema) => SchemaCheck

/** Keywords of OpenAPI that describe and do not constrain, and the parts of a document itself. */
const vocabulary = [
  ...['discriminator', 'example', 'xml', 'externalDocs'],
  ...['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components', 'webhooks']
]

/** The checks of a set of documents. */
export class SchemaChecks {
  readonly #ajv: Ajv2020
  readonly #documents: Readonly<Record<string, Document>>
  readonly #made = new WeakMap<object, SchemaCheck>()
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
    const text = JSON.stringify(this.#documents[document])
    for (const [, name = ''] of text.matchAll(/"(x-[\w-]+)":/g)) {
      if (!this.#extensions.has(name)) this.#ajv.addKeyword(name)
      this.#extensions.add(name)
    }
    this.#ajv.addSchema(this.#documents[document] as Document, document)
    this.#added.add(document)
  }
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
