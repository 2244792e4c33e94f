/**
 * Whether two answers have one shape: the same properties, as far as the document declares them,
 * and values of the same kinds. What the values are, ids and secrets among them, is not compared.
 */
import { isTree } from '../../scripts/documents/walk.ts'
import { lookUp, type Schema } from '../../src/http/document.ts'
import { type Described, type DocumentName, documents } from './requests.ts'

/** How an answer that is shown differs in shape from one that was sent, as sentences. */
export function shapeDifferences(
  { document, responses }: Described,
  status: number,
  shown: unknown,
  sent: unknown
): string[] {
  const schemas = flat(document, lookUp(documents[document], responses.get(status) ?? ''))
  return differences(shown, sent, { document, schemas, at: '' })
}

/** The shortest list of differences; empty when there is none to choose from. */
export function fewest(found: readonly string[][]): string[] {
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** A schema and the branches of it, references followed. */
function flat(document: DocumentName, schema: unknown): Schema[] {
  if (!isTree(schema)) return []
  const { $ref } = schema
  const found = typeof $ref === 'string' ? lookUp(documents[document], $ref) : null
  const branches = ['allOf', 'oneOf', 'anyOf'].flatMap(key => (schema[key] as unknown[]) ?? [])
  return [schema, ...flat(document, found), ...branches.flatMap(each => flat(document, each))]
}

type Values = Readonly<Record<string, unknown>>

/** Where a value is described, and where in an answer it stands. */
interface Place {
  readonly document: DocumentName
  readonly schemas: readonly Schema[]
  readonly at: string
}

function below({ document, schemas, at }: Place, key: string): Place & { declared: boolean } {
  const named = schemas.flatMap(({ properties }) => (properties as Values)?.[key] ?? [])
  const others = schemas.flatMap(({ additionalProperties: found }) => found ?? [])
  const found = (named.length > 0 ? named : others).flatMap(each => flat(document, each))
  return { document, schemas: found, at: `${at}.${key}`, declared: named.length > 0 }
}

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** How what is shown differs from what was sent, as sentences. Null goes with anything. */
function differences(shown: unknown, sent: unknown, place: Place): string[] {
  const kinds = [kindOf(shown), kindOf(sent)] as const
  if (kinds.includes('null')) return []
  if (kinds[0] !== kinds[1]) return [`${place.at} is shown as ${kinds[0]}, sent as ${kinds[1]}`]
  if (Array.isArray(shown)) return itemDifferences(shown, sent as unknown[], place)
  if (!isTree(shown) || !isTree(sent)) return []
  return [...new Set([...Object.keys(shown), ...Object.keys(sent)])].flatMap(key => {
    const inner = below(place, key)
    if (key in shown && key in sent) return differences(shown[key], sent[key], inner)
    if (inner.declared) return [`${inner.at} is ${key in shown ? 'shown only' : 'sent only'}`]
    // An entry of a map: any other is of its kind, unless the map takes values of any.
    if (inner.schemas.length === 0) return []
    const other = Object.keys(sent).find(each => !below(place, each).declared)
    return key in shown && other !== undefined ? differences(shown[key], sent[other], inner) : []
  })
}

/** Each entry shown against the one sent with its id, or the one that is most like it. */
function itemDifferences(shown: unknown[], sent: unknown[], place: Place): string[] {
  const schemas = place.schemas.flatMap(({ items }) => flat(place.document, items))
  return shown.flatMap((each, index) => {
    const id = isTree(each) ? each['id'] : undefined
    const same = sent.filter(other => id !== undefined && isTree(other) && other['id'] === id)
    const inner = { ...place, schemas, at: `${place.at}[${index}]` }
    return fewest((same.length > 0 ? same : sent).map(other => differences(each, other, inner)))
  })
}
