/**
 * One noun, one name, in every room: the tags of the documents are the names of files and folders.
 *
 * Everything is derived from the documents, so that an operation that gets another tag is asked for
 * in another file.
 */
import ts from 'typescript'
import { exportsOf, type Finding, findingAt, lineAt, type Source, walk } from './source.ts'

/** Nouns of the documents, in the form that files are named by, and the noun of each operation. */
export interface Nouns {
  readonly names: ReadonlySet<string>
  readonly ofOperation: ReadonlyMap<string, string>
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; tags?: readonly string[] }>>>
  >
}

/** `Validation rules` is `validation-rules`. */
function nounOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

/** The nouns of both documents. */
export function nounsOf(documents: readonly string[]): Nouns {
  const ofOperation = new Map<string, string>()
  for (const text of documents) {
    const { paths } = JSON.parse(text) as Document
    for (const { operationId, tags } of Object.values(paths).flatMap(item => Object.values(item))) {
      if (operationId !== undefined) ofOperation.set(operationId, nounOf(tags?.[0] ?? ''))
    }
  }
  return { names: new Set(ofOperation.values()), ofOperation }
}

/** Folders whose files and folders are nouns, and the few that are shared by all nouns. */
const rooms: readonly (readonly [folder: string, shared: readonly string[]])[] = [
  ['openapi/paths/', []],
  ['openapi/schemas/', ['shared']],
  ['openapi/examples/replays/', []],
  ['openapi/examples/', ['shared']],
  ['openapi/responses/', ['shared']],
  ['openapi/parameters/', ['shared']],
  ['src/handlers/', ['index']],
  ['src/http/commands/', ['files', 'validity', 'values']],
  ['src/http/views/', ['validity']],
  ['test/operations/', ['across', 'support']],
  ['test/http/views/', []]
]

/** What several nouns need, and what no noun owns, in the rooms that mirror each other. */
const shared = {
  decisions: [
    ...['imports', 'points', 'standing'],
    ...[
      'changes',
      'deletable',
      'deletions',
      'event-log',
      'metadata',
      'occasion',
      'receipts',
      'refusals'
    ],
    ...['request-refusals', 'set-up', 'updates']
  ],
  storage: [
    ...['points', 'standing', 'audit', 'engine', 'migrations'],
    ...['apply', 'lessons', 'lock-order', 'meetings', 'catalogue', 'credentials', 'jobs'],
    ...['database', 'pages', 'receipts', 'tables', 'timers', 'validity']
  ],
  jobs: [
    ...['points', 'receipts', 'standing', 'pace', 'rows', 'sorting', 'task', 'tasks', 'timers'],
    'worker'
  ]
}

/** Folders whose files and folders are nouns, or shared; those of the tests are named alike. */
const houses: readonly (readonly [folder: string, shared: readonly string[]])[] = [
  ['src/decisions/', shared.decisions],
  ['src/storage/', shared.storage],
  ['src/jobs/', shared.jobs],
  ['test/decisions/', [...shared.decisions, 'support']],
  ['test/storage/', [...shared.storage, 'support']],
  // The calendar and the other engine, over all nouns.
  ['test/jobs/', [...shared.jobs, 'midnights', 'postgres', 'support']]
]

/** Every file of a room is named by a noun, or is shared. */
export function roomFindings(sources: readonly Source[], { names }: Nouns): Finding[] {
  return sources.flatMap(({ path }) => {
    const room = [...rooms, ...houses].find(([folder]) => path.startsWith(folder))
    if (room === undefined) return []
    const [folder, shared] = room
    const name = roomName(path, folder)
    if (names.has(name) || shared.includes(name)) return []
    const expected = `is named "${name}", which is no tag of the documents.`
    return [{ file: path, line: 1, expected, mend: 'Name it by the tag of what it is about.' }]
  })
}

/** A name that is shared is the name of something: each is in its room. */
export function sharedFindings(sources: readonly Source[]): Finding[] {
  return houses
    .filter(([folder]) => folder.startsWith('src/'))
    .flatMap(([folder, names]) => {
      const found = new Set(
        sources
          .filter(({ path }) => path.startsWith(folder))
          .map(({ path }) => roomName(path, folder))
      )
      const mend = 'Take it from the list in test/house/support/nouns.ts.'
      return names
        .filter(name => !found.has(name))
        .map(name => ({ file: folder, line: 1, expected: `has no "${name}".`, mend }))
    })
}

/** What stands below a room: `orders` of `orders.test.ts` as of `orders/canceling.test.ts`. */
function roomName(path: string, folder: string): string {
  return path.slice(folder.length).split(/[/.]/)[0] ?? ''
}

