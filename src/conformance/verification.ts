/**
 * Verifies a service: makes every check of every operation, one after another, because a check may
 * depend on what the one before it left. A service that stops answering ends the verification,
 * which then has no verdict.
 */

import { isSchema } from '../http/document.ts'
import { keysFor, type SentRequest, ServiceClient, Unanswered, type Wait } from './answers.ts'
import {
  bodyChecks,
  credentialChecks,
  exampleChecks,
  listChecks,
  parameterChecks,
  pathChecks,
  repetitionChecks,
  valueChecks
} from './checks.ts'
import type { CompiledContract, Described } from './contract.ts'
import { SecretMask, shellCommand } from './proxy.ts'
import {
  CheckSkipped,
  type KnownContract,
  type PromiseCheck,
  type PromiseKind,
  secretsIn,
  type Verified,
  Visit
} from './visit.ts'

/** The verification cannot be made; the message says why, for people. */
export class Unverifiable extends Error {}

export interface Wish extends KnownContract {
  readonly url: string
  readonly readOnly: boolean
  /** Ids of the operations to verify; empty: all. */
  readonly only: readonly string[]
  /** Waits so many milliseconds; absent: as clocks do. */
  readonly wait?: Wait
}

/** Requests in a row without an answer after which the service counts as gone. */
const UNANSWERED_MAX = 3
const REQUESTS_TOLD_MAX = 3
/** Why a check is left out where nothing may change. */
const ONLY_READING = 'It may change what the service stores.'

/**
 * The whole report; `tell` hears of each operation that is begun, by its id.
 * @throws {Unverifiable} when the service does not answer, or takes none of the keys.
 */
export async function verify(
  wish: Wish,
  tell: (operationId: string) => void = () => undefined
): Promise<Report> {
  const { contract, url, names, only, readOnly } = wish
  const { title, version } = contract.document.info
  const place: Verified = {
    ...wish,
    client: new ServiceClient(url, wish.wait),
    told: new Map(),
    found: new Map(),
    tokens: new Map(),
    secrets: secretsOf(wish)
  }
  await probe(wish, place)
  const wanted = contract.operations.filter(({ id }) => only.length === 0 || only.includes(id))
  const run = new Run(wish, place)
  const first: CheckResult[][] = []
  for (const operation of wanted) {
    tell(operation.id)
    first.push(
      await run.checks(operation, [
        ...exampleChecks(operation),
        ...credentialChecks(contract, operation),
        ...pathChecks(operation),
        ...parameterChecks(operation),
        ...bodyChecks(contract, operation, names),
        ...repetitionChecks(operation),
        ...valueChecks(operation)
      ])
    )
  }
  const operations: OperationResult[] = []
  for (const [index, operation] of wanted.entries()) {
    const { id: operationId, method, path } = operation
    const last = await run.checks(operation, listChecks(operation))
    operations.push({ operationId, method, path, checks: [...(first[index] ?? []), ...last] })
  }
  return { url, document: { title, version }, readOnly, operations }
}

/** Of the keys, and of what the caller calls the tokens and the secrets that the document shows. */
function secretsOf({ contract, keys, names }: Wish): SecretMask {
  const secrets = new SecretMask()
  for (const [name, value] of Object.entries(keys)) if (name.endsWith('-token')) secrets.add(value)
  for (const { value } of contract.operations.flatMap(({ requests }) => requests)) {
    for (const shown of secretsIn(value)) secrets.add(names.get(shown))
  }
  return secrets
}

/** Asks what needs nothing but keys. @throws {Unverifiable} when that is not answered. */
async function probe({ contract, url, keys }: Wish, { client, secrets }: Verified): Promise<void> {
  const asked = contract.operations.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{')
  )
  const refused: string[] = []
  for (const operation of asked) {
    const headers = keysFor(contract, operation, keys) ?? {}
    try {
      const { status, body } = await client.send({ method: 'GET', target: operation.path, headers })
      if (status !== 401) return
      refused.push(isSchema(body) ? String(body['details']) : String(status))
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      throw new Unverifiable(`No service answers at ${url}. ${error.message}`)
    }
  }
  if (refused.length === 0) return
  const told = secrets.hiddenIn(refused[0] ?? '')
  throw new Unverifiable(
    `The service at ${url} refuses the credentials: ${told}\n` +
      'Give those of its project as APP_ID and APP_TOKEN, or as --app-id and --app-token.'
  )
}

