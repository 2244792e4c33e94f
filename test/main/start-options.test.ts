import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { readConfig, settings } from '../../src/main/config.ts'
import { readOptions } from '../../src/main/start-options.ts'
import { root } from '../support/root.ts'

function read(...args: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const options = readOptions(
    args,
    text => printed.push(text),
    text => complained.push(text)
  )
  return { options, printed: printed.join('\n'), complained: complained.join('\n') }
}

const advice = 'Try: npm start -- --help'

const many = 'too many arguments. Expected 0 arguments but got 1.'

const optionsFor = (environment: Record<string, string>, flags = {}) => ({
  demo: false,
  environment,
  flags
})

// biome-ignore format: a table
const rows = [
  [[],                            optionsFor({}), ''],
  [['--demo'],                    { ...optionsFor({}), demo: true },  ''],
  [['--ephemeral'],               optionsFor({ EPHEMERAL: 'true' }),     ''],
  [['--sandbox'],                 optionsFor({ SANDBOX: 'true' }),       ''],
  [['--port', '0'],               optionsFor({ PORT: '0' }, { PORT: '--port' }),             ''],
  [['--host', '0.0.0.0'],         optionsFor({ HOST: '0.0.0.0' }, { HOST: '--host' }),       ''],
  [['--ready-file', 'here.json'], optionsFor({ READY_FILE: 'here.json' }, { READY_FILE: '--ready-file' }), ''],
  [['--states', 'states'],        optionsFor({ STATES: 'states' }, { STATES: '--states' }),    ''],
  [['--project', 'shop.yaml'],    optionsFor({ PROJECT_FILE: 'shop.yaml' }, { PROJECT_FILE: '--project' }), ''],
  [['--port'],                    { exitCode: 2 },
    "option '--port <number>' argument missing"],
  [['--demos'],                   { exitCode: 2 },
    "unknown option '--demos'\n(Did you mean --demo?)"],
  [['--database', 'x'],           { exitCode: 2 },                  "unknown option '--database'"],
  [['demo'],                      { exitCode: 2 },                  many]
] as const

t.test('an option that there is not is told in a sentence', async t => {
  for (const [args, options, mistake] of rows) {
    const complained = mistake === '' ? '' : `error: ${mistake}\n${advice}`
    t.strictSame(read(...args), { options, printed: '', complained }, args.join(' '))
  }
})

t.test('help names the option, and every setting with its default', async t => {
  const { options, printed, complained } = read('--help')
  t.strictSame([options, complained], [{ exitCode: 0 }, ''])
  t.match(printed, /^Usage: npm start -- \[options\]\n/)
  t.match(printed, '--demo')
  for (const { variable, fallback } of Object.values(settings)) {
    t.match(printed, `  ${variable}=${fallback}`)
  }
  t.match(printed, '  MANAGEMENT_OPEN=true (in production false)\n')
})

t.test('a wrong value is told by the name of its option', t => {
  const message =
    '--port must be a whole number from 0 to 65535, not "http". For example: --port 8080'
  t.throws(() => readConfig({ PORT: 'http' }, { PORT: '--port' }), { message })
  t.end()
})

t.test('the program itself says so, and starts nothing', async t => {
  const started = promisify(execFile)
  const server = ['src/main/server.ts', '--hlep']
  await t.rejects(started(process.execPath, server, { cwd: root }), {
    code: 2,
    stdout: '',
    stderr: `error: unknown option '--hlep'\n(Did you mean --help?)\n${advice}\n`
  })
})
