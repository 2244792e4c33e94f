/**
 * One operation, one handler: a member of the handlers of its tag, which leaves the words of the
 * wire to http. Which tags there are is derived from the documents.
 */
import ts from 'typescript'
import { type Finding, findingAt, type Source, walk } from './source.ts'

/** The noun of each operation: its tag in the form that files are named by. */
export type Nouns = ReadonlyMap<string, string>

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; tags?: readonly string[] }>>>
  >
}

/** `Validation rules` is `validation-rules`. */
function nounOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

export function nounsOf(documents: readonly string[]): Nouns {
  const ofOperation = new Map<string, string>()
  for (const text of documents) {
    const { paths } = JSON.parse(text) as Document
    for (const { operationId, tags } of Object.values(paths).flatMap(item => Object.values(item))) {
      if (operationId !== undefined) ofOperation.set(operationId, nounOf(tags?.[0] ?? ''))
    }
  }
  return ofOperation
}

/** Every operation is a member of what the one function in the file of its noun makes. */
export function handlerFindings(sources: readonly Source[], ofOperation: Nouns): Finding[] {
  const folder = 'src/handlers/'
  return sources
    .filter(({ path }) => path.startsWith(folder) && path !== `${folder}index.ts`)
    .flatMap(source => {
      const noun = source.path.slice(folder.length, -'.ts'.length)
      const strays: Finding[] = []
      walk(source.tree, node => {
        if (!ts.isMethodDeclaration(node) && !ts.isPropertyAssignment(node)) return
        const name = node.name.getText(source.tree)
        const home = ofOperation.get(name)
        if (home === undefined || home === noun) return
        const mend = `Move it to ${folder}${home}.ts, where its tag is.`
        strays.push(findingAt(source, node, `handles ${name}.`, mend))
      })
      const made = source.tree.statements.filter(
        node => ts.isFunctionDeclaration(node) && node.modifiers !== undefined
      )
      if (made.length === 1) return strays
      const expected = `exports ${made.length} functions.`
      const mend = 'A noun has its handlers; what is no handler goes to http or decisions.'
      return [...strays, { file: source.path, line: 1, expected, mend }]
    })
}

/** A handler reads nothing of the wire: the words of the wire become ours in commands and views. */
export function wireFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/handlers/'))
    .flatMap(source => {
      const findings: Finding[] = []
      walk(source.tree, node => {
        const name =
          ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node)
            ? node.name
            : ts.isBindingElement(node)
              ? node.propertyName
              : undefined
        const word = name?.getText(source.tree) ?? ''
        if (!/^[a-z0-9]+(_[a-z0-9]+)+$/.test(word)) return
        const mend = 'Translate it in src/http/wire.'
        findings.push(findingAt(source, node, `says ${word}, a word of the wire.`, mend))
      })
      return findings
    })
}
