/**
 * A report as people read it, as programs do, and as pipelines collect the results of tests.
 *
 * The XML is what is common to those who read JUnit's: suites of cases that failed, were skipped or
 * passed. It needs five elements, so that no package is brought along for them.
 */
import { isSchema } from '../http/document.ts'
import type { CompiledContract } from './contract.ts'
import type { PromiseKind } from './visit.ts'

/** The forms a report can have. */
const REPORTERS = ['text', 'json', 'junit'] as const

/** One of them. */
export type Reporter = (typeof REPORTERS)[number]

/** A whole report in one of its forms, without a line end. */
export function rendered(report: Report, reporter: Reporter): string {
  if (reporter === 'json') return asJson(report)
  if (reporter === 'junit') return asJUnit(report)
  return [...report.operations.map(operationAsText), summaryAsText(report)].join('\n')
}

/** An operation in the text form: a line, and below it what deviates or was skipped. */
function operationAsText({ operationId, checks }: OperationResult): string {
  const deviating = checks.filter(({ verdict }) => verdict === 'deviates').flatMap(deviationLines)
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

/** The last line of the text form. */
export function summaryAsText(report: Report): string {
  const { operations, document, url } = report
  const wrong = operations.filter(({ checks }) => countVerdicts(checks).deviates > 0).length
  const kept =
    wrong === 0
      ? `${url} keeps the contract of ${document.title} ${document.version}`
      : `${url} deviates from the contract of ${document.title} ${document.version} in ` +
        `${wrong} of ${operations.length} operations`
  return `${kept}: ${inWords(allCounts(report))}.`
}

function deviationLines({ kind, title, what, requests }: CheckResult): readonly string[] {
  return [
    `  deviates  ${kind}, ${title}`,
    ...what.map(each => `    ${each}`),
    ...requests.slice(-1).map(each => `    ${each}`)
  ]
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

function asJson(report: Report): string {
  const operations = report.operations.map(({ checks, ...operation }) => ({
    ...operation,
    counts: countVerdicts(checks),
    checks
  }))
  return JSON.stringify({ ...report, counts: allCounts(report), operations }, null, 2)
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
  const characters = Array.from(text.toWellFormed(), character =>
    isOfXml(character) ? (ENTITIES[character] ?? character) : '\ufffd'
  )
  return characters.join('')
}

function isOfXml(character: string): boolean {
  return character >= ' ' ? !/[\ufffe\uffff]/.test(character) : '\t\n\r'.includes(character)
}

/*
 * What a verification found: operation by operation and check by check.
 */

/** What came of a check. */
type CheckVerdict = 'passed' | 'deviates' | 'skipped'

/** A check and what came of it. */
export interface CheckResult {
  readonly kind: PromiseKind
  readonly title: string
  readonly verdict: CheckVerdict
  /** What deviates, or why it was skipped, as sentences; empty when it passed. */
  readonly what: readonly string[]
  /** The last requests of a check that deviates, as commands of a shell without secrets. */
  readonly requests: readonly string[]
}

/** An operation and its checks, in the order in which they were made. */
export interface OperationResult {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly checks: readonly CheckResult[]
}

/** A whole verification. */
export interface Report {
  /** Of the service that was asked. */
  readonly url: string
  readonly document: { readonly title: string; readonly version: string }
  /** Whether what would change the service was left out. */
  readonly readOnly: boolean
  readonly operations: readonly OperationResult[]
}

/** How many checks have each verdict. */
type VerdictCounts = Readonly<Record<CheckVerdict, number>>

/** The counts of some checks. */
function countVerdicts(checks: readonly CheckResult[]): VerdictCounts {
  const counts = { passed: 0, deviates: 0, skipped: 0 }
  for (const { verdict } of checks) counts[verdict]++
  return counts
}

/** The counts of a whole report. */
export function allCounts({ operations }: Report): VerdictCounts {
  return countVerdicts(operations.flatMap(({ checks }) => checks))
}

/** Whether nothing deviates; with `complete`, whether nothing was skipped either. */
export function isClean(report: Report, complete: boolean): boolean {
  const { deviates, skipped } = allCounts(report)
  return deviates === 0 && (!complete || skipped === 0)
}

/*
 * The names of things in the examples of a document: ids, codes and source ids, which another
 * service may call otherwise.
 */

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
