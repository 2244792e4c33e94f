/**
 * Tools that read the documents, or what the service answers beside them, and make no client: each
 * says what it finds wrong.
 *
 * What one gets wrong by itself stands beside it.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Tree } from '../documents/walk.ts'
import {
  answersShown,
  MANAGEMENT_KEYS,
  type Pair,
  pairsOf,
  SERVICE_KEYS,
  withPairsAlone
} from './pairs.ts'

/** What is given to a reader. */
export interface Given {
  /** A folder of its own. */
  readonly folder: string
  /** A service that was just started, with its demo shop. */
  readonly url: string
}

export interface Reader {
  readonly name: string
  /** Why it falls short; null when it does not. */
  readonly shortcoming: (given: Given) => Promise<string | null>
  /** Whether it needs a Java that compiles. */
  readonly java?: true
  /** Whether it is tried before a release only. */
  readonly isForReleases?: true
}

const require = createRequire(import.meta.url)
const packages = join(import.meta.dirname, 'node_modules')
const generated = resolve(import.meta.dirname, '../../generated')

/** The jar of the package `specmatic`, which holds the parser as well. */
const JAR = join(packages, 'specmatic/specmatic.jar')

const NAMES = ['service', 'provisioning', 'joined', 'sandbox']
const DOCUMENTS = NAMES.flatMap(name => [name, `${name}-3.0`])

/** Longest time that one command may take, in milliseconds. */
const COMMAND_MS = 300_000

export const readers: readonly Reader[] = [
  {
    name: 'swagger-parser',
    java: true,
    shortcoming: async ({ folder }) => {
      const files = DOCUMENTS.map(name => join(generated, `${name}.json`))
      const words = ['-cp', JAR, join(import.meta.dirname, 'Parsed.java'), ...files]
      const { failed, said } = await command('java', words, folder)
      return failed ? said : null
    }
  },
  { name: 'specmatic', java: true, shortcoming: specmatic },
  { name: 'jest-openapi', shortcoming: jestOpenapi },
  { name: 'pact', shortcoming: pact },
  { name: 'express-openapi-validator', isForReleases: true, shortcoming: expressValidator },
  { name: 'newman', isForReleases: true, shortcoming: newman },
  { name: 'openapi-generator', isForReleases: true, java: true, shortcoming: openapiGenerator }
]

/** Whether there is a Java that compiles. */
export async function hasJava(): Promise<boolean> {
  return !(await command('javac', ['-version'], import.meta.dirname)).failed
}

/**
 * Clients in other languages by the newest version of which npm has the jar, 5.0.0-beta2. It knows
 * OpenAPI 3.0, and gives up on enumerations that may be null in Python and in Kotlin, so that it
 * makes these of the sandbox alone.
 */
async function openapiGenerator({ folder }: Given): Promise<string | null> {
  const jar = join(packages, 'openapi-generator-jar/bin/openapi-generator.jar')
  const made = [
    ...['java', 'go'].flatMap(language => NAMES.map(name => ({ language, name }))),
    ...['python', 'kotlin'].map(language => ({ language, name: 'sandbox' }))
  ]
  const found: string[] = []
  for (const { language, name } of made) {
    const words = ['-jar', jar, 'generate', '-i', join(generated, `${name}-3.0.json`)]
    const output = join(folder, `${language}-${name}`)
    const { failed, said } = await command('java', [...words, '-g', language, '-o', output], folder)
    if (failed) found.push(`${language} of ${name}: ${said.slice(-COMMAND_TOLD)}`)
  }
  return allOf(found)
}

/**
 * What the document of the sixteen operations shows as asked and answered. The others are not played
 * by pairs, because most of what they show needs something first (openapi/examples/replays).
 */
async function shownPairs(): Promise<readonly Pair[]> {
  return pairsOf(await documentOf('service'))
}

async function asked(url: string, { method, path, headers, body }: Pair): Promise<Response> {
  return fetch(`${url}${path}`, { method, headers: { ...headers }, body })
}

/** Each pair that is not answered as it is to be, with what `fault` says of it. */
async function faultsOf(
  fault: (pair: Pair) => Promise<string | null>,
  pairs?: readonly Pair[]
): Promise<string | null> {
  const found: string[] = []
  for (const pair of pairs ?? (await shownPairs())) {
    const said = await fault(pair)
    if (said !== null) found.push(`${pair.operation}, ${pair.name}: ${said}`)
  }
  return allOf(found)
}

function allOf(found: readonly string[]): string | null {
  return found.length === 0 ? null : found.join('\n')
}

async function documentOf(name: string): Promise<Tree> {
  return JSON.parse(await readFile(join(generated, `${name}.json`), 'utf8'))
}

/** A copy without what has one of these names, wherever it is. */
function without(document: Tree, names: readonly string[]): Tree {
  return JSON.parse(
    JSON.stringify(document, (key, value) => (names.includes(key) ? undefined : value))
  )
}

/**
 * Scenarios of version 2.55.1 that fail by themselves: the form of a token is sent again for each
 * way to say who asks, with properties that the example leaves out, also where one excludes them.
 */
