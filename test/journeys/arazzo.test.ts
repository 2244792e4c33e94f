/**
 * The journeys that are published, played by a program that knows nothing of this service but its
 * three files, against a service that listens.
 *
 * Spec: openapi/README.md#links-and-journeys.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import type { Tree } from '../../scripts/documents/walk.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { givenService, PAIR } from '../support/app.ts'
import { operations } from '../support/requests.ts'
import { root } from '../support/root.ts'

const runner = join(root, 'scripts/tools/node_modules/@redocly/cli/bin/cli.js')
const LACKING = 'No runner is installed; npm run tools:install installs it.'
const hasRunner = existsSync(runner) || process.env['CI'] !== undefined

/** The generated files by the names under which they are served, side by side. */
const served = {
  'arazzo.json': 'arazzo.json',
  'openapi.json': 'service.json',
  'openapi-provisioning.json': 'provisioning.json'
} as const

const { workflows } = JSON.parse(readFileSync(join(root, 'generated/arazzo.json'), 'utf8')) as {
  readonly workflows: readonly { readonly workflowId: string; readonly steps: readonly Tree[] }[]
}

/** A step's operation as `document operationId`. */
const operationOf = ({ operationId }: Tree) =>
  String(operationId).replace('$sourceDescriptions.', '').replace('.', ' ')

t.test('the journeys take operations that there are, all of the published ones among them', t => {
  const taken = new Set(workflows.flatMap(({ steps }) => steps.map(operationOf)))
  const known = operations.map(({ document, id }) => `${document} ${id}`)
  t.strictSame(
    [...taken].filter(name => !known.includes(name)),
    []
  )
  const published = known.filter(name => name.startsWith('service '))
  t.strictSame(
    published.filter(name => !taken.has(name)),
    []
  )
  t.end()
})

t.test('every journey arrives', { skip: hasRunner ? false : LACKING }, async t => {
  const { app, workAtOnce } = await givenService(t)
  workAtOnce()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const folder = temporaryFolder(t)
  for (const [name, file] of Object.entries(served)) {
    copyFileSync(join(root, 'generated', file), join(folder, name))
  }
  const log = 'log.json'
  const command = [runner, 'respect', 'arazzo.json', '--json-output', log]
  const servers = ['service', 'provisioning'].flatMap(name => ['--server', `${name}=${url}`])
  const keys = { appId: PAIR['x-app-id'], appToken: PAIR['x-app-token'] }
  const inputs = Object.entries(keys).flatMap(([name, key]) => ['--input', `${name}=${key}`])
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const settings = { cwd: folder, env: { ...process.env, ...quiet }, timeout: 500_000 }
  const failed = await promisify(execFile)(execPath, [...command, ...servers, ...inputs], settings)
    .then(() => '')
    .catch(({ stdout }) => String(stdout))
  t.equal(failed, '')
  const { files } = JSON.parse(readFileSync(join(folder, log), 'utf8'))
  const played = files['arazzo.json'].executedWorkflows as typeof workflows
  t.strictSame(
    played.map(({ workflowId }) => workflowId),
    workflows.map(({ workflowId }) => workflowId)
  )
})
