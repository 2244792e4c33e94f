/**
 * The command that says what background work there is: what is at work, what waits and for what,
 * and what failed.
 *
 * It reads and changes nothing: a worker takes up what waits by itself, and what failed is asked
 * for again by its request.
 *
 * Spec: AsyncAction.
 */
import type { Command } from 'commander'
import { ATTEMPTS_MAX } from '../../jobs/worker.ts'
import type { AsyncAction, Instant, Job, Project } from '../../model.ts'
import { failedAsyncActions } from '../../storage/async-actions.ts'
import type { Store } from '../../storage/engine/store.ts'
import { listJobs } from '../../storage/jobs.ts'
import { listProjects, projectNamed } from '../../storage/projects.ts'
import { CLI } from '../invocation.ts'
import { CommandFailed, type Host, onDatabase } from '../on-database.ts'
import { inColumns } from './columns.ts'

/** One command, and nothing below it. */
export function addJobCommands(program: Command, host: Host): void {
  program
    .command('jobs')
    .description('show background work that runs, waits or failed')
    .option('--project <id>', 'show only the jobs of this project, by its id in `project list`')
    .option('--json', 'print the jobs as JSON', false)
    .addHelpText('after', `\n${STATES_TOLD}`)
    .action((options: JobOptions) => tellJobs(host, options))
}

interface JobOptions {
  readonly project?: string
  readonly json: boolean
}

/** What an operator sees of a job. */
type State = 'at work' | 'waiting' | 'behind' | 'later' | 'left' | 'failed'

const STATES: { readonly [Name in State]: string } = {
  'at work': 'a process holds it and carries it out',
  waiting: 'it is due, and the next free worker takes it',
  behind: 'it waits for an earlier job of its queue',
  later:
    `it is not due yet; a failed attempt is repeated later, up to ${ATTEMPTS_MAX} attempts ` +
    'in all',
  left: 'its process is gone; the next free worker goes on where that stopped',
  failed: 'it has failed; its async action says why. Send the request again to repeat it'
}

const STATES_TOLD = [
  'States:',
  ...Object.entries(STATES).map(([name, meaning]) => `  ${name.padEnd(12)} ${meaning}`)
].join('\n')

/** One line of the list. */
interface ToldJob {
  readonly project: string
  /** Of the job; of the async action where that failed, because its job is gone. */
  readonly id: string
  /** The task of the job, or the type of the async action. */
  readonly task: string
  readonly state: State
  /** Parts of the work that are done, and all of them; null where that is not known. */
  readonly done: number | null
  readonly total: number | null
  readonly attempts: number | null
  /** Since when it is at work or waits, when the next attempt is, or when it failed. */
  readonly at: Instant
  readonly async_action_id: string | null
}

/** Failures of each project that are told. */
const FAILED_MAX = 20

async function tellJobs(host: Host, { project: id, json }: JobOptions): Promise<void> {
  await onDatabase(host, async store => {
    const projects = await projectsOf(store, id)
    const told: ToldJob[] = []
    for (const project of projects) told.push(...(await toldOf(store, project, host.now())))
    if (json) host.print(JSON.stringify(told))
    else if (told.length === 0) host.print('No job runs or waits, and none has failed.')
    else host.print([inColumns(told.map(rowOf)), ...advice(told)].join('\n'))
  })
}

async function projectsOf(store: Store, id: string | undefined): Promise<readonly Project[]> {
  if (id === undefined) return store.read(null, listProjects)
  const project = await store.read(null, session => projectNamed(session, id))
  if (project !== null) return [project]
  throw new CommandFailed(`There is no project ${id}. Try: ${CLI} project list`)
}

async function toldOf(store: Store, { id }: Project, now: Instant): Promise<readonly ToldJob[]> {
  const [jobs, failed] = await store.read(id, async session => [
    await listJobs(session),
    await failedAsyncActions(session, FAILED_MAX)
  ])
  return [...jobs.map(job => toldJob(job, jobs, now)), ...failed.map(each => toldFailure(id, each))]
}

function toldJob(job: Job, all: readonly Job[], now: Instant): ToldJob {
  const state = stateOf(job, all, now)
  const { projectId: project, id, task, done, total, attempts, runAt, createdAt } = job
  const at = state === 'later' ? runAt : createdAt
  const counts = { done, total: total === 0 ? null : total, attempts }
  return { project, id, task, state, ...counts, at, async_action_id: job.asyncActionId }
}

function stateOf(job: Job, all: readonly Job[], now: Instant): State {
  if (job.leaseUntil !== null) return job.leaseUntil > now ? 'at work' : 'left'
  const first = all.find(({ queue }) => queue !== null && queue === job.queue)
  if (first !== undefined && first !== job) return 'behind'
  return job.runAt > now ? 'later' : 'waiting'
}

function toldFailure(project: string, action: Omit<AsyncAction, 'result'>): ToldJob {
  const { id, type: task, createdAt, updatedAt } = action
  const counts = { done: null, total: null, attempts: null }
  const at = updatedAt ?? createdAt
  return { project, id, task, state: 'failed', ...counts, at, async_action_id: id }
}

const SINCE: { readonly [Name in State]: string } = {
  'at work': 'asked for',
  waiting: 'since',
  behind: 'since',
  later: 'at',
  left: 'asked for',
  failed: 'at'
}

function rowOf({
  project,
  id,
  task,
  state,
  done,
  total,
  attempts,
  at
}: ToldJob): readonly string[] {
  const part = done === null ? '' : total === null ? `${done} done` : `${done} of ${total}`
  const tried = attempts === null || attempts < 2 ? '' : `attempt ${attempts}`
  return [project, id, task, state, `${SINCE[state]} ${at}`, part, tried]
}

/** The next step, where somebody has to take one. */
function advice(told: readonly ToldJob[]): readonly string[] {
  const isIdle = told.some(({ state }) => state === 'waiting' || state === 'left')
  if (!isIdle || told.some(({ state }) => state === 'at work')) return []
  return ['', 'No process carries out any of them. If the service does not run, start it.']
}
