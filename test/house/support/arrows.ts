/**
 * Who may know whom: the arrows between folders, the packages each may use, and that every file and
 * every export is wanted by someone.
 *
 * Outside knows inside and nothing inside knows outside; type imports are arrows like any other. A
 * test of imports keeps that true for as long as nobody has to remember it.
 */
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'
import { type Finding, findingAt, type Source, walk } from './source.ts'

/** One import, export-from or dynamic import. */
export interface Arrow {
  readonly source: Source
  readonly node: ts.Node
  readonly specifier: string
  /** Path in the repository; null for packages and Node's own modules. */
  readonly target: string | null
  /** Gone at run time: `import type`. */
  readonly typeOnly: boolean
  readonly reexport: boolean
}

/** All imports of one file in their order. */
export function arrowsOf(source: Source): readonly Arrow[] {
  const arrows: Arrow[] = []
  const add = (node: ts.Node, specifier: ts.Expression | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return
    const relative = specifier.text.startsWith('.')
    arrows.push({
      source,
      node,
      specifier: specifier.text,
      target: relative ? join(dirname(source.path), specifier.text) : null,
      typeOnly,
      reexport: ts.isExportDeclaration(node)
    })
  }
  walk(source.tree, node => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.isTypeOnly === true)
    } else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false)
    }
  })
  return arrows
}

/** A folder or file of src, the paths it may import or their beginnings, and why no more. */
interface Layer {
  readonly holds: RegExp
  readonly knows: readonly (string | RegExp)[]
  readonly rule: string
}

const domain = ['src/decisions/', 'src/rules/', 'src/model.ts']

/** The files of storage that are of a noun, and pages: not its engines, tables and bookkeeping. */
const nouns = /^src\/storage\/(?!(engine|audit)\/|(tables|apply|database|lock-order|validity)\b)/

/** The first that holds a file decides. */
const layers: readonly Layer[] = [
  {
    holds: /^src\/rules\//,
    knows: ['src/rules/'],
    rule: 'Rules import nothing outside src/rules: pass in what it is needed for.'
  },
  {
    holds: /^src\/decisions\//,
    knows: domain,
    rule: 'Decisions know rules and the model: pass the rest in as facts, command or occasion.'
  },
  {
    holds: /^src\/model\.ts/,
    knows: ['src/rules/'],
    rule: 'The model knows the types of rules: move the import to where it is used.'
  },
  {
    holds: /^src\/(main\/config|ids)\.ts/,
    knows: ['src/model.ts'],
    rule: 'This knows the model at most: pass in what it needs.'
  },
  {
    holds: /^src\/storage\/engine\/(?!statements)/,
    knows: ['src/storage/engine/', 'src/storage/tables', 'src/storage/pages.ts', ...domain],
    rule: 'The engine knows no noun: declare the statement where the noun is, or pass it in.'
  },
  {
    holds: /^src\/storage\//,
    knows: ['src/storage/', 'src/main/config.ts', 'src/ids.ts', ...domain],
    rule: 'Storage knows the changes it applies and the model: let the caller translate.'
  },
  {
    holds: /^src\/http\/shell\.ts/,
    knows: ['src/http/', 'src/shell.ts', 'src/storage/engine/session.ts', ...domain],
    rule: 'This gives handlers the shell and renders: leave the rest to either of them.'
  },
  {
    holds: /^src\/http\//,
    knows: ['src/http/', 'src/main/config.ts', 'src/ids.ts', 'generated/', ...domain],
    rule: 'The seam knows nothing behind the handlers: pass in what it needs.'
  },
  {
    holds: /^src\/handlers\/index\.ts/,
    knows: ['src/handlers/', 'src/http/types.ts', 'src/http/shell.ts', 'src/main/config.ts'],
    rule: 'The list of handlers constructs them and does no more: move the rest into a class.'
  },
  {
    holds: /^src\/handlers\//,
    knows: [
      'src/handlers/',
      ...['types', 'commands', 'views', 'errors', 'links', 'credentials', 'shell'].map(
        name => `src/http/${name}`
      ),
      nouns,
      'src/shell.ts',
      'src/main/config.ts',
      'generated/',
      ...domain
    ],
    rule: 'Handlers translate: they read from storage/<noun>, all else comes through the shell.'
  },
  {
    holds: /^src\/jobs\//,
    knows: ['src/jobs/', nouns, 'src/shell.ts', 'src/main/config.ts', ...domain],
    rule: 'Jobs know decisions and storage/<noun>: take the rest from the shell.'
  },
  {
    holds: /^src\/shell\.ts/,
    knows: ['src/storage/', 'src/ids.ts', 'src/main/config.ts', ...domain],
    rule: 'The shell knows no HTTP, no handlers and no jobs: pass in what it calls.'
  },
  {
    holds: /^src\/main\/(server|cli)\.ts/,
    knows: ['src/main/loading.ts', 'src/main/start.ts', 'src/main/command-line.ts'],
    rule: 'An executable loads its program, and what it imports itself loads slowly: move it there.'
  },
  {
    holds: /^src\//,
    knows: ['src/', 'generated/', 'package.json'],
    rule: 'Nobody knows server.ts and cli.ts: move what is wanted to where both can import it.'
  }
]

