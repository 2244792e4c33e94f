/**
 * The wire between clients and a PostgreSQL server: a proxy that counts round trips, delays, cuts
 * and swallows.
 *
 * A connection takes turns: its answers are handed on when all that was asked is answered. So what
 * is asked afterwards is a trip of its own, and what was asked without waiting is none, however
 * slow the machine is.
 */
import { once } from 'node:events'
import {
  type AddressInfo,
  createConnection,
  createServer,
  type Server,
  type Socket
} from 'node:net'
import { Asked, boundValues, type Message, Messages } from './messages.ts'

/** The statements of one round trip, as their texts. */
export type Trip = readonly string[]

/** A statement that was asked, with its values as texts. */
export interface Told {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/**
 * Where a connection ends that is cut at a statement: `before` the server sees it, or once the
 * server has `answered` it and the client has not heard. Or it stays open, and is `silent`.
 */
export type CutWhere = 'before' | 'answered' | 'silent'

/** Ends a connection at the first statement that fits. */
interface Cut {
  readonly statement: RegExp
  readonly where: CutWhere
  readonly done: () => void
}

/** What all connections of a wire have in common. */
interface State {
  /** Milliseconds each way. */
  delayMs: { toServer: number; toClient: number }
  isSwallowing: boolean
  /** Told of what is swallowed. */
  onLoss: () => void
  /** Whether values are kept. */
  isListening: boolean
  cut: Cut | null
}

/**
 * Carries what clients of `wire.url` and the server say.
 *
 * ```ts
 * const wire = await Wire.to(database.url)      // wire.url is the same database, through the wire
 * const trips = await wire.tripsDuring(() => redeem())
 * wire.delay(20)                                // milliseconds each way
 * const cut = wire.cutAt(/^COMMIT$/, 'answered')  // the client never learns that it was committed
 * await wire.close()
 * ```
 */
export class Wire {
  /** The database of the given url, through the wire. */
  readonly url: string
  readonly #server: Server
  readonly #state: State
  readonly #open: Set<Carried>

  private constructor(url: string, server: Server, state: State, open: Set<Carried>) {
    this.url = url
    this.#server = server
    this.#state = state
    this.#open = open
  }

