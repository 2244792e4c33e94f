/**
 * A path in an error leads to what was sent: it exists in the body, or is a property that an object
 * of the body does not have. Every operation is asked with one value of its examples changed to one
 * that the documents, a decision or a load refuses.
 */
import t from 'tap'
import { givenService } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { ask, type Described, operations } from '../support/requests.ts'

const JSON_TYPE = 'application/json'
const service = await givenService(t)
await service.work()

type Path = readonly (string | number)[]

function valuesIn(value: unknown, at: Path = []): (readonly [Path, unknown])[] {
  const isOpen = typeof value === 'object' && value !== null
  const inner = isOpen
    ? Object.entries(value).flatMap(([name, each]) =>
        valuesIn(each, [...at, Array.isArray(value) ? Number(name) : name])
      )
    : []
  return [[at, value], ...inner]
}

/** Values that may be refused in the place of another. */
function wrongFor(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [-1, 0, 0.5, Number.MAX_SAFE_INTEGER, 'nothing']
  if (typeof value === 'boolean') return [!value, 'nothing']
  if (typeof value === 'string') {
    return ['.', 'nothing', `v_${'0'.repeat(26)}`, '2026-02-30T10:00:00Z', 'P1000000D', 5]
  }
  return [{ '': 1 }, { nothing: 1 }, [], [{ '': 1 }], ...withMore(value)]
}

const LARGE = { metadata: { note: 'x'.repeat(65_536) } }
const SAVED = { override: true, source_id: 'told', name: 'Told' }

/** An object with free maps larger than may be stored; null is taken for one that has none. */
function withMore(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const named = { source_id: 'told', related_object: 'product' }
  return [
    { ...value, ...LARGE },
    { ...value, customer: { source_id: 'told', ...LARGE } },
    { ...value, customer: { source_id: '.' } },
    { ...value, order: { items: [{ ...named, ...LARGE }] } },
    ...[
      { ...named, ...LARGE },
      { ...named, product: { ...SAVED, ...LARGE } }
    ].map(line => ({ ...value, items: [line] })),
    { ...value, items: [{ source_id: 'nothing', product: { ...SAVED, price: -1 } }] }
  ]
}

function withValue(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  const inner = (body as Record<string | number, unknown>)[first]
  const changed = withValue(inner, rest, value)
  if (Array.isArray(body)) return body.map((each, index) => (index === first ? changed : each))
  return { ...(body as object), [first]: changed }
}

function pathsIn(details: string): Path[] {
  const told =
    /(?:^Property |^|Parameter ')\.?((?:[\w$-]+|\[\d+\])(?:\.[\w$-]+|\[\d+\]|\["[^"]*"\])*)(?=[:' ])/
  const [whole = '', path = ''] = told.exec(details) ?? []
  const isPath =
    whole.startsWith('Property ') || whole.startsWith('Parameter ') || /[.[]/.test(path)
  if (!isPath && !/^\w+: /.test(details)) return []
  const parts = path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([\w$-]+)/g)
  return [
    [...parts].map(([, index, quoted, name = '']) => (index ? Number(index) : (quoted ?? name)))
  ]
}

/**
 * Whether a path leads to what was sent, or to what an object of it lacks. A name may have dots, as
 * those of facts do.
 */
function isSent(body: unknown, path: Path): boolean {
  if (path.length === 0) return true
  if (typeof body !== 'object' || body === null) return false
  const isLast = path.length === 1
  if (isLast && !Array.isArray(body)) return true
  return path.some((_, index) => {
    const name = path.slice(0, index + 1).join('.')
    const inner = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined
    return inner !== undefined && isSent(inner, path.slice(index + 1))
  })
}

const changed = operations
  .filter(({ type }) => type === JSON_TYPE)
  .flatMap(operation =>
    operation.requests.flatMap(({ value: body }) =>
      valuesIn(body).flatMap(([path, value]) =>
        wrongFor(value).map(wrong => ({ operation, body: withValue(body, path, wrong) }))
      )
    )
  )

/** Why something in an answer that succeeded is not applicable. */
function judgedIn(answer: unknown): readonly string[] {
  return valuesIn(answer).flatMap(([path, value]) =>
    path.join('.').endsWith('error.details') && typeof value === 'string' ? [value] : []
  )
}

async function told(operation: Described, body: unknown): Promise<readonly string[]> {
  const { status, body: answer } = await ask(service.app, operation, { body })
  if (answer === undefined) return []
  if (status < 400) return judgedIn(answer)
  return [answer.details, ...(answer.errors ?? []).map((each: { details: string }) => each.details)]
}

t.test('every path in an error is one that was sent, or lacks in an object that was', async t => {
  let paths = 0
  const astray: string[] = []
  for (const [{ operation, body }] of rowsOf(t, changed, { gate: 1_000, soak: 10_000 })) {
    for (const details of await told(operation, body)) {
      for (const path of pathsIn(details ?? '')) {
        paths++
        if (!isSent(body, path))
          astray.push(`${operation.id}: ${details} of ${JSON.stringify(body)}`)
      }
    }
  }
  t.strictSame(astray, [])
  t.ok(paths > 200, `${paths} paths`)
})

/** Operations that carry out the items of their body after the answer, and the bodies to send. */
async function lists(): Promise<typeof changed> {
  const ids = new Set<string>()
  for (const operation of operations.filter(({ type }) => type === JSON_TYPE)) {
    const [example] = operation.requests
    if (!Array.isArray(example?.value)) continue
    const { body } = await ask(service.app, operation, { body: example.value })
    if (body?.async_action_id !== undefined) ids.add(operation.id)
  }
  return changed.filter(({ operation, body }) => ids.has(operation.id) && Array.isArray(body))
}

t.test('every path in the result of an async action is one of the item that was sent', async t => {
  const astray: string[] = []
  const told = new Set<string>()
  for (const [{ operation, body }] of rowsOf(t, await lists(), { gate: 150, soak: 4_000 })) {
    const { body: accepted } = await ask(service.app, operation, { body })
    if (accepted?.async_action_id === undefined) continue
    await service.work()
    const action = (await service.get(`/v1/async-actions/${accepted.async_action_id}`)).body
    for (const { details } of action.result.errors as { readonly details: string }[]) {
      const [, index = '', words = ''] = /^Item \[(\d+)\](?:: )?(.*)$/s.exec(details) ?? []
      const item = (body as readonly unknown[])[Number(index)]
      const paths = words
        .split('; Property ')
        .flatMap(text => pathsIn(text.replace(/^\./, 'Property .')))
      if (paths.length > 0) told.add(operation.id)
      const isAstray = words.startsWith(',') || !paths.every(path => isSent(item, path))
      if (isAstray) astray.push(`${operation.id}: ${details} of ${JSON.stringify(item)}`)
    }
  }
  t.strictSame(astray, [])
  t.strictSame([...told].toSorted(), [
    'importOrders',
    'importVouchers',
    'importVouchersToCampaign',
    'updateProductsInBulk'
  ])
})
