/**
 * Every statement that storage declares, by the name it is exported by, for the tests that look at
 * all of them.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, type Dialect, Statement } from '../../../src/storage/engine/statements.ts'

/** Any statement, whatever it is given and returns, or command. */
export type AnyStatement = Statement<never, unknown> | Command<never>

const STORAGE = join(import.meta.dirname, '../../../src/storage')

const found: [string, AnyStatement][] = []
const files = new Map<AnyStatement, string>()
for (const file of readdirSync(STORAGE, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.ts')) continue
  const exports: object = await import(pathToFileURL(join(STORAGE, file)).href)
  const declared = Object.entries(exports).flatMap(([name, value]) => statementsIn(name, value))
  for (const [, statement] of declared) files.set(statement, file)
  found.push(...declared)
}

/** A statement, or those of a family: one for each order or kind, as `rewardList.created_at`. */
function statementsIn(name: string, value: unknown): [string, AnyStatement][] {
  if (isStatement(value)) return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): [string, AnyStatement][] =>
    isStatement(each) ? [[`${name}.${key}`, each]] : []
  )
}

function isStatement(value: unknown): value is AnyStatement {
  return value instanceof Statement || value instanceof Command
}

export const statements: ReadonlyMap<string, AnyStatement> = new Map(found)

/** The file and the name of each statement: `rewards.ts: rewards.byId`. */
export const statementNames: ReadonlyMap<AnyStatement, string> = new Map(
  found.map(([name, each]) => [each, `${files.get(each)}: ${name}`])
)

export function nameOf(statement: AnyStatement): string {
  const [name] = found.find(([, each]) => each === statement) ?? []
  if (name === undefined) throw new Error('A statement is exported by no file of storage.')
  return name
}

/** The SQL of a statement as one engine is given it, and its parameters in order. */
export function queryOf(
  statement: AnyStatement,
  dialect: Dialect
): { readonly sql: string; readonly params: readonly unknown[] } {
  return statement.build(dialect).toSQL()
}
