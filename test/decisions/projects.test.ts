import t from 'tap'
import { type CreateProject, createProjectKey, createProject } from '../../src/decisions/projects.ts'
import { givenOccasion, givenProject, NOW } from '../support/given.ts'
import { givenKeyPair } from '../support/given-records.ts'
import { table } from '../support/table.ts'

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
