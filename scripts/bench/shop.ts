/**
 * A running service with members, and the requests that are measured on it. What a request needs
 * is made through the API, as anybody would.
 */
import type autocannon from 'autocannon'
import * as demo from '../../src/demo/known.ts'
import { KEPT_CHARACTERS_MAX } from '../../src/http/idempotency.ts'
import type { Load } from './measure.ts'
import type { Running } from './processes.ts'

/** Members whose cards are used in turn, so that not all requests meet at one row. */
const MEMBERS = 200
/** Requests that prepare the shop and are under way at once. */
const AT_ONCE = 32
/** Points on each card: more than any run can spend. */
const POINTS = 1_000_000_000

export const pair = { 'X-App-Id': demo.APP_ID, 'X-App-Token': demo.APP_TOKEN }
const json = { ...pair, 'Content-Type': 'application/json' }
const program = `/v1/loyalties/${demo.CAMPAIGN_ID}`

/** A service, who is a member of its program, and what they can redeem without end. */
export interface Shop {
  readonly service: Running
  readonly cards: readonly string[]
  readonly customers: readonly string[]
  /** So many that no answer about one is kept until it is asked for again; none without need. */
  readonly strangers: readonly string[]
  readonly rewardId: string
}

/** One request with the answer's bytes; @throws {Error} when it does not succeed. */
export async function callText(url: string, body?: unknown): Promise<string> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { headers: json, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`)
  return text
}

/** The same, parsed. */
export async function call<Answer>(url: string, body?: unknown): Promise<Answer> {
  return JSON.parse(await callText(url, body)) as Answer
}

interface Member {
  readonly code: string
  readonly holder_id: string
}

async function joined(url: string, index: number): Promise<Member> {
  const customer = { source_id: `bench-${index}`, name: `Member ${index}` }
  return call<Member>(`${url}${program}/members`, { customer })
}

/** Members from one number to before another, in order. */
async function membersOf(url: string, from: number, to: number): Promise<readonly Member[]> {
  const members: Member[] = []
  while (members.length < to - from) {
    const left = Math.min(AT_ONCE, to - from - members.length)
    const next = Array.from({ length: left }, (_, index) => from + members.length + index)
    members.push(...(await Promise.all(next.map(index => joined(url, index)))))
  }
  return members
}

/** Members whose answers together are more than the service keeps. */
async function strangersOf(url: string, { holder_id: id }: Member): Promise<readonly Member[]> {
  const { length } = await callText(`${url}/v1/customers/${id}`)
  return membersOf(url, MEMBERS, MEMBERS + Math.ceil((KEPT_CHARACTERS_MAX / length) * 1.1))
}

/** `withStrangers`: to measure customers whose answers are not kept. */
export async function openShop(service: Running, { withStrangers = false } = {}): Promise<Shop> {
  const { url } = service
  const members = await membersOf(url, 0, MEMBERS)
  for (const { code } of members) {
    await call(`${url}/v1/loyalties/members/${code}/balance`, { points: POINTS })
  }
  const strangers = withStrangers ? await strangersOf(url, members[0] as Member) : []
  const parameters = { product: { id: demo.PRODUCT_ID } }
  const { id: rewardId } = await call<{ id: string }>(`${url}/v1/rewards`, {
    name: 'Beans without end',
    type: 'MATERIAL',
    parameters
  })
  await call(`${url}${program}/rewards`, [
    { reward: rewardId, parameters: { loyalty: { points: 1 } } }
  ])
  const discount = { type: 'PERCENT', percent_off: 10 }
  await call(`${url}/v1/vouchers/BENCH`, { type: 'DISCOUNT_VOUCHER', discount })
  return {
    service,
    cards: members.map(({ code }) => code),
    customers: members.map(({ holder_id: id }) => id),
    strangers: strangers.map(({ holder_id: id }) => id),
    rewardId
  }
}

/** A request that is measured: as requests of a load, and once for its answer. */
export interface Question {
  readonly method: 'GET' | 'POST'
  /** In turn; one path is the same request again and again. */
  readonly paths: readonly string[]
  /** The body of all, or that of each path. */
  readonly body?: unknown
  readonly bodies?: readonly unknown[]
}

/** Path and body of the request at an index. */
export function requestOf({ paths, body, bodies }: Question, index = 0) {
  return { path: paths[index] as string, body: bodies?.[index] ?? body }
}

const pathOf = (customerId: string) => `/v1/customers/${customerId}`

/** What is measured, by the name it has in the table. */
export function questionsOf({ cards, customers, strangers, rewardId }: Shop) {
  const ask = (paths: readonly string[]): Question => ({ method: 'GET', paths })
  const post = (paths: readonly string[], body: unknown): Question => ({
    method: 'POST',
    paths,
    body
  })
  const order = { items: [{ product_id: demo.PRODUCT_ID, quantity: 2 }] }
  const discounted = (customer: object) => ({
    redeemables: [{ object: 'voucher', id: 'BENCH' }],
    order,
    customer
  })
  return {
    'a customer': ask((strangers.length > 0 ? strangers : customers).map(pathOf)),
    'a customer again': ask([pathOf(demo.CUSTOMER_ID)]),
    'pending points': ask([`/v1/loyalties/members/${demo.CARD_CODE}/pending-points`]),
    'an estimate': post([`${program}/qualifications`], {
      customer: { source_id: 'bench-7' },
      order: { source_id: 'bench-cart', ...order }
    }),
    'a validation': post(['/v1/validations'], discounted({ source_id: 'bench-7' })),
    'a discount': {
      method: 'POST',
      paths: customers.map(() => '/v1/redemptions'),
      bodies: customers.map(id => discounted({ id }))
    },
    'a payment with points': post(
      cards.map(card => `${program}/members/${card}/redemption`),
      { reward: { id: demo.COIN_REWARD_ID, points: 10 }, order }
    ),
    'an event': post(['/v1/events'], {
      event: demo.EVENT_NAME,
      customer: { source_id: 'bench-8' },
      metadata: { rating: 5, product: 'beans' }
    }),
    'one voucher': post([`/v1/campaigns/${demo.ADD_CAMPAIGN_ID}/vouchers`], {}),
    'a redemption': post(
      cards.map(card => `${program}/members/${card}/redemption`),
      { reward: { id: rewardId } }
    )
  } as const satisfies Readonly<Record<string, Question>>
}

export type QuestionName = keyof ReturnType<typeof questionsOf>

/** The requests of a question, sent to a server that has these paths. */
export function loadOf(url: string, question: Question): Load {
  const { method, paths } = question
  const requests = paths.map((_, index): autocannon.Request => {
    const { path, body } = requestOf(question, index)
    if (body === undefined) return { method, path, headers: pair }
    return { method, path, headers: json, body: JSON.stringify(body) }
  })
  return { url, requests, status: 200 }
}

/** Milliseconds between two looks at background work; each look is a request of its own. */
export const POLL_MS = 50

/** Waits for background work; @throws {Error} when it fails. */
export async function finished(
  url: string,
  asyncActionId: string,
  pollMs = POLL_MS
): Promise<void> {
  for (;;) {
    const path = `${url}/v1/async-actions/${asyncActionId}`
    const { status } = await call<{ status: string }>(path)
    if (status === 'DONE') return
    if (status === 'FAILED') throw new Error(`${asyncActionId} failed.`)
    await new Promise(wake => setTimeout(wake, pollMs))
  }
}
