import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ReadyFile, readyLine } from '../../src/main/announcement.ts'
import { StartRefused } from '../../src/main/listening.ts'
import { temporaryFolder } from '../storage/support/engines.ts'

const line = readyLine('http://127.0.0.1:4000', 7, 'none')

t.test('it is there from the writing to the removal, for its owner alone', async t => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'ready.json')
  const file = new ReadyFile(path)
  t.strictSame(readdirSync(folder), ['ready.json.partial'], 'it can be written')
  file.write(line)
  t.strictSame(readdirSync(folder), ['ready.json'])
  t.equal(readFileSync(path, 'utf8'), `${line}\n`)
  t.equal(statSync(path).mode & 0o777, 0o600)
  file.remove()
  t.strictSame(readdirSync(folder), [])
})

t.test('a start that never answers leaves nothing', async t => {
  const folder = temporaryFolder(t)
  new ReadyFile(join(folder, 'ready.json')).remove()
  t.strictSame(readdirSync(folder), [])
})

t.test('what an earlier service left is removed at once, and what a later one wrote stays', t => {
  const path = join(temporaryFolder(t), 'ready.json')
  const killed = new ReadyFile(path)
  killed.write(line)
  const next = new ReadyFile(path)
  t.throws(() => readFileSync(path), { code: 'ENOENT' })
  next.write(readyLine('http://127.0.0.1:4001', 8, 'none'))
  killed.remove()
  t.equal(JSON.parse(readFileSync(path, 'utf8')).pid, 8)
  t.end()
})

// What is at the path, and why the start is refused.
const rows = [
  ['{"name":"shop"}', 'another file is there'],
  ['', 'another file is there'],
  ['null', 'another file is there']
] as const

t.test('a mistyped path deletes nothing', async t => {
  const folder = temporaryFolder(t)
  for (const [text, why] of rows) {
    const path = join(folder, 'package.json')
    writeFileSync(path, text)
    const refusal = `The ready file ${path} cannot be written: ${why}.`
    const message = `${refusal} Name another one with READY_FILE.`
    t.throws(() => new ReadyFile(path), new StartRefused(message))
    t.equal(readFileSync(path, 'utf8'), text)
  }
  mkdirSync(join(folder, 'ready'))
  t.throws(() => new ReadyFile(join(folder, 'ready')), { message: /EISDIR/ })
  t.throws(() => new ReadyFile(join(folder, 'none', 'ready.json')), { message: /ENOENT/ })
  t.strictSame(readdirSync(folder), ['package.json', 'ready'])
})
