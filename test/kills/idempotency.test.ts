/**
 * Every POST of both documents, of which the program dies when its effect is stored and its answer
 * is not yet sent: sent again under its key, it is answered and not carried out. A sample of the
 * operations is tried, and all of them in the full counts.
 */
import t, { type Test } from 'tap'
import { givenService } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { firstShown, operationNamed, operations, requestOf } from '../support/requests.ts'
import { DAY, FOREVER, type Line, lineOf } from './support/killed-anywhere.ts'
import type { Sent } from './support/life.ts'
import { difference } from './support/stored-state.ts'

const shop = await givenService(t)
await shop.work()
// It dies at its COMMIT, whatever it has run and keeps in memory by then.
const line = await lineOf(t, shop, { cold: false })

/** What is stored, once all that was accepted is done, and nothing goes on by the calendar. */
async function stored({ place, life }: Line) {
  await life().until(async () => !(await place.hasJobs()))
  await life().livesFor(FOREVER)
  return place.state(DAY)
}

const receipts = (lines: readonly string[]) => lines.filter(each => each.startsWith('+ receipts '))

/** What is to be sent first: the demo has the only set of stacking rules that there can be. */
function freedFor({ id }: { readonly id: string }): Sent | null {
  return id === 'createStackingRules' ? requestOf(operationNamed('deleteStackingRules')) : null
}

async function cutShort(t: Test, sent: Sent, freed: Sent | null): Promise<void> {
  await line.place.restore()
  if (freed !== null) await line.life().send(freed)
  const before = await stored(line)
  await line.life().livesFor('COMMIT')
  t.equal(await line.life().send(sent), null, 'nobody was answered')
  const { signal, words } = await line.again()
  t.equal(signal, 'SIGKILL')
  const found = difference(before, await stored(line))
  // A server may have been asked for what it did not do.
  const isDone = words?.commit === 'done' || found.length > 0
  t.equal(receipts(found).length, isDone ? 1 : 0)
  const again = await line.life().send(sent)
  t.ok(again !== null && again.status < 300, `${again?.bytes.slice(0, 300)}`)
  t.equal(again?.headers.get('idempotent-replayed') ?? null, isDone ? 'true' : null)
  const after = await stored(line)
  t.strictSame(isDone ? difference(before, after) : found, found, 'nothing is done again')
  t.equal(receipts(difference(before, after)).length, 1)
  t.equal((await line.life().send(sent))?.bytes, again?.bytes)
  t.strictSame(difference(after, await stored(line)), [], 'nor the next time')
}

const posts = operations.filter(({ method }) => method === 'POST')

for (const [operation] of rowsOf(t, posts, { gate: 1, soak: 6 })) {
  await t.test(`${operation.id}: killed before it answers, it is answered and not done again`, t =>
    cutShort(
      t,
      requestOf(operation, { body: firstShown(operation), key: 'once' }),
      freedFor(operation)
    )
  )
}
