/**
 * One operation, one name: its operationId is the method of its handler, its decision if it writes,
 * and begins the titles of its tests.
 *
 * Two operations can be one decision, and some are tested beside others. Both are listed here, each
 * with its reason, so that a search for a name ends where this list says.
 *
 * Spec: Decision 114.
 */
import type { Finding, Source } from './source.ts'

export interface Operation {
  readonly id: string
  /** In lower case. */
  readonly method: string
}

/** What is not named by an operation. */
export interface Exceptions {
  /** Operations that share a decision, with its name. */
  readonly shared: ReadonlyMap<string, string>
  /** Operations whose tests begin with another name, or with none. */
  readonly untitled: ReadonlySet<string>
}

/** The operations of the documents, as `generated` has them. */
export function operationsIn(documents: readonly string[]): readonly Operation[] {
  return documents
    .map(text => JSON.parse(text) as { paths: Record<string, Record<string, unknown>> })
    .flatMap(({ paths }) => Object.values(paths))
    .flatMap(item => Object.entries(item))
    .flatMap(([method, operation]) => {
      const { operationId } = operation as { readonly operationId?: string }
      return operationId === undefined ? [] : [{ id: operationId, method }]
    })
}

/** Every operation that writes has a decision of its name, which its handler imports. */
export function decisionFindings(
  sources: readonly Source[],
  operations: readonly Operation[],
  { shared }: Exceptions
): Finding[] {
  const imported = new Set(
    sources
      .filter(({ path }) => path.startsWith('src/handlers/'))
      .flatMap(({ text }) => [...text.matchAll(/import \{([^}]*)\} from '\.\.\/decisions\//g)])
      .flatMap(([, names]) => names?.match(/\w+/g) ?? [])
  )
  return operations
    .filter(({ method }) => method !== 'get')
    .flatMap(({ id }) => {
      const decision = shared.get(id) ?? id
      const file = 'src/handlers'
      if (!imported.has(decision)) {
        const mend = `Name the decision ${id}, or list it as shared with its name.`
        return [{ file, line: 1, expected: `carry out ${id} without ${decision}.`, mend }]
      }
      if (decision === id || !imported.has(id)) return []
      const mend = 'Remove it from the list of shared decisions.'
      return [{ file, line: 1, expected: `carry out ${id} by a decision of its name.`, mend }]
    })
}

/** Every operation begins a title, before its colon; several may share one. */
export function titleFindings(
  sources: readonly Source[],
  operations: readonly Operation[],
  { untitled }: Exceptions
): Finding[] {
  const titled = new Set(
    sources
      .filter(({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/house/'))
      .flatMap(({ text }) => [...text.matchAll(/["'`]([\w, ]+): /g)])
      .flatMap(([, names]) => names?.match(/\w+/g) ?? [])
  )
  return operations.flatMap(({ id }) => {
    if (titled.has(id) !== untitled.has(id)) return []
    return titled.has(id)
      ? finding(`begins a title with ${id}.`, 'Remove it from the list of untitled operations.')
      : finding(`has no title that begins with ${id}.`, 'Begin one with it, or list it.')
  })
}

function finding(expected: string, mend: string): Finding[] {
  return [{ file: 'test', line: 1, expected, mend }]
}
