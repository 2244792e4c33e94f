/**
 * A POST that is repeated under its key is carried out once: the repetition gets the first answer,
 * byte for byte, and another request under the key is refused.
 */
import { isSchema } from '../../http/document.ts'
import type { PromiseCheck } from '../check.ts'
import type { Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'

/** The checks of an operation that takes a key. */
export function repetitionChecks(operation: Described): readonly PromiseCheck[] {
  if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) return []
  const check = { kind: 'repetition', isWriting: true } as const
  return [
    { ...check, title: 'the same request under one key, twice', run: repeatOnce },
    { ...check, title: 'another request under the same key', run: reuseKey }
  ]
}

async function repeatOnce(visit: Visit): Promise<void> {
  const asking = { body: visit.firstBody, key: visit.newKey() }
  const first = await visit.succeed(asking)
  const again = await visit.succeed(asking)
  if (first.headers['idempotent-replayed'] !== undefined) {
    visit.deviates('The first answer under a new key has the header Idempotent-Replayed.')
  }
  if (again.headers['idempotent-replayed'] !== 'true') {
    visit.deviates('The repetition lacks the header Idempotent-Replayed: true.')
  }
  if (first.status !== again.status || Buffer.compare(first.bytes, again.bytes) !== 0) {
    visit.deviates('The repetition under the key is not the first answer, byte for byte.')
  }
}

async function reuseKey(visit: Visit): Promise<void> {
  const key = visit.newKey()
  const other = changedBody(visit)
  // What is refused for its state is answered under its key all the same.
  const { status } = await visit.ask({ body: visit.firstBody, key })
  if (status >= 500)
    throw new CheckSkipped(`The first request under the key is answered ${status}.`)
  await visit.refused({ body: other, key }, [422])
}

/** The first body with one text changed so that it fits all the same. */
function changedBody({ operation, firstBody, place }: Visit): unknown {
  for (const body of changesOf(firstBody)) {
    if (place.contract.fits(operation.schema, body)) return body
  }
  throw new CheckSkipped('No other body can be made of the one that is shown.')
}

function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}x`
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      for (const changed of changesOf(each)) yield value.with(index, changed)
    }
  } else if (isSchema(value)) {
    for (const [name, each] of Object.entries(value)) {
      for (const changed of changesOf(each)) yield { ...value, [name]: changed }
    }
  }
}
