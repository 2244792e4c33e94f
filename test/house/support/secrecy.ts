/**
 * Where secrets, their hashes and signatures are compared: in one function, whose time does not
 * tell how much of a guess was right.
 *
 * Read off the syntax, by names: a comparison with a constant, such as null, guesses nothing.
 */
import ts from 'typescript'
import { type Finding, findingAt, type Source, walk } from './source.ts'

const HOME = 'src/secrets.ts'

/** Names of what somebody might guess; the end of a name says what it is. */
const SECRET = /(secret|hash|signature|mac|digest|password|token|cipher|receiptkey)s?$/i

/** Operators that end at the first difference. */
const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanToken
])

/** Methods that do. */
const METHODS: ReadonlySet<string> = new Set([
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'localeCompare',
  'equals',
  'compare'
])

const MEND = `Compare by isSame of ${HOME}.`

/** Secrets that are compared in a time which tells where they differ. */
export function secrecyFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => {
    const findings: Finding[] = []
    walk(source.tree, node => {
      const compared = comparedIn(node)
      const name = compared.map(nameOf).find(each => SECRET.test(each))
      if (name !== undefined && !compared.some(isConstant)) {
        findings.push(findingAt(source, node, `compares ${name} in a time that tells.`, MEND))
      }
      const isForeign = ts.isIdentifier(node) && node.text === 'timingSafeEqual'
      if (isForeign && source.path !== HOME && !ts.isImportSpecifier(node.parent)) {
        findings.push(findingAt(source, node, 'calls timingSafeEqual.', MEND))
      }
    })
    return findings
  })
}

/** The two that are compared; none where nothing is. */
function comparedIn(node: ts.Node): readonly ts.Expression[] {
  if (ts.isBinaryExpression(node) && OPERATORS.has(node.operatorToken.kind)) {
    return [node.left, node.right]
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  const [first] = node.arguments
  return METHODS.has(name.text) && first !== undefined ? [expression, first] : []
}

/** The last name of an expression: `token.tokenHash` is tokenHash, `this.#secret` secret. */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text.replace('#', '')
  if (ts.isCallExpression(expression)) return nameOf(expression.expression)
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression)) {
    return nameOf(expression.expression)
  }
  return ''
}

/** A value that is written there, which nobody has to guess. */
function isConstant(expression: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(expression) ||
    expression.kind === ts.SyntaxKind.NullKeyword ||
    expression.kind === ts.SyntaxKind.TrueKeyword ||
    expression.kind === ts.SyntaxKind.FalseKeyword ||
    nameOf(expression) === 'undefined'
  )
}
