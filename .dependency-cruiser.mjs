/**
 * Who may know whom: the arrows between folders, the packages each may import, and no circles.
 *
 * Outside knows inside and nothing inside knows outside. An import of a type is an import like any
 * other. Each rule says what to do instead; CONTRIBUTING.md tells the whole.
 */
const domain = ['^src/decisions/', '^src/rules/', '^src/model\\.ts$']
const ids = '^src/(ids|secrets|sandbox)\\.ts$'
const shell = '^src/shell\\.ts$'
const generated = '^generated/'
/** The time and the chance that a project may be given; what makes such projects is not of it. */
const sandbox = '^src/sandbox\\.ts$'

/** The files of storage that are of a noun, and pages: not its engines, tables and bookkeeping. */
const nouns =
  '^src/storage/(?!(engine|audit|database)/|(tables[.\\w]*|changes|database|lessons|validity)\\.ts$)'

/** A folder or file of src, the paths it may import, and why no more; the first that holds it. */
const layers = [
  {
    name: 'rules',
    holds: '^src/rules/',
    knows: ['^src/rules/'],
    comment: 'Rules import nothing outside src/rules: pass in what it is needed for.'
  },
  {
    name: 'decisions',
    holds: '^src/decisions/',
    knows: domain,
    comment: 'Decisions know rules and the model: pass the rest in as facts, command or occasion.'
  },
  {
    name: 'model',
    holds: '^src/model\\.ts$',
    knows: ['^src/rules/'],
    comment: 'The model knows the types of rules: move the import to where it is used.'
  },
  {
    name: 'sandbox',
    holds: sandbox,
    knows: [ids, ...domain],
    comment: 'What is given to a project knows ids and the model: let src/sandboxes do the rest.'
  },
  {
    name: 'sandboxes',
    holds: '^src/sandboxes/',
    knows: ['^src/sandboxes/', '^src/jobs/', nouns, shell, ids, ...domain],
    comment: 'The sandbox carries out by the shell and the worker: take the rest from either of them.'
  },
  {
    name: 'ids',
    holds: '^src/(ids|secrets)\\.ts$',
    knows: ['^src/model\\.ts$'],
    comment: 'Ids and secrets know the model at most: pass in what they need.'
  },
  {
    name: 'storage-engine',
    holds: '^src/storage/engine/',
    knows: ['^src/storage/engine/', '^src/storage/tables', '^src/storage/pages\\.ts$', ...domain],
    comment: 'The engine knows no noun: declare the statement where the noun is, or pass it in.'
  },
  {
    name: 'storage',
    holds: '^src/storage/',
    knows: ['^src/storage/', ids, ...domain],
    comment: 'Storage knows the changes it applies and the model: let the caller translate.'
  },
  {
    name: 'http-shell',
    holds: '^src/http/shell\\.ts$',
    knows: ['^src/http/', shell, ids, sandbox, '^src/storage/engine/session\\.ts$', ...domain],
    comment: 'This gives handlers the shell and renders: leave the rest to either of them.'
  },
  {
    name: 'http',
    holds: '^src/http/',
    knows: ['^src/http/', ids, sandbox, generated, ...domain],
    comment: 'The seam knows nothing behind the handlers: pass in what it needs.'
  },
  {
    name: 'conformance',
    holds: '^src/conformance/',
    knows: ['^src/conformance/', '^src/http/(document|errors|explanation|schema-checks|validation)\\.ts$'],
    comment: 'It judges services from outside: it knows documents and their checks, and no more.'
  },
  {
    name: 'list-of-handlers',
    holds: '^src/handlers/index\\.ts$',
    knows: ['^src/handlers/', '^src/http/(types|shell)\\.ts$', '^src/sandboxes/'],
    comment: 'The list of handlers constructs them and does no more: move the rest into a class.'
  },
  {
    name: 'handlers',
    holds: '^src/handlers/',
    knows: [
      '^src/http/(types|commands|views|errors|links|shell)\\b',
      '^src/sandboxes/',
      nouns,
      shell,
      ids,
      generated,
      ...domain
    ],
    comment:
      'Handlers translate: they read from storage/<noun>, and all else comes through the shell. No ' +
      'handler calls another; share a decision or a load.'
  },
  {
    name: 'jobs',
    holds: '^src/jobs/',
    knows: ['^src/jobs/', nouns, shell, ...domain],
    comment: 'Jobs know decisions and storage/<noun>: take the rest from the shell.'
  },
  {
    name: 'shell',
    holds: shell,
    knows: ['^src/storage/', ids, sandbox, ...domain],
    comment: 'The shell knows no HTTP, no handlers and no jobs: pass in what it calls.'
  },
  {
    name: 'executables',
    holds: '^src/main/(server|cli)\\.ts$',
    knows: ['^src/main/(loading|start|command-line)\\.ts$'],
    comment: 'An executable loads its program, and what it imports itself loads slowly: move it there.'
  }
]

/** Types of the port that handlers and jobs are given; nothing of them exists at run time. */
const port = '^src/storage/engine/(store|session)\\.ts$'

const arrows = layers.flatMap(({ name, holds, knows, comment }, index) => {
  const from = { path: holds, pathNot: layers.slice(0, index).map(layer => layer.holds) }
  const ours = '^(src|generated)/|^package\\.json$'
  return [
    { name, severity: 'error', comment, from, to: { path: ours, pathNot: [...knows, port] } },
    {
      name: `${name}-port`,
      severity: 'error',
      comment,
      from: knows.some(path => '^src/storage/'.startsWith(path)) ? { path: '^$' } : from,
      to: { path: port, pathNot: knows, dependencyTypesNot: ['type-only'] }
    }
  ]
})

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
    butOf: ['^(src|generated)/', '^package\\.json$', `${installed}temporal-`],
    only: '^src/(?!rules/|decisions/|model\\.ts)',
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
    only: '^src/http/schema-checks\\.ts$',
    comment: 'Only http/schema-checks.ts compiles schemas; call it.'
  },
  {
    name: 'fastify',
    of: `${installed}@?fastify`,
    only: '^src/(main/(app|compose|listening)\\.ts|http/)',
    comment: 'Only those who compose the app and http know the web framework; use http/types.ts.'
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
      name: 'entrance-to-the-standing',
      severity: 'error',
      comment: 'The steps of a standing are private: open it, tell it what happens, and conclude.',
      from: { path: '^src/', pathNot: '^src/decisions/standing/' },
      to: {
        path: '^src/decisions/standing/',
        pathNot: '^src/decisions/standing/(open|standing|customer-facts|reviews)\\.ts$'
      }
    },
    {
      name: 'nobody-knows-the-executables',
      severity: 'error',
      comment: 'Move what is wanted to where both can import it.',
      from: { path: '^src/' },
      to: { path: '^src/main/(server|cli)\\.ts$' }
    },
    {
      name: 'generated-as-types',
      severity: 'error',
      comment: 'Write `import type`; its JSON is read by src/main/app.ts and src/http/docs.ts.',
      from: { path: '^src/' },
      to: { path: generated, dependencyTypesNot: ['type-only'] }
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'Correct the path, or add the package.',
      from: { path: '^src/' },
      to: { couldNotResolve: true }
    },
    ...arrows,
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
