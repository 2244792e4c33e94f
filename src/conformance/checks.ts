/**
 * What the documents promise, tried on a service: one check for each promise.
 * Spec: Redemption.amount.
 */
import { isSchema } from '../http/document.ts'
import {
  bearerScopes,
  brokenValues,
  type Door,
  headerDoors,
  needsNoCredentials,
  withNames,
  wrongTexts
} from './answers.ts'
import type { CompiledContract, Described } from './contract.ts'
import {
  CheckSkipped,
  isWriting,
  type PromiseCheck,
  type PromiseKind,
  type Visit
} from './visit.ts'

const WRONG = 'nothing-like-it'
/** No operation is opened by it alone. */
const OTHER_SCOPE = 'client_api'
/** An operation is known by its scope and not by its answer, so the request is one it refuses. */
const REFUSED_QUERY = { surprise: '1' }

function checksOf(kind: PromiseKind, isWriting: boolean) {
  return (title: string, run: PromiseCheck['run']): PromiseCheck => {
    return { kind, title, isWriting, run }
  }
}

export function credentialChecks(contract: CompiledContract, operation: Described) {
  const of = checksOf('credentials', isWriting(operation))
  const denied = (title: string, credentials: (visit: Visit) => Record<string, string>) =>
    of(title, visit =>
      visit.refused({ body: visit.firstBody, credentials: credentials(visit) }, [401])
    )
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
  const of = checksOf('credentials', true)
  const asked = (scope: string, isRight: (status: number) => boolean, wanted = '') =>
    async function run(visit: Visit): Promise<void> {
      const credentials = { authorization: `Bearer ${await tokenOf(visit, scope)}` }
      const asking = { body: visit.firstBody, query: REFUSED_QUERY, credentials }
      const { status } = await visit.ask(asking)
      if (isRight(status)) return
      visit.deviates(`A token of scope ${scope} is answered with ${status}${wanted}.`)
    }
  const isTaken = (status: number) => status !== 401 && status !== 403
  const isRefused = asked(OTHER_SCOPE, status => status === 403, ', where 403 was expected')
  return [
    ...scopes.map(scope => of(`with a token of scope ${scope}`, asked(scope, isTaken))),
    of('with a token of another scope', isRefused)
  ]
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

/** Where a value for a path can be known from when what the example names is not there. */
const TOLD_AS: { readonly [parameter: string]: string } = {
  customerId: 'customer_id',
  code: 'code'
}

export function exampleChecks(operation: Described): readonly PromiseCheck[] {
  const of = checksOf('example', isWriting(operation))
  if (operation.body !== null) {
    return operation.requests.map(example =>
      of(`request ${example.name}`, visit => visit.succeed({ body: visit.bodyOf(example) }))
    )
  }
  const queries = operation.parameters.filter(parameter => parameter.in === 'query')
  const shown = queries.map(({ name }) => [name, operation.values[name] ?? ''] as const)
  const sets = [...shown.map(each => [each]), ...(shown.length > 1 ? [shown] : [])]
  return [
    of('request as shown', succeedSomewhere),
    ...sets.map(query =>
      of(`query ${query.map(([name, value]) => `${name}=${value}`).join('&')}`, visit =>
        succeedWith(visit, Object.fromEntries(query))
      )
    )
  ]
}

/** Asks as shown, or for a thing that earlier answers told of. */
async function succeedSomewhere(visit: Visit): Promise<void> {
  try {
    await visit.succeed()
  } catch (error) {
    const found = toldFor(visit)
    if (!(error instanceof CheckSkipped) || found === null) throw error
    visit.place.found.set(visit.operation.id, found)
    await visit.succeed()
  }
}

function toldFor({ operation, place }: Visit): Readonly<Record<string, string>> | null {
  const names = operation.parameters.filter(each => each.in === 'path').map(({ name }) => name)
  const values = names.map(name => [name, place.told.get(TOLD_AS[name] ?? '')] as const)
  const known = values.filter((each): each is [string, string] => each[1] !== undefined)
  return known.length === values.length && known.length > 0 ? Object.fromEntries(known) : null
}

/** The entry that a cursor is shown by need not be there; one of the list is. */
async function succeedWith(visit: Visit, query: Readonly<Record<string, string>>): Promise<void> {
  const { starting_after_id: cursor, ...others } = query
  if (cursor === undefined) {
    await visit.succeed({ query })
    return
  }
  const { body } = await visit.succeed({ query: others })
  const [first] = (body as { readonly data?: readonly { readonly id?: string }[] }).data ?? []
  if (first?.id === undefined) throw new CheckSkipped('The list is empty, so there is no cursor.')
  await visit.succeed({ query: { ...others, starting_after_id: first.id } })
}

const LIMIT_MAX = '100'

type QueryTexts = Readonly<Record<string, string>>
type ListEntry = Readonly<Record<string, unknown>>

export function listChecks(operation: Described): readonly PromiseCheck[] {
  const queries = operation.parameters.filter(parameter => parameter.in === 'query')
  const named = new Map(queries.map(({ name, schema }) => [name, schema]))
  if (!named.has('limit') || isWriting(operation)) return []
  const of = checksOf('list', false)
  const orders = (named.get('order')?.['enum'] ?? []) as readonly string[]
  const usual = named.get('order')?.['default']
  return [
    of('one entry is asked for', isLimited),
    ...(named.has('page') ? [of('two pages of one entry', hasPages)] : []),
    ...(named.has('starting_after_id') ? [of('a page after an entry', goesOn)] : []),
    ...orders.map(order => of(`in the order ${order}`, visit => isInOrder(visit, order))),
    ...(usual === undefined
      ? []
      : [of(`without an order, in that of ${usual}`, visit => isUsual(visit, String(usual)))])
  ]
}

interface List {
  readonly entries: readonly ListEntry[]
  readonly total: number | null
  readonly hasMore: boolean | null
}

/** A page, whose `data_ref` names an array of it. @throws {CheckSkipped} when there is none. */
async function listOf(visit: Visit, query: QueryTexts): Promise<List> {
  const { body } = await visit.succeed({ query })
  const page = isSchema(body) ? body : {}
  const { data_ref: name, total, has_more: hasMore } = page
  const entries = typeof name === 'string' ? page[name] : undefined
  if (!Array.isArray(entries)) {
    visit.deviates(`.data_ref is ${JSON.stringify(name)}, which names no array of the answer.`)
    throw new CheckSkipped('The answer holds no list.')
  }
  return {
    entries: entries.filter(isSchema),
    total: typeof total === 'number' ? total : null,
    hasMore: typeof hasMore === 'boolean' ? hasMore : null
  }
}

/** The whole list as far as one page holds it. @throws {CheckSkipped} with fewer than two entries. */
async function fullList(visit: Visit, query: QueryTexts = {}): Promise<List> {
  const list = await listOf(visit, { ...query, limit: LIMIT_MAX })
  if (list.entries.length > 1) return list
  throw new CheckSkipped('The list has fewer than two entries.')
}

async function isLimited(visit: Visit): Promise<void> {
  const { entries: all, total } = await fullList(visit)
  const page = await listOf(visit, { limit: '1' })
  if (page.entries.length !== 1) {
    visit.deviates(`limit=1 is answered with ${page.entries.length} of ${all.length} entries.`)
  }
  if (page.hasMore === false) visit.deviates('.has_more is false, and there are more entries.')
  if (total !== null && (total < all.length || page.total !== total)) {
    visit.deviates(`.total is ${total} of all and ${page.total} of one, with ${all.length} there.`)
  }
}

async function hasPages(visit: Visit): Promise<void> {
  const { entries: all } = await fullList(visit)
  const found: unknown[] = []
  for (const page of ['1', '2']) {
    const { entries } = await listOf(visit, { limit: '1', page })
    found.push(...entries.map(idOf))
  }
  const expected = all.slice(0, 2).map(idOf)
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    visit.deviates(`Pages 1 and 2 of one entry hold ${found}, where ${expected} were expected.`)
  }
}

