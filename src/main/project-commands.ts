/**
 * The commands about projects, keys, tokens and background work.
 * Spec: AsyncAction, createProject, createProjectKey, listProjectKeys, revokeProjectKey,
 * issueOAuthToken, introspectOAuthToken, revokeOAuthToken.
 */
import { type Command, Option } from 'commander'
import {
  introspectOAuthToken,
  issueOAuthToken,
  revokeOAuthToken,
  SCOPES,
  TOKEN_LIFETIME_SECONDS
} from '../decisions/oauth.ts'
import {
  createProject,
  createProjectKey,
  renewUrlSecret,
  revokeProjectKey
} from '../decisions/projects.ts'
import type { Refusal } from '../decisions/refusals.ts'
import { viewIntrospection, viewOAuthToken } from '../http/wire/oauth.ts'
import {
  viewNewProject,
  viewNewProjectKey,
  viewProject,
  viewProjectKey
} from '../http/wire/projects.ts'
import { listed } from '../http/wire.ts'
import { ATTEMPTS_MAX } from '../jobs/worker.ts'
import type { AsyncAction, Instant, Job, KeyPair } from '../model.ts'
import { hashSecret, newPair } from '../secrets.ts'
import { failedAsyncActions } from '../storage/async-actions.ts'
import { listJobs } from '../storage/jobs.ts'
import { findToken, loadRevokeToken } from '../storage/oauth.ts'
import { listProjects, loadProjectKeys } from '../storage/projects.ts'
import { CLI } from './invocation.ts'
import {
  CommandFailed,
  type Host,
  onDatabase,
  onProject,
  printLines,
  projectOfId
} from './on-database.ts'

function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  ')
  return rows.map(row => line(row).trimEnd()).join('\n')
}

/*
 * The command that says what background work there is: what is at work, what waits and for what,
 * and what failed. It reads and changes nothing: a worker takes up what waits by itself, and what
 * failed is asked for again by its request.
 */

export function addJobCommands(program: Command, host: Host): void {
  program
    .command('jobs')
    .description('show background work that runs, waits or failed')
    .option('--project <id>', 'show only the jobs of this project, by its id in `project list`')
    .option('--json', 'print the jobs as JSON', false)
    .addHelpText('after', `\n${STATES_TOLD}`)
    .action((options: JobOptions) => tellJobs(host, options))
}

interface JobOptions extends Told {
  readonly project?: string
}

interface Told {
  readonly json: boolean
}

type State = 'at work' | 'waiting' | 'behind' | 'later' | 'left' | 'failed'

const LATER =
  `it is not due yet; a failed attempt is repeated later, up to ${ATTEMPTS_MAX} attempts ` +
  'in all'

/** What each means, and what is said before its instant. */
const STATES: { readonly [Name in State]: readonly [meaning: string, since: string] } = {
  'at work': ['a process holds it and carries it out', 'asked for'],
  waiting: ['it is due, and the next free worker takes it', 'since'],
  behind: ['it waits for an earlier job of its queue', 'since'],
  later: [LATER, 'at'],
  left: ['its process is gone; the next free worker goes on where that stopped', 'asked for'],
  failed: ['it has failed; its async action says why. Send the request again to repeat it', 'at']
}

const STATES_TOLD = [
  'States:',
  ...Object.entries(STATES).map(([name, [meaning]]) => `  ${name.padEnd(12)} ${meaning}`)
].join('\n')

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
  readonly at: Instant
  readonly async_action_id: string | null
}

/** Failures of each project that are told. */
const FAILED_MAX = 20

