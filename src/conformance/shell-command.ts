/**
 * A request as a command that people can paste into a shell. Credentials stand in it as variables,
 * so that a report can be shown to anybody.
 */
import type { SentRequest } from './asking.ts'
import { withoutEndSlashes } from './end-slashes.ts'

/** Longer bodies are cut: what is wrong with them is their length. */
const BODY_LENGTH_MAX = 2_000

/** The variables of credentials, by header, as `demo --env` names them. */
const VARIABLES: { readonly [header: string]: string } = {
  'x-app-id': 'APP_ID',
  'x-app-token': 'APP_TOKEN',
  'x-management-id': 'MGMT_ID',
  'x-management-token': 'MGMT_TOKEN'
}

/** `keys` are the credentials by header; what else a header holds is told as it is. */
export function shellCommand(
  url: string,
  { method, target, headers, text }: SentRequest,
  keys: Readonly<Record<string, string>>
): string {
  const parts = Object.entries(headers)
    .filter(([name]) => name !== 'accept')
    .map(([name, value]) => {
      const variable = keys[name] === value ? VARIABLES[name] : undefined
      return variable === undefined ? quoted(`${name}: ${value}`) : `"${name}: $${variable}"`
    })
  const body = text === undefined ? [] : ['--data-raw', quoted(shortened(text))]
  const all = [...parts.map(part => `-H ${part}`), ...body]
  return ['curl -X', method, quoted(withoutEndSlashes(url) + target), ...all].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function shortened(text: string): string {
  return text.length > BODY_LENGTH_MAX ? `${text.slice(0, BODY_LENGTH_MAX)}…` : text
}
