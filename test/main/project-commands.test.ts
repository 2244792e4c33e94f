import t from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { hashSecret } from '../../src/secrets.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { Credentials } from '../../src/storage/oauth.ts'
import { keyPairNamed } from '../../src/storage/projects.ts'
import { NOW } from '../support/given.ts'
import { done, failed, givenPlace, whileServing } from './support/place.ts'

t.test('project create: prints two pairs once, and stores their hashes', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  const command = 'project create Corner --timezone Europe/Vienna --currency CHF'
  await whileServing(place, async store => {
    t.strictSame(
      await place.cli(`${command} --case-insensitive-codes`),
      done(`Made the project Corner: proj_000001

X-App-Id: client-1
X-App-Token: secret-1

X-Management-Id: client-3
X-Management-Token: secret-2

Keep the tokens safe: only their hashes are stored, so they are not shown again.`)
    )
    const found = await store.read(null, async session => [
      await keyPairNamed(session, 'client-1'),
      await keyPairNamed(session, 'client-3')
    ])
    const project = {
      id: 'proj_000001',
      name: 'Corner',
      timezone: 'Europe/Vienna',
      currency: 'CHF',
      caseSensitiveCodes: false,
      secret: 'secret-3',
      urlSecret: null,
      demo: false,
      createdAt: NOW
    }
    const pair = { projectId: 'proj_000001', createdAt: NOW, revokedAt: null }
    t.strictSame(found, [
      {
        project,
        pair: {
          ...pair,
          id: 'client-1',
          kind: 'app',
          name: 'First key',
          tokenHash: hashSecret('secret-1'),
          clientId: 'client-2'
        }
      },
      {
        project,
        pair: {
          ...pair,
          id: 'client-3',
          kind: 'management',
          name: 'First management key',
          tokenHash: hashSecret('secret-2'),
          clientId: 'client-4'
        }
      }
    ])
  })
})

t.test(
  'project list and migrate: list every project, and which is the demo, also while the ' +
    'service runs',
  async t => {
    const place = givenPlace(t)
    await place.cli('migrate')
    t.strictSame(
      await place.cli('project list'),
      failed(
        `There is no project in ${place.file}. Try: npm run --silent cli -- project create NAME`
      )
    )
    await whileServing(place, async (store, shell) => {
      await loadDemo(store, shell)
      await place.cli('project create Corner --timezone Europe/Vienna --currency CHF')
      t.strictSame(
        await place.cli('project list'),
        done(`proj_000001  Corner     Europe/Vienna  CHF
proj_00demo  Demo shop  Europe/Berlin  EUR  the demo`)
      )
      t.strictSame(
        await place.cli('migrate'),
        done(
          `The tables are up to date: ${place.file}\nIts project Demo shop (proj_00demo) is the demo's.`
        )
      )
    })
  }
)

t.test('project keys: names the kinds of keys, and what is revoked', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  await place.cli('project key revoke proj_000001 client-1')
  t.strictSame(
    await place.cli('project keys proj_000001'),
    done(`client-1  app         First key             made ${NOW}  revoked ${NOW}
client-3  management  First management key  made ${NOW}`)
  )
})

t.test('project key: the last management key is replaced, and nobody is locked out', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  await whileServing(place, async store => {
    const credentials = new Credentials(store)
    const ends = async (id: string) => (await credentials.stored.keyPair(id))?.pair.revokedAt
    t.match(await place.cli('project key revoke proj_000001 client-3'), {
      code: 1,
      complained: /it is the last one that manages it, so create another management key first/
    })
    t.strictSame(
      await place.cli('project key create proj_000001 --kind management --name Office'),
      done(`Made a key of kind management for the project Corner

X-Management-Id: client-5
X-Management-Token: secret-4

Keep the token safe: only its hash is stored, so it is not shown again.`)
    )
    t.strictSame(
      await place.cli('project key revoke proj_000001 client-3'),
      done(
        'Revoked client-3 (management, First management key) of the project Corner, ' +
          'and its tokens.'
      )
    )
    t.strictSame([await ends('client-3'), await ends('client-5')], [NOW, null])
    t.equal((await credentials.stored.keyPair('client-5'))?.pair.tokenHash, hashSecret('secret-4'))
  })
})

