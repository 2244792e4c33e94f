/**
 * What the service costs on PostgreSQL: a redemption beside the same statements sent by a bare
 * client, two processes beside one, other cards beside one that everybody wants, and new customers
 * beside known ones who come at once for one voucher.
 *
 * The server is a private one that waits for the disk, on this machine, so that it and the clients
 * take their part of the cores. Without its binaries nothing is measured.
 */
import { availableParallelism } from 'node:os'
import { Cluster, postgresBinaries } from '../../test/support/postgres-server.ts'
import { Wire } from '../../test/support/wire.ts'
import { type Contender, compare, type Done, median, slice } from './measure.ts'
import { type Running, startService } from './processes.ts'
import { type Recorded, Replay } from './replayed.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { call, callText, loadOf, openShop, type Question, questionsOf, requestOf } from './shop.ts'

/** Requests under way at once, and clients of the replay. */
const CONNECTIONS = 8
/** Requests for the one card: more than a process has connections to the server. */
const HOT_CONNECTIONS = 32
/** Customers who come at once for one voucher, and how often each asks. */
const NEWCOMERS = 6
const REQUESTS_OF_EACH = 10
/** For two processes, the server and the clients: below, none of them has a core of its own. */
const CORES_MIN = 6

export async function postgres(folder: string, settings: Settings): Promise<readonly Line[]> {
  const binaries = postgresBinaries()
  if (binaries === null) {
    console.error('No PostgreSQL server on this machine (apt-get install postgresql): skipped.')
    return []
  }
  const cluster = await Cluster.started(binaries, { durable: true })
  const running: Running[] = []
  const begin = async (databaseUrl: string) => {
    const service = await startService({ folder, databaseUrl })
    running.push(service)
    return service
  }
  try {
    const url = cluster.url('postgres')
    const one = await begin(url)
    const redemptions = questionsOf(await openShop(one))['a redemption']
    const replays = await replaysOf(url, redemptions)
    const others = fromOn(redemptions, CONNECTIONS)
    const beside = await besideTheClient(one, others, replays, settings)
    await Promise.all(replays.map(replay => replay.close()))
    const other = await begin(url)
    return [
      beside,
      await twoBesideOne([one, other], others, settings),
      await besideTheHotCard(one, others, settings),
      await newBesideKnown([one, other, await begin(url)], settings)
    ]
  } finally {
    await Promise.all(running.map(service => service.stop()))
    await cluster.close()
  }
}

/** The question without what it asks first. */
function fromOn({ paths, ...question }: Question, index: number): Question {
  return { ...question, paths: paths.slice(index) }
}

/** Of a card each: two redemptions are listened to, once everything is prepared and in memory. */
async function replaysOf(url: string, redemptions: Question): Promise<readonly Replay[]> {
  const wire = await Wire.to(url)
  const service = await startService({ folder: '', databaseUrl: wire.url })
  try {
    const replays: Replay[] = []
    for (let index = 0; index < CONNECTIONS; index++) {
      const { path, body } = requestOf(redemptions, index)
      const redeem = () => callText(`${service.url}${path}`, body)
      await redeem()
      const recorded = { before: await heard(wire, redeem), after: await heard(wire, redeem) }
      const replay = new Replay(url, recorded)
      await replay.connect()
      replays.push(replay)
    }
    return replays
  } finally {
    await service.stop()
    await wire.close()
  }
}

/** The statements of the redemption, and not those of a worker that looks for jobs meanwhile. */
async function heard(wire: Wire, redeem: () => Promise<unknown>): Promise<Recorded['before']> {
  for (const trips of await wire.toldDuring(redeem)) {
    const begun = trips.findIndex(trip =>
      trip.some(({ text }) => text.includes('insert into "redemptions"'))
    )
    if (begun < 0) continue
    const isFirst = (at: number) => trips[at]?.[0]?.text.startsWith('BEGIN')
    let from = begun
    while (from > 0 && !isFirst(from)) from--
    const to = trips.findIndex((trip, at) => at > begun && trip.at(-1)?.text === 'COMMIT')
    return trips.slice(from, to + 1)
  }
  throw new Error('No statement of the redemption passed the proxy.')
}

async function besideTheClient(
  { url, cpuSeconds }: Running,
  redemptions: Question,
  replays: readonly Replay[],
  settings: Settings
): Promise<Line> {
  const all = async (seconds: number) => sumOf(await Promise.all(replays.map(r => r.run(seconds))))
  const { service, bare } = await compare(
    { bare: { run: all }, service: { load: loadOf(url, redemptions), cpuSeconds } },
    { ...settings, connections: CONNECTIONS }
  )
  return {
    section: SECTION,
    name: `a redemption, ${CONNECTIONS} at once`,
    value: service.perSecond,
    unit: '/s',
    ratio: service.perSecond / bare.perSecond,
    against: 'its statements by a bare client',
    target: { atLeast: 0.5 },
    beside: { p50: `${figure(service.medianMs)} ms`, CPU: `${figure(service.cpuMs)} ms` }
  }
}

