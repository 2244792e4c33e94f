/**
 * The JSON Schema of a project file, made of the documents: an entry is the body of the operation
 * that makes the thing, and a row has the columns of an import.
 */
import { readFileSync } from 'node:fs'
import { type Column, objectSchema } from '../decisions/imports/columns.ts'
import { FORMATS } from '../decisions/imports/formats.ts'
import type { BodyMistake } from '../decisions/refusals.ts'
import {
  type Document,
  flat,
  isSchema,
  lookUp,
  type Operation,
  type Schema
} from '../http/document.ts'
import { HttpFailure } from '../http/errors.ts'
import { segments } from '../http/mistakes.ts'
import { generated } from '../http/served-files.ts'
import type { OperationId } from '../http/types.ts'
import { forRequests, RequestChecks } from '../http/validation.ts'
import type { IdPrefix } from '../model.ts'
import { DEED_NAMES, DEEDS, type DeedName } from './deeds.ts'
import type { EntryValues } from './entries.ts'
import { type FileMistake, pathTold } from './reading.ts'
import {
  innerOf,
  propertyOf,
  ROW_SECTION_NAMES,
  ROW_SECTIONS,
  type RowSectionName,
  SECTION_NAMES,
  SECTIONS,
  type SectionName
} from './sections.ts'
import type { Shapes, ShapesOf } from './stored-things.ts'

let contract: { readonly checks: FileChecks; readonly shapesOf: ShapesOf } | null = null

/** What files may have, and the forms of their entries; made at the first use. */
export function contractOf() {
  if (contract !== null) return contract
  const joined = JSON.parse(readFileSync(generated('joined.json'), 'utf8')) as Document
  const schema = fileSchema(joined)
  const definitions = schema['$defs'] as Readonly<Record<string, EntryValues>>
  const known = new Map<SectionName, Shapes>()
  const shapesOf = (section: SectionName) => {
    const { update } = SECTIONS[section]
    const follow = (found: unknown) => flat({ ...joined, $defs: definitions } as Document, found)
    const entry = definitions[`entry_${section}`] as EntryValues
    const made = () => ({ entry, update: update && bodySchema(joined, update), flat: follow })
    const shapes = known.get(section) ?? made()
    known.set(section, shapes)
    return shapes
  }
  contract = { checks: fileChecks(schema), shapesOf }
  return contract
}

function cellOf({ schema = {}, expects, meaning, isNeeded, isKept }: Column): Schema {
  const description = `${meaning}; ${expects}`
  if (isNeeded || isKept) return { ...schema, description }
  // Null says that there is to be none.
  const { type, enum: words, ...others } = schema
  const nullable = { ...others, type: [type, 'null'] }
  const known = Array.isArray(words) ? { ...nullable, enum: [...words, null] } : nullable
  return { ...known, description }
}

/** Where the schema is published, as the `$id` says and a file may say in `$schema`. */
const SCHEMA_ID = 'https://tessera.example/project-file.json'

const COMPONENTS = '#/components/schemas/'

/** The most rows of one section in the file itself; more are in a file beside it. */
export const ROWS_MAX = 5000
const THINGS_MAX = 10_000

const FILE = 'ProjectFile'

/** The schema of a file; its definitions are the file, the entries and what they use. */
export function fileSchema(document: Document): Document {
  const joined = forRequests(document)
  const definitions: Record<string, Schema> = {}
  for (const name of SECTION_NAMES) definitions[`entry_${name}`] = entryOf(joined, name)
  for (const name of ROW_SECTION_NAMES) definitions[`row_${name}`] = rowOf(name)
  for (const name of DEED_NAMES) definitions[`deed_${name}`] = deedOf(joined, name)
  const own = { [FILE]: fileOf(joined), ...definitions }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SCHEMA_ID,
    title: 'A project of Tessera as a file',
    $ref: `#/$defs/${FILE}`,
    $defs: { ...own, ...componentsOf(joined, own) }
  } as unknown as Document
}

interface BodySchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function bodySchema(joined: Document, operation: OperationId): BodySchema {
  for (const item of Object.values(joined.paths)) {
    for (const found of Object.values(item)) {
      if (!isSchema(found) || found['operationId'] !== operation) continue
      const body = flat(joined, found['requestBody'])
      const media = (body['content'] as Record<string, Schema>)['application/json']
      return flat(joined, media?.['schema']) as BodySchema
    }
  }
  throw new Error(`The documents have no operation ${operation}.`)
}

