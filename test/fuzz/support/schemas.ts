/**
 * Schemas of a document without their references, and the places of a value that they describe.
 */
import { followed, isTree, type Tree, tree, typesOf } from '../../../scripts/documents/walk.ts'

/** A place in a value, and the schema of what is there. */
export interface Place {
  readonly at: readonly string[]
  readonly schema: Tree
  readonly value: unknown
}

/** A schema with the references at its top followed and its parts of allOf laid over it. */
export function flat(document: Tree, schema: unknown): Tree {
  const { $ref, ...beside } = tree(schema)
  const whole =
    $ref === undefined ? beside : { ...flat(document, followed(document, schema)), ...beside }
  const { allOf = [], ...rest } = whole as Tree
  return (allOf as unknown[]).reduce<Tree>((all, each) => merged(all, flat(document, each)), rest)
}

/** Both schemas as one. */
function merged(one: Tree, other: Tree): Tree {
  const properties = { ...tree(one['properties']), ...tree(other['properties']) }
  const required = [one['required'] ?? [], other['required'] ?? []].flat()
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {})
  }
}

/** The branches of a union, each with what stands beside the union; the schema if it is none. */
export function branchesOf(document: Tree, schema: Tree): readonly Tree[] {
  const { oneOf, anyOf, ...beside } = schema
  const branches = (oneOf ?? anyOf) as readonly unknown[] | undefined
  if (branches === undefined) return [schema]
  return branches.flatMap(each => {
    return branchesOf(document, flat(document, merged(beside, flat(document, each))))
  })
}

/** Every place of a value, outer ones first; of a union by the branch that seems meant. */
export function* placesOf(
  document: Tree,
  schema: unknown,
  value: unknown,
  at: readonly string[] = []
): Generator<Place> {
  const found = meantBranch(document, schema, value)
  yield { at, schema: found, value }
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield* placesOf(document, found['items'], each, [...at, `${index}`])
    }
  } else if (isTree(value)) {
    for (const [key, each] of Object.entries(value)) {
      const inner = tree(found['properties'])[key] ?? found['additionalProperties']
      yield* placesOf(document, inner, each, [...at, key])
    }
  }
}

/** The branch of a schema that seems meant by a value; the first if none does. */
export function meantBranch(document: Tree, schema: unknown, value: unknown): Tree {
  const branches = branchesOf(document, flat(document, schema))
  return branches.find(branch => seems(document, branch, value)) ?? branches[0] ?? {}
}

/** Whether a value has the type, the constants and the properties of a branch. */
function seems(document: Tree, schema: Tree, value: unknown): boolean {
  const types = typesOf(schema)
  if (types.length > 0 && !types.some(type => isOfType(type, value))) return false
  if ('const' in schema && schema['const'] !== value) return false
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return false
  if (!isTree(value)) return true
  const properties = tree(schema['properties'])
  const required = (schema['required'] ?? []) as readonly string[]
  const closed = schema['additionalProperties'] === false
  return (
    required.every(name => name in value) &&
    Object.entries(value).every(([name, each]) => {
      if (!(name in properties)) return !closed
      const { const: only, enum: some } = flat(document, properties[name])
      return (only ?? each) === each && (!Array.isArray(some) || some.includes(each))
    })
  )
}

/** Whether a value is of a type as JSON schemas name them. */
export function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isTree(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** A copy of a value with another one at a place; undefined: nothing there any more. */
export function replaced(value: unknown, at: readonly string[], by: unknown): unknown {
  const [key, ...rest] = at
  if (key === undefined) return by
  if (Array.isArray(value)) {
    const inner = replaced(value[Number(key)], rest, by)
    return inner === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), inner)
  }
  const { [key]: found, ...others } = tree(value)
  const inner = replaced(found, rest, by)
  return inner === undefined ? others : { ...others, [key]: inner }
}
