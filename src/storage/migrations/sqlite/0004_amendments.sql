ALTER TABLE `customers` ADD `deleted_at` text;--> statement-breakpoint
CREATE INDEX `customers_email` ON `customers` (`project_id`,`email`,`id`);--> statement-breakpoint
ALTER TABLE `loyalty_tiers` ADD `updated_at` text;--> statement-breakpoint
ALTER TABLE `publications` ADD `source_id` text;--> statement-breakpoint
ALTER TABLE `publications` ADD `metadata` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `publications_of_customer` ON `publications` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `publications_source_id` ON `publications` (`project_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `lots_of_voucher` ON `lots` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `pending_points_of_voucher` ON `pending_points` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `redemptions_of_customer` ON `redemptions` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_of_campaign` ON `referrals` (`project_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `referrals_of_voucher` ON `referrals` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `referrer_totals_of_campaign` ON `referrer_totals` (`project_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `segment_members_of` ON `segment_members` (`project_id`,`segment_id`,`customer_id`);--> statement-breakpoint
CREATE INDEX `tier_memberships_of_tier` ON `tier_memberships` (`project_id`,`tier_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `validation_rule_assignments_of_rule` ON `validation_rule_assignments` (`project_id`,`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_in_campaign` ON `vouchers` (`project_id`,`campaign_id`,`id`);