/** Programs, not parts: nothing is built on them. */
const programs = ['src/main/server.ts', 'src/main/cli.ts']

/** Types of the port that handlers and jobs are given; nothing of them exists at run time. */
const portTypes = /^src\/storage\/engine\/(store|session)\.ts$/

/** Every import inside src goes in the direction of the arrows. */
export function arrowFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => {
    const layer = layers.find(({ holds }) => holds.test(source.path))
    if (layer === undefined) return []
    return arrowsOf(source)
      .filter(({ target }) => target !== null && !mayKnow(layer, target))
      .filter(({ target, typeOnly }) => !(typeOnly && portTypes.test(target ?? '')))
      .map(({ node, target }) => findingAt(source, node, `imports ${target}.`, layer.rule))
  })
}

function mayKnow({ knows }: Layer, target: string): boolean {
  return (
    !programs.includes(target) &&
    knows.some(path => (typeof path === 'string' ? target.startsWith(path) : path.test(target)))
  )
}

/** No two files import each other, directly or around; a type is an import like any other. */
export function circleFindings(sources: readonly Source[]): Finding[] {
  const code = new Map(sources.map(source => [source.path, source]))
  return sources.flatMap(source =>
    arrowsOf(source)
      .filter(({ target }) => target !== null && reachedFrom([target], code).has(source.path))
      .map(({ node, target }) =>
        findingAt(
          source,
          node,
          `imports ${target}, which comes back to it.`,
          'Move what both need into a file that imports neither.'
        )
      )
  )
}

/** Where a package may be imported; every row that names it binds. */
const packages: readonly { readonly name: RegExp; readonly only: RegExp; readonly rule: string }[] =
  [
    {
      name: /^temporal-polyfill/,
      only: /^src\/rules\/validity\.ts$/,
      rule: 'Only rules/validity.ts imports the stand-in for Temporal; call its functions.'
    },
    {
      name: /^(?!temporal-polyfill)/,
      only: /^src\/(?!rules\/|decisions\/|model\.ts)/,
      rule: 'Rules, decisions and the model import no package and nothing of Node; pass it in.'
    },
    {
      name: /^fastify-openapi-glue/,
      only: /^src\/http\/mount\.ts$/,
      rule: 'Only http/mount.ts turns documents into routes; call it.'
    },
    {
      name: /^ajv/,
      only: /^src\/http\/validation\.ts$/,
      rule: 'Only http/validation.ts compiles schemas; call it.'
    },
    {
      name: /^@?fastify/,
      only: /^src\/(main\/(app|compose|listening)\.ts|http\/)/,
      rule: 'Only those who compose the app and http know the web framework; use http/types.ts.'
    },
    {
      name: /^(drizzle-orm|better-sqlite3|pg|@electric-sql)\b/,
      only: /^src\/storage\//,
      rule: 'Only storage knows the database; load, list or change through it.'
    },
    {
      name: /^node:/,
      only: /^src\/(?!storage\/(?!engine\/))/,
      rule: 'A unit of work awaits its own statements only; keep input and output out of it.'
    }
  ]

/** Every package stays where it may be. */
export function packageFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source =>
    arrowsOf(source)
      .filter(({ target }) => target === null)
      .flatMap(({ node, specifier }) => {
        const broken = packages.find(
          ({ name, only }) => name.test(specifier) && !only.test(source.path)
        )
        if (broken === undefined) return []
        return [findingAt(source, node, `imports ${specifier}.`, broken.rule)]
      })
  )
}

/** A handler never calls another, nor does a task: what both need is a decision or a load. */
export function handlerFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => /^src\/(handlers\/(?!index\.ts)|jobs\/)/.test(path))
    .flatMap(source =>
      arrowsOf(source).flatMap(({ node }) => {
        if (!ts.isImportDeclaration(node)) return []
        const bound = node.importClause?.namedBindings
        const names = bound !== undefined && ts.isNamedImports(bound) ? bound.elements : []
        const handler = names.find(({ name }) => name.text.endsWith('Handlers'))
        if (handler === undefined) return []
        const expected = `imports ${handler.name.text}.`
        const mend = 'No handler and no task calls a handler; share a decision or a load.'
        return [findingAt(source, node, expected, mend)]
      })
    )
}

