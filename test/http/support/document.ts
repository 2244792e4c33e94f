/**
 * Whether a value is what the documents promise: a schema of theirs by name, with every object
 * closed, so that a property nobody described is noticed as well.
 */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Test } from 'tap'

type Schema = { [keyword: string]: unknown }
interface Bundle {
  readonly components: { readonly schemas: Record<string, Schema> }
}

function schemasOf(name: string): Record<string, Schema> {
  const file = new URL(`../../../generated/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as Bundle).components.schemas
}

const schemas = closed({ ...schemasOf('provisioning'), ...schemasOf('service') })
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'documents', components: { schemas } })
const checks = new Map<string, ValidateFunction>()

/** What keeps the value, as it is sent, from being the named schema; empty when nothing does. */
export function misfits(schema: string, value: unknown): string[] {
  const check =
    checks.get(schema) ?? ajv.compile({ $ref: `documents#/components/schemas/${schema}` })
  checks.set(schema, check)
  check(JSON.parse(JSON.stringify(value)))
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
  )
}

/** The same schemas, objects with listed properties having no others. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  const { properties } = copy
  const isObjectSchema = typeof properties === 'object' && 'type' in copy
  return (isObjectSchema ? { additionalProperties: false, ...copy } : copy) as Value
}

/** Compares a whole view, the order of its properties too, and holds it against its schema. */
export function answers(t: Test, schema: string, view: unknown, outcome: unknown, title: string) {
  t.strictSame(view, outcome, title)
  t.equal(JSON.stringify(view), JSON.stringify(outcome), `${title}: in this order`)
  t.strictSame(misfits(schema, view), [], `${title}: as ${schema} is described`)
}
