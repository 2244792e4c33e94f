/**
 * Whatever the documents allow and forbid, asked of every operation at random: nothing fails, each
 * answer is as it is described, and what breaks a schema is refused before anything looks at it.
 * What breaks it is found by a validator of the test's own.
 */
import t, { type Test } from 'tap'
import { type Amount, casesOf } from '../support/chance.ts'
import { operations } from '../support/requests.ts'
import { type Fuzzed, fuzz, neverDone, nothingAsked, type Plant } from './support/fuzzing.ts'

/** Requests to one world; then enough of it is deleted that another one says more. */
const REQUESTS = 400

t.test('whatever is asked is answered as the documents say', async t => {
  const { together, fuzzed } = await fuzzedIn(t, { gate: 1, soak: 8 })
  const { length: done } = operations.filter(({ id }) => !neverDone(fuzzed).includes(id))
  together(done > operations.length * 0.4, `${done} operations do what they are asked`)
  together(fuzzed.broken.size > 20, `${[...fuzzed.broken.keys()]}`)
})

t.test('whatever is asked of a sandbox is answered as its document says', async t => {
  const { together, fuzzed } = await fuzzedIn(t, { gate: 1, soak: 5 }, { sandbox: true })
  const never = neverDone(fuzzed, true)
  together(never.length === 0, `they do what they are asked, but for ${never}`)
  together(fuzzed.broken.size > 5, `${[...fuzzed.broken.keys()]}`)
})

async function fuzzedIn(t: Test, amount: Amount, options: { readonly sandbox?: true } = {}) {
  t.setTimeout(0)
  const fuzzed: Fuzzed = nothingAsked()
  const cases = casesOf(t, amount)
  for (const { seed } of cases) {
    await fuzz({ seed, requests: REQUESTS, ...options }, fuzzed)
    for (const finding of fuzzed.findings) t.fail('an answer that should not be', { finding })
  }
  return { ...cases, fuzzed }
}

/** Mistakes that a service could make, and what is said of them. */
const plants: readonly (readonly [mistake: string, plant: Plant, said: RegExp])[] = [
  [
    'a property that nobody described',
    ({ app }) => {
      app.addHook('onSend', async (_request, { statusCode }, payload) =>
        statusCode === 200 ? String(payload).replace('{', '{"colour":1,') : payload
      )
    },
    /must NOT have unevaluated properties/
  ],
  [
    'a status that is not declared',
    ({ app }) => {
      app.addHook('onSend', async (request, reply, payload) => {
        if (request.method === 'DELETE') reply.code(200)
        return payload
      })
    },
    /is not declared/
  ],
  [
    'a parameter that is passed over',
    ({ app }) => {
      app.addHook('preValidation', async request => {
        delete (request.query as Record<string, unknown>)['surprise']
      })
    },
    /wrong by an unknown parameter/
  ],
  [
    'a store that fails',
    ({ store }) => {
      const { read } = store
      let reads = 0
      store.read = (projectId, unit) =>
        ++reads % 9 === 0
          ? Promise.reject(new Error('broken'))
          : (read.call(store, projectId, unit) as never)
    },
    /answers 500/
  ]
]

for (const [mistake, plant, said] of plants) {
  t.test(`${mistake} is found`, async t => {
    const { findings } = await fuzz({ seed: 7, requests: 120, plant, until: said })
    t.match(
      findings.find(finding => said.test(finding)),
      /\ncurl -X /
    )
  })
}
