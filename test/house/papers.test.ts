/**
 * The papers for people against the code: what the README promises is what there is, links lead
 * somewhere, and a release without a word about it is refused.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { released, unreleased } from '../../scripts/changelog.ts'
import * as known from '../../src/demo/known.ts'
import { readDocument } from '../../src/main/app.ts'
import { otherFallback, type Setting, settings } from '../../src/main/config.ts'
import { root } from '../support/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')

/** What links to the headings of a page end in. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map(heading =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')
    )
  )
}

/** The cells of the table whose first heading is `heading`, without the rule under it. */
function tableUnder(heading: string): string[][] {
  const lines = readme.split('\n')
  const start = lines.findIndex(line => line.startsWith(`| ${heading} |`)) + 2
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'))
  return lines.slice(start, end).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim().replace(/^`(.*)`$/, '$1'))
  )
}

t.test('README: the table of settings is the table of the code', async t => {
  t.strictSame(
    tableUnder('Variable'),
    Object.values<Setting<unknown>>(settings).map(setting => {
      const { variable, fallback, expects, meaning } = setting
      const there = otherFallback(setting)
      const others = there === null ? '' : `\`, ${there.where} \`${there.value}`
      return [variable, `${fallback}${others}`, expects, meaning]
    })
  )
})

t.test('README: the sixteen operations are numbered and are those of the document', async t => {
  const { paths } = readDocument('service')
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId, summary } = operation as { operationId: string; summary: string }
      return [operationId, `${method.toUpperCase()} ${path}`, summary]
    })
  )
  const listed = tableUnder('#')
  t.strictSame(
    listed.map(([number]) => number),
    Array.from({ length: 16 }, (_, index) => String(index + 1))
  )
  t.strictSame(
    listed.map(([, ...rest]) => rest).toSorted(),
    described.toSorted(),
    'every operation with its method, path and summary'
  )
})

t.test('README: the requests to paste name the demo', async t => {
  const pasted = /```sh\n# a customer[\s\S]*?```/.exec(readme)?.[0] ?? ''
  const { APP_ID, APP_TOKEN, CUSTOMER_ID, CAMPAIGN_ID, CARD_CODE, REWARD_ID } = known
  for (const name of [APP_ID, APP_TOKEN, CUSTOMER_ID, CAMPAIGN_ID, CARD_CODE, REWARD_ID]) {
    t.match(pasted, name)
  }
  t.equal(pasted.match(/^curl /gm)?.length, 3, 'three of them')
})

t.test('every relative link of the papers leads to a file', async t => {
  const papers = ['*.md', 'openapi/**/*.md', 'src/**/*.md'].flatMap(pattern =>
    globSync(pattern, { cwd: root })
  )
  t.ok(papers.length > 15)
  for (const paper of papers) {
    const text = read(paper)
    for (const [, target, anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
      const file = target === '' ? paper : join(dirname(paper), String(target))
      t.ok(existsSync(join(root, file)), `${paper} links ${target}`)
      if (anchor !== '')
        t.ok(anchorsOf(read(file)).has(String(anchor)), `${paper} links #${anchor}`)
    }
  }
})

t.test('CHANGELOG: what is unreleased moves under the version and the day', async t => {
  const before = '## 0.1.0 (2026-01-01)\n\n- First.\n'
  const text = `# Changelog\n\n## Unreleased\n\n- New.\n\n${before}`
  t.equal(unreleased(text), '- New.')
  t.equal(
    released(text, '0.2.0', '2026-02-01'),
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-01)\n\n- New.\n\n${before}`
  )
})

t.test('CHANGELOG: a release of nothing is refused', async t => {
  const empty = '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
  t.throws(() => released(empty, '0.2.0', '2026-02-01'), { message: /Say there what/ })
  t.throws(() => unreleased('# Changelog\n'), { message: /has no heading/ })
  t.doesNotThrow(() => unreleased(read('CHANGELOG.md')))
})
