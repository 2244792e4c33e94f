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
	PRIMARY KEY(`project_id`, `key`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `locks_by_end` ON `locks` (`project_id`,`expires_at`);--> statement-breakpoint
ALTER TABLE `vouchers` ADD `locked_until` text;