/**
 * Large bodies are read, checked and begun one after the other in the process, and everybody else
 * has a turn between two steps: what comes of a hundred of them at once is a line, and no standstill.
 *
 * A request has the turn from its body's last byte until its handler has begun, so that of all that
 * wait only the bytes are kept, and one is parsed. Key pairs that wait take turns, so that the line
 * of one is not in the way of another. Small bodies know nothing of this.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'

/**
 * Turns of the event loop that others have between two steps. A request that has come needs one to
 * be accepted, one to be read, and a few for its statements.
 */
export const TURNS_BETWEEN = 16

/** Values of a list that are looked at between two turns of others, which takes a few ms. */
export const SLICE_VALUES = 20_000

/** Milliseconds without large bodies after which what they took is given back. */
const QUIET_MS = 2_000

/**
 * A process that has little to do collects no garbage, and would keep what large bodies took for as
 * long. Each step is short, and others have turns between them.
 */
function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/** Lets everybody else who is there have turns. */
export async function letOthersGo(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn++) await turnOfTheLoop()
}

/** The line of large bodies of a process. */
export class LargeBodies {
  /** By who sends them, in the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #inTurn = new WeakSet<object>()
  #isTaken = false
  #quiet: NodeJS.Timeout | null = null

  /** Resolves when it is the turn of a request, which it keeps until `left`. */
  async enter(request: FastifyRequest, owner: string): Promise<void> {
    if (this.#isTaken) {
      await new Promise<void>(resolve => {
        const line = this.#waiting.get(owner)
        if (line === undefined) this.#waiting.set(owner, [resolve])
        else line.push(resolve)
      })
    }
    this.#isTaken = true
    if (this.#quiet !== null) clearTimeout(this.#quiet)
    this.#quiet = null
    this.#inTurn.add(request)
  }

  /** Whether it is the turn of a request. */
  has(request: FastifyRequest): boolean {
    return this.#inTurn.has(request)
  }

  /** Ends the turn of a request; of any other one, nothing changes. */
  left(request: FastifyRequest): void {
    if (!this.#inTurn.delete(request)) return
    letOthersGo().then(() => this.#next())
  }

  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#isTaken = false
      this.#quiet = setTimeout(giveMemoryBack, QUIET_MS).unref()
      return
    }
    const [owner, line] = first
    this.#waiting.delete(owner)
    const begin = line.shift()
    if (line.length > 0) this.#waiting.set(owner, line)
    begin?.()
  }
}

/**
 * The parts of a list that are looked at in one go, by where they begin and end: of about
 * `SLICE_VALUES` values, where its elements are alike.
 */
export function* slicesOf(length: number, values: number): Generator<readonly [number, number]> {
  const size = Math.max(1, Math.floor((SLICE_VALUES * length) / Math.max(values, length, 1)))
  for (let from = 0; from < length; from += size) yield [from, Math.min(from + size, length)]
}
