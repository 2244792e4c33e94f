/**
 * Samples of code for an operation: its first example as a person would send it with curl, with
 * fetch and with Python's standard library, to the demo project.
 *
 * They are made of the document, so that they cannot say anything else than it does;
 * test/clients/code-samples.test.ts runs each of them. `BASE_URL` names another service.
 *
 * Spec: openapi/README.md#generating-and-checking.
 */
import * as known from '../../src/demo/known.ts'
import { exampleOf, followed, type Operation, operationsOf, type Tree, tree } from './walk.ts'

/** A request in parts, as every language needs them. */
interface Request {
  readonly method: string
  /** With the values shown for the path filled in. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Null without a body. */
  readonly body: { readonly isForm: boolean; readonly value: unknown } | null
}

const LOCAL = 'http://127.0.0.1:3000'

/** A copy of the document whose operations have samples. */
export function withCodeSamples(document: Tree): Tree {
  const copy = structuredClone(document)
  for (const operation of operationsOf(copy)) {
    const request = requestOf(copy, operation)
    operation.tree['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curl(request) },
      { lang: 'TypeScript', label: 'fetch', source: fetchOf(request) },
      { lang: 'Python', label: 'urllib', source: python(request) }
    ]
  }
  return copy
}

/** What opens each scheme in the demo project, as a header. */
const credentials: { readonly [scheme: string]: readonly [name: string, value: string] } = {
  appId: ['X-App-Id', known.APP_ID],
  appToken: ['X-App-Token', known.APP_TOKEN],
  managementId: ['X-Management-Id', known.MGMT_ID],
  managementToken: ['X-Management-Token', known.MGMT_TOKEN]
}

function requestOf(document: Tree, { method, path, tree: operation }: Operation): Request {
  const shown = ((operation['parameters'] ?? []) as unknown[]).map(each => followed(document, each))
  const values = new Map(shown.map(each => [each['name'], String(exampleOf(each))]))
  const ways = operation['security'] as Tree[]
  const schemes = Object.keys(ways.find(way => Object.keys(way).length > 0) ?? {})
  const content = tree(followed(document, operation['requestBody'])['content'])
  const [type, media] = Object.entries(content)[0] ?? []
  const [example] = Object.values(tree(tree(media)['examples']))
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? '')),
    headers: {
      ...Object.fromEntries(schemes.flatMap(scheme => [credentials[scheme] ?? []])),
      ...(type === undefined ? {} : { 'Content-Type': type })
    },
    body:
      type === undefined
        ? null
        : { isForm: !type.endsWith('json'), value: followed(document, example)['value'] }
  }
}

function curl({ method, path, headers, body }: Request): string {
  const form = body?.isForm === true ? Object.entries(tree(body.value)) : []
  return [
    `curl --silent --show-error --fail-with-body --request ${method} \\`,
    ...Object.entries(headers).map(([name, value]) => `  --header '${name}: ${value}' \\`),
    ...form.map(([name, value]) => `  --data-urlencode '${name}=${value}' \\`),
    ...(body !== null && !body.isForm ? [`  --data ${quoted(shown(body.value))} \\`] : []),
    `  "\${BASE_URL:-${LOCAL}}${path}"`
  ].join('\n')
}

/** A word of the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const shown = (value: unknown) => JSON.stringify(value, null, 2)

/** All lines but the first further in. */
const indented = (text: string, by = '  ') => text.replaceAll('\n', `\n${by}`)

/** A value as TypeScript writes it: names without quotes where they need none. */
const literal = (value: unknown) => indented(shown(value).replaceAll(/^( *)"(\w+)":/gm, '$1$2:'))

function fetchOf({ method, path, headers, body }: Request): string {
  const sent = body === null ? '' : literal(body.value)
  const bytes = body?.isForm === true ? `new URLSearchParams(${sent})` : `JSON.stringify(${sent})`
  return [
    `const baseUrl = process.env["BASE_URL"] ?? "${LOCAL}"`,
    '',
    `const response = await fetch(\`\${baseUrl}${path}\`, {`,
    `  method: "${method}",`,
    `  headers: ${literal(headers)}${body === null ? '' : ','}`,
    ...(body === null ? [] : [`  body: ${bytes}`]),
    '})',
    '',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(JSON.stringify(await response.json(), null, 2))'
  ].join('\n')
}

function python({ method, path, headers, body }: Request): string {
  const sent = body === null ? '' : indented(pythonOf(body.value), '    ')
  const bytes = body?.isForm === true ? `urllib.parse.urlencode(${sent})` : `json.dumps(${sent})`
  return [
    'import json',
    'import os',
    ...(body?.isForm === true ? ['import urllib.parse'] : []),
    'import urllib.request',
    '',
    `base_url = os.environ.get("BASE_URL", "${LOCAL}")`,
    '',
    'request = urllib.request.Request(',
    `    base_url + ${JSON.stringify(path)},`,
    `    method="${method}",`,
    `    headers=${indented(pythonOf(headers), '    ')},`,
    ...(body === null ? [] : [`    data=${bytes}.encode(),`]),
    ')',
    '',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))'
  ].join('\n')
}

/** A value as Python writes it; its texts are those of JSON. */
function pythonOf(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  const lines = (open: string, all: readonly string[], close: string) =>
    all.length === 0
      ? open + close
      : `${open}\n${all.map(each => `${inner}${each},\n`).join('')}${indent}${close}`
  if (Array.isArray(value)) {
    return lines(
      '[',
      value.map(each => pythonOf(each, inner)),
      ']'
    )
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return lines(
      '{',
      entries.map(([key, each]) => `${JSON.stringify(key)}: ${pythonOf(each, inner)}`),
      '}'
    )
  }
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
