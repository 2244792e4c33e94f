/**
 * Links from an answer to the operations that go on from it, as openapi/links.yaml names them.
 *
 * A target in the same document is named by its operationId; one in the other document by a
 * reference to the file that is served beside it, because a name reaches no further than a file.
 *
 * Spec: openapi/README.md#links-and-journeys.
 */
import { followed, type Operation, operationsOf, type Tree, tree } from './walk.ts'

/** One line of openapi/links.yaml. */
interface Source {
  /** Parameters by name, as expressions over the answer. */
  readonly gives?: Readonly<Record<string, string>>
  /** The target's form, with such expressions in braces. A text, since parsers read no other. */
  readonly body?: string
  readonly to: readonly string[]
}

/** Sources by operation, then by status. */
export type Links = Readonly<Record<string, Readonly<Record<string, Source>>>>

interface Found {
  readonly file: string
  readonly document: Tree
  readonly operation: Operation
}

/**
 * Copies of documents, by the names under which they are served, with the links.
 * @throws {Error} when a link names an operation or a parameter that is not there.
 */
export function withLinks<Files extends Record<string, Tree>>(served: Files, links: Links): Files {
  const copies = structuredClone(served)
  const all = Object.entries(copies).flatMap(([file, document]) =>
    operationsOf(document).map(operation => ({ file, document, operation }))
  )
  for (const [id, statuses] of Object.entries(links)) {
    for (const [status, source] of Object.entries(statuses)) {
      const from = named(all, id)
      const response = tree(tree(from.operation.tree['responses'])[status])
      if (response['content'] === undefined) throw new Error(`${id} shows no answer ${status}.`)
      response['links'] = Object.fromEntries(
        source.to.map(target => [target, linkTo(from, named(all, target), source)])
      )
    }
  }
  return copies
}

function named(all: readonly Found[], id: string): Found {
  const found = all.find(({ operation }) => operation.id === id)
  if (found === undefined) throw new Error(`openapi/links.yaml names ${id}, which no document has.`)
  return found
}

function linkTo(from: Found, to: Found, { gives = {}, body }: Source): Tree {
  const own = pathParameters(from)
  const parameters = pathParameters(to).map(name => {
    const expression = gives[name] ?? (own.includes(name) ? `$request.path.${name}` : undefined)
    if (expression !== undefined) return [name, expression]
    throw new Error(
      `openapi/links.yaml does not say where ${from.operation.id} has the ${name} that ${to.operation.id} needs.`
    )
  })
  const target =
    from.file === to.file
      ? { operationId: to.operation.id }
      : { operationRef: `${to.file}#${encodeURI(to.operation.pointer)}` }
  return {
    ...target,
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    ...(body === undefined ? {} : { requestBody: body }),
    description: `${to.operation.tree['summary']}.`
  }
}

function pathParameters({ document, operation }: Found): string[] {
  return ((operation.tree['parameters'] ?? []) as unknown[])
    .map(each => followed(document, each))
    .filter(parameter => parameter['in'] === 'path')
    .map(parameter => String(parameter['name']))
}
