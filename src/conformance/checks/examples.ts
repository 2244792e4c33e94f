/**
 * What the document shows is done: each request with its body, and each query, by itself and all
 * together.
 */
import { isWriting, type PromiseCheck } from '../check.ts'
import type { Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'

/** Where a value for a path can be known from when what the example names is not there. */
const TOLD_AS: { readonly [parameter: string]: string } = {
  customerId: 'customer_id',
  code: 'code'
}

/** The examples of an operation. */
export function exampleChecks(operation: Described): readonly PromiseCheck[] {
  const writes = isWriting(operation)
  if (operation.body !== null) {
    return operation.requests.map(example => ({
      kind: 'example',
      title: `request ${example.name}`,
      isWriting: writes,
      run: visit => visit.succeed({ body: visit.bodyOf(example) })
    }))
  }
  const queries = operation.parameters.filter(parameter => parameter.in === 'query')
  const shown = queries.map(({ name }) => [name, operation.values[name] ?? ''] as const)
  const sets = [...shown.map(each => [each]), ...(shown.length > 1 ? [shown] : [])]
  return [
    {
      kind: 'example',
      title: 'request as shown',
      isWriting: writes,
      run: visit => succeedSomewhere(visit)
    },
    ...sets.map(
      (query): PromiseCheck => ({
        kind: 'example',
        title: `query ${query.map(([name, value]) => `${name}=${value}`).join('&')}`,
        isWriting: writes,
        run: visit => succeedWith(visit, Object.fromEntries(query))
      })
    )
  ]
}

/** Asks as shown, or for a thing that earlier answers told of. */
async function succeedSomewhere(visit: Visit): Promise<void> {
  try {
    await visit.succeed()
  } catch (error) {
    const found = toldFor(visit)
    if (!(error instanceof CheckSkipped) || found === null) throw error
    visit.place.found.set(visit.operation.id, found)
    await visit.succeed()
  }
}

function toldFor({ operation, place }: Visit): Readonly<Record<string, string>> | null {
  const names = operation.parameters.filter(each => each.in === 'path').map(({ name }) => name)
  const values = names.map(name => [name, place.told.get(TOLD_AS[name] ?? '')] as const)
  const known = values.filter((each): each is [string, string] => each[1] !== undefined)
  return known.length === values.length && known.length > 0 ? Object.fromEntries(known) : null
}

/** The entry that a cursor is shown by need not be there; one of the list is. */
async function succeedWith(visit: Visit, query: Readonly<Record<string, string>>): Promise<void> {
  const { starting_after_id: cursor, ...others } = query
  if (cursor === undefined) {
    await visit.succeed({ query })
    return
  }
  const { body } = await visit.succeed({ query: others })
  const [first] = (body as { readonly data?: readonly { readonly id?: string }[] }).data ?? []
  if (first?.id === undefined) throw new CheckSkipped('The list is empty, so there is no cursor.')
  await visit.succeed({ query: { ...others, starting_after_id: first.id } })
}
