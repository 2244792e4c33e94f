/**
 * The two versions of the joined document, OpenAPI 3.1 and 3.0: the older says the same. Whatever
 * one of them takes, the other takes, in requests and in answers. What holds for it holds for the
 * documents that it joins (joined.test.ts); that all are valid, `npm run contract:check` says.
 *
 * Payloads are the examples of the document and thousands of changed ones: everything missing
 * once, something unknown everywhere, every value of another type and at the edge of every bound. A
 * sample is one of schemas, because most of the time goes into compiling them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  examplesOf,
  mediaExamples,
  type Shown,
  Validators
} from '../../scripts/documents/examples.ts'
import {
  followed,
  lookUp,
  operationsOf,
  schemasOf,
  type Tree,
  tree
} from '../../scripts/documents/walk.ts'
import { rowsOf } from '../support/chance.ts'
import { root } from '../support/root.ts'

/** A file of `generated`, by its name without the ending. */
const read = (name: string): Tree =>
  JSON.parse(readFileSync(join(root, 'generated', `${name}.json`), 'utf8'))

const newer = read('joined')
const older = read('joined-3.0')

/** Their schemas, each compiled once. */
const today = new Validators(newer)
const before = new Validators(asSchemas(older))

function leadsSomewhere(document: Tree, pointer: string): boolean {
  try {
    return Boolean(lookUp(document, `#${pointer}`))
  } catch {
    return false
  }
}

const outlineOf = (document: Tree) =>
  operationsOf(document).map(({ id, method, path, tree: operation }) => ({
    id,
    method,
    path,
    parameters: operation['parameters'],
    statuses: Object.keys(tree(operation['responses'])),
    security: operation['security']
  }))

/**
 * The schemas of 3.0 as a validator of today reads them: exclusive bounds are numbers again. Null
 * beside a type (`nullable`) it knows.
 */
function asSchemas(document: Tree): Tree {
  const copy = structuredClone(document)
  for (const { schema } of schemasOf(copy)) {
    if (schema['exclusiveMinimum'] === true) {
      schema['exclusiveMinimum'] = schema['minimum']
      delete schema['minimum']
    }
  }
  return copy
}

t.test('both have the same operations, parameters, statuses and credentials', async t => {
  t.equal(older['openapi'], '3.0.3')
  t.same(outlineOf(older), outlineOf(newer))
})

/** Values at and beside every bound of the document, and one of each type. */
const stockOf = (document: Tree): readonly unknown[] => [
  ...new Set(
    [...schemasOf(document)].flatMap(({ schema }) =>
      ['minimum', 'maximum', 'exclusiveMinimum']
        .map(keyword => schema[keyword])
        .filter(bound => typeof bound === 'number')
        .flatMap(bound => [bound - 1, bound, bound + 1])
    )
  ),
  ...[0.5, true, false, null, '', 'x', '7', '007', '1.5', '2026-02-30', '2026-03-01'],
  ...['2026-03-01T10:00:00Z', 'P1D', 'x'.repeat(9000), [], [[]], {}, { unknown: 1 }]
]

/** The value with each part of it missing, joined by something unknown, and replaced in turn. */
function* changed(value: unknown, stock: readonly unknown[]): Generator<unknown> {
  yield* stock
  if (Array.isArray(value)) {
    yield [...value, ...value]
    yield [...value, null]
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1)
      for (const other of changed(item, stock)) yield value.with(index, other)
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown: 1 }
    for (const [name, part] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const other of changed(part, stock)) yield { ...value, [name]: other }
    }
  }
}

/** Examples of bodies, wherever they are declared; the same in both documents. */
function bodyExamples(document: Tree): Shown[] {
  return operationsOf(document).flatMap(({ tree: operation, pointer }) => [
    ...mediaExamples(document, tree(operation['requestBody']), `${pointer}/requestBody`),
    ...Object.entries(tree(operation['responses'])).flatMap(([status, response]) => {
      const reference = tree(response)['$ref']
      const at =
        reference === undefined ? `${pointer}/responses/${status}` : String(reference).slice(1)
      return [...mediaExamples(document, followed(document, response), at)]
    })
  ])
}

const shortened = (value: unknown) => JSON.stringify(value).slice(0, 400)

const stock = stockOf(newer)

t.test('both take and refuse the same bodies', async t => {
  const counts = { taken: 0, refused: 0 }
  const shown = new Map(bodyExamples(newer).map(example => [example.at, example]))
  const rows = rowsOf(t, [...shown.values()], { gate: 30, soak: 400 })
  for (const [{ at, schema, value }] of rows) {
    t.ok(today.fits(schema, value) && before.fits(schema, value), at)
    for (const other of changed(value, stock)) {
      const fits = today.fits(schema, other)
      counts[fits ? 'taken' : 'refused']++
      if (before.fits(schema, other) === fits) continue
      t.fail(`${at}: ${fits ? 'only 3.1' : 'only 3.0'} takes ${shortened(other)}`)
    }
  }
  const { taken, refused } = counts
  rows.together(taken > 2 * rows.count && refused > taken, JSON.stringify(counts))
})

t.test('both take and refuse the same values of every named schema', async t => {
  let tried = 0
  const examples = [...examplesOf(newer)].filter(
    ({ schema: pointer }) =>
      (pointer.startsWith('/components/schemas/') || pointer.endsWith('/schema')) &&
      // What moved into a branch of its own is tried as part of what is around it.
      leadsSomewhere(older, pointer)
  )
  const rows = rowsOf(t, examples, { gate: 90, soak: 400 })
  for (const [{ schema: pointer, value }] of rows) {
    const others = typeof value === 'object' ? changed(value, stock) : stock
    for (const other of [value, ...others]) {
      const fits = today.fits(pointer, other)
      if (before.fits(pointer, other) !== fits) {
        t.fail(`${pointer}: ${fits ? 'only 3.1' : 'only 3.0'} takes ${shortened(other)}`)
      }
      tried++
    }
  }
  rows.together(tried > 5 * rows.count, `${tried} values`)
})
