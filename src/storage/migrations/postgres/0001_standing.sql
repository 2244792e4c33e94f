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
	"updated_at" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "tier_memberships_project_id_voucher_id_pk" PRIMARY KEY("project_id","voucher_id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "tier_terms" json;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "referral" json;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "order_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "loyalty_tiers" ADD COLUMN "mapping" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "type" text COLLATE "C" DEFAULT 'static' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "filter" json;--> statement-breakpoint
ALTER TABLE "redemption_counts" ADD CONSTRAINT "redemption_counts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer" FOREIGN KEY ("project_id","referrer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrer_totals" ADD CONSTRAINT "referrer_totals_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrer_totals" ADD CONSTRAINT "referrer_totals_campaign" FOREIGN KEY ("project_id","campaign_id") REFERENCES "public"."campaigns"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_customer" FOREIGN KEY ("project_id","customer_id") REFERENCES "public"."customers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tier_memberships" ADD CONSTRAINT "tier_memberships_tier" FOREIGN KEY ("project_id","tier_id") REFERENCES "public"."loyalty_tiers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_of" ON "referrals" USING btree ("project_id","customer_id","campaign_id");--> statement-breakpoint
CREATE INDEX "tier_memberships_expiring" ON "tier_memberships" USING btree ("project_id","expires_on","voucher_id") WHERE expires_on is not null;--> statement-breakpoint
CREATE INDEX "tier_memberships_of_customer" ON "tier_memberships" USING btree ("project_id","customer_id","voucher_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("project_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "pending_points_of_order" ON "pending_points" USING btree ("project_id","order_id","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "segments_of_type" ON "segments" USING btree ("project_id","type","id");--> statement-breakpoint
UPDATE "ledger_entries" SET "order_id" = "cause" ->> 'orderId';--> statement-breakpoint
INSERT INTO "redemption_counts" ("project_id", "object", "object_id", "by", "by_id", "total", "day", "day_count", "week", "week_count", "month", "month_count", "orders_amount", "orders_discount_amount")
WITH "counted" AS (
	SELECT "project_id", "campaign_id", "voucher_id", "customer_id",
		"record" -> 'reward' ->> 'assignmentId' AS "assignment_id",
		"record" -> 'channel' ->> 'id' AS "api_key",
		coalesce(("record" -> 'order' ->> 'amount')::bigint, 0) AS "amount",
		coalesce(("record" -> 'order' ->> 'totalDiscountAmount')::bigint, 0) AS "discount"
	FROM "redemptions" WHERE "result" = 'SUCCESS' AND "status" = 'SUCCEEDED' AND "parent_id" IS NULL
), "objects" AS (
	SELECT 'campaign' AS "object", "campaign_id" AS "object_id", * FROM "counted"
	UNION ALL SELECT 'voucher', "voucher_id", * FROM "counted"
	UNION ALL SELECT 'reward_assignment', "assignment_id", * FROM "counted" WHERE "assignment_id" IS NOT NULL
), "scopes" AS (
	SELECT 'any' AS "by", '' AS "by_id", * FROM "objects"
	UNION ALL SELECT 'customer', "customer_id", * FROM "objects" WHERE "object" <> 'voucher' AND "customer_id" IS NOT NULL
	UNION ALL SELECT 'api_key', "api_key", * FROM "objects"
)
SELECT "project_id", "object", "object_id", "by", "by_id", count(*), '0001-01-01', 0, '0001-01-01', 0, '0001-01-01', 0,
	least(sum("amount"), 9007199254740991), least(sum("discount"), 9007199254740991)
FROM "scopes" GROUP BY "project_id", "object", "object_id", "by", "by_id";--> statement-breakpoint
INSERT INTO "reviews" ("project_id", "after") SELECT DISTINCT "project_id", '' FROM "loyalty_tiers";