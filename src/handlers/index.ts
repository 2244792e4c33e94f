/**
 * The handlers of both documents: the one place where they are made.
 *
 * The type of the list proves that every operation has exactly one handler and that nothing else
 * is there; the mount proves it again when the service starts.
 *
 * Spec: Endpoints (the table of operations).
 */
import type { ExactlyOnce } from '../http/types.ts'
import type { Shell } from '../shell.ts'
import { AsyncActionHandlers } from './async-actions.ts'
import { CampaignHandlers } from './campaigns.ts'
import { CustomerHandlers } from './customers.ts'
import { EventSchemaHandlers } from './event-schemas.ts'
import { EventHandlers } from './events.ts'
import { ExportHandlers } from './exports.ts'
import { LoyaltyHandlers } from './loyalties.ts'
import { LoyaltyProgramHandlers } from './loyalty-programs.ts'
import { MemberHandlers } from './members.ts'
import { MetadataSchemaHandlers } from './metadata-schemas.ts'
import { OAuthHandlers } from './oauth.ts'
import { OrderHandlers } from './orders.ts'
import { ProductCollectionHandlers } from './product-collections.ts'
import { ProductHandlers } from './products.ts'
import { PromotionHandlers } from './promotions.ts'
import { RewardHandlers } from './rewards.ts'
import { RollbackHandlers } from './rollbacks.ts'
import { SkuHandlers } from './skus.ts'
import { ValidationRuleHandlers } from './validation-rules.ts'
import { VoucherHandlers } from './vouchers.ts'

/** One instance of each class. */
export function createHandlers(shell: Shell) {
  const handlers = [
    new AsyncActionHandlers(shell),
    new CampaignHandlers(shell),
    new CustomerHandlers(shell),
    new EventHandlers(shell),
    new EventSchemaHandlers(shell),
    new ExportHandlers(shell),
    new LoyaltyHandlers(shell),
    new LoyaltyProgramHandlers(shell),
    new MemberHandlers(shell),
    new MetadataSchemaHandlers(shell),
    new OAuthHandlers(shell),
    new OrderHandlers(shell),
    new ProductCollectionHandlers(shell),
    new ProductHandlers(shell),
    new PromotionHandlers(shell),
    new RewardHandlers(shell),
    new RollbackHandlers(shell),
    new SkuHandlers(shell),
    new ValidationRuleHandlers(shell),
    new VoucherHandlers(shell)
  ] as const
  const proven: ExactlyOnce<typeof handlers> = handlers
  return proven
}
