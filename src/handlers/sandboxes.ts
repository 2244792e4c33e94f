/**
 * Projects for tests, their clocks, their faults and their snapshots. They are the one thing here
 * that no project owns, and are asked for by the key of the sandbox.
 * Spec: SandboxProject, SandboxFaultPlan, SandboxSnapshot.
 */

import type { Handlers } from '../http/kit.ts'
import { render } from '../http/types.ts'
import {
  beginningCommand,
  clockCommand,
  faultsCommand,
  viewSandboxFaultPlan,
  viewSandboxProject,
  viewSandboxProjectList,
  viewSandboxSnapshot,
  viewSandboxSnapshotList
} from '../http/wire/sandboxes.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'

export function sandboxHandlers(sandboxes: Sandboxes) {
  return {
    async listSandboxProjects() {
      return render({ status: 200, body: viewSandboxProjectList({ rows: sandboxes.list() }) })
    },

    async putSandboxProject({ params, body }) {
      const { isNew, made } = await sandboxes.put(params.name, beginningCommand(body))
      return render({ status: isNew ? 201 : 200, body: viewSandboxProject(made) })
    },

    async getSandboxProject({ params }) {
      return render({ status: 200, body: viewSandboxProject(sandboxes.project(params.name)) })
    },

    async deleteSandboxProject({ params }) {
      await sandboxes.delete(params.name)
      return render({ status: 204 })
    },

    async moveSandboxClock({ params, body }) {
      const moved = await sandboxes.moveClock(params.name, clockCommand(body))
      return render({ status: 200, body: viewSandboxProject(moved) })
    },

    async getSandboxFaults({ params }) {
      const { sandbox } = sandboxes.project(params.name)
      return render({ status: 200, body: viewSandboxFaultPlan({ rows: sandbox.course.faults }) })
    },

    async putSandboxFaults({ params, body }) {
      const plan = await sandboxes.putFaults(params.name, faultsCommand(body))
      return render({ status: 200, body: viewSandboxFaultPlan({ rows: plan }) })
    },

    async deleteSandboxFaults({ params }) {
      await sandboxes.deleteFaults(params.name)
      return render({ status: 204 })
    },

    async listSandboxSnapshots() {
      return render({ status: 200, body: viewSandboxSnapshotList({ rows: sandboxes.snapshots() }) })
    },

    async putSandboxSnapshot({ params, body }) {
      const { isNew, made } = await sandboxes.putSnapshot(params.name, body.project)
      return render({ status: isNew ? 201 : 200, body: viewSandboxSnapshot(made) })
    },

    async deleteSandboxSnapshot({ params }) {
      await sandboxes.deleteSnapshot(params.name)
      return render({ status: 204 })
    }
  } satisfies Handlers
}
