/**
 * What PostgreSQL has and the databases that only speak like it may lack: advisory locks, messages
 * between connections, and sequences. Nothing that a request or a job relies on uses them.
 *
 * Read off the text of literals, and of the steps of a migration.
 */
import ts from 'typescript'
import { type Finding, findingAt, type Source, walk } from './source.ts'

/** The locks under which one process migrates, or copies a whole database in. */
const OPERATING: readonly string[] = [
  'src/storage/engine/postgres/migrate.ts',
  'src/storage/engine/moving/postgres.ts'
]

const FOUND: readonly (readonly [RegExp, string, string])[] = [
  [/\bpg_(try_)?advisory_/i, 'an advisory lock', 'Guard the write, or lock a row.'],
  [/\bpg_notify\b|^\s*(un)?(listen|notify)\s/i, 'LISTEN or NOTIFY', 'Write a row, and poll.'],
  [
    /\b(nextval|setval|currval|(create|alter) sequence|(small|big)?serial|as identity)\b/i,
    'a sequence',
    'Make the id in src/ids.ts.'
  ]
]

/** Storage, jobs and migrations that rely on what PostgreSQL alone has. */
export function portabilityFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => {
    if (source.path.endsWith('.sql')) return inSteps(source)
    if (!/^src\/(storage|jobs)\//.test(source.path) || OPERATING.includes(source.path)) return []
    const findings: Finding[] = []
    walk(source.tree, node => {
      const text = textOf(node)
      const [, what, mend] = FOUND.find(([pattern]) => text !== null && pattern.test(text)) ?? []
      if (what !== undefined && mend !== undefined) {
        findings.push(findingAt(source, node, `uses ${what}.`, mend))
      }
    })
    return findings
  })
}

function inSteps({ path, lines }: Source): Finding[] {
  return lines.flatMap((text, index) => {
    const [, what, mend] = FOUND.find(([pattern]) => pattern.test(text)) ?? []
    if (what === undefined || mend === undefined) return []
    return [{ file: path, line: index + 1, expected: `uses ${what}.`, mend }]
  })
}

/** What a literal says; a part of a template counts by itself. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  const isPart = ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
  return isPart ? node.text : null
}
