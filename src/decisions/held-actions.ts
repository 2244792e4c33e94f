/**
 * Where an async action that has not ended is held: by one job, which ends it when it ends.
 *
 * That is the job that was queued with it. An erasure that is handed on leaves its action to the
 * job that takes it on, among the others that end together.
 */
import type { Job } from '../model.ts'
import type { ErasureProgress } from './customers/erasure.ts'

/** The ids of the actions that end with a job: its own, where it has one, then those of others. */
export function actionsHeldBy({ asyncActionId, task, data }: Job): readonly string[] {
  const own = asyncActionId === null ? [] : [asyncActionId]
  if (task !== 'customers.erase') return own
  const { others } = data as unknown as ErasureProgress
  return [...own, ...others.map(({ action }) => action.id)]
}
