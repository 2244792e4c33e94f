/**
 * The house rules, over the whole tree: what neither the compiler nor the linters can see. Imports,
 * circles and what nothing uses are theirs (`npm run lint`).
 *
 * Each finding names the place, what is expected there and how to mend it. That the rules find
 * anything at all is proven in findings.test.ts.
 */
import t from 'tap'
import * as papers from './support/papers.ts'
import { portabilityFindings } from './support/portability.ts'
import * as purity from './support/purity.ts'
import { secrecyFindings } from './support/secrecy.ts'
import { codeIn, type Finding, readTree, sentence } from './support/source.ts'

const tree = readTree()
const src = codeIn(tree, /^src\//)
const engines = [...src, ...tree.filter(({ path }) => /^src\/.*\/postgres\/.*\.sql$/.test(path))]

const rules: readonly (readonly [string, readonly Finding[]])[] = [
  ['generated files are found by one file', purity.documentFindings(src)],
  ['rules and decisions are functions of their arguments', purity.purityFindings(src)],
  ['shared storage code uses what both engines have', purity.storageFindings(src)],
  ['nothing relies on what PostgreSQL alone has', portabilityFindings(engines)],
  ['the environment is read in config.ts', purity.environmentFindings(src)],
  ['secrets are compared by one function', secrecyFindings(src)],
  ['no vendor is named', papers.vendorFindings(tree)],
  ['no path of a machine is in the tree', papers.pathFindings(tree)],
  ['scripts are spelled out and exist where they are named', papers.commandFindings(tree)]
]

for (const [title, findings] of rules) {
  t.ok(findings.length === 0, title, { findings: findings.map(sentence), at: null, stack: '' })
}
