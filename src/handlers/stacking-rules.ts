/**
 * Stacking rules of a project, on the management path.
 *
 * Spec: ProjectStackingRules.
 */
import {
  createStackingRules,
  deleteStackingRules,
  updateStackingRules
} from '../decisions/categories.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { refuseOtherProject } from '../http/wire/projects.ts'
import {
  stackingRulesCommand,
  viewProjectStackingRules,
  viewStackingRulesList
} from '../http/wire/stacking-rules.ts'
import {
  loadCreateStackingRules,
  loadUpdateStackingRules,
  projectStackingRules,
  stackingRulesNamed
} from '../storage/stacking-rules.ts'

type ReadOperation = 'getStackingRules' | 'listStackingRules'
type Written = 'createStackingRules' | 'deleteStackingRules' | 'updateStackingRules'

export class StackingRulesHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createStackingRules({
    params,
    body,
    caller
  }: Request<'createStackingRules'>): Promise<ReadyAnswer<'createStackingRules'>> {
    refuseOtherProject(caller, params.projectId)
    const command = stackingRulesCommand(body)
    return this.#shell.settle(caller, {
      load: loadCreateStackingRules(command),
      decide: (facts, occasion) => createStackingRules(facts, command, occasion),
      view: stored => ({ status: 200, body: viewProjectStackingRules(stored) })
    })
  }

  async listStackingRules({
    params,
    caller
  }: Request<'listStackingRules'>): Promise<ReadyAnswer<'listStackingRules'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.read(
      caller,
      session => projectStackingRules(session),
      stored => ({ status: 200, body: viewStackingRulesList(stored) })
    )
  }

  async getStackingRules({
    params,
    caller
  }: Request<'getStackingRules'>): Promise<ReadyAnswer<'getStackingRules'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.read(
      caller,
      session => stackingRulesNamed(session, params.stackingRulesId),
      stored => ({ status: 200, body: viewProjectStackingRules(stored) })
    )
  }

  async updateStackingRules({
    params,
    body,
    caller
  }: Request<'updateStackingRules'>): Promise<ReadyAnswer<'updateStackingRules'>> {
    refuseOtherProject(caller, params.projectId)
    const command = stackingRulesCommand(body)
    return this.#shell.settle(caller, {
      load: loadUpdateStackingRules(params.stackingRulesId, command),
      decide: (facts, occasion) => updateStackingRules(facts, command, occasion),
      view: stored => ({ status: 200, body: viewProjectStackingRules(stored) })
    })
  }

  async deleteStackingRules({
    params,
    caller
  }: Request<'deleteStackingRules'>): Promise<ReadyAnswer<'deleteStackingRules'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.settle(caller, {
      load: session => stackingRulesNamed(session, params.stackingRulesId),
      decide: deleteStackingRules,
      view: () => ({ status: 204 })
    })
  }
}
