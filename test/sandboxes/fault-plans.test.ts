import t from 'tap'
import { Answers } from '../support/contract.ts'
import { contract, givenSandbox } from '../support/sandbox.ts'
import { FAULTS, plan } from './support/plans.ts'

/** Of its own: what is forced shows nothing of what the service fills. */
const answers = new Answers({ ...contract.documents })

t.test('deleteSandboxFaults: nothing goes wrong any more', async t => {
  const service = await givenSandbox(t, answers)
  const till = await service.project('till')
  t.equal((await service.ask('DELETE', FAULTS)).status, 204)
  await plan(service, { kind: 'STATUS', status: 500 })
  t.equal((await till.ask('GET', '/v1/customers/ada')).status, 500)
  t.equal((await service.ask('DELETE', FAULTS)).status, 204)
  t.equal((await till.ask('GET', '/v1/customers/ada')).status, 200)
  const nowhere = FAULTS.replace('till', 'nowhere')
  for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { faults: [] }]] as const) {
    t.equal((await service.ask(method, nowhere, body)).status, 404)
  }
})

t.test('putSandboxFaults: what cannot be planned leaves what was planned', async t => {
  const service = await givenSandbox(t, answers)
  await service.project('till')
  await plan(service, { kind: 'CUT' })
  const rows = [
    [{ kind: 'LATE' }, /kind/],
    [{ kind: 'CUT', every: 0 }, /every/],
    [{ kind: 'CUT', times: 0 }, /times/],
    [{ kind: 'SLOW_BODY', ms: 30_001 }, /ms/],
    [{ kind: 'STATUS', status: 200 }, /status/],
    [{ kind: 'STATUS' }, /status: send one with the kind STATUS/],
    [
      { kind: 'STATUS', status: 404 },
      /not every operation has 404; send one of 400, 401, 429, 500, 503/
    ],
    [{ kind: 'CUT', operation_id: 'putSandboxFaults' }, /no document of a project has/]
  ] as const
  for (const [fault, details] of rows) {
    const refused = await plan(service, fault)
    t.strictSame([refused.status, refused.body.key], [400, 'invalid_payload'])
    t.match(refused.body.details, details)
  }
  t.equal((await plan(service, ...Array(51).fill({ kind: 'CUT' }))).status, 400)
  t.match((await service.ask('GET', FAULTS)).body, { total: 1, faults: [{ kind: 'CUT' }] })
})

t.test('putSandboxFaults: a plan as it is shown can be sent, and counts anew', async t => {
  const service = await givenSandbox(t, answers)
  const till = await service.project('till')
  const faults = [
    { kind: 'STATUS', status: 503, every: 2, times: 3 },
    { kind: 'SLOW_BODY', ms: 1 }
  ]
  const { body: planned } = await plan(service, ...faults)
  await till.ask('GET', '/v1/customers/ada')
  const { body: shown } = await service.ask('GET', FAULTS)
  t.match(shown, { faults: [{ requests: 1 }, { operation_id: null, times: null, applied: 1 }] })
  const sent = await service.ask('PUT', FAULTS, shown)
  t.strictSame([sent.status, sent.body], [200, planned])
})
