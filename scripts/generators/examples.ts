/**
 * Every example of a request body, and every body that README and the guides show, as a constant of
 * the type that a generator made for it, so that the compiler says whether a client can send it.
 */
import { followed, type Operation, operationsOf, type Tree, tree } from '../documents/walk.ts'
import type { Generator } from './generators.ts'
import { type PageBody, pageBodies } from './page-bodies.ts'

interface Example {
  readonly name: string
  /** Of the body, or of each of its items. */
  readonly component: string
  readonly isListed: boolean
  /** An expression of TypeScript. */
  readonly value: string
  /** Statements that `value` needs before it. */
  readonly before: readonly string[]
}

/** The text of a file beside the folder `made`. */
export function examplesFor({ types }: Generator, document: Tree): string {
  const examples = [...examplesIn(document), ...shownOnPages(document)]
  const used = new Set(examples.map(({ component }) => component))
  const constants = examples.map(({ name, component, isListed, value, before }) => {
    const type = `${types.named(component)}${isListed ? '[]' : ''}`
    return `{\n${[...before, `const ${name}: ${type} = ${value}`].join('\n')}\n}`
  })
  return [...types.imports([...used]), ...constants].join('\n')
}

/** @throws {Error} for an operation with a body that has no example. */
function examplesIn(document: Tree): readonly Example[] {
  return operationsOf(document).flatMap(operation => {
    const taken = takenBy(document, operation)
    if (taken === null) return []
    const shown = Object.entries(taken.examples)
    if (shown.length === 0) throw new Error(`${operation.id} shows no request.`)
    return shown.map(([name, example]) => ({
      ...taken,
      name: `${operation.id}_${name}`,
      value: written(followed(document, example)['value'], taken.files),
      before: []
    }))
  })
}

function shownOnPages(document: Tree): readonly Example[] {
  const operations = operationsOf(document)
  return pageBodies().flatMap(body => {
    const [operation] = operations
      .filter(each => each.method === body.method.toLowerCase() && isPath(each.path, body.path))
      // A word counts over a name.
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
    const taken = operation === undefined ? null : takenBy(document, operation)
    return taken === null ? [] : { ...taken, ...body, name: `${operation?.id}_of_${body.page}` }
  })
}

/** Pages whose bodies are of no operation of these documents. */
export function strangers(documents: readonly Tree[]): readonly PageBody[] {
  const operations = documents.flatMap(operationsOf)
  return pageBodies().filter(
    ({ method, path }) =>
      !operations.some(each => each.method === method.toLowerCase() && isPath(each.path, path))
  )
}

function isPath(template: string, path: string): boolean {
  const [parts, sent] = [template.split('/'), path.split('/')]
  return (
    parts.length === sent.length &&
    parts.every((part, index) => part.startsWith('{') || part === sent[index])
  )
}

/** What the body of an operation is; null when it has none. */
function takenBy(document: Tree, { tree: operation }: Operation) {
  const [media] = Object.values(tree(followed(document, operation['requestBody'])['content']))
  if (media === undefined) return null
  const schema = tree(tree(media)['schema'])
  const reference = schema['$ref'] ?? tree(schema['items'])['$ref']
  const properties = Object.entries(tree(followed(document, schema)['properties']))
  return {
    component: String(reference).split('/').at(-1) ?? '',
    isListed: schema['$ref'] === undefined,
    examples: tree(tree(media)['examples']),
    files: properties.flatMap(([name, each]) => (tree(each)['format'] === 'binary' ? name : []))
  }
}

/** A file is a value that no document can show. */
function written(value: unknown, files: readonly string[]): string {
  const others = Object.entries(tree(value)).filter(([name]) => !files.includes(name))
  if (files.length === 0) return JSON.stringify(value, null, 2)
  const fields = others.map(([name, each]) => `${name}: ${JSON.stringify(each)}`)
  return `{ ${[...fields, ...files.map(name => `${name}: ({}) as any`)].join(', ')} }`
}
