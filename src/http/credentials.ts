/**
 * Authentication: key pairs, bearer tokens and management pairs, under the names of the documents'
 * security schemes. A document's `security` is the only table of permissions; it becomes doors
 * once, when the routes are made. Credentials that are sent must be valid even where none are
 * needed, because a caller who sends a wrong token believes in a permission it does not have. Only
 * hashes of secrets are kept; they are compared in constant time and never logged. A caller is
 * judged by memory before the body is read, and a caller whom memory refuses by the rows. The unit
 * that serves the request confirms the credentials in its own snapshot.
 * Spec: OAuthToken, issueOAuthToken,
 * openapi/behaviour/identity-and-credentials.md#a-key-pair-or-a-bearer-token-opens-the-service.
 */
import type { FastifyRequest } from 'fastify'
import type { AccessToken, KeyPair, Project } from '../model.ts'
import { unsound } from '../rules/sound-json.ts'
import type { Instant } from '../rules/validity.ts'
import type { SandboxOf } from '../sandbox.ts'
import { hashSecret, isSame } from '../secrets.ts'
import type { Session } from '../storage/engine/session.ts'
import type { Requirement, SecurityScheme } from './document.ts'
import { type ErrorKey, HttpFailure } from './errors.ts'
import { GIVEN_TWICE, spellPath } from './mistakes.ts'
import type { Anonymous, Caller, Proof } from './types.ts'

interface KnownPair {
  readonly pair: KeyPair
  readonly project: Project
  readonly version: number
}

interface KnownToken extends KnownPair {
  readonly token: AccessToken
}

/** Where credentials are looked up; null when there are none. */
export interface CredentialSource {
  /** By X-App-Id or X-Management-Id. */
  keyPair(id: string): Promise<KnownPair | null>
  /** By the hash of the token; `pair` is the one that issued it. */
  token(tokenHash: string): Promise<KnownToken | null>
}

export interface CredentialStore {
  /** From memory alone: it may have ended since, and what is not there may be stored. */
  readonly kept: CredentialSource
  readonly stored: CredentialSource
  /** From the rows as a unit sees them. */
  within(session: Session): CredentialSource
  /** Whether what was found is so in this unit, as far as two statements tell. */
  stand(session: Session, found: readonly (KnownPair | KnownToken)[]): Promise<boolean>
  /** A unit for nothing but a look at credentials. */
  look(projectId: string, task: (session: Session) => Promise<void>): Promise<void>
}

export interface CredentialRules {
  readonly store: CredentialStore
  readonly clock: (project: Project) => Instant
  /** The sandbox that a project is in; absent: none is. */
  readonly sandboxOf?: SandboxOf
  /** False: the demo's credentials, which everybody knows, are refused. */
  readonly acceptDemo: boolean
  /** False: open management operations require management credentials. */
  readonly managementOpen: boolean
  /** The hash of the key that opens the sandbox; absent: nothing opens it. */
  readonly sandboxKeyHash?: string
}

interface Doors {
  readonly pair: boolean
  /** Alternative sets of scopes, each sufficient; null when no bearer is accepted. */
  readonly bearer: readonly (readonly string[])[] | null
  readonly management: boolean
  /** The pair also as the id and secret of an OAuth client: by HTTP Basic or as form fields. */
  readonly client: boolean
  readonly open: boolean
  /** The key of the sandbox and nothing else; false unless said. */
  readonly sandbox?: boolean
  /** A refusal also challenges to HTTP Basic, which browsers ask people for; false unless said. */
  readonly challengesBasic?: boolean
}

/** Lower-case header names to values, as the web framework has them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The schemes a document may use, and the header each is sent in. */
const schemes: { readonly [name: string]: string } = {
  appId: 'X-App-Id',
  appToken: 'X-App-Token',
  managementId: 'X-Management-Id',
  managementToken: 'X-Management-Token',
  sandboxKey: 'X-Sandbox-Key',
  oauth: 'Authorization',
  basic: 'Authorization'
}

/** The headers that credentials are sent in, in lower case, each once. */
export const credentialHeaders: readonly string[] = [
  ...new Set(Object.values(schemes).map(header => header.toLowerCase()))
]

/** Schemes that are more than the value of a header. */
const inAuthorization = ['oauth', 'basic']

