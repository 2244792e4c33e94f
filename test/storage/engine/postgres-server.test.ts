/** What a run says, and when it fails, where PostgreSQL is not there. */
import t, { type Test } from 'tap'
import { hasServer, serverForRun } from '../../support/postgres-databases.ts'

t.test('without a server a run says so, and under CI it fails', async t => {
  restoringEnvironment(t)
  delete process.env['TEST_DATABASE_URL']
  delete process.env['CI']
  const nowhere = async () => serverForRun(() => null)
  t.match((await nowhere()).told, /TEST_DATABASE_URL/)
  process.env['CI'] = 'true'
  await t.rejects(nowhere(), /Install them/)
})

t.test(
  'a server that is named cannot be killed: a run says so, and fails in CI',
  { skip: !hasServer() && 'no server' },
  async t => {
    restoringEnvironment(t)
    delete process.env['CI']
    const named = async (found: string | null) => (await serverForRun(() => found)).told
    t.match(await named(null), /TEST_DATABASE_URL names. No binaries .* skipped/)
    t.match(await named('/somewhere'), /TEST_DATABASE_URL names.$/)
    process.env['CI'] = 'true'
    await t.rejects(named(null), /Install them/)
    t.match(await named('/somewhere'), /TEST_DATABASE_URL names.$/)
  }
)

/** What a test sets of it is gone afterwards. */
function restoringEnvironment(t: Test): void {
  const { TEST_DATABASE_URL, TEST_DATABASE_RUN, PATH, CI } = process.env
  t.after(() => {
    const were = { TEST_DATABASE_URL, TEST_DATABASE_RUN, PATH, CI }
    for (const [name, value] of Object.entries(were)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}
