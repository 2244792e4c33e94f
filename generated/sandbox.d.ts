// Generated from openapi/ by scripts/generate.ts. Do not edit.
export interface paths {
    "/sandbox/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects of the sandbox
         * @description Lists all projects of the sandbox with their keys, by name.
         */
        get: operations["listSandboxProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/projects/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project of the sandbox
         * @description Answers the keys, the seed and the clock of a project.
         */
        get: operations["getSandboxProject"];
        /**
         * Make a project of the sandbox, or begin it anew
         * @description Creates a project as a copy of the one that the service was started with, of a snapshot, or of another project, with keys of its own. If there is a project of that name, everything in it is deleted and it begins anew; with an empty body it begins exactly as before, with the same keys and clock.
         */
        put: operations["putSandboxProject"];
        post?: never;
        /**
         * Delete a project of the sandbox
         * @description Deletes a project with everything in it. Its keys open nothing any more.
         */
        delete: operations["deleteSandboxProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/projects/{name}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move the clock of a project of the sandbox
         * @description Sets the clock of the project to an instant, or advances it. Everything that falls due on the way is carried out in its order before the answer, as if the days had passed. An instant in the project's past is refused.
         */
        patch: operations["moveSandboxClock"];
        trace?: never;
    };
    "/sandbox/v1/projects/{name}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the fault plan of a project of the sandbox
         * @description Answers what goes wrong with requests to the project, and how often it did.
         */
        get: operations["getSandboxFaults"];
        /**
         * Plan the faults of a project of the sandbox
         * @description Sets what goes wrong with requests to the project, and replaces the plan before it. The counts begin anew with the next request.
         */
        put: operations["putSandboxFaults"];
        post?: never;
        /**
         * Delete the fault plan of a project of the sandbox
         * @description Deletes the fault plan: nothing goes wrong any more. Without a plan, nothing changes.
         */
        delete: operations["deleteSandboxFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots of the sandbox
         * @description Lists all snapshots of the sandbox, by name.
         */
        get: operations["listSandboxSnapshots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/v1/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Take a snapshot of a project of the sandbox
         * @description Keeps the project as it is now under a name, so that projects can begin as it. A snapshot of that name is replaced; projects that began as the old one are not changed.
         */
        put: operations["putSandboxSnapshot"];
        post?: never;
        /**
         * Delete a snapshot of the sandbox
         * @description Deletes a snapshot. Projects that began as it go on, and can begin anew.
         */
        delete: operations["deleteSandboxSnapshot"];
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
        /**
         * @description Where to move the clock: exactly one of `now` and `advance`.
         * @example {
         *       "advance": "P1D"
         *     }
         */
        MoveSandboxClockRequest: {
            /**
             * Format: date-time
             * @description An instant that is not before the clock, at most ten years ahead.
             * @example 2026-03-01T09:00:00Z
             */
            now?: string;
            /**
             * @description An ISO 8601 duration, at most ten years. Years, months and days are counted by the calendar in the project's time zone.
             * @example P1D
             */
            advance?: string;
        };
        /**
         * @description What goes wrong with requests to a project of the sandbox. A plan that was answered can be sent back: properties that only answers have change nothing, and the counts begin anew.
         * @example {
         *       "faults": [
         *         {
         *           "kind": "STATUS",
         *           "status": 503,
         *           "operation_id": "redeemRewardByCard",
         *           "every": 3
         *         }
         *       ]
         *     }
         */
        PutSandboxFaultsRequest: {
            /**
             * @description The faults. Each counts the requests that it applies to. When two are due for the same request, the first one happens, and the other one is skipped this time.
             * @example [
             *       {
             *         "kind": "STATUS",
             *         "status": 503,
             *         "operation_id": "redeemRewardByCard",
             *         "every": 3
             *       }
             *     ]
             */
            faults: components["schemas"]["PutSandboxFaultsRequestFault"][];
            /**
             * @description May be sent back; changes nothing.
             * @example list
             * @constant
             * @enum {string}
             */
            object?: "list";
            /**
             * @description May be sent back; changes nothing.
             * @example faults
             * @constant
             * @enum {string}
             */
            data_ref?: "faults";
            /**
             * @description May be sent back; changes nothing.
             * @example 1
             */
            total?: number;
        };
        /**
         * @description A fault: what goes wrong, with which requests, and how often.
         * @example {
         *       "kind": "STATUS",
         *       "status": 503,
         *       "operation_id": "redeemRewardByCard",
         *       "every": 3
         *     }
         */
        PutSandboxFaultsRequestFault: {
            /**
             * @description What happens. `STATUS`: the request is answered with the refusal that the document shows for `status`, and nothing is carried out. `CUT`: the connection is closed without an answer, and nothing is carried out. `CUT_AFTER_EFFECT`: the request is carried out, then the connection is closed without an answer. `CUT_IN_BODY`: the request is carried out, and the connection is closed after half of the body, or without an answer where that has no body. `CUT_AFTER_BODY`: the request is carried out and answered, and then the connection is closed, although the answer does not say so. `SLOW_BODY`: the request is carried out, and the body comes in pieces for `ms`.
             * @example STATUS
             * @enum {string}
             */
            kind: "STATUS" | "CUT" | "CUT_AFTER_EFFECT" | "CUT_IN_BODY" | "CUT_AFTER_BODY" | "SLOW_BODY";
            /**
             * @description The `operationId` (of the first two documents) to whose requests it applies. Left out or null, it applies to all requests to the project.
             * @example redeemRewardByCard
             */
            operation_id?: string | null;
            /**
             * @description Left out, 1. It happens to every n-th of these requests; this is n, so 3 means every third.
             * @example 3
             */
            every?: number;
            /**
             * @description How many requests it happens to before it ends. Left out or null, it never ends.
             * @example 1
             */
            times?: number | null;
            /**
             * @description With the kind `STATUS` only: a status of 400 or more that the operation declares. Without `operation_id`, one that all operations declare.
             * @example 503
             */
            status?: number;
            /**
             * @description With the kind `SLOW_BODY` only: the milliseconds between the first and the last piece of the body. An answer without a body is delayed by that time.
             * @example 2000
             */
            ms?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 4
             */
            requests?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example 1
             */
            applied?: number;
            /**
             * @description May be sent back; changes nothing.
             * @example sandbox_fault
             * @constant
             * @enum {string}
             */
            object?: "sandbox_fault";
        };
        /**
         * @description What the project begins as. For a property that is not sent, a project that existed keeps its value; else the property's default applies.
         * @example {
         *       "seed": "42"
         *     }
         */
        PutSandboxProjectRequest: {
            /**
             * @description The seed, from which ids, codes and tokens follow; whoever knows it can predict them. Left out, it is drawn at random.
             * @example 42
             */
            seed?: string;
            /**
             * Format: date-time
             * @description The time of its clock; everything that falls due before it is carried out first. It cannot be before the clock of the project or snapshot that is copied. Left out, it is that clock's time.
             * @example 2026-03-01T09:00:00Z
             */
            now?: string;
            /**
             * @description Name of the snapshot to copy. Not together with `fork_of`.
             * @example paid
             */
            snapshot?: string;
            /**
             * @description Name of the project of the sandbox to copy, as it is now. Not together with `snapshot`.
             * @example checkout
             */
            fork_of?: string;
        };
        /**
         * @description The project to keep.
         * @example {
         *       "project": "checkout"
         *     }
         */
        PutSandboxSnapshotRequest: {
            /**
             * @description Name of the project of the sandbox.
             * @example checkout
             */
            project: string;
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
        /** @description A fault, and how often it happened. */
        SandboxFault: {
            /**
             * @description What happens, as in the request. An open set.
             * @example STATUS
             * @enum {string}
             */
            kind: "STATUS" | "CUT" | "CUT_AFTER_EFFECT" | "CUT_IN_BODY" | "CUT_AFTER_BODY" | "SLOW_BODY";
            /**
             * @description The operation to whose requests it applies. Null for all requests to the project.
             * @example redeemRewardByCard
             */
            operation_id: string | null;
            /**
             * @description It happens to every n-th of these requests; this is n.
             * @example 3
             */
            every: number;
            /**
             * @description How many requests it happens to before it ends. Null for no end.
             * @example 1
             */
            times: number | null;
            /**
             * @description The status of the answer, where the kind is `STATUS`.
             * @example 503
             */
            status?: number;
            /**
             * @description How many milliseconds the body takes, where the kind is `SLOW_BODY`.
             * @example 2000
             */
            ms?: number;
            /**
             * @description Requests so far that it applies to.
             * @example 4
             */
            requests: number;
            /**
             * @description Requests so far that it happened to.
             * @example 1
             */
            applied: number;
            /**
             * @description Always `sandbox_fault`.
             * @example sandbox_fault
             * @constant
             * @enum {string}
             */
            object: "sandbox_fault";
        };
        /** @description What goes wrong with requests to a project of the sandbox. */
        SandboxFaultPlan: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the faults.
             * @example faults
             * @constant
             * @enum {string}
             */
            data_ref: "faults";
            /** @description The faults, in the order in which they were sent. */
            faults: components["schemas"]["SandboxFault"][];
            /**
             * @description How many there are.
             * @example 1
             */
            total: number;
        };
        /** @description A project of the sandbox and its keys. */
        SandboxProject: {
            /**
             * @description Its name in the sandbox.
             * @example checkout
             */
            name: string;
            /**
             * @description Id of the project, for paths under `/management`.
             * @example proj_01k9x2m4q8r6t0v3w5y7za1b2c
             */
            project_id: string;
            /**
             * @description The seed, from which ids, codes and tokens follow.
             * @example 42
             */
            seed: string;
            /**
             * Format: date-time
             * @description The time of its clock.
             * @example 2026-01-01T09:00:00.000Z
             */
            now: string;
            /**
             * @description Time zone of its days.
             * @example Europe/Berlin
             */
            timezone: string;
            server_side_key: components["schemas"]["SandboxProjectServerSideKey"];
            management_key: components["schemas"]["SandboxProjectManagementKey"];
            /**
             * @description Always `sandbox_project`.
             * @example sandbox_project
             * @constant
             * @enum {string}
             */
            object: "sandbox_project";
        };
        /** @description All projects of the sandbox. */
        SandboxProjectList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the projects.
             * @example projects
             * @constant
             * @enum {string}
             */
            data_ref: "projects";
            /** @description The projects, by name. */
            projects: components["schemas"]["SandboxProject"][];
            /**
             * @description How many there are.
             * @example 1
             */
            total: number;
        };
        /** @description The key that manages the project. */
        SandboxProjectManagementKey: {
            /**
             * @description Send it as `X-Management-Id`.
             * @example Lr8dPq3nW6vB1kYt5hJc0
             */
            management_id: string;
            /**
             * @description Send it as `X-Management-Token`.
             * @example demo0manager0token00000000000000000000000000
             */
            management_token: string;
        };
        /** @description The key for applications. */
        SandboxProjectServerSideKey: {
            /**
             * @description Send it as `X-App-Id`.
             * @example 4yUhkq0bV2cZ7mTn1sXw9
             */
            app_id: string;
            /**
             * @description Send it as `X-App-Token`.
             * @example demo0checkout0token0000000000000000000000000
             */
            app_token: string;
        };
        /** @description A copy of a project, as which other projects can begin. */
        SandboxSnapshot: {
            /**
             * @description Its name.
             * @example paid
             */
            name: string;
            /**
             * @description Name of the project that was copied, which may no longer exist.
             * @example checkout
             */
            project: string;
            /**
             * Format: date-time
             * @description The time of that project's clock.
             * @example 2026-01-01T09:00:00.000Z
             */
            now: string;
            /**
             * @description Always `sandbox_snapshot`.
             * @example sandbox_snapshot
             * @constant
             * @enum {string}
             */
            object: "sandbox_snapshot";
        };
        /** @description All snapshots. */
        SandboxSnapshotList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Name of the property that holds the snapshots.
             * @example snapshots
             * @constant
             * @enum {string}
             */
            data_ref: "snapshots";
            /** @description The snapshots, by name. */
            snapshots: components["schemas"]["SandboxSnapshot"][];
            /**
             * @description How many there are.
             * @example 1
             */
            total: number;
        };
    };
    responses: {
        /** @description It is deleted. */
        Deleted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                [name: string]: unknown;
            };
            content?: never;
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
        /** @description The body is not as described, or the clock cannot be moved there (`invalid_payload`). The clock is not changed. */
        MoveSandboxClockRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
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
        /** @description The body is not as described, or names an operation or status that does not exist (`invalid_payload`). The plan is not changed. */
        PutSandboxFaultsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described, the project cannot begin as requested, or there are a thousand projects and snapshots (`invalid_payload`). Nothing is changed. */
        PutSandboxProjectRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not as described, or there are a thousand projects and snapshots (`invalid_payload`). Nothing is kept. */
        PutSandboxSnapshotRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such snapshot, or no such project of the sandbox (`not_found`). */
        SandboxBeginningNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The key of the sandbox is missing or wrong (`unauthorized`). */
        SandboxKeyRequired: {
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
        /** @description There is no such project of the sandbox (`not_found`). */
        SandboxProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such snapshot (`not_found`). */
        SandboxSnapshotNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
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
    };
    parameters: {
        /** @description Name of the project. */
        SandboxProjectName: string;
        /** @description Name of the snapshot. */
        SandboxSnapshotName: string;
    };
    requestBodies: never;
    headers: {
        /** @description The kinds of credentials that the operation takes, and the scopes that a sent token lacks. */
        Challenge: string;
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
    listSandboxProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxProjectList"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSandboxProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxProject"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putSandboxProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        /** @description What the project begins as. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSandboxProjectRequest"];
            };
        };
        responses: {
            /** @description The project, begun anew. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxProject"];
                };
            };
            /** @description The project. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxProject"];
                };
            };
            400: components["responses"]["PutSandboxProjectRefused"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxBeginningNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSandboxProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        /** @description The instant, or how far to advance. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveSandboxClockRequest"];
            };
        };
        responses: {
            /** @description The project, with the clock moved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxProject"];
                };
            };
            400: components["responses"]["MoveSandboxClockRefused"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSandboxFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan; empty when nothing goes wrong. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxFaultPlan"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putSandboxFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        /** @description The faults. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSandboxFaultsRequest"];
            };
        };
        responses: {
            /** @description The plan, with all counts at 0. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxFaultPlan"];
                };
            };
            400: components["responses"]["PutSandboxFaultsRefused"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSandboxFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the project. */
                name: components["parameters"]["SandboxProjectName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSandboxSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSnapshotList"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putSandboxSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the snapshot. */
                name: components["parameters"]["SandboxSnapshotName"];
            };
            cookie?: never;
        };
        /** @description The project to keep. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSandboxSnapshotRequest"];
            };
        };
        responses: {
            /** @description The snapshot, which replaced another one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSnapshot"];
                };
            };
            /** @description The snapshot. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Rate-Limit-Limit": components["headers"]["RateLimitLimit"];
                    "X-Rate-Limit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Rate-Limit-Retry": components["headers"]["RateLimitRetry"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSnapshot"];
                };
            };
            400: components["responses"]["PutSandboxSnapshotRefused"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxProjectNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSandboxSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the snapshot. */
                name: components["parameters"]["SandboxSnapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["SandboxKeyRequired"];
            404: components["responses"]["SandboxSnapshotNotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
