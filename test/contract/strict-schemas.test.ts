/**
 * Every schema that is published compiles in the strict mode of Ajv as it comes, so that nobody has
 * to loosen a validator for it.
 *
 * The documents for 3.0 are left out: their schemas are of a dialect of that version's own, which
 * no validator of JSON Schema reads. The joined document has all schemas of the two that it joins
 * (joined.test.ts), so these are left out, too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { schemasOf, type Tree } from '../../scripts/documents/walk.ts'

const folder = resolve(import.meta.dirname, '../../generated')
const files = readdirSync(folder).filter(name =>
  /^(?!service|provisioning|.*-3\.0).*\.json$/.test(name)
)
const published = files.map(name => {
  const value: Tree = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return [name, value] as const
})

/** What says nothing of a value: of OpenAPI, and the names of values for generators. */
const KNOWN = ['discriminator', 'x-enum-varnames']

/** What does not compile, of a schema or of all in a document. */
function refused(document: Tree, id: string): string[] {
  // Once for each schema, however many refer to it, takes half of the time.
  const once = { inlineRefs: false, code: { optimize: false } }
  const ajv = new Ajv2020({ strict: true, logger: false, ...once })
  addFormats.default(ajv)
  const isSchema = '$schema' in document
  if (!isSchema) ajv.addVocabulary([...KNOWN, ...Object.keys(document)])
  ajv.addSchema(document, id, false, isSchema)
  const pointers = isSchema ? ['#'] : [...schemasOf(document)].map(({ pointer }) => `#${pointer}`)
  // What is within another schema is compiled with it.
  const outer = new Set(pointers)
  const isInner = (pointer: string) =>
    pointer.split('/').some((_, n, parts) => n > 0 && outer.has(parts.slice(0, n).join('/')))
  return pointers.flatMap(pointer => {
    if (isInner(pointer)) return []
    try {
      ajv.compile({ $ref: `${id}${encodeURI(pointer)}` })
      return []
    } catch (error) {
      return [`${pointer}: ${(error as Error).message}`]
    }
  })
}

for (const [name, document] of published) {
  if (!('$schema' in document) && !('openapi' in document)) continue
  t.test(`${name} compiles strictly`, async t => {
    t.strictSame(refused(document, `https://schemas.test/${name}`), [])
  })
}

t.test('what a validator would have to be loosened for is found', async t => {
  const schema = (eq: object) => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...eq
  })
  const document = (eq: object) => ({ openapi: '3.1.1', components: { schemas: { A: eq } } })
  for (const eq of [{ type: ['string', 'number'] }, { maxLength: 3 }, { requird: ['a'] }]) {
    for (const value of [schema(eq), document(eq)]) {
      t.equal(refused(value, 'https://schemas.test/wrong').length, 1, JSON.stringify(value))
    }
  }
})
