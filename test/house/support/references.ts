/**
 * What `Spec:` lines refer to, followed: an operation or a schema of the documents, or a file of
 * this repository. A reference that leads nowhere tells a reader less than none.
 */
import type { Finding, Source } from './source.ts'

/** A schema of a document, as far as it is walked. */
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** What can be referred to. */
export interface Known {
  readonly operations: ReadonlySet<string>
  readonly schemas: ReadonlyMap<string, Schema>
  readonly paths: ReadonlySet<string>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Operations and schemas of both documents, and every file. */
export function knownIn(sources: readonly Source[]): Known {
  const documents = ['service', 'provisioning', 'sandbox']
    .map(name => `generated/${name}.json`)
    .map(path => JSON.parse(sources.find(source => source.path === path)?.text ?? '') as Document)
  const items = documents.flatMap(({ paths }) => Object.values(paths))
  const operations = items.flatMap(item => Object.values(item).map(each => each.operationId ?? ''))
  return {
    operations: new Set(operations),
    schemas: new Map(documents.flatMap(({ components }) => Object.entries(components.schemas))),
    paths: new Set(sources.map(({ path }) => path))
  }
}

/** A rule is shown what it must not find, so that these files name what is not there. */
const rules = /^test\/house\//

const MEND = 'Name operations or schemas of the documents, or files.'

/** Every such line leads somewhere. */
export function specFindings(sources: readonly Source[], known: Known): Finding[] {
  return sources
    .filter(({ path }) => /^(src|scripts|test)\/.*\.ts$/.test(path) && !rules.test(path))
    .flatMap(source => lostFindings(source, known))
}

function lostFindings({ path, text }: Source, known: Known): Finding[] {
  return [...text.matchAll(/\bSpec: ([\s\S]*?)(?:\.(?=\s)|\*\/)/g)].flatMap(match => {
    const lost = referencesIn(match[1] ?? '').find(reference => !leads(reference, known))
    if (lost === undefined) return []
    const line = text.slice(0, match.index).split('\n').length
    const expected = `has a Spec: line that names "${lost}".`
    return [{ file: path, line, expected, mend: MEND }]
  })
}

/** Of `createReward, Reward.stock; openapi/README.md (why)`: three references. */
function referencesIn(spec: string): string[] {
  return spec
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[,;]| and | to /)
    .map(each => each.trim())
}

function leads(reference: string, { operations, schemas, paths }: Known): boolean {
  if (operations.has(reference) || paths.has(reference)) return true
  const [name = '', ...properties] = reference.split('.')
  const schema = schemas.get(name)
  return schema !== undefined && has(schema, properties, schemas)
}

function has(
  schema: Schema,
  [property, ...rest]: readonly string[],
  schemas: Known['schemas']
): boolean {
  if (property === undefined) return true
  const within = (inner: Schema) => has(inner, [property, ...rest], schemas)
  const referred = schema.$ref && schemas.get(schema.$ref.split('/').at(-1) ?? '')
  if (referred) return within(referred)
  const own = schema.properties?.[property]
  if (own !== undefined && has(own, rest, schemas)) return true
  const parts = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  const { items, additionalProperties: others } = schema
  if (items !== undefined) parts.push(items)
  if (typeof others === 'object') parts.push(others)
  return parts.some(within)
}
