/**
 * Gives bodies room while they arrive, and refuses those for which there is none.
 *
 * Who announces a large body is refused at once when all of it would have no room now. What is
 * counted is what comes: neither an announcement nor a body of unknown length keeps anybody out
 * that is only trickling in. So room may end in the middle of a body, which is then refused there.
 */
import { Transform } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { type HttpFailure, unavailable } from './errors.ts'
import { limits } from './limits.ts'
import type { Pressure } from './load.ts'

/** 503, before the body is read. */
export function refuseWithoutRoom(load: Pressure | null, request: FastifyRequest): void {
  const bytes = announced(request)
  if (load === null || Number.isNaN(bytes) || load.hasRoomFor(ownerOf(request), bytes)) return
  throw crowded()
}

/** A hook that counts what comes of a body that may be large; null: none is counted. */
export function countedBody(load: Pressure | null): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    const bytes = announced(request)
    // What is small has room, and what is too large is refused unread.
    const isOther = bytes <= limits.smallBodyBytes || bytes > limits.bodyBytes
    if (load === null || isOther) {
      done(null, payload)
      return
    }
    const counted = counter(load, request)
    payload.on('error', error => counted.destroy(error))
    counted.on('error', () => payload.resume())
    done(null, payload.pipe(counted))
  }
}

function counter(load: Pressure, request: FastifyRequest): Transform {
  const owner = ownerOf(request)
  let came = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      came += chunk.length
      // Beyond that the body is refused, and its request has ended.
      const counts = came <= limits.bodyBytes
      if (counts && !load.holds(request, owner, came)) next(crowded())
      else next(null, chunk)
    }
  })
}

/** Bytes that the headers say, NaN where they say nothing. */
function announced({ raw: { headers } }: FastifyRequest): number {
  const isChunked = headers['transfer-encoding'] !== undefined
  return isChunked ? Number.NaN : Number(headers['content-length'] ?? 0)
}

/** The key pair that was sent; callers without one share the room of nobody. */
export function ownerOf({ caller }: FastifyRequest): string {
  return caller === undefined || caller.project === null ? '' : caller.key.id
}

function crowded(): HttpFailure {
  return unavailable(
    'Large bodies that are under way fill the room for them. Send the same request again ' +
      `shortly, or in parts of at most ${limits.smallBodyBytes} bytes, which always have room.`
  )
}
