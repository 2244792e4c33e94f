/**
 * Where histories happen: a service in this process on any engine, or the real program, in one
 * process or several on a database, of which one dies when it is told to and is started again.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { freshSource } from '../../../src/ids.ts'
import { compose } from '../../../src/main/compose.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { born, type Life } from '../../kills/support/life.ts'
import { isLeft } from '../../kills/support/places.ts'
import { CONFIG, contract, NOW, PAIR } from '../../support/app.ts'
import { demoAt } from '../../support/demo.ts'
import { type Beginning, newStore, newUrl, onPostgres, openUrl } from '../../support/stores.ts'
import { AtOnce } from './planting.ts'
import { type Ask, type Asked, type Shop, setUp, type Told } from './shop.ts'

/** A shop that lives. */
export interface World {
  readonly shop: Shop
  /** Null: it died before it answered. */
  ask(asked: Asked): Promise<Told | null>
  /** Until then nothing of what is asked is done by the calendar. */
  pass(days: number): Promise<void>
  /** It dies after so many statements more. */
  diesAfter?(statements: number): Promise<void>
  /** Begins again what is dead. */
  revive?(): Promise<void>
  /** What the store and the audit find wrong at its end. */
  end(): Promise<readonly string[]>
}

/** Opens a world as of {@link NOW}. */
export interface Place {
  readonly name: string
  open(): Promise<World>
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** What is named in a shop that was made in this process; its ids are random. */
let made: Shop | null = null

/** The demo and such a shop. */
const begun: Beginning = {
  name: `the shop ${randomUUID()}`,
  fill: async store => {
    await demoAt(NOW, CONFIG).fill(store)
    const { app, worker } = composed(store, () => NOW)
    made = await setUp(asking(app))
    await worker.stop()
    await app.close()
  }
}

function composed(store: Store, now: () => string) {
  const ids = freshSource()
  return compose({ store, config: CONFIG, acceptDemo: true, now, ids, contract })
}

function headersOf({ body, key }: Asked): Record<string, string> {
  return {
    ...PAIR,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key })
  }
}

function asking(app: FastifyInstance): Ask {
  return async asked => {
    const { method, url, body } = asked
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const reply = await app.inject({ method, url, headers: headersOf(asked), ...payload })
    return { status: reply.statusCode, body: JSON.parse(reply.body), bytes: reply.body }
  }
}

/** What stands between a service and its store. */
export type Planted = (store: Store, atOnce: AtOnce) => Store

/** Something that stores; `planted` stands between the service and the store. */
export function inProcess(
  name: string,
  open: () => Promise<Store>,
  planted: Planted = store => store
): Place {
  return { name, open: async () => livingOn([await open()], made as Shop, planted) }
}

/** Services of a database, asked in turn; each keeps in memory what it likes. */
export function inServices(name: string, count: number): Place {
  return {
    name,
    open: async () => {
      const { url, gone } = await ownUrl()
      const stores: Store[] = []
      while (stores.length < count) stores.push(await openUrl(url, { onBug: raise }))
      const world = await livingOn(stores, made as Shop)
      const end = async () => {
        const found = await world.end()
        await gone()
        return found
      }
      return { ...world, end }
    }
  }
}

/** A database that begins as such a shop, until it is gone. */
async function ownUrl() {
  const tasks: (() => unknown)[] = []
  const url = await newUrl({ after: task => tasks.push(task) }, begun)
  return {
    url,
    gone: async () => {
      for (const task of tasks) await task()
    }
  }
}

async function livingOn(
  stores: readonly Store[],
  shop: Shop,
  planted: Planted = store => store
): Promise<World> {
  let now = NOW
  const atOnce = new AtOnce()
  const services = stores.map(store => composed(planted(store, atOnce), () => now))
  const [store] = stores as readonly [Store]
  const asks = services.map(({ app }) => asking(app))
  let turn = 0
  const ask: Ask = asked => atOnce.ask(() => (asks[turn++ % asks.length] as Ask)(asked))
  const work = async () => {
    for (const { worker } of services) worker.wake()
    for (const { worker } of services) await worker.idle()
  }
  await work()
  return {
    shop,
    ask,
    pass: async days => {
      // Once more than a day, because what is due is looked for once a minute.
      now = new Date(Date.parse(now) + days * DAY_MS + MINUTE_MS).toISOString()
      await work()
    },
    end: async () => {
      for (const { worker } of services) await worker.stop()
      const found = await audit(store, now)
      for (const { app } of services) await app.close()
      for (const each of stores) await each.close()
      return found.findings.map(({ sentence }) => sentence)
    }
  }
}

/** A store of such a shop, gone when it is closed. */
export const own = () => newStore({ onBug: raise }, begun)

function raise(error: Error): void {
  throw error
}

/** The program itself, in so many processes on one database, asked in turn; one can be killed. */
export function inPrograms(name: string, count: number): Place {
  return {
    name,
    open: async () => {
      const { url, gone } = await ownUrl()
      const programs = new Programs(url, count)
      await programs.begin()
      const again = async (ms: number) => {
        await programs.end()
        await programs.begin(ms + MINUTE_MS)
      }
      return {
        shop: made as Shop,
        ask: asked => programs.ask(asked),
        pass: days => again(days * DAY_MS),
        diesAfter: statements => programs.diesAfter(statements),
        revive: () => again(0),
        end: async () => {
          await programs.end()
          const store = await openUrl(url, { onBug: raise })
          const found = await audit(store, programs.now)
          await store.close()
          await gone()
          return found.findings.map(({ sentence }) => sentence)
        }
      }
    }
  }
}

/** Processes of the program on one database, whose clocks stand at one instant. */
class Programs {
  readonly #url: string
  readonly #count: number
  #now = Date.parse(NOW)
  #lives: Life[] = []
  #turn = 0
  #deaths = 0

  constructor(url: string, count: number) {
    this.#url = url
    this.#count = count
  }

  get now(): string {
    return new Date(this.#now).toISOString()
  }

  /** Starts all of them, so many milliseconds later than they began before. */
  async begin(laterMs = 0): Promise<void> {
    this.#now += laterMs
    const at = onPostgres ? this.#url : this.#url.slice('sqlite:'.length)
    // One after the other, so that no two find the same port free.
    while (this.#lives.length < this.#count) this.#lives.push(await born(at, this.now))
  }

  /** Kills all of them; resolves when nothing that they began goes on without them. */
  async end(): Promise<void> {
    for (const life of this.#lives) await life.end()
    this.#lives = []
    if (onPostgres) await isLeft(this.#url)
  }

  async diesAfter(statements: number): Promise<void> {
    await this.#lives[this.#deaths++ % this.#count]?.livesFor(statements)
  }

  async ask(asked: Asked): Promise<Told | null> {
    const { method, url, body } = asked
    const life = this.#lives[this.#turn++ % this.#count] as Life
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const answer = await life.send({ method, url, headers: headersOf(asked), payload })
    if (answer === null) return null
    return { status: answer.status, body: JSON.parse(answer.bytes), bytes: answer.bytes }
  }
}
