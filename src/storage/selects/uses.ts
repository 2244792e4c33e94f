/**
 * The SELECTs of who speaks of what: things set up by hand that may name another, assignments of
 * validation rules, and what a reward is on offer as.
 *
 * Assignments are listed by id, because an id is a moment, and because there may be as many of them
 * as there are vouchers.
 *
 * Spec: Resources, Validation rule, Voucher (`validation_rules_assignments`); Conventions 2;
 * Decision 83.
 */
import { and, asc, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm/sql'
import { pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function useSelects(dialect: Dialect) {
  return {
    ...speakers(dialect),
    ...assignmentLists(dialect),
    ...offerLists(dialect),
    ...eventSchemaLists(dialect)
  }
}

/** Everything of the project that may name something, each with where it would. */
function speakers({ db, t }: Dialect) {
  const { rewards, validationRules, earningRules, campaigns, promotionTiers } = t
  return {
    'speaking rewards': () =>
      db
        .select({ id: rewards.id, parameters: rewards.parameters })
        .from(rewards)
        .where(eq(rewards.projectId, value('projectId')))
        .orderBy(asc(rewards.id))
        .prepare('speaking rewards'),
    'speaking validation rules': () =>
      db
        .select({
          id: validationRules.id,
          rules: validationRules.rules,
          applicableTo: validationRules.applicableTo
        })
        .from(validationRules)
        .where(eq(validationRules.projectId, value('projectId')))
        .orderBy(asc(validationRules.id))
        .prepare('speaking validation rules'),
    'speaking earning rules': () =>
      db
        .select({
          id: earningRules.id,
          event: earningRules.event,
          earning: earningRules.earning,
          eventSchemaId: earningRules.eventSchemaId
        })
        .from(earningRules)
        .where(eq(earningRules.projectId, value('projectId')))
        .orderBy(asc(earningRules.id))
        .prepare('speaking earning rules'),
    'speaking campaigns': () =>
      db
        .select({ id: campaigns.id, voucher: campaigns.voucher, referral: campaigns.referral })
        .from(campaigns)
        .where(eq(campaigns.projectId, value('projectId')))
        .orderBy(asc(campaigns.id))
        .prepare('speaking campaigns'),
    'speaking promotion tiers': () =>
      db
        .select({ id: promotionTiers.id, discount: promotionTiers.discount })
        .from(promotionTiers)
        .where(eq(promotionTiers.projectId, value('projectId')))
        .orderBy(asc(promotionTiers.id))
        .prepare('speaking promotion tiers'),
    earningRuleBound: () =>
      db
        .select()
        .from(earningRules)
        .where(
          and(eq(earningRules.projectId, value('projectId')), eq(earningRules.id, value('id')))
        )
        .prepare('earningRuleBound')
  }
}

/** Which assignments a list is of: all, those of a rule, those to a thing, or the one of both. */
export type AssignmentsOf = 'project' | 'rule' | 'thing' | 'rule and thing'

function assignmentLists({ db, t: { validationRuleAssignments: a } }: Dialect) {
  const mine = eq(a.projectId, value('projectId'))
  const ofRule = eq(a.ruleId, value('ruleId'))
  const toThing = eq(a.relatedObjectId, value('relatedObjectId'))
  const wheres: { readonly [Of in AssignmentsOf]: SQL | undefined } = {
    // A range from the first id on, which the engine walks along, one way or the other.
    project: and(mine, gt(a.id, '')),
    rule: and(mine, ofRule),
    thing: and(mine, toThing),
    'rule and thing': and(mine, ofRule, toThing)
  }
  const page = (of: AssignmentsOf, name: string, order: SQL) =>
    db
      .select()
      .from(a)
      .where(wheres[of])
      .orderBy(order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const total = (of: AssignmentsOf, name: string) =>
    db.select({ total: count() }).from(a).where(wheres[of]).prepare(name)
  const made = (Object.keys(wheres) as AssignmentsOf[]).flatMap(of => {
    const [up, down] = [`assignments of ${of} by created_at`, `assignments of ${of} by -created_at`]
    return [
      [up, () => page(of, up, asc(a.id))],
      [down, () => page(of, down, desc(a.id))]
    ]
  })
  const counts = (Object.keys(wheres) as AssignmentsOf[]).map(of => {
    const name = `assignments of ${of}, counted`
    return [name, () => total(of, name)]
  })
  return {
    ...(Object.fromEntries(made) as {
      readonly [Of in AssignmentsOf as `assignments of ${Of} by ${
        | 'created_at'
        | '-created_at'}`]: () => ReturnType<typeof page>
    }),
    ...(Object.fromEntries(counts) as {
      readonly [Of in AssignmentsOf as `assignments of ${Of}, counted`]: () => ReturnType<
        typeof total
      >
    }),
    ruleAssignmentById: () =>
      db
        .select()
        .from(a)
        .where(and(mine, eq(a.id, value('id'))))
        .prepare('ruleAssignmentById')
  }
}

/** Where one reward is on offer. */
function offerLists({ db, t: { rewardAssignments: a } }: Dialect) {
  const ofReward = and(eq(a.projectId, value('projectId')), eq(a.rewardId, value('rewardId')))
  const page = pagesOf(db, a, ofReward)
  return {
    'rewardAssignmentsOfReward by created_at': () =>
      page('rewardAssignmentsOfReward by created_at', asc(a.createdAt), asc(a.id)),
    'rewardAssignmentsOfReward by -created_at': () =>
      page('rewardAssignmentsOfReward by -created_at', desc(a.createdAt), desc(a.id)),
    rewardAssignmentsOfRewardCount: () =>
      db
        .select({ total: count() })
        .from(a)
        .where(ofReward)
        .prepare('rewardAssignmentsOfRewardCount')
  }
}

function eventSchemaLists({ db, t: { eventSchemas: e } }: Dialect) {
  const mine = eq(e.projectId, value('projectId'))
  const page = pagesOf(db, e, mine)
  return {
    ...sortedByStamps('eventSchemas', e, page),
    eventSchemasCount: () =>
      db.select({ total: count() }).from(e).where(mine).prepare('eventSchemasCount')
  }
}
