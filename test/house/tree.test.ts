/**
 * The house rules, over the whole tree: what neither the compiler nor the linters can see. Imports,
 * circles and what nothing uses are theirs (`npm run lint`); tools.test.ts proves their settings.
 *
 * Each finding names the place, what is expected there and how to mend it. That the rules find
 * anything at all is proven in findings.test.ts.
 *
 * Spec: Decision 51.
 */
import t from 'tap'
import * as decisions from './support/decisions.ts'
import * as glossary from './support/glossary.ts'
import * as papers from './support/papers.ts'
import { portabilityFindings } from './support/portability.ts'
import * as prose from './support/prose.ts'
import * as purity from './support/purity.ts'
import { secrecyFindings } from './support/secrecy.ts'
import { codeIn, type Finding, readTree, type Source, sentence } from './support/source.ts'

const tree = readTree()
const code = codeIn(tree)
const src = codeIn(tree, /^src\//)
const engines = [...src, ...tree.filter(({ path }) => /^src\/.*\/postgres\/.*\.sql$/.test(path))]

function file(path: string): Source {
  const found = tree.find(source => source.path === path)
  if (found === undefined) throw new Error(`${path} is missing`)
  return found
}

/** What is worded plainly: our comments, and the papers. The text of decisions stays as it was. */
const worded = [
  ...codeIn(tree, /^(src|scripts)\//),
  ...tree.filter(({ path }) => /^(?!DECISIONS)[A-Z]+\.md$/.test(path))
]

const rules: readonly (readonly [string, readonly Finding[]])[] = [
  ['generated documents are read in two files', purity.documentFindings(src)],
  ['rules and decisions are functions of their arguments', purity.purityFindings(src)],
  ['shared storage code uses what both engines have', purity.storageFindings(src)],
  ['nothing relies on what PostgreSQL alone has', portabilityFindings(engines)],
  ['the environment is read in config.ts', purity.environmentFindings(src)],
  ['secrets are compared by one function', secrecyFindings(src)],
  ['lines, functions and files are short', prose.sizeFindings(code)],
  ['every module opens with a head that says its part', prose.headFindings(code)],
  ['every export says what its type cannot', prose.docFindings(src)],
  ['files are named by what they hold and export by name', prose.shapeFindings(code)],
  ['comments are sentences', prose.commentFindings(code)],
  ['prose has no riddles', prose.riddleFindings(worded)],
  ['terms are explained and used', glossary.glossaryFindings(file('src/model.ts'), src)],
  ['no vendor is named', papers.vendorFindings(tree)],
  ['no path of a machine is in the tree', papers.pathFindings(tree)],
  ['no reminder is left behind', papers.reminderFindings(tree)],
  ['decisions are numbered and whole', decisions.decisionFindings(file('DECISIONS.md'))],
  ['the index lists every decision with its status', decisions.indexFindings(file('DECISIONS.md'))],
  ['a decision that is named exists', decisions.referenceFindings(tree, file('DECISIONS.md'))],
  ['scripts are spelled out and exist where they are named', papers.commandFindings(tree)]
]

for (const [title, findings] of rules) {
  t.ok(findings.length === 0, title, { findings: findings.map(sentence), at: null, stack: '' })
}
