import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { Metrics, metrics, type Observed } from '../../src/main/metrics.ts'
import { givenService, NOW } from '../support/app.ts'
import { giving } from './support/served.ts'

const JOBS = { count: 3, since: '2026-03-01T09:59:30.000Z' }

function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter(line => line.startsWith(name) && !/_(sum|bucket)\b/.test(line))
}

t.test('requests are counted by operation, status and key, never by what they name', async t => {
  const counted = await Metrics.load('127.0.0.1:0')
  const service = await givenService(t, { onAnswered: counted.answered })
  await service.get('/v1/customers/cust_nobody')
  await service.get('/v1/customers/cust_none')
  await service.get('/v1/customers/cust_nobody', {})
  await service.post('/v1/customers', { source_id: 'lena' })
  await service.get('/health/live')
  await service.get('/nothing/of/the/kind')
  await service.get('/v1/customers/%ff')
  await service.put('/v1/promotions/tiers', {})
  const { store, shell, worker } = service
  const text = await counted.text({ store, shell, worker, jobsDue: async () => JOBS })
  counted.close()
  const found = [
    ...linesOf(text, 'tessera_requests_total'),
    ...linesOf(text, 'tessera_request_duration_seconds'),
    ...linesOf(text, 'tessera_refusals_total')
  ]
  t.strictSame(found, [
    'tessera_requests_total{operation="getCustomer",status="404"} 2',
    'tessera_requests_total{operation="getCustomer",status="401"} 1',
    'tessera_requests_total{operation="createCustomer",status="200"} 1',
    'tessera_requests_total{operation="page",status="200"} 1',
    'tessera_requests_total{operation="none",status="404"} 1',
    'tessera_requests_total{operation="none",status="400"} 1',
    'tessera_requests_total{operation="none",status="405"} 1',
    'tessera_request_duration_seconds_count{operation="getCustomer"} 3',
    'tessera_request_duration_seconds_count{operation="createCustomer"} 1',
    'tessera_request_duration_seconds_count{operation="page"} 1',
    'tessera_request_duration_seconds_count{operation="none"} 3',
    'tessera_refusals_total{key="not_found"} 3',
    'tessera_refusals_total{key="unauthorized"} 1',
    'tessera_refusals_total{key="invalid_url"} 1',
    'tessera_refusals_total{key="method_not_allowed"} 1'
  ])
})

const observed: Observed = {
  store: {
    counts: { commits: 4, commitMs: 250, committed: 9, guardsLost: 2, refusedByDisk: 1 },
    pool: { open: 5, idle: 3, awaited: 7 }
  },
  shell: { unitsBegun: 12, unitsRepeated: 2, now: () => NOW },
  worker: { timersDueAt: '2026-03-01T09:59:00.000Z' },
  jobsDue: async () => JOBS
}

t.test('what is counted elsewhere is shown as it is now, however often', async t => {
  const counted = await Metrics.load('127.0.0.1:0')
  const shown = async (what: Observed) => {
    const lines = linesOf(await counted.text(what), 'tessera_')
    return lines.filter(line => !line.includes('delay'))
  }
  const expected = [
    'tessera_units_total 12',
    'tessera_units_repeated_total 2',
    'tessera_guards_lost_total 2',
    'tessera_commits_total 4',
    'tessera_commit_seconds_total 0.25',
    'tessera_committed_units_total 9',
    'tessera_disk_refusals_total 1',
    'tessera_connections{state="used"} 2',
    'tessera_connections{state="idle"} 3',
    'tessera_connections_awaited 7',
    'tessera_jobs_due 3',
    'tessera_jobs_late_seconds 30',
    'tessera_timers_late_seconds 60'
  ]
  await shown(observed)
  t.strictSame(await shown(observed), expected)
  const gone = { ...observed, jobsDue: () => Promise.reject(new Error('no database')) }
  t.strictSame(
    (await shown(gone)).filter(line => line.includes('jobs')),
    ['tessera_jobs_due Nan', 'tessera_jobs_late_seconds Nan'],
    'what is not known is no number'
  )
  const none = { ...observed, jobsDue: async () => ({ count: 0, since: null }) }
  const found = (await shown(none)).filter(line => line.includes('jobs'))
  t.strictSame(found, ['tessera_jobs_due 0', 'tessera_jobs_late_seconds 0'])
  counted.close()
})

t.test('every metric has its meaning and its kind, and promtool finds nothing amiss', async t => {
  const counted = await Metrics.load('127.0.0.1:0')
  counted.answered({ operation: 'getCustomer', status: 404, key: 'resource_not_found', ms: 3 })
  const text = await counted.text(observed)
  counted.close()
  const kinds = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \1 (\w+)$/gm)]
  t.strictSame(
    kinds.map(([, name, meaning, kind]) => [name, { meaning, kind }]),
    Object.entries(metrics).map(([name, { meaning, kind }]) => [name, { meaning, kind }])
  )
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  if (checked.error) t.comment('No promtool: install prometheus to check the form as well.')
  else t.strictSame([checked.status, checked.stderr], [0, ''])
})

t.test('a service answers on its own port for that, and only there', async t => {
  const { child, ended } = giving(t, ['--ephemeral', '--port', '0'], {
    METRICS_ADDRESS: '127.0.0.1:0'
  })
  let log = ''
  child.stderr.on('data', piece => {
    log += piece
  })
  const urlOf = (words: RegExp) => words.exec(log)?.[1]
  const metricsUrl = /Metrics are at (\S+)\./
  const serviceUrl = /Server listening at ([^"]+)/
  while (!urlOf(metricsUrl) || !urlOf(serviceUrl)) await pause(10)
  const asked = (url: string | undefined, method = 'GET') => fetch(String(url), { method })
  const answer = await asked(urlOf(metricsUrl))
  t.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  t.match(await answer.text(), /^tessera_jobs_due \d+$/m)
  const statuses = [
    (await asked(`${urlOf(metricsUrl)}?x=1`)).status,
    (await asked(`${urlOf(metricsUrl)}/x`)).status,
    (await asked(urlOf(metricsUrl), 'POST')).status,
    (await asked(`${urlOf(serviceUrl)}/metrics`)).status
  ]
  t.strictSame(statuses, [200, 404, 404, 404])
  child.kill('SIGTERM')
  t.equal((await ended).code, 0)
})

t.test('a start says where nobody can listen for it', async t => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const METRICS_ADDRESS = `127.0.0.1:${(taken.address() as AddressInfo).port}`
  const { ended } = giving(t, ['--ephemeral', '--port', '0'], { METRICS_ADDRESS })
  const { code, err } = await ended
  const found = [code, err.trim().split('\n').at(-1)]
  t.strictSame(found, [
    1,
    `Nobody can listen on METRICS_ADDRESS=${METRICS_ADDRESS} (EADDRINUSE). ` +
      'Choose another address or port.'
  ])
})
