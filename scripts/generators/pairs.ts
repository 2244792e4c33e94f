/**
 * What a document shows as asked and answered: a request, and the answer of a success that has its
 * name. Programs that pair examples by name play these.
 */
import { APP_ID, APP_TOKEN, MGMT_ID, MGMT_TOKEN } from '../../src/demo/known.ts'
import { followed, operationsOf, type Tree, tree } from '../documents/walk.ts'

/** A request that is shown whole, and what answers it. */
export interface Pair {
  readonly operation: string
  readonly name: string
  readonly method: string
  /** With what the example says in it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly status: number
  /** What is shown as its answer. */
  readonly answer: unknown
}

/** The key pairs of the demo. */
export const SERVICE_KEYS = { 'X-App-Id': APP_ID, 'X-App-Token': APP_TOKEN }
export const MANAGEMENT_KEYS = { 'X-Management-Id': MGMT_ID, 'X-Management-Token': MGMT_TOKEN }

/** In the order of the document. */
export function pairsOf(document: Tree): readonly Pair[] {
  return operationsOf(document).flatMap(({ id, method, path, tree: operation }) => {
    const request = requestOf(document, operation)
    const places = parametersIn(document, operation, 'path')
    return successesOf(document, operation).flatMap(({ name, status, value }) => {
      if (!request.names.has(name) || (!request.hasBody && places.length === 0)) return []
      const filled = places.reduce(
        (whole, { key, examples }) =>
          whole.replace(`{${key}}`, encodeURIComponent(String(shownAs(document, examples, name)))),
        path
      )
      const shown = request.hasBody ? shownAs(document, request.examples, name) : null
      const keys = path.startsWith('/management') ? MANAGEMENT_KEYS : SERVICE_KEYS
      return {
        operation: id,
        name,
        method: method.toUpperCase(),
        path: filled,
        status,
        headers: request.hasBody ? { ...keys, 'Content-Type': request.type } : keys,
        body: request.hasBody ? written(request.type, shown) : null,
        answer: value
      }
    })
  })
}

/** An answer that is shown, to a path in which any word stands for a name. */
export interface ShownAnswer {
  readonly operation: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly value: unknown
}

/** Successes and refusals, in the order of the document. */
export function answersShown(document: Tree): readonly ShownAnswer[] {
  return operationsOf(document).flatMap(({ id, method, path, tree: operation }) =>
    answersOf(document, operation).map(answer => ({
      ...answer,
      operation: id,
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, 'any')
    }))
  )
}

/**
 * The document with examples of pairs alone, for a program that refuses a document in which an
 * answer has a name that no request has.
 */
export function withPairsAlone(document: Tree): Tree {
  const copy = structuredClone(document)
  for (const { tree: operation } of operationsOf(copy)) {
    const { names } = requestOf(copy, operation)
    const successes = new Set(successesOf(copy, operation).map(({ name }) => name))
    const paired = new Set([...names].filter(name => successes.has(name)))
    operation['responses'] = Object.fromEntries(
      Object.entries(tree(operation['responses'])).map(([status, answer]) => [
        status,
        withExamples(followed(copy, answer), status < '300' ? paired : new Set())
      ])
    )
    if (operation['requestBody'] !== undefined) {
      operation['requestBody'] = withExamples(followed(copy, operation['requestBody']), paired)
    }
    operation['parameters'] = parametersOf(copy, operation).map(parameter =>
      keeping(parameter, paired)
    )
  }
  return copy
}

/** Names that a request has in its body, if it has one, and in each part of its path. */
function requestOf(document: Tree, operation: Tree) {
  const [[type, media] = ['', {}]] = Object.entries(
    tree(followed(document, operation['requestBody'])['content'])
  )
  const examples = tree(tree(media)['examples'])
  const all = [
    ...(type === '' ? [] : [examples]),
    ...parametersIn(document, operation, 'path').map(place => place.examples)
  ].map(each => Object.keys(each))
  const [first = [], ...others] = all
  const names = new Set(first.filter(name => others.every(each => each.includes(name))))
  return { hasBody: type !== '', type, examples, names }
}

function successesOf(document: Tree, operation: Tree) {
  return answersOf(document, operation).filter(({ status }) => status < 300)
}

function answersOf(document: Tree, operation: Tree) {
  return Object.entries(tree(operation['responses'])).flatMap(([status, answer]) => {
    const media = tree(tree(followed(document, answer)['content'])['application/json'])
    const examples = tree(media['examples'])
    return Object.keys(examples).map(name => ({
      name,
      status: Number(status),
      value: shownAs(document, examples, name)
    }))
  })
}

function parametersOf(document: Tree, operation: Tree): readonly Tree[] {
  return ((operation['parameters'] ?? []) as readonly unknown[]).map(each =>
    followed(document, each)
  )
}

function parametersIn(document: Tree, operation: Tree, place: string) {
  return parametersOf(document, operation)
    .filter(parameter => parameter['in'] === place)
    .map(parameter => ({ key: String(parameter['name']), examples: tree(parameter['examples']) }))
}

function shownAs(document: Tree, examples: Tree, name: string): unknown {
  return followed(document, examples[name])['value']
}

function written(type: string, value: unknown): string {
  if (type === 'application/json') return JSON.stringify(value)
  return new URLSearchParams(value as Record<string, string>).toString()
}

function withExamples(shown: Tree, names: ReadonlySet<string>): Tree {
  const content = Object.entries(tree(shown['content'])).map(([type, media]) => [
    type,
    keeping(tree(media), names)
  ])
  return shown['content'] === undefined ? shown : { ...shown, content: Object.fromEntries(content) }
}

/** With its examples of these names, if any are left. */
function keeping({ examples, ...others }: Tree, names: ReadonlySet<string>): Tree {
  const kept = Object.entries(tree(examples)).filter(([name]) => names.has(name))
  return kept.length === 0 ? others : { ...others, examples: Object.fromEntries(kept) }
}
