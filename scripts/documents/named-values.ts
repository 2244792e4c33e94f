/**
 * Names for the values of enumerations of which generators would give two one name, such as
 * `created_at` and `-created_at`, or `and` and `AND`. Such an enumeration becomes a component, because
 * one generator calls by the name of its place whatever has named values.
 */
import { isTree, type Tree, tree } from './walk.ts'

/** In place, in what parameters and the properties of components are. */
export function nameValues(document: Tree): void {
  const components = tree(document['components'])
  const schemas = tree(components['schemas'])
  for (const [name, each] of Object.entries(tree(components['parameters']))) {
    const { schema, description, example } = tree(each)
    const described = { ...tree(schema), description, examples: [example] }
    if (areAlike(schema)) makeComponent(schemas, tree(each), 'schema', `${name}Value`, described)
  }
  for (const [name, each] of Object.entries(schemas)) {
    const properties = tree(tree(each)['properties'])
    for (const [key, schema] of Object.entries(properties)) {
      const [, start, end] = /^(.*?)(Request)?$/.exec(name) ?? []
      const own = `${start}${key.charAt(0).toUpperCase()}${key.slice(1)}${end ?? ''}`
      if (areAlike(schema)) makeComponent(schemas, properties, key, own, tree(schema))
    }
  }
}

/** Whether generators would give two values one name. */
export function areAlike(schema: unknown): boolean {
  const values = isTree(schema) ? ((schema['enum'] ?? []) as readonly unknown[]) : []
  return new Set(values.map(wordOf)).size < values.length
}

const wordOf = (value: unknown) => String(value).replace(/\W/g, '').toUpperCase()

function makeComponent(schemas: Tree, holder: Tree, key: string, name: string, schema: Tree): void {
  const values = schema['enum'] as readonly string[]
  const names = values.map(value => {
    if (value.startsWith('-')) return `${wordOf(value)}_DESCENDING`
    const isAlone = values.every(other => other === value || wordOf(other) !== wordOf(value))
    return value !== wordOf(value) || isAlone ? wordOf(value) : `UPPER_${value}`
  })
  schemas[name] = { ...schema, 'x-enum-varnames': names }
  holder[key] = { $ref: `#/components/schemas/${name}` }
}
