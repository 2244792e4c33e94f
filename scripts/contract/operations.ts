/**
 * Counts the rules of the documents that are about operations.
 *
 * Spec: openapi/README.md#rules.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../../src/http/errors.ts'
import { IDEMPOTENCY_KEY } from '../../src/http/idempotency.ts'
import { componentsOf, mediaExamples } from '../documents/examples.ts'
import { exampleOf, followed, operationsOf, type Tree, tree } from '../documents/walk.ts'
import { both, type Count, count, type Documents, operations, together } from './count.ts'

const statuses = (operation: Tree): string[] => Object.keys(tree(operation['responses']))

/** Possible statuses and parameters: named alike, each with an example. */
export function statusesAndParameters(documents: Documents): Count {
  const parameters = both(documents).map(document =>
    count(
      Object.entries(componentsOf(document, 'parameters')),
      ([name]) => name,
      ([, parameter]) => {
        if (exampleOf(parameter) === undefined) return 'no example'
        if (parameter['in'] !== 'path') return null
        const wellNamed = /^([a-z][A-Za-z]*Id|code|sessionKey)$/.test(String(parameter['name']))
        return wellNamed ? null : 'a path parameter is code, sessionKey or ends in Id'
      }
    )
  )
  const answers = count(operations(documents), ({ id }) => id, missingStatus)
  return together([answers, ...parameters])
}

/** The first possible status that the operation does not declare, or what lacks of its key. */
function missingStatus({
  tree: operation,
  path,
  method,
  document
}: ReturnType<typeof operations>[number]): string | null {
  const bearer = JSON.stringify(operation['security']).includes('oauth')
  const wanted = [
    ...['400', '401', '429', '500', '503'],
    ...(bearer ? ['403'] : []),
    ...(path.includes('{') ? ['404', '414'] : []),
    ...(operation['requestBody'] === undefined ? [] : ['413', '415']),
    ...(method === 'post' ? ['409', '422'] : [])
  ]
  const lacking = wanted.find(status => !statuses(operation).includes(status))
  if (lacking !== undefined) return `no ${lacking}`
  const parameters = ((operation['parameters'] ?? []) as unknown[]).map(each =>
    followed(document, each)
  )
  const takesKey = parameters.some(({ name }) => name === IDEMPOTENCY_KEY)
  if (takesKey !== (method === 'post')) return `a POST has the parameter ${IDEMPOTENCY_KEY}, alone`
  const range = statuses(operation).find(status => !/^[2-5]\d\d$/.test(status))
  return range === undefined ? null : `${range} is no single status`
}

const verbs =
  'activate|add|adjust|cancel|check|create|delete|disable|enable|erase|estimate|get|import|' +
  'introspect|issue|list|redeem|release|return|revoke|rollback|send|update|validate'
const verb = new RegExp(`^(${verbs})[A-Z][A-Za-z]+$`)

/** A verb and its object, used once. */
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

/** Characters that importers of documents take. */
const DESCRIPTION_MAX = 1024

/** A summary, a description, and exactly one tag, which has a description. */
export function operationProse(documents: Documents): Count {
  return count(
    operations(documents),
    ({ id }) => id,
    ({ tree: operation, document }) => {
      const tags = (operation['tags'] ?? []) as string[]
      const described = ((document['tags'] ?? []) as Tree[]).filter(tag => tag['description'])
      if (!operation['summary'] || !operation['description']) return 'no summary or description'
      if (String(operation['description']).length > DESCRIPTION_MAX) return 'a long description'
      if (tags.length !== 1) return `${tags.length} tags`
      return described.some(tag => tag['name'] === tags[0]) ? null : `tag ${tags[0]} not described`
    }
  )
}

/** An example for each request body and each status. */
export function operationExamples(documents: Documents): Count {
  const bodies = operations(documents).flatMap(({ id, tree: operation, document }) => [
    ...(operation['requestBody'] === undefined
      ? []
      : [{ name: `${id} request`, body: operation['requestBody'], document }]),
    // A 204 has no body.
    ...Object.entries(tree(operation['responses']))
      .filter(([status]) => status !== '204')
      .map(([status, body]) => ({ name: `${id} ${status}`, body, document }))
  ])
  return count(
    bodies,
    ({ name }) => name,
    ({ body, document }) =>
      [...mediaExamples(document, followed(document, body), '')].length > 0 ? null : 'no example'
  )
}

