CREATE TABLE `shortfalls` (
	`project_id` text NOT NULL,
	`voucher_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`points` integer NOT NULL,
	`cause` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `voucher_id`, `subject_id`),
	FOREIGN KEY (`project_id`,`voucher_id`) REFERENCES `vouchers`(`project_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shortfalls_points" CHECK("shortfalls"."points" > 0)
) STRICT;
--> statement-breakpoint
ALTER TABLE `ledger_entries` ADD `redemption_id` text;--> statement-breakpoint
UPDATE `ledger_entries` SET `redemption_id` = json_extract(`cause`, '$.redemptionId');--> statement-breakpoint
CREATE INDEX `ledger_entries_of_redemption` ON `ledger_entries` (`project_id`,`redemption_id`,`id`) WHERE redemption_id is not null;--> statement-breakpoint
CREATE INDEX `ledger_entries_expired` ON `ledger_entries` (`project_id`,`voucher_id`,`id`) WHERE type = 'POINTS_EXPIRATION';--> statement-breakpoint
CREATE INDEX `vouchers_held_by_campaign` ON `vouchers` (`project_id`,`holder_id`,`campaign_id`,`id`) WHERE holder_id is not null;--> statement-breakpoint
CREATE INDEX `cards_of_holder` ON `vouchers` (`project_id`,`holder_id`,`id`) WHERE type = 'LOYALTY_CARD';