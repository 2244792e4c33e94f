/**
 * Access tokens, and what is kept in memory of them and of key pairs, of all projects, as long as
 * they are good. A credential decides the project, so it is looked up before there is a unit of the
 * project. What is kept of it is held against the rows in the unit that serves the request: a pair
 * by the version of its project, which revoking a pair raises, and a token by its own row, because
 * requests make tokens and end them. Only what was found is kept, so that guessing fills no memory.
 * Spec: issueOAuthToken, introspectOAuthToken, revokeOAuthToken.
 */
import { eq, isNull } from 'drizzle-orm/sql'
import type { RevokeOAuthTokenFacts } from '../decisions/oauth.ts'
import type { AccessToken, KeyPair, Project } from '../model.ts'
import { versionOf } from './catalogue.ts'
import { type ChangeKinds, STEP, written } from './engine/change-kinds.ts'
import { insertInto, setBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import { type Given, is, same, statement } from './engine/statements.ts'
import type { Store } from './engine/store.ts'
import { keyPairById, pairColumns } from './projects.ts'

/** With the pair that issued it; over all projects, because the token decides which one it is. */
export const tokenByHash = statement(({ db, t }, { tokenHash }: Given<{ tokenHash: string }>) =>
  db
    .select({ token: t.accessTokens, ...pairColumns(t) })
    .from(t.accessTokens)
    .innerJoin(t.keyPairs, same(t.keyPairs, t.accessTokens, t.accessTokens.keyId))
    .innerJoin(t.projects, eq(t.projects.id, t.keyPairs.projectId))
    .where(is(t.accessTokens.tokenHash, tokenHash))
)

export const insertToken = insertInto('accessTokens')

export const revokeToken = setBy('accessTokens', ['revokedAt'], ['tokenHash'], {
  and: token => isNull(token.revokedAt)
})

/** When a token was revoked; over all projects. */
export const tokenEnd = statement(({ db, t }, { tokenHash }: Given<{ tokenHash: string }>) =>
  db
    .select({ revokedAt: t.accessTokens.revokedAt })
    .from(t.accessTokens)
    .where(is(t.accessTokens.tokenHash, tokenHash))
)

/** A token of this project by its hash; null when there is none. It ends with its key pair. */
export async function tokenHashed(session: Session, project: Project, tokenHash: string) {
  const found = await findToken(session, tokenHash)
  return found?.project.id === project.id ? found.token : null
}

/** A token of any project by its hash, with the pair that issued it; null when there is none. */
export async function findToken(session: Session, tokenHash: string) {
  const row = await session.one(tokenByHash, { tokenHash })
  if (row === undefined) return null
  const { token, pair, project } = row
  return { token: { ...token, revokedAt: token.revokedAt ?? pair.revokedAt }, pair, project }
}

/** What revokeOAuthToken needs; a token of another project is none. */
export function loadRevokeToken(project: Project, tokenHash: string) {
  return async (session: Session): Promise<RevokeOAuthTokenFacts> => ({
    token: await tokenHashed(session, project, tokenHash)
  })
}

export const tokenChanges: ChangeKinds<KindsOf<'token'>> = {
  'token.issued': written(STEP.issued, insertToken, ({ token }) => token),
  'token.revoked': written(STEP.tokensRevoked, revokeToken, change => change)
}

/** A pair with its project, at a version of the project's set-up. */
export interface StoredPair {
  readonly pair: KeyPair
  readonly project: Project
  readonly version: number
}

export interface StoredToken extends StoredPair {
  readonly token: AccessToken
}

/** Pairs, and tokens, that a process keeps: about 1 KiB each. */
const KEPT_MAX = 10_000

export class Credentials {
  readonly #store: Store
  readonly #pairs = new Recent<StoredPair>()
  readonly #tokens = new Recent<StoredToken>()

  constructor(store: Store) {
    this.#store = store
  }

  /** From memory alone: it may have ended since, and what is not there may be among the rows. */
  readonly kept = {
    keyPair: async (id: string) => this.#pairs.get(id) ?? null,
    token: async (hash: string) => this.#tokens.get(hash) ?? null
  }

  /** From the rows as they are now. */
  readonly stored = {
    keyPair: (id: string) => this.#store.read(null, session => this.within(session).keyPair(id)),
    token: (hash: string) => this.#store.read(null, session => this.within(session).token(hash))
  }

  /** From the rows as a unit sees them, whichever project it is of; null when there are none. */
  within(session: Session) {
    return {
      keyPair: async (id: string): Promise<StoredPair | null> =>
        this.#pairs.put(id, await session.one(keyPairById, { id })),
      token: async (tokenHash: string): Promise<StoredToken | null> =>
        this.#tokens.put(tokenHash, await session.one(tokenByHash, { tokenHash }))
    }
  }

  /** Whether nothing has ended since it was found; false where that has to be looked up. */
  async stand(session: Session, found: readonly (StoredPair | StoredToken)[]): Promise<boolean> {
    for (const known of found) {
      if (known.version !== (await versionOf(session, known.project.id))) return false
      if (!('token' in known)) continue
      const row = await session.one(tokenEnd, { tokenHash: known.token.tokenHash })
      if (row === undefined || row.revokedAt !== null) return false
    }
    return true
  }

  /** A unit of the project for nothing but this. */
  look(projectId: string, task: (session: Session) => Promise<void>): Promise<void> {
    return this.#store.read(projectId, task)
  }
}

/** Values by name; of too many, the one that was not asked for longest goes first. */
class Recent<Value> {
  readonly #values = new Map<string, Value>()

  get(name: string): Value | undefined {
    const value = this.#values.get(name)
    if (value !== undefined) {
      this.#values.delete(name)
      this.#values.set(name, value)
    }
    return value
  }

  /** Forgets what is not there any more. */
  put(name: string, value: Value | undefined): Value | null {
    this.#values.delete(name)
    if (value === undefined) return null
    this.#values.set(name, value)
    if (this.#values.size > KEPT_MAX)
      this.#values.delete(this.#values.keys().next().value as string)
    return value
  }
}
