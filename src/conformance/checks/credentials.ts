/**
 * Nobody comes in without credentials, with wrong ones, or with a token of another scope; who has a
 * token of a scope that the document names comes in.
 */
import { bearerScopes, type Door, headerDoors, needsNoCredentials } from '../asking.ts'
import { isWriting, type PromiseCheck } from '../check.ts'
import type { CompiledContract, Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'

/** What is sent in place of a right credential. */
const WRONG = 'nothing-like-it'
/** No operation is opened by it alone. */
const OTHER_SCOPE = 'client_api'
/** An operation is known by its scope and not by its answer, so the request is one it refuses. */
const REFUSED_QUERY = { surprise: '1' }

/** The checks of an operation's doors. */
export function credentialChecks(
  contract: CompiledContract,
  operation: Described
): readonly PromiseCheck[] {
  const writes = isWriting(operation)
  const denied = (
    title: string,
    credentials: (visit: Visit) => Record<string, string>
  ): PromiseCheck => ({
    kind: 'credentials',
    title,
    isWriting: writes,
    run: visit => visit.refused({ body: visit.firstBody, credentials: credentials(visit) }, [401])
  })
  const nobody = needsNoCredentials(operation) ? [] : [denied('without credentials', () => ({}))]
  const doors = headerDoors(contract, operation).flatMap(door =>
    door.flatMap(name => [
      denied(`with another ${name}`, visit => ({ ...keysOf(visit, door), [name]: WRONG })),
      denied(`without ${name}`, visit => {
        const { [name]: _, ...others } = keysOf(visit, door)
        return others
      })
    ])
  )
  const scopes = bearerScopes(contract, operation)
  if (scopes.length === 0) return [...nobody, ...doors]
  const bearer = denied('with an unknown token', () => ({ authorization: `Bearer ${WRONG}` }))
  return [...nobody, ...doors, bearer, ...scopeChecks(scopes)]
}

function scopeChecks(scopes: readonly string[]): readonly PromiseCheck[] {
  const right = scopes.map(
    (scope): PromiseCheck => ({
      kind: 'credentials',
      title: `with a token of scope ${scope}`,
      isWriting: true,
      run: async visit => {
        const { status } = await askAs(visit, scope)
        if (status === 401 || status === 403) {
          visit.deviates(`A token of scope ${scope} is answered with ${status}.`)
        }
      }
    })
  )
  const wrong: PromiseCheck = {
    kind: 'credentials',
    title: 'with a token of another scope',
    isWriting: true,
    run: async visit => {
      const { status } = await askAs(visit, OTHER_SCOPE)
      if (status !== 403) {
        visit.deviates(
          `A token of scope ${OTHER_SCOPE} is answered with ${status}, where 403 was expected.`
        )
      }
    }
  }
  return [...right, wrong]
}

async function askAs(visit: Visit, scope: string) {
  const token = await tokenOf(visit, scope)
  return visit.ask({
    body: visit.firstBody,
    query: REFUSED_QUERY,
    credentials: { authorization: `Bearer ${token}` }
  })
}

/** A token of one scope, issued once. @throws {CheckSkipped} when none is issued. */
async function tokenOf(visit: Visit, scope: string): Promise<string> {
  const { contract, tokens } = visit.place
  const known = tokens.get(scope)
  if (known !== undefined) return known
  const issuing = contract.operations.find(({ id }) => id === 'issueOAuthToken')
  if (issuing === undefined) throw new CheckSkipped('No operation issues tokens.')
  const body = { grant_type: 'client_credentials', scope }
  const { status, body: answered } = await visit.ask({ body }, issuing)
  const token = (answered as { readonly access_token?: unknown } | undefined)?.access_token
  if (status >= 300 || typeof token !== 'string') {
    throw new CheckSkipped(`No token of scope ${scope} is issued: ${status}.`)
  }
  tokens.set(scope, token)
  return token
}

function keysOf({ place }: Visit, door: Door): Record<string, string> {
  return Object.fromEntries(door.map(name => [name, place.keys[name] ?? WRONG]))
}
