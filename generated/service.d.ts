// Generated from openapi/ by scripts/generate.ts. Do not edit.
export interface paths {
    "/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an OAuth token
         * @description Exchanges the key pair for a bearer token that lasts 900 seconds and opens the paths of its scopes. Earlier tokens stay valid until they expire.
         *
         *     Send the key pair as clients of OAuth 2.0 do: in the headers `X-App-Id` and `X-App-Token`, as HTTP Basic (id as user, secret as password), or as the form fields `client_id` and `client_secret`. If it is sent in several ways, all must be the same; otherwise the answer is 400. A bearer token beside the key pair is ignored; a bearer token alone is refused. `scope` is required, and errors have the same body as everywhere here. A form has at most 16 KiB. Credentials in headers are checked before the form is read, those in the form after it.
         *
         *     See [the rule](/docs/behaviour/identity-and-credentials.md#a-token-is-asked-for-as-oauth-clients-ask-for-it).
         */
        post: operations["issueOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect an OAuth token
         * @description Answers whether a token is accepted now, its scopes, and how long it lasts.
         *
         *     For a token that does not exist or that another project issued, `active` is false; that is no error. The operation takes the key pair only: a bearer token beside it is ignored; a bearer token alone is refused.
         *
         *     See [the rule](/docs/behaviour/identity-and-credentials.md#introspecting-a-token-never-fails).
         */
        post: operations["introspectOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/pending-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pending points of a member
         * @description Lists the pending points of a card, newest first by default. Each entry names its cause: the order, the earning rule, the event and the loyalty tier that the holder had. An entry leaves the list when its points become spendable, at 00:00 of the day in `activates_at` in the project's time zone, or earlier when it is activated by hand or canceled, for example with its order.
         *
         *     Pages follow a cursor, so that entries that are added or activated meanwhile neither repeat nor hide others: while `has_more` is true, send `more_starting_after` as `starting_after_id`.
         *
         *     See [the rule](/docs/behaviour/points.md#pending-points-are-settled-once).
         */
        get: operations["listMemberPendingPoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the loyalty points of an order
         * @description Answers how many points the customer's card in this program would gain if the order were paid now, including pending points. All active `order.paid` rules count, each as the customer's loyalty tier changes it. What the card would gain from a loyalty tier that these points reach, or from a segment that the order leads to, counts as well. Nothing is written.
         *
         *     The order is a stored one, by `id` or `source_id`, or described here. With both, properties that are sent override stored ones; `metadata` alone keeps the stored amounts. A new `source_id` without amounts or items has the amount 0; fixed rules still earn. An order earns once; for one that has earned, the answer is what paying it first would bring.
         *
         *     A customer who is not a member is estimated as if they had joined if the program has `auto_join`, else refused with `campaign_not_allow_auto_join`. Points for joining are not included.
         *
         *     See [the rule](/docs/behaviour/points.md#an-estimate-is-what-paying-would-earn).
         */
        post: operations["estimateLoyaltyPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add vouchers to a campaign
         * @description Adds vouchers to a campaign. What the body leaves out comes from the campaign. One voucher is made at once and answered with 200. More are made in the background, and the answer is 202 with the id of an async action.
         *
         *     Codes are unique in the project. `code` is the code of a single voucher; without it, codes are random, by `code_config` or the campaign's own configuration. When fewer codes are left than requested, the request is refused with `invalid_code_config` and nothing is created.
         *
         *     See [the rule](/docs/behaviour/campaigns-and-vouchers.md#codes-are-counted-exactly-and-unique-in-a-project).
         */
        post: operations["addVouchersToCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members/{memberId}/redemption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem a reward with a loyalty card
         * @description Spends points of the card on a reward of its loyalty program. A `MATERIAL` reward takes its price and one unit of its stock. A `CAMPAIGN` reward takes its price and gives a coupon, gift credit or points of another campaign. A `COIN` reward pays for the unpaid part of the order with points; `reward.points` says how many, and the order then becomes `PAID` and may earn. A stored order, named by `id` or `source_id`, counts as it is stored; its other properties in the request are ignored.
         *
         *     Points that expire soonest are taken first. The customer moves between loyalty tiers and segments as the result requires, and earns for that. Everything is done together or not at all.
         *
         *     A refusal by the rules of the program is recorded as a redemption with result `FAILURE` and answered with 400. An unknown card, reward or other thing that the request names is 404, and is not recorded.
         *
         *     See [the rule](/docs/behaviour/redemptions-and-rollbacks.md#the-reasons-to-refuse-have-one-order).
         */
        post: operations["redeemReward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a reward
         * @description Creates a reward that points can buy: a coupon, gift credit or points of another campaign (`CAMPAIGN`), a product (`MATERIAL`) or payment for an order (`COIN`). It can be redeemed once it is assigned to a loyalty program, with its price in points.
         *
         *     See [the rule](/docs/behaviour/redemptions-and-rollbacks.md#a-reward-is-on-offer-once-it-is-assigned).
         */
        post: operations["createReward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/bulk/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update products in bulk
         * @description Updates many products, each found by its `source_id`, and creates those that are unknown. A value sets a property, null clears it, and a property that is not sent stays. Several items with the same `source_id` are applied in their order.
         *
         *     The request is checked as a whole, and a wrong shape refuses all of it and names the index. The products are updated in the background: the answer is 202 with the id of an async action. A product whose data is wrong (metadata that does not fit its schema, the name of another product, an `image_url` that is not an HTTPS address of a `.png` or `.jpg`) fails alone, and the async action reports it. Bulk updates of a project run one after the other.
         *
         *     See [the rule](/docs/behaviour/requests-and-errors.md#requests-are-closed-and-answers-are-open).
         */
        post: operations["updateProductsInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/redemption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a voucher's redemptions
         * @description Lists the redemptions of a voucher, newest first, failed ones and rollbacks too. Beside them it says how many the voucher allows, and how many succeeded and were not rolled back.
         *
         *     Without `limit` and `page`, up to 1,000 entries are answered at once; either of them selects pages. `total` counts all entries on every page.
         *
         *     See [the rule](/docs/behaviour/redemptions-and-rollbacks.md#attempts-and-what-remains-are-counted-apart).
         */
        get: operations["getVoucherRedemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Lists the exports of the project, newest first by default, each with the url of its file once that is written.
         *
         *     See [the rule](/docs/behaviour/identity-and-credentials.md#urls-of-files-and-pages-end).
         */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validation-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List validation rules
         * @description Lists the validation rules of the project, newest first by default. `start_date` and `end_date` limit the list to rules that were created between the two; `total` still counts all rules of the project.
         *
         *     A rule has numbered entries and the `logic` that joins them. The schemas say which facts an entry can look at and which operators compare them. Facts that count, such as `redemption.count.daily`, include the redemption that is judged. `applicable_to` names the goods to which a rule lets points or a discount apply.
         *
         *     See [the rule](/docs/behaviour/lists-and-paths.md#lists-are-newest-first-bounded-and-of-one-moment).
         */
        get: operations["listValidationRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/earning-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create earning rules
         * @description Adds rules to a loyalty program. A rule says how many points an event earns: a paid order, entering a segment, joining, leaving, moving up or down or being prolonged in a loyalty tier, or a custom event. All rules are created or, when one is refused, none; the answer has them in the order sent.
         *
         *     `applicable_to` says which items are measured. A loyalty tier may multiply the points (rounded down) or replace them for its members at the time of the event. With `pending_points`, points of `order.paid` wait some days.
         *
         *     A rule earns while it is active and within its dates (or else its campaign's), timeframe, weekdays and hours, in the project's time zone. With `validation_rule_id` that rule must hold. Each rule earns once by an event. `loyalty_tier.id` `__ANY__` means every tier. A project has at most 100 earning rules unless the service is set otherwise.
         *
         *     See [the rule](/docs/behaviour/money-and-rounding.md#points-for-a-proportional-rule-are-rounded-down).
         */
        post: operations["createEarningRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Answers a customer's profile and the totals of their orders, redemptions and loyalty cards: points and the loyalty tier in each program, how many customers they referred, and who referred them.
         *
         *     See [the rule](/docs/behaviour/lists-and-paths.md#a-path-names-a-thing-by-id-or-by-name-in-a-fixed-order).
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promotions/{campaignId}/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the promotion tiers of a campaign
         * @description Lists the tiers of a promotion campaign, newest first, including those that are switched off. `hierarchy` says in which order they are tried.
         *
         *     Without `limit` and `page`, all tiers are answered at once, up to 10,000; either of them selects pages. `total` counts all tiers on every page.
         *
         *     See [the rule](/docs/behaviour/lists-and-paths.md#lists-are-newest-first-bounded-and-of-one-moment).
         */
        get: operations["listPromotionTiers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/metadata-schemas/{metadataSchemaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a metadata schema
         * @description Answers which metadata a kind of resource may have in a project.
         *
         *     The operation needs no credentials, unless the service is set to require them. Management credentials that are sent must be right.
         *
         *     See [the rule](/docs/behaviour/identity-and-credentials.md#metadata-schemas-can-be-read-without-credentials).
         */
        get: operations["getMetadataSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a custom event
         * @description Records a custom event of a customer. The event must be defined by an event schema. The request names the customer by `id` or `source_id`: an unknown `source_id` creates the customer, and the properties sent update a known one. Earning rules for the event give points to the card in `loyalty`, or else to every card of the customer whose program has such a rule; such programs with `auto_join` enrol the customer first.
         *
         *     Segments and loyalty tiers that follow from the event change, and what they earn is added, before the answer is sent.
         *
         *     With `referral` the event is a conversion: the customer counts as referred by the holder of the code, once for each referral campaign. A customer who was referred there before stays with their first referrer; the event is still recorded and earns.
         *
         *     See [the rule](/docs/behaviour/set-up.md#a-custom-event-brings-its-customer-and-must-be-defined).
         */
        post: operations["sendCustomEvent"];
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
         * @description May be sent back; changes nothing.
         * @example {}
         */
        Acknowledged: unknown;
        /**
         * @description A token that can be used now.
         * @example {
         *       "access_token": "demo0access0token0000000000000000000000000000000",
         *       "client_id": "demo0client0id0000000",
         *       "expires_at": 1798762500,
         *       "expires_in": 512,
         *       "scope": "loyalties vouchers",
         *       "token_type": "Bearer",
         *       "active": true
         *     }
         */
        ActiveToken: {
            /**
             * @description The token. Send it in the `Authorization` header, after the word `Bearer`.
             * @example demo0access0token0000000000000000000000000000000
             */
            access_token: string;
            /**
             * @description Identifies the key pair that the token was issued to; the same for all its tokens.
             * @example demo0client0id0000000
             */
            client_id: string;
            /**
             * @description When it expires, in seconds since 1970-01-01T00:00:00Z.
             * @example 1798762500
             */
            expires_at: number;
            /**
             * @description Seconds left until then; 900 for a new token, 0 for one that has ended.
             * @example 900
             */
            expires_in: number;
            /**
             * @description The granted scopes, separated by single spaces, as they were requested.
             * @example loyalties vouchers
             */
            scope: string;
            /**
             * @description The word to put before the token in the `Authorization` header.
             * @example Bearer
             * @constant
             * @enum {string}
             */
            token_type: "Bearer";
            /**
             * @description True, the token is accepted.
             * @example true
             * @constant
             */
            active: true;
        };
        /** @description How often each voucher may be redeemed. */
        AddVouchersRedemptionRequest: {
            /**
             * @description Redemptions that each voucher allows. Left out, as many as the campaign says.
             * @example 1
             */
            quantity?: number;
        };
        /** @description Properties of the new vouchers that override the campaign's. */
        AddVouchersRequest: {
            /**
             * @description The code of a single voucher; `code_config` is ignored beside it. Refused with more than one voucher.
             * @example SPRING-FAIR
             */
            code?: string;
            code_config?: components["schemas"]["CodeConfigRequest"];
            /**
             * @description Name of their category. Left out, the campaign's.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of their category. Beside `category` it must name the same category.
             * @example cat_00seasonal
             */
            category_id?: string;
            metadata?: components["schemas"]["Metadata"];
            redemption?: components["schemas"]["AddVouchersRedemptionRequest"];
            /**
             * @description A note of yours, kept with each voucher.
             * @example Handed out at the fair
             */
            additional_info?: string;
            /**
             * Format: date-time
             * @description It cannot be used before this instant. Left out, the campaign's.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description It cannot be used after this instant. Left out, the campaign's.
             * @example 2027-05-31T21:59:59.999Z
             */
            expiration_date?: string;
        };
        /**
         * @description An allowed value.
         * @example dark
         */
        AllowedValue: string | number;
        /**
         * @description The goods to which the rule lets a discount or points apply. `excluded` overrides `included`; when nothing is included, all goods that are not excluded. For an earning rule, only these are measured. For a pay-with-points reward, points pay only for these, and an order without them breaks the rule.
         * @example {
         *       "excluded": [],
         *       "included": [],
         *       "included_all": false
         *     }
         */
        ApplicableTo: {
            /** @description Goods that it never applies to. */
            excluded: components["schemas"]["ApplicableToItem"][];
            /** @description Goods that it applies to. */
            included: components["schemas"]["ApplicableToItem"][];
            /**
             * @description True when it applies to all goods that are not excluded.
             * @example false
             */
            included_all: boolean;
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
             * @description Its kind. Open set: more values may come.
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
             * @description The units to which it applies, for example `APPLY_TO_EVERY`. Absent when it was not set. More values may come.
             * @example APPLY_TO_EVERY
             */
            effect?: string;
            /**
             * @description The most units of each item to which it applies. Absent for no limit.
             * @example 2
             */
            quantity_limit?: number;
            /**
             * @description The most units of all its items together to which it applies. Absent for no limit.
             * @example 5
             */
            aggregated_quantity_limit?: number;
            /**
             * @description The most that a discount takes off each of its items, in the smallest currency unit. Absent for no limit.
             * @example 700
             */
            amount_limit?: number;
            /**
             * @description The most that a discount takes off all its items of one order together, in the smallest currency unit. Absent for no limit.
             * @example 1500
             */
            aggregated_amount_limit?: number;
            /**
             * @description The unit price to which a `FIXED` discount lowers it, in the smallest currency unit. Absent for the price of the discount.
             * @example 800
             */
            price?: number;
            /**
             * @description How many items or units are skipped before the first one that it applies to. Absent means 0.
             * @example 1
             */
            skip_initially?: number;
            /**
             * @description From there, it applies to every n-th item or unit; this is n. Absent means 1.
             * @example 2
             */
            repeat?: number;
            /**
             * @description Whether `skip_initially` and `repeat` count items (`ITEM`) or units. Absent means items. Open set: more values may come.
             * @example UNIT
             * @enum {string}
             */
            target?: "ITEM" | "UNIT";
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
             * @description Their number.
             * @example 0
             */
            total: number;
            /**
             * @description Name of the property that holds the entries.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
        };
        /**
         * @description Background work was accepted.
         * @example {
         *       "async_action_id": "aa_00products"
         *     }
         */
        AsyncActionAccepted: {
            /**
             * @description Id of the async action.
             * @example aa_00products
             */
            async_action_id: string;
        };
        /**
         * @description One of several mistakes of a body, of a path or of a query.
         * @example {
         *       "key": "invalid_payload",
         *       "pointer": "/items/1/quantity",
         *       "details": "Property .items[1].quantity must be at least 1, got 0."
         *     }
         */
        BodyMistake: {
            /**
             * @description What is wrong, as one of the error keys.
             * @example invalid_payload
             */
            key: string;
            /**
             * Format: json-pointer
             * @description Where in the body, as a JSON Pointer (RFC 6901); also for something that is missing. For a form, a path and a query, the name after a slash; for the body as a whole, the empty text. Absent when the body is as described and the mistake is in metadata, by your metadata schema.
             * @example /items/1/quantity
             */
            pointer?: string;
            /**
             * @description The property, what was expected of it, and what was found.
             * @example Property .items[1].quantity must be at least 1, got 0.
             */
            details: string;
        };
        /** @description A category under which campaigns, vouchers and promotion tiers are filed. */
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
             * @description Its rank; a lower number comes first.
             * @example 1
             */
            hierarchy: number;
            /**
             * @description Always `category`.
             * @example category
             * @constant
             * @enum {string}
             */
            object: "category";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
        };
        /**
         * @description How codes are made: `prefix`, then `pattern` (or `length` random characters), then `postfix`; 512 characters at most. It replaces the campaign's. A configuration that cannot make a code is refused with `invalid_code_config`.
         * @example {
         *       "pattern": "FAIR-####",
         *       "charset": "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
         *     }
         */
        CodeConfigRequest: {
            /**
             * @description Left out, 8. How many random characters a code has, without prefix and postfix.
             * @example 6
             */
            length?: number;
            /**
             * @description Left out, `0-9`, `a-z` and `A-Z`. The characters to draw from.
             * @example ABCDEFGHJKLMNPQRSTUVWXYZ23456789
             */
            charset?: string;
            /**
             * @description Text before each code.
             * @example FAIR-
             */
            prefix?: string;
            /**
             * @description Text after each code.
             * @example -26
             */
            postfix?: string;
            /**
             * @description Another name for `postfix`. When both are sent, `postfix` is used.
             * @example -26
             */
            suffix?: string;
            /**
             * @description The code, in which every `#` is replaced by a random character. With it, `length` is ignored.
             * @example ####-##
             */
            pattern?: string;
            /**
             * @description Ignored; the query parameter `vouchers_count` says how many.
             * @example 1
             */
            readonly initial_count?: number;
        };
        /** @description How a material reward is shown. */
        CreateRewardAttributesRequest: {
            /**
             * @description Address of a picture.
             * @example https://cdn.example.com/mug.png
             */
            image_url?: string;
            /**
             * @description A text about it.
             * @example Holds 300 ml
             */
            description?: string;
        };
        /** @description The new reward. */
        CreateRewardRequest: {
            /**
             * @description Its name. Left out, it is named after what it gives.
             * @example Stoneware mug
             */
            name?: string;
            /**
             * @description The type of the reward. Left out, it follows from `parameters`; when both are sent they must agree.
             * @example MATERIAL
             * @enum {string}
             */
            type?: "CAMPAIGN" | "COIN" | "MATERIAL";
            parameters: components["schemas"]["RewardParametersRequest"];
            /**
             * @description How many units of a material reward there are; null or left out for no limit.
             * @example 500
             */
            stock?: number | null;
            attributes?: components["schemas"]["CreateRewardAttributesRequest"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The event as it was recorded. */
        CustomEvent: {
            /**
             * @description Always `event`.
             * @example event
             * @constant
             * @enum {string}
             */
            object: "event";
            /**
             * @description Name of the event.
             * @example product_reviewed
             */
            type: string;
            customer: components["schemas"]["SimpleCustomer"];
            /**
             * @description Always null; the customer's `referrals` show the referral.
             * @example null
             */
            referral: null;
            /**
             * @description Always null; the customer's cards show the points.
             * @example null
             */
            loyalty: null;
            metadata: components["schemas"]["Metadata"];
        };
        /**
         * @description Points in proportion to a numeric property of the event's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "CUSTOM_EVENT_METADATA",
         *       "custom_event": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "rating"
         *         }
         *       }
         *     }
         */
        CustomEventMetadataEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the event's metadata.
             * @enum {string}
             */
            calculation_type: "CUSTOM_EVENT_METADATA";
            custom_event: components["schemas"]["CustomEventMetadataEarningCustomEvent"];
        };
        /** @description The step. */
        CustomEventMetadataEarningCustomEvent: {
            metadata: components["schemas"]["MetadataEarningStep"];
        };
        /** @description The step. */
        CustomEventMetadataEarningCustomEventRequest: {
            metadata: components["schemas"]["MetadataEarningStepRequest"];
        };
        /**
         * @description Points in proportion to a numeric property of the event's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "CUSTOM_EVENT_METADATA",
         *       "custom_event": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "rating"
         *         }
         *       }
         *     }
         */
        CustomEventMetadataEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the event's metadata.
             * @enum {string}
             */
            calculation_type: "CUSTOM_EVENT_METADATA";
            custom_event: components["schemas"]["CustomEventMetadataEarningCustomEventRequest"];
        };
        /** @description A customer, with the totals of their orders, redemptions and cards. Profile properties that were never set are absent. */
        Customer: {
            /**
             * @description Id of the customer.
             * @example cust_00ada
             */
            id: string;
            /**
             * @description Your own identifier, unique in the project. Absent when there is none.
             * @example ada
             */
            source_id?: string;
            /**
             * @description Name. Absent when unknown.
             * @example Ada Baker
             */
            name?: string;
            /**
             * @description E-mail address. Absent when unknown.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Phone number; needed to send codes by text message. Absent when unknown.
             * @example +49 30 5550100
             */
            phone?: string;
            /**
             * @description A note of yours. Absent when there is none.
             * @example Comes on Saturdays
             */
            description?: string;
            /**
             * Format: date
             * @deprecated
             * @description Day of birth, kept apart from `birthdate`. Absent when it was not set. Use `birthdate`.
             * @example 1990-12-10
             */
            birthday?: string;
            /**
             * Format: date
             * @description Day of birth. Absent when unknown.
             * @example 1990-12-10
             */
            birthdate?: string;
            /** @description The customer's address; null when unknown. */
            address: components["schemas"]["CustomerAddress"] | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Key/value pairs of the service; empty when there are none.
             * @example {}
             */
            system_metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the customer was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the profile last changed; null until it does.
             * @example 2026-11-20T09:30:00.000Z
             */
            updated_at: string | null;
            assets: components["schemas"]["CustomerAssets"];
            summary: components["schemas"]["CustomerSummary"];
            loyalty: components["schemas"]["CustomerLoyalty"];
            referrals: components["schemas"]["CustomerReferrals"];
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             * @enum {string}
             */
            object: "customer";
        };
        /**
         * @description The customer's address.
         * @example {
         *       "line_1": "Linden 4",
         *       "postal_code": "10117",
         *       "city": "Berlin",
         *       "country": "Germany"
         *     }
         */
        CustomerAddress: {
            /**
             * @description City; null or absent when unknown.
             * @example Berlin
             */
            city?: string | null;
            /**
             * @description State or region; null or absent when unknown.
             * @example Berlin
             */
            state?: string | null;
            /**
             * @description Street and number; null or absent when unknown.
             * @example Linden 4
             */
            line_1?: string | null;
            /**
             * @description Second line of the street address; null or absent when unknown.
             * @example Back yard
             */
            line_2?: string | null;
            /**
             * @description Country; null or absent when unknown.
             * @example Germany
             */
            country?: string | null;
            /**
             * @description Postal code; null or absent when unknown.
             * @example 10117
             */
            postal_code?: string | null;
        };
        /**
         * @description The customer's address. A property that is not sent is unknown.
         * @example {
         *       "line_1": "Linden 4",
         *       "postal_code": "10117",
         *       "city": "Berlin",
         *       "country": "Germany"
         *     }
         */
        CustomerAddressRequest: {
            /**
             * @description City; null or absent when unknown.
             * @example Berlin
             */
            city?: string | null;
            /**
             * @description State or region; null or absent when unknown.
             * @example Berlin
             */
            state?: string | null;
            /**
             * @description Street and number; null or absent when unknown.
             * @example Linden 4
             */
            line_1?: string | null;
            /**
             * @description Second line of the street address; null or absent when unknown.
             * @example Back yard
             */
            line_2?: string | null;
            /**
             * @description Country; null or absent when unknown.
             * @example Germany
             */
            country?: string | null;
            /**
             * @description Postal code; null or absent when unknown.
             * @example 10117
             */
            postal_code?: string | null;
        };
        /** @description Pages made for this customer. */
        CustomerAssets: {
            /**
             * Format: uri
             * @description Url of a page with the customer's balance and vouchers, which needs no credentials; null when the page is not served. The url ends 30 days after the day of the answer (in UTC), unless the operator set another number. Each answer has a valid url, which stays the same for a day.
             * @example http://127.0.0.1:3000/customers/cHJval8wMGRlbW8gY3VzdF8wMGFkYQ.w5Gt0kXv3oB7iJfM
             */
            cockpit_url: string | null;
        };
        /** @description Totals of the customer's loyalty cards. */
        CustomerLoyalty: {
            /**
             * @description Points left to spend, over all cards.
             * @example 440
             */
            points: number;
            /**
             * @description How many customers this customer referred, in all referral campaigns.
             * @example 0
             */
            referred_customers: number;
            /**
             * @description The same for each campaign, by its name: loyalty programs of which the customer holds a card, and referral campaigns in which they referred customers, which have no points.
             * @example {
             *       "Coffee Club": {
             *         "points": 440,
             *         "referred_customers": 0,
             *         "loyalty_tier": "ltr_00silver"
             *       }
             *     }
             */
            campaigns: {
                [key: string]: components["schemas"]["CustomerLoyaltyCampaign"];
            };
        };
        /** @description The customer's points and referrals in one campaign. */
        CustomerLoyaltyCampaign: {
            /**
             * @description Points left to spend in it.
             * @example 440
             */
            points: number;
            /**
             * @description How many customers this customer referred in it.
             * @example 0
             */
            referred_customers: number;
            /**
             * @description Id of the customer's loyalty tier in it. Absent when there is none.
             * @example ltr_00silver
             */
            loyalty_tier?: string;
        };
        /**
         * @description Points in proportion to a numeric property of the customer's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "CUSTOMER_METADATA",
         *       "customer": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "visits"
         *         }
         *       }
         *     }
         */
        CustomerMetadataEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the customer's metadata.
             * @enum {string}
             */
            calculation_type: "CUSTOMER_METADATA";
            customer: components["schemas"]["CustomerMetadataEarningCustomer"];
        };
        /** @description The step. */
        CustomerMetadataEarningCustomer: {
            metadata: components["schemas"]["MetadataEarningStep"];
        };
        /** @description The step. */
        CustomerMetadataEarningCustomerRequest: {
            metadata: components["schemas"]["MetadataEarningStepRequest"];
        };
        /**
         * @description Points in proportion to a numeric property of the customer's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "CUSTOMER_METADATA",
         *       "customer": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "visits"
         *         }
         *       }
         *     }
         */
        CustomerMetadataEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the customer's metadata.
             * @enum {string}
             */
            calculation_type: "CUSTOMER_METADATA";
            customer: components["schemas"]["CustomerMetadataEarningCustomerRequest"];
        };
        /**
         * @description Referrals of this customer by others, at most one in each referral campaign.
         * @example {
         *       "total": 1,
         *       "campaigns": [
         *         {
         *           "campaign_id": "camp_00friends",
         *           "referrer_id": "cust_00ada",
         *           "related_object_id": "v_00friend",
         *           "related_object_type": "voucher",
         *           "date": "2026-11-16T09:30:00.000Z"
         *         }
         *       ]
         *     }
         */
        CustomerReferrals: {
            /**
             * @description How often the customer was referred.
             * @example 0
             */
            total: number;
            /** @description Each of those referrals. */
            campaigns: components["schemas"]["CustomerReferralsCampaign"][];
        };
        /** @description One referral. */
        CustomerReferralsCampaign: {
            /**
             * @description Id of the referral campaign.
             * @example camp_00friends
             */
            campaign_id: string;
            /**
             * @description Id of the referrer.
             * @example cust_00ada
             */
            referrer_id: string;
            /**
             * @description Id of the referral code.
             * @example v_00friend
             */
            related_object_id: string;
            /**
             * @description Its kind, `voucher`. More values may come.
             * @example voucher
             */
            related_object_type: string;
            /**
             * Format: date-time
             * @description When the conversion was recorded.
             * @example 2026-11-20T09:30:00.000Z
             */
            date: string;
        };
        /**
         * @description The customer, by `id` or `source_id`, with properties of the profile. Without both, the customer is unknown. An answer of this service can be sent back unchanged.
         * @example {
         *       "source_id": "ada"
         *     }
         */
        CustomerRequest: {
            /**
             * @description Id of a known customer. Beside it `source_id` is ignored.
             * @example cust_00ada
             */
            id?: string;
            /**
             * @description Your own identifier, unique in the project. Where no customer has it, a new customer is made, by an order as well: a misspelt identifier makes a second customer. `listCustomers` shows the newest first. Null counts as not sent.
             * @example ada
             */
            source_id?: string | null;
            /**
             * @description Name; null clears it.
             * @example Ada Baker
             */
            name?: string | null;
            /**
             * @description E-mail address, taken as it is sent, also without an @; null clears it.
             * @example ada@example.com
             */
            email?: string | null;
            /**
             * @description Phone number, needed to send codes by text message; null clears it.
             * @example +49 30 5550100
             */
            phone?: string | null;
            /**
             * @description A note of yours; null clears it.
             * @example Comes on Saturdays
             */
            description?: string | null;
            /**
             * Format: date
             * @deprecated
             * @description Day of birth, not after today where it changes, kept apart from `birthdate`; null clears it. Use `birthdate`.
             * @example 1990-12-10
             */
            birthday?: string | null;
            /**
             * Format: date
             * @description Day of birth, not after today where it changes; null clears it.
             * @example 1990-12-10
             */
            birthdate?: string | null;
            /** @description The customer's address, replaced as a whole; null clears it. */
            address?: components["schemas"]["CustomerAddressRequest"] | null;
            /**
             * @description Your own key/value pairs, merged into the stored ones: null removes a key, and a key that is not sent stays. Checked against the metadata schema of customers.
             * @example {
             *       "cups_per_day": 4
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            system_metadata?: components["schemas"]["Acknowledged"];
            /**
             * Format: date-time
             * @description May be sent back; changes nothing.
             * @example 2026-11-01T08:00:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description May be sent back; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly updated_at?: string | null;
            assets?: components["schemas"]["Acknowledged"];
            summary?: components["schemas"]["Acknowledged"];
            loyalty?: components["schemas"]["Acknowledged"];
            referrals?: components["schemas"]["Acknowledged"];
            /**
             * @description May be sent back; changes nothing.
             * @example customer
             * @constant
             * @enum {string}
             */
            readonly object?: "customer";
        };
        /** @description Totals of the customer's redemptions and orders. */
        CustomerSummary: {
            redemptions: components["schemas"]["CustomerSummaryRedemptions"];
            orders: components["schemas"]["CustomerSummaryOrders"];
        };
        /** @description Orders of the customer that are `PAID` or `FULFILLED`. */
        CustomerSummaryOrders: {
            /**
             * @description Sum of their totals after discounts, in the smallest currency unit.
             * @example 7300
             */
            total_amount: number;
            /**
             * @description Their number.
             * @example 2
             */
            total_count: number;
            /**
             * @description `total_amount` divided by `total_count`, rounded half up; 0 without orders.
             * @example 3650
             */
            average_amount: number;
            /**
             * @description Total of the last order, in the smallest currency unit; 0 without orders.
             * @example 3700
             */
            last_order_amount: number;
            /**
             * Format: date-time
             * @description When the last order was paid. Absent without orders.
             * @example 2026-11-20T09:30:00.000Z
             */
            last_order_date?: string;
        };
        /** @description Redemptions by the customer, of their own or other vouchers. Of redemptions that were made together, each counts. */
        CustomerSummaryRedemptions: {
            /**
             * @description `total_failed` plus `total_succeeded`.
             * @example 2
             */
            total_redeemed: number;
            /**
             * @description Redemptions that failed.
             * @example 1
             */
            total_failed: number;
            /**
             * @description Redemptions that succeeded, including those that were rolled back later.
             * @example 1
             */
            total_succeeded: number;
            /**
             * @description All rollbacks.
             * @example 0
             */
            total_rolled_back: number;
            /**
             * @description Rollbacks that were refused.
             * @example 0
             */
            total_rollback_failed: number;
            /**
             * @description Rollbacks that succeeded.
             * @example 0
             */
            total_rollback_succeeded: number;
            gift: components["schemas"]["CustomerSummaryRedemptionsGift"];
            loyalty_card: components["schemas"]["CustomerSummaryRedemptionsLoyaltyCard"];
        };
        /** @description Of all gift vouchers that the customer holds. */
        CustomerSummaryRedemptionsGift: {
            /**
             * @description Credit redeemed by anybody, without what rollbacks gave back; in the smallest currency unit.
             * @example 0
             */
            redeemed_amount: number;
            /**
             * @description Credit left, in the smallest currency unit.
             * @example 0
             */
            amount_to_go: number;
        };
        /** @description Of all loyalty cards that the customer holds. */
        CustomerSummaryRedemptionsLoyaltyCard: {
            /**
             * @description Points redeemed, without what rollbacks gave back.
             * @example 60
             */
            redeemed_points: number;
            /**
             * @description Points left to spend.
             * @example 440
             */
            points_to_go: number;
        };
        /**
         * @description The discount. `AMOUNT` has `amount_off`; `PERCENT` has `percent_off` and perhaps `amount_limit`; `FIXED` has `fixed_amount`; `UNIT` has `unit_off`, `unit_type` and a product or SKU, or `units`. Properties of the other types are absent.
         * @example {
         *       "type": "AMOUNT",
         *       "amount_off": 500,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        Discount: {
            /**
             * @description What kind of discount it is. Open set: more values may come.
             * @example AMOUNT
             * @enum {string}
             */
            type: "AMOUNT" | "PERCENT" | "FIXED" | "UNIT";
            /**
             * @description With `AMOUNT`, the amount taken off, in the smallest currency unit.
             * @example 500
             */
            amount_off?: number;
            /**
             * @description Always absent: formulas are not supported.
             * @example IF(ORDER_AMOUNT > 2000;500;200)
             */
            amount_off_formula?: string;
            /**
             * @description With `PERCENT`, the percentage taken off.
             * @example 10
             */
            percent_off?: number;
            /**
             * @description With `PERCENT`, the most that it takes off one order, or off each item with `APPLY_TO_ITEMS`, in the smallest currency unit. Absent when there is no limit.
             * @example 2000
             */
            amount_limit?: number;
            /**
             * @description With `FIXED`, the price that it lowers to, in the smallest currency unit.
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
            /** @description With `UNIT` and effect `ADD_MANY_ITEMS`, the products and SKUs that are free. */
            units?: components["schemas"]["DiscountedUnits"][];
            /**
             * @description The most that it takes off all items of one order together, in the smallest currency unit. Absent when there is no limit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What the discount applies to. Absent when it was created without one. Open set: more values may come.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | "APPLY_TO_ITEMS_PROPORTIONALLY" | "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" | "APPLY_TO_ITEMS_BY_QUANTITY" | "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_MANY_ITEMS" | "ADD_SAME_ITEMS";
            /**
             * @description True when it is calculated for every order by a formula. Absent means false.
             * @example false
             */
            is_dynamic?: boolean;
        };
        /**
         * @description A product or SKU that a `UNIT` discount makes free. Absent when the free thing is of the other kind.
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
         * @description One of several products and SKUs that a `UNIT` discount makes free.
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
             * @description Whether the units are always added to the order, or only when they are missing. Open set: more values may come.
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
         * @description What the event earns: a fixed number of points, or points in proportion to something.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        Earning: components["schemas"]["FixedEarning"] | components["schemas"]["ProportionalEarning"];
        /**
         * @description What the event earns: a fixed number of points, or points in proportion to something.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        EarningRequest: components["schemas"]["FixedEarningRequest"] | components["schemas"]["ProportionalEarningRequest"];
        /** @description An event and what it earns. What does not apply to the event is absent. */
        EarningRule: {
            /**
             * @description Id of the earning rule.
             * @example ern_00euro
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was created; the same for all rules of one request.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Id of the validation rule that must hold; null for none.
             * @example val_00twenty
             */
            validation_rule_id: string | null;
            loyalty: components["schemas"]["Earning"];
            /**
             * @description Name of the event.
             * @example order.paid
             */
            event: string;
            segment?: components["schemas"]["EarningRuleSegment"];
            custom_event?: components["schemas"]["EarningRuleCustomEvent"];
            loyalty_tier?: components["schemas"]["EarningRuleLoyaltyTier"];
            pending_points?: components["schemas"]["EarningRulePendingPoints"];
            expiration_rules?: components["schemas"]["ExpirationRules"];
            source: components["schemas"]["EarningRuleSource"];
            /**
             * @description False when it is switched off.
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description It earns nothing before this instant. Absent when the campaign's counts.
             * @example 2026-11-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description It earns nothing after this instant. Absent when the campaign's counts.
             * @example 2027-10-31T22:59:59.999Z
             */
            expiration_date?: string;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
            /**
             * @description Always `earning_rule`.
             * @example earning_rule
             * @constant
             * @enum {string}
             */
            object: "earning_rule";
            /**
             * @description Id of the automation that carries the rule out.
             * @example auto_00euro
             */
            automation_id: string;
            metadata: components["schemas"]["Metadata"];
        };
        /** @description The event schema of the custom event. Absent for other events. */
        EarningRuleCustomEvent: {
            /**
             * @description Id of the event schema.
             * @example ms_00review
             */
            schema_id: string;
        };
        /** @description With a custom event, its event schema. */
        EarningRuleCustomEventRequest: {
            /**
             * @description Id of the event schema; an unknown one is 404 `not_found`.
             * @example ms_00review
             */
            schema_id: string;
        };
        /** @description The loyalty tier of the event. Absent unless the event is one of loyalty tiers. */
        EarningRuleLoyaltyTier: {
            /**
             * @description Id of the loyalty tier; `__ANY__` for every tier.
             * @example ltr_00gold
             * @example __ANY__
             */
            id: string;
        };
        /** @description With an event of loyalty tiers, the tier: the one that was entered (`joined`, `upgraded`, `downgraded`), left (`left`) or kept (`prolonged`). */
        EarningRuleLoyaltyTierRequest: {
            /**
             * @description Id of a loyalty tier of this program; an unknown one is 404 `not_found`. `__ANY__` for every tier it has, now or later.
             * @example ltr_00gold
             * @example __ANY__
             */
            id: string;
        };
        /** @description How long the points are pending. Absent when they can be spent at once. */
        EarningRulePendingPoints: {
            /**
             * @description Always `DAY`.
             * @example DAY
             * @constant
             * @enum {string}
             */
            period_type: "DAY";
            /**
             * @description How many days.
             * @example 3
             */
            period_value: number;
        };
        /** @description An event and what it earns. `customer.segment.entered` needs `segment`, an event of loyalty tiers needs `loyalty_tier`, a custom event needs `custom_event`; beside any other event these are refused. `pending_points` goes with `order.paid` only. The rule earns while it is `active` and within its dates, timeframe, weekdays and hours. */
        EarningRuleRequest: {
            /**
             * @description `order.paid`, `customer.segment.entered`, one of `customer.loyalty.tier.joined`, `customer.loyalty.tier.left`, `customer.loyalty.tier.upgraded`, `customer.loyalty.tier.downgraded` and `customer.loyalty.tier.prolonged`, or the name of a custom event, which may not begin with `customer.` or `order.`.
             * @example order.paid
             */
            event: string;
            /**
             * @description Id of a validation rule that must hold; an unknown one is 404 `not_found`. Null or left out for none. Calculations over items do not measure items that its `applicable_to` leaves out.
             * @example val_00twenty
             */
            validation_rule_id?: string | null;
            segment?: components["schemas"]["EarningRuleSegmentRequest"];
            custom_event?: components["schemas"]["EarningRuleCustomEventRequest"];
            loyalty_tier?: components["schemas"]["EarningRuleLoyaltyTierRequest"];
            loyalty: components["schemas"]["EarningRequest"];
            source?: components["schemas"]["EarningRuleSourceRequest"];
            /**
             * @description Left out, true. False to create it switched off.
             * @example true
             */
            active?: boolean;
            /**
             * Format: date-time
             * @description It earns nothing before this instant. Left out, the campaign's start counts.
             * @example 2026-11-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description It earns nothing after this instant. Left out, the campaign's end counts.
             * @example 2027-10-31T22:59:59.999Z
             */
            expiration_date?: string;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /** @description With `order.paid` only: how long the points are pending before they can be spent. They expire counting from the day on which they are to become active, or from an earlier activation. Null or left out, they can be spent at once. */
            pending_points?: components["schemas"]["PendingPointsRequest"] | null;
            /** @description When its points lapse. Null or left out, as the campaign says. */
            expiration_rules?: components["schemas"]["ExpirationRulesRequest"] | null;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The segment that the customer enters. Absent for other events. */
        EarningRuleSegment: {
            /**
             * @description Id of the segment.
             * @example seg_00vip
             */
            id: string;
        };
        /** @description The segment that the customer enters, with `customer.segment.entered`. */
        EarningRuleSegmentRequest: {
            /**
             * @description Id of the segment; an unknown one is 404 `not_found`.
             * @example seg_00vip
             */
            id: string;
        };
        /** @description The campaign of the rule, and how the rule is shown to customers. */
        EarningRuleSource: {
            /**
             * @description Its text for the customer. Absent when it has none.
             * @example 1 point for every euro
             */
            banner?: string;
            /**
             * @description Id of the campaign.
             * @example camp_00club
             */
            object_id: string;
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             * @enum {string}
             */
            object_type: "campaign";
        };
        /** @description How the rule is shown to customers. */
        EarningRuleSourceRequest: {
            /**
             * @description Its text for the customer.
             * @example 1 point for every euro
             */
            banner?: string;
        };
        /** @description The created rules, in the order sent. */
        EarningRules: components["schemas"]["EarningRule"][];
        /** @description The rules to create; all of them or, when one is refused, none. */
        EarningRulesRequest: components["schemas"]["EarningRuleRequest"][];
        /**
         * @description Points for each full step.
         * @example {
         *       "every": 100,
         *       "points": 1
         *     }
         */
        EarningStep: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
        };
        /**
         * @description Points for each full step.
         * @example {
         *       "every": 100,
         *       "points": 1
         *     }
         */
        EarningStepRequest: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
        };
        /**
         * @description The body of every answer that is not a success.
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
        ErrorAnswer: {
            /**
             * @description The HTTP status, for callers that see only the body.
             * @example 404
             */
            code: number;
            /**
             * @description What went wrong, as a word to branch on. More keys may come; treat one you do not know by its HTTP status.
             *
             *     | key | status | when | what to do |
             *     |---|---|---|---|
             *     | invalid_url | 400 | The path cannot be decoded, or a path parameter is not as described. | Percent-encode each part of the path. |
             *     | invalid_headers | 400 | A header is not as described. | Correct the header that `details` names. |
             *     | invalid_query_params | 400 | A query parameter is unknown, out of bounds, of the wrong form, or a cursor of another list. | Correct the parameter that `details` names. |
             *     | invalid_payload | 400 | The body cannot be read, or a property is unknown, missing, of the wrong type, out of bounds, or at odds with another. | Correct the property that `details` names. |
             *     | missing_param | 400 | A property is missing that another property requires. | Send the property that `details` names. |
             *     | missing_parameters | 400 | A field of a token form is missing or empty. | Send the field that `details` names. |
             *     | invalid_grant_type | 400 | A token was asked for with a grant other than `client_credentials`. | Send `grant_type=client_credentials`. |
             *     | invalid_scope | 400 | A scope does not exist, or scopes are not separated by spaces. | Send scopes of the list, with a space between them. |
             *     | metadata_validation_failed | 400 | Metadata does not fit the project's metadata schema, or an event does not fit its event schema. | Correct the key that `details` names, or the schema. |
             *     | invalid_validation_rules | 400 | A validation rule is not valid. | Correct the entry that `details` names. |
             *     | invalid_code_config | 400 | The codes cannot be made: the configuration allows no code, the codes are too long, or fewer are left than requested. | Lengthen the pattern, widen the charset, or ask for as many as `details` says are left. |
             *     | invalid_campaign | 400 | The campaign is of a kind that cannot do this. | Use a campaign of the kind that `details` asks for. |
             *     | invalid_voucher | 400 | The voucher is of a kind that cannot do this, or a referral code has no holder. | Use a voucher of the kind that `details` asks for, or publish the code first. |
             *     | invalid_customer | 400 | The card has no holder, or the order, the card or the referral code belongs to another customer. | Give the card to the customer first, or use one of theirs; name the code's holder, or no referrer. |
             *     | invalid_order | 400 | The order has nothing left to pay with points, or is paid, or canceled; a discount would give it too many items or units; or a rollback names another order, or a status for an order that is another customer's by now. | Do what `details` says, for example send items with prices, or no status. |
             *     | invalid_amount | 400 | An amount or a number of points is beyond the range that is counted exactly. | Send smaller prices, quantities or ratios. |
             *     | invalid_balance | 400 | The points or credit to add or take away are 0, more than can be spent or counted, or of a card without a holder; or the balance of a reward is below 1, or not allowed. | Correct the number, or leave it out. |
             *     | invalid_pending_points_state | 400 | The points are no longer pending: they were activated or canceled. | Nothing can be changed any more. |
             *     | resource_in_use | 400 | The resource to delete is needed by others, or an import goes on while a customer is to be erased. | Delete or change what `details` names first, or wait. |
             *     | already_rolled_back | 400 | The redemption was rolled back before. | Nothing is left to do. |
             *     | gift_amount_exceeded | 400 | The gift voucher has less free credit than requested, or none; or the gift credit that a redemption to be rolled back gave is spent or locked. | Request less; or first roll back what `details` names, or add as much credit. |
             *     | duplicated_redeemables | 400 | A voucher or promotion tier is named twice, perhaps by its code and by its id. | Send it once. |
             *     | invalid_redeemables | 400 | There are more vouchers and promotion tiers than the project's stacking rules allow. | Send fewer. |
             *     | no_applicable_redeemables | 400 | None of the vouchers and promotion tiers can be redeemed. | Validate them; the answer has the reason of each. |
             *     | invalid_redemption | 400 | The redemption to roll back is the parent of several that were made together. | Roll them back by `POST /v1/redemptions/{parentRedemptionId}/rollbacks`. |
             *     | invalid_redemption_parent | 400 | The redemption to roll back is one of several that were made together. | Roll back all of them, by the id in its `redemption`. |
             *     | invalid_rollback_params | 400 | The redemption to roll back failed, or is a rollback. | Roll back a redemption that succeeded. |
             *     | missing_reward | 400 | The request redeems a card and names no reward. | Send `reward.id`. |
             *     | missing_order | 400 | The request redeems a pay-with-points reward and has no order. | Send `order` with items, or the id of a stored one. |
             *     | missing_amount | 400 | Credit or points cannot pay, because nothing has an amount. | Send `order` with an amount, or with items that have prices. |
             *     | missing_order_items_amount | 400 | The gift credit pays only for certain items, and the order has none of them with a price. | Send `order.items` with prices. |
             *     | missing_customer | 400 | A rule or a card needs the customer. | Send `customer`. |
             *     | campaign_not_active | 400 | The campaign is switched off or outside its dates. | Switch it on, or change its dates. |
             *     | campaign_not_allow_auto_join | 400 | The customer is not a member, and the program has no `auto_join`. | Add the customer as a member first. |
             *     | loyalty_card_not_active | 400 | The member's card is switched off or outside its dates. | Switch it on, or change its dates. |
             *     | loyalty_card_points_exceeded | 400 | The card has fewer points than the reward costs (without those that locks hold), or none; or points of another program that a redemption to be rolled back gave are spent or locked by now. | Choose a cheaper reward, or earn more points; or first roll back what `details` names. |
             *     | voucher_disabled | 400 | The voucher is switched off, or went back with its reward. | Switch it on; what went back stays off. |
             *     | voucher_not_active | 400 | The voucher has not started yet. | Try again after its `start_date`. |
             *     | voucher_expired | 400 | The voucher has ended. | Use another voucher, or move its `expiration_date`. |
             *     | voucher_not_active_now | 400 | It is outside the voucher's timeframe, days or hours. | Try again within them. |
             *     | promotion_inactive | 400 | The promotion tier or its campaign is switched off. | Switch it on. |
             *     | promotion_not_active_now | 400 | It is outside the dates, timeframe, days or hours of the promotion tier or its campaign. | Try again within them. |
             *     | voucher_already_published | 400 | The voucher has a holder already. | Choose a voucher without a holder. |
             *     | referrer_not_permitted_to_redeem | 400 | The referral code is the customer's own. | Send another customer's code, or none. |
             *     | no_voucher_suitable_for_publication | 400 | The campaign has no voucher left to give and makes none; a publication, joining or a reward needs one. | Add vouchers to that campaign. |
             *     | customer_rules_violated | 400 | A rule on the customer does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | order_rules_violated | 400 | A rule on the order does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | redemption_rules_violated | 400 | A rule on the redemption, such as on its metadata or on the number of redemptions, does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | quantity_exceeded | 400 | The voucher was redeemed as often as it allows, or locks hold its last uses; or the coupon that a redemption to be rolled back gave is used or locked by now. | Use another voucher, or wait for the locks; or first roll back what `details` names. |
             *     | reward_out_of_stock | 400 | All units of a material reward are taken. | Choose another reward, or raise its stock. |
             *     | unauthorized | 401 | Credentials are missing, wrong, revoked, expired or of another project. | Send the key pair or a new token. |
             *     | missing_required_permission | 403 | The token's scopes do not open the operation. | Ask for a token with one of the scopes that `details` names. |
             *     | not_found | 404 | There is no such path, or the project has nothing with the id, code or name in `details`. | Correct it, or create the resource first. |
             *     | method_not_allowed | 405 | The path exists, but not with this method. | Use a method of the `Allow` header. |
             *     | stacking_rules_exist | 409 | The project has stacking rules already, and can have only one set. | Change those that `resource_id` names, or delete them first. |
             *     | duplicate_found | 409 | The code or name is in use in the project. | Choose another, or use the resource that has it. |
             *     | idempotency_key_in_use | 409 | A request with the same `Idempotency-Key` is being carried out. | Send it again after `Retry-After` seconds. |
             *     | url_ended | 410 | The url of a customer's page or of an export's file has ended. | Read the customer or the export again; each answer has a valid url. |
             *     | payload_too_large | 413 | The body is larger than 10 MiB, or a form without a file than 16 KiB. | Send it in parts. |
             *     | uri_too_long | 414 | A path parameter has more than 512 characters. | Shorten it. |
             *     | unsupported_media_type | 415 | The body is of a content type that the operation does not take. | Send the content type that `details` names. |
             *     | range_not_satisfiable | 416 | The file of an export ends before the range that was asked for. | Ask for bytes below the size that `Content-Range` names. |
             *     | idempotency_key_reused | 422 | The project sent this `Idempotency-Key` in the last 24 hours with another operation, path, query or body. | Send a new key with each new request. |
             *     | idempotency_answer_erased | 422 | The request was carried out, and its answer was erased with a customer. | Do not send it again; read what it made, if you need it. |
             *     | too_many_requests | 429 | The key pair sent more requests in a minute than it may, or the address sent wrong credentials too often. | Send it again after `Retry-After` seconds, or send the right credentials. |
             *     | too_many_jobs | 429 | The project has 1,000 jobs that have not ended. Nothing was done. | Send it again after `Retry-After` seconds, when some have ended. |
             *     | internal_error | 500 | The service failed. | Report the `request_id`; it finds the cause in the log. |
             *     | outcome_unknown | 503 | The connection to the database broke during the commit: everything was stored, or nothing. | With an `Idempotency-Key`, send the same request again; without one, first read what is stored. |
             *     | service_unavailable | 503 | The database is busy, or the service is overloaded or stopping. Nothing was done. | Send it again after `Retry-After` seconds. |
             * @example not_found
             */
            key: string;
            /**
             * @description The key in a few words; the same for every occurrence.
             * @example Resource not found
             */
            message: string;
            /**
             * @description What happened: the property, index, id or value that is wrong, and what was expected.
             * @example Cannot find campaign with id camp_00nowhere
             */
            details: string;
            /**
             * @description Identifies the request; also in the `X-Request-Id` header and in the log.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            request_id: string;
            /**
             * @description Id or code of the resource that the error is about. Absent when there is none.
             * @example camp_00nowhere
             */
            resource_id?: string;
            /**
             * @description The kind of resource that `resource_id` names. Absent together with it.
             * @example campaign
             */
            resource_type?: string;
            error?: components["schemas"]["RuleError"];
            /**
             * @description The mistakes of the body, of the path or of the query, at most 10, each place once. The first is in `key` and `details`; the others follow in the order of the schema. Absent when there is only one, or when the body has more than about 5,000 values.
             * @example [
             *       {
             *         "key": "invalid_payload",
             *         "pointer": "/items/1/quantity",
             *         "details": "Property .items[1].quantity must be at least 1, got 0."
             *       },
             *       {
             *         "key": "invalid_payload",
             *         "pointer": "/discount_amount",
             *         "details": "Property .discount_amount must be integer or null, got \"100\"."
             *       }
             *     ]
             */
            errors?: components["schemas"]["BodyMistake"][];
        };
        /** @description The customer and the order. */
        EstimateLoyaltyPointsRequest: {
            customer: components["schemas"]["CustomerRequest"];
            order: components["schemas"]["OrderRequest"];
        };
        /** @description How the event came in. */
        EventSource: {
            /**
             * @description The channel. Open set: more values may come.
             * @example API
             * @enum {string}
             */
            channel: "USER_PORTAL" | "API" | "CLIENT_API" | "INTERNAL";
            user?: components["schemas"]["EventSourceUser"];
            api_key?: components["schemas"]["EventSourceApiKey"];
        };
        /** @description The key pair of the caller. Absent unless `channel` is `API`. */
        EventSourceApiKey: {
            /**
             * @description Name of the key pair.
             * @example Demo
             */
            name: string;
            /**
             * @description Its `X-App-Id`; with a bearer token, that of the pair that issued the token.
             * @example demo-app-id
             */
            app_id: string;
        };
        /** @description The dashboard user who caused it. Absent unless `channel` is `USER_PORTAL`. */
        EventSourceUser: {
            /**
             * @description Id of the dashboard user.
             * @example user_00owner
             */
            id: string;
        };
        /**
         * @description When points lapse. Absent in a rule to which the campaign's apply, and in a campaign whose points do not lapse.
         * @example {
         *       "period_type": "MONTH",
         *       "period_value": 12,
         *       "rounding_type": "END_OF_MONTH"
         *     }
         */
        ExpirationRules: {
            /**
             * @description `MONTH`: so many months after they are earned or activated. `FIXED_DAY_OF_YEAR`: on the next such day. Open set: more values may come.
             * @example MONTH
             * @enum {string}
             */
            period_type: "MONTH" | "FIXED_DAY_OF_YEAR";
            /**
             * @description With `MONTH`, how many months they last; with 0 they lapse on the same day.
             * @example 12
             */
            period_value?: number;
            /**
             * @description With `MONTH`, the period to whose end the last day is moved. Absent when it is not. Open set: more values may come.
             * @example END_OF_MONTH
             * @enum {string}
             */
            rounding_type?: "END_OF_MONTH" | "END_OF_QUARTER" | "END_OF_HALF_YEAR" | "END_OF_YEAR" | "PARTICULAR_MONTH";
            /**
             * @description With `PARTICULAR_MONTH`, the month to whose end the last day is moved, 1 for January.
             * @example 1
             */
            rounding_value?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the month, 1 for January.
             * @example 12
             */
            fixed_month?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the day of that month, or its last day when it has fewer.
             * @example 31
             */
            fixed_day?: number;
        };
        /**
         * @description When points lapse. `MONTH` needs `period_value`; the `rounding_type` `PARTICULAR_MONTH` needs `rounding_value`; `FIXED_DAY_OF_YEAR` needs `fixed_month` and `fixed_day`.
         * @example {
         *       "period_type": "MONTH",
         *       "period_value": 12,
         *       "rounding_type": "END_OF_MONTH"
         *     }
         */
        ExpirationRulesRequest: {
            /**
             * @description `MONTH`: so many months after they are earned or activated. `FIXED_DAY_OF_YEAR`: on the next such day.
             * @example MONTH
             * @enum {string}
             */
            period_type: "MONTH" | "FIXED_DAY_OF_YEAR";
            /**
             * @description With `MONTH`, how many months they last; with 0 they lapse on the same day.
             * @example 12
             */
            period_value?: number;
            /**
             * @description With `MONTH`, the period to whose end the last day is moved.
             * @example END_OF_MONTH
             * @enum {string}
             */
            rounding_type?: "END_OF_MONTH" | "END_OF_QUARTER" | "END_OF_HALF_YEAR" | "END_OF_YEAR" | "PARTICULAR_MONTH";
            /**
             * @description With `PARTICULAR_MONTH`, the month to whose end the last day is moved, 1 for January.
             * @example 1
             */
            rounding_value?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the month, 1 for January.
             * @example 12
             */
            fixed_month?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the day of that month, or its last day when it has fewer.
             * @example 31
             */
            fixed_day?: number;
        };
        /** @description A file with the project's data. */
        Export: {
            /**
             * @description Id of the export.
             * @example exp_00orders
             */
            id: string;
            /**
             * @description Always `export`.
             * @example export
             * @constant
             * @enum {string}
             */
            object: "export";
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Its progress. Open set: more values may come.
             * @example DONE
             * @enum {string}
             */
            status: "SCHEDULED" | "IN_PROGRESS" | "DONE" | "ERROR";
            /**
             * @description Where it was requested: `API`, or `WEBSITE` for a dashboard. More values may come.
             * @example API
             */
            channel: string;
            /**
             * @description The kind of things in it. Open set: more values may come.
             * @example order
             * @enum {string}
             */
            exported_object: "voucher" | "redemption" | "publication" | "customer" | "order" | "points_expiration" | "voucher_transactions";
            parameters: components["schemas"]["ExportParameters"];
            /**
             * @description The rows that were looked at so far; those that the filters select are in the file.
             * @example 1204
             */
            processed_count: number;
            /** @description The file; null until `status` is `DONE`. */
            result: components["schemas"]["ExportResult"] | null;
            /**
             * @description Id of the dashboard user; null unless `channel` is `WEBSITE`.
             * @example null
             * @example user_00owner
             */
            user_id: string | null;
        };
        /** @description A page of exports. */
        ExportList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the exports.
             * @example exports
             * @constant
             * @enum {string}
             */
            data_ref: "exports";
            /** @description The exports, in the requested order. */
            exports: components["schemas"]["Export"][];
            /**
             * @description How many exports there are in all.
             * @example 3
             */
            total: number;
        };
        /**
         * @description What was requested.
         * @example {
         *       "order": "-created_at",
         *       "fields": [
         *         "id",
         *         "source_id",
         *         "status"
         *       ],
         *       "filters": {
         *         "junction": "and"
         *       },
         *       "response_format": "CSV"
         *     }
         */
        ExportParameters: {
            /**
             * @description The field that the rows are sorted by, with a minus sign for descending order. Absent when none was chosen.
             * @example -created_at
             */
            order?: string;
            /**
             * @description The columns, in their order.
             * @example [
             *       "id",
             *       "source_id",
             *       "status"
             *     ]
             */
            fields: string[];
            filters: components["schemas"]["ExportParametersFilters"];
            /**
             * @description Format of the file, `CSV`. More values may come.
             * @example CSV
             */
            response_format?: string;
            /**
             * @description With `voucher`, id of the campaign that the rows are limited to. Absent for all.
             * @example camp_00spring
             */
            campaign_id?: string;
        };
        /** @description Which rows are in it: a condition for each field, as requested, and `junction`. Empty for all rows. */
        ExportParametersFilters: {
            junction?: components["schemas"]["ExportParametersFiltersJunction"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Whether all conditions must hold, or one is enough. Open set: more values may come.
         * @example and
         * @enum {string}
         */
        ExportParametersFiltersJunction: "and" | "or" | "AND" | "OR";
        /**
         * @description The file that was made.
         * @example {
         *       "url": "http://127.0.0.1:3000/files/exports/cHJval8wMGRlbW8gZXhwXzAwb3JkZXJz.z2Cn9hRy6qD4lSeU"
         *     }
         */
        ExportResult: {
            /**
             * Format: uri
             * @description Url of the file, which needs no credentials and ends 24 hours after the full hour that follows the answer; null when it is not served.
             * @example http://127.0.0.1:3000/files/exports/cHJval8wMGRlbW8gZXhwXzAwb3JkZXJz.z2Cn9hRy6qD4lSeU
             */
            url: string | null;
        };
        /**
         * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id.
         * @default -created_at
         * @example -created_at
         * @enum {string}
         */
        ExportsOrderValue: "created_at" | "-created_at" | "status" | "-status";
        /**
         * @description The same number of points each time.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        FixedEarning: {
            /**
             * @description Always `FIXED`.
             * @example FIXED
             * @constant
             * @enum {string}
             */
            type: "FIXED";
            /**
             * @description How many points.
             * @example 25
             */
            points: number;
        };
        /**
         * @description The same number of points each time.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        FixedEarningRequest: {
            /**
             * @description Always `FIXED`.
             * @example FIXED
             * @constant
             * @enum {string}
             */
            type: "FIXED";
            /**
             * @description The points, as a number or a numeric text.
             * @example 25
             * @example 25
             */
            points: number | string;
        };
        /**
         * @description A token that is not accepted. A token that this project never issued has only `active`; one that expired or was revoked has every property, and `expires_in` is 0.
         * @example {
         *       "active": false
         *     }
         */
        InactiveToken: {
            /**
             * @description The token. Send it in the `Authorization` header, after the word `Bearer`.
             * @example demo0access0token0000000000000000000000000000000
             */
            access_token?: string;
            /**
             * @description Identifies the key pair that the token was issued to; the same for all its tokens.
             * @example demo0client0id0000000
             */
            client_id?: string;
            /**
             * @description When it expires, in seconds since 1970-01-01T00:00:00Z.
             * @example 1798762500
             */
            expires_at?: number;
            /**
             * @description Always 0.
             * @example 0
             * @constant
             */
            expires_in?: 0;
            /**
             * @description The granted scopes, separated by single spaces, as they were requested.
             * @example loyalties vouchers
             */
            scope?: string;
            /**
             * @description The word to put before the token in the `Authorization` header.
             * @example Bearer
             * @constant
             * @enum {string}
             */
            token_type?: "Bearer";
            /**
             * @description False, the token is not accepted.
             * @example false
             * @constant
             */
            active: false;
        };
        /**
         * @description The form with the token.
         * @example {
         *       "access_token": "demo0access0token0000000000000000000000000000000"
         *     }
         */
        IntrospectOAuthTokenRequest: {
            /**
             * @description A token as it was issued, without the word `Bearer`.
             * @example demo0access0token0000000000000000000000000000000
             */
            access_token: string;
        };
        /**
         * @description The form that requests a token.
         * @example {
         *       "grant_type": "client_credentials",
         *       "scope": "loyalties vouchers"
         *     }
         */
        IssueOAuthTokenRequest: {
            /**
             * @description Always `client_credentials`.
             * @example client_credentials
             * @enum {string}
             */
            grant_type: "client_credentials";
            /**
             * @description The scopes of the token, separated by spaces. A comma does not separate. Several spaces count as one.
             * @example loyalties vouchers
             */
            scope: string;
            /**
             * @description The id of the key pair (the value of `X-App-Id`), unless a header has it; if both have it, they must be the same. Empty counts as absent. It is not the `client_id` of the answer.
             * @example demo-app-id
             */
            client_id?: string;
            /**
             * Format: password
             * @description The secret of the key pair (the value of `X-App-Token`), unless a header has it; if both have it, they must be the same. Empty counts as absent.
             * @example demo-app-token
             */
            client_secret?: string;
        };
        /**
         * @description Points for each full step over matching items. `object` and `id` are the first of `applicable_to`.
         * @example {
         *       "every": 1,
         *       "points": 10,
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningStep: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description The kind of thing that `id` names. Open set: more values may come.
             * @example product
             * @enum {string}
             */
            object: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU.
             * @example prod_00beans
             */
            id: string;
            /** @description All products, SKUs and collections that match. Absent when the step was created with `object` and `id` alone. */
            applicable_to?: components["schemas"]["ItemsEarningTarget"][];
        };
        /**
         * @description Points for each full step over matching items. `object` and `id`, or `applicable_to`, say which items match; one of the two is required. A SKU also matches its product, and both match the collections that have them. An item that matches twice counts once.
         * @example {
         *       "every": 1,
         *       "points": 10,
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningStepRequest: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description The kind of thing that `id` names.
             * @example product
             * @enum {string}
             */
            object?: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU. An unknown one is 404 `not_found`.
             * @example prod_00beans
             */
            id?: string;
            /** @description Several products, SKUs and collections to match, instead of `object` and `id`. */
            applicable_to?: components["schemas"]["ItemsEarningTargetRequest"][];
        };
        /**
         * @description A product, SKU or collection of products.
         * @example {
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningTarget: {
            /**
             * @description The kind of thing that `id` names. Open set: more values may come.
             * @example product
             * @enum {string}
             */
            object: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU.
             * @example prod_00beans
             */
            id: string;
        };
        /**
         * @description A product, SKU or collection of products.
         * @example {
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningTargetRequest: {
            /**
             * @description The kind of thing that `id` names.
             * @example product
             * @enum {string}
             */
            object: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU. An unknown one is 404 `not_found`.
             * @example prod_00beans
             */
            id: string;
        };
        /**
         * @description Your own key/value pairs. If the project has a metadata schema for the resource, its keys are checked against it, and with `allow_defined_only` no other key is accepted. A key has 1 to 512 characters, and all of the metadata at most 65,536 as JSON.
         * @example {
         *       "shop": "north"
         *     }
         */
        Metadata: {
            [key: string]: unknown;
        };
        /**
         * @description Points for each full step of a numeric property of metadata; a property that is missing or not a number earns nothing.
         * @example {
         *       "every": 1,
         *       "points": 5,
         *       "property": "rating"
         *     }
         */
        MetadataEarningStep: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description The key of the property.
             * @example rating
             */
            property: string;
        };
        /**
         * @description Points for each full step of a numeric property of metadata; a property that is missing or not a number earns nothing.
         * @example {
         *       "every": 1,
         *       "points": 5,
         *       "property": "rating"
         *     }
         */
        MetadataEarningStepRequest: {
            /**
             * @description The size of a step, in the unit of what is measured.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description The key of the property.
             * @example rating
             */
            property: string;
        };
        /** @description Which metadata a kind of resource may have. */
        MetadataSchema: {
            /**
             * @description Id of the metadata schema.
             * @example ms_00customer
             */
            id: string;
            /**
             * @description The kind of resource: `campaign`, `customer`, `earning_rule`, `loyalty_tier`, `order`, `order_item`, `product`, `promotion_tier`, `publication`, `redemption`, `reward`, `sku`, `voucher`, or a name of your own.
             * @example customer
             */
            related_object: string;
            /**
             * @description The defined keys, by name.
             * @example {
             *       "favourite_roast": {
             *         "type": "string",
             *         "array": false,
             *         "optional": true,
             *         "object_type": null
             *       }
             *     }
             */
            properties: {
                [key: string]: components["schemas"]["MetadataSchemaProperty"];
            };
            /**
             * @description When true, only the defined keys may be set; null counts as false.
             * @example false
             */
            allow_defined_only: boolean | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `metadata_schema`.
             * @example metadata_schema
             * @constant
             * @enum {string}
             */
            object: "metadata_schema";
        };
        /**
         * @description The value of one key. Constraints that are not set are absent.
         * @example {
         *       "type": "string",
         *       "array": false,
         *       "optional": true,
         *       "object_type": null,
         *       "eq": [
         *         "light",
         *         "medium",
         *         "dark"
         *       ]
         *     }
         */
        MetadataSchemaProperty: {
            /**
             * @description The type of the value. Open set: more values may come.
             * @example string
             * @enum {string}
             */
            type: "string" | "number" | "object" | "date" | "datetime" | "geopoint" | "boolean" | "image_url";
            /**
             * @description True when the value is an array of that type.
             * @example false
             */
            array: boolean;
            /**
             * @description False when the key must be there.
             * @example true
             */
            optional: boolean;
            /**
             * @description For `object`, the metadata schema of its value; null for other types.
             * @example null
             * @example address
             */
            object_type: string | null;
            /**
             * @description The values allowed, for `string` and `number`.
             * @example [
             *       "light",
             *       "medium",
             *       "dark"
             *     ]
             */
            eq?: components["schemas"]["AllowedValue"][];
            /**
             * @description The values not allowed, for `number`.
             * @example [
             *       0
             *     ]
             */
            ne?: number[];
            /**
             * @description For `number`, the value must be less.
             * @example 6
             */
            lt?: number;
            /**
             * @description For `number`, the value must not be more.
             * @example 5
             */
            lte?: number;
            /**
             * @description For `number`, the value must be more.
             * @example 0
             */
            gt?: number;
            /**
             * @description For `number`, the value must not be less.
             * @example 1
             */
            gte?: number;
            /**
             * @description For `string`, the fewest characters.
             * @example 1
             */
            min_length?: number;
            /**
             * @description For `string`, the most characters.
             * @example 100
             */
            max_length?: number;
            /**
             * @description For `string`, how many characters exactly.
             * @example 8
             */
            exact_length?: number;
        };
        /**
         * @description A bearer token and how long it lasts.
         * @example {
         *       "access_token": "demo0access0token0000000000000000000000000000000",
         *       "client_id": "demo0client0id0000000",
         *       "expires_at": 1798762500,
         *       "expires_in": 900,
         *       "scope": "loyalties vouchers",
         *       "token_type": "Bearer"
         *     }
         */
        OAuthToken: {
            /**
             * @description The token. Send it in the `Authorization` header, after the word `Bearer`.
             * @example demo0access0token0000000000000000000000000000000
             */
            access_token: string;
            /**
             * @description Identifies the key pair that the token was issued to; the same for all its tokens.
             * @example demo0client0id0000000
             */
            client_id: string;
            /**
             * @description When it expires, in seconds since 1970-01-01T00:00:00Z.
             * @example 1798762500
             */
            expires_at: number;
            /**
             * @description Seconds left until then; 900 for a new token, 0 for one that has ended.
             * @example 900
             */
            expires_in: number;
            /**
             * @description The granted scopes, separated by single spaces, as they were requested.
             * @example loyalties vouchers
             */
            scope: string;
            /**
             * @description The word to put before the token in the `Authorization` header.
             * @example Bearer
             * @constant
             * @enum {string}
             */
            token_type: "Bearer";
        };
        /**
         * @description An operand of a condition.
         * @example 2000
         */
        Operand: string | number | boolean | {
            [key: string]: unknown;
        } | null;
        /** @description An order. A redemption has the order that it paid for, or else the order that was sent, with goods and prices as far as the redemption looked at them. A redemption without an order has one with null id, status, dates and amounts, and empty items. */
        Order: {
            /**
             * @description Id of the order; null when it is not stored or when there is no order.
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
             * @description When it was first stored; null when it is not stored or when there is no order.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Status of the order; `PAID` after a redemption that paid for it; null when it is not stored or when there is no order. Open set: more values may come.
             * @example PAID
             */
            status: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description Sum of the items before discounts, including free units that were added, or else the amount that was sent; in the smallest currency unit. Null when nothing has a price.
             * @example 3700
             */
            amount: number | null;
            /**
             * @description Amount of the order before anything was added or taken off, in the smallest currency unit. Null or absent when it was not sent and nothing was added.
             * @example 3700
             */
            initial_amount?: number | null;
            /**
             * @description What went back of the order, before discounts, in the smallest currency unit. Absent when nothing did; the other amounts are of what remains.
             * @example 1200
             */
            returned_amount?: number;
            /**
             * @description Discounts on the order as a whole, in the smallest currency unit; null when there are none.
             * @example 2000
             */
            discount_amount: number | null;
            /**
             * @description Sum of the discounts on single items, in the smallest currency unit. Null or absent when there are none.
             * @example 0
             */
            items_discount_amount?: number | null;
            /**
             * @description Sum of all discounts, in the smallest currency unit; null when there are none.
             * @example 2000
             */
            total_discount_amount: number | null;
            /**
             * @description Amount left to pay, `amount` less `total_discount_amount`, in the smallest currency unit; null when nothing has a price.
             * @example 1700
             */
            total_amount: number | null;
            /**
             * @description What the redemption that paid for the order took off it as a whole, in the smallest currency unit; null when there was none.
             * @example 2000
             */
            applied_discount_amount: number | null;
            /**
             * @description What that redemption took off single items, in the smallest currency unit. Absent when it redeemed nothing that applies to single items.
             * @example 370
             */
            items_applied_discount_amount?: number;
            /**
             * @description Everything that redemption took off, in the smallest currency unit; null when there was none.
             * @example 2000
             */
            total_applied_discount_amount: number | null;
            /** @description The items, in the order in which they were sent; empty without an order. */
            items: components["schemas"]["OrderItem"][];
            metadata: components["schemas"]["Metadata"];
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Id of the customer who ordered; null when there is none.
             * @example cust_00ada
             */
            customer_id: string | null;
            /**
             * @description Id of the referrer; null when there is none.
             * @example cust_00ben
             */
            referrer_id: string | null;
            referrer?: components["schemas"]["OrderReferrer"];
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
             * @enum {string}
             */
            object: "order";
        };
        /**
         * @description Points in proportion to the order before discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_AMOUNT",
         *       "order": {
         *         "amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        OrderAmountEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order before discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_AMOUNT";
            order: components["schemas"]["OrderAmountEarningOrder"];
        };
        /** @description The step. */
        OrderAmountEarningOrder: {
            amount: components["schemas"]["EarningStep"];
        };
        /** @description The step. */
        OrderAmountEarningOrderRequest: {
            amount: components["schemas"]["EarningStepRequest"];
        };
        /**
         * @description Points in proportion to the order before discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_AMOUNT",
         *       "order": {
         *         "amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        OrderAmountEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order before discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_AMOUNT";
            order: components["schemas"]["OrderAmountEarningOrderRequest"];
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
             * @enum {string}
             */
            object: "customer";
        };
        /**
         * @description An item of an order. Without a price and an amount it adds nothing and has no amounts.
         * @example {
         *       "object": "order_item",
         *       "id": "ordli_01hx0item1",
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
             * @enum {string}
             */
            object: "order_item";
            /**
             * @description Id of the item, which stays while the order has it. Absent until the order is stored.
             * @example ordli_01hx0item
             */
            id?: string;
            /**
             * @description Id of the product. Absent when the item names no stored product. In a redemption that was refused before it looked at its order, the id that was sent.
             * @example prod_00beans
             */
            product_id?: string;
            /**
             * @description Id of the SKU. Absent when the item names no stored SKU. In a redemption that was refused before it looked at its order, the id that was sent.
             * @example sku_00mugblue
             */
            sku_id?: string;
            /**
             * @description What `source_id` names. Absent when the line has none. Open set: more values may come.
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
             * @description How many units before any were added. Absent when it was not sent and none were added.
             * @example 2
             */
            initial_quantity?: number;
            /**
             * @description How many of the units are free. Absent when it was not sent and none are free.
             * @example 0
             */
            discount_quantity?: number;
            /**
             * @description Price of one unit, in the smallest currency unit. Absent when it has none.
             * @example 1850
             */
            price?: number;
            /**
             * @description Amount of the item before discounts, in the smallest currency unit: what was sent, or else `price` times `quantity`. Absent without either.
             * @example 3700
             */
            amount?: number;
            /**
             * @description Amount of the item before units were added, in the smallest currency unit. Absent when it was not sent and no units were added.
             * @example 3700
             */
            initial_amount?: number;
            /**
             * @description Discount on this item, in the smallest currency unit. Absent when there is none.
             * @example 0
             */
            discount_amount?: number;
            /**
             * @description `amount` less `discount_amount`, in the smallest currency unit. Absent without an amount.
             * @example 3700
             */
            subtotal_amount?: number;
            /**
             * @description What was taken off this item by one voucher or tier, or by the whole request, in the smallest currency unit. Absent when none of them applies to single items.
             * @example 370
             */
            applied_discount_amount?: number;
            /**
             * @description How many of its units were made free. Absent when no free units were given.
             * @example 1
             */
            applied_discount_quantity?: number;
            /**
             * @description How many free units were added; negative when the order came with more free units than are given. Absent when no free units were given.
             * @example 1
             */
            applied_quantity?: number;
            /**
             * @description How many of its units went back. Absent when none did.
             * @example 1
             */
            returned_quantity?: number;
            /**
             * @description Amount of the added units, in the smallest currency unit. Absent without `applied_quantity`, and without a price.
             * @example 1850
             */
            applied_quantity_amount?: number;
            product?: components["schemas"]["OrderItemProduct"];
            sku?: components["schemas"]["OrderItemSku"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The product with which the item was priced. Absent when the item names none. */
        OrderItemProduct: {
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
        /**
         * @description Data of the product for this order, which replace those of the inventory. The inventory changes only when `override` is true.
         * @example {
         *       "name": "Coffee beans 1 kg",
         *       "price": 1850
         *     }
         */
        OrderItemProductRequest: {
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
            /**
             * @description Left out, false. True saves this name, price and metadata in the inventory, together with the order and only when the order is stored. An unknown `source_id` creates the product.
             * @example true
             */
            override?: boolean | null;
            /** @description Metadata for this order. Null counts as not sent. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * @description An item. It names its product by `product_id`, `sku_id`, or `source_id` with `related_object`. An unknown one is 404 `not_found`, and so is a SKU of another product than the one beside it. Where discounts are applied, unknown goods count as described here.
         * @example {
         *       "product_id": "prod_00beans",
         *       "quantity": 2
         *     }
         */
        OrderItemRequest: {
            /**
             * @description Id or `source_id` of the product. Null counts as not sent.
             * @example prod_00beans
             */
            product_id?: string | null;
            /**
             * @description Id or `source_id` of the SKU. Null counts as not sent.
             * @example sku_00mugblue
             */
            sku_id?: string | null;
            /**
             * @description What `source_id` names. Null counts as not sent.
             * @example product
             */
            related_object?: ("product" | "sku") | null;
            /**
             * @description Your own identifier of the product or SKU, as `related_object` says. Null counts as not sent.
             * @example beans
             */
            source_id?: string | null;
            /**
             * @description Left out or null, 1. How many units, as a number or a numeric text.
             * @example 2
             * @example 2
             */
            quantity?: number | string | null;
            /**
             * @description How many units before any were added. Null counts as not sent.
             * @example 2
             */
            initial_quantity?: number | null;
            /**
             * @description How many of the units are free. Null counts as not sent.
             * @example 0
             */
            discount_quantity?: number | null;
            /**
             * @description Price of one unit, in the smallest currency unit. Left out or null, the price in `sku`, or else in `product`, or else in the inventory.
             * @example 1850
             */
            price?: number | null;
            /**
             * @description Amount of the item, in the smallest currency unit. Left out or null, `price` times `quantity`.
             * @example 3700
             */
            amount?: number | null;
            /**
             * @description Amount of the item before units were added, in the smallest currency unit. Null counts as not sent.
             * @example 3700
             */
            initial_amount?: number | null;
            /**
             * @description Discount on this item, in the smallest currency unit; lowers its subtotal. Null counts as not sent. Goods that the order has already keep their discount when none is sent; send 0 to take it away.
             * @example 0
             */
            discount_amount?: number | null;
            /** @description The product's data, for this order only. Null counts as not sent. */
            product?: components["schemas"]["OrderItemProductRequest"] | null;
            /** @description The SKU's data, for this order only. Null counts as not sent. */
            sku?: components["schemas"]["OrderItemSkuRequest"] | null;
            /** @description Your own key/value pairs, kept with the line. Null counts as not sent. */
            metadata?: components["schemas"]["Metadata"] | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 3700
             */
            readonly subtotal_amount?: number;
            /**
             * @description As answered; tells items of the same goods apart. Any other changes nothing.
             * @example ordli_0c1d2e3f
             */
            readonly id?: string;
            /**
             * @description May be sent back; changes nothing.
             * @example 3700
             */
            readonly applied_discount_amount?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 3700
             */
            readonly applied_quantity_amount?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 2
             */
            readonly applied_quantity?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 2
             */
            readonly applied_discount_quantity?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 2
             */
            readonly returned_quantity?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example order_item
             * @constant
             * @enum {string}
             */
            readonly object?: "order_item";
        };
        /** @description The SKU with which the item was priced. Absent when the item names none. */
        OrderItemSku: {
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
        /**
         * @description Data of the SKU for this order, which replace those of the inventory. The inventory changes only when `override` is true.
         * @example {
         *       "sku": "Stoneware mug, blue",
         *       "price": 1200
         *     }
         */
        OrderItemSkuRequest: {
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
            /**
             * @description Left out, false. True saves this name, price and metadata in the inventory, together with the order and only when the order is stored. An unknown `source_id` creates the SKU for the product of the item.
             * @example true
             */
            override?: boolean | null;
            /** @description Metadata for this order. Null counts as not sent. */
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * @description Points in proportion to matching items before discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_AMOUNT",
         *       "order_items": {
         *         "amount": {
         *           "every": 100,
         *           "points": 2,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsAmountEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items before discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_AMOUNT";
            order_items: components["schemas"]["OrderItemsAmountEarningOrderItems"];
        };
        /** @description The step. */
        OrderItemsAmountEarningOrderItems: {
            amount: components["schemas"]["ItemsEarningStep"];
        };
        /** @description The step. */
        OrderItemsAmountEarningOrderItemsRequest: {
            amount: components["schemas"]["ItemsEarningStepRequest"];
        };
        /**
         * @description Points in proportion to matching items before discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_AMOUNT",
         *       "order_items": {
         *         "amount": {
         *           "every": 100,
         *           "points": 2,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsAmountEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items before discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_AMOUNT";
            order_items: components["schemas"]["OrderItemsAmountEarningOrderItemsRequest"];
        };
        /**
         * @description Points in proportion to the units of matching items, without free units.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_QUANTITY",
         *       "order_items": {
         *         "quantity": {
         *           "every": 1,
         *           "points": 10,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsQuantityEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures units of matching items, less their `discount_quantity`.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_QUANTITY";
            order_items: components["schemas"]["OrderItemsQuantityEarningOrderItems"];
        };
        /** @description The step. */
        OrderItemsQuantityEarningOrderItems: {
            quantity: components["schemas"]["ItemsEarningStep"];
        };
        /** @description The step. */
        OrderItemsQuantityEarningOrderItemsRequest: {
            quantity: components["schemas"]["ItemsEarningStepRequest"];
        };
        /**
         * @description Points in proportion to the units of matching items, without free units.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_QUANTITY",
         *       "order_items": {
         *         "quantity": {
         *           "every": 1,
         *           "points": 10,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsQuantityEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures units of matching items, less their `discount_quantity`.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_QUANTITY";
            order_items: components["schemas"]["OrderItemsQuantityEarningOrderItemsRequest"];
        };
        /**
         * @description Points in proportion to matching items after their discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_SUBTOTAL_AMOUNT",
         *       "order_items": {
         *         "subtotal_amount": {
         *           "every": 100,
         *           "points": 2,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsSubtotalAmountEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items after their discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_SUBTOTAL_AMOUNT";
            order_items: components["schemas"]["OrderItemsSubtotalAmountEarningOrderItems"];
        };
        /** @description The step. */
        OrderItemsSubtotalAmountEarningOrderItems: {
            subtotal_amount: components["schemas"]["ItemsEarningStep"];
        };
        /** @description The step. */
        OrderItemsSubtotalAmountEarningOrderItemsRequest: {
            subtotal_amount: components["schemas"]["ItemsEarningStepRequest"];
        };
        /**
         * @description Points in proportion to matching items after their discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_ITEMS_SUBTOTAL_AMOUNT",
         *       "order_items": {
         *         "subtotal_amount": {
         *           "every": 100,
         *           "points": 2,
         *           "object": "product",
         *           "id": "prod_00beans"
         *         }
         *       }
         *     }
         */
        OrderItemsSubtotalAmountEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items after their discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_SUBTOTAL_AMOUNT";
            order_items: components["schemas"]["OrderItemsSubtotalAmountEarningOrderItemsRequest"];
        };
        /**
         * @description Points in proportion to a numeric property of the order's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_METADATA",
         *       "order": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "stamps"
         *         }
         *       }
         *     }
         */
        OrderMetadataEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the order's metadata.
             * @enum {string}
             */
            calculation_type: "ORDER_METADATA";
            order: components["schemas"]["OrderMetadataEarningOrder"];
        };
        /** @description The step. */
        OrderMetadataEarningOrder: {
            metadata: components["schemas"]["MetadataEarningStep"];
        };
        /** @description The step. */
        OrderMetadataEarningOrderRequest: {
            metadata: components["schemas"]["MetadataEarningStepRequest"];
        };
        /**
         * @description Points in proportion to a numeric property of the order's metadata.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_METADATA",
         *       "order": {
         *         "metadata": {
         *           "every": 1,
         *           "points": 5,
         *           "property": "stamps"
         *         }
         *       }
         *     }
         */
        OrderMetadataEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the order's metadata.
             * @enum {string}
             */
            calculation_type: "ORDER_METADATA";
            order: components["schemas"]["OrderMetadataEarningOrderRequest"];
        };
        /**
         * @description A redemption in its order.
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
             * @description The kind of thing that was redeemed. Open set: more values may come.
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
             * @description Id of its campaign. Absent when it has no campaign.
             * @example camp_00club
             */
            related_object_parent_id?: string;
            /**
             * @description Id of the rollback that undid it. Absent until it is rolled back.
             * @example r_00undone
             */
            rollback_id?: string;
            /**
             * Format: date-time
             * @description When it was rolled back. Absent before that.
             * @example 2026-11-21T09:00:00.000Z
             */
            rollback_date?: string;
            /**
             * @description Ids of the redemptions that were made together with this parent, in the order in which they were applied. Absent for a single redemption.
             * @example [
             *       "r_00first",
             *       "r_00mug"
             *     ]
             */
            stacked?: string[];
            /**
             * @description Ids of the rollbacks that undid them, in the same order. Absent until they are rolled back, and for a single redemption.
             * @example [
             *       "r_00undone"
             *     ]
             */
            rollback_stacked?: string[];
        };
        /**
         * @description The customer who recommended the order, its referrer. Absent when there is none.
         * @example {
         *       "id": "cust_00ben",
         *       "object": "customer"
         *     }
         */
        OrderReferrer: {
            /**
             * @description Id of the customer.
             * @example cust_00ben
             */
            id: string;
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             * @enum {string}
             */
            object: "customer";
        };
        /**
         * @description An order: a stored one, by `id` or `source_id`, or one described here. In a redemption a stored order counts as it is stored, and its other properties here are ignored; in an estimate, each property that is sent overrides the stored one. An answer of this service can be sent back unchanged.
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
             * @description Id of a stored order; an unknown one is 404 `not_found`. Null counts as not sent.
             * @example ord_00cart
             */
            id?: string | null;
            /**
             * @description Your own identifier of the order, or its id; an unknown one is a new order. Null counts as not sent.
             * @example cart-17
             */
            source_id?: string | null;
            /**
             * @description Amount of the order before discounts, in the smallest currency unit, when it is sent without items; for a stored order that can be changed, it overrides the stored items. Beside items with prices it is ignored: their sum is the `amount` of the answer. Null counts as not sent.
             * @example 3700
             */
            amount?: number | null;
            /**
             * @description Amount of the order before anything was added or taken off, in the smallest currency unit. Null counts as not sent.
             * @example 3700
             */
            initial_amount?: number | null;
            /**
             * @description Discounts that the order as a whole has already, in the smallest currency unit. Null counts as not sent.
             * @example 0
             */
            discount_amount?: number | null;
            /** @description The items. Empty and null count as not sent. */
            items?: components["schemas"]["OrderItemRequest"][] | null;
            /** @description Your own key/value pairs, kept with it. Null counts as not sent. */
            metadata?: components["schemas"]["Metadata"] | null;
            /**
             * @description May be sent back; changes nothing. The operation decides the status.
             * @example CREATED
             */
            readonly status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * Format: date-time
             * @description May be sent back as it is stored. Another date, or a date of a new order, is 400 `invalid_payload`: only an import of past orders sets it (`POST /v1/orders/import`). Null counts as not sent.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly created_at?: string | null;
            /**
             * Format: date-time
             * @description May be sent back; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly updated_at?: string | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly items_discount_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly total_discount_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly total_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly applied_discount_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly items_applied_discount_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly total_applied_discount_amount?: number | null;
            /**
             * @description May be sent back; changes nothing.
             * @example 0
             */
            readonly returned_amount?: number | null;
            customer?: components["schemas"]["Acknowledged"];
            /**
             * @description May be sent back; changes nothing.
             * @example cust_00ada
             */
            readonly customer_id?: string | null;
            /**
             * @description May be sent back; changes nothing.
             * @example cust_00ada
             */
            readonly referrer_id?: string | null;
            referrer?: components["schemas"]["Acknowledged"];
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description May be sent back; changes nothing.
             * @example order
             * @constant
             * @enum {string}
             */
            readonly object?: "order";
        };
        /**
         * @description Points in proportion to the order after discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_TOTAL_AMOUNT",
         *       "order": {
         *         "total_amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        OrderTotalAmountEarning: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order after discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_TOTAL_AMOUNT";
            order: components["schemas"]["OrderTotalAmountEarningOrder"];
        };
        /** @description The step. */
        OrderTotalAmountEarningOrder: {
            total_amount: components["schemas"]["EarningStep"];
        };
        /** @description The step. */
        OrderTotalAmountEarningOrderRequest: {
            total_amount: components["schemas"]["EarningStepRequest"];
        };
        /**
         * @description Points in proportion to the order after discounts, in the smallest currency unit.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_TOTAL_AMOUNT",
         *       "order": {
         *         "total_amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        OrderTotalAmountEarningRequest: {
            /**
             * @description Always `PROPORTIONAL`.
             * @example PROPORTIONAL
             * @constant
             * @enum {string}
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order after discounts, in the smallest currency unit.
             * @enum {string}
             */
            calculation_type: "ORDER_TOTAL_AMOUNT";
            order: components["schemas"]["OrderTotalAmountEarningOrderRequest"];
        };
        /** @description The cause of the points. */
        PendingPointsDetails: {
            loyalty_tier?: components["schemas"]["PendingPointsDetailsLoyaltyTier"];
            holder_loyalty_tier?: components["schemas"]["PendingPointsDetailsHolderLoyaltyTier"];
            event: components["schemas"]["PendingPointsEvent"];
            earning_rule: components["schemas"]["PendingPointsDetailsEarningRule"];
            order: components["schemas"]["PendingPointsDetailsOrder"];
        };
        /** @description The rule that gave the points. */
        PendingPointsDetailsEarningRule: {
            /**
             * @description Id of the earning rule.
             * @example ern_00beans
             */
            id: string;
            source: components["schemas"]["PendingPointsDetailsEarningRuleSource"];
        };
        /** @description How the rule is shown to customers. */
        PendingPointsDetailsEarningRuleSource: {
            /**
             * @description Its text for the customer. Absent when it has none.
             * @example Ten points for every kilo of beans, three days later
             */
            banner?: string;
        };
        /** @description The holder's tier just before the order was paid. Absent when there was none. */
        PendingPointsDetailsHolderLoyaltyTier: {
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
        /** @description The holder's tier, when it maps the earning rule's points. Absent when the holder had no tier, or the tier does not map the rule. */
        PendingPointsDetailsLoyaltyTier: {
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
        /** @description The order that earned the points. */
        PendingPointsDetailsOrder: {
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
        /** @description Points that one order earned by one earning rule and that are pending. They are part of the card's `pending_points`, and not of its `points` or `balance`. */
        PendingPointsEntry: {
            /**
             * @description Id of the entry.
             * @example lopp_00beans
             */
            id: string;
            /**
             * @description Id of the card.
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
             * @description The pending points, as the holder's loyalty tier mapped them.
             * @example 20
             */
            points: number;
            /**
             * Format: date
             * @description The day from whose 00:00 in the project's time zone they can be spent. They expire counting from this day.
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
             * @description When the entry last changed. Absent before that.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description The event of the log that gave the points. */
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
             * @description The request that caused it, by its `X-Request-Id`.
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
             * @description `ACTION` for what a caller did, `EFFECT` for what followed from it. Open set: more values may come.
             * @example EFFECT
             * @enum {string}
             */
            category: "ACTION" | "EFFECT";
            event_source: components["schemas"]["EventSource"];
        };
        /** @description A page of the pending points of a card. */
        PendingPointsList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the entries.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The entries, in the requested order. */
            data: components["schemas"]["PendingPointsEntry"][];
            /**
             * @description True when entries follow this page.
             * @example true
             */
            has_more: boolean;
            /**
             * @description The id of the last entry of this page: send it as `starting_after_id` for the next page. Absent when `has_more` is false.
             * @example lopp_00beans
             */
            more_starting_after?: string;
        };
        /**
         * @description Oldest first (`id`) or newest first (`-id`).
         * @default -id
         * @example -id
         * @enum {string}
         */
        PendingPointsOrderValue: "id" | "-id";
        /**
         * @description How long points are pending.
         * @example {
         *       "period_type": "DAY",
         *       "period_value": 3
         *     }
         */
        PendingPointsRequest: {
            /**
             * @description Always `DAY`.
             * @example DAY
             * @constant
             * @enum {string}
             */
            period_type: "DAY";
            /**
             * @description Days after the day of payment. The points become active at 00:00 in the project's time zone.
             * @example 3
             */
            period_value: number;
        };
        /** @description The points that the customer's card would gain if the order were paid now. */
        PointsEstimation: {
            campaign: components["schemas"]["PointsEstimationCampaign"];
            /**
             * @description The points, including pending ones and those of loyalty tiers and segments that the order leads to.
             * @example 75
             */
            points_estimation: number;
        };
        /** @description The loyalty program. */
        PointsEstimationCampaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00club
             */
            id: string;
            /**
             * @description Name of the campaign.
             * @example Coffee Club
             */
            name: string;
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             * @enum {string}
             */
            object: "campaign";
        };
        /** @description A product of the inventory. In a redemption, the one that a material reward gave; absent for other rewards. */
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
             * @description Names of the attributes in which its SKUs may differ.
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
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `product`.
             * @example product
             * @constant
             * @enum {string}
             */
            object: "product";
        };
        /**
         * @description A product to update, or to create when its `source_id` is unknown. A property that is not sent stays; null clears it.
         * @example {
         *       "source_id": "beans",
         *       "price": 1950
         *     }
         */
        ProductUpdate: {
            /**
             * @description Its identifier in your inventory system.
             * @example beans
             */
            source_id: string;
            /**
             * @description Its name, unique in the project.
             * @example Coffee beans 1 kg
             */
            name?: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit.
             * @example 1850
             */
            price?: number | null;
            /**
             * @description Names of the attributes in which its SKUs may differ.
             * @example [
             *       "grind",
             *       "roast"
             *     ]
             */
            attributes?: string[] | null;
            /**
             * @description HTTPS address of a `.png` or `.jpg` picture.
             * @example https://cdn.example.com/beans.png
             */
            image_url?: string | null;
            /**
             * @description Your own key/value pairs, merged into the stored ones: null removes a key. Checked against the metadata schema of products.
             * @example {
             *       "origin": "Peru"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The products to update or create, in this order. */
        ProductUpdates: components["schemas"]["ProductUpdate"][];
        /** @description A discount of a promotion campaign. */
        PromotionTier: {
            /**
             * @description Id of the tier.
             * @example promo_00tenoff
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Its name; null when it has none.
             * @example Ten percent off
             */
            name: string | null;
            /**
             * @description Its text for the customer; null when it has none.
             * @example 10 % off everything
             */
            banner: string | null;
            action: components["schemas"]["RedeemedTierAction"];
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
             * @description It is not used before this instant. Absent when the campaign's counts.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description It is not used after this instant. Absent when the campaign's counts.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date?: string;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id: string | null;
            /** @description Its categories in full; empty when it has none. */
            categories: components["schemas"]["Category"][];
            summary: components["schemas"]["RedeemedTierSummary"];
            /**
             * @description Always `promotion_tier`.
             * @example promotion_tier
             * @constant
             * @enum {string}
             */
            object: "promotion_tier";
            /** @description The validation rules that bind the tier; null when there are none. */
            validation_rule_assignments: components["schemas"]["PromotionTierAssignments"] | null;
        };
        /**
         * @description The validation rules that bind a tier.
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
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, ordered by the id of the rule; for a voucher, those of its campaign come first. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description Their number.
             * @example 0
             */
            total: number;
        };
        /** @description The tier's campaign in short. */
        PromotionTierCampaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00autumn
             */
            id: string;
            /**
             * Format: date-time
             * @description It is not used before this instant; null when it has no start.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description It is not used after this instant; null when it never ends.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date: string | null;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
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
             * @enum {string}
             */
            object: "campaign";
        };
        /** @description Promotion tiers. In a campaign, its first hundred; absent for a campaign with vouchers. */
        PromotionTierList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the tiers.
             * @example tiers
             * @constant
             * @enum {string}
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
        /**
         * @description Points for each whole `every` in a measure: the measure divided by `every`, rounded down, times `points`. `calculation_type` says what is measured. A measure below zero earns nothing.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_AMOUNT",
         *       "order": {
         *         "amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        ProportionalEarning: components["schemas"]["OrderAmountEarning"] | components["schemas"]["OrderTotalAmountEarning"] | components["schemas"]["OrderMetadataEarning"] | components["schemas"]["OrderItemsAmountEarning"] | components["schemas"]["OrderItemsSubtotalAmountEarning"] | components["schemas"]["OrderItemsQuantityEarning"] | components["schemas"]["CustomerMetadataEarning"] | components["schemas"]["CustomEventMetadataEarning"];
        /**
         * @description Points for each whole `every` in a measure: the measure divided by `every`, rounded down, times `points`. `calculation_type` says what is measured. A measure below zero earns nothing. The calculations over orders and items go with `order.paid`, `CUSTOM_EVENT_METADATA` with a custom event, `CUSTOMER_METADATA` with any event.
         * @example {
         *       "type": "PROPORTIONAL",
         *       "calculation_type": "ORDER_AMOUNT",
         *       "order": {
         *         "amount": {
         *           "every": 100,
         *           "points": 1
         *         }
         *       }
         *     }
         */
        ProportionalEarningRequest: components["schemas"]["OrderAmountEarningRequest"] | components["schemas"]["OrderTotalAmountEarningRequest"] | components["schemas"]["OrderMetadataEarningRequest"] | components["schemas"]["OrderItemsAmountEarningRequest"] | components["schemas"]["OrderItemsSubtotalAmountEarningRequest"] | components["schemas"]["OrderItemsQuantityEarningRequest"] | components["schemas"]["CustomerMetadataEarningRequest"] | components["schemas"]["CustomEventMetadataEarningRequest"];
        /** @description What to spend the card's points on. */
        RedeemRewardRequest: {
            reward?: components["schemas"]["RedeemRewardRewardRequest"];
            order?: components["schemas"]["OrderRequest"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The reward. Left out, the redemption is refused with `missing_reward`. */
        RedeemRewardRewardRequest: {
            /**
             * @description Id of the reward, which must be assigned to the card's loyalty program.
             * @example rew_00mug
             */
            id?: string;
            /**
             * @description For a pay-with-points reward, the most points to spend. No more are taken than the unpaid part of the order needs, or than the card has. Left out, as many as the order needs, rounded up to whole steps of `points_ratio` where the card has them: when 100 points are worth 5.00, an order of 1.00 takes 100 points, although 20 would pay for it; a card with fewer than 100 takes 20, or all that it has. `POST /v1/validations` answers the number. Other rewards have their price and ignore it.
             * @example 150
             */
            points?: number;
        };
        /** @description The reward. When no reward was found, it has the id that was requested, or null, and little else; so it has in a redemption of a voucher or tier without a reward. */
        RedeemedReward: {
            /**
             * @description Id of the reward; null when none was requested.
             * @example rew_00mug
             */
            id: string | null;
            /**
             * @description Always `reward`.
             * @example reward
             * @constant
             * @enum {string}
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
             * @description What kind of reward it is. Absent when it was not found. Open set: more values may come.
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
        /**
         * @description The promotion tier of a redemption. Absent unless one was redeemed. It has only `id`, `name`, `banner`, `campaign.id` and `object`, as the tier was then. When `redeemable` is expanded, the answer to a redemption has the whole tier after the redemption.
         * @example {
         *       "id": "promo_00tenoff",
         *       "name": "Ten percent off",
         *       "banner": "10 % off everything",
         *       "campaign": {
         *         "id": "camp_00autumn"
         *       },
         *       "object": "promotion_tier"
         *     }
         */
        RedeemedTier: {
            /**
             * @description Id of the tier.
             * @example promo_00tenoff
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at?: string | null;
            /**
             * @description Its name; null when it has none.
             * @example Ten percent off
             */
            name: string | null;
            /**
             * @description Its text for the customer; null when it has none.
             * @example 10 % off everything
             */
            banner: string | null;
            action?: components["schemas"]["RedeemedTierAction"];
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Its place among the tiers; the lower is tried first.
             * @example 1
             */
            hierarchy?: number;
            /**
             * @description Id of the promotion, which is the id of its campaign.
             * @example camp_00autumn
             */
            promotion_id?: string;
            campaign?: components["schemas"]["RedeemedTierCampaign"];
            /**
             * @description Id of the campaign.
             * @example camp_00autumn
             */
            campaign_id?: string;
            /**
             * @description False when it is switched off.
             * @example true
             */
            active?: boolean;
            /**
             * Format: date-time
             * @description It is not used before this instant. Absent when the campaign's counts.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description It is not used after this instant. Absent when the campaign's counts.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date?: string;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /** @description Its categories; when `category` is expanded and it has none, its campaign's. Absent unless `redeemable` or `category` is expanded. */
            categories?: components["schemas"]["StackedCategory"][];
            summary?: components["schemas"]["RedeemedTierSummary"];
            /**
             * @description Always `promotion_tier`.
             * @example promotion_tier
             * @constant
             * @enum {string}
             */
            object: "promotion_tier";
            /** @description The validation rules that bind the tier; null when there are none. */
            validation_rule_assignments?: components["schemas"]["PromotionTierAssignments"] | null;
        };
        /** @description What the tier does. */
        RedeemedTierAction: {
            discount: components["schemas"]["Discount"];
        };
        /** @description Its campaign. */
        RedeemedTierCampaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00autumn
             */
            id: string;
            /**
             * Format: date-time
             * @description It is not used before this instant; null when it has no start.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description It is not used after this instant; null when it never ends.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
            /**
             * @description False when it is switched off.
             * @example true
             */
            active?: boolean;
            /**
             * @description Id of its category; null when it has none.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             * @enum {string}
             */
            object?: "campaign";
        };
        /** @description Totals of its redemptions. */
        RedeemedTierSummary: {
            redemptions: components["schemas"]["RedeemedTierSummaryRedemptions"];
            orders: components["schemas"]["RedeemedTierSummaryOrders"];
        };
        /** @description The orders that it was used for. */
        RedeemedTierSummaryOrders: {
            /**
             * @description Sum of the orders before discounts, in the smallest currency unit.
             * @example 0
             */
            total_amount: number;
            /**
             * @description Sum of the discounts of the tier, in the smallest currency unit.
             * @example 0
             */
            total_discount_amount: number;
        };
        /** @description Redemptions of the tier. */
        RedeemedTierSummaryRedemptions: {
            /**
             * @description How often it was redeemed; rolled back redemptions do not count.
             * @example 0
             */
            total_redeemed: number;
        };
        /** @description The voucher of a redemption. The answer to a redemption has the whole voucher after the points were taken, with the goods that the rules of the offer, the card and the campaign include (`applicable_to`) and exclude (`inapplicable_to`), when they limit what points pay for. A listed redemption has only `id`, `code`, `campaign`, `campaign_id` and `object`. */
        RedeemedVoucher: {
            /**
             * @description Id of the voucher.
             * @example v_00spring1
             */
            id: string;
            /**
             * @description The code that a customer shows: letters, digits and special characters. Unique in the project.
             * @example SPRING-0001
             */
            code: string;
            /**
             * @description Name of the campaign it belongs to; null when it has no campaign.
             * @example Spring coupons
             */
            campaign?: string | null;
            /**
             * @description Id of its campaign; null when it has no campaign.
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
            /** @description Its categories in full; empty when it has none. When `category` is expanded and it has none, its campaign's. */
            categories?: components["schemas"]["StackedCategory"][];
            /**
             * @description What kind of voucher it is. Open set: more values may come.
             * @example DISCOUNT_VOUCHER
             * @enum {string}
             */
            type?: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            /** @description What a discount voucher takes off; null for other vouchers. */
            discount?: components["schemas"]["VoucherDiscount"] | null;
            /** @description The credit of a gift voucher; null for other vouchers. */
            gift?: components["schemas"]["VoucherGift"] | null;
            /** @description The points of a loyalty card; null for other vouchers. */
            loyalty_card?: components["schemas"]["VoucherLoyaltyCard"] | null;
            /**
             * Format: date-time
             * @description It cannot be used before this instant; null when it has no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description It cannot be used after this instant; null when it never ends.
             * @example 2027-05-31T21:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
            /**
             * @description False when it is switched off, whatever its dates are. Null counts as on; this service always answers true or false.
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
             * @description True when it belongs to a referral campaign, so that its holder can refer others with it.
             * @example false
             */
            is_referral_code?: boolean | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string | null;
            /**
             * @description Id of its holder; null when it has none.
             * @example cust_00ada
             */
            holder_id?: string | null;
            /**
             * @description Id of the customer who had referred its holder to the referral campaign when the code was given; null for other vouchers, and when there was none.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description Always `voucher`.
             * @example voucher
             * @constant
             * @enum {string}
             */
            object: "voucher";
            publish?: components["schemas"]["VoucherPublish"];
            redemption?: components["schemas"]["VoucherUse"];
            validation_rules_assignments?: components["schemas"]["ValidationRulesAssignmentList"];
            holder?: components["schemas"]["SimpleCustomer"];
            applicable_to?: components["schemas"]["ApplicableToList"];
            inapplicable_to?: components["schemas"]["ApplicableToList"];
        };
        /** @description The record of a redemption that succeeded, failed or was rolled back. Properties that do not apply to its kind or result are absent. */
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
             * @enum {string}
             */
            object: "redemption";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            date: string;
            /**
             * @description Id of the customer who redeemed; null for an unknown customer, and for a card without a holder.
             * @example cust_00ada
             */
            customer_id: string | null;
            /**
             * @description The value sent with it, or else a keyed hash of the customer's source id, the same for all redemptions of the customer; null without both.
             * @example track_bXkgb3duIGhhc2g=
             */
            tracking_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description For a rollback, id of the redemption that it undoes. For one of several redemptions that were made together, id of their parent. Null for any other.
             * @example r_00first
             */
            redemption: string | null;
            /**
             * @description Whether it succeeded. Open set: more values may come.
             * @example SUCCESS
             * @enum {string}
             */
            result: "SUCCESS" | "FAILURE";
            /**
             * @description Its status now. Open set: more values may come.
             * @example SUCCEEDED
             * @enum {string}
             */
            status: "SUCCEEDED" | "FAILED" | "ROLLED_BACK";
            /**
             * @description Why it failed, as one of the error keys, or `redemption_rolled_back` for one that was rolled back. Absent unless `result` is `FAILURE`.
             * @example loyalty_card_points_exceeded
             */
            failure_code?: string;
            /**
             * @description Why it failed, in a sentence; where a validation rule does not hold, it names the entry, what was found and what was expected. Absent unless `result` is `FAILURE`.
             * @example loyalty card points exceeded
             */
            failure_message?: string;
            order: components["schemas"]["Order"];
            channel: components["schemas"]["RedemptionChannel"];
            customer: components["schemas"]["SimpleCustomer"];
            /**
             * @description The kind of thing that was redeemed or rolled back. Open set: more values may come.
             * @example voucher
             * @enum {string}
             */
            related_object_type: "voucher" | "promotion_tier" | "redemption";
            /**
             * @description Id of what was redeemed, or of the redemption that was rolled back. For the parent of several redemptions, its own id.
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback with a reason.
             * @example Sent back unused
             */
            reason?: string;
            related_redemptions?: components["schemas"]["RelatedRedemptions"];
            session?: components["schemas"]["RedemptionSession"];
            promotion_tier?: components["schemas"]["RedeemedTier"];
            gift?: components["schemas"]["RedemptionGift"];
            loyalty_card?: components["schemas"]["RedemptionLoyaltyCard"];
            voucher?: components["schemas"]["RedeemedVoucher"];
        };
        /**
         * @description The caller of the redemption.
         * @example {
         *       "channel_id": "demo-app-id",
         *       "channel_type": "API"
         *     }
         */
        RedemptionChannel: {
            /**
             * @description The caller's `X-App-Id`; with a bearer token, that of the pair that issued it.
             * @example demo-app-id
             */
            channel_id: string;
            /**
             * @description The kind of caller. Open set: more values may come.
             * @example API
             * @enum {string}
             */
            channel_type: "API" | "USER" | "AUTO_REDEEM";
        };
        /** @description What was taken off a gift voucher. Absent unless one was redeemed. */
        RedemptionGift: {
            /**
             * @description Credit taken, in the smallest currency unit; negative for a rollback.
             * @example 500
             */
            amount: number;
        };
        /** @description What was taken off a loyalty card. Absent unless points were. */
        RedemptionLoyaltyCard: {
            /**
             * @description Points taken; negative for a rollback.
             * @example 60
             */
            points: number;
        };
        /** @description An error. When `resource_type` is `redemption`, the body is also the failed redemption, as the voucher's list of redemptions shows it. Every property from `id` on is present only then. */
        RedemptionRefused: {
            /**
             * @description The HTTP status, for callers that see only the body.
             * @example 400
             */
            code: number;
            /**
             * @description What went wrong, as a word to branch on; equal to `failure_code` when the refusal was recorded. More keys may come; treat one you do not know by its HTTP status.
             * @example loyalty_card_points_exceeded
             */
            key: string;
            /**
             * @description The key in a few words. For a refusal that was recorded, the `failure_message`: where a validation rule does not hold, it names the entry, what was found and what was expected.
             * @example loyalty card points exceeded
             */
            message: string;
            /**
             * @description What happened, with the property or value that is wrong.
             * @example CLUB-BEN-0001
             */
            details: string;
            /**
             * @description Identifies the request; also in the `X-Request-Id` header and in the log.
             * @example v-0c1d2e3f4a5b6c7d8e
             */
            request_id: string;
            /**
             * @description Id of the failed redemption. Absent when none was recorded.
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
             * @description The mistakes of a body, at most 10, of which the first is in `key` and `details`. Absent when there is only one, when the body has more than about 5,000 values, and when the refusal was recorded.
             * @example [
             *       {
             *         "key": "invalid_payload",
             *         "pointer": "/reward/quantity",
             *         "details": "Property .reward.quantity is not known here; known are id, points."
             *       },
             *       {
             *         "key": "invalid_payload",
             *         "pointer": "/order/amount",
             *         "details": "Property .order.amount must be integer or null, got \"100\"."
             *       }
             *     ]
             */
            errors?: components["schemas"]["BodyMistake"][];
            /**
             * @description Id of the redemption.
             * @example r_00mug
             */
            id?: string;
            /**
             * @description Always `redemption`.
             * @example redemption
             * @constant
             * @enum {string}
             */
            object?: "redemption";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            date?: string;
            /**
             * @description Id of the customer who redeemed; null for an unknown customer, and for a card without a holder.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description The value sent with it, or else a keyed hash of the customer's source id, the same for all redemptions of the customer; null without both.
             * @example track_bXkgb3duIGhhc2g=
             */
            tracking_id?: string | null;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description For a rollback, id of the redemption that it undoes. For one of several redemptions that were made together, id of their parent. Null for any other.
             * @example r_00first
             */
            redemption?: string | null;
            /**
             * @description Whether it succeeded. Open set: more values may come.
             * @example SUCCESS
             * @enum {string}
             */
            result?: "SUCCESS" | "FAILURE";
            /**
             * @description Its status now. Open set: more values may come.
             * @example SUCCEEDED
             * @enum {string}
             */
            status?: "SUCCEEDED" | "FAILED" | "ROLLED_BACK";
            /**
             * @description Why it failed, as one of the error keys, or `redemption_rolled_back` for one that was rolled back. Absent unless `result` is `FAILURE`.
             * @example loyalty_card_points_exceeded
             */
            failure_code?: string;
            /**
             * @description Why it failed, in a sentence; where a validation rule does not hold, it names the entry, what was found and what was expected. Absent unless `result` is `FAILURE`.
             * @example loyalty card points exceeded
             */
            failure_message?: string;
            order?: components["schemas"]["Order"];
            channel?: components["schemas"]["RedemptionChannel"];
            customer?: components["schemas"]["SimpleCustomer"];
            /**
             * @description The kind of thing that was redeemed or rolled back. Open set: more values may come.
             * @example voucher
             * @enum {string}
             */
            related_object_type?: "voucher" | "promotion_tier" | "redemption";
            /**
             * @description Id of what was redeemed, or of the redemption that was rolled back. For the parent of several redemptions, its own id.
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback with a reason.
             * @example Sent back unused
             */
            reason?: string;
            related_redemptions?: components["schemas"]["RelatedRedemptions"];
            session?: components["schemas"]["RedemptionSession"];
            promotion_tier?: components["schemas"]["RedeemedTier"];
            gift?: components["schemas"]["RedemptionGift"];
            loyalty_card?: components["schemas"]["RedemptionLoyaltyCard"];
            voucher?: components["schemas"]["RedeemedVoucher"];
        };
        /** @description The lock that the redemption used. Absent without one. */
        RedemptionSession: {
            /**
             * @description Key of the lock.
             * @example ssn_00checkout
             */
            key?: string;
        };
        /**
         * @description Redemptions that belong to this one. Absent until it is rolled back.
         * @example {
         *       "rollbacks": [
         *         {
         *           "id": "r_00undone",
         *           "date": "2026-11-21T09:00:00.000Z",
         *           "rollback_order_mode": "WITH_ORDER"
         *         }
         *       ]
         *     }
         */
        RelatedRedemptions: {
            /** @description The rollback that undid it. */
            rollbacks: components["schemas"]["RelatedRollback"][];
        };
        /**
         * @description A rollback of a redemption.
         * @example {
         *       "id": "r_00undone",
         *       "date": "2026-11-21T09:00:00.000Z",
         *       "rollback_order_mode": "WITH_ORDER"
         *     }
         */
        RelatedRollback: {
            /**
             * @description Id of the rollback, which is a redemption too.
             * @example r_00undone
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-21T09:00:00.000Z
             */
            date: string;
            /**
             * @description Whether the order that the redemption paid for was canceled with it. Open set: more values may come.
             * @example WITH_ORDER
             * @enum {string}
             */
            rollback_order_mode: "WITH_ORDER" | "WITHOUT_ORDER";
        };
        /** @description A reward that points can buy. */
        Reward: {
            /**
             * @description Id of the reward.
             * @example rew_00mug
             */
            id: string;
            /**
             * @description Its name.
             * @example Stoneware mug
             */
            name: string;
            /**
             * @description `CAMPAIGN` gives a coupon, gift credit or points of another campaign; `MATERIAL` gives a product; `COIN` pays for an order. Open set: more values may come.
             * @example MATERIAL
             * @enum {string}
             */
            type: "CAMPAIGN" | "COIN" | "MATERIAL";
            /**
             * @description How many units of a material reward there are in all; null for no limit.
             * @example 500
             */
            stock: number | null;
            /**
             * @description How often it was redeemed; rolled back redemptions do not count.
             * @example 0
             */
            redeemed: number | null;
            attributes?: components["schemas"]["RewardAttributes"];
            parameters: components["schemas"]["RewardParameters"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `reward`.
             * @example reward
             * @constant
             * @enum {string}
             */
            object: "reward";
        };
        /** @description How a material reward is shown. Absent when it was not set. */
        RewardAttributes: {
            /**
             * @description Address of a picture. Absent when it was not set.
             * @example https://cdn.example.com/mug.png
             */
            image_url?: string;
            /**
             * @description A text about it. Absent when it was not set.
             * @example Holds 300 ml
             */
            description?: string;
        };
        /**
         * @description What the reward gives: `campaign` for `CAMPAIGN`, `product` for `MATERIAL`, `coin` for `COIN`. The other two are absent; all three are absent for a reward that was not found.
         * @example {
         *       "product": {
         *         "id": "prod_00mug",
         *         "sku_id": null
         *       }
         *     }
         */
        RewardParameters: {
            campaign?: components["schemas"]["RewardParametersCampaign"];
            product?: components["schemas"]["RewardParametersProduct"];
            coin?: components["schemas"]["RewardParametersCoin"];
        };
        /** @description The campaign that the voucher, credit or points come from. */
        RewardParametersCampaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00gift
             */
            id: string;
            /**
             * @description Credit in the smallest currency unit, or points, that it gives. Absent for discount coupons.
             * @example 1000
             */
            balance?: number;
            /**
             * @description What kind of campaign it is. Open set: more values may come.
             * @example GIFT_VOUCHERS
             * @enum {string}
             */
            type: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM";
        };
        /** @description The campaign whose coupon, gift credit or points it gives. */
        RewardParametersCampaignRequest: {
            /**
             * @description Id of a discount coupon, gift voucher or loyalty campaign; an unknown one is 404 `not_found`.
             * @example camp_00gift
             */
            id: string;
            /**
             * @description Credit in the smallest currency unit for a gift voucher campaign, points for a loyalty program; required for both. Not allowed for discount coupons.
             * @example 1000
             */
            balance?: number;
            type?: components["schemas"]["Acknowledged"];
        };
        /** @description The value of points. */
        RewardParametersCoin: {
            /**
             * @description Major currency units that `points_ratio` points are worth.
             * @example 1
             */
            exchange_ratio: number;
            /**
             * @description The points that are worth `exchange_ratio`.
             * @example 10
             */
            points_ratio: number;
        };
        /** @description Pays for orders: `points_ratio` points are worth `exchange_ratio` major currency units. */
        RewardParametersCoinRequest: {
            /**
             * @description Major currency units, as a number or a numeric text with up to six decimals; more than 0.
             * @example 1
             * @example 0.5
             */
            exchange_ratio: number | string;
            /**
             * @description Left out, 1. The points that are worth `exchange_ratio`, as a number or a numeric text.
             * @example 10
             * @example 10
             */
            points_ratio?: number | string;
        };
        /** @description The product that is given. */
        RewardParametersProduct: {
            /**
             * @description Id of the product.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Id of its SKU; null for any SKU.
             * @example sku_00mugblue
             */
            sku_id?: string | null;
        };
        /** @description The product that it gives. */
        RewardParametersProductRequest: {
            /**
             * @description Id of the product, or its `source_id`; an unknown one is 404 `not_found`.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Id of its SKU, or the `source_id` of that, if only that one is given; an unknown one is 404 `not_found`.
             * @example sku_00mugblue
             */
            sku_id?: string | null;
        };
        /**
         * @description What the reward gives. Exactly one of the three must be sent: `campaign` makes it a `CAMPAIGN` reward, `product` a `MATERIAL` reward, `coin` a `COIN` reward.
         * @example {
         *       "product": {
         *         "id": "prod_00mug"
         *       }
         *     }
         */
        RewardParametersRequest: {
            campaign?: components["schemas"]["RewardParametersCampaignRequest"];
            product?: components["schemas"]["RewardParametersProductRequest"];
            coin?: components["schemas"]["RewardParametersCoinRequest"];
        };
        /**
         * @description The message of a validation rule for the customer. Absent unless a rule that refused has one.
         * @example {
         *       "message": "Points pay for orders of 5.00 and more."
         *     }
         */
        RuleError: {
            /**
             * @description Text to show to the customer.
             * @example Points pay for orders of 5.00 and more.
             */
            message: string;
        };
        /**
         * @description The only card that earns.
         * @example {
         *       "code": "CLUB-ADA-0001"
         *     }
         */
        SendCustomEventLoyaltyRequest: {
            /**
             * @description Code of the card. An unknown one is 404 `not_found`; one of another customer is refused with `invalid_customer`.
             * @example CLUB-ADA-0001
             */
            code: string;
        };
        /**
         * @description The referral by which the customer came.
         * @example {
         *       "code": "FRIEND-ADA-0001",
         *       "referrer_id": "cust_00ada"
         *     }
         */
        SendCustomEventReferralRequest: {
            /**
             * @description The referral code. An unknown one is 404 `not_found`. A code without a holder, or of a campaign with another conversion, is refused with `invalid_voucher`; a code of the customer themselves with `referrer_not_permitted_to_redeem`.
             * @example FRIEND-ADA-0001
             */
            code: string;
            /**
             * @description Id of the referrer; refused with `invalid_customer` when they do not hold the code. Left out, the holder of the code.
             * @example cust_00ada
             */
            referrer_id?: string;
        };
        /** @description A custom event of a customer. */
        SendCustomEventRequest: {
            /**
             * @description Name of the event, as the project's event schemas define it; an unknown one is 404 `not_found`.
             * @example product_reviewed
             */
            event: string;
            customer: components["schemas"]["CustomerRequest"];
            /** @description The referral by which the customer came, when this event is the conversion of a referral campaign. It counts once for each customer and campaign; when it does not count again, the event is still recorded and earns. Null counts as not sent. */
            referral?: components["schemas"]["SendCustomEventReferralRequest"] | null;
            /** @description The only card that earns. Left out or null, every card of the customer earns whose program has an active rule for the event; such programs with `auto_join` enrol the customer first. */
            loyalty?: components["schemas"]["SendCustomEventLoyaltyRequest"] | null;
            /**
             * @description The properties of the event, checked against its event schema. Null counts as not sent.
             * @example {
             *       "product": "beans",
             *       "rating": 5
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description A customer in short. Every property is present; null says that it is unknown.
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
             * @enum {string}
             */
            object: "customer";
        };
        /** @description A SKU: a variant of a product. In a redemption, the one that a material reward gave; absent for rewards without a SKU. */
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
             * @description Id of its product.
             * @example prod_00mug
             */
            product_id: string;
            /**
             * @description Its name; null when it has none.
             * @example Stoneware mug, blue
             */
            sku: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit; null when the product's price applies.
             * @example 1200
             */
            price: number | null;
            /**
             * @description Currency of the price, an ISO 4217 code; null for the project's currency.
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
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `sku`.
             * @example sku
             * @constant
             * @enum {string}
             */
            object: "sku";
        };
        /** @description A category, and how its discounts can be combined with others. */
        StackedCategory: {
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
             * @description Its rank; a lower number comes first.
             * @example 1
             */
            hierarchy: number;
            /**
             * @description Always `category`.
             * @example category
             * @constant
             * @enum {string}
             */
            object: "category";
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description `EXCLUSIVE`: its discounts can be combined only with each other and with those of joint categories. `JOINT`: with all. Absent when the project's stacking rules do not name the category, and unless `category` is expanded. Open set: more values may come.
             * @example JOINT
             * @enum {string}
             */
            stacking_rules_type?: "JOINT" | "EXCLUSIVE";
        };
        /**
         * @description The state of a token. `active` says which of the two shapes it is.
         * @example {
         *       "active": false
         *     }
         */
        TokenIntrospection: components["schemas"]["ActiveToken"] | components["schemas"]["InactiveToken"];
        /** @description A validation rule: conditions that a redemption or an earning must meet. A rule that does not hold says why: which entry, what was found, and what was expected. */
        ValidationRule: {
            /**
             * @description Id of the rule.
             * @example val_00twenty
             */
            id: string;
            /**
             * @description Its name.
             * @example Orders of 20.00 and more
             */
            name: string;
            rules: components["schemas"]["ValidationRuleSet"];
            error?: components["schemas"]["RuleError"];
            applicable_to: components["schemas"]["ApplicableTo"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. Absent before that.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description How the rule was built. Open set: more values may come.
             * @example advanced
             * @enum {string}
             */
            type: "basic" | "advanced";
            /**
             * @description Where the rule is meant to be assigned, for example `earning_rule.order.paid`, `earning_rule.customer.tier.upgraded` or `reward_assignment.pay_with_points`.
             * @example earning_rule.order.paid
             */
            context_type: string;
            /**
             * @description How many assignments it has now.
             * @example 1
             */
            assignments_count: number;
            /**
             * @description Always `validation_rules`.
             * @example validation_rules
             * @constant
             * @enum {string}
             */
            object: "validation_rules";
        };
        /**
         * @description The conditions on the fact: operators, each with a list of operands. All of them must hold:
         *
         *     - `$is`, `$is_not`: one operand;
         *     - `$in`, `$from`: one of the operands; `$not_in`, `$not_intersect`: none of them;
         *       `$not_differ`: exactly these;
         *     - `$contains`, `$starts_with`, `$ends_with`: any of the operands;
         *     - `$less_than`, `$less_than_or_equal`, `$more_than`, `$more_than_or_equal`: one number or date;
         *       `$after`, `$before`: one date;
         *     - `$count`, `$count_more`, `$count_less`: how many elements a list has;
         *     - `$timeframe`: `start;interval;duration`, a window without the instant at its end;
         *       `$timeframe_absolute`: `from;to`, both included; `$timeframe_daily_hours`:
         *       `HH:MM;HH:MM`, until the end of the second minute, or `HH:MM;HH:MM;1,2` on these weekdays;
         *       `$dow`: the weekday, 0 for Sunday;
         *     - `$is_days_ago`, `$more_than_ago`, `$less_than_ago`, `$is_days_in_future`,
         *       `$more_than_future`, `$less_than_future`: days from today.
         *
         *     Values are compared with their own kind: a number never equals a text.
         * @example {
         *       "$more_than_or_equal": [
         *         2000
         *       ]
         *     }
         */
        ValidationRuleConditions: {
            [key: string]: components["schemas"]["Operand"][];
        };
        /**
         * @description An entry of a rule: a fact and its conditions. When the fact can exist where the rule is assigned and is unknown this time, the entry is false. When it cannot exist there, the entry is left out of the rule, and `validation_omitted_rules` of the assignment names it.
         * @example {
         *       "name": "order.amount",
         *       "property": null,
         *       "conditions": {
         *         "$more_than_or_equal": [
         *           2000
         *         ]
         *       },
         *       "rules": {}
         *     }
         */
        ValidationRuleEntry: {
            /**
             * @description The name of the fact:
             *
             *     - `customer.segment`, `customer.metadata`;
             *     - `order.amount`: before discounts; where several vouchers and tiers are applied, without what
             *       the earlier ones took off; `order.initial_amount`: before all of them; `order.total_amount`:
             *       after discounts, including this one; where points pay for a reward, before they do;
             *       `order.metadata`;
             *     - `order.items.count`; `order.items.price_any`, `order.items.price_each`,
             *       `order.items.metadata_any`, `order.items.metadata_each`: of any item, of each item;
             *     - `order.items.any`, `order.items.every`, `order.items.none`, `order.items.cheapest` and
             *       `order.items.most_expensive` select items by product, SKU or collection. Their `rules` check
             *       `order.items.quantity`, `order.items.price` and `order.items.metadata` of each of these items,
             *       and `order.items.aggregated_quantity` and `order.items.aggregated_amount` (after the items'
             *       discounts, like `product.metadata.aggregated_amount`) of all of them together;
             *     - `product.id`, `product.price`, `product.quantity`, `product.metadata`,
             *       `product.metadata.match_all`, `product.metadata.aggregated_quantity`,
             *       `product.metadata.aggregated_amount`, `sku.id`, `sku.price`, `sku.quantity`: of the goods in
             *       the order; `product.discount_applicable`, `product.metadata.discount_applicable`,
             *       `sku.discount_applicable`: of those goods that the rule's `applicable_to` names;
             *     - `redemption.metadata`, `redemption.api_key`;
             *       `redemption.reward.pay_with_points.points_used`: the points that a pay-with-points reward
             *       would take; `redemption.gift.amount`: the credit that a gift voucher would give;
             *     - `redemption.count`, with `.daily`, `.weekly` or `.monthly`; `redemption.count.per_customer`,
             *       alone or with one of the three; `redemption.count.per_api_key`: redemptions of what the rule is
             *       assigned to, by anybody, by this customer, with this key pair;
             *     - `campaign.redemptions.count` and `campaign.redemptions.customers_count` (this customer's),
             *       alone or with one of the three: redemptions of the whole campaign; `campaign.orders.amount`
             *       and `campaign.orders.amount_discounted`: the amounts before discounts of the orders that these
             *       redemptions paid for, and their discounts;
             *     - `publication.redeemable_by_linked_customer`: whether the customer who redeems holds the
             *       voucher; the holder of a card always does;
             *     - `custom_event.metadata`.
             *
             *     Counts and sums include the redemption that is judged, so that "at most 3" allows three. Days,
             *     weeks (from Monday) and months are calendar periods in the project's time zone.
             *     `redemption.user.login` and `redemption.count.per_user` never hold, because the service has no
             *     users who redeem. More names may come.
             * @example order.amount
             */
            name: string;
            /**
             * @description For a metadata fact, its key; null or absent for others.
             * @example null
             * @example shop
             */
            property?: string | null;
            conditions?: components["schemas"]["ValidationRuleConditions"];
            rules?: components["schemas"]["ValidationRuleSet"];
            error?: components["schemas"]["RuleError"];
        };
        /** @description A page of validation rules. */
        ValidationRuleList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the rules.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The rules, in the requested order. */
            data: components["schemas"]["ValidationRule"][];
            /**
             * @description How many rules the project has in all, also outside the requested dates.
             * @example 3
             */
            total: number;
        };
        /**
         * @description Entries with the numbers `1`, `2` and so on, and `logic`, which joins them. Empty when the rule only limits the goods it applies to. Entries inside an entry that selects order items are checked for these items.
         * @example {
         *       "1": {
         *         "name": "order.amount",
         *         "property": null,
         *         "conditions": {
         *           "$more_than_or_equal": [
         *             2000
         *           ]
         *         },
         *         "rules": {}
         *       },
         *       "logic": "1"
         *     }
         */
        ValidationRuleSet: {
            [key: string]: components["schemas"]["ValidationRuleEntry"] | string;
        };
        /**
         * @description The binding of a validation rule to a voucher, campaign, reward on offer or promotion tier.
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
             * @description Id of what the rule binds.
             * @example ern_00euro
             */
            related_object_id: string;
            /**
             * @description The kind of thing. Open set: more values may come.
             * @example earning_rule
             * @enum {string}
             */
            related_object_type: "voucher" | "campaign" | "earning_rule" | "reward_assignment" | "promotion_tier" | "distribution";
            /**
             * Format: date-time
             * @description When the assignment was created. Absent within other resources.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at?: string;
            /**
             * @description Always `validation_rules_assignment`.
             * @example validation_rules_assignment
             * @constant
             * @enum {string}
             */
            object: "validation_rules_assignment";
            /**
             * @description Whether every entry applies there. Absent for promotion tiers. Open set: more values may come.
             * @example VALID
             * @enum {string}
             */
            validation_status?: "VALID" | "PARTIALLY_VALID" | "INVALID";
            /**
             * @description Names of the entries about facts that cannot exist there, which are left out. Absent for promotion tiers.
             * @example [
             *       "redemption.metadata"
             *     ]
             */
            validation_omitted_rules?: string[];
        };
        /**
         * @description The validation rules that bind the voucher or campaign. A rule of a campaign binds each of its vouchers, and each voucher lists it, too.
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
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, ordered by the id of the rule; for a voucher, those of its campaign come first. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description Their number.
             * @example 0
             */
            total: number;
        };
        /**
         * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id. A rule that was never changed counts as changed when it was created.
         * @default -created_at
         * @example -created_at
         * @enum {string}
         */
        ValidationRulesOrderValue: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
        /**
         * @description Days of the week on which it is valid, in the project's time zone. 0 is Sunday, 6 Saturday. Null or absent when all are.
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
         * @description Days of the week on which it is valid, in the project's time zone. 0 is Sunday, 1 Monday, 2 Tuesday, 3 Wednesday, 4 Thursday, 5 Friday, 6 Saturday.
         * @example [
         *       1,
         *       2,
         *       3,
         *       4,
         *       5
         *     ]
         */
        ValidityDayOfWeekRequest: number[];
        /**
         * @description Hours of the day in which it is valid: those of any of the windows.
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
            daily?: components["schemas"]["ValidityHoursDailyItem"][];
        };
        /** @description One window of a day, in the project's time zone. */
        ValidityHoursDailyItem: {
            /**
             * @description The first minute, `HH:MM` in the project's time zone.
             * @example 08:00
             */
            start_time: string;
            /**
             * @description The days, 0 for Sunday. Left out, all days.
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
             * @description The last minute, `HH:MM` in the project's time zone: `11:30` lasts until 11:30:59.999.
             * @example 11:30
             */
            expiration_time: string;
        };
        /** @description One window of a day. A window ends after it starts, so a night needs two: `20:00` to `23:59` lasts until midnight. */
        ValidityHoursDailyItemRequest: {
            /**
             * @description The first minute, `HH:MM` in the project's time zone.
             * @example 08:00
             */
            start_time: string;
            /**
             * @description The days, 0 for Sunday. Left out, all days.
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
             * @description The last minute, `HH:MM` in the project's time zone: `11:30` lasts until 11:30:59.999.
             * @example 11:30
             */
            expiration_time: string;
        };
        /**
         * @description Hours of the day in which it is valid: those of any of the windows.
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
        ValidityHoursRequest: {
            /** @description The windows. */
            daily: components["schemas"]["ValidityHoursDailyItemRequest"][];
        };
        /**
         * @description Windows that repeat from `start_date` on: each `interval` begins with a window of length `duration`.
         * @example {
         *       "duration": "PT1H",
         *       "interval": "P2D"
         *     }
         */
        ValidityTimeframe: {
            /**
             * Format: duration
             * @description How long a window lasts, as an ISO 8601 duration above zero and of at most 100 years. The instant at its end does not belong to it.
             * @example PT1H
             */
            duration: string;
            /**
             * Format: duration
             * @description From the start of one window to the start of the next, as an ISO 8601 duration above zero and of at most 100 years.
             * @example P2D
             */
            interval: string;
        };
        /**
         * @description Windows that repeat from `start_date` on: each `interval` begins with a window of length `duration`. Needs a `start_date`.
         * @example {
         *       "duration": "PT1H",
         *       "interval": "P2D"
         *     }
         */
        ValidityTimeframeRequest: {
            /**
             * Format: duration
             * @description How long a window lasts, as an ISO 8601 duration above zero and of at most 100 years. The instant at its end does not belong to it.
             * @example PT1H
             */
            duration: string;
            /**
             * Format: duration
             * @description From the start of one window to the start of the next, as an ISO 8601 duration above zero and of at most 100 years.
             * @example P2D
             */
            interval: string;
        };
        /** @description A gift voucher, a discount voucher or a loyalty card. */
        Voucher: {
            /**
             * @description Id of the voucher.
             * @example v_00spring1
             */
            id: string;
            /**
             * @description The code that a customer shows: letters, digits and special characters. Unique in the project.
             * @example SPRING-0001
             */
            code: string;
            /**
             * @description Name of the campaign it belongs to; null when it has no campaign.
             * @example Spring coupons
             */
            campaign: string | null;
            /**
             * @description Id of its campaign; null when it has no campaign.
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
             * @description What kind of voucher it is. Open set: more values may come.
             * @example DISCOUNT_VOUCHER
             * @enum {string}
             */
            type: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            /** @description What a discount voucher takes off; null for other vouchers. */
            discount: components["schemas"]["VoucherDiscount"] | null;
            /** @description The credit of a gift voucher; null for other vouchers. */
            gift: components["schemas"]["VoucherGift"] | null;
            /** @description The points of a loyalty card; null for other vouchers. */
            loyalty_card: components["schemas"]["VoucherLoyaltyCard"] | null;
            /**
             * Format: date-time
             * @description It cannot be used before this instant; null when it has no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description It cannot be used after this instant; null when it never ends.
             * @example 2027-05-31T21:59:59.999Z
             */
            expiration_date: string | null;
            /** @description Windows in which it is valid. Null or absent when it has none. */
            validity_timeframe: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it is valid. Null or absent when all are. */
            validity_hours: components["schemas"]["ValidityHours"] | null;
            /**
             * @description False when it is switched off, whatever its dates are. Null counts as on; this service always answers true or false.
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
             * @description True when it belongs to a referral campaign, so that its holder can refer others with it.
             * @example false
             */
            is_referral_code: boolean | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed; null before that.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Id of its holder; null when it has none.
             * @example cust_00ada
             */
            holder_id: string | null;
            /**
             * @description Id of the customer who had referred its holder to the referral campaign when the code was given; null for other vouchers, and when there was none.
             * @example cust_00ben
             */
            referrer_id: string | null;
            /**
             * @description Always `voucher`.
             * @example voucher
             * @constant
             * @enum {string}
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
             * @description Url of the picture; null when it is not served. The url is valid as long as the voucher exists, so that it can be used in mails and wallets, and the picture shows only the code.
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
         * @description The discount of a discount voucher. `AMOUNT` has `amount_off`; `PERCENT` has `percent_off` and perhaps `amount_limit`; `FIXED` has `fixed_amount`; `UNIT` has `unit_off`, `unit_type` and a product or SKU, or `units`. Properties of the other types are absent.
         * @example {
         *       "type": "AMOUNT",
         *       "amount_off": 500,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        VoucherDiscount: {
            /**
             * @description What kind of discount it is. Open set: more values may come.
             * @example AMOUNT
             * @enum {string}
             */
            type: "AMOUNT" | "PERCENT" | "FIXED" | "UNIT";
            /**
             * @description With `AMOUNT`, the amount taken off, in the smallest currency unit.
             * @example 500
             */
            amount_off?: number;
            /**
             * @description Always absent: formulas are not supported.
             * @example IF(ORDER_AMOUNT > 2000;500;200)
             */
            amount_off_formula?: string;
            /**
             * @description With `PERCENT`, the percentage taken off.
             * @example 10
             */
            percent_off?: number;
            /**
             * @description With `PERCENT`, the most that it takes off one order, or off each item with `APPLY_TO_ITEMS`, in the smallest currency unit. Absent when there is no limit.
             * @example 2000
             */
            amount_limit?: number;
            /**
             * @description With `FIXED`, the price that it lowers to, in the smallest currency unit.
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
            /** @description With `UNIT` and effect `ADD_MANY_ITEMS`, the products and SKUs that are free. */
            units?: components["schemas"]["DiscountedUnits"][];
            /**
             * @description The most that it takes off all items of one order together, in the smallest currency unit. Absent when there is no limit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What the discount applies to. Absent when it was created without one. Open set: more values may come.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | "APPLY_TO_ITEMS_PROPORTIONALLY" | "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" | "APPLY_TO_ITEMS_BY_QUANTITY" | "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_MANY_ITEMS" | "ADD_SAME_ITEMS";
            /**
             * @description True when it is calculated for every order by a formula. Absent means false.
             * @example false
             */
            is_dynamic?: boolean;
        };
        /**
         * @description The credit of a gift voucher.
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
             * @description Credit taken away by hand or by the rollback of a redemption, in the smallest currency unit.
             * @example 0
             */
            subtracted_amount: number;
            /**
             * @description Credit left to redeem, including what locks hold, in the smallest currency unit.
             * @example 1000
             */
            balance: number;
            /**
             * @description What the credit pays for. Absent when it was not set. Open set: more values may come.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
        };
        /**
         * @description The points of a loyalty card.
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
             * @description Points that can be spent now, including what locks hold.
             * @example 440
             */
            balance: number;
            /**
             * Format: date
             * @description The next day at whose end points lapse, in the project's time zone. Absent when no points will lapse.
             * @example 2027-11-30
             */
            next_expiration_date?: string;
            /**
             * @description How many points lapse then. Absent together with the day.
             * @example 120
             */
            next_expiration_points?: number;
            /**
             * @description Pending points, which are not part of `points` or `balance`.
             * @example 20
             */
            pending_points: number;
            /**
             * @description Points that lapsed.
             * @example 0
             */
            expired_points: number;
            /**
             * @description Points taken away by hand, by canceling an order, or by the rollback of a redemption.
             * @example 0
             */
            subtracted_points: number;
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
             * @enum {string}
             */
            object: "list";
            /**
             * @description Number of publications.
             * @example 0
             */
            count: number;
            /**
             * Format: uri-reference
             * @description Url of the list of publications; null when it is not served.
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
             * @description How many succeeded and were not rolled back.
             * @example 1
             */
            redeemed_quantity: number;
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * Format: uri-reference
             * @description Url of the first page of this list.
             * @example http://127.0.0.1:3000/v1/vouchers/CLUB-ADA-0001/redemptions?page=1&limit=10
             */
            url: string;
            /**
             * @description Name of the property that holds the redemptions.
             * @example redemption_entries
             * @constant
             * @enum {string}
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
         * @description How often the voucher may be redeemed, and how often it was.
         * @example {
         *       "quantity": 1,
         *       "redeemed_quantity": 0,
         *       "object": "list",
         *       "url": "http://127.0.0.1:3000/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10"
         *     }
         */
        VoucherUse: {
            /**
             * @description Redemptions that it allows; null for any number.
             * @example 1
             */
            quantity: number | null;
            /**
             * @description How many succeeded so far and were not rolled back.
             * @example 0
             */
            redeemed_quantity: number;
            /**
             * @description Points redeemed so far, without what rollbacks gave back. Absent unless it is a loyalty card.
             * @example 60
             */
            redeemed_points?: number;
            /**
             * @description Credit redeemed so far, without what rollbacks gave back, in the smallest currency unit. Absent unless it is a gift voucher.
             * @example 0
             */
            redeemed_amount?: number;
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * Format: uri-reference
             * @description Url of the list of redemptions; null when it is not served.
             * @example http://127.0.0.1:3000/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10
             */
            url: string | null;
        };
    };
    responses: {
        /** @description There is no such campaign, or no category that the body names (`not_found`). */
        AddVouchersNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body or the query is not as described (`invalid_payload`, `invalid_query_params`), a `code` was sent with more than one voucher (`invalid_payload`), the codes cannot be made (`invalid_code_config`), the campaign has no vouchers (`invalid_campaign`), or the metadata does not fit its schema (`metadata_validation_failed`). */
        AddVouchersRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such campaign of the type of the path (`not_found`). */
        CampaignNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such loyalty card (`not_found`). The code of a gift or discount voucher is not one. */
        CardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The key pair is missing or wrong (`unauthorized`), wherever it was sent. A bearer token does not open this operation. The answer to HTTP Basic has `WWW-Authenticate: Basic`. */
        ClientUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The code is in use in this project (`duplicate_found`). Nothing is created. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        CodeTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described, or the project would have more rules than it may (`invalid_payload`), what the event needs is missing (`missing_param`), the campaign is switched off or over (`campaign_not_active`), or the metadata does not fit its schema (`metadata_validation_failed`). No rule is created. */
        CreateEarningRulesRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described, or `type` and `parameters` do not agree (`invalid_payload`), a balance that the campaign needs is missing (`missing_param`) or is not allowed (`invalid_balance`), or the metadata does not fit its schema (`metadata_validation_failed`). */
        CreateRewardRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such customer, or the customer was deleted (`not_found`). */
        CustomerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such loyalty program, or no validation rule, segment, event schema, loyalty tier, product, SKU or collection that a rule names (`not_found`). No rule is created. */
        EarningRuleTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such loyalty program, or no order, product or SKU that the body names (`not_found`). */
        EstimateNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the campaign is switched off or outside its dates (`campaign_not_active`), the customer is not a member and the campaign has no `auto_join` (`campaign_not_allow_auto_join`) or no card left to give (`no_voucher_suitable_for_publication`), the customer's card is switched off or outside its dates (`loyalty_card_not_active`), the stored order is another customer's (`invalid_customer`), or amounts or points exceed what can be counted (`invalid_amount`). */
        EstimateRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The event is not defined by an event schema, or there is no customer, card or referral code that the body names (`not_found`). Nothing is recorded. */
        EventTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The token is valid, but none of its scopes opens this path (`missing_required_permission`). */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The form is larger than 16 KiB (`payload_too_large`). */
        FormTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The service failed (`internal_error`). The body has only the request's id, by which the operator finds the cause in the log. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description No token was sent (`missing_parameters`), or the form has an unknown field (`invalid_payload`). */
        InvalidIntrospection: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The query or the path is not as described (`invalid_query_params`, `invalid_url`). */
        InvalidPath: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The query is not as described, or `starting_after_id` never was an entry of this card (`invalid_query_params`). */
        InvalidPendingPointsQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The query is not as described (`invalid_query_params`), or the path cannot be decoded (`invalid_url`). */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A field is missing (`missing_parameters`), `grant_type` is not `client_credentials` (`invalid_grant_type`), a scope does not exist (`invalid_scope`), the form has an unknown field or other credentials than the headers (`invalid_payload`), or two headers have different credentials (`invalid_headers`). */
        InvalidTokenRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). Nothing was done by this one; send it again after `Retry-After` seconds to get the answer of the other. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The `Idempotency-Key` was sent in the last 24 hours with another request of the project: another operation, path, query or body (`idempotency_key_reused`). Or the answer to the same request was erased with a customer (`idempotency_answer_erased`). Nothing was done. */
        KeyRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Management credentials were sent and are wrong, or the service is set to require them (`unauthorized`). */
        ManagementUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such metadata schema in this project (`not_found`). One of another project is answered the same. */
        MetadataSchemaNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The key pair is missing or wrong (`unauthorized`). A bearer token does not open this operation. */
        PairUnauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is larger than 10 MiB (`payload_too_large`). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Something that the request names does not exist (`not_found`): the loyalty program, the card, the reward, its assignment to the program, the order, a product or a SKU. No redemption is recorded. */
        RedeemRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description The body is not as described (`invalid_payload`), and nothing is recorded; or the rules of the program refuse the redemption, and it is recorded as failed: the voucher's redemptions list it, and the customer's summary counts it. The body then is both that redemption and the error.
         *
         *     The reasons are checked in this order, and the first that holds is answered: `campaign_not_active`, `voucher_disabled`, `voucher_not_active`, `voucher_expired`, `voucher_not_active_now`, `invalid_customer`, `missing_reward`, `missing_order`, `metadata_validation_failed`, `customer_rules_violated`, `order_rules_violated`, `redemption_rules_violated`, `quantity_exceeded` (the card's own limit), `reward_out_of_stock`, `no_voucher_suitable_for_publication`, `invalid_order`, `invalid_amount`, `loyalty_card_points_exceeded`.
         *
         *     Validation rules are those of the reward assignment, the card and the campaign. Rules on the customer are checked before rules on the order, and these before all others, such as limits over time. A limit such as `redemption.count.per_customer.daily` also counts the redemption that is requested, so "at most 1" allows one, even when two requests come at the same moment. Where a rule has `applicable_to`, points pay for those items only.
         */
        RedemptionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RedemptionRefused"];
            };
        };
        /** @description There is no campaign, product or SKU that the parameters name (`not_found`). */
        RewardTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the metadata does not fit the event's or the customer's schema (`metadata_validation_failed`), the card is another customer's (`invalid_customer`), or the points would be more than can be counted (`invalid_amount`). Or the referral cannot count: the code has no holder or is not of a campaign for this event (`invalid_voucher`), is not of that referrer (`invalid_customer`) or is the customer's own (`referrer_not_permitted_to_redeem`), its campaign is over or switched off (`campaign_not_active`), or the code itself is (`voucher_disabled`, `voucher_not_active`, `voucher_expired`, `voucher_not_active_now`). Nothing is recorded. */
        SendCustomEventRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The database is busy, or the service is overloaded or stopping (`service_unavailable`). Nothing was done; try again after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The key pair sent more requests in a minute than it may, or this address sent wrong credentials too often (`too_many_requests`). Nothing was done; try again after `Retry-After` seconds. Right credentials are never refused because of wrong ones from the same address. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The key pair sent more requests in a minute than it may, or this address sent wrong credentials too often (`too_many_requests`); or the project has 1,000 jobs that have not ended (`too_many_jobs`), and this request needs another one. Nothing was done; try again after `Retry-After` seconds. Right credentials are never refused because of wrong ones from the same address. */
        TooManyRequestsOrJobs: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Credentials are missing or wrong, of another project, or a token that has ended (`unauthorized`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not `application/x-www-form-urlencoded` (`unsupported_media_type`). */
        UnsupportedFormMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not `application/json` (`unsupported_media_type`). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not an array of products as described; `details` names the index (`invalid_payload`). Nothing is changed. */
        UpdateProductsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A path parameter has more than 512 characters (`uri_too_long`). This is checked before credentials. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such voucher (`not_found`). */
        VoucherNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The database is busy, or the service is overloaded or stopping (`service_unavailable`). Nothing was done; try again after `Retry-After` seconds. Or the database did not confirm the write (`outcome_unknown`): either everything was stored, or nothing. The same request with the same `Idempotency-Key` is carried out only once. */
        WriteUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
    };
    parameters: {
        /**
         * @description Only entries that were created at this instant or later. A day alone, such as 2026-01-31, is its midnight in UTC.
         * @example 2020-01-01T00:00:00.000Z
         */
        CreatedFrom: string;
        /**
         * @description Only entries that were created at this instant or earlier. A day alone, such as 2026-01-31, is its midnight in UTC.
         * @example 2036-12-31T23:59:59.999Z
         */
        CreatedUntil: string;
        /** @description Id of the customer, or your own `source_id`. Where a text is both, the id is used. */
        CustomerIdOrSource: string;
        /**
         * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id.
         * @example -created_at
         */
        ExportsOrder: components["schemas"]["ExportsOrderValue"];
        /**
         * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
         * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
         */
        IdempotencyKey: string;
        /**
         * @description The most entries of a page.
         * @example 10
         */
        Limit: number;
        /**
         * @description The most entries of a page. Without `limit` and `page`, as many entries as the operation says are answered at once; with `page` alone, 10.
         * @example 10
         */
        LimitOfAll: number;
        /** @description Id of a loyalty program, or its exact name. Where a text is both, the id is used. */
        LoyaltyCampaign: string;
        /** @description Code or id of the member's loyalty card. Where a text is both, the code is used. */
        Member: string;
        /** @description Id of the metadata schema. */
        MetadataSchemaId: string;
        /**
         * @description The number of the page, from 1 on. A page past the end is empty.
         * @example 1
         */
        Page: number;
        /**
         * @description The number of the page, from 1 on; with `limit` alone, 1. A page past the end is empty.
         * @example 1
         */
        PageOfAll: number;
        /**
         * @description Oldest first (`id`) or newest first (`-id`).
         * @example -id
         */
        PendingPointsOrder: components["schemas"]["PendingPointsOrderValue"];
        /** @description Id of the project. */
        ProjectId: string;
        /** @description Id of a promotion campaign, or its exact name. Where a text is both, the id is used. */
        PromotionCampaign: string;
        /**
         * @description Only entries that follow this one: the `more_starting_after` of the page before. The entry may have been activated or canceled meanwhile; an id that never was an entry of this card is refused.
         * @example lopp_00beans
         */
        StartingAfter: string;
        /**
         * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id. A rule that was never changed counts as changed when it was created.
         * @example -created_at
         */
        ValidationRulesOrder: components["schemas"]["ValidationRulesOrderValue"];
        /** @description Id of the campaign, or its exact name. Where a text is both, the id is used. */
        VoucherCampaign: string;
        /** @description Code or id of the voucher. Where a text is both, the code is used. */
        VoucherCode: string;
        /**
         * @description How many vouchers to add. One is made at once; more are made in the background.
         * @example 1
         */
        VouchersCount: number;
    };
    requestBodies: never;
    headers: {
        /** @description The kinds of credentials that the operation takes, and the scopes that a sent token lacks. */
        Challenge: string;
        /** @description The same for caches of HTTP/1.0. */
        NoCache: "no-cache";
        /** @description The answer has a secret that no cache may keep. */
        NoStore: "no-store";
        /** @description How many requests the key pair may send in a minute, or how often an address may send wrong credentials in a minute. Absent where nothing is limited. */
        RateLimitLimit: number;
        /** @description How many of them are left in this minute. */
        RateLimitRemaining: number;
        /** @description When the next minute of counting begins. */
        RateLimitRetry: number;
        /** @description The answer repeats the answer to an earlier request with the same `Idempotency-Key`, and nothing was done. Absent otherwise. */
        Replayed: "true";
        /** @description Identifies the request; the same value as `request_id` in an error's body. */
        RequestId: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueOAuthToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The grant and the scopes. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IssueOAuthTokenRequest"];
            };
        };
        responses: {
            /** @description The new token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthToken"];
                };
            };
            400: components["responses"]["InvalidTokenRequest"];
            401: components["responses"]["ClientUnauthorized"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["FormTooLarge"];
            415: components["responses"]["UnsupportedFormMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    introspectOAuthToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The token to ask about. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectOAuthTokenRequest"];
            };
        };
        responses: {
            /** @description The state of the token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenIntrospection"];
                };
            };
            400: components["responses"]["InvalidIntrospection"];
            401: components["responses"]["PairUnauthorized"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["FormTooLarge"];
            415: components["responses"]["UnsupportedFormMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    listMemberPendingPoints: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Oldest first (`id`) or newest first (`-id`).
                 * @example -id
                 */
                order?: components["parameters"]["PendingPointsOrder"];
                /**
                 * @description Only entries that follow this one: the `more_starting_after` of the page before. The entry may have been activated or canceled meanwhile; an id that never was an entry of this card is refused.
                 * @example lopp_00beans
                 */
                starting_after_id?: components["parameters"]["StartingAfter"];
            };
            header?: never;
            path: {
                /** @description Code or id of the member's loyalty card. Where a text is both, the code is used. */
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
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingPointsList"];
                };
            };
            400: components["responses"]["InvalidPendingPointsQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CardNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    estimateLoyaltyPoints: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a loyalty program, or its exact name. Where a text is both, the id is used. */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        /** @description The customer and the order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EstimateLoyaltyPointsRequest"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PointsEstimation"];
                };
            };
            400: components["responses"]["EstimateRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EstimateNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    addVouchersToCampaign: {
        parameters: {
            query?: {
                /**
                 * @description How many vouchers to add. One is made at once; more are made in the background.
                 * @example 1
                 */
                vouchers_count?: components["parameters"]["VouchersCount"];
            };
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the campaign, or its exact name. Where a text is both, the id is used. */
                campaignId: components["parameters"]["VoucherCampaign"];
            };
            cookie?: never;
        };
        /** @description The properties to override, if any. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddVouchersRequest"];
            };
        };
        responses: {
            /** @description The new voucher, when one was requested. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            /** @description More than one voucher was requested; they are being made. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["AddVouchersRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AddVouchersNotFound"];
            409: components["responses"]["CodeTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequestsOrJobs"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    redeemReward: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a loyalty program, or its exact name. Where a text is both, the id is used. */
                campaignId: components["parameters"]["LoyaltyCampaign"];
                /** @description Code or id of the member's loyalty card. Where a text is both, the code is used. */
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
            /** @description The redemption, with the card after the points were taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
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
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    createReward: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The new reward. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRewardRequest"];
            };
        };
        responses: {
            /** @description The new reward. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reward"];
                };
            };
            400: components["responses"]["CreateRewardRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardTargetNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    updateProductsInBulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The products. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductUpdates"];
            };
        };
        responses: {
            /** @description The products are being updated. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["UpdateProductsRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequestsOrJobs"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    getVoucherRedemptions: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of a page. Without `limit` and `page`, as many entries as the operation says are answered at once; with `page` alone, 10.
                 * @example 10
                 */
                limit?: components["parameters"]["LimitOfAll"];
                /**
                 * @description The number of the page, from 1 on; with `limit` alone, 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["PageOfAll"];
            };
            header?: never;
            path: {
                /** @description Code or id of the voucher. Where a text is both, the code is used. */
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
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
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
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The number of the page, from 1 on. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id.
                 * @example -created_at
                 */
                order?: components["parameters"]["ExportsOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listValidationRules: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The number of the page, from 1 on. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The field to sort by, with a minus sign for descending order. Equal entries are sorted by id. A rule that was never changed counts as changed when it was created.
                 * @example -created_at
                 */
                order?: components["parameters"]["ValidationRulesOrder"];
                /**
                 * @description Only entries that were created at this instant or later. A day alone, such as 2026-01-31, is its midnight in UTC.
                 * @example 2020-01-01T00:00:00.000Z
                 */
                start_date?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only entries that were created at this instant or earlier. A day alone, such as 2026-01-31, is its midnight in UTC.
                 * @example 2036-12-31T23:59:59.999Z
                 */
                end_date?: components["parameters"]["CreatedUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of validation rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRuleList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEarningRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a loyalty program, or its exact name. Where a text is both, the id is used. */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        /** @description The rules. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarningRulesRequest"];
            };
        };
        responses: {
            /** @description The new rules, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRules"];
                };
            };
            400: components["responses"]["CreateEarningRulesRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleTargetNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the customer, or your own `source_id`. Where a text is both, the id is used. */
                customerId: components["parameters"]["CustomerIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPromotionTiers: {
        parameters: {
            query?: {
                /**
                 * @description The most entries of a page. Without `limit` and `page`, as many entries as the operation says are answered at once; with `page` alone, 10.
                 * @example 10
                 */
                limit?: components["parameters"]["LimitOfAll"];
                /**
                 * @description The number of the page, from 1 on; with `limit` alone, 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["PageOfAll"];
            };
            header?: never;
            path: {
                /** @description Id of a promotion campaign, or its exact name. Where a text is both, the id is used. */
                campaignId: components["parameters"]["PromotionCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tiers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTierList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetadataSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                projectId: components["parameters"]["ProjectId"];
                /** @description Id of the metadata schema. */
                metadataSchemaId: components["parameters"]["MetadataSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata schema. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchema"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementUnauthorized"];
            404: components["responses"]["MetadataSchemaNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendCustomEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that makes the request safe to repeat. Choose a random key for each request, such as a UUID, and send the same request with it until it is answered. The request is carried out once; for 24 hours its repetitions get the first answer, byte by byte, with `Idempotent-Replayed`. That includes refusals by what is stored; earlier refusals (401, 403, 413, 414, 415, and what does not fit this document) and failures (5xx) are not kept. A key belongs to the project: within these 24 hours, another operation, path, query or body with it is 422 `idempotency_key_reused`, whichever credentials are sent. The order of properties in a body does not matter. A token that has ended is not repeated: introspection answers what is true now, and a new token is issued. Other methods than POST ignore the header, because sending them twice changes nothing more.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The event and its customer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendCustomEventRequest"];
            };
        };
        responses: {
            /** @description The recorded event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomEvent"];
                };
            };
            400: components["responses"]["SendCustomEventRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventTargetNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["WriteUnavailable"];
        };
    };
}
