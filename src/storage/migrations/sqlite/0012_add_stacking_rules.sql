CREATE TABLE `stacking_rules` (
	`project_id` text NOT NULL,
	`id` text NOT NULL,
	`rules` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text,
	PRIMARY KEY(`project_id`, `id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stacking_rules_of` ON `stacking_rules` (`project_id`);