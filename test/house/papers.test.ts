import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { released, unreleased } from '../../scripts/changelog.ts'
import { readDocument } from '../../src/main/app.ts'
import { FINDING_KINDS } from '../../src/storage/audit/recounts.ts'
import { anchorsOf, linksOf, papers } from '../support/links.ts'
import { root } from '../support/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')

const rules = papers
  .filter(each => each.startsWith('openapi/behaviour/'))
  .flatMap(page => [...anchorsOf(read(page), /^## (.*)$/gm).keys()].map(each => `${page}#${each}`))

/** The cells of the table whose first heading is `heading`, without the rule under it. */
function tableUnder(paper: string, heading: string): string[][] {
  const lines = read(paper).split('\n')
  const start = lines.findIndex(line => line.startsWith(`| ${heading} |`)) + 2
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'))
  return lines.slice(start, end).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim().replace(/^`(.*)`$/, '$1'))
  )
}

t.test('OPERATING: what each finding of an audit means', async t => {
  const kinds = tableUnder('OPERATING.md', 'Kind').map(([kind]) => kind)
  t.strictSame(kinds, [...FINDING_KINDS])
})

t.test('OPERATING: what a doctor looks at is what its example prints', async t => {
  const shown = [...read('OPERATING.md').matchAll(/ok {6}(\w+)/g)].map(([, about]) => about)
  const told = tableUnder('OPERATING.md', 'About').map(([about]) => about)
  t.strictSame(told, shown)
})

t.test('README: the sixteen operations are numbered and are those of the document', async t => {
  const { paths } = readDocument('service')
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId } = operation as { operationId: string }
      return [operationId, `${method.toUpperCase()} ${path}`]
    })
  )
  const listed = tableUnder('README.md', '#')
  t.strictSame(
    listed.map(([number]) => number),
    Array.from({ length: 16 }, (_, index) => String(index + 1))
  )
  const found = listed.map(([, ...rest]) => rest).toSorted()
  t.strictSame(found, described.toSorted(), 'every operation with its method and path')
})

t.test('every relative link of the papers leads to a file and a heading', async t => {
  t.ok(papers.length > 30)
  for (const paper of papers) {
    for (const { file, anchor } of linksOf(paper)) {
      t.ok(existsSync(join(root, file)), `${paper} links ${file}`)
      if (anchor !== '') t.ok(anchorsOf(read(file)).has(anchor), `${paper} links ${file}#${anchor}`)
    }
  }
})

t.test('every paper is reached from README', async t => {
  const reached = new Set(['README.md'])
  for (const paper of reached) {
    if (!paper.endsWith('.md')) continue
    for (const { file } of linksOf(paper)) reached.add(file)
  }
  const found = papers.filter(paper => !reached.has(paper))
  t.strictSame(found, [])
})

t.test('guides and rules link to what is served and packed with them', async t => {
  for (const paper of papers.filter(each => /^openapi\/(guides|behaviour)\//.test(each))) {
    for (const { file } of linksOf(paper)) {
      t.match(file, /^openapi\/(README\.md|(guides|behaviour)\/)/, `${paper} links ${file}`)
    }
  }
})

const code = ['src', 'scripts', 'test'].flatMap(folder =>
  globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules'] })
)

t.test('a file, a folder or a name of the code that a paper names is there', async t => {
  const documents = globSync('openapi/**/*.yaml', { cwd: root })
  const words = new Set([...code, ...documents].flatMap(file => read(file).match(/\w+/g) ?? []))
  const told = papers.filter(each => /^([A-Z-]+|src\/.*|openapi\/README)\.md$/.test(each))
  for (const paper of told) {
    const prose = read(paper).replaceAll(/^```[\s\S]*?^```$/gm, '')
    for (const [, name = ''] of prose.matchAll(/`([^`\n]+)`/g)) {
      if (/^(src|test|scripts)\/[\w./-]+$/.test(name))
        t.ok(existsSync(join(root, name)), `${paper} names ${name}`)
      else if (/^([a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*)$/.test(name))
        t.ok(words.has(name), `${paper} names ${name}`)
    }
  }
})

t.test('a paper that the code names is there, and so is the heading', async t => {
  const named = /(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g
  for (const file of code.filter(each => !each.startsWith('test/'))) {
    for (const [, name = '', anchor] of read(file).matchAll(named)) {
      const place = [name, join(dirname(file), name)].find(each => existsSync(join(root, each)))
      t.ok(place, `${file} names ${name}`)
      if (anchor === undefined || place === undefined) continue
      t.ok(anchorsOf(read(place)).has(anchor), `${file} names ${name}#${anchor}`)
    }
  }
})