/** Every operation is a method of the one class in the file of its noun. */
export function handlerFindings(sources: readonly Source[], { ofOperation }: Nouns): Finding[] {
  const folder = 'src/handlers/'
  return sources
    .filter(({ path }) => path.startsWith(folder) && path !== `${folder}index.ts`)
    .flatMap(source => {
      const noun = roomName(source.path, folder)
      const classes = source.tree.statements.filter(ts.isClassDeclaration)
      const handled = classes.flatMap(({ members }) => members.filter(ts.isMethodDeclaration))
      const strays = handled.flatMap(method => {
        const name = method.name.getText(source.tree)
        const home = ofOperation.get(name)
        if (home === undefined || home === noun) return []
        const mend = `Move it to ${folder}${home}.ts, where its tag is.`
        return [findingAt(source, method, `handles ${name}.`, mend)]
      })
      if (classes.length === 1) return strays
      const expected = `has ${classes.length} classes.`
      const mend = 'A noun has one class of handlers; what is no handler goes to http or decisions.'
      return [...strays, { file: source.path, line: 1, expected, mend }]
    })
}

/** A handler reads nothing of the wire: the words of the wire become ours in commands and views. */
export function wireFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => path.startsWith('src/handlers/'))
    .flatMap(source => {
      const findings: Finding[] = []
      walk(source.tree, node => {
        const name =
          ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node)
            ? node.name
            : ts.isBindingElement(node)
              ? node.propertyName
              : undefined
        const word = name?.getText(source.tree) ?? ''
        if (!/^[a-z0-9]+(_[a-z0-9]+)+$/.test(word)) return
        const mend = 'Translate it in src/http/commands or src/http/views.'
        findings.push(findingAt(source, node, `says ${word}, a word of the wire.`, mend))
      })
      return findings
    })
}

/** Every operation of a file of paths has the tag that the file is named by. */
export function pathFindings(sources: readonly Source[], { ofOperation }: Nouns): Finding[] {
  const folder = 'openapi/paths/'
  return sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => {
        const [, id = ''] = /^\s+operationId: (\w+)$/.exec(line) ?? []
        const home = ofOperation.get(id)
        if (home === undefined || home === roomName(path, folder)) return []
        const expected = `describes ${id}, which is of ${home}.`
        return [{ file: path, line: index + 1, expected, mend: `Move it to ${folder}${home}.` }]
      })
    )
}

/** A test whose title begins with operations stands in the room of one of them. */
export function titleFindings(sources: readonly Source[], { ofOperation }: Nouns): Finding[] {
  const folder = 'test/operations/'
  return sources
    .filter(({ path }) => path.startsWith(folder) && path.endsWith('.test.ts'))
    .flatMap(source => {
      const noun = roomName(source.path, folder)
      return titlesIn(source).flatMap(({ title, line }) => {
        const named = title.slice(0, Math.max(0, title.indexOf(':'))).split(/, | and /)
        const homes = named.flatMap(id => ofOperation.get(id) ?? [])
        if (homes.length === 0 || homes.includes(noun)) return []
        const expected = `tests ${named.join(', ')}.`
        const mend = `Move the test to ${folder}${homes[0]}, by the tag of the operation.`
        return [{ file: source.path, line, expected, mend }]
      })
    })
}

/** A test of a view stands in the file of the noun whose view it is. */
export function viewFindings(sources: readonly Source[]): Finding[] {
  const folder = 'test/http/views/'
  const views = new Map(
    sources
      .filter(({ path }) => path.startsWith('src/http/views/'))
      .flatMap(source => exportsOf(source).map(({ name }) => [name, source.path] as const))
  )
  return sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(source => {
      const own = `src/http/views/${roomName(source.path, folder)}.ts`
      return titlesIn(source).flatMap(({ title, line }) => {
        const [view = ''] = title.split(':')
        const home = views.get(view)
        if (home === undefined || home === own) return []
        const mend = 'Move the test to the file of that name.'
        return [{ file: source.path, line, expected: `tests ${view}, of ${home}.`, mend }]
      })
    })
}

function titlesIn(source: Source): { readonly title: string; readonly line: number }[] {
  const titles: { title: string; line: number }[] = []
  walk(source.tree, node => {
    if (!ts.isCallExpression(node)) return
    const [first] = node.arguments
    if (first === undefined || !ts.isStringLiteralLike(first)) return
    if (!/^(\w+\.)?test$/.test(node.expression.getText(source.tree))) return
    titles.push({ title: first.text, line: lineAt(source, node.getStart(source.tree)) })
  })
  return titles
}
