/**
 * CONTRIBUTING.md as somebody follows it who adds an operation, and who forgets each move whose
 * message the page quotes: that message comes, with the name and the path of their operation.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { parse, stringify } from 'yaml'
import { temporaryFolder } from '../storage/support/engines.ts'
import { playShell } from '../support/pages.ts'
import { root } from '../support/root.ts'

const ID = 'readCategory'
const PATH = '/v1/category/{categoryId}'

/** What the page quotes in the section of the moves, said of the operation of this test. */
function quotedMessages(): readonly string[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, moves = ''] = page.split('\n## Adding an operation\n')
  const [section = ''] = moves.split('\n## ')
  return [...section.matchAll(/^ +> (.*)$/gm)].map(([, quoted = '']) =>
    quoted.replace(/ …$/, '').replaceAll('listOrders', ID).replaceAll('/v1/orders', PATH)
  )
}

/** What belongs to the repository, without packages; it can be changed. */
function givenWorkingCopy(t: Test): string {
  const folder = temporaryFolder(t)
  const isOwn = (file: string) => basename(file) !== 'node_modules'
  for (const name of ['generated', 'openapi', 'scripts', 'src', 'test']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOwn })
  }
  for (const name of ['package.json', 'OPERATING.md']) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Replaces a text that the file has once. */
function edit(file: string, before: string, after: string): void {
  const parts = readFileSync(file, 'utf8').split(before)
  if (parts.length !== 2) throw new Error(`${file} has ${before} ${parts.length - 1} times.`)
  writeFileSync(file, parts.join(after))
}

t.test('adding an operation: a move that is forgotten is told as the page says', async t => {
  const folder = givenWorkingCopy(t)
  const [unnamed = '', stale = '', unhandled = '', untested = '', ...others] = quotedMessages()
  t.strictSame(others, [])
  const play = (script: string) => playShell(t, script, { folder })
  const told = async (script: string, message: string, move: string) => {
    const { code, out, complained } = await play(script)
    t.equal(code, 1, move)
    t.match(out + complained, message, move)
  }
  const START = 'node src/main/cli.ts serve --ephemeral --port 0'

  const described = join(folder, 'openapi/paths/categories.yaml')
  const paths = parse(readFileSync(described, 'utf8'))
  const { get, parameters } = paths.Category
  const conflict = { $ref: '../responses/categories.yaml#/CategoryNameTakenOrKeyInUse' }
  const operation = { ...get, operationId: ID, responses: { ...get.responses, 409: conflict } }
  writeFileSync(described, stringify({ ...paths, Again: { parameters, get: operation } }))
  const listed = join(folder, 'openapi/provisioning.yaml')
  const after = '  /v1/categories: { $ref: paths/categories.yaml#/Categories }\n'
  edit(listed, after, `${after}  ${PATH}: { $ref: paths/categories.yaml#/Again }\n`)
  await told('node scripts/generate.ts --check', stale, 'generate')

  t.equal((await play('node scripts/generate.ts')).code, 0)
  await told(START, unhandled, 'handler')

  const generated = join(folder, 'generated/provisioning.json')
  const named = readFileSync(generated, 'utf8')
  edit(generated, `"operationId":"${ID}",`, '')
  await told(START, unnamed, 'document')
  writeFileSync(generated, named)

  const member = '    getCategory: read('
  const made = `    ${ID}: read(at('categoryId', categoryNamed), viewCategory),\n${member}`
  edit(join(folder, 'src/handlers/categories.ts'), member, made)
  await told('node test/contract/coverage.test.ts', untested, 'tests')
})
