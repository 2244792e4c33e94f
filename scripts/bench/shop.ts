/**
 * A running service with members, and the requests that are measured on it. What a request needs
 * is made through the API, as anybody would.
 */
import type autocannon from 'autocannon'
import * as demo from '../../src/demo/known.ts'
import type { Load } from './measure.ts'
import type { Running } from './processes.ts'

/** Members whose cards are used in turn, so that not all requests meet at one row. */
const MEMBERS = 200
/** Points on each card: more than any run can spend. */
const POINTS = 1_000_000_000

const pair = { 'X-App-Id': demo.APP_ID, 'X-App-Token': demo.APP_TOKEN }
const json = { ...pair, 'Content-Type': 'application/json' }
const program = `/v1/loyalties/${demo.CAMPAIGN_ID}`

/** A service, who is a member of its program, and what they can redeem without end. */
export interface Shop {
  readonly service: Running
  readonly cards: readonly string[]
  readonly customers: readonly string[]
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

export async function openShop(service: Running): Promise<Shop> {
  const { url } = service
  const cards: string[] = []
  const customers: string[] = []
  for (let index = 0; index < MEMBERS; index++) {
    const member = await call<{ code: string; holder_id: string }>(`${url}${program}/members`, {
      customer: { source_id: `bench-${index}`, name: `Member ${index}` }
    })
    await call(`${url}/v1/loyalties/members/${member.code}/balance`, { points: POINTS })
    cards.push(member.code)
    customers.push(member.holder_id)
  }
  const parameters = { product: { id: demo.PRODUCT_ID } }
  const { id: rewardId } = await call<{ id: string }>(`${url}/v1/rewards`, {
    name: 'Beans without end',
    type: 'MATERIAL',
    parameters
  })
  await call(`${url}${program}/rewards`, [
    { reward: rewardId, parameters: { loyalty: { points: 1 } } }
  ])
  return { service, cards, customers, rewardId }
}

/** A request that is measured: as requests of a load, and once for its answer. */
export interface Question {
  readonly method: 'GET' | 'POST'
  /** In turn; one path is the same request again and again. */
  readonly paths: readonly string[]
  readonly body?: unknown
}

/** What is measured, by the name it has in the table. */
export function questionsOf({ cards, customers, rewardId }: Shop) {
  const ask = (paths: readonly string[]): Question => ({ method: 'GET', paths })
  const post = (paths: readonly string[], body: unknown): Question => ({
    method: 'POST',
    paths,
    body
  })
  const order = { items: [{ product_id: demo.PRODUCT_ID, quantity: 2 }] }
  return {
    'a customer': ask(customers.map(id => `/v1/customers/${id}`)),
    'a customer again': ask([`/v1/customers/${demo.CUSTOMER_ID}`]),
    'pending points': ask([`/v1/loyalties/members/${demo.CARD_CODE}/pending-points`]),
    'an estimate': post([`${program}/qualifications`], {
      customer: { source_id: 'bench-7' },
      order: { source_id: 'bench-cart', ...order }
    }),
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
export function loadOf(url: string, { method, paths, body }: Question): Load {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = body === undefined ? pair : json
  const requests: autocannon.Request[] = paths.map(path => ({ method, path, headers, ...sent }))
  return { url, requests, status: 200 }
}

/** Milliseconds between two looks at background work; each look is a request of its own. */
export const POLL_MS = 50

/** Waits for background work; @throws {Error} when it fails. */
export async function finished(url: string, asyncActionId: string): Promise<void> {
  for (;;) {
    const path = `${url}/v1/async-actions/${asyncActionId}`
    const { status } = await call<{ status: string }>(path)
    if (status === 'DONE') return
    if (status === 'FAILED') throw new Error(`${asyncActionId} failed.`)
    await new Promise(wake => setTimeout(wake, POLL_MS))
  }
}