async function tellJobs(host: Host, { project: id, json }: JobOptions): Promise<void> {
  await onDatabase(host, async store => {
    const all = () => store.read(null, listProjects)
    const projects = id === undefined ? await all() : [await projectOfId(store, id)]
    const told: ToldJob[] = []
    for (const project of projects) {
      const [jobs, failed] = await store.read(project.id, async session => [
        await listJobs(session),
        await failedAsyncActions(session, FAILED_MAX)
      ])
      const now = host.now()
      told.push(...jobs.map(job => toldJob(job, jobs, now)))
      told.push(...failed.map(each => toldFailure(project.id, each)))
    }
    if (json) host.print(JSON.stringify(told))
    else if (told.length === 0) host.print('No job runs or waits, and none has failed.')
    else host.print([inColumns(told.map(rowOf)), ...advice(told)].join('\n'))
  })
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

function rowOf({ project, id, task, state, at, ...counts }: ToldJob): readonly string[] {
  const { done, total, attempts } = counts
  const part = done === null ? '' : total === null ? `${done} done` : `${done} of ${total}`
  const tried = attempts === null || attempts < 2 ? '' : `attempt ${attempts}`
  return [project, id, task, state, `${STATES[state][1]} ${at}`, part, tried]
}

function advice(told: readonly ToldJob[]): readonly string[] {
  const isIdle = told.some(({ state }) => state === 'waiting' || state === 'left')
  if (!isIdle || told.some(({ state }) => state === 'at work')) return []
  return ['', 'No process carries out any of them. If the service does not run, start it.']
}

/*
 * The commands about projects and their keys. They need no key, so a lost one can be replaced. A
 * running service takes a new key at once, and refuses a revoked one and a url that was signed with
 * an earlier secret from the next request on.
 */

export function addProjectCommands(program: Command, host: Host): void {
  const project = program.command('project').description('make projects, and replace their keys')
  project
    .command('list')
    .description('list every project')
    .option('--json', AS_ANSWERED, false)
    .action((options: Told) => listAll(host, options))
  project
    .command('create')
    .description('make a project, and print its key pairs this once')
    .argument('<name>', 'its name')
    .option('--timezone <zone>', 'the time zone of its days, such as Europe/Berlin', 'UTC')
    .option('--currency <code>', 'the currency of its amounts, such as EUR', 'EUR')
    .option('--case-insensitive-codes', 'treat SPRING and spring as the same code', false)
    .option('--json', AS_ANSWERED, false)
    .action((name: string, options: ProjectOptions) => createOne(host, name, options))
  project
    .command('keys')
    .description('list the keys of a project, and which of them are revoked')
    .argument('<project>', 'its id, as `project list` prints it')
    .option('--json', AS_ANSWERED, false)
    .action((id: string, options: Told) => listKeys(host, id, options))
  const key = project.command('key').description('make or revoke a key of a project')
  key
    .command('create')
    .description('add a key pair to a project, and print it this once')
    .argument('<project>', 'its id, as `project list` prints it')
    .addOption(
      new Option('--kind <kind>', 'the paths that it opens')
        .choices(['app', 'management'])
        .default('app')
    )
    .option('--name <name>', 'its name', 'Key of the command line')
    .option('--json', AS_ANSWERED, false)
    .action((id: string, options: KeyOptions) => createKey(host, id, options))
  key
    .command('revoke')
    .description('end a key pair and every token it issued, for good')
    .argument('<project>', 'its id, as `project list` prints it')
    .argument('<key>', 'its X-App-Id or X-Management-Id, as `project keys` prints it')
    .action((id: string, keyId: string) => revokeKey(host, id, keyId))
  project
    .command('secret')
    .description('renew the secret that signs urls')
    .command('renew')
    .description('end every url of a picture, a page or a file that is in an answer so far')
    .argument('<project>', 'its id, as `project list` prints it')
    .action((id: string) => renewSecret(host, id))
}

const AS_ANSWERED = 'print the answer of the operation of the API as JSON'

async function listAll(host: Host, { json }: Told): Promise<void> {
  await onDatabase(host, async (store, { place }) => {
    const projects = await store.read(null, listProjects)
    if (json) return host.print(JSON.stringify(listed('projects', viewProject)({ rows: projects })))
    if (projects.length === 0) {
      throw new CommandFailed(`There is no project in ${place}. Try: ${CLI} project create NAME`)
    }
    const rows = projects.map(({ id, name, timezone, currency, demo }) => [
      id,
      name,
      timezone,
      currency,
      demo ? 'the demo' : ''
    ])
    host.print(inColumns(rows))
  })
}

async function listKeys(host: Host, id: string, { json }: Told): Promise<void> {
  await onProject(host, { id, doing: 'project keys' }, async (shell, origin) => {
    const { pairs } = await shell.read(origin, loadProjectKeys, facts => facts)
    if (json) return host.print(JSON.stringify(listed('keys', viewProjectKey)({ rows: pairs })))
    const rows = pairs.map(({ id: keyId, kind, name, createdAt, revokedAt }) => [
      keyId,
      kind,
      name,
      `made ${createdAt}`,
      revokedAt === null ? '' : `revoked ${revokedAt}`
    ])
    host.print(inColumns(rows))
  })
}

interface KeyOptions extends Told {
  readonly kind: KeyPair['kind']
  readonly name: string
}

async function createKey(host: Host, id: string, options: KeyOptions): Promise<void> {
  const { kind, name, json } = options
  if (name.trim() === '')
    throw new CommandFailed('The name of a key must not be blank. Name it with --name.')
  const { pair, secret } = newPair(kind, name.trim(), host)
  await onProject(host, { id, doing: 'project key create' }, async (shell, origin) => {
    const made = await shell.settle(origin, {
      load: async () => null,
      decide: (_, occasion) => createProjectKey(pair, occasion)
    })
    if (json) return host.print(JSON.stringify(viewNewProjectKey(made, secret)))
    printLines(host, [
      `Made a key of kind ${kind} for the project ${origin.project.name}`,
      '',
      ...linesOf(pair, secret),
      '',
      'Keep the token safe: only its hash is stored, so it is not shown again.'
    ])
  })
}

async function revokeKey(host: Host, id: string, keyId: string): Promise<void> {
  await onProject(host, { id, doing: 'project key revoke' }, async (shell, origin) => {
    const { kind, name } = await shell.settle(origin, {
      load: loadProjectKeys,
      decide: (facts, occasion) => revokeProjectKey(facts, keyId, occasion)
    })
    const of = `the project ${origin.project.name}`
    host.print(`Revoked ${keyId} (${kind}, ${name}) of ${of}, and its tokens.`)
  })
}

async function renewSecret(host: Host, id: string): Promise<void> {
  await onProject(host, { id, doing: 'project secret renew' }, async (shell, origin) => {
    const { name } = await shell.settle(origin, {
      load: async () => null,
      decide: (_, occasion) => renewUrlSecret(host.newSecret(), occasion)
    })
    printLines(host, [
      `Renewed the secret that signs the urls of the project ${name}.`,
      '',
      'Every url of a picture, a page or a file from an earlier answer has ended. Read',
      'vouchers, customers and exports again for new ones. Keys and tokens go on as before.'
    ])
  })
}

interface ProjectOptions extends Told {
  readonly timezone: string
  readonly currency: string
  readonly caseInsensitiveCodes: boolean
}

async function createOne(
  host: Host,
  name: string,
  { timezone, currency, caseInsensitiveCodes, json }: ProjectOptions
): Promise<void> {
  if (name.trim() === '')
    throw new CommandFailed('The name of a project must not be blank. Send one.')
  const app = newPair('app', 'First key', host)
  const management = newPair('management', 'First management key', host)
  const decision = createProject(
    {
      name: name.trim(),
      timezone,
      currency,
      caseSensitiveCodes: !caseInsensitiveCodes,
      secret: host.newSecret(),
      demo: false,
      pairs: [app.pair, management.pair]
    },
    { now: host.now(), newId: host.newId }
  )
  if ('refusal' in decision) throw badOption(decision.refusal)
  const { project } = decision.result
  const { changes } = decision
  await onDatabase(host, store => store.write(project.id, async () => ({ value: null, changes })))
  if (json) return host.print(JSON.stringify(viewNewProject(project, { app, management })))
  printLines(host, [
    `Made the project ${project.name}: ${project.id}`,
    '',
    ...linesOf(app.pair, app.secret),
    '',
    ...linesOf(management.pair, management.secret),
    '',
    'Keep the tokens safe: only their hashes are stored, so they are not shown again.'
  ])
}

/** The refusal speaks of a property; on the command line it is an option. */
function badOption({ details }: Refusal): CommandFailed {
  return new CommandFailed(details.replace(/^Property \./, '--'))
}

/** As headers, which is how callers send them. */
function linesOf({ id, kind }: Pick<KeyPair, 'id' | 'kind'>, secret: string): readonly string[] {
  const [idHeader, tokenHeader] =
    kind === 'app' ? ['X-App-Id', 'X-App-Token'] : ['X-Management-Id', 'X-Management-Token']
  return [`${idHeader}: ${id}`, `${tokenHeader}: ${secret}`]
}

/*
 * The commands about bearer tokens: issued without the secret of a key, looked up, and ended. A
 * token to look at or to end is read from standard input, because what stands in a command can be
 * read by everybody on the machine, and is kept in the history of a shell.
 */

export function addTokenCommands(program: Command, host: Host): void {
  const token = program.command('token').description('issue, look up and end bearer tokens')
  const indented = token.createHelp().boxWrap(SCOPES.join(' '), LINE).replaceAll(/^/gm, '  ')
  token
    .command('issue')
    .description(
      `issue a token of a key, valid for ${TOKEN_LIFETIME_SECONDS} seconds, and print it`
    )
    .argument('<project>', 'its id, as `project list` prints it')
    .argument('<key>', 'its X-App-Id, as `project keys` prints it')
    .requiredOption('--scope <scopes>', 'the scopes that it opens, separated by spaces')
    .option('--json', 'print the answer of the OAuth operation as JSON', false)
    .addHelpText('after', `\nScopes:\n${indented}`)
    .action((id: string, key: string, options: IssueOptions) => issue(host, id, key, options))
  token
    .command('introspect')
    .description('read a token from standard input, and say whose it is and whether it is valid')
    .option('--json', 'print the answer of the OAuth operation as JSON', false)
    .action((options: Told) => introspect(host, options))
  token
    .command('revoke')
    .description('read a token from standard input, and revoke it at once')
    .action(() => revoke(host))
}

interface IssueOptions extends Told {
  readonly scope: string
}

async function issue(host: Host, id: string, key: string, { scope, json }: IssueOptions) {
  const secret = host.newSecret()
  await onProject(host, { id, doing: 'token issue' }, async (shell, origin) => {
    const { project } = origin
    const { token, pair } = await shell.settle(origin, {
      load: loadProjectKeys,
      decide: ({ pairs }, occasion) => {
        const pair = usablePair(pairs, key, project.id)
        const grant = { grantType: 'client_credentials', scope, tokenHash: hashSecret(secret) }
        const decision = issueOAuthToken({ pair }, grant, occasion)
        if ('refusal' in decision) throw badOption(decision.refusal)
        return { ...decision, result: { token: decision.result, pair } }
      }
    })
    const shown = viewOAuthToken(secret, token, TOKEN_LIFETIME_SECONDS)
    if (json) return host.print(JSON.stringify(shown))
    printLines(host, [
      `Issued a token of the key ${key} (${pair.name}) of the project ${project.name}`,
      '',
      `Authorization: Bearer ${secret}`,
      '',
      `It opens ${token.scope}, until ${token.expiresAt}.`,
      'Keep it safe: only its hash is stored, so it is not shown again.'
    ])
  })
}

/** @throws {CommandFailed} for a key that no token can be issued for. */
function usablePair(pairs: readonly KeyPair[], id: string, projectId: string): KeyPair {
  const pair = pairs.find(each => each.id === id)
  const others = `Try: ${CLI} project keys ${projectId}`
  if (pair === undefined) throw new CommandFailed(`The project has no key ${id}. ${others}`)
  if (pair.kind !== 'app') {
    throw new CommandFailed(`${id} is a management key, and only app keys issue tokens. ${others}`)
  }
  if (pair.revokedAt === null) return pair
  throw new CommandFailed(`The key ${id} was revoked at ${pair.revokedAt}. ${others}`)
}

async function introspect(host: Host, { json }: Told): Promise<void> {
  const secret = await tokenGiven(host)
  await onDatabase(host, async store => {
    const found = await store.read(null, session => findToken(session, hashSecret(secret)))
    const known = introspectOAuthToken(found?.token ?? null, host.now())
    if (json) return host.print(JSON.stringify(viewIntrospection(secret, known)))
    if (found === null) throw new CommandFailed('No project issued this token.')
    const { token, pair, project } = found
    const { expiresAt, revokedAt, scope } = token
    const over =
      revokedAt === null ? `It expired at ${expiresAt}.` : `It was revoked at ${revokedAt}.`
    printLines(host, [
      `A token of the key ${pair.id} (${pair.name}) of the project ${project.name}`,
      `It opens ${scope}.`,
      known.known && known.active ? `It is valid until ${expiresAt}.` : over
    ])
  })
}

async function revoke(host: Host): Promise<void> {
  const tokenHash = hashSecret(await tokenGiven(host))
  const found = await onDatabase(host, store =>
    store.read(null, session => findToken(session, tokenHash))
  )
  if (found === null) throw new CommandFailed('No project issued this token.')
  const { id } = found.project
  await onProject(host, { id, doing: 'token revoke' }, async (shell, origin) => {
    await shell.settle(origin, {
      load: loadRevokeToken(origin.project, tokenHash),
      decide: revokeOAuthToken
    })
    host.print(`Revoked the token of the project ${origin.project.name}.`)
  })
}

/** As it is, or as the header that it is sent in. */
async function tokenGiven({ readInput }: Host): Promise<string> {
  const text = (await readInput()).trim()
  const token = text.replace(/^authorization:\s*/i, '').replace(/^bearer\s+/i, '')
  if (/^\S+$/.test(token)) return token
  throw new CommandFailed(
    `Send one token on standard input, from a file that only you can read: ${CLI} token ` +
      'introspect < FILE'
  )
}

const LINE = 76
