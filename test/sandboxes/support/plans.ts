/**
 * Plans faults for the project `till` of a sandbox.
 */
import type { GivenSandbox, Reply } from '../../support/sandbox.ts'

export const FAULTS = '/sandbox/v1/projects/till/faults'

/** Plans faults for the project `till`, in the place of those that were planned. */
export async function plan({ ask }: GivenSandbox, ...faults: readonly object[]): Promise<Reply> {
  return ask('PUT', FAULTS, { faults })
}
