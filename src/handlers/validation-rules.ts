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
import { at, type Handlers, type Kit, pageOf, within } from '../http/kit.ts'
import {
  bindingCommand,
  validationRuleChangesWanted,
  validationRuleCommand,
  viewAssignment,
  viewValidationRule,
  wantedBindings,
  wantedRules
} from '../http/wire/validation-rules.ts'
import { listed } from '../http/wire.ts'
import {
  loadDeleteValidationRule,
  loadDeleteValidationRuleAssignment,
  loadUpdateValidationRule,
  loadValidationRule,
  loadValidationRuleAssignment
} from '../storage/references.ts'
import {
  assignmentOfRule,
  assignmentsOfRulePage,
  ruleAssignmentList,
  validationRuleNamed,
  validationRulesPage
} from '../storage/validation-rules.ts'

export function validationRuleHandlers({ list, read, remove, shell, write }: Kit) {
  return {
    async listValidationRules({ query, caller }) {
      const window = wantedRules(query)
      return shell.read(
        caller,
        session => validationRulesPage(session, window, pageOf(query)),
        found => ({ status: 200, body: listed('data', viewValidationRule)(found) })
      )
    },

    createValidationRule: write({
      command: ({ body }) => validationRuleCommand(body),
      load: loadValidationRule,
      decide: createValidationRule,
      view: viewValidationRule
    }),

    getValidationRule: read(at('validationRuleId', validationRuleNamed), viewValidationRule),

    updateValidationRule: write({
      command: ({ body }) => validationRuleChangesWanted(body),
      load: (command, { params }) => loadUpdateValidationRule(params.validationRuleId, command),
      decide: updateValidationRule,
      view: viewValidationRule,
      unchanging: ['context_type']
    }),

    deleteValidationRule: remove(
      ({ params }) => loadDeleteValidationRule(params.validationRuleId),
      deleteValidationRule
    ),

    listValidationRuleAssignments: list(
      within('validationRuleId', assignmentsOfRulePage),
      listed('data', viewAssignment)
    ),

    listAllValidationRuleAssignments: list(
      (session, order, page, { query }) =>
        ruleAssignmentList.page(session, order, page, wantedBindings(query)),
      listed('data', viewAssignment)
    ),

    getValidationRuleAssignment: read(
      (session, { params }) =>
        assignmentOfRule(session, params.validationRuleId, params.assignmentId),
      viewAssignment
    ),

    deleteValidationRuleAssignment: remove(
      ({ params }) =>
        loadDeleteValidationRuleAssignment(params.validationRuleId, params.assignmentId),
      deleteValidationRuleAssignment
    ),

    createValidationRuleAssignment: write({
      command: ({ body }) => bindingCommand(body),
      load: (command, { params, caller }) =>
        loadValidationRuleAssignment(caller.project, params.validationRuleId, command),
      decide: createValidationRuleAssignment,
      view: viewAssignment
    })
  } satisfies Handlers
}
