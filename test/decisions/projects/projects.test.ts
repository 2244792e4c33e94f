import t from 'tap'
import {
  type CreateProject,
  createProject,
  createProjectKey,
  renewUrlSecret,
  revokeProjectKey
} from '../../../src/decisions/projects/projects.ts'
import { givenOccasion, givenProject, NOW } from '../../support/given.ts'
import { givenKeyPair } from '../../support/given-records.ts'
import { table } from '../../support/table.ts'

const { projectId, createdAt, revokedAt, ...newPair } = givenKeyPair()

function asked(over: Partial<CreateProject> = {}): CreateProject {
  const { id, createdAt, ...project } = givenProject()
  return { ...project, pairs: [], ...over }
}

const project = givenProject({ id: 'proj_000001', createdAt: NOW })

t.test('createProject: a project and its first key pairs', async t => {
  const pair = givenKeyPair({ projectId: 'proj_000001', createdAt: NOW })
  const manager = { ...pair, id: 'management-1', kind: 'management' as const }
  const command = asked({
    pairs: [newPair, { ...newPair, id: 'management-1', kind: 'management' }]
  })
  t.strictSame(createProject(command, givenOccasion()), {
    result: { project, pairs: [pair, manager] },
    changes: [
      { kind: 'project.created', project },
      { kind: 'keyPair.created', pair },
      { kind: 'keyPair.created', pair: manager }
    ]
  })
})

t.test('renewUrlSecret: another secret signs urls, and the other one stays', async t => {
  const renewed = { ...project, urlSecret: 'new' }
  t.strictSame(renewUrlSecret('new', givenOccasion({ project })), {
    result: renewed,
    changes: [{ kind: 'urlSecret.renewed', urlSecret: 'new' }]
  })
})

t.test('createProject: pairs may come later', async t => {
  t.strictSame(createProject(asked(), givenOccasion()), {
    result: { project, pairs: [] },
    changes: [{ kind: 'project.created', project }]
  })
})

//                                    command                                  details
const refusals: [string, Partial<CreateProject>, RegExp][] = [
  ['a zone that is none', { timezone: 'Mars/Olympus', currency: 'x' }, /\.timezone: 'Mars\/Olymp/],
  ['an offset is no zone', { timezone: '+01:00' }, /\.timezone: '\+01:00' is no time zone/],
  ['a currency in words', { currency: 'Euro' }, /\.currency: 'Euro' is no currency/],
  ['a currency in small letters', { currency: 'eur' }, /\.currency: 'eur'/]
]

t.test('createProject: refuses what no day or price could be told in', t => {
  table(t, refusals, (t, _, over, details) => {
    t.match(createProject(asked(over), givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  })
  t.end()
})

t.test('createProjectKey: one more pair for a project', async t => {
  const pair = givenKeyPair({ createdAt: NOW })
  t.strictSame(createProjectKey(newPair, givenOccasion()), {
    result: pair,
    changes: [{ kind: 'keyPair.created', pair }]
  })
})

const app = givenKeyPair()
const desk = givenKeyPair({ id: 'desk-1', kind: 'management' })
const gone = givenKeyPair({
  id: 'desk-0',
  kind: 'management',
  revokedAt: '2026-01-01T00:00:00.000Z'
})

//                               the pairs there are                     which    what happens
const revocations: [string, ReturnType<typeof givenKeyPair>[], string, string | null][] = [
  ['none of that id', [app, desk], 'nobody', 'not_found'],
  ['one that was revoked before', [desk, gone], gone.id, 'not_found'],
  ['the last that manages', [app, desk, gone], desk.id, 'resource_in_use'],
  ['the last but one that manages', [desk, { ...desk, id: 'desk-2' }], desk.id, null],
  ['the last for applications', [app, desk], app.id, null]
]

t.test('revokeProjectKey: a pair ends for good, but for the last that manages', t => {
  table(t, revocations, (t, _, pairs, id, key) => {
    const said = revokeProjectKey({ pairs }, id, givenOccasion())
    if ('refusal' in said) {
      t.equal(said.refusal.key, key)
      const isOver = pairs.some(pair => pair.id === id && pair.revokedAt !== null)
      const over = `Project key ${id} is revoked already, since 2026-01-01T00:00:00.000Z`
      if (key === 'not_found') {
        t.equal(said.refusal.details, isOver ? over : `Cannot find project_key with id ${id}`)
      }
      return
    }
    t.equal(key, null)
    t.strictSame(said, {
      result: { ...pairs.find(pair => pair.id === id), revokedAt: NOW },
      changes: [{ kind: 'keyPair.revoked', id, revokedAt: NOW }]
    })
  })
  t.end()
})
