CREATE TABLE `timer_leases` (
	`project_id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`lease_until` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
UPDATE `jobs` SET `owner` = NULL, `lease_until` = NULL WHERE `queue` IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_owned` ON `jobs` (`project_id`,`queue`) WHERE owner is not null;