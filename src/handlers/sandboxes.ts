/**
 * Projects for tests, their clocks, their faults and their snapshots.
 *
 * They are the one thing here that no project owns, and are asked for by the key of the sandbox.
 *
 * Spec: SandboxProject, SandboxFaultPlan, SandboxSnapshot.
 */
import { beginningCommand, clockCommand, faultsCommand } from '../http/commands/sandboxes.ts'
import {
  type Answer,
  type Handles,
  type Request,
  render,
  type SandboxOperationId
} from '../http/types.ts'
import {
  viewSandboxFaultPlan,
  viewSandboxProject,
  viewSandboxProjectList,
  viewSandboxSnapshot,
  viewSandboxSnapshotList
} from '../http/views/sandboxes.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'

export class SandboxHandlers implements Handles<SandboxOperationId> {
  readonly #sandboxes: Sandboxes

  constructor(sandboxes: Sandboxes) {
    this.#sandboxes = sandboxes
  }

  async listSandboxProjects(): Promise<Answer<'listSandboxProjects'>> {
    return render({ status: 200, body: viewSandboxProjectList(this.#sandboxes.list()) })
  }

  async putSandboxProject({
    params,
    body
  }: Request<'putSandboxProject'>): Promise<Answer<'putSandboxProject'>> {
    const { isNew, made } = await this.#sandboxes.put(params.name, beginningCommand(body))
    return render({ status: isNew ? 201 : 200, body: viewSandboxProject(made) })
  }

  async getSandboxProject({
    params
  }: Request<'getSandboxProject'>): Promise<Answer<'getSandboxProject'>> {
    return render({ status: 200, body: viewSandboxProject(this.#sandboxes.project(params.name)) })
  }

  async deleteSandboxProject({
    params
  }: Request<'deleteSandboxProject'>): Promise<Answer<'deleteSandboxProject'>> {
    await this.#sandboxes.delete(params.name)
    return render({ status: 204 })
  }

  async moveSandboxClock({
    params,
    body
  }: Request<'moveSandboxClock'>): Promise<Answer<'moveSandboxClock'>> {
    const moved = await this.#sandboxes.moveClock(params.name, clockCommand(body))
    return render({ status: 200, body: viewSandboxProject(moved) })
  }

  async getSandboxFaults({
    params
  }: Request<'getSandboxFaults'>): Promise<Answer<'getSandboxFaults'>> {
    const { sandbox } = this.#sandboxes.project(params.name)
    return render({ status: 200, body: viewSandboxFaultPlan(sandbox.course.faults) })
  }

  async putSandboxFaults({
    params,
    body
  }: Request<'putSandboxFaults'>): Promise<Answer<'putSandboxFaults'>> {
    const plan = await this.#sandboxes.putFaults(params.name, faultsCommand(body))
    return render({ status: 200, body: viewSandboxFaultPlan(plan) })
  }

  async deleteSandboxFaults({
    params
  }: Request<'deleteSandboxFaults'>): Promise<Answer<'deleteSandboxFaults'>> {
    await this.#sandboxes.deleteFaults(params.name)
    return render({ status: 204 })
  }

  async listSandboxSnapshots(): Promise<Answer<'listSandboxSnapshots'>> {
    return render({ status: 200, body: viewSandboxSnapshotList(this.#sandboxes.snapshots()) })
  }

  async putSandboxSnapshot({
    params,
    body
  }: Request<'putSandboxSnapshot'>): Promise<Answer<'putSandboxSnapshot'>> {
    const { isNew, made } = await this.#sandboxes.putSnapshot(params.name, body.project)
    return render({ status: isNew ? 201 : 200, body: viewSandboxSnapshot(made) })
  }

  async deleteSandboxSnapshot({
    params
  }: Request<'deleteSandboxSnapshot'>): Promise<Answer<'deleteSandboxSnapshot'>> {
    await this.#sandboxes.deleteSnapshot(params.name)
    return render({ status: 204 })
  }
}
