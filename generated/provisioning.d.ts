// Generated from openapi/ by scripts/generate.ts. Do not edit.
export interface paths {
    "/v1/async-actions/{asyncActionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an async action
         * @description Answers how far work in the background is and, once it has ended, what came of it. Changes nothing.
         */
        get: operations["getAsyncAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members/{memberId}/pending-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pending points of a member of a program
         * @description Lists the points the card has earned and cannot spend yet, newest first unless asked otherwise. Each entry says why it is there: the order, the earning rule, the event and the loyalty tier the holder had. It leaves the list on the day in `activates_at`, at 00:00 in the project's time zone, when its points become spendable, or before, when it is canceled, as with its order. Changes nothing.
         *
         *     Pages follow a cursor, so that entries added or activated in between neither repeat nor hide others: send `more_starting_after` as `starting_after_id` while `has_more` is true.
         */
        get: operations["listProgramMemberPendingPoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/redemption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a reward by card alone
         * @description Spends points of the card on a reward of its loyalty program. A `MATERIAL` reward takes its price and one unit of its stock. A `CAMPAIGN` reward takes its price and brings a coupon, gift credit or points of another campaign. A `COIN` reward pays for the order with points: it takes as many as the rest of the order needs, or as `reward.points` says, and never more than the card holds; the order becomes `PAID` and may earn points itself. Points that expire soonest are taken first. Loyalty tiers and segments that the customer reaches or loses by it follow, with what they earn. Everything happens together or not at all.
         *
         *     A refusal by the rules of the program is answered with 400 and is a redemption too: recorded with result `FAILURE`, listed by the voucher's redemptions and counted in the customer's summary. Its body is that record and the error in one. Reasons are checked in this order, and the first that holds counts: `campaign_not_active`, `voucher_disabled`, `voucher_not_active`, `voucher_expired`, `voucher_not_active_now`, `invalid_customer`, `missing_reward`, `missing_order`, `metadata_validation_failed`, `customer_rules_violated`, `order_rules_violated`, `redemption_rules_violated`, `quantity_exceeded`, `reward_out_of_stock`, `no_voucher_suitable_for_publication`, `invalid_order`, `invalid_amount`, `loyalty_card_points_exceeded`.
         *
         *     Three of them are validation rules of the offered reward, the card and the campaign: rules on the customer come before rules on the order, and these before all others, limits over time among them. A limit such as `redemption.count.per_customer.daily` counts the redemption that is asked for, too, so that at most 1 allows one; two requests at the same moment cannot both be the last. Where a rule has `applicable_to`, points pay for those items only. `quantity_exceeded` is the card's own limit.
         *
         *     What the request names and does not exist is 404 and records nothing.
         */
        post: operations["redeemRewardByCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promotions/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all promotion tiers
         * @description Lists the tiers of all promotion campaigns of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listAllPromotionTiers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a voucher's redemptions
         * @description Lists the redemptions of a voucher, newest first, failed ones and rollbacks included, with how many it allows and how many succeeded. Changes nothing.
         *
         *     Without `limit` and `page` up to 1,000 entries are answered at once; either of them selects pages. `total` counts all of them on every page.
         */
        get: operations["listVoucherRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a voucher's publications
         * @description Lists the times the voucher was given to a customer, newest first, a page at a time. Changes nothing.
         */
        get: operations["listVoucherPublications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Carried so that an answer can be sent back as it came. What it holds is not read and changes nothing.
         * @example {}
         */
        Acknowledged: {
            [key: string]: unknown;
        };
        /**
         * @description A product, SKU or collection of products.
         * @example {
         *       "object": "product",
         *       "id": "prod_00beans",
         *       "source_id": "beans",
         *       "effect": "APPLY_TO_EVERY"
         *     }
         */
        ApplicableToItem: {
            /**
             * @description Which of them it is. Open set: more values may come; ignore those you do not know.
             * @example product
             * @enum {string}
             */
            object: "products_collection" | "sku" | "product";
            /**
             * @description Its id.
             * @example prod_00beans
             */
            id: string;
            /**
             * @description Your own identifier of it. Absent when it has none.
             * @example beans
             */
            source_id?: string;
            /**
             * @description To which of the units it applies, for example `APPLY_TO_EVERY`. Absent when nothing was said. More values may come; ignore those you do not know.
             * @example APPLY_TO_EVERY
             */
            effect?: string;
            /**
             * @description To how many units it applies at most. Absent for no limit.
             * @example 2
             */
            quantity_limit?: number;
        };
        /**
         * @description Products, SKUs and collections, as a list.
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "data_ref": "data",
         *       "object": "list"
         *     }
         */
        ApplicableToList: {
            /** @description The products, SKUs and collections. */
            data: components["schemas"]["ApplicableToItem"][];
            /**
             * @description How many they are.
             * @example 0
             */
            total: number;
            /**
             * @description Names the property that holds them.
             * @example data
             * @constant
             */
            data_ref: "data";
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
        };
        /** @description Work done in the background, how far it is and what came of it. */
        AsyncAction: {
            /**
             * @description Id of the async action.
             * @example aa_00products
             */
            id: string;
            /**
             * @description What is done. Open set: more values may come; ignore those you do not know.
             * @example PRODUCTS.BULK_UPDATE
             * @enum {string}
             */
            type: "PRODUCTS.BULK_UPDATE" | "CAMPAIGN.VOUCHERS_GENERATE";
            /**
             * @description How far it is. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            status: "ENQUEUED" | "IN_PROGRESS" | "DONE" | "FAILED";
            /**
             * @description How it ended; null until it has. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             * @enum {string|null}
             */
            operation_status: "SUCCESS" | "FAILED" | "UNKNOWN" | null;
            result: components["schemas"]["AsyncActionResult"];
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last got further; null until it does.
             * @example 2026-11-20T09:30:01.000Z
             */
            updated_at: string | null;
            /**
             * @description The request that started it, as in its `X-Request-Id`.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            request_id: string;
            /**
             * @description How much of it is done, in percent.
             * @example 100
             */
            progress: number;
            /**
             * @description How long it took, in milliseconds; null until it has ended.
             * @example 120
             */
            processing_time: number | null;
            /**
             * @description Always `async_action`.
             * @example async_action
             * @constant
             */
            object: "async_action";
        };
        /**
         * @description Why one item was refused.
         * @example {
         *       "source_id": "mug-2",
         *       "key": "duplicate_found",
         *       "message": "Duplicated resource found",
         *       "details": "Item [2]: Duplicated product exists with name Stoneware mug"
         *     }
         */
        AsyncActionError: {
            /**
             * @description The key in a few words.
             * @example Duplicated resource found
             */
            message: string;
            /**
             * @description This item, by its index in the request, and the property or value at fault.
             * @example Item [2]: Duplicated product exists with name Stoneware mug
             */
            details: string;
            /**
             * @description What went wrong, as a stable word; the same words as the error keys.
             * @example duplicate_found
             */
            key: string;
            /**
             * @description Your own identifier of the item. Absent when the item has none.
             * @example mug-2
             */
            source_id?: string;
        };
        /**
         * @description What came of it; null until it has ended.
         * @example {
         *       "done_count": 2,
         *       "failed_count": 0,
         *       "reports": [],
         *       "reports_available_till": null,
         *       "errors": []
         *     }
         */
        AsyncActionResult: {
            /**
             * @description A sentence about it. Absent when the counts say all.
             * @example Generated 500 vouchers.
             */
            message?: string;
            /**
             * @description How many items were done. Absent when nothing is counted.
             * @example 2
             */
            done_count?: number;
            /**
             * @description How many items were refused. Absent when nothing is counted.
             * @example 0
             */
            failed_count?: number;
            /**
             * @description Addresses of reports about it. Absent when there are none to speak of.
             * @example []
             */
            reports?: string[];
            /**
             * Format: date-time
             * @description Until when the reports are kept; null or absent without reports.
             * @example 2026-12-20T09:30:00.000Z
             */
            reports_available_till?: string | null;
            /** @description What was refused, item by item. Absent when items are not reported on. */
            errors?: components["schemas"]["AsyncActionError"][];
        } | null;
        /** @description A category that campaigns and vouchers are sorted into. */
        Category: {
            /**
             * @description Id of the category.
             * @example cat_00seasonal
             */
            id: string;
            /**
             * @description Its name.
             * @example Seasonal
             */
            name: string;
            /**
             * @description Its rank; the lower comes first.
             * @example 1
             */
            hierarchy: number;
            /**
             * @description Always `category`.
             * @example category
             * @constant
             */
            object: "category";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
        };
        /**
         * @description What is taken off. `AMOUNT` has `amount_off`; `PERCENT` has `percent_off` and perhaps `amount_limit`; `FIXED` has `fixed_amount`; `UNIT` has `unit_off`, `unit_type` and a product or SKU, or `units`. Properties of the other types are absent.
         * @example {
         *       "type": "AMOUNT",
         *       "amount_off": 500,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        Discount: {
            /**
             * @description What kind of discount it is. Open set: more values may come; ignore those you do not know.
             * @example AMOUNT
             * @enum {string}
             */
            type: "AMOUNT" | "PERCENT" | "FIXED" | "UNIT";
            /**
             * @description With `AMOUNT`, how much is taken off, in the smallest currency unit.
             * @example 500
             */
            amount_off?: number;
            /**
             * @description A formula in place of `amount_off`. Absent, as formulas are not accepted yet.
             * @example IF(ORDER_AMOUNT > 2000;500;200)
             */
            amount_off_formula?: string;
            /**
             * @description With `PERCENT`, the percentage taken off.
             * @example 10
             */
            percent_off?: number;
            /**
             * @description With `PERCENT`, the most it takes off one order, in the smallest currency unit. Absent when there is no limit.
             * @example 2000
             */
            amount_limit?: number;
            /**
             * @description With `FIXED`, the price it lowers to, in the smallest currency unit.
             * @example 990
             */
            fixed_amount?: number;
            /**
             * @description With `UNIT`, how many units are free.
             * @example 1
             */
            unit_off?: number;
            /**
             * @description With `UNIT`, the id of the product or SKU that is free.
             * @example prod_00mug
             */
            unit_type?: string;
            product?: components["schemas"]["DiscountedItem"];
            sku?: components["schemas"]["DiscountedItem"];
            /** @description With `UNIT` and effect `ADD_MANY_ITEMS`, what is free. */
            units?: components["schemas"]["DiscountedUnits"][];
            /**
             * @description The most it takes off all orders together, in the smallest currency unit. Absent when there is no limit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What it applies to. Absent when it was created without one. Open set: more values may come; ignore those you do not know.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | "APPLY_TO_ITEMS_PROPORTIONALLY" | "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" | "APPLY_TO_ITEMS_BY_QUANTITY" | "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_MANY_ITEMS" | "ADD_SAME_ITEMS";
            /**
             * @description True when it is worked out anew for every order. Absent means false.
             * @example false
             */
            is_dynamic?: boolean;
        };
        /**
         * @description A product or SKU that a `UNIT` discount makes free. Absent when it is not that kind.
         * @example {
         *       "id": "prod_00mug",
         *       "source_id": "mug",
         *       "name": "Stoneware mug"
         *     }
         */
        DiscountedItem: {
            /**
             * @description Id of the product or SKU.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Your own identifier of it. Absent when it has none.
             * @example mug
             */
            source_id?: string;
            /**
             * @description Its name.
             * @example Stoneware mug
             */
            name: string;
        };
        /**
         * @description One of several things that a `UNIT` discount makes free.
         * @example {
         *       "unit_off": 1,
         *       "effect": "ADD_NEW_ITEMS",
         *       "unit_type": "prod_00mug"
         *     }
         */
        DiscountedUnits: {
            /**
             * @description How many units are free.
             * @example 1
             */
            unit_off?: number;
            /**
             * @description Whether the units are added to the order or only when missing. Open set: more values may come; ignore those you do not know.
             * @example ADD_NEW_ITEMS
             * @enum {string}
             */
            effect: "ADD_NEW_ITEMS" | "ADD_MISSING_ITEMS";
            /**
             * @description Id of the product or SKU.
             * @example prod_00mug
             */
            unit_type: string;
            product?: components["schemas"]["DiscountedItem"];
            sku?: components["schemas"]["DiscountedItem"];
        };
        /**
         * @description The one body of every answer that is not a success.
         * @example {
         *       "code": 404,
         *       "key": "not_found",
         *       "message": "Resource not found",
         *       "details": "Cannot find campaign with id camp_00nowhere",
         *       "request_id": "v-0c1d2e3f4a5b6c7d8e",
         *       "resource_id": "camp_00nowhere",
         *       "resource_type": "campaign"
         *     }
         */
        Error: {
            /**
             * @description The HTTP status, repeated for callers that see only the body.
             * @example 404
             */
            code: number;
            /**
             * @description What went wrong, as a stable word to branch on. More keys may come; treat one you do not know by its HTTP status.
             * @example not_found
             */
            key: string;
            /**
             * @description The key in a few words; the same for every occurrence.
             * @example Resource not found
             */
            message: string;
            /**
             * @description This occurrence: names the property, index, id or value at fault and what was expected.
             * @example Cannot find campaign with id camp_00nowhere
             */
            details: string;
            /**
             * @description Identifies the request; also in the `X-Request-Id` header and in the log.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            request_id: string;
            /**
             * @description The id or code of the resource the refusal is about. Absent when there is none.
             * @example camp_00nowhere
             */
            resource_id?: string;
            /**
             * @description What kind of resource `resource_id` names. Absent together with it.
             * @example campaign
             */
            resource_type?: string;
            error?: components["schemas"]["RuleError"];
        };
        /** @description Through which door the event came. */
        EventSource: {
            /**
             * @description The door. Open set: more values may come; ignore those you do not know.
             * @example API
             * @enum {string}
             */
            channel: "USER_PORTAL" | "API" | "CLIENT_API" | "INTERNAL";
            /** @description Who did it in the dashboard. Absent unless `channel` is `USER_PORTAL`. */
            user?: {
                /**
                 * @description Id of the dashboard user.
                 * @example user_00owner
                 */
                id: string;
            };
            /** @description Whose key pair it was. Absent unless `channel` is `API`. */
            api_key?: {
                /**
                 * @description Name of the key pair.
                 * @example Demo
                 */
                name: string;
                /**
                 * @description Its `X-App-Id`. With a bearer token, that of the pair that issued the token.
                 * @example demo-app-id
                 */
                app_id: string;
            };
        };
        /**
         * @description Your own key/value pairs. Keys are free unless the project has a metadata schema for the resource; then known keys are checked against it, and with `allow_defined_only` no other key is accepted.
         * @example {
         *       "shop": "north"
         *     }
         */
        Metadata: {
            [key: string]: unknown;
        };
        /** @description The order of a redemption. A redemption without one has an order all the same, whose id, status, dates and amounts are null and whose items are empty. */
        Order: {
            /**
             * @description Id of the order; null without an order.
             * @example ord_00first
             */
            id: string | null;
            /**
             * @description Your own identifier of it; null when it has none.
             * @example order-1001
             */
            source_id: string | null;
            /**
             * Format: date-time
             * @description When it was first stored; null without an order.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Where the order stands; `PAID` after a redemption that paid for it, null without an order. Open set: more values may come; ignore those you do not know.
             * @example PAID
             * @enum {string|null}
             */
            status: "CREATED" | "PAID" | "CANCELED" | "FULFILLED" | null;
            /**
             * @description Sum of the items before discounts, in the smallest currency unit; null when nothing has a price.
             * @example 3700
             */
            amount: number | null;
            /**
             * @description What the order came to before anything was added or taken off, in the smallest currency unit. Null or absent when it was not sent.
             * @example 3700
             */
            initial_amount?: number | null;
            /**
             * @description Discounts on the order as a whole, in the smallest currency unit; null when there are none.
             * @example 2000
             */
            discount_amount: number | null;
            /**
             * @description Discounts on single items together, in the smallest currency unit. Null or absent when there are none.
             * @example 0
             */
            items_discount_amount?: number | null;
            /**
             * @description All discounts together, in the smallest currency unit; null when there are none.
             * @example 2000
             */
            total_discount_amount: number | null;
            /**
             * @description What is left to pay, `amount` less `total_discount_amount`, in the smallest currency unit; null when nothing has a price.
             * @example 1700
             */
            total_amount: number | null;
            /**
             * @description What this redemption took off the order as a whole, in the smallest currency unit; null when it took nothing off.
             * @example 2000
             */
            applied_discount_amount: number | null;
            /**
             * @description Everything this redemption took off, in the smallest currency unit; null when that is nothing.
             * @example 2000
             */
            total_applied_discount_amount: number | null;
            /** @description What was ordered, in the order sent; empty without an order. */
            items: components["schemas"]["OrderItem"][];
            metadata: components["schemas"]["Metadata"];
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Id of the customer who ordered; null when there is none.
             * @example cust_00ada
             */
            customer_id: string | null;
            /**
             * @description Id of the customer who recommended it; null when there is none.
             * @example cust_00ben
             */
            referrer_id: string | null;
            /**
             * @description The redemptions that paid for it, by their id; empty when there are none.
             * @example {}
             */
            redemptions: {
                [key: string]: components["schemas"]["OrderRedemption"];
            };
            /**
             * @description Always `order`.
             * @example order
             * @constant
             */
            object: "order";
        };
        /**
         * @description The customer who ordered. Absent when there is none.
         * @example {
         *       "id": "cust_00ada",
         *       "object": "customer"
         *     }
         */
        OrderCustomer: {
            /**
             * @description Id of the customer.
             * @example cust_00ada
             */
            id: string;
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             */
            object: "customer";
        };
        /**
         * @description One line of an order. A line without a price adds nothing and has no amounts.
         * @example {
         *       "object": "order_item",
         *       "product_id": "prod_00beans",
         *       "quantity": 2,
         *       "price": 1850,
         *       "amount": 3700,
         *       "subtotal_amount": 3700,
         *       "product": {
         *         "id": "prod_00beans",
         *         "source_id": "beans",
         *         "name": "Coffee beans 1 kg",
         *         "price": 1850
         *       },
         *       "metadata": {}
         *     }
         */
        OrderItem: {
            /**
             * @description Always `order_item`.
             * @example order_item
             * @constant
             */
            object: "order_item";
            /**
             * @description Id of the product. Absent when the line names none.
             * @example prod_00beans
             */
            product_id?: string;
            /**
             * @description Id of the SKU. Absent when the line names none.
             * @example sku_00mugblue
             */
            sku_id?: string;
            /**
             * @description What `source_id` names. Absent when the line has none. Open set: more values may come; ignore those you do not know.
             * @example product
             * @enum {string}
             */
            related_object?: "product" | "sku";
            /**
             * @description Your own identifier of the product or SKU, as sent. Absent when it was not.
             * @example beans
             */
            source_id?: string;
            /**
             * @description How many units.
             * @example 2
             */
            quantity: number;
            /**
             * @description How many units before any were added. Absent when it was not sent.
             * @example 2
             */
            initial_quantity?: number;
            /**
             * @description How many of the units are free. Absent when it was not sent.
             * @example 0
             */
            discount_quantity?: number;
            /**
             * @description Price of one unit, in the smallest currency unit. Absent when it has none.
             * @example 1850
             */
            price?: number;
            /**
             * @description `price` times `quantity`, in the smallest currency unit. Absent without a price.
             * @example 3700
             */
            amount?: number;
            /**
             * @description What the line came to at first, in the smallest currency unit. Absent when it was not sent.
             * @example 3700
             */
            initial_amount?: number;
            /**
             * @description Discount on this line, in the smallest currency unit. Absent when there is none.
             * @example 0
             */
            discount_amount?: number;
            /**
             * @description `amount` less `discount_amount`, in the smallest currency unit. Absent without a price.
             * @example 3700
             */
            subtotal_amount?: number;
            /** @description The product as the order was priced with it. Absent when the line names none. */
            product?: {
                /**
                 * @description Id of the product; null when the inventory does not have it.
                 * @example prod_00beans
                 */
                id: string | null;
                /**
                 * @description Your own identifier of it; null when it has none.
                 * @example beans
                 */
                source_id: string | null;
                /**
                 * @description Its name; null when it has none.
                 * @example Coffee beans 1 kg
                 */
                name: string | null;
                /**
                 * @description Its price, in the smallest currency unit; null when it has none.
                 * @example 1850
                 */
                price: number | null;
                metadata?: components["schemas"]["Metadata"];
            };
            /** @description The SKU as the order was priced with it. Absent when the line names none. */
            sku?: {
                /**
                 * @description Id of the SKU; null when the inventory does not have it.
                 * @example sku_00mugblue
                 */
                id: string | null;
                /**
                 * @description Your own identifier of it; null when it has none.
                 * @example mug-blue
                 */
                source_id: string | null;
                /**
                 * @description Its name; null when it has none.
                 * @example Stoneware mug, blue
                 */
                sku: string | null;
                /**
                 * @description Its price, in the smallest currency unit; null when it has none.
                 * @example 1200
                 */
                price: number | null;
                metadata?: components["schemas"]["Metadata"];
            };
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description One line. Names its product by `product_id`, `sku_id`, or `source_id` with `related_object`; unknown is 404 `not_found`.
         * @example {
         *       "product_id": "prod_00beans",
         *       "quantity": 2
         *     }
         */
        OrderItemRequest: {
            /**
             * @description Id of the product, or your own identifier of it.
             * @example prod_00beans
             */
            product_id?: string;
            /**
             * @description Id of the SKU, or your own identifier of it.
             * @example sku_00mugblue
             */
            sku_id?: string;
            /**
             * @description What `source_id` names.
             * @example product
             * @enum {string}
             */
            related_object?: "product" | "sku";
            /**
             * @description Your own identifier of the product or SKU that `related_object` speaks of.
             * @example beans
             */
            source_id?: string;
            /**
             * @description How many units, as a number or a numeric string. Left out, 1.
             * @example 2
             * @example 2
             */
            quantity?: number | string;
            /**
             * @description How many units before any were added.
             * @example 2
             */
            initial_quantity?: number;
            /**
             * @description How many of the units are free.
             * @example 0
             */
            discount_quantity?: number;
            /**
             * @description Price of one unit, in the smallest currency unit. Left out, the one of the inventory.
             * @example 1850
             */
            price?: number;
            /**
             * @description What the line comes to, in the smallest currency unit. Left out, `price` times `quantity`.
             * @example 3700
             */
            amount?: number;
            /**
             * @description What the line came to at first, in the smallest currency unit.
             * @example 3700
             */
            initial_amount?: number;
            /**
             * @description Discount on this line, in the smallest currency unit; lowers its subtotal.
             * @example 0
             */
            discount_amount?: number;
            /** @description What to say about the product in place of the inventory, for this order only; the inventory stays as it is. */
            product?: {
                /**
                 * @description Id of the product. Null counts as not sent.
                 * @example prod_00beans
                 */
                id?: string | null;
                /**
                 * @description Your own identifier of it. Null counts as not sent.
                 * @example beans
                 */
                source_id?: string | null;
                /**
                 * @description Its name. Null counts as not sent.
                 * @example Coffee beans 1 kg
                 */
                name?: string | null;
                /**
                 * @description Its price, in the smallest currency unit. Null counts as not sent.
                 * @example 1850
                 */
                price?: number | null;
                metadata?: components["schemas"]["Metadata"];
            };
            /** @description What to say about the SKU in place of the inventory, for this order only; the inventory stays as it is. */
            sku?: {
                /**
                 * @description Id of the SKU. Null counts as not sent.
                 * @example sku_00mugblue
                 */
                id?: string | null;
                /**
                 * @description Your own identifier of it. Null counts as not sent.
                 * @example mug-blue
                 */
                source_id?: string | null;
                /**
                 * @description Its name. Null counts as not sent.
                 * @example Stoneware mug, blue
                 */
                sku?: string | null;
                /**
                 * @description Its price, in the smallest currency unit. Null counts as not sent.
                 * @example 1200
                 */
                price?: number | null;
                metadata?: components["schemas"]["Metadata"];
            };
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description As answered; changes nothing.
             * @example 3700
             */
            readonly subtotal_amount?: number;
            /**
             * @description As answered; changes nothing.
             * @example order_item
             * @constant
             */
            readonly object?: "order_item";
        };
        /**
         * @description A redemption as its order knows it.
         * @example {
         *       "date": "2026-11-20T10:00:00.000Z",
         *       "related_object_type": "voucher",
         *       "related_object_id": "v_00adaclub",
         *       "related_object_parent_id": "camp_00club"
         *     }
         */
        OrderRedemption: {
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            date: string;
            /**
             * @description What was redeemed. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            related_object_type: "voucher" | "promotion_tier" | "redemption";
            /**
             * @description Id of what was redeemed.
             * @example v_00adaclub
             */
            related_object_id: string;
            /**
             * @description Id of its campaign. Absent when it stands alone.
             * @example camp_00club
             */
            related_object_parent_id?: string;
        };
        /**
         * @description An order that is stored already (`id` or `source_id`), or one described here. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "items": [
         *         {
         *           "product_id": "prod_00beans",
         *           "quantity": 2
         *         }
         *       ]
         *     }
         */
        OrderRequest: {
            /**
             * @description Id of a stored order; unknown is 404 `not_found`. Null counts as not sent.
             * @example ord_00cart
             */
            id?: string | null;
            /**
             * @description Your own identifier, or the id, of a stored order; one that is not stored is a new order. Null counts as not sent.
             * @example cart-17
             */
            source_id?: string | null;
            /**
             * @description What the order comes to before discounts, in the smallest currency unit, when it is sent without items; it then counts over the items stored. Beside items that have prices their sum counts. Null counts as not sent.
             * @example 3700
             */
            amount?: number | null;
            /**
             * @description What it came to before anything was added or taken off, in the smallest currency unit. Null counts as not sent.
             * @example 3700
             */
            initial_amount?: number | null;
            /**
             * @description Discounts it has already on the order as a whole, in the smallest currency unit. Null counts as not sent.
             * @example 0
             */
            discount_amount?: number | null;
            /** @description What is ordered. Empty counts as not sent. */
            items?: components["schemas"]["OrderItemRequest"][];
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description As answered; changes nothing. What is done with the order decides its status.
             * @example CREATED
             * @enum {string|null}
             */
            readonly status?: "CREATED" | "PAID" | "CANCELED" | "FULFILLED" | null;
            /**
             * Format: date-time
             * @description As answered; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly created_at?: string | null;
            /**
             * Format: date-time
             * @description As answered; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly updated_at?: string | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly items_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly applied_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_applied_discount_amount?: number | null;
            customer?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example cust_00ada
             */
            readonly customer_id?: string | null;
            /**
             * @description As answered; changes nothing.
             * @example cust_00ada
             */
            readonly referrer_id?: string | null;
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             */
            readonly object?: "order";
        };
        /** @description Why the points are there. */
        PendingPointsDetails: {
            /**
             * @description The tier whose mapping of the earning rule made the points what they are: that of the holder. Absent when the holder had none, or it leaves the rule as it is.
             * @example {
             *       "id": "ltr_00gold",
             *       "name": "Gold"
             *     }
             */
            loyalty_tier?: {
                /**
                 * @description Id of the loyalty tier.
                 * @example ltr_00gold
                 */
                id: string;
                /**
                 * @description Name of the loyalty tier.
                 * @example Gold
                 */
                name: string;
            };
            /**
             * @description The tier the holder had when the order was paid, before that moved them to another. Absent when there was none.
             * @example {
             *       "id": "ltr_00gold",
             *       "name": "Gold"
             *     }
             */
            holder_loyalty_tier?: {
                /**
                 * @description Id of the loyalty tier.
                 * @example ltr_00gold
                 */
                id: string;
                /**
                 * @description Name of the loyalty tier.
                 * @example Gold
                 */
                name: string;
            };
            event: components["schemas"]["PendingPointsEvent"];
            /** @description The rule that granted the points. */
            earning_rule: {
                /**
                 * @description Id of the earning rule.
                 * @example ern_00beans
                 */
                id: string;
                /** @description How the rule presents itself. */
                source: {
                    /**
                     * @description The rule's words for the customer. Absent when it has none.
                     * @example Ten points for every kilo of beans, three days later
                     */
                    banner?: string;
                };
            };
            /** @description The order that earned the points. */
            order: {
                /**
                 * @description Id of the order.
                 * @example ord_00second
                 */
                id: string;
                /**
                 * @description Your own identifier of the order; null when it has none.
                 * @example order-1002
                 */
                source_id: string | null;
            };
        };
        /** @description Points earned by one order through one earning rule, waiting for their day. They are part of the card's `pending_points`, and of neither its `points` nor its `balance`. */
        PendingPointsEntry: {
            /**
             * @description Id of the entry.
             * @example lopp_00beans
             */
            id: string;
            /**
             * @description Id of the card the points wait on.
             * @example v_00adaclub
             */
            voucher_id: string;
            /**
             * @description Id of the card's loyalty program.
             * @example camp_00club
             */
            campaign_id: string;
            /**
             * @description Id of the card's holder.
             * @example cust_00ada
             */
            customer_id: string;
            /**
             * @description Id of the order that earned them.
             * @example ord_00second
             */
            order_id: string;
            /**
             * @description How many points wait, as the loyalty tier of the holder mapped them.
             * @example 20
             */
            points: number;
            /**
             * Format: date
             * @description They can be spent from 00:00 of this day in the project's time zone, and expire counting from it.
             * @example 2026-11-23
             */
            activates_at: string;
            details: components["schemas"]["PendingPointsDetails"];
            /**
             * Format: date-time
             * @description When the order earned them.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the entry last changed. Absent until it does.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description The event of the log that produced the points. */
        PendingPointsEvent: {
            /**
             * @description Id of the event.
             * @example evcus_00second
             */
            id: string;
            /**
             * @description What happened, for example `customer.order.paid`.
             * @example customer.order.paid
             */
            type: string;
            /**
             * @description The request that caused it, as in its `X-Request-Id`.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            group_id: string;
            /**
             * @description Id of the customer it happened to.
             * @example cust_00ada
             */
            entity_id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description `ACTION` is what somebody did, `EFFECT` what followed from it. Open set: more values may come; ignore those you do not know.
             * @example EFFECT
             * @enum {string}
             */
            category: "ACTION" | "EFFECT";
            event_source: components["schemas"]["EventSource"];
        };
        /** @description A page of the points a card has earned and cannot spend yet. */
        PendingPointsList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the entries.
             * @example data
             * @constant
             */
            data_ref: "data";
            /** @description The entries, in the order asked for. */
            data: components["schemas"]["PendingPointsEntry"][];
            /**
             * @description True when entries follow this page.
             * @example true
             */
            has_more: boolean;
            /**
             * @description The id of the last entry here: send it as `starting_after_id` for the next page. Absent when `has_more` is false.
             * @example lopp_00beans
             */
            more_starting_after?: string;
        };
        /** @description The product handed out by a material reward. Absent for other rewards. */
        Product: {
            /**
             * @description Id of the product.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Your own identifier of it; null when it has none.
             * @example mug
             */
            source_id: string | null;
            /**
             * @description Its name; null when it has none.
             * @example Stoneware mug
             */
            name: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit; null when it has none.
             * @example 1200
             */
            price: number | null;
            /**
             * @description Names of the attributes its SKUs may differ in.
             * @example [
             *       "colour"
             *     ]
             */
            attributes: string[];
            /**
             * @description Address of a picture; null when it has none.
             * @example https://cdn.example.com/mug.png
             */
            image_url: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `product`.
             * @example product
             * @constant
             */
            object: "product";
        };
        /** @description A step of a promotion campaign. In a redemption, absent unless a tier was redeemed. */
        PromotionTier: {
            /**
             * @description Id of the tier.
             * @example promo_00tenoff
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Its name; null when it has none.
             * @example Ten percent off
             */
            name: string | null;
            /**
             * @description Its words for the customer; null when it has none.
             * @example 10 % off everything
             */
            banner: string | null;
            /**
             * @description What the tier does.
             * @example {
             *       "discount": {
             *         "type": "PERCENT",
             *         "percent_off": 10,
             *         "effect": "APPLY_TO_ORDER"
             *       }
             *     }
             */
            action: {
                discount: components["schemas"]["Discount"];
            };
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Its place among the tiers; the lower is tried first.
             * @example 1
             */
            hierarchy: number;
            /**
             * @description Id of the promotion, which is the id of its campaign.
             * @example camp_00autumn
             */
            promotion_id: string;
            campaign: components["schemas"]["PromotionTierCampaign"];
            /**
             * @description Id of the campaign.
             * @example camp_00autumn
             */
            campaign_id: string;
            /**
             * @description False when it is switched off.
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description Not used before this instant. Absent when the campaign's counts.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description Not used after this instant. Absent when the campaign's counts.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date?: string;
            validity_timeframe?: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            validity_hours?: components["schemas"]["ValidityHours"];
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id: string | null;
            /** @description Its categories in full; empty when it has none. */
            categories: components["schemas"]["Category"][];
            /**
             * @description What its redemptions add up to.
             * @example {
             *       "redemptions": {
             *         "total_redeemed": 0
             *       },
             *       "orders": {
             *         "total_amount": 0,
             *         "total_discount_amount": 0
             *       }
             *     }
             */
            summary: {
                /** @description Redemptions of the tier. */
                redemptions: {
                    /**
                     * @description How often it was redeemed.
                     * @example 0
                     */
                    total_redeemed: number;
                };
                /** @description Orders it was used for. */
                orders: {
                    /**
                     * @description Sum of the orders, in the smallest currency unit.
                     * @example 0
                     */
                    total_amount: number;
                    /**
                     * @description Sum of their discounts, in the smallest currency unit.
                     * @example 0
                     */
                    total_discount_amount: number;
                };
            };
            /**
             * @description Always `promotion_tier`.
             * @example promotion_tier
             * @constant
             */
            object: "promotion_tier";
            validation_rule_assignments: components["schemas"]["PromotionTierAssignments"];
        };
        /**
         * @description The validation rules that bind the tier; null when there are none.
         * @example {
         *       "object": "list",
         *       "data_ref": "data",
         *       "data": [],
         *       "total": 0
         *     }
         */
        PromotionTierAssignments: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             */
            data_ref: "data";
            /** @description The assignments, oldest first. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description How many they are.
             * @example 0
             */
            total: number;
        } | null;
        /** @description The tier's campaign in short. */
        PromotionTierCampaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00autumn
             */
            id: string;
            /**
             * Format: date-time
             * @description Not used before this instant; null when it has no start.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description Not used after this instant; null when it never ends.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            validity_hours?: components["schemas"]["ValidityHours"];
            /**
             * @description False when it is switched off.
             * @example true
             */
            active: boolean;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id: string | null;
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             */
            object: "campaign";
        };
        /** @description Promotion tiers. */
        PromotionTierList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the tiers.
             * @example tiers
             * @constant
             */
            data_ref: "tiers";
            /** @description The tiers, newest first. */
            tiers: components["schemas"]["PromotionTier"][];
            /**
             * @description How many tiers there are in all.
             * @example 2
             */
            total: number;
            /**
             * @description True when tiers follow this page.
             * @example false
             */
            has_more: boolean;
        };
        /** @description That a voucher was given to a customer. */
        Publication: {
            /**
             * @description Id of the publication.
             * @example pub_00adaclub
             */
            id: string;
            /**
             * @description Always `publication`.
             * @example publication
             * @constant
             */
            object: "publication";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * @description Id of the customer.
             * @example cust_00ada
             */
            customer_id: string;
            /**
             * @description The voucher.
             * @example {
             *       "id": "v_00adaclub",
             *       "code": "CLUB-ADA-0001"
             *     }
             */
            voucher: {
                /**
                 * @description Id of the voucher.
                 * @example v_00adaclub
                 */
                id: string;
                /**
                 * @description Its code.
                 * @example CLUB-ADA-0001
                 */
                code: string;
            };
            /**
             * @description Through which door it was given.
             * @example API
             */
            channel: string;
            /**
             * @description Whether it went through. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             * @enum {string}
             */
            result: "SUCCESS" | "FAILURE";
        };
        /** @description What the card's points are to be spent on. */
        RedeemRewardRequest: {
            /**
             * @description The reward. Left out, the redemption is refused with `missing_reward`.
             * @example {
             *       "id": "rew_00mug"
             *     }
             */
            reward?: {
                /**
                 * @description Id of the reward, which must be assigned to the card's loyalty program.
                 * @example rew_00mug
                 */
                id?: string;
                /**
                 * @description For a pay-with-points reward, how many points to spend at most. Left out, as many as the rest of the order needs. A card with fewer spends what it has. Other rewards have their price and ignore it.
                 * @example 150
                 */
                points?: number;
            };
            order?: components["schemas"]["OrderRequest"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description What was given for the points. A redemption that found no reward has the id that was asked for, or null, and little else. */
        RedeemedReward: {
            /**
             * @description Id of the reward; null when none was asked for.
             * @example rew_00mug
             */
            id: string | null;
            /**
             * @description Always `reward`.
             * @example reward
             * @constant
             */
            object: "reward";
            customer: components["schemas"]["SimpleCustomer"];
            /**
             * @description Id of the reward's assignment to the loyalty program; null when there is none.
             * @example rewa_00mug
             */
            assignment_id: string | null;
            /**
             * @description Name of the reward. Absent when it was not found.
             * @example Stoneware mug
             */
            name?: string;
            /**
             * @description What kind of reward it is. Absent when it was not found. Open set: more values may come; ignore those you do not know.
             * @example MATERIAL
             * @enum {string}
             */
            type?: "CAMPAIGN" | "COIN" | "MATERIAL";
            parameters?: components["schemas"]["RewardParameters"];
            metadata?: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the reward was made. Absent when it was not found.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the reward last changed; null until it does. Absent when it was not found.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at?: string | null;
            voucher?: components["schemas"]["Voucher"];
            product?: components["schemas"]["Product"];
            sku?: components["schemas"]["Sku"];
        };
        /** @description The voucher of a redemption. The answer to a redemption has it in full, after the points were taken; a listed redemption has `id`, `code`, `campaign`, `campaign_id` and `object` alone. */
        RedeemedVoucher: {
            /**
             * @description Id of the voucher.
             * @example v_00spring1
             */
            id: string;
            /**
             * @description What a customer shows: letters, digits and special characters. Unique in the project.
             * @example SPRING-0001
             */
            code: string;
            /**
             * @description Name of the campaign it belongs to; null when it stands alone.
             * @example Spring coupons
             */
            campaign?: string | null;
            /**
             * @description Id of that campaign; null when it stands alone.
             * @example camp_00spring
             */
            campaign_id?: string | null;
            /**
             * @description Name of its category; null when it has none.
             * @example Seasonal
             */
            category?: string | null;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /** @description Its categories in full; empty when it has none. */
            categories?: components["schemas"]["Category"][];
            /**
             * @description What kind of voucher it is. Open set: more values may come; ignore those you do not know.
             * @example DISCOUNT_VOUCHER
             * @enum {string}
             */
            type?: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            discount?: components["schemas"]["VoucherDiscount"];
            gift?: components["schemas"]["VoucherGift"];
            loyalty_card?: components["schemas"]["VoucherLoyaltyCard"];
            /**
             * Format: date-time
             * @description Not usable before this instant; null when it has no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Not usable after this instant; null when it never ends.
             * @example 2027-05-31T21:59:59.999Z
             */
            expiration_date?: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            validity_hours?: components["schemas"]["ValidityHours"];
            /**
             * @description The switch that turns it off whatever the dates say. Null counts as on, and this service always answers true or false.
             * @example true
             */
            active?: boolean | null;
            /**
             * @description A note of yours; null when there is none.
             * @example Handed out at the fair
             */
            additional_info?: string | null;
            metadata?: components["schemas"]["Metadata"];
            assets?: components["schemas"]["VoucherAssets"];
            /**
             * @description True when it belongs to a referral campaign, so that its holder can send others with it.
             * @example false
             */
            is_referral_code?: boolean | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string | null;
            /**
             * @description Id of the customer it was given to; null when nobody holds it.
             * @example cust_00ada
             */
            holder_id?: string | null;
            /**
             * @description Id of the customer who recommended it; null when there is none.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description Always `voucher`.
             * @example voucher
             * @constant
             */
            object: "voucher";
            publish?: components["schemas"]["VoucherPublish"];
            redemption?: components["schemas"]["VoucherUse"];
            validation_rules_assignments?: components["schemas"]["ValidationRulesAssignmentList"];
            holder?: components["schemas"]["SimpleCustomer"];
            applicable_to?: components["schemas"]["ApplicableToList"];
            inapplicable_to?: components["schemas"]["ApplicableToList"];
        };
        /** @description The record of a redemption, succeeded, failed or rolled back. What does not apply to its kind or outcome is absent. */
        Redemption: {
            /**
             * @description Id of the redemption.
             * @example r_00mug
             */
            id: string;
            /**
             * @description Always `redemption`.
             * @example redemption
             * @constant
             */
            object: "redemption";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            date: string;
            /**
             * @description Id of the customer; null when nobody holds the voucher.
             * @example cust_00ada
             */
            customer_id: string | null;
            /**
             * @description A keyed hash of the customer's source id, the same for all their redemptions; null without a source id.
             * @example track_bXkgb3duIGhhc2g=
             */
            tracking_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Id of the redemption that this one rolls back; null when it is not a rollback.
             * @example r_00first
             */
            redemption: string | null;
            /**
             * @description Whether it went through. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             * @enum {string}
             */
            result: "SUCCESS" | "FAILURE";
            /**
             * @description Where it stands now. Open set: more values may come; ignore those you do not know.
             * @example SUCCEEDED
             * @enum {string}
             */
            status: "SUCCEEDED" | "FAILED" | "ROLLED_BACK";
            /**
             * @description Why it failed, in one word; the same words as the error keys. Absent unless `result` is `FAILURE`.
             * @example loyalty_card_points_exceeded
             */
            failure_code?: string;
            /**
             * @description Why it failed, at more length; where a validation rule does not hold, the entry to blame, what was found and what was expected. Absent unless `result` is `FAILURE`.
             * @example loyalty card points exceeded
             */
            failure_message?: string;
            order: components["schemas"]["Order"];
            channel: components["schemas"]["RedemptionChannel"];
            customer: components["schemas"]["SimpleCustomer"];
            /**
             * @description What was redeemed, or rolled back. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            related_object_type: "voucher" | "promotion_tier" | "redemption";
            /**
             * @description Id of what was redeemed, or of the redemption that was rolled back.
             * @example v_00adaclub
             */
            related_object_id: string;
            reward: components["schemas"]["RedeemedReward"];
            /**
             * @description Points used from a loyalty card, or credit used from a gift voucher in the smallest currency unit; negative for a rollback. Absent when nothing was used.
             * @example 60
             */
            amount?: number;
            /**
             * @description The lock under which it ran. Absent for loyalty cards; only discount vouchers, promotions and gift vouchers can be locked.
             * @example {
             *       "key": "ssn_00checkout"
             *     }
             */
            session?: {
                /**
                 * @description Key of the lock.
                 * @example ssn_00checkout
                 */
                key?: string;
            };
            promotion_tier?: components["schemas"]["PromotionTier"];
            /**
             * @description What was taken off a gift voucher. Absent unless one was redeemed.
             * @example {
             *       "amount": 500
             *     }
             */
            gift?: {
                /**
                 * @description Credit taken, in the smallest currency unit; negative for a rollback.
                 * @example 500
                 */
                amount: number;
            };
            /**
             * @description What was taken off a loyalty card. Absent unless points were.
             * @example {
             *       "points": 60
             *     }
             */
            loyalty_card?: {
                /**
                 * @description Points taken; negative for a rollback.
                 * @example 60
                 */
                points: number;
            };
            voucher?: components["schemas"]["RedeemedVoucher"];
        };
        /**
         * @description Who asked for the redemption.
         * @example {
         *       "channel_id": "demo-app-id",
         *       "channel_type": "API"
         *     }
         */
        RedemptionChannel: {
            /**
             * @description The `X-App-Id` it was asked with; with a bearer token, that of the pair that issued it.
             * @example demo-app-id
             */
            channel_id: string;
            /**
             * @description What kind of door that is. Open set: more values may come; ignore those you do not know.
             * @example API
             * @enum {string}
             */
            channel_type: "API" | "USER" | "AUTO_REDEEM";
        };
        /** @description An error, and when `resource_type` is `redemption` the failed redemption as well: the same record that the voucher's list of redemptions shows from then on. Every property from `id` on is present only then. */
        RedemptionRefused: {
            /**
             * @description The HTTP status, repeated for callers that see only the body.
             * @example 400
             */
            code: number;
            /**
             * @description What went wrong, as a stable word to branch on; equal to `failure_code` when the refusal was recorded. More keys may come; treat one you do not know by its HTTP status.
             * @example loyalty_card_points_exceeded
             */
            key: string;
            /**
             * @description The key in a few words; the same for every occurrence.
             * @example loyalty card points exceeded
             */
            message: string;
            /**
             * @description This occurrence, naming the property or value at fault.
             * @example CLUB-BEN-0001
             */
            details: string;
            /**
             * @description Identifies the request; also in the `X-Request-Id` header and in the log.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            request_id: string;
            /**
             * @description Id of the failed redemption, when it was recorded. Absent when there is none.
             * @example r_00refused
             */
            resource_id?: string;
            /**
             * @description `redemption` when the refusal was recorded as a failed redemption. Absent together with `resource_id`.
             * @example redemption
             */
            resource_type?: string;
            error?: components["schemas"]["RuleError"];
            /**
             * @description Id of the redemption.
             * @example r_00mug
             */
            id?: string;
            /**
             * @description Always `redemption`.
             * @example redemption
             * @constant
             */
            object?: "redemption";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            date?: string;
            /**
             * @description Id of the customer; null when nobody holds the voucher.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description A keyed hash of the customer's source id, the same for all their redemptions; null without a source id.
             * @example track_bXkgb3duIGhhc2g=
             */
            tracking_id?: string | null;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Id of the redemption that this one rolls back; null when it is not a rollback.
             * @example r_00first
             */
            redemption?: string | null;
            /**
             * @description Whether it went through. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             * @enum {string}
             */
            result?: "SUCCESS" | "FAILURE";
            /**
             * @description Where it stands now. Open set: more values may come; ignore those you do not know.
             * @example SUCCEEDED
             * @enum {string}
             */
            status?: "SUCCEEDED" | "FAILED" | "ROLLED_BACK";
            /**
             * @description Why it failed, in one word; the same words as the error keys. Absent unless `result` is `FAILURE`.
             * @example loyalty_card_points_exceeded
             */
            failure_code?: string;
            /**
             * @description Why it failed, at more length; where a validation rule does not hold, the entry to blame, what was found and what was expected. Absent unless `result` is `FAILURE`.
             * @example loyalty card points exceeded
             */
            failure_message?: string;
            order?: components["schemas"]["Order"];
            channel?: components["schemas"]["RedemptionChannel"];
            customer?: components["schemas"]["SimpleCustomer"];
            /**
             * @description What was redeemed, or rolled back. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            related_object_type?: "voucher" | "promotion_tier" | "redemption";
            /**
             * @description Id of what was redeemed, or of the redemption that was rolled back.
             * @example v_00adaclub
             */
            related_object_id?: string;
            reward?: components["schemas"]["RedeemedReward"];
            /**
             * @description Points used from a loyalty card, or credit used from a gift voucher in the smallest currency unit; negative for a rollback. Absent when nothing was used.
             * @example 60
             */
            amount?: number;
            /**
             * @description The lock under which it ran. Absent for loyalty cards; only discount vouchers, promotions and gift vouchers can be locked.
             * @example {
             *       "key": "ssn_00checkout"
             *     }
             */
            session?: {
                /**
                 * @description Key of the lock.
                 * @example ssn_00checkout
                 */
                key?: string;
            };
            promotion_tier?: components["schemas"]["PromotionTier"];
            /**
             * @description What was taken off a gift voucher. Absent unless one was redeemed.
             * @example {
             *       "amount": 500
             *     }
             */
            gift?: {
                /**
                 * @description Credit taken, in the smallest currency unit; negative for a rollback.
                 * @example 500
                 */
                amount: number;
            };
            /**
             * @description What was taken off a loyalty card. Absent unless points were.
             * @example {
             *       "points": 60
             *     }
             */
            loyalty_card?: {
                /**
                 * @description Points taken; negative for a rollback.
                 * @example 60
                 */
                points: number;
            };
            voucher?: components["schemas"]["RedeemedVoucher"];
        };
        /**
         * @description What the reward brings: `campaign` for `CAMPAIGN`, `product` for `MATERIAL`, `coin` for `COIN`. The other two are absent, and all three for a reward that was not found.
         * @example {
         *       "product": {
         *         "id": "prod_00mug",
         *         "sku_id": null
         *       }
         *     }
         */
        RewardParameters: {
            /** @description The campaign a voucher, credit or points come from. */
            campaign?: {
                /**
                 * @description Id of the campaign.
                 * @example camp_00gift
                 */
                id: string;
                /**
                 * @description Credit in the smallest currency unit, or points, that it brings. Absent for discount coupons.
                 * @example 1000
                 */
                balance?: number;
                /**
                 * @description What kind of campaign it is. Open set: more values may come; ignore those you do not know.
                 * @example GIFT_VOUCHERS
                 * @enum {string}
                 */
                type: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM";
            };
            /** @description The product that is handed out. */
            product?: {
                /**
                 * @description Id of the product.
                 * @example prod_00mug
                 */
                id: string;
                /**
                 * @description Id of its SKU; null when any will do.
                 * @example sku_00mugblue
                 */
                sku_id?: string | null;
            };
            /** @description What points are worth. */
            coin?: {
                /**
                 * @description Major currency units that `points_ratio` points are worth.
                 * @example 1
                 */
                exchange_ratio: number;
                /**
                 * @description The points that are worth so much.
                 * @example 10
                 */
                points_ratio: number;
            };
        };
        /**
         * @description The words a validation rule has for the customer. Absent unless a rule that refused has a message.
         * @example {
         *       "message": "Points pay for orders of 5.00 and more."
         *     }
         */
        RuleError: {
            /**
             * @description Text of the rule, meant to be shown to the customer.
             * @example Points pay for orders of 5.00 and more.
             */
            message: string;
        };
        /**
         * @description A customer in short. Every property is there; null says that it is unknown.
         * @example {
         *       "id": "cust_00ada",
         *       "name": "Ada Baker",
         *       "email": "ada@example.com",
         *       "source_id": "ada",
         *       "metadata": {},
         *       "object": "customer"
         *     }
         */
        SimpleCustomer: {
            /**
             * @description Id of the customer; null when there is no customer.
             * @example cust_00ada
             */
            id: string | null;
            /**
             * @description Name; null when unknown.
             * @example Ada Baker
             */
            name: string | null;
            /**
             * @description E-mail address; null when unknown.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description Your own identifier; null when there is none.
             * @example ada
             */
            source_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             */
            object: "customer";
        };
        /** @description The SKU handed out by a material reward that names one. Absent for other rewards. */
        Sku: {
            /**
             * @description Id of the SKU.
             * @example sku_00mugblue
             */
            id: string;
            /**
             * @description Your own identifier of it; null when it has none.
             * @example mug-blue
             */
            source_id: string | null;
            /**
             * @description Id of the product it is a variant of.
             * @example prod_00mug
             */
            product_id: string;
            /**
             * @description Its name; null when it has none.
             * @example Stoneware mug, blue
             */
            sku: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit; null when the product's counts.
             * @example 1200
             */
            price: number | null;
            /**
             * @description Currency of the price, an ISO 4217 code; null when the project's counts.
             * @example EUR
             */
            currency: string | null;
            /**
             * @description Its value of each attribute.
             * @example {
             *       "colour": "blue"
             *     }
             */
            attributes: {
                [key: string]: unknown;
            };
            /**
             * @description Address of a picture; null when it has none.
             * @example https://cdn.example.com/mug-blue.png
             */
            image_url: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `sku`.
             * @example sku
             * @constant
             */
            object: "sku";
        };
        /**
         * @description That a validation rule binds something.
         * @example {
         *       "id": "asgm_00twenty",
         *       "rule_id": "val_00twenty",
         *       "related_object_id": "ern_00euro",
         *       "related_object_type": "earning_rule",
         *       "object": "validation_rules_assignment",
         *       "validation_status": "VALID",
         *       "validation_omitted_rules": []
         *     }
         */
        ValidationRulesAssignment: {
            /**
             * @description Id of the assignment.
             * @example asgm_00twenty
             */
            id: string;
            /**
             * @description Id of the rule.
             * @example val_00twenty
             */
            rule_id: string;
            /**
             * @description Id of what it binds.
             * @example ern_00euro
             */
            related_object_id: string;
            /**
             * @description What kind of thing that is. Open set: more values may come; ignore those you do not know.
             * @example earning_rule
             * @enum {string}
             */
            related_object_type: "voucher" | "campaign" | "earning_rule" | "reward_assignment" | "promotion_tier" | "distribution";
            /**
             * Format: date-time
             * @description When it was made. Absent where only the binding matters.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at?: string;
            /**
             * @description Always `validation_rules_assignment`.
             * @example validation_rules_assignment
             * @constant
             */
            object: "validation_rules_assignment";
            /**
             * @description Whether every entry can be evaluated there. Absent for promotion tiers. Open set: more values may come; ignore those you do not know.
             * @example VALID
             * @enum {string}
             */
            validation_status?: "VALID" | "PARTIALLY_VALID" | "INVALID";
            /**
             * @description Names of the entries that cannot be, and are left out of account. Absent for promotion tiers.
             * @example [
             *       "redemption.metadata"
             *     ]
             */
            validation_omitted_rules?: string[];
        };
        /**
         * @description The validation rules that bind it.
         * @example {
         *       "object": "list",
         *       "data_ref": "data",
         *       "data": [],
         *       "total": 0
         *     }
         */
        ValidationRulesAssignmentList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             */
            data_ref: "data";
            /** @description The assignments, oldest first. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description How many they are.
             * @example 0
             */
            total: number;
        };
        /**
         * @description Days of the week on which it holds, in the project's time zone. 0 is Sunday, 6 Saturday. Null or absent when every day does.
         * @example [
         *       1,
         *       2,
         *       3,
         *       4,
         *       5
         *     ]
         */
        ValidityDayOfWeek: number[] | null;
        /**
         * @description Hours of the day in which it holds; any one of the windows is enough. Null or absent when every hour does.
         * @example {
         *       "daily": [
         *         {
         *           "start_time": "08:00",
         *           "days_of_week": [
         *             1,
         *             2,
         *             3,
         *             4,
         *             5
         *           ],
         *           "expiration_time": "11:30"
         *         }
         *       ]
         *     }
         */
        ValidityHours: {
            /** @description The windows. */
            daily?: {
                /**
                 * @description From when, `HH:MM` in the project's time zone.
                 * @example 08:00
                 */
                start_time: string;
                /**
                 * @description On which days, 0 for Sunday. Left out, on every day.
                 * @example [
                 *       1,
                 *       2,
                 *       3,
                 *       4,
                 *       5
                 *     ]
                 */
                days_of_week?: number[];
                /**
                 * @description Until when, `HH:MM` in the project's time zone.
                 * @example 11:30
                 */
                expiration_time: string;
            }[];
        } | null;
        /**
         * @description Windows that repeat from `start_date` on: one of length `duration` at the beginning of every `interval`. Null or absent when there is no such limit.
         * @example {
         *       "duration": "PT1H",
         *       "interval": "P2D"
         *     }
         */
        ValidityTimeframe: {
            /**
             * Format: duration
             * @description How long a window lasts, as an ISO 8601 duration.
             * @example PT1H
             */
            duration: string;
            /**
             * Format: duration
             * @description From the start of one window to the start of the next, as an ISO 8601 duration.
             * @example P2D
             */
            interval: string;
        } | null;
        /** @description A gift voucher, a discount voucher or a loyalty card. */
        Voucher: {
            /**
             * @description Id of the voucher.
             * @example v_00spring1
             */
            id: string;
            /**
             * @description What a customer shows: letters, digits and special characters. Unique in the project.
             * @example SPRING-0001
             */
            code: string;
            /**
             * @description Name of the campaign it belongs to; null when it stands alone.
             * @example Spring coupons
             */
            campaign: string | null;
            /**
             * @description Id of that campaign; null when it stands alone.
             * @example camp_00spring
             */
            campaign_id: string | null;
            /**
             * @description Name of its category; null when it has none.
             * @example Seasonal
             */
            category: string | null;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id: string | null;
            /** @description Its categories in full; empty when it has none. */
            categories: components["schemas"]["Category"][];
            /**
             * @description What kind of voucher it is. Open set: more values may come; ignore those you do not know.
             * @example DISCOUNT_VOUCHER
             * @enum {string}
             */
            type: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            discount: components["schemas"]["VoucherDiscount"];
            gift: components["schemas"]["VoucherGift"];
            loyalty_card: components["schemas"]["VoucherLoyaltyCard"];
            /**
             * Format: date-time
             * @description Not usable before this instant; null when it has no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description Not usable after this instant; null when it never ends.
             * @example 2027-05-31T21:59:59.999Z
             */
            expiration_date: string | null;
            validity_timeframe: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week: components["schemas"]["ValidityDayOfWeek"];
            validity_hours: components["schemas"]["ValidityHours"];
            /**
             * @description The switch that turns it off whatever the dates say. Null counts as on, and this service always answers true or false.
             * @example true
             */
            active: boolean | null;
            /**
             * @description A note of yours; null when there is none.
             * @example Handed out at the fair
             */
            additional_info: string | null;
            metadata: components["schemas"]["Metadata"];
            assets: components["schemas"]["VoucherAssets"];
            /**
             * @description True when it belongs to a referral campaign, so that its holder can send others with it.
             * @example false
             */
            is_referral_code: boolean | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Id of the customer it was given to; null when nobody holds it.
             * @example cust_00ada
             */
            holder_id: string | null;
            /**
             * @description Id of the customer who recommended it; null when there is none.
             * @example cust_00ben
             */
            referrer_id: string | null;
            /**
             * @description Always `voucher`.
             * @example voucher
             * @constant
             */
            object: "voucher";
            publish: components["schemas"]["VoucherPublish"];
            redemption: components["schemas"]["VoucherUse"];
            validation_rules_assignments: components["schemas"]["ValidationRulesAssignmentList"];
        };
        /**
         * @description One picture of the code.
         * @example {
         *       "id": "cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V",
         *       "url": "http://127.0.0.1:3000/assets/qr/cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V"
         *     }
         */
        VoucherAsset: {
            /**
             * @description Id of the picture.
             * @example cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V
             */
            id: string;
            /**
             * Format: uri
             * @description Where to get it; null when it is not served.
             * @example http://127.0.0.1:3000/assets/qr/cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V
             */
            url: string | null;
        };
        /**
         * @description Pictures of the code.
         * @example {
         *       "qr": {
         *         "id": "cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V",
         *         "url": "http://127.0.0.1:3000/assets/qr/cHJval8wMGRlbW8gdl8wMHNwcmluZzE.k3Jq7xW0bT9mZc2V"
         *       },
         *       "barcode": {
         *         "id": "cHJval8wMGRlbW8gdl8wMHNwcmluZzE.p8Ld1sYr4uN6eH",
         *         "url": "http://127.0.0.1:3000/assets/barcode/cHJval8wMGRlbW8gdl8wMHNwcmluZzE.p8Ld1sYr4uN6eH"
         *       }
         *     }
         */
        VoucherAssets: {
            qr: components["schemas"]["VoucherAsset"];
            barcode: components["schemas"]["VoucherAsset"];
        };
        /**
         * @description What a discount voucher takes off; null for other vouchers. `AMOUNT` has `amount_off`; `PERCENT` has `percent_off` and perhaps `amount_limit`; `FIXED` has `fixed_amount`; `UNIT` has `unit_off`, `unit_type` and a product or SKU, or `units`. Properties of the other types are absent.
         * @example {
         *       "type": "AMOUNT",
         *       "amount_off": 500,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        VoucherDiscount: {
            /**
             * @description What kind of discount it is. Open set: more values may come; ignore those you do not know.
             * @example AMOUNT
             * @enum {string}
             */
            type: "AMOUNT" | "PERCENT" | "FIXED" | "UNIT";
            /**
             * @description With `AMOUNT`, how much is taken off, in the smallest currency unit.
             * @example 500
             */
            amount_off?: number;
            /**
             * @description A formula in place of `amount_off`. Absent, as formulas are not accepted yet.
             * @example IF(ORDER_AMOUNT > 2000;500;200)
             */
            amount_off_formula?: string;
            /**
             * @description With `PERCENT`, the percentage taken off.
             * @example 10
             */
            percent_off?: number;
            /**
             * @description With `PERCENT`, the most it takes off one order, in the smallest currency unit. Absent when there is no limit.
             * @example 2000
             */
            amount_limit?: number;
            /**
             * @description With `FIXED`, the price it lowers to, in the smallest currency unit.
             * @example 990
             */
            fixed_amount?: number;
            /**
             * @description With `UNIT`, how many units are free.
             * @example 1
             */
            unit_off?: number;
            /**
             * @description With `UNIT`, the id of the product or SKU that is free.
             * @example prod_00mug
             */
            unit_type?: string;
            product?: components["schemas"]["DiscountedItem"];
            sku?: components["schemas"]["DiscountedItem"];
            /** @description With `UNIT` and effect `ADD_MANY_ITEMS`, what is free. */
            units?: components["schemas"]["DiscountedUnits"][];
            /**
             * @description The most it takes off all orders together, in the smallest currency unit. Absent when there is no limit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What it applies to. Absent when it was created without one. Open set: more values may come; ignore those you do not know.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | "APPLY_TO_ITEMS_PROPORTIONALLY" | "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" | "APPLY_TO_ITEMS_BY_QUANTITY" | "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_MANY_ITEMS" | "ADD_SAME_ITEMS";
            /**
             * @description True when it is worked out anew for every order. Absent means false.
             * @example false
             */
            is_dynamic?: boolean;
        } | null;
        /**
         * @description The credit of a gift voucher; null for other vouchers.
         * @example {
         *       "amount": 1000,
         *       "subtracted_amount": 0,
         *       "balance": 1000,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        VoucherGift: {
            /**
             * @description All credit ever put on it, in the smallest currency unit.
             * @example 1000
             */
            amount: number;
            /**
             * @description Credit taken off by hand, in the smallest currency unit.
             * @example 0
             */
            subtracted_amount: number;
            /**
             * @description Credit left to redeem, in the smallest currency unit.
             * @example 1000
             */
            balance: number;
            /**
             * @description What the credit pays for. Absent when the campaign does not say. Open set: more values may come; ignore those you do not know.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
        } | null;
        /**
         * @description The points of a loyalty card; null for other vouchers.
         * @example {
         *       "points": 500,
         *       "balance": 440,
         *       "next_expiration_date": "2027-11-30",
         *       "next_expiration_points": 120,
         *       "pending_points": 20,
         *       "expired_points": 0,
         *       "subtracted_points": 0
         *     }
         */
        VoucherLoyaltyCard: {
            /**
             * @description All points ever added.
             * @example 500
             */
            points: number;
            /**
             * @description Points that can be spent now.
             * @example 440
             */
            balance: number;
            /**
             * Format: date
             * @description The next day at the end of which points lapse, in the project's time zone. Absent when none will.
             * @example 2027-11-30
             */
            next_expiration_date?: string;
            /**
             * @description How many points lapse then. Absent together with the day.
             * @example 120
             */
            next_expiration_points?: number;
            /**
             * @description Points earned that cannot be spent yet; in neither `points` nor `balance`.
             * @example 20
             */
            pending_points: number;
            /**
             * @description Points that lapsed.
             * @example 0
             */
            expired_points: number;
            /**
             * @description Points taken off by hand, or taken back with an order that was canceled.
             * @example 0
             */
            subtracted_points: number;
        } | null;
        /** @description A page of the times a voucher was given to a customer. */
        VoucherPublications: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the publications.
             * @example publications
             * @constant
             */
            data_ref: "publications";
            /** @description The publications, newest first. */
            publications: components["schemas"]["Publication"][];
            /**
             * @description How many publications there are in all.
             * @example 1
             */
            total: number;
        };
        /**
         * @description How often the voucher was given to a customer.
         * @example {
         *       "object": "list",
         *       "count": 0,
         *       "url": "http://127.0.0.1:3000/v1/vouchers/SPRING-0001/publications?page=1&limit=10"
         *     }
         */
        VoucherPublish: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Number of publications.
             * @example 0
             */
            count: number;
            /**
             * Format: uri-reference
             * @description Where to list them; null when that is not served.
             * @example http://127.0.0.1:3000/v1/vouchers/SPRING-0001/publications?page=1&limit=10
             */
            url: string | null;
        };
        /** @description The redemptions of one voucher. */
        VoucherRedemptions: {
            /**
             * @description How many redemptions the voucher allows; null for any number.
             * @example null
             * @example 1
             */
            quantity: number | null;
            /**
             * @description How many succeeded.
             * @example 1
             */
            redeemed_quantity: number;
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * Format: uri-reference
             * @description Where this list is, its first page.
             * @example http://127.0.0.1:3000/v1/vouchers/CLUB-ADA-0001/redemptions?page=1&limit=10
             */
            url: string;
            /**
             * @description Names the property that holds the redemptions.
             * @example redemption_entries
             * @constant
             */
            data_ref: "redemption_entries";
            /**
             * @description How many redemptions there are in all, failed ones included, on every page.
             * @example 2
             */
            total: number;
            /** @description Succeeded and failed redemptions, newest first. */
            redemption_entries: components["schemas"]["Redemption"][];
        };
        /**
         * @description How often the voucher may be and was redeemed.
         * @example {
         *       "quantity": 1,
         *       "redeemed_quantity": 0,
         *       "object": "list",
         *       "url": "http://127.0.0.1:3000/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10"
         *     }
         */
        VoucherUse: {
            /**
             * @description How many redemptions it allows; null for any number.
             * @example 1
             */
            quantity: number | null;
            /**
             * @description How many succeeded so far.
             * @example 0
             */
            redeemed_quantity: number;
            /**
             * @description Points redeemed so far. Absent unless it is a loyalty card.
             * @example 60
             */
            redeemed_points?: number;
            /**
             * @description Credit redeemed so far, in the smallest currency unit. Absent unless it is a gift voucher.
             * @example 0
             */
            redeemed_amount?: number;
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * Format: uri-reference
             * @description Where to list the redemptions; null when that is not served.
             * @example http://127.0.0.1:3000/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10
             */
            url: string | null;
        };
    };
    responses: {
        /** @description There is no such async action (`not_found`). */
        AsyncActionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is valid, but none of its scopes opens this path (`missing_required_permission`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed (`internal_error`). The body says no more than the request's id, which finds it in the log. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The query or the path is not as described (`invalid_query_params`, `invalid_url`). */
        InvalidPath: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The query is not as described, or `starting_after_id` never was an entry of this card (`invalid_query_params`). */
        InvalidPendingPointsQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The query is not as described (`invalid_query_params`), or the path cannot be decoded (`invalid_url`). */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 10 MiB (`payload_too_large`). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such loyalty program, or no such card in it (`not_found`). */
        ProgramCardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something the request names does not exist (`not_found`): the loyalty program, the card, the reward, its assignment to the program, the order, a product or a SKU. No redemption is recorded. */
        RedeemRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused by the rules of the program, limits over time among them, and recorded as a failed redemption; or not as described (`invalid_payload`), and not recorded. */
        RedemptionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RedemptionRefused"];
            };
        };
        /** @description The store is busy, or the service is stopping (`service_unavailable`). Nothing was done; try again after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Credentials are missing or wrong, of another project, or a token that has ended (`unauthorized`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not `application/json` (`unsupported_media_type`). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such voucher (`not_found`). */
        VoucherNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Id of the async action, as the operation that started it answered.
         * @example aa_00products
         */
        AsyncActionId: string;
        /**
         * @description How many entries a page has at most.
         * @example 10
         */
        Limit: number;
        /**
         * @description How many entries a page has at most. Without `limit` and `page`, up to 1,000 are answered at once; with `page` alone it is 10.
         * @example 10
         */
        LimitOfAll: number;
        /**
         * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
         * @example camp_00club
         */
        LoyaltyCampaign: string;
        /**
         * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
         * @example CLUB-ADA-0001
         */
        Member: string;
        /**
         * @description Which page, the first being 1. A page past the end is empty.
         * @example 1
         */
        Page: number;
        /**
         * @description Which page, the first being 1; with `limit` alone it is 1. A page past the end is empty.
         * @example 1
         */
        PageOfAll: number;
        /**
         * @description Oldest first (`id`) or newest first (`-id`).
         * @example -id
         */
        PendingPointsOrder: "id" | "-id";
        /**
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id.
         * @example -created_at
         */
        PromotionTiersOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Answer what follows this entry: the `more_starting_after` of the page before. An entry that has been activated or canceled since is still good; one that never was this card's is refused.
         * @example lopp_00beans
         */
        StartingAfter: string;
        /**
         * @description Code of the voucher, or its id. A code that matches wins.
         * @example CLUB-ADA-0001
         */
        VoucherCode: string;
    };
    requestBodies: never;
    headers: {
        /** @description The kinds of credentials the operation takes, and what a token that was sent lacks. */
        Challenge: string;
        /** @description Identifies the request; the same value as `request_id` in an error's body. */
        RequestId: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAsyncAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the async action, as the operation that started it answered.
                 * @example aa_00products
                 */
                asyncActionId: components["parameters"]["AsyncActionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The async action. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncAction"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AsyncActionNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProgramMemberPendingPoints: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page has at most.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Oldest first (`id`) or newest first (`-id`).
                 * @example -id
                 */
                order?: components["parameters"]["PendingPointsOrder"];
                /**
                 * @description Answer what follows this entry: the `more_starting_after` of the page before. An entry that has been activated or canceled since is still good; one that never was this card's is refused.
                 * @example lopp_00beans
                 */
                starting_after_id?: components["parameters"]["StartingAfter"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                memberId: components["parameters"]["Member"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of pending points. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingPointsList"];
                };
            };
            400: components["responses"]["InvalidPendingPointsQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProgramCardNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeemRewardByCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                memberId: components["parameters"]["Member"];
            };
            cookie?: never;
        };
        /** @description What to spend the points on. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeemRewardRequest"];
            };
        };
        responses: {
            /** @description The redemption, with the card as it is after the points were taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redemption"];
                };
            };
            400: components["responses"]["RedemptionRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RedeemRewardNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllPromotionTiers: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page has at most.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Which page, the first being 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id.
                 * @example -created_at
                 */
                order?: components["parameters"]["PromotionTiersOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tiers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTierList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVoucherRedemptions: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page has at most. Without `limit` and `page`, up to 1,000 are answered at once; with `page` alone it is 10.
                 * @example 10
                 */
                limit?: components["parameters"]["LimitOfAll"];
                /**
                 * @description Which page, the first being 1; with `limit` alone it is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["PageOfAll"];
            };
            header?: never;
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                code: components["parameters"]["VoucherCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redemptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherRedemptions"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVoucherPublications: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page has at most.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Which page, the first being 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                code: components["parameters"]["VoucherCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of publications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherPublications"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
