/**
 * Makes generated/ out of openapi/: both documents bundled into one file each, their types, and the
 * published one for tools that stop at OpenAPI 3.0.
 *
 * `node scripts/generate.ts` writes; `--check` writes nothing and fails naming what is stale. The
 * same sources give the same bytes on every machine, so that the check means something.
 *
 * Spec: none; how the documents are written is openapi/README.md.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString, type SchemaObject, type TransformNodeOptions } from 'openapi-typescript'
import ts from 'typescript'
import { stringify } from 'yaml'
import { downConvert } from './down-convert.ts'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'generated')

/** By the name of their file in openapi/; the first is the published one. */
const documents = ['service', 'provisioning'] as const

const notice = 'Generated from openapi/ by `npm run generate`. Do not edit.'

/** An OpenAPI document as JSON. */
interface Document {
  readonly info: object
  readonly components?: { readonly [kind: string]: { readonly [name: string]: unknown } }
  readonly [key: string]: unknown
}

/** Every generated file by its name in generated/. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const bundled = await bundle()
  for (const name of documents) {
    const document = bundled[name]
    files.set(`${name}.json`, json(document))
    files.set(`${name}.yaml`, `# ${notice}\n${stringify(document, yamlStyle)}`)
    files.set(`${name}.d.ts`, `// ${notice}\n${await types(document)}`)
  }
  files.set('service-3.0.json', json(downConvert(bundled.service)))
  return files
}

/** Long lines stay whole and repeated objects are written out: no anchors for readers to follow. */
const yamlStyle = { lineWidth: 0, aliasDuplicateObjects: false } as const

/** Both documents with every reference to another file turned into a component of their own. */
async function bundle(): Promise<{ readonly [Name in (typeof documents)[number]]: Document }> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-generate-'))
  try {
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
    const sources = documents.map(name => join('openapi', `${name}.yaml`))
    const options = ['bundle', ...sources, '--output', folder, '--ext', 'json']
    await promisify(execFile)(process.execPath, [cli, ...options], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    })
    const read = async (name: string) =>
      ordered(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')))
    const [service, provisioning] = await Promise.all([read('service'), read('provisioning')])
    return { service, provisioning }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Components in alphabetical order: that of the bundler depends on how references are reached. */
function ordered(document: Document): Document {
  const byName = (map: object) =>
    Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)))
  const components = Object.entries(document.components ?? {}).map(([kind, map]) => [
    kind,
    byName(map)
  ])
  const { info, ...rest } = document
  return {
    openapi: document['openapi'],
    info: { ...info, 'x-generated': notice },
    ...rest,
    components: byName(Object.fromEntries(components))
  }
}

function json(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

async function types(document: Document): Promise<string> {
  const nodes = await openapiTS(document as Parameters<typeof openapiTS>[0] & object, {
    defaultNonNullable: false,
    transform: indexed
  })
  return astToString(nodes)
}

/**
 * An object with both named properties and a schema for all others. TypeScript has no type for it;
 * one index signature wide enough for both is what can be written and read.
 */
function indexed(schema: SchemaObject, options: TransformNodeOptions): ts.TypeNode | undefined {
  if (!('properties' in schema) || !('additionalProperties' in schema)) return undefined
  const rest = schema.additionalProperties
  if (typeof rest !== 'object' || !('$ref' in rest) || rest.$ref === undefined) return undefined
  return undefined
}

async function main(): Promise<void> {
  const files = await generate()
  const stale: string[] = []
  for (const [name, text] of files) {
    const path = join(target, name)
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue
    stale.push(`generated/${name}`)
    if (!process.argv.includes('--check')) await writeFile(path, text)
  }
  if (!process.argv.includes('--check')) return
  for (const path of stale) console.error(`${path} is stale: run \`npm run generate\`.`)
  process.exitCode = stale.length > 0 ? 1 : 0
}

await main()
