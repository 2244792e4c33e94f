/**
 * Names for the objects inside schemas. In openapi/ such an object stands where it belongs; in the
 * documents it is a component, because generators must name it and each would invent a name.
 *
 * `orders` of `CustomerSummary` becomes `CustomerSummaryOrders`, `gift` of `CreateVoucherRequest`
 * becomes `CreateVoucherGiftRequest`, and an entry of `campaigns` is a `…Campaign`. Objects that are
 * the same under the same property share the shortest of their names.
 */
import { isTree, type Tree, tree } from './walk.ts'

const REQUEST = /Request$/

/** Moves them into the components of their documents, in place; a name means the same in all. */
export function nameObjects(documents: readonly Tree[]): void {
  const names = new Map<string, string>()
  for (const document of documents) {
    for (const [root, schema] of Object.entries(schemasOfComponents(document))) {
      for (const { holder, key, name } of objectsIn(tree(schema), root, '')) {
        const known = names.get(keyOf(key, holder))
        if (known === undefined || isShorter(name, known)) names.set(keyOf(key, holder), name)
      }
    }
  }
  for (const document of documents) {
    const components = schemasOfComponents(document)
    for (const [root, schema] of Object.entries(components)) {
      // Inner ones first would change what an outer one is known by.
      const found = [...objectsIn(tree(schema), root, '')]
      const named = found.map(each => ({
        ...each,
        as: names.get(keyOf(each.key, each.holder)) ?? ''
      }))
      for (const { holder, key, as } of named.reverse()) move(components, holder, key, as)
    }
  }
}

function schemasOfComponents(document: Tree): Tree {
  return tree(tree(document['components'])['schemas'])
}

/** An object that has no name yet, where it stands, and the name that this place gives it. */
interface Unnamed {
  readonly holder: Tree
  readonly key: string
  readonly name: string
}

/** Outer ones first. `root` is a component, `within` what is added to its name on the way. */
function* objectsIn(schema: Tree, root: string, within: string): Generator<Unnamed> {
  for (const [key, each] of Object.entries(tree(schema['properties']))) {
    yield* found(tree(schema['properties']), key, each, root, within + pascal(key))
  }
  const entry = within.endsWith('s') ? within.slice(0, -1) : `${within}Item`
  for (const key of ['items', 'additionalProperties']) {
    yield* found(schema, key, schema[key], root, entry)
  }
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    const branches = schema[key]
    if (!Array.isArray(branches)) continue
    for (const [index, each] of branches.entries()) {
      yield* found(branches as unknown as Tree, String(index), each, root, within)
    }
  }
}

function* found(
  holder: Tree,
  key: string,
  schema: unknown,
  root: string,
  within: string
): Generator<Unnamed> {
  if (!isTree(schema)) return
  const isRequest = REQUEST.test(root)
  const name = root.replace(REQUEST, '') + within + (isRequest ? 'Request' : '')
  if (schema['properties'] !== undefined) yield { holder, key, name }
  yield* objectsIn(schema, root, within)
}

/** The first in order of two that are as long. */
function isShorter(name: string, known: string): boolean {
  return name.length < known.length || (name.length === known.length && name < known)
}

/** The same property with the same value is the same thing. */
const keyOf = (key: string, holder: Tree) => `${key} ${JSON.stringify(holder[key])}`

function move(components: Tree, holder: Tree, key: string, name: string): void {
  const known = components[name]
  // Its properties have examples, and so has the object around it: a third would only be read again.
  const { examples: _, ...schema } = tree(holder[key])
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two schemas would be named ${name}. Name one of them in openapi/schemas.`)
  }
  components[name] = schema
  holder[key] = { $ref: `#/components/schemas/${name}` }
}

/** `loyalty_card` as `LoyaltyCard`. */
function pascal(name: string): string {
  return name
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
