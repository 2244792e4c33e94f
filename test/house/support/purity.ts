/**
 * What may not be written where: time, chance and waiting in the pure folders, engine-only calls in
 * the storage code that both engines share, the environment outside config.ts.
 *
 * Everything is read off the syntax; a name in a comment, a text or a property is no finding.
 */
import ts from 'typescript'
import { type Finding, findingAt, type Source, walk } from './source.ts'

const pure = /^src\/(rules|decisions)\//

/** Names that reach outside a function, with what to do instead. */
const ambient: { readonly [name: string]: string } = {
  process: 'Pass in what is needed of it.',
  globalThis: 'Pass in what is needed of it.',
  console: 'Return what there is to say.',
  fetch: 'Load it before, and pass it in as facts.',
  Promise: 'Load before and decide at once; nothing here waits.',
  performance: 'Take the instant from the occasion.',
  crypto: 'Take ids, chance and signatures from the occasion.',
  setTimeout: 'Nothing here waits.',
  setInterval: 'Nothing here waits.',
  setImmediate: 'Nothing here waits.',
  queueMicrotask: 'Nothing here waits.'
}

/** Members of known objects that are not functions of their arguments. */
const ambientMembers: { readonly [call: string]: string } = {
  'Date.now': 'Take the instant from the occasion.',
  'Math.random': 'Take chance from the occasion.',
  'Temporal.Now': 'Take the instant from the occasion.'
}

/** Rules and decisions are functions of their arguments, and refuse by what they return. */
export function purityFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => pure.test(path))
    .flatMap(source => {
      const findings: Finding[] = []
      const found = (node: ts.Node, expected: string, mend: string) =>
        findings.push(findingAt(source, node, expected, mend))
      walk(source.tree, node => {
        const impure = impurityOf(node)
        if (impure !== null) found(node, `is pure, but says ${impure.what}.`, impure.mend)
        if (ts.isThrowStatement(node) && !isInvariant(node, source)) {
          found(
            node,
            'throws.',
            'Return the expected outcome; say // INVARIANT: above when it can never happen.'
          )
        }
      })
      return findings
    })
}

function impurityOf(node: ts.Node): { readonly what: string; readonly mend: string } | null {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return { what: 'async', mend: waits }
  if (ts.isAwaitExpression(node)) return { what: 'await', mend: waits }
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
    const bare = ts.isCallExpression(node) || (node.arguments?.length ?? 0) === 0
    if (bare && isNamed(node.expression, 'Date')) {
      return { what: 'a Date of now', mend: 'Take the instant from the occasion.' }
    }
  }
  if (ts.isPropertyAccessExpression(node)) {
    const what = `${node.expression.getText()}.${node.name.text}`
    const mend = ambientMembers[what]
    if (mend !== undefined) return { what, mend }
    // In some languages `ch` is a letter of its own, or y stands before j.
    if (/^(localeCompare|toLocale\w+)$/.test(node.name.text)) {
      return {
        what: node.name.text,
        mend: 'It goes by the language of the machine; use < instead.'
      }
    }
  }
  if (ts.isIdentifier(node) && isFree(node)) {
    const mend = Object.hasOwn(ambient, node.text) ? ambient[node.text] : undefined
    if (mend !== undefined) return { what: node.text, mend }
  }
  return null
}

const waits = 'Load before and decide at once; nothing here waits.'

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}

/** Not the name of a member, a property or an import's part. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) {
    return node !== (ts.isQualifiedName(parent) ? parent.right : parent.name)
  }
  const named = parent as Partial<ts.NamedDeclaration>
  return !(named.name === node && !ts.isShorthandPropertyAssignment(parent))
}

function isInvariant(node: ts.Node, { text }: Source): boolean {
  const statement =
    ts.isBlock(node.parent) && node.parent.statements.length === 1 ? node.parent : node
  return [node, statement.parent].some(at =>
    (ts.getLeadingCommentRanges(text, at.getFullStart()) ?? []).some(({ pos, end }) =>
      text.slice(pos, end).includes('INVARIANT:')
    )
  )
}

/** Storage files that belong to one engine, or to none; the rest runs on both. */
const engineFiles = new RegExp(
  '^src/storage/engine/(postgres/[\\w-]+|moving/(postgres|sqlite)|' +
    '(store|sqlite|statements|group-writer|migrat\\w*|errors)[\\w-]*)\\.ts$'
)