t.test('project key: an app key is made by default, and what is not there is told', async t => {
  const { cli } = givenPlace(t)
  await cli('migrate')
  await cli('project create Corner')
  t.match(await cli('project key create proj_000001'), {
    code: 0,
    printed: /^X-App-Id: client-5\nX-App-Token: secret-4$/m
  })
  const advice = 'Try: npm run --silent cli -- project list'
  for (const command of ['keys', 'key create', 'key revoke']) {
    const key = command === 'key revoke' ? ' client-1' : ''
    const found = await cli(`project ${command} proj_9${key}`)
    t.strictSame(found, failed(`There is no project proj_9. ${advice}`))
  }
  t.match(await cli('project key revoke proj_000001 client-9'), { code: 1, complained: /client-9/ })
  t.match(await cli('project key create proj_000001 --kind both'), {
    code: 2,
    complained: /Allowed choices are app, management/
  })
})

t.test('project create: refuses what no day or price could be told in', async t => {
  const { cli } = givenPlace(t)
  await cli('migrate')
  const found = [
    await cli('project create A --timezone Middle/Earth'),
    await cli('project create A --currency gold')
  ]
  t.strictSame(found, [
    failed("--timezone: 'Middle/Earth' is no time zone; use a name such as Europe/Berlin"),
    failed("--currency: 'gold' is no currency; use an ISO 4217 code such as EUR")
  ])
})

t.test('project secret renew: says what ends, and changes the secret of urls alone', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  const advice = 'Try: npm run --silent cli -- project list'
  const found = await place.cli('project secret renew proj_9')
  t.strictSame(found, failed(`There is no project proj_9. ${advice}`))
  await whileServing(place, async store => {
    const before = await keyPairIn(store)
    t.strictSame(
      await place.cli('project secret renew proj_000001'),
      done(`Renewed the secret that signs the urls of the project Corner.

Every url of a picture, a page or a file from an earlier answer has ended. Read
vouchers, customers and exports again for new ones. Keys and tokens go on as before.`)
    )
    const { project, pair } = before
    t.strictSame(await keyPairIn(store), { project: { ...project, urlSecret: 'secret-4' }, pair })
  })
})

async function keyPairIn(store: Store) {
  const found = await store.read(null, session => keyPairNamed(session, 'client-1'))
  if (found === null) throw new Error('There is no client-1')
  return found
}

t.test('project: tells programs what the operations answer', async t => {
  const { cli } = givenPlace(t)
  await cli('migrate')
  const asked = async (command: string) => {
    const { code, printed, complained } = await cli(`${command} --json`)
    t.strictSame([code, complained], [0, ''], command)
    return JSON.parse(printed)
  }
  const of = { object: 'list', data_ref: 'projects' }
  t.strictSame(await asked('project list'), { ...of, projects: [], total: 0 })
  const project = {
    id: 'proj_000001',
    name: 'Corner',
    timezone: 'UTC',
    currency: 'EUR',
    case_sensitive_codes: true,
    created_at: NOW,
    object: 'project'
  }
  t.strictSame(await asked('project create Corner'), {
    ...project,
    server_side_key: { app_id: 'client-1', app_token: 'secret-1' },
    management_key: { management_id: 'client-3', management_token: 'secret-2' }
  })
  t.strictSame(await asked('project list'), { ...of, projects: [project], total: 1 })
  const key = (id: string, kind: string, name: string) => {
    return { id, name, kind, created_at: NOW, revoked_at: null, object: 'project_key' }
  }
  const office = key('client-5', 'app', 'Office')
  t.strictSame(await asked('project key create proj_000001 --name Office'), {
    ...office,
    token: 'secret-4'
  })
  const first = [
    key('client-1', 'app', 'First key'),
    office,
    key('client-3', 'management', 'First management key')
  ]
  t.strictSame(await asked('project keys proj_000001'), {
    object: 'list',
    data_ref: 'keys',
    keys: first,
    total: 3
  })
})
