/**
 * Two processes on one PostgreSQL server, under load, while all of them are killed, stopped and
 * started again: what was acknowledged is there, what was said not to be done is not, and what was
 * repeated under its key was done once.
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { Cluster, postgresBinaries } from '../support/postgres-server.ts'
import { strayings } from '../support/requests.ts'
import {
  answering,
  command,
  givenEnvironment,
  type Program,
  printedKeys,
  spawnedProgram,
  startedProgram
} from '../support/running.ts'

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

/** What came back; null when the connection was refused or cut. */
interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}

type Ask = (method: string, url: string, body?: unknown, key?: string) => Promise<Answer | null>

async function database(cluster: Cluster): Promise<string> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database shop')
  await client.end()
  return cluster.url('shop')
}

/** A project with its keys, on a server of its own that keeps what it acknowledges. */
async function given(t: Test) {
  const cluster = await Cluster.started(binaries as string, { durable: true })
  t.after(() => cluster.close())
  const environment = {
    ...(await givenEnvironment(t)),
    DATABASE_URL: await database(cluster),
    RATE_LIMIT_PER_MINUTE: 'none',
    SHUTDOWN_GRACE_MS: '20000'
  }
  await command(environment, ['migrate'])
  const { appId, appToken } = printedKeys(await command(environment, ['project', 'create', 'Shop']))
  const headers = { 'x-app-id': appId, 'x-app-token': appToken, 'content-type': 'application/json' }
  const ask: Ask = async (method, url, body, key) => {
    try {
      const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(url, { method, headers: keyed, ...sent })
      const { status } = answer
      return { status, body: await answer.json(), headers: Object.fromEntries(answer.headers) }
    } catch {
      return null
    }
  }
  return { cluster, environment, ask }
}

/** A program with a few cards. */
async function founded(ask: Ask, url: string): Promise<readonly string[]> {
  const made = async (path: string, body: unknown) => {
    const answer = await ask('POST', `${url}${path}`, body)
    if (answer?.status !== 200) throw new Error(JSON.stringify(answer))
    return answer.body
  }
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const program = { name: 'Club', type: 'AUTO_UPDATE', auto_join: false, voucher }
  await made('/v1/loyalties', program)
  const members: string[] = []
  for (const source_id of ['ada', 'ben', 'cem']) {
    const { code } = await made('/v1/loyalties/Club/members', { customer: { source_id } })
    members.push(`/v1/loyalties/Club/members/${code}`)
  }
  return members
}

/** Callers that go on until they are stopped, and what they know then. */
class Callers {
  /** Points that were acknowledged, by card. */
  readonly points = new Map<string, number>()
  readonly acknowledged: string[] = []
  readonly notDone: string[] = []
  readonly strange: string[] = []
  unknown = 0
  readonly #ask: Ask
  readonly #programs: readonly Program[]
  #isOver = false
  #work: Promise<unknown> = Promise.resolve()

  /** Of two programs; one that was started again takes the place of the one before. */
  constructor(ask: Ask, programs: readonly Program[]) {
    this.#ask = ask
    this.#programs = programs
  }

  /** A caller for each card who repeats under a key, and two who never repeat. */
  start(cards: readonly string[]): void {
    this.#work = Promise.all([
      ...cards.map((card, index) => this.#repeating(card, index)),
      ...[0, 1].map(index => this.#once(index))
    ])
  }

  /** Resolves when so many more answers were good. */
  async more(count: number): Promise<void> {
    const wanted = this.#done + count
    for (let times = 0; this.#done < wanted; times++) {
      if (times > 15_000) throw new Error(`no more than ${this.#done} answers of ${wanted}`)
      await pause(20)
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
  }

  get #done(): number {
    const points = [...this.points.values()].reduce((sum, each) => sum + each, 0)
    return points + this.acknowledged.length
  }

