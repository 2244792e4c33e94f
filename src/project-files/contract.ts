/**
 * What project files may have, as the documents of the interface say it.
 */
import { readFileSync } from 'node:fs'
import { type Document, flat } from '../http/document.ts'
import { generated } from '../http/published.ts'
import { FileChecks } from './checking.ts'
import type { EntryValues } from './entries.ts'
import { SECTIONS, type SectionName } from './form.ts'
import { bodySchema, fileSchema } from './schema.ts'
import { type ShapesOf, shapesBy } from './stored.ts'

/** Read once. */
let contract: { readonly checks: FileChecks; readonly shapesOf: ShapesOf } | null = null

/** What files may have, and the forms of their entries; made at the first use. */
export function contractOf() {
  if (contract !== null) return contract
  const joined = JSON.parse(readFileSync(generated('joined.json'), 'utf8')) as Document
  const schema = fileSchema(joined)
  const definitions = schema['$defs'] as Readonly<Record<string, EntryValues>>
  const shapesOf = shapesBy((section: SectionName) => {
    const { update } = SECTIONS[section]
    const follow = (found: unknown) => flat({ ...joined, $defs: definitions } as Document, found)
    const entry = definitions[`entry_${section}`] as EntryValues
    return { entry, update: update ? bodySchema(joined, update) : null, flat: follow }
  })
  contract = { checks: new FileChecks(schema), shapesOf }
  return contract
}
