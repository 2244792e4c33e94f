/**
 * A report as people read it, as programs do, and as pipelines collect the results of tests.
 *
 * The XML is what is common to those who read JUnit's: suites of cases that failed, were skipped or
 * passed. It needs five elements, so that no package is brought along for them.
 */
import {
  allCounts,
  type CheckResult,
  countVerdicts,
  type OperationResult,
  type Report,
  type VerdictCounts
} from './report.ts'

/** The forms a report can have. */
export const REPORTERS = ['text', 'json', 'junit'] as const

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