/** Each key of the catalogue has exactly one row in openapi/behaviour/errors.md, and each row a key. */
export function errorCatalogue(): Count {
  const text = readFileSync(join(import.meta.dirname, '../../openapi/behaviour/errors.md'), 'utf8')
  const rows = [...text.matchAll(/^\| ([a-z_]+) \| (\d{3}) \| (.+?) \| (.+?) \|$/gm)]
  const keys = new Set([...Object.keys(catalogue), ...rows.map(([, key]) => String(key))])
  return count(
    keys,
    key => key,
    key => {
      const entry = catalogue[key as keyof typeof catalogue]
      const [row, ...more] = rows.filter(([, name]) => name === key)
      if (entry === undefined) return 'is no key of src/http/errors.ts'
      if (row === undefined || more.length > 0) return `${more.length + (row ? 1 : 0)} rows`
      return Number(row[2]) === entry.status ? null : `should say ${entry.status}`
    }
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

/**
 * Words of paths that are never a campaign's name or a code; what has such a name is reached by its
 * id.
 */
const RESERVED = new Set([
  '{campaignId} members',
  '{campaignId} tiers',
  '{code} import',
  '{code} importCSV'
])

/** Two paths of one length that one request could fit while neither takes precedence. */
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
        if (RESERVED.has(`${part} ${twin}`) || RESERVED.has(`${twin} ${part}`)) return false
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
    ({ tree: operation, path, method, document }) => {
      const listed = (operation['security'] ?? []) as Tree[]
      const schemes = componentsOf(document, 'securitySchemes')
      const stranger = listed.flatMap(entry => Object.keys(entry)).find(name => !schemes[name])
      if (stranger !== undefined) return `${stranger} is not declared`
      const said = JSON.stringify(listed)
      return said === JSON.stringify(expectedSecurity(path, method)) ? null : `has ${said}`
    }
  )
}

/** The interface leaves one management operation open. */
const OPEN = 'get /management/v1/projects/{projectId}/metadata-schemas/{metadataSchemaId}'

/** The interface's table of credentials by path and method; methods in lower case. */
function expectedSecurity(path: string, method: string): Tree[] {
  const [, version, resource = ''] = path.split('/')
  const management = { managementId: [], managementToken: [] }
  if (version === 'management') {
    return `${method} ${path}` === OPEN ? [{}, management] : [management]
  }
  const pair = { appId: [], appToken: [] }
  const scope = resource === 'skus' ? 'SKUs' : resource
  // A token is asked for by OAuth clients, which have a way of their own.
  if (path === '/v1/oauth/token') return [pair, { basic: [] }]
  return resource === 'oauth' ? [pair] : [pair, { oauth: ['api'] }, { oauth: [scope] }]
}

/** Words that begin the names of operations that make something. */
const CREATING = /^(add|create|issue|redeem|send|updateProductsInBulk)/

/** Each answer of an operation that creates something has links to what goes on from there. */
export function links(documents: Documents): Count {
  const answers = operations(documents)
    .filter(({ id }) => CREATING.test(id))
    .flatMap(({ id, tree: operation }) =>
      Object.entries(tree(operation['responses']))
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => ({ at: `${id} ${status}`, found: tree(response)['links'] }))
    )
  return count(
    answers,
    ({ at }) => at,
    ({ found }) => (Object.keys(tree(found)).length > 0 ? null : 'has no links')
  )
}

/** Each published operation has samples of code in as many languages as the others. */
export function codeSamples({ service }: Documents): Count {
  return count(
    operationsOf(service),
    ({ id }) => id,
    ({ tree: operation }) => {
      const found = ((operation['x-codeSamples'] ?? []) as Tree[]).map(({ lang }) => lang)
      return found.join() === 'Shell,TypeScript,Python' ? null : `has ${found.join() || 'none'}`
    }
  )
}