/** Of `createReward, Reward.stock; openapi/README.md#rules (why)`: three references. */
function referencesIn(spec: string): string[] {
  return spec
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replaceAll(/\([^)]*\)/g, '')
    .split(/[,;]| and | to /)
    .map(each => each.trim())
}

/** What the Spec: lines of a file name. */
function specOf(file: string): string[] {
  const lines = read(file).matchAll(/\bSpec:(?=\s)([\s\S]*?)(?:\.(?=\s)|\*\/)/g)
  return [...lines].flatMap(([, spec = '']) => referencesIn(spec))
}

t.test('what a Spec: line names is an operation, a schema, or a heading of a paper', async t => {
  const documents = (['service', 'provisioning', 'sandbox'] as const).map(readDocument)
  const items = documents.flatMap(({ paths }) => Object.values(paths))
  const known = new Set([
    ...items.flatMap(item => Object.values(item as object).map(each => each.operationId)),
    ...documents.flatMap(({ components }) => Object.keys(components?.['schemas'] as object))
  ])
  for (const file of code.filter(each => !each.startsWith('test/house/'))) {
    for (const reference of specOf(file)) {
      const [place = '', anchor] = reference.split('#')
      const isThere = existsSync(join(root, place))
      const isHeading = isThere && anchorsOf(read(place)).has(anchor ?? '')
      const found = known.has(reference.split('.')[0]) || isHeading
      t.ok(found, `${file} has a Spec: line that names ${reference}`)
    }
  }
})

t.test('every rule is named where src carries it out', async t => {
  const named = new Set(code.filter(each => each.startsWith('src/')).flatMap(specOf))
  const found = rules.filter(rule => !named.has(rule))
  t.strictSame(found, [])
})

/** Words are what is read, and not the rules of a table. */
function wordsOf(text: string): number {
  return text.match(/\S*\w\S*/g)?.length ?? 0
}

/** Words of a page that is read in ten minutes, and of those that have to be shorter. */
const WORDS_MAX = 2_500
const SHORTER: Readonly<Record<string, number>> = {
  'ARCHITECTURE.md': 1_200,
  'CONTRIBUTING.md': 2_000,
  'openapi/README.md': 2_000
}
/** Bytes of all papers together, without the change log, which grows. */
const BYTES_MAX = 200_000

t.test('each paper is read in ten minutes, and all together are bounded', async t => {
  for (const paper of papers) {
    const most = SHORTER[paper] ?? WORDS_MAX
    const words = wordsOf(read(paper))
    t.ok(words <= most, `${paper} has ${words} words, and at most ${most} are read at once`)
  }
  const lasting = papers.filter(paper => paper !== 'CHANGELOG.md')
  const bytes = lasting.reduce((sum, paper) => sum + Buffer.byteLength(read(paper)), 0)
  t.ok(bytes <= BYTES_MAX, `the papers have ${bytes} bytes, and at most ${BYTES_MAX}`)
  t.ok(readme.split('\n').length <= 200, 'README has at most 200 lines')
  t.ok(Buffer.byteLength(readme) <= 9_000, 'README has at most 9,000 bytes')
})

t.test('CHANGELOG: what is unreleased moves under the version and the day', async t => {
  const before = '## 0.1.0 (2026-01-01)\n\n- First.\n'
  const text = `# Changelog\n\n## Unreleased\n\n- New.\n\n${before}`
  t.equal(unreleased(text), '- New.')
  const found = released(text, '0.2.0', '2026-02-01')
  t.equal(found, `# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-01)\n\n- New.\n\n${before}`)
})

t.test('CHANGELOG: a release of nothing is refused', async t => {
  const empty = '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
  t.throws(() => released(empty, '0.2.0', '2026-02-01'), { message: /Say there what/ })
  t.throws(() => unreleased('# Changelog\n'), { message: /has no heading/ })
  t.doesNotThrow(() => unreleased(read('CHANGELOG.md')))
})
