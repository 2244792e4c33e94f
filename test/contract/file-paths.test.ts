/**
 * No text of a caller becomes the path of a file: each text that the documents show is sent once as
 * a path that leads out of every folder, and no call to the file system names it.
 */
import fs, * as sync from 'node:fs'
import * as promised from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import t from 'tap'
import { givenService } from '../support/app.ts'
import { ask, type Described, operations, parametersIn } from '../support/requests.ts'

const MARK = 'a-path-of-a-caller'
const HOSTILE = `../../../../${MARK}`

type Calls = Record<string, unknown>

/** Watches every function of the file system while a task runs; the calls that name the mark. */
async function watched(task: () => Promise<void>): Promise<readonly string[]> {
  const named: string[] = []
  const homes = [fs, fs.promises] as unknown as readonly Calls[]
  const undone: (() => void)[] = []
  for (const home of homes) {
    for (const [name, value] of Object.entries(home)) {
      if (typeof value !== 'function' || /^[A-Z]/.test(name)) continue
      const watching = function (this: unknown, ...values: unknown[]): unknown {
        const paths = values.filter(each => typeof each === 'string' || each instanceof URL)
        if (paths.some(each => String(each).includes(MARK))) named.push(name)
        return value.apply(this, values)
      }
      home[name] = Object.assign(watching, value)
      undone.push(() => {
        home[name] = value
      })
    }
  }
  syncBuiltinESMExports()
  await task().finally(() => {
    for (const undo of undone) undo()
    syncBuiltinESMExports()
  })
  return named
}

/** The value as often as it has texts, each time with another one hostile. */
function* hostile(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield HOSTILE
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    for (const instead of hostile(each)) {
      yield Array.isArray(value) ? value.with(Number(key), instead) : { ...value, [key]: instead }
    }
  }
}

function* askedFor(operation: Described) {
  const bodies = operation.requests.map(({ value }) => value)
  const [body] = bodies
  for (const { name } of parametersIn(operation, 'path')) yield { path: { [name]: HOSTILE }, body }
  for (const { name } of parametersIn(operation, 'query'))
    yield { query: { [name]: HOSTILE }, body }
  yield { key: HOSTILE.replaceAll('/', '%2F'), body }
  for (const shown of bodies) for (const instead of hostile(shown)) yield { body: instead }
}

t.test('no text of a caller becomes the path of a file', async t => {
  t.setTimeout(0)
  const { app, work } = await givenService(t)
  let asked = 0
  let done = 0
  const named = await watched(async () => {
    for (const operation of operations) {
      for (const asking of askedFor(operation)) {
        const { status } = await ask(app, operation, asking)
        asked++
        if (status < 300) done++
      }
    }
    await work()
  })
  t.strictSame(named, [])
  t.ok(done > 200, `${asked} requests, of which ${done} did what they say`)
})

t.test('a path that is used is seen', async t => {
  const named = await watched(async () => {
    t.throws(() => sync.readFileSync(HOSTILE))
    await t.rejects(promised.readFile(HOSTILE))
  })
  t.ok(named.includes('readFileSync') && named.includes('readFile'), named.join(' '))
  t.throws(() => sync.readFileSync(HOSTILE), 'as before')
})