/** The combinations `doorsOf` understands, by their schemes in alphabetical order. */
const combinations: {
  readonly [schemes: string]: 'pair' | 'bearer' | 'management' | 'client' | 'open' | 'sandbox'
} = {
  '': 'open',
  'appId appToken': 'pair',
  oauth: 'bearer',
  'managementId managementToken': 'management',
  basic: 'client',
  sandboxKey: 'sandbox'
}

/** Why a document's security cannot be enforced here, as ends of sentences; empty when it can. */
export function securityMistakes(
  requirements: readonly Requirement[],
  declared: { readonly [name: string]: SecurityScheme } = {}
): string[] {
  const mistakes: string[] = []
  for (const requirement of requirements) {
    const names = Object.keys(requirement).sort()
    if (combinations[names.join(' ')] === undefined) {
      const known = Object.keys(combinations).filter(Boolean).join('; ')
      mistakes.push(
        `asks for ${names.join(' and ')}, which src/http/credentials.ts cannot check; it knows ` +
          known
      )
      continue
    }
    if (names.includes('basic') && declared['basic']?.scheme !== 'basic') {
      mistakes.push('asks for basic; declare it with type: http, scheme: basic')
    }
    for (const name of names.filter(each => !inAuthorization.includes(each))) {
      const scheme = declared[name]
      if (scheme?.in === 'header' && scheme.name === schemes[name]) continue
      mistakes.push(
        `asks for ${name}; declare it with type: apiKey, in: header, name: ${schemes[name]}`
      )
    }
  }
  return mistakes
}

/** The doors of one operation, from its `security`; {@link securityMistakes} found none. */
export function doorsOf(requirements: readonly Requirement[]): Doors {
  const kinds = requirements.map(entry => combinations[Object.keys(entry).sort().join(' ')])
  const bearer = requirements.flatMap(entry =>
    entry['oauth'] === undefined ? [] : [entry['oauth']]
  )
  return {
    pair: kinds.includes('pair'),
    bearer: bearer.length > 0 ? bearer : null,
    management: kinds.includes('management'),
    client: kinds.includes('client'),
    open: kinds.includes('open'),
    ...(kinds.includes('sandbox') && { sandbox: true })
  }
}

/**
 * The caller of a request, by its headers.
 * @throws {HttpFailure} unauthorized or missing_required_permission.
 */
export async function authenticate(
  rules: CredentialRules,
  doors: Doors,
  headers: Headers,
  requestId: string
): Promise<Caller | Anonymous> {
  if (doors.sandbox) return throughSandbox(rules, doors, headers, requestId)
  const { store } = rules
  const judged = (source: CredentialSource) =>
    judge({ ...rules, source }, doors, headers, requestId)
  const { caller, found } = await judged(store.kept).catch((error: unknown) => {
    if (!(error instanceof HttpFailure)) throw error
    return judged(store.stored)
  })
  if (caller.project === null) return caller
  // Of this request alone, because confirming may bring it up to date.
  const project = { ...caller.project }
  const sandbox = rules.sandboxOf?.(project.id)
  const isThere = () => {
    if (rules.sandboxOf?.(project.id) === sandbox) return
    throw new HttpFailure('unauthorized', BEGAN_ANEW, {
      'www-authenticate': challenge(doors, null)
    })
  }
  // Confirmed once for each request: by its unit, or alone where there is none.
  let confirmed = false
  const confirm = async (session: Session) => {
    isThere()
    if (!(await store.stand(session, found))) {
      // What is answered is signed with the secret that the unit sees, and not with that of memory.
      Object.assign(project, (await judged(store.within(session))).caller.project)
    }
    confirmed = true
  }
  const confirmAlone = async () => {
    await store.look(project.id, confirm)
    // It may have begun anew while the rows were looked at.
    isThere()
  }
  const proof: Proof = {
    get confirmed() {
      return confirmed
    },
    confirm,
    confirmAlone
  }
  return { ...caller, project, proof, ...(sandbox && { sandbox }) }
}

interface Judging extends CredentialRules {
  readonly source: CredentialSource
}

interface Judged {
  readonly caller: Omit<Caller, 'proof'> | Anonymous
  readonly found: readonly (KnownPair | KnownToken)[]
}

/**
 * Management operations accept management pairs only; open ones need none.
 * Spec:
 * openapi/behaviour/identity-and-credentials.md#metadata-schemas-can-be-read-without-credentials.
 * @throws {HttpFailure} unauthorized or missing_required_permission.
 */
