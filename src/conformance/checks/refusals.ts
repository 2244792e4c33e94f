/**
 * Whatever breaks what the document says of a request is refused: each parameter and each place of
 * each body that is shown, in every way there is.
 */
import { withNames } from '../asking.ts'
import { isWriting, type PromiseCheck } from '../check.ts'
import type { CompiledContract, Described } from '../contract.ts'
import { brokenValues, wrongTexts } from '../mistakes.ts'
import type { Visit } from '../visit.ts'

/** What is refused for what it says, in the order of preference. */
const REFUSED = [400, 422] as const
const FORM = 'application/x-www-form-urlencoded'

/** Headers that are no credentials, by how they are wrong. */
const WRONG_KEYS = [
  ['with a space', 'a b'],
  ['too long', 'x'.repeat(256)]
] as const

/** The checks of queries and headers. */
export function parameterChecks(operation: Described): readonly PromiseCheck[] {
  const of = (title: string, run: PromiseCheck['run']): PromiseCheck => {
    return { kind: 'parameters', title, isWriting: isWriting(operation), run }
  }
  const asks = (title: string, query: Readonly<Record<string, string>>) =>
    of(title, visit => visit.refused({ body: visit.firstBody, query }, REFUSED))
  const wrong = operation.parameters
    .filter(parameter => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      wrongTexts(schema).map(([by, text]) => asks(`query ${name}: ${by}`, { [name]: text }))
    )
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const keys = (takesKey ? WRONG_KEYS : []).map(([by, key]) =>
    of(`header Idempotency-Key: ${by}`, visit =>
      visit.refused({ body: visit.firstBody, key }, REFUSED)
    )
  )
  return [...wrong, asks('query: a parameter that is not described', { surprise: '1' }), ...keys]
}

/** The checks of bodies; they are made of the bodies by the names of the service. */
export function bodyChecks(
  contract: CompiledContract,
  operation: Described,
  names: ReadonlyMap<string, string>
): readonly PromiseCheck[] {
  const { requests, schema, type } = operation
  const seen = new Set<string>()
  return requests.flatMap(({ value }) => {
    const found = [...brokenValues(contract, schema, withNames(names, value))].filter(each => {
      const isNew = !seen.has(`${each.at} ${each.by}`) && isSendable(type, each.value)
      seen.add(`${each.at} ${each.by}`)
      return isNew
    })
    return found.map(
      (broken): PromiseCheck => ({
        kind: 'body',
        title: `body${broken.at}: ${broken.by}`,
        isWriting: isWriting(operation),
        run: (visit: Visit) => visit.refused({ body: broken.value }, REFUSED)
      })
    )
  })
}

/** A form holds texts, and a field without a value counts as absent. */
function isSendable(type: string, value: unknown): boolean {
  if (type !== FORM) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(each => typeof each === 'string' && each !== '')
}
