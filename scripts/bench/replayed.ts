/**
 * What the server and the wire alone cost: the statements of a redemption, sent again by a bare
 * client in one transaction, in the same round trips, with nothing decided.
 *
 * Two redemptions of one card that follow each other say how its values go on: a version and a
 * balance take the same step each time, and an id is another one. Every write has to find its row,
 * as in the service, so that nothing is cheaper for having lost its guard.
 */
import { Client } from 'pg'
import type { Told } from '../../test/support/wire.ts'
import type { Done } from './measure.ts'

type Trips = readonly (readonly Told[])[]

/** Two redemptions of one card, the later one last. */
export interface Recorded {
  readonly before: Trips
  readonly after: Trips
}

type ValueAt = (round: number) => string | null

interface Step {
  readonly name: string
  readonly text: string
  readonly writes: boolean
  readonly values: readonly ValueAt[]
}

/** As src/ids.ts makes them: the time, a part that is drawn, and one that counts up. */
const ID = /^([a-z]+_\w{10})(\w{8})(\w{8})$/

/** One client, and the redemptions of one card. */
export class Replay {
  readonly #client: Client
  readonly #trips: readonly (readonly Step[])[]
  #round = 0

  /** @throws {Error} when the two did not run the same statements. */
  constructor(url: string, { before, after }: Recorded) {
    this.#client = new Client({ connectionString: url, pipeline: true })
    const names = new Map<string, string>()
    this.#trips = after.map((trip, at) =>
      trip.map(({ text, values }, place) => {
        const earlier = before[at]?.[place]
        if (earlier?.text !== text) throw new Error(`Only one of the two redemptions ran ${text}`)
        const name = names.get(text) ?? `statement ${names.size + 1}`
        names.set(text, name)
        return {
          ...{ name, text },
          writes: /^(insert|update|delete)/i.test(text),
          values: values.map((value, index) => goingOn(earlier.values[index] ?? null, value))
        }
      })
    )
  }

  async connect(): Promise<void> {
    await this.#client.connect()
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** One redemption after the other, for that long. */
  async run(seconds: number): Promise<Done> {
    const began = performance.now()
    let done = 0
    for (; performance.now() - began < seconds * 1000; done++) await this.#once()
    return { done, seconds: (performance.now() - began) / 1000 }
  }

  async #once(): Promise<void> {
    this.#round++
    for (const trip of this.#trips) {
      await Promise.all(trip.map(step => this.#send(step)))
    }
  }

  async #send({ name, text, writes, values }: Step): Promise<void> {
    const filled = values.map(value => value(this.#round))
    const isPlain = values.length === 0
    const asked = isPlain ? { text } : { name, text, values: filled }
    const { rowCount } = await this.#client.query({ ...asked, rowMode: 'array' })
    if (writes && rowCount === 0) throw new Error(`The statement changed no row: ${text}`)
  }
}

/** The value of each later round, by those of two that followed each other. */
function goingOn(before: string | null, after: string | null): ValueAt {
  if (before === null || after === null || before === after) return () => after
  if (isWhole(before) && isWhole(after)) {
    const step = Number(after) - Number(before)
    return round => String(Number(after) + step * round)
  }
  const [, time, drawn, counted] = ID.exec(after) ?? []
  if (drawn === undefined) return () => after
  return round => `${time}${round.toString(36).padStart(drawn.length, '0')}${counted}`
}

function isWhole(value: string): boolean {
  return /^-?\d{1,15}$/.test(value)
}
