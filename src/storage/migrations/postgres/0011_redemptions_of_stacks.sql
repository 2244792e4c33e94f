ALTER TABLE "redemptions" ALTER COLUMN "voucher_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ALTER COLUMN "campaign_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "promotion_tier_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "stack_id" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "redemptions_of_stack" ON "redemptions" USING btree ("project_id","stack_id","id") WHERE stack_id is not null;