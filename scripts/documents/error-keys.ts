/**
 * The table of error keys, written once in openapi/behaviour/errors.md, as part of the documents: in the
 * description of the property that holds a key.
 *
 * Spec: openapi/behaviour/errors.md#error-keys.
 */
import { type Tree, tree } from './walk.ts'

/** The document with the table of the paper below what it says of keys. */
export function withErrorKeys(document: Tree, paper: string): Tree {
  const [table] = /^\| key \|.*\n(?:\|.*\n)+/m.exec(paper) ?? []
  if (table === undefined)
    throw new Error('openapi/behaviour/errors.md has no table of error keys.')
  const components = tree(document['components'])
  const schemas = tree(components['schemas'])
  const error = tree(schemas['ErrorAnswer'])
  if (error['properties'] === undefined) throw new Error('The documents have no ErrorAnswer.')
  const properties = tree(error['properties'])
  const key = tree(properties['key'])
  const description = `${key['description']}\n\n${table.trimEnd()}`
  const described = { ...error, properties: { ...properties, key: { ...key, description } } }
  const named = { ...schemas, ErrorAnswer: described }
  return { ...document, components: { ...components, schemas: named } }
}
