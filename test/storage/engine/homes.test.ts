/**
 * A statement stands with the noun whose rows it writes or finds: who changes a table opens one
 * room of storage and has them all. A table belongs to the room that inserts its rows.
 */
import t from 'tap'
import { sqliteDialect } from '../../../src/storage/engine/sqlite-dialect.ts'
import { type AnyStatement, fileOf, queryOf, statements } from '../support/statements.ts'

/** Statements that find rows of another room, and why. */
const VISITS: readonly (readonly [RegExp, string])[] = [
  [/^audit\//, 'the audit counts everything again'],
  [/^exports\/contents\.ts$/, 'an export is of everything'],
  [/^customers\/(?:erasure|followed)\.ts$/, 'what was said of a customer is erased wherever it is'],
  [/^categories\.ts$/, 'what is filed under a category, before it is deleted'],
  [/^catalogue\.ts$/, "the version of the set-up, in the project's row"],
  [/^members\.ts$/, 'a member is a voucher with a holder'],
  [/^discounts\/candidates\.ts$/, 'what a customer may qualify for, wherever it is'],
  [/^standing\/moments\.ts$/, 'customers for whom something is due, on any of their cards']
]

const WRITES = /^(?:insert into|update|delete from) "(\w+)"/

const tableWritten = (statement: AnyStatement) =>
  WRITES.exec(queryOf(statement, sqliteDialect).sql)?.[1]
const tableRead = (statement: AnyStatement) =>
  /\bfrom "(\w+)"/.exec(queryOf(statement, sqliteDialect).sql)?.[1]
/** `orders` of `orders.ts` as of `orders/saving.ts`. */
const roomOf = (statement: AnyStatement) => fileOf(statement).split(/[/.]/)[0]

const rooms = new Map<string | undefined, string | undefined>()
for (const statement of statements.values()) {
  if (/^insert into/.test(queryOf(statement, sqliteDialect).sql)) {
    rooms.set(tableWritten(statement), roomOf(statement))
  }
}

t.test('a statement stands in the room of its table', async t => {
  for (const [name, statement] of statements) {
    const table = tableWritten(statement) ?? tableRead(statement)
    const visits = VISITS.some(([file]) => file.test(fileOf(statement)))
    if (!visits) t.equal(roomOf(statement), rooms.get(table), `${name}, of ${table}`)
  }
})

t.test("a voucher's row is written by one file", async t => {
  const writing = [...statements.values()].filter(each => tableWritten(each) === 'vouchers')
  t.strictSame([...new Set(writing.map(fileOf))], ['vouchers/changes.ts'])
})

t.test('every exception is needed', async t => {
  for (const [file, why] of VISITS) {
    const strays = [...statements.values()].filter(each => {
      const table = tableWritten(each) ?? tableRead(each)
      return file.test(fileOf(each)) && rooms.get(table) !== roomOf(each)
    })
    t.ok(strays.length > 0, why)
  }
})
