ALTER TABLE `ledger_entries` ADD `voucher_version` integer;--> statement-breakpoint
ALTER TABLE `shortfalls` ADD `voucher_version` integer;