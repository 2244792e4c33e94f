/**
 * The project that a path of the management operations names.
 *
 * Spec: getProject, createMetadataSchema, createEventSchema.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Caller } from '../types.ts'
import type { Schemas } from '../wire.ts'

/** @throws {Refused} for another project than the caller's, as for one that does not exist. */
export function refuseOtherProject({ project }: Caller, projectId: string): void {
  if (project.id !== projectId) throw new Refused(notFound('project', projectId))
}

/** Codes are told apart by case unless the request says otherwise. */
export function projectCommand(body: Schemas['CreateProjectRequest']) {
  return {
    name: body.name,
    timezone: body.timezone,
    currency: body.currency,
    caseSensitiveCodes: body.case_sensitive_codes ?? true
  }
}