const SECTION = 'PostgreSQL'

function sumOf(parts: readonly Done[]): Done {
  const done = parts.reduce((sum, part) => sum + part.done, 0)
  return { done, seconds: Math.max(...parts.map(({ seconds }) => seconds)) }
}

/** Each is asked about cards of its own, by as many clients in all. */
async function twoBesideOne(
  services: readonly [Running, Running],
  redemptions: Question,
  settings: Settings
): Promise<Line> {
  const [first] = services
  const half = Math.floor(redemptions.paths.length / 2)
  const { paths } = redemptions
  const halves = [paths.slice(0, half), paths.slice(half)].map(part => ({
    ...redemptions,
    paths: part
  }))
  const connections = 2 * CONNECTIONS
  const both = together(
    services.map((service, index) => ({
      load: loadOf(service.url, halves[index] as Question),
      connections: CONNECTIONS
    }))
  )
  const { one, two } = await compare(
    { one: { load: loadOf(first.url, redemptions) }, two: both },
    { ...settings, connections }
  )
  const cores = availableParallelism()
  return {
    section: SECTION,
    name: `redemptions of different customers by two processes, ${connections} at once`,
    value: two.perSecond,
    unit: '/s',
    ratio: two.perSecond / one.perSecond,
    against: 'one process',
    ...(cores >= CORES_MIN ? { target: { atLeast: 1.5 } } : {}),
    beside: { cores: `${cores}; 1.5 is promised from ${CORES_MIN} on` }
  }
}

interface Part {
  readonly load: ReturnType<typeof loadOf>
  readonly connections: number
  /** Its answers do not count: it is there to be in the way. */
  readonly isBeside?: boolean
}

/** Several loads at once, as one contender. */
function together(parts: readonly Part[]): Contender {
  return {
    run: async seconds => {
      const figures = await Promise.all(
        parts.map(({ load, connections }) => slice({ load }, seconds, connections))
      )
      const counted = figures.filter((_, index) => parts[index]?.isBeside !== true)
      const perSecond = counted.reduce((sum, each) => sum + each.perSecond, 0)
      return { done: perSecond * seconds, seconds }
    }
  }
}

/** The same load beside both: for one card, and for as many cards as there are clients. */
async function besideTheHotCard(
  { url }: Running,
  redemptions: Question,
  settings: Settings
): Promise<Line> {
  const [hot = '', ...paths] = redemptions.paths
  const half = Math.floor(paths.length / 2)
  const counted = {
    load: loadOf(url, { ...redemptions, paths: paths.slice(0, half) }),
    connections: CONNECTIONS
  }
  const inTheWay = (asked: readonly string[]): Part => ({
    load: loadOf(url, { ...redemptions, paths: asked }),
    connections: HOT_CONNECTIONS,
    isBeside: true
  })
  const { beside, hotCard } = await compare(
    {
      beside: together([counted, inTheWay(paths.slice(half))]),
      hotCard: together([counted, inTheWay([hot])])
    },
    { ...settings, connections: CONNECTIONS }
  )
  return {
    section: SECTION,
    name: `other cards, while ${HOT_CONNECTIONS} at once want one`,
    value: hotCard.perSecond,
    unit: '/s',
    ratio: hotCard.perSecond / beside.perSecond,
    against: 'other cards, while as many want cards of their own',
    target: { atLeast: 0.5 }
  }
}

/** Three processes are asked in turn, by customers who are new and then again when they are known. */
async function newBesideKnown(services: readonly Running[], settings: Settings): Promise<Line> {
  const urls = services.map(({ url }) => url)
  const code = 'NEWCOMERS'
  const discount = { type: 'AMOUNT', amount_off: 1, effect: 'APPLY_TO_ORDER' }
  await call(`${urls[0]}/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
  const burst = async (round: number): Promise<number> => {
    const began = performance.now()
    const asked = Array.from({ length: NEWCOMERS * REQUESTS_OF_EACH }, (_, index) =>
      callText(`${urls[index % urls.length]}/v1/redemptions`, {
        redeemables: [{ object: 'voucher', id: code }],
        order: { amount: 1_000 },
        customer: { source_id: `newcomer-${round}-${index % NEWCOMERS}` }
      })
    )
    await Promise.all(asked)
    return performance.now() - began
  }
  const [whenNew, whenKnown]: [number[], number[]] = [[], []]
  for (let round = 0; round < settings.rounds; round++) {
    whenNew.push(await burst(round))
    whenKnown.push(await burst(round))
  }
  const value = median(whenNew)
  return {
    section: SECTION,
    name: `${NEWCOMERS * REQUESTS_OF_EACH} at once of ${NEWCOMERS} new customers for one voucher`,
    value,
    unit: 'ms',
    ratio: value / median(whenKnown),
    against: 'the same when they are known, three processes',
    target: { atMost: 3 }
  }
}