/** Generated files are types to TypeScript; as JSON they are read by app.ts and the docs page. */
export function generatedFindings(sources: readonly Source[]): Finding[] {
  return sources.flatMap(source => {
    const imports = arrowsOf(source)
      .filter(({ target, typeOnly }) => target?.startsWith('generated/') === true && !typeOnly)
      .map(({ node }) =>
        findingAt(
          source,
          node,
          'imports a generated file at run time.',
          'Write `import type`; its JSON is read by src/main/app.ts.'
        )
      )
    if (/^src\/(main\/app|http\/docs)\.ts$/.test(source.path)) return imports
    const read = source.lines.findIndex(line => /['"`/]generated\/[\w.${}-]*json/.test(line))
    if (read === -1) return imports
    const expected = 'reads a generated document.'
    const mend = 'Only src/main/app.ts and src/http/docs.ts do; take it as a parameter.'
    return [...imports, { file: source.path, line: read + 1, expected, mend }]
  })
}

/** Files that no import reaches although they are wanted, and by whom. */
const wantedElsewhere = new Map([
  ['src/main/server.ts', 'npm start'],
  ['src/main/cli.ts', 'npm run cli'],
  ['src/storage/tables.postgres.ts', 'drizzle-kit, and the proof that both dialects agree']
])

/**
 * No file that nothing leads to: src from what runs it, scripts and test/support from the commands
 * and the tests. A test keeps nothing in src alive, since nobody would run it.
 */
export function deadFileFindings(sources: readonly Source[], commands: string): Finding[] {
  const code = new Map(sources.map(source => [source.path, source]))
  const isEntry = ({ path }: Source) =>
    path.endsWith('.test.ts') || isStarted(path, sources, commands)
  const live = reachedFrom([...wantedElsewhere.keys()], code)
  const used = reachedFrom(
    sources.filter(isEntry).map(({ path }) => path),
    code
  )
  const expected = 'is reached by nothing that runs.'
  const mend = 'Import it from where it belongs, or delete it.'
  return [...code.keys()]
    .filter(path => !(path.startsWith('src/') ? live : used).has(path))
    .filter(path => path !== 'test/main/support/loaded.ts')
    .map(file => ({ file, line: 1, expected, mend }))
}

/** A script is run by a command, or started by another script that says its path. */
function isStarted(path: string, sources: readonly Source[], commands: string): boolean {
  if (!path.startsWith('scripts/')) return false
  const starts = sources.some(
    ({ path: other, text }) => other.startsWith('scripts/') && text.includes(`'${path}'`)
  )
  return starts || commands.includes(path)
}

function reachedFrom(
  entries: readonly string[],
  code: ReadonlyMap<string, Source>
): ReadonlySet<string> {
  const reached = new Set<string>()
  const reach = (path: string): void => {
    const source = code.get(path)
    if (source === undefined || reached.has(path)) return
    reached.add(path)
    for (const { target } of arrowsOf(source)) if (target !== null) reach(target)
  }
  for (const path of entries) reach(path)
  return reached
}

/** No value of src is exported that no other file names; types go with what they describe. */
export function deadExportFindings(sources: readonly Source[]): Finding[] {
  const names = new Map(sources.map(source => [source, identifiersIn(source)]))
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(source =>
      exportsOf(source)
        .filter(({ node }) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node))
        .filter(({ name }) => {
          for (const [other, used] of names) if (other !== source && used.has(name)) return false
          return true
        })
        .map(({ node, name }) =>
          findingAt(
            source,
            node,
            `exports ${name}, which no other file names.`,
            'Drop the word export, or the thing itself.'
          )
        )
    )
}

/** What a file exports by declaring it, with the statement that does. */
export function exportsOf({
  tree
}: Source): { readonly name: string; readonly node: ts.Statement }[] {
  return tree.statements.flatMap(node => {
    const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) return []
    if (ts.isVariableStatement(node)) {
      return node.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [{ name: name.text, node }] : []
      )
    }
    const { name } = node as ts.DeclarationStatement
    return name === undefined || !ts.isIdentifier(name) ? [] : [{ name: name.text, node }]
  })
}

function identifiersIn({ tree }: Source): ReadonlySet<string> {
  const names = new Set<string>()
  walk(tree, node => {
    if (ts.isIdentifier(node)) names.add(node.text)
  })
  return names
}
