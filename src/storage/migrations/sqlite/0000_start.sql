CREATE TABLE `access_tokens` (
	`project_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`key_id` text NOT NULL,
	`client_id` text NOT NULL,
	`scope` text NOT NULL,
	`issued_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	PRIMARY KEY(`project_id`, `token_hash`),
	FOREIGN KEY (`project_id`,`key_id`) REFERENCES `key_pairs`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `async_actions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`operation_status` text,
	`result` text,
	`request_id` text NOT NULL,
	`progress` integer NOT NULL,
	`processing_time_ms` integer,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "async_actions_progress" CHECK("async_actions"."progress" >= 0 and "async_actions"."progress" <= 100)
) STRICT;
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`campaign_type` text NOT NULL,
	`type` text NOT NULL,
	`auto_join` integer NOT NULL,
	`join_once` integer NOT NULL,
	`active` integer NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`recurrence` text,
	`category_id` text,
	`voucher` text,
	`metadata` text NOT NULL,
	`vouchers_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`tier_terms` text,
	`referral` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`category_id`) REFERENCES `categories`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "campaigns_vouchers_count" CHECK("campaigns"."vouchers_count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_name` ON `campaigns` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `categories` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`hierarchy` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `collection_items` (
	`project_id` text NOT NULL,
	`collection_id` text NOT NULL,
	`object` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `item_id`, `collection_id`),
	FOREIGN KEY (`project_id`,`collection_id`) REFERENCES `product_collections`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `collection_items_of` ON `collection_items` (`project_id`,`collection_id`);--> statement-breakpoint
