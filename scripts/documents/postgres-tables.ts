/**
 * The tables for PostgreSQL, made of those for SQLite: the two differ in where their columns come
 * from, and the files that they import are further away.
 */

/** What to replace, each exactly once. */
const replacements = [
  ['drizzle-orm/sqlite-core', 'drizzle-orm/pg-core'],
  ['../model.ts', '../src/model.ts'],
  ['./engine/columns.sqlite.ts', '../src/storage/engine/columns.postgres.ts'],
  ['./engine/lean-json.ts', '../src/storage/engine/lean-json.ts']
] as const

const head = `/**
 * Every table, for PostgreSQL. scripts/generate.ts makes this of tables.ts: do not edit it.
 */
`

/** @throws when the module for SQLite does not read as expected. */
export function postgresTables(sqlite: string): string {
  let text = sqlite.replace(/^\/\*\*[\s\S]*?\*\/\n/, head)
  if (!text.startsWith(head))
    throw new Error('src/storage/tables.ts must begin with a comment, which is replaced.')
  for (const [here, there] of replacements) {
    const parts = text.split(here)
    if (parts.length !== 2) {
      throw new Error(
        `src/storage/tables.ts has "${here}" ${parts.length - 1} times, and must have it once.`
      )
    }
    text = parts.join(there)
  }
  return text
}