async function judge(
  rules: Judging,
  doors: Doors,
  headers: Headers,
  requestId: string
): Promise<Judged> {
  const bearer = doors.bearer === null ? null : bearerOf(headers)
  const pair = doors.pair || doors.management ? await pairOf(rules, doors, headers) : null
  if (bearer === null) {
    if (pair !== null) return { caller: callerOf(pair, requestId, null), found: [pair] }
    const isOpen = doors.open && (rules.managementOpen || !doors.management)
    if (isOpen) return { caller: { project: null, requestId }, found: [] }
    throw refuse(doors, null, missingCredentials(doors, headers))
  }
  const sent = await tokenOf(rules, doors, bearer)
  if (pair !== null && pair.project.id !== sent.project.id) throw refuse(doors, 'invalid_token')
  const scopes = sent.token.scope.split(' ')
  requireScope(doors, scopes)
  const found = pair === null ? [sent] : [pair, sent]
  return { caller: callerOf(pair ?? sent, requestId, scopes), found }
}

/** Its key opens the sandbox, and none of a project does. */
function throughSandbox(
  { sandboxKeyHash = '' }: CredentialRules,
  doors: Doors,
  headers: Headers,
  requestId: string
): Anonymous {
  const key = headers['x-sandbox-key']
  if (!isSame(hashSecret(String(key)), sandboxKeyHash)) {
    throw refuse(doors, null, key === undefined ? missingCredentials(doors, headers) : undefined)
  }
  return { project: null, requestId }
}

/** Null when neither header was sent; half a pair is a wrong pair. */
async function pairOf(rules: Judging, doors: Doors, headers: Headers): Promise<KnownPair | null> {
  const kind = doors.management ? 'management' : 'app'
  const [id, secret] = [headers[`x-${kind}-id`], headers[`x-${kind}-token`]]
  if (id === undefined && secret === undefined) return null
  if (id === undefined || secret === undefined)
    throw refuse(doors, null, 'Half of a pair is missing.')
  const found = typeof id === 'string' ? await rules.source.keyPair(id) : null
  // Hashed and compared also for an unknown pair, so that the time reveals nothing.
  const matches = isSame(hashSecret(String(secret)), found?.pair.tokenHash ?? hashSecret(''))
  if (!matches || found === null || found.pair.kind !== kind || found.pair.revokedAt !== null) {
    throw refuse(doors, null)
  }
  refuseDemo(rules, doors, found.project)
  return found
}

/** A known token, neither expired nor revoked, whose pair is not revoked. */
async function tokenOf(rules: Judging, doors: Doors, bearer: string): Promise<KnownToken> {
  const hash = hashSecret(bearer)
  const found = await rules.source.token(hash)
  if (found === null || !isSame(hash, found.token.tokenHash)) throw refuse(doors, 'invalid_token')
  const { token, pair } = found
  if (
    token.revokedAt !== null ||
    pair.revokedAt !== null ||
    token.expiresAt <= rules.clock(found.project)
  ) {
    throw refuse(doors, 'invalid_token')
  }
  refuseDemo(rules, doors, found.project)
  return found
}

/**
 * Spec:
 * openapi/behaviour/identity-and-credentials.md#the-demos-credentials-work-on-one-machine-only.
 */
function refuseDemo(rules: CredentialRules, doors: Doors, project: Project): void {
  if (!project.demo || rules.acceptDemo) return
  const details =
    'The demo project is shut here: everybody knows its credentials. Listen on 127.0.0.1, or ' +
    'start the server with --demo, or make a project of your own with `project create`.'
  throw new HttpFailure('unauthorized', details, { 'www-authenticate': challenge(doors, null) })
}

/** All scopes of one alternative must be granted; case matters, except in `SKUs`. */
function requireScope(doors: Doors, scopes: readonly string[]): void {
  const held = scopes.map(sameCase)
  const alternatives = doors.bearer ?? []
  if (alternatives.some(needed => needed.every(scope => held.includes(sameCase(scope))))) return
  const wanted = alternatives.map(needed => needed.join(' and '))
  const details = `The token lacks the scope. Ask for one with ${wanted.join(' or ')}.`
  throw new HttpFailure('missing_required_permission', details, {
    'www-authenticate': challenge(doors, 'insufficient_scope')
  })
}