CREATE TABLE `count_kinds` (
	`project_id` text PRIMARY KEY NOT NULL,
	`kept` integer NOT NULL,
	`filled` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `customer_totals` (
	`project_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`redemptions_succeeded` integer NOT NULL,
	`redemptions_failed` integer NOT NULL,
	`rollbacks_succeeded` integer NOT NULL,
	`rollbacks_failed` integer NOT NULL,
	`gift_redeemed_amount` integer NOT NULL,
	`gift_balance` integer NOT NULL,
	`card_redeemed_points` integer NOT NULL,
	`card_balance` integer NOT NULL,
	`orders_count` integer NOT NULL,
	`orders_amount` integer NOT NULL,
	`last_order_amount` integer NOT NULL,
	`last_order_date` text,
	PRIMARY KEY(`project_id`, `customer_id`),
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "customer_totals_balance" CHECK("customer_totals"."card_balance" >= 0 and "customer_totals"."gift_balance" >= 0),
	CONSTRAINT "customer_totals_orders" CHECK("customer_totals"."orders_count" >= 0),
	CONSTRAINT "customer_totals_range" CHECK("customer_totals"."orders_amount" <= 9007199254740991 and "customer_totals"."card_balance" <= 9007199254740991 and
        "customer_totals"."card_redeemed_points" <= 9007199254740991 and "customer_totals"."gift_balance" <= 9007199254740991)
) STRICT;
--> statement-breakpoint
CREATE TABLE `customers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`name` text,
	`email` text,
	`phone` text,
	`description` text,
	`birthday` text,
	`birthdate` text,
	`address` text,
	`metadata` text NOT NULL,
	`system_metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`version` integer NOT NULL,
	`deleted_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_source_id` ON `customers` (`project_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `customers_email` ON `customers` (`project_id`,`email`,`id`);--> statement-breakpoint
CREATE INDEX `customers_created` ON `customers` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `customers_updated` ON `customers` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `earning_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`automation_id` text NOT NULL,
	`event` text NOT NULL,
	`segment_id` text,
	`loyalty_tier_id` text,
	`event_schema_id` text,
	`earning` text NOT NULL,
	`banner` text,
	`active` integer NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`recurrence` text,
	`pending_days` integer,
	`expiration_rules` text,
	`validation_rule_id` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`segment_id`) REFERENCES `segments`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`loyalty_tier_id`) REFERENCES `loyalty_tiers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`event_schema_id`) REFERENCES `event_schemas`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`validation_rule_id`) REFERENCES `validation_rules`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `earning_rules_on` ON `earning_rules` (`project_id`,`event`,`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `event_schemas` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`properties` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `event_schemas_name` ON `event_schemas` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `events` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`customer_id` text,
	`group_id` text NOT NULL,
	`source` text NOT NULL,
	`events` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `export_files` (
	`project_id` text NOT NULL,
	`export_id` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`project_id`, `export_id`, `part`),
	FOREIGN KEY (`project_id`,`export_id`) REFERENCES `exports`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `exports` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`exported_object` text NOT NULL,
	`status` text NOT NULL,
	`channel` text NOT NULL,
	`parameters` text NOT NULL,
	`user_id` text,
	`processed` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `exports_created` ON `exports` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `exports_status` ON `exports` (`project_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `job_chunks` (
	`project_id` text NOT NULL,
	`job_id` text NOT NULL,
	`index` integer NOT NULL,
	`items` text NOT NULL,
	PRIMARY KEY(`project_id`, `job_id`, `index`),
	FOREIGN KEY (`project_id`,`job_id`) REFERENCES `jobs`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_turns` (
	`project_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`task` text NOT NULL,
	`queue` text,
	`async_action_id` text,
	`data` text,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`attempts` integer NOT NULL,
	`run_at` text NOT NULL,
	`owner` text,
	`lease_until` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_of_queue` ON `jobs` (`project_id`,`queue`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_owned` ON `jobs` (`project_id`,`queue`) WHERE owner is not null;--> statement-breakpoint
CREATE TABLE `key_pairs` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`client_id` text NOT NULL,
	`created_at` text NOT NULL,
	`revoked_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `key_pairs_id` ON `key_pairs` (`id`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text,
	`type` text NOT NULL,
	`amount` integer NOT NULL,
	`lots` text NOT NULL,
	`balance_after` integer NOT NULL,
	`cause` text NOT NULL,
	`created_at` text NOT NULL,
	`order_id` text,
	`redemption_id` text,
	`followed_id` text,
	`voucher_version` integer NOT NULL,
	`taken_back_by` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_balance" CHECK("ledger_entries"."balance_after" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_entries_of` ON `ledger_entries` (`project_id`,`voucher_id`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_of_order` ON `ledger_entries` (`project_id`,`order_id`,`id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `ledger_entries_of_redemption` ON `ledger_entries` (`project_id`,`redemption_id`,`id`) WHERE redemption_id is not null;--> statement-breakpoint
CREATE INDEX `ledger_entries_followed` ON `ledger_entries` (`project_id`,`voucher_id`,`id`) WHERE followed_id is not null and taken_back_by is null;--> statement-breakpoint
CREATE TABLE `lock_holds` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`key` text NOT NULL,
	`uses` integer NOT NULL,
	`credit` integer NOT NULL,
	`points` integer NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `key`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lock_holds_held" CHECK("lock_holds"."uses" >= 0 and "lock_holds"."credit" >= 0 and "lock_holds"."points" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `lock_holds_of_lock` ON `lock_holds` (`project_id`,`key`,`voucher_id`);--> statement-breakpoint
CREATE TABLE `locks` (
	`project_id` text NOT NULL,
	`key` text NOT NULL,
	`expires_at` text NOT NULL,
	`customer_id` text,
	PRIMARY KEY(`project_id`, `key`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `locks_by_end` ON `locks` (`project_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `locks_of_customer` ON `locks` (`project_id`,`customer_id`,`key`) WHERE customer_id is not null;--> statement-breakpoint
CREATE TABLE `lots` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text,
	`amount` integer NOT NULL,
	`remaining` integer NOT NULL,
	`expires_on` text,
	`created_at` text NOT NULL,
	`canceled` integer DEFAULT 0 NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL,
	`taken_back` integer DEFAULT 0 NOT NULL,
	`lapsed` integer DEFAULT 0 NOT NULL,
	`merged_into` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lots_remaining" CHECK("lots"."remaining" >= 0 and "lots"."remaining" <= "lots"."amount")
) STRICT;
--> statement-breakpoint
CREATE INDEX `lots_of_voucher` ON `lots` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `lots_open` ON `lots` (`project_id`,`voucher_id`,`id`) WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX `lots_expiring` ON `lots` (`project_id`,`expires_on`,`id`) WHERE remaining > 0;--> statement-breakpoint
CREATE TABLE `loyalty_tiers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text NOT NULL,
	`points_from` integer NOT NULL,
	`points_to` integer,
	`created_at` text NOT NULL,
	`mapping` text DEFAULT '{}' NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `loyalty_tiers_of` ON `loyalty_tiers` (`project_id`,`campaign_id`,`points_from`);--> statement-breakpoint
CREATE TABLE `metadata_schemas` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`related_object` text NOT NULL,
	`properties` text NOT NULL,
	`allow_defined_only` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `metadata_schemas_of` ON `metadata_schemas` (`project_id`,`related_object`);--> statement-breakpoint
CREATE TABLE `order_imports` (
	`project_id` text NOT NULL,
	`order_id` text NOT NULL,
	`said` text NOT NULL,
	PRIMARY KEY(`project_id`, `order_id`),
	FOREIGN KEY (`project_id`,`order_id`) REFERENCES `orders`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `orders` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`status` text NOT NULL,
	`amount` integer,
	`initial_amount` integer,
	`discount_amount` integer,
	`items_discount_amount` integer,
	`total_discount_amount` integer,
	`total_amount` integer,
	`applied_discount_amount` integer,
	`items` text NOT NULL,
	`metadata` text NOT NULL,
	`customer_id` text,
	`referrer_id` text,
	`redemptions` text NOT NULL,
	`earned_at` text,
	`created_at` text NOT NULL,
	`updated_at` text,
	`version` integer NOT NULL,
	`taken_back_at` text,
	`earned` text,
	`returned` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_source_id` ON `orders` (`project_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `orders_of_customer` ON `orders` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `orders_paid_of_customer` ON `orders` (`project_id`,`customer_id`,`earned_at`,`id`) WHERE earned_at is not null;--> statement-breakpoint
CREATE TABLE `pending_points` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`order_id` text NOT NULL,
	`earning_rule_id` text NOT NULL,
	`points` integer NOT NULL,
	`activates_on` text NOT NULL,
	`status` text NOT NULL,
	`expiration_rules` text,
	`details` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pending_points_points" CHECK("pending_points"."points" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `pending_points_of_voucher` ON `pending_points` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `pending_points_of` ON `pending_points` (`project_id`,`voucher_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `pending_points_due_on` ON `pending_points` (`project_id`,`voucher_id`,`activates_on`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `pending_points_due` ON `pending_points` (`project_id`,`activates_on`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `pending_points_of_order` ON `pending_points` (`project_id`,`order_id`,`id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE TABLE `product_collections` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `products` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`source_id` text,
	`name` text,
	`price` integer,
	`attributes` text NOT NULL,
	`image_url` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`version` integer NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_source_id` ON `products` (`project_id`,`source_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_name` ON `products` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`timezone` text NOT NULL,
	`currency` text NOT NULL,
	`case_sensitive_codes` integer NOT NULL,
	`secret` text NOT NULL,
	`demo` integer NOT NULL,
	`created_at` text NOT NULL,
	`catalogue_version` integer DEFAULT 0 NOT NULL,
	`url_secret` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `promotion_tiers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`name` text,
	`banner` text,
	`discount` text NOT NULL,
	`hierarchy` integer NOT NULL,
	`active` integer NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`recurrence` text,
	`category_id` text,
	`metadata` text NOT NULL,
	`total_redeemed` integer NOT NULL,
	`orders_amount` integer NOT NULL,
	`orders_discount_amount` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`category_id`) REFERENCES `categories`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `promotion_tiers_of` ON `promotion_tiers` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `publications` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`campaign_id` text,
	`voucher_type` text NOT NULL,
	`is_referral_code` integer NOT NULL,
	`customer_id` text NOT NULL,
	`channel` text NOT NULL,
	`created_at` text NOT NULL,
	`source_id` text,
	`metadata` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `publications_of_type` ON `publications` (`project_id`,`voucher_type`,`id`);--> statement-breakpoint
CREATE INDEX `publications_of_referral` ON `publications` (`project_id`,`is_referral_code`,`id`);--> statement-breakpoint
CREATE INDEX `publications_of_campaign` ON `publications` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `publications_of_customer` ON `publications` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `publications_of_voucher` ON `publications` (`project_id`,`voucher_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `publications_source_id` ON `publications` (`project_id`,`source_id`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`operation_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`answer` text,
	`customer_ids` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `receipts_age` ON `receipts` (`project_id`,`created_at`);--> statement-breakpoint
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
CREATE TABLE `redemptions` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`date` text NOT NULL,
	`voucher_id` text,
	`campaign_id` text,
	`customer_id` text,
	`tracking_id` text,
	`parent_id` text,
	`result` text NOT NULL,
	`status` text NOT NULL,
	`points` integer,
	`failure_code` text,
	`failure_message` text,
	`record` text NOT NULL,
	`promotion_tier_id` text,
	`stack_id` text,
	`counted_in` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `redemptions_of_result` ON `redemptions` (`project_id`,`result`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_of_campaign` ON `redemptions` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_of_voucher` ON `redemptions` (`project_id`,`voucher_id`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_of_customer` ON `redemptions` (`project_id`,`customer_id`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_dated` ON `redemptions` (`project_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `redemptions_of_stack` ON `redemptions` (`project_id`,`stack_id`,`id`) WHERE stack_id is not null;--> statement-breakpoint
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
CREATE INDEX `referrals_of_campaign` ON `referrals` (`project_id`,`campaign_id`);--> statement-breakpoint
CREATE INDEX `referrals_of_voucher` ON `referrals` (`project_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `referrals_of_referrer` ON `referrals` (`project_id`,`referrer_id`);--> statement-breakpoint
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
CREATE INDEX `referrer_totals_of_campaign` ON `referrer_totals` (`project_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`project_id` text PRIMARY KEY NOT NULL,
	`after` text,
	`reviewed_on` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reward_assignments` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`reward_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`points` integer,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`reward_id`) REFERENCES `rewards`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reward_assignments_points" CHECK("reward_assignments"."points" is null or "reward_assignments"."points" >= 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reward_assignments_of` ON `reward_assignments` (`project_id`,`reward_id`,`campaign_id`);--> statement-breakpoint
CREATE TABLE `rewards` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`parameters` text NOT NULL,
	`stock` integer,
	`redeemed` integer NOT NULL,
	`attributes` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rewards_stock" CHECK("rewards"."redeemed" >= 0 and ("rewards"."stock" is null or "rewards"."redeemed" <= "rewards"."stock"))
) STRICT;
--> statement-breakpoint
CREATE TABLE `segment_members` (
	`project_id` text NOT NULL,
	`segment_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`entered_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `customer_id`, `segment_id`),
	FOREIGN KEY (`project_id`,`segment_id`) REFERENCES `segments`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `segment_members_of` ON `segment_members` (`project_id`,`segment_id`,`customer_id`);--> statement-breakpoint
CREATE TABLE `segments` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`type` text DEFAULT 'static' NOT NULL,
	`filter` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `segments_of_type` ON `segments` (`project_id`,`type`,`id`);--> statement-breakpoint
CREATE TABLE `set_up_claims` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `shortfalls` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`lot_id` text NOT NULL,
	`from_lot_id` text NOT NULL,
	`claim` text NOT NULL,
	`points` integer NOT NULL,
	`cause` text NOT NULL,
	`created_at` text NOT NULL,
	`voucher_version` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `subject_id`, `lot_id`, `from_lot_id`, `claim`, `voucher_version`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shortfalls_points" CHECK("shortfalls"."points" > 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `skus` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`source_id` text,
	`sku` text,
	`price` integer,
	`currency` text,
	`attributes` text NOT NULL,
	`image_url` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`product_id`) REFERENCES `products`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `skus_source_id` ON `skus` (`project_id`,`source_id`);--> statement-breakpoint
CREATE INDEX `skus_of_product` ON `skus` (`project_id`,`product_id`);--> statement-breakpoint
CREATE TABLE `stacking_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`rules` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stacking_rules_of` ON `stacking_rules` (`project_id`);--> statement-breakpoint
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
	`risen` text,
	`updated_at` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`customer_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`tier_id`) REFERENCES `loyalty_tiers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `tier_memberships_of_tier` ON `tier_memberships` (`project_id`,`tier_id`,`voucher_id`);--> statement-breakpoint
CREATE INDEX `tier_memberships_expiring` ON `tier_memberships` (`project_id`,`expires_on`,`voucher_id`) WHERE expires_on is not null;--> statement-breakpoint
CREATE INDEX `tier_memberships_of_customer` ON `tier_memberships` (`project_id`,`customer_id`,`voucher_id`);--> statement-breakpoint
CREATE TABLE `timer_leases` (
	`project_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`lease_until` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `validation_rule_assignments` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`rule_id` text NOT NULL,
	`related_object_type` text NOT NULL,
	`related_object_id` text NOT NULL,
	`validation_status` text NOT NULL,
	`validation_omitted_rules` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`,`rule_id`) REFERENCES `validation_rules`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `validation_rule_assignments_of` ON `validation_rule_assignments` (`project_id`,`related_object_id`,`related_object_type`,`rule_id`);--> statement-breakpoint
CREATE INDEX `validation_rule_assignments_of_rule` ON `validation_rule_assignments` (`project_id`,`rule_id`,`id`);--> statement-breakpoint
CREATE TABLE `validation_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`rules` text NOT NULL,
	`error_message` text,
	`applicable_to` text NOT NULL,
	`type` text NOT NULL,
	`context_type` text NOT NULL,
	`assignments_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "validation_rules_assignments_count" CHECK("validation_rules"."assignments_count" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `validation_rules_created` ON `validation_rules` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `validation_rules_name` ON `validation_rules` (`project_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `vouchers` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`code` text NOT NULL,
	`code_key` text NOT NULL,
	`campaign_id` text,
	`category_id` text,
	`type` text NOT NULL,
	`discount` text,
	`gift_amount` integer,
	`gift_subtracted` integer,
	`gift_redeemed` integer,
	`gift_balance` integer,
	`gift_effect` text,
	`points` integer,
	`balance` integer,
	`pending_points` integer,
	`expired_points` integer,
	`subtracted_points` integer,
	`redeemed_points` integer,
	`next_expiration_date` text,
	`next_expiration_points` integer,
	`active` integer NOT NULL,
	`start_date` text,
	`expiration_date` text,
	`recurrence` text,
	`additional_info` text,
	`metadata` text NOT NULL,
	`is_referral_code` integer NOT NULL,
	`holder_id` text,
	`referrer_id` text,
	`published_count` integer NOT NULL,
	`redemption_quantity` integer,
	`redeemed_quantity` integer NOT NULL,
	`records_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	`version` integer NOT NULL,
	`redeemed_elsewhere` integer DEFAULT 0 NOT NULL,
	`locked_until` text,
	`imported_as` text,
	`taken_back_by` text,
	`holder_gone` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`campaign_id`) REFERENCES `campaigns`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`category_id`) REFERENCES `categories`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`,`holder_id`) REFERENCES `customers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "vouchers_points" CHECK("vouchers"."type" <> 'LOYALTY_CARD' or coalesce("vouchers"."balance" >= 0 and "vouchers"."pending_points" >= 0 and
        "vouchers"."balance" = "vouchers"."points" - "vouchers"."expired_points" - "vouchers"."subtracted_points" -
        "vouchers"."redeemed_points", false)),
	CONSTRAINT "vouchers_gift" CHECK("vouchers"."type" <> 'GIFT_VOUCHER' or coalesce("vouchers"."gift_balance" >= 0 and
        "vouchers"."gift_balance" = "vouchers"."gift_amount" - "vouchers"."gift_subtracted" - "vouchers"."gift_redeemed", false)),
	CONSTRAINT "vouchers_quantity" CHECK("vouchers"."redeemed_quantity" >= 0 and
        ("vouchers"."redemption_quantity" is null or "vouchers"."redeemed_quantity" <= "vouchers"."redemption_quantity")),
	CONSTRAINT "vouchers_taken_back" CHECK("vouchers"."taken_back_by" is null or "vouchers"."active" = false)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `vouchers_code` ON `vouchers` (`project_id`,`code_key`);--> statement-breakpoint
CREATE INDEX `vouchers_of_holder` ON `vouchers` (`project_id`,`holder_id`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_held_by_campaign` ON `vouchers` (`project_id`,`holder_id`,`campaign_id`,`id`) WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX `cards_of_holder` ON `vouchers` (`project_id`,`holder_id`,`id`) WHERE type = 'LOYALTY_CARD';--> statement-breakpoint
CREATE INDEX `vouchers_created` ON `vouchers` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `vouchers_in_campaign` ON `vouchers` (`project_id`,`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `spare_vouchers` ON `vouchers` (`project_id`,`campaign_id`,`id`) WHERE published_count = 0;--> statement-breakpoint
CREATE INDEX `members_of_campaign` ON `vouchers` (`project_id`,`campaign_id`,`id`) WHERE holder_id is not null and not holder_gone;--> statement-breakpoint
CREATE INDEX `newest_of_holder` ON `vouchers` (`project_id`,`holder_id`,`created_at`,`id`) WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX `newest_coupons_alone` ON `vouchers` (`project_id`,`created_at`,`id`) WHERE campaign_id is null and holder_id is null and type = 'DISCOUNT_VOUCHER';