import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  announcement,
  noticesOf,
  ReadyFile,
  readyLine,
  voiceOf
} from '../../src/main/announcement.ts'
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
const others = [
  ['{"name":"shop"}', 'another file is there'],
  ['', 'another file is there'],
  ['null', 'another file is there']
] as const

t.test('a mistyped path deletes nothing', async t => {
  const folder = temporaryFolder(t)
  for (const [text, why] of others) {
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

const news = {
  url: 'http://x',
  data: 'sqlite:x',
  notices: ['Look here.'],
  text: 'Welcome',
  line: '{"url":"http://x"}'
}

const inLog = ['info listening', 'warn Look here.', 'info Bye.']
const onOut = ['out Welcome\n', 'out Bye.\n']
const onErr = ['err Welcome\n', 'err Bye.\n']
const aLine = ['out {"url":"http://x"}\n']

// biome-ignore format: a table
const rows = [
  // production, ephemeral, out and err are terminals, what is said, what is logged
  [false, false, true,  true,  onOut, []],
  [false, false, true,  false, onOut, []],
  [false, false, false, true,  onErr, inLog],
  [false, false, false, false, onErr, inLog],
  [true,  false, true,  true,  onErr, inLog],
  [true,  false, false, false, [],    inLog],
  [true,  false, true,  false, [],    inLog],
  [false, true,  true,  true,  aLine, inLog],
  [false, true,  false, false, aLine, inLog]
] as const

t.test('a start is told to people on a terminal, to programs in a line, to the log', async t => {
  for (const [production, ephemeral, outIsTTY, errIsTTY, heard, written] of rows) {
    const said: string[] = []
    const logged: string[] = []
    const log = {
      info: (_: object, message: string) => logged.push(`info ${message}`),
      warn: (_: object, message: string) => logged.push(`warn ${message}`)
    }
    const out = { isTTY: outIsTTY, write: (text: string) => said.push(`out ${text}`) }
    const err = { isTTY: errIsTTY, write: (text: string) => said.push(`err ${text}`) }
    const voice = voiceOf({ production, ephemeral }, log, { out, err })
    voice.announce(news)
    voice.note('Bye.')
    const found = [said, logged]
    t.strictSame(found, [heard, written], `${production} ${ephemeral} ${outIsTTY} ${errIsTTY}`)
  }
})

t.test('people read the notices in the announcement', async t => {
  const config = {
    production: true,
    managementOpen: true,
    databaseUrl: 'sqlite:x',
    loopback: false,
    misspelt: ['A name.']
  }
  const notices = noticesOf(config, 'empty')
  t.equal(notices.length, 3)
  t.strictSame(announcement('http://x', config, 'empty').split('\n').slice(-3), notices)
  t.strictSame(noticesOf({ ...config, managementOpen: false }, 'none'), ['A name.'])
})

t.test('a program is told the key of a sandbox where it was drawn, and no other', async t => {
  const line = (sandbox: Parameters<typeof readyLine>[4]) =>
    JSON.parse(readyLine('http://x', 7, 'none', null, sandbox))
  const rest = { url: 'http://x', pid: 7, demo: null }
  t.strictSame(line({ key: 'drawn' }), { ...rest, sandbox: { key: 'drawn' } })
  t.strictSame(line({ key: null }), { ...rest, sandbox: { key: null } })
  t.strictSame(line(null), rest)
})

t.test('a program is told the demo where its credentials are accepted', async t => {
  const { demo, ...others } = JSON.parse(readyLine('http://x', 7, 'open'))
  t.strictSame(others, { url: 'http://x', pid: 7 })
  t.match(demo, { projectId: 'proj_00demo', appId: 'demo-app-id', appToken: 'demo-app-token' })
  for (const state of ['empty', 'none', 'shut'] as const) {
    t.equal(readyLine('http://x', 7, state), '{"url":"http://x","pid":7,"demo":null}')
  }
})
