CREATE TABLE `order_imports` (
	`project_id` text NOT NULL,
	`order_id` text NOT NULL,
	`said` text NOT NULL,
	PRIMARY KEY(`project_id`, `order_id`),
	FOREIGN KEY (`project_id`,`order_id`) REFERENCES `orders`(`project_id`,`id`) ON UPDATE no action ON DELETE no action
) STRICT;