function sameCase(scope: string): string {
  return scope.toLowerCase() === 'skus' ? 'SKUs' : scope
}

/** The token of an `Authorization: Bearer …` header; other schemes are ignored. */
function bearerOf(headers: Headers): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(String(headers['authorization'] ?? '').trim())
  return match === null ? null : (match[1] ?? '')
}

function callerOf(
  { pair, project }: KnownPair,
  requestId: string,
  scopes: readonly string[] | null
): Omit<Caller, 'proof'> {
  const management = pair.kind === 'management'
  return { project, key: pair, channelId: pair.id, requestId, management, scopes }
}

/** Says that nothing was shown which this operation takes; and of what was, where it belongs. */
function missingCredentials(doors: Doors, headers: Headers): string {
  const scheme = schemeOf(headers)
  const strangers = [
    scheme === 'basic' && !doors.client && 'HTTP Basic is for POST /v1/oauth/token',
    scheme === 'bearer' && doors.bearer === null && 'A bearer token does not open this operation',
    isShown(headers, 'x-app') && !doors.pair && 'X-App-Id and X-App-Token are for the paths of /v1',
    isShown(headers, 'x-management') &&
      !doors.management &&
      'X-Management-Id and X-Management-Token are for the paths of /management',
    headers['x-sandbox-key'] !== undefined &&
      !doors.sandbox &&
      'X-Sandbox-Key is for the paths of /sandbox'
  ].filter(each => each !== false)
  return `${strangers[0] ?? 'Credentials are missing'}.`
}

function isShown(headers: Headers, prefix: 'x-app' | 'x-management'): boolean {
  return headers[`${prefix}-id`] !== undefined || headers[`${prefix}-token`] !== undefined
}

/** Says what to send, never which half of it was wrong. */
function refuse(
  doors: Doors,
  error: 'invalid_token' | null,
  why = 'Credentials are wrong or revoked.'
): HttpFailure {
  const ways = [
    ...(doors.pair ? ['headers X-App-Id and X-App-Token'] : []),
    ...(doors.client ? ['client id and secret by HTTP Basic or in the form'] : []),
    ...(doors.bearer === null ? [] : ['header Authorization with Bearer and a valid token']),
    ...(doors.management ? ['headers X-Management-Id and X-Management-Token'] : []),
    ...(doors.sandbox ? ['header X-Sandbox-Key'] : [])
  ]
  const details =
    error === null
      ? `${why} Send ${ways.join(', or ')}.`
      : 'The bearer token is unknown, expired, revoked or of another project. Ask for a new one.'
  return new HttpFailure('unauthorized', details, { 'www-authenticate': challenge(doors, error) })
}

/** The challenge of a 401: the schemes of this operation; we named two of them. */
function challenge(doors: Doors, error: 'invalid_token' | 'insufficient_scope' | null): string {
  const scope = [...new Set((doors.bearer ?? []).flat())].join(' ')
  const scoped = error === 'insufficient_scope' ? `, scope="${scope}"` : ''
  return [
    ...(doors.challengesBasic ? ['Basic realm="tessera"'] : []),
    ...(doors.pair ? ['AppToken realm="tessera"'] : []),
    ...(doors.management ? ['ManagementToken realm="tessera"'] : []),
    ...(doors.sandbox ? ['SandboxKey realm="tessera"'] : []),
    ...(doors.bearer === null
      ? []
      : [`Bearer realm="tessera"${error === null ? '' : `, error="${error}"`}${scoped}`])
  ].join(', ')
}

/*
 * The credentials of an OAuth client, by which a token is asked for: the pair of headers of every
 * other operation, HTTP Basic, or fields of the form. Headers are judged before the body is read,
 * as everywhere. A caller who shows nothing there and sends a form may show it in the form, which
 * is read as far as a small limit first. What is shown twice must be the same, because a caller who
 * shows two clients means one of them.
 */

/** Id and secret as they were shown; undefined for one that was not. */
interface ShownCredentials {
  readonly place: string
  readonly id: string | undefined
  readonly secret: string | undefined
}

/**
 * Spec:
 * openapi/behaviour/identity-and-credentials.md#a-token-is-asked-for-as-oauth-clients-ask-for-it.
 */
