/**
 * Makes generated/ from openapi/: both documents bundled into one file each, both in one, the types
 * of all three, and all three for tools that know OpenAPI 3.0 only; the schema of project files,
 * and the demo, which is one; the journeys; and the tables for PostgreSQL from those for SQLite.
 * The tables of settings and of metrics in OPERATING.md are made of the code.
 *
 * `node scripts/generate.ts` writes; `--check` writes nothing and fails with the names of stale
 * files. The same sources give the same bytes on every machine, so that the check is reliable.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundle, createConfig } from '@redocly/openapi-core'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { parse, stringify } from 'yaml'
import type { Document } from '../src/http/document.ts'
import { otherFallback, type Setting, settings } from '../src/main/config.ts'
import { type Metric, metrics } from '../src/main/metrics.ts'
import { filledFile } from '../src/project-files/load.ts'
import { fileChecks, fileSchema } from '../src/project-files/schema.ts'
import { withCodeSamples } from './documents/code-samples.ts'
import { downConvert } from './documents/down-convert.ts'
import { withErrorKeys } from './documents/error-keys.ts'
import { componentsOf } from './documents/examples.ts'
import { joined } from './documents/join.ts'
import { type Links, withLinks } from './documents/links.ts'
import { nameObjects } from './documents/named-objects.ts'
import { nameValues } from './documents/named-values.ts'
import { postgresTables } from './documents/postgres-tables.ts'
import {
  componentsInOrder,
  followed,
  isTree,
  operationsOf,
  schemasOf,
  type Tree,
  tree
} from './documents/walk.ts'

const root = resolve(import.meta.dirname, '..')

/** The names of their files in openapi/; the first is the published document. */
const names = ['service', 'provisioning', 'sandbox'] as const
type Name = (typeof names)[number]

const notice = 'Generated from openapi/ by scripts/generate.ts. Do not edit.'

/** No folded lines and no anchors, so that readers need not follow any. */
const yamlStyle = { lineWidth: 0, aliasDuplicateObjects: false } as const

/** Every generated file by its path. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const [name, document] of Object.entries(await documents())) {
    files.set(`generated/${name}.json`, json(document))
    files.set(`generated/${name}.yaml`, `# ${notice}\n${stringify(document, yamlStyle)}`)
    files.set(`generated/${name}.d.ts`, `// ${notice}\n${await declarations(document)}`)
    files.set(`generated/${name}-3.0.json`, json(downConvert(document)))
  }
  const schema = fileSchema(JSON.parse(files.get('generated/joined.json') ?? ''))
  files.set('generated/project-file.json', json({ $comment: notice, ...schema }))
  files.set('generated/demo.json', await demo(schema))
  const { info, ...rest } = parse(await readFile(join(root, 'openapi/arazzo.yaml'), 'utf8')) as Tree
  const journeys = {
    arazzo: rest['arazzo'],
    info: { ...tree(info), 'x-generated': notice },
    ...rest
  }
  files.set('generated/arazzo.json', json(journeys))
  files.set('generated/arazzo.yaml', `# ${notice}\n${stringify(journeys, yamlStyle)}`)
  const tables = await readFile(join(root, 'src/storage/tables.ts'), 'utf8')
  files.set('generated/tables.postgres.ts', postgresTables(tables))
  const operating = await readFile(join(root, 'OPERATING.md'), 'utf8')
  files.set('OPERATING.md', withMetrics(withSettings(operating)))
  return files
}

/** The page with a row for each setting in its table, which ends at an empty line. */
function withSettings(page: string): string {
  const rows = Object.values<Setting<unknown>>(settings).map(setting => {
    const { variable, fallback, expects, meaning } = setting
    const other = otherFallback(setting)
    const others = other === null ? '' : `, ${other.where} \`${other.value}\``
    return `| \`${variable}\` | \`${fallback}\`${others} | ${expects} | ${meaning} |\n`
  })
  return withRows(page, 'Variable', rows)
}

/** The same for each metric. */
function withMetrics(page: string): string {
  const rows = Object.entries<Metric>(metrics).map(([name, { labels = [], meaning }]) => {
    const labelled = labels.length === 0 ? '' : `{${labels}}`
    return `| \`${name}${labelled}\` | ${meaning} |\n`
  })
  return withRows(page, 'Metric', rows)
}

function withRows(page: string, first: string, rows: readonly string[]): string {
  const table = new RegExp(`(^\\| ${first} \\|.*\\n\\|[-|]*\\n)(?:\\|.*\\n)*`, 'm')
  if (!table.test(page)) throw new Error(`OPERATING.md has no table that begins with "${first}".`)
  return page.replace(table, (_, head) => head + rows.join(''))
}

/**
 * The demo with all defaults of the schema, so that a start need load neither.
 * @throws {FileRefused} with what is wrong in its file, and where.
 */
async function demo(schema: Document): Promise<string> {
  const name = 'src/demo/demo.yaml'
  const text = await readFile(join(root, name), 'utf8')
  const filled = await filledFile({ name, text }, fileChecks(schema))
  return `${JSON.stringify(filled, null, 2)}\n`
}

