ALTER TABLE `locks` ADD `customer_id` text;--> statement-breakpoint
CREATE INDEX `locks_of_customer` ON `locks` (`project_id`,`customer_id`,`key`) WHERE customer_id is not null;