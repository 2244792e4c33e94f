/**
 * The commands about projects and their keys. They need no key, so a lost one can be replaced.
 *
 * A running service takes a new key at once, and refuses a revoked one and a url that was signed
 * with an earlier secret from the next request on.
 *
 * Spec: createProject, createProjectKey, listProjectKeys, revokeProjectKey.
 */
import { type Command, Option } from 'commander'
import {
  createProject,
  createProjectKey,
  renewUrlSecret,
  revokeProjectKey
} from '../../decisions/projects/projects.ts'
import {
  viewNewProject,
  viewNewProjectKey,
  viewProjectKeyList,
  viewProjectList
} from '../../http/views/projects.ts'
import type { KeyPair } from '../../model.ts'
import { hashSecret } from '../../secrets.ts'
import { listProjects, loadProjectKeys } from '../../storage/projects.ts'
import { CLI } from '../invocation.ts'
import { CommandFailed, type Host, onDatabase, onProject } from '../on-database.ts'
import { inColumns } from './columns.ts'

/** Adds `project` and the commands below it. */
export function addProjectCommands(program: Command, host: Host): void {
  const project = program.command('project').description('make projects, and replace their keys')
  project
    .command('list')
    .description('list every project')
    .option('--json', AS_ANSWERED, false)
    .action((options: ToldProject) => listAll(host, options))
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
    .action((id: string, options: ToldProject) => listKeys(host, id, options))
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

/** Of commands that do what an operation does. */
const AS_ANSWERED = 'print the answer of the operation of the API as JSON'

/** How the result is told. */
interface ToldProject {
  readonly json: boolean
}

async function listAll(host: Host, { json }: ToldProject): Promise<void> {
  await onDatabase(host, async (store, { place }) => {
    const projects = await store.read(null, listProjects)
    if (json) return host.print(JSON.stringify(viewProjectList(projects)))
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

async function listKeys(host: Host, id: string, { json }: ToldProject): Promise<void> {
  await onProject(host, { id, doing: 'project keys' }, async (shell, origin) => {
    const { pairs } = await shell.read(origin, loadProjectKeys, facts => facts)
    if (json) return host.print(JSON.stringify(viewProjectKeyList(pairs, pairs.length)))
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

interface KeyOptions extends ToldProject {
  readonly kind: KeyPair['kind']
  readonly name: string
}

async function createKey(host: Host, id: string, options: KeyOptions): Promise<void> {
  const { kind, name, json } = options
  if (name.trim() === '')
    throw new CommandFailed('The name of a key must not be blank. Name it with --name.')
  const { pair, secret } = newPair(host, kind, name.trim())
  await onProject(host, { id, doing: 'project key create' }, async (shell, origin) => {
    const made = await shell.settle(origin, {
      load: async () => null,
      decide: (_, occasion) => createProjectKey(pair, occasion)
    })
    if (json) return host.print(JSON.stringify(viewNewProjectKey(made, secret)))
    host.print(
      [
        `Made a key of kind ${kind} for the project ${origin.project.name}`,
        '',
        ...linesOf(pair, secret),
        '',
        'Keep the token safe: only its hash is stored, so it is not shown again.'
      ].join('\n')
    )
  })
}

async function revokeKey(host: Host, id: string, keyId: string): Promise<void> {
  await onProject(host, { id, doing: 'project key revoke' }, async (shell, origin) => {
    const { kind, name } = await shell.settle(origin, {
      load: loadProjectKeys,
      decide: (facts, occasion) => revokeProjectKey(facts, keyId, occasion)
    })
    const project = origin.project.name
    host.print(`Revoked ${keyId} (${kind}, ${name}) of the project ${project}, and its tokens.`)
  })
}

async function renewSecret(host: Host, id: string): Promise<void> {
  await onProject(host, { id, doing: 'project secret renew' }, async (shell, origin) => {
    const { name } = await shell.settle(origin, {
      load: async () => null,
      decide: (_, occasion) => renewUrlSecret(host.newSecret(), occasion)
    })
    host.print(
      [
        `Renewed the secret that signs the urls of the project ${name}.`,
        '',
        'Every url of a picture, a page or a file from an earlier answer has ended. Read',
        'vouchers, customers and exports again for new ones. Keys and tokens go on as before.'
      ].join('\n')
    )
  })
}

interface ProjectOptions extends ToldProject {
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
  const app = newPair(host, 'app', 'First key')
  const management = newPair(host, 'management', 'First management key')
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
  if ('refusal' in decision) {
    // The refusal speaks of a property; on the command line it is an option.
    throw new CommandFailed(decision.refusal.details.replace(/^Property \./, '--'))
  }
  const { project } = decision.result
  await onDatabase(host, async store => {
    await store.write(project.id, async () => ({ value: null, changes: decision.changes }))
  })
  if (json) return host.print(JSON.stringify(viewNewProject(project, { app, management })))
  host.print(
    [
      `Made the project ${project.name}: ${project.id}`,
      '',
      ...linesOf(app.pair, app.secret),
      '',
      ...linesOf(management.pair, management.secret),
      '',
      'Keep the tokens safe: only their hashes are stored, so they are not shown again.'
    ].join('\n')
  )
}

/** As headers, which is how callers send them. */
function linesOf({ id, kind }: Pick<KeyPair, 'id' | 'kind'>, secret: string): readonly string[] {
  const [idHeader, tokenHeader] =
    kind === 'app' ? ['X-App-Id', 'X-App-Token'] : ['X-Management-Id', 'X-Management-Token']
  return [`${idHeader}: ${id}`, `${tokenHeader}: ${secret}`]
}

function newPair({ newSecret, newClientId }: Host, kind: KeyPair['kind'], name: string) {
  const secret = newSecret()
  const tokenHash = hashSecret(secret)
  return { pair: { id: newClientId(), kind, name, tokenHash, clientId: newClientId() }, secret }
}
