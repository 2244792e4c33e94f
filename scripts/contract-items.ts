/**
 * How well the documents keep their rules, rule by rule: what was looked at, and what falls short.
 *
 * Counted over both documents together, since they are mounted together. The rules themselves are
 * in openapi/README.md.
 *
 * Spec: Endpoints; Authentication 1-5; Limits.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../src/http/errors.ts'
import { componentsOf, examplesOf, mediaExamples, Validators } from './document-examples.ts'
import {
  followed,
  lookUp,
  type Operation,
  operationsOf,
  type Place,
  schemasIn,
  schemasOf,
  type Tree,
  tree,
  typesOf
} from './document-walk.ts'

/** What one rule found: how many things it looked at, and a line for each that falls short. */
export interface Count {
  readonly all: number
  readonly short: readonly string[]
}

export interface Documents {
  readonly service: Tree
  readonly provisioning: Tree
  /** The published one for OpenAPI 3.0. */
  readonly older: Tree
}

/** The rule applied to each thing: null when kept, else what is wrong, after its name. */
function count<Thing>(
  things: Iterable<Thing>,
  name: (thing: Thing) => string,
  rule: (thing: Thing) => string | null
): Count {
  const all = [...things]
  const short = all.flatMap(thing => {
    const wrong = rule(thing)
    return wrong === null ? [] : [`${name(thing)}: ${wrong}`]
  })
  return { all: all.length, short }
}

function together(counts: readonly Count[]): Count {
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    short: counts.flatMap(({ short }) => short)
  }
}

const both = ({ service, provisioning }: Documents): Tree[] => [service, provisioning]

/** Every operation with its document. */
function operations(documents: Documents): (Operation & { readonly document: Tree })[] {
  return both(documents).flatMap(document =>
    operationsOf(document).map(operation => ({ ...operation, document }))
  )
}

/** Every schema of both documents; those they share count once. */
function places(documents: Documents): (Place & { readonly document: Tree })[] {
  const seen = new Set<string>()
  const found = both(documents).flatMap(document =>
    [...schemasOf(document)].map(place => ({ ...place, document }))
  )
  return found.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer))
}

const statuses = (operation: Tree): string[] => Object.keys(tree(operation['responses']))

/** Statuses, examples, typed arrays, names: the rules that no linter knows. */
export function houseRules(documents: Documents): Count {
  const names = count(
    places(documents),
    ({ pointer }) => pointer,
    ({ schema, pointer }) => {
      if (typesOf(schema).includes('array') && schema['items'] === undefined) return 'untyped array'
      const component = /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]
      if (component !== undefined && !/^([A-Z][a-z0-9]*)+$/.test(component)) return 'not PascalCase'
      const odd = Object.keys(tree(schema['properties'])).find(
        key => !/^[a-z][a-z0-9_]*$/.test(key)
      )
      if (odd !== undefined) return `${odd} is not snake_case`
      return isLeaf(schema) && schema['examples'] === undefined ? 'no example' : null
    }
  )
  const parameters = both(documents).map(document =>
    count(
      Object.entries(componentsOf(document, 'parameters')),
      ([name]) => name,
      ([, parameter]) => {
        if (parameter['example'] === undefined) return 'no example'
        const oddPath =
          parameter['in'] === 'path' && !/^([a-z]+Id|code)$/.test(String(parameter['name']))
        return oddPath ? 'a path parameter is code or ends in Id' : null
      }
    )
  )
  return together([
    count(operations(documents), ({ id }) => id, missingStatus),
    names,
    ...parameters
  ])
}

