/**
 * Copies of bodies that pass by, so far as there is room for them.
 */
import type { Readable } from 'node:stream'

/** Bytes of one body that are kept, as many as a request may have. */
const COPY_BYTES_MAX = 10 * 1024 * 1024
/** Bytes of all bodies that are kept at one time. */
const ROOM_BYTES_MAX = 64 * 1024 * 1024

/** What all copies share. */
export class Room {
  #left = ROOM_BYTES_MAX

  /** Whether so many bytes found room; they keep it until they leave. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  /** Gives back as many as were taken. */
  leave(bytes: number): void {
    this.#left += bytes
  }
}

/** The bytes of one stream, as they pass. */
export class Copy {
  readonly #room: Room
  #pieces: Uint8Array[] = []
  #size = 0
  #isWhole = true

  constructor(room: Room, stream: Readable) {
    this.#room = room
    stream.on('data', (piece: Uint8Array) => this.#add(piece))
    // A stream that breaks off leaves nothing behind.
    stream.once('close', () => setImmediate(() => this.#empty()))
  }

  /** The bytes, once; null when there were too many. */
  taken(): Uint8Array | null {
    const bytes = this.#isWhole ? Buffer.concat(this.#pieces) : null
    this.#empty()
    return bytes
  }

  #add(piece: Uint8Array): void {
    if (!this.#isWhole) return
    const fits = this.#size + piece.length <= COPY_BYTES_MAX && this.#room.take(piece.length)
    if (fits) {
      this.#pieces.push(piece)
      this.#size += piece.length
    } else {
      this.#isWhole = false
      this.#empty()
    }
  }

  #empty(): void {
    this.#room.leave(this.#size)
    this.#pieces = []
    this.#size = 0
  }
}
