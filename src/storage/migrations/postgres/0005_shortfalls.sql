CREATE TABLE "shortfalls" (
	"project_id" text COLLATE "C" NOT NULL,
	"voucher_id" text COLLATE "C" NOT NULL,
	"subject_id" text COLLATE "C" NOT NULL,
	"points" bigint NOT NULL,
	"cause" json NOT NULL,
	"created_at" text COLLATE "C" NOT NULL,
	CONSTRAINT "shortfalls_project_id_voucher_id_subject_id_pk" PRIMARY KEY("project_id","voucher_id","subject_id"),
	CONSTRAINT "shortfalls_points" CHECK ("shortfalls"."points" > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "redemption_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "shortfalls" ADD CONSTRAINT "shortfalls_voucher" FOREIGN KEY ("project_id","voucher_id") REFERENCES "public"."vouchers"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "ledger_entries" SET "redemption_id" = "cause" ->> 'redemptionId';--> statement-breakpoint
CREATE INDEX "ledger_entries_of_redemption" ON "ledger_entries" USING btree ("project_id","redemption_id","id") WHERE redemption_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_expired" ON "ledger_entries" USING btree ("project_id","voucher_id","id") WHERE type = 'POINTS_EXPIRATION';--> statement-breakpoint
CREATE INDEX "vouchers_held_by_campaign" ON "vouchers" USING btree ("project_id","holder_id","campaign_id","id") WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX "cards_of_holder" ON "vouchers" USING btree ("project_id","holder_id","id") WHERE type = 'LOYALTY_CARD';