async function goesOn(visit: Visit): Promise<void> {
  const { entries: all } = await fullList(visit)
  const [first, second] = all.map(idOf)
  const { entries } = await listOf(visit, { limit: '1', starting_after_id: String(first) })
  const [found] = entries.map(idOf)
  if (found !== second) visit.deviates(`After ${first} comes ${found}, where ${second} follows it.`)
}

async function isInOrder(visit: Visit, order: string): Promise<void> {
  const { entries } = await fullList(visit, { order })
  const name = order.replace(/^-/, '')
  const values = entries.map(entry => entry[name]).filter(value => typeof value === 'string')
  const wrong = values.findIndex((value, index) => {
    const before = values[index - 1]
    if (before === undefined) return false
    return order.startsWith('-') ? before < value : before > value
  })
  if (wrong > 0) {
    visit.deviates(`order=${order} has ${values[wrong - 1]} before ${values[wrong]}.`)
  }
}

async function isUsual(visit: Visit, order: string): Promise<void> {
  const [some, others] = [await fullList(visit), await fullList(visit, { order })]
  const [found, expected] = [some, others].map(list => list.entries.map(idOf).join())
  if (found !== expected)
    visit.deviates(`Without an order the entries are not in that of ${order}.`)
}

function idOf(entry: ListEntry): unknown {
  return entry['id']
}

