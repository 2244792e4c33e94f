/** Stacking rules of a project, on the management path. Spec: ProjectStackingRules. */
import {
  createStackingRules,
  deleteStackingRules,
  updateStackingRules
} from '../decisions/categories.ts'
import { at, type Kit, ofOwnProject } from '../http/kit.ts'
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

export function stackingRulesHandlers({ read, remove, write }: Kit) {
  return ofOwnProject({
    createStackingRules: write({
      command: ({ body }) => stackingRulesCommand(body),
      load: loadCreateStackingRules,
      decide: createStackingRules,
      view: viewProjectStackingRules,
      unchanging: ['grouped_redeemables_sorting_rule']
    }),

    listStackingRules: read(session => projectStackingRules(session), viewStackingRulesList),

    getStackingRules: read(at('stackingRulesId', stackingRulesNamed), viewProjectStackingRules),

    updateStackingRules: write({
      command: ({ body }) => stackingRulesCommand(body),
      load: (command, { params }) => loadUpdateStackingRules(params.stackingRulesId, command),
      decide: updateStackingRules,
      view: viewProjectStackingRules,
      unchanging: ['grouped_redeemables_sorting_rule']
    }),

    deleteStackingRules: remove(
      ({ params }) =>
        session =>
          stackingRulesNamed(session, params.stackingRulesId),
      deleteStackingRules
    )
  })
}
