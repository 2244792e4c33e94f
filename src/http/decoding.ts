/**
 * Bytes of a file as text. UTF-8 needs nothing, and UTF-16 the mark that spreadsheets begin it with;
 * of anything else somebody has to say what it is, because every guess is wrong for somebody.
 *
 * Spec: openapi/behaviour/imports-and-erasure.md.
 */

/** Why a file is not read, in words that follow what it is called; `how` says an encoding. */
export function undecodable(encoding: string | undefined, how: string): string {
  const is = encoding === undefined ? 'neither UTF-8 nor UTF-16 with a mark' : `not ${encoding}`
  return `is ${is}; say what it is with ${how}windows-1252 or the like, or save it as UTF-8`
}

/** The text of a whole file; null where its bytes are none, or nobody knows the encoding. */
export function decoded(bytes: Uint8Array, encoding: string | undefined): string | null {
  try {
    return decoderOf(bytes, encoding)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

/**
 * The text of a file that comes in pieces.
 * @throws {Undecodable} where its bytes are none.
 */
export async function* decodedPieces(
  pieces: AsyncIterable<Uint8Array>,
  encoding: string | undefined
): AsyncGenerator<string> {
  let decoder: Decoder | null = null
  try {
    for await (const bytes of pieces) {
      decoder ??= decoderOf(bytes, encoding)
      if (decoder === null) throw new TypeError('no text')
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? new Undecodable() : error
  }
}

/** Bytes that are no text of the encoding. */
export class Undecodable extends Error {}

/** Whether the name of an encoding is known. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name) instanceof TextDecoder
  } catch {
    return false
  }
}

type Decoder = InstanceType<typeof TextDecoder>

/** What reads a file that begins with these bytes; null where it is of no encoding we may read. */
function decoderOf(bytes: Uint8Array, encoding: string | undefined): Decoder | null {
  const [first, second] = bytes
  // A sign and an empty byte: UTF-16 without a mark would pass for UTF-8.
  const isPlain = first !== 0 && second !== 0
  const name = encoding ?? (markOf(bytes) || (isPlain ? 'utf-8' : null))
  return name === null ? null : new TextDecoder(name, { fatal: true })
}

function markOf([first, second, third, fourth]: Uint8Array): string | null {
  // The mark of UTF-32 begins as that of UTF-16 does.
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? null : 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}
