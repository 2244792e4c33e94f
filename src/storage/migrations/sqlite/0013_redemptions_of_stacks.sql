-- The two columns lose their NOT NULL in the schema alone, as SQLite allows: no row is different by
-- it, and copying a large table would take minutes and as much disk again.
PRAGMA writable_schema=ON;
--> statement-breakpoint
UPDATE sqlite_schema SET sql = replace(replace(sql, '`voucher_id` text NOT NULL', '`voucher_id` text'), '`campaign_id` text NOT NULL', '`campaign_id` text')
	WHERE type = 'table' AND name = 'redemptions';
--> statement-breakpoint
PRAGMA writable_schema=RESET;
--> statement-breakpoint
SELECT refuse_step('redemptions.' || name || ' still takes no null: its table is not as this program makes it')
	FROM pragma_table_info('redemptions') WHERE name IN ('voucher_id', 'campaign_id') AND "notnull" = 1;
--> statement-breakpoint
ALTER TABLE `redemptions` ADD `promotion_tier_id` text;
--> statement-breakpoint
ALTER TABLE `redemptions` ADD `stack_id` text;
--> statement-breakpoint
CREATE INDEX `redemptions_of_stack` ON `redemptions` (`project_id`,`stack_id`,`id`) WHERE stack_id is not null;
--> statement-breakpoint
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