  async #repeating(card: string, index: number): Promise<void> {
    for (let deed = 0; !this.#isOver; deed++) {
      for (let tries = index; ; tries++) {
        const url = `${this.#programs[tries % 2]?.url}${card}/balance`
        const answer = await this.#ask('POST', url, { points: 1 }, `${index}-${deed}`)
        this.#look(answer)
        if (answer?.status === 200) break
        await pause(20)
      }
      this.points.set(card, (this.points.get(card) ?? 0) + 1)
    }
  }

  async #once(index: number): Promise<void> {
    for (let deed = 0; !this.#isOver; deed++) {
      const id = `once-${index}-${deed}`
      const url = `${this.#programs[index]?.url}/v1/customers`
      const answer = await this.#ask('POST', url, { source_id: id })
      this.#look(answer)
      if (answer?.status === 200) this.acknowledged.push(id)
      else if (answer?.body.key === 'service_unavailable') this.notDone.push(id)
      else this.unknown++
      if (answer?.status !== 200) await pause(20)
    }
  }

  #look(answer: Answer | null): void {
    if (answer === null || answer.status === 200) return
    const { status, body, headers } = answer
    const known = ['service_unavailable', 'outcome_unknown', 'idempotency_key_in_use']
    const isKnown = known.includes(body.key) && headers['retry-after'] !== undefined
    const shape = strayings({ status, body, headers, bytes: '' })
    if (!isKnown || shape.length > 0) this.strange.push(`${JSON.stringify(body)} ${shape}`)
  }
}

async function isReady({ url }: Program): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`)
  await answer.text()
  return answer.status === 200
}

/** Resolves when none of them says that it is ready. */
async function notReady(programs: readonly Program[]): Promise<void> {
  for (let times = 0; times < 6_000; times++) {
    const ready = await Promise.all(programs.map(isReady))
    if (!ready.includes(true)) return
    await pause(50)
  }
  throw new Error('They are ready without a database.')
}

t.test('whatever is killed, what was acknowledged is there, once', onMachine, async t => {
  const { cluster, environment, ask } = await given(t)
  const start = () => startedProgram(t, environment)
  const programs: [Program, Program] = [await start(), await start()]
  const cards = await founded(ask, programs[0].url)
  const callers = new Callers(ask, programs)
  callers.start(cards)
  await callers.more(30)

  await programs[0].stop('SIGKILL')
  await callers.more(20)
  programs[0] = await start()
  await callers.more(20)
  await programs[1].stop('SIGTERM')
  await callers.more(20)
  programs[1] = await start()
  await callers.more(20)

  await cluster.kill()
  await notReady(programs)
  await cluster.start()
  for (const { url } of programs) await answering(url)
  await callers.more(30)
  await cluster.stop()
  await cluster.start()
  await callers.more(30)
  await callers.stop()

  t.strictSame(callers.strange.slice(0, 5), [], 'whatever was refused has the one shape')
  for (const card of cards) {
    const { body } = (await ask('GET', `${programs[0].url}${card}`)) as Answer
    t.equal(body.loyalty_card.balance, callers.points.get(card), 'each deed was done once')
  }
  const found = async (id: string) =>
    (await ask('GET', `${programs[0].url}/v1/customers/${id}`))?.status
  for (const id of callers.acknowledged) t.equal(await found(id), 200, `${id} was acknowledged`)
  for (const id of callers.notDone) t.equal(await found(id), 404, `${id} was not done`)
  t.ok(callers.notDone.length > 0)
  t.match(await command(environment, ['audit']), /The books agree/)
})

t.test('a start waits for its database', onMachine, async t => {
  const { cluster, environment } = await given(t)
  await cluster.stop()
  const { stderr, answers } = spawnedProgram(t, environment)
  const [said] = await once(stderr, 'data')
  t.match(String(said), /Waiting for it, for up to a minute\.\n$/)
  await cluster.start()
  t.equal((await fetch(`${(await answers()).url}/health/ready`)).status, 200)
})
