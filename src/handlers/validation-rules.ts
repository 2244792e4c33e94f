/**
 * Validation rules, and what they are assigned to.
 *
 * Spec: ValidationRule, ValidationRulesAssignment.
 */
import {
  createValidationRule,
  createValidationRuleAssignment,
  deleteValidationRule,
  deleteValidationRuleAssignment,
  updateValidationRule
} from '../decisions/validation-rules.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  bindingCommand,
  validationRuleChangesWanted,
  validationRuleCommand,
  viewAssignment,
  viewAssignmentList,
  viewValidationRule,
  viewValidationRuleList,
  wantedBindings,
  wantedRules
} from '../http/wire/validation-rules.ts'
import {
  loadDeleteValidationRule,
  loadDeleteValidationRuleAssignment,
  loadUpdateValidationRule,
  loadValidationRule,
  loadValidationRuleAssignment
} from '../storage/references.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
import {
  assignmentOfRule,
  assignmentsOfRulePage,
  ruleAssignmentsPage,
  validationRuleNamed,
  validationRulesPage
} from '../storage/validation-rules.ts'

type ReadOperation =
  | 'getValidationRule'
  | 'getValidationRuleAssignment'
  | 'listAllValidationRuleAssignments'
  | 'listValidationRuleAssignments'
  | 'listValidationRules'
type Written =
  | 'createValidationRule'
  | 'createValidationRuleAssignment'
  | 'deleteValidationRule'
  | 'deleteValidationRuleAssignment'
  | 'updateValidationRule'

export class ValidationRuleHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async listValidationRules({
    query,
    caller
  }: Request<'listValidationRules'>): Promise<ReadyAnswer<'listValidationRules'>> {
    const window = wantedRules(query)
    return this.#shell.read(
      caller,
      session => validationRulesPage(session, window, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({
        status: 200,
        body: viewValidationRuleList({ entries: rows, total })
      })
    )
  }

  async createValidationRule({
    body,
    caller
  }: Request<'createValidationRule'>): Promise<ReadyAnswer<'createValidationRule'>> {
    const command = validationRuleCommand(body)
    return this.#shell.settle(caller, {
      load: loadValidationRule(command),
      decide: (facts, occasion) => createValidationRule(facts, command, occasion),
      view: rule => ({ status: 200, body: viewValidationRule(rule) })
    })
  }

  async getValidationRule({
    params,
    caller
  }: Request<'getValidationRule'>): Promise<ReadyAnswer<'getValidationRule'>> {
    return this.#shell.read(
      caller,
      session => validationRuleNamed(session, params.validationRuleId),
      rule => ({ status: 200, body: viewValidationRule(rule) })
    )
  }

  async updateValidationRule({
    params,
    body,
    caller
  }: Request<'updateValidationRule'>): Promise<ReadyAnswer<'updateValidationRule'>> {
    const command = validationRuleChangesWanted(body)
    return this.#shell.settle(caller, {
      load: loadUpdateValidationRule(params.validationRuleId, command),
      decide: (facts, occasion) => updateValidationRule(facts, command, occasion),
      view: rule => ({ status: 200, body: viewValidationRule(rule) })
    })
  }

  async deleteValidationRule({
    params,
    caller
  }: Request<'deleteValidationRule'>): Promise<ReadyAnswer<'deleteValidationRule'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteValidationRule(params.validationRuleId),
      decide: deleteValidationRule,
      view: () => ({ status: 204 })
    })
  }

  async listValidationRuleAssignments({
    params,
    query,
    caller
  }: Request<'listValidationRuleAssignments'>): Promise<
    ReadyAnswer<'listValidationRuleAssignments'>
  > {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => assignmentsOfRulePage(session, params.validationRuleId, order, page),
      found => ({ status: 200, body: viewAssignmentList(found) })
    )
  }

  async listAllValidationRuleAssignments({
    query,
    caller
  }: Request<'listAllValidationRuleAssignments'>): Promise<
    ReadyAnswer<'listAllValidationRuleAssignments'>
  > {
    const wanted = wantedBindings(query)
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => ruleAssignmentsPage(session, wanted, order, page),
      found => ({ status: 200, body: viewAssignmentList(found) })
    )
  }

  async getValidationRuleAssignment({
    params,
    caller
  }: Request<'getValidationRuleAssignment'>): Promise<ReadyAnswer<'getValidationRuleAssignment'>> {
    const { validationRuleId, assignmentId } = params
    return this.#shell.read(
      caller,
      session => assignmentOfRule(session, validationRuleId, assignmentId),
      assignment => ({ status: 200, body: viewAssignment(assignment) })
    )
  }

  async deleteValidationRuleAssignment({
    params,
    caller
  }: Request<'deleteValidationRuleAssignment'>): Promise<
    ReadyAnswer<'deleteValidationRuleAssignment'>
  > {
    return this.#shell.settle(caller, {
      load: loadDeleteValidationRuleAssignment(params.validationRuleId, params.assignmentId),
      decide: deleteValidationRuleAssignment,
      view: () => ({ status: 204 })
    })
  }

  async createValidationRuleAssignment({
    params,
    body,
    caller
  }: Request<'createValidationRuleAssignment'>): Promise<
    ReadyAnswer<'createValidationRuleAssignment'>
  > {
    const command = bindingCommand(body)
    return this.#shell.settle(caller, {
      load: loadValidationRuleAssignment(caller.project, params.validationRuleId, command),
      decide: (facts, occasion) => createValidationRuleAssignment(facts, command, occasion),
      view: assignment => ({ status: 200, body: viewAssignment(assignment) })
    })
  }
}
