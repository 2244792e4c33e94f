/**
 * A link leads on: its target is an operation of the file it names, it gives everything that the
 * target's path needs, and its expressions find a value in the answers that are shown and in one
 * that really comes; what only reads is then read.
 */
import t from 'tap'
import { lookUp as found, isTree, type Tree, tree } from '../../scripts/documents/walk.ts'
import { givenService } from '../support/app.ts'
import { replayed, replayOf } from '../support/replays.ts'
import {
  ask,
  type Described,
  documents,
  operationNamed,
  operations,
  parametersIn
} from '../support/requests.ts'

/** A link with the operation and the status it leads on from. */
interface Link {
  readonly from: Described
  readonly status: number
  readonly name: string
  readonly link: Tree
}

const files: Readonly<Record<string, Tree>> = {
  'openapi.json': documents.service as unknown as Tree,
  'openapi-provisioning.json': documents.provisioning as unknown as Tree
}

const linksOf = (from: Described): Link[] => {
  const item = tree(tree((documents[from.document] as unknown as Tree)['paths'])[from.path])
  const responses = tree(tree(item[from.method.toLowerCase()])['responses'])
  return Object.entries(responses).flatMap(([status, response]) =>
    Object.entries(tree(tree(response)['links'])).map(([name, link]) => ({
      from,
      status: Number(status),
      name,
      link: tree(link)
    }))
  )
}

function targetOf({ from, link }: Link): Described {
  const { operationId, operationRef } = link
  if (typeof operationId === 'string') {
    const target = operationNamed(operationId)
    if (target.document === from.document) return target
    throw new Error(`${operationId} is in another file than ${from.id}`)
  }
  const [file = '', pointer = ''] = String(operationRef).split('#')
  return operationNamed(String(found(files[file] ?? {}, `#${decodeURI(pointer)}`)['operationId']))
}

/** What an expression says of an answer and of the path that was asked; undefined for nothing. */
function evaluated(expression: unknown, body: unknown, path: Readonly<Record<string, string>>) {
  const text = String(expression)
  const name = /^\$request\.path\.(\w+)$/.exec(text)?.[1]
  if (name !== undefined) return path[name]
  const [start, ...steps] = text.split('/')
  if (start !== '$response.body#') throw new Error(`${text} is no expression that is known here`)
  return steps.reduce<unknown>(
    (value, step) => (isTree(value) || Array.isArray(value) ? (value as Tree)[step] : undefined),
    body
  )
}

/** What a link hands on: parameters and, where it says so, the body. */
function handedOn({ from, link }: Link, body: unknown) {
  const path = Object.fromEntries(
    Object.entries(tree(link['parameters'])).map(([name, each]) => [
      name,
      evaluated(each, body, from.values)
    ])
  )
  const form = String(link['requestBody'] ?? '').replaceAll(/\{([^}]+)\}/g, (_, expression) =>
    String(evaluated(expression, body, from.values) ?? '')
  )
  return { path, body: Object.fromEntries(new URLSearchParams(form)) }
}

/** A new project is opened by the keys that come with it; all else by those of the demo. */
function keysIn(body: unknown) {
  const { management_id: id, management_token: token } = tree(tree(body)['management_key'])
  if (typeof id !== 'string') return {}
  return { headers: { 'x-management-id': id, 'x-management-token': String(token) } }
}

const isSaid = (value: unknown) => typeof value === 'string' && value !== ''

const links = operations.flatMap(linksOf)

t.test('a link names an operation, and gives all that its path needs', async t => {
  for (const each of links) {
    const target = targetOf(each)
    const needed = parametersIn(target, 'path').map(({ name }) => name)
    const said = `${each.from.id} ${each.status} ${each.name}`
    t.equal(target.id, each.name, said)
    t.strictSame(Object.keys(tree(each.link['parameters'])).sort(), needed.sort(), said)
  }
})

t.test('what a link hands on is in every answer that is shown', async t => {
  for (const each of links) {
    for (const { name, value } of each.from.answers.get(each.status) ?? []) {
      const { path, body } = handedOn(each, value)
      const missing = Object.entries({ ...path, ...body }).filter(([, given]) => !isSaid(given))
      t.strictSame(missing, [], `${each.from.id} ${each.status} ${name}: ${each.name}`)
    }
  }
})

for (const [from, leading] of Map.groupBy(links, ({ from }) => from)) {
  t.test(`${from.id}: a link of its answer leads on`, async t => {
    for (const [status, all] of Map.groupBy(leading, each => each.status)) {
      const service = await givenService(t)
      const shown = from.answers.get(status) ?? []
      const how = shown.map(({ name }) => replayOf(from.id, status, name)).find(Boolean)
      const answer = await replayed(service, from, how ?? {})
      t.equal(answer.status, status)
      for (const each of all) {
        const { path, body } = handedOn(each, answer.body)
        const given = Object.values({ ...path, ...body })
        t.ok(given.every(isSaid), `${each.name}: ${JSON.stringify(path)}`)
        const target = targetOf(each)
        if (target.method !== 'GET' && target.id !== 'introspectOAuthToken') continue
        const sent = target.method === 'GET' ? {} : { body }
        const next = await ask(service.app, target, {
          path: path as Readonly<Record<string, string>>,
          ...keysIn(answer.body),
          ...sent
        })
        t.equal(next.status, 200, `${each.name}: ${next.bytes.slice(0, 300)}`)
      }
    }
  })
}
