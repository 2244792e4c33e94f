/**
 * Projects and the keys that open them, on the management path.
 *
 * Secrets are made here and leave with the answer; only their hashes are decided about, stored and
 * logged. A management key sees its own project only.
 *
 * Spec: Project, ProjectKey.
 */
import {
  type CreateProjectKey,
  createProject,
  createProjectKey,
  revokeProjectKey
} from '../decisions/projects.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  projectCommand,
  refuseOtherProject,
  viewNewProject,
  viewNewProjectKey,
  viewProject,
  viewProjectKeyList,
  viewProjectList
} from '../http/wire/projects.ts'
import type { KeyPair } from '../model.ts'
import type { Secrets } from '../sandbox.ts'
import { hashSecret, newClientId, newSecret } from '../secrets.ts'
import { loadProjectKeys, projectKeysPage } from '../storage/projects.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Projects = 'createProject' | 'getProject' | 'listProjects'
type Keys = 'createProjectKey' | 'listProjectKeys' | 'revokeProjectKey'

export class ProjectHandlers implements Handles<Projects | Keys> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createProject({
    body,
    caller
  }: Request<'createProject'>): Promise<ReadyAnswer<'createProject'>> {
    // No project of the sandbox: it is another one each time it is made.
    const app = newPair('app', 'First key')
    const management = newPair('management', 'First management key')
    const command = {
      ...projectCommand(body),
      secret: newSecret(),
      demo: false,
      pairs: [app.pair, management.pair]
    }
    return this.#shell.foundProject(caller, {
      decide: occasion => createProject(command, occasion),
      view: ({ project }) => ({ status: 200, body: viewNewProject(project, { app, management }) })
    })
  }

  async getProject({ params, caller }: Request<'getProject'>): Promise<ReadyAnswer<'getProject'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.read(
      caller,
      async () => caller.project,
      project => ({ status: 200, body: viewProject(project) })
    )
  }

  async listProjects({ caller }: Request<'listProjects'>): Promise<ReadyAnswer<'listProjects'>> {
    return this.#shell.read(
      caller,
      async () => [caller.project],
      projects => ({ status: 200, body: viewProjectList(projects) })
    )
  }

  async createProjectKey({
    params,
    body,
    caller
  }: Request<'createProjectKey'>): Promise<ReadyAnswer<'createProjectKey'>> {
    refuseOtherProject(caller, params.projectId)
    const { pair, secret } = newPair(body.kind, body.name, this.#shell.secrets(caller))
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => createProjectKey(pair, occasion),
      view: key => ({ status: 200, body: viewNewProjectKey(key, secret) })
    })
  }

  async listProjectKeys({
    params,
    query,
    caller
  }: Request<'listProjectKeys'>): Promise<ReadyAnswer<'listProjectKeys'>> {
    refuseOtherProject(caller, params.projectId)
    const order = query.order ?? '-created_at'
    return this.#shell.read(
      caller,
      session => projectKeysPage(session, order, pageOf(query, LIMIT_DEFAULT)),
      ({ keys, total }) => ({ status: 200, body: viewProjectKeyList(keys, total) })
    )
  }

  async revokeProjectKey({
    params,
    caller
  }: Request<'revokeProjectKey'>): Promise<ReadyAnswer<'revokeProjectKey'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.settle(caller, {
      load: loadProjectKeys,
      decide: (facts, occasion) => revokeProjectKey(facts, params.keyId, occasion),
      view: () => ({ status: 204 })
    })
  }
}

function newPair(
  kind: KeyPair['kind'],
  name: string,
  secrets: Secrets = { newSecret, newClientId }
): { readonly pair: CreateProjectKey; readonly secret: string } {
  const secret = secrets.newSecret()
  const tokenHash = hashSecret(secret)
  const [id, clientId] = [secrets.newClientId(), secrets.newClientId()]
  return { pair: { id, kind, name, tokenHash, clientId }, secret }
}
