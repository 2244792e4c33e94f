/**
 * A process killed at a random moment, under load, loses nothing it has acknowledged.
 *
 * Spec: none; what an answer is worth.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Connection from 'better-sqlite3'
import t from 'tap'
import { audit } from '../../src/storage/audit.ts'
import { openStore } from '../../src/storage/store.ts'
import { temporaryFolder } from './support/engines.ts'

const TILL = fileURLToPath(new URL('support/till.ts', import.meta.url))
const KILLS = 4
const RUN_MS_MAX = 400

/** Runs the till until `afterMs` past its first acknowledgement; what it acknowledged. */
function killed(file: string, prefix: string, afterMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(execPath, [TILL, file, prefix], { stdio: ['ignore', 'pipe', 'pipe'] })
    const acknowledged: string[] = []
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      complaints += text
    })
    const lines = createInterface({ input: child.stdout })
    lines.on('line', line => {
      if (acknowledged.length === 0) setTimeout(() => child.kill('SIGKILL'), afterMs)
      acknowledged.push(line)
    })
    lines.on('close', () => {
      if (complaints !== '') reject(new Error(complaints))
      // The last line may be cut off; a cut-off id would not be found, and is not an answer.
      else resolve(acknowledged.slice(0, -1))
    })
  })
}

const seed = Number(env['SEED'] ?? Date.now() % 1_000_000)

t.test(`nothing acknowledged is lost by a kill (SEED=${seed})`, async t => {
  const file = join(temporaryFolder(t), 'test.db')
  let state = seed
  const random = (below: number) => {
    // A small linear generator is random enough to choose a moment.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const acknowledged = new Set<string>()
  for (let kill = 1; kill <= KILLS; kill++) {
    const afterMs = random(RUN_MS_MAX)
    const answers = await killed(file, `k${kill}`, afterMs)
    for (const id of answers) acknowledged.add(id)
    const store = await openStore(`sqlite:${file}`, { onBug: t.error })
    await store.migrate()
    const found = await audit(store)
    t.equal(found.clean ? '' : found.disagreement, '', `the audit after kill ${kill} is clean`)
    await store.close()

    const connection = new Connection(file, { readonly: true })
    t.equal(connection.pragma('integrity_check', { simple: true }), 'ok')
    const stored = new Set(connection.prepare('select id from redemptions').pluck().all())
    const lost = [...acknowledged].filter(id => !stored.has(id))
    connection.close()
    t.same(lost, [], `${answers.length} acknowledged in ${afterMs} ms, all there`)
  }
  t.ok(acknowledged.size > 0)
})
