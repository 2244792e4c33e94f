/**
 * The credentials of an OAuth client, by which a token is asked for: the pair of headers of every
 * other operation, HTTP Basic, or fields of the form.
 *
 * Headers are judged before the body is read, as everywhere. A caller who shows nothing there and
 * sends a form may show it in the form, which is read as far as a small limit first. What is shown
 * twice must be the same, because a caller who shows two clients means one of them.
 *
 * Spec: issueOAuthToken.
 */
import type { FastifyRequest } from 'fastify'
import { unsound } from '../rules/soundness.ts'
import { authenticate, type CredentialRules, type Doors, type Headers } from './credentials.ts'
import { type ErrorKey, HttpFailure } from './errors.ts'
import { GIVEN_TWICE, spellPath } from './explanation.ts'

/** Id and secret as they were shown; undefined for one that was not. */
interface ShownCredentials {
  readonly place: string
  readonly id: string | undefined
  readonly secret: string | undefined
}

/** The two looks at the credentials of a request for a token. */
export interface ClientGates {
  /** Before the body is read: judges what headers show, and refuses what no form can follow. */
  readonly beforeBody: (request: FastifyRequest) => Promise<void>
  /** After it: holds the form against the headers, or judges the form. */
  readonly afterBody: (request: FastifyRequest) => Promise<void>
}

/** The gates of an operation that takes the credentials of a client. */
export function clientGates(rules: CredentialRules, doors: Doors): ClientGates {
  const asBasic = { ...doors, challengesBasic: true }
  const judged = ({ headers, id }: FastifyRequest, form: unknown) => {
    const shown = withClient(headers, form)
    return authenticate(rules, schemeOf(headers) === 'basic' ? asBasic : doors, shown, id)
  }
  return {
    beforeBody: async request => {
      const mayFollow = request.mediaType === FORM && clientsIn(request.headers).length === 0
      if (!mayFollow) request.caller = await judged(request, undefined)
    },
    afterBody: async request => {
      if (request.caller === undefined) request.caller = await judged(request, request.body)
      else withClient(request.headers, request.body)
    }
  }
}

/** The media type of a form without a file. */
export const FORM = 'application/x-www-form-urlencoded'

/**
 * The headers with the client's credentials as X-App-Id and X-App-Token, wherever they were shown.
 * @throws {HttpFailure} when two that were shown differ.
 */
function withClient(headers: Headers, form: unknown): Headers {
  const inForm = clientInForm(form)
  const shown = [...clientsIn(headers), ...(inForm === null ? [] : [inForm])]
  if (shown.length === 0) return headers
  for (const client of shown) refuseUnsound(client)
  const ids = distinct(shown.map(({ id }) => id))
  const secrets = distinct(shown.map(({ secret }) => secret))
  if (ids.length > 1 || secrets.length > 1) {
    const key: ErrorKey = inForm === null ? 'invalid_headers' : 'invalid_payload'
    const places = shown.map(({ place }) => place).join(' and in ')
    throw new HttpFailure(key, `The client credentials in ${places} differ. Send them once.`)
  }
  return { ...headers, 'x-app-id': ids[0], 'x-app-token': secrets[0] }
}

/** No schema describes what HTTP Basic says, and a form is judged by its schema later. */
function refuseUnsound({ place, id, secret }: ShownCredentials): void {
  for (const [name, value] of Object.entries({ id, secret })) {
    const fault = unsound(value, [])
    if (fault === null) continue
    const key: ErrorKey = place === IN_FORM ? 'invalid_payload' : 'invalid_headers'
    throw new HttpFailure(key, `The client ${name} in ${place} ${fault}.`)
  }
}

function distinct(values: readonly (string | undefined)[]): readonly (string | undefined)[] {
  return [...new Set(values.filter(value => value !== undefined))]
}

/** The clients that headers show: a pair, HTTP Basic, or both. */
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
