import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { served } from '../conformance/support/served.ts'
import { givenService } from '../support/app.ts'
import { heldPort } from '../support/held-port.ts'
import { givenPlace } from './support/place.ts'

const TYPED = 'npm run --silent cli -- verify'
const CHANGES = 'This changes what %s stores; --read-only changes nothing.'

async function givenVerifying(t: Test) {
  const { cli, folder } = givenPlace(t)
  const service = await givenService(t)
  const url = await served(t, service)
  const missing = await served(t, service, {
    answer: given => ({ ...given, headers: { ...given.headers, 'x-request-id': null } })
  })
  return { cli, folder, url, missing }
}

const kept = (url: string, count: string) => `${url} keeps the contract of Tessera 0.1.0: ${count}.`

t.test('verify: says what it found, and by its exit code whether it is clean', async t => {
  const { cli, url, missing } = await givenVerifying(t)
  const only = '--only getMetadataSchema --read-only'
  t.strictSame(await cli(`verify ${url} ${only}`), {
    code: 0,
    printed: [
      'getMetadataSchema         13 passed, 1 skipped',
      '  skipped  path, the method PATCH: It may change what the service stores.',
      kept(url, '13 passed, 1 skipped')
    ].join('\n'),
    complained: ''
  })
  t.match(await cli(`verify ${url} --only getMetadataSchema`), {
    code: 0,
    printed: kept(url, '14 passed'),
    complained: CHANGES.replace('%s', url)
  })
  const { code, printed, complained } = await cli(`verify ${missing} ${only}`)
  t.strictSame([code, complained], [1, 'The service does not keep the contract.'])
  t.match(
    printed,
    '  deviates  example, request as shown\n    The header x-request-id is missing.\n'
  )
  t.equal((await cli(`verify ${url} ${only} --complete`)).code, 1, 'skipped is not complete')
})

t.test('verify: writes the report in the form that is wanted', async t => {
  const { cli, folder, url } = await givenVerifying(t)
  const only = '--only getMetadataSchema --read-only'
  const file = join(folder, 'report.xml')
  t.strictSame(await cli(`verify ${url} ${only} --reporter junit --output ${file}`), {
    code: 0,
    printed: kept(url, '13 passed, 1 skipped'),
    complained: ''
  })
  t.match(readFileSync(file, 'utf8'), /^<\?xml [\s\S]*tests="14"[\s\S]*<\/testsuites>\n$/)
  const { printed } = await cli(`verify ${url} ${only} --reporter json`)
  t.match(JSON.parse(printed), { url, readOnly: true, counts: { passed: 13, skipped: 1 } })
  const nowhere = join(folder, 'nowhere', 'report.xml')
  t.strictSame(await cli(`verify ${url} ${only} --output ${nowhere}`), {
    code: 2,
    printed: '',
    complained: `There is no folder ${join(folder, 'nowhere')}.`
  })
})

t.test('verify: takes keys and names as options, variables and a file', async t => {
  const { cli, folder, url } = await givenVerifying(t)
  const only = '--only getCustomer --read-only'
  const refused = `The service at ${url} refuses the credentials: Credentials are wrong or revoked.`
  const wrong = { APP_ID: 'demo-app-id', APP_TOKEN: 'of-nobody-0001' }
  t.match(await cli(`verify ${url} ${only}`, wrong), { code: 2, complained: refused })
  t.equal((await cli(`verify ${url} ${only} --app-token demo-app-token`, wrong)).code, 0)
  const file = join(folder, 'names.json')
  const listed = await cli('verify --list-data')
  t.match(JSON.parse(listed.printed), {
    cust_00ada: 'cust_00ada',
    'CLUB-ADA-0001': 'CLUB-ADA-0001',
    product_reviewed: 'product_reviewed'
  })
  t.notMatch(listed.printed, /__ANY__|demo-app|order\.paid/)
  writeFileSync(file, listed.printed)
  t.equal((await cli(`verify ${url} ${only} --data ${file}`)).code, 0)
  writeFileSync(file, '{"cust_00ada":"nobody"}')
  const { code, printed } = await cli(`verify ${url} ${only} --data ${file}`)
  t.equal(code, 1)
  t.match(
    printed,
    /The request is answered with 404 \(not_found: .*nobody.*\), where a success was expected/
  )
})

t.test('verify: what cannot be tried is told, with 2', async t => {
  const { cli, folder } = givenPlace(t)
  const file = join(folder, 'names.json')
  writeFileSync(file, '{"a":1}')
  const closed = `http://127.0.0.1:${await heldPort(t)}`
  const away = 'http://shop.example.com'
  const where = `Say where the service is: ${TYPED} http://127.0.0.1:3000`
  const names = `${file} must be a JSON object of names, as ${TYPED} --list-data prints it.`
  //  command                                 complaint
  const rows = [
    ['', where],
    ['127.0.0.1:3000', where],
    ['ftp://127.0.0.1', where],
    [
      away,
      `${away} is not on this machine, and verifying changes what it stores. Give ` +
        '--read-only to send only what changes nothing, or --writes to allow changes.'
    ],
    [`${away} --read-only`, 'Give the credentials of the service: --app-id and --app-token.'],
    [`${closed} --data ${file}`, `${names} "a" has no text.`],
    [`${closed} --data ${folder}/no.json`, `There is no file ${folder}/no.json.`],
    [`${closed} --read-only`, `No service answers at ${closed}. No answer came: ECONNREFUSED.`]
  ] as const
  for (const [command, complained] of rows) {
    t.strictSame(await cli(`verify ${command}`), { code: 2, printed: '', complained }, command)
  }
  t.match(await cli(`verify ${closed} --only redeem`), {
    code: 2,
    complained: /^The document has no operation redeem; it has issueOAuthToken, /
  })
})
