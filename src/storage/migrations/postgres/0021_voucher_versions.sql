ALTER TABLE "ledger_entries" ADD COLUMN "voucher_version" bigint;--> statement-breakpoint
ALTER TABLE "shortfalls" ADD COLUMN "voucher_version" bigint;