const OWN_SCENARIOS = [/ POST \/v1\/oauth\/token -> 200 .*'tokenRequest'/]

/** Plays every request that the document shows, and looks at the answers. */
async function specmatic({ folder, url }: Given): Promise<string | null> {
  const file = join(folder, 'service.json')
  await writeFile(file, JSON.stringify(withPairsAlone(await documentOf('service-3.0'))))
  const options = ['--strict', '--timeout=60', `--testBaseURL=${url}`]
  const { said } = await command('java', ['-jar', JAR, 'test', file, ...options], folder, {
    appId: SERVICE_KEYS['X-App-Id'],
    appToken: SERVICE_KEYS['X-App-Token'],
    managementId: MANAGEMENT_KEYS['X-Management-Id'],
    managementToken: MANAGEMENT_KEYS['X-Management-Token']
  })
  const scenarios = said.split('\n').filter(line => line.startsWith('Scenario: '))
  const failed = scenarios.filter(line => line.endsWith('FAILED'))
  const left = failed.filter(line => !OWN_SCENARIOS.some(own => own.test(line)))
  const unplayed = (await shownPairs()).filter(
    ({ name }) => !scenarios.some(line => line.includes(`'${name}' has SUCCEEDED`))
  )
  if (left.length === 0 && unplayed.length === 0) return null
  const names = unplayed.map(({ operation, name }) => `${operation}: ${name} was not played`)
  return [...left, ...names, said.slice(-COMMAND_TOLD)].join('\n')
}

/** Characters of the end of what a command printed that are told. */
const COMMAND_TOLD = 4000

/**
 * The matcher that tests in Jest use, on every answer that is shown, and on that to every request
 * of the sixteen. Version 0.14.2 knows OpenAPI 3.0.
 */
