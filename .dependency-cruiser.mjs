/**
 * Who may know whom: the arrows between folders, the packages each may import, and no circles.
 *
 * Outside knows inside and nothing inside knows outside. An import of a type is an import like any
 * other. Each rule says what to do instead; CONTRIBUTING.md tells the whole.
 */
const domain = ['rules', 'decisions', 'model']
/** What is of no noun in storage; handlers and jobs are given what it does. */
const ofNoNoun = '(engine|audit|database|tables)[./]'
const nouns = `storage/(?!${ofNoNoun})`
const engine = '^src/storage/engine/'
/** The one generated module that runs; it is made of tables.ts. */
const postgresTables = '^generated/tables\\.postgres\\.ts$'

/**
 * The folders of src and the files beside them, from the inside to the outside; the first that holds
 * a file is its room. `types`: of the engine it may know the types, of which nothing is there at run
 * time.
 */
const rooms = [
  {
    room: 'rules',
    knows: [],
    comment: 'Rules import nothing outside src/rules: pass in what it is needed for.'
  },
  {
    room: 'records',
    knows: ['rules'],
    comment: 'Records know the types of rules: move what is of the trade to the model.'
  },
  {
    room: 'model',
    knows: ['rules', 'records'],
    comment: 'The model knows the types of rules: move the import to where it is used.'
  },
  {
    room: 'decisions',
    knows: domain,
    comment: 'Decisions know rules and the model: pass the rest in as facts, command or occasion.'
  },
  {
    room: '(ids|secrets)',
    knows: ['model'],
    comment: 'Ids and secrets know the model at most: pass in what they need.'
  },
  {
    room: 'sandbox',
    knows: ['ids', ...domain],
    comment: 'What is given to a project knows ids and the model: let src/sandboxes do the rest.'
  },
  {
    room: 'storage/engine',
    knows: ['storage/tables', 'storage/pages', ...domain],
    comment: 'The engine knows no noun: declare the statement where the noun is, or pass it in.'
  },
  {
    room: 'storage',
    knows: domain,
    comment: 'Storage knows the changes it applies and the model: let the caller translate.'
  },
  {
    room: 'shell',
    knows: ['storage', 'ids', 'sandbox', ...domain],
    comment: 'The shell knows no HTTP, no handlers and no jobs: pass in what it calls.'
  },
  {
    room: 'http',
    knows: ['shell', 'ids', 'secrets', 'sandbox', ...domain],
    types: true,
    comment: 'The seam knows nothing behind the handlers: pass in what it needs.'
  },
  {
    room: 'conformance',
    knows: ['http'],
    comment: 'It judges services from outside: it knows documents and their checks, and no more.'
  },
  {
    room: 'jobs',
    knows: [nouns, 'shell', ...domain],
    types: true,
    comment: 'Jobs know decisions and storage/<noun>: take the rest from the shell.'
  },
  {
    room: 'sandboxes',
    knows: ['jobs', nouns, 'shell', 'ids', 'secrets', 'sandbox', ...domain],
    types: true,
    comment: 'The sandbox carries out by the shell and the worker: take the rest from either of them.'
  },
  {
    room: 'handlers',
    knows: ['http', 'sandboxes', nouns, 'shell', 'secrets', 'sandbox', ...domain],
    types: true,
    comment:
      'Handlers translate: they read from storage/<noun>, and all else comes through the shell.'
  },
  {
    room: 'project-files',
    knows: ['handlers', 'http', 'jobs', 'storage', 'shell', 'ids', 'secrets', ...domain],
    comment: 'Files are carried out by handlers and jobs, and no start or command is known to them.'
  },
  {
    room: 'demo',
    knows: ['project-files', 'http', 'storage', 'shell', 'ids', 'secrets', ...domain],
    comment: 'The demo is a project file and its keys: pass in what a start knows.'
  },
  {
    room: 'main',
    knows: [''],
    comment: 'Main puts everything together.'
  }
]

