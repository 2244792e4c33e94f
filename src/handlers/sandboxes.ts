/**
 * Projects for tests, their clocks, their faults and their snapshots.
 *
 * They are the one thing here that no project owns, and are asked for by the key of the sandbox.
 *
 * Spec: SandboxProject, SandboxFaultPlan, SandboxSnapshot.
 */
import {
  type Handles,
  type ReadyAnswer,
  type Request,
  render,
  type SandboxOperationId
} from '../http/types.ts'
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

export class SandboxHandlers implements Handles<SandboxOperationId> {
  readonly #sandboxes: Sandboxes

  constructor(sandboxes: Sandboxes) {
    this.#sandboxes = sandboxes
  }

  async listSandboxProjects(): Promise<ReadyAnswer<'listSandboxProjects'>> {
    return render({ status: 200, body: viewSandboxProjectList(this.#sandboxes.list()) })
  }

  async putSandboxProject({
    params,
    body
  }: Request<'putSandboxProject'>): Promise<ReadyAnswer<'putSandboxProject'>> {
    const { isNew, made } = await this.#sandboxes.put(params.name, beginningCommand(body))
    return render({ status: isNew ? 201 : 200, body: viewSandboxProject(made) })
  }

  async getSandboxProject({
    params
  }: Request<'getSandboxProject'>): Promise<ReadyAnswer<'getSandboxProject'>> {
    return render({ status: 200, body: viewSandboxProject(this.#sandboxes.project(params.name)) })
  }

  async deleteSandboxProject({
    params
  }: Request<'deleteSandboxProject'>): Promise<ReadyAnswer<'deleteSandboxProject'>> {
    await this.#sandboxes.delete(params.name)
    return render({ status: 204 })
  }

  async moveSandboxClock({
    params,
    body
  }: Request<'moveSandboxClock'>): Promise<ReadyAnswer<'moveSandboxClock'>> {
    const moved = await this.#sandboxes.moveClock(params.name, clockCommand(body))
    return render({ status: 200, body: viewSandboxProject(moved) })
  }

  async getSandboxFaults({
    params
  }: Request<'getSandboxFaults'>): Promise<ReadyAnswer<'getSandboxFaults'>> {
    const { sandbox } = this.#sandboxes.project(params.name)
    return render({ status: 200, body: viewSandboxFaultPlan(sandbox.course.faults) })
  }

  async putSandboxFaults({
    params,
    body
  }: Request<'putSandboxFaults'>): Promise<ReadyAnswer<'putSandboxFaults'>> {
    const plan = await this.#sandboxes.putFaults(params.name, faultsCommand(body))
    return render({ status: 200, body: viewSandboxFaultPlan(plan) })
  }

  async deleteSandboxFaults({
    params
  }: Request<'deleteSandboxFaults'>): Promise<ReadyAnswer<'deleteSandboxFaults'>> {
    await this.#sandboxes.deleteFaults(params.name)
    return render({ status: 204 })
  }

  async listSandboxSnapshots(): Promise<ReadyAnswer<'listSandboxSnapshots'>> {
    return render({ status: 200, body: viewSandboxSnapshotList(this.#sandboxes.snapshots()) })
  }

  async putSandboxSnapshot({
    params,
    body
  }: Request<'putSandboxSnapshot'>): Promise<ReadyAnswer<'putSandboxSnapshot'>> {
    const { isNew, made } = await this.#sandboxes.putSnapshot(params.name, body.project)
    return render({ status: isNew ? 201 : 200, body: viewSandboxSnapshot(made) })
  }

  async deleteSandboxSnapshot({
    params
  }: Request<'deleteSandboxSnapshot'>): Promise<ReadyAnswer<'deleteSandboxSnapshot'>> {
    await this.#sandboxes.deleteSnapshot(params.name)
    return render({ status: 204 })
  }
}