  /** Listens on a port of its own, and connects to the server of `url`, which names its port. */
  static async to(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url)
    const open = new Set<Carried>()
    const delayMs = { toServer: 0, toClient: 0 }
    const onLoss = () => undefined
    const state: State = { delayMs, isSwallowing: false, onLoss, isListening: false, cut: null }
    const server = createServer(client => {
      const carried = new Carried(client, createConnection(Number(port), hostname), state)
      open.add(carried)
      client.once('close', () => open.delete(carried))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const through = new URL(url)
    through.hostname = '127.0.0.1'
    through.port = String((server.address() as AddressInfo).port)
    return new Wire(through.href, server, state, open)
  }

  get connections(): number {
    return this.#open.size
  }

  /**
   * The round trips of each connection that had any, in the order in which the connections were
   * made: from when no connection is in a transaction any more, until `task` is done and none is
   * again. Connecting is no trip.
   */
  async tripsDuring(task: () => Promise<unknown>): Promise<readonly (readonly Trip[])[]> {
    const told = await this.toldDuring(task)
    return told.map(trips => trips.map(trip => trip.map(({ text }) => text)))
  }

  /** The same, with the values of the statements. */
  async toldDuring(
    task: () => Promise<unknown>
  ): Promise<readonly (readonly (readonly Told[])[])[]> {
    await Promise.all([...this.#open].map(each => each.rested()))
    const before = new Map([...this.#open].map(each => [each, each.trips.length]))
    this.#state.isListening = true
    await task()
    await Promise.all([...this.#open].map(each => each.rested()))
    this.#state.isListening = false
    const since = [...this.#open].map(each => each.trips.slice(before.get(each) ?? 0))
    return since.filter(trips => trips.length > 0)
  }

  /** From now on everything takes so many milliseconds more, each way. */
  delay(toServer: number, toClient: number = toServer): void {
    this.#state.delayMs = { toServer, toClient }
  }

  /** Ends all connections, as a network does that broke: what was on its way is lost. */
  cut(): void {
    for (const carried of this.#open) carried.end()
  }

  /**
   * Ends the connection that next asks for such a statement, and that connection alone. Resolves
   * when it has done so.
   */
  cutAt(statement: RegExp, where: CutWhere): Promise<void> {
    return new Promise(resolve => {
      this.#state.cut = { statement, where, done: resolve }
    })
  }

  /**
   * From now on nothing arrives, and nobody is told: connections stay open, also new ones. Resolves
   * when something was lost.
   */
  swallow(): Promise<void> {
    this.#state.isSwallowing = true
    return new Promise(resolve => {
      this.#state.onLoss = resolve
    })
  }

  /** Carries again. Connections that lost something by `swallow` are ended. */
  carry(): void {
    this.#state.isSwallowing = false
    for (const carried of this.#open) if (carried.hasLost) carried.end()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** One connection of a client, and the one to the server that carries it on. */
class Carried {
  /** In order; the last one may go on. */
  readonly trips: Told[][] = []
  hasLost = false
  readonly #client: Socket
  readonly #server: Socket
  readonly #state: State
  readonly #asked = new Asked()
  readonly #toServer: Line
  readonly #toClient: Line
  /** Answers that are not handed on yet. */
  #answers: Buffer[] = []
  /** Statements that the server has not answered to the end. */
  #unanswered = 0
  #isLetIn = false
  #isSilent = false
  #isInTransaction = false
  #isNewTrip = true
  /** The cut that waits for the answer of what was asked. */
  #cut: Cut | null = null
  #onRest: (() => void)[] = []

  constructor(client: Socket, server: Socket, state: State) {
    this.#client = client
    this.#server = server
    this.#state = state
    this.#toServer = new Line(server)
    this.#toClient = new Line(client)
    const [ofClient, ofServer] = [new Messages('client'), new Messages('server')]
    const carry = (messages: Messages, take: (message: Message) => void) => (piece: Buffer) => {
      if (state.isSwallowing) {
        this.hasLost = true
        state.onLoss()
      } else for (const message of messages.of(piece)) take(message)
    }
    client.on(
      'data',
      carry(ofClient, message => this.#ask(message))
    )
    server.on(
      'data',
      carry(ofServer, message => this.#answer(message))
    )
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    client.once('close', () => this.#ended(server))
    server.once('close', () => {
      // What the server said last, such as why it ends, is heard.
      this.#handOn()
      this.#toClient.end()
    })
  }

  /** Resolves when nothing is asked and no transaction is open, or the connection has ended. */
  rested(): Promise<void> {
    if (this.#isAtRest || this.#client.destroyed) return Promise.resolve()
    return new Promise(resolve => this.#onRest.push(resolve))
  }

  /** Both ways at once, and without a word. */
  end(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  get #isAtRest(): boolean {
    return this.#unanswered === 0 && !this.#isInTransaction && this.#isNewTrip
  }

  #ask(message: Message): void {
    const text = this.#asked.of(message)
    if (this.#isSilent || (text !== null && this.#isCutAt(text))) return
    if (text !== null) this.#count(text, message)
    if (message.kind === 'Q' || message.kind === 'S') this.#unanswered++
    this.#toServer.carry(message.bytes, this.#state.delayMs.toServer)
  }

  #count(text: string, message: Message): void {
    if (this.#isNewTrip) this.trips.push([])
    this.#isNewTrip = false
    const hasValues = this.#state.isListening && message.kind === 'B'
    this.trips.at(-1)?.push({ text, values: hasValues ? boundValues(message) : [] })
  }

  /** Whether the connection was cut before this statement; it may be later, by its answer. */
  #isCutAt(text: string): boolean {
    const { cut } = this.#state
    if (cut === null || !cut.statement.test(text)) return false
    this.#state.cut = null
    if (cut.where === 'answered') {
      this.#cut = cut
      return false
    }
    if (cut.where === 'silent') this.#isSilent = true
    else this.end()
    cut.done()
    return true
  }

  #answer(message: Message): void {
    const isReady = message.kind === 'Z'
    // Until it lets the client in, the server asks, and the client answers.
    if (!this.#isLetIn) {
      this.#isLetIn = isReady
      this.#toClient.carry(message.bytes, this.#state.delayMs.toClient)
      return
    }
    this.#answers.push(message.bytes)
    if (isReady) {
      this.#unanswered--
      this.#isInTransaction = message.bytes.at(-1) !== 'I'.charCodeAt(0)
    }
    if (this.#unanswered > 0) return
    if (this.#cut === null) this.#handOn()
    else {
      this.end()
      this.#cut.done()
    }
  }

  #handOn(): void {
    this.#isNewTrip = true
    const answers = Buffer.concat(this.#answers)
    this.#answers = []
    if (answers.length > 0) this.#toClient.carry(answers, this.#state.delayMs.toClient)
    if (this.#isAtRest) this.#tellRest()
  }

  #ended(other: Socket): void {
    other.destroy()
    this.#tellRest()
  }

  #tellRest(): void {
    for (const resolve of this.#onRest.splice(0)) resolve()
  }
}

/** One direction: what is carried late arrives in order. */
class Line {
  readonly #to: Socket
  #last: Promise<void> | null = null

  constructor(to: Socket) {
    this.#to = to
  }

  carry(bytes: Buffer, delayMs: number): void {
    this.#after(delayMs, () => this.#to.write(bytes))
  }

  /** When all has arrived. */
  end(): void {
    this.#after(0, () => this.#to.end())
  }

  #after(delayMs: number, act: () => void): void {
    const before = this.#last
    if (before === null && delayMs === 0) {
      act()
      return
    }
    const due = new Promise<void>(resolve => setTimeout(resolve, delayMs))
    const last = Promise.all([before, due]).then(() => {
      if (!this.#to.destroyed) act()
      if (this.#last === last) this.#last = null
    })
    this.#last = last
  }
}