function fileOf(joined: Document): Schema {
  const outer = SECTION_NAMES.filter(name => SECTIONS[name].within === undefined)
  return {
    type: 'object',
    description: 'The contents of a project. Sections that are left out stay as they are.',
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, for editors.' },
      parameters: {
        type: 'object',
        additionalProperties: { anyOf: ['string', 'number', 'boolean'].map(type => ({ type })) },
        maxProperties: 100,
        description:
          'Values by name, for texts of the file that name one in braces after a dollar sign; ' +
          'a state of a pipeline may be given others.'
      },
      project: projectOf(joined),
      ...Object.fromEntries(outer.map(name => [name, thingsOf(name)])),
      ...Object.fromEntries(ROW_SECTION_NAMES.map(name => [name, rowsOf(name)])),
      deeds: {
        type: 'array',
        items: anyDeed(),
        maxItems: ROWS_MAX,
        description:
          'What happens after the set-up, in this order. The deeds are carried out when ' +
          'everything in the file is new.'
      }
    },
    additionalProperties: false
  }
}

/** One kind of deed, as the loader makes sure, and what a file says of any. */
function anyDeed(): Schema {
  const kinds = DEED_NAMES.map(name => [name, { $ref: `#/$defs/deed_${name}` }])
  return {
    type: 'object',
    properties: {
      days_ago: daysAgo('How many days ago it happened; without it, today.'),
      ids: idsOf('what it makes'),
      refused: {
        const: true,
        type: 'boolean',
        description: 'The deed is a redemption that is refused and recorded as failed.'
      },
      ...Object.fromEntries(kinds)
    },
    minProperties: 1,
    additionalProperties: false
  }
}

/** More than anybody tests. */
const DAYS_MAX = 36_500

function daysAgo(description: string): Schema {
  const counts =
    'It counts only when the file makes its project; loaded into an existing one, ' +
    'everything happens now.'
  return { type: 'integer', minimum: 0, maximum: DAYS_MAX, description: `${description} ${counts}` }
}

function idsOf(what: string): Schema {
  return {
    type: 'array',
    items: { type: 'string', pattern: '^[a-z]+_[0-9a-z]{1,26}$' },
    maxItems: 100,
    description:
      `Ids of ${what}: each is for the next thing whose ids have its prefix. Ids of other ` +
      'things are drawn.'
  }
}

/** What counts when the project is made of the file. */
function projectOf(joined: Document): Schema {
  const { properties } = bodySchema(joined, 'createProject')
  return inFile({
    type: 'object',
    description: 'The project to make. An existing project must agree with it.',
    properties: {
      id: idOf('proj'),
      days_ago: daysAgo('How many days ago the project was made, with all that the file sets up.'),
      ...properties
    },
    additionalProperties: false
  }) as Schema
}

function thingsOf(name: SectionName): Schema {
  const entry = { $ref: `#/$defs/entry_${name}` }
  if (SECTIONS[name].isSingle) return entry
  return { type: 'array', items: entry, maxItems: THINGS_MAX }
}

function rowsOf(name: RowSectionName): Schema {
  return {
    description: 'The rows, in this file or in a file of rows beside it, as `import` reads it.',
    anyOf: [
      { type: 'array', items: { $ref: `#/$defs/row_${name}` }, maxItems: ROWS_MAX },
      {
        type: 'object',
        properties: {
          file: {
            type: 'string',
            minLength: 1,
            description: 'The path of a .csv or .jsonl file, relative to the folder of this file.'
          }
        },
        required: ['file'],
        additionalProperties: false
      }
    ]
  }
}

function entryOf(joined: Document, name: SectionName): Schema {
  const { create, isListed, without = [], prefix, key, ruledAs, switches } = SECTIONS[name]
  const { joins, makesMore, needs } = SECTIONS[name]
  const body = bodySchema(joined, create)
  const request = isListed ? (flat(joined, body['items']) as BodySchema) : body
  const { properties = {}, required = [], ...others } = request
  const kept = Object.entries(properties).filter(
    ([each, schema]) => ![...without, 'id'].includes(each) && !flat(joined, schema)['readOnly']
  )
  const needed = required.filter(each => !without.includes(each))
  if (needs !== undefined && !needed.includes(needs)) needed.push(needs)
  return inFile({
    ...others,
    type: 'object',
    properties: {
      id: idOf(prefix),
      ...((ruledAs || makesMore) && { ids: idsOf('what is made together with it') }),
      ...(joins && { [joins.property]: text(`The ${joins.property}, by its name or id.`) }),
      ...Object.fromEntries(kept),
      ...(switches && {
        active: { type: 'boolean', description: 'False when it is switched off.' }
      }),
      ...(ruledAs && {
        validation_rules: {
          type: 'array',
          items: text('A validation rule, by its name or id.'),
          maxItems: 100,
          description: 'The validation rules that are assigned to it, and no others.'
        }
      }),
      ...Object.fromEntries(innerOf(name).map(each => [propertyOf(each), thingsOf(each)]))
    },
    ...(needed.length > 0 && { required: needed }),
    ...(key.length > 0 && { description: `Known by its ${key.join('.')}, or by its id.` })
  }) as Schema
}

