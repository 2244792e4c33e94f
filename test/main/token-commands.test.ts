import t, { type Test } from 'tap'
import { hashSecret } from '../../src/secrets.ts'
import { Credentials } from '../../src/storage/oauth.ts'
import { onServer } from '../support/postgres-databases.ts'
import { givenServerDatabase, onFile } from './support/moving.ts'
import { done, failed, givenPlace, whileServing } from './support/place.ts'

const ENDS = '2026-03-01T10:15:00.000Z'
const KEYS = 'npm run --silent cli -- project keys proj_000001'

/** A project with an app key, client-1, and a management key, client-3. */
async function givenProject(t: Test) {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  return place
}

t.test('token issue: prints a token once, which opens what it says', async t => {
  const place = await givenProject(t)
  t.strictSame(
    await place.cli(['token', 'issue', 'proj_000001', 'client-1', '--scope', 'vouchers rewards']),
    done(`Issued a token of the key client-1 (First key) of the project Corner

Authorization: Bearer secret-4

It opens vouchers rewards, until ${ENDS}.
Keep it safe: only its hash is stored, so it is not shown again.`)
  )
  await whileServing(place, async store => {
    const found = await new Credentials(store).stored.token(hashSecret('secret-4'))
    t.match(found?.token, { keyId: 'client-1', scope: 'vouchers rewards', expiresAt: ENDS })
  })
  const { printed } = await place.cli('token issue proj_000001 client-1 --scope api --json')
  t.strictSame(JSON.parse(printed), {
    access_token: 'secret-5',
    client_id: 'client-2',
    expires_at: Date.parse(ENDS) / 1000,
    expires_in: 900,
    scope: 'api',
    token_type: 'Bearer'
  })
})

t.test('token issue: refuses what no token is of, with the next step', async t => {
  const { cli } = await givenProject(t)
  const of = (rest: string) => cli(`token issue ${rest}`)
  t.strictSame(
    await of('proj_000009 client-1 --scope api'),
    failed('There is no project proj_000009. Try: npm run --silent cli -- project list')
  )
  const found = await of('proj_000001 client-9 --scope api')
  t.strictSame(found, failed(`The project has no key client-9. Try: ${KEYS}`))
  t.strictSame(
    await of('proj_000001 client-3 --scope api'),
    failed(`client-3 is a management key, and only app keys issue tokens. Try: ${KEYS}`)
  )
  t.match(await of('proj_000001 client-1 --scope vouchers,rewards'), {
    code: 1,
    complained: /^--scope names 'vouchers,rewards', which is no scope; separate scopes with spaces/
  })
  t.match(await of('proj_000001 client-1'), {
    code: 2,
    complained: /^error: missing required option '--scope <scopes>'\nTry: .* token issue --help/
  })
  await cli('project key revoke proj_000001 client-1')
  t.strictSame(
    await of('proj_000001 client-1 --scope api'),
    failed(`The key client-1 was revoked at 2026-03-01T10:00:00.000Z. Try: ${KEYS}`)
  )
})

const ABOUT = `A token of the key client-1 (First key) of the project Corner
It opens api.`

t.test('token introspect: says what a token is, in each of its states', async t => {
  const place = await givenProject(t)
  const issued = async () => (await place.cli('token issue proj_000001 client-1 --scope api')).code
  const told = async (input: string) => place.cli('token introspect', {}, { input })
  t.equal(await issued(), 0)
  const good = done(`${ABOUT}\nIt is valid until ${ENDS}.`)
  for (const input of [
    'secret-4',
    'secret-4\n',
    'Bearer secret-4',
    'Authorization: Bearer secret-4'
  ]) {
    t.strictSame(await told(input), good, input)
  }
  const found = await place.cli('token revoke', {}, { input: 'secret-4' })
  t.strictSame(found, done('Revoked the token of the project Corner.'))
  const revoked = done(`${ABOUT}\nIt was revoked at 2026-03-01T10:00:00.000Z.`)
  t.strictSame(await told('secret-4'), revoked)
  t.equal((await place.cli('token revoke', {}, { input: 'secret-4' })).code, 0, 'as it is so')
  t.equal(await issued(), 0)
  onFile(place.file, "update access_tokens set expires_at = '2026-03-01T10:00:00.000Z'")
  const over = done(`${ABOUT}\nIt expired at 2026-03-01T10:00:00.000Z.`)
  t.strictSame(await told('secret-5'), over)
  t.strictSame(await told('secret-1'), failed('No project issued this token.'), 'the one of a key')
  const seen = await place.cli('token revoke', {}, { input: 'other' })
  t.strictSame(seen, failed('No project issued this token.'))
})

t.test('token introspect: answers programs as the operation does', async t => {
  const place = await givenProject(t)
  await place.cli('token issue proj_000001 client-1 --scope api')
  const asked = async (input: string) => {
    const { code, printed } = await place.cli('token introspect --json', {}, { input })
    return [code, JSON.parse(printed)]
  }
  t.strictSame(await asked('other'), [0, { active: false }])
  t.match(await asked('secret-4'), [0, { active: true, expires_in: 900, scope: 'api' }])
  await place.cli('project key revoke proj_000001 client-1')
  t.match(await asked('secret-4'), [0, { active: false, expires_in: 0 }], 'it ends with its key')
})

t.test('token: what is no token is not looked for', async t => {
  const { cli } = await givenProject(t)
  const advice = failed(
    'Send one token on standard input, from a file that only you can read: npm run ' +
      '--silent cli -- token introspect < FILE'
  )
  for (const input of ['', ' \n', 'two words', 'one\ntwo']) {
    t.strictSame(await cli('token introspect', {}, { input }), advice, input)
    t.strictSame(await cli('token revoke', {}, { input }), advice, input)
  }
})

t.test('token: on PostgreSQL, too', onServer, async t => {
  const DATABASE_URL = await givenServerDatabase(t)
  const { cli } = givenPlace(t)
  const there = (command: string, input = '') => cli(command, { DATABASE_URL }, { input })
  await there('migrate')
  await there('project create Corner')
  t.equal((await there('token issue proj_000001 client-1 --scope api')).code, 0)
  const found = await there('token introspect', 'secret-4')
  t.strictSame(found, done(`${ABOUT}\nIt is valid until ${ENDS}.`))
})
