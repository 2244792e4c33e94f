/**
 * What changed between two versions of a document, and what of it breaks a client that was written
 * for the older one.
 *
 * A request may become wider and an answer narrower, and an answer may gain properties, since
 * clients ignore those they do not know. Everything else breaks somebody: what is gone, what is
 * needed now and was not, what can be answered now and could not. New values of an enumeration that
 * is described as an open set, and new statuses of refusals, are announced as possible and break
 * nobody.
 *
 * Spec: openapi/README.md#rules.
 */

import {
  type Compared,
  type Difference,
  namedOnlyBy,
  refusedBy,
  type Side
} from '../documents/schema-comparison.ts'
import { followed, type Operation, operationsOf, type Tree, tree } from '../documents/walk.ts'

/** One change as a line of a log. */
export interface Change {
  readonly breaking: boolean
  /** A sentence without its full stop. */
  readonly text: string
}

/** Both versions of an operation. */
interface Pair {
  readonly id: string
  readonly before: Version
  readonly after: Version
}

interface Version {
  readonly document: Tree
  readonly operation: Operation
}

/** In the order of the documents, breaking ones of an operation first; each said once. */
export function changesBetween(before: Tree, after: Tree): Change[] {
  const key = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`
  const [old, now] = [before, after].map(
    document => new Map(operationsOf(document).map(operation => [key(operation), operation]))
  ) as [Map<string, Operation>, Map<string, Operation>]
  // Schemas are shared by operations; what changed in one is said once for each direction.
  const seen = { asked: sets(), answered: sets() }
  const changes = [...old].flatMap(([at, operation]) => {
    const twin = now.get(at)
    if (twin === undefined) return [broken(`${at} (${operation.id}) is gone`)]
    const pair = {
      id: operation.id,
      before: { document: before, operation },
      after: { document: after, operation: twin }
    }
    return operationChanges(pair, seen)
  })
  const added = [...now].filter(([at]) => !old.has(at))
  return unique([
    ...changes,
    ...added.map(([at, { id }]) => fine(`${at} (${id}) is new`)),
    ...nameChanges(before, after)
  ])
}

/** No request and no answer has these names, but what generators make of them is called so. */
function nameChanges(before: Tree, after: Tree): Change[] {
  return ['parameter', 'schema'].flatMap(kind => {
    const named = (document: Tree) => tree(tree(document['components'])[`${kind}s`])
    const [old, now] = [named(before), named(after)]
    const added = Object.keys(now).filter(name => !(name in old))
    return Object.keys(old).flatMap(name => {
      if (name in now) return []
      const known = JSON.stringify(old[name])
      const twin = added.find(each => JSON.stringify(now[each]) === known)
      const is = twin === undefined ? 'has no name any more' : `is called ${twin}`
      return fine(`the ${kind} ${name} ${is}, in generated clients, too`)
    })
  })
}

/** What was compared already, by what is asked of it. */
interface Seen {
  readonly breaking: Compared
  readonly fine: Compared
  readonly gone: Compared
  readonly more: Compared
}

const sets = (): Seen => ({
  breaking: new Set(),
  fine: new Set(),
  gone: new Set(),
  more: new Set()
})

type SeenBoth = { readonly asked: Seen; readonly answered: Seen }

function operationChanges(pair: Pair, seen: SeenBoth): Change[] {
  const { id, before, after } = pair
  const renamed = after.operation.id === id ? [] : [broken(`${id} is called ${after.operation.id}`)]
  return [
    ...renamed,
    ...securityChanges(pair),
    ...parameterChanges(pair, seen.asked),
    ...bodyChanges(pair, seen.asked),
    ...answerChanges(pair, seen.answered),
    ...(before.operation.tree['deprecated'] !== true && after.operation.tree['deprecated'] === true
      ? [fine(`${id} is deprecated`)]
      : [])
  ]
}

function securityChanges({ id, before, after }: Pair): Change[] {
  const ways = ({ operation, document }: Version) =>
    ((operation.tree['security'] ?? document['security'] ?? [{}]) as unknown[]).map(way =>
      JSON.stringify(way)
    )
  const [old, now] = [ways(before), ways(after)]
  return [
    ...old.filter(way => !now.includes(way)).map(way => broken(`${id} is not opened by ${way}`)),
    ...now.filter(way => !old.includes(way)).map(way => fine(`${id} is opened by ${way}`))
  ]
}

function parameterChanges({ id, before, after }: Pair, seen: Seen): Change[] {
  const listed = ({ document, operation }: Version) =>
    new Map(
      ((operation.tree['parameters'] ?? []) as unknown[])
        .map(each => followed(document, each))
        .map(each => [`${each['in']} parameter ${each['name']}`, each])
    )
  const [old, now] = [listed(before), listed(after)]
  const gone = [...old.keys()].filter(name => !now.has(name))
  const added = [...now].filter(([name]) => !old.has(name))
  return [
    ...gone.map(name => broken(`${id}: ${name} is gone`)),
    ...added.map(([name, { required }]) =>
      required === true ? broken(`${id}: ${name} is needed`) : fine(`${id}: ${name} is new`)
    ),
    ...[...old].flatMap(([name, parameter]) => {
      const twin = now.get(name)
      if (twin === undefined) return []
      const at = `${id}: ${name}`
      const needed = twin['required'] === true && parameter['required'] !== true
      const sides = sidesOf(before, after, parameter['schema'], twin['schema'])
      return [...(needed ? [broken(`${at} is needed`)] : []), ...askedChanges(sides, at, seen)]
    })
  ]
}

function bodyChanges({ id, before, after }: Pair, seen: Seen): Change[] {
  const body = ({ document, operation }: Version) =>
    followed(document, operation.tree['requestBody'])
  const [old, now] = [body(before), body(after)]
  const at = `${id}: the body`
  const needed = now['required'] === true && old['required'] !== true
  const types = mediaChanges(old, now, at)
  const shared = mediaPairs(old, now).flatMap(([one, other]) =>
    askedChanges(sidesOf(before, after, one, other), at, seen)
  )
  return [...(needed ? [broken(`${at} is needed`)] : []), ...types, ...shared]
}

function answerChanges({ id, before, after }: Pair, seen: Seen): Change[] {
  const responses = ({ operation }: Version) => tree(operation.tree['responses'])
  const [old, now] = [responses(before), responses(after)]
  const gone = Object.keys(old).filter(status => !(status in now))
  const added = Object.keys(now).filter(status => !(status in old))
  const shared = Object.keys(old).filter(status => status in now)
  return [
    ...gone.map(status => broken(`${id}: status ${status} is gone`)),
    ...added.map(status => {
      const text = `${id}: status ${status} is new`
      return status.startsWith('2') ? broken(text) : fine(text)
    }),
    ...shared.flatMap(status => {
      const one = followed(before.document, old[status])
      const other = followed(after.document, now[status])
      const at = `${id} ${status}`
      const headers = Object.keys(tree(one['headers'])).filter(
        name => !(name in tree(other['headers']))
      )
      return [
        ...headers.map(name => broken(`${at}: header ${name} is gone`)),
        ...mediaChanges(one, other, at),
        ...mediaPairs(one, other).flatMap(([was, is]) =>
          answeredChanges(sidesOf(before, after, was, is), at, seen)
        )
      ]
    })
  ]
}

function mediaChanges(old: Tree, now: Tree, at: string): Change[] {
  const [were, are] = [Object.keys(tree(old['content'])), Object.keys(tree(now['content']))]
  return [
    ...were.filter(type => !are.includes(type)).map(type => broken(`${at}: ${type} is gone`)),
    ...are.filter(type => !were.includes(type)).map(type => fine(`${at}: ${type} is new`))
  ]
}

/** The schemas of the media types that both have. */
function mediaPairs(old: Tree, now: Tree): [unknown, unknown][] {
  const [were, are] = [tree(old['content']), tree(now['content'])]
  return Object.keys(were)
    .filter(type => type in are)
    .map(type => [tree(were[type])['schema'], tree(are[type])['schema']])
}

type Sides = readonly [before: Side, after: Side]

function sidesOf(before: Version, after: Version, one: unknown, other: unknown): Sides {
  return [
    { document: before.document, schema: one },
    { document: after.document, schema: other }
  ]
}

/** What is asked: the new schema must take everything that the old one took. */
function askedChanges([before, after]: Sides, at: string, seen: Seen): Change[] {
  return [
    ...refusedBy(after, before, at, seen.breaking).map(({ at: place, lost }) =>
      broken(`${place} of a request ${lost}`)
    ),
    ...refusedBy(before, after, at, seen.fine).map(({ at: place, gained }) =>
      fine(`${place} of a request ${gained}`)
    )
  ]
}

/** What is answered: the new schema must exclude everything that the old one excluded. */
function answeredChanges([before, after]: Sides, at: string, seen: Seen): Change[] {
  const wider = refusedBy(before, after, at, seen.breaking)
  return [
    ...namedOnlyBy(before, after, at, seen.gone).map(place =>
      broken(`${place} of an answer is gone`)
    ),
    ...wider.map(difference => {
      const text = `${difference.at} of an answer ${difference.gained}`
      return isAnnounced(before, difference) ? fine(text) : broken(text)
    }),
    ...namedOnlyBy(after, before, at, seen.more).map(place => fine(`${place} of an answer is new`)),
    ...refusedBy(after, before, at, seen.fine).map(({ at: place, lost }) =>
      fine(`${place} of an answer ${lost}`)
    )
  ]
}

/** A new value of an enumeration that was described as open. */
function isAnnounced({ document }: Side, { at, gained }: Difference): boolean {
  if (!/^can be ["\d]/.test(gained)) return false
  const [name = '', ...path] = at.replaceAll('[]', '').split('.')
  const schemas = tree(tree(document['components'])['schemas'])
  let found = followed(document, schemas[name])
  for (const step of path) found = followed(document, tree(found['properties'])[step])
  return /open set/i.test(String(found['description'] ?? ''))
}

const broken = (text: string): Change => ({ breaking: true, text })
const fine = (text: string): Change => ({ breaking: false, text })

function unique(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map(change => [`${change.breaking} ${change.text}`, change])).values()]
}
