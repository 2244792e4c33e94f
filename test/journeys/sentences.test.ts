/**
 * Commands and options in the sentences of the pages that are played: each is in a block that is
 * played, or known to the help of the command line or to npm here, or listed with a reason.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { blocksOf } from '../support/pages.ts'
import { root } from '../support/root.ts'

const PAGES = [
  ...['README.md', 'OPERATING.md', 'OPERATING-POSTGRESQL.md'],
  ...['clients', 'moving-in', 'pipelines', 'project-files'].map(name => `openapi/guides/${name}.md`)
]

/** Commands that no test gives as they stand. */
const UNPLAYED: Readonly<Record<string, string>> = {
  'npm ci': 'it installs; README plays it with the packages that are there',
  'npm ci --omit=dev': 'it installs; .ci/run installs all packages',
  'npm pack': 'it builds; npm run pack:check packs, installs and starts the package',
  'npm pack && export TESSERA=$PWD': 'the same; the pages are played with that variable',
  'createdb --owner=tessera --encoding=UTF8 --template=template0 tessera':
    'OPERATING-POSTGRESQL.md plays it for another database'
}

/** What a command of the service prints as its help; null: there is no such command. */
async function helpOf(words: readonly string[]): Promise<string | null> {
  const told: string[] = []
  const print = (text: string) => told.push(text)
  await run([...words, '--help'], { ...thisProcess, print, complain: print })
  const help = told.join('\n')
  // For a command that it does not know it prints the help of the one above.
  return help.split('\n', 1)[0]?.includes([...words, '['].join(' ')) ? help : null
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const played = PAGES.flatMap(blocksOf)
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code)

/** Why a command cannot be given as it is told; null: it can. */
async function mistakeIn(command: string): Promise<string | null> {
  if (played.some(block => block.includes(command)) || UNPLAYED[command] !== undefined) return null
  const [, script = null] = /^npm (?:run )?(?:--silent )?([\w:]+)(?: --)?$/.exec(command) ?? []
  if (script !== null) return script in scripts ? null : 'npm has no such script'
  const words = command.replace(/^tessera /, '').split(' ')
  const end = words.findIndex(word => !/^[a-z-]+$/.test(word) || word.startsWith('-'))
  const help = await helpOf(end < 0 ? words : words.slice(0, end))
  if (help === null) return 'there is no such command'
  const unknown = command.match(/--[a-z-]+/g)?.find(option => !help.includes(option))
  return unknown === undefined ? null : `it has no ${unknown}`
}

const commandsIn = (help: string | null) =>
  [...String(help).matchAll(/^ {2}([a-z][a-z-]*)\b/gm)].map(([, name = '']) => name)
const own = commandsIn(await helpOf([]))
const helps = await Promise.all(
  own.map(async name => {
    const help = await helpOf([name])
    return [help, ...(await Promise.all(commandsIn(help).map(each => helpOf([name, each]))))]
  })
)
/** The options of every command, and those of Node that `npm start` gives. */
const options = new Set([...helps.flat(), scripts.start].join(' ').match(/--[a-z-]+/g))

t.test('every command in a sentence can be given', async t => {
  const isCommand = new RegExp(`^(npm|npx|node|tessera|createdb|${own.join('|')}) `)
  const seen = new Set<string>()
  for (const page of PAGES) {
    const prose = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
    for (const [, span = ''] of prose.matchAll(/`([^`]+)`/g)) {
      const command = span.replaceAll(/\s+/g, ' ')
      const [, option] = /^(--[a-z-]+)(?:[ =]\S+)?$/.exec(command) ?? []
      if (option !== undefined) t.ok(options.has(option), `${page}: ${command}`)
      if (!isCommand.test(command)) continue
      seen.add(command)
      t.equal(await mistakeIn(command), null, `${page}: ${command}`)
    }
  }
  t.strictSame(
    Object.keys(UNPLAYED).filter(command => !seen.has(command)),
    [],
    'what is listed with a reason is told somewhere'
  )
})

t.test('a command that is misspelt, or has an option that it does not know, is found', async t => {
  t.strictSame(
    await Promise.all(['tessera projekt list', 'audit --xml', 'npm begin'].map(mistakeIn)),
    ['there is no such command', 'it has no --xml', 'npm has no such script']
  )
})
