DROP INDEX "access_tokens_expiry";--> statement-breakpoint
DROP INDEX "events_of_customer";--> statement-breakpoint
DROP INDEX "vouchers_of_campaign";--> statement-breakpoint
DROP INDEX "vouchers_to_publish";--> statement-breakpoint
CREATE INDEX "spare_vouchers" ON "vouchers" USING btree ("project_id","campaign_id","id") WHERE published_count = 0;--> statement-breakpoint
CREATE INDEX "held_in_campaign" ON "vouchers" USING btree ("project_id","campaign_id","id") WHERE holder_id is not null;