function rowOf(name: RowSectionName): Schema {
  const { kind, prefix, noun } = ROW_SECTIONS[name]
  const columns: readonly (readonly [string, Column])[] = Object.entries(FORMATS[kind].columns)
  const needed = columns.filter(([, { isNeeded }]) => isNeeded).map(([column]) => column)
  return {
    type: 'object',
    description: `A ${noun}, as \`import ${kind}\` takes it; known by its ${FORMATS[kind].key}.`,
    properties: {
      id: idOf(prefix),
      ...Object.fromEntries(columns.map(([column, each]) => [column, cellOf(each)]))
    },
    required: needed,
    additionalProperties: false
  }
}

function deedOf(joined: Document, name: DeedName): Schema {
  const { operation, path = {}, items } = DEEDS[name]
  if (operation === null) return SEGMENT_ENTRY
  const body = bodySchema(joined, operation)
  if (items !== undefined) return inFile(objectSchema({ [items]: body })) as Schema
  const own = Object.keys(path)
  const said = own.map(each => [each, text(`The ${each}, by its name, code or id.`)])
  const required = [...own, ...(body.required ?? [])]
  return inFile({
    ...body,
    properties: { ...Object.fromEntries(said), ...body.properties },
    ...(required.length > 0 && { required })
  }) as Schema
}

/** No request makes a single customer enter a segment: a segment is made with its customers. */
const SEGMENT_ENTRY = objectSchema({
  segment: text('The static segment, by its name or id.'),
  customer: text('The customer who enters it, by source id or id.')
})

function idOf(prefix: IdPrefix): Schema {
  return {
    type: 'string',
    pattern: `^${prefix}_[0-9a-z]{1,26}$`,
    description: 'Its id, when it must have a certain one; without it, the service draws one.'
  }
}

function text(description: string): Schema {
  return { type: 'string', minLength: 1, maxLength: 512, description }
}

/** Everything that the schemas refer to, directly or around, in the order of the names. */
function componentsOf(joined: Document, own: Readonly<Record<string, Schema>>) {
  const found = new Map<string, Schema>()
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each)
    if (!isSchema(value)) return
    for (const [key, each] of Object.entries(value)) {
      const name = key === '$ref' ? String(each).replace(/^#\/\$defs\//, '') : null
      if (name === null) look(each)
      else if (!(name in own) && !found.has(name)) {
        const schema = inFile(lookUp(joined, `${COMPONENTS}${name}`)) as Schema
        found.set(name, schema)
        look(schema)
      }
    }
  }
  look(own)
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Keywords of OpenAPI, which editors do not know. */
const UNKNOWN: ReadonlySet<string> = new Set(['discriminator', 'example', 'xml', 'externalDocs'])

function inFile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFile)
  if (!isSchema(value)) return value
  const entries = Object.entries(value).filter(
    ([key]) => !UNKNOWN.has(key) && !key.startsWith('x-')
  )
  return Object.fromEntries(
    entries.map(([key, each]) =>
      key === '$ref' && typeof each === 'string'
        ? [key, each.replace(COMPONENTS, '#/$defs/')]
        : [key, inFile(each)]
    )
  )
}

const JSON_TYPE = 'application/json'

/** What is wrong with a file. Where defaults apply, they are written into `value`. */
export type FileChecks = (value: unknown) => readonly FileMistake[]

/** `schema`: of files, as `fileSchema` makes it. */
export function fileChecks(schema: Document): FileChecks {
  // Within the checks a document is known by its name alone.
  const { $schema: _, $id: __, ...document } = schema as Document & Record<string, unknown>
  const validation = new RequestChecks({ [FILE]: document as Document })
  return value => {
    try {
      const sent = { params: {}, headers: {}, query: {}, mediaType: JSON_TYPE }
      validation.check(LOADING, { ...sent, body: value })
      return []
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      const { details, mistakes = [] } = error.failure
      const told: readonly Pick<BodyMistake, 'pointer' | 'details'>[] =
        mistakes.length > 0 ? mistakes : [{ pointer: '', details }]
      return told.map(({ pointer = '', details: message }) => ({
        path: pointer === '' ? pathTold(message) : segments(value, pointer),
        message: message.replace(/^Payload /, 'The file ')
      }))
    }
  }
}

const LOADING: Operation = {
  document: FILE,
  id: 'load',
  method: 'POST',
  path: '/',
  parameters: [],
  body: { required: true, schemas: new Map([[JSON_TYPE, `#/$defs/${FILE}`]]) },
  security: [],
  responses: new Map()
}
