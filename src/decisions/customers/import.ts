/**
 * Customers of another service: made when unknown by their source id, else changed where a cell
 * differs.
 *
 * They enter the segments that select them. Nothing that follows from an import earns points.
 *
 * Spec: createCustomer.
 */
import type { Customer } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { type Imported, UNCHANGED } from '../imports/outcome.ts'
import type { Occasion } from '../occasion.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { type CustomerFacts, type SaveCustomer, saveCustomer } from './customers.ts'

export interface ImportCustomerFacts extends CustomerFacts, StandingFacts {}

/** Each line of an address is a cell of its own, so those that say nothing stay. */
function merged(command: SaveCustomer, { stored }: CustomerFacts): SaveCustomer {
  const { address } = command
  return address ? { ...command, address: { ...stored?.address, ...address } } : command
}

/** Saves one customer by their source id. */
export function importCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Imported> {
  const written = writeCustomer(facts, merged(command, facts), occasion)
  if ('refusal' in written) return written
  const { changes } = written
  if (changes.length === 0) return UNCHANGED
  return { result: facts.stored === null ? 'made' : 'changed', changes }
}

/** Saves one customer, who enters the segments that select them; nothing earns. */
export function writeCustomer(
  facts: ImportCustomerFacts,
  command: SaveCustomer,
  occasion: Occasion
): Decision<Customer> {
  const saved = saveCustomer(facts, command, occasion)
  if ('refusal' in saved || saved.changes.length === 0) return saved
  const opened = openStanding(facts, saved.result, occasion)
  if ('refusal' in opened) return opened
  const { changes } = opened.stopEarning().write(saved.changes).conclude()
  return { result: saved.result, changes }
}
