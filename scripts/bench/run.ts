/**
 * The benchmarks: the share of the web framework's speed that is left, the cost of a larger
 * database, the duration of a start. All are measured side by side in one run of a few minutes.
 *
 * `npm run bench` grows the database to 20,000 redemptions of one card and 20,000 vouchers; `npm
 * run bench -- --large` to 100,000 each. Load and servers share the machine, so ratios say more
 * than absolute figures.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import * as demo from '../../src/demo/known.ts'
import { compare, type Figures, type Load, median, send } from './measure.ts'
import { type Running, startBare, startService } from './processes.ts'

/** Rounds of each contender, and seconds of each round. */
const ROUNDS = { rounds: 5, seconds: 2 }
const CONNECTIONS = 10
const STARTS = 5

/** Growing stops after this time, with fewer rows if need be. */
const GROWING_SECONDS_MAX = 120
const GROWING_STEP = 5_000

/** Members whose cards are used in turn, so that requests do not all write one row. */
const MEMBERS = 200

const pair = { 'X-App-Id': demo.APP_ID, 'X-App-Token': demo.APP_TOKEN }
const json = { ...pair, 'Content-Type': 'application/json' }
const program = `/v1/loyalties/${demo.CAMPAIGN_ID}`

async function call(url: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, { headers: json, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Pays a small part of an order with one point: priced, stored, paid, earning again. */
const redemption = JSON.stringify({
  reward: { id: 'rew_00coin', points: 1 },
  order: { items: [{ product_id: demo.PRODUCT_ID, quantity: 1 }] }
})

function reads(url: string, path: string): Load {
  return { url, connections: CONNECTIONS, requests: [{ method: 'GET', path, headers: pair }] }
}

function redemptions(url: string, cards: readonly string[]): Load {
  const requests = cards.map(card => ({
    method: 'POST' as const,
    path: `${program}/members/${card}/redemption`,
    headers: json,
    body: redemption
  }))
  return { url, connections: CONNECTIONS, requests }
}

/** A running service with members. */
interface Shop {
  readonly service: Running
  readonly cards: readonly string[]
}

async function openShop(folder: string): Promise<Shop> {
  const service = await startService(await mkdtemp(join(folder, 'shop-')))
  const cards = await makeMembers(service.url)
  // A page of redemptions is full from the start, so that only the history behind it differs.
  await send(redemptions(service.url, [demo.CARD_CODE]), 20)
  return { service, cards }
}

/** Cards with points on them: each is made, then given to a new customer who joins by an event. */
async function makeMembers(url: string): Promise<string[]> {
  const cards: string[] = []
  for (let index = 0; index < MEMBERS; index++) {
    const made = await call(`${url}/v1/campaigns/${demo.CAMPAIGN_ID}/vouchers`, {})
    cards.push((made as { code: string }).code)
  }
  for (let index = 0; index < MEMBERS; index++) {
    await call(`${url}/v1/events`, {
      event: demo.EVENT_NAME,
      customer: { source_id: `bench-${index}` },
      metadata: { rating: 5, product: 'beans' }
    })
  }
  return cards
}

/** Grows to `wanted` redemptions of one card and `wanted` vouchers of one campaign. */
async function grow(url: string, wanted: number): Promise<{ redeemed: number; perSecond: number }> {
  const began = performance.now()
  const path = `${url}/v1/campaigns/${demo.ADD_CAMPAIGN_ID}/vouchers?vouchers_count=${wanted}`
  const { async_action_id: id } = (await call(path, {})) as { async_action_id: string }
  const card = redemptions(url, [demo.CARD_CODE])
  let redeemed = 0
  while (redeemed < wanted && performance.now() - began < GROWING_SECONDS_MAX * 1000) {
    await send(card, GROWING_STEP)
    redeemed += GROWING_STEP
  }
  const perSecond = redeemed / ((performance.now() - began) / 1000)
  for (;;) {
    const action = (await call(`${url}/v1/async-actions/${id}`)) as { status: string }
    if (action.status === 'DONE') return { redeemed, perSecond }
    if (action.status === 'FAILED') throw new Error('The vouchers could not be made.')
    await new Promise(wake => setTimeout(wake, 200))
  }
}

/** The requests to a small database and to a grown one. */
function questions({ service: { url }, cards }: Shop) {
  return {
    'customer of the card': reads(url, `/v1/customers/${demo.CUSTOMER_ID}`),
    'latest redemptions': reads(url, `/v1/vouchers/${demo.CARD_CODE}/redemption?limit=10`),
    'redeem, one card': redemptions(url, [demo.CARD_CODE]),
    'redeem, many cards': redemptions(url, cards)
  }
}

function row(name: string, { perSecond, medianMs, p99Ms }: Figures, beside?: Figures): string {
  const ratio = beside === undefined ? '' : `  ${(perSecond / beside.perSecond).toFixed(2)}`
  const rate = Math.round(perSecond).toLocaleString('en').padStart(9)
  return `${name.padEnd(36)}${rate}/s  p50 ${medianMs} ms  p99 ${p99Ms} ms${ratio}`
}

async function besideTheFramework({ service, cards }: Shop, folder: string): Promise<void> {
  const customer = `/v1/customers/${demo.CUSTOMER_ID}`
  const got = JSON.stringify(await call(`${service.url}${customer}`))
  const path = `${service.url}${program}/members/${demo.CARD_CODE}/redemption`
  const posted = JSON.stringify(await call(path, JSON.parse(redemption)))
  const files = [join(folder, 'get.json'), join(folder, 'post.json')] as const
  await writeFile(files[0], got)
  await writeFile(files[1], posted)
  const bare = await startBare(...files)
  try {
    const write = { method: 'POST' as const, path: '/write', headers: json, body: redemption }
    const found = await compare(
      {
        bareRead: reads(bare.url, '/read'),
        getCustomer: reads(service.url, customer),
        bareWrite: { url: bare.url, connections: CONNECTIONS, requests: [write] },
        redeemReward: redemptions(service.url, cards)
      },
      ROUNDS
    )
    console.log('\nBeside the web framework alone, same bytes; last column: share of its rate')
    console.log(row('bare GET', found.bareRead))
    console.log(row('getCustomer', found.getCustomer, found.bareRead))
    console.log(row('bare POST', found.bareWrite))
    console.log(row('redeemReward (stores, pays, earns)', found.redeemReward, found.bareWrite))
  } finally {
    await bare.stop()
  }
}

/** A small and a grown database in turn, so that other load on the machine affects both. */
async function asTheDatabaseGrows(small: Shop, folder: string, wanted: number): Promise<void> {
  const large = await openShop(folder)
  try {
    const { redeemed, perSecond } = await grow(large.service.url, wanted)
    const before = questions(small)
    const after = questions(large)
    const names = Object.keys(before) as (keyof typeof before)[]
    const counts = `${redeemed.toLocaleString('en')} redemptions of one card`
    console.log(`\nWith ${counts} and ${wanted.toLocaleString('en')} vouchers more`)
    console.log(`(made at ${Math.round(perSecond)} redemptions/s, the vouchers beside them);`)
    console.log('last column: share of the rate of a database without them')
    for (const name of names) {
      const found = await compare({ small: before[name], large: after[name] }, ROUNDS)
      console.log(row(name, found.large, found.small))
    }
  } finally {
    await large.service.stop()
  }
}

async function startUp(folder: string): Promise<void> {
  const first: number[] = []
  const again: number[] = []
  for (let index = 0; index < STARTS; index++) {
    const place = await mkdtemp(join(folder, 'start-'))
    for (const times of [first, again]) {
      const service = await startService(place)
      times.push(service.startMs)
      await service.stop()
    }
  }
  console.log(`\nStart to first answer, median of ${STARTS}`)
  console.log(`${'empty folder, demo loaded'.padEnd(36)}${Math.round(median(first))} ms`)
  console.log(`${'with its data'.padEnd(36)}${Math.round(median(again))} ms`)
}

async function main(): Promise<void> {
  const wanted = process.argv.includes('--large') ? 100_000 : 20_000
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
  console.log(
    `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`
  )
  console.log(
    `${CONNECTIONS} connections, median of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s`
  )
  try {
    await startUp(folder)
    const shop = await openShop(folder)
    try {
      await besideTheFramework(shop, folder)
      await asTheDatabaseGrows(shop, folder, wanted)
    } finally {
      await shop.service.stop()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

await main()