const pathOf = room => (/^$|\(\?!/.test(room) ? `^src/${room}` : `^src/${room}[./]`)

const arrows = rooms.flatMap(({ room, knows, types, comment }, index) => {
  const from = { path: pathOf(room), pathNot: rooms.slice(0, index).map(each => pathOf(each.room)) }
  const known = [room, ...knows].map(pathOf)
  const rule = { name: room.replaceAll(/[()]/g, ''), severity: 'error', comment, from }
  return [
    { ...rule, to: { path: '^src/', pathNot: types ? [...known, engine] : known } },
    ...(types
      ? [{ ...rule, to: { path: engine, pathNot: known, dependencyTypesNot: ['type-only'] } }]
      : [])
  ]
})

/** Folders that others know by one file, and the deep one that is known by few. */
const doors = {
  'handlers/': 'index',
  'conformance/': 'conformance',
  'project-files/': 'project-files',
  'sandboxes/': 'sandboxes',
  'decisions/standing/': '(open|standing)'
}

const installed = '(^|/)node_modules/'

/** Where a package may be imported; every row that names it binds. */
const packages = [
  {
    name: 'temporal',
    of: `${installed}temporal-`,
    only: '^src/rules/validity\\.ts$',
    comment: 'Only rules/validity.ts imports the stand-in for Temporal; call its functions.'
  },
  {
    name: 'domain-without-packages',
    of: '.',
    butOf: ['^src/', `${installed}temporal-`],
    only: '^src/(?!rules/|decisions/|(model|records)\\.ts)',
    comment: 'Rules, decisions and the model import no package and nothing of Node; pass it in.'
  },
  {
    name: 'glue',
    of: `${installed}fastify-openapi-glue/`,
    only: '^src/http/mount\\.ts$',
    comment: 'Only http/mount.ts turns documents into routes; call it.'
  },
  {
    name: 'ajv',
    of: `${installed}ajv`,
    only: '^src/http/validation\\.ts$',
    comment: 'Only http/validation.ts compiles schemas; call it.'
  },
  {
    name: 'fastify',
    of: `${installed}@?fastify`,
    only: '^src/(main|http)/',
    comment: 'Only main and http know the web framework; use http/types.ts.'
  },
  {
    name: 'metrics',
    of: `${installed}@prometheus-io/`,
    only: '^src/main/metrics\\.ts$',
    comment: 'Only main/metrics.ts counts for Prometheus; show it what is counted.'
  },
  {
    name: 'database',
    of: `${installed}(drizzle-orm|better-sqlite3|@types/better-sqlite3|pg|@electric-sql)/`,
    only: '^src/storage/',
    comment: 'Only storage knows the database; load, list or change through it.'
  },
  {
    name: 'input-and-output',
    ofNode: true,
    only: '^src/(?!storage/(?!engine/))',
    comment: 'A unit of work awaits its own statements only; keep input and output out of it.'
  },
  {
    name: 'generated',
    of: '^(generated/|package\\.json$)',
    butOf: [postgresTables],
    only: '^src/http/',
    comment: 'Only http knows the types of the documents; use those of http/types.ts.'
  },
  {
    name: 'postgres-tables',
    of: postgresTables,
    only: engine,
    comment: 'Only the engine knows the tables of PostgreSQL: build statements on tables.ts.'
  }
]

export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Move what both need into a file that imports neither.',
      from: { path: '^src/' },
      to: { circular: true }
    },
    {
      name: 'no-handler-calls-another',
      severity: 'error',
      comment: 'Share a decision or a load.',
      from: { path: pathOf('handlers'), pathNot: '^src/handlers/index\\.ts$' },
      to: { path: pathOf('handlers') }
    },
    {
      name: 'executables',
      severity: 'error',
      comment: 'An executable loads its program, and what it imports itself loads slowly: move it there.',
      from: { path: '^src/main/(server|cli)\\.ts$' },
      to: { path: '^src/', pathNot: '^src/main/(loading|start|command-line)\\.ts$' }
    },
    {
      name: 'nobody-knows-the-executables',
      severity: 'error',
      comment: 'Move what is wanted to where both can import it.',
      from: { path: '^src/' },
      to: { path: '^src/main/(server|cli)\\.ts$' }
    },
    {
      name: 'a-room-for-each',
      severity: 'error',
      comment: 'Move the file into a room, or say in .dependency-cruiser.mjs what the new one knows.',
      from: { path: '^src/', pathNot: rooms.map(({ room }) => pathOf(room)) },
      to: {}
    },
    {
      name: 'generated-as-types',
      severity: 'error',
      comment: 'Write `import type`; its JSON is read by src/http/served-files.ts.',
      from: { path: '^src/' },
      to: { path: '^generated/', pathNot: postgresTables, dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Correct the path, or add the package.',
      from: { path: '^src/' },
      to: { couldNotResolve: true }
    },
    ...arrows,
    ...Object.entries(doors).map(([folder, door]) => ({
      name: `door-of-${folder.slice(0, -1)}`,
      severity: 'error',
      comment: `Import src/${folder}${door}.ts, which says what others may use of its folder.`,
      from: { path: '^src/', pathNot: `^src/${folder}` },
      to: { path: `^src/${folder}`, pathNot: `^src/${folder}${door}\\.ts$` }
    })),
    ...packages.map(({ name, of, butOf, ofNode, only, comment }) => ({
      name,
      severity: 'error',
      comment,
      from: { path: '^src/', pathNot: only },
      to: ofNode ? { dependencyTypes: ['core'] } : { path: of, pathNot: butOf }
    }))
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default']
    }
  }
}
