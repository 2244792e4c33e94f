/**
 * What becomes of a project of the sandbox, and where its clock may be moved.
 */
import t from 'tap'
import {
  beginAnew,
  deleteSandboxFaults,
  type Fault,
  type FaultPlan,
  faultFor,
  type MoveSandboxClock,
  moveSandboxClock,
  putSandboxFaults
} from '../../src/decisions/projects.ts'
import { spanOf } from '../../src/rules/validity.ts'

t.test('beginAnew: is emptied, but for its keys, and has what another one has', async t => {
  t.strictSame(beginAnew('proj_2'), {
    result: null,
    changes: [
      { kind: 'sandbox.emptied', keysStay: true },
      { kind: 'sandbox.filled', from: 'proj_2' }
    ]
  })
})

t.test('moveSandboxClock: on by the calendar of the zone, ten years at most', async t => {
  const now = '2026-03-28T11:30:00.000Z'
  const advance = (text: string): MoveSandboxClock => {
    const span = spanOf(text)
    if (span === null) throw new Error(text)
    return { advance: span }
  }
  const rows: readonly (readonly [MoveSandboxClock, string | RegExp])[] = [
    [{ now }, now],
    [{ now: '2026-03-28T11:29:59.999Z' }, /^Property \.now: .* is before 2026-03-28T11:30/],
    // Clocks in Berlin go forward on the 29th: a day is an hour shorter, 24 hours are not.
    [advance('P1D'), '2026-03-29T10:30:00.000Z'],
    [advance('PT24H'), '2026-03-29T11:30:00.000Z'],
    [advance('P1M'), '2026-04-28T10:30:00.000Z'],
    [advance('P10Y'), '2036-03-28T11:30:00.000Z'],
    [advance('P10Y1M'), /^Property \.advance: a clock is moved by ten years at most/],
    [{ now: '2037-01-01T00:00:00.000Z' }, /^Property \.now: a clock is moved by ten years/]
  ]
  for (const [given, outcome] of rows) {
    const moved = moveSandboxClock({ now, timezone: 'Europe/Berlin' }, given)
    if (typeof outcome === 'string') t.strictSame(moved, { result: outcome })
    else t.match(moved, { refusal: { key: 'invalid_payload', details: outcome } })
  }
})

/**
 * Which requests meet a planned fault, and what cannot be planned.
 */

const declared = new Map([
  ['getOrder', [200, 503, 404, 400]],
  ['saveOrder', [200, 503, 409, 400]]
])

const given = (fault: Partial<Fault> = {}): Fault => ({
  kind: 'CUT',
  operationId: null,
  every: 1,
  times: null,
  status: null,
  ms: null,
  ...fault
})

t.test('putSandboxFaults: a plan that has met no request', async t => {
  const faults = [
    given(),
    given({ kind: 'STATUS', status: 503 }),
    given({ kind: 'STATUS', status: 404, operationId: 'getOrder' }),
    given({ kind: 'SLOW_BODY', ms: 1 })
  ]
  t.strictSame(putSandboxFaults(declared, faults), {
    result: faults.map(fault => ({ fault, requests: 0, applied: 0 }))
  })
  t.strictSame(putSandboxFaults(declared, []), { result: [] })
  t.strictSame(deleteSandboxFaults(), [])
})

t.test('putSandboxFaults: what no operation has is refused, by the first mistake', async t => {
  const either = 'send one with the kind STATUS, and with no other'
  const rows = [
    [{ operationId: 'order' }, "operation_id: no document of a project has the operation 'order'"],
    [{ kind: 'STATUS' }, `status: ${either}`],
    [{ status: 503 }, `status: ${either}`],
    [{ kind: 'SLOW_BODY' }, 'ms: send it with the kind SLOW_BODY, and with no other'],
    [{ ms: 5 }, 'ms: send it with the kind SLOW_BODY, and with no other'],
    [{ kind: 'STATUS', status: 404 }, 'status: not every operation has 404; send one of 400, 503'],
    [
      { kind: 'STATUS', status: 404, operationId: 'saveOrder' },
      'status: saveOrder has no 404; send one of 400, 409, 503'
    ]
  ] as const
  for (const [fault, message] of rows) {
    t.strictSame(putSandboxFaults(declared, [given(), given(fault), given(fault)]), {
      refusal: { key: 'invalid_payload', details: `Property .faults[1].${message}` }
    })
  }
  t.match(putSandboxFaults(new Map(), [given({ kind: 'STATUS', status: 503 })]), {
    refusal: { details: /not every operation has 503/ }
  })
})

/** What each of some requests meets, by the index of the fault, and the plan after them. */
function metBy(faults: readonly Fault[], operationIds: readonly string[]) {
  let plan: FaultPlan = faults.map(fault => ({ fault, requests: 0, applied: 0 }))
  const met = operationIds.map(operationId => {
    const next = faultFor(plan, operationId)
    plan = next.plan
    return next.fault === null ? null : faults.indexOf(next.fault)
  })
  return { met, counts: plan.map(({ requests, applied }) => [requests, applied]) }
}

const [read, save] = ['getOrder', 'saveOrder']

//  faults                                              requests                  met, and counts
// biome-ignore format: a table
const plans = [
  [[], [read, save], [null, null], []],
  [[given()], [read, save], [0, 0], [[2, 2]]],
  [[given({ every: 3 })], [read, save, read, read], [null, null, 0, null], [[4, 1]]],
  [[given({ operationId: save })], [read, save, read], [null, 0, null], [[1, 1]]],
  [[given({ operationId: save, every: 2 })], [save, read, save, save, save],
    [null, null, 0, null, 0], [[4, 2]]],
  [[given({ times: 2 })], [read, read, read], [0, 0, null], [[3, 2]]],
  [[given({ every: 2, times: 1 })], [read, read, read, read], [null, 0, null, null], [[4, 1]]],
  [
    // The first one that is due, and the turn of the other is over.
    [given({ every: 2 }), given({ every: 3 })],
    [read, read, read, read, read, read],
    [null, 0, 1, 0, null, 0],
    [
      [6, 3],
      [6, 1]
    ]
  ],
  [[given({ times: 1 }), given()], [read, read], [0, 1], [[2, 1], [2, 1]]]
] as const

t.test('a request meets the first fault that is due', async t => {
  for (const [faults, operationIds, met, counts] of plans) {
    t.strictSame(metBy(faults, operationIds), { met, counts })
  }
})
