import t, { type Test } from 'tap'
import { onServer } from '../support/postgres-databases.ts'
import { askServer, givenServerDatabase, onFile } from './support/moving.ts'
import { done, failed, givenPlace } from './support/place.ts'

const at = (time: string) => `2026-03-01T${time}:00.000Z`

/** Ended and waiting work of two projects, as SQL that both engines have. */
const JOBS: readonly string[] = [
  job('job_1', {
    task: 'products.bulkUpdate',
    queue: 'products',
    lease: '10:01',
    done: 40,
    total: 90
  }),
  job('job_2', { task: 'products.bulkUpdate', queue: 'products', total: 10 }),
  job('job_3', { task: 'exports.write', run: '09:30', attempts: 1 }),
  job('job_4', { task: 'rows.import', run: '10:05', attempts: 3, done: 5, total: 9 }),
  job('job_5', { task: 'vouchers.generate', lease: '09:59', attempts: 2, done: 250, total: 1000 }),
  job('job_6', { task: 'customers.erase', project: 'proj_000002' }),
  action('aa_1', 'DONE'),
  action('aa_2', 'FAILED')
]

interface Job {
  readonly task: string
  readonly project?: string
  readonly queue?: string
  readonly lease?: string
  readonly run?: string
  readonly attempts?: number
  readonly done?: number
  readonly total?: number
}

function job(id: string, of: Job): string {
  const { task, project = 'proj_000001', queue, lease, run = '09:00' } = of
  const { attempts = 0, done = 0, total = 0 } = of
  const owner = lease === undefined ? 'null, null' : `'process-1', '${at(lease)}'`
  const named = queue === undefined ? 'null' : `'${queue}'`
  return `insert into jobs
    (project_id, id, task, queue, done, total, attempts, run_at, owner, lease_until, created_at)
    values ('${project}', '${id}', '${task}', ${named}, ${done}, ${total}, ${attempts},
      '${at(run)}', ${owner}, '${at('08:00')}')`
}

function action(id: string, status: string): string {
  return `insert into async_actions
    (project_id, id, type, status, request_id, progress, created_at, updated_at)
    values ('proj_000001', '${id}', 'PRODUCTS_BULK_UPDATE', '${status}', 'req_1', 0,
      '${at('08:00')}', '${at('08:30')}')`
}

async function givenProjects(t: Test) {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  await place.cli('project create Market')
  return place
}

const ALL = `\
proj_000001  job_1  products.bulkUpdate   at work  asked for ${at('08:00')}  40 of 90
proj_000001  job_2  products.bulkUpdate   behind   since ${at('08:00')}      0 of 10
proj_000001  job_3  exports.write         waiting  since ${at('08:00')}      0 done
proj_000001  job_4  rows.import           later    at ${at('10:05')}         5 of 9       attempt 3
proj_000001  job_5  vouchers.generate     left     asked for ${at('08:00')}  250 of 1000  attempt 2
proj_000001  aa_2   PRODUCTS_BULK_UPDATE  failed   at ${at('08:30')}
proj_000002  job_6  customers.erase       waiting  since ${at('08:00')}      0 done`

t.test('jobs: tells each job of each project with its state, and what failed', async t => {
  const place = await givenProjects(t)
  t.strictSame(await place.cli('jobs'), done('No job runs or waits, and none has failed.'))
  onFile(place.file, ...JOBS)
  t.strictSame(await place.cli('jobs'), done(ALL))
  t.strictSame(
    await place.cli('jobs --project proj_000002'),
    done(`proj_000002  job_6  customers.erase  waiting  since ${at('08:00')}  0 done

No process carries out any of them. If the service does not run, start it.`)
  )
  t.strictSame(
    await place.cli('jobs --project proj_000009'),
    failed('There is no project proj_000009. Try: npm run --silent cli -- project list')
  )
})

t.test('jobs: tells programs the same', async t => {
  const place = await givenProjects(t)
  t.strictSame(await place.cli('jobs --json'), done('[]'))
  onFile(place.file, ...JOBS)
  const told = JSON.parse((await place.cli('jobs --json')).printed)
  t.equal(told.length, 7)
  const of = { project: 'proj_000001', async_action_id: null }
  t.strictSame(told[3], {
    ...{ project: 'proj_000001', id: 'job_4', task: 'rows.import', state: 'later' },
    ...{ done: 5, total: 9, attempts: 3, at: at('10:05'), async_action_id: null }
  })
  t.match(told[2], { ...of, id: 'job_3', state: 'waiting', done: 0, total: null })
  const failure = { id: 'aa_2', state: 'failed', async_action_id: 'aa_2' }
  t.match(told[5], { ...failure, done: null, total: null, attempts: null })
})

t.test('jobs: of those that failed, the latest', async t => {
  const place = await givenProjects(t)
  const failures = Array.from({ length: 25 }, (_, nr) => action(`aa_${100 + nr}`, 'FAILED'))
  onFile(place.file, ...failures)
  const ids = JSON.parse((await place.cli('jobs --json')).printed).map(
    ({ id }: { id: string }) => id
  )
  t.strictSame(
    ids,
    Array.from({ length: 20 }, (_, nr) => `aa_${124 - nr}`)
  )
})

t.test('jobs: on PostgreSQL, too', onServer, async t => {
  const DATABASE_URL = await givenServerDatabase(t)
  const { cli } = givenPlace(t)
  for (const command of ['migrate', 'project create Corner', 'project create Market']) {
    t.equal((await cli(command, { DATABASE_URL })).code, 0)
  }
  await askServer(DATABASE_URL, ...JOBS)
  t.strictSame(await cli('jobs', { DATABASE_URL }), done(ALL))
})
