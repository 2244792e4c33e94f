import t, { type Test } from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { served } from '../conformance/support/served.ts'
import { givenService } from '../support/app.ts'
import { givenPlace } from './support/place.ts'

const DEMO = { 'x-app-id': 'demo-app-id', 'x-app-token': 'demo-app-token' }

/** Runs the command while `use` asks through it, and stops it then. */
async function whileStanding(
  t: Test,
  options: string,
  use: (url: string) => Promise<unknown>
): Promise<{ code: number; printed: string[]; complained: string[]; upstream: string }> {
  const upstream = await served(t, await givenService(t))
  const printed: string[] = []
  const complained: string[] = []
  const stop = Promise.withResolvers<void>()
  const code = await run(
    ['proxy', upstream, '--port', '0', ...options.split(' ').filter(Boolean)],
    {
      ...thisProcess,
      print: text => printed.push(text),
      complain: text => complained.push(text),
      interrupted: async () => {
        const [url = ''] =
          /http:\/\/127\.0\.0\.1:\d+/.exec([...printed, ...complained].join()) ?? []
        await use(url)
        stop.resolve()
        await stop.promise
      }
    }
  )
  return { code, printed, complained, upstream }
}

async function asked(url: string): Promise<void> {
  for (const target of ['/v1/exports', '/v1/exports?limit=0', '/v1/other', '/health/live']) {
    await (await fetch(url + target, { headers: DEMO })).text()
  }
}

t.test('proxy: tells people on standard error, with a summary', async t => {
  const { code, printed, complained, upstream } = await whileStanding(t, '', asked)
  t.strictSame([code, printed], [0, []])
  const [first, ...others] = complained
  t.match(
    first,
    new RegExp(`^Listening on http://127\\.0\\.0\\.1:\\d+, in front of ${upstream}\\.$`)
  )
  t.strictSame(others, [
    'request GET /v1/exports?limit=0 (listExports)\n' +
      '  Query parameter limit must be at least 1, got 0.',
    'request GET /v1/other\n  The documents have no operation GET /v1/other.',
    [
      '        4  requests',
      '        2  messages that break the contract',
      '        1  requests outside the contract',
      '        0  messages not checked: too large, or otherwise encoded',
      '        0  requests without an answer'
    ].join('\n')
  ])
})

t.test('proxy: holds the operations of a sandbox against their document', async t => {
  const { complained } = await whileStanding(t, '', async url => {
    for (const target of ['projects/till/fualts', 'projects?limit=1']) {
      const headers = { 'x-sandbox-key': 'a-key-that-nobody-guesses' }
      await (await fetch(`${url}/sandbox/v1/${target}`, { headers })).text()
    }
    await (await fetch(`${url}/sandbox/v1/snapshots`)).text()
  })
  const told = complained.filter(line => line.startsWith('request'))
  t.strictSame(told, [
    'request GET /sandbox/v1/projects/till/fualts\n' +
      '  The documents have no operation GET /sandbox/v1/projects/till/fualts.',
    'request GET /sandbox/v1/projects?limit=1 (listSandboxProjects)\n' +
      '  Query parameter limit is not known here; leave it out.',
    'request GET /sandbox/v1/snapshots (listSandboxSnapshots)\n' +
      '  It has no credentials: x-sandbox-key.'
  ])
})

t.test('proxy: tells programs by a line of JSON each', async t => {
  const { code, printed, complained, upstream } = await whileStanding(t, '--json', asked)
  t.strictSame([code, complained], [0, []])
  const [listening, ...others] = printed.map(line => JSON.parse(line))
  t.match(listening, { event: 'listening', url: /^http:\/\/127/, upstream })
  const request = { event: 'deviation', of: 'request', method: 'GET', status: null }
  t.strictSame(others, [
    {
      ...request,
      operationId: 'listExports',
      what: ['Query parameter limit must be at least 1, got 0.'],
      target: '/v1/exports?limit=0'
    },
    {
      ...request,
      operationId: null,
      what: ['The documents have no operation GET /v1/other.'],
      target: '/v1/other'
    },
    { event: 'summary', requests: 4, deviations: 2, outside: 1, unread: 0, unanswered: 0 }
  ])
})

t.test('proxy: with --fail it ends with 1 when something broke the contract', async t => {
  const broken = await whileStanding(t, '--fail --json', asked)
  t.strictSame([broken.code, broken.complained], [1, ['2 messages broke the contract.']])
  const kept = await whileStanding(t, '--fail --json', url => fetch(`${url}/health/live`))
  t.strictSame([kept.code, kept.complained], [0, []])
})

t.test('proxy: what cannot begin is told, with 2', async t => {
  const { cli } = givenPlace(t)
  const upstream = await served(t, await givenService(t))
  const { port } = new URL(upstream)
  const where = 'Say where the service is: npm run --silent cli -- proxy http://127.0.0.1:3000'
  //  command                          complaint
  const rows = [
    ['127.0.0.1:3000', where],
    ['ftp://127.0.0.1', where],
    [`${upstream} --port 1.5`, '--port must be a whole number from 0 to 65535, not "1.5".'],
    [`${upstream} --port 65536`, '--port must be a whole number from 0 to 65535, not "65536".'],
    [
      `${upstream} --port ${port}`,
      `Nothing can listen on 127.0.0.1:${port}: EADDRINUSE. Choose another --port or --host.`
    ],
    [
      `${upstream} --port 0 --host nowhere.invalid`,
      /^Nothing can listen on nowhere\.invalid:0: E\w+\. Choose another/
    ]
  ] as const
  for (const [command, complained] of rows) {
    t.match(await cli(`proxy ${command}`), { code: 2, printed: '', complained }, command)
  }
})
