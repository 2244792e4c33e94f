/**
 * The page of the README for pipelines: its job, its tests and their types, and the comparison with
 * a mock, and its retries, as they stand there.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import t from 'tap'
import { parse } from 'yaml'
import { heldPort } from '../support/held-port.ts'
import { blocksUnder, givenReader, readme } from '../support/readme.ts'
import { root } from '../support/root.ts'

const MOCKS = join(root, 'scripts/bench/mock')
/** What npm makes a command of, so that it is run without what else npm does. */
const MOCK = join(MOCKS, 'node_modules/@stoplight/prism-cli/dist/index.js')
const LACKING = 'No mock is installed; npm run mock:install installs it.'
const withMock = { skip: existsSync(MOCK) || process.env['CI'] !== undefined ? false : LACKING }

/** The folder of a shop: its project file, its tests, and its packages as npm would lay them. */
function givenShop(home: string) {
  const folder = join(home, 'shop')
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  const command = `#!/bin/sh\nexec "${execPath}" "${root}/src/main/cli.ts" "$@"\n`
  writeFileSync(join(bin, 'tessera'), command, { mode: 0o755 })
  symlinkSync(root, join(folder, 'node_modules/tessera'))
  for (const name of ['openapi-fetch', '@types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  const [serving] = blocksUnder('A project as a file')
  const file = /<<'END'\n([\s\S]*?)^END$/m.exec(String(serving?.code))
  writeFileSync(join(folder, 'shop.yaml'), String(file?.[1]))
  const [tests] = blocksUnder('In a pipeline').filter(({ language }) => language === 'ts')
  writeFileSync(join(folder, 'mug.test.mts'), String(tests?.code))
  return folder
}

/** Commands for the folder of a shop, where nothing of this reader is set. */
function inShop(folder: string, commands: string) {
  return `unset DATABASE_URL PORT
export PATH="${dirname(execPath)}:${folder}/node_modules/.bin:$PATH"
cd "${folder}"
npm() { echo "npm $1"; }
${commands}`
}

t.test('a pipeline runs a hundred tests at once, each in a shop of its own', async t => {
  const blocks = blocksUnder('In a pipeline')
  const [install] = blocks.filter(({ language }) => language === 'sh')
  const [job] = blocks.filter(({ language }) => language === 'yaml')
  const { steps } = parse(String(job?.code)).jobs.shop
  const runs = (steps as { run?: string }[]).flatMap(({ run = [] }) => run)
  t.equal(runs.length, 2)
  const { home, shell } = await givenReader(t)
  const folder = givenShop(home)
  const [out, complained, [code]] = await shell(
    // A mistake of a test is told by what ends the job.
    inShop(folder, `${install?.code}${runs.join('\n')}`)
  ).printed
  t.equal(code, 0, `no command fails\n${out}\n${complained}`)
  t.match(out, /^npm pack\nnpm install\nnpm ci\n\{"url":/)
  t.match(out, /\bpass 100\n[\s\S]*\bfail 0\n/)
  t.notOk(existsSync(join(folder, 'ready.json')), 'the service has ended')
  const failing = readFileSync(join(folder, 'mug.test.mts'), 'utf8').replace(
    'balance, 25',
    'balance, 26'
  )
  writeFileSync(join(folder, 'mug.test.mts'), failing)
  const [said, , [failed]] = await shell(inShop(folder, runs.join('\n'))).printed
  t.equal(failed, 1, 'a test that fails fails the job')
  t.match(said, /\bfail 100\n/)
  t.notOk(existsSync(join(folder, 'ready.json')), 'and the service has ended all the same')
})

t.test('the tests of a pipeline compile against the types of the package', async t => {
  const { home, shell } = await givenReader(t)
  const folder = givenShop(home)
  const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types node'
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = () => shell(inShop(folder, `node "${tsc}" ${options} mug.test.mts`)).printed
  const [out, , [code]] = await compiled()
  t.equal(code, 0, out)
  const path = join(folder, 'mug.test.mts')
  const roundTrip = `
const place = { params: { path: { name: 'mug-1' } } } as const
const { data: plan } = await projects.GET('/sandbox/v1/projects/{name}/faults', place)
if (plan === undefined) throw new Error('There is no plan.')
await projects.PUT('/sandbox/v1/projects/{name}/faults', { ...place, body: plan })
const [one] = plan.faults
if (one !== undefined) {
  const body = { faults: [{ ...one, every: 3 }, { kind: 'CUT_AFTER_BODY' as const }] }
  await projects.PUT('/sandbox/v1/projects/{name}/faults', { ...place, body })
}
`
  const tests = readFileSync(path, 'utf8')
  writeFileSync(path, tests + roundTrip)
  const [mistakes, , [end]] = await compiled()
  t.equal(end, 0, `a fault plan that was got can be sent\n${mistakes}`)
  writeFileSync(path, tests)
  const wrong = readFileSync(path, 'utf8').replace(
    'loyalty_card?.balance',
    'loyalty_card?.remainder'
  )
  writeFileSync(path, wrong)
  const [said] = await compiled()
  t.match(said, /Property 'remainder' does not exist/)
})

t.test('a mock redeems what is gone, and the service redeems once', withMock, async t => {
  const blocks = blocksUnder('In a pipeline')
  const [, comparison] = blocks.filter(({ language }) => language === 'sh')
  const [shown] = blocks.filter(({ language }) => language === 'text')
  if (!existsSync(MOCK)) throw new Error(LACKING)
  const { home, shell } = await givenReader(t, { own: { 4010: String(await heldPort(t)) } })
  const folder = givenShop(home)
  symlinkSync(MOCK, join(folder, 'node_modules/.bin/prism'))
  const [out, complained, [code]] = await shell(inShop(folder, String(comparison?.code))).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const [installed, ready, ...lines] = out.split('\n')
  t.equal(installed, 'npm install')
  t.match(JSON.parse(String(ready)), { demo: null, sandbox: { key: /\S/ } })
  t.equal(lines.join('\n'), shown?.code)
})

t.test('the README installs the mock that its comparison is replayed with', t => {
  const { dependencies } = JSON.parse(readFileSync(join(MOCKS, 'package.json'), 'utf8'))
  const [, version] = /@stoplight\/prism-cli@(\S+)/.exec(readme) ?? []
  t.equal(version, dependencies['@stoplight/prism-cli'])
  t.end()
})

t.test('a retry under its key finds the answer that was lost', async t => {
  const blocks = blocksUnder('In a pipeline')
  const [, , retries] = blocks.filter(({ language }) => language === 'sh')
  const [, shown] = blocks.filter(({ language }) => language === 'text')
  const { home, shell } = await givenReader(t)
  const folder = givenShop(home)
  const [out, complained, [code]] = await shell(inShop(folder, String(retries?.code))).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  t.equal(out.split('\n').slice(1).join('\n'), shown?.code)
})