/** No document describes it for any path. */
const OTHER_METHOD = 'PATCH'
const NOTHING = 'nothing-like-it-0'

export function pathChecks(operation: Described): readonly PromiseCheck[] {
  const named = operation.parameters.filter(parameter => parameter.in === 'path')
  const of = checksOf('path', isWriting(operation))
  return [
    ...named.flatMap(({ name, schema }) => [
      of(`a ${name} that names nothing`, visit =>
        visit.refused({ body: visit.firstBody, path: { [name]: NOTHING } }, [404])
      ),
      of(`a ${name} of more than ${schema['maxLength']} characters`, visit => {
        const path = { [name]: 'x'.repeat(Number(schema['maxLength']) + 1) }
        return visit.refused({ body: visit.firstBody, path }, [414])
      }),
      of(`a ${name} with U+0000`, visit =>
        visit.refused({ body: visit.firstBody, path: { [name]: 'a\0' } }, [400])
      )
    ]),
    { ...of(`the method ${OTHER_METHOD}`, otherMethod), isWriting: true },
    ...(operation.body === null ? [] : bodyTypeChecks(operation))
  ]
}

async function otherMethod(visit: Visit): Promise<void> {
  const { operation } = visit
  const { headers, status } = await visit.refusedAnywhere({ method: OTHER_METHOD }, operation, 405)
  const allowed = (headers['allow'] ?? '').split(',').map(each => each.trim())
  if (status === 405 && !allowed.includes(operation.method)) {
    visit.deviates(`The header Allow does not name ${operation.method}.`)
  }
}

function bodyTypeChecks(operation: Described): readonly PromiseCheck[] {
  const of = checksOf('body', isWriting(operation))
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain']
  const others = types.filter(type => !(operation.body?.schemas.has(type) ?? false))
  const half = operation.type === 'application/json' ? '{"a":' : 'a=%ZZ'
  return [
    ...others.map(type =>
      of(`a body of ${type}`, visit => visit.refused({ body: visit.firstBody, type }, [415]))
    ),
    of('a body that cannot be read', visit => visit.refused({ text: half }, [400])),
    ...(operation.body?.required === true ? [of('no body', visit => visit.refused({}, [400]))] : [])
  ]
}

/** The value at a path such as `voucher.loyalty_card.balance`; undefined where nothing is. */
function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (isSchema(found) ? found[name] : undefined), value)
}

