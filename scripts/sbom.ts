/**
 * Prints the bill of materials of the package (CycloneDX): itself and all that it brings.
 *
 * npm makes it of the lock file. What it leaves out for `--omit=dev` is also what only some other
 * package needs for its development, though ours needs it to run: so all is asked for, and what
 * nothing of the package needs is taken out here.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Component {
  readonly 'bom-ref': string
  readonly name: string
}

const ASKED = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspaces=false']
const { status, stdout, stderr } = spawnSync('npm', ASKED, { cwd: root, encoding: 'utf8' })
if (status !== 0) throw new Error(`npm made no bill of materials: ${stderr}`)
const bill: Bill = JSON.parse(stdout)
const { name, dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

const { component: own } = bill.metadata
const nameOf = new Map(bill.components.map(each => [each['bom-ref'], each.name]))
const neededBy = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
const needed = (neededBy.get(own['bom-ref']) ?? []).filter(ref =>
  Object.hasOwn(dependencies, String(nameOf.get(ref)))
)
neededBy.set(own['bom-ref'], needed)

const kept = new Set([own['bom-ref']])
// A set hands out what is added to it while it is walked through.
for (const ref of kept) for (const other of neededBy.get(ref) ?? []) kept.add(other)

const shown = {
  ...bill,
  metadata: { ...bill.metadata, component: { ...own, name } },
  components: bill.components.filter(each => kept.has(each['bom-ref'])),
  dependencies: [...kept].map(ref => ({ ref, dependsOn: neededBy.get(ref) ?? [] }))
}
console.log(JSON.stringify(shown, null, 2))
