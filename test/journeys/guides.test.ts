/**
 * The guides to pipelines and clients, as a reader would follow them. Those to project files and to
 * moving in are in moving-in.test.ts.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { generators } from '../../scripts/generators/generators.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { heldPort } from '../support/held-port.ts'
import { blocksOf, fileOf, playPage, playShell } from '../support/pages.ts'
import { root } from '../support/root.ts'

const PAGES_WITH_CODE = ['README.md', 'openapi/guides/clients.md', 'openapi/guides/pipelines.md']

const MOCKS = join(root, 'scripts/bench/mock')
const MOCK = join(MOCKS, 'node_modules/@pact-foundation/pact')
const LACKING = 'No mock and no Pact is installed; npm run mock:install installs both.'
const hasMock = existsSync(MOCK) || process.env['CI'] !== undefined

t.test('pipelines: a service, its tenants, its faults and a mock beside it', async t => {
  const install = 'npm install --no-audit --no-fund --save-dev'
  const mocked = `${install} @stoplight/prism-cli@5.16.0`
  const verified = `${install} @pact-foundation/pact@17.1.4`
  const clone = temporaryFolder(t)
  writeFileSync(join(clone, 'tessera-0.1.0.tgz'), '')
  const folder = await playPage(t, 'openapi/guides/pipelines.md', {
    environment: { TESSERA: clone },
    own: { 3001: String(await heldPort(t)), 4010: String(await heldPort(t)) },
    unplayed: hasMock ? {} : { [mocked]: LACKING, [verified]: LACKING }
  })
  if (!hasMock) t.pass('pipelines: states, and beside a mock', { skip: LACKING })
  const { steps } = parse(readFileSync(join(folder, 'tests.yaml'), 'utf8')).jobs.shop
  const [, job] = (steps as { run?: string }[]).flatMap(({ run = [] }) => run)
  const end = await playShell(t, String(job), { folder })
  t.equal(end.code, 0, end.out)
  t.match(end.out, /\bpass 100\n[\s\S]*\bfail 0\n/)
  t.notOk(existsSync(join(folder, 'ready.json')), 'the service has ended')
  writeFileSync(join(folder, 'mug.test.mts'), "throw new Error('No mug is left.')")
  const failing = await playShell(t, String(job), { folder })
  t.equal(failing.code, 1, 'a test that fails fails the job')
  t.notOk(existsSync(join(folder, 'ready.json')), 'and the service has ended all the same')
})

t.test('clients: a shop is set up, and a mug is redeemed once', async t => {
  await playPage(t, 'openapi/guides/clients.md')
})

const GENERATORS = join(root, 'scripts/generators/node_modules')
const hasGenerators = existsSync(GENERATORS) || process.env['CI'] !== undefined

t.test('clients: what npx runs is what CI runs, by npm run generators:check', async t => {
  const guide = readFileSync(join(root, 'openapi/guides/clients.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| `([\w@/-]+)` \| `([^`]+)`/gm)].map(([, ...cells]) => cells)
  const each = generators.filter(({ isForReleases }) => !isForReleases)
  t.equal(rows.length, each.length)
  for (const [index, { script, options }] of each.entries()) {
    const [packageName, given] = rows[index] ?? []
    t.equal(given, options('joined.json', 'client').join(' '))
    if (!hasGenerators) continue
    const about = readFileSync(join(GENERATORS, String(packageName), 'package.json'), 'utf8')
    const programs: string[] = Object.values(JSON.parse(about).bin)
    t.strictSame(
      programs.map(program => join(String(packageName), program)),
      [script]
    )
  }
})

/** What the pages do not show: a plan that was got can be sent, and a misspelt property is found. */
const PLANS = `
const place = { params: { path: { name: 'mug-1' } } } as const
const { data: plan } = await projects.GET('/sandbox/v1/projects/{name}/faults', place)
if (plan === undefined) throw new Error('There is no plan.')
await projects.PUT('/sandbox/v1/projects/{name}/faults', { ...place, body: plan })
const [one] = plan.faults
if (one !== undefined) {
  const body = { faults: [{ ...one, every: 3 }, { kind: 'CUT_AFTER_BODY' as const }] }
  await projects.PUT('/sandbox/v1/projects/{name}/faults', { ...place, body })
  // @ts-expect-error: a fault has no such property.
  one.remainder
}
`

t.test('what the pages show in TypeScript compiles against the types of the package', async t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/tessera'))
  for (const name of ['openapi-fetch', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  const shown = PAGES_WITH_CODE.flatMap(blocksOf).filter(({ language }) => language === 'ts')
  const files = shown.map(block => String(fileOf(block)))
  for (const [index, { code }] of shown.entries()) {
    const name = String(files[index])
    writeFileSync(join(folder, name), name === 'mug.test.mts' ? code + PLANS : code)
  }
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types node'
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const script = `node "${tsc}" ${options} ${files.join(' ')}`
  const compiled = await playShell(t, script, { folder })
  t.strictSame(
    [files, compiled.code],
    [['redeem.mts', 'shop.mts', 'mug.test.mts'], 0],
    compiled.out
  )
})

t.test('pipelines: the mock and Pact are those that the repository installs', async t => {
  const { dependencies } = JSON.parse(readFileSync(join(MOCKS, 'package.json'), 'utf8'))
  const guide = readFileSync(join(root, 'openapi/guides/pipelines.md'), 'utf8')
  const named = [...guide.matchAll(/(@stoplight\/prism-cli|@pact-foundation\/pact)@(\S+)/g)]
  t.strictSame(Object.fromEntries(named.map(([, name, version]) => [name, version])), dependencies)
})