/** The number at a path. @throws {CheckSkipped} when none is, which is no matter of this check. */
function numberAt(value: unknown, path: string): number {
  const found = at(value, path)
  if (typeof found === 'number') return found
  throw new CheckSkipped(`The answer has no number at .${path}.`)
}

function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** Another operation of the document. @throws {CheckSkipped} when it has none of this id. */
function operationNamed({ place }: Visit, id: string): Described {
  const found = place.contract.operations.find(operation => operation.id === id)
  if (found === undefined) throw new CheckSkipped(`The document has no ${id}.`)
  return found
}

/** How an answer disagrees with what was sent; null: it does not. It may hold more. */
function disagreement(sent: unknown, answered: unknown, path = ''): string | null {
  if (Array.isArray(sent)) {
    if (!Array.isArray(answered) || answered.length !== sent.length) {
      return `${path || 'It'} does not hold ${sent.length} entries, as sent.`
    }
    const found = sent.map((each, index) =>
      disagreement(each, answered[index], `${path}[${index}]`)
    )
    return found.find(each => each !== null) ?? null
  }
  if (isSchema(sent)) {
    if (!isSchema(answered)) return `${path || 'It'} is no object, as sent.`
    const found = Object.entries(sent).map(([name, each]) =>
      disagreement(each, answered[name], `${path}.${name}`)
    )
    return found.find(each => each !== null) ?? null
  }
  if (sent === answered || (typeof sent === 'string' && sent === String(answered))) return null
  // What is cleared, or was never set, may be left out.
  if ((sent === null || sent === undefined) && (answered ?? null) === null) return null
  return `${path} was sent as ${JSON.stringify(sent)} and is ${JSON.stringify(answered)}.`
}

/** By how much each figure of the customer changes, for the points of one redemption. */
const STEPS = (points: number) =>
  [
    ['loyalty.points', -points],
    ['summary.redemptions.loyalty_card.points_to_go', -points],
    ['summary.redemptions.loyalty_card.redeemed_points', points],
    ['summary.redemptions.total_redeemed', 1],
    ['summary.redemptions.total_succeeded', 1],
    ['summary.redemptions.total_failed', 0]
  ] as const

/* What answers say of each other holds, as the document says it in words; a schema cannot. */

