/**
 * The first page, as a reader would follow it in a clone: its service is started in a terminal of
 * its own.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { heldPort } from '../support/held-port.ts'
import { givenClone, playPage } from '../support/pages.ts'
import { root } from '../support/root.ts'

const START = 'npm ci && npm start'

t.test('from a clone to the first redemption, a client and a service for a minute', async t => {
  const port = String(await heldPort(t))
  const url = `http://127.0.0.1:${port}`
  const before = existsSync(join(root, 'data'))
  const folder = await playPage(t, 'README.md', {
    folder: givenClone(t),
    environment: { PORT: port },
    own: {
      [START]: `npm ci; npm start > start.log & until curl --silent ${url}/health/ready; do sleep 0.1; done`,
      'http://127.0.0.1:3000': url
    },
    unplayed: { 'npm ci && npm test': 'this is one of them' }
  })
  t.ok(existsSync(join(folder, 'data/tessera.db')), 'the demo is in the folder of the start')
  t.equal(existsSync(join(root, 'data')), before)
})
