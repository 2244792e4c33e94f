/**
 * How files are written: sizes, heads and where they point, doc comments, names, exports, comments.
 *
 * Every number here is a habit and no law of nature, so each exception is listed with its reason.
 */
import { basename } from 'node:path/posix'
import ts from 'typescript'
import {
  exportsOf,
  type Finding,
  findingAt,
  isStatementOfSql,
  lineAt,
  type Source,
  spokenHead,
  walk
} from './source.ts'

const LINE_MAX = 100
const FUNCTION_LINES_MAX = 60
const FILE_LINES_MAX = 400
const HEAD_LINES_MAX = 14

/** Files that may be long, and why. */
const longFiles = new Map([
  ['src/model.ts', 'the types of everything, in one place on purpose'],
  ['src/storage/tables.ts', 'every table, side by side'],
  ['src/storage/tables.postgres.ts', 'made of the one before'],
  ['src/demo/project.ts', 'data, no code'],
  ['test/storage/engine/met-changes.test.ts', 'every kind of change, side by side']
])

/** Tests that are tables of cases: as long as the rule has corners. */
const tables = /^test\/(rules|decisions|contract\/refusal-examples)/

/** Lines are at most 100 characters, functions 60 lines, files 400. */
export function sizeFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => [
    ...source.lines.flatMap((line, index) => {
      if (line.length <= LINE_MAX) return []
      const expected = `is ${line.length} characters wide; lines have at most ${LINE_MAX}.`
      return [{ file: source.path, line: index + 1, expected, mend: 'Break it.' }]
    }),
    ...functionFindings(source),
    ...fileFindings(source)
  ])
}

function fileFindings({ path, lines }: Source): Finding[] {
  // The last line end starts no line.
  const count = lines.length - 1
  if (count <= FILE_LINES_MAX || longFiles.has(path) || tables.test(path)) return []
  const expected = `has ${count} lines; files have at most ${FILE_LINES_MAX}.`
  const mend = 'Split it where a second name is obvious.'
  return [{ file: path, line: count, expected, mend }]
}

function functionFindings(source: Source): Finding[] {
  const findings: Finding[] = []
  walk(source.tree, node => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
    const count = linesOf(source, node) - tableLines(source, node.body)
    if (count <= FUNCTION_LINES_MAX) return
    const expected = `is a function of ${count} lines; at most ${FUNCTION_LINES_MAX}.`
    findings.push(findingAt(source, node, expected, 'Give a part of it a name of its own.'))
  })
  return findings
}

function linesOf(source: Source, node: ts.Node): number {
  return lineAt(source, node.end) - lineAt(source, node.getStart(source.tree)) + 1
}

/** Rows between the brackets of what a function returns or names: a table is read row by row. */
function tableLines(source: Source, body: ts.Node): number {
  const values = ts.isBlock(body)
    ? body.statements.flatMap(statement => {
        if (ts.isReturnStatement(statement)) return [statement.expression]
        if (!ts.isVariableStatement(statement)) return []
        return statement.declarationList.declarations.map(({ initializer }) => initializer)
      })
    : [body]
  return values.reduce((sum, value) => {
    let literal = value
    while (
      literal !== undefined &&
      (ts.isAsExpression(literal) || ts.isSatisfiesExpression(literal))
    )
      literal = literal.expression
    while (literal !== undefined && ts.isParenthesizedExpression(literal))
      literal = literal.expression
    const isTable =
      literal !== undefined &&
      (ts.isObjectLiteralExpression(literal) || ts.isArrayLiteralExpression(literal))
    return sum + (isTable ? Math.max(0, linesOf(source, literal as ts.Node) - 2) : 0)
  }, 0)
}

/** Every module opens with a head, but for tests, whose file name says what they are about. */
export function headFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(source => {
      const head = spokenHead(source)
      const at = (line: number, expected: string, mend: string): Finding[] => [
        { file: source.path, line, expected, mend }
      ]
      if (head === null) {
        return at(1, 'opens without a head.', 'Say what it is for in a comment at the very top.')
      }
      const count = head.text.split('\n').length
      if (count > HEAD_LINES_MAX && !longFiles.has(source.path)) {
        return at(1, `has a head of ${count} lines; at most 14.`, 'Leave the rest to its exports.')
      }
      return []
    })
}

/**
 * Every exported value says what its type cannot. The head speaks for a module's only value, and
 * for a family of them whose names share their first or last word. Types that have members or list
 * their words speak for themselves; a name for a plain text or number does not.
 */
export function docFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => !/\/tables(\.\w+)?\.ts$/.test(path))
    .flatMap(source => {
      const seen = new Set<ts.Statement>()
      const spokenFor = isFamily(source)
      return exportsOf(source).flatMap(({ name, node }) => {
        if (seen.has(node)) return []
        seen.add(node)
        const doc = docOf(source, node)
        if (doc !== null) {
          if (!echoes(doc, name)) return []
          const mend = 'Say something the name does not, or find it a better name.'
          return [findingAt(source, node, `has a doc comment that repeats the name ${name}.`, mend)]
        }
        if (isType(node) ? speaksForItself(node) : spokenFor) return []
        if (isStatementOfSql(source, node)) return []
        const mend = 'Say what the type cannot: unit, bounds, order, ownership, when it throws.'
        return [findingAt(source, node, `exports ${name} without a doc comment.`, mend)]
      })
    })
}

function isType(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}