/** By operation and title. */
const PROMISES: {
  readonly [operationId: string]: { readonly [title: string]: PromiseCheck['run'] }
} = {
  issueOAuthToken: {
    'the token has the scope that was asked for': async visit => {
      const { body } = await visit.succeed({ body: visit.firstBody })
      expect(visit, body, 'scope', at(visit.firstBody, 'scope'))
      if (at(body, 'expires_in') === 0) visit.deviates('.expires_in is 0 of a new token.')
    },
    'no two tokens are the same': visit => differ(visit, 'access_token')
  },
  introspectOAuthToken: {
    'a token that was issued is active': async visit => {
      const issuing = operationNamed(visit, 'issueOAuthToken')
      const asked = { body: visit.bodyOf(issuing.requests[0]) }
      const { body: issued } = await visit.succeed(asked, issuing)
      const token = String(at(issued, 'access_token'))
      const { body } = await visit.succeed({ body: { access_token: token } })
      expect(visit, body, 'active', true)
      for (const name of ['client_id', 'scope', 'expires_at']) {
        expect(visit, body, name, at(issued, name))
      }
    },
    'a token that was never issued is not active': async visit => {
      const { body } = await visit.succeed({ body: { access_token: visit.newKey() } })
      expect(visit, body, 'active', false)
    }
  },
  estimateLoyaltyPoints: {
    'the same estimate twice is the same': async visit => {
      const { body: one } = await visit.succeed({ body: visit.firstBody })
      const { body: other } = await visit.succeed({ body: visit.firstBody })
      expect(visit, other, 'points_estimation', at(one, 'points_estimation'))
    }
  },
  addVouchersToCampaign: {
    'a voucher that was added is there, and was never redeemed': async visit => {
      const { body } = await visit.succeed({ body: visit.firstBody })
      for (const name of ['additional_info', 'metadata']) {
        expect(visit, body, name, at(visit.firstBody, name))
      }
      const reading = operationNamed(visit, 'getVoucherRedemptions')
      const path = { code: String(at(body, 'code')) }
      const { status, body: found } = await visit.ask({ path }, reading)
      if (status !== 200) {
        const { code } = path
        visit.deviates(`The redemptions of the new voucher ${code} are answered with ${status}.`)
        return
      }
      expect(visit, found, 'redeemed_quantity', 0)
      expect(visit, found, 'total', 0)
    },
    'several vouchers are accepted, and made in the background': async visit => {
      const asked = { body: visit.firstBody, query: { vouchers_count: '2' } }
      const { status } = await visit.succeed(asked)
      if (status !== 202) visit.deviates(`Two vouchers are answered with ${status}, not 202.`)
    }
  },
  redeemReward: {
    'the totals of the customer are lower by the points': async visit => {
      const customerId = visit.place.told.get('customer_id')
      if (customerId === undefined) throw new CheckSkipped('No answer says whose card it is.')
      const reading = operationNamed(visit, 'getCustomer')
      const path = { customerId }
      const { body: before } = await visit.succeed({ path }, reading)
      const { body: redemption } = await visit.succeed({ body: visit.firstBody })
      const { body: after } = await visit.succeed({ path }, reading)
      if (at(redemption, 'customer_id') !== customerId)
        throw new CheckSkipped('The card does not have exactly one holder.')
      for (const [name, step] of STEPS(numberAt(redemption, 'amount'))) {
        const [was, is] = [numberAt(before, name), numberAt(after, name)]
        if (is !== was + step) {
          visit.deviates(`.${name} of the customer was ${was} and is ${is}, not ${was + step}.`)
        }
      }
    },
    'it is one more redemption of the card': async visit => {
      const reading = operationNamed(visit, 'getVoucherRedemptions')
      const { names } = visit.place
      const shown = visit.operation.values['memberId'] ?? ''
      const path = { code: names.get(shown) ?? shown }
      const { body: before } = await visit.succeed({ path }, reading)
      const { body: redemption } = await visit.succeed({ body: visit.firstBody })
      const { body: after } = await visit.succeed({ path }, reading)
      for (const name of ['redeemed_quantity', 'total']) {
        const [was, is] = [numberAt(before, name), numberAt(after, name)]
        if (is !== was + 1) visit.deviates(`.${name} of the card was ${was} and is ${is}.`)
      }
      const ids = listAt(after, 'redemption_entries').map(entry => at(entry, 'id'))
      if (!ids.includes(at(redemption, 'id'))) {
        visit.deviates('The redemption is not among the redemptions of the card.')
      }
    },
    'the balance of the card is lower by the points': async visit => {
      const { body: one } = await visit.succeed({ body: visit.firstBody })
      const { body: other } = await visit.succeed({ body: visit.firstBody })
      const name = 'voucher.loyalty_card.balance'
      const [was, is] = [numberAt(one, name), numberAt(other, name)]
      const points = numberAt(other, 'amount')
      if (is !== was - points) {
        visit.deviates(`.${name} was ${was} and is ${is}, where ${points} points were taken.`)
      }
      if (at(one, 'id') === at(other, 'id')) visit.deviates('.id is the same in two redemptions.')
    }
  },
  createReward: { 'the reward is as it was sent': isAsSent },
  updateProductsInBulk: {
    'each update has an id of its own': visit => differ(visit, 'async_action_id')
  },
  createEarningRules: {
    'the rules are as they were sent, in order': isAsSent,
    // A rule with pending points is made; an order that points pay for then earns by it.
    'pending points of an order are listed': async visit => {
      const listing = operationNamed(visit, 'listMemberPendingPoints')
      const redeeming = operationNamed(visit, 'redeemReward')
      const paying = redeeming.requests.find(({ value }) => at(value, 'order') !== undefined)
      if (paying === undefined) throw new CheckSkipped('No example pays for an order.')
      await visit.succeed({ body: visit.firstBody })
      const idsOf = async () => {
        const { body } = await visit.succeed({ query: { limit: '100' } }, listing)
        return new Set(listAt(body, 'data').map(entry => at(entry, 'id')))
      }
      const before = await idsOf()
      const { body } = await visit.succeed({ body: visit.bodyOf(paying) }, redeeming)
      const after = await idsOf()
      if (after.size < 100 && after.size <= before.size) {
        const orderId = at(body, 'order.id')
        visit.deviates(`The order ${orderId} was paid, and no points of it are pending.`)
      }
    }
  },
  getCustomer: {
    'the customer is the one that was asked for': async visit => {
      const { body } = await visit.succeed()
      const asked = askedFor(visit, 'customerId')
      if (asked !== at(body, 'id') && asked !== at(body, 'source_id')) {
        visit.deviates(`It is the customer ${at(body, 'id')}, where ${asked} was asked for.`)
      }
    },
    'the customer is found by source id as well': async visit => {
      const { body } = await visit.succeed()
      const source = at(body, 'source_id')
      if (typeof source !== 'string') throw new CheckSkipped('The customer has no source id.')
      const { body: found } = await visit.succeed({ path: { customerId: source } })
      expect(visit, found, 'id', at(body, 'id'))
    }
  },
  listPromotionTiers: {
    'the tiers are of the campaign': async visit => {
      const { body } = await visit.succeed()
      const campaigns = new Set(listAt(body, 'tiers').map(tier => at(tier, 'campaign_id')))
      const asked = askedFor(visit, 'campaignId')
      const isNamed = !asked.startsWith('camp_')
      if (campaigns.size > 1 || (campaigns.size === 1 && !campaigns.has(asked) && !isNamed)) {
        visit.deviates(`The tiers are of ${[...campaigns]}, where ${asked} was asked for.`)
      }
    }
  },
  getMetadataSchema: {
    'the schema is the one that was asked for': async visit => {
      const { body } = await visit.succeed()
      expect(visit, body, 'id', askedFor(visit, 'metadataSchemaId'))
    }
  },
  sendCustomEvent: {
    'the event is as it was sent': async visit => {
      const { body } = await visit.succeed({ body: visit.firstBody })
      expect(visit, body, 'type', at(visit.firstBody, 'event'))
      expect(visit, body, 'metadata', at(visit.firstBody, 'metadata'))
      expect(visit, body, 'customer.source_id', at(visit.firstBody, 'customer.source_id'))
    }
  }
}

