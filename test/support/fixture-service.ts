/**
 * A service over two small documents of the tests' own, whose handlers answer what they were given:
 * the seam between the documents and the web framework, and nothing behind it.
 */
import type { FastifyInstance } from 'fastify'
import type { CredentialSource, CredentialStore } from '../../src/http/credentials.ts'
import type { Document } from '../../src/http/document.ts'
import { type AppParts, buildApp } from '../../src/main/app.ts'
import type { AccessToken, KeyPair, Project } from '../../src/model.ts'
import { hashSecret } from '../../src/secrets.ts'
import './compiled-once.ts'
import { desk, shop } from './fixture-documents.ts'

/** The instant of every fixture. */
export const now = '2026-01-31T12:00:00.000Z'

/** One of the two documents; each call makes it anew, so that a test may change it. */
export function fixture(name: 'shop' | 'desk'): Document {
  return structuredClone({ shop, desk }[name]) as unknown as Document
}

interface Given {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: { readonly project: Project | null; readonly channelId?: string }
}

/** Answers the request itself, as the document's Echo. */
function echo(operation: string, status = 200) {
  return async ({ params, query, body }: Given) => ({
    status,
    bytes: JSON.stringify({ operation, params, query, ...(body === undefined ? {} : { body }) })
  })
}

export const shopMethods = {
  issueToken: echo('issueToken'),
  listExports: echo('listExports'),
  createReward: echo('createReward'),
  addVouchers: echo('addVouchers'),
  getCustomer: async ({ params }: Given) => ({
    status: 200,
    bytes: JSON.stringify({ id: (params as { customerId: string }).customerId })
  }),
  listMemberPendingPoints: echo('listMemberPendingPoints'),
  getSku: echo('getSku'),
  getMetadataSchema: async ({ caller }: Given) => ({
    status: 200,
    bytes: JSON.stringify({ operation: 'getMetadataSchema', body: caller.project?.id ?? 'nobody' })
  })
}

export const deskMethods = {
  updateCustomer: echo('updateCustomer'),
  listProgramMemberPendingPoints: echo('listProgramMemberPendingPoints'),
  getProgramReport: echo('getProgramReport'),
  getVoucher: echo('getVoucher'),
  deleteVoucher: async () => ({ status: 204, bytes: '' }),
  importVouchers: echo('importVouchers', 202),
  enableVoucher: echo('enableVoucher'),
  listProjects: echo('listProjects')
}

const project = (id: string, demo = false): Project => ({
  id,
  name: id,
  timezone: 'UTC',
  currency: 'EUR',
  caseSensitiveCodes: true,
  secret: 'x',
  urlSecret: null,
  demo,
  createdAt: now
})

export const projects = {
  own: project('proj_own'),
  other: project('proj_other'),
  demo: project('proj_demo', true)
}

function pair(id: string, projectId: string, more: Partial<KeyPair> = {}): KeyPair {
  return {
    projectId,
    id,
    kind: 'app',
    name: id,
    tokenHash: hashSecret(`${id}-secret`),
    clientId: `${id}-client`,
    createdAt: now,
    revokedAt: null,
    ...more
  }
}

function token(
  text: string,
  keyId: string,
  scope: string,
  more: Partial<AccessToken> = {}
): AccessToken {
  return {
    projectId: keyId.startsWith('other') ? 'proj_other' : 'proj_own',
    tokenHash: hashSecret(text),
    keyId,
    clientId: `${keyId}-client`,
    scope,
    issuedAt: now,
    expiresAt: '2026-01-31T12:15:00.000Z',
    revokedAt: null,
    ...more
  }
}

const pairs = [
  pair('own', 'proj_own'),
  pair('gone', 'proj_own', { revokedAt: now }),
  pair('other', 'proj_other'),
  pair('demo', 'proj_demo'),
  pair('own-mgmt', 'proj_own', { kind: 'management' })
]

const tokens = [
  token('t-api', 'own', 'api'),
  token('t-exports', 'own', 'exports vouchers'),
  token('t-skus', 'own', 'skus exports'),
  token('t-expired', 'own', 'api', { expiresAt: now }),
  token('t-revoked', 'own', 'api', { revokedAt: now }),
  token('t-orphan', 'gone', 'api'),
  token('t-other', 'other', 'api')
]

/** Pairs own, other, demo, gone and own-mgmt, secrets `<id>-secret`; tokens as listed above. */
const stored: CredentialSource = {
  keyPair: async id => withProject(pairs.find(each => each.id === id)),
  token: async hash => {
    const found = tokens.find(each => each.tokenHash === hash)
    const issuer = withProject(pairs.find(each => each.id === found?.keyId))
    return found === undefined || issuer === null ? null : { token: found, ...issuer }
  }
}

/** Nothing of them ever changes, so that memory and rows are one. */
export const credentialStore: CredentialStore = {
  kept: stored,
  stored,
  within: () => stored,
  stand: async () => true,
  look: (_, task) => task(undefined as never)
}

function withProject(found: KeyPair | undefined) {
  const owner = Object.values(projects).find(each => each.id === found?.projectId)
  return found === undefined || owner === undefined
    ? null
    : { pair: found, project: owner, version: 1 }
}

/** Headers of the ordinary pair. */
export const keys = { 'x-app-id': 'own', 'x-app-token': 'own-secret' }

/** The fixture service, with parts of it exchanged. Request ids count: v-1, v-2, … */
export function givenApp(parts: Partial<AppParts> = {}): FastifyInstance {
  let count = 0
  return buildApp({
    mounts: [
      { name: 'shop', document: fixture('shop'), handlers: [shopMethods] },
      { name: 'desk', document: fixture('desk'), handlers: [deskMethods] }
    ],
    credentials: {
      store: credentialStore,
      clock: () => now,
      acceptDemo: false,
      managementOpen: true
    },
    ready: async () => undefined,
    newRequestId: () => `v-${++count}`,
    ...parts
  })
}

/** Sends `GET /v1/exports`, with the ordinary pair unless headers say otherwise. */
export function send(
  app: FastifyInstance,
  request: string,
  headers: Readonly<Record<string, string>> = keys,
  payload?: string | Buffer
) {
  const [method, url = ''] = request.split(' ')
  return app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload })
  })
}
