import t from 'tap'
import {
  allFiles,
  filesFor,
  NotThere,
  nouns,
  refuseUnknownEngine
} from '../../scripts/suite/asked.ts'

const all = allFiles()
const below = (...folders: string[]) =>
  all.filter(file => folders.some(folder => file.startsWith(`test/${folder}`)))

//  words, the files that they play
const PLAYED: readonly [readonly string[], readonly string[]][] = [
  [['test/jobs'], below('jobs/')],
  [['./test/jobs/'], below('jobs/')],
  [['test/jobs/*.test.ts'], below('jobs/')],
  [['jobs'], [...below('jobs/'), ...below('races/jobs.')]],
  [['test/jobs/worker.test.ts', 'test/jobs'], below('jobs/')],
  [['kills'], below('kills/')],
  [['loyalty-tiers'], all.filter(file => /\/loyalty-tiers(\/|\.test)/.test(file))],
  [['reward'], filesFor(['rewards'])],
  [['readme'], ['test/journeys/readme.test.ts']]
]

for (const [words, files] of PLAYED) {
  t.test(`${words.join(' ')} plays the files of that name in all rooms, each once`, async t => {
    t.ok(files.length > 0)
    t.strictSame(filesFor(words), files)
  })
}

t.test('a noun leaves out the rooms that take long, unless they are named', async t => {
  const rooms = new Set(filesFor(nouns()).map(file => file.split('/')[1]))
  for (const room of ['clients', 'journeys', 'kills', 'lives']) t.notOk(rooms.has(room), room)
})

//  word, what is said of it
// biome-ignore format: a table
const UNKNOWN = [
  ['rewrads', 'No test is called rewrads; do you mean rewards?'],
  ['xyzzy', `No test is called xyzzy; names of tests are ${nouns().slice(0, -1).join(', ')} or`],
  ['test/operatons', 'No test file is at test/operatons; do you mean test/operations?'],
  ['test/support',
    'No test file is at test/support; all of them are below test/ and end in .test.ts.'],
  ['src/server.ts',
    'No test file is at src/server.ts; all of them are below test/ and end in .test.ts.']
] as const

function complaintOf(words: readonly string[]): string {
  try {
    return `plays ${filesFor(words)}`
  } catch (error) {
    return error instanceof NotThere ? error.message : String(error)
  }
}

for (const [word, said] of UNKNOWN) {
  t.test(`${word} is no test, also beside another word`, async t => {
    t.equal(complaintOf(['jobs', word]).slice(0, said.length), said)
  })
}

t.test('an engine is one of two, and without a name it is SQLite', async t => {
  for (const name of [undefined, '', 'sqlite', 'postgres']) refuseUnknownEngine(name)
  const said = 'There is no engine mysql; TEST_ENGINE is sqlite or postgres.'
  t.throws(() => refuseUnknownEngine('mysql'), new NotThere(said))
})
