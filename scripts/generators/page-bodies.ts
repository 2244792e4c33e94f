/**
 * Every body of a request that README and the guides show: in commands as JSON, in TypeScript as it
 * is written.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

export interface PageBody {
  /** The page, as a name of TypeScript. */
  readonly page: string
  readonly method: string
  /** As it is sent, or as the document has it. */
  readonly path: string
  /** An expression of TypeScript. */
  readonly value: string
  /** Statements that `value` needs before it. */
  readonly before: readonly string[]
}

const root = resolve(import.meta.dirname, '../..')
const guides = 'openapi/guides'

/** In the order of the pages. @throws {Error} for a body in a command that cannot be read. */
export function pageBodies(): readonly PageBody[] {
  const names = readdirSync(join(root, guides)).filter(name => name.endsWith('.md'))
  return ['README.md', ...names.map(name => join(guides, name))].flatMap(name => {
    const page = name.replace(/^.*\/|\.md$/g, '').replaceAll('-', '_')
    const text = readFileSync(join(root, name), 'utf8')
    const blocks = [...text.matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm)]
    return blocks.flatMap(([, language, code = '']) =>
      (language === 'sh' ? inCommands(code) : inTypes(code)).map(body => ({ page, ...body }))
    )
  })
}

type Found = Omit<PageBody, 'page'>

/** What curl sends, and what the guide's own `sandbox` does. */
const SENT =
  /(?:\$at|\/v1)(\/[\w/.-]+)"?[\s\\]+(?:-d|--data) (?:'([^']+)'|"\$(\w+)")|\bsandbox (PUT|PATCH) ([\w/]+) '([^']+)'/g
const SENDS = /(?:-d|--data) (?:'[{[]|"\$[a-z])|\bsandbox (?:PUT|PATCH) /g

function inCommands(code: string): readonly Found[] {
  const variables = Object.fromEntries(
    [...code.matchAll(/^(\w+)='([^']*)'$/gm)].map(([, name, value]) => [name, value])
  )
  const found = [...code.matchAll(SENT)].map(([, path, text, variable = '', method, at, sent]) => ({
    method: method ?? 'POST',
    path: method === undefined ? `/v1${path}` : `/sandbox/v1/${at}`,
    value: JSON.stringify(JSON.parse(text ?? sent ?? variables[variable] ?? ''), null, 2),
    before: []
  }))
  if (found.length === (code.match(SENDS) ?? []).length) return found
  throw new Error(`Not every body of these commands is understood:\n${code}`)
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** What calls of openapi-fetch send. */
function inTypes(code: string): readonly Found[] {
  const file = ts.createSourceFile('page.ts', code, ts.ScriptTarget.Latest, true)
  const made = new Map<string, ts.Expression>()
  const found: Found[] = []
  const read = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      made.set(node.name.getText(), node.initializer)
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [path, options] = node.arguments
      const method = node.expression.name.text
      const body = METHODS.includes(method) && options !== undefined ? bodyOf(options) : null
      if (body !== null) {
        const before = declarations(namesIn(body), made)
        found.push({ method, path: (path as ts.StringLiteral).text, value: body.getText(), before })
      }
    }
    ts.forEachChild(node, read)
  }
  read(file)
  return found
}

function bodyOf(options: ts.Expression): ts.Expression | null {
  if (!ts.isObjectLiteralExpression(options)) return null
  const property = options.properties.find(({ name }) => name?.getText() === 'body')
  if (property === undefined) return null
  return ts.isPropertyAssignment(property) ? property.initializer : (property.name as ts.Identifier)
}

/** Names of variables in an expression. */
function namesIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAssignment(node)) return namesIn(node.initializer)
  if (ts.isPropertyAccessExpression(node)) return namesIn(node.expression)
  const names: string[] = []
  ts.forEachChild(node, child => {
    names.push(...namesIn(child))
  })
  return [...new Set(names)]
}

/** Each as the page declares it, after those it is made of, or as what an answer holds. */
function declarations(
  names: readonly string[],
  made: ReadonlyMap<string, ts.Expression>
): readonly string[] {
  const all = names.flatMap(name => {
    const value = made.get(name)
    if (value === undefined || !ts.isObjectLiteralExpression(value)) {
      return [`const ${name} = ({}) as any`]
    }
    return [...declarations(namesIn(value), made), `const ${name} = ${value.getText()}`]
  })
  return [...new Set(all)]
}