export function valueChecks(operation: Described): readonly PromiseCheck[] {
  const of = checksOf('values', isWriting(operation) || operation.id === 'introspectOAuthToken')
  return Object.entries(PROMISES[operation.id] ?? {}).map(([title, run]) => of(title, run))
}

async function differ(visit: Visit, name: string): Promise<void> {
  const { body: one } = await visit.succeed({ body: visit.firstBody })
  const { body: other } = await visit.succeed({ body: visit.firstBody })
  if (at(one, name) === at(other, name)) visit.deviates(`.${name} is the same in two answers.`)
}

async function isAsSent(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: visit.firstBody })
  const found = disagreement(visit.firstBody, body)
  if (found !== null) visit.deviates(found)
}

function askedFor({ operation, place }: Visit, name: string): string {
  const shown = operation.values[name] ?? ''
  return place.found.get(operation.id)?.[name] ?? place.names.get(shown) ?? shown
}

/** Says what deviates unless an answer holds a value at a path. */
function expect(visit: Visit, body: unknown, path: string, expected: unknown): void {
  const found = isSchema(body) ? at(body, path) : undefined
  const wrong = disagreement(expected, found)
  if (wrong !== null || (expected === undefined && found !== undefined && found !== null)) {
    const texts = [found, expected].map(each => JSON.stringify(each) ?? 'nothing')
    visit.deviates(`.${path} is ${texts[0]}, where ${texts[1]} was expected.`)
  }
}