async function jestOpenapi({ url }: Given): Promise<string | null> {
  const { expect } = require('expect')
  Object.assign(globalThis, { expect })
  // It takes `exclusiveMinimum` of OpenAPI 3.0 for the number that later drafts have.
  const document = without(await documentOf('joined-3.0'), ['exclusiveMinimum'])
  require('jest-openapi').default(document)
  // As a client of the matcher, axios, tells an answer.
  const mistakeOf = (status: number, data: unknown, request: Asked): string | null => {
    try {
      expect({ status, data, request }).toSatisfyApiSpec()
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  const shown = answersShown(document).flatMap(({ operation, name, status, value, ...request }) => {
    const mistake = mistakeOf(status, value, request)
    return mistake === null ? [] : `${operation}, ${name}: ${mistake}`
  })
  const answered = await faultsOf(async pair => {
    const answer = await asked(url, pair)
    if (answer.status !== pair.status) return `is answered with ${answer.status}`
    return mistakeOf(answer.status, await answer.json(), pair)
  })
  return allOf([...shown, ...(answered === null ? [] : [answered])])
}

interface Asked {
  readonly method: string
  readonly path: string
}

/** A pact of every request that is shown: made with a mock, verified, compared with the document. */
async function pact({ folder, url }: Given): Promise<string | null> {
  process.env['PACT_DO_NOT_TRACK'] = 'true'
  const { MatchersV3, PactV3, Verifier } = require('@pact-foundation/pact')
  const { Comparator } = require('@pactflow/openapi-pact-comparator')
  const dir = join(folder, 'pacts')
  await mkdir(dir)
  const consumer = new PactV3({ consumer: 'shop', provider: 'tessera', dir, logLevel: 'error' })
  // Version 20.2.0 of its core sends a form as JSON, cut off where the form would end.
  const pairs = (await shownPairs()).filter(({ path }) => !path.startsWith('/v1/oauth/'))
  for (const pair of pairs) {
    const { operation, name, method, path, body, status, answer } = pair
    const { 'Content-Type': contentType, ...keys } = pair.headers
    consumer.addInteraction({
      states: [],
      uponReceiving: `${operation}, ${name}`,
      withRequest: { method, path, headers: keys, ...(body === null ? {} : { body, contentType }) },
      willRespondWith: {
        status,
        contentType: 'application/json',
        body: MatchersV3.like(Array.isArray(answer) ? answer.map(scalarsOf) : scalarsOf(answer))
      }
    })
    await consumer.executeTest(async (mock: { readonly url: string }) => asked(mock.url, pair))
  }
  const file = join(dir, 'shop-tessera.json')
  await new Verifier({
    provider: 'tessera',
    providerBaseUrl: url,
    pactUrls: [file],
    logLevel: 'error'
  }).verifyProvider()
  const found: string[] = []
  const made = JSON.parse(await readFile(file, 'utf8'))
  for (const name of DOCUMENTS.filter(each => /^(service|joined)/.test(each))) {
    const comparator = new Comparator({ oas: await documentOf(name) })
    for await (const { code, message } of comparator.compare(made)) {
      found.push(`${name}: ${code}: ${message}`)
    }
  }
  return allOf(found)
}

/**
 * Requests and answers through the middleware, before a server that asks the service for the sixteen
 * by OpenAPI 3.0; by the other documents what they show first, since all took more than eight minutes.
 */
async function expressValidator({ url }: Given): Promise<string | null> {
  const found: string[] = []
  for (const name of DOCUMENTS) {
    const isLive = name === 'service-3.0'
    const document = await servedDocument(url, name)
    const pairs = pairsOf(document).slice(0, isLive ? undefined : 1)
    const answerOf = async (pair: Pair) => (isLive ? (await asked(url, pair)).json() : pair.answer)
    const said = await middlewareFaults(document, pairs, answerOf)
    if (said !== null) found.push(`${name}: ${said}`)
  }
  return allOf(found)
}

/** With whole addresses; that of a sandbox, which is not served here, as it is in the package. */
async function servedDocument(url: string, name: string): Promise<Tree> {
  if (name.startsWith('sandbox')) return documentOf(name)
  const file = `openapi-${name}.json`.replace('-service', '')
  return (await fetch(`${url}/${file}`)).json() as Promise<Tree>
}

async function middlewareFaults(
  document: Tree,
  pairs: readonly Pair[],
  answerOf: (pair: Pair) => Promise<unknown>
): Promise<string | null> {
  const express = require('express')
  const { middleware } = require('express-openapi-validator')
  const app = express()
  app.use(express.json(), express.urlencoded())
  // Version 5.6.2 takes `id` in an example of a schema for the name of the schema.
  const apiSpec = without(document, ['example', 'examples'])
  app.use(middleware({ apiSpec, validateResponses: true, validateSecurity: false }))
  let current: Pair
  app.use(async (_: unknown, response: ExpressResponse) =>
    response.status(current.status).json(await answerOf(current))
  )
  app.use((error: ValidationError, _: unknown, response: ExpressResponse, __: unknown) =>
    response.status(error.status ?? 500).json({ message: error.message })
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await faultsOf(async pair => {
      current = pair
      const answer = await asked(`http://127.0.0.1:${server.address().port}`, pair)
      const said = await answer.text()
      return answer.status === pair.status ? null : said
    }, pairs)
  } finally {
    server.close()
  }
}

interface ExpressResponse {
  status(status: number): { json(body: unknown): void }
}

interface ValidationError extends Error {
  readonly status?: number
}

/** The collection that is made of the sixteen, played: no request of it is refused. */
async function newman({ url }: Given): Promise<string | null> {
  const input = { type: 'json', data: await documentOf('service') }
  const options = { parametersResolution: 'Example', disableOptionalParameters: true }
  const { result, reason, output } = await promisify(require('openapi-to-postmanv2').convertV2)(
    input,
    options
  )
  if (!result) return reason
  const [{ data }] = output
  // The keys come by the script below; the collection has places for one of them only.
  const collection = without(data, ['auth'])
  const keys = { ...SERVICE_KEYS, ...MANAGEMENT_KEYS }
  const script = (exec: readonly string[]) => ({ type: 'text/javascript', exec })
  collection['event'] = [
    {
      listen: 'prerequest',
      script: script([
        // Otherwise all requests have the one that the document shows.
        "pm.request.headers.remove('Idempotency-Key')",
        ...Object.entries(keys).map(
          ([key, value]) => `pm.request.headers.upsert(${JSON.stringify({ key, value })})`
        )
      ])
    },
    {
      listen: 'test',
      script: script([
        "pm.test('is a success', () => pm.expect(pm.response.code).to.be.below(400))"
      ])
    }
  ]
  const { run } = await promisify(require('newman').run)({
    collection,
    envVar: [{ key: 'baseUrl', value: url }]
  })
  const refused = run.executions.flatMap(({ item, response, assertions = [] }: Execution) =>
    assertions.some(({ error }) => error) ? `${item.name}: ${response.text()}` : []
  )
  const failures = [...refused, ...run.failures.map((each: Failure) => each.error.message)]
  return allOf(failures)
}

interface Execution {
  readonly item: { readonly name: string }
  readonly response: { text(): string }
  readonly assertions?: readonly { readonly error?: unknown }[]
}

interface Failure {
  readonly error: Error
}

/** What a client of an answer might read that is neither null nor nested. */
function scalarsOf(answer: unknown): Tree {
  const kinds = ['string', 'number', 'boolean']
  return Object.fromEntries(
    Object.entries(answer as Tree).filter(([, value]) => kinds.includes(typeof value))
  )
}

/** What a command printed, and whether it failed. */
export function command(
  program: string,
  words: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {}
): Promise<{ readonly failed: boolean; readonly said: string }> {
  // Otherwise one of the generators reports its use over the network.
  const env = { ...process.env, DO_NOT_TRACK: '1', ...variables }
  const settings = { cwd, env, maxBuffer: 2 ** 28, timeout: COMMAND_MS }
  return new Promise(done => {
    execFile(program, words, settings, (error, stdout, stderr) =>
      done({ failed: error !== null, said: `${stdout}\n${stderr}`.trim() })
    )
  })
}
