/**
 * The statements and kinds of change that a file plays on PostgreSQL, where `PLAYED_ON_POSTGRES`
 * names a file to which the process adds them when it ends: a line for each, with the test file
 * and the test before it and how often behind it. What becomes of them: scripts/suite/postgres.ts.
 */
import { appendFileSync } from 'node:fs'
import { Session } from '../../src/storage/engine/session.ts'
import { Statements } from '../../src/storage/engine/statements.ts'

const record = process.env['PLAYED_ON_POSTGRES']

if (record !== undefined) {
  const { statementNames } = await import('../storage/support/statements.ts')
  const found = new Map<string, number>()
  const add = (played: string) => {
    const key = `${process.env['PLAYED_TEST']}\t${played}`
    found.set(key, (found.get(key) ?? 0) + 1)
  }
  const lines = () => [...found].map(([key, times]) => `${key}\t${times}\n`)
  process.once('exit', () => appendFileSync(record, lines().join('')))

  const { prepared } = Statements.prototype
  Statements.prototype.prepared = function (asked) {
    const name = statementNames.get(asked)
    // Of the two engines, PostgreSQL alone has such versions.
    if (this.keeper.versionsGrow === true && name !== undefined) add(name)
    return prepared.call(this, asked)
  }
  const { send } = Session.prototype
  Session.prototype.send = function (...asked) {
    const [, , guarded] = asked
    if (this.keeper.versionsGrow === true && guarded) add(guarded.kind)
    send.apply(this, asked as Parameters<typeof send>)
  }
}
