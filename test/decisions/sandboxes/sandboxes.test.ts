/**
 * What becomes of a project of the sandbox, and where its clock may be moved.
 */
import t from 'tap'
import {
  beginAnew,
  deleteSandboxProject,
  deleteSandboxSnapshot,
  type MoveSandboxClock,
  moveSandboxClock,
  putSandboxProject,
  putSandboxSnapshot
} from '../../../src/decisions/projects.ts'
import type { KeyPair } from '../../../src/model.ts'
import { spanOf } from '../../../src/rules/validity.ts'
import { givenProject } from '../../support/given.ts'

const project = givenProject({ id: 'proj_1' })
const pair = { projectId: 'proj_1', id: 'key_1', kind: 'app' } as KeyPair
const command = { project, pairs: [pair], from: 'proj_2' }

t.test('putSandboxProject: is made with its keys, or emptied for them', async t => {
  t.strictSame(putSandboxProject({ ...command, isThere: false }), {
    result: { project },
    changes: [
      { kind: 'project.created', project },
      { kind: 'keyPair.created', pair },
      { kind: 'sandbox.filled', from: 'proj_2' }
    ]
  })
  t.strictSame(putSandboxProject({ ...command, isThere: true }), {
    result: { project },
    changes: [
      { kind: 'sandbox.emptied' },
      { kind: 'keyPair.created', pair },
      { kind: 'sandbox.filled', from: 'proj_2' }
    ]
  })
})

t.test('beginAnew: is emptied, but for its keys, and has what another one has', async t => {
  t.strictSame(beginAnew('proj_2'), {
    result: null,
    changes: [
      { kind: 'sandbox.emptied', keysStay: true },
      { kind: 'sandbox.filled', from: 'proj_2' }
    ]
  })
})

t.test('deleteSandboxProject: is emptied and removed', async t => {
  const changes = [{ kind: 'sandbox.emptied' }, { kind: 'sandbox.removed' }]
  t.strictSame(deleteSandboxProject(), { result: null, changes })
})

t.test('putSandboxSnapshot: has no keys', async t => {
  t.strictSame(putSandboxSnapshot(project, 'proj_2'), {
    result: { project },
    changes: [
      { kind: 'project.created', project },
      { kind: 'sandbox.filled', from: 'proj_2' }
    ]
  })
})

t.test('deleteSandboxSnapshot: goes as a project does', async t => {
  t.strictSame(deleteSandboxSnapshot(), deleteSandboxProject())
})

t.test(
  'moveSandboxClock: on by the calendar of the zone, never back, ten years at most',
  async t => {
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
  }
)
