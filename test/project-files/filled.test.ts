/**
 * Every property that a project file may have, filled once: it is dumped, loaded into nothing, and
 * dumped as the same. A property that is added to the form has to be added to filled.yaml.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { freshSource } from '../../src/ids.ts'
import { dumpProject, dumpText } from '../../src/project-files/dump.ts'
import { projectFromFile } from '../../src/project-files/load.ts'
import {
  propertyOf,
  SECTION_NAMES,
  SECTIONS,
  type SectionName
} from '../../src/project-files/sections.ts'
import { NOW } from '../support/given.ts'
import { root } from '../support/root.ts'
import { newStore } from '../support/stores.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }
const SCHEMA = JSON.parse(readFileSync(join(root, 'generated/project-file.json'), 'utf8'))
const FILLED = readFileSync(join(import.meta.dirname, 'filled.yaml'), 'utf8')

type Values = Readonly<Record<string, unknown>>

/** The entries of a section, wherever a file has them. */
function entriesIn(file: Values, section: SectionName): readonly Values[] {
  const { within, isSingle } = SECTIONS[section]
  const outers = within === undefined ? [file] : entriesIn(file, within)
  const found = outers.flatMap(outer => (outer[propertyOf(section)] ?? []) as readonly Values[])
  return isSingle ? found.slice(0, 1) : found
}

/** The properties that an entry of a section may have. */
function propertiesOf(section: SectionName): readonly string[] {
  return Object.keys(SCHEMA.$defs[`entry_${section}`].properties)
}

/** Properties that the schema of a section has and no entry says. */
function missingIn(file: Values, section: SectionName): readonly string[] {
  const known = propertiesOf(section)
  const said = new Set(entriesIn(file, section).flatMap(entry => Object.keys(entry)))
  return known.filter(name => !said.has(name)).map(name => `${section}.${name}`)
}

const IDS = SECTION_NAMES.flatMap(section =>
  propertiesOf(section)
    .filter(name => ['id', 'ids'].includes(name))
    .map(name => `${section}.${name}`)
)

/** What a dump leaves to the form: ids that no name needs, and who is in a segment. */
const NOT_DUMPED = new Set([...IDS, 'segments.customers'])

t.test('all that is set up comes back from a dump', async t => {
  const missing = (file: Values) => SECTION_NAMES.flatMap(section => missingIn(file, section))
  t.strictSame(missing(parse(FILLED)), IDS, 'the file says everything')
  const dumps: string[] = []
  let text = FILLED
  for (const withIds of [false, false, true, true]) {
    const store = await newStore({ onBug: error => t.error(error) })
    t.teardown(() => store.close())
    const file = { name: 'filled.yaml', text, folder: '/nowhere' }
    const { project } = await projectFromFile(store, services, file)
    const { value } = await dumpProject(store, services, project, { out: null, withIds })
    text = await dumpText(value, null)
    dumps.push(text)
    const left = missing(value).filter(name => !NOT_DUMPED.has(name))
    t.strictSame(left, [], 'the dump says everything')
  }
  const [first, second, third, fourth] = dumps
  t.equal(second, first)
  t.equal(fourth, third, 'with ids')
})

t.test('a dump says of each property what the file said', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const file = { name: 'filled.yaml', text: FILLED, folder: '/nowhere' }
  const { project } = await projectFromFile(store, services, file)
  const { value } = await dumpProject(store, services, project, { out: null, withIds: false })
  const said = parse(FILLED) as Values
  const asDumped = JSON.parse(JSON.stringify(value)) as Values
  for (const section of SECTION_NAMES) {
    const dumped = entriesIn(asDumped, section)
    for (const entry of entriesIn(said, section)) {
      const { customers: _, ...own } = withoutInner(section, entry)
      const found = dumped.some(each => agrees(own, each))
      t.ok(found, `${section} ${JSON.stringify(own).slice(0, 80)}`)
    }
  }
})

function withoutInner(section: SectionName, entry: Values): Values {
  const inner = SECTION_NAMES.filter(name => SECTIONS[name].within === section).map(propertyOf)
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !inner.includes(name)))
}

/** Whether a value says all that another says; a list has the same entries in the same order. */
function agrees(said: unknown, dumped: unknown): boolean {
  if (typeof said !== 'object' || said === null) return said === dumped
  if (typeof dumped !== 'object' || dumped === null) return false
  const [some, all] = [said, dumped] as [Values, Values]
  const isWhole = !Array.isArray(said) || said.length === Object.keys(all).length
  return isWhole && Object.entries(some).every(([name, each]) => agrees(each, all[name]))
}
