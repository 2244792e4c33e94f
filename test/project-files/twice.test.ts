/**
 * Every example of a body that makes something, as an entry of a project file that is loaded twice.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { type Document, flat, isSchema } from '../../src/http/document.ts'
import { freshSource } from '../../src/ids.ts'
import { readConfig } from '../../src/main/config.ts'
import type { EntryValues } from '../../src/project-files/entries.ts'
import { loadFile } from '../../src/project-files/load.ts'
import {
  propertyOf,
  SECTION_NAMES,
  SECTIONS,
  type SectionName
} from '../../src/project-files/sections.ts'
import { listProjects } from '../../src/storage/projects.ts'
import { demoStore } from '../support/demo.ts'
import { NOW } from '../support/given.ts'

const joined = JSON.parse(
  readFileSync(new URL('../../generated/joined.json', import.meta.url), 'utf8')
) as Document

function examplesOf(operation: string): readonly unknown[] {
  const all = Object.values(joined.paths).flatMap(item => Object.values(item))
  const found = all.find(each => isSchema(each) && each['operationId'] === operation) as EntryValues
  const { content } = flat(joined, found['requestBody']) as { content: Record<string, EntryValues> }
  const examples = Object.values(content['application/json']?.['examples'] as EntryValues)
  return examples.map(each => flat(joined, each)['value'])
}

/** Words that may be in capitals as well. */
function inCapitals(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/"(and|or)"/g, word => word.toUpperCase()))
}

/** What entries of a section are within, as the demo has it. */
const OUTER: { readonly [Name in SectionName]?: EntryValues } = {
  skus: { source_id: 'mug' },
  promotion_tiers: { name: 'Autumn promotion' },
  earning_rules: { name: 'Coffee Club' },
  loyalty_tiers: { name: 'Bakery Friends' },
  offers: { name: 'Coffee Club' }
}

/** A file with one entry, as far as a file has what the body says. */
function fileOf(section: SectionName, body: EntryValues): EntryValues {
  const { within, isSingle, without = [] } = SECTIONS[section]
  const kept = Object.entries(body).filter(([name]) => name !== 'id' && !without.includes(name))
  const own = Object.fromEntries(kept)
  const entry = section === 'offers' ? { reward: 'rew_00mug', ...own } : own
  const property = propertyOf(section)
  if (within === undefined) return { [property]: isSingle ? entry : [entry] }
  return { [within]: [{ ...OUTER[section], [property]: [entry] }] }
}

t.test('every example of a body that makes a thing is loaded twice, and stays', async t => {
  const bugs: Error[] = []
  const config = readConfig({})
  const store = await demoStore(NOW, config, bugs)
  t.teardown(() => store.close())
  const [demo] = await store.read(null, listProjects)
  if (demo === undefined) throw new Error('There is no demo.')
  const services = { now: () => NOW, ids: freshSource(), limits: config }
  const load = (value: EntryValues) => {
    const file = { name: 'one.json', text: JSON.stringify(value), folder: '/nowhere' }
    return loadFile(store, services, demo, file)
  }
  const entries = SECTION_NAMES.flatMap(section => {
    const bodies = examplesOf(SECTIONS[section].create).flat() as readonly EntryValues[]
    const all = [...bodies, ...bodies.map(body => inCapitals(body) as EntryValues)]
    return all.map(body => ({ section, value: fileOf(section, body) }))
  })
  for (const { section, value } of entries) {
    const text = `${section} ${JSON.stringify(value)}`
    try {
      await load(value)
      const second = await load(value)
      const told = second.outcomes.filter(({ did }) => did !== 'unchanged')
      t.strictSame(told, [], text)
    } catch (error) {
      t.fail(`${text} ${(error as Error).message}`)
    }
  }
  t.ok(entries.length > 30)
  t.strictSame(bugs, [])
})
