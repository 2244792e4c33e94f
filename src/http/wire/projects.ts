import type { KeyPair, Project } from '../../model.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'

/** Codes are told apart by case unless the request says otherwise. */
export function projectCommand(body: Schemas['CreateProjectRequest']) {
  return {
    name: body.name,
    timezone: body.timezone,
    currency: body.currency,
    caseSensitiveCodes: body.case_sensitive_codes ?? true
  }
}

/** The settings of a project, without any secret. */
export const viewProject: (project: Project) => Wire<'Project'> = viewOf(
  'id name timezone currency case_sensitive_codes created_at object:project'
)

interface Made {
  readonly pair: Pick<KeyPair, 'id'>
  readonly secret: string
}

export interface FirstPairs {
  readonly app: Made
  readonly management: Made
}

/** Each pair as the headers take it. */
export function viewFirstPairs({ app, management }: FirstPairs) {
  return {
    server_side_key: { app_id: app.pair.id, app_token: app.secret },
    management_key: { management_id: management.pair.id, management_token: management.secret }
  }
}

export function viewNewProject(project: Project, pairs: FirstPairs): Wire<'NewProject'> {
  return { ...viewProject(project), ...viewFirstPairs(pairs) }
}

/** `revoked_at` is null until the pair is revoked. */
export const viewProjectKey: (key: KeyPair) => Wire<'ProjectKey'> = viewOf(
  'id name kind created_at revoked_at object:project_key'
)

export function viewNewProjectKey(key: KeyPair, token: string): Wire<'NewProjectKey'> {
  return { ...viewProjectKey(key), token }
}
