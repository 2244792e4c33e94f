/**
 * That the linters find what their settings are for: a tree made up for the purpose breaks each of
 * their rules once, and has beside it the nearest thing that is allowed.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from '../support/root.ts'

/** Writes files, each with all the lines that are given for its path, beside our packages. */
function givenTree(t: Test, rows: readonly (readonly [path: string, line: string])[]): string {
  const folder = temporaryFolder(t)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const files = Map.groupBy(rows, ([path]) => path)
  for (const [path, lines] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), lines.map(([, line]) => `${line}\n`).join(''))
  }
  return folder
}

/** What a tool prints in a folder; its exit code says that it found something, as it should. */
function printed(folder: string, tool: string, options: readonly string[]) {
  return new Promise<string>(resolve => {
    const script = join(root, 'node_modules', tool)
    execFile(process.execPath, [script, ...options], { cwd: folder }, (_, out) => resolve(out))
  })
}

// What is imported, by whom, and the rules it breaks.
const imports: readonly (readonly [path: string, line: string, broken: readonly string[]])[] = [
  ['src/rules/a.ts', "import { b } from './b.ts'", []],
  ['src/rules/a.ts', "import type { M } from '../model.ts'", ['rules']],
  ['src/decisions/a.ts', "import type { M } from '../model.ts'", []],
  ['src/decisions/a.ts', "import { e } from '../http/errors.ts'", ['decisions']],
  ['src/decisions/a.ts', "export type A = import('../ids.ts').Source", ['decisions']],
  ['src/model.ts', "import type { V } from './rules/validity.ts'", []],
  ['src/model.ts', "export type { C } from './decisions/changes.ts'", ['model']],
  ['src/storage/orders.ts', "import type { F } from '../decisions/points.ts'", []],
  ['src/storage/orders.ts', "import { e } from '../http/errors.ts'", ['storage']],
  ['src/http/mount.ts', "import { S } from '../shell.ts'", ['http']],
  ['src/handlers/a.ts', "import { l } from '../storage/orders.ts'", []],
  ['src/handlers/b.ts', "import type { S } from '../storage/engine/session.ts'", []],
  ['src/handlers/a.ts', "import { s } from '../storage/engine/session.ts'", ['handlers-port']],
  ['src/handlers/a.ts', "import { l } from '../storage/rewards/rewards.ts'", []],
  ['src/jobs/a.ts', "import { a } from '../storage/apply.ts'", ['jobs']],
  ['src/storage/engine/a.ts', "import { o } from '../orders.ts'", ['storage-engine']],
  ['src/handlers/a.ts', "import type { T } from '../storage/tables.ts'", ['handlers']],
  ['src/jobs/a.ts', "import { v } from '../http/views/orders.ts'", ['jobs']],
  ['src/main/app.ts', "await import('./server.ts')", ['nobody-knows-the-executables']],
  ['src/main/start.ts', "import { buildApp } from './app.ts'", []],
  ['src/main/cli.ts', "import { buildApp } from './app.ts'", ['executables']],
  ['src/main/cli.ts', "await import('./command-line.ts')", []],
  ['src/storage/one.ts', "import type { B } from './two.ts'", ['no-circle']],
  // Told of the first of its files.
  ['src/storage/two.ts', "import type { A } from './one.ts'", []],
  ['src/storage/three.ts', "import type { A } from './one.ts'", []],
  ['src/rules/validity.ts', "import { Temporal } from 'temporal-polyfill'", []],
  ['src/rules/points.ts', "import { Temporal } from 'temporal-polyfill'", ['temporal']],
  ['src/rules/validity.ts', "import assert from 'node:assert'", ['domain-without-packages']],
  [
    'src/decisions/a.ts',
    "import type { FastifyReply } from 'fastify'",
    ['domain-without-packages', 'fastify']
  ],
  ['src/handlers/a.ts', "import type { FastifyReply } from 'fastify'", ['fastify']],
  ['src/http/docs.ts', "import fastify from 'fastify'", []],
  ['src/http/docs.ts', "import glue from 'fastify-openapi-glue'", ['glue']],
  ['src/http/mount.ts', "import { Ajv } from 'ajv'", ['ajv']],
  ['src/jobs/a.ts', "import { eq } from 'drizzle-orm'", ['database']],
  ['src/storage/orders.ts', "import { eq } from 'drizzle-orm'", []],
  ['src/storage/orders.ts', "import { readFile } from 'node:fs/promises'", ['input-and-output']],
  ['src/storage/engine/sqlite.ts', "import { mkdir } from 'node:fs/promises'", []],
  ['src/handlers/a.ts', "import { commandOf } from '../http/commands/orders.ts'", []],
  ['src/handlers/a.ts', "import { OrderHandlers } from './orders.ts'", ['handlers']],
  ['src/handlers/index.ts', "import { OrderHandlers } from './orders.ts'", []],
  ['src/jobs/a.ts', "import { OrderHandlers } from '../handlers/orders.ts'", ['jobs']],
  ['src/http/types.ts', "import type { operations } from '../../generated/service.d.ts'", []],
  [
    'src/http/pages.ts',
    "import { operations } from '../../generated/service.d.ts'",
    ['generated-as-types']
  ],
  ['src/http/pages.ts', "import { lost } from './lost.ts'", ['resolvable']]
]

/** What the rows import beside each other. */
const targets = [
  ...['rules/b', 'rules/validity', 'decisions/changes', 'decisions/points', 'http/errors', 'ids'],
  ...['http/views/orders', 'http/commands/orders', 'storage/rewards/rewards', 'storage/apply'],
  ...['storage/engine/session', 'storage/tables', 'shell', 'handlers/orders'],
  ...['main/server', 'main/command-line', 'main/app', 'model']
].map(name => [`src/${name}.ts`, ''] as const)

interface Violations {
  readonly summary: {
    readonly violations: readonly {
      readonly from: string
      readonly rule: { readonly name: string }
    }[]
  }
}

t.test('imports go in the direction of the arrows, and in no circle', async t => {
  const folder = givenTree(t, [
    ...targets,
    ...imports.map(([path, line]) => [path, line] as const),
    ['generated/service.d.ts', 'export interface operations {}'],
    ['tsconfig.json', '{}']
  ])
  const config = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'src']
  const tool = 'dependency-cruiser/bin/dependency-cruiser.mjs'
  const { summary } = JSON.parse(await printed(folder, tool, config)) as Violations
  const found = Map.groupBy(summary.violations, ({ from }) => from)
  for (const [path, rows] of Map.groupBy(imports, ([path]) => path)) {
    const rules = (found.get(path) ?? []).map(({ rule }) => rule.name)
    t.strictSame(rules.toSorted(), rows.flatMap(([, , broken]) => broken).toSorted(), path)
  }
})