/** Both documents and the joined one, with their links; and that of the sandbox. */
async function documents(): Promise<Readonly<Record<string, Tree>>> {
  const { service, provisioning, sandbox } = await bundled()
  const links = parse(await readFile(join(root, 'openapi/links.yaml'), 'utf8')) as Links
  const both = withLinks(
    { 'openapi.json': service, 'openapi-provisioning.json': provisioning },
    links
  )
  const all = withLinks({ 'openapi-joined.json': joined(service, provisioning) }, links)
  return {
    service: both['openapi.json'],
    provisioning: both['openapi-provisioning.json'],
    joined: all['openapi-joined.json'],
    // Not joined: it is served only where a sandbox is.
    sandbox
  }
}

/** The three documents; every reference to another file has become one to a component. */
async function bundled(): Promise<Readonly<Record<Name, Tree>>> {
  const paper = await readFile(join(root, 'openapi/behaviour/errors.md'), 'utf8')
  const documents = await Promise.all(names.map(bundledOf))
  nameObjects(documents)
  documents.forEach(nameValues)
  namePathExamples(documents)
  const [service, provisioning, sandbox] = documents.map(each =>
    withErrorKeys(finished(each), paper)
  ) as [Tree, Tree, Tree]
  return { service: withCodeSamples(service), provisioning, sandbox }
}

/** @throws {Error} when a reference leads nowhere. */
async function bundledOf(name: Name): Promise<Tree> {
  const config = await createConfig({})
  const ref = join(root, 'openapi', `${name}.yaml`)
  const made = await bundle({ ref, config })
  const problems = made.problems.map(({ message, location: [at] }) => {
    return `${at?.source.absoluteRef} ${at?.pointer ?? ''}: ${message}`
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  // What stands in several places is several objects.
  return JSON.parse(JSON.stringify(made.bundle.parsed))
}

/**
 * Adds the notice and sorts the components. A text that is a constant is also said as an
 * enumeration of one, because some generators of clients read only the one, some only the other.
 */
function finished(document: Tree): Tree {
  for (const { schema } of schemasOf(document)) {
    if (typeof schema['const'] === 'string') schema['enum'] = [schema['const']]
  }
  const { openapi, info, components, ...rest } = document
  return {
    openapi,
    info: { ...tree(info), 'x-generated': notice },
    ...rest,
    components: componentsInOrder(tree(components))
  }
}

/**
 * Shows the value of a path parameter by the name of every example that goes with it, because
 * programs that play examples put together what has one name. A parameter is the same in all
 * documents.
 */
function namePathExamples(documents: readonly Tree[]): void {
  const names = new Map<unknown, Set<string>>()
  for (const document of documents) {
    for (const { tree: operation } of operationsOf(document)) {
      const bodies = [operation['requestBody'], ...successesOf(operation)]
      const media = bodies.flatMap(body => Object.values(tree(followed(document, body)['content'])))
      const shown = media.flatMap(each => Object.keys(tree(tree(each)['examples'])))
      for (const each of (operation['parameters'] ?? []) as Tree[]) {
        names.set(each['$ref'], new Set([...(names.get(each['$ref']) ?? []), ...shown]))
      }
    }
  }
  for (const document of documents) {
    for (const [name, each] of Object.entries(componentsOf(document, 'parameters'))) {
      const shown = [...(names.get(`#/components/parameters/${name}`) ?? [])].toSorted()
      if (each['in'] !== 'path' || shown.length === 0) continue
      const { example: value } = each
      each['examples'] = Object.fromEntries(shown.map(name => [name, { value }]))
      delete each['example']
    }
  }
}

function successesOf(operation: Tree): readonly unknown[] {
  const answers = Object.entries(tree(operation['responses']))
  return answers.flatMap(([status, answer]) => (Number(status) < 300 ? answer : []))
}

/** A line for each path and component; indented in full, a third of it would be spaces. */
function json(document: Tree): string {
  return `${inLines(document, LINES_DEPTH)}\n`
}

/** Document, components, one kind of components: everything below is on one line. */
const LINES_DEPTH = 3

function inLines(value: unknown, depth: number): string {
  if (depth === 0 || !isTree(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}:${inLines(each, depth - 1)}`
  )
  return `{\n${entries.join(',\n')}\n}`
}

/**
 * TypeScript declarations of a document. The generator gets a copy, because it changes what it
 * reads, and remarks on it in descriptions.
 */
async function declarations(document: Tree): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as unknown as OpenAPI3, { silent: true })
  return astToString(nodes).replaceAll(' (enum property replaced by openapi-typescript)', '')
}

/** Writes the files that differ, or only names them. */
async function main(checking: boolean): Promise<void> {
  const stale: string[] = []
  for (const [name, text] of await generate()) {
    const path = join(root, name)
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue
    stale.push(name)
    if (!checking) await writeFile(path, text)
  }
  for (const name of stale) {
    if (checking) console.error(`${name} is stale; run scripts/generate.ts and commit it.`)
    else console.log(name)
  }
  if (checking && stale.length > 0) process.exitCode = 1
}

await main(process.argv.includes('--check'))