/** Calls one dialect has and the other has not, or that would wait inside a unit of work. */
const engineCalls: { readonly [name: string]: string } = {
  all: 'Await the statement; only one engine has .all.',
  get: 'Await the statement and take its first row; only one engine has .get.',
  run: 'Await the statement; only one engine has .run.',
  for: 'Say it in a guard; only one engine has .for.'
}

/** Storage that both engines share uses only what both have, and waits for nothing else. */
export function storageFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/storage/'))
    .flatMap(source => {
      const shared = !engineFiles.test(source.path)
      const findings: Finding[] = []
      walk(source.tree, node => {
        const finding = transactionIn(node, source) ?? (shared ? engineOnlyIn(node, source) : null)
        if (finding !== null) findings.push(finding)
      })
      return findings
    })
}

function transactionIn(node: ts.Node, source: Source): Finding | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  if (node.expression.name.text !== 'transaction') return null
  const expected = "uses the query builder's transaction."
  return findingAt(source, node, expected, 'Write a unit of work; its engine begins and commits.')
}

function engineOnlyIn(node: ts.Node, source: Source): Finding | null {
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'rowCount') {
    const mend = 'Make it a command, and read what the session says it wrote.'
    return findingAt(source, node, 'reads rowCount, which only one engine has.', mend)
  }
  if (ts.isIdentifier(node) && isFree(node) && /^(set\w+|fetch|queueMicrotask)$/.test(node.text)) {
    const mend = Object.hasOwn(ambient, node.text)
      ? 'Await only the statements of the session.'
      : null
    return mend === null ? null : findingAt(source, node, `waits by ${node.text}.`, mend)
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { name, expression } = node.expression
  const mend = Object.hasOwn(engineCalls, name.text) ? engineCalls[name.text] : undefined
  if (mend === undefined || isNamed(expression, 'Promise')) return null
  // A map's get takes a key; a statement's takes nothing, or an object of parameters.
  const [first] = node.arguments
  const ofStatement = first === undefined || ts.isObjectLiteralExpression(first)
  if (name.text !== 'for' && !ofStatement) return null
  return findingAt(source, node, `calls .${name.text}.`, mend)
}

/** `process.env` is read by config.ts and by nothing else in src. */
export function environmentFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && path !== 'src/main/config.ts')
    .flatMap(source => {
      const findings: Finding[] = []
      walk(source.tree, node => {
        if (!ts.isPropertyAccessExpression(node) && !ts.isBindingElement(node)) return
        const name = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : node.name
        const object = ts.isBindingElement(node) ? node.parent.parent : node
        const read =
          ts.isIdentifier(name) &&
          name.text === 'env' &&
          (ts.isPropertyAccessExpression(object)
            ? isNamed(object.expression, 'process')
            : ts.isVariableDeclaration(object) &&
              object.initializer !== undefined &&
              isNamed(object.initializer, 'process'))
        if (!read) return
        const mend = 'Add a setting to the table in src/main/config.ts and pass its value in.'
        findings.push(findingAt(source, node, 'reads the environment.', mend))
      })
      return findings
    })
}

/** Where generated files are is known to one file; everybody else asks it, or is given them. */
export function documentFindings(sources: readonly Source[]): Finding[] {
  const expected = 'names a generated file.'
  const mend = 'Ask src/http/served-files.ts where it is.'
  return sources
    .filter(({ path }) => path !== 'src/http/served-files.ts')
    .flatMap(({ path, lines }) => {
      const read = lines.findIndex(line =>
        /['"`/]generated\/(?![\w-]+\.d\.ts'|tables\.postgres\.ts')/.test(line)
      )
      return read === -1 ? [] : [{ file: path, line: read + 1, expected, mend }]
    })
}
