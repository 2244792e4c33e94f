ALTER TABLE `redemption_counts` ADD `counted_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_paid_of_customer` ON `orders` (`project_id`,`customer_id`,`earned_at`,`id`) WHERE earned_at is not null;--> statement-breakpoint
UPDATE `redemption_counts` SET `counted_before` = `total` - max(`day_count`, `week_count`, `month_count`);--> statement-breakpoint
UPDATE `customer_totals` SET
	`last_order_amount` = coalesce((
		SELECT coalesce(`total_amount`, 0) FROM `orders`
		WHERE `orders`.`project_id` = `customer_totals`.`project_id` AND `orders`.`customer_id` = `customer_totals`.`customer_id`
			AND `earned_at` IS NOT NULL AND `status` IN ('PAID', 'FULFILLED')
		ORDER BY `earned_at` DESC, `id` DESC LIMIT 1
	), 0),
	`last_order_date` = (
		SELECT max(`earned_at`) FROM `orders`
		WHERE `orders`.`project_id` = `customer_totals`.`project_id` AND `orders`.`customer_id` = `customer_totals`.`customer_id`
			AND `earned_at` IS NOT NULL AND `status` IN ('PAID', 'FULFILLED')
	);