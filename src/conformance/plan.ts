/**
 * Every check of an operation, as its document promises it.
 */
import type { PromiseCheck } from './check.ts'
import { credentialChecks } from './checks/credentials.ts'
import { exampleChecks } from './checks/examples.ts'
import { listChecks } from './checks/lists.ts'
import { pathChecks } from './checks/paths.ts'
import { bodyChecks, parameterChecks } from './checks/refusals.ts'
import { repetitionChecks } from './checks/repetition.ts'
import { valueChecks } from './checks/values.ts'
import type { CompiledContract, Described } from './contract.ts'

/** The checks of an operation in the order in which they are made, but for those of its lists. */
export function planOf(
  contract: CompiledContract,
  operation: Described,
  names: ReadonlyMap<string, string>
): readonly PromiseCheck[] {
  return [
    ...exampleChecks(operation),
    ...credentialChecks(contract, operation),
    ...pathChecks(operation),
    ...parameterChecks(operation),
    ...bodyChecks(contract, operation, names),
    ...repetitionChecks(operation),
    ...valueChecks(operation)
  ]
}

/** The checks of the lists of an operation, which need what those of all others have made. */
export function lastPlanOf(operation: Described): readonly PromiseCheck[] {
  return listChecks(operation)
}
