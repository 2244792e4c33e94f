CREATE TABLE `receipts` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`operation_id` text NOT NULL,
	`request_hash` text NOT NULL,
	`answer` text,
	`customer_ids` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `receipts_age` ON `receipts` (`project_id`,`created_at`);