/** The first status that can occur and is not written. */
function missingStatus({ tree: operation, path, method }: Operation): string | null {
  const bearer = JSON.stringify(operation['security']).includes('oauth')
  const wanted = [
    ...['400', '401', '500', '503'],
    ...(bearer ? ['403'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(method === 'post' ? ['413', '415'] : [])
  ]
  const lacking = wanted.find(status => !statuses(operation).includes(status))
  if (lacking !== undefined) return `no ${lacking}`
  const range = statuses(operation).find(status => !/^[2-5]\d\d$/.test(status))
  return range === undefined ? null : `${range} is no single status`
}

const verb = /^(add|create|estimate|get|introspect|issue|list|redeem|send|update)[A-Z][A-Za-z]+$/

export function operationIds(documents: Documents): Count {
  const found = operations(documents)
  return count(
    found,
    ({ method, path }) => `${method} ${path}`,
    ({ id }) => {
      if (!verb.test(id)) return `${id} is not a verb and what it acts on`
      return found.filter(other => other.id === id).length === 1 ? null : `${id} is there twice`
    }
  )
}

export function operationProse(documents: Documents): Count {
  return count(
    operations(documents),
    ({ id }) => id,
    ({ tree: operation, document }) => {
      const tags = (operation['tags'] ?? []) as string[]
      const described = ((document['tags'] ?? []) as Tree[]).filter(tag => tag['description'])
      if (!operation['summary'] || !operation['description']) return 'no summary or description'
      if (tags.length !== 1) return `${tags.length} tags`
      return described.some(tag => tag['name'] === tags[0]) ? null : `tag ${tags[0]} not described`
    }
  )
}

/** Each request body, and each status. */
export function operationExamples(documents: Documents): Count {
  const bodies = operations(documents).flatMap(({ id, tree: operation, document }) => [
    ...(operation['requestBody'] === undefined
      ? []
      : [{ name: `${id} request`, body: operation['requestBody'], document }]),
    ...Object.entries(tree(operation['responses'])).map(([status, body]) => ({
      name: `${id} ${status}`,
      body,
      document
    }))
  ])
  return count(
    bodies,
    ({ name }) => name,
    ({ body, document }) =>
      [...mediaExamples(document, followed(document, body), '')].length > 0 ? null : 'no example'
  )
}

export function validExamples(documents: Documents): Count {
  return together(
    both(documents).map(document => {
      const validators = new Validators(document)
      return count(
        examplesOf(document),
        ({ at }) => at,
        ({ schema, value }) => validators.mistake(schema, value)
      )
    })
  )
}

/** Each key of the catalogue has exactly one full row in openapi/README.md, and no row is left. */
export function errorCatalogue(): Count {
  const text = readFileSync(join(import.meta.dirname, '../openapi/README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| ([a-z_]+) \| (\d{3}) \| (.+?) \| (.+?) \| (.+?) \|$/gm)]
  const keys = new Set([...Object.keys(catalogue), ...rows.map(([, key]) => String(key))])
  return count(
    keys,
    key => key,
    key => {
      const entry = catalogue[key as keyof typeof catalogue]
      const [row, ...more] = rows.filter(([, name]) => name === key)
      if (entry === undefined) return 'is no key of src/http/errors.ts'
      if (row === undefined || more.length > 0) return `${more.length + (row ? 1 : 0)} rows`
      const same = Number(row[2]) === entry.status && row[3] === entry.message
      return same ? null : `should say ${entry.status} and "${entry.message}"`
    }
  )
}

/** Every schema that can be seen by itself, and every property. */
export function descriptions(documents: Documents): Count {
  return count(
    places(documents).filter(({ schema }) => schema['$ref'] === undefined),
    ({ pointer }) => pointer,
    ({ schema, pointer }) =>
      schema['description'] || pointer.includes('/parameters/') ? null : 'no description'
  )
}

/** A value that is not made of others. */
function isLeaf(schema: Tree): boolean {
  const types = typesOf(schema)
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}

export function bounds(documents: Documents): Count {
  return count(
    places(documents).filter(({ schema }) => typesOf(schema).length > 0),
    ({ pointer }) => pointer,
    ({ schema }) => {
      if (schema['enum'] !== undefined || schema['const'] !== undefined) return null
      const has = (...keywords: string[]) => keywords.some(keyword => schema[keyword] !== undefined)
      for (const type of typesOf(schema)) {
        if (type === 'string' && !has('maxLength', 'format', 'pattern')) return 'unbounded string'
        const low = has('minimum', 'exclusiveMinimum')
        if (/integer|number/.test(type) && !(low && has('maximum'))) return 'unbounded number'
        if (type === 'array' && !has('maxItems')) return 'unbounded array'
      }
      return null
    }
  )
}

/** Each example of each branch fits exactly one branch, and the branches say how they differ. */
export function unions(documents: Documents): Count {
  return together(
    both(documents).map(document => {
      const validators = new Validators(document)
      const found = [...schemasOf(document)].filter(({ schema }) => schema['oneOf'] !== undefined)
      return count(
        found,
        ({ pointer }) => pointer,
        ({ schema, pointer }) => {
          const branches = schema['oneOf'] as Tree[]
          const told = schema['discriminator'] !== undefined || splitByConstant(document, branches)
          if (!told) return 'neither discriminator nor constant'
          const examples = branches.flatMap(branch => followed(document, branch)['examples'] ?? [])
          const twice = examples.find(
            value =>
              branches.filter((_, n) => validators.fits(`${pointer}/oneOf/${n}`, value)).length !==
              1
          )
          return twice === undefined ? null : `not one branch fits ${JSON.stringify(twice)}`
        }
      )
    })
  )
}

/** All branches require one property, each with a constant of its own. */
function splitByConstant(document: Tree, branches: readonly Tree[]): boolean {
  const flat = branches.map(branch => followed(document, branch))
  return Object.keys(tree(flat[0]?.['properties'])).some(name => {
    const values = flat.map(({ properties }) => tree(tree(properties)[name])['const'])
    return !values.includes(undefined) && new Set(values).size === branches.length
  })
}

/** Null is a type in 3.1 and a switch beside one in 3.0; neither document has the other's words. */
export function nulls(documents: Documents): Count {
  const newer = count(
    places(documents),
    ({ pointer }) => pointer,
    ({ schema }) => {
      if (schema['nullable'] !== undefined) return 'nullable'
      const branches = [schema['oneOf'], schema['anyOf']].flat() as (Tree | undefined)[]
      return branches.some(branch => branch?.['type'] === 'null') ? 'null as a branch' : null
    }
  )
  const older = count(
    schemasOf(documents.older),
    ({ pointer }) => `3.0 ${pointer}`,
    ({ schema }) => {
      if (Array.isArray(schema['type']) || schema['type'] === 'null') return 'a type of 3.1'
      if (schema['nullable'] !== undefined && schema['type'] === undefined) return 'null of no type'
      const later = ['const', 'examples', 'exclusiveMinimum', 'exclusiveMaximum']
      const left = later.find(word => schema[word] !== undefined && schema[word] !== true)
      return left === undefined ? null : `${left} of 3.1`
    }
  )
  return together([newer, older])
}

/** Every schema a body can reach, by its pointer. */
function reached(document: Tree, place: Place, seen: Map<string, Tree>): void {
  for (const { schema, pointer } of schemasIn(place.schema, place.pointer)) {
    if (seen.has(pointer)) continue
    seen.set(pointer, schema)
    const reference = schema['$ref']
    if (typeof reference !== 'string') continue
    reached(document, { schema: lookUp(document, reference), pointer: reference.slice(1) }, seen)
  }
}

function bodiesOf(document: Tree, side: 'request' | 'response'): Map<string, Tree> {
  const seen = new Map<string, Tree>()
  for (const { tree: operation, pointer } of operationsOf(document)) {
    const bodies =
      side === 'request' ? [operation['requestBody']] : Object.values(tree(operation['responses']))
    for (const body of bodies) {
      for (const media of Object.values(tree(followed(document, body)['content']))) {
        reached(document, { schema: tree(tree(media)['schema']), pointer: `${pointer}/body` }, seen)
      }
    }
  }
  return seen
}

/** Requests are closed, answers are open, in objects as in enumerations. */
export function openness(documents: Documents): Count {
  return together(
    both(documents).flatMap(document => [
      count(
        bodiesOf(document, 'request'),
        ([pointer]) => `request ${pointer}`,
        ([, schema]) => {
          if (!typesOf(schema).includes('object')) return null
          const free = schema['properties'] === undefined && schema['additionalProperties'] === true
          return free || schema['additionalProperties'] === false ? null : 'open object'
        }
      ),
      count(
        bodiesOf(document, 'response'),
        ([pointer]) => `answer ${pointer}`,
        ([, schema]) => {
          if (schema['additionalProperties'] === false) return 'closed object'
          const isOpen = String(schema['description']).includes('Open set:')
          return schema['enum'] === undefined || isOpen
            ? null
            : 'an enumeration not said to be open'
        }
      )
    ])
  )
}

/** Parameters, headers and responses that are references. */
export function references(documents: Documents): Count {
  const used = both(documents).flatMap(document =>
    operationsOf(document).flatMap(({ id, tree: operation }) => {
      const responses = Object.entries(tree(operation['responses']))
      return [
        ...((operation['parameters'] ?? []) as Tree[]).map(
          (used, n) => [`${id} ${n}`, used] as const
        ),
        ...responses.map(([status, used]) => [`${id} ${status}`, used] as const),
        ...responses.flatMap(([status, response]) =>
          Object.entries(tree(tree(response)['headers'])).map(
            ([name, used]) => [`${id} ${status} ${name}`, used] as const
          )
        )
      ]
    })
  )
  return count(
    used,
    ([name]) => name,
    ([, value]) => (tree(value)['$ref'] === undefined ? 'written out' : null)
  )
}

/** Two paths of one length that one request could fit, a fixed part counting over a parameter. */
export function ambiguousPaths(documents: Documents): Count {
  const paths = operations(documents).map(({ method, path }) => ({
    method,
    parts: path.split('/')
  }))
  const pairs = paths.flatMap((one, n) => paths.slice(n + 1).map(other => [one, other] as const))
  return count(
    pairs,
    ([one, other]) => `${one.method} ${one.parts.join('/')} and ${other.parts.join('/')}`,
    ([one, other]) => {
      if (one.method !== other.method || one.parts.length !== other.parts.length) return null
      const fits = one.parts.every((part, n) => {
        const twin = String(other.parts[n])
        return part === twin || part.startsWith('{') || twin.startsWith('{')
      })
      return fits ? 'both fit one request' : null
    }
  )
}

/** Each operation names its credentials, and the scope of its path beside `api`. */
export function security(documents: Documents): Count {
  return count(
    operations(documents),
    ({ id }) => id,
    ({ tree: operation, path, document }) => {
      const listed = (operation['security'] ?? []) as Tree[]
      const schemes = componentsOf(document, 'securitySchemes')
      const stranger = listed.flatMap(entry => Object.keys(entry)).find(name => !schemes[name])
      if (stranger !== undefined) return `${stranger} is not declared`
      const said = JSON.stringify(listed)
      return said === JSON.stringify(expectedSecurity(path)) ? null : `has ${said}`
    }
  )
}

/** The table of the interface's Authentication as a function of the path. */
export function expectedSecurity(path: string): Tree[] {
  const [, version, resource] = path.split('/')
  if (version === 'management') return [{}, { managementId: [], managementToken: [] }]
  const pair = { appId: [], appToken: [] }
  return resource === 'oauth' ? [pair] : [pair, { oauth: ['api'] }, { oauth: [resource] }]
}
