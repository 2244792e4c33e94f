/**
 * The guides to project files and to moving in, as a reader would follow them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { playPage } from '../support/pages.ts'
import { hasServer, newDatabase } from '../support/postgres-databases.ts'

t.test('project files: loaded, dumped, and with what happened', async t => {
  const folder = await playPage(t, 'openapi/guides/project-files.md')
  const dumped = readFileSync(join(folder, 'dumped.yaml'), 'utf8')
  t.match(dumped, /\ncards:\n {2}- code: CARD-LENA\n {4}campaign: Regulars\n/)
})

const NO_SERVER = 'There is no PostgreSQL server to copy to.'

t.test('moving in: from files of another service, and on to a server', async t => {
  const { url, drop } = hasServer() ? await newDatabase() : { url: '', drop: async () => {} }
  t.teardown(drop)
  const copying = 'new=postgres://tessera@db.example.com/tessera'
  await playPage(t, 'openapi/guides/moving-in.md', {
    own: { 'postgres://tessera@db.example.com/tessera': url },
    unplayed: hasServer() ? {} : { [copying]: NO_SERVER }
  })
  if (!hasServer()) t.pass('moving in: on to a server', { skip: NO_SERVER })
})
