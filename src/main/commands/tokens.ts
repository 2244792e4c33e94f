/**
 * The commands about bearer tokens: issued without the secret of a key, looked up, and ended.
 *
 * A token to look at or to end is read from standard input, because what stands in a command can be
 * read by everybody on the machine, and is kept in the history of a shell.
 *
 * Spec: issueOAuthToken, introspectOAuthToken, revokeOAuthToken.
 */
import type { Command } from 'commander'
import {
  introspectOAuthToken,
  issueOAuthToken,
  revokeOAuthToken,
  SCOPES,
  TOKEN_LIFETIME_SECONDS
} from '../../decisions/oauth/tokens.ts'
import { viewIntrospection, viewOAuthToken } from '../../http/views/oauth.ts'
import type { KeyPair } from '../../model.ts'
import { hashSecret } from '../../secrets.ts'
import { findToken, loadRevokeToken } from '../../storage/oauth.ts'
import { loadProjectKeys } from '../../storage/projects.ts'
import { CLI } from '../invocation.ts'
import { CommandFailed, type Host, onDatabase, onProject } from '../on-database.ts'

/** Adds `token` and the commands below it. */
export function addTokenCommands(program: Command, host: Host): void {
  const token = program.command('token').description('issue, look up and end bearer tokens')
  token
    .command('issue')
    .description(
      `issue a token of a key, valid for ${TOKEN_LIFETIME_SECONDS} seconds, and print it`
    )
    .argument('<project>', 'its id, as `project list` prints it')
    .argument('<key>', 'its X-App-Id, as `project keys` prints it')
    .requiredOption('--scope <scopes>', 'the scopes that it opens, separated by spaces')
    .option('--json', 'print the answer of the OAuth operation as JSON', false)
    .addHelpText('after', `\nScopes:\n${wrapped(SCOPES)}`)
    .action((id: string, key: string, options: IssueOptions) => issue(host, { id, key }, options))
  token
    .command('introspect')
    .description('read a token from standard input, and say whose it is and whether it is valid')
    .option('--json', 'print the answer of the OAuth operation as JSON', false)
    .action((options: TokenOptions) => introspect(host, options))
  token
    .command('revoke')
    .description('read a token from standard input, and revoke it at once')
    .action(() => revoke(host))
}

interface TokenOptions {
  readonly json: boolean
}

interface IssueOptions extends TokenOptions {
  readonly scope: string
}

interface OfKey {
  readonly id: string
  readonly key: string
}

async function issue(host: Host, { id, key }: OfKey, { scope, json }: IssueOptions): Promise<void> {
  const secret = host.newSecret()
  await onProject(host, { id, doing: 'token issue' }, async (shell, origin) => {
    const { project } = origin
    const { token, pair } = await shell.settle(origin, {
      load: loadProjectKeys,
      decide: ({ pairs }, occasion) => {
        const pair = usablePair(pairs, key, project.id)
        const grant = { grantType: 'client_credentials', scope, tokenHash: hashSecret(secret) }
        const decision = issueOAuthToken({ pair }, grant, occasion)
        if ('refusal' in decision) {
          // The refusal speaks of a property; on the command line it is an option.
          throw new CommandFailed(decision.refusal.details.replace(/^Property \./, '--'))
        }
        return { ...decision, result: { token: decision.result, pair } }
      }
    })
    if (json) {
      host.print(JSON.stringify(viewOAuthToken(secret, token, TOKEN_LIFETIME_SECONDS)))
      return
    }
    host.print(
      [
        `Issued a token of the key ${key} (${pair.name}) of the project ${project.name}`,
        '',
        `Authorization: Bearer ${secret}`,
        '',
        `It opens ${token.scope}, until ${token.expiresAt}.`,
        'Keep it safe: only its hash is stored, so it is not shown again.'
      ].join('\n')
    )
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

async function introspect(host: Host, { json }: TokenOptions): Promise<void> {
  const secret = await tokenGiven(host)
  await onDatabase(host, async store => {
    const found = await store.read(null, session => findToken(session, hashSecret(secret)))
    const known = introspectOAuthToken(found?.token ?? null, host.now())
    if (json) {
      host.print(JSON.stringify(viewIntrospection(secret, known)))
      return
    }
    if (found === null) throw new CommandFailed('No project issued this token.')
    const { token, pair, project } = found
    const { expiresAt, revokedAt, scope } = token
    const over =
      revokedAt === null ? `It expired at ${expiresAt}.` : `It was revoked at ${revokedAt}.`
    host.print(
      [
        `A token of the key ${pair.id} (${pair.name}) of the project ${project.name}`,
        `It opens ${scope}.`,
        known.known && known.active ? `It is valid until ${expiresAt}.` : over
      ].join('\n')
    )
  })
}

async function revoke(host: Host): Promise<void> {
  const tokenHash = hashSecret(await tokenGiven(host))
  const found = await projectOf(host, tokenHash)
  await onProject(host, { id: found, doing: 'token revoke' }, async (shell, origin) => {
    await shell.settle(origin, {
      load: loadRevokeToken(origin.project, tokenHash),
      decide: revokeOAuthToken
    })
    host.print(`Revoked the token of the project ${origin.project.name}.`)
  })
}

async function projectOf(host: Host, tokenHash: string): Promise<string> {
  let id: string | null = null
  await onDatabase(host, async store => {
    const found = await store.read(null, session => findToken(session, tokenHash))
    id = found?.project.id ?? null
  })
  if (id === null) throw new CommandFailed('No project issued this token.')
  return id
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

function wrapped(words: readonly string[]): string {
  const lines = ['']
  for (const word of words) {
    const last = lines.at(-1) as string
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= LINE) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines.map(line => `  ${line}`).join('\n')
}
