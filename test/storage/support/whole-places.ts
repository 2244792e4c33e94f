/** Where a column of JSON may have a number, by its type: so that a new place is not forgotten. */
import { toSnakeCase } from 'drizzle-orm/casing'
import ts from 'typescript'
import { root } from '../../support/root.ts'

/**
 * Every place of every column, as `table.column.property`, with `*` for one of many. What may hold
 * anything, as metadata does, has no places.
 */
export function wholePlaces(): readonly string[] {
  const path = `${root}/src/storage/tables.ts`
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram([path], { ...options, noEmit: true, incremental: false })
  const checker = program.getTypeChecker()
  const found = new Set<string>()
  const walk = (type: ts.Type, at: string, within: readonly ts.Type[]): void => {
    if (FREE.includes(type.aliasSymbol?.name ?? '')) return
    if (type.flags & ts.TypeFlags.NumberLike) found.add(at)
    if (type.isUnion()) for (const each of type.types) walk(each, at, within)
    const isObject = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)
    if (!isObject || within.includes(type)) return
    const inner = [...within, type]
    const many = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    const each = checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? many
    if (each !== undefined) walk(each, `${at}.*`, inner)
    if (checker.isArrayLikeType(type)) return
    for (const property of checker.getPropertiesOfType(type)) {
      walk(checker.getTypeOfSymbol(property), `${at}.${property.name}`, inner)
    }
  }
  const visit = (node: ts.Node, table: string, column: string): void => {
    let [name, of] = [column, table]
    if (ts.isPropertyAssignment(node)) name = toSnakeCase(node.name.getText())
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      const isTable = ['table', 'things'].includes(node.expression.getText())
      if (isTable && first !== undefined) of = textOf(first)
      const [type] = node.typeArguments ?? []
      if (node.expression.getText() === 'json' && type !== undefined) {
        walk(checker.getTypeFromTypeNode(type), `${of}.${name}`, [])
      }
    }
    ts.forEachChild(node, child => visit(child, of, name))
  }
  const file = program.getSourceFile(path)
  if (file === undefined) throw new Error(`${path} is not there`)
  visit(file, 'several', '')
  return [...found].sort()
}

const FREE = ['Json', 'Metadata']

function textOf(node: ts.Node): string {
  return ts.isStringLiteral(node) ? node.text : ''
}
