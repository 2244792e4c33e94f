/**
 * The handlers of the documents: the one place where they are made. The type of the list proves
 * that every operation has exactly one handler and that nothing else is among them; the mount
 * proves it again when the service starts.
 */
import { kitOf } from '../http/kit.ts'
import type { HttpShell } from '../http/shell.ts'
import type { ExactlyOnce, SandboxOperationId } from '../http/types.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { asyncActionHandlers } from './async-actions.ts'
import { campaignHandlers } from './campaigns.ts'
import { categoryHandlers } from './categories.ts'
import { customerHandlers } from './customers.ts'
import { discountHandlers } from './discounts.ts'
import { eventSchemaHandlers } from './event-schemas.ts'
import { eventHandlers } from './events.ts'
import { exportHandlers } from './exports.ts'
import { loyaltyHandlers } from './loyalties.ts'
import { loyaltyTierHandlers } from './loyalty-tiers.ts'
import { memberHandlers } from './members.ts'
import { metadataSchemaHandlers } from './metadata-schemas.ts'
import { oauthHandlers } from './oauth.ts'
import { orderHandlers } from './orders.ts'
import { productCollectionHandlers } from './product-collections.ts'
import { productHandlers } from './products.ts'
import { projectHandlers } from './projects.ts'
import { promotionHandlers } from './promotions.ts'
import { publicationHandlers } from './publications.ts'
import { redemptionHandlers } from './redemptions.ts'
import { rewardHandlers } from './rewards.ts'
import { sandboxHandlers } from './sandboxes.ts'
import { segmentHandlers } from './segments.ts'
import { stackingRulesHandlers } from './stacking-rules.ts'
import { validationRuleHandlers } from './validation-rules.ts'
import { voucherHandlers } from './vouchers.ts'

export function createHandlers(shell: HttpShell) {
  const kit = kitOf(shell)
  const handlers = [
    asyncActionHandlers(kit),
    campaignHandlers(kit),
    categoryHandlers(kit),
    customerHandlers(kit),
    discountHandlers(kit),
    eventHandlers(kit),
    eventSchemaHandlers(kit),
    exportHandlers(kit),
    loyaltyHandlers(kit),
    loyaltyTierHandlers(kit),
    memberHandlers(kit),
    metadataSchemaHandlers(kit),
    oauthHandlers(kit),
    orderHandlers(kit),
    productCollectionHandlers(kit),
    productHandlers(kit),
    projectHandlers(kit),
    promotionHandlers(kit),
    publicationHandlers(kit),
    redemptionHandlers(kit),
    rewardHandlers(kit),
    segmentHandlers(kit),
    stackingRulesHandlers(kit),
    validationRuleHandlers(kit),
    voucherHandlers(kit)
  ] as const
  return handlers satisfies ExactlyOnce<typeof handlers>
}

export function createSandboxHandlers(sandboxes: Sandboxes) {
  const handlers = [sandboxHandlers(sandboxes)] as const
  return handlers satisfies ExactlyOnce<typeof handlers, SandboxOperationId>
}
