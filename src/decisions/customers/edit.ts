/**
 * A customer of a project file: made when unknown by their source id, else changed to what the row
 * says.
 *
 * What the row leaves out stays, null clears, and its metadata takes the place of all that is
 * stored. It is written as an import writes it, so that nothing that follows earns points.
 *
 * Spec: updateCustomer.
 */
import type { Address, Customer, Json, Metadata } from '../../model.ts'
import type { Decision } from '../changes.ts'
import {
  AS_SAID,
  differencesOf,
  type Edited,
  type Editing,
  keepsMetadata,
  MADE,
  metadataToSend
} from '../imports/edits.ts'
import type { Occasion } from '../occasion.ts'
import type { SaveCustomer } from './customers.ts'
import { type ImportCustomerFacts, writeCustomer } from './import.ts'

/** Saves one customer as a row says; null clears. */
export function editCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  editing: Editing,
  occasion: Occasion
): Decision<Edited> {
  const { stored } = facts
  const written = writeCustomer(facts, reaching(command, stored, editing), occasion)
  if ('refusal' in written) return written
  const { result: customer, changes } = written
  if (changes.length === 0) return { result: AS_SAID, changes }
  if (stored === null) return { result: MADE, changes }
  const differences = differencesOf(cellsOf(stored), cellsOf(customer))
  return { result: { did: 'changed', differences }, changes }
}

/** The command that brings a customer from what is stored to what the row says. */
function reaching(command: SaveCustomer, stored: Customer | null, editing: Editing): SaveCustomer {
  const { address, metadata } = command
  return {
    ...command,
    ...(address !== undefined && { address: addressAfter(stored?.address ?? null, address) }),
    ...(metadata !== undefined && { metadata: metadataAfter(stored, metadata, editing) })
  }
}

/** What to send of metadata; nothing where it is as the row says. */
function metadataAfter(
  stored: Customer | null,
  said: Metadata | null,
  editing: Editing
): Metadata | null | undefined {
  const before = stored?.metadata ?? {}
  const sent = metadataToSend(before, said, editing)
  return keepsMetadata(before, { said, sent }) ? undefined : sent
}

/** Each line is a cell of its own: null clears it, and one that is left out stays. */
function addressAfter(stored: Address | null, said: Address | null): Address | null {
  const all = said === null ? {} : { ...stored, ...said }
  const lines = Object.entries(all).filter(([, line]) => line != null)
  return lines.length === 0 ? null : Object.fromEntries(lines)
}

/** The lines of an address, each in the column `address_` and its name. */
const LINES = ['line_1', 'line_2', 'city', 'postal_code', 'state', 'country'] as const

function cellsOf(customer: Customer): { readonly [column: string]: Json } {
  const { name, email, phone, description, birthday, birthdate, address, metadata } = customer
  const lines = LINES.map(line => [`address_${line}`, address?.[line] ?? null])
  const profile = { name, email, phone, description, birthday, birthdate }
  return { ...profile, ...Object.fromEntries(lines), metadata }
}
