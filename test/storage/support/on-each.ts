import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { hasServer } from '../../support/postgres-databases.ts'
import { changed, ground } from './changes.ts'
import { type Opened, sqliteInFile } from './engines.ts'
import { postgresOnServer } from './postgres.ts'

/** `audited`: what the case leaves behind agrees with itself, and must pass the audit. */
export function onEach(
  title: string,
  body: (t: Test, opened: Opened) => Promise<void>,
  { audited = false } = {}
): void {
  const skip = hasServer() ? false : 'no server'
  for (const [engine, options] of [
    [sqliteInFile, {}],
    [postgresOnServer, { skip }]
  ] as const) {
    t.test(`${engine.name}: ${title}`, options, async t => {
      const opened = await engine.open()
      try {
        await changed(opened.store, ...ground)
        await body(t, opened)
        if (!audited) return
        const found = await audit(opened.store)
        t.strictSame(found.findings, [], 'the audit is clean')
      } finally {
        await opened.close()
      }
    })
  }
}
