import t from 'tap'
import {
  type CreateProject,
  createProject,
  renewUrlSecret
} from '../../../src/decisions/projects.ts'
import { givenOccasion, givenProject } from '../../support/given.ts'
import { table } from '../../support/table.ts'

function asked(over: Partial<CreateProject> = {}): CreateProject {
  const { id, createdAt, ...project } = givenProject()
  return { ...project, pairs: [], ...over }
}

const project = givenProject()

t.test('renewUrlSecret: another secret signs urls, and the other one stays', async t => {
  const renewed = { ...project, urlSecret: 'new' }
  t.strictSame(renewUrlSecret('new', givenOccasion({ project })), {
    result: renewed,
    changes: [{ kind: 'urlSecret.renewed', urlSecret: 'new' }]
  })
})

//                                    command                                  details
const refusals: [string, Partial<CreateProject>, RegExp][] = [
  ['a zone that is none', { timezone: 'Mars/Olympus', currency: 'x' }, /\.timezone: 'Mars\/Olymp/],
  ['an offset is no zone', { timezone: '+01:00' }, /\.timezone: '\+01:00' is no time zone/],
  ['a currency in words', { currency: 'Euro' }, /\.currency: 'Euro' is no currency/],
  ['a currency in small letters', { currency: 'eur' }, /\.currency: 'eur'/]
]

t.test('createProject: refuses what no day or price could be told in', async t => {
  table(t, refusals, (t, _, over, details) => {
    t.match(createProject(asked(over), givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  })
})