/** What is refused for what it says, in the order of preference. */
const REFUSED = [400, 422] as const
const FORM = 'application/x-www-form-urlencoded'

/** Headers that are no credentials, by how they are wrong. */
const WRONG_KEYS = [
  ['with a space', 'a b'],
  ['too long', 'x'.repeat(256)]
] as const

export function parameterChecks(operation: Described): readonly PromiseCheck[] {
  const of = checksOf('parameters', isWriting(operation))
  const asks = (title: string, query: Readonly<Record<string, string>>) =>
    of(title, visit => visit.refused({ body: visit.firstBody, query }, REFUSED))
  const wrong = operation.parameters
    .filter(parameter => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      wrongTexts(schema).map(([by, text]) => asks(`query ${name}: ${by}`, { [name]: text }))
    )
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const keys = (takesKey ? WRONG_KEYS : []).map(([by, key]) =>
    of(`header Idempotency-Key: ${by}`, visit =>
      visit.refused({ body: visit.firstBody, key }, REFUSED)
    )
  )
  return [...wrong, asks('query: a parameter that is not described', { surprise: '1' }), ...keys]
}

/** The checks of bodies; they are made of the bodies by the names of the service. */
export function bodyChecks(
  contract: CompiledContract,
  operation: Described,
  names: ReadonlyMap<string, string>
): readonly PromiseCheck[] {
  const { requests, schema, type } = operation
  const of = checksOf('body', isWriting(operation))
  const seen = new Set<string>()
  return requests.flatMap(({ value }) => {
    const found = [...brokenValues(contract, schema, withNames(names, value))].filter(each => {
      const isNew = !seen.has(`${each.at} ${each.by}`) && isSendable(type, each.value)
      seen.add(`${each.at} ${each.by}`)
      return isNew
    })
    return found.map(({ at, by, value }) =>
      of(`body${at}: ${by}`, visit => visit.refused({ body: value }, REFUSED))
    )
  })
}

/** A form holds texts, and a field without a value counts as absent. */
function isSendable(type: string, value: unknown): boolean {
  if (type !== FORM) return true
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(each => typeof each === 'string' && each !== '')
}

export function repetitionChecks(operation: Described): readonly PromiseCheck[] {
  if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) return []
  const of = checksOf('repetition', true)
  return [
    of('the same request under one key, twice', repeatOnce),
    of('another request under the same key', reuseKey)
  ]
}

async function repeatOnce(visit: Visit): Promise<void> {
  const asking = { body: visit.firstBody, key: visit.newKey() }
  const first = await visit.succeed(asking)
  const again = await visit.succeed(asking)
  if (first.headers['idempotent-replayed'] !== undefined) {
    visit.deviates('The first answer under a new key has the header Idempotent-Replayed.')
  }
  if (again.headers['idempotent-replayed'] !== 'true') {
    visit.deviates('The repetition lacks the header Idempotent-Replayed: true.')
  }
  if (first.status !== again.status || Buffer.compare(first.bytes, again.bytes) !== 0) {
    visit.deviates('The repetition under the key is not the first answer, byte for byte.')
  }
}

async function reuseKey(visit: Visit): Promise<void> {
  const { operation, firstBody, place } = visit
  const key = visit.newKey()
  // With one text changed so that it fits all the same.
  const other = [...changesOf(firstBody)].find(body => place.contract.fits(operation.schema, body))
  if (other === undefined) {
    throw new CheckSkipped('No other body can be made of the one that is shown.')
  }
  // What is refused for its state is answered under its key all the same.
  const { status } = await visit.ask({ body: firstBody, key })
  if (status >= 500)
    throw new CheckSkipped(`The first request under the key is answered ${status}.`)
  await visit.refused({ body: other, key }, [422])
}

function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}x`
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      for (const changed of changesOf(each)) yield value.with(index, changed)
    }
  } else if (isSchema(value)) {
    for (const [name, each] of Object.entries(value)) {
      for (const changed of changesOf(each)) yield { ...value, [name]: changed }
    }
  }
}