class Run {
  readonly #wish: Wish
  readonly #place: Verified
  #unanswered = 0

  constructor(wish: Wish, place: Verified) {
    this.#wish = wish
    this.#place = place
  }

  async checks(operation: Described, plan: readonly PromiseCheck[]): Promise<CheckResult[]> {
    const results: CheckResult[] = []
    for (const check of plan) results.push(await this.#check(operation, check))
    return results
  }

  async #check(operation: Described, check: PromiseCheck): Promise<CheckResult> {
    const { kind, title, isWriting, run } = check
    const result = { kind, title, requests: [] }
    if (isWriting && this.#wish.readOnly) {
      return { ...result, verdict: 'skipped', what: [ONLY_READING] }
    }
    const visit = new Visit(operation, this.#place)
    const skipped = await this.#outcome(visit, run)
    if (visit.deviations.length === 0) {
      const what = skipped === null ? [] : [this.#withoutSecrets(skipped)]
      return { ...result, verdict: skipped === null ? 'passed' : 'skipped', what }
    }
    const what = [...new Set(visit.deviations)].map(each => this.#withoutSecrets(each))
    const requests = visit.sent.slice(-REQUESTS_TOLD_MAX).map(each => this.#told(each))
    return { ...result, verdict: 'deviates', what, requests }
  }

  /** Why the check was skipped; null when it was made. */
  async #outcome(visit: Visit, run: PromiseCheck['run']): Promise<string | null> {
    try {
      await run(visit)
      this.#unanswered = 0
      return null
    } catch (error) {
      if (error instanceof CheckSkipped) return error.message
      if (!(error instanceof Unanswered)) throw error
      if (++this.#unanswered >= UNANSWERED_MAX) {
        throw new Unverifiable(
          `The service at ${this.#wish.url} stopped answering. ${error.message}`
        )
      }
      visit.deviates(error.message)
      return null
    }
  }

  #told(sent: SentRequest): string {
    const { url, keys } = this.#wish
    // A long body is cut, perhaps within a secret, which nothing would find afterwards.
    const { text } = sent
    const shown = text === undefined ? sent : { ...sent, text: this.#withoutSecrets(text) }
    return this.#withoutSecrets(shellCommand(url, shown, keys))
  }

  #withoutSecrets(text: string): string {
    return this.#place.secrets.hiddenIn(text)
  }
}

export type Reporter = 'text' | 'json' | 'junit'

export function rendered(report: Report, reporter: Reporter): string {
  if (reporter === 'junit') return asJUnit(report)
  if (reporter === 'json') {
    const operations = report.operations.map(({ checks, ...operation }) => ({
      ...operation,
      counts: countVerdicts(checks),
      checks
    }))
    return JSON.stringify({ ...report, counts: allCounts(report), operations }, null, 2)
  }
  return [...report.operations.map(operationAsText), summaryAsText(report)].join('\n')
}

function operationAsText({ operationId, checks }: OperationResult): string {
  const deviating = checks
    .filter(({ verdict }) => verdict === 'deviates')
    .flatMap(({ kind, title, what, requests }) => [
      `  deviates  ${kind}, ${title}`,
      ...[...what, ...requests.slice(-1)].map(each => `    ${each}`)
    ])
  const skipped = Map.groupBy(
    checks.filter(({ verdict }) => verdict === 'skipped'),
    ({ what }) => what.join(' ')
  )
  const left = [...skipped].map(([why, each]) => `  skipped  ${titlesOf(each)}: ${why}`)
  return [
    `${operationId.padEnd(24)}  ${inWords(countVerdicts(checks))}`,
    ...deviating,
    ...left
  ].join('\n')
}

export function summaryAsText(report: Report): string {
  const { operations, document, url } = report
  const wrong = operations.filter(({ checks }) => countVerdicts(checks).deviates > 0).length
  const contract = `the contract of ${document.title} ${document.version}`
  const where = `in ${wrong} of ${operations.length} operations`
  const kept = wrong === 0 ? `keeps ${contract}` : `deviates from ${contract} ${where}`
  return `${url} ${kept}: ${inWords(allCounts(report))}.`
}

/** How many titles are spelled out. */
const TITLES_MAX = 3

function titlesOf(checks: readonly CheckResult[]): string {
  const titles = checks.slice(0, TITLES_MAX).map(({ kind, title }) => `${kind}, ${title}`)
  const more = checks.length - titles.length
  return [...titles, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function inWords({ passed, deviates, skipped }: VerdictCounts): string {
  const parts = [`${passed} passed`]
  if (deviates > 0) parts.push(`${deviates} deviate`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.join(', ')
}

function asJUnit(report: Report): string {
  const all = report.operations.flatMap(({ checks }) => checks)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${attribute(`contract of ${report.url}`)}${totals(all)}>`,
    ...report.operations.flatMap(({ operationId, checks }) => [
      `  <testsuite name=${attribute(operationId)}${totals(checks)}>`,
      ...checks.map(check => testCase(operationId, check)),
      '  </testsuite>'
    ]),
    '</testsuites>'
  ].join('\n')
}

function totals(checks: readonly CheckResult[]): string {
  const { deviates, skipped } = countVerdicts(checks)
  return ` tests="${checks.length}" failures="${deviates}" errors="0" skipped="${skipped}"`
}

function testCase(operationId: string, { kind, title, verdict, what, requests }: CheckResult) {
  const named = `classname=${attribute(operationId)} name=${attribute(`${kind}: ${title}`)}`
  if (verdict === 'passed') return `    <testcase ${named}/>`
  const message = `message=${attribute(what.join(' '))}`
  const inner =
    verdict === 'skipped'
      ? `<skipped ${message}/>`
      : `<failure type=${attribute(kind)} ${message}>${escaped(requests.join('\n'))}</failure>`
  return `    <testcase ${named}>${inner}</testcase>`
}

function attribute(text: string): string {
  return `"${escaped(text)}"`
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;'
}

/** Text for XML 1.0, which has no way to write most control characters and half a pair. */
function escaped(text: string): string {
  const characters = Array.from(text.toWellFormed(), character => {
    const isOfXml = character >= ' ' ? !/[\ufffe\uffff]/.test(character) : character in ENTITIES
    return isOfXml ? (ENTITIES[character] ?? character) : '\ufffd'
  })
  return characters.join('')
}

type CheckVerdict = 'passed' | 'deviates' | 'skipped'

interface CheckResult {
  readonly kind: PromiseKind
  readonly title: string
  readonly verdict: CheckVerdict
  /** What deviates, or why it was skipped, as sentences; empty when it passed. */
  readonly what: readonly string[]
  /** The last requests of a check that deviates, as commands of a shell without secrets. */
  readonly requests: readonly string[]
}

interface OperationResult {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly checks: readonly CheckResult[]
}

export interface Report {
  readonly url: string
  readonly document: { readonly title: string; readonly version: string }
  /** Whether what would change the service was left out. */
  readonly readOnly: boolean
  readonly operations: readonly OperationResult[]
}

type VerdictCounts = Readonly<Record<CheckVerdict, number>>

function countVerdicts(checks: readonly CheckResult[]): VerdictCounts {
  const counts = { passed: 0, deviates: 0, skipped: 0 }
  for (const { verdict } of checks) counts[verdict]++
  return counts
}

export function allCounts({ operations }: Report): VerdictCounts {
  return countVerdicts(operations.flatMap(({ checks }) => checks))
}

/** Whether nothing deviates; with `complete`, whether nothing was skipped either. */
export function isClean(report: Report, complete: boolean): boolean {
  const { deviates, skipped } = allCounts(report)
  return deviates === 0 && (!complete || skipped === 0)
}

/** Properties that name a thing; credentials do not. */
const NAMING = /^(?!client_)(?:.*_)?(?:id|code)$/
/** Names for any thing, and for none of a service. */
const ANY = '__ANY__'

/** Each name with itself, in the order in which the document shows them. */
export function namesOf({ operations }: CompiledContract): Readonly<Record<string, string>> {
  const names = operations.flatMap(({ parameters, requests, values }) => [
    ...parameters.flatMap(({ in: place, name }) => (place === 'path' ? (values[name] ?? []) : [])),
    ...requests.flatMap(({ value }) => [...namesIn(value)])
  ])
  return Object.fromEntries(names.map(name => [name, name]))
}

function* namesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* namesIn(each)
  if (!isSchema(value)) return
  for (const [key, each] of Object.entries(value)) {
    // An event with a point in its name is one of every service.
    const names = NAMING.test(key) || (key === 'event' && !String(each).includes('.'))
    if (typeof each === 'string' && names && each !== ANY) yield each
    else yield* namesIn(each)
  }
}
