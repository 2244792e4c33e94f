/**
 * Walks an OpenAPI document as JSON: its operations, and every place of a schema.
 *
 * It is the one definition of "every schema" for everything that generates, counts and tests the
 * documents. It skips examples, which only look like schemas.
 *
 * Spec: openapi/README.md#rules.
 */

/** An object whose keys are not known beforehand. */
export type Tree = { [key: string]: unknown }

/** A schema and where it stands, as a JSON pointer without the `#`. */
export interface Place {
  readonly schema: Tree
  readonly pointer: string
}

/** An operation with its method in lower case and its path as in the document. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly pointer: string
  readonly tree: Tree
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** In the order of the document. */
export function operationsOf(document: Tree): Operation[] {
  return Object.entries(tree(document['paths'])).flatMap(([path, item]) =>
    Object.entries(tree(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({
        id: String(tree(operation)['operationId']),
        method,
        path,
        pointer: `/paths/${escaped(path)}/${method}`,
        tree: tree(operation)
      }))
  )
}

/** Every schema of the document, components and nested ones included; references not followed. */
export function* schemasOf(document: Tree): Generator<Place> {
  for (const { schema, pointer } of rootSchemas(document, '')) yield* schemasIn(schema, pointer)
}

/** Schemas under a `schema` key, and the named ones under components. */
function* rootSchemas(value: unknown, pointer: string): Generator<Place> {
  for (const [key, each] of entries(value)) {
    const at = `${pointer}/${escaped(key)}`
    if (key === 'example' || key === 'examples') continue
    if (key === 'schema') yield { schema: tree(each), pointer: at }
    else if (at === '/components/schemas') {
      for (const [name, schema] of entries(each)) {
        yield { schema: tree(schema), pointer: `${at}/${escaped(name)}` }
      }
    } else yield* rootSchemas(each, at)
  }
}

/** A schema and those inside it, outer ones first; references not followed. */
export function* schemasIn(schema: Tree, pointer: string): Generator<Place> {
  yield { schema, pointer }
  for (const key of ['properties', 'patternProperties', 'oneOf', 'anyOf', 'allOf']) {
    for (const [name, inner] of entries(schema[key])) {
      yield* schemasIn(tree(inner), `${pointer}/${key}/${escaped(name)}`)
    }
  }
  for (const key of ['items', 'additionalProperties', 'not']) {
    if (isTree(schema[key])) yield* schemasIn(schema[key], `${pointer}/${key}`)
  }
}

/** The target of a pointer that begins with `#`. @throws {Error} when it does not exist. */
export function lookUp(document: Tree, reference: string): Tree {
  const steps = reference.slice(2).split('/')
  let found: unknown = document
  for (const step of steps) {
    found = (found as Tree | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (!isTree(found))
    throw new Error(
      `The document has nothing at ${reference}. Correct the $ref, or add what it names.`
    )
  return found
}

/** The object itself, or the target of its `$ref`. */
export function followed(document: Tree, value: unknown): Tree {
  const found = tree(value)
  const reference = found['$ref']
  return typeof reference === 'string' ? followed(document, lookUp(document, reference)) : found
}

/** The value that a parameter shows; undefined for none. */
export function exampleOf(parameter: Tree): unknown {
  const [named] = Object.values(tree(parameter['examples']))
  return parameter['example'] ?? tree(named)['value']
}

/** One step of a JSON pointer. */
export function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an absent one has no keys. */
export function tree(value: unknown): Tree {
  return isTree(value) ? value : {}
}

/** The map with its keys in order. */
export function sorted(map: Tree): Tree {
  return Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Components by kind and name, because the order of the bundler depends on that of references.
 * Security schemes stay in the order of the documents, in which pages ask for them.
 */
export function componentsInOrder(components: Tree): Tree {
  const kinds = Object.entries(components).map(([kind, map]) => [
    kind,
    kind === 'securitySchemes' ? map : sorted(tree(map))
  ])
  return sorted(Object.fromEntries(kinds))
}

/** The types that a schema admits, as a list; empty when it names none. */
export function typesOf(schema: Tree): string[] {
  return [schema['type'] ?? []].flat() as string[]
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
