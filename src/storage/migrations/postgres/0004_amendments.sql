ALTER TABLE "customers" ADD COLUMN "deleted_at" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "loyalty_tiers" ADD COLUMN "updated_at" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "source_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "metadata" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("project_id","email","id");--> statement-breakpoint
CREATE INDEX "lots_of_voucher" ON "lots" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "pending_points_of_voucher" ON "pending_points" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "publications_of_customer" ON "publications" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_source_id" ON "publications" USING btree ("project_id","source_id");--> statement-breakpoint
CREATE INDEX "redemptions_of_customer" ON "redemptions" USING btree ("project_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "referrals_of_campaign" ON "referrals" USING btree ("project_id","campaign_id");--> statement-breakpoint
CREATE INDEX "referrals_of_voucher" ON "referrals" USING btree ("project_id","voucher_id");--> statement-breakpoint
CREATE INDEX "referrer_totals_of_campaign" ON "referrer_totals" USING btree ("project_id","campaign_id");--> statement-breakpoint
CREATE INDEX "segment_members_of" ON "segment_members" USING btree ("project_id","segment_id","customer_id");--> statement-breakpoint
CREATE INDEX "tier_memberships_of_tier" ON "tier_memberships" USING btree ("project_id","tier_id","voucher_id");--> statement-breakpoint
CREATE INDEX "validation_rule_assignments_of_rule" ON "validation_rule_assignments" USING btree ("project_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "vouchers_in_campaign" ON "vouchers" USING btree ("project_id","campaign_id","id");