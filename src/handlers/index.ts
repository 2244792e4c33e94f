/**
 * The handlers of the documents: the one place where they are made.
 *
 * The type of the list proves that every operation has exactly one handler and that no handler has
 * another method; the mount proves it again when the service starts.
 *
 * Spec: openapi/service.yaml, openapi/provisioning.yaml, openapi/sandbox.yaml.
 */
import type { HttpShell } from '../http/shell.ts'
import type { ExactlyOnce, SandboxOperationId } from '../http/types.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { AsyncActionHandlers } from './async-actions.ts'
import { CampaignHandlers } from './campaigns.ts'
import { CategoryHandlers } from './categories.ts'
import { CustomerHandlers } from './customers.ts'
import { DiscountHandlers } from './discounts.ts'
import { EventSchemaHandlers } from './event-schemas.ts'
import { EventHandlers } from './events.ts'
import { ExportHandlers } from './exports.ts'
import { LoyaltyHandlers } from './loyalties.ts'
import { LoyaltyTierHandlers } from './loyalty-tiers.ts'
import { MemberHandlers } from './members.ts'
import { MetadataSchemaHandlers } from './metadata-schemas.ts'
import { OAuthHandlers } from './oauth.ts'
import { OrderHandlers } from './orders.ts'
import { ProductCollectionHandlers } from './product-collections.ts'
import { ProductHandlers } from './products.ts'
import { ProjectHandlers } from './projects.ts'
import { PromotionHandlers } from './promotions.ts'
import { PublicationHandlers } from './publications.ts'
import { RedemptionHandlers } from './redemptions.ts'
import { RewardHandlers } from './rewards.ts'
import { SandboxHandlers } from './sandboxes.ts'
import { SegmentHandlers } from './segments.ts'
import { StackingRulesHandlers } from './stacking-rules.ts'
import { ValidationRuleHandlers } from './validation-rules.ts'
import { VoucherHandlers } from './vouchers.ts'

/** One instance of each class; those of the sandbox are beside them. */
export function createHandlers(shell: HttpShell) {
  const handlers = [
    new AsyncActionHandlers(shell),
    new CampaignHandlers(shell),
    new CategoryHandlers(shell),
    new CustomerHandlers(shell),
    new DiscountHandlers(shell),
    new EventHandlers(shell),
    new EventSchemaHandlers(shell),
    new ExportHandlers(shell),
    new LoyaltyHandlers(shell),
    new LoyaltyTierHandlers(shell),
    new MemberHandlers(shell),
    new MetadataSchemaHandlers(shell),
    new OAuthHandlers(shell),
    new OrderHandlers(shell),
    new ProductCollectionHandlers(shell),
    new ProductHandlers(shell),
    new ProjectHandlers(shell),
    new PromotionHandlers(shell),
    new PublicationHandlers(shell),
    new RedemptionHandlers(shell),
    new RewardHandlers(shell),
    new SegmentHandlers(shell),
    new StackingRulesHandlers(shell),
    new ValidationRuleHandlers(shell),
    new VoucherHandlers(shell)
  ] as const
  const proven: ExactlyOnce<typeof handlers> = handlers
  return proven
}

/** The handlers of the sandbox, where a service has one. */
export function createSandboxHandlers(sandboxes: Sandboxes) {
  const handlers = [new SandboxHandlers(sandboxes)] as const
  const proven: ExactlyOnce<typeof handlers, SandboxOperationId> = handlers
  return proven
}
