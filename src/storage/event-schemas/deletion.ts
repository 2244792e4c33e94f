/**
 * What refers to an event schema, which decides whether it can be deleted.
 *
 * Spec: deleteEventSchema.
 */
import type { DeleteEventSchemaFacts } from '../../decisions/events.ts'
import type { User } from '../../decisions/updates.ts'
import { referringCampaigns } from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import type { Session } from '../engine/session.ts'
import { referringEarningRules } from '../loyalties/earning-rules.ts'
import { eventSchemaNamed } from './event-schemas.ts'

/** The facts of deleteEventSchema. @throws {Refused} when there is no such schema. */
export function loadDeleteEventSchema(id: string) {
  return async (session: Session): Promise<DeleteEventSchemaFacts> => {
    await holdSetUp(session)
    const schema = await eventSchemaNamed(session, id)
    const rules = await session.all(referringEarningRules)
    const campaigns = await session.all(referringCampaigns)
    return {
      schema,
      users: [
        ...rules
          .filter(rule => rule.eventSchemaId === id)
          .map((rule): User => ({ type: 'earning_rule', id: rule.id })),
        ...campaigns
          .filter(({ referral }) => referral?.eventSchemaId === id)
          .map((campaign): User => ({ type: 'campaign', id: campaign.id }))
      ]
    }
  }
}
