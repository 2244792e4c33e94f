/**
 * Validation rules.
 *
 * Spec: Endpoints 11; Resources, Validation rule.
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewValidationRuleList } from '../http/views/validation-rules.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf, validationRulesPage } from '../storage/lists.ts'
import { queryInstant } from './commands.ts'

export class ValidationRuleHandlers implements Handles<'listValidationRules'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async listValidationRules({
    query,
    caller
  }: Request<'listValidationRules'>): Promise<Answer<'listValidationRules'>> {
    const window = {
      order: query.order ?? '-created_at',
      from: queryInstant(query.start_date, 'start_date'),
      to: queryInstant(query.end_date, 'end_date')
    } as const
    return this.#shell.read(
      caller,
      session => validationRulesPage(session, window, pageOf(query, LIMIT_DEFAULT)),
      ({ rules, total }) => ({
        status: 200,
        body: viewValidationRuleList({ entries: rules, total })
      })
    )
  }
}
