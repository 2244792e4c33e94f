CREATE TABLE `job_turns` (
	`project_id` text PRIMARY KEY NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
