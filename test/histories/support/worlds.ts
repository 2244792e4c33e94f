/**
 * Where histories happen: a service in this process on any engine, or the real program on a file,
 * which dies when it is told to and is started again.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { loadDemo } from '../../../src/demo/load.ts'
import { freshSource } from '../../../src/ids.ts'
import { compose } from '../../../src/main/compose.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { born } from '../../kills/support/life.ts'
import { CONFIG, contract, NOW, PAIR } from '../../support/app.ts'
import { demoInMemory } from '../../support/demo.ts'
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

/** All that a new shop has stored, and what is named in it. */
let whole: Promise<{ readonly image: Buffer; readonly shop: Shop }> | null = null

function shopImage() {
  whole ??= makeImage()
  return whole
}

async function makeImage() {
  const store = await demoInMemory(NOW, CONFIG, [], { doubted: false })
  const { app, worker } = composed(store, () => NOW)
  const shop = await setUp(asking(app))
  await worker.stop()
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  const file = join(folder, 'shop.db')
  await store.backup(file)
  const image = readFileSync(file)
  await app.close()
  await store.close()
  rmSync(folder, { recursive: true })
  return { image, shop }
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

/** Something that stores; `planted` stands between the service and the store. */
export function inProcess(
  name: string,
  open: (image: Buffer) => Promise<Store>,
  planted: (store: Store) => Store = store => store
): Place {
  return {
    name,
    open: async () => {
      const { image, shop } = await shopImage()
      return livingOn(await open(image), planted, shop)
    }
  }
}

/** The same on an engine that begins with nothing but its tables. */
export function inProcessFromNothing(name: string, open: () => Promise<Store>): Place {
  return { name, open: async () => livingOn(await open(), store => store, null) }
}

async function livingOn(
  store: Store,
  planted: (store: Store) => Store,
  known: Shop | null
): Promise<World> {
  let now = NOW
  const { app, worker, shell } = composed(planted(store), () => now)
  if (known === null) await loadDemo(store, shell)
  const ask = asking(app)
  const shop = known ?? (await setUp(ask))
  const work = async () => {
    worker.wake()
    await worker.idle()
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
      await worker.stop()
      const found = await audit(store, now)
      await app.close()
      await store.close()
      return found.clean ? [] : [JSON.stringify(found.disagreement)]
    }
  }
}

/** In memory, or in a file that is gone afterwards. */
export const memory = (image: Buffer) => openStore('sqlite::memory:', { onBug: raise, image })

export async function file(image: Buffer): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  const at = join(folder, 'shop.db')
  writeFileSync(at, image)
  const store = await openStore(`sqlite:${at}`, { onBug: raise })
  const close = async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
  return Object.create(store, { close: { value: close } })
}

function raise(error: Error): void {
  throw error
}

/** The program itself, which can be killed. */
export const mortal: Place = {
  name: 'a program that is killed',
  open: async () => {
    const { image, shop } = await shopImage()
    const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
    const at = join(folder, 'shop.db')
    writeFileSync(at, image)
    let now = Date.parse(NOW)
    const next = () => born(at, new Date(now).toISOString())
    let life = await next()
    const again = async (ms: number) => {
      await life.end()
      now += ms + MINUTE_MS
      life = await next()
      await life.until(() => true)
    }
    return {
      shop,
      ask: async asked => {
        const { method, url, body } = asked
        const payload = body === undefined ? undefined : JSON.stringify(body)
        const answer = await life.send({ method, url, headers: headersOf(asked), payload })
        if (answer === null) return null
        return { status: answer.status, body: JSON.parse(answer.bytes), bytes: answer.bytes }
      },
      pass: days => again(days * DAY_MS),
      diesAfter: async statements => {
        await life.livesFor(statements)
      },
      revive: () => again(0),
      end: async () => {
        await life.end()
        const store = await openStore(`sqlite:${at}`, { onBug: raise })
        const found = await audit(store, new Date(now).toISOString())
        await store.close()
        rmSync(folder, { recursive: true })
        return found.clean ? [] : [JSON.stringify(found.disagreement)]
      }
    }
  }
}
