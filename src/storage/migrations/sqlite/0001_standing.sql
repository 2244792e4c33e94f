CREATE TABLE `redemption_counts` (
	`project_id` text NOT NULL,
	`object` text NOT NULL,
	`object_id` text NOT NULL,
	`by` text NOT NULL,
	`by_id` text NOT NULL,
	`total` integer NOT NULL,
	`day` text NOT NULL,
	`day_count` integer NOT NULL,
	`week` text NOT NULL,
	`week_count` integer NOT NULL,
	`month` text NOT NULL,
	`month_count` integer NOT NULL,
	`orders_amount` integer NOT NULL,
	`orders_discount_amount` integer NOT NULL,
	PRIMARY KEY(`project_id`, `object_id`, `by`, `by_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "redemption_counts_count" CHECK("redemption_counts"."total" >= 0 and "redemption_counts"."day_count" >= 0 and "redemption_counts"."week_count" >= 0 and
        "redemption_counts"."month_count" >= 0),
	CONSTRAINT "redemption_counts_orders" CHECK("redemption_counts"."orders_amount" >= 0 and "redemption_counts"."orders_discount_amount" >= 0),
	CONSTRAINT "redemption_counts_range" CHECK("redemption_counts"."orders_amount" <= 9007199254740991 and
        "redemption_counts"."orders_discount_amount" <= 9007199254740991)
) STRICT;
--> statement-breakpoint
CREATE TABLE `referrals` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`referrer_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`referrer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_of` ON `referrals` (`project_id`,`customer_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `referrer_totals` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`referred_customers` integer NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`, `campaign_id`),
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrer_totals_count" CHECK("referrer_totals"."referred_customers" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `reviews` (
	`project_id` text PRIMARY KEY NOT NULL,
	`after` text,
	`reviewed_on` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `tier_memberships` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`tier_id` text,
	`started_at` text,
	`expires_on` text,
	`period_starts_on` text,
	`points_before` integer NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`tier_id`) REFERENCES `loyalty_tiers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `tier_memberships_expiring` ON `tier_memberships` (`project_id`,`expires_on`,`voucher_id`) WHERE expires_on is not null;--> statement-breakpoint
CREATE INDEX `tier_memberships_of_customer` ON `tier_memberships` (`project_id`,`customer_id`,`voucher_id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `tier_terms` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `referral` text;--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `order_id` text;--> statement-breakpoint
CREATE INDEX `ledger_entries_of_order` ON `ledger_entries` (`project_id`,`order_id`,`id`) WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE `loyalty_tiers` ADD `mapping` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `type` text DEFAULT 'static' NOT NULL;--> statement-breakpoint
ALTER TABLE `segments` ADD `filter` text;--> statement-breakpoint
CREATE INDEX `segments_of_type` ON `segments` (`project_id`,`type`,`id`);--> statement-breakpoint
CREATE INDEX `pending_points_of_order` ON `pending_points` (`project_id`,`order_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
UPDATE `ledger_entries` SET `order_id` = json_extract(`cause`, '$.orderId');--> statement-breakpoint
INSERT INTO `redemption_counts` (`project_id`, `object`, `object_id`, `by`, `by_id`, `total`, `day`, `day_count`, `week`, `week_count`, `month`, `month_count`, `orders_amount`, `orders_discount_amount`)
WITH `counted` AS (
	SELECT `project_id`, `campaign_id`, `voucher_id`, `customer_id`,
		json_extract(`record`, '$.reward.assignmentId') AS `assignment_id`,
		json_extract(`record`, '$.channel.id') AS `api_key`,
		coalesce(json_extract(`record`, '$.order.amount'), 0) AS `amount`,
		coalesce(json_extract(`record`, '$.order.totalDiscountAmount'), 0) AS `discount`
	FROM `redemptions` WHERE `result` = 'SUCCESS' AND `status` = 'SUCCEEDED' AND `parent_id` IS NULL
), `objects` AS (
	SELECT 'campaign' AS `object`, `campaign_id` AS `object_id`, * FROM `counted`
	UNION ALL SELECT 'voucher', `voucher_id`, * FROM `counted`
	UNION ALL SELECT 'reward_assignment', `assignment_id`, * FROM `counted` WHERE `assignment_id` IS NOT NULL
), `scopes` AS (
	SELECT 'any' AS `by`, '' AS `by_id`, * FROM `objects`
	UNION ALL SELECT 'customer', `customer_id`, * FROM `objects` WHERE `object` <> 'voucher' AND `customer_id` IS NOT NULL
	UNION ALL SELECT 'api_key', `api_key`, * FROM `objects`
)
SELECT `project_id`, `object`, `object_id`, `by`, `by_id`, count(*), '0001-01-01', 0, '0001-01-01', 0, '0001-01-01', 0,
	min(sum(`amount`), 9007199254740991), min(sum(`discount`), 9007199254740991)
FROM `scopes` GROUP BY `project_id`, `object`, `object_id`, `by`, `by_id`;--> statement-breakpoint
INSERT INTO `reviews` (`project_id`, `after`) SELECT DISTINCT `project_id`, '' FROM `loyalty_tiers`;