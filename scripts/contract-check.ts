/**
 * Counts how well the documents keep the rules of openapi/README.md: a line for each rule with its
 * count and its target, and exit code 1 when one is missed. Works offline.
 *
 * Spec: openapi/README.md#rules.
 */
import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Count, type Documents, together } from './contract/count.ts'
import * as operations from './contract/operations.ts'
import * as schemas from './contract/schemas.ts'
import { logs, unannounced } from './contract-changes.ts'
import type { Tree } from './documents/walk.ts'
import { toolOf } from './tools/tools.ts'

const root = resolve(import.meta.dirname, '..')

/** A row of the checklist. */
interface Item {
  readonly number: number
  readonly name: string
  /** The least share that keeps the rule; 1 allows no exception. */
  readonly target: number
  readonly count: () => Count | Promise<Count>
}

const read = (name: string): Tree =>
  JSON.parse(readFileSync(join(root, 'generated', `${name}.json`), 'utf8'))

const documents: Documents = {
  service: read('service'),
  provisioning: read('provisioning'),
  older: [read('service-3.0'), read('provisioning-3.0')]
}
const filesOf = (name: string) => [`generated/${name}.json`, `generated/${name}-3.0.json`]
const files = ['service', 'provisioning', 'joined'].flatMap(filesOf)
const sources = ['openapi/service.yaml', 'openapi/provisioning.yaml']

const checklist: readonly Item[] = [
  item(1, 'spectral:oas, all rules', 1, spectral),
  item(2, 'recommended-strict', 1, redocly),
  item(4, 'statuses, examples, typed arrays, names', 1, () =>
    together([operations.statusesAndParameters(documents), schemas.schemaStyle(documents)])
  ),
  item(5, 'operationIds', 1, () => operations.operationIds(documents)),
  item(6, 'summary, description, one described tag', 1, () => operations.operationProse(documents)),
  item(7, 'examples of requests and statuses', 1, () => operations.operationExamples(documents)),
  item(8, 'examples fit their schemas', 1, () => schemas.validExamples(documents)),
  item(11, 'error keys in openapi/behaviour/errors.md', 1, operations.errorCatalogue),
  item(12, 'schemas and properties described', 1, () => schemas.descriptions(documents)),
  item(13, 'formats, bounds, patterns', 0.95, () => schemas.bounds(documents)),
  item(14, 'unions told apart', 1, () => schemas.unions(documents)),
  item(15, 'null in its two styles', 1, () => schemas.nulls(documents)),
  item(16, 'requests closed, answers open', 1, () => schemas.openness(documents)),
  item(17, 'parameters, headers, responses by $ref', 0.9, () => operations.references(documents)),
  item(18, 'unambiguous paths', 1, () => operations.ambiguousPaths(documents)),
  item(19, 'security and scopes per operation', 1, () => operations.security(documents)),
  item(20, 'links from what creates', 1, () => operations.links(documents)),
  item(22, 'code samples in three languages', 1, () => operations.codeSamples(documents)),
  item(23, 'changes that break clients have a version', 1, changes),
  item(25, 'served documents under 1.12 MB', 1, sizes)
]

/** Documents beside those that were released last. */
async function changes(): Promise<Count> {
  const all = await logs()
  return { all: all.length, short: all.flatMap(unannounced) }
}

/** Bytes of a document that viewers and generators still load at once. */
const SIZE_MAX = 1_120_000
/** Bytes of the joined document, which has the operations of both and is for generators. */
const JOINED_SIZE_MAX = 1_500_000

function sizes(): Count {
  const short = files
    .map(file => ({ file, bytes: statSync(join(root, file)).size }))
    .filter(({ file, bytes }) => bytes > (/joined/.test(file) ? JOINED_SIZE_MAX : SIZE_MAX))
    .map(({ file, bytes }) => `${file}: ${bytes} bytes`)
  return { all: files.length, short }
}

function item(number: number, name: string, target: number, count: Item['count']): Item {
  return { number, name, target, count }
}

/**
 * The findings of one linter, which is slow, in the published document and the joined one. These
 * have all operations and components of the second document; the other linter reads that, too.
 */
async function spectral(): Promise<Count> {
  const versions = ['', '-3.0'].map(version =>
    ['service', 'joined'].map(name => `generated/${name}${version}.json`)
  )
  const options = ['lint', '--ruleset', '.spectral.yaml', '--format', 'json', '--quiet']
  // A process for each version of OpenAPI: two take two thirds of the time of one.
  const linted = versions.map(each =>
    run('@stoplight/spectral-cli/dist/index.js', [...options, ...each])
  )
  const found = (await Promise.all(linted)).flat(2) as Tree[]
  const short = found.map(
    ({ source, path, code, message }) =>
      `${source}: ${(path as string[]).join('.')}: ${code}: ${message}`
  )
  return { all: versions.flat().length, short }
}

/** The findings of the other linter in them and in their sources. */
async function redocly(): Promise<Count> {
  const checked = [...sources, ...files]
  const options = ['lint', '--config', '.redocly.yaml', '--format', 'json', ...checked]
  const reports = (await run('@redocly/cli/bin/cli.js', options)) as Tree[]
  const short = reports
    .flatMap(report => report['problems'] as Tree[])
    .map(({ ruleId, message }) => `${ruleId}: ${message}`)
  return { all: checked.length, short }
}

/**
 * The JSON values that a linter prints, one after the other. Findings also set its exit code, so
 * only a failure without JSON is a failure of the linter.
 */
function run(script: string, options: readonly string[]): Promise<unknown[]> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const settings = { cwd: root, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 }
  const command = [toolOf(script), ...options]
  return new Promise((done, failed) => {
    execFile(process.execPath, command, settings, (error, stdout, stderr) => {
      const values = stdout.trim().split(/(?<=^\})\s*(?=\{)/m)
      if (error !== null && !/^[[{]/.test(values[0] ?? '')) {
        failed(new Error(`${script} failed: ${stderr || stdout}`))
      } else done(values.filter(Boolean).map(value => JSON.parse(value)))
    })
  })
}

/** Findings printed for each rule at most. */
const TOLD = 10

async function main(): Promise<void> {
  console.log(`${checklist.length} rules; the two linters come first and take minutes`)
  for (const { number, name, target, count } of checklist) {
    const { all, short } = await count()
    const good = Math.max(all - short.length, 0)
    const share = all === 0 ? 0 : good / all
    const kept = target === 1 ? short.length === 0 && all > 0 : share >= target
    const percent = (value: number) => `${(value * 100).toFixed(1)} %`
    console.log(
      [
        String(number).padStart(2),
        name.padEnd(42),
        `${good} of ${all}`.padStart(14),
        percent(share).padStart(8),
        `target ${percent(target)}`.padStart(15),
        kept ? 'ok' : 'SHORT'
      ].join('  ')
    )
    for (const line of kept ? [] : short.slice(0, TOLD)) console.log(`      ${line}`)
    if (!kept) process.exitCode = 1
  }
}

await main()
