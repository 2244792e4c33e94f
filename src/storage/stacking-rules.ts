/** The stacking rules of a project, one row or none. Spec: getStackingRules, StackingRules. */
import {
  type CreateStackingRulesFacts,
  categoriesNamedBy,
  type SetStackingRules,
  type UpdateStackingRulesFacts
} from '../decisions/categories.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { ProjectStackingRules } from '../model.ts'
import { STACKING_RULES_DEFAULT, type StackingRules } from '../rules/stacking.ts'
import { keep } from './catalogue.ts'
import { findCategoryById } from './categories.ts'
import { type ChangeKinds, STEP, setUpWritten } from './engine/change-kinds.ts'
import { deleteFrom, insertInto, replaceChanged, rowsBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import type { Row } from './engine/statements.ts'

export const stackingRulesOfProject = rowsBy('stackingRules', [])

export const insertStackingRules = insertInto('stackingRules')
export const replaceStackingRules = replaceChanged('stackingRules')
export const deleteStackingRulesRow = deleteFrom('stackingRules')

/** A rule that is newer than the row has its default. */
export function projectStackingRulesOf(row: Row<'stackingRules'>): ProjectStackingRules {
  const { rules, ...set } = row
  return { ...set, rules: { ...STACKING_RULES_DEFAULT, ...rules } }
}

/** The set that the project has of its own; null when it never made one. Kept. */
export const projectStackingRules = keep(
  async (session: Session): Promise<ProjectStackingRules | null> => {
    const row = await session.one(stackingRulesOfProject)
    return row === undefined ? null : projectStackingRulesOf(row)
  }
)

/** What counts for the project: its own set, or the defaults. */
export async function stackingRulesOf(session: Session): Promise<StackingRules> {
  return (await projectStackingRules(session))?.rules ?? STACKING_RULES_DEFAULT
}

/** @throws {Refused} when the project has no such set. */
export async function stackingRulesNamed(session: Session, id: string) {
  const stored = await projectStackingRules(session)
  if (stored?.id !== id) throw new Refused(notFound('stacking_rules', id))
  return stored
}

export function loadCreateStackingRules(sent: SetStackingRules) {
  return async (session: Session): Promise<CreateStackingRulesFacts> => ({
    stored: await projectStackingRules(session),
    categories: await known(session, sent)
  })
}

/** @throws {Refused} when the project has no such set. */
export function loadUpdateStackingRules(id: string, sent: SetStackingRules) {
  return async (session: Session): Promise<UpdateStackingRulesFacts> => ({
    stored: await stackingRulesNamed(session, id),
    categories: await known(session, sent)
  })
}

async function known(session: Session, sent: SetStackingRules): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const id of categoriesNamedBy(sent)) {
    if ((await findCategoryById(session, id)) !== null) found.add(id)
  }
  return found
}

export const stackingRulesChanges: ChangeKinds<KindsOf<'stackingRules'>> = {
  'stackingRules.created': setUpWritten(STEP.madeOfThose, insertStackingRules, ({ set }) => set),
  'stackingRules.updated': setUpWritten(
    STEP.edited,
    replaceStackingRules,
    ({ set, updatedAtBefore }) => ({ ...set, updatedAtBefore })
  )
}