export function clientGates(rules: CredentialRules, doors: Doors) {
  const asBasic = { ...doors, challengesBasic: true }
  const judged = ({ headers, id }: FastifyRequest, form: unknown) => {
    const shown = withClient(headers, form)
    return authenticate(rules, schemeOf(headers) === 'basic' ? asBasic : doors, shown, id)
  }
  return {
    /** Judges what headers show, and refuses what no form can follow. */
    beforeBody: async (request: FastifyRequest) => {
      const mayFollow = request.mediaType === FORM && clientsIn(request.headers).length === 0
      if (!mayFollow) request.caller = await judged(request, undefined)
    },
    /** Holds the form against the headers, or judges the form. */
    afterBody: async (request: FastifyRequest) => {
      if (request.caller === undefined) request.caller = await judged(request, request.body)
      else withClient(request.headers, request.body)
    }
  }
}

export const FORM = 'application/x-www-form-urlencoded'

/**
 * The headers with the client's credentials as X-App-Id and X-App-Token, wherever they were shown.
 * @throws {HttpFailure} when two that were shown differ.
 */
function withClient(headers: Headers, form: unknown): Headers {
  const inForm = clientInForm(form)
  const shown = [...clientsIn(headers), ...(inForm === null ? [] : [inForm])]
  if (shown.length === 0) return headers
  // No schema describes what HTTP Basic says, and a form is judged by its schema later.
  for (const { place, id, secret } of shown) {
    for (const [name, value] of Object.entries({ id, secret })) {
      const fault = unsound(value, [])
      if (fault === null) continue
      const key: ErrorKey = place === IN_FORM ? 'invalid_payload' : 'invalid_headers'
      throw new HttpFailure(key, `The client ${name} in ${place} ${fault}.`)
    }
  }
  const ids = distinct(shown.map(({ id }) => id))
  const secrets = distinct(shown.map(({ secret }) => secret))
  if (ids.length > 1 || secrets.length > 1) {
    const key: ErrorKey = inForm === null ? 'invalid_headers' : 'invalid_payload'
    const places = shown.map(({ place }) => place).join(' and in ')
    throw new HttpFailure(key, `The client credentials in ${places} differ. Send them once.`)
  }
  return { ...headers, 'x-app-id': ids[0], 'x-app-token': secrets[0] }
}

function distinct(values: readonly (string | undefined)[]): readonly (string | undefined)[] {
  return [...new Set(values.filter(value => value !== undefined))]
}

function clientsIn(headers: Headers): readonly ShownCredentials[] {
  const [id, secret] = [text(headers['x-app-id']), text(headers['x-app-token'])]
  const pair = id ?? secret
  return [
    ...(pair === undefined ? [] : [{ place: 'headers X-App-Id and X-App-Token', id, secret }]),
    ...(schemeOf(headers) === 'basic' ? [clientInBasic(String(headers['authorization']))] : [])
  ]
}

/** Id and secret are percent-encoded before they are joined; what is no such text is nobody's. */
function clientInBasic(authorization: string): ShownCredentials {
  const [, encoded = ''] = authorization.trim().split(/ +/)
  const joined = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = joined.indexOf(':')
  const [id, secret] = [joined.slice(0, Math.max(colon, 0)), joined.slice(colon + 1)].map(decoded)
  return { place: 'header Authorization', id, secret }
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** The scheme of the header Authorization in lower case; empty without one. */
function schemeOf(headers: Headers): string {
  return /^\S*/.exec(String(headers['authorization'] ?? '').trim())?.[0].toLowerCase() ?? ''
}

const IN_FORM = 'the form'

/**
 * In OAuth a field without a value counts as absent.
 * @throws {HttpFailure} when one of them is there twice.
 */
function clientInForm(form: unknown): ShownCredentials | null {
  const { client_id, client_secret } = (form ?? {}) as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries({ client_id, client_secret })) {
    if (!Array.isArray(value)) continue
    throw new HttpFailure('invalid_payload', `${spellPath('form', [name])} ${GIVEN_TWICE}.`)
  }
  const [id, secret] = [text(client_id), text(client_secret)]
  if (id === undefined && secret === undefined) return null
  return { place: IN_FORM, id, secret }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Why a caller whose sandbox is another one by now is refused, and what it can do. */
export const BEGAN_ANEW =
  'This project of the sandbox began anew, or was deleted, before the request was carried out. ' +
  'Nothing of it was. Send it again if it is meant for what the project is now.'