function speaksForItself(node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): boolean {
  if (ts.isInterfaceDeclaration(node)) return true
  return (
    node.type.kind !== ts.SyntaxKind.StringKeyword && node.type.kind !== ts.SyntaxKind.NumberKeyword
  )
}

function isFamily(source: Source): boolean {
  const values = exportsOf(source).filter(({ node }) => !isType(node))
  const bare = values.filter(({ node }) => docOf(source, node) === null)
  const words = bare.map(({ name }) => name.split(/(?=[A-Z])/).map(word => word.toLowerCase()))
  const firsts = new Set(words.map(each => each[0]))
  const lasts = new Set(words.map(each => each.at(-1)))
  return values.length === 1 || (bare.length > 1 && (firsts.size === 1 || lasts.size === 1))
}

function docOf(source: Source, node: ts.Statement): string | null {
  const comments = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []
  const last = comments.findLast(({ pos }) => source.text.startsWith('/**', pos))
  const head =
    spokenHead(source) !== null && last?.pos === comments[0]?.pos && isFirst(source, node)
  if (last !== undefined && !head) return source.text.slice(last.pos, last.end)
  const above = source.tree.statements[source.tree.statements.indexOf(node) - 1]
  if (above === undefined || !isShort(node) || !isShort(above)) return null
  const touches = lineAt(source, node.getStart()) === lineAt(source, above.end) + 1
  return touches ? docOf(source, above) : null
}

function isFirst({ tree }: Source, node: ts.Statement): boolean {
  return tree.statements[0] === node
}

function isShort(node: ts.Statement): boolean {
  return ts.isVariableStatement(node) || ts.isTypeAliasDeclaration(node)
}

const filler = new Set(
  'a an and are for from in is it its of on one or that the this to with'.split(' ')
)

function echoes(doc: string, name: string): boolean {
  const words = (doc.match(/[A-Za-z]+/g) ?? []).map(word => word.toLowerCase())
  const own = name.split(/(?=[A-Z])|_/).map(word => word.toLowerCase().replace(/s$/, ''))
  return words.every(word => filler.has(word) || own.includes(word.replace(/s$/, '')))
}

/** Names that say nothing about what is inside. */
const emptyNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service'])

/** Files are named by what they are about, export by name, and are no lists of other files. */
export function shapeFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => {
    const { path, tree } = source
    const findings: Finding[] = []
    const word = basename(path, '.ts')
      .split(/[-.]/)
      .find(each => emptyNames.has(each))
    if (path.startsWith('src/') && word !== undefined) {
      const mend = 'Name it after the thing it is about.'
      findings.push({ file: path, line: 1, expected: `is named "${word}".`, mend })
    }
    for (const node of tree.statements) {
      const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
      const byModifier = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
      const renamed =
        ts.isExportDeclaration(node) &&
        node.exportClause !== undefined &&
        ts.isNamedExports(node.exportClause) &&
        node.exportClause.elements.some(({ name }) => name.text === 'default')
      if (byModifier || renamed || ts.isExportAssignment(node)) {
        findings.push(findingAt(source, node, 'has a default export.', 'Export it by name.'))
      }
    }
    const forwards = tree.statements.filter(
      node => ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined
    )
    const own = tree.statements.filter(node => !ts.isImportDeclaration(node))
    if (forwards.length > 0 && own.every(ts.isExportDeclaration)) {
      const mend = 'Import from the file that declares it.'
      findings.push({ file: path, line: 1, expected: 'only forwards other files.', mend })
    }
    return findings
  })
}

const banner = /^\s*(\/\/|\/?\*+)\s*[-=*#~_]{4,}/
const code = new RegExp(
  `^\\s*//\\s*(${[
    '(const|let) \\w+ =',
    'import .* from [\'"]',
    'export (const|function|class) ',
    'if \\(.*\\) [{\\w]',
    'await \\w+[.(]',
    'return \\w+[.(]',
    '\\} ?(else|$)'
  ].join('|')})`
)

/** Comments are sentences: no banners, no code that was switched off. */
export function commentFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      if (banner.test(line)) {
        const mend = 'Remove it; a file that needs banners wants splitting.'
        return [{ file: path, line: index + 1, expected: 'draws a banner.', mend }]
      }
      if (!code.test(line)) return []
      const mend = 'Delete it; version control remembers.'
      return [{ file: path, line: index + 1, expected: 'is code in a comment.', mend }]
    })
  )
}

/** Phrases that make a reader stop and ask who or what is meant. */
const riddles = [
  'who(m|so)?ever',
  'whatsoever',
  'what (is|was|are|there is) there',
  'what there (is|are)',
  'makes? (it|them) so',
  "in somebody's hands",
  'all of it anew',
  'nothing said',
  'what (is|was) not (said|sent)',
  'what (stands|an answer says) beside',
  '(looked at|asked) once more',
  'answers? to the name',
  'not heard'
]
const riddle = new RegExp(`\\b(${riddles.join('|')})\\b`, 'i')

/** Prose says who does what: no phrase of the list, in comments or in papers. */
export function riddleFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const prose = path.endsWith('.ts') ? /(?:^\s*\/?\*|\/\/).*/.exec(line)?.[0] : line
      const [found] = riddle.exec(prose ?? '') ?? []
      if (found === undefined) return []
      const mend = 'Name the subject: say who does it, or what it is.'
      return [{ file: path, line: index + 1, expected: `says "${found}".`, mend }]
    })
  )
}
