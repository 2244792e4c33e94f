/**
 * Whatever the documents allow and forbid, asked of every operation at random: nothing fails, each
 * answer is as it is described, and what breaks a schema is refused before anything looks at it.
 * What breaks it is found by a validator of the test's own.
 *
 * A longer look elsewhere: `npm run fuzz -- --requests 1000000`
 */
import t from 'tap'
import { seeded, seedOf } from '../support/seeded.ts'
import { fuzz, neverDone, type Plant } from './support/fuzzing.ts'

t.test('whatever is asked is answered as the documents say', async t => {
  t.setTimeout(0)
  const requests = seeded(t).cases(12_000, 1_200)
  const fuzzed = await fuzz({ seed: seedOf(), requests })
  for (const finding of fuzzed.findings) t.fail(finding)
  const never = neverDone(fuzzed)
  t.comment(`${requests} requests; never done: ${never.join(', ') || 'none'}`)
  // Each operation is asked several times in a sample, half of these wrongly.
  t.ok(never.length <= (requests > 10_000 ? 4 : 30), 'they do what they are asked')
  t.ok(fuzzed.broken.size > 20, `${[...fuzzed.broken.keys()]}`)
})

t.test('whatever is asked of a sandbox is answered as its document says', async t => {
  t.setTimeout(0)
  const requests = seeded(t).cases(2_000, 400)
  const fuzzed = await fuzz({ seed: seedOf(), requests, sandbox: true })
  for (const finding of fuzzed.findings) t.fail(finding)
  t.strictSame(neverDone(fuzzed, true), [], 'they do what they are asked')
  t.ok(fuzzed.broken.size > 5, `${[...fuzzed.broken.keys()]}`)
})

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
    const { findings } = await fuzz({ seed: seedOf(), requests: 120, plant, until: said })
    t.match(
      findings.find(finding => said.test(finding)),
      /\ncurl -X /
    )
  })
}

t.test('what is found in a sandbox is asked again there', async t => {
  const [, plant, said] = plants[0] ?? []
  const asked = { seed: seedOf(), requests: 120, sandbox: true, plant, until: said }
  const { findings } = await fuzz(asked)
  const options = findings.flatMap(finding => finding.match(/\S* ?--seed/g) ?? [])
  t.ok(options.length > 0)
  t.strictSame(new Set(options), new Set(['--sandbox --seed']))
})
