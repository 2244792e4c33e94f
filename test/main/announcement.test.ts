/**
 * Who hears of a start: people on a terminal, and otherwise the log.
 *
 * Spec: Decision 117.
 */
import t from 'tap'
import { announcement, noticesOf, voiceOf } from '../../src/main/announcement.ts'

const news = { url: 'http://x', data: 'sqlite:x', notices: ['Look here.'], text: 'Welcome' }

// biome-ignore format: a table
const rows = [
  // production, out and err are terminals, who hears it
  [false, true,  true,  ['out Welcome\n', 'out Bye.\n']],
  [false, true,  false, ['out Welcome\n', 'out Bye.\n']],
  [false, false, true,  ['err Welcome\n', 'info listening', 'warn Look here.', 'err Bye.\n', 'info Bye.']],
  [false, false, false, ['err Welcome\n', 'info listening', 'warn Look here.', 'err Bye.\n', 'info Bye.']],
  [true,  true,  true,  ['err Welcome\n', 'info listening', 'warn Look here.', 'err Bye.\n', 'info Bye.']],
  [true,  false, false, ['info listening', 'warn Look here.', 'info Bye.']],
  [true,  true,  false, ['info listening', 'warn Look here.', 'info Bye.']]
] as const

t.test('a start is told to people on a terminal, and otherwise to the log', async t => {
  for (const [production, outIsTTY, errIsTTY, heard] of rows) {
    const said: string[] = []
    const log = {
      info: (_: object, message: string) => said.push(`info ${message}`),
      warn: (_: object, message: string) => said.push(`warn ${message}`)
    }
    const out = { isTTY: outIsTTY, write: (text: string) => said.push(`out ${text}`) }
    const err = { isTTY: errIsTTY, write: (text: string) => said.push(`err ${text}`) }
    const voice = voiceOf({ production }, log, { out, err })
    voice.announce(news)
    voice.note('Bye.')
    t.strictSame(said, heard, JSON.stringify({ production, outIsTTY, errIsTTY }))
  }
})

t.test('people read the notices in the announcement', async t => {
  const config = {
    production: true,
    managementOpen: true,
    databaseUrl: 'sqlite:x',
    loopback: false
  }
  const notices = noticesOf(config, 'empty')
  t.equal(notices.length, 2)
  t.strictSame(announcement('http://x', config, 'empty').split('\n').slice(-2), notices)
  t.strictSame(noticesOf({ ...config, managementOpen: false }, 'none'), [])
})
