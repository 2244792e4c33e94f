/**
 * One operation, one name: its operationId is the name of its handler, and its decision if it
 * writes. Two operations can be one decision, which is listed where that is tested.
 */
import type { Finding, Source } from './source.ts'

export interface Operation {
  readonly id: string
  readonly method: string
}

/** Operations that share a decision, with its name. */
export type Shared = ReadonlyMap<string, string>

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
  shared: Shared
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
