/**
 * Reads answers: a value at a path of names, and how an answer disagrees with what was sent.
 */
import { isSchema } from '../../http/document.ts'
import type { Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'

/** The value at a path such as `voucher.loyalty_card.balance`; undefined where nothing is. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (isSchema(found) ? found[name] : undefined), value)
}

/** The number at a path. @throws {CheckSkipped} when none is, which is no matter of this check. */
export function numberAt(value: unknown, path: string): number {
  const found = at(value, path)
  if (typeof found === 'number') return found
  throw new CheckSkipped(`The answer has no number at .${path}.`)
}

/** Another operation of the document. @throws {CheckSkipped} when it has none of this id. */
export function operationNamed({ place }: Visit, id: string): Described {
  const found = place.contract.operations.find(operation => operation.id === id)
  if (found === undefined) throw new CheckSkipped(`The document has no ${id}.`)
  return found
}

/**
 * How what was answered disagrees with what was sent, as a sentence; null: it does not. The answer
 * may hold more, and numbers that were sent as texts.
 */
export function disagreement(sent: unknown, answered: unknown, path = ''): string | null {
  if (Array.isArray(sent)) {
    if (!Array.isArray(answered) || answered.length !== sent.length) {
      return `${path || 'It'} does not hold ${sent.length} entries, as sent.`
    }
    return firstOf(sent.map((each, index) => [each, answered[index], `${path}[${index}]`] as const))
  }
  if (isSchema(sent)) {
    if (!isSchema(answered)) return `${path || 'It'} is no object, as sent.`
    return firstOf(
      Object.entries(sent).map(([name, each]) => [each, answered[name], `${path}.${name}`] as const)
    )
  }
  if (sent === answered || (typeof sent === 'string' && sent === String(answered))) return null
  // What is cleared, or was never set, may be left out.
  if ((sent === null || sent === undefined) && (answered ?? null) === null) return null
  return `${path} was sent as ${JSON.stringify(sent)} and is ${JSON.stringify(answered)}.`
}

function firstOf(rows: readonly (readonly [unknown, unknown, string])[]): string | null {
  for (const [sent, answered, path] of rows) {
    const found = disagreement(sent, answered, path)
    if (found !== null) return found
  }
  return null
}
