/**
 * The names of things in the examples of a document: ids, codes and source ids, which another
 * service may call otherwise.
 */
import { isSchema } from '../http/document.ts'
import type { CompiledContract } from './contract.ts'

/** Properties that name a thing; credentials do not. */
const NAMING = /^(?!client_)(?:.*_)?(?:id|code)$/
/** Names for any thing, and for none of a service. */
const ANY = '__ANY__'

/** Each name with itself, in the order in which the document shows them. */
export function namesOf({ operations }: CompiledContract): Readonly<Record<string, string>> {
  const names = operations.flatMap(({ parameters, requests, values }) => [
    ...parameters.flatMap(({ in: place, name }) => (place === 'path' ? (values[name] ?? []) : [])),
    ...requests.flatMap(({ value }) => [...namesIn(value)])
  ])
  return Object.fromEntries(names.map(name => [name, name]))
}

function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* namesIn(each)
  if (!isSchema(value)) return
  for (const [key, each] of Object.entries(value)) {
    // An event with a point in its name is one of every service.
    const names = NAMING.test(key) || (key === 'event' && !String(each).includes('.'))
    if (typeof each === 'string' && names && each !== ANY) yield each
    else yield* namesIn(each)
  }
}
