/**
 * The handlers of both documents: the one place where they are made.
 *
 * The type of the list proves that every operation has exactly one handler and that nothing else
 * is there; the mount proves it again when the service starts.
 *
 * Spec: Endpoints (the table of operations).
 */

import type { HttpShell } from '../http/shell.ts'
import type { ExactlyOnce } from '../http/types.ts'
import { AsyncActionHandlers } from './async-actions.ts'
import { CampaignHandlers } from './campaigns.ts'
import { CategoryHandlers } from './categories.ts'
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
import { PendingPointsHandlers } from './pending-points.ts'
import { ProductCollectionHandlers } from './product-collections.ts'
import { ProductHandlers } from './products.ts'
import { ProgramPartHandlers } from './program-parts.ts'
import { ProjectHandlers } from './projects.ts'
import { PromotionHandlers } from './promotions.ts'
import { PublicationHandlers } from './publications.ts'
import { RedemptionHandlers } from './redemptions.ts'
import { RewardHandlers } from './rewards.ts'
import { RollbackHandlers } from './rollbacks.ts'
import { SegmentHandlers } from './segments.ts'
import { SkuHandlers } from './skus.ts'
import { TransactionHandlers } from './transactions.ts'
import { ValidationRuleHandlers } from './validation-rules.ts'
import { VoucherHandlers } from './vouchers.ts'

/** One instance of each class. */
export function createHandlers(shell: HttpShell) {
  const handlers = [
    new AsyncActionHandlers(shell),
    new CampaignHandlers(shell),
    new CategoryHandlers(shell),
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
    new PendingPointsHandlers(shell),
    new ProductCollectionHandlers(shell),
    new ProductHandlers(shell),
    new ProgramPartHandlers(shell),
    new ProjectHandlers(shell),
    new PromotionHandlers(shell),
    new RedemptionHandlers(shell),
    new PublicationHandlers(shell),
    new RewardHandlers(shell),
    new SegmentHandlers(shell),
    new RollbackHandlers(shell),
    new SkuHandlers(shell),
    new TransactionHandlers(shell),
    new ValidationRuleHandlers(shell),
    new VoucherHandlers(shell)
  ] as const
  const proven: ExactlyOnce<typeof handlers> = handlers
  return proven
}
