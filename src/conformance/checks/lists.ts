/**
 * Lists hold what they say: no more entries than were asked for, in the order that was asked for,
 * and pages that neither repeat nor skip.
 *
 * Which lists there are, and in which orders, the document tells.
 */
import { isSchema } from '../../http/document.ts'
import { isWriting, type PromiseCheck } from '../check.ts'
import type { Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'

/** The largest page. */
const LIMIT_MAX = '100'

type QueryTexts = Readonly<Record<string, string>>
type ListEntry = Readonly<Record<string, unknown>>

/** The checks of an operation with pages; none of another. */
export function listChecks(operation: Described): readonly PromiseCheck[] {
  const queries = operation.parameters.filter(parameter => parameter.in === 'query')
  const named = new Map(queries.map(({ name, schema }) => [name, schema]))
  if (!named.has('limit') || isWriting(operation)) return []
  const of = (title: string, run: (visit: Visit) => Promise<void>): PromiseCheck => {
    return { kind: 'list', title, isWriting: false, run }
  }
  const orders = (named.get('order')?.['enum'] ?? []) as readonly string[]
  const usual = named.get('order')?.['default']
  return [
    of('one entry is asked for', isLimited),
    ...(named.has('page') ? [of('two pages of one entry', hasPages)] : []),
    ...(named.has('starting_after_id') ? [of('a page after an entry', goesOn)] : []),
    ...orders.map(order => of(`in the order ${order}`, visit => isInOrder(visit, order))),
    ...(usual === undefined
      ? []
      : [of(`without an order, in that of ${usual}`, visit => isUsual(visit, String(usual)))])
  ]
}

interface List {
  readonly entries: readonly ListEntry[]
  readonly total: number | null
  readonly hasMore: boolean | null
}

/** A page, whose `data_ref` names an array of it. @throws {CheckSkipped} when there is none. */
async function listOf(visit: Visit, query: QueryTexts): Promise<List> {
  const { body } = await visit.succeed({ query })
  const page = isSchema(body) ? body : {}
  const { data_ref: name, total, has_more: hasMore } = page
  const entries = typeof name === 'string' ? page[name] : undefined
  if (!Array.isArray(entries)) {
    visit.deviates(`.data_ref is ${JSON.stringify(name)}, which names no array of the answer.`)
    throw new CheckSkipped('The answer holds no list.')
  }
  return {
    entries: entries.filter(isSchema),
    total: typeof total === 'number' ? total : null,
    hasMore: typeof hasMore === 'boolean' ? hasMore : null
  }
}

/** The whole list as far as one page holds it. @throws {CheckSkipped} with fewer than two entries. */
async function fullList(visit: Visit, query: QueryTexts = {}): Promise<List> {
  const list = await listOf(visit, { ...query, limit: LIMIT_MAX })
  if (list.entries.length > 1) return list
  throw new CheckSkipped('The list has fewer than two entries.')
}

async function isLimited(visit: Visit): Promise<void> {
  const { entries: all, total } = await fullList(visit)
  const page = await listOf(visit, { limit: '1' })
  if (page.entries.length !== 1) {
    visit.deviates(`limit=1 is answered with ${page.entries.length} of ${all.length} entries.`)
  }
  if (page.hasMore === false) visit.deviates('.has_more is false, and there are more entries.')
  if (total !== null && (total < all.length || page.total !== total)) {
    visit.deviates(`.total is ${total} of all and ${page.total} of one, with ${all.length} there.`)
  }
}

async function hasPages(visit: Visit): Promise<void> {
  const { entries: all } = await fullList(visit)
  const found: unknown[] = []
  for (const page of ['1', '2']) {
    const { entries } = await listOf(visit, { limit: '1', page })
    found.push(...entries.map(idOf))
  }
  const expected = all.slice(0, 2).map(idOf)
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    visit.deviates(`Pages 1 and 2 of one entry hold ${found}, where ${expected} were expected.`)
  }
}

async function goesOn(visit: Visit): Promise<void> {
  const { entries: all } = await fullList(visit)
  const [first, second] = all.map(idOf)
  const { entries } = await listOf(visit, { limit: '1', starting_after_id: String(first) })
  const [found] = entries.map(idOf)
  if (found !== second) visit.deviates(`After ${first} comes ${found}, where ${second} follows it.`)
}

async function isInOrder(visit: Visit, order: string): Promise<void> {
  const { entries } = await fullList(visit, { order })
  const name = order.replace(/^-/, '')
  const values = entries.map(entry => entry[name]).filter(value => typeof value === 'string')
  const wrong = values.findIndex((value, index) => {
    const before = values[index - 1]
    if (before === undefined) return false
    return order.startsWith('-') ? before < value : before > value
  })
  if (wrong > 0) {
    visit.deviates(`order=${order} has ${values[wrong - 1]} before ${values[wrong]}.`)
  }
}

async function isUsual(visit: Visit, order: string): Promise<void> {
  const [some, others] = [await fullList(visit), await fullList(visit, { order })]
  const [found, expected] = [some, others].map(list => list.entries.map(idOf).join())
  if (found !== expected)
    visit.deviates(`Without an order the entries are not in that of ${order}.`)
}

function idOf(entry: ListEntry): unknown {
  return entry['id']
}
