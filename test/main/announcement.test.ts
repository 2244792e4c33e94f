/**
 * Who hears of a start: people on a terminal, and otherwise the log.
 *
 * Spec: Decision 118.
 */
import t from 'tap'
import { announcement, noticesOf, voiceOf } from '../../src/main/announcement.ts'

const news = { url: 'http://x', data: 'sqlite:x', notices: ['Look here.'], text: 'Welcome' }

const inLog = ['info listening', 'warn Look here.', 'info Bye.']
const onOut = ['out Welcome\n', 'out Bye.\n']
const onErr = ['err Welcome\n', 'err Bye.\n']

// biome-ignore format: a table
const rows = [
  // production, out and err are terminals, what people hear, what is logged
  [false, true,  true,  onOut, []],
  [false, true,  false, onOut, []],
  [false, false, true,  onErr, inLog],
  [false, false, false, onErr, inLog],
  [true,  true,  true,  onErr, inLog],
  [true,  false, false, [],    inLog],
  [true,  true,  false, [],    inLog]
] as const

t.test('a start is told to people on a terminal, and otherwise to the log', async t => {
  for (const [production, outIsTTY, errIsTTY, heard, written] of rows) {
    const said: string[] = []
    const logged: string[] = []
    const log = {
      info: (_: object, message: string) => logged.push(`info ${message}`),
      warn: (_: object, message: string) => logged.push(`warn ${message}`)
    }
    const out = { isTTY: outIsTTY, write: (text: string) => said.push(`out ${text}`) }
    const err = { isTTY: errIsTTY, write: (text: string) => said.push(`err ${text}`) }
    const voice = voiceOf({ production }, log, { out, err })
    voice.announce(news)
    voice.note('Bye.')
    t.strictSame([said, logged], [heard, written], `${production} ${outIsTTY} ${errIsTTY}`)
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
