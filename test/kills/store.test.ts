/**
 * A process that is killed under load, whatever it has said by then, loses nothing that it
 * acknowledged. What is left of a request that is cut short between two statements, the others here
 * show on the program itself.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Connection from 'better-sqlite3'
import t from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { casesOf } from '../support/chance.ts'
import { flawsOf } from './support/stored-state.ts'

const PROGRAM = fileURLToPath(new URL('../storage/support/redeeming-program.ts', import.meta.url))
/** It is killed before it has said so much more. */
const LINES_MAX = 200

/** Runs the program until so many lines past its second rollback; what it acknowledged. */
function killed(file: string, prefix: string, after: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(execPath, [PROGRAM, file, prefix], { stdio: ['ignore', 'pipe', 'pipe'] })
    const acknowledged: string[] = []
    let rollbacks = 0
    let more = 0
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      complaints += text
    })
    const lines = createInterface({ input: child.stdout })
    lines.on('line', line => {
      acknowledged.push(line)
      if (line.endsWith('_back')) rollbacks++
      if (rollbacks >= 2 && more++ === after) child.kill('SIGKILL')
    })
    lines.on('close', () => {
      if (complaints !== '') reject(new Error(complaints))
      // The last line may be cut off; a cut-off id would not be found, and is not an answer.
      else resolve(acknowledged.slice(0, -1))
    })
  })
}

t.test('nothing acknowledged is lost by a kill', async t => {
  const file = join(temporaryFolder(t), 'test.db')
  const acknowledged = new Set<string>()
  for (const { nr, below } of casesOf(t, { gate: 1, soak: 8 })) {
    const answers = await killed(file, `k${nr}`, below(LINES_MAX))
    for (const id of answers) acknowledged.add(id)
    t.same(await flawsOf(file), [], `nothing is wrong after kill ${nr}`)

    const connection = new Connection(file, { readonly: true })
    const stored = new Set(connection.prepare('select id from redemptions').pluck().all())
    const lost = [...acknowledged].filter(id => !stored.has(id))
    connection.close()
    t.same(lost, [], `${answers.length} acknowledged, all there`)
  }
  t.ok(
    [...acknowledged].some(id => id.endsWith('_back')),
    'rollbacks among them'
  )
})
