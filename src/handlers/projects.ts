/**
 * Projects and the keys that open them, on the management path. Secrets are made here and leave
 * with the answer; only their hashes are decided about, stored and logged. A management key sees
 * its own project only.
 * Spec: Project, ProjectKey.
 */
import { createProject, createProjectKey, revokeProjectKey } from '../decisions/projects.ts'
import { type Handlers, type Kit, ofOwnProject } from '../http/kit.ts'
import {
  projectCommand,
  viewNewProject,
  viewNewProjectKey,
  viewProject,
  viewProjectKey
} from '../http/wire/projects.ts'
import { listed } from '../http/wire.ts'
import { newPair, newSecret } from '../secrets.ts'
import { loadProjectKeys, projectKeyList } from '../storage/projects.ts'

export function projectHandlers({ list, read, remove, shell }: Kit) {
  return {
    async createProject({ body, caller }) {
      // No project of the sandbox: it is another one each time it is made.
      const app = newPair('app', 'First key')
      const management = newPair('management', 'First management key')
      const command = {
        ...projectCommand(body),
        secret: newSecret(),
        demo: false,
        pairs: [app.pair, management.pair]
      }
      return shell.foundProject(caller, {
        decide: occasion => createProject(command, occasion),
        view: ({ project }) => ({ status: 200, body: viewNewProject(project, { app, management }) })
      })
    },

    listProjects: read(
      async (_, { caller }) => ({ rows: [caller.project] }),
      listed('projects', viewProject)
    ),

    ...ofOwnProject({
      getProject: read(async (_, { caller }) => caller.project, viewProject),

      async createProjectKey({ body, caller }) {
        const { pair, secret } = newPair(body.kind, body.name, shell.secrets(caller))
        return shell.settle(caller, {
          load: async () => null,
          decide: (_, occasion) => createProjectKey(pair, occasion),
          view: key => ({ status: 200, body: viewNewProjectKey(key, secret) })
        })
      },

      listProjectKeys: list(projectKeyList.page, listed('keys', viewProjectKey)),

      revokeProjectKey: remove(
        () => loadProjectKeys,
        (facts, occasion, { params }) => revokeProjectKey(facts, params.keyId, occasion)
      )
    })
  } satisfies Handlers
}
