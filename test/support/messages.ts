/**
 * Messages of PostgreSQL's protocol, as a proxy sees them go by.
 *
 * A message is a letter, its length, and its content. Only what a client says first has no letter.
 */

/** A message of the client to the server, or of the server to the client. */
export interface Message {
  /** Its letter, such as `Q` for a query; `startup` for what a client says first. */
  readonly kind: string
  /** The whole message as it was sent. */
  readonly bytes: Buffer
}

const LENGTH_BYTES = 4

/** Cuts what comes in pieces into whole messages. */
export class Messages {
  #rest: Buffer = Buffer.alloc(0)
  #isFirst: boolean

  /** A client begins with a message that has no letter. */
  constructor(from: 'client' | 'server') {
    this.#isFirst = from === 'client'
  }

  /** What is whole by now, in order; the rest is kept for the next piece. */
  of(piece: Buffer): readonly Message[] {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    const whole: Message[] = []
    for (;;) {
      const letters = this.#isFirst ? 0 : 1
      if (this.#rest.length < letters + LENGTH_BYTES) return whole
      const end = letters + this.#rest.readInt32BE(letters)
      if (this.#rest.length < end) return whole
      const bytes = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      whole.push({ kind: letters === 0 ? 'startup' : String.fromCharCode(bytes[0] ?? 0), bytes })
      this.#isFirst = false
    }
  }
}

/** The values that a client binds to a statement, each as its text; null: there is none. */
export function boundValues({ bytes }: Message): readonly (string | null)[] {
  // Behind the names of the portal and of the statement.
  const names = bytes.indexOf(0, bytes.indexOf(0, 1 + LENGTH_BYTES) + 1) + 1
  const formats = bytes.readInt16BE(names)
  let at = names + 2 + 2 * formats
  const values: (string | null)[] = []
  const count = bytes.readInt16BE(at)
  at += 2
  for (let index = 0; index < count; index++) {
    const length = bytes.readInt32BE(at)
    at += LENGTH_BYTES
    values.push(length < 0 ? null : bytes.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return values
}

/** What a client asks, by the names that it gave its statements. */
export class Asked {
  readonly #texts = new Map<string, string>()

  /** The text of a query or of the statement that is bound; null for all other messages. */
  of({ kind, bytes }: Message): string | null {
    const [first = '', second = ''] = bytes.toString('utf8', 1 + LENGTH_BYTES).split('\0', 2)
    if (kind === 'Q') return first
    if (kind === 'P') this.#texts.set(first, second)
    // A portal comes before the statement.
    return kind === 'B' ? (this.#texts.get(second) ?? '') : null
  }
}
