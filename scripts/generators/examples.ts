/**
 * Every example of a request body as a constant of the type that a generator made for it, so that
 * the compiler says whether a client can send what the document shows.
 */
import { followed, operationsOf, type Tree, tree } from '../documents/walk.ts'
import type { Generator } from './generators.ts'

interface Example {
  readonly name: string
  /** Of the body, or of each of its items. */
  readonly component: string
  readonly isListed: boolean
  readonly value: unknown
}

/** The text of a file beside the folder `made`. */
export function examplesFor({ types }: Generator, document: Tree): string {
  const examples = examplesIn(document)
  const used = new Set(examples.map(({ component }) => component))
  const constants = examples.map(({ name, component, isListed, value }, index) => {
    const type = `${types.named(component)}${isListed ? '[]' : ''}`
    return `export const ${name}${index}: ${type} = ${JSON.stringify(value, null, 2)}`
  })
  return [...types.imports([...used]), ...constants].join('\n')
}

function examplesIn(document: Tree): readonly Example[] {
  return operationsOf(document).flatMap(({ tree: operation }) => {
    const content = tree(followed(document, operation['requestBody'])['content'])
    const media = tree(content['application/json'])
    const schema = tree(media['schema'])
    const reference = schema['$ref'] ?? tree(schema['items'])['$ref']
    const component = String(reference).split('/').at(-1) ?? ''
    return Object.entries(tree(media['examples'])).map(([name, shown]) => ({
      name: `${operation['operationId']}_${name}_`,
      component,
      isListed: schema['$ref'] === undefined,
      value: followed(document, shown)['value']
    }))
  })
}
