CREATE TABLE "access_tokens" (
	"project_id" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"key_id" text COLLATE "C" NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"scope" text COLLATE "C" NOT NULL,
	"issued_at" text COLLATE "C" NOT NULL,
	"expires_at" text COLLATE "C" NOT NULL,
	"revoked_at" text COLLATE "C",
	CONSTRAINT "access_tokens_project_id_token_hash_pk" PRIMARY KEY("project_id","token_hash"),
	CONSTRAINT "access_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "async_actions" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"operation_status" text COLLATE "C",
	"result" json,
	"request_id" text COLLATE "C" NOT NULL,
	"progress" bigint NOT NULL,
	"processing_time_ms" bigint,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "async_actions_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "async_actions_progress" CHECK ("async_actions"."progress" >= 0 and "async_actions"."progress" <= 100)
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C",
	"campaign_type" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"auto_join" boolean NOT NULL,
	"join_once" boolean NOT NULL,
	"active" boolean NOT NULL,
	"start_date" text COLLATE "C",
	"expiration_date" text COLLATE "C",
	"recurrence" json,
	"category_id" text COLLATE "C",
	"voucher" json,
	"metadata" json NOT NULL,
	"vouchers_count" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	"tier_terms" json,
	"referral" json,
	CONSTRAINT "campaigns_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "campaigns_vouchers_count" CHECK ("campaigns"."vouchers_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"hierarchy" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "categories_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"project_id" text COLLATE "C" NOT NULL,
	"collection_id" text COLLATE "C" NOT NULL,
	"object" text COLLATE "C" NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "collection_items_project_id_item_id_collection_id_pk" PRIMARY KEY("project_id","item_id","collection_id")
);
--> statement-breakpoint
CREATE TABLE "count_kinds" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kept" bigint NOT NULL,
	"filled" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_totals" (
	"project_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"redemptions_succeeded" bigint NOT NULL,
	"redemptions_failed" bigint NOT NULL,
	"rollbacks_succeeded" bigint NOT NULL,
	"rollbacks_failed" bigint NOT NULL,
	"gift_redeemed_amount" bigint NOT NULL,
	"gift_balance" bigint NOT NULL,
	"card_redeemed_points" bigint NOT NULL,
	"card_balance" bigint NOT NULL,
	"orders_count" bigint NOT NULL,
	"orders_amount" bigint NOT NULL,
	"last_order_amount" bigint NOT NULL,
	"last_order_date" text COLLATE "C",
	CONSTRAINT "customer_totals_project_id_customer_id_pk" PRIMARY KEY("project_id","customer_id"),
	CONSTRAINT "customer_totals_balance" CHECK ("customer_totals"."card_balance" >= 0 and "customer_totals"."gift_balance" >= 0),
	CONSTRAINT "customer_totals_orders" CHECK ("customer_totals"."orders_count" >= 0),
	CONSTRAINT "customer_totals_range" CHECK ("customer_totals"."orders_amount" <= 9007199254740991 and "customer_totals"."card_balance" <= 9007199254740991 and
        "customer_totals"."card_redeemed_points" <= 9007199254740991 and "customer_totals"."gift_balance" <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C",
	"name" text COLLATE "C",
	"email" text COLLATE "C",
	"phone" text COLLATE "C",
	"description" text COLLATE "C",
	"birthday" text COLLATE "C",
	"birthdate" text COLLATE "C",
	"address" json,
	"metadata" json NOT NULL,
	"system_metadata" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	"version" bigint NOT NULL,
	"deleted_at" text COLLATE "C",
	CONSTRAINT "customers_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "earning_rules" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"automation_id" text COLLATE "C" NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"segment_id" text COLLATE "C",
	"loyalty_tier_id" text COLLATE "C",
	"event_schema_id" text COLLATE "C",
	"earning" json NOT NULL,
	"banner" text COLLATE "C",
	"active" boolean NOT NULL,
	"start_date" text COLLATE "C",
	"expiration_date" text COLLATE "C",
	"recurrence" json,
	"pending_days" bigint,
	"expiration_rules" json,
	"validation_rule_id" text COLLATE "C",
	"metadata" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "earning_rules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_schemas" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"properties" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "event_schemas_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C",
	"group_id" text COLLATE "C" NOT NULL,
	"source" json NOT NULL,
	"events" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "export_files" (
	"project_id" text COLLATE "C" NOT NULL,
	"export_id" text COLLATE "C" NOT NULL,
	"part" bigint NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	CONSTRAINT "export_files_project_id_export_id_part_pk" PRIMARY KEY("project_id","export_id","part")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"exported_object" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"parameters" json NOT NULL,
	"user_id" text COLLATE "C",
	"processed" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "exports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_chunks" (
	"project_id" text COLLATE "C" NOT NULL,
	"job_id" text COLLATE "C" NOT NULL,
	"index" bigint NOT NULL,
	"items" json NOT NULL,
	CONSTRAINT "job_chunks_project_id_job_id_index_pk" PRIMARY KEY("project_id","job_id","index")
);
--> statement-breakpoint
CREATE TABLE "job_turns" (
	"project_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "job_turns_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"task" text COLLATE "C" NOT NULL,
	"queue" text COLLATE "C",
	"async_action_id" text COLLATE "C",
	"data" json,
	"done" bigint NOT NULL,
	"total" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"run_at" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C",
	"lease_until" text COLLATE "C",
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "jobs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "key_pairs" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"token_hash" text COLLATE "C" NOT NULL,
	"client_id" text COLLATE "C" NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"revoked_at" text COLLATE "C",
	CONSTRAINT "key_pairs_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "key_pairs_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C",
	"type" text COLLATE "C" NOT NULL,
	"amount" bigint NOT NULL,
	"lots" json NOT NULL,
	"balance_after" bigint NOT NULL,
	"cause" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C",
	"redemption_id" text COLLATE "C",
	"followed_id" text COLLATE "C",
	"voucher_version" bigint NOT NULL,
	"taken_back_by" text COLLATE "C",
	CONSTRAINT "ledger_entries_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "ledger_entries_balance" CHECK ("ledger_entries"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lock_holds" (
	"project_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"uses" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"points" bigint NOT NULL,
	"expires_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "lock_holds_project_id_voucher_id_key_pk" PRIMARY KEY("project_id","voucher_id","key"),
	CONSTRAINT "lock_holds_held" CHECK ("lock_holds"."uses" >= 0 and "lock_holds"."credit" >= 0 and "lock_holds"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "locks" (
	"project_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"expires_at" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C",
	CONSTRAINT "locks_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "lots" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C",
	"amount" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"expires_on" text COLLATE "C",
	"created_at" text COLLATE "C" NOT NULL,
	"canceled" bigint DEFAULT 0 NOT NULL,
	"withdrawn" bigint DEFAULT 0 NOT NULL,
	"taken_back" bigint DEFAULT 0 NOT NULL,
	"lapsed" bigint DEFAULT 0 NOT NULL,
	"merged_into" text COLLATE "C",
	CONSTRAINT "lots_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "lots_remaining" CHECK ("lots"."remaining" >= 0 and "lots"."remaining" <= "lots"."amount")
);
--> statement-breakpoint
CREATE TABLE "loyalty_tiers" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"points_from" bigint NOT NULL,
	"points_to" bigint,
	"created_at" text COLLATE "C" NOT NULL,
	"mapping" json DEFAULT '{}'::json NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "loyalty_tiers_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "metadata_schemas" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"related_object" text COLLATE "C" NOT NULL,
	"properties" json NOT NULL,
	"allow_defined_only" boolean NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "metadata_schemas_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_imports" (
	"project_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"said" json NOT NULL,
	CONSTRAINT "order_imports_project_id_order_id_pk" PRIMARY KEY("project_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"amount" bigint,
	"initial_amount" bigint,
	"discount_amount" bigint,
	"items_discount_amount" bigint,
	"total_discount_amount" bigint,
	"total_amount" bigint,
	"applied_discount_amount" bigint,
	"items" json NOT NULL,
	"metadata" json NOT NULL,
	"customer_id" text COLLATE "C",
	"referrer_id" text COLLATE "C",
	"redemptions" json NOT NULL,
	"earned_at" text COLLATE "C",
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	"version" bigint NOT NULL,
	"taken_back_at" text COLLATE "C",
	"earned" json,
	"returned" json,
	CONSTRAINT "orders_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "pending_points" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"order_id" text COLLATE "C" NOT NULL,
	"earning_rule_id" text COLLATE "C" NOT NULL,
	"points" bigint NOT NULL,
	"activates_on" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"expiration_rules" json,
	"details" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "pending_points_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "pending_points_points" CHECK ("pending_points"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_collections" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "product_collections_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C",
	"name" text COLLATE "C",
	"price" bigint,
	"attributes" json NOT NULL,
	"image_url" text COLLATE "C",
	"metadata" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	"version" bigint NOT NULL,
	CONSTRAINT "products_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"timezone" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"case_sensitive_codes" boolean NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"demo" boolean NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"catalogue_version" bigint DEFAULT 0 NOT NULL,
	"url_secret" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "promotion_tiers" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C",
	"banner" text COLLATE "C",
	"discount" json NOT NULL,
	"hierarchy" bigint NOT NULL,
	"active" boolean NOT NULL,
	"start_date" text COLLATE "C",
	"expiration_date" text COLLATE "C",
	"recurrence" json,
	"category_id" text COLLATE "C",
	"metadata" json NOT NULL,
	"total_redeemed" bigint NOT NULL,
	"orders_amount" bigint NOT NULL,
	"orders_discount_amount" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "promotion_tiers_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C",
	"voucher_type" text COLLATE "C" NOT NULL,
	"is_referral_code" boolean NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C",
	"metadata" json DEFAULT '{}'::json NOT NULL,
	CONSTRAINT "publications_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"operation_id" text COLLATE "C" NOT NULL,
	"request_hash" text COLLATE "C" NOT NULL,
	"answer" text COLLATE "C",
	"customer_ids" json,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "receipts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "redemption_counts" (
	"project_id" text COLLATE "C" NOT NULL,
	"object" text COLLATE "C" NOT NULL,
	"object_id" text COLLATE "C" NOT NULL,
	"by" text COLLATE "C" NOT NULL,
	"by_id" text COLLATE "C" NOT NULL,
	"total" bigint NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"day_count" bigint NOT NULL,
	"week" text COLLATE "C" NOT NULL,
	"week_count" bigint NOT NULL,
	"month" text COLLATE "C" NOT NULL,
	"month_count" bigint NOT NULL,
	"orders_amount" bigint NOT NULL,
	"orders_discount_amount" bigint NOT NULL,
	CONSTRAINT "redemption_counts_project_id_object_id_by_by_id_pk" PRIMARY KEY("project_id","object_id","by","by_id"),
	CONSTRAINT "redemption_counts_count" CHECK ("redemption_counts"."total" >= 0 and "redemption_counts"."day_count" >= 0 and "redemption_counts"."week_count" >= 0 and
        "redemption_counts"."month_count" >= 0),
	CONSTRAINT "redemption_counts_orders" CHECK ("redemption_counts"."orders_amount" >= 0 and "redemption_counts"."orders_discount_amount" >= 0),
	CONSTRAINT "redemption_counts_range" CHECK ("redemption_counts"."orders_amount" <= 9007199254740991 and
        "redemption_counts"."orders_discount_amount" <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"date" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C",
	"campaign_id" text COLLATE "C",
	"customer_id" text COLLATE "C",
	"tracking_id" text COLLATE "C",
	"parent_id" text COLLATE "C",
	"result" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"points" bigint,
	"failure_code" text COLLATE "C",
	"failure_message" text COLLATE "C",
	"record" json NOT NULL,
	"promotion_tier_id" text COLLATE "C",
	"stack_id" text COLLATE "C",
	"counted_in" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "redemptions_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"referrer_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "referrals_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "referrer_totals" (
	"project_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"referred_customers" bigint NOT NULL,
	CONSTRAINT "referrer_totals_project_id_customer_id_campaign_id_pk" PRIMARY KEY("project_id","customer_id","campaign_id"),
	CONSTRAINT "referrer_totals_count" CHECK ("referrer_totals"."referred_customers" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"project_id" text COLLATE "C" NOT NULL,
	"after" text COLLATE "C",
	"reviewed_on" text COLLATE "C",
	CONSTRAINT "reviews_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "reward_assignments" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"reward_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"points" bigint,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "reward_assignments_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "reward_assignments_points" CHECK ("reward_assignments"."points" is null or "reward_assignments"."points" >= 1)
);
--> statement-breakpoint
CREATE TABLE "rewards" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"parameters" json NOT NULL,
	"stock" bigint,
	"redeemed" bigint NOT NULL,
	"attributes" json,
	"metadata" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "rewards_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "rewards_stock" CHECK ("rewards"."redeemed" >= 0 and ("rewards"."stock" is null or "rewards"."redeemed" <= "rewards"."stock"))
);
--> statement-breakpoint
CREATE TABLE "segment_members" (
	"project_id" text COLLATE "C" NOT NULL,
	"segment_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"entered_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "segment_members_project_id_customer_id_segment_id_pk" PRIMARY KEY("project_id","customer_id","segment_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" DEFAULT 'static' NOT NULL,
	"filter" json,
	CONSTRAINT "segments_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "set_up_claims" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	CONSTRAINT "set_up_claims_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "shortfalls" (
	"project_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"lot_id" text COLLATE "C" NOT NULL,
	"from_lot_id" text COLLATE "C" NOT NULL,
	"claim" text COLLATE "C" NOT NULL,
	"points" bigint NOT NULL,
	"cause" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"voucher_version" bigint NOT NULL,
	CONSTRAINT "shortfalls_project_id_voucher_id_subject_id_lot_id_from_lot_id_claim_voucher_version_pk" PRIMARY KEY("project_id","voucher_id","subject_id","lot_id","from_lot_id","claim","voucher_version"),
	CONSTRAINT "shortfalls_points" CHECK ("shortfalls"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "skus" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"product_id" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C",
	"sku" text COLLATE "C",
	"price" bigint,
	"currency" text COLLATE "C",
	"attributes" json NOT NULL,
	"image_url" text COLLATE "C",
	"metadata" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "skus_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "stacking_rules" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"rules" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "stacking_rules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "tier_memberships" (
	"project_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C" NOT NULL,
	"customer_id" text COLLATE "C" NOT NULL,
	"tier_id" text COLLATE "C",
	"started_at" text COLLATE "C",
	"expires_on" text COLLATE "C",
	"period_starts_on" text COLLATE "C",
	"points_before" bigint NOT NULL,
	"risen" json,
	"updated_at" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "tier_memberships_project_id_voucher_id_pk" PRIMARY KEY("project_id","voucher_id")
);
--> statement-breakpoint
CREATE TABLE "timer_leases" (
	"project_id" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"lease_until" text COLLATE "C" NOT NULL,
	CONSTRAINT "timer_leases_project_id_pk" PRIMARY KEY("project_id")
);
--> statement-breakpoint
CREATE TABLE "validation_rule_assignments" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"rule_id" text COLLATE "C" NOT NULL,
	"related_object_type" text COLLATE "C" NOT NULL,
	"related_object_id" text COLLATE "C" NOT NULL,
	"validation_status" text COLLATE "C" NOT NULL,
	"validation_omitted_rules" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "validation_rule_assignments_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "validation_rules" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"rules" json NOT NULL,
	"error_message" text COLLATE "C",
	"applicable_to" json NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"context_type" text COLLATE "C" NOT NULL,
	"assignments_count" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	CONSTRAINT "validation_rules_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "validation_rules_assignments_count" CHECK ("validation_rules"."assignments_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"code_key" text COLLATE "C" NOT NULL,
	"campaign_id" text COLLATE "C",
	"category_id" text COLLATE "C",
	"type" text COLLATE "C" NOT NULL,
	"discount" json,
	"gift_amount" bigint,
	"gift_subtracted" bigint,
	"gift_redeemed" bigint,
	"gift_balance" bigint,
	"gift_effect" text COLLATE "C",
	"points" bigint,
	"balance" bigint,
	"pending_points" bigint,
	"expired_points" bigint,
	"subtracted_points" bigint,
	"redeemed_points" bigint,
	"next_expiration_date" text COLLATE "C",
	"next_expiration_points" bigint,
	"active" boolean NOT NULL,
	"start_date" text COLLATE "C",
	"expiration_date" text COLLATE "C",
	"recurrence" json,
	"additional_info" text COLLATE "C",
	"metadata" json NOT NULL,
	"is_referral_code" boolean NOT NULL,
	"holder_id" text COLLATE "C",
	"referrer_id" text COLLATE "C",
	"published_count" bigint NOT NULL,
	"redemption_quantity" bigint,
	"redeemed_quantity" bigint NOT NULL,
	"records_count" bigint NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	"updated_at" text COLLATE "C",
	"version" bigint NOT NULL,
	"redeemed_elsewhere" bigint DEFAULT 0 NOT NULL,
	"locked_until" text COLLATE "C",
	"imported_as" json,
	"taken_back_by" text COLLATE "C",
	"holder_gone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "vouchers_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "vouchers_points" CHECK ("vouchers"."type" <> 'LOYALTY_CARD' or coalesce("vouchers"."balance" >= 0 and "vouchers"."pending_points" >= 0 and
        "vouchers"."balance" = "vouchers"."points" - "vouchers"."expired_points" - "vouchers"."subtracted_points" -
        "vouchers"."redeemed_points", false)),
	CONSTRAINT "vouchers_gift" CHECK ("vouchers"."type" <> 'GIFT_VOUCHER' or coalesce("vouchers"."gift_balance" >= 0 and
        "vouchers"."gift_balance" = "vouchers"."gift_amount" - "vouchers"."gift_subtracted" - "vouchers"."gift_redeemed", false)),
	CONSTRAINT "vouchers_quantity" CHECK ("vouchers"."redeemed_quantity" >= 0 and
        ("vouchers"."redemption_quantity" is null or "vouchers"."redeemed_quantity" <= "vouchers"."redemption_quantity")),
	CONSTRAINT "vouchers_taken_back" CHECK ("vouchers"."taken_back_by" is null or "vouchers"."active" = false)
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_key" FOREIGN KEY ("project_id","key_id") REFERENCES "public"."key_pairs"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "async_actions" ADD CONSTRAINT "async_actions_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_category" FOREIGN KEY ("project_id","category_id") REFERENCES "public"."categories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection" FOREIGN KEY ("project_id","collection_id") REFERENCES "public"."product_collections"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_kinds" ADD CONSTRAINT "count_kinds_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_totals" ADD CONSTRAINT "customer_totals_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_rules" ADD CONSTRAINT "earning_rules_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_rules" ADD CONSTRAINT "earning_rules_segment" FOREIGN KEY ("project_id","segment_id") REFERENCES "public"."segments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_rules" ADD CONSTRAINT "earning_rules_tier" FOREIGN KEY ("project_id","loyalty_tier_id") REFERENCES "public"."loyalty_tiers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_rules" ADD CONSTRAINT "earning_rules_schema" FOREIGN KEY ("project_id","event_schema_id") REFERENCES "public"."event_schemas"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_rules" ADD CONSTRAINT "earning_rules_rule" FOREIGN KEY ("project_id","validation_rule_id") REFERENCES "public"."validation_rules"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_schemas" ADD CONSTRAINT "event_schemas_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_files" ADD CONSTRAINT "export_files_export" FOREIGN KEY ("project_id","export_id") REFERENCES "public"."exports"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_chunks" ADD CONSTRAINT "job_chunks_job" FOREIGN KEY ("project_id","job_id") REFERENCES "public"."jobs"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_turns" ADD CONSTRAINT "job_turns_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_pairs" ADD CONSTRAINT "key_pairs_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_holds" ADD CONSTRAINT "lock_holds_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locks" ADD CONSTRAINT "locks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lots" ADD CONSTRAINT "lots_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_tiers" ADD CONSTRAINT "loyalty_tiers_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_schemas" ADD CONSTRAINT "metadata_schemas_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_imports" ADD CONSTRAINT "order_imports_order" FOREIGN KEY ("project_id","order_id") REFERENCES "public"."orders"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_points" ADD CONSTRAINT "pending_points_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_collections" ADD CONSTRAINT "product_collections_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_tiers" ADD CONSTRAINT "promotion_tiers_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_tiers" ADD CONSTRAINT "promotion_tiers_category" FOREIGN KEY ("project_id","category_id") REFERENCES "public"."categories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_counts" ADD CONSTRAINT "redemption_counts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer" FOREIGN KEY ("project_id","referrer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrer_totals" ADD CONSTRAINT "referrer_totals_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrer_totals" ADD CONSTRAINT "referrer_totals_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_assignments" ADD CONSTRAINT "reward_assignments_reward" FOREIGN KEY ("project_id","reward_id") REFERENCES "public"."rewards"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reward_assignments" ADD CONSTRAINT "reward_assignments_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewards" ADD CONSTRAINT "rewards_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_members" ADD CONSTRAINT "segment_members_segment" FOREIGN KEY ("project_id","segment_id") REFERENCES "public"."segments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_members" ADD CONSTRAINT "segment_members_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_up_claims" ADD CONSTRAINT "set_up_claims_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortfalls" ADD CONSTRAINT "shortfalls_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_product" FOREIGN KEY ("project_id","product_id") REFERENCES "public"."products"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stacking_rules" ADD CONSTRAINT "stacking_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_tier" FOREIGN KEY ("project_id","tier_id") REFERENCES "public"."loyalty_tiers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timer_leases" ADD CONSTRAINT "timer_leases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validation_rule_assignments" ADD CONSTRAINT "validation_rule_assignments_rule" FOREIGN KEY ("project_id","rule_id") REFERENCES "public"."validation_rules"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "validation_rules" ADD CONSTRAINT "validation_rules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_category" FOREIGN KEY ("project_id","category_id") REFERENCES "public"."categories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_holder" FOREIGN KEY ("project_id","holder_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_name" ON "campaigns" USING btree ("project_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "collection_items_of" ON "collection_items" USING btree ("project_id","collection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_source_id" ON "customers" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("project_id","email","id");--> statement-breakpoint
CREATE INDEX "customers_created" ON "customers" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customers_updated" ON "customers" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "earning_rules_on" ON "earning_rules" USING btree ("project_id","event","campaign_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_schemas_name" ON "event_schemas" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "exports_created" ON "exports" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "exports_status" ON "exports" USING btree ("project_id","status","id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at","id");--> statement-breakpoint
CREATE INDEX "jobs_of_queue" ON "jobs" USING btree ("project_id","queue","id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_owned" ON "jobs" USING btree ("project_id","queue") WHERE owner is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_of" ON "ledger_entries" USING btree ("project_id","voucher_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("project_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_redemption" ON "ledger_entries" USING btree ("project_id","redemption_id","id") WHERE redemption_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_followed" ON "ledger_entries" USING btree ("project_id","voucher_id","id") WHERE followed_id is not null and taken_back_by is null;--> statement-breakpoint
CREATE INDEX "lock_holds_of_lock" ON "lock_holds" USING btree ("project_id","key","voucher_id");--> statement-breakpoint
CREATE INDEX "locks_by_end" ON "locks" USING btree ("project_id","expires_at");--> statement-breakpoint
CREATE INDEX "locks_of_customer" ON "locks" USING btree ("project_id","customer_id","key") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "lots_of_voucher" ON "lots" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "lots_open" ON "lots" USING btree ("project_id","voucher_id","id") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "lots_expiring" ON "lots" USING btree ("project_id","expires_on","id") WHERE remaining > 0;--> statement-breakpoint
CREATE INDEX "loyalty_tiers_of" ON "loyalty_tiers" USING btree ("project_id","campaign_id","points_from");--> statement-breakpoint
CREATE UNIQUE INDEX "metadata_schemas_of" ON "metadata_schemas" USING btree ("project_id","related_object");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_source_id" ON "orders" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "orders_paid_of_customer" ON "orders" USING btree ("project_id","customer_id","earned_at","id") WHERE earned_at is not null;--> statement-breakpoint
CREATE INDEX "pending_points_of_voucher" ON "pending_points" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "pending_points_of" ON "pending_points" USING btree ("project_id","voucher_id","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "pending_points_due_on" ON "pending_points" USING btree ("project_id","voucher_id","activates_on","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "pending_points_due" ON "pending_points" USING btree ("project_id","activates_on","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "pending_points_of_order" ON "pending_points" USING btree ("project_id","order_id","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "products_source_id" ON "products" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_name" ON "products" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "promotion_tiers_of" ON "promotion_tiers" USING btree ("project_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "publications_of_type" ON "publications" USING btree ("project_id","voucher_type","id");--> statement-breakpoint
CREATE INDEX "publications_of_referral" ON "publications" USING btree ("project_id","is_referral_code","id");--> statement-breakpoint
CREATE INDEX "publications_of_campaign" ON "publications" USING btree ("project_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "publications_of_customer" ON "publications" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "publications_of_voucher" ON "publications" USING btree ("project_id","voucher_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_source_id" ON "publications" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE INDEX "receipts_age" ON "receipts" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "redemptions_of_result" ON "redemptions" USING btree ("project_id","result","id");--> statement-breakpoint
CREATE INDEX "redemptions_of_campaign" ON "redemptions" USING btree ("project_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_of_voucher" ON "redemptions" USING btree ("project_id","voucher_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_of_customer" ON "redemptions" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_dated" ON "redemptions" USING btree ("project_id","date","id");--> statement-breakpoint
CREATE INDEX "redemptions_of_stack" ON "redemptions" USING btree ("project_id","stack_id","id") WHERE stack_id is not null;--> statement-breakpoint
CREATE INDEX "referrals_of_campaign" ON "referrals" USING btree ("project_id","campaign_id");--> statement-breakpoint
CREATE INDEX "referrals_of_voucher" ON "referrals" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("project_id","referrer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_of" ON "referrals" USING btree ("project_id","customer_id","campaign_id");--> statement-breakpoint
CREATE INDEX "referrer_totals_of_campaign" ON "referrer_totals" USING btree ("project_id","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reward_assignments_of" ON "reward_assignments" USING btree ("project_id","reward_id","campaign_id");--> statement-breakpoint
CREATE INDEX "segment_members_of" ON "segment_members" USING btree ("project_id","segment_id","customer_id");--> statement-breakpoint
CREATE INDEX "segments_of_type" ON "segments" USING btree ("project_id","type","id");--> statement-breakpoint
CREATE UNIQUE INDEX "skus_source_id" ON "skus" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE INDEX "skus_of_product" ON "skus" USING btree ("project_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stacking_rules_of" ON "stacking_rules" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "tier_memberships_of_tier" ON "tier_memberships" USING btree ("project_id","tier_id","voucher_id");--> statement-breakpoint
CREATE INDEX "tier_memberships_expiring" ON "tier_memberships" USING btree ("project_id","expires_on","voucher_id") WHERE expires_on is not null;--> statement-breakpoint
CREATE INDEX "tier_memberships_of_customer" ON "tier_memberships" USING btree ("project_id","customer_id","voucher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "validation_rule_assignments_of" ON "validation_rule_assignments" USING btree ("project_id","related_object_id","related_object_type","rule_id");--> statement-breakpoint
CREATE INDEX "validation_rule_assignments_of_rule" ON "validation_rule_assignments" USING btree ("project_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "validation_rules_created" ON "validation_rules" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "validation_rules_name" ON "validation_rules" USING btree ("project_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code" ON "vouchers" USING btree ("project_id","code_key");--> statement-breakpoint
CREATE INDEX "vouchers_of_holder" ON "vouchers" USING btree ("project_id","holder_id","id");--> statement-breakpoint
CREATE INDEX "vouchers_held_by_campaign" ON "vouchers" USING btree ("project_id","holder_id","campaign_id","id") WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX "cards_of_holder" ON "vouchers" USING btree ("project_id","holder_id","id") WHERE type = 'LOYALTY_CARD';--> statement-breakpoint
CREATE INDEX "vouchers_created" ON "vouchers" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_in_campaign" ON "vouchers" USING btree ("project_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "spare_vouchers" ON "vouchers" USING btree ("project_id","campaign_id","id") WHERE published_count = 0;--> statement-breakpoint
CREATE INDEX "members_of_campaign" ON "vouchers" USING btree ("project_id","campaign_id","id") WHERE holder_id is not null and not holder_gone;--> statement-breakpoint
CREATE INDEX "newest_of_holder" ON "vouchers" USING btree ("project_id","holder_id","created_at","id") WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX "newest_coupons_alone" ON "vouchers" USING btree ("project_id","created_at","id") WHERE campaign_id is null and holder_id is null and type = 'DISCOUNT_VOUCHER';