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
         *     Without `reward.points`, whole steps of the reward's `points_ratio` are taken where the card has them. When 100 points are worth 20.00, an order of 450.00 takes 2,300 points, although 2,250 would pay for it; a card with fewer than 2,300 takes 2,250, or all that it has. With `reward.points`, no more than 2,250 are taken.
         *
         *     An order that is stored counts as it is stored: beside its `id` or `source_id`, nothing that the request says of it is looked at.
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
    "/v1/qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check what a customer qualifies for
         * @description Lists the vouchers, promotion tiers and campaigns that a customer could use with an order, each looked at by itself, with what it alone would take off. What is switched off or outside its dates is not listed, nor what a rule refuses. Rules on how often or how much of a campaign, or per customer, was redeemed are not asked, nor those on the order's amount before discounts. Vouchers are listed when they were given to this customer; of those that nobody has, coupons of no campaign are listed, and a campaign stands for the codes that it can give.
         *
         *     Promotion stacks are not listed. Nothing is stored or locked.
         */
        post: operations["checkEligibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate discounts
         * @description Says what vouchers and promotion tiers would take off an order, one after the other, as a redemption of the same body at the same moment would, figure for figure. They are taken in the order sent, each judged at its turn, after those before it; the project's stacking rules say how many are applied, which of them go together, and whether one that is refused refuses all.
         *
         *     Also when nothing applies the answer is 200, with `valid` false and each reason. Nothing is stored, no customer and no order, except a lock, when `session` asks for one and the answer is valid: from then on what it counted (uses, credit, points) is there for nobody else, until its time is over or it is released.
         *
         *     Goods that the inventory does not have count as they are described. Formulas, promotion stacks and rewards other than pay-with-points are not taken here.
         */
        post: operations["validateStackedDiscounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redemptions
         * @description Lists the redemptions of the project, failed ones and rollbacks included, newest first unless asked otherwise, a page at a time; with `customer`, theirs alone. Changes nothing.
         */
        get: operations["listRedemptions"];
        put?: never;
        /**
         * Redeem discounts
         * @description Applies vouchers and promotion tiers to an order, as a validation of the same body would say, and takes what they cost: a use of each, credit, points. All of it happens or nothing does. The order is stored and becomes `PAID`, unless its `status` is sent, and earns what a paid order earns; the customer is stored.
         *
         *     Each voucher or tier has a redemption of its own. Two and more are made under one redemption that stands for all of them, `parent_redemption`, and are rolled back together by its id. An order that redemptions have paid for already keeps their discounts, and what is redeemed on it now starts from them.
         *
         *     Where the stacking rules say `ALL`, one that is refused refuses the request with its reason; where they say `PARTIAL`, the others are redeemed, and when none can be the request is refused with `no_applicable_redeemables`. A refusal is recorded once, as the failed redemption of the first that was refused, unless nothing answers to its code or id. A lock whose key is sent in `session` is used and ends.
         */
        post: operations["redeemStackedDiscounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redemptions/{parentRedemptionId}/rollbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back discounts
         * @description Undoes redemptions that were made together, by the id of the one that stands for all of them, or one that was made alone; whole and once, however long ago. Uses, credit and points are given back. The discounts are taken off the order, which becomes `CANCELED` unless `order.status` says otherwise, and what it earned is taken back as far as it is there; where the project's stacking rules say `WITHOUT_ORDER`, the order stays as it is. Locks that were used stay ended.
         *
         *     One of several that were made together is not undone alone (`invalid_redemption_parent`). Rolled back once more they are refused with `already_rolled_back`, so that a request whose answer was lost can be sent again. A refusal is not recorded.
         */
        post: operations["rollbackStackedRedemptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/sessions/{sessionKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Release a lock of a voucher
         * @description Releases what a lock holds of the voucher, so that others can have it: its use, its credit or its points. What the same lock holds of other vouchers stays. A lock whose time is over is gone, and is 404 `not_found` like one that never was.
         */
        delete: operations["releaseValidationSession"];
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
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Lists the customers of the project, each with what their orders, redemptions and cards add up to, newest first unless asked otherwise, a page at a time. `email` and `source_id` choose among them, both together where both are sent. Changes nothing.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer, or change one
         * @description Makes the customer whom nobody answers to yet, and changes the one that `id` or `source_id` names: a value sets, null clears, what is left out stays. Without either a customer is made every time. Loyalty tiers and segments that follow from what is known of the customer now follow at once, with the points they earn, and the answer has them.
         *
         *     Nothing is written where nothing differs, so that sending the same again is harmless.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/importCSV": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import customers from a file
         * @description Imports customers of another service from a file. One who is known by their `source_id` is changed where a cell differs, and an empty cell changes nothing; so a file can be sent again. They enter the segments that select them, and nothing that follows earns points.
         *
         *     The file is CSV in UTF-8: commas, a header with the names of the columns in any order, at most 100,000 rows and 10 MiB. A header that does not fit refuses it. The rest is done in the background: the answer is 202 with the id of an async action, which counts what was done and names each bad row by its line and column; it stops no other. Imports of a project run one after the other, in the order they came.
         *
         *     Columns: `source_id`, which every row fills, and `name`, `email`, `phone`, `description`, `birthdate` (a day), `address_line_1`, `address_line_2`, `address_city`, `address_postal_code`, `address_state`, `address_country`, `metadata` (JSON), and `metadata.KEY` for one text of it.
         */
        post: operations["importCustomersUsingCsv"];
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
        get?: never;
        /**
         * Update a customer
         * @description Changes what is sent of a customer who is known: a value sets, null clears, what is left out stays, `metadata` joins key by key. Loyalty tiers and segments that follow from it follow at once, with the points they earn, and the answer has them. Nothing is written where nothing differs.
         */
        put: operations["updateCustomer"];
        post?: never;
        /**
         * Delete a customer
         * @description Deletes a customer: what was said of them is gone, nobody answers to their id any more, and their `source_id` is free for somebody new. What happened stays on record: orders, redemptions, publications and the ledgers of their cards, with the id, and with what was answered at the time.
         *
         *     Points left on their cards are booked as removed, points that wait are canceled, and they leave their loyalty tiers and segments; nothing of that earns. Their cards and vouchers are held by nobody from then on, and can be given to nobody else.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customerId}/permanent-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description Deletes a customer, and takes what was said of them out of everything that is kept: names, e-mail and postal addresses, phone numbers and metadata, in redemptions, orders, publications, vouchers, movements of points and events. Ids, yours included, amounts and points stay, so that the books still add up. All files of exports are deleted, because any of them may hold the person; export again what is still needed.
         *
         *     Nobody answers to the customer any more when this is answered. The records follow in the background, and the async action of the `id` says when nothing is left, and how many there were. Also erases a customer who was deleted before, by their id; to ask again while it goes on answers with the same action, and is the way to go on where that says FAILED. Backups are out of its reach, and so are what PostgreSQL keeps until it vacuums, what an import brings that is under way, and the reasons why an import refused something, which may quote what was sent.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customerId}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the segments of a customer
         * @description Lists the segments the customer is in, those made last first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listCustomerSegments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Lists the segments of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description Makes a segment: a list of customers who are named (`static`), or a filter of what customers have in common (`auto-update`). Everybody and every program it names must exist.
         *
         *     Nobody is in it when the answer comes. Who is named, or passes the filter already, enters within moments, one after the other, and earns what entering earns; `initial_sync_status` says when all have. From then on who belongs to a filter follows from what is known of them.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/segments/{segmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a segment
         * @description Answers one segment, and whether all have entered who belonged to it from the start. Changes nothing.
         */
        get: operations["getSegment"];
        put?: never;
        post?: never;
        /**
         * Delete a segment
         * @description Deletes a segment that no rule is about. Who was in it is in it no more, without any event; what entering it earned them is theirs. One that an earning rule is for, or that a validation rule asks for, is refused with `resource_in_use`, which names the rules.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description Lists the categories of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listCategories"];
        put?: never;
        /**
         * Create a category
         * @description Makes a category, which campaigns, vouchers and promotion tiers can be filed under. Its name is unique in the project.
         */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/categories/{categoryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a category
         * @description Answers one category. Changes nothing.
         */
        get: operations["getCategory"];
        /**
         * Update a category
         * @description Changes what is sent of a category; what is left out stays. What is filed under it stays there and shows the new name. Nothing is written where nothing differs.
         */
        put: operations["updateCategory"];
        post?: never;
        /**
         * Delete a category
         * @description Deletes a category that nothing is filed under. Another one is refused with `resource_in_use`, which names campaigns, promotion tiers and vouchers that are.
         */
        delete: operations["deleteCategory"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Lists the orders of the project, or those of one `customer`, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order, or change one
         * @description Stores an order: a new one, or the one that `id` or `source_id` names, of which what is left out stays. Lines that are sent take the place of those stored; the inventory gives the prices that were not sent, and the sums are made of them.
         *
         *     An order may bring its customer along: whoever `customer` describes is made or changed as creating a customer would do. A stored order stays its customer's, and one of nobody becomes that of the first customer it is sent with.
         *
         *     An order that is `PAID` or `FULFILLED` counts for its customer and earns by the programs they are in, or join by it, once, however often it is sent. One that becomes `CANCELED` counts no more: what it earned is taken back as far as it is still there, what is pending is canceled. Loyalty tiers and segments follow. All of it is done when the answer comes, or nothing is.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import orders of the past
         * @description Stores orders of another service, each known by its `source_id`: one that is known already stays as it is, so a request can be sent again. An imported order has the date that is sent. It counts in the totals and segments of its customer, who is made when they are not known. It earns nothing, logs no event and moves no loyalty tier, now or later.
         *
         *     The request is checked as a whole and then carried out in the background: the answer is 202 with the id of an async action. A wrong shape refuses all of it and names the index. What is wrong with one order (unknown goods, a date in the future, metadata that does not fit) fails for that order alone and is reported by the async action. Imports of a project run one after the other.
         */
        post: operations["importOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description Answers one order, with its lines as they were priced. Changes nothing.
         */
        get: operations["getOrder"];
        /**
         * Update an order
         * @description Changes what is sent of a stored order; what is left out stays. All else is as in creating one: `PAID` counts and earns, once, `CANCELED` takes back, and an order of nobody may get its customer.
         */
        put: operations["updateOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a program
         * @description Lists the cards of the program that somebody holds, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description Makes a customer a member of the program: they get the card named by `voucher`, else any card of the program that nobody holds, else a new one where the program's type is `AUTO_UPDATE`. Points that its cards start with are put on it, and the tiers and segments that the customer reaches by it follow, with what they earn. Who is a member keeps the card they have, and it is answered.
         *
         *     A customer sent as an object is made when unknown and changed where something differs. Sent as text, it is somebody known already, by id or `source_id`. A card that somebody else holds is refused with `voucher_already_published`.
         */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member of a program
         * @description Answers the member's card, with its points and whose it is. Changes nothing.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members/{memberId}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a member points, or take them
         * @description Puts points on the card, or takes them with a negative number, the soonest to expire first. Points given expire as the program says, unless the request says otherwise. The movement is kept with its reason, and the tiers and segments that the customer reaches or loses by it follow, with what they earn. A card that nobody holds has no balance to change, and no more can be taken than can be spent (`invalid_balance`).
         */
        post: operations["updateLoyaltyCardBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member by card alone
         * @description Answers the member's card, with its points and whose it is, whichever program it belongs to. Changes nothing. The word `members` in this place is never the name of a program: one that is called so answers to its id.
         */
        get: operations["getMemberByCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give points to a card, or take them, by card alone
         * @description Puts points on the card, or takes them with a negative number, the soonest to expire first. Points given expire as the program says, unless the request says otherwise. The movement is kept with its reason, and the tiers and segments that the customer reaches or loses by it follow, with what they earn. A card that nobody holds has no balance to change, and no more can be taken than can be spent (`invalid_balance`).
         */
        post: operations["updateLoyaltyCardBalanceByCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rewards on offer in a program
         * @description Lists what is on offer in the program and at what price, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listRewardAssignments"];
        put?: never;
        /**
         * Put rewards on offer in a program
         * @description Puts rewards on offer in the program, each at its price in points; a `COIN` reward has none, because the order decides. All are put on offer, or none is. A reward that is on offer in the program already is refused with `duplicate_found`, and so is one that is named twice.
         */
        post: operations["createRewardAssignments"];
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
        /**
         * List rewards
         * @description Lists the rewards of the project, on offer or not, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rewards/{rewardId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reward
         * @description Answers the reward: what it brings, how many units there are and how many were taken. Changes nothing.
         */
        get: operations["getReward"];
        /**
         * Update a reward
         * @description Changes a reward. What is left out stays as it is, null clears it; metadata is merged key by key, `parameters` are replaced as a whole and must make the same kind of reward. An empty object changes nothing; what was redeemed keeps what it was.
         *
         *     Refused are a `stock` below what was redeemed, parameters that make another kind of reward, and points of a program that the reward is on offer in (`invalid_campaign`).
         */
        put: operations["updateReward"];
        post?: never;
        /**
         * Delete a reward
         * @description Deletes a reward that is on offer nowhere. What was redeemed for it stays on record. One that is on offer in a program is refused with `resource_in_use`, which names the offers.
         */
        delete: operations["deleteReward"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rewards/{rewardId}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where a reward is on offer
         * @description Lists the programs a reward is on offer in and what it costs there, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listAssignmentsOfReward"];
        put?: never;
        /**
         * Put a reward on offer in a program
         * @description Puts the reward on offer in a loyalty program at a price in points; a `COIN` reward has none, because the order decides. One that is on offer there already is refused with `duplicate_found`.
         */
        post: operations["createRewardAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rewards/{rewardId}/assignments/{assignmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where a reward is on offer
         * @description Answers an assignment: the program a reward is on offer in, and what it costs there. Changes nothing.
         */
        get: operations["getRewardAssignment"];
        /**
         * Change what a reward costs
         * @description Changes the price of a reward in a program, for what is redeemed from then on. A `COIN` reward has none, because the order decides. An empty object changes nothing.
         */
        put: operations["updateRewardAssignment"];
        post?: never;
        /**
         * Take a reward off offer
         * @description Takes a reward off offer in a program, with the validation rules that bind it there. Redemptions keep the assignment they were made by.
         */
        delete: operations["deleteRewardAssignment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vouchers
         * @description Lists the vouchers of the project, or those of a campaign, or those a customer holds, newest first unless asked otherwise, a page at a time. A campaign or customer that is not there has none. Changes nothing.
         */
        get: operations["listVouchers"];
        put?: never;
        /**
         * Create a voucher
         * @description Creates one voucher, with the code that is sent or a random one.
         *
         *     A voucher of its own belongs to no campaign: the request says what it is, a discount or a gift, and when it can be used. A gift has its credit from the start. A loyalty card is always of a loyalty program.
         *
         *     With `campaign` it is one voucher more of that campaign, as with Add vouchers to a campaign, and takes from there what the body does not say. Codes are unique in the project: one that is in use is refused with `duplicate_found`.
         */
        post: operations["createVoucher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/importCSV": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import vouchers from a file
         * @description Imports gift vouchers and discount vouchers of another service, without a campaign, from a file. A code that is there stays as it is, so a file can be sent again; one that is another voucher, or was imported with other contents, is a bad row. Credit is booked with the reason `import`.
         *
         *     The file is CSV in UTF-8: commas, a header with the names of the columns in any order, at most 100,000 rows and 10 MiB. A header that does not fit refuses it. The rest is done in the background: the answer is 202 with the id of an async action, which counts what was done and names each bad row by its line and column; it stops no other. Imports of a project run one after the other, in the order they came.
         *
         *     Columns: `code` and `voucher_type` (`GIFT_VOUCHER` or `DISCOUNT_VOUCHER`), which every row fills; for gifts `amount` and `balance`, in the smallest unit; for discounts one of `percent_off`, `amount_off` and `discount` (JSON, as in Create a voucher); for both `customer` (the `source_id` of who has it), `redemption_quantity` and `redemption_count` (redemptions that it allows, and those before the import), `start_date`, `expiration_date`, `active`, `metadata` (JSON), and `metadata.KEY` for one text of it.
         */
        post: operations["importVouchersUsingCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a voucher
         * @description Answers the gift voucher, discount voucher or loyalty card with what it holds, whose it is and the rules that bind it. Changes nothing.
         */
        get: operations["getVoucher"];
        /**
         * Update a voucher
         * @description Changes what a voucher says: when and how often it can be used, what it takes off, how it is sorted and described. What is left out stays, and what the campaign says does not change it any more. Credit and points are moved by the balance operations, the holder by a publication.
         */
        put: operations["updateVoucher"];
        /**
         * Create a voucher with a code
         * @description Creates one voucher, with the code of the path.
         *
         *     A voucher of its own belongs to no campaign: the request says what it is, a discount or a gift, and when it can be used. A gift has its credit from the start. A loyalty card is always of a loyalty program.
         *
         *     With `campaign` it is one voucher more of that campaign, as with Add vouchers to a campaign, and takes from there what the body does not say. Codes are unique in the project: one that is in use is refused with `duplicate_found`.
         */
        post: operations["createVoucherWithCode"];
        /**
         * Delete a voucher
         * @description Deletes a voucher that nobody holds or held, that was never redeemed, and whose credit was never moved. The credit it began with and the assignments of validation rules to it go with it, and its campaign has one voucher less. Any other is refused with `resource_in_use`, which names what refers to it; disable it instead.
         */
        delete: operations["deleteVoucher"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a voucher on
         * @description Switches a voucher on: it can be used within its dates. One that is on already stays as it is.
         */
        post: operations["enableVoucher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a voucher off
         * @description Switches a voucher off: it cannot be used, whatever its dates say. One that is off already stays as it is.
         */
        post: operations["disableVoucher"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a voucher's balance
         * @description Puts credit on a gift voucher, or takes credit off it, whether or not somebody holds it. The movement is an entry of the voucher's history; the holder's totals follow, and the segments that depend on them. A loyalty card has points instead, which its member operations give and take.
         */
        post: operations["updateVoucherBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/vouchers/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a voucher with a code to a campaign
         * @description Adds one voucher with the code of the path. It takes everything from its campaign except what the body overrides. A code that is in use is refused with `duplicate_found`.
         */
        post: operations["addVoucherToCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List publications
         * @description Lists the times a customer was given a voucher, of the whole project, of one voucher or to one customer, newest first unless asked otherwise, a page at a time. A voucher or customer that is not there has none. Changes nothing.
         */
        get: operations["listPublications"];
        put?: never;
        /**
         * Give a customer a voucher
         * @description Gives a customer one voucher: the one that is named by `voucher`, or one of the campaign that nobody holds, else a new one where the campaign's type is `AUTO_UPDATE`. Who gets a card of a loyalty program is a member from now on, with the points that its cards start with. The tiers and segments that the customer reaches follow, with what they earn.
         *
         *     A customer sent as an object is made when unknown and changed where something differs. Sent as text, it is somebody known already, by id or `source_id`. Who holds the named voucher already, or a card of the program, keeps it, and the publication by which they got it is answered. So is the first publication with the same `source_id`, whatever else is sent with it.
         */
        post: operations["createPublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redemptions/{redemptionId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a redemption
         * @description Undoes a redemption, whole and once, however long ago it was made. Its points go back to the card, to expire when they would have; what is past its day lapses at the next midnight. The use of a coupon or a promotion tier and the credit of a gift voucher go back, too. The unit of the reward is in stock again, and the redemption counts for no limit any more.
         *
         *     What was redeemed together is rolled back together, by `POST /v1/redemptions/{parentRedemptionId}/rollbacks`: here one of several is refused with `invalid_redemption_parent`, and the one that stands for all of them with `invalid_redemption`.
         *
         *     What it brought goes back: a coupon is switched off unless it was used, gift credit and points of another program are subtracted, and where some of those are spent the rollback is refused (`gift_amount_exceeded`, `loyalty_card_points_exceeded`). The order that it paid for becomes `CANCELED`, whatever its status was, loses what is left of the discount, and what it earned is taken back as far as it is there. What was missing when something was taken back, now or before, is never taken from new points; but points that come back by a rollback go there first. Tiers and segments follow, and nothing that follows earns. Whether card, program or reward can still be used does not matter.
         *
         *     The rollback is a redemption of its own, with the id of the other in `redemption` and its points as a negative amount; the voucher's list shows both. The other one becomes `ROLLED_BACK`, with result `FAILURE` and `redemption_rolled_back` as its failure code. It still counts among the succeeded redemptions of the customer, beside the rollback. Rolled back once more it is refused with `already_rolled_back`, so that a request whose answer was lost can be sent again.
         */
        post: operations["rollbackRedemption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List loyalty programs
         * @description Lists the loyalty programs of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listLoyaltyPrograms"];
        put?: never;
        /**
         * Create a loyalty program
         * @description Creates a loyalty program: what its cards start as, how members reach and lose its tiers, and when it can be used. `vouchers_count` makes cards with it: one at once, more in the background. An `AUTO_UPDATE` program makes a card when a customer joins and none is left; a `STATIC` one has those it was given.
         *
         *     Earning rules, tiers and rewards are added to it afterwards. A name in use is refused with 409, codes that cannot be made with `invalid_code_config`; then nothing is created.
         */
        post: operations["createLoyaltyProgram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a loyalty program
         * @description Answers a loyalty program as it stands, with how many cards it has. A campaign of another kind is 404. Changes nothing.
         */
        get: operations["getLoyaltyProgram"];
        /**
         * Update a loyalty program
         * @description Changes a loyalty program. What is not sent stays, null clears what may be nothing, and an empty object changes nothing; `metadata` takes the place of what was there. What vouchers start as counts for those made from now on. A `voucher` block of another type than theirs is refused. Switching it on and off has operations of its own.
         *
         *     What results is checked as when it is made: a name in use is refused with 409, and dates with which the timeframe of one of its earning rules makes no sense with 400. `loyalty_tiers_expiration` can change while the program has no cards. Then nothing is changed.
         */
        put: operations["updateLoyaltyProgram"];
        post?: never;
        /**
         * Delete a loyalty program
         * @description Deletes a loyalty program that holds no vouchers, with its earning rules, loyalty tiers and reward assignments, and the assignments of validation rules that bind any of them. Everything goes together or nothing does.
         *
         *     One that holds vouchers, for which vouchers are being made, or whose vouchers a reward gives away is refused with `resource_in_use`.
         */
        delete: operations["deleteLoyaltyProgram"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tiers of a loyalty program
         * @description Lists the tiers of a loyalty program, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listLoyaltyTiers"];
        put?: never;
        /**
         * Create loyalty tiers
         * @description Adds tiers to a loyalty program: bands of points that do not overlap, and what its earning rules give members of each instead. They are answered in the order sent. Either all of them are created or, when one is refused, none.
         *
         *     Members who are there already are looked at in the background, as their points may be in one of the new bands; customers are when something next changes for them, too.
         */
        post: operations["createLoyaltyTiers"];
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
        /**
         * List the earning rules of a loyalty program
         * @description Lists the earning rules of a loyalty program, those that are switched off included, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listEarningRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/tiers/{loyaltyTierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a loyalty tier
         * @description Answers a loyalty tier of the program as it stands. Changes nothing.
         */
        get: operations["getLoyaltyTier"];
        /**
         * Update a loyalty tier
         * @description Changes a loyalty tier. What is not sent stays, and an empty object changes nothing; `earning_rules` takes the place of what was there. Its band must not overlap with another, and its name is its own in the program.
         *
         *     When the band moves, members are looked at in the background, as their points may be in another tier now; customers are when something next changes for them, too.
         */
        put: operations["updateLoyaltyTier"];
        post?: never;
        /**
         * Delete a loyalty tier
         * @description Deletes a loyalty tier that no member stands in and no earning rule is for. Any other is refused with `resource_in_use`, which names them.
         */
        delete: operations["deleteLoyaltyTier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/earning-rules/{earningRuleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an earning rule
         * @description Answers an earning rule of the program as it stands. Changes nothing.
         */
        get: operations["getEarningRule"];
        /**
         * Update an earning rule
         * @description Changes what an earning rule gives, when, and under which validation rule, from now on. What is not sent stays, null clears what may be nothing, and an empty object changes nothing; `metadata` takes the place of what was there. What it listens to cannot change. What results is checked as when it is made; points it brought stay as they are. Switching it on and off has operations of its own.
         */
        put: operations["updateEarningRule"];
        post?: never;
        /**
         * Delete an earning rule
         * @description Deletes an earning rule, with the assignment of its validation rule. Points that it brought stay, and those that wait become active on their day. One for which a loyalty tier gives something else is refused with `resource_in_use`.
         */
        delete: operations["deleteEarningRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/earning-rules/{earningRuleId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an earning rule on
         * @description Switches an earning rule on: it earns from now on, within its dates. One that is on already stays as it is.
         */
        post: operations["enableEarningRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/earning-rules/{earningRuleId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an earning rule off
         * @description Switches an earning rule off: it earns nothing until it is switched on again; points that wait become active on their day. One that is off already stays as it is.
         */
        post: operations["disableEarningRule"];
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
        get?: never;
        put?: never;
        /**
         * Create a promotion tier
         * @description Adds a tier to a promotion. Tiers are tried in the order of their `hierarchy`; one that is not sent is after those there are. A category that does not exist is 404.
         */
        post: operations["createPromotionTier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promotions/tiers/{promotionTierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a promotion tier
         * @description Answers a promotion tier as it stands, with its campaign in short and the validation rules that bind it. Changes nothing. The word `tiers` in this place is never the name of a campaign: one that is called so answers to its id.
         */
        get: operations["getPromotionTier"];
        /**
         * Update a promotion tier
         * @description Changes a promotion tier. What is not sent stays, null clears what may be nothing, and an empty object changes nothing; `metadata` takes the place of what was there. What results is checked as when it is made. Switching it on and off has operations of its own.
         */
        put: operations["updatePromotionTier"];
        post?: never;
        /**
         * Delete a promotion tier
         * @description Deletes a promotion tier, with the assignments of the validation rules that bind it. What was redeemed for it stays on record.
         */
        delete: operations["deletePromotionTier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promotions/tiers/{promotionTierId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a promotion tier on
         * @description Switches a promotion tier on: it is used from now on, within its dates. One that is on already stays as it is.
         */
        post: operations["enablePromotionTier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/promotions/tiers/{promotionTierId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a promotion tier off
         * @description Switches a promotion tier off: it is not used until it is switched on again. One that is off already stays as it is.
         */
        post: operations["disablePromotionTier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Lists the campaigns of the project, loyalty programs and promotions among them, newest first unless asked otherwise, a page at a time; `campaign_type` narrows the list and its `total`. Changes nothing.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Creates a campaign of discount coupons, gift vouchers, loyalty cards or referral codes, or a promotion with its tiers. `vouchers_count` makes vouchers with it: one at once, more in the background. An `AUTO_UPDATE` campaign makes a voucher when one is to be given away and none is left.
         *
         *     Everything is created together or, when something is refused, nothing: a name in use is 409, a category or an event schema that does not exist 404, codes that cannot be made `invalid_code_config`.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description Answers a campaign as it stands: what its vouchers start as and how many there are, or the tiers of a promotion. Changes nothing.
         */
        get: operations["getCampaign"];
        /**
         * Update a campaign
         * @description Changes a campaign of any kind. What is not sent stays, null clears what may be nothing, and an empty object changes nothing; `metadata` takes the place of what was there. What vouchers start as counts for those made from now on. A `voucher` block of another type than theirs is refused. Switching it on and off has operations of its own.
         *
         *     What results is checked as when it is made: a name in use is refused with 409, and dates with which the timeframe of one of its earning rules makes no sense with 400. `loyalty_tiers_expiration` can change while the program has no cards. Then nothing is changed.
         */
        put: operations["updateCampaign"];
        post?: never;
        /**
         * Delete a campaign
         * @description Deletes a campaign of any kind that holds no vouchers, with its promotion tiers, earning rules, loyalty tiers and reward assignments, and the assignments of validation rules that bind any of them. Everything goes together or nothing does.
         *
         *     One that holds vouchers, for which vouchers are being made, or whose vouchers a reward gives away is refused with `resource_in_use`.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/importCSV": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import vouchers into a campaign from a file
         * @description Imports vouchers of another service into a campaign from a file: loyalty cards with their points, gift vouchers with their credit, or discount vouchers, as the campaign says. A code that is there stays as it is, so a file can be sent again; one that is another voucher, or was imported with other contents, is a bad row. Points and credit are booked with the reason `import`, and nothing that follows earns points. The campaign gives neither of its own.
         *
         *     The file is CSV in UTF-8: commas, a header with the names of the columns in any order, at most 100,000 rows and 10 MiB. A header that does not fit refuses it. The rest is done in the background: the answer is 202 with the id of an async action, which counts what was done and names each bad row by its line and column; it stops no other. Imports of a project run one after the other, in the order they came.
         *
         *     Columns: `code`, which every row fills; for loyalty cards `customer` (the `source_id` of who has it) and `balance`, which every row fills, and `expires_on` (the last day of the points, or `never`); for gifts `amount` and `balance`, in the smallest unit; for all but cards `customer`, `redemption_quantity` and `redemption_count` (redemptions that it allows, and those before the import); for all `start_date`, `expiration_date`, `active`, `metadata` (JSON), and `metadata.KEY` for one text of it. The discount is the campaign's.
         */
        post: operations["importVouchersToCampaignUsingCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a campaign on
         * @description Switches a campaign on: from now on its vouchers can be used and its rules earn, within its dates. One that is on already stays as it is.
         */
        post: operations["enableCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a campaign off
         * @description Switches a campaign off: its vouchers, its promotion tiers and its earning rules do nothing until it is switched on again. Nothing is lost; points that wait become active on their day. One that is off already stays as it is.
         */
        post: operations["disableCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Lists the products of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create or update a product
         * @description Makes a product, or changes the one that has the `id` or the `source_id`: a value sets a property, null clears it, and a property left out stays as it is. Orders are priced with what is stored; those that were saved before keep their prices.
         *
         *     A `source_id` that is new makes a product; an `id` must be of one that exists. Refused are a name that another product has, an `image_url` that is not an HTTPS address of a `.png` or `.jpg`, and metadata that does not fit the metadata schema of products.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Answers a product with its newest SKUs, up to 100 of them. Changes nothing.
         */
        get: operations["getProduct"];
        /**
         * Update a product
         * @description Changes a product. What is left out stays as it is, null clears it, and metadata is merged key by key; an empty object changes nothing. Orders that were saved before keep their prices.
         *
         *     Refused are a name that another product has, an `image_url` that is not an HTTPS address of a `.png` or `.jpg`, and metadata that does not fit the metadata schema of products.
         */
        put: operations["updateProduct"];
        post?: never;
        /**
         * Delete a product
         * @description Deletes a product. Orders and redemptions keep their own copy of it. One that has SKUs, that a reward gives, that is in a collection, or that a validation rule, an earning rule, or the discount of a campaign or a promotion tier names is refused with `resource_in_use`, which names them.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}/skus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SKUs of a product
         * @description Lists the variants of a product, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listSkus"];
        put?: never;
        /**
         * Create or update a SKU
         * @description Adds a variant to a product, with a price of its own or the product's. One that the product has already under that `source_id` is changed instead: a value sets a property, null clears it, and a property left out stays as it is.
         *
         *     Refused are a `source_id` that a SKU of another product has, an `image_url` that is not an HTTPS address of a `.png` or `.jpg`, and metadata that does not fit the metadata schema of `sku`.
         */
        post: operations["createSku"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}/skus/{skuId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a SKU
         * @description Changes a variant of a product. What is left out stays as it is, null clears it; metadata is merged key by key, `attributes` are replaced as a whole. An empty object changes nothing.
         *
         *     Refused are an `image_url` that is not an HTTPS address of a `.png` or `.jpg`, and metadata that does not fit the metadata schema of `sku`.
         */
        put: operations["updateSku"];
        post?: never;
        /**
         * Delete a SKU
         * @description Deletes a variant of a product. Orders and redemptions keep their own copy of it. One that a reward gives, that is in a collection, or that a validation rule, an earning rule, or the discount of a campaign or a promotion tier names is refused with `resource_in_use`, which names them.
         */
        delete: operations["deleteSku"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/skus/{skuId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a SKU
         * @description Answers a SKU. Changes nothing.
         */
        get: operations["getSku"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/product-collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List product collections
         * @description Lists the collections of the project with what is in them, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listProductCollections"];
        put?: never;
        /**
         * Create a product collection
         * @description Puts products and SKUs under one name, so that validation rules and earning rules can speak of them together. Everything named must exist. What is in a collection is listed by hand; collections that fill themselves are not made here.
         */
        post: operations["createProductCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/product-collections/{productCollectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product collection
         * @description Answers a collection with what is in it. Changes nothing.
         */
        get: operations["getProductCollection"];
        /**
         * Update a product collection
         * @description Changes the name of a collection, or what is in it: `products` lists all of it anew. What is left out stays as it is. Rules that speak of the collection see it at once.
         */
        put: operations["updateProductCollection"];
        post?: never;
        /**
         * Delete a product collection
         * @description Deletes a collection; what is in it stays. One that a validation rule or an earning rule names is refused with `resource_in_use`, which names them.
         */
        delete: operations["deleteProductCollection"];
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
        get?: never;
        put?: never;
        /**
         * Create a validation rule
         * @description Makes a rule of numbered entries and the `logic` that joins them. It binds nothing until it is assigned, or named by an earning rule. The answers of this resource say which facts an entry can look at and which operators compare them.
         *
         *     A rule is read at once: a fact or an operator that does not exist, an operand of the wrong kind and a `logic` that names no entry are refused with the path of the mistake (`invalid_validation_rules`). What `applicable_to` names must exist.
         */
        post: operations["createValidationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validation-rules/{validationRuleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a validation rule
         * @description Answers a rule. Changes nothing.
         */
        get: operations["getValidationRule"];
        /**
         * Update a validation rule
         * @description Changes a rule. What is left out stays as it is; `rules` and `applicable_to` are replaced as a whole, and `type` and `context_type` never change. The rule is read as a new one is, and judged by from the next request on.
         *
         *     Where it is assigned, `validation_status` says anew what is left of it there. A rule whose status would change in more than 1,000 places is refused (`invalid_validation_rules`).
         */
        put: operations["updateValidationRule"];
        post?: never;
        /**
         * Delete a validation rule
         * @description Deletes a rule that binds nothing. One that does is refused with `resource_in_use`, which names what it binds.
         */
        delete: operations["deleteValidationRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validation-rules/{validationRuleId}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a validation rule binds
         * @description Lists the assignments of a rule, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listValidationRuleAssignments"];
        put?: never;
        /**
         * Assign a validation rule
         * @description Binds a rule to a voucher, a campaign, a reward on offer in a loyalty program or a promotion tier. From then on a redemption is refused where a rule of the card, of its campaign or of the reward on offer does not hold. Several rules may bind one thing; each binds it once.
         *
         *     Entries that can never be known there are left out of the rule; the answer names them in `validation_omitted_rules`. A rule of which nothing is left holds for nobody.
         */
        post: operations["createValidationRuleAssignment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validation-rules/{validationRuleId}/assignments/{assignmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a validation rule binds
         * @description Answers an assignment: what the rule binds, and which of its entries cannot be known there. Changes nothing.
         */
        get: operations["getValidationRuleAssignment"];
        put?: never;
        post?: never;
        /**
         * Unassign a validation rule
         * @description Deletes an assignment: the rule binds that no more, from the next request on. An earning rule that named it in `validation_rule_id` has none from then on.
         */
        delete: operations["deleteValidationRuleAssignment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/validation-rules-assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what validation rules bind
         * @description Lists the assignments of all rules of the project, newest first unless asked otherwise, a page at a time; `related_object_id` and `validation_rule` select those to one thing or of one rule. Changes nothing.
         */
        get: operations["listAllValidationRuleAssignments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metadata-schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the project's metadata schemas
         * @description Lists the metadata schemas of the project that the credentials are of, newest first. Without `limit` and `page` up to 1,000 are answered at once; either of them selects pages. Changes nothing.
         */
        get: operations["listProjectMetadataSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metadata-schemas/{relatedObjectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata schema of a kind of resource
         * @description Answers what a kind of resource may carry. Changes nothing.
         */
        get: operations["getResourceMetadataSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/metadata-schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metadata schemas
         * @description Lists the metadata schemas of a project, newest first. Without `limit` and `page` up to 1,000 are answered at once; either of them selects pages. Changes nothing.
         */
        get: operations["listMetadataSchemas"];
        put?: never;
        /**
         * Create a metadata schema
         * @description Says which metadata a kind of resource may carry. From then on every write of such metadata is checked; what is stored already stays as it is. Each kind has one schema. A schema that nothing could satisfy is refused.
         */
        post: operations["createMetadataSchema"];
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
        get?: never;
        /**
         * Update a metadata schema
         * @description Changes what a kind of resource may carry. What is left out stays as it is; `properties` are replaced as a whole, and the kind of resource never changes. It binds what is written from then on; what is stored already stays.
         */
        put: operations["updateMetadataSchema"];
        post?: never;
        /**
         * Delete a metadata schema
         * @description Deletes a metadata schema. From then on that kind of resource may carry any metadata; what is stored stays.
         */
        delete: operations["deleteMetadataSchema"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/custom-event-schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom events
         * @description Lists the custom events of a project, newest first unless asked otherwise, a page at a time. Changes nothing.
         */
        get: operations["listEventSchemas"];
        put?: never;
        /**
         * Define a custom event
         * @description Gives a name to an event of your own and says which metadata it may carry. Only events that are defined can be sent, and only they can earn. Names that begin with `customer.` or `order.` are the service's own.
         */
        post: operations["createEventSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/pending-points/{pendingPointsId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate pending points
         * @description Makes the points of the entry spendable now, before their day. They expire counting from today, and the tiers and segments that the customer reaches by them follow, with what they earn. An entry that was activated or canceled before is refused with `invalid_pending_points_state`.
         */
        post: operations["activateMemberPendingPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/pending-points/{pendingPointsId}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust pending points
         * @description Makes the points of the entry more, or fewer with a negative number; its day stays. At least one point is left waiting: to drop them all, cancel the entry. An entry that was activated or canceled before is refused with `invalid_pending_points_state`.
         */
        post: operations["adjustMemberPendingPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/pending-points/{pendingPointsId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel pending points
         * @description Drops the entry: its points will never come. An entry that was activated or canceled before is refused with `invalid_pending_points_state`.
         */
        post: operations["cancelMemberPendingPoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/members/{memberId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what moved on a card, by card alone
         * @description Lists every movement of points or credit, newest first unless asked otherwise, a page at a time: how much came or went, what was left then, and what caused it. Changes nothing. A history has no total; `has_more` says whether another page follows.
         */
        get: operations["listMemberTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/loyalties/{campaignId}/members/{memberId}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what moved on a member's card
         * @description Lists every movement of points or credit, newest first unless asked otherwise, a page at a time: how much came or went, what was left then, and what caused it. Changes nothing. A history has no total; `has_more` says whether another page follows.
         */
        get: operations["listProgramMemberTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/vouchers/{code}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what moved on a voucher
         * @description Lists every movement of points or credit, newest first unless asked otherwise, a page at a time: how much came or went, what was left then, and what caused it. Changes nothing. A history has no total; `has_more` says whether another page follows.
         */
        get: operations["listVoucherTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/redemptions/{redemptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a redemption
         * @description Answers a redemption as it is on record, failed or not, and names the voucher or the promotion tier that was redeemed; one that stands for several that were made together names neither. Changes nothing.
         */
        get: operations["getRedemption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/async-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List async actions
         * @description Lists work in the background and how far it is, newest first unless asked otherwise, a page at a time; with `end_date`, what was asked for until then. What came of one is answered when it is asked for by its id. Changes nothing. There is no total; `has_more` says whether another page follows.
         */
        get: operations["listAsyncActions"];
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
        get?: never;
        put?: never;
        /**
         * Create an export
         * @description Orders a CSV file with one row for each thing of a kind. It is written in the background: ask for the export by its id until `status` is `DONE`, then fetch `result.url`. Without `fields` the file has the usual columns of its kind, without `order` the rows are in the order in which they were made. Rows cannot be filtered.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description Answers how far the export is and, once it is whole, where its file can be fetched. Changes nothing.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export
         * @description Deletes the export and its file; the address of the file answers 404 from then on. One that is still being written is given up.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an OAuth token
         * @description Ends a token at once: no request is accepted with it any more, and introspection says that it is not active. A token that was revoked before, or has expired, is answered the same way, so that asking again is harmless. One that this project never issued is 404.
         *
         *     The operation takes the key pair only: a bearer token beside it is ignored, alone it is refused.
         */
        post: operations["revokeOAuthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Lists the projects that the management key opens: its own. Changes nothing.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Makes a project of its own, with nothing in it, and its first two keys: one for applications, one to manage it. Their tokens are in this answer and nowhere else, because only hashes of them are kept. The keys that created it do not open it. Time zone and currency, and whether codes that differ in case differ, stay as they are made.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Answers what the project is called and what its days and amounts are in. Another project than the key's own is 404, whether or not there is one. Changes nothing.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of a project
         * @description Lists the key pairs of the project, revoked ones too, newest first unless asked otherwise, a page at a time. Their tokens are never shown. Changes nothing.
         */
        get: operations["listProjectKeys"];
        put?: never;
        /**
         * Create a key of a project
         * @description Makes one more key pair, for applications (`app`) or to manage the project (`management`). Its token is in this answer and nowhere else, because only a hash of it is kept.
         */
        post: operations["createProjectKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of a project
         * @description Ends a key pair at once and for good, and every token that it issued. It stays in the list, with the moment it was revoked. The last key that manages the project is refused with `resource_in_use`; one that was revoked before is 404.
         */
        delete: operations["revokeProjectKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/custom-event-schemas/{eventSchemaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a custom event
         * @description Answers a custom event and what it may carry. Changes nothing.
         */
        get: operations["getEventSchema"];
        /**
         * Update a custom event
         * @description Changes what an event may carry; its properties are replaced as a whole. Its name never changes: it is what the event is sent by.
         */
        put: operations["updateEventSchema"];
        post?: never;
        /**
         * Delete a custom event
         * @description Deletes a custom event: it can no longer be sent. Those that were stay on record. One that an earning rule earns by, or that is the conversion of a referral campaign, is refused with `resource_in_use`, which names them.
         */
        delete: operations["deleteEventSchema"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/stacking-rules/{stackingRulesId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get stacking rules
         * @description Answers the rules that the project made. Defaults have no id, so that nothing answers to one. Changes nothing.
         */
        get: operations["getStackingRules"];
        /**
         * Update stacking rules
         * @description Changes the rules of a project. What is left out stays; a list or a map takes the place of the one before. They count from the next request on; what was redeemed stays.
         */
        put: operations["updateStackingRules"];
        post?: never;
        /**
         * Delete stacking rules
         * @description Deletes the rules of a project. From the next request on the defaults count.
         */
        delete: operations["deleteStackingRules"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/management/v1/projects/{projectId}/stacking-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stacking rules of a project
         * @description Answers the rules of the project as a list of one: its own, or the defaults, with null for their id, while it has none. Changes nothing.
         */
        get: operations["listStackingRules"];
        put?: never;
        /**
         * Create the stacking rules of a project
         * @description Sets how many vouchers and promotion tiers a request may have, and which of them go together; what is left out is as by default. A project has one set of rules; a second one is refused with `stacking_rules_exist`. They count from the next request on.
         */
        post: operations["createStackingRules"];
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
        /** @description What a card holds after points that waited came. */
        ActivatedPoints: {
            /**
             * @description The points that came.
             * @example 20
             */
            points: number;
            /**
             * @description All points ever put on the card.
             * @example 75
             */
            total: number;
            /**
             * @description Points that can be spent now, what followed included.
             * @example 75
             */
            balance: number;
            /**
             * @description Always `loyalty_card`.
             * @example loyalty_card
             * @constant
             * @enum {string}
             */
            type: "loyalty_card";
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             * @enum {string}
             */
            object: "balance";
            /**
             * @description The card.
             * @example {
             *       "type": "voucher",
             *       "id": "v_00maraclub"
             *     }
             */
            related_object: {
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                type: "voucher";
                /**
                 * @description Id of the card.
                 * @example v_00maraclub
                 */
                id: string;
            };
            /**
             * @description How it came about, `MANUAL`. More values may come; ignore those you do not know.
             * @example MANUAL
             */
            operation_type: string;
        };
        /** @description Who is to be a member, and perhaps with which card. */
        AddMemberRequest: {
            customer: components["schemas"]["MemberCustomerRequest"];
            /**
             * @description Code of the card they are to get, or its id. Unknown, or of another program, is 404 `not_found`; somebody else's is refused with `voucher_already_published`. Left out, any card of the program that nobody holds.
             * @example CLUB-ADA-0001
             */
            voucher?: string;
            /**
             * @description By which way the card is given out, kept with the publication. Left out, `API`.
             * @example Front desk
             */
            channel?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description What the voucher is to have in place of what its campaign gives it. May be empty or left out. */
        AddVoucherRequest: {
            /**
             * @description Name of the category it is sorted into. Left out, the campaign's.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of the category it is sorted into. Beside `category` it has to be that of the same one.
             * @example cat_00seasonal
             */
            category_id?: string;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description How often it may be redeemed.
             * @example {
             *       "quantity": 1
             *     }
             */
            redemption?: {
                /**
                 * @description How many redemptions it allows. Left out, as many as the campaign says.
                 * @example 1
                 */
                quantity?: number;
            };
            /**
             * @description A note of yours, kept with the voucher.
             * @example For the mayor
             */
            additional_info?: string;
            /**
             * Format: date-time
             * @description Not usable before this instant. Left out, the campaign's.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description Not usable after this instant. Left out, the campaign's.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string;
        };
        /**
         * @description How many points are to wait more, or fewer.
         * @example {
         *       "points": -5
         *     }
         */
        AdjustPendingPointsRequest: {
            /**
             * @description How many; negative makes them fewer. 0 is refused with `invalid_balance`.
             * @example -5
             * @example 20
             */
            points: number;
        };
        /** @description How points that wait were changed by hand. */
        AdjustedPoints: {
            /**
             * @description How many more wait; negative when fewer do.
             * @example -5
             */
            points: number;
            /**
             * @description All points that wait on the card now.
             * @example 55
             */
            total: number;
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             * @enum {string}
             */
            object: "balance";
            /**
             * @description The card.
             * @example {
             *       "type": "voucher",
             *       "id": "v_00maraclub"
             *     }
             */
            related_object: {
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                type: "voucher";
                /**
                 * @description Id of the card.
                 * @example v_00maraclub
                 */
                id: string;
            };
            /**
             * @description How it came about, `MANUAL`. More values may come; ignore those you do not know.
             * @example MANUAL
             */
            operation_type: string;
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
        ApiError: {
            /**
             * @description The HTTP status, repeated for callers that see only the body.
             * @example 404
             */
            code: number;
            /**
             * @description What went wrong, as a stable word to branch on. More keys may come; treat one you do not know by its HTTP status.
             *
             *     | key | status | message | when | what to do |
             *     |---|---|---|---|---|
             *     | invalid_url | 400 | Invalid URL | The path cannot be decoded, or a path parameter is not as described. | Percent-encode each part of the path. |
             *     | invalid_headers | 400 | Invalid headers | A header is not as described. | Correct the header that `details` names. |
             *     | invalid_query_params | 400 | Invalid query params | A query parameter is unknown, out of bounds, of the wrong form, or a cursor of another list. | Correct the parameter that `details` names. |
             *     | invalid_payload | 400 | Invalid payload | The body cannot be read, or a property is unknown, missing, of the wrong type, out of bounds, or at odds with another. | Correct the property that `details` names. |
             *     | missing_param | 400 | Missing required parameter | A property is missing that is required beside another one. | Send the property that `details` names. |
             *     | missing_parameters | 400 | Missing parameters | A field of a token form is missing or empty. | Send the field that `details` names. |
             *     | invalid_grant_type | 400 | Invalid grant_type | A token was asked for with a grant other than `client_credentials`. | Send `grant_type=client_credentials`. |
             *     | invalid_scope | 400 | Invalid scope | A scope does not exist, or scopes are not separated by spaces. | Send scopes of the list, with a space between them. |
             *     | metadata_validation_failed | 400 | Metadata validation failed | Metadata does not fit the project's metadata schema, or the event its event schema. | Correct the key that `details` names, or the schema. |
             *     | invalid_validation_rules | 400 | Invalid validation rule | A validation rule cannot be understood. | Correct the entry that `details` names. |
             *     | invalid_code_config | 400 | Invalid code config | Codes cannot be made as asked: nothing to draw from, too long, or fewer left than wanted. | Lengthen the pattern, widen the charset, or ask for the number that `details` says is left. |
             *     | invalid_campaign | 400 | Invalid campaign | The campaign is of a kind that cannot do this. | Use a campaign of the kind that `details` asks for. |
             *     | invalid_voucher | 400 | Invalid voucher | The voucher is of a kind that cannot do this, or a referral code that nobody holds. | Use a voucher of the kind that `details` asks for, or publish the code first. |
             *     | invalid_customer | 400 | Customer must be a holder of a loyalty card. | Nobody holds the card, or the order, the card or the referral code named belongs to another customer. | Give the card to the customer first, or use one of theirs; name the holder of the referral code, or nobody. |
             *     | invalid_order | 400 | Invalid order | Points are to pay for an order with nothing left to pay. | Send an order with items that have prices. |
             *     | invalid_amount | 400 | Invalid amount | An amount or a number of points leaves the range that is counted exactly. | Send smaller prices, quantities or ratios. |
             *     | invalid_balance | 400 | Invalid balance | A balance is not a whole number of at least 1, or has no place there. | Correct the balance, or leave it out. |
             *     | invalid_pending_points_state | 400 | Invalid pending points state | The points are no longer pending: they were activated or canceled. | Leave them; `details` says what became of them. |
             *     | resource_in_use | 400 | Resource in use | Something that others need is to be deleted. | Delete or change those that `details` names first. |
             *     | already_rolled_back | 400 | Already rolled back | A redemption is rolled back that was rolled back before. | Leave it: everything was undone then. |
             *     | gift_amount_exceeded | 400 | gift amount exceeded | A gift voucher has less credit than is asked of it, or has none that is not locked; or a redemption is rolled back whose gift credit is spent by now. | Ask for less; or roll back what it was spent on, or add as much credit, and roll it back then. |
             *     | duplicated_redeemables | 400 | Duplicated redeemables detected | One voucher or promotion tier is there twice, perhaps by its code and by its id. | Send it once. |
             *     | invalid_redeemables | 400 | Invalid redeemables | There are more vouchers and promotion tiers than the project's stacking rules let a request have. | Send fewer. |
             *     | no_applicable_redeemables | 400 | No applicable redeemables | None of the vouchers and promotion tiers can be redeemed. | Validate them: the answer has the reason of each. |
             *     | invalid_redemption | 400 | Invalid redemption | What is to be rolled back stands for several redemptions that were made together. | Roll them back by `POST /v1/redemptions/{parentRedemptionId}/rollbacks`. |
             *     | invalid_redemption_parent | 400 | Invalid redemption parent | What is to be rolled back is one of several redemptions that were made together. | Roll all of them back, by the id in its `redemption`. |
             *     | invalid_rollback_params | 400 | Invalid rollback params | What is to be rolled back is a failed redemption, or a rollback. | Roll back a redemption that succeeded. |
             *     | missing_reward | 400 | Missing reward | A card is redeemed without naming a reward. | Send `reward.id`. |
             *     | missing_order | 400 | Missing order | A pay-with-points reward is redeemed without an order. | Send `order` with items, or the id of a stored one. |
             *     | missing_amount | 400 | Missing amount | Credit or points are to pay for nothing that has an amount. | Send `order` with an amount, or with items that have prices. |
             *     | missing_order_items_amount | 400 | Missing amount of order items | Gift credit is to pay for certain items, and the order has none of them with a price. | Send `order.items` with prices. |
             *     | missing_customer | 400 | Missing customer | A rule or a card wants to know who redeems. | Send `customer`. |
             *     | campaign_not_active | 400 | Campaign is not active | The campaign is switched off, or now is outside its dates. | Switch it on, change its dates, or try again within them. |
             *     | campaign_not_allow_auto_join | 400 | campaign does not allow auto join | Somebody who is not a member is estimated in a program that does not enrol by itself. | Add the customer as a member first. |
             *     | loyalty_card_not_active | 400 | loyalty card is not active | The member's card is switched off, or now is outside its dates. | Switch it on, or change its dates. |
             *     | loyalty_card_points_exceeded | 400 | loyalty card points exceeded | The card holds fewer points than the reward costs, or none at all; or points of another program, which a redemption that is rolled back had brought, are spent by now. | Choose a cheaper reward, or wait until more points are earned; roll back first what they were spent on. |
             *     | voucher_disabled | 400 | voucher is disabled | The voucher is switched off. | Switch it on. |
             *     | voucher_not_active | 400 | voucher is not active yet | Now is before the voucher's start. | Try again after its `start_date`. |
             *     | voucher_expired | 400 | voucher expired | Now is after the voucher's end. | Use another voucher, or move its `expiration_date`. |
             *     | voucher_not_active_now | 400 | voucher not active now | Now is outside the voucher's timeframe, days or hours. | Try again within them. |
             *     | promotion_inactive | 400 | Inactive Promotion | The promotion tier or its campaign is switched off. | Switch it on. |
             *     | promotion_not_active_now | 400 | promotion is not active now | Now is outside the dates, the timeframe, the days or the hours of the promotion tier or its campaign. | Try again within them. |
             *     | voucher_already_published | 400 | voucher already published | The voucher was given to somebody already. | Choose a voucher that nobody holds. |
             *     | referrer_not_permitted_to_redeem | 400 | voucher cannot be redeemed by referrer | A customer's own referral code is to count for themselves. | Send the code of somebody else, or none. |
             *     | no_voucher_suitable_for_publication | 400 | No voucher suitable for publication | A reward brings a coupon or a card of a campaign that has none left and makes none. | Add vouchers to that campaign. |
             *     | customer_rules_violated | 400 | customer does not match validation rules | A rule on the customer does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | order_rules_violated | 400 | order does not match validation rules | A rule on the order does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | redemption_rules_violated | 400 | redemption does not match validation rules | A rule on the redemption, such as on its metadata or on how many there are, does not hold. | Show `error.message`, or `details`, to the customer. |
             *     | quantity_exceeded | 400 | quantity exceeded | The voucher was redeemed as often as it allows. | Use another voucher. |
             *     | reward_out_of_stock | 400 | reward is out of stock | All units of a material reward are taken. | Choose another reward, or raise its stock. |
             *     | unauthorized | 401 | Unauthorized | Credentials are missing, wrong, revoked, expired or of another project. | Send the key pair, or a new token. |
             *     | missing_required_permission | 403 | Missing permission | The token's scopes do not open the operation. | Ask for a token with one of the scopes that `details` names. |
             *     | not_found | 404 | Resource not found | There is no such path, or nothing in the project answers to the id, code or name that `details` repeats. | Correct it, or create the resource first. |
             *     | method_not_allowed | 405 | Method not allowed | The path exists, but not with this method. | Use a method of the `Allow` header. |
             *     | stacking_rules_exist | 409 | Stacking rules exist | The project has stacking rules already; it has one set of them. | Change those that `resource_id` names, or delete them first. |
             *     | duplicate_found | 409 | Duplicated resource found | The code or name is in use in the project. | Choose another, or use the resource that has it. |
             *     | idempotency_key_in_use | 409 | Idempotency key in use | A request with the same `Idempotency-Key` is being carried out. | Send the same request again after `Retry-After` seconds. |
             *     | payload_too_large | 413 | Payload too large | The body is larger than 10 MiB, or the form of a request for a token than 16 KiB. | Send it in parts. |
             *     | uri_too_long | 414 | URI too long | A path parameter has more than 512 characters. | Shorten it. |
             *     | unsupported_media_type | 415 | Unsupported media type | The body is of a content type that the operation does not take. | Send the content type that `details` names. |
             *     | idempotency_key_reused | 422 | Idempotency key reused | The `Idempotency-Key` was sent with another request in the last 24 hours. | Send a new key with a new request. |
             *     | idempotency_answer_erased | 422 | Answer erased | The request was carried out, and its answer was erased with a customer. | Leave it; read what it made, if you need it. |
             *     | internal_error | 500 | Internal server error | The service failed. | Report the `request_id`; it finds the cause in the log. |
             *     | service_unavailable | 503 | Service unavailable | The store is busy, the service has more to do than it can answer in time, or it is stopping. Nothing was done. | Send the same request again after `Retry-After` seconds. |
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
            /**
             * @description The mistakes of the body where it has several, at most 10, each place once: the first is the one that `key` and `details` tell, the others follow in the order of the description. Absent when there is one alone, or when the body has more than about 5,000 values, of which the first mistake is told only.
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
         * @description What the rule lets a discount or points apply to. `excluded` counts over `included`; with nothing included, it is everything that is not excluded. Where the rule binds an earning rule, the calculations over items measure no others; where it binds a pay-with-points reward, points pay for no others, and an order with none of them breaks the rule.
         * @example {
         *       "excluded": [],
         *       "included": [],
         *       "included_all": false
         *     }
         */
        ApplicableTo: {
            /** @description What it never applies to. */
            excluded: components["schemas"]["ApplicableToItem"][];
            /** @description What it applies to. */
            included: components["schemas"]["ApplicableToItem"][];
            /**
             * @description True when it applies to everything that is not excluded.
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
             * @description To how many units of each line it applies at most. Absent for no limit.
             * @example 2
             */
            quantity_limit?: number;
            /**
             * @description To how many units of all its lines together it applies at most. Absent for no limit.
             * @example 5
             */
            aggregated_quantity_limit?: number;
            /**
             * @description The most that a discount takes off each of its lines, in the smallest currency unit. Absent for no limit.
             * @example 700
             */
            amount_limit?: number;
            /**
             * @description The most that a discount takes off all its lines of one order together, in the smallest currency unit. Absent for no limit.
             * @example 1500
             */
            aggregated_amount_limit?: number;
            /**
             * @description To what price of a unit a `FIXED` discount lowers it, in the smallest currency unit. Absent for the price of the discount.
             * @example 800
             */
            price?: number;
            /**
             * @description How many lines or units are left out before the first one. Absent means 0.
             * @example 1
             */
            skip_initially?: number;
            /**
             * @description How far apart those are that it applies to, from the first one on. Absent means 1.
             * @example 2
             */
            repeat?: number;
            /**
             * @description Whether lines (`ITEM`) or units are counted for this. Absent means lines. Open set: more values may come; ignore those you do not know.
             * @example UNIT
             * @enum {string}
             */
            target?: "ITEM" | "UNIT";
        };
        /**
         * @description A product, SKU or collection of products.
         * @example {
         *       "object": "product",
         *       "id": "prod_00beans",
         *       "effect": "APPLY_TO_EVERY"
         *     }
         */
        ApplicableToItemRequest: {
            /**
             * @description Which of them it is.
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
             * @description Carried by answers; the one that is stored counts. Changes nothing.
             * @example beans
             */
            readonly source_id?: string | null;
            /**
             * @description To which of the units it applies, for example `APPLY_TO_EVERY`.
             * @example APPLY_TO_EVERY
             */
            effect?: string;
            /**
             * @description To how many units of each line it applies at most.
             * @example 2
             */
            quantity_limit?: number;
            /**
             * @description To how many units of all its lines together it applies at most.
             * @example 5
             */
            aggregated_quantity_limit?: number;
            /**
             * @description The most that a discount takes off each of its lines, in the smallest currency unit.
             * @example 700
             */
            amount_limit?: number;
            /**
             * @description The most that a discount takes off all its lines of one order together, in the smallest currency unit.
             * @example 1500
             */
            aggregated_amount_limit?: number;
            /**
             * @description To what price of a unit a `FIXED` discount lowers it, in the smallest currency unit, in place of the price of the discount.
             * @example 800
             */
            price?: number;
            /**
             * @description How many lines or units are left out before the first one. Left out, 0.
             * @example 1
             */
            skip_initially?: number;
            /**
             * @description How far apart those are that it applies to, from the first one on. Left out, 1.
             * @example 2
             */
            repeat?: number;
            /**
             * @description Whether lines (`ITEM`) or units are counted for this. Left out, lines.
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
             * @description How many they are.
             * @example 0
             */
            total: number;
            /**
             * @description Names the property that holds them.
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
         * @description What the rule lets a discount or points apply to. `excluded` counts over `included`; with nothing included, it is everything that is not excluded.
         * @example {
         *       "included": [
         *         {
         *           "object": "product",
         *           "id": "prod_00beans",
         *           "effect": "APPLY_TO_EVERY"
         *         }
         *       ]
         *     }
         */
        ApplicableToRequest: {
            /** @description What it never applies to. */
            excluded?: components["schemas"]["ApplicableToItemRequest"][];
            /** @description What it applies to. */
            included?: components["schemas"]["ApplicableToItemRequest"][];
            /**
             * @description True when it applies to everything that is not excluded, as it does when nothing is included.
             * @example false
             */
            included_all?: boolean;
        };
        /**
         * @description The vouchers and promotion tiers to apply, what to apply them to, and for whom. The same body can be validated and redeemed.
         * @example {
         *       "redeemables": [
         *         {
         *           "object": "voucher",
         *           "id": "WELCOME"
         *         }
         *       ],
         *       "order": {
         *         "items": [
         *           {
         *             "product_id": "prod_00beans",
         *             "quantity": 2
         *           }
         *         ]
         *       }
         *     }
         */
        ApplyDiscountsRequest: {
            /** @description What to apply, in the order in which to apply it. The same one twice is refused with `duplicated_redeemables`. */
            redeemables: components["schemas"]["RedeemableRequest"][];
            /** @description What it is applied to. Without an order, discounts of the order take nothing off, and what needs one is refused. Null counts as not sent. */
            order?: components["schemas"]["DiscountedOrderRequest"] | null;
            /** @description Who redeems. Null, like leaving it out, for somebody unknown. */
            customer?: components["schemas"]["CustomerRequest"] | null;
            session?: components["schemas"]["DiscountSessionRequest"];
            /**
             * @description What somebody who is not a customer is known by. Left out, it is made of the customer's `source_id`.
             * @example visitor-81f2
             */
            tracking_id?: string;
            metadata?: components["schemas"]["Metadata"];
            options?: components["schemas"]["DiscountOptionsRequest"];
        };
        /**
         * @description What the reward costs. Required for `CAMPAIGN` and `MATERIAL` rewards (`missing_param`), not allowed for `COIN` rewards, whose price the order decides.
         * @example {
         *       "loyalty": {
         *         "points": 60
         *       }
         *     }
         */
        AssignmentParametersRequest: {
            /**
             * @description The price in the program.
             * @example {
             *       "points": 60
             *     }
             */
            loyalty: {
                /**
                 * @description Points it takes.
                 * @example 60
                 */
                points: number;
            };
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
            type: "PRODUCTS.BULK_UPDATE" | "CAMPAIGN.VOUCHERS_GENERATE" | "CUSTOMERS.PERMANENT_DELETION" | "ORDERS.IMPORT" | "CUSTOMERS.IMPORT" | "VOUCHERS.IMPORT" | "CAMPAIGN.VOUCHERS_IMPORT";
            /**
             * @description How far it is. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            status: "ENQUEUED" | "IN_PROGRESS" | "DONE" | "FAILED";
            /**
             * @description How it ended; null until it has. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             */
            operation_status: ("SUCCESS" | "FAILED" | "UNKNOWN") | null;
            /** @description What came of it; null until it has ended. */
            result: components["schemas"]["AsyncActionResult"] | null;
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
             * @enum {string}
             */
            object: "async_action";
        };
        /**
         * @description That the work was accepted and is done in the background.
         * @example {
         *       "async_action_id": "aa_00products"
         *     }
         */
        AsyncActionAccepted: {
            /**
             * @description Id to follow the work with.
             * @example aa_00products
             */
            async_action_id: string;
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
             * @description This item, by its index in the request or its line in the file, and the property, column or value at fault.
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
        /** @description A page of async actions, without what came of each. */
        AsyncActionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the actions.
             * @example async_actions
             * @constant
             * @enum {string}
             */
            data_ref: "async_actions";
            /** @description The actions, in the order asked for. */
            async_actions: components["schemas"]["AsyncActionListed"][];
            /**
             * @description True when actions follow this page.
             * @example false
             */
            has_more: boolean;
        };
        /** @description Work done in the background, and how far it is. */
        AsyncActionListed: {
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
            type: "PRODUCTS.BULK_UPDATE" | "CAMPAIGN.VOUCHERS_GENERATE" | "CUSTOMERS.PERMANENT_DELETION" | "ORDERS.IMPORT" | "CUSTOMERS.IMPORT" | "VOUCHERS.IMPORT" | "CAMPAIGN.VOUCHERS_IMPORT";
            /**
             * @description How far it is. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            status: "ENQUEUED" | "IN_PROGRESS" | "DONE" | "FAILED";
            /**
             * @description How it ended; null until it has. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             */
            operation_status: ("SUCCESS" | "FAILED" | "UNKNOWN") | null;
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
             * @enum {string}
             */
            object: "async_action";
        };
        /**
         * @description What came of an async action.
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
        };
        /**
         * @description One of several mistakes of a body.
         * @example {
         *       "key": "invalid_payload",
         *       "pointer": "/items/1/quantity",
         *       "details": "Property .items[1].quantity must be at least 1, got 0."
         *     }
         */
        BodyMistake: {
            /**
             * @description What is wrong, one of the keys that an error has.
             * @example invalid_payload
             */
            key: string;
            /**
             * Format: json-pointer
             * @description Where in the body, as a JSON Pointer (RFC 6901), also for what is missing there; of a form the name after a slash; empty for the body as a whole. Absent where the body is as described, and what does not fit is metadata as your schema wants it.
             * @example /items/1/quantity
             */
            pointer?: string;
            /**
             * @description The property, what was expected of it, and what was found.
             * @example Property .items[1].quantity must be at least 1, got 0.
             */
            details: string;
        };
        /** @description A loyalty program, or another campaign that vouchers or promotion tiers belong to. */
        Campaign: {
            /**
             * @description Id of the campaign.
             * @example camp_00club
             */
            id: string;
            /**
             * @description Its name, unique in the project.
             * @example Coffee Club
             */
            name: string;
            /**
             * @description A note of yours; null when there is none.
             * @example A point for every euro.
             */
            description: string | null;
            /**
             * @description What kind of campaign it is. Open set: more values may come; ignore those you do not know.
             * @example LOYALTY_PROGRAM
             * @enum {string}
             */
            campaign_type: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM" | "PROMOTION" | "REFERRAL_PROGRAM";
            /**
             * @description Whether it makes vouchers by itself. Open set: more values may come; ignore those you do not know.
             * @example AUTO_UPDATE
             * @enum {string}
             */
            type: "AUTO_UPDATE" | "STATIC" | "STANDALONE";
            voucher?: components["schemas"]["VoucherTemplate"];
            promotion?: components["schemas"]["PromotionTierList"];
            /**
             * @description True when customers join a loyalty program by what they do first.
             * @example true
             */
            auto_join: boolean;
            /**
             * @description True for a loyalty program, which a customer joins once.
             * @example true
             */
            join_once: boolean;
            /**
             * @description Always false.
             * @example false
             * @constant
             */
            use_voucher_metadata_schema: false;
            /**
             * @description How many vouchers it has; those being made count once they are there.
             * @example 3
             */
            vouchers_count: number;
            /**
             * Format: date-time
             * @description Nothing of it can be used before this instant; null when it has no start.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date: string | null;
            /**
             * Format: date-time
             * @description Nothing of it can be used after this instant; null when it never ends.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date: string | null;
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
            validity_hours: components["schemas"]["ValidityHours"] | null;
            /**
             * @description False when it is switched off.
             * @example true
             */
            active: boolean;
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
             * @description `IN_PROGRESS` while vouchers are being made for it, else `DONE`. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            creation_status: "DONE" | "IN_PROGRESS";
            /**
             * @description `IN_PROGRESS` while vouchers are being made for it, else `DONE`. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            vouchers_generation_status: "DONE" | "IN_PROGRESS";
            /**
             * @description Always false.
             * @example false
             * @constant
             */
            readonly: false;
            /**
             * @description Always false.
             * @example false
             * @constant
             */
            protected: false;
            loyalty_tiers_expiration?: components["schemas"]["LoyaltyTiersExpiration"];
            referral_program?: components["schemas"]["ReferralProgram"];
            validation_rules_assignments: components["schemas"]["ValidationRulesAssignmentList"];
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             * @enum {string}
             */
            object: "campaign";
        };
        /** @description Campaigns. */
        CampaignList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the campaigns.
             * @example campaigns
             * @constant
             * @enum {string}
             */
            data_ref: "campaigns";
            /** @description The campaigns of this page, in the order asked for. */
            campaigns: components["schemas"]["Campaign"][];
            /**
             * @description How many there are in all, on every page.
             * @example 2
             */
            total: number;
        };
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
             * @enum {string}
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
        /** @description A page of categories. */
        CategoryList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the categories.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The categories, in the order asked for. */
            data: components["schemas"]["Category"][];
            /**
             * @description How many categories the project has in all.
             * @example 2
             */
            total: number;
        };
        /** @description A category that is to be made. */
        CategoryRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Sale
             */
            name: string;
            /**
             * @description Its rank; the lower comes first. 0 when left out.
             * @default 0
             * @example 3
             */
            hierarchy?: number;
        };
        /**
         * @description How a material reward presents itself. A property left out stays as it is, null clears it.
         * @example {
         *       "description": "Holds 300 ml"
         *     }
         */
        ChangedAttributesRequest: {
            /**
             * @description Address of a picture.
             * @example https://cdn.example.com/mug.png
             */
            image_url?: string | null;
            /**
             * @description A text about it.
             * @example Holds 300 ml
             */
            description?: string | null;
        };
        /**
         * @description What cards made from now on start as, and how long points earned from now on last.
         * @example {
         *       "loyalty_card": {
         *         "points": 10
         *       }
         *     }
         */
        ChangedCardTemplateRequest: {
            loyalty_card?: components["schemas"]["ChangedLoyaltyCardRequest"];
            redemption?: components["schemas"]["ChangedVoucherUseRequest"];
            code_config?: components["schemas"]["CodeConfigRequest"];
        };
        /**
         * @description Of loyalty cards, the points of each, and when points lapse that come from now on.
         * @example {
         *       "points": 10,
         *       "expiration_rules": {
         *         "period_type": "MONTH",
         *         "period_value": 24
         *       }
         *     }
         */
        ChangedLoyaltyCardRequest: {
            /**
             * @description How many points a card has from the start.
             * @example 10
             */
            points?: number;
            /** @description When points lapse. Null, they do not. */
            expiration_rules?: components["schemas"]["ExpirationRulesRequest"] | null;
        };
        /**
         * @description What vouchers made from now on start as; those there are stay as they are. The block has to be that of their type, which cannot change. A promotion has none.
         * @example {
         *       "redemption": {
         *         "quantity": 2
         *       }
         *     }
         */
        ChangedTemplateRequest: {
            discount?: components["schemas"]["DiscountRequest"];
            /**
             * @description Of gift vouchers, the credit of each.
             * @example {
             *       "amount": 1500
             *     }
             */
            gift?: {
                /**
                 * @description How much credit, in the smallest currency unit.
                 * @example 1000
                 */
                amount?: number;
                /**
                 * @description What the credit pays for. Null where it is not said.
                 * @example APPLY_TO_ORDER
                 */
                effect?: ("APPLY_TO_ORDER" | "APPLY_TO_ITEMS") | null;
            };
            loyalty_card?: components["schemas"]["ChangedLoyaltyCardRequest"];
            redemption?: components["schemas"]["ChangedVoucherUseRequest"];
            code_config?: components["schemas"]["CodeConfigRequest"];
        };
        /**
         * @description How members reach and lose the tiers of a loyalty program, as a whole. Terms change only while the program has no cards, because members keep a tier for as long as the terms said by which they reached it.
         * @example {
         *       "qualification_type": "POINTS_IN_PERIOD",
         *       "qualification_period": "YEAR",
         *       "expiration_date": {
         *         "type": "END_OF_NEXT_PERIOD"
         *       }
         *     }
         */
        ChangedTiersExpirationRequest: {
            /**
             * @description `BALANCE` for what is on the card, `POINTS_IN_PERIOD` for what came in during the period.
             * @example POINTS_IN_PERIOD
             * @enum {string}
             */
            qualification_type: "BALANCE" | "POINTS_IN_PERIOD";
            /**
             * @description The calendar period, in the project's time zone.
             * @example YEAR
             * @enum {string}
             */
            qualification_period?: "MONTH" | "QUARTER" | "HALF_YEAR" | "YEAR";
            /**
             * @description When a tier begins that was reached.
             * @example {
             *       "type": "IMMEDIATE"
             *     }
             */
            start_date?: {
                /**
                 * @description At once.
                 * @example IMMEDIATE
                 * @constant
                 * @enum {string}
                 */
                type: "IMMEDIATE";
            };
            /**
             * @description When a tier ends.
             * @example {
             *       "type": "END_OF_NEXT_PERIOD"
             *     }
             */
            expiration_date: {
                /**
                 * @description As soon as the points are not there, or with this period or the next.
                 * @example END_OF_NEXT_PERIOD
                 * @enum {string}
                 */
                type: "BALANCE_DROP" | "END_OF_PERIOD" | "END_OF_NEXT_PERIOD";
            };
        };
        /**
         * @description How often each may be redeemed.
         * @example {
         *       "quantity": 2
         *     }
         */
        ChangedVoucherUseRequest: {
            /**
             * @description How many redemptions each allows. Null for no limit.
             * @example 2
             */
            quantity?: number | null;
        };
        /**
         * @description Days of the week on which it holds, in the project's time zone, 0 for Sunday. Null for every day.
         * @example [
         *       1,
         *       2,
         *       3,
         *       4,
         *       5
         *     ]
         */
        ChangedWeekdaysRequest: number[] | null;
        /**
         * @description Who asks, with which order, and what of the answer is wanted.
         * @example {
         *       "customer": {
         *         "source_id": "ada"
         *       },
         *       "order": {
         *         "items": [
         *           {
         *             "product_id": "prod_00beans",
         *             "quantity": 2
         *           }
         *         ]
         *       }
         *     }
         */
        CheckEligibilityRequest: {
            /**
             * @description What is looked for; left out, `ALL`:
             *
             *     - `ALL`: everything that this customer can use with this order;
             *     - `CUSTOMER_WALLET`: what was given to the customer: vouchers, gift vouchers, loyalty cards;
             *     - `AUDIENCE_ONLY`: whoever belongs to the audience, whatever the order is; entries say in
             *       `validation_omitted_rules` what was not asked;
             *     - `PRODUCTS`: what is about goods of the order: it takes something off them, or a rule that
             *       binds it names them or a collection with them;
             *     - `PRODUCTS_DISCOUNT`: what takes something off goods of the order, not off the whole;
             *     - `PRODUCTS_BY_CUSTOMER`, `PRODUCTS_DISCOUNT_BY_CUSTOMER`: the same, of what was given to
             *       the customer.
             * @default ALL
             * @example ALL
             * @enum {string}
             */
            scenario?: "ALL" | "CUSTOMER_WALLET" | "AUDIENCE_ONLY" | "PRODUCTS" | "PRODUCTS_DISCOUNT" | "PRODUCTS_BY_CUSTOMER" | "PRODUCTS_DISCOUNT_BY_CUSTOMER";
            /** @description Who asks. Null, like leaving it out, for somebody unknown, who qualifies for what does not depend on the customer. */
            customer?: components["schemas"]["CustomerRequest"] | null;
            /** @description What is to be ordered. Null counts as not sent. */
            order?: components["schemas"]["DiscountedOrderRequest"] | null;
            /**
             * @description What somebody who is not a customer is known by. Left out, it is made of the customer's `source_id`.
             * @example visitor-81f2
             */
            tracking_id?: string;
            metadata?: components["schemas"]["Metadata"];
            options?: components["schemas"]["EligibilityOptionsRequest"];
        };
        /**
         * @description How the codes are made: `prefix`, then `pattern` (or `length` random characters), then `postfix`, 512 characters at most. Sent, it takes the place of the campaign's. One that cannot make a code is refused with `invalid_code_config`.
         * @example {
         *       "pattern": "FAIR-####",
         *       "charset": "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
         *     }
         */
        CodeConfigRequest: {
            /**
             * @description How many random characters a code has, prefix and postfix not counted.
             * @default 8
             * @example 6
             */
            length?: number;
            /**
             * @description The characters to draw from. Left out, `0-9`, `a-z` and `A-Z`.
             * @example ABCDEFGHJKLMNPQRSTUVWXYZ23456789
             */
            charset?: string;
            /**
             * @description Stands before each code.
             * @example FAIR-
             */
            prefix?: string;
            /**
             * @description Stands after each code.
             * @example -26
             */
            postfix?: string;
            /**
             * @description Another name for `postfix`, which wins when both are sent.
             * @example -26
             */
            suffix?: string;
            /**
             * @description Shape of the code: every `#` becomes a random character, everything else stays. Wins over `length`.
             * @example ####-##
             */
            pattern?: string;
            /**
             * @description Without effect here; the query's `vouchers_count` says how many.
             * @example 1
             */
            readonly initial_count?: number;
        };
        /**
         * @description A product, SKU or collection that a discount is about, and the lines of the order that it reaches there.
         * @example {
         *       "object": "product",
         *       "id": "prod_00beans",
         *       "source_id": "beans",
         *       "strict": false,
         *       "effect": "APPLY_TO_EVERY",
         *       "order_item_indices": [
         *         0
         *       ]
         *     }
         */
        CoveredGoods: {
            /**
             * @description Which of them it is. Open set: more values may come; ignore those you do not know.
             * @example product
             * @enum {string}
             */
            object: "products_collection" | "sku" | "product";
            /**
             * @description Its id; of goods that the inventory does not have, the name that was sent.
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
             * @description To how many units of each line it applies at most. Absent for no limit.
             * @example 2
             */
            quantity_limit?: number;
            /**
             * @description To how many units of all its lines together it applies at most. Absent for no limit.
             * @example 5
             */
            aggregated_quantity_limit?: number;
            /**
             * @description The most that a discount takes off each of its lines, in the smallest currency unit. Absent for no limit.
             * @example 700
             */
            amount_limit?: number;
            /**
             * @description The most that a discount takes off all its lines of one order together, in the smallest currency unit. Absent for no limit.
             * @example 1500
             */
            aggregated_amount_limit?: number;
            /**
             * @description To what price of a unit a `FIXED` discount lowers it, in the smallest currency unit. Absent for the price of the discount.
             * @example 800
             */
            price?: number;
            /**
             * @description How many lines or units are left out before the first one. Absent means 0.
             * @example 1
             */
            skip_initially?: number;
            /**
             * @description How far apart those are that it applies to, from the first one on. Absent means 1.
             * @example 2
             */
            repeat?: number;
            /**
             * @description Whether lines (`ITEM`) or units are counted for this. Absent means lines. Open set: more values may come; ignore those you do not know.
             * @example UNIT
             * @enum {string}
             */
            target?: "ITEM" | "UNIT";
            /**
             * @description Of a SKU, id of its product. Absent for others.
             * @example prod_00mug
             */
            product_id?: string;
            /**
             * @description Of a SKU, your own identifier of its product. Absent when there is none.
             * @example mug
             */
            product_source_id?: string;
            /**
             * @description True for goods of the order that one before it covers, such as those of a collection; false for what the rule names.
             * @example false
             */
            strict: boolean;
            /**
             * @description Which lines of the order those are, from 0 on. Absent when the order has none of them.
             * @example [
             *       0,
             *       2
             *     ]
             */
            order_item_indices?: number[];
            /** @description Which units of those lines, where units are counted and not all of them are reached. Absent otherwise. */
            order_item_units?: components["schemas"]["CoveredUnits"][];
        };
        /**
         * @description What a discount is about, as a list: a collection first, then those of its goods that the order has. Empty when it is about everything.
         * @example {
         *       "data": [],
         *       "total": 0,
         *       "data_ref": "data",
         *       "object": "list"
         *     }
         */
        CoveredGoodsList: {
            /** @description The products, SKUs and collections. */
            data: components["schemas"]["CoveredGoods"][];
            /**
             * @description How many they are.
             * @example 0
             */
            total: number;
            /**
             * @description Names the property that holds them.
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
         * @description The units of one line that a discount reaches.
         * @example {
         *       "index": 0,
         *       "units": [
         *         1,
         *         3
         *       ]
         *     }
         */
        CoveredUnits: {
            /**
             * @description Place of the line in the order, from 0 on.
             * @example 0
             */
            index: number;
            /**
             * @description Which of its units, from 1 on; the first 1,000 of them.
             * @example [
             *       1,
             *       3
             *     ]
             */
            units: number[];
            /**
             * @description True when there are more than can be named. Absent otherwise.
             * @example true
             */
            units_limit_exceeded?: boolean;
        };
        /** @description A campaign and what its vouchers start as. `campaign_type` may be left out where `voucher.type` says it: `DISCOUNT_VOUCHER` is of `DISCOUNT_COUPONS`, `GIFT_VOUCHER` of `GIFT_VOUCHERS`, `LOYALTY_CARD` of a `LOYALTY_PROGRAM`. A `PROMOTION` has `promotion` and no `voucher`; all others need `voucher`. `auto_join` and `loyalty_tiers_expiration` are for loyalty programs. A `REFERRAL_PROGRAM` has discount or gift vouchers, says its kind, and needs `referral_program`, which is for no other. */
        CreateCampaignRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Summer coupons
             */
            name: string;
            /**
             * @description A note of yours.
             * @example For the summer
             */
            description?: string | null;
            /**
             * @description `AUTO_UPDATE` makes a voucher when one is needed and none is left. `STATIC` has those it was given. `STANDALONE` takes none of this kind.
             * @default STATIC
             * @example AUTO_UPDATE
             * @enum {string}
             */
            type?: "AUTO_UPDATE" | "STATIC" | "STANDALONE";
            /**
             * @description What kind of campaign it is.
             * @example DISCOUNT_COUPONS
             * @enum {string}
             */
            campaign_type?: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM" | "PROMOTION" | "REFERRAL_PROGRAM";
            /**
             * @description With a loyalty program, true lets a customer join by what they do first that earns points.
             * @default false
             * @example false
             */
            auto_join?: boolean;
            /**
             * @description Without effect: a customer joins a loyalty program once, and nobody joins anything else.
             * @example true
             */
            readonly join_once?: boolean;
            /**
             * @description Only false, as the campaign's metadata is checked against the schema of campaigns.
             * @example false
             * @constant
             */
            use_voucher_metadata_schema?: false;
            /**
             * @description How many vouchers to make with it. One is there at once, more are made in the background and `vouchers_generation_status` tells when. A promotion has none.
             * @default 0
             * @example 1
             */
            vouchers_count?: number;
            /**
             * Format: date-time
             * @description Nothing of it can be used before this instant. Null or left out, it has no start.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Nothing of it can be used after this instant. Null or left out, it never ends.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string;
            metadata?: components["schemas"]["Metadata"];
            loyalty_tiers_expiration?: components["schemas"]["LoyaltyTiersExpirationRequest"];
            voucher?: components["schemas"]["VoucherTemplateRequest"];
            referral_program?: components["schemas"]["ReferralProgramRequest"];
            /**
             * @description With `PROMOTION`, its tiers; more can be added later.
             * @example {
             *       "tiers": [
             *         {
             *           "name": "Ten off",
             *           "action": {
             *             "discount": {
             *               "type": "PERCENT",
             *               "percent_off": 10
             *             }
             *           }
             *         }
             *       ]
             *     }
             */
            promotion?: {
                /** @description The tiers, in the order in which they are tried unless `hierarchy` says other. */
                tiers?: components["schemas"]["PromotionTierRequest"][];
            };
        };
        /**
         * @description Which columns, and which order. Left out, those that are usual.
         * @example {
         *       "order": "-created_at",
         *       "fields": [
         *         "id",
         *         "source_id",
         *         "status"
         *       ]
         *     }
         */
        CreateExportParametersRequest: {
            /**
             * @description The field to sort the rows by, with a dash for descending; each kind of export has its own. Left out or empty, in the order in which they were made.
             * @example -created_at
             */
            order?: string;
            /**
             * @description The columns, in their order; each kind of export has its own. Left out or empty, the usual ones.
             * @example [
             *       "id",
             *       "source_id",
             *       "status"
             *     ]
             */
            fields?: string[];
            /**
             * @description How conditions on rows combine. There are none to combine, so that it changes nothing.
             * @example {
             *       "junction": "and"
             *     }
             */
            filters?: {
                /**
                 * @description Whether all conditions must hold or any. Capitals mean the same.
                 * @example and
                 * @enum {string}
                 */
                junction?: "and" | "or" | "AND" | "OR";
            };
        };
        /**
         * @description What is to be in the file.
         * @example {
         *       "exported_object": "order",
         *       "parameters": {
         *         "order": "-created_at",
         *         "fields": [
         *           "id",
         *           "source_id",
         *           "status"
         *         ]
         *       }
         *     }
         */
        CreateExportRequest: {
            /**
             * @description What each row is about.
             * @example order
             * @enum {string}
             */
            exported_object: "voucher" | "redemption" | "publication" | "customer" | "order" | "points_expiration" | "voucher_transactions";
            parameters?: components["schemas"]["CreateExportParametersRequest"];
        };
        /** @description A loyalty program and what its cards start as. */
        CreateLoyaltyProgramRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Tea Club
             */
            name: string;
            /**
             * @description A note of yours.
             * @example Ten points for every order
             */
            description?: string | null;
            /**
             * @description `AUTO_UPDATE` makes a voucher when one is needed and none is left. `STATIC` has those it was given. `STANDALONE` takes none of this kind.
             * @default STATIC
             * @example AUTO_UPDATE
             * @enum {string}
             */
            type?: "AUTO_UPDATE" | "STATIC" | "STANDALONE";
            /**
             * @description What it is, said once more.
             * @example LOYALTY_PROGRAM
             * @constant
             * @enum {string}
             */
            campaign_type?: "LOYALTY_PROGRAM";
            /**
             * @description True lets a customer join by what they do first that earns points.
             * @default false
             * @example true
             */
            auto_join?: boolean;
            /**
             * @description Without effect: a customer joins a loyalty program once, and nobody joins anything else.
             * @example true
             */
            readonly join_once?: boolean;
            /**
             * @description Only false, as the campaign's metadata is checked against the schema of campaigns.
             * @example false
             * @constant
             */
            use_voucher_metadata_schema?: false;
            /**
             * @description How many vouchers to make with it. One is there at once, more are made in the background and `vouchers_generation_status` tells when. A promotion has none.
             * @default 0
             * @example 1
             */
            vouchers_count?: number;
            /**
             * Format: date-time
             * @description Nothing of it can be used before this instant. Null or left out, it has no start.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Nothing of it can be used after this instant. Null or left out, it never ends.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string;
            metadata?: components["schemas"]["Metadata"];
            loyalty_tiers_expiration?: components["schemas"]["LoyaltyTiersExpirationRequest"];
            voucher: components["schemas"]["LoyaltyCardTemplateRequest"];
        };
        /**
         * @description An order to store. One that `id` or `source_id` names is changed, property by property; any other is made. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "status": "PAID",
         *       "customer": {
         *         "source_id": "ada"
         *       },
         *       "items": [
         *         {
         *           "product_id": "prod_00beans",
         *           "quantity": 2
         *         }
         *       ]
         *     }
         */
        CreateOrderRequest: {
            /**
             * @description Id of a stored order; unknown is 404 `not_found`. Null counts as not sent.
             * @example ord_00cart
             */
            id?: string | null;
            /**
             * @description Your own identifier, or the id, of a stored order; one that is not stored is a new order of that identifier. Beside `id` it is ignored. Null counts as not sent.
             * @example order-1003
             */
            source_id?: string | null;
            /**
             * @description Where the order stands; a new one is `CREATED` when nothing is sent. `PAID` and `FULFILLED` count for the customer and earn, once; `CANCELED` takes back what the order earned. Null counts as not sent.
             * @example PAID
             */
            status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description What the order comes to before discounts, in the smallest currency unit, when it is sent without items; where a stored order can be changed, it then counts over the items stored. Beside items that have prices their sum counts. Null counts as not sent.
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
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of orders.
             * @example {
             *       "delivery": "pickup"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            customer?: components["schemas"]["CustomerRequest"];
            /**
             * @description Id of who ordered, who has to be known; unknown is 404 `not_found`. Beside `customer` it is ignored. Null counts as not sent.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Beside `referrer` it is ignored. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description The customer who recommended it, by `id` or your own `source_id`; somebody who has to be known, and whom nothing else is said of.
             * @example {
             *       "source_id": "ben"
             *     }
             */
            referrer?: {
                /**
                 * @description Id of the customer.
                 * @example cust_00ben
                 */
                id?: string;
                /**
                 * @description Your own identifier of them. Beside `id` it is ignored.
                 * @example ben
                 */
                source_id?: string;
                /**
                 * @description As answered; changes nothing.
                 * @example customer
                 * @constant
                 * @enum {string}
                 */
                readonly object?: "customer";
            };
            /**
             * Format: date-time
             * @description As answered of the stored order; changes nothing. Another date, or one on a new order, is 400 `invalid_payload`: only an import of past orders sets it (`npm run cli -- import orders FILE`, where the service runs). Null counts as not sent.
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
            readonly items_applied_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_applied_discount_amount?: number | null;
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             * @enum {string}
             */
            readonly object?: "order";
        };
        /**
         * @description What a key is called, and what it opens.
         * @example {
         *       "name": "Till",
         *       "kind": "app"
         *     }
         */
        CreateProjectKeyRequest: {
            /**
             * @description What people call it; something that can be read.
             * @example Till
             */
            name: string;
            /**
             * @description `app` opens the paths under `/v1`, `management` those under `/management`.
             * @example app
             * @enum {string}
             */
            kind: "app" | "management";
        };
        /**
         * @description What a project is called, and what its days and amounts are in.
         * @example {
         *       "name": "Second shop",
         *       "timezone": "Europe/Berlin",
         *       "currency": "EUR"
         *     }
         */
        CreateProjectRequest: {
            /**
             * @description What people call it; something that can be read.
             * @example Second shop
             */
            name: string;
            /**
             * @description Where its days begin, as a name of the time zone database.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description What its amounts are in, as an ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description False when codes that differ in case alone are the same code; true unless it says so.
             * @default true
             * @example true
             */
            case_sensitive_codes?: boolean;
        };
        /** @description Who is given what; `campaign` or `voucher`, and not both. */
        CreatePublicationRequest: {
            customer: components["schemas"]["MemberCustomerRequest"];
            /**
             * @description The campaign one voucher of which is given, by `id` or `name`.
             * @example {
             *       "name": "Spring coupons"
             *     }
             */
            campaign?: {
                /**
                 * @description Id of the campaign; unknown is 404 `not_found`.
                 * @example camp_00spring
                 */
                id?: string;
                /**
                 * @description Name of the campaign, or its id. Not read beside `id`.
                 * @example Spring coupons
                 */
                name?: string;
                /**
                 * @description How many vouchers; only one at a time.
                 * @default 1
                 * @example 1
                 */
                count?: number;
            };
            /**
             * @description Code of the very voucher to give, or its id. Unknown is 404 `not_found`; somebody else's is refused with `voucher_already_published`.
             * @example GIFT-2500
             */
            voucher?: string;
            /**
             * @description Your own identifier of the publication, unique in the project. Sent again, nothing happens and the first publication is answered.
             * @example mailing-17-ben
             */
            source_id?: string;
            /**
             * @description By which way the voucher is given, kept with the publication. Left out, `API`.
             * @example Newsletter
             */
            channel?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Where the reward is put on offer, and what it costs there. */
        CreateRewardAssignmentRequest: {
            /**
             * @description Id of the loyalty program, or its exact name; unknown is 404 `not_found`.
             * @example camp_00club
             */
            campaign: string;
            parameters?: components["schemas"]["AssignmentParametersRequest"];
            /** @description Ids of validation rules that bind the reward there, each once; unknown is 404 `not_found`. */
            validation_rules?: string[];
        };
        /** @description The rewards that are put on offer in the program. */
        CreateRewardAssignmentsRequest: components["schemas"]["ProgramRewardRequest"][];
        /** @description One voucher. On its own it needs `type` and the block of that type, `discount` or `gift`. With `campaign` it is what the campaign's vouchers are: `discount`, `gift`, `active` and the `validity_…` windows are refused then, and what is left out comes from the campaign. */
        CreateVoucherRequest: {
            /**
             * @description Its code; one that is in use is 409. Left out, `code_config` makes one.
             * @example FRIDAY-TREAT
             */
            code?: string;
            /**
             * @description Name of the campaign it is to be of, or its id; an id that matches wins. Unknown is 404 `not_found`. Left out, the voucher is of none.
             * @example Spring coupons
             */
            campaign?: string;
            /**
             * @description Id of that campaign. Not read beside `campaign`.
             * @example camp_00spring
             */
            campaign_id?: string;
            /**
             * @description What kind of voucher it is. Required on its own, where it cannot be a `LOYALTY_CARD`; with a campaign it may be left out, and has to be what the campaign's vouchers are.
             * @example GIFT_VOUCHER
             * @enum {string}
             */
            type?: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            discount?: components["schemas"]["DiscountRequest"];
            /**
             * @description With `GIFT_VOUCHER`, its credit.
             * @example {
             *       "amount": 2500,
             *       "effect": "APPLY_TO_ORDER"
             *     }
             */
            gift?: {
                /**
                 * @description How much credit, in the smallest currency unit.
                 * @example 2500
                 */
                amount: number;
                /**
                 * @description What is left of it; a new voucher has it all, so that nothing but `amount` will do.
                 * @example 2500
                 */
                balance?: number;
                /**
                 * @description What the credit pays for.
                 * @example APPLY_TO_ORDER
                 * @enum {string}
                 */
                effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
            };
            /**
             * @description False makes it switched off. Left out, it is on.
             * @example true
             */
            active?: boolean;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Left out, the campaign's, or none.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string;
            /**
             * Format: date-time
             * @description Not usable before this instant. Null or left out, the campaign's, or no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Not usable after this instant. Null or left out, the campaign's, or no end.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /**
             * @description A note of yours, kept with the voucher.
             * @example Sold at the counter
             */
            additional_info?: string;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description How often it may be redeemed.
             * @example {
             *       "quantity": 1
             *     }
             */
            redemption?: {
                /**
                 * @description How many redemptions it allows. Null or left out, as many as the campaign says, or any number.
                 * @example 1
                 */
                quantity?: number | null;
            };
            code_config?: components["schemas"]["CodeConfigRequest"];
        };
        /** @description One voucher with the code of the path. On its own it needs `type` and the block of that type, `discount` or `gift`. With `campaign` it is what the campaign's vouchers are: `discount`, `gift`, `active` and the `validity_…` windows are refused then, and what is left out comes from the campaign. */
        CreateVoucherWithCodeRequest: {
            /**
             * @description The code of the path, which is enough; any other is refused.
             * @example FRIDAY-TREAT
             */
            code?: string;
            /**
             * @description Name of the campaign it is to be of, or its id; an id that matches wins. Unknown is 404 `not_found`. Left out, the voucher is of none.
             * @example Spring coupons
             */
            campaign?: string;
            /**
             * @description Id of that campaign. Not read beside `campaign`.
             * @example camp_00spring
             */
            campaign_id?: string;
            /**
             * @description What kind of voucher it is. Required on its own, where it cannot be a `LOYALTY_CARD`; with a campaign it may be left out, and has to be what the campaign's vouchers are.
             * @example GIFT_VOUCHER
             * @enum {string}
             */
            type?: "GIFT_VOUCHER" | "DISCOUNT_VOUCHER" | "LOYALTY_CARD";
            discount?: components["schemas"]["DiscountRequest"];
            /**
             * @description With `GIFT_VOUCHER`, its credit.
             * @example {
             *       "amount": 2500,
             *       "effect": "APPLY_TO_ORDER"
             *     }
             */
            gift?: {
                /**
                 * @description How much credit, in the smallest currency unit.
                 * @example 2500
                 */
                amount: number;
                /**
                 * @description What is left of it; a new voucher has it all, so that nothing but `amount` will do.
                 * @example 2500
                 */
                balance?: number;
                /**
                 * @description What the credit pays for.
                 * @example APPLY_TO_ORDER
                 * @enum {string}
                 */
                effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
            };
            /**
             * @description False makes it switched off. Left out, it is on.
             * @example true
             */
            active?: boolean;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Left out, the campaign's, or none.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string;
            /**
             * Format: date-time
             * @description Not usable before this instant. Null or left out, the campaign's, or no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Not usable after this instant. Null or left out, the campaign's, or no end.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /**
             * @description A note of yours, kept with the voucher.
             * @example Sold at the counter
             */
            additional_info?: string;
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description How often it may be redeemed.
             * @example {
             *       "quantity": 1
             *     }
             */
            redemption?: {
                /**
                 * @description How many redemptions it allows. Null or left out, as many as the campaign says, or any number.
                 * @example 1
                 */
                quantity?: number | null;
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            custom_event: {
                metadata: components["schemas"]["MetadataEarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            custom_event: {
                metadata: components["schemas"]["MetadataEarningStepRequest"];
            };
        };
        /**
         * @description So many instead, whatever the rule would give, unless that is nothing.
         * @example {
         *       "type": "CUSTOM",
         *       "points": 50
         *     }
         */
        CustomPointsRequest: {
            /**
             * @description The points of the rule are replaced.
             * @enum {string}
             */
            type: "CUSTOM";
            /**
             * @description By how many.
             * @example 50
             */
            points: number;
        };
        /** @description A customer with what their orders, redemptions and cards add up to. Profile properties that were never set are absent. */
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
             * @description Day of birth as it was set here. Absent when it was not. Use `birthdate`.
             * @example 1990-12-10
             */
            birthday?: string;
            /**
             * Format: date
             * @description Day of birth. Absent when unknown.
             * @example 1990-12-10
             */
            birthdate?: string;
            /** @description Where the customer lives; null when unknown. */
            address: components["schemas"]["CustomerAddress"] | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Key/value pairs the service itself keeps; empty when there are none.
             * @example {}
             */
            system_metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the customer was first seen.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the profile last changed; null until it does.
             * @example 2026-11-20T09:30:00.000Z
             */
            updated_at: string | null;
            /** @description Pages made for this customer. */
            assets: {
                /**
                 * Format: uri
                 * @description Page with the customer's balance and vouchers, for whoever has the link; null when it is not served.
                 * @example http://127.0.0.1:3000/customers/cHJval8wMGRlbW8gY3VzdF8wMGFkYQ.w5Gt0kXv3oB7iJfM
                 */
                cockpit_url: string | null;
            };
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
         * @description Where a customer lives.
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
             * @description The rest of the street address; null or absent when unknown.
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
         * @description Where a customer lives. What is left out is unknown.
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
             * @description The rest of the street address; null or absent when unknown.
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
         * @description The erasure of a customer, as it was begun.
         * @example {
         *       "id": "aa_00erasure",
         *       "related_object_id": "cust_00finn",
         *       "related_object": "customer",
         *       "status": "ENQUEUED",
         *       "created_at": "2026-11-20T10:05:00.000Z",
         *       "updated_at": null,
         *       "object": "permanent_deletion"
         *     }
         */
        CustomerErasure: {
            /**
             * @description Id of the async action to follow the erasure with.
             * @example aa_00erasure
             */
            id: string;
            /**
             * @description Id of the customer.
             * @example cust_00finn
             */
            related_object_id: string;
            /**
             * @description Always `customer`.
             * @example customer
             * @constant
             * @enum {string}
             */
            related_object: "customer";
            /**
             * @description How far it is; the async action says it later. Open set: more values may come; ignore those you do not know.
             * @example ENQUEUED
             * @enum {string}
             */
            status: "ENQUEUED" | "IN_PROGRESS" | "DONE" | "FAILED";
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-11-20T10:05:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last got further; null until it does.
             * @example null
             */
            updated_at: string | null;
            /**
             * @description Always `permanent_deletion`.
             * @example permanent_deletion
             * @constant
             * @enum {string}
             */
            object: "permanent_deletion";
        };
        /**
         * @description A file of customers, as the part of a form.
         * @example {
         *       "file": "source_id,name,email\nmia,Mia Gruber,mia@example.com\n"
         *     }
         */
        CustomerFileRequest: {
            /**
             * Format: binary
             * @description CSV in UTF-8, with a header. A part without a file name is read the same way.
             * @example source_id,name,email
             *     mia,Mia Gruber,mia@example.com
             */
            file: string;
        };
        /** @description A page of customers. */
        CustomerList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the customers.
             * @example customers
             * @constant
             * @enum {string}
             */
            data_ref: "customers";
            /** @description The customers, in the order asked for. */
            customers: components["schemas"]["Customer"][];
            /**
             * @description How many customers there are in all.
             * @example 3
             */
            total: number;
        };
        /** @description What the customer's loyalty cards add up to. */
        CustomerLoyalty: {
            /**
             * @description Points left to spend, over all cards.
             * @example 440
             */
            points: number;
            /**
             * @description How many customers this one brought, over all referral campaigns.
             * @example 0
             */
            referred_customers: number;
            /**
             * @description The same for each campaign, by its name: loyalty programs the customer holds a card of, and referral campaigns they brought customers to, which have no points.
             * @example {
             *       "Coffee Club": {
             *         "points": 440,
             *         "referred_customers": 0,
             *         "loyalty_tier": "ltr_00silver"
             *       }
             *     }
             */
            campaigns: {
                [key: string]: {
                    /**
                     * @description Points left to spend in it.
                     * @example 440
                     */
                    points: number;
                    /**
                     * @description How many customers this one brought to it.
                     * @example 0
                     */
                    referred_customers: number;
                    /**
                     * @description Id of the loyalty tier the customer has in it, as their points and the terms of the program have it. Absent when there is none.
                     * @example ltr_00silver
                     */
                    loyalty_tier?: string;
                };
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            customer: {
                metadata: components["schemas"]["MetadataEarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            customer: {
                metadata: components["schemas"]["MetadataEarningStepRequest"];
            };
        };
        /**
         * @description How this customer was brought by others, once at most for each referral campaign.
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
            campaigns: {
                /**
                 * @description Id of the referral campaign.
                 * @example camp_00friends
                 */
                campaign_id: string;
                /**
                 * @description Id of the customer who brought this one.
                 * @example cust_00ada
                 */
                referrer_id: string;
                /**
                 * @description Id of the referral code by which it counted.
                 * @example v_00friend
                 */
                related_object_id: string;
                /**
                 * @description What kind of thing that is, `voucher`. More values may come; ignore those you do not know.
                 * @example voucher
                 */
                related_object_type: string;
                /**
                 * Format: date-time
                 * @description When the event that converted the customer counted.
                 * @example 2026-11-20T09:30:00.000Z
                 */
                date: string;
            }[];
        };
        /**
         * @description The customer, by `id` or `source_id`, and perhaps properties of the profile. With neither, it is somebody unknown. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "source_id": "ada"
         *     }
         */
        CustomerRequest: {
            /**
             * @description Id of a customer who is known already. Beside it `source_id` is ignored.
             * @example cust_00ada
             */
            id?: string;
            /**
             * @description Your own identifier, unique in the project. Null counts as not sent.
             * @example ada
             */
            source_id?: string | null;
            /**
             * @description Name; null clears it.
             * @example Ada Baker
             */
            name?: string | null;
            /**
             * @description E-mail address; null clears it.
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
             * @description Day of birth, kept apart from `birthdate`, which takes its place; null clears it.
             * @example 1990-12-10
             */
            birthday?: string | null;
            /**
             * Format: date
             * @description Day of birth; null clears it.
             * @example 1990-12-10
             */
            birthdate?: string | null;
            /** @description Where the customer lives. Takes the place of the one stored; null clears it. */
            address?: components["schemas"]["CustomerAddressRequest"] | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of customers.
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
             * @description As answered; changes nothing.
             * @example 2026-11-01T08:00:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description As answered; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly updated_at?: string | null;
            assets?: components["schemas"]["Acknowledged"];
            summary?: components["schemas"]["Acknowledged"];
            loyalty?: components["schemas"]["Acknowledged"];
            referrals?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example customer
             * @constant
             * @enum {string}
             */
            readonly object?: "customer";
        };
        /** @description A segment, briefly. */
        CustomerSegment: {
            /**
             * @description Id of the segment.
             * @example seg_00vip
             */
            id: string;
            /**
             * @description Its name.
             * @example VIP
             */
            name: string;
            /**
             * @description Always `segment`.
             * @example segment
             * @constant
             * @enum {string}
             */
            object: "segment";
        };
        /** @description A page of the segments a customer is in. */
        CustomerSegments: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the segments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The segments, in the order asked for. */
            data: components["schemas"]["CustomerSegment"][];
            /**
             * @description How many segments the customer is in.
             * @example 2
             */
            total: number;
        };
        /** @description What the customer's redemptions and orders add up to. */
        CustomerSummary: {
            /** @description Redemptions of everything the customer holds. */
            redemptions: {
                /**
                 * @description All redemptions, succeeded and failed.
                 * @example 2
                 */
                total_redeemed: number;
                /**
                 * @description Those that were refused.
                 * @example 1
                 */
                total_failed: number;
                /**
                 * @description Those that succeeded, also where they were rolled back later.
                 * @example 1
                 */
                total_succeeded: number;
                /**
                 * @description All rollbacks, succeeded and failed.
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
                /** @description Over all gift vouchers the customer holds. */
                gift: {
                    /**
                     * @description Credit redeemed, in the smallest currency unit.
                     * @example 0
                     */
                    redeemed_amount: number;
                    /**
                     * @description Credit left, in the smallest currency unit.
                     * @example 0
                     */
                    amount_to_go: number;
                };
                /** @description Over all loyalty cards the customer holds. */
                loyalty_card: {
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
            };
            /** @description Orders of the customer that are `PAID` or `FULFILLED`. */
            orders: {
                /**
                 * @description Sum of their totals after discounts, in the smallest currency unit.
                 * @example 7300
                 */
                total_amount: number;
                /**
                 * @description How many they are.
                 * @example 2
                 */
                total_count: number;
                /**
                 * @description The sum divided by how many, whole; 0 without orders.
                 * @example 3650
                 */
                average_amount: number;
                /**
                 * @description Total of the last one, in the smallest currency unit; 0 without orders.
                 * @example 3700
                 */
                last_order_amount: number;
                /**
                 * Format: date-time
                 * @description When the last one was paid. Absent without orders.
                 * @example 2026-11-20T09:30:00.000Z
                 */
                last_order_date?: string;
            };
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
             * @description With `PERCENT`, the most it takes off one order, or off each line with `APPLY_TO_ITEMS`, in the smallest currency unit. Absent when there is no limit.
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
             * @description The most it takes off all lines of one order together, in the smallest currency unit. Absent when there is no limit.
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
         * @description How much the answer says.
         * @example {
         *       "expand": [
         *         "order",
         *         "redeemable"
         *       ]
         *     }
         */
        DiscountOptionsRequest: {
            /**
             * @description What is said at more length: `redeemable` adds name and campaign of each, `category` their categories. `order` is always there, and `redemption` adds nothing that is not.
             * @example [
             *       "order",
             *       "redeemable"
             *     ]
             */
            expand?: ("order" | "redeemable" | "category" | "redemption")[];
            /**
             * @description Of older clients; changes nothing.
             * @example true
             */
            readonly include_orders?: boolean;
            /**
             * @description Of older clients; changes nothing.
             * @example true
             */
            readonly extended_redemptions?: boolean;
        };
        /**
         * @description What is taken off. `AMOUNT` needs `amount_off`; `PERCENT` needs `percent_off` and may have `amount_limit`; `FIXED` needs `fixed_amount`; `UNIT` needs `unit_off` and `unit_type`, or `units` with the effect `ADD_MANY_ITEMS`. What the type has no use for is refused.
         * @example {
         *       "type": "AMOUNT",
         *       "amount_off": 500,
         *       "effect": "APPLY_TO_ORDER"
         *     }
         */
        DiscountRequest: {
            /**
             * @description What kind of discount it is.
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
             * @description With `PERCENT`, the percentage taken off.
             * @example 10
             */
            percent_off?: number;
            /**
             * @description With `PERCENT`, the most it takes off one order, or off each line with `APPLY_TO_ITEMS`, in the smallest currency unit.
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
            product?: components["schemas"]["DiscountedItemRequest"];
            sku?: components["schemas"]["DiscountedItemRequest"];
            /** @description With `UNIT` and effect `ADD_MANY_ITEMS`, what is free. */
            units?: components["schemas"]["DiscountedUnitsRequest"][];
            /**
             * @description With `AMOUNT` and `PERCENT`, the most it takes off all lines of one order together, in the smallest currency unit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What it applies to: the order or its items with `AMOUNT`, `PERCENT` and `FIXED`, what is added with `UNIT`. Left out, the items where a rule includes or excludes goods, else the order; with `UNIT`, what is missing. `ADD_SAME_ITEMS` is not carried out yet and is refused.
             * @example APPLY_TO_ORDER
             * @enum {string}
             */
            effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | "APPLY_TO_ITEMS_PROPORTIONALLY" | "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY" | "APPLY_TO_ITEMS_BY_QUANTITY" | "ADD_MISSING_ITEMS" | "ADD_NEW_ITEMS" | "ADD_MANY_ITEMS" | "ADD_SAME_ITEMS";
            /**
             * @description Only false, as discounts by formula are not accepted yet.
             * @example false
             * @constant
             */
            is_dynamic?: false;
        };
        /**
         * @description The lock, with all that was not sent. Absent when none was asked for.
         * @example {
         *       "key": "cart-17",
         *       "type": "LOCK",
         *       "ttl": 2,
         *       "ttl_unit": "HOURS"
         *     }
         */
        DiscountSession: {
            /**
             * @description Name of the lock, to be sent with the redemption.
             * @example cart-17
             */
            key: string;
            /**
             * @description Always `LOCK`.
             * @example LOCK
             * @constant
             * @enum {string}
             */
            type: "LOCK";
            /**
             * @description For how long it holds, from the request on, in units of `ttl_unit`.
             * @example 2
             */
            ttl: number;
            /**
             * @description What `ttl` counts. Open set: more values may come; ignore those you do not know.
             * @example HOURS
             * @enum {string}
             */
            ttl_unit: "DAYS" | "HOURS" | "MINUTES" | "SECONDS" | "MILLISECONDS" | "MICROSECONDS" | "NANOSECONDS";
        };
        /**
         * @description A lock. A validation that is asked with it holds one use of each voucher, and the credit and the points that it counted, until the lock's time is over or it is released; a redemption that names its key uses what it holds. The same key again replaces what the lock held, and its time begins anew.
         * @example {
         *       "type": "LOCK",
         *       "key": "cart-17",
         *       "ttl": 2,
         *       "ttl_unit": "HOURS"
         *     }
         */
        DiscountSessionRequest: {
            /**
             * @description Always `LOCK`.
             * @example LOCK
             * @constant
             * @enum {string}
             */
            type: "LOCK";
            /**
             * @description Name of the lock. Left out, one is made. A redemption under a name that no lock has, or no longer has, is a redemption without a lock.
             * @example cart-17
             */
            key?: string;
            /**
             * @description For how long, in units of `ttl_unit`; rounded to whole milliseconds, at least one, and at most a year. Left out, 7.
             * @example 2
             */
            ttl?: number;
            /**
             * @description What `ttl` counts. Left out, days.
             * @example HOURS
             * @enum {string}
             */
            ttl_unit?: "DAYS" | "HOURS" | "MINUTES" | "SECONDS" | "MILLISECONDS" | "MICROSECONDS" | "NANOSECONDS";
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
         * @description The product or SKU that a `UNIT` discount makes free, as answers are to show it.
         * @example {
         *       "id": "prod_00mug",
         *       "source_id": "mug",
         *       "name": "Stoneware mug"
         *     }
         */
        DiscountedItemRequest: {
            /**
             * @description Id of the product or SKU.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Your own identifier of it.
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
         * @description An order that discounts are applied to: one that is stored already (`id` or `source_id`), which counts as it is stored, whatever is sent beside its name, or one described here. Goods that the inventory does not have count as they are described. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "items": [
         *         {
         *           "product_id": "prod_00beans",
         *           "quantity": 2
         *         }
         *       ]
         *     }
         */
        DiscountedOrderRequest: {
            /**
             * @description Id of a stored order; unknown is 404 `not_found`. Null counts as not sent.
             * @example ord_00cart
             */
            id?: string | null;
            /**
             * @description Your own identifier, or the id, of a stored order; one that is not stored is a new order of that identifier. Beside `id` it is ignored. Null counts as not sent.
             * @example cart-17
             */
            source_id?: string | null;
            /**
             * @description Where the order stands once the discounts are redeemed; left out, `PAID`. `CANCELED` is refused, unless the stored order is canceled. Null counts as not sent.
             * @example PAID
             */
            status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description What the order comes to before discounts, in the smallest currency unit. Counts over the sum of the items. Null counts as not sent.
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
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of orders.
             * @example {
             *       "delivery": "pickup"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Who orders; read only when nobody is said to redeem. Null counts as not sent. */
            customer?: components["schemas"]["CustomerRequest"] | null;
            /**
             * @description Id of who ordered, who has to be known; unknown is 404 `not_found`. Beside `customer` it is ignored. Null counts as not sent.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Beside `referrer` it is ignored. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description The customer who recommended it, by `id` or your own `source_id`; somebody who has to be known, and whom nothing else is said of.
             * @example {
             *       "source_id": "ben"
             *     }
             */
            referrer?: {
                /**
                 * @description Id of the customer.
                 * @example cust_00ben
                 */
                id?: string;
                /**
                 * @description Your own identifier of them. Beside `id` it is ignored.
                 * @example ben
                 */
                source_id?: string;
                /**
                 * @description As answered; changes nothing.
                 * @example customer
                 * @constant
                 * @enum {string}
                 */
                readonly object?: "customer";
            };
            /**
             * Format: date-time
             * @description As answered of the stored order; changes nothing. Another date, or one on a new order, is 400 `invalid_payload`: only an import of past orders sets it (`npm run cli -- import orders FILE`, where the service runs). Null counts as not sent.
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
            readonly items_applied_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_applied_discount_amount?: number | null;
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             * @enum {string}
             */
            readonly object?: "order";
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
         * @description One of several things that a `UNIT` discount makes free.
         * @example {
         *       "unit_off": 1,
         *       "effect": "ADD_NEW_ITEMS",
         *       "unit_type": "prod_00mug"
         *     }
         */
        DiscountedUnitsRequest: {
            /**
             * @description How many units are free.
             * @example 1
             */
            unit_off: number;
            /**
             * @description Whether the units are added to the order or only when missing.
             * @example ADD_NEW_ITEMS
             * @enum {string}
             */
            effect: "ADD_NEW_ITEMS" | "ADD_MISSING_ITEMS";
            /**
             * @description Id of the product or SKU.
             * @example prod_00mug
             */
            unit_type: string;
            product?: components["schemas"]["DiscountedItemRequest"];
            sku?: components["schemas"]["DiscountedItemRequest"];
        };
        /** @description What was redeemed together, and the order that it paid for. `parent_redemption` stands for all of them, and by its id they are rolled back; it is absent when one alone was redeemed. */
        DiscountsRedemption: {
            /** @description A redemption for each voucher or tier, in the order in which they were applied; each has the order as it was after it. */
            redemptions: components["schemas"]["Redemption"][];
            parent_redemption?: components["schemas"]["Redemption"];
            order: components["schemas"]["Order"];
            /** @description Those that were refused; empty when there are none. */
            inapplicable_redeemables: components["schemas"]["InapplicableRedeemable"][];
            /** @description Those that were left out; empty when there are none. */
            skipped_redeemables: components["schemas"]["SkippedRedeemable"][];
        };
        /** @description What was rolled back together, and the order as it is then, which is absent when it is deleted. `parent_rollback` undid the redemption that stands for all of them; it is absent when one alone was rolled back. */
        DiscountsRollback: {
            /** @description A rollback for each redemption that was made together, in the same order; credit and points are negative. */
            rollbacks: components["schemas"]["Redemption"][];
            parent_rollback?: components["schemas"]["Redemption"];
            order?: components["schemas"]["Order"];
        };
        /** @description Whether vouchers and promotion tiers can be redeemed together, and what the order comes to then: `order`, which is absent when `valid` is false. */
        DiscountsValidation: {
            /**
             * @description Id of the validation. Nothing is stored under it.
             * @example valid_01k9x2m4q8r6t0v3w5y7za1b2c
             */
            id: string;
            /**
             * @description True when a redemption of the same body would go through: none is inapplicable where the project's stacking rules say `ALL`, one at least is applicable where they say `PARTIAL`.
             * @example true
             */
            valid: boolean;
            /** @description The vouchers and tiers in the order in which they are applied. With `ALL`, or when none is applicable, those that are not stand here too; otherwise they stand in lists of their own alone. */
            redeemables: components["schemas"]["ValidatedRedeemable"][];
            /** @description Those that are refused. Absent when there are none. */
            inapplicable_redeemables?: components["schemas"]["InapplicableRedeemable"][];
            /** @description Those that were left out for the sake of others or by the stacking rules. Absent when there are none. */
            skipped_redeemables?: components["schemas"]["SkippedRedeemable"][];
            order?: components["schemas"]["OrderCalculated"];
            /**
             * @description What was sent, or else a keyed hash of the customer's source id. Absent without either.
             * @example track_W-JlACkHCxTCFCOoGI4cRNIfByYV3E3-qEMYNK4XQqM
             */
            tracking_id?: string;
            session?: components["schemas"]["DiscountSession"];
            stacking_rules: components["schemas"]["StackingRules"];
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
             * @description When it was made; the same for all rules of one request.
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
             * @description Id of the validation rule that must hold; null for none.
             * @example val_00twenty
             */
            validation_rule_id: string | null;
            loyalty: components["schemas"]["Earning"];
            /**
             * @description The event, as it was sent.
             * @example order.paid
             */
            event: string;
            /**
             * @description The segment that has to be entered. Absent for other events.
             * @example {
             *       "id": "seg_00vip"
             *     }
             */
            segment?: {
                /**
                 * @description Id of the segment.
                 * @example seg_00vip
                 */
                id: string;
            };
            /**
             * @description The definition of the custom event. Absent for other events.
             * @example {
             *       "schema_id": "ms_00review"
             *     }
             */
            custom_event?: {
                /**
                 * @description Id of its event schema.
                 * @example ms_00review
                 */
                schema_id: string;
            };
            /**
             * @description The loyalty tier it is about. Absent unless the event is one of loyalty tiers.
             * @example {
             *       "id": "ltr_00gold"
             *     }
             */
            loyalty_tier?: {
                /**
                 * @description Id of the loyalty tier; `__ANY__` when it is about every tier.
                 * @example ltr_00gold
                 * @example __ANY__
                 */
                id: string;
            };
            /**
             * @description How long the points wait. Absent when they can be spent at once.
             * @example {
             *       "period_type": "DAY",
             *       "period_value": 3
             *     }
             */
            pending_points?: {
                /**
                 * @description The unit of the wait, days.
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
            expiration_rules?: components["schemas"]["ExpirationRules"];
            /**
             * @description Where the rule stands and how it presents itself.
             * @example {
             *       "banner": "1 point for every euro",
             *       "object_id": "camp_00club",
             *       "object_type": "campaign"
             *     }
             */
            source: {
                /**
                 * @description Its words for the customer. Absent when it has none.
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
            /**
             * @description False when it is switched off.
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description Earns nothing before this instant. Absent when the campaign's counts.
             * @example 2026-11-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description Earns nothing after this instant. Absent when the campaign's counts.
             * @example 2027-10-31T22:59:59.999Z
             */
            expiration_date?: string;
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
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
        /** @description Earning rules of a program. */
        EarningRuleList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the rules.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The rules of this page, in the order asked for. */
            data: components["schemas"]["EarningRule"][];
            /**
             * @description How many rules the program has in all.
             * @example 6
             */
            total: number;
        };
        /**
         * @description So many points for every full step.
         * @example {
         *       "every": 100,
         *       "points": 1
         *     }
         */
        EarningStep: {
            /**
             * @description The size of a step, in the unit of the measure.
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
         * @description So many points for every full step.
         * @example {
         *       "every": 100,
         *       "points": 1
         *     }
         */
        EarningStepRequest: {
            /**
             * @description The size of a step, in the unit of the measure.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
        };
        /** @description What the customer can use with the order. */
        Eligibility: {
            redeemables: components["schemas"]["QualifiedRedeemableList"];
            /**
             * @description What was sent, or else a keyed hash of the customer's source id. Absent without either.
             * @example track_W-JlACkHCxTCFCOoGI4cRNIfByYV3E3-qEMYNK4XQqM
             */
            tracking_id?: string;
            order?: components["schemas"]["OrderCalculated"];
            stacking_rules: components["schemas"]["StackingRules"];
        };
        /**
         * @description Operators, each with its operands, which must all hold. Types are those of the answer: `DISCOUNT_VOUCHER` and so on for vouchers, `campaign`, `voucher` and `promotion_tier` for resources. The customer holds a voucher as its `OWNER`, and as a `REFEREE`, too, where somebody referred them; what nobody holds has no role.
         * @example {
         *       "$is": [
         *         "voucher"
         *       ]
         *     }
         */
        EligibilityConditionsRequest: {
            $is?: components["schemas"]["EligibilityOperands"];
            $is_not?: components["schemas"]["EligibilityOperands"];
            $in?: components["schemas"]["EligibilityOperands"];
            $not_in?: components["schemas"]["EligibilityOperands"];
            $has_value?: components["schemas"]["EligibilityOperands"];
            $is_unknown?: components["schemas"]["EligibilityOperands"];
        };
        /**
         * @description What is asked of one field.
         * @example {
         *       "conditions": {
         *         "$in": [
         *           "voucher",
         *           "promotion_tier"
         *         ]
         *       }
         *     }
         */
        EligibilityFilterRequest: {
            conditions: components["schemas"]["EligibilityConditionsRequest"];
        };
        /**
         * @description Conditions on what may be in the answer.
         * @example {
         *       "junction": "and",
         *       "resource_type": {
         *         "conditions": {
         *           "$is": [
         *             "voucher"
         *           ]
         *         }
         *       }
         *     }
         */
        EligibilityFiltersRequest: {
            /**
             * @description Whether all of them must hold (left out, too) or any. Capitals mean the same.
             * @default and
             * @example and
             * @enum {string}
             */
            junction?: "and" | "or" | "AND" | "OR";
            category_id?: components["schemas"]["EligibilityFilterRequest"];
            campaign_id?: components["schemas"]["EligibilityFilterRequest"];
            campaign_type?: components["schemas"]["EligibilityFilterRequest"];
            resource_id?: components["schemas"]["EligibilityFilterRequest"];
            resource_type?: components["schemas"]["EligibilityFilterRequest"];
            voucher_type?: components["schemas"]["EligibilityFilterRequest"];
            code?: components["schemas"]["EligibilityFilterRequest"];
            holder_role?: components["schemas"]["EligibilityFilterRequest"];
        };
        /**
         * @description The operands: one for `$is` and `$is_not`, one or more for `$in` and `$not_in`, none or `true` for `$has_value` and `$is_unknown`.
         * @example [
         *       "voucher"
         *     ]
         */
        EligibilityOperands: (string | boolean)[];
        /**
         * @description Which entries the answer has, and how much it says of them.
         * @example {
         *       "limit": 10,
         *       "expand": [
         *         "redeemable"
         *       ],
         *       "sorting_rule": "BEST_DEAL"
         *     }
         */
        EligibilityOptionsRequest: {
            /**
             * @description How many at most. More than 50 counts as 50.
             * @default 5
             * @example 10
             */
            limit?: number;
            /**
             * @description Only what was made before this instant: `more_starting_after` of the page before, as it came. Null, the text `null` and the empty text count as not sent.
             * @example 2026-11-01T08:00:00.000Z
             */
            starting_after?: string | null;
            filters?: components["schemas"]["EligibilityFiltersRequest"];
            /**
             * @description What is said at more length: `redeemable` adds name, banner and campaign of each, `category` their categories, `validation_rules` the rules that bind them.
             * @example [
             *       "redeemable"
             *     ]
             */
            expand?: ("redeemable" | "category" | "validation_rules")[];
            /**
             * @description In which order they are answered: the newest first (`DEFAULT`), or what takes most (`BEST_DEAL`) or least (`LEAST_DEAL`) off this order first, of the newest hundred that a request looks at. By deal, `more_starting_after` leads to what is older than these; send a higher `limit` for more of the same.
             * @default DEFAULT
             * @example BEST_DEAL
             * @enum {string}
             */
            sorting_rule?: "DEFAULT" | "BEST_DEAL" | "LEAST_DEAL";
        };
        /** @description What the event may carry. */
        EventDefinition: {
            /**
             * @description The defined keys of its metadata, by name.
             * @example {
             *       "rating": {
             *         "type": "number",
             *         "array": false,
             *         "optional": true,
             *         "object_type": null,
             *         "gte": 1
             *       }
             *     }
             */
            properties: {
                [key: string]: components["schemas"]["MetadataSchemaProperty"];
            };
        };
        /**
         * @description What the event may carry.
         * @example {
         *       "properties": {
         *         "page": {
         *           "type": "string",
         *           "optional": true
         *         }
         *       }
         *     }
         */
        EventDefinitionRequest: {
            properties: components["schemas"]["SchemaPropertiesRequest"];
        };
        /** @description A custom event and the metadata it may carry. */
        EventSchema: {
            /**
             * @description Id of the event schema; what an earning rule names in `custom_event.schema_id`.
             * @example ms_00review
             */
            id: string;
            /**
             * @description What the event is called when it is sent.
             * @example product_reviewed
             */
            name: string;
            schema: components["schemas"]["EventDefinition"];
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
             * @description Always `custom-event-schema`.
             * @example custom-event-schema
             * @constant
             * @enum {string}
             */
            object: "custom-event-schema";
        };
        /** @description A page of the custom events of a project. */
        EventSchemaList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the event schemas.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The event schemas, in the order asked for. */
            data: components["schemas"]["EventSchema"][];
            /**
             * @description How many custom events the project has in all.
             * @example 3
             */
            total: number;
        };
        /**
         * @description A custom event to define.
         * @example {
         *       "name": "page_shared",
         *       "schema": {
         *         "properties": {
         *           "page": {
         *             "type": "string",
         *             "optional": true
         *           }
         *         }
         *       }
         *     }
         */
        EventSchemaRequest: {
            /**
             * @description What the event is called when it is sent, unique in the project. Names that begin with `customer.` or `order.` are the service's own.
             * @example page_shared
             */
            name: string;
            schema: components["schemas"]["EventDefinitionRequest"];
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
         * @description When points lapse. Absent in a rule where the campaign's count, and in a campaign whose points do not lapse.
         * @example {
         *       "period_type": "MONTH",
         *       "period_value": 12,
         *       "rounding_type": "END_OF_MONTH"
         *     }
         */
        ExpirationRules: {
            /**
             * @description `MONTH` counts months from when they are earned or activated; `FIXED_DAY_OF_YEAR` ends them on the next such day. Open set: more values may come; ignore those you do not know.
             * @example MONTH
             * @enum {string}
             */
            period_type: "MONTH" | "FIXED_DAY_OF_YEAR";
            /**
             * @description With `MONTH`, how many months they last; 0 ends them with the day.
             * @example 12
             */
            period_value?: number;
            /**
             * @description With `MONTH`, to the end of what the day is moved later. Absent when it is not. Open set: more values may come; ignore those you do not know.
             * @example END_OF_MONTH
             * @enum {string}
             */
            rounding_type?: "END_OF_MONTH" | "END_OF_QUARTER" | "END_OF_HALF_YEAR" | "END_OF_YEAR" | "PARTICULAR_MONTH";
            /**
             * @description With `PARTICULAR_MONTH`, the month to the end of which, 1 for January.
             * @example 1
             */
            rounding_value?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the month, 1 for January.
             * @example 12
             */
            fixed_month?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the day of that month; its last when it has fewer.
             * @example 31
             */
            fixed_day?: number;
        };
        /**
         * @description When points lapse. `MONTH` needs `period_value`, and a `rounding_type` of `PARTICULAR_MONTH` needs `rounding_value`; `FIXED_DAY_OF_YEAR` needs `fixed_month` and `fixed_day`.
         * @example {
         *       "period_type": "MONTH",
         *       "period_value": 12,
         *       "rounding_type": "END_OF_MONTH"
         *     }
         */
        ExpirationRulesRequest: {
            /**
             * @description `MONTH` counts months from when they are earned or activated; `FIXED_DAY_OF_YEAR` ends them on the next such day.
             * @example MONTH
             * @enum {string}
             */
            period_type: "MONTH" | "FIXED_DAY_OF_YEAR";
            /**
             * @description With `MONTH`, how many months they last; 0 ends them with the day.
             * @example 12
             */
            period_value?: number;
            /**
             * @description With `MONTH`, to the end of what the day is moved later.
             * @example END_OF_MONTH
             * @enum {string}
             */
            rounding_type?: "END_OF_MONTH" | "END_OF_QUARTER" | "END_OF_HALF_YEAR" | "END_OF_YEAR" | "PARTICULAR_MONTH";
            /**
             * @description With `PARTICULAR_MONTH`, the month to the end of which, 1 for January.
             * @example 1
             */
            rounding_value?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the month, 1 for January.
             * @example 12
             */
            fixed_month?: number;
            /**
             * @description With `FIXED_DAY_OF_YEAR`, the day of that month; its last when it has fewer.
             * @example 31
             */
            fixed_day?: number;
        };
        /** @description A file with the project's data, made in the background. */
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
             * @description When it was asked for.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description How far it is. Open set: more values may come; ignore those you do not know.
             * @example DONE
             * @enum {string}
             */
            status: "SCHEDULED" | "IN_PROGRESS" | "DONE" | "ERROR";
            /**
             * @description Who asked for it: `API`, or `WEBSITE` from a dashboard. More values may come; ignore those you do not know.
             * @example API
             */
            channel: string;
            /**
             * @description What is in it. Open set: more values may come; ignore those you do not know.
             * @example order
             * @enum {string}
             */
            exported_object: "voucher" | "redemption" | "publication" | "customer" | "order" | "points_expiration" | "voucher_transactions";
            parameters: components["schemas"]["ExportParameters"];
            /** @description The file; null until `status` is `DONE`. */
            result: components["schemas"]["ExportResult"] | null;
            /**
             * @description Id of the dashboard user; null unless `channel` is `WEBSITE`.
             * @example null
             * @example user_00owner
             */
            user_id: string | null;
        };
        /**
         * @description What was asked for.
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
             * @description The field the rows are sorted by, with a dash for descending. Absent when none was chosen.
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
            /**
             * @description Which rows are in it: a condition for each field, as it was asked for, and `junction`. Empty for all.
             * @example {
             *       "junction": "and"
             *     }
             */
            filters: {
                /**
                 * @description Whether all conditions must hold or any. Open set: more values may come; ignore those you do not know.
                 * @example and
                 * @enum {string}
                 */
                junction?: "and" | "or" | "AND" | "OR";
            } & {
                [key: string]: unknown;
            };
            /**
             * @description Format of the file, `CSV`. More values may come; ignore those you do not know.
             * @example CSV
             */
            response_format?: string;
            /**
             * @description With `voucher`, the campaign it is limited to. Absent when it is not.
             * @example camp_00spring
             */
            campaign_id?: string;
        };
        /**
         * @description The file that was made.
         * @example {
         *       "url": "http://127.0.0.1:3000/files/exports/cHJval8wMGRlbW8gZXhwXzAwb3JkZXJz.z2Cn9hRy6qD4lSeU"
         *     }
         */
        ExportResult: {
            /**
             * Format: uri
             * @description Where to fetch it, without credentials; null when it is not served.
             * @example http://127.0.0.1:3000/files/exports/cHJval8wMGRlbW8gZXhwXzAwb3JkZXJz.z2Cn9hRy6qD4lSeU
             */
            url: string | null;
        };
        /**
         * @description The same number of points each time.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        FixedEarning: {
            /**
             * @description A fixed number of points.
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
             * @description A fixed number of points.
             * @example FIXED
             * @constant
             * @enum {string}
             */
            type: "FIXED";
            /**
             * @description How many points, as a number or a numeric string.
             * @example 25
             * @example 25
             */
            points: number | string;
        };
        /** @description What a gift voucher holds after credit was given or taken by hand. */
        GiftVoucherBalance: {
            /**
             * @description The credit that was given; negative when it was taken.
             * @example 500
             */
            amount: number;
            /**
             * @description All credit ever put on the voucher.
             * @example 3000
             */
            total: number;
            /**
             * @description Credit left to redeem.
             * @example 3000
             */
            balance: number;
            /**
             * @description Always `gift_voucher`.
             * @example gift_voucher
             * @constant
             * @enum {string}
             */
            type: "gift_voucher";
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             * @enum {string}
             */
            object: "balance";
            /**
             * @description The voucher.
             * @example {
             *       "type": "voucher",
             *       "id": "v_00gift25"
             *     }
             */
            related_object: {
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                type: "voucher";
                /**
                 * @description Id of the voucher.
                 * @example v_00gift25
                 */
                id: string;
            };
        };
        /**
         * @description An order of the past. One whose `source_id` is known stays as it is.
         * @example {
         *       "source_id": "order-0917",
         *       "created_at": "2024-05-01T12:00:00.000Z",
         *       "status": "PAID",
         *       "amount": 1990
         *     }
         */
        ImportOrderRequest: {
            /**
             * @description Your own identifier, by which it is known when it is sent again.
             * @example order-0917
             */
            source_id: string;
            /**
             * Format: date-time
             * @description When it was made and, where it is paid, paid; not in the future. Null counts as not sent, and the order is then of its request.
             * @example 2024-05-01T12:00:00.000Z
             */
            created_at?: string | null;
            /**
             * @description Where the order stands; `CREATED` when nothing is sent. Null counts as not sent.
             * @example PAID
             */
            status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description What the order comes to before discounts, in the smallest currency unit, when it is sent without items; where a stored order can be changed, it then counts over the items stored. Beside items that have prices their sum counts. Null counts as not sent.
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
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of orders.
             * @example {
             *       "delivery": "pickup"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            customer?: components["schemas"]["CustomerRequest"];
            /**
             * @description Id of who ordered, who has to be known; unknown is 404 `not_found`. Beside `customer` it is ignored. Null counts as not sent.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Beside `referrer` it is ignored. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description The customer who recommended it, by `id` or your own `source_id`; somebody who has to be known, and whom nothing else is said of.
             * @example {
             *       "source_id": "ben"
             *     }
             */
            referrer?: {
                /**
                 * @description Id of the customer.
                 * @example cust_00ben
                 */
                id?: string;
                /**
                 * @description Your own identifier of them. Beside `id` it is ignored.
                 * @example ben
                 */
                source_id?: string;
                /**
                 * @description As answered; changes nothing.
                 * @example customer
                 * @constant
                 * @enum {string}
                 */
                readonly object?: "customer";
            };
        };
        /** @description A voucher or tier that is refused. */
        InapplicableRedeemable: {
            /**
             * @description Always `INAPPLICABLE`.
             * @example INAPPLICABLE
             * @constant
             * @enum {string}
             */
            status: "INAPPLICABLE";
            /**
             * @description The code or id that it was named by.
             * @example WELCOME
             */
            id: string;
            /**
             * @description What kind it is. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            object: "voucher" | "promotion_tier";
            result: components["schemas"]["RedeemableResult"];
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description So many points for every full step over matching items. `object` and `id` are the first of `applicable_to`.
         * @example {
         *       "every": 1,
         *       "points": 10,
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningStep: {
            /**
             * @description The size of a step, in the unit of the measure.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description What `id` names. Open set: more values may come; ignore those you do not know.
             * @example product
             * @enum {string}
             */
            object: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU.
             * @example prod_00beans
             */
            id: string;
            /** @description Everything to match. Absent when it was created with `object` and `id` alone. */
            applicable_to?: components["schemas"]["ItemsEarningTarget"][];
        };
        /**
         * @description So many points for every full step over matching items. Which match is said by `object` and `id`, or by `applicable_to`; one of the two is required. A SKU matches its product, too, and both match the collections that hold them; an item that matches twice counts once.
         * @example {
         *       "every": 1,
         *       "points": 10,
         *       "object": "product",
         *       "id": "prod_00beans"
         *     }
         */
        ItemsEarningStepRequest: {
            /**
             * @description The size of a step, in the unit of the measure.
             * @example 100
             */
            every: number;
            /**
             * @description Points for each full step.
             * @example 1
             */
            points: number;
            /**
             * @description What `id` names.
             * @example product
             * @enum {string}
             */
            object?: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU. Unknown is 404 `not_found`.
             * @example prod_00beans
             */
            id?: string;
            /** @description Several things to match, in place of `object` and `id`. */
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
             * @description What `id` names. Open set: more values may come; ignore those you do not know.
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
             * @description What `id` names.
             * @example product
             * @enum {string}
             */
            object: "product" | "products_collection" | "sku";
            /**
             * @description Id of the product, collection of products or SKU. Unknown is 404 `not_found`.
             * @example prod_00beans
             */
            id: string;
        };
        /** @description What a card holds after points were given or taken by hand. */
        LoyaltyCardBalance: {
            /**
             * @description The points that were given; negative when they were taken.
             * @example 100
             */
            points: number;
            /**
             * @description All points ever put on the card.
             * @example 600
             */
            total: number;
            /**
             * @description Points that can be spent now, what followed from the movement included.
             * @example 540
             */
            balance: number;
            /**
             * @description Always `loyalty_card`.
             * @example loyalty_card
             * @constant
             * @enum {string}
             */
            type: "loyalty_card";
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             * @enum {string}
             */
            object: "balance";
            /**
             * @description The card.
             * @example {
             *       "type": "voucher",
             *       "id": "v_00adaclub"
             *     }
             */
            related_object: {
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                type: "voucher";
                /**
                 * @description Id of the card.
                 * @example v_00adaclub
                 */
                id: string;
            };
        };
        /**
         * @description With `LOYALTY_CARD`, the points of each card.
         * @example {
         *       "points": 0,
         *       "expiration_rules": {
         *         "period_type": "MONTH",
         *         "period_value": 12
         *       }
         *     }
         */
        LoyaltyCardRequest: {
            /**
             * @description How many points a card has from the start.
             * @example 0
             */
            points: number;
            /** @description When points lapse. Null or left out, they do not. */
            expiration_rules?: components["schemas"]["ExpirationRulesRequest"] | null;
        };
        /**
         * @description What a card of the program starts as.
         * @example {
         *       "type": "LOYALTY_CARD",
         *       "loyalty_card": {
         *         "points": 0
         *       }
         *     }
         */
        LoyaltyCardTemplateRequest: {
            /**
             * @description The vouchers of a loyalty program are cards.
             * @example LOYALTY_CARD
             * @constant
             * @enum {string}
             */
            type: "LOYALTY_CARD";
            loyalty_card: components["schemas"]["LoyaltyCardRequest"];
            redemption?: components["schemas"]["VoucherUseRequest"];
            code_config?: components["schemas"]["CodeConfigRequest"];
        };
        /** @description A band of points in a loyalty program. */
        LoyaltyTier: {
            /**
             * @description Id of the tier.
             * @example ltr_00gold
             */
            id: string;
            /**
             * @description Its name.
             * @example Gold
             */
            name: string;
            /**
             * @description Id of the loyalty program.
             * @example camp_00club
             */
            campaign_id: string;
            /**
             * @description Always empty, as tiers have no metadata of their own.
             * @example {}
             */
            metadata: {
                [key: string]: unknown;
            };
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
             * @description What rules of the program give members of the tier instead, by the id of the rule.
             * @example {
             *       "ern_00euro": {
             *         "type": "MULTIPLY",
             *         "multiplier": 2
             *       }
             *     }
             */
            earning_rules: {
                [key: string]: components["schemas"]["PointsMapping"];
            };
            /**
             * @description Always empty, as rewards cost the same in every tier.
             * @example {}
             */
            rewards: {
                [key: string]: unknown;
            };
            points: components["schemas"]["LoyaltyTierPoints"];
            /**
             * @description The band once more, where some clients look for it.
             * @example {
             *       "points": {
             *         "from": 1000
             *       }
             *     }
             */
            config: {
                points: components["schemas"]["LoyaltyTierPoints"];
            };
            /**
             * @description Always `loyalty_tier`.
             * @example loyalty_tier
             * @constant
             * @enum {string}
             */
            object: "loyalty_tier";
        };
        /** @description Loyalty tiers of a program. */
        LoyaltyTierList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the tiers.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The tiers of this page, in the order asked for. */
            data: components["schemas"]["LoyaltyTier"][];
            /**
             * @description How many tiers the program has in all.
             * @example 2
             */
            total: number;
        };
        /**
         * @description The band of points, both ends included.
         * @example {
         *       "from": 1000,
         *       "to": 4999
         *     }
         */
        LoyaltyTierPoints: {
            /**
             * @description The fewest points of the tier.
             * @example 1000
             */
            from: number;
            /**
             * @description The most points of the tier. Absent when there is no upper end.
             * @example 4999
             */
            to?: number;
        };
        /**
         * @description A band of points. Bands of one program do not overlap; between them may be points of no tier.
         * @example {
         *       "name": "Gold",
         *       "points": {
         *         "from": 1000
         *       },
         *       "earning_rules": {
         *         "ern_00euro": {
         *           "type": "MULTIPLY",
         *           "multiplier": 2
         *         }
         *       }
         *     }
         */
        LoyaltyTierRequest: {
            /**
             * @description Its name, unique among the tiers of the program.
             * @example Silver
             */
            name: string;
            /**
             * @description The band, both ends included.
             * @example {
             *       "from": 0,
             *       "to": 999
             *     }
             */
            points: {
                /**
                 * @description The fewest points of the tier.
                 * @example 0
                 */
                from: number;
                /**
                 * @description The most points of the tier. Null or left out, there is no upper end.
                 * @example 999
                 */
                to?: number | null;
            };
            /**
             * @description What rules of the program give members of the tier instead, by the id of the rule; one that the program does not have is 404 `not_found`. Rules that are not named give what they say.
             * @example {
             *       "ern_00euro": {
             *         "type": "MULTIPLY",
             *         "multiplier": 2
             *       }
             *     }
             */
            earning_rules?: {
                [key: string]: components["schemas"]["PointsMappingRequest"];
            };
            /**
             * @description Rewards cost the same in every tier, so that this is empty or left out.
             * @example {}
             */
            rewards?: Record<string, never>;
        };
        /** @description The created tiers, in the order sent. */
        LoyaltyTiers: components["schemas"]["LoyaltyTier"][];
        /**
         * @description How members reach and lose the tiers of a loyalty program. Absent when the balance decides and every change of it counts at once.
         * @example {
         *       "qualification_type": "POINTS_IN_PERIOD",
         *       "qualification_period": "YEAR",
         *       "start_date": {
         *         "type": "IMMEDIATE"
         *       },
         *       "expiration_date": {
         *         "type": "END_OF_NEXT_PERIOD"
         *       }
         *     }
         */
        LoyaltyTiersExpiration: {
            /**
             * @description What counts: what is on the card, or what came in during the period. Open set: more values may come; ignore those you do not know.
             * @example POINTS_IN_PERIOD
             * @enum {string}
             */
            qualification_type: "BALANCE" | "POINTS_IN_PERIOD";
            /**
             * @description The calendar period, in the project's time zone. Absent with `BALANCE_DROP`. Open set: more values may come; ignore those you do not know.
             * @example YEAR
             * @enum {string}
             */
            qualification_period?: "MONTH" | "QUARTER" | "HALF_YEAR" | "YEAR";
            /**
             * @description When a tier begins that was reached.
             * @example {
             *       "type": "IMMEDIATE"
             *     }
             */
            start_date: {
                /**
                 * @description Always `IMMEDIATE`.
                 * @example IMMEDIATE
                 * @constant
                 * @enum {string}
                 */
                type: "IMMEDIATE";
            };
            /**
             * @description When a tier ends.
             * @example {
             *       "type": "END_OF_NEXT_PERIOD"
             *     }
             */
            expiration_date: {
                /**
                 * @description As soon as the points are not there, or with this period or the next. Open set: more values may come; ignore those you do not know.
                 * @example END_OF_NEXT_PERIOD
                 * @enum {string}
                 */
                type: "BALANCE_DROP" | "END_OF_PERIOD" | "END_OF_NEXT_PERIOD";
            };
        };
        /**
         * @description How members reach and lose the tiers of a loyalty program. Left out, the balance decides and every change of it counts at once. A tier that is reached is reached at once. It is lost as soon as the points are not there (`BALANCE_DROP`, without a period), or when the period is over, or the one after it.
         * @example {
         *       "qualification_type": "POINTS_IN_PERIOD",
         *       "qualification_period": "YEAR",
         *       "expiration_date": {
         *         "type": "END_OF_NEXT_PERIOD"
         *       }
         *     }
         */
        LoyaltyTiersExpirationRequest: {
            /**
             * @description `BALANCE` for what is on the card, `POINTS_IN_PERIOD` for what came in during the period.
             * @example POINTS_IN_PERIOD
             * @enum {string}
             */
            qualification_type: "BALANCE" | "POINTS_IN_PERIOD";
            /**
             * @description The calendar period, in the project's time zone.
             * @example YEAR
             * @enum {string}
             */
            qualification_period?: "MONTH" | "QUARTER" | "HALF_YEAR" | "YEAR";
            /**
             * @description When a tier begins that was reached.
             * @example {
             *       "type": "IMMEDIATE"
             *     }
             */
            start_date?: {
                /**
                 * @description At once.
                 * @example IMMEDIATE
                 * @constant
                 * @enum {string}
                 */
                type: "IMMEDIATE";
            };
            /**
             * @description When a tier ends.
             * @example {
             *       "type": "END_OF_NEXT_PERIOD"
             *     }
             */
            expiration_date: {
                /**
                 * @description As soon as the points are not there, or with this period or the next.
                 * @example END_OF_NEXT_PERIOD
                 * @enum {string}
                 */
                type: "BALANCE_DROP" | "END_OF_PERIOD" | "END_OF_NEXT_PERIOD";
            };
        };
        /** @description The tiers to create; all of them or, when one is refused, none. */
        LoyaltyTiersRequest: components["schemas"]["LoyaltyTierRequest"][];
        /**
         * @description The customer: an object with `id` or `source_id` and perhaps properties of the profile, which makes the customer when unknown; or, as text, the id or `source_id` of somebody who is known already (unknown is 404 `not_found`).
         * @example {
         *       "source_id": "ada"
         *     }
         * @example ada
         */
        MemberCustomerRequest: components["schemas"]["CustomerRequest"] | string;
        /** @description A page of cards that somebody holds. */
        MemberList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the cards.
             * @example vouchers
             * @constant
             * @enum {string}
             */
            data_ref: "vouchers";
            /** @description The cards, in the order asked for. */
            vouchers: components["schemas"]["Voucher"][];
            /**
             * @description How many members the program has in all.
             * @example 2
             */
            total: number;
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
        /**
         * @description So many points for every full step of a numeric property of metadata; a property that is missing or not a number earns nothing.
         * @example {
         *       "every": 1,
         *       "points": 5,
         *       "property": "rating"
         *     }
         */
        MetadataEarningStep: {
            /**
             * @description The size of a step, in the unit of the measure.
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
         * @description So many points for every full step of a numeric property of metadata; a property that is missing or not a number earns nothing.
         * @example {
         *       "every": 1,
         *       "points": 5,
         *       "property": "rating"
         *     }
         */
        MetadataEarningStepRequest: {
            /**
             * @description The size of a step, in the unit of the measure.
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
        /** @description Which metadata a kind of resource may carry. */
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
             * @description Always `metadata_schema`.
             * @example metadata_schema
             * @constant
             * @enum {string}
             */
            object: "metadata_schema";
        };
        /** @description Metadata schemas of a project. */
        MetadataSchemaList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the schemas.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The schemas, newest first. */
            data: components["schemas"]["MetadataSchema"][];
            /**
             * @description How many schemas the project has in all.
             * @example 2
             */
            total: number;
        };
        /**
         * @description What one key may hold. Constraints that are not set are absent.
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
             * @description The type of the value. Open set: more values may come; ignore those you do not know.
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
             * @description For `object`, the metadata schema its value follows; null for other types.
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
            eq?: (string | number)[];
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
         * @description A metadata schema to make.
         * @example {
         *       "related_object": "promotion_tier",
         *       "properties": {
         *         "audience": {
         *           "type": "string",
         *           "optional": true
         *         }
         *       }
         *     }
         */
        MetadataSchemaRequest: {
            /**
             * @description The kind of resource it binds, one of those that schemas are answered with, or a name of your own. Each has one schema at most.
             * @example promotion_tier
             */
            related_object: string;
            properties: components["schemas"]["SchemaPropertiesRequest"];
            /**
             * @description When true, only the defined keys may be set; null or absent counts as false.
             * @example false
             */
            allow_defined_only?: boolean | null;
        };
        /** @description How much moved, and what was there to spend after it. */
        MovedBalance: {
            /**
             * @description What moved: points of a card or credit of a gift voucher. Open set: more values may come; ignore those you do not know.
             * @example loyalty_card
             * @enum {string}
             */
            type: "loyalty_card" | "gift_voucher";
            /**
             * @description Points that came; negative when they went. Absent unless points moved.
             * @example -60
             */
            points?: number;
            /**
             * @description Credit that came, in the smallest currency unit; negative when it went. Absent unless credit moved.
             * @example 500
             */
            amount?: number;
            /**
             * @description What could be spent after it.
             * @example 5040
             */
            balance: number;
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
             * @enum {string}
             */
            object: "balance";
            /**
             * @description The voucher.
             * @example {
             *       "type": "voucher",
             *       "id": "v_00adaclub"
             *     }
             */
            related_object: {
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                type: "voucher";
                /**
                 * @description Id of the voucher.
                 * @example v_00adaclub
                 */
                id: string;
            };
        };
        /**
         * @description So many times as many, rounded down.
         * @example {
         *       "type": "MULTIPLY",
         *       "multiplier": 1.5
         *     }
         */
        MultipliedPointsRequest: {
            /**
             * @description The points of the rule are multiplied.
             * @enum {string}
             */
            type: "MULTIPLY";
            /**
             * @description By what, with at most 6 decimals.
             * @example 1.5
             */
            multiplier: number;
        };
        /** @description A project as it was made, with its first keys, whose tokens are shown this once. */
        NewProject: {
            /**
             * @description Id of the project.
             * @example proj_00demo
             */
            id: string;
            /**
             * @description What people call it.
             * @example Demo shop
             */
            name: string;
            /**
             * @description Where its days begin.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description What its amounts are in, as an ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Whether codes that differ in case alone are different codes.
             * @example true
             */
            case_sensitive_codes: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * @description Always `project`.
             * @example project
             * @constant
             * @enum {string}
             */
            object: "project";
            /**
             * @description The key for applications.
             * @example {
             *       "app_id": "4yUhkq0bV2cZ7mTn1sXw9",
             *       "app_token": "demo0project0token00000000000000000000000000"
             *     }
             */
            server_side_key: {
                /**
                 * @description To be sent as `X-App-Id`.
                 * @example 4yUhkq0bV2cZ7mTn1sXw9
                 */
                app_id: string;
                /**
                 * @description To be sent as `X-App-Token`. Keep it safe; it is not shown again.
                 * @example demo0project0token00000000000000000000000000
                 */
                app_token: string;
            };
            /**
             * @description The key that manages the project.
             * @example {
             *       "management_id": "Lr8dPq3nW6vB1kYt5hJc0",
             *       "management_token": "demo0manager0token00000000000000000000000000"
             *     }
             */
            management_key: {
                /**
                 * @description To be sent as `X-Management-Id`.
                 * @example Lr8dPq3nW6vB1kYt5hJc0
                 */
                management_id: string;
                /**
                 * @description To be sent as `X-Management-Token`. Keep it safe; it is not shown again.
                 * @example demo0manager0token00000000000000000000000000
                 */
                management_token: string;
            };
        };
        /** @description A key pair as it was made, with its token, which is shown this once. */
        NewProjectKey: {
            /**
             * @description What is sent as `X-App-Id` or `X-Management-Id`.
             * @example demo-app-id
             */
            id: string;
            /**
             * @description What people call it.
             * @example Demo
             */
            name: string;
            /**
             * @description What it opens: `app` the paths under `/v1`, `management` those under `/management`. Open set: more values may come; ignore those you do not know.
             * @example app
             * @enum {string}
             */
            kind: "app" | "management";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when it opens nothing; null while it does.
             * @example null
             */
            revoked_at: string | null;
            /**
             * @description Always `project_key`.
             * @example project_key
             * @constant
             * @enum {string}
             */
            object: "project_key";
            /**
             * @description To be sent as `X-App-Token` or `X-Management-Token`. Keep it safe; it is not shown again.
             * @example demo0till0token00000000000000000000000000000
             */
            token: string;
        };
        /** @description A page of where a reward is on offer. */
        OfferList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, in the order asked for. */
            data: components["schemas"]["RewardAssignment"][];
            /**
             * @description In how many programs the reward is on offer in all.
             * @example 1
             */
            total: number;
        };
        /** @description An order. A redemption keeps the order that it paid, or else the order as it was sent: with goods and prices as far as the redemption looked at them, and as it is stored when it is. Without an order it has one all the same, whose id, status, dates and amounts are null and whose items are empty. */
        Order: {
            /**
             * @description Id of the order; null when it is not stored, and without an order.
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
             * @description When it was first stored; null when it is not, and without an order.
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
             * @description Where the order stands; `PAID` after a redemption that paid for it, null when it is not stored and without an order. Open set: more values may come; ignore those you do not know.
             * @example PAID
             */
            status: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description Sum of the items before discounts, in the smallest currency unit; null when nothing has a price.
             * @example 3700
             */
            amount: number | null;
            /**
             * @description What the order came to before anything was added or taken off, in the smallest currency unit. Null or absent when it was not sent and nothing was added.
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
             * @description What the redemption that paid for it took off the order as a whole, in the smallest currency unit; null when none did.
             * @example 2000
             */
            applied_discount_amount: number | null;
            /**
             * @description What that redemption took off single items, in the smallest currency unit. Absent when nothing it redeemed is about single items.
             * @example 370
             */
            items_applied_discount_amount?: number;
            /**
             * @description Everything that redemption took off, in the smallest currency unit; null when none did.
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                amount: components["schemas"]["EarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                amount: components["schemas"]["EarningStepRequest"];
            };
        };
        /** @description An order with discounts worked out. In the entry of a voucher or tier, as it is after that one; for all of them, as it is after the last. A figure of a level, `discount_amount` for the order as a whole and `items_discount_amount` for its items, is there once a discount of that level was worked out, be it 0, or was sent. */
        OrderCalculated: {
            /**
             * @description Id of the order. Absent when it is not stored.
             * @example ord_00cart
             */
            id?: string;
            /**
             * @description Your own identifier of it; null or absent when it has none.
             * @example cart-17
             */
            source_id?: string | null;
            /**
             * @description Where the order stands. Absent when it is not stored. Open set: more values may come; ignore those you do not know.
             * @example CREATED
             * @enum {string}
             */
            status?: "CREATED" | "PAID" | "CANCELED" | "FULFILLED";
            /**
             * Format: date-time
             * @description When it was first stored. Absent when it is not.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it last changed; null until it does. Absent when it is not stored.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string | null;
            /**
             * @description Sum of the items before discounts, in the smallest currency unit, free units that were added included; or the amount that was sent. Absent when nothing has a price.
             * @example 3700
             */
            amount?: number;
            /**
             * @description What the order came to before units were added, in the smallest currency unit. Absent when none were, and it was not sent.
             * @example 3700
             */
            initial_amount?: number;
            /**
             * @description Discounts on the order as a whole so far, those that it came with included; in the smallest currency unit.
             * @example 1270
             */
            discount_amount?: number;
            /**
             * @description Discounts on single items so far together; in the smallest currency unit.
             * @example 0
             */
            items_discount_amount?: number;
            /**
             * @description All discounts so far together, in the smallest currency unit. Absent when nothing has a price.
             * @example 1270
             */
            total_discount_amount?: number;
            /**
             * @description What is left to pay, `amount` less `total_discount_amount`, in the smallest currency unit. Absent when nothing has a price.
             * @example 2430
             */
            total_amount?: number;
            /**
             * @description What was taken off the order as a whole here: by this voucher or tier, or by all of the request; in the smallest currency unit.
             * @example 270
             */
            applied_discount_amount?: number;
            /**
             * @description What was taken off single items here, by this one or by all of the request; in the smallest currency unit.
             * @example 0
             */
            items_applied_discount_amount?: number;
            /**
             * @description Everything that was taken off here, by this one or by all of the request; in the smallest currency unit.
             * @example 270
             */
            total_applied_discount_amount?: number;
            /** @description What was ordered, in the order sent, with free goods that were not ordered at the end. Absent when no items were sent and none are given. */
            items?: components["schemas"]["OrderItem"][];
            metadata: components["schemas"]["Metadata"];
            customer?: components["schemas"]["OrderCustomer"];
            /**
             * @description Id of the customer that the order itself names; null when it names none.
             * @example null
             * @example cust_00ada
             */
            customer_id: string | null;
            /**
             * @description Id of the customer who recommended it; null when there is none.
             * @example null
             * @example cust_00ben
             */
            referrer_id: string | null;
            referrer?: components["schemas"]["OrderReferrer"];
            /**
             * @description The redemptions that paid for it, by their id. Absent when it is not stored.
             * @example {}
             */
            redemptions?: {
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
        /** @description The orders of the past to store, each on its own. */
        OrderImports: components["schemas"]["ImportOrderRequest"][];
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
             * @enum {string}
             */
            object: "order_item";
            /**
             * @description Id of the product. Absent when the line names none that is stored. In a redemption that was refused before it looked at its order, the name that was sent.
             * @example prod_00beans
             */
            product_id?: string;
            /**
             * @description Id of the SKU. Absent when the line names none that is stored. In a redemption that was refused before it looked at its order, the name that was sent.
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
             * @description How many units before any were added. Absent when it was not sent and none were added.
             * @example 2
             */
            initial_quantity?: number;
            /**
             * @description How many of the units are free. Absent when it was not sent and none are.
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
             * @description What the line came to at first, in the smallest currency unit. Absent when it was not sent and no units were added.
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
            /**
             * @description What was taken off this line here: by one voucher or tier, or by all of one request together. In the smallest currency unit. Absent when none of them is about single lines.
             * @example 370
             */
            applied_discount_amount?: number;
            /**
             * @description How many units of it were made free here. Absent when no free units were given.
             * @example 1
             */
            applied_discount_quantity?: number;
            /**
             * @description How many units were added here, to be free; negative, when the order came with more free units than are given. Absent when no free units were given.
             * @example 1
             */
            applied_quantity?: number;
            /**
             * @description What those units come to, in the smallest currency unit. Absent without `applied_quantity`, and without a price.
             * @example 1850
             */
            applied_quantity_amount?: number;
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
         * @description One line. Names its product by `product_id`, `sku_id`, or `source_id` with `related_object`. Unknown is 404 `not_found`, and so is a SKU of another product than the one beside it; where discounts are applied, unknown goods count as they are described here.
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
            /** @description What to say about the product in place of the inventory, for this order. The inventory stays as it is unless `override` is true. */
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
                /**
                 * @description Saves the name, price and metadata said here in the inventory, together with the order and only where the order is stored. A `source_id` that nothing has makes it.
                 * @default false
                 * @example true
                 */
                override?: boolean;
                metadata?: components["schemas"]["Metadata"];
            };
            /** @description What to say about the SKU in place of the inventory, for this order. The inventory stays as it is unless `override` is true. */
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
                /**
                 * @description Saves the name, price and metadata said here in the inventory, together with the order and only where the order is stored. A `source_id` that nothing has makes it a variant of the product that the line names.
                 * @default false
                 * @example true
                 */
                override?: boolean;
                metadata?: components["schemas"]["Metadata"];
            };
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description As answered; changes nothing.
             * @example 3700
             */
            readonly subtotal_amount?: number;
            /**
             * @description The name of the line elsewhere; changes nothing, and is not kept.
             * @example ordli_0c1d2e3f
             */
            readonly id?: string;
            /**
             * @description As answered; changes nothing.
             * @example 3700
             */
            readonly applied_discount_amount?: number;
            /**
             * @description As answered; changes nothing.
             * @example 3700
             */
            readonly applied_quantity_amount?: number;
            /**
             * @description As answered; changes nothing.
             * @example 2
             */
            readonly applied_quantity?: number;
            /**
             * @description As answered; changes nothing.
             * @example 2
             */
            readonly applied_discount_quantity?: number;
            /**
             * @description As answered; changes nothing.
             * @example order_item
             * @constant
             * @enum {string}
             */
            readonly object?: "order_item";
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                amount: components["schemas"]["ItemsEarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                amount: components["schemas"]["ItemsEarningStepRequest"];
            };
        };
        /**
         * @description Points in proportion to units of matching items, those that are given away not counted.
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                quantity: components["schemas"]["ItemsEarningStep"];
            };
        };
        /**
         * @description Points in proportion to units of matching items, those that are given away not counted.
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                quantity: components["schemas"]["ItemsEarningStepRequest"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                subtotal_amount: components["schemas"]["ItemsEarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order_items: {
                subtotal_amount: components["schemas"]["ItemsEarningStepRequest"];
            };
        };
        /** @description A page of orders. */
        OrderList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the orders.
             * @example orders
             * @constant
             * @enum {string}
             */
            data_ref: "orders";
            /** @description The orders, in the order asked for. */
            orders: components["schemas"]["Order"][];
            /**
             * @description How many orders there are in all.
             * @example 3
             */
            total: number;
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                metadata: components["schemas"]["MetadataEarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                metadata: components["schemas"]["MetadataEarningStepRequest"];
            };
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
            /**
             * @description Id of the rollback that undid it. Absent until it is rolled back.
             * @example r_00undone
             */
            rollback_id?: string;
            /**
             * Format: date-time
             * @description When that was. Absent until it is rolled back.
             * @example 2026-11-21T09:00:00.000Z
             */
            rollback_date?: string;
            /**
             * @description Ids of the redemptions that were made together under this one, in the order in which they were applied. Absent when it was made alone.
             * @example [
             *       "r_00first",
             *       "r_00mug"
             *     ]
             */
            stacked?: string[];
            /**
             * @description Ids of the rollbacks that undid them, in the same order. Absent until it is rolled back, and when it was made alone.
             * @example [
             *       "r_00undone"
             *     ]
             */
            rollback_stacked?: string[];
        };
        /**
         * @description The customer who recommended it. Absent when there is none.
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
         * @description An order that is stored already (`id` or `source_id`), or one described here. In a redemption a stored order counts as it is stored, whatever is sent beside its name; in an estimate each property that is sent counts over the stored one. What an answer of this service carries can be sent back as it came.
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
             * @description What the order comes to before discounts, in the smallest currency unit, when it is sent without items; where a stored order can be changed, it then counts over the items stored. Beside items that have prices their sum counts. Null counts as not sent.
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
             */
            readonly status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * Format: date-time
             * @description As answered of the stored order; changes nothing. Another date, or one on a new order, is 400 `invalid_payload`: only an import of past orders sets it (`npm run cli -- import orders FILE`, where the service runs). Null counts as not sent.
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
            readonly items_applied_discount_amount?: number | null;
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
            referrer?: components["schemas"]["Acknowledged"];
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                total_amount: components["schemas"]["EarningStep"];
            };
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
             * @description Points in proportion to something.
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
            /** @description Holds the step. */
            order: {
                total_amount: components["schemas"]["EarningStepRequest"];
            };
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
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the entries.
             * @example data
             * @constant
             * @enum {string}
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
        /**
         * @description How long points wait before they can be spent.
         * @example {
         *       "period_type": "DAY",
         *       "period_value": 3
         *     }
         */
        PendingPointsRequest: {
            /**
             * @description The unit of the wait, days.
             * @example DAY
             * @constant
             * @enum {string}
             */
            period_type: "DAY";
            /**
             * @description How many days after the day of payment; they end at 00:00 in the project's time zone.
             * @example 3
             */
            period_value: number;
        };
        /**
         * @description What becomes of the points of a rule. `MULTIPLY` has `multiplier`, `CUSTOM` has `points`; the other is absent.
         * @example {
         *       "type": "MULTIPLY",
         *       "multiplier": 2
         *     }
         */
        PointsMapping: {
            /**
             * @description Whether the points are multiplied or replaced. Open set: more values may come; ignore those you do not know.
             * @example MULTIPLY
             * @enum {string}
             */
            type: "MULTIPLY" | "CUSTOM";
            /**
             * @description By what they are multiplied, the result rounded down.
             * @example 2
             */
            multiplier?: number;
            /**
             * @description By how many they are replaced.
             * @example 50
             */
            points?: number;
        };
        /**
         * @description What becomes of the points of a rule for members of the tier.
         * @example {
         *       "type": "MULTIPLY",
         *       "multiplier": 2
         *     }
         */
        PointsMappingRequest: components["schemas"]["MultipliedPointsRequest"] | components["schemas"]["CustomPointsRequest"];
        /** @description A product of the inventory. In a redemption, the one that a material reward handed out; absent for other rewards. */
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
             * @enum {string}
             */
            object: "product";
        };
        /** @description Products and SKUs under one name, for validation rules and earning rules to speak of together. */
        ProductCollection: {
            /**
             * @description Id of the collection.
             * @example pc_00coffee
             */
            id: string;
            /**
             * @description Its name.
             * @example Everything coffee
             */
            name: string;
            /**
             * @description How it is held together: `STATIC` lists what is in it. Open set: more values may come; ignore those you do not know.
             * @example STATIC
             * @enum {string}
             */
            type: "STATIC";
            /** @description What is in it, sorted by id. */
            products: components["schemas"]["ProductCollectionItem"][];
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
             * @description Always `products_collection`.
             * @example products_collection
             * @constant
             * @enum {string}
             */
            object: "products_collection";
        };
        /**
         * @description A product or a SKU in a collection.
         * @example {
         *       "id": "sku_00mugblue",
         *       "product_id": "prod_00mug",
         *       "object": "sku"
         *     }
         */
        ProductCollectionItem: {
            /**
             * @description Its id.
             * @example sku_00mugblue
             */
            id: string;
            /**
             * @description Id of the product that a SKU is a variant of. Absent for products.
             * @example prod_00mug
             */
            product_id?: string;
            /**
             * @description Which of the two it is. Open set: more values may come; ignore those you do not know.
             * @example sku
             * @enum {string}
             */
            object: "product" | "sku";
        };
        /**
         * @description A product or a SKU, by its id.
         * @example {
         *       "id": "prod_00mug",
         *       "object": "product"
         *     }
         */
        ProductCollectionItemRequest: {
            /**
             * @description Its id.
             * @example prod_00mug
             */
            id: string;
            /**
             * @description Carried by answers for a SKU. Changes nothing.
             * @example prod_00mug
             */
            readonly product_id?: string | null;
            /**
             * @description Which of the two it is.
             * @example product
             * @enum {string}
             */
            object: "product" | "sku";
        };
        /** @description A page of collections. */
        ProductCollectionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the collections.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The collections, in the order asked for. */
            data: components["schemas"]["ProductCollection"][];
            /**
             * @description How many collections the project has in all.
             * @example 1
             */
            total: number;
        };
        /**
         * @description A collection to make.
         * @example {
         *       "type": "STATIC",
         *       "name": "Things to drink from",
         *       "products": [
         *         {
         *           "id": "prod_00mug",
         *           "object": "product"
         *         }
         *       ]
         *     }
         */
        ProductCollectionRequest: {
            /**
             * @description Always `STATIC`, a collection of what is named in it.
             * @example STATIC
             * @constant
             * @enum {string}
             */
            type: "STATIC";
            /**
             * @description Its name.
             * @example Things to drink from
             */
            name: string;
            /**
             * @description What is in it. Something named twice is in it once.
             * @example [
             *       {
             *         "id": "prod_00mug",
             *         "object": "product"
             *       }
             *     ]
             */
            products: components["schemas"]["ProductCollectionItemRequest"][];
        };
        /** @description A page of products. */
        ProductList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the products.
             * @example products
             * @constant
             * @enum {string}
             */
            data_ref: "products";
            /** @description The products, in the order asked for. */
            products: components["schemas"]["Product"][];
            /**
             * @description How many products the project has in all.
             * @example 3
             */
            total: number;
        };
        /**
         * @description A product to make, or to change when its `id` or `source_id` is known. A property left out stays as it is, null clears it.
         * @example {
         *       "source_id": "teapot",
         *       "name": "Teapot",
         *       "price": 2900
         *     }
         */
        ProductRequest: {
            /**
             * @description Id of a product there is. `source_id` beside it is not read.
             * @example prod_00mug
             */
            id?: string;
            /**
             * @description Its identifier in your inventory system.
             * @example teapot
             */
            source_id?: string | null;
            /**
             * @description Its name, unique in the project.
             * @example Teapot
             */
            name?: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit.
             * @example 2900
             */
            price?: number | null;
            /**
             * @description Names of the attributes its SKUs may differ in.
             * @example [
             *       "colour"
             *     ]
             */
            attributes?: string[] | null;
            /**
             * @description HTTPS address of a `.png` or `.jpg` picture.
             * @example https://cdn.example.com/teapot.png
             */
            image_url?: string | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed. Checked against the metadata schema of products.
             * @example {
             *       "origin": "Portugal"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A product with its variants. */
        ProductWithSkus: {
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
             * @enum {string}
             */
            object: "product";
            skus: components["schemas"]["SkusOfProduct"];
        };
        /**
         * @description One reward, and what it costs.
         * @example {
         *       "reward": "rew_00mug",
         *       "parameters": {
         *         "loyalty": {
         *           "points": 60
         *         }
         *       }
         *     }
         */
        ProgramRewardRequest: {
            /**
             * @description Id of the reward; unknown is 404 `not_found`.
             * @example rew_00mug
             */
            reward: string;
            parameters?: components["schemas"]["AssignmentParametersRequest"];
        };
        /** @description A project, which everything else belongs to. */
        Project: {
            /**
             * @description Id of the project.
             * @example proj_00demo
             */
            id: string;
            /**
             * @description What people call it.
             * @example Demo shop
             */
            name: string;
            /**
             * @description Where its days begin.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description What its amounts are in, as an ISO 4217 code.
             * @example EUR
             */
            currency: string;
            /**
             * @description Whether codes that differ in case alone are different codes.
             * @example true
             */
            case_sensitive_codes: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * @description Always `project`.
             * @example project
             * @constant
             * @enum {string}
             */
            object: "project";
        };
        /** @description A key pair, without its token. */
        ProjectKey: {
            /**
             * @description What is sent as `X-App-Id` or `X-Management-Id`.
             * @example demo-app-id
             */
            id: string;
            /**
             * @description What people call it.
             * @example Demo
             */
            name: string;
            /**
             * @description What it opens: `app` the paths under `/v1`, `management` those under `/management`. Open set: more values may come; ignore those you do not know.
             * @example app
             * @enum {string}
             */
            kind: "app" | "management";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Since when it opens nothing; null while it does.
             * @example null
             */
            revoked_at: string | null;
            /**
             * @description Always `project_key`.
             * @example project_key
             * @constant
             * @enum {string}
             */
            object: "project_key";
        };
        /** @description A page of the keys of a project. */
        ProjectKeyList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the keys.
             * @example keys
             * @constant
             * @enum {string}
             */
            data_ref: "keys";
            /** @description The keys, in the order asked for. */
            keys: components["schemas"]["ProjectKey"][];
            /**
             * @description How many there are in all, revoked ones included.
             * @example 2
             */
            total: number;
        };
        /** @description The projects that a management key opens. */
        ProjectList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the projects.
             * @example projects
             * @constant
             * @enum {string}
             */
            data_ref: "projects";
            /** @description The projects. */
            projects: components["schemas"]["Project"][];
            /**
             * @description How many there are in all.
             * @example 1
             */
            total: number;
        };
        /** @description The stacking rules of a project; its own, or those that count while it has none. */
        ProjectStackingRules: {
            /**
             * @description Id of the rules; null while the project has none of its own.
             * @example stk_00demo
             */
            id: string | null;
            /**
             * @description How many a request may have.
             * @example 30
             */
            redeemables_limit: number;
            /**
             * @description How many of them are applied at most; those beyond are left out.
             * @example 5
             */
            applicable_redeemables_limit: number;
            /**
             * @description How many of one category are applied at most; null for any number.
             * @example null
             * @example 2
             */
            applicable_redeemables_per_category_limit: number | null;
            /**
             * @description How many of certain categories are applied at most, by the id of the category; empty when none has a limit of its own.
             * @example {
             *       "cat_00seasonal": 2
             *     }
             */
            applicable_redeemables_category_limits: {
                [key: string]: number;
            };
            /**
             * @description How many of exclusive categories are applied at most.
             * @example 1
             */
            applicable_exclusive_redeemables_limit: number;
            /**
             * @description How many of one exclusive category are applied at most; null for any number.
             * @example 1
             */
            applicable_exclusive_redeemables_per_category_limit: number | null;
            /**
             * @description Ids of the categories whose discounts keep out those of others, joint ones excepted.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            exclusive_categories: string[];
            /**
             * @description Ids of the categories whose discounts go with any other; they are applied last.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            joint_categories: string[];
            /**
             * @description Whether one that is refused refuses all (`ALL`) or itself only (`PARTIAL`). Open set: more values may come; ignore those you do not know.
             * @example ALL
             * @enum {string}
             */
            redeemables_application_mode: "ALL" | "PARTIAL";
            /**
             * @description Whether they are applied in the order sent (`REQUESTED_ORDER`) or by the hierarchy of their categories (`CATEGORY_HIERARCHY`). Open set: more values may come; ignore those you do not know.
             * @example REQUESTED_ORDER
             * @enum {string}
             */
            redeemables_sorting_rule: "REQUESTED_ORDER" | "CATEGORY_HIERARCHY";
            /**
             * @description Whether a line takes any number of discounts (`STACK`) or the first alone (`ONCE`). Open set: more values may come; ignore those you do not know.
             * @example STACK
             * @enum {string}
             */
            redeemables_products_application_mode: "STACK" | "ONCE";
            /**
             * @description Whether one that takes nothing off is redeemed (`REDEEM_ANYWAY`) or left out (`SKIP`). Open set: more values may come; ignore those you do not know.
             * @example REDEEM_ANYWAY
             * @enum {string}
             */
            redeemables_no_effect_rule: "REDEEM_ANYWAY" | "SKIP";
            /**
             * @description Ids of the categories for which that is `SKIP`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_skip_categories: string[];
            /**
             * @description Ids of the categories for which that is `REDEEM_ANYWAY`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_redeem_anyway_categories: string[];
            /**
             * @description Whether a rollback takes its discounts off the order and cancels it (`WITH_ORDER`) or leaves the order alone (`WITHOUT_ORDER`). Open set: more values may come; ignore those you do not know.
             * @example WITH_ORDER
             * @enum {string}
             */
            redeemables_rollback_order_mode: "WITH_ORDER" | "WITHOUT_ORDER";
            /**
             * @description Always `JOINT_ALWAYS_LAST`: exclusive ones are applied before joint ones. Open set: more values may come; ignore those you do not know.
             * @example JOINT_ALWAYS_LAST
             * @enum {string}
             */
            grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST";
            /**
             * @description What a percentage is of: what is left after the discounts before it (`DISCOUNTED_AMOUNT`) or what there was before all of them (`INITIAL_AMOUNT`). Open set: more values may come; ignore those you do not know.
             * @example DISCOUNTED_AMOUNT
             * @enum {string}
             */
            discount_calculation_mode: "DISCOUNTED_AMOUNT" | "INITIAL_AMOUNT";
            /**
             * @description Ids of the categories for which that is `INITIAL_AMOUNT`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            initial_amount_mode_categories: string[];
            /**
             * @description Ids of the categories for which that is `DISCOUNTED_AMOUNT`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            discounted_amount_mode_categories: string[];
            /**
             * Format: date-time
             * @description When they were made; null while the project has none of its own.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When they last changed; null until they do.
             * @example null
             */
            updated_at: string | null;
        };
        /** @description A step of a promotion campaign. */
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
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
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
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, by the id of the rule; those to the campaign of a voucher come first. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description How many they are.
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
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
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
        /** @description Promotion tiers. In a campaign, its first hundred, and absent for vouchers. */
        PromotionTierList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the tiers.
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
        /** @description A tier of a promotion. */
        PromotionTierRequest: {
            /**
             * @description Its name.
             * @example Ten percent off
             */
            name?: string;
            /**
             * @description Its words for the customer.
             * @example 10 % off everything
             */
            banner?: string;
            /**
             * @description What the tier does.
             * @example {
             *       "discount": {
             *         "type": "PERCENT",
             *         "percent_off": 10
             *       }
             *     }
             */
            action: {
                discount: components["schemas"]["DiscountRequest"];
            };
            /**
             * @description Its place among the tiers; the lower is tried first. Left out, the last.
             * @example 1
             */
            hierarchy?: number;
            /**
             * @description False creates it switched off.
             * @default true
             * @example true
             */
            active?: boolean;
            /**
             * Format: date-time
             * @description Not used before this instant. Left out, the campaign's start counts.
             * @example 2026-10-01T00:00:00.000Z
             */
            start_date?: string;
            /**
             * Format: date-time
             * @description Not used after this instant. Left out, the campaign's end counts.
             * @example 2026-12-31T22:59:59.999Z
             */
            expiration_date?: string;
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeekRequest"];
            validity_hours?: components["schemas"]["ValidityHoursRequest"];
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`.
             * @example Seasonal
             */
            category?: string;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description Points for every full `every` of a measure: the measure divided by `every`, rounded down, times `points`. `calculation_type` says what is measured. A measure below zero earns nothing.
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
         * @description Points for every full `every` of a measure: the measure divided by `every`, rounded down, times `points`. `calculation_type` says what is measured. A measure below zero earns nothing. The calculations over orders and items go with `order.paid`, `CUSTOM_EVENT_METADATA` with a custom event, `CUSTOMER_METADATA` with any event.
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
             * @enum {string}
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
            customer: components["schemas"]["SimpleCustomer"];
            /**
             * @description A keyed hash of the customer's source id, the same in all their redemptions and publications; null without a source id.
             * @example track_bXkgb3duIGhhc2g=
             */
            tracking_id: string | null;
            /**
             * @description Ids of what was given; one voucher.
             * @example [
             *       "v_00adaclub"
             *     ]
             */
            vouchers_id: string[];
            /**
             * @description The voucher in short.
             * @example {
             *       "id": "v_00adaclub",
             *       "code": "CLUB-ADA-0001",
             *       "campaign": "Coffee Club",
             *       "campaign_id": "camp_00club",
             *       "object": "voucher"
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
                /**
                 * @description Name of the campaign it belongs to; null when it stands alone.
                 * @example Coffee Club
                 */
                campaign: string | null;
                /**
                 * @description Id of that campaign; null when it stands alone.
                 * @example camp_00club
                 */
                campaign_id: string | null;
                /**
                 * @description Always `voucher`.
                 * @example voucher
                 * @constant
                 * @enum {string}
                 */
                object: "voucher";
            };
            /**
             * @description Through which door it was given.
             * @example API
             */
            channel: string;
            /**
             * @description Your own identifier of the publication; null when none was sent.
             * @example mailing-17-ada
             */
            source_id: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Whether it went through. Open set: more values may come; ignore those you do not know.
             * @example SUCCESS
             * @enum {string}
             */
            result: "SUCCESS" | "FAILURE";
        };
        /** @description A page of publications. */
        PublicationList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the publications.
             * @example publications
             * @constant
             * @enum {string}
             */
            data_ref: "publications";
            /** @description The publications, in the order asked for. */
            publications: components["schemas"]["Publication"][];
            /**
             * @description How many publications the filters select in all.
             * @example 1
             */
            total: number;
        };
        /**
         * @description The credit of a gift voucher. Absent for others.
         * @example {
         *       "balance": 2500,
         *       "credits": 2500,
         *       "locked_credits": 0
         *     }
         */
        QualifiedGift: {
            /**
             * @description Credit that the voucher has, in the smallest currency unit.
             * @example 2500
             */
            balance: number;
            /**
             * @description Credit that the order would take, in the smallest currency unit.
             * @example 2500
             */
            credits: number;
            /**
             * @description Credit that locks hold, in the smallest currency unit.
             * @example 0
             */
            locked_credits: number;
        };
        /**
         * @description The points of a loyalty card. Absent for others.
         * @example {
         *       "points": 370,
         *       "balance": 5306,
         *       "exchange_ratio": 1,
         *       "points_ratio": 10
         *     }
         */
        QualifiedPoints: {
            /**
             * @description Points that the order would take.
             * @example 370
             */
            points: number;
            /**
             * @description Points that the card has.
             * @example 5306
             */
            balance: number;
            /**
             * @description What `points_ratio` points are worth, in the largest currency unit. Absent when the program offers no pay-with-points reward.
             * @example 1
             */
            exchange_ratio?: number;
            /**
             * @description The points that are worth that. Absent together with it.
             * @example 10
             */
            points_ratio?: number;
        };
        /** @description A voucher, promotion tier or campaign that qualifies. */
        QualifiedRedeemable: {
            /**
             * @description Code of the voucher, or id of the tier; or id of a campaign, which stands for those of its codes that nobody has.
             * @example WELCOME
             */
            id: string;
            /**
             * @description What kind it is. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            object: "voucher" | "promotion_tier" | "campaign";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            result: components["schemas"]["QualifiedResult"];
            order?: components["schemas"]["OrderCalculated"];
            applicable_to?: components["schemas"]["CoveredGoodsList"];
            inapplicable_to?: components["schemas"]["CoveredGoodsList"];
            /**
             * @description Id of the first rule that binds it. Absent when none does.
             * @example val_00twenty
             */
            validation_rule_id?: string;
            /**
             * @description `PARTIALLY_VALID` when rules on the order were not asked. Absent unless the scenario is `AUDIENCE_ONLY`. Open set: more values may come; ignore those you do not know.
             * @example PARTIALLY_VALID
             * @enum {string}
             */
            validation_status?: "VALID" | "PARTIALLY_VALID";
            /**
             * @description Names of the entries that were not asked. Absent together with it.
             * @example [
             *       "order.amount"
             *     ]
             */
            validation_omitted_rules?: string[];
            validation_rules_assignments?: components["schemas"]["ValidationRulesAssignmentList"];
            metadata: components["schemas"]["Metadata"];
            /** @description Its categories, its own or else its campaign's; empty when it has none. Absent unless `category` was to be expanded. */
            categories?: components["schemas"]["StackedCategory"][];
            /**
             * @description Name of the tier or campaign. Absent when it has none, and unless `redeemable` was to be expanded.
             * @example Ten off
             */
            name?: string;
            /**
             * @description Words of the tier for the customer. Absent when it has none, and unless `redeemable` was to be expanded.
             * @example 10 % off everything
             */
            banner?: string;
            /**
             * @description Name of its campaign; null when it stands alone. Absent unless `redeemable` was to be expanded.
             * @example Spring coupons
             */
            campaign_name?: string | null;
            /**
             * @description Id of that campaign; null when it stands alone. Absent unless `redeemable` was to be expanded.
             * @example camp_00spring
             */
            campaign_id?: string | null;
        };
        /** @description A page of what qualifies, in the order asked for. */
        QualifiedRedeemableList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds them.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description What qualifies, each looked at by itself. */
            data: components["schemas"]["QualifiedRedeemable"][];
            /**
             * @description How many are in this answer.
             * @example 1
             */
            total: number;
            /**
             * @description True when others may follow. A request looks at a hundred candidates and then stops, so that a page may be short, or empty, before the last.
             * @example false
             */
            has_more: boolean;
            /**
             * Format: date-time
             * @description What to send as `starting_after` for them, with all of its digits: those after the milliseconds count what was made in one and is passed. Absent when none follow.
             * @example 2026-11-01T08:00:00.000Z
             */
            more_starting_after?: string;
        };
        /**
         * @description What it would take off, by itself.
         * @example {
         *       "discount": {
         *         "type": "PERCENT",
         *         "percent_off": 10,
         *         "effect": "APPLY_TO_ORDER",
         *         "is_dynamic": false
         *       }
         *     }
         */
        QualifiedResult: {
            discount?: components["schemas"]["Discount"];
            gift?: components["schemas"]["QualifiedGift"];
            loyalty_card?: components["schemas"]["QualifiedPoints"];
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
                 * @description For a pay-with-points reward, how many points to spend at most; no more are taken than the rest of the order needs. Left out, as many as it needs, rounded up to whole steps of `points_ratio` where the card has them: 2,300 for an order of 450.00 when 100 points are worth 20.00. A card with fewer spends what it has. Other rewards have their price and ignore it.
                 * @example 150
                 */
                points?: number;
            };
            order?: components["schemas"]["OrderRequest"];
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description Why it is refused or was left out. Absent for one that applies.
         * @example {
         *       "key": "preceding_validation_failed",
         *       "message": "Redeemable cannot be applied due to preceding validation failure"
         *     }
         */
        RedeemableDetails: {
            /**
             * @description One word to branch on: of one that is refused, the key of its error; of one that was left out `applicable_redeemables_limit_exceeded`, `applicable_redeemables_per_category_limit_exceeded`, `applicable_exclusive_redeemables_limit_exceeded`, `applicable_exclusive_redeemables_per_category_limit_exceeded`, `exclusion_rules_not_met`, `preceding_validation_failed` or `no_effect`. More keys may come.
             * @example preceding_validation_failed
             */
            key: string;
            /**
             * @description The same in a few words.
             * @example Redeemable cannot be applied due to preceding validation failure
             */
            message: string;
        };
        /**
         * @description An error, and which of the vouchers and promotion tiers of the request it is about. The keys are those of every error.
         * @example {
         *       "code": 404,
         *       "key": "not_found",
         *       "message": "Resource not found",
         *       "details": "Cannot find voucher with id WELCOMED",
         *       "request_id": "v-0c1d2e3f4a5b6c7d8e",
         *       "resource_id": "WELCOMED",
         *       "resource_type": "voucher",
         *       "redeemable_id": "WELCOMED",
         *       "redeemable_type": "voucher"
         *     }
         */
        RedeemableError: {
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
            /**
             * @description The mistakes of the body where it has several, at most 10, each place once: the first is the one that `key` and `details` tell, the others follow in the order of the description. Absent when there is one alone, or when the body has more than about 5,000 values, of which the first mistake is told only.
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
            /**
             * @description Which of the vouchers and promotion tiers of the request is refused, as it was named there. Absent when the refusal is of no single one.
             * @example WELCOME
             */
            redeemable_id?: string;
            /**
             * @description What kind `redeemable_id` names, `voucher` or `promotion_tier`. Absent together with it.
             * @example voucher
             */
            redeemable_type?: string;
        };
        /**
         * @description A voucher or a promotion tier that is to be applied.
         * @example {
         *       "object": "voucher",
         *       "id": "WELCOME"
         *     }
         * @example {
         *       "object": "promotion_tier",
         *       "id": "promo_00tenoff"
         *     }
         */
        RedeemableRequest: {
            /**
             * @description What `id` names. A referral code is a voucher.
             * @example voucher
             * @enum {string}
             */
            object: "voucher" | "promotion_tier";
            /**
             * @description Code of the voucher, or its id; or id of the promotion tier.
             * @example WELCOME
             */
            id: string;
            /**
             * @description Of a gift voucher, how much of its credit to take. Others ignore it.
             * @example {
             *       "credits": 1000
             *     }
             */
            gift?: {
                /**
                 * @description In the smallest currency unit; no more is taken than is left to pay. Left out, as much as the order needs and the voucher has.
                 * @example 1000
                 */
                credits?: number;
            };
            /**
             * @description Of a loyalty card, the pay-with-points reward to spend its points on; without it the card is refused with `missing_reward`. Others ignore it.
             * @example {
             *       "id": "rew_00coin",
             *       "points": 150
             *     }
             */
            reward?: {
                /**
                 * @description Id of the reward, which must be assigned to the card's loyalty program.
                 * @example rew_00coin
                 */
                id?: string;
                /**
                 * @description How many points to spend at most; no more are taken than the rest of the order needs. Left out, as many as it needs and the card has.
                 * @example 150
                 */
                points?: number;
            };
        };
        /**
         * @description What it takes off, or why it does not. A discount has `discount`, a gift voucher `gift`, a loyalty card `loyalty_card`; one that is refused has `error` and `details`, one that was left out `details` alone.
         * @example {
         *       "discount": {
         *         "type": "PERCENT",
         *         "percent_off": 10,
         *         "effect": "APPLY_TO_ORDER",
         *         "is_dynamic": false
         *       }
         *     }
         */
        RedeemableResult: {
            discount?: components["schemas"]["Discount"];
            gift?: components["schemas"]["ValidatedGift"];
            loyalty_card?: components["schemas"]["ValidatedPoints"];
            error?: components["schemas"]["RedeemableError"];
            details?: components["schemas"]["RedeemableDetails"];
        };
        /** @description What was given for the points. A redemption that found no reward has the id that was asked for, or null, and little else; so has one of a voucher or a tier that brings none. */
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
        /**
         * @description The promotion tier as it was redeemed, in short. Absent unless one was.
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
             * @description Its name then; null when it had none.
             * @example Ten percent off
             */
            name: string | null;
            /**
             * @description Its words for the customer then; null when it had none.
             * @example 10 % off everything
             */
            banner: string | null;
            /**
             * @description Its campaign.
             * @example {
             *       "id": "camp_00autumn"
             *     }
             */
            campaign?: {
                /**
                 * @description Id of the campaign.
                 * @example camp_00autumn
                 */
                id: string;
            };
            /**
             * @description Always `promotion_tier`.
             * @example promotion_tier
             * @constant
             * @enum {string}
             */
            object: "promotion_tier";
        };
        /** @description The voucher of a redemption. The answer to a redemption has it in full, after the points were taken, and with what the rules of the offer, the card and the campaign include (`applicable_to`) and exclude (`inapplicable_to`), where they limit what points pay for; a listed redemption has `id`, `code`, `campaign`, `campaign_id` and `object` alone. */
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
            /** @description What a discount voucher takes off; null for other vouchers. */
            discount?: components["schemas"]["VoucherDiscount"] | null;
            /** @description The credit of a gift voucher; null for other vouchers. */
            gift?: components["schemas"]["VoucherGift"] | null;
            /** @description The points of a loyalty card; null for other vouchers. */
            loyalty_card?: components["schemas"]["VoucherLoyaltyCard"] | null;
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
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
            validity_hours?: components["schemas"]["ValidityHours"] | null;
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
             * @description Id of the customer who had referred its holder to the referral campaign when the code was given; null for other vouchers, and when nobody had.
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
             * @description Of a rollback, id of the redemption that it undoes; of one of several redemptions that were made together, id of the one that stands for all of them. Null for any other.
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
             * @description Why it failed, in one word; the same words as the error keys, or `redemption_rolled_back` for one that was rolled back. Absent unless `result` is `FAILURE`.
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
             * @description Id of what was redeemed, or of the redemption that was rolled back; its own id, where it stands for several that were made together.
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback that says so.
             * @example Sent back unused
             */
            reason?: string;
            related_redemptions?: components["schemas"]["RelatedRedemptions"];
            /**
             * @description The lock whose key it was asked with. Absent without one.
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
            promotion_tier?: components["schemas"]["RedeemedTier"];
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
        /** @description A page of a project's redemptions. */
        RedemptionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the redemptions.
             * @example redemptions
             * @constant
             * @enum {string}
             */
            data_ref: "redemptions";
            /** @description Succeeded and failed redemptions, in the order asked for. */
            redemptions: components["schemas"]["Redemption"][];
            /**
             * @description How many there are in all, or of the customer that was asked for.
             * @example 2
             */
            total: number;
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
             * @description The key in a few words. Of a refusal that was recorded it is the `failure_message`: where a validation rule does not hold, it also says which entry, what was found and what was expected.
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
             * @description The mistakes of a body that is not as described, where it has several, at most 10; the first is the one that `key` and `details` tell. Absent when there is one alone, when the body has more than about 5,000 values, and when the refusal was recorded.
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
             * @description Of a rollback, id of the redemption that it undoes; of one of several redemptions that were made together, id of the one that stands for all of them. Null for any other.
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
             * @description Why it failed, in one word; the same words as the error keys, or `redemption_rolled_back` for one that was rolled back. Absent unless `result` is `FAILURE`.
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
             * @description Id of what was redeemed, or of the redemption that was rolled back; its own id, where it stands for several that were made together.
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback that says so.
             * @example Sent back unused
             */
            reason?: string;
            related_redemptions?: components["schemas"]["RelatedRedemptions"];
            /**
             * @description The lock whose key it was asked with. Absent without one.
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
            promotion_tier?: components["schemas"]["RedeemedTier"];
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
         * @description What counts as a conversion. Absent unless it is a referral program.
         * @example {
         *       "conversion_event_type": "custom_event",
         *       "custom_event": {
         *         "id": "ms_00signup"
         *       }
         *     }
         */
        ReferralProgram: {
            /**
             * @description What kind of event converts. Open set: more values may come; ignore those you do not know.
             * @example custom_event
             * @enum {string}
             */
            conversion_event_type: "custom_event";
            /**
             * @description Which custom event it is.
             * @example {
             *       "id": "ms_00signup"
             *     }
             */
            custom_event: {
                /**
                 * @description Id of its event schema.
                 * @example ms_00signup
                 */
                id: string;
            };
        };
        /**
         * @description With `REFERRAL_PROGRAM`, what counts as a conversion: a customer was sent by the holder of a code when this event of theirs names the code.
         * @example {
         *       "conversion_event_type": "custom_event",
         *       "custom_event": {
         *         "id": "ms_00signup"
         *       }
         *     }
         */
        ReferralProgramRequest: {
            /**
             * @description A custom event converts.
             * @example custom_event
             * @constant
             * @enum {string}
             */
            conversion_event_type: "custom_event";
            /**
             * @description Which custom event it is.
             * @example {
             *       "id": "ms_00signup"
             *     }
             */
            custom_event: {
                /**
                 * @description Id of its event schema; unknown is 404 `not_found`.
                 * @example ms_00signup
                 */
                id: string;
            };
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
             * @description Whether an order was canceled with it: the one that the redemption paid. Open set: more values may come; ignore those you do not know.
             * @example WITH_ORDER
             * @enum {string}
             */
            rollback_order_mode: "WITH_ORDER" | "WITHOUT_ORDER";
        };
        /**
         * @description The token to end, as a form field.
         * @example {
         *       "access_token": "demo-spare-token"
         *     }
         */
        RevokeOAuthTokenRequest: {
            /**
             * @description A token as it was issued, without the word `Bearer`.
             * @example demo-spare-token
             */
            access_token: string;
        };
        /** @description Something points can buy. */
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
             * @description `CAMPAIGN` brings a coupon, gift credit or points of another campaign, `MATERIAL` a product, `COIN` pays for an order. Open set: more values may come; ignore those you do not know.
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
             * @description How often it was redeemed; 0 for a new one.
             * @example 0
             */
            redeemed: number | null;
            /**
             * @description How a material reward presents itself. Absent when nothing was said.
             * @example {
             *       "image_url": "https://cdn.example.com/mug.png",
             *       "description": "Holds 300 ml"
             *     }
             */
            attributes?: {
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
            parameters: components["schemas"]["RewardParameters"];
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
             * @description Always `reward`.
             * @example reward
             * @constant
             * @enum {string}
             */
            object: "reward";
        };
        /** @description A reward on offer in a loyalty program. */
        RewardAssignment: {
            /**
             * @description Id of the assignment.
             * @example rewa_00mug
             */
            id: string;
            /**
             * @description Id of the reward.
             * @example rew_00mug
             */
            reward_id: string;
            /**
             * @description Id of the loyalty program it is on offer in.
             * @example camp_00club
             */
            related_object_id: string;
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             * @enum {string}
             */
            related_object_type: "campaign";
            /**
             * @description What it costs. Absent for a `COIN` reward, whose price the order decides.
             * @example {
             *       "loyalty": {
             *         "points": 60
             *       }
             *     }
             */
            parameters?: {
                /**
                 * @description The price in the program.
                 * @example {
                 *       "points": 60
                 *     }
                 */
                loyalty: {
                    /**
                     * @description Points it takes.
                     * @example 60
                     */
                    points: number;
                };
            };
            /**
             * Format: date-time
             * @description When it was put on offer.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its price last changed; null until it does.
             * @example null
             * @example 2026-11-20T09:30:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `reward_assignment`.
             * @example reward_assignment
             * @constant
             * @enum {string}
             */
            object: "reward_assignment";
        };
        /** @description A page of what is on offer in a program. */
        RewardAssignmentList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, in the order asked for. */
            data: components["schemas"]["RewardAssignment"][];
            /**
             * @description How many rewards are on offer in the program in all.
             * @example 5
             */
            total: number;
        };
        /** @description Assignments, in the order in which they were asked for. */
        RewardAssignments: components["schemas"]["RewardAssignment"][];
        /** @description A page of rewards. */
        RewardList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the rewards.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The rewards, in the order asked for. */
            data: components["schemas"]["Reward"][];
            /**
             * @description How many rewards the project has in all.
             * @example 5
             */
            total: number;
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
         * @description What the reward brings. Exactly one of the three must be there: `campaign` makes it a `CAMPAIGN` reward, `product` a `MATERIAL` one, `coin` a `COIN` one.
         * @example {
         *       "product": {
         *         "id": "prod_00mug"
         *       }
         *     }
         */
        RewardParametersRequest: {
            /**
             * @description Brings a coupon, gift credit or points of this campaign.
             * @example {
             *       "id": "camp_00gift",
             *       "balance": 1000
             *     }
             */
            campaign?: {
                /**
                 * @description Id of a discount coupon, gift voucher or loyalty campaign; unknown is 404 `not_found`.
                 * @example camp_00gift
                 */
                id: string;
                /**
                 * @description Credit in the smallest currency unit for a gift voucher campaign, points for a loyalty program; required for both. Not allowed for discount coupons.
                 * @example 1000
                 */
                balance?: number;
            };
            /**
             * @description Hands out this product.
             * @example {
             *       "id": "prod_00mug",
             *       "sku_id": "sku_00mugblue"
             *     }
             */
            product?: {
                /**
                 * @description Id of the product; unknown is 404 `not_found`.
                 * @example prod_00mug
                 */
                id: string;
                /**
                 * @description Id of its SKU, when it has to be that one; unknown is 404 `not_found`.
                 * @example sku_00mugblue
                 */
                sku_id?: string | null;
            };
            /**
             * @description Pays for orders: `points_ratio` points are worth `exchange_ratio` major currency units.
             * @example {
             *       "exchange_ratio": 1,
             *       "points_ratio": 10
             *     }
             */
            coin?: {
                /**
                 * @description Major currency units, as a number or a numeric string with up to six decimals; more than 0.
                 * @example 1
                 * @example 0.5
                 */
                exchange_ratio: number | string;
                /**
                 * @description The points worth so much, as a number or a numeric string. Left out, 1.
                 * @example 10
                 * @example 10
                 */
                points_ratio?: number | string;
            };
        };
        /**
         * @description What is to be known of a rollback, and whose redemption it is thought to be.
         * @example {
         *       "reason": "Sent back unused"
         *     }
         */
        RollbackDiscountsRequest: {
            /**
             * @description Why, for the record of the rollback. Counts over `reason` of the query.
             * @example Sent back unused
             */
            reason?: string;
            /**
             * @description What somebody who is not a customer is known by. Left out, it is made of the customer's `source_id`.
             * @example visitor-81f2
             */
            tracking_id?: string;
            /** @description Who redeemed. Another customer than the one of the redemption is refused with `invalid_customer`. Null counts as not sent. */
            customer?: components["schemas"]["CustomerRequest"] | null;
            /** @description The order of the redemption, by `id` or `source_id`; another one is refused with `invalid_order`. Its `status`, when it is sent, takes the place of `CANCELED`; nothing else of it is read. Null counts as not sent. */
            order?: components["schemas"]["DiscountedOrderRequest"] | null;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description What is to be known of a rollback. */
        RollbackRedemptionRequest: {
            /**
             * @description Why, for the record of the rollback.
             * @example Sent back unused
             */
            reason?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description A page of what validation rules bind. */
        RuleAssignmentList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, in the order asked for. */
            data: components["schemas"]["ValidationRulesAssignment"][];
            /**
             * @description How many there are in all of those asked for.
             * @example 1
             */
            total: number;
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
         * @description What is said to the customer when the rule, or the entry, refuses.
         * @example {
         *       "message": "Add something small."
         *     }
         */
        RuleErrorRequest: {
            /**
             * @description The words; empty or null for none.
             * @example Add something small.
             */
            message: string | null;
        };
        /**
         * @description The keys to define, by name; at most 100.
         * @example {
         *       "audience": {
         *         "type": "string",
         *         "optional": true
         *       }
         *     }
         */
        SchemaPropertiesRequest: {
            [key: string]: components["schemas"]["SchemaPropertyRequest"];
        };
        /**
         * @description What one key may hold. Constraints that are left out do not hold.
         * @example {
         *       "type": "string",
         *       "optional": true
         *     }
         */
        SchemaPropertyRequest: {
            /**
             * @description The type of the value. Events have only `string`, `number`, `boolean`, `date` and `datetime`.
             * @example string
             * @enum {string}
             */
            type: "string" | "number" | "object" | "date" | "datetime" | "geopoint" | "boolean" | "image_url";
            /**
             * @description True when the value is an array of that type; false unless it says so.
             * @example false
             */
            array?: boolean;
            /**
             * @description False when the key must be there.
             * @example true
             */
            optional: boolean;
            /**
             * @description For `object`, `unknown` or nothing; null or absent for other types.
             * @example null
             * @example unknown
             */
            object_type?: string | null;
            /**
             * @description The values allowed, for `string` and `number`.
             * @example [
             *       "light",
             *       "medium",
             *       "dark"
             *     ]
             */
            eq?: (string | number)[];
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
        /** @description Customers who belong together. */
        Segment: {
            /**
             * @description Id of the segment.
             * @example seg_00regulars
             */
            id: string;
            /**
             * @description Its name; several may have the same.
             * @example Regulars
             */
            name: string;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * @description `static`: a list. `auto-update`: who is in it follows from the filter. Open set: others may follow.
             * @example auto-update
             * @enum {string}
             */
            type: "static" | "auto-update";
            /** @description What its customers have in common. Null for a list. */
            filter: components["schemas"]["SegmentFilter"] | null;
            /**
             * @description `IN_PROGRESS` until all have entered who belonged to the segment when it was made, then `DONE`. Whenever all customers are looked at again, a filter made on the day of the last such review or later shows `IN_PROGRESS`, too. Open set: others may follow.
             * @example DONE
             * @enum {string}
             */
            initial_sync_status: "IN_PROGRESS" | "DONE";
            /**
             * @description Always `segment`.
             * @example segment
             * @constant
             * @enum {string}
             */
            object: "segment";
        };
        /**
         * @description What the customers of the segment have in common: conditions by field, beside `junction`.
         * @example {
         *       "junction": "and",
         *       "summary.orders.total_count": {
         *         "conditions": {
         *           "$more_than_equal": [
         *             2
         *           ]
         *         }
         *       }
         *     }
         */
        SegmentFilter: {
            /**
             * @description `and`: all fields must pass. `or`: one of them is enough. Open set: others may follow.
             * @example and
             * @enum {string}
             */
            junction: "and" | "or";
        } & {
            [key: string]: components["schemas"]["SegmentFilterField"] | string;
        };
        /**
         * @description What is asked of one field.
         * @example {
         *       "conditions": {
         *         "$more_than_equal": [
         *           2
         *         ]
         *       }
         *     }
         */
        SegmentFilterField: {
            /**
             * @description Operators, each with its operands, which must all hold.
             * @example {
             *       "$more_than_equal": [
             *         2
             *       ]
             *     }
             */
            conditions: {
                [key: string]: (string | number | boolean | {
                    [key: string]: unknown;
                } | null)[];
            };
        };
        /**
         * @description What is asked of one field.
         * @example {
         *       "conditions": {
         *         "$more_than_equal": [
         *           2
         *         ]
         *       }
         *     }
         */
        SegmentFilterFieldRequest: {
            conditions: components["schemas"]["ValidationRuleConditionsRequest"];
        };
        /**
         * @description What the customers of the segment have in common, at most 10,000 characters: conditions by field, beside `junction`. Fields are named as in the answer to a customer: `name`, `email`, `source_id`, `address.city`, `metadata.KEY`, `created_at`, `summary.orders.total_count`, `loyalty.points` and so on; `loyalty_points.PROGRAM` and `loyalty_tier.PROGRAM` name a program by id or exact name.
         * @example {
         *       "junction": "and",
         *       "summary.orders.total_count": {
         *         "conditions": {
         *           "$more_than_equal": [
         *             2
         *           ]
         *         }
         *       }
         *     }
         */
        SegmentFilterRequest: {
            /**
             * @description `and`: all fields must pass. `or`: one of them is enough. Capitals mean the same.
             * @example and
             * @enum {string}
             */
            junction: "and" | "or" | "AND" | "OR";
        } & {
            [key: string]: components["schemas"]["SegmentFilterFieldRequest"] | string;
        };
        /** @description A page of segments. */
        SegmentList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the segments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The segments, in the order asked for. */
            data: components["schemas"]["Segment"][];
            /**
             * @description How many segments the project has in all.
             * @example 3
             */
            total: number;
        };
        /** @description A segment that is to be made. */
        SegmentRequest: {
            /**
             * @description Its name; several may have the same.
             * @example Big spenders
             */
            name: string;
            /**
             * @description `static`: a list of `customers`. `auto-update`: who is in it follows from the `filter`, which is required then.
             * @default static
             * @example auto-update
             * @enum {string}
             */
            type?: "static" | "auto-update";
            /** @description What its customers are to have in common. Null for a list. */
            filter?: components["schemas"]["SegmentFilterRequest"] | null;
            /**
             * @description Who is to be in a list, by id or by your own `source_id`; an id that matches wins.
             * @example [
             *       "cust_00ada",
             *       "ben"
             *     ]
             */
            customers?: string[];
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
             * @enum {string}
             */
            object: "customer";
        };
        /** @description A voucher or tier that was left out. */
        SkippedRedeemable: {
            /**
             * @description Always `SKIPPED`.
             * @example SKIPPED
             * @constant
             * @enum {string}
             */
            status: "SKIPPED";
            /**
             * @description The code or id that it was named by.
             * @example WELCOME
             */
            id: string;
            /**
             * @description What kind it is. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            object: "voucher" | "promotion_tier";
            result: components["schemas"]["RedeemableResult"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description A variant of a product. In a redemption, the one that a material reward handed out; absent for rewards that name none. */
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
             * @enum {string}
             */
            object: "sku";
        };
        /** @description A page of the SKUs of a product. */
        SkuList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the SKUs.
             * @example skus
             * @constant
             * @enum {string}
             */
            data_ref: "skus";
            /** @description The SKUs, in the order asked for. */
            skus: components["schemas"]["Sku"][];
            /**
             * @description How many SKUs the product has in all.
             * @example 1
             */
            total: number;
        };
        /**
         * @description A SKU to make, or to change when the product has one with its `source_id`. Of a new one, what is left out is unknown; without a price, the product's counts.
         * @example {
         *       "source_id": "mug-red",
         *       "sku": "Stoneware mug, red",
         *       "attributes": {
         *         "colour": "red"
         *       }
         *     }
         */
        SkuRequest: {
            /**
             * @description Its identifier in your inventory system, unique among the SKUs of the project.
             * @example mug-red
             */
            source_id?: string | null;
            /**
             * @description Its name.
             * @example Stoneware mug, red
             */
            sku?: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit.
             * @example 1300
             */
            price?: number | null;
            /**
             * @description Currency of the price, an ISO 4217 code.
             * @example EUR
             */
            currency?: string | null;
            /**
             * @description Its value of each attribute.
             * @example {
             *       "colour": "red"
             *     }
             */
            attributes?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description HTTPS address of a `.png` or `.jpg` picture.
             * @example https://cdn.example.com/mug-red.png
             */
            image_url?: string | null;
            /**
             * @description Your own key/value pairs. Checked against the metadata schema of `sku`.
             * @example {
             *       "glaze": "matt"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The newest SKUs of a product, up to 100 of them. */
        SkusOfProduct: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the SKUs.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The SKUs, newest first. */
            data: components["schemas"]["Sku"][];
            /**
             * @description How many SKUs the product has in all.
             * @example 1
             */
            total: number;
        };
        /** @description A category, and how what it holds goes together with other discounts. */
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
             * @description Its rank; the lower comes first.
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
             * @description `EXCLUSIVE`: only with its like and with joint ones; `JOINT`: with any. Absent when the project's stacking rules do not name it. Open set: more values may come; ignore those you do not know.
             * @example JOINT
             * @enum {string}
             */
            stacking_rules_type?: "JOINT" | "EXCLUSIVE";
        };
        /**
         * @description How many vouchers and promotion tiers a request may have, and which of them go together.
         * @example {
         *       "redeemables_limit": 30,
         *       "applicable_redeemables_limit": 5,
         *       "applicable_redeemables_per_category_limit": null,
         *       "applicable_redeemables_category_limits": {},
         *       "applicable_exclusive_redeemables_limit": 1,
         *       "applicable_exclusive_redeemables_per_category_limit": 1,
         *       "exclusive_categories": [],
         *       "joint_categories": [],
         *       "redeemables_application_mode": "ALL",
         *       "redeemables_sorting_rule": "REQUESTED_ORDER",
         *       "redeemables_products_application_mode": "STACK",
         *       "redeemables_no_effect_rule": "REDEEM_ANYWAY",
         *       "no_effect_skip_categories": [],
         *       "no_effect_redeem_anyway_categories": [],
         *       "redeemables_rollback_order_mode": "WITH_ORDER",
         *       "grouped_redeemables_sorting_rule": "JOINT_ALWAYS_LAST",
         *       "discount_calculation_mode": "DISCOUNTED_AMOUNT",
         *       "initial_amount_mode_categories": [],
         *       "discounted_amount_mode_categories": []
         *     }
         */
        StackingRules: {
            /**
             * @description How many a request may have.
             * @example 30
             */
            redeemables_limit: number;
            /**
             * @description How many of them are applied at most; those beyond are left out.
             * @example 5
             */
            applicable_redeemables_limit: number;
            /**
             * @description How many of one category are applied at most; null for any number.
             * @example null
             * @example 2
             */
            applicable_redeemables_per_category_limit: number | null;
            /**
             * @description How many of certain categories are applied at most, by the id of the category; empty when none has a limit of its own.
             * @example {
             *       "cat_00seasonal": 2
             *     }
             */
            applicable_redeemables_category_limits: {
                [key: string]: number;
            };
            /**
             * @description How many of exclusive categories are applied at most.
             * @example 1
             */
            applicable_exclusive_redeemables_limit: number;
            /**
             * @description How many of one exclusive category are applied at most; null for any number.
             * @example 1
             */
            applicable_exclusive_redeemables_per_category_limit: number | null;
            /**
             * @description Ids of the categories whose discounts keep out those of others, joint ones excepted.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            exclusive_categories: string[];
            /**
             * @description Ids of the categories whose discounts go with any other; they are applied last.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            joint_categories: string[];
            /**
             * @description Whether one that is refused refuses all (`ALL`) or itself only (`PARTIAL`). Open set: more values may come; ignore those you do not know.
             * @example ALL
             * @enum {string}
             */
            redeemables_application_mode: "ALL" | "PARTIAL";
            /**
             * @description Whether they are applied in the order sent (`REQUESTED_ORDER`) or by the hierarchy of their categories (`CATEGORY_HIERARCHY`). Open set: more values may come; ignore those you do not know.
             * @example REQUESTED_ORDER
             * @enum {string}
             */
            redeemables_sorting_rule: "REQUESTED_ORDER" | "CATEGORY_HIERARCHY";
            /**
             * @description Whether a line takes any number of discounts (`STACK`) or the first alone (`ONCE`). Open set: more values may come; ignore those you do not know.
             * @example STACK
             * @enum {string}
             */
            redeemables_products_application_mode: "STACK" | "ONCE";
            /**
             * @description Whether one that takes nothing off is redeemed (`REDEEM_ANYWAY`) or left out (`SKIP`). Open set: more values may come; ignore those you do not know.
             * @example REDEEM_ANYWAY
             * @enum {string}
             */
            redeemables_no_effect_rule: "REDEEM_ANYWAY" | "SKIP";
            /**
             * @description Ids of the categories for which that is `SKIP`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_skip_categories: string[];
            /**
             * @description Ids of the categories for which that is `REDEEM_ANYWAY`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_redeem_anyway_categories: string[];
            /**
             * @description Whether a rollback takes its discounts off the order and cancels it (`WITH_ORDER`) or leaves the order alone (`WITHOUT_ORDER`). Open set: more values may come; ignore those you do not know.
             * @example WITH_ORDER
             * @enum {string}
             */
            redeemables_rollback_order_mode: "WITH_ORDER" | "WITHOUT_ORDER";
            /**
             * @description Always `JOINT_ALWAYS_LAST`: exclusive ones are applied before joint ones. Open set: more values may come; ignore those you do not know.
             * @example JOINT_ALWAYS_LAST
             * @enum {string}
             */
            grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST";
            /**
             * @description What a percentage is of: what is left after the discounts before it (`DISCOUNTED_AMOUNT`) or what there was before all of them (`INITIAL_AMOUNT`). Open set: more values may come; ignore those you do not know.
             * @example DISCOUNTED_AMOUNT
             * @enum {string}
             */
            discount_calculation_mode: "DISCOUNTED_AMOUNT" | "INITIAL_AMOUNT";
            /**
             * @description Ids of the categories for which that is `INITIAL_AMOUNT`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            initial_amount_mode_categories: string[];
            /**
             * @description Ids of the categories for which that is `DISCOUNTED_AMOUNT`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            discounted_amount_mode_categories: string[];
        };
        /** @description The stacking rules of a project, as a list of one. */
        StackingRulesList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the rules.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The one set of rules. */
            data: components["schemas"]["ProjectStackingRules"][];
            /**
             * @description Always 1.
             * @example 1
             */
            total: number;
        };
        /**
         * @description How many vouchers and promotion tiers a request may have, and which of them go together. What is left out stays as it is, in new rules as by default; a list or a map takes the place of the one before. A category is named by its id; unknown is 404 `not_found`.
         * @example {
         *       "applicable_redeemables_limit": 3,
         *       "joint_categories": [
         *         "cat_00seasonal"
         *       ]
         *     }
         */
        StackingRulesRequest: {
            /**
             * @description How many a request may have. By default 30.
             * @example 30
             */
            redeemables_limit?: number;
            /**
             * @description How many of them are applied at most; not above `redeemables_limit`. By default 5.
             * @example 5
             */
            applicable_redeemables_limit?: number;
            /**
             * @description How many of one category are applied at most; not above `applicable_redeemables_limit`. Null, as by default, for any number.
             * @example 2
             */
            applicable_redeemables_per_category_limit?: number | null;
            /**
             * @description How many of certain categories are applied at most, by the id of the category; none above `applicable_redeemables_limit`.
             * @example {
             *       "cat_00seasonal": 2
             *     }
             */
            applicable_redeemables_category_limits?: {
                [key: string]: number;
            };
            /**
             * @description How many of exclusive categories are applied at most. By default 1.
             * @example 1
             */
            applicable_exclusive_redeemables_limit?: number;
            /**
             * @description How many of one exclusive category are applied at most; not above `applicable_exclusive_redeemables_limit`. Null for any number; by default 1.
             * @example 1
             */
            applicable_exclusive_redeemables_per_category_limit?: number | null;
            /**
             * @description Categories whose discounts keep out those of others, joint ones excepted.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            exclusive_categories?: string[];
            /**
             * @description Categories whose discounts go with any other; none of the exclusive ones.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            joint_categories?: string[];
            /**
             * @description Whether one that is refused refuses all (`ALL`, as by default) or itself only (`PARTIAL`).
             * @example ALL
             * @enum {string}
             */
            redeemables_application_mode?: "ALL" | "PARTIAL";
            /**
             * @description Whether they are applied in the order sent (`REQUESTED_ORDER`, as by default) or by the hierarchy of their categories (`CATEGORY_HIERARCHY`).
             * @example REQUESTED_ORDER
             * @enum {string}
             */
            redeemables_sorting_rule?: "REQUESTED_ORDER" | "CATEGORY_HIERARCHY";
            /**
             * @description Whether a line takes any number of discounts (`STACK`, as by default) or the first alone (`ONCE`).
             * @example STACK
             * @enum {string}
             */
            redeemables_products_application_mode?: "STACK" | "ONCE";
            /**
             * @description Whether one that takes nothing off is redeemed (`REDEEM_ANYWAY`, as by default) or left out (`SKIP`).
             * @example REDEEM_ANYWAY
             * @enum {string}
             */
            redeemables_no_effect_rule?: "REDEEM_ANYWAY" | "SKIP";
            /**
             * @description Categories for which that is `SKIP`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_skip_categories?: string[];
            /**
             * @description Categories for which that is `REDEEM_ANYWAY`; none of those before.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            no_effect_redeem_anyway_categories?: string[];
            /**
             * @description Whether a rollback takes its discounts off the order and cancels it (`WITH_ORDER`, as by default) or leaves the order alone (`WITHOUT_ORDER`).
             * @example WITH_ORDER
             * @enum {string}
             */
            redeemables_rollback_order_mode?: "WITH_ORDER" | "WITHOUT_ORDER";
            /**
             * @description What a percentage is of: what is left after the discounts before it (`DISCOUNTED_AMOUNT`, as by default) or what there was before all of them (`INITIAL_AMOUNT`).
             * @example DISCOUNTED_AMOUNT
             * @enum {string}
             */
            discount_calculation_mode?: "DISCOUNTED_AMOUNT" | "INITIAL_AMOUNT";
            /**
             * @description Categories for which that is `INITIAL_AMOUNT`, whatever it says.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            initial_amount_mode_categories?: string[];
            /**
             * @description Categories for which that is `DISCOUNTED_AMOUNT`; none of those before.
             * @example [
             *       "cat_00outlet"
             *     ]
             */
            discounted_amount_mode_categories?: string[];
        };
        /**
         * @description There is nothing to say; empty or left out.
         * @example {}
         */
        SwitchCampaignRequest: Record<string, never>;
        /**
         * @description There is nothing to say; empty or left out.
         * @example {}
         */
        SwitchVoucherRequest: Record<string, never>;
        /** @description Points or credit that came to a voucher or left it. */
        Transaction: {
            /**
             * @description Id of the movement.
             * @example vtx_00first
             */
            id: string;
            /**
             * @description Your own identifier of the movement; null when none was sent.
             * @example null
             * @example desk-4711
             */
            source_id: string | null;
            /**
             * @description Id of the voucher.
             * @example v_00adaclub
             */
            voucher_id: string;
            /**
             * @description Id of its campaign; null when it has none.
             * @example camp_00club
             */
            campaign_id: string | null;
            /**
             * @description What kind of movement it is. Open set: more values may come; ignore those you do not know.
             * @example POINTS_REDEMPTION
             * @enum {string}
             */
            type: "POINTS_ACCRUAL" | "POINTS_ADDITION" | "POINTS_REMOVAL" | "POINTS_REDEMPTION" | "POINTS_REFUND" | "POINTS_EXPIRATION" | "POINTS_CANCELLATION" | "CREDITS_ADDITION" | "CREDITS_REMOVAL" | "CREDITS_REDEMPTION" | "CREDITS_REFUND";
            /**
             * @description Why, in the words of who moved them by hand; null when there are none.
             * @example null
             * @example Spilt coffee
             */
            reason: string | null;
            details: components["schemas"]["TransactionDetails"];
            /**
             * @description Id of the movement that this one belongs to; null while there are none such.
             * @example null
             */
            related_transaction_id: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description How much moved, and what caused it. What did not is absent. */
        TransactionDetails: {
            balance: components["schemas"]["MovedBalance"];
            /**
             * @description The order it belongs to. Absent when there is none.
             * @example {
             *       "id": "ord_00first"
             *     }
             */
            order?: {
                /**
                 * @description Id of the order.
                 * @example ord_00first
                 */
                id: string;
            };
            /**
             * @description The event of the log that caused it. Absent when there is none.
             * @example {
             *       "id": "evcus_00second"
             *     }
             */
            event?: {
                /**
                 * @description Id of the event.
                 * @example evcus_00second
                 */
                id: string;
            };
            /**
             * @description The rule that granted the points. Absent when there is none.
             * @example {
             *       "id": "ern_00euro"
             *     }
             */
            earning_rule?: {
                /**
                 * @description Id of the earning rule.
                 * @example ern_00euro
                 */
                id: string;
            };
            /**
             * @description The entry the points waited in. Absent when they did not wait.
             * @example {
             *       "id": "lopp_00beans"
             *     }
             */
            pending_points?: {
                /**
                 * @description Id of the entry.
                 * @example lopp_00beans
                 */
                id: string;
            };
            /**
             * @description The redemption that took or brought them. Absent when there is none.
             * @example {
             *       "id": "r_00first"
             *     }
             */
            redemption?: {
                /**
                 * @description Id of the redemption.
                 * @example r_00first
                 */
                id: string;
            };
            /**
             * @description The reward they were spent on, or came from. Absent when there is none.
             * @example {
             *       "id": "rew_00mug"
             *     }
             */
            reward?: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                id: string;
            };
        };
        /** @description A page of what moved on a voucher. */
        TransactionList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the movements.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The movements, in the order asked for. */
            data: components["schemas"]["Transaction"][];
            /**
             * @description True when movements follow this page.
             * @example false
             */
            has_more: boolean;
        };
        /** @description Points to put on a card or to take off it. */
        UpdateBalanceRequest: {
            /**
             * @description How many; negative takes. 0 is refused with `invalid_balance`.
             * @example 100
             * @example -40
             */
            points: number;
            /**
             * @description When points that are given expire: as the program says (`PROGRAM_RULES`), at the end of the day in `expiration_date` (`CUSTOM_DATE`), or never (`NON_EXPIRING`). Points that are taken have none of it.
             * @default PROGRAM_RULES
             * @example PROGRAM_RULES
             * @enum {string}
             */
            expiration_type?: "PROGRAM_RULES" | "CUSTOM_DATE" | "NON_EXPIRING";
            /**
             * Format: date
             * @description The last day on which the points can be spent, in the project's time zone: today or later. Required with `CUSTOM_DATE`, and not allowed without it.
             * @example 2036-12-31
             */
            expiration_date?: string;
            /**
             * @description Why, for the card's history.
             * @example Spilt coffee
             */
            reason?: string;
            /**
             * @description Your own identifier of the movement, kept in the card's history.
             * @example desk-4711
             */
            source_id?: string;
        };
        /** @description What is to be another way. What is not sent stays, and an empty object changes nothing. `auto_join` and `loyalty_tiers_expiration` are for loyalty programs. */
        UpdateCampaignRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Tea Friends
             */
            name?: string;
            /**
             * @description A note of yours. Null for none.
             * @example A point for every cup
             */
            description?: string | null;
            /**
             * @description `AUTO_UPDATE` makes a voucher when one is needed and none is left, `STATIC` does not. A `STANDALONE` campaign stays one.
             * @example AUTO_UPDATE
             * @enum {string}
             */
            type?: "AUTO_UPDATE" | "STATIC";
            /**
             * @description With a loyalty program, true lets a customer join by what they do first that earns points.
             * @example true
             */
            auto_join?: boolean;
            /**
             * Format: date-time
             * @description Nothing of it can be used before this instant. Null for no start of its own.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Nothing of it can be used after this instant. Null for no end of its own.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it holds, as a whole. Null for no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"] | null;
            validity_day_of_week?: components["schemas"]["ChangedWeekdaysRequest"];
            /** @description Hours of the day in which it holds, as a whole. Null for every hour. */
            validity_hours?: components["schemas"]["ValidityHoursRequest"] | null;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Null for none.
             * @example Seasonal
             */
            category?: string | null;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /**
             * @description Your own key/value pairs, all of them anew: what is not sent is gone. They are checked against the metadata schema of the resource, where the project has one.
             * @example {
             *       "shop": "north"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description How members reach and lose tiers. Null lets the balance decide at once. */
            loyalty_tiers_expiration?: components["schemas"]["ChangedTiersExpirationRequest"] | null;
            voucher?: components["schemas"]["ChangedTemplateRequest"];
        };
        /** @description What is to be changed of a category; what is left out stays. */
        UpdateCategoryRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Seasonal offers
             */
            name?: string;
            /**
             * @description Its rank; the lower comes first.
             * @example 2
             */
            hierarchy?: number;
        };
        /**
         * @description What is to be changed of a customer; what is left out stays. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "name": "Ada Baker-Stone"
         *     }
         */
        UpdateCustomerRequest: {
            /**
             * @description As answered; changes nothing. The path says who it is.
             * @example cust_00ada
             */
            readonly id?: string | null;
            /**
             * @description As answered; changes nothing. The path says who it is.
             * @example cust_00ada
             */
            readonly source_id?: string | null;
            /**
             * @description Name; null clears it.
             * @example Ada Baker
             */
            name?: string | null;
            /**
             * @description E-mail address; null clears it.
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
             * @description Day of birth, kept apart from `birthdate`, which takes its place; null clears it.
             * @example 1990-12-10
             */
            birthday?: string | null;
            /**
             * Format: date
             * @description Day of birth; null clears it.
             * @example 1990-12-10
             */
            birthdate?: string | null;
            /** @description Where the customer lives. Takes the place of the one stored; null clears it. */
            address?: components["schemas"]["CustomerAddressRequest"] | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of customers.
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
             * @description As answered; changes nothing.
             * @example 2026-11-01T08:00:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description As answered; changes nothing.
             * @example 2026-11-20T09:30:00.000Z
             */
            readonly updated_at?: string | null;
            assets?: components["schemas"]["Acknowledged"];
            summary?: components["schemas"]["Acknowledged"];
            loyalty?: components["schemas"]["Acknowledged"];
            referrals?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example customer
             * @constant
             * @enum {string}
             */
            readonly object?: "customer";
        };
        /** @description What is to be another way. What is not sent stays, and an empty object changes nothing. What the rule listens to (its event, segment, loyalty tier or event schema) cannot change; make another rule for that. */
        UpdateEarningRuleRequest: {
            /**
             * @description Id of a validation rule that must hold; unknown is 404 `not_found`. Null for none.
             * @example val_00twenty
             */
            validation_rule_id?: string | null;
            loyalty?: components["schemas"]["EarningRequest"];
            /**
             * @description How the rule presents itself.
             * @example {
             *       "banner": "Two points for every euro"
             *     }
             */
            source?: {
                /**
                 * @description Its words for the customer. Null for none.
                 * @example Two points for every euro
                 */
                banner?: string | null;
            };
            /**
             * Format: date-time
             * @description Earns nothing before this instant. Null for no start of its own.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Earns nothing after this instant. Null for no end of its own.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it holds, as a whole. Null for no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"] | null;
            validity_day_of_week?: components["schemas"]["ChangedWeekdaysRequest"];
            /** @description Hours of the day in which it holds, as a whole. Null for every hour. */
            validity_hours?: components["schemas"]["ValidityHoursRequest"] | null;
            /** @description Makes the points wait before they can be spent, with `order.paid` only. Null: they can be spent at once. Points that wait already go on waiting as long as they were to. */
            pending_points?: components["schemas"]["PendingPointsRequest"] | null;
            /** @description When its points lapse. Null, as the campaign says. */
            expiration_rules?: components["schemas"]["ExpirationRulesRequest"] | null;
            /**
             * @description Your own key/value pairs, all of them anew: what is not sent is gone. They are checked against the metadata schema of the resource, where the project has one.
             * @example {
             *       "shop": "north"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description What changes of a custom event. A property left out stays as it is.
         * @example {
         *       "schema": {
         *         "properties": {
         *           "rating": {
         *             "type": "number",
         *             "optional": true,
         *             "gte": 1,
         *             "lte": 10
         *           }
         *         }
         *       }
         *     }
         */
        UpdateEventSchemaRequest: {
            schema?: components["schemas"]["EventDefinitionRequest"];
        };
        /** @description What is to be another way. What is not sent stays, and an empty object changes nothing. */
        UpdateLoyaltyProgramRequest: {
            /**
             * @description Its name, unique in the project.
             * @example Tea Friends
             */
            name?: string;
            /**
             * @description A note of yours. Null for none.
             * @example A point for every cup
             */
            description?: string | null;
            /**
             * @description `AUTO_UPDATE` makes a voucher when one is needed and none is left, `STATIC` does not. A `STANDALONE` campaign stays one.
             * @example AUTO_UPDATE
             * @enum {string}
             */
            type?: "AUTO_UPDATE" | "STATIC";
            /**
             * @description With a loyalty program, true lets a customer join by what they do first that earns points.
             * @example true
             */
            auto_join?: boolean;
            /**
             * Format: date-time
             * @description Nothing of it can be used before this instant. Null for no start of its own.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Nothing of it can be used after this instant. Null for no end of its own.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it holds, as a whole. Null for no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"] | null;
            validity_day_of_week?: components["schemas"]["ChangedWeekdaysRequest"];
            /** @description Hours of the day in which it holds, as a whole. Null for every hour. */
            validity_hours?: components["schemas"]["ValidityHoursRequest"] | null;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Null for none.
             * @example Seasonal
             */
            category?: string | null;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /**
             * @description Your own key/value pairs, all of them anew: what is not sent is gone. They are checked against the metadata schema of the resource, where the project has one.
             * @example {
             *       "shop": "north"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description How members reach and lose tiers. Null lets the balance decide at once. */
            loyalty_tiers_expiration?: components["schemas"]["ChangedTiersExpirationRequest"] | null;
            voucher?: components["schemas"]["ChangedCardTemplateRequest"];
        };
        /** @description What is to be another way. What is not sent stays, and an empty object changes nothing. */
        UpdateLoyaltyTierRequest: {
            /**
             * @description Its name, unique among the tiers of the program.
             * @example Guest
             */
            name?: string;
            /**
             * @description The band, both ends included; an end that is not sent stays.
             * @example {
             *       "to": 149
             *     }
             */
            points?: {
                /**
                 * @description The fewest points of the tier.
                 * @example 0
                 */
                from?: number;
                /**
                 * @description The most points of the tier. Null for no upper end.
                 * @example 149
                 */
                to?: number | null;
            };
            /**
             * @description What rules of the program give members of the tier instead, by the id of the rule, all of it anew; one that the program does not have is 404 `not_found`.
             * @example {
             *       "ern_00cup": {
             *         "type": "MULTIPLY",
             *         "multiplier": 2
             *       }
             *     }
             */
            earning_rules?: {
                [key: string]: components["schemas"]["PointsMappingRequest"];
            };
        };
        /**
         * @description What changes of a metadata schema. A property left out stays as it is.
         * @example {
         *       "allow_defined_only": true
         *     }
         */
        UpdateMetadataSchemaRequest: {
            properties?: components["schemas"]["SchemaPropertiesRequest"];
            /**
             * @description When true, only the defined keys may be set; null counts as false.
             * @example true
             */
            allow_defined_only?: boolean | null;
        };
        /**
         * @description What is to be changed of a stored order; what is left out stays. What an answer of this service carries can be sent back as it came.
         * @example {
         *       "status": "PAID"
         *     }
         */
        UpdateOrderRequest: {
            /**
             * @description As answered; changes nothing.
             * @example cust_00ada
             */
            readonly id?: string | null;
            /**
             * @description As answered; changes nothing.
             * @example cust_00ada
             */
            readonly source_id?: string | null;
            /**
             * @description Where the order stands; a new one is `CREATED` when nothing is sent. `PAID` and `FULFILLED` count for the customer and earn, once; `CANCELED` takes back what the order earned. Null counts as not sent.
             * @example PAID
             */
            status?: ("CREATED" | "PAID" | "CANCELED" | "FULFILLED") | null;
            /**
             * @description What the order comes to before discounts, in the smallest currency unit, when it is sent without items; where a stored order can be changed, it then counts over the items stored. Beside items that have prices their sum counts. Null counts as not sent.
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
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed, a key left out stays. Checked against the metadata schema of orders.
             * @example {
             *       "delivery": "pickup"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            customer?: components["schemas"]["CustomerRequest"];
            /**
             * @description Id of who ordered, who has to be known; unknown is 404 `not_found`. Beside `customer` it is ignored. Null counts as not sent.
             * @example cust_00ada
             */
            customer_id?: string | null;
            /**
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Beside `referrer` it is ignored. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
            /**
             * @description The customer who recommended it, by `id` or your own `source_id`; somebody who has to be known, and whom nothing else is said of.
             * @example {
             *       "source_id": "ben"
             *     }
             */
            referrer?: {
                /**
                 * @description Id of the customer.
                 * @example cust_00ben
                 */
                id?: string;
                /**
                 * @description Your own identifier of them. Beside `id` it is ignored.
                 * @example ben
                 */
                source_id?: string;
                /**
                 * @description As answered; changes nothing.
                 * @example customer
                 * @constant
                 * @enum {string}
                 */
                readonly object?: "customer";
            };
            /**
             * Format: date-time
             * @description As answered of the stored order; changes nothing. Another date, or one on a new order, is 400 `invalid_payload`: only an import of past orders sets it (`npm run cli -- import orders FILE`, where the service runs). Null counts as not sent.
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
            readonly items_applied_discount_amount?: number | null;
            /**
             * @description As answered; changes nothing.
             * @example 0
             */
            readonly total_applied_discount_amount?: number | null;
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             * @enum {string}
             */
            readonly object?: "order";
        };
        /**
         * @description What changes of a collection. A property left out stays as it is.
         * @example {
         *       "products": [
         *         {
         *           "id": "prod_00mug",
         *           "object": "product"
         *         }
         *       ]
         *     }
         */
        UpdateProductCollectionRequest: {
            /**
             * @description Its name.
             * @example Things to drink from
             */
            name?: string;
            /**
             * @description All that is in it from now on. Something named twice is in it once.
             * @example [
             *       {
             *         "id": "prod_00mug",
             *         "object": "product"
             *       }
             *     ]
             */
            products?: components["schemas"]["ProductCollectionItemRequest"][];
        };
        /**
         * @description What changes of a product. A property left out stays as it is, null clears it.
         * @example {
         *       "price": 380
         *     }
         */
        UpdateProductRequest: {
            /**
             * @description Its `source_id`, as answered or as in the path; any other is refused.
             * @example filters
             */
            source_id?: string | null;
            /**
             * @description Its name, unique in the project.
             * @example Paper filters
             */
            name?: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit.
             * @example 380
             */
            price?: number | null;
            /**
             * @description Names of the attributes its SKUs may differ in.
             * @example [
             *       "size"
             *     ]
             */
            attributes?: string[] | null;
            /**
             * @description HTTPS address of a `.png` or `.jpg` picture.
             * @example https://cdn.example.com/filters.png
             */
            image_url?: string | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed. Checked against the metadata schema of products.
             * @example {
             *       "origin": "Finland"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What is to be another way. What is not sent stays, and an empty object changes nothing. */
        UpdatePromotionTierRequest: {
            /**
             * @description The tier's id, as in the path; any other is refused.
             * @example promo_00spare
             */
            id?: string;
            /**
             * @description Its name. Null for none.
             * @example Three euros off
             */
            name?: string | null;
            /**
             * @description Its words for the customer. Null for none.
             * @example 3.00 off everything
             */
            banner?: string | null;
            /**
             * @description What the tier does.
             * @example {
             *       "discount": {
             *         "type": "AMOUNT",
             *         "amount_off": 300
             *       }
             *     }
             */
            action?: {
                discount: components["schemas"]["DiscountRequest"];
            };
            /**
             * @description Its place among the tiers; the lower is tried first.
             * @example 1
             */
            hierarchy?: number;
            /**
             * Format: date-time
             * @description Not used before this instant. Null for no start of its own.
             * @example 2026-01-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Not used after this instant. Null for no end of its own.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it holds, as a whole. Null for no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"] | null;
            validity_day_of_week?: components["schemas"]["ChangedWeekdaysRequest"];
            /** @description Hours of the day in which it holds, as a whole. Null for every hour. */
            validity_hours?: components["schemas"]["ValidityHoursRequest"] | null;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Null for none.
             * @example Seasonal
             */
            category?: string | null;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /**
             * @description Your own key/value pairs, all of them anew: what is not sent is gone. They are checked against the metadata schema of the resource, where the project has one.
             * @example {
             *       "shop": "north"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description What changes of an offer. A property left out stays as it is.
         * @example {
         *       "parameters": {
         *         "loyalty": {
         *           "points": 70
         *         }
         *       }
         *     }
         */
        UpdateRewardAssignmentRequest: {
            parameters?: components["schemas"]["AssignmentParametersRequest"];
        };
        /**
         * @description What changes of a reward. A property left out stays as it is, null clears it.
         * @example {
         *       "stock": 800
         *     }
         */
        UpdateRewardRequest: {
            /**
             * @description Its name.
             * @example Stoneware mug
             */
            name?: string;
            parameters?: components["schemas"]["RewardParametersRequest"];
            /**
             * @description How many units of a material reward there are in all, those redeemed included; null for no limit.
             * @example 800
             */
            stock?: number | null;
            /** @description How a material reward presents itself. Null clears it. */
            attributes?: components["schemas"]["ChangedAttributesRequest"] | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed. Checked against the metadata schema of rewards.
             * @example {
             *       "season": "winter"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description What changes of a SKU. A property left out stays as it is, null clears it.
         * @example {
         *       "price": 1400
         *     }
         */
        UpdateSkuRequest: {
            /**
             * @description Its `source_id`, as answered or as in the path; any other is refused.
             * @example mug-red
             */
            source_id?: string | null;
            /**
             * @description Its name.
             * @example Stoneware mug, red
             */
            sku?: string | null;
            /**
             * @description Price of one unit, in the smallest currency unit.
             * @example 1300
             */
            price?: number | null;
            /**
             * @description Currency of the price, an ISO 4217 code.
             * @example EUR
             */
            currency?: string | null;
            /**
             * @description Its value of each attribute, all of them.
             * @example {
             *       "colour": "red"
             *     }
             */
            attributes?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description HTTPS address of a `.png` or `.jpg` picture.
             * @example https://cdn.example.com/mug-red.png
             */
            image_url?: string | null;
            /**
             * @description Your own key/value pairs, merged into those stored: a key with null is removed. Checked against the metadata schema of `sku`.
             * @example {
             *       "glaze": "matt"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description What changes of a rule. A property left out stays as it is; the rule is read at once and refused when it makes no sense.
         * @example {
         *       "name": "Orders of 30.00 and more",
         *       "rules": {
         *         "1": {
         *           "name": "order.amount",
         *           "conditions": {
         *             "$more_than_or_equal": [
         *               3000
         *             ]
         *           }
         *         },
         *         "logic": "1"
         *       }
         *     }
         */
        UpdateValidationRuleRequest: {
            /**
             * @description Its name.
             * @example Orders of 30.00 and more
             */
            name?: string;
            rules?: components["schemas"]["ValidationRuleSetRequest"];
            error?: components["schemas"]["RuleErrorRequest"];
            applicable_to?: components["schemas"]["ApplicableToRequest"];
        };
        /** @description Credit to put on a gift voucher or to take off it. */
        UpdateVoucherBalanceRequest: {
            /**
             * @description How much, in the smallest currency unit; negative takes. 0 is refused with `invalid_balance`.
             * @example 500
             * @example -300
             */
            amount: number;
            /**
             * @description Why, for the voucher's history.
             * @example Topped up at the counter
             */
            reason?: string;
            /**
             * @description Your own identifier of the movement, kept in the voucher's history.
             * @example desk-4712
             */
            source_id?: string;
        };
        /** @description What is to change. What is left out stays, null clears. The type, the code, the campaign, the holder and what is on the voucher are not changed here. */
        UpdateVoucherRequest: {
            /**
             * @description The voucher's code, as answered or as in the path; any other is refused.
             * @example WELCOME
             */
            code?: string;
            /**
             * @description Name of the category it is sorted into; unknown is 404 `not_found`. Null, none.
             * @example Seasonal
             */
            category?: string | null;
            /**
             * @description Id of that category. Not read beside `category`.
             * @example cat_00seasonal
             */
            category_id?: string | null;
            /**
             * Format: date-time
             * @description Not usable before this instant. Null, it has no start.
             * @example 2026-03-01T00:00:00.000Z
             */
            start_date?: string | null;
            /**
             * Format: date-time
             * @description Not usable after this instant. Null, it never ends.
             * @example 2036-12-31T22:59:59.999Z
             */
            expiration_date?: string | null;
            /** @description Windows in which it can be used. Needs a `start_date`. Null, there is no such limit. */
            validity_timeframe?: components["schemas"]["ValidityTimeframeRequest"] | null;
            /**
             * @description Days of the week on which it can be used, in the project's time zone, 0 for Sunday. Null, every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            validity_day_of_week?: number[] | null;
            /** @description Hours of the day in which it can be used. Null, every hour. */
            validity_hours?: components["schemas"]["ValidityHoursRequest"] | null;
            /**
             * @description Whether it is switched on.
             * @example true
             */
            active?: boolean;
            /**
             * @description A note of yours. Null, none.
             * @example Sold at the counter
             */
            additional_info?: string | null;
            /**
             * @description Your own key/value pairs, which join those there are; a null value removes its key, null as a whole all of them. The result is checked against the project's schema.
             * @example {
             *       "shop": "north"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description How often it may be redeemed.
             * @example {
             *       "quantity": 200
             *     }
             */
            redemption?: {
                /**
                 * @description How many redemptions it allows, not fewer than there were. Null, any number.
                 * @example 200
                 */
                quantity?: number | null;
            };
            discount?: components["schemas"]["DiscountRequest"];
            /**
             * @description Of a gift voucher. Its credit has an operation of its own, Update a voucher's balance.
             * @example {
             *       "effect": "APPLY_TO_ORDER"
             *     }
             */
            gift?: {
                /**
                 * @description What the credit pays for. Null, it is not said.
                 * @example APPLY_TO_ORDER
                 */
                effect?: ("APPLY_TO_ORDER" | "APPLY_TO_ITEMS") | null;
            };
        };
        /**
         * @description The credit of a gift voucher. Absent for others, and unless it applies.
         * @example {
         *       "balance": 2500,
         *       "credits": 1000
         *     }
         */
        ValidatedGift: {
            /**
             * @description Credit that the voucher has, in the smallest currency unit.
             * @example 2500
             */
            balance: number;
            /**
             * @description Credit that is taken of it, in the smallest currency unit.
             * @example 1000
             */
            credits: number;
        };
        /**
         * @description The points of a loyalty card. Absent for others, and unless it applies.
         * @example {
         *       "points": 150
         *     }
         */
        ValidatedPoints: {
            /**
             * @description Points that are spent.
             * @example 150
             */
            points: number;
        };
        /** @description What became of one voucher or tier. An applicable one has `order`, `applicable_to`, `inapplicable_to` and what it takes off in `result`; one that is not has the reason there. */
        ValidatedRedeemable: {
            /**
             * @description Whether it applies (`APPLICABLE`), is refused (`INAPPLICABLE`) or was left out (`SKIPPED`). Open set: more values may come; ignore those you do not know.
             * @example APPLICABLE
             * @enum {string}
             */
            status: "APPLICABLE" | "INAPPLICABLE" | "SKIPPED";
            /**
             * @description The code or id that it was named by.
             * @example WELCOME
             */
            id: string;
            /**
             * @description What kind it is. Open set: more values may come; ignore those you do not know.
             * @example voucher
             * @enum {string}
             */
            object: "voucher" | "promotion_tier";
            order?: components["schemas"]["OrderCalculated"];
            applicable_to?: components["schemas"]["CoveredGoodsList"];
            inapplicable_to?: components["schemas"]["CoveredGoodsList"];
            result: components["schemas"]["RedeemableResult"];
            metadata?: components["schemas"]["Metadata"];
            /** @description Its categories, its own or else its campaign's; empty when it has none. Absent unless `category` was to be expanded. */
            categories?: components["schemas"]["StackedCategory"][];
            /**
             * @description Name of its campaign; null when it stands alone. Absent unless `redeemable` was to be expanded.
             * @example Spring coupons
             */
            campaign_name?: string | null;
            /**
             * @description Id of that campaign; null when it stands alone. Absent unless `redeemable` was to be expanded.
             * @example camp_00spring
             */
            campaign_id?: string | null;
            /**
             * @description Name of the tier. Absent when it has none, for vouchers, and unless `redeemable` was to be expanded.
             * @example Ten off
             */
            name?: string;
        };
        /** @description Conditions that must hold before something may be used or earns. A rule that does not hold says why: which entry, what was found, what was expected. */
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
             * @description When it was made.
             * @example 2026-11-01T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. Absent until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description How it was built. Open set: more values may come; ignore those you do not know.
             * @example advanced
             * @enum {string}
             */
            type: "basic" | "advanced";
            /**
             * @description Where it is meant to be assigned, for example `earning_rule.order.paid`, `earning_rule.customer.tier.upgraded` or `reward_assignment.pay_with_points`.
             * @example earning_rule.order.paid
             */
            context_type: string;
            /**
             * @description To how many things it is assigned now.
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
         * @description What a rule is to bind.
         * @example {
         *       "related_object_type": "promotion_tier",
         *       "related_object_id": "promo_00tenoff"
         *     }
         */
        ValidationRuleAssignmentRequest: {
            /**
             * @description What kind of thing it is. An earning rule is not among them: it names its rule in `validation_rule_id` when it is made.
             * @example promotion_tier
             * @enum {string}
             */
            related_object_type: "voucher" | "campaign" | "reward_assignment" | "promotion_tier";
            /**
             * @description Its id; a voucher may be named by its code.
             * @example promo_00tenoff
             */
            related_object_id: string;
        };
        /**
         * @description What the fact is compared with: operators, each with a list of operands, which must all hold. One operand: `$is`, `$is_not`; `$less_than`, `$less_than_or_equal`, `$more_than`, `$more_than_or_equal` (numbers or dates); `$after`, `$before` (dates). Several: `$in`, `$from`, `$contains`, `$starts_with`, `$ends_with` (any of them is enough), `$not_in`, `$not_intersect` (none of them may be there), `$not_differ` (exactly these). Sizes of lists: `$count`, `$count_more`, `$count_less`. Moments: `$timeframe`, `$timeframe_absolute`, `$timeframe_daily_hours`, `$dow`. Days from today: `$is_days_ago`, `$more_than_ago`, `$less_than_ago`, `$is_days_in_future`, `$more_than_future`, `$less_than_future`. Values are compared with their own kind: a number never equals a text.
         * @example {
         *       "$more_than_or_equal": [
         *         2000
         *       ]
         *     }
         */
        ValidationRuleConditions: {
            [key: string]: (string | number | boolean | {
                [key: string]: unknown;
            } | null)[];
        };
        /**
         * @description What the fact is compared with: operators such as `$is`, `$in` or `$more_than_or_equal`, each with a list of operands, which must all hold.
         * @example {
         *       "$more_than_or_equal": [
         *         2000
         *       ]
         *     }
         */
        ValidationRuleConditionsRequest: {
            [key: string]: (string | number | boolean | {
                [key: string]: unknown;
            } | null)[];
        };
        /**
         * @description One entry of a rule: a fact and its conditions. A fact that can be known where the rule is assigned, and is not known this time, makes the entry false; one that can never be known there is left out of the rule, and the assignment names it in `validation_omitted_rules`.
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
             * @description The fact it looks at:
             *
             *     - `customer.segment` and `customer.metadata`;
             *     - `order.amount` (before discounts), `order.total_amount` (after them),
             *       `order.initial_amount`, `order.metadata`;
             *     - `order.items.count`, and `order.items.price_any`, `order.items.price_each`,
             *       `order.items.metadata_any`, `order.items.metadata_each`, of any line or of each;
             *     - `order.items.any`, `order.items.every`, `order.items.none`, `order.items.cheapest` and
             *       `order.items.most_expensive`, which select lines by product, SKU or collection; `rules`
             *       asks about those: `order.items.quantity`, `order.items.price` and `order.items.metadata`
             *       line by line, `order.items.aggregated_quantity` and `order.items.aggregated_amount` of
             *       all of them;
             *     - `product.id`, `product.price`, `product.quantity`, `product.metadata`,
             *       `product.metadata.match_all`, `product.metadata.aggregated_quantity`,
             *       `product.metadata.aggregated_amount`, `sku.id`, `sku.price` and `sku.quantity`, of the
             *       goods in the order, and `product.discount_applicable`,
             *       `product.metadata.discount_applicable` and `sku.discount_applicable`, of those among them
             *       that the rule's `applicable_to` names;
             *     - `redemption.metadata`, `redemption.api_key` and
             *       `redemption.reward.pay_with_points.points_used`, the points that a pay-with-points reward
             *       would take;
             *     - `redemption.count` and `redemption.count.per_customer`, each followed by `.daily`,
             *       `.weekly` or `.monthly`, and `redemption.count.per_customer` and
             *       `redemption.count.per_api_key` by themselves: redemptions of what the rule is assigned
             *       to, by anybody, by this customer, with this key pair;
             *     - `campaign.redemptions.count` and `campaign.redemptions.customers_count` (this customer's),
             *       by themselves or followed by one of the three, `campaign.orders.amount` and
             *       `campaign.orders.amount_discounted`, of the orders paid with points: of the whole
             *       campaign;
             *     - `publication.redeemable_by_linked_customer`, which holds, as nobody but its holder can
             *       redeem a card;
             *     - `custom_event.metadata`.
             *
             *     Counts and sums include the redemption that is asked about, so that at most 3 allows three.
             *     Days, weeks (from Monday) and months are those of the calendar in the project's time zone.
             *     There are no users here who redeem, so `redemption.user.login` and
             *     `redemption.count.per_user` never hold. More names may come; ignore those you do not know.
             * @example order.amount
             */
            name: string;
            /**
             * @description For a fact of metadata, the key; null or absent for others.
             * @example null
             * @example shop
             */
            property?: string | null;
            conditions?: components["schemas"]["ValidationRuleConditions"];
            rules?: components["schemas"]["ValidationRuleSet"];
            error?: components["schemas"]["RuleError"];
        };
        /**
         * @description One entry of a rule: a fact and its conditions. An entry needs at least one condition, unless it selects order lines for its `rules` to ask about.
         * @example {
         *       "name": "order.amount",
         *       "conditions": {
         *         "$more_than_or_equal": [
         *           2000
         *         ]
         *       }
         *     }
         */
        ValidationRuleEntryRequest: {
            /**
             * @description The fact it looks at, one of those that rules are answered with: `order.amount`, `customer.segment`, `order.items.any`, `redemption.count.per_customer.daily` and so on.
             * @example order.amount
             */
            name: string;
            /**
             * @description For a fact of metadata, the key; null or absent for others.
             * @example null
             * @example shop
             */
            property?: string | null;
            conditions?: components["schemas"]["ValidationRuleConditionsRequest"];
            rules?: components["schemas"]["ValidationRuleSetRequest"];
            error?: components["schemas"]["RuleErrorRequest"];
        };
        /**
         * @description A validation rule to make. It is read at once and refused when it makes no sense.
         * @example {
         *       "name": "Orders of 10.00 and more",
         *       "rules": {
         *         "1": {
         *           "name": "order.amount",
         *           "conditions": {
         *             "$more_than_or_equal": [
         *               1000
         *             ]
         *           }
         *         },
         *         "logic": "1"
         *       }
         *     }
         */
        ValidationRuleRequest: {
            /**
             * @description Its name.
             * @example Beans for 20.00 and more
             */
            name: string;
            rules: components["schemas"]["ValidationRuleSetRequest"];
            error?: components["schemas"]["RuleErrorRequest"];
            applicable_to?: components["schemas"]["ApplicableToRequest"];
            /**
             * @description How it was built, for those who show it; `basic` unless it says so.
             * @example basic
             * @enum {string}
             */
            type?: "basic" | "advanced";
            /**
             * @description Where it is meant to be assigned, for example `earning_rule.order.paid`, `campaign.loyalty_program` or `reward_assignment.pay_with_points`; `global` unless it says so.
             * @example global
             */
            context_type?: string;
        };
        /**
         * @description Numbered entries, `1`, `2` and so on, and `logic`, which says how they combine. Empty when the rule only limits what it applies to. Inside an entry that selects order lines, they are asked about the lines that it selects.
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
            /**
             * @description The entries by their number with `and`, `or` and parentheses, in any case and with any spaces; `and` binds tighter. Empty or absent when all must hold.
             * @example 1 and (2 or 3)
             */
            logic?: string;
        } & {
            [key: string]: components["schemas"]["ValidationRuleEntry"] | string;
        };
        /**
         * @description Numbered entries, `1`, `2` and so on, at most 100 in all, and `logic`, which says how they combine. Empty when the rule only limits what it applies to. Inside an entry that selects order lines, they are asked about the lines that it selects.
         * @example {
         *       "1": {
         *         "name": "order.amount",
         *         "conditions": {
         *           "$more_than_or_equal": [
         *             2000
         *           ]
         *         }
         *       },
         *       "logic": "1"
         *     }
         */
        ValidationRuleSetRequest: {
            /**
             * @description The entries by their number with `and`, `or` and parentheses, in any case and with any spaces; `and` binds tighter. Empty, null or absent when all must hold.
             * @example 1 and (2 or 3)
             */
            logic?: string | null;
        } & {
            [key: string]: components["schemas"]["ValidationRuleEntryRequest"] | string | null;
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
             * @enum {string}
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
         * @description The validation rules that bind it. A rule that is assigned to a campaign binds each of its vouchers, and every voucher lists it, too.
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
             * @description Names the property that holds the assignments.
             * @example data
             * @constant
             * @enum {string}
             */
            data_ref: "data";
            /** @description The assignments, by the id of the rule; those to the campaign of a voucher come first. */
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
         * @description Days of the week on which it holds, in the project's time zone. 0 is Sunday, 1 Monday, 2 Tuesday, 3 Wednesday, 4 Thursday, 5 Friday, 6 Saturday.
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
         * @description Hours of the day in which it holds; any one of the windows is enough.
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
        };
        /**
         * @description Hours of the day in which it holds; any one of the windows is enough.
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
            daily: {
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
        };
        /**
         * @description Windows that repeat from `start_date` on: one of length `duration` at the beginning of every `interval`.
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
        };
        /**
         * @description Windows that repeat from `start_date` on: one of length `duration` at the beginning of every `interval`. Needs a `start_date`.
         * @example {
         *       "duration": "PT1H",
         *       "interval": "P2D"
         *     }
         */
        ValidityTimeframeRequest: {
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
        };
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
            /** @description What a discount voucher takes off; null for other vouchers. */
            discount: components["schemas"]["VoucherDiscount"] | null;
            /** @description The credit of a gift voucher; null for other vouchers. */
            gift: components["schemas"]["VoucherGift"] | null;
            /** @description The points of a loyalty card; null for other vouchers. */
            loyalty_card: components["schemas"]["VoucherLoyaltyCard"] | null;
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
            /** @description Windows in which it holds. Null or absent when there is no such limit. */
            validity_timeframe: components["schemas"]["ValidityTimeframe"] | null;
            validity_day_of_week: components["schemas"]["ValidityDayOfWeek"];
            /** @description Hours of the day in which it holds. Null or absent when every hour does. */
            validity_hours: components["schemas"]["ValidityHours"] | null;
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
             * @description Id of the customer who had referred its holder to the referral campaign when the code was given; null for other vouchers, and when nobody had.
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
         * @description What a discount voucher takes off. `AMOUNT` has `amount_off`; `PERCENT` has `percent_off` and perhaps `amount_limit`; `FIXED` has `fixed_amount`; `UNIT` has `unit_off`, `unit_type` and a product or SKU, or `units`. Properties of the other types are absent.
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
             * @description With `PERCENT`, the most it takes off one order, or off each line with `APPLY_TO_ITEMS`, in the smallest currency unit. Absent when there is no limit.
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
             * @description The most it takes off all lines of one order together, in the smallest currency unit. Absent when there is no limit.
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
         * @description A file of vouchers, as the part of a form.
         * @example {
         *       "file": "code,voucher_type,amount,balance\nGIFT-77,GIFT_VOUCHER,5000,1250\n"
         *     }
         */
        VoucherFileRequest: {
            /**
             * Format: binary
             * @description CSV in UTF-8, with a header. A part without a file name is read the same way.
             * @example code,voucher_type,amount,balance
             *     GIFT-77,GIFT_VOUCHER,5000,1250
             */
            file: string;
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
             * @description Credit taken off by hand, or taken back with a redemption that was rolled back, in the smallest currency unit.
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
        };
        /** @description A page of vouchers. */
        VoucherList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             * @enum {string}
             */
            object: "list";
            /**
             * @description Names the property that holds the vouchers.
             * @example vouchers
             * @constant
             * @enum {string}
             */
            data_ref: "vouchers";
            /** @description The vouchers, in the order asked for. */
            vouchers: components["schemas"]["Voucher"][];
            /**
             * @description How many vouchers the filters select in all.
             * @example 3
             */
            total: number;
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
             * @description Points taken off by hand, or taken back with an order that was canceled or a redemption that was rolled back.
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
             * @description Where this list is, its first page.
             * @example http://127.0.0.1:3000/v1/vouchers/CLUB-ADA-0001/redemptions?page=1&limit=10
             */
            url: string;
            /**
             * @description Names the property that holds the redemptions.
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
        /** @description What a voucher of the campaign starts as. `discount`, `gift` or `loyalty_card` is there as its type says. Absent for a promotion, which has tiers instead. */
        VoucherTemplate: {
            /**
             * @description What kind of vouchers they are. Open set: more values may come; ignore those you do not know.
             * @example LOYALTY_CARD
             * @enum {string}
             */
            type: "DISCOUNT_VOUCHER" | "GIFT_VOUCHER" | "LOYALTY_CARD";
            discount?: components["schemas"]["Discount"];
            /**
             * @description The credit of each gift voucher. Absent for other vouchers.
             * @example {
             *       "amount": 1000,
             *       "effect": "APPLY_TO_ORDER"
             *     }
             */
            gift?: {
                /**
                 * @description How much credit, in the smallest currency unit.
                 * @example 1000
                 */
                amount: number;
                /**
                 * @description What the credit pays for. Absent when it was not said. Open set: more values may come; ignore those you do not know.
                 * @example APPLY_TO_ORDER
                 * @enum {string}
                 */
                effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
            };
            /**
             * @description The points of each loyalty card. Absent for other vouchers.
             * @example {
             *       "points": 0,
             *       "expiration_rules": {
             *         "period_type": "MONTH",
             *         "period_value": 12
             *       }
             *     }
             */
            loyalty_card?: {
                /**
                 * @description How many points a card has from the start.
                 * @example 0
                 */
                points: number;
                expiration_rules?: components["schemas"]["ExpirationRules"];
            };
            /**
             * @description How often each may be redeemed.
             * @example {
             *       "quantity": 1
             *     }
             */
            redemption: {
                /**
                 * @description How many redemptions each allows; null when there is no limit.
                 * @example 1
                 */
                quantity: number | null;
            };
            /**
             * @description How the codes are made. What is absent is as `CodeConfigRequest` says by default.
             * @example {
             *       "pattern": "CLUB-########"
             *     }
             */
            code_config: {
                /**
                 * @description How many random characters a code has.
                 * @example 6
                 */
                length?: number;
                /**
                 * @description The characters to draw from.
                 * @example ABCDEFGHJKLMNPQRSTUVWXYZ23456789
                 */
                charset?: string;
                /**
                 * @description Stands before each code.
                 * @example FAIR-
                 */
                prefix?: string;
                /**
                 * @description Stands after each code.
                 * @example -26
                 */
                postfix?: string;
                /**
                 * @description Shape of the code; every `#` becomes a random character.
                 * @example CLUB-########
                 */
                pattern?: string;
            };
            /**
             * @description True in a referral program.
             * @example false
             */
            is_referral_code: boolean;
        };
        /**
         * @description What a voucher of the campaign starts as, with the block of its type: `discount`, `gift` or `loyalty_card`. The others are refused.
         * @example {
         *       "type": "GIFT_VOUCHER",
         *       "gift": {
         *         "amount": 1000
         *       }
         *     }
         */
        VoucherTemplateRequest: {
            /**
             * @description What kind of vouchers they are.
             * @example DISCOUNT_VOUCHER
             * @enum {string}
             */
            type: "DISCOUNT_VOUCHER" | "GIFT_VOUCHER" | "LOYALTY_CARD";
            discount?: components["schemas"]["DiscountRequest"];
            /**
             * @description With `GIFT_VOUCHER`, the credit of each.
             * @example {
             *       "amount": 1000,
             *       "effect": "APPLY_TO_ORDER"
             *     }
             */
            gift?: {
                /**
                 * @description How much credit, in the smallest currency unit.
                 * @example 1000
                 */
                amount: number;
                /**
                 * @description What the credit pays for.
                 * @example APPLY_TO_ORDER
                 * @enum {string}
                 */
                effect?: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS";
            };
            loyalty_card?: components["schemas"]["LoyaltyCardRequest"];
            redemption?: components["schemas"]["VoucherUseRequest"];
            code_config?: components["schemas"]["CodeConfigRequest"];
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
             * @description Credit redeemed so far, in the smallest currency unit. Absent unless it is a gift voucher.
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
             * @description Where to list the redemptions; null when that is not served.
             * @example http://127.0.0.1:3000/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10
             */
            url: string | null;
        };
        /**
         * @description How often each may be redeemed.
         * @example {
         *       "quantity": 1
         *     }
         */
        VoucherUseRequest: {
            /**
             * @description How many redemptions each allows. Null or left out, there is no limit.
             * @example 1
             */
            quantity?: number | null;
        };
    };
    responses: {
        /** @description There is no such loyalty program, no such card in it, or no such customer (`not_found`). */
        AddMemberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the card is somebody else's (`voucher_already_published`), the program has no card left and makes none (`no_voucher_suitable_for_publication`), the customer's metadata does not fit its schema (`metadata_validation_failed`), or points exceed what can be counted (`invalid_amount`). Nothing is changed. */
        AddMemberRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such campaign, or no category as the body names it (`not_found`). */
        AddVouchersNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), none would be left, `points` is 0, or there would be more than can be counted (`invalid_balance`), or the points wait no longer (`invalid_pending_points_state`). Nothing is changed. */
        AdjustPendingPointsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The rule binds it already (`duplicate_found`). Nothing is changed. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        AlreadyAssignedOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no product, SKU or collection as `applicable_to` names it (`not_found`). Nothing is created. */
        ApplicableItemNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such reward, loyalty program or validation rule (`not_found`). */
        AssignedRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is bound. */
        AssignmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such validation rule, or nothing as the body names it (`not_found`). Nothing is bound. */
        AssignmentTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such async action (`not_found`). */
        AsyncActionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The campaign holds vouchers, vouchers are being made for it, or a reward gives its vouchers away (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        CampaignInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A campaign of the project has the name (`duplicate_found`). Nothing is created. */
        CampaignNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A campaign of the project has the name (`duplicate_found`). Nothing is created. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        CampaignNameTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such campaign of the kind the path speaks of (`not_found`). */
        CampaignNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such campaign of the kind the path speaks of, or no category as the body names it (`not_found`). Nothing is created or changed. */
        CampaignOrCategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is no form with a file, or the file has no header that fits, no row, or too many (`invalid_payload`); or the campaign has no vouchers (`invalid_campaign`). Nothing is imported. */
        CampaignVoucherFileRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something is filed under the category (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        CategoryInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Another category of the project has the name (`duplicate_found`). */
        CategoryNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Another category of the project has the name (`duplicate_found`). Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        CategoryNameTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no category as the body names it (`not_found`). Nothing is created. */
        CategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body or the path is not as described (`invalid_payload`, `invalid_url`). Nothing is changed. */
        CategoryUnfit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no product or SKU as the body names it (`not_found`). Nothing is created. */
        CollectionItemNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or says two things that cannot both be meant (`invalid_payload`), something is missing (`missing_param`), the codes cannot be made (`invalid_code_config`), or metadata does not fit its schema (`metadata_validation_failed`). Nothing is created. */
        CreateCampaignRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no category or event schema as the body names it (`not_found`). Nothing is created. */
        CreateCampaignTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or names a field or an order that exports of this kind do not have (`invalid_payload`). Nothing is created. */
        CreateExportRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or a band overlaps with another (`invalid_payload`). No tier is created. */
        CreateLoyaltyTiersRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`, `missing_param`), the codes cannot be made (`invalid_code_config`), or the metadata does not fit the schema of campaigns (`metadata_validation_failed`). Nothing is created. */
        CreateProgramRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is created. */
        CreateProjectKeyRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or the time zone is none (`invalid_payload`). Nothing is created. */
        CreateProjectRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such campaign, voucher or known customer as the body names (`not_found`). */
        CreatePublicationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or names a campaign and a voucher (`invalid_payload`), neither is named (`missing_param`), somebody else holds the voucher (`voucher_already_published`), the campaign has none left and makes none (`no_voucher_suitable_for_publication`), it is a promotion (`invalid_campaign`), metadata does not fit its schema (`metadata_validation_failed`), or points exceed what can be counted (`invalid_amount`). Nothing is changed. */
        CreatePublicationRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body or the path is not as described, the type is a loyalty card of no campaign, or something is sent that the campaign says (`invalid_payload`), the type or its block is missing (`missing_param`), no code can be made (`invalid_code_config`), the campaign takes no vouchers (`invalid_campaign`), or the metadata does not fit its schema (`metadata_validation_failed`). Nothing is created. */
        CreateVoucherRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is no form with a file, or the file has no header that fits, no row, or too many (`invalid_payload`). Nothing is imported. */
        CustomerFileRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description It is deleted. There is nothing to say of it any more. */
        Deleted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is not as described (`invalid_payload`), a voucher or tier is there twice (`duplicated_redeemables`) or there are more than the project takes (`invalid_redeemables`), the metadata does not fit its schema (`metadata_validation_failed`), the order is another customer's (`invalid_customer`), or amounts exceed what can be counted (`invalid_amount`). */
        DiscountsRequestRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A loyalty tier gives something else for the rule (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        EarningRuleInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, or no such earning rule in it (`not_found`). */
        EarningRuleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, no such earning rule in it, or no validation rule, product, SKU or collection as the body names it (`not_found`). Nothing is changed. */
        EarningRuleOrTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the metadata does not fit its schema (`metadata_validation_failed`), the order is another customer's (`invalid_customer`), or amounts exceed what can be counted (`invalid_amount`). */
        EligibilityRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Something earns or converts by the event (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        EventSchemaInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project, the credentials are of another one, or it has no such event schema (`not_found`). */
        EventSchemaNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description An event of that name is defined (`duplicate_found`). Nothing is changed. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        EventSchemaTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such export (`not_found`). */
        ExportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not an array of orders as described, or a date is none; `details` names the index (`invalid_payload`). Nothing is stored. */
        ImportOrdersRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The service failed (`internal_error`). The body says no more than the request's id, which finds it in the log. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The query is not as described, or `starting_after_id` never was an entry of this card (`invalid_query_params`). */
        InvalidPendingPointsQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The query is not as described (`invalid_query_params`), or the path cannot be decoded (`invalid_url`). */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description No token was sent (`missing_parameters`), or the form has a field too many (`invalid_payload`). */
        InvalidRevocation: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). Nothing was done by this one; after `Retry-After` seconds it is answered as that one is. */
        KeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The `Idempotency-Key` was sent with another request in the last 24 hours (`idempotency_key_reused`), or the answer to the same request was erased with a customer (`idempotency_answer_erased`). Nothing was done. */
        KeyRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The key and its tokens are accepted no more. */
        KeyRevoked: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description It is the last key that manages the project (`resource_in_use`), or the path is not as described. Nothing is revoked. */
        LastManagementKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Members stand in the tier or an earning rule is for it (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        LoyaltyTierInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A tier of the program has the name (`duplicate_found`). No tier is created. */
        LoyaltyTierNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A tier of the program has the name (`duplicate_found`). No tier is created. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        LoyaltyTierNameTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, or no such tier in it (`not_found`). */
        LoyaltyTierNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, no such tier in it, or no earning rule as the body names it (`not_found`). Nothing is changed. */
        LoyaltyTierOrTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, or it has no earning rule as a tier names it (`not_found`). No tier is created. */
        LoyaltyTierTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Management credentials are missing or wrong (`unauthorized`). Key pairs of applications and bearer tokens do not open this operation. */
        ManagementCredentialsRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description That kind of resource has a schema (`duplicate_found`). Nothing is created. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        MetadataSchemaTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no order or customer of the id that the body names (`not_found`). An unknown voucher or tier is no such mistake: it is among the inapplicable ones. */
        NamedNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such order (`not_found`). */
        OrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is larger than 10 MiB (`payload_too_large`). */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The points will never come. There is nothing to say of them any more. */
        PendingPointsCanceled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The points wait no longer (`invalid_pending_points_state`), a body was sent (`invalid_payload`), or the path or the query is not as described. Nothing is changed. */
        PendingPointsKept: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such card, or the points never waited on it (`not_found`). */
        PendingPointsNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The points wait no longer (`invalid_pending_points_state`), points that follow exceed what can be counted (`invalid_amount`), a body was sent (`invalid_payload`), or the path or the query is not as described. Nothing is changed. */
        PendingPointsSettled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A rule names the collection (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        ProductCollectionInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such collection (`not_found`). */
        ProductCollectionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is created. */
        ProductCollectionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The product has SKUs, or something names it (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        ProductInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Another product of the project has the name (`duplicate_found`). Nothing is changed. */
        ProductNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Another product of the project has the name (`duplicate_found`). Nothing is changed. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        ProductNameTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such product (`not_found`). */
        ProductNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or the picture's address will not do (`invalid_payload`), or the metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        ProductRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such product, or it has no such SKU (`not_found`). */
        ProductSkuNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, or no such card in it (`not_found`). */
        ProgramCardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such loyalty program, or no such reward (`not_found`). */
        ProgramRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project, the credentials are of another one, or it has no such key any more (`not_found`). */
        ProjectKeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project, or the credentials are of another one (`not_found`). */
        ProjectNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project, the credentials are of another one, or it has no such metadata schema (`not_found`). */
        ProjectSchemaNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such promotion tier (`not_found`). */
        PromotionTierNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such promotion tier, or no category as the body names it (`not_found`). Nothing is changed. */
        PromotionTierOrCategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or says what cannot be meant (`invalid_payload`), or metadata does not fit its schema (`metadata_validation_failed`). Nothing is created or changed. */
        PromotionTierRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no order or customer of the id that the body names (`not_found`). */
        QualifyingNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The request as a whole is refused and not recorded: the body is not as described (`invalid_payload`), a voucher or tier is there twice (`duplicated_redeemables`) or there are more than the project takes (`invalid_redeemables`), the metadata does not fit its schema (`metadata_validation_failed`), the order is another customer's (`invalid_customer`), or amounts exceed what can be counted (`invalid_amount`). Or a voucher or tier cannot be redeemed, for the reason that the key says, or none of them can (`no_applicable_redeemables`); then the refusal is recorded as a failed redemption, whose id is `resource_id`. */
        RedeemDiscountsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RedeemableError"];
            };
        };
        /** @description Something the request names does not exist (`not_found`): the loyalty program, the card, the reward, its assignment to the program, the order, a product or a SKU. No redemption is recorded. */
        RedeemRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no order or customer of the id that the body names, or no voucher or tier (`not_found`). Nothing is recorded. */
        RedeemedNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RedeemableError"];
            };
        };
        /** @description There is no such redemption (`not_found`). */
        RedemptionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Refused by the rules of the program, limits over time among them, and recorded as a failed redemption; or not as described (`invalid_payload`), and not recorded. */
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
        /** @description That kind of resource has no metadata schema (`not_found`). */
        ResourceSchemaNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The reward is on offer in the program already (`duplicate_found`). Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        RewardAssignedOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such reward, or it has no such assignment (`not_found`). */
        RewardAssignmentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or a `COIN` reward has a price (`invalid_payload`), the price is missing (`missing_param`), or the reward brings points of that very program (`invalid_campaign`). */
        RewardAssignmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or a `COIN` reward has a price (`invalid_payload`), a price is missing (`missing_param`), or a reward brings points of this very program (`invalid_campaign`). Nothing is put on offer. */
        RewardAssignmentsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The reward is on offer in a program (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        RewardInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such reward (`not_found`). */
        RewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description It was rolled back before (`already_rolled_back`), is one of several that were made together (`invalid_redemption_parent`), failed or is a rollback itself (`invalid_rollback_params`), is of another customer (`invalid_customer`) or another order (`invalid_order`), what it brought is spent (`gift_amount_exceeded`, `loyalty_card_points_exceeded`), the metadata do not fit (`metadata_validation_failed`), or the request is not as described. Nothing is undone. */
        RollbackDiscountsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The redemption was rolled back before (`already_rolled_back`), failed or is a rollback itself (`invalid_rollback_params`), is one of several that were made together (`invalid_redemption_parent`) or stands for them (`invalid_redemption`), its customer is gone (`invalid_customer`), the metadata do not fit (`metadata_validation_failed`), credit or points of another program that it brought are spent (`gift_amount_exceeded`, `loyalty_card_points_exceeded`), or the request is not as described. Nothing is undone. */
        RollbackRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such validation rule, or it has no such assignment (`not_found`). */
        RuleAssignmentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the metadata does not fit the schema of customers (`metadata_validation_failed`), or points that follow exceed what can be counted (`invalid_amount`). Nothing is changed. */
        SaveCustomerRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no order, customer, product or SKU as the path or the body names it (`not_found`). Nothing is stored. */
        SaveOrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or does not say who the customer is (`invalid_payload`), the metadata does not fit its schema (`metadata_validation_failed`), the order is another customer's (`invalid_customer`), or amounts or points exceed what can be counted (`invalid_amount`). Nothing is stored. */
        SaveOrderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, a constraint does not fit its type, or no value could satisfy a definition (`invalid_payload`). Nothing is changed. */
        SchemaRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A rule is about the segment (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        SegmentInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such segment (`not_found`). */
        SegmentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The segment cannot be as sent (`invalid_payload`, `missing_param`), or the body or the path is not as described. Nothing is created. */
        SegmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A customer or a program that the segment names does not exist (`not_found`). */
        SegmentTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The store is busy, the service has more to do than it can answer in time, or it is stopping (`service_unavailable`). Nothing was done; try again after `Retry-After` seconds. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such voucher, or no lock of that key holds it (`not_found`). */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The lock holds the voucher no more. */
        SessionReleased: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Something names the SKU (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        SkuInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such SKU (`not_found`). */
        SkuNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A SKU of another product has the `source_id` (`duplicate_found`). Nothing is created. Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). */
        SkuTakenOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project for these credentials, or no category of an id that is named (`not_found`). Nothing is created. */
        StackedCategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The project has stacking rules already (`stacking_rules_exist`). Or a request with the same `Idempotency-Key` is being carried out (`idempotency_key_in_use`). Nothing is created. */
        StackingRulesExistOrKeyInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such project for these credentials, it has no such stacking rules, or there is no category of an id that is named (`not_found`). Nothing is changed. */
        StackingRulesNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, a limit is above the one that bounds it, or a category is in two lists that exclude each other (`invalid_payload`). Nothing is changed. */
        StackingRulesRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body or the path is not as described (`invalid_payload`, `invalid_query_params`, `invalid_url`). */
        SwitchCampaignRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description This project issued no such token (`not_found`). */
        TokenNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The token is accepted no more. */
        TokenRevoked: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Credentials are missing or wrong, of another project, or a token that has ended (`unauthorized`). */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such category (`not_found`). */
        UnknownCategory: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not `application/x-www-form-urlencoded` (`unsupported_media_type`). */
        UnsupportedFormMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not `application/json` (`unsupported_media_type`). */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), `expiration_date` is missing (`missing_param`), nobody holds the card, it has fewer points than are to be taken, or `points` is 0 (`invalid_balance`), or points that follow exceed what can be counted (`invalid_amount`). */
        UpdateBalanceRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or does not fit the campaign (`invalid_payload`), the codes cannot be made (`invalid_code_config`), or metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        UpdateCampaignRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or does not fit the event of the rule (`invalid_payload`), something is missing (`missing_param`), or metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        UpdateEarningRuleRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or the band overlaps with another (`invalid_payload`). Nothing is changed. */
        UpdateLoyaltyTierRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is changed. */
        UpdateProductCollectionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described, or a `COIN` reward would have a price (`invalid_payload`). Nothing is changed. */
        UpdateRewardAssignmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described or makes another kind of reward (`invalid_payload`), a parameter is missing (`missing_param`), a balance will not do (`invalid_balance`), the points are of a program it is on offer in (`invalid_campaign`), or the metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        UpdateRewardRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body or the path is not as described, a block of another type is sent, the windows need a start, or fewer redemptions are allowed than there were (`invalid_payload`), or the metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        UpdateVoucherRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such collection, or no product or SKU as the body names it (`not_found`). Nothing is changed. */
        UpdatedCollectionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such reward, or no campaign, product or SKU as the body names it (`not_found`). Nothing is changed. */
        UpdatedRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such validation rule, or no product, SKU or collection as `applicable_to` names it (`not_found`). Nothing is changed. */
        UpdatedRuleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description A path parameter has more than 512 characters (`uri_too_long`). This comes before credentials are looked at. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The rule binds something (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        ValidationRuleInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such validation rule (`not_found`). */
        ValidationRuleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), or the rule cannot be understood (`invalid_validation_rules`). Nothing is changed. */
        ValidationRuleRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the voucher has no credit (`invalid_voucher`), it has less than is to be taken, would have got more than can be counted, or `amount` is 0 (`invalid_balance`), or what follows exceeds what can be counted (`invalid_amount`). */
        VoucherBalanceRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is no form with a file, or the file has no header that fits, no row, or too many (`invalid_payload`). Nothing is imported. */
        VoucherFileRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Idempotent-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Somebody holds or held the voucher, it was redeemed, or its credit was moved (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        VoucherInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such voucher, or no category as the body names it (`not_found`). */
        VoucherOrCategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
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
         * @description Id of the assignment.
         * @example rewa_00bakery
         */
        BakeryRewardAssignmentId: string;
        /**
         * @description Id of the reward.
         * @example rew_00bakery
         */
        BakeryRewardId: string;
        /**
         * @description Answer only campaigns of this kind.
         * @example DISCOUNT_COUPONS
         */
        CampaignTypeWanted: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM" | "PROMOTION" | "REFERRAL_PROGRAM";
        /**
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
         * @example -created_at
         */
        CampaignsOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Id of the category.
         * @example cat_00seasonal
         */
        CategoryId: string;
        /**
         * @description Code of the voucher, or its id. A code that matches wins.
         * @example WELCOME
         */
        ChangedVoucherCode: string;
        /**
         * @description Answer only what was made at this instant or earlier.
         * @example 2036-12-31T23:59:59.999Z
         */
        CreatedUntil: string;
        /**
         * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
         * @example -created_at
         */
        CreationOrder: "created_at" | "-created_at";
        /**
         * @description Answer only customers with exactly this e-mail address.
         * @example ada@example.com
         */
        CustomerEmailWanted: string;
        /**
         * @description Id of the customer, or your own `source_id`. An id that matches wins.
         * @example cust_00ada
         */
        CustomerIdOrSource: string;
        /**
         * @description Answer only the customer with exactly this identifier of yours.
         * @example ada
         */
        CustomerSourceWanted: string;
        /**
         * @description Id of the earning rule, which has to be of this program.
         * @example ern_00euro
         */
        EarningRuleId: string;
        /**
         * @description Id of the customer, also of one who was deleted before, or your own `source_id`. An id that matches wins.
         * @example cust_00finn
         */
        ErasableCustomerId: string;
        /**
         * @description Id of the event schema.
         * @example ms_00review
         */
        EventSchemaId: string;
        /**
         * @description Id of the export.
         * @example exp_00orders
         */
        ExportId: string;
        /**
         * @description Code of the voucher, or its id. A code that matches wins.
         * @example GIFT-2500
         */
        GiftVoucherCode: string;
        /**
         * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
         * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
         */
        IdempotencyKey: string;
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
         * @description Id of the loyalty tier, which has to be of this program.
         * @example ltr_00gold
         */
        LoyaltyTierId: string;
        /**
         * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
         * @example CLUB-ADA-0001
         */
        Member: string;
        /**
         * @description Newest card first (`-created_at`) or oldest first (`created_at`).
         * @example -created_at
         */
        MembersOrder: "created_at" | "-created_at";
        /**
         * @description Id of the metadata schema.
         * @example ms_00customer
         */
        MetadataSchemaId: string;
        /**
         * @description The code the voucher is to have in its campaign.
         * @example SPRING-VIP
         */
        NewCampaignVoucherCode: string;
        /**
         * @description The code the voucher is to have. `importCSV` is a path of its own; a voucher of that code is created without the path, and reached by its id.
         * @example TEN-OFF-2026
         */
        NewVoucherCode: string;
        /**
         * @description Answer only what is of this campaign, by id or name; an id that matches wins.
         * @example camp_00spring
         */
        OfCampaign: string;
        /**
         * @description Answer only what this customer has, by id or source id; an id that matches wins.
         * @example cust_00ada
         */
        OfCustomer: string;
        /**
         * @description Answer only what is of this voucher, by code or id; a code that matches wins.
         * @example CLUB-ADA-0001
         */
        OfVoucher: string;
        /**
         * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
         * @example camp_00bakery
         */
        OfferingCampaign: string;
        /**
         * @description Id of the order, or your own `source_id`. An id that matches wins.
         * @example ord_00cart
         */
        OrderIdOrSource: string;
        /**
         * @description Answer only the orders of this customer, by id or by your own `source_id`; an id that matches wins. The orders of a deleted customer are found by the id.
         * @example cust_00ada
         */
        OrdersCustomer: string;
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
         * @description Id of the redemption that stands for all of those made together, or of one that was made alone.
         * @example r_00picnic
         */
        ParentRedemptionId: string;
        /**
         * @description Oldest first (`id`) or newest first (`-id`).
         * @example -id
         */
        PendingPointsOrder: "id" | "-id";
        /**
         * @description Id of the entry.
         * @example lopp_00activate
         */
        PendingPointsToActivate: string;
        /**
         * @description Id of the entry.
         * @example lopp_00adjust
         */
        PendingPointsToAdjust: string;
        /**
         * @description Id of the entry.
         * @example lopp_00cancel
         */
        PendingPointsToCancel: string;
        /**
         * @description Id of the collection.
         * @example pc_00coffee
         */
        ProductCollectionId: string;
        /**
         * @description Id of the product, or your own `source_id`. An id that matches wins.
         * @example prod_00mug
         */
        ProductIdOrSource: string;
        /**
         * @description Id of the project.
         * @example proj_00demo
         */
        Project: string;
        /**
         * @description Newest first (`-created_at`) or oldest first (`created_at`). Equal ones go by id.
         * @example -created_at
         */
        ProjectKeysOrder: "created_at" | "-created_at";
        /**
         * @description Id of a promotion campaign, or its exact name. An id that matches wins over a name.
         * @example camp_00autumn
         */
        PromotionCampaign: string;
        /**
         * @description Id of the promotion tier.
         * @example promo_00tenoff
         */
        PromotionTierId: string;
        /**
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id.
         * @example -created_at
         */
        PromotionTiersOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Answer only the redemptions of this customer, by id or your own `source_id`; none for nobody.
         * @example ada
         */
        RedeemingCustomer: string;
        /**
         * @description Id of the redemption.
         * @example r_00first
         */
        RedemptionId: string;
        /**
         * @description Id of the redemption.
         * @example r_00first
         */
        RedemptionToRollBack: string;
        /**
         * @description Answer only assignments to what has this id.
         * @example promo_00fiveoff
         */
        RelatedObjectWanted: string;
        /**
         * @description The kind of resource: `customer`, `order` and so on, or a name of your own.
         * @example customer
         */
        ResourceKind: string;
        /**
         * @description Id of the assignment.
         * @example rewa_00mug
         */
        RewardAssignmentId: string;
        /**
         * @description Id of the reward.
         * @example rew_00mug
         */
        RewardId: string;
        /**
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
         * @example -created_at
         */
        RewardsOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Why, for the record of the rollback. Not read beside `reason` of the body.
         * @example Sent back unused
         */
        RollbackReason: string;
        /**
         * @description What whoever redeemed is known by, for the record of the rollback. Not read beside `tracking_id` of the body.
         * @example visitor-81f2
         */
        RollbackTrackingId: string;
        /**
         * @description Id of the segment.
         * @example seg_00regulars
         */
        SegmentId: string;
        /**
         * @description Key of the lock.
         * @example cart-17
         */
        SessionKey: string;
        /**
         * @description Id of the SKU, or your own `source_id`. An id that matches wins.
         * @example sku_00mugblue
         */
        SkuIdOrSource: string;
        /**
         * @description Id of the campaign, or its exact name. An id that matches wins over a name.
         * @example camp_00winter
         */
        SpareCampaign: string;
        /**
         * @description Id of the category.
         * @example cat_00outlet
         */
        SpareCategoryId: string;
        /**
         * @description Id of the customer, or your own `source_id`. An id that matches wins.
         * @example cust_00finn
         */
        SpareCustomerId: string;
        /**
         * @description Id of the earning rule, which has to be of this program.
         * @example ern_00cup
         */
        SpareEarningRuleId: string;
        /**
         * @description Id of the event schema.
         * @example ms_00tasting
         */
        SpareEventSchemaId: string;
        /**
         * @description Id of the export.
         * @example exp_00outdated
         */
        SpareExportId: string;
        /**
         * @description Id of the key.
         * @example demo-spare-id
         */
        SpareKeyId: string;
        /**
         * @description Id of the loyalty tier, which has to be of this program.
         * @example ltr_00guest
         */
        SpareLoyaltyTierId: string;
        /**
         * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
         * @example CLUB-MARA-0001
         */
        SpareMember: string;
        /**
         * @description Id of the metadata schema.
         * @example ms_00showcase
         */
        SpareMetadataSchemaId: string;
        /**
         * @description Id of the collection.
         * @example pc_00lastyear
         */
        SpareProductCollectionId: string;
        /**
         * @description Id of the product, or your own `source_id`. An id that matches wins.
         * @example prod_00tin
         */
        SpareProductIdOrSource: string;
        /**
         * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
         * @example camp_00tea
         */
        SpareProgram: string;
        /**
         * @description Id of the promotion tier.
         * @example promo_00snow
         */
        SparePromotionTierId: string;
        /**
         * @description Id of the reward.
         * @example rew_00retired
         */
        SpareRewardId: string;
        /**
         * @description Id of the assignment.
         * @example asgm_00fiveoff
         */
        SpareRuleAssignmentId: string;
        /**
         * @description Id of the segment.
         * @example seg_00tasting
         */
        SpareSegmentId: string;
        /**
         * @description Id of the SKU, or your own `source_id`. An id that matches wins.
         * @example sku_00mugold
         */
        SpareSkuIdOrSource: string;
        /**
         * @description Id of the validation rule.
         * @example val_00beansonly
         */
        SpareValidationRuleId: string;
        /**
         * @description Code of the voucher, or its id. A code that matches wins.
         * @example FLYER-2025
         */
        SpareVoucherCode: string;
        /**
         * @description Id of the stacking rules.
         * @example stk_00demo
         */
        StackingRulesId: string;
        /**
         * @description Answer what follows this entry: the `more_starting_after` of the page before. An entry that has been activated or canceled since is still good; one that never was this card's is refused.
         * @example lopp_00beans
         */
        StartingAfter: string;
        /**
         * @description Id of the campaign, or its exact name. An id that matches wins over a name.
         * @example camp_00autumn
         */
        SwitchedCampaign: string;
        /**
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
         * @example -created_at
         */
        TimesOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Newest first (`-created_at`, or `-id`) or oldest first (`created_at`, or `id`); ids are made in the order of time.
         * @example -created_at
         */
        TransactionsOrder: "created_at" | "-created_at" | "id" | "-id";
        /**
         * @description Id of the earning rule, which has to be of this program.
         * @example ern_00sip
         */
        UnusedEarningRuleId: string;
        /**
         * @description Id of the loyalty tier, which has to be of this program.
         * @example ltr_00host
         */
        UnusedLoyaltyTierId: string;
        /**
         * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
         * @example camp_00juice
         */
        UnusedProgram: string;
        /**
         * @description Id of the promotion tier.
         * @example promo_00thaw
         */
        UnusedPromotionTierId: string;
        /**
         * @description Id of the validation rule.
         * @example val_00twenty
         */
        ValidationRuleId: string;
        /**
         * @description Answer only assignments of the rule with this id.
         * @example val_00twenty
         */
        ValidationRuleWanted: string;
        /**
         * @description Id of the campaign, or its exact name. An id that matches wins over a name.
         * @example camp_00spring
         */
        VoucherCampaign: string;
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
        /** @description That the answer repeats the one to an earlier request with the same `Idempotency-Key`, and that nothing was done. Absent otherwise. */
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
            414: components["responses"]["UriTooLong"];
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
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeemRewardByCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
    checkEligibility: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Who asks, with which order, and what of the answer is wanted. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckEligibilityRequest"];
            };
        };
        responses: {
            /** @description What qualifies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Eligibility"];
                };
            };
            400: components["responses"]["EligibilityRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["QualifyingNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    validateStackedDiscounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to apply, to what, and for whom. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyDiscountsRequest"];
            };
        };
        responses: {
            /** @description What applies and what does not, and the order with it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountsValidation"];
                };
            };
            400: components["responses"]["DiscountsRequestRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NamedNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRedemptions: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only the redemptions of this customer, by id or your own `source_id`; none for nobody.
                 * @example ada
                 */
                customer?: components["parameters"]["RedeemingCustomer"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of redemptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedemptionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeemStackedDiscounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to apply, to what, and for whom. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyDiscountsRequest"];
            };
        };
        responses: {
            /** @description What was redeemed, and the order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountsRedemption"];
                };
            };
            400: components["responses"]["RedeemDiscountsRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RedeemedNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rollbackStackedRedemptions: {
        parameters: {
            query?: {
                /**
                 * @description Why, for the record of the rollback. Not read beside `reason` of the body.
                 * @example Sent back unused
                 */
                reason?: components["parameters"]["RollbackReason"];
                /**
                 * @description What whoever redeemed is known by, for the record of the rollback. Not read beside `tracking_id` of the body.
                 * @example visitor-81f2
                 */
                tracking_id?: components["parameters"]["RollbackTrackingId"];
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the redemption that stands for all of those made together, or of one that was made alone.
                 * @example r_00picnic
                 */
                parentRedemptionId: components["parameters"]["ParentRedemptionId"];
            };
            cookie?: never;
        };
        /** @description Why, if anybody should know. No body is needed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollbackDiscountsRequest"];
            };
        };
        responses: {
            /** @description The rollbacks, and the order as it is then. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountsRollback"];
                };
            };
            400: components["responses"]["RollbackDiscountsRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RedemptionNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseValidationSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example WELCOME
                 */
                code: components["parameters"]["ChangedVoucherCode"];
                /**
                 * @description Key of the lock.
                 * @example cart-17
                 */
                sessionKey: components["parameters"]["SessionKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["SessionReleased"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SessionNotFound"];
            414: components["responses"]["UriTooLong"];
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
            414: components["responses"]["UriTooLong"];
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
                    "application/json": components["schemas"]["PublicationList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only customers with exactly this e-mail address.
                 * @example ada@example.com
                 */
                email?: components["parameters"]["CustomerEmailWanted"];
                /**
                 * @description Answer only the customer with exactly this identifier of yours.
                 * @example ada
                 */
                source_id?: components["parameters"]["CustomerSourceWanted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Who it is, and what is said of them. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerRequest"];
            };
        };
        responses: {
            /** @description The customer as they are now, with what they add up to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["SaveCustomerRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importCustomersUsingCsv: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CustomerFileRequest"];
            };
        };
        responses: {
            /** @description The rows are being imported. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["CustomerFileRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the customer, or your own `source_id`. An id that matches wins.
                 * @example cust_00ada
                 */
                customerId: components["parameters"]["CustomerIdOrSource"];
            };
            cookie?: never;
        };
        /** @description What is said of the customer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerRequest"];
            };
        };
        responses: {
            /** @description The customer as they are now, with what they add up to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["SaveCustomerRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the customer, or your own `source_id`. An id that matches wins.
                 * @example cust_00finn
                 */
                customerId: components["parameters"]["SpareCustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the customer, also of one who was deleted before, or your own `source_id`. An id that matches wins.
                 * @example cust_00finn
                 */
                customerId: components["parameters"]["ErasableCustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description That the customer is deleted, and that their records are being erased. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerErasure"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            409: components["responses"]["KeyInUse"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomerSegments: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the customer, or your own `source_id`. An id that matches wins.
                 * @example cust_00ada
                 */
                customerId: components["parameters"]["CustomerIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of segments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSegments"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSegments: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of segments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The segment. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SegmentRequest"];
            };
        };
        responses: {
            /** @description The segment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            400: components["responses"]["SegmentRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SegmentTargetNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment.
                 * @example seg_00regulars
                 */
                segmentId: components["parameters"]["SegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SegmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment.
                 * @example seg_00tasting
                 */
                segmentId: components["parameters"]["SpareSegmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["SegmentInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SegmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCategories: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["TimesOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of categories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The category. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryRequest"];
            };
        };
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["CategoryUnfit"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["CategoryNameTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the category.
                 * @example cat_00seasonal
                 */
                categoryId: components["parameters"]["CategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownCategory"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the category.
                 * @example cat_00outlet
                 */
                categoryId: components["parameters"]["SpareCategoryId"];
            };
            cookie?: never;
        };
        /** @description What is to be changed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCategoryRequest"];
            };
        };
        responses: {
            /** @description The category as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
            400: components["responses"]["CategoryUnfit"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownCategory"];
            409: components["responses"]["CategoryNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the category.
                 * @example cat_00outlet
                 */
                categoryId: components["parameters"]["SpareCategoryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["CategoryInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UnknownCategory"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrders: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only the orders of this customer, by id or by your own `source_id`; an id that matches wins. The orders of a deleted customer are found by the id.
                 * @example cust_00ada
                 */
                customer?: components["parameters"]["OrdersCustomer"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            /** @description The order as it is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["SaveOrderRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SaveOrderNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importOrders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The orders. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderImports"];
            };
        };
        responses: {
            /** @description The orders are being imported. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["ImportOrdersRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order, or your own `source_id`. An id that matches wins.
                 * @example ord_00cart
                 */
                orderId: components["parameters"]["OrderIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the order, or your own `source_id`. An id that matches wins.
                 * @example ord_00cart
                 */
                orderId: components["parameters"]["OrderIdOrSource"];
            };
            cookie?: never;
        };
        /** @description What is to be changed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrderRequest"];
            };
        };
        responses: {
            /** @description The order as it is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["SaveOrderRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SaveOrderNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
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
                 * @description Newest card first (`-created_at`) or oldest first (`created_at`).
                 * @example -created_at
                 */
                order?: components["parameters"]["MembersOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of cards. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        /** @description Who joins, and perhaps with which card. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMemberRequest"];
            };
        };
        responses: {
            /** @description The member's card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["AddMemberRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AddMemberNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
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
            /** @description The card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProgramCardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyCardBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
        /** @description How many points, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBalanceRequest"];
            };
        };
        responses: {
            /** @description The balance after the movement and all that followed from it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyCardBalance"];
                };
            };
            400: components["responses"]["UpdateBalanceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProgramCardNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMemberByCard: {
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
        requestBody?: never;
        responses: {
            /** @description The card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyCardBalanceByCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                memberId: components["parameters"]["Member"];
            };
            cookie?: never;
        };
        /** @description How many points, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBalanceRequest"];
            };
        };
        responses: {
            /** @description The balance after the movement and all that followed from it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyCardBalance"];
                };
            };
            400: components["responses"]["UpdateBalanceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CardNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRewardAssignments: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["RewardsOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assignments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardAssignmentList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRewardAssignments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00bakery
                 */
                campaignId: components["parameters"]["OfferingCampaign"];
            };
            cookie?: never;
        };
        /** @description The rewards, and what they cost. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRewardAssignmentsRequest"];
            };
        };
        responses: {
            /** @description The assignments, in the order of the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardAssignments"];
                };
            };
            400: components["responses"]["RewardAssignmentsRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProgramRewardNotFound"];
            409: components["responses"]["RewardAssignedOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRewards: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["RewardsOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rewards. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReward: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reward. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reward"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReward: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRewardRequest"];
            };
        };
        responses: {
            /** @description The reward as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reward"];
                };
            };
            400: components["responses"]["UpdateRewardRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UpdatedRewardNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteReward: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00retired
                 */
                rewardId: components["parameters"]["SpareRewardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["RewardInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAssignmentsOfReward: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assignments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRewardAssignment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
            };
            cookie?: never;
        };
        /** @description Where, and what it costs. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRewardAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardAssignment"];
                };
            };
            400: components["responses"]["RewardAssignmentRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AssignedRewardNotFound"];
            409: components["responses"]["RewardAssignedOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRewardAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
                /**
                 * @description Id of the assignment.
                 * @example rewa_00mug
                 */
                assignmentId: components["parameters"]["RewardAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardAssignment"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardAssignmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRewardAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00mug
                 */
                rewardId: components["parameters"]["RewardId"];
                /**
                 * @description Id of the assignment.
                 * @example rewa_00mug
                 */
                assignmentId: components["parameters"]["RewardAssignmentId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRewardAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewardAssignment"];
                };
            };
            400: components["responses"]["UpdateRewardAssignmentRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardAssignmentNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRewardAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the reward.
                 * @example rew_00bakery
                 */
                rewardId: components["parameters"]["BakeryRewardId"];
                /**
                 * @description Id of the assignment.
                 * @example rewa_00bakery
                 */
                assignmentId: components["parameters"]["BakeryRewardAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RewardAssignmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVouchers: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only what is of this campaign, by id or name; an id that matches wins.
                 * @example camp_00spring
                 */
                campaign?: components["parameters"]["OfCampaign"];
                /**
                 * @description Answer only what this customer has, by id or source id; an id that matches wins.
                 * @example cust_00ada
                 */
                customer?: components["parameters"]["OfCustomer"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of vouchers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVoucher: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What the voucher is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVoucherRequest"];
            };
        };
        responses: {
            /** @description The new voucher. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["CreateVoucherRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AddVouchersNotFound"];
            409: components["responses"]["CodeTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importVouchersUsingCsv: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VoucherFileRequest"];
            };
        };
        responses: {
            /** @description The rows are being imported. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["VoucherFileRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVoucher: {
        parameters: {
            query?: never;
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
            /** @description The voucher. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateVoucher: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example WELCOME
                 */
                code: components["parameters"]["ChangedVoucherCode"];
            };
            cookie?: never;
        };
        /** @description What is to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateVoucherRequest"];
            };
        };
        responses: {
            /** @description The voucher as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["UpdateVoucherRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherOrCategoryNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVoucherWithCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The code the voucher is to have. `importCSV` is a path of its own; a voucher of that code is created without the path, and reached by its id.
                 * @example TEN-OFF-2026
                 */
                code: components["parameters"]["NewVoucherCode"];
            };
            cookie?: never;
        };
        /** @description What the voucher is. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVoucherWithCodeRequest"];
            };
        };
        responses: {
            /** @description The new voucher. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["CreateVoucherRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AddVouchersNotFound"];
            409: components["responses"]["CodeTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVoucher: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example FLYER-2025
                 */
                code: components["parameters"]["SpareVoucherCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["VoucherInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableVoucher: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example WELCOME
                 */
                code: components["parameters"]["ChangedVoucherCode"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchVoucherRequest"];
            };
        };
        responses: {
            /** @description The voucher as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableVoucher: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example WELCOME
                 */
                code: components["parameters"]["ChangedVoucherCode"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchVoucherRequest"];
            };
        };
        responses: {
            /** @description The voucher as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateVoucherBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the voucher, or its id. A code that matches wins.
                 * @example GIFT-2500
                 */
                code: components["parameters"]["GiftVoucherCode"];
            };
            cookie?: never;
        };
        /** @description How much credit, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateVoucherBalanceRequest"];
            };
        };
        responses: {
            /** @description What the voucher holds now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftVoucherBalance"];
                };
            };
            400: components["responses"]["VoucherBalanceRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addVoucherToCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00spring
                 */
                campaignId: components["parameters"]["VoucherCampaign"];
                /**
                 * @description The code the voucher is to have in its campaign.
                 * @example SPRING-VIP
                 */
                code: components["parameters"]["NewCampaignVoucherCode"];
            };
            cookie?: never;
        };
        /** @description What to override; may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AddVoucherRequest"];
            };
        };
        responses: {
            /** @description The new voucher. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPublications: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only what is of this voucher, by code or id; a code that matches wins.
                 * @example CLUB-ADA-0001
                 */
                voucher?: components["parameters"]["OfVoucher"];
                /**
                 * @description Answer only what this customer has, by id or source id; an id that matches wins.
                 * @example cust_00ada
                 */
                customer?: components["parameters"]["OfCustomer"];
            };
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["PublicationList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPublication: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Who is given what. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePublicationRequest"];
            };
        };
        responses: {
            /** @description The publication. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            400: components["responses"]["CreatePublicationRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CreatePublicationNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rollbackRedemption: {
        parameters: {
            query?: {
                /**
                 * @description Why, for the record of the rollback. Not read beside `reason` of the body.
                 * @example Sent back unused
                 */
                reason?: components["parameters"]["RollbackReason"];
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the redemption.
                 * @example r_00first
                 */
                redemptionId: components["parameters"]["RedemptionToRollBack"];
            };
            cookie?: never;
        };
        /** @description Why, if anybody should know. No body is needed. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollbackRedemptionRequest"];
            };
        };
        responses: {
            /** @description The rollback, with the card as it is once everything is undone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redemption"];
                };
            };
            400: components["responses"]["RollbackRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RedemptionNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLoyaltyPrograms: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["CampaignsOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of loyalty programs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLoyaltyProgram: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The program. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLoyaltyProgramRequest"];
            };
        };
        responses: {
            /** @description The new program. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["CreateProgramRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CategoryNotFound"];
            409: components["responses"]["CampaignNameTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLoyaltyProgram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The loyalty program. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyProgram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
            };
            cookie?: never;
        };
        /** @description What is to be another way. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLoyaltyProgramRequest"];
            };
        };
        responses: {
            /** @description The program as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["UpdateCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignOrCategoryNotFound"];
            409: components["responses"]["CampaignNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLoyaltyProgram: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00juice
                 */
                campaignId: components["parameters"]["UnusedProgram"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["CampaignInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLoyaltyTiers: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["CampaignsOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of loyalty tiers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyTierList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLoyaltyTiers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00bakery
                 */
                campaignId: components["parameters"]["OfferingCampaign"];
            };
            cookie?: never;
        };
        /** @description The tiers. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoyaltyTiersRequest"];
            };
        };
        responses: {
            /** @description The new tiers, in the order sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyTiers"];
                };
            };
            400: components["responses"]["CreateLoyaltyTiersRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoyaltyTierTargetNotFound"];
            409: components["responses"]["LoyaltyTierNameTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEarningRules: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["CampaignsOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of earning rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRuleList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLoyaltyTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
                /**
                 * @description Id of the loyalty tier, which has to be of this program.
                 * @example ltr_00gold
                 */
                loyaltyTierId: components["parameters"]["LoyaltyTierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The loyalty tier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyTier"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoyaltyTierNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the loyalty tier, which has to be of this program.
                 * @example ltr_00guest
                 */
                loyaltyTierId: components["parameters"]["SpareLoyaltyTierId"];
            };
            cookie?: never;
        };
        /** @description What is to be another way. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLoyaltyTierRequest"];
            };
        };
        responses: {
            /** @description The tier as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoyaltyTier"];
                };
            };
            400: components["responses"]["UpdateLoyaltyTierRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoyaltyTierOrTargetNotFound"];
            409: components["responses"]["LoyaltyTierNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLoyaltyTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the loyalty tier, which has to be of this program.
                 * @example ltr_00host
                 */
                loyaltyTierId: components["parameters"]["UnusedLoyaltyTierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["LoyaltyTierInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoyaltyTierNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEarningRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00club
                 */
                campaignId: components["parameters"]["LoyaltyCampaign"];
                /**
                 * @description Id of the earning rule, which has to be of this program.
                 * @example ern_00euro
                 */
                earningRuleId: components["parameters"]["EarningRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The earning rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRule"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEarningRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the earning rule, which has to be of this program.
                 * @example ern_00cup
                 */
                earningRuleId: components["parameters"]["SpareEarningRuleId"];
            };
            cookie?: never;
        };
        /** @description What is to be another way. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEarningRuleRequest"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRule"];
                };
            };
            400: components["responses"]["UpdateEarningRuleRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleOrTargetNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEarningRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the earning rule, which has to be of this program.
                 * @example ern_00sip
                 */
                earningRuleId: components["parameters"]["UnusedEarningRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["EarningRuleInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableEarningRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the earning rule, which has to be of this program.
                 * @example ern_00cup
                 */
                earningRuleId: components["parameters"]["SpareEarningRuleId"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRule"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableEarningRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a loyalty program, or its exact name. An id that matches wins over a name.
                 * @example camp_00tea
                 */
                campaignId: components["parameters"]["SpareProgram"];
                /**
                 * @description Id of the earning rule, which has to be of this program.
                 * @example ern_00cup
                 */
                earningRuleId: components["parameters"]["SpareEarningRuleId"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EarningRule"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EarningRuleNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPromotionTier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of a promotion campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00autumn
                 */
                campaignId: components["parameters"]["PromotionCampaign"];
            };
            cookie?: never;
        };
        /** @description The tier. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionTierRequest"];
            };
        };
        responses: {
            /** @description The new tier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTier"];
                };
            };
            400: components["responses"]["PromotionTierRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignOrCategoryNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPromotionTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the promotion tier.
                 * @example promo_00tenoff
                 */
                promotionTierId: components["parameters"]["PromotionTierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The promotion tier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTier"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromotionTierNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePromotionTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the promotion tier.
                 * @example promo_00snow
                 */
                promotionTierId: components["parameters"]["SparePromotionTierId"];
            };
            cookie?: never;
        };
        /** @description What is to be another way. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePromotionTierRequest"];
            };
        };
        responses: {
            /** @description The tier as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTier"];
                };
            };
            400: components["responses"]["PromotionTierRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromotionTierOrCategoryNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePromotionTier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the promotion tier.
                 * @example promo_00thaw
                 */
                promotionTierId: components["parameters"]["UnusedPromotionTierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromotionTierNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enablePromotionTier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the promotion tier.
                 * @example promo_00snow
                 */
                promotionTierId: components["parameters"]["SparePromotionTierId"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The tier as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTier"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromotionTierNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disablePromotionTier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the promotion tier.
                 * @example promo_00snow
                 */
                promotionTierId: components["parameters"]["SparePromotionTierId"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The tier as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromotionTier"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PromotionTierNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCampaigns: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["CampaignsOrder"];
                /**
                 * @description Answer only campaigns of this kind.
                 * @example DISCOUNT_COUPONS
                 */
                campaign_type?: components["parameters"]["CampaignTypeWanted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The campaign. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignRequest"];
            };
        };
        responses: {
            /** @description The new campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["CreateCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CreateCampaignTargetNotFound"];
            409: components["responses"]["CampaignNameTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00spring
                 */
                campaignId: components["parameters"]["VoucherCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00spring
                 */
                campaignId: components["parameters"]["VoucherCampaign"];
            };
            cookie?: never;
        };
        /** @description What is to be another way. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["UpdateCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignOrCategoryNotFound"];
            409: components["responses"]["CampaignNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00winter
                 */
                campaignId: components["parameters"]["SpareCampaign"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["CampaignInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importVouchersToCampaignUsingCsv: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00spring
                 */
                campaignId: components["parameters"]["VoucherCampaign"];
            };
            cookie?: never;
        };
        /** @description The file. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["VoucherFileRequest"];
            };
        };
        responses: {
            /** @description The rows are being imported. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionAccepted"];
                };
            };
            400: components["responses"]["CampaignVoucherFileRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00autumn
                 */
                campaignId: components["parameters"]["SwitchedCampaign"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the campaign, or its exact name. An id that matches wins over a name.
                 * @example camp_00autumn
                 */
                campaignId: components["parameters"]["SwitchedCampaign"];
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SwitchCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["SwitchCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CampaignNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProducts: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The product. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductRequest"];
            };
        };
        responses: {
            /** @description The product as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["ProductRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["ProductNameTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductWithSkus"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductRequest"];
            };
        };
        responses: {
            /** @description The product as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["ProductRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["ProductNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00tin
                 */
                productId: components["parameters"]["SpareProductIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ProductInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSkus: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["TimesOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of SKUs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkuList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSku: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
            };
            cookie?: never;
        };
        /** @description The SKU. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkuRequest"];
            };
        };
        responses: {
            /** @description The SKU. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sku"];
                };
            };
            400: components["responses"]["ProductRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["SkuTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSku: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
                /**
                 * @description Id of the SKU, or your own `source_id`. An id that matches wins.
                 * @example sku_00mugblue
                 */
                skuId: components["parameters"]["SkuIdOrSource"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSkuRequest"];
            };
        };
        responses: {
            /** @description The SKU as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sku"];
                };
            };
            400: components["responses"]["ProductRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductSkuNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSku: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the product, or your own `source_id`. An id that matches wins.
                 * @example prod_00mug
                 */
                productId: components["parameters"]["ProductIdOrSource"];
                /**
                 * @description Id of the SKU, or your own `source_id`. An id that matches wins.
                 * @example sku_00mugold
                 */
                skuId: components["parameters"]["SpareSkuIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["SkuInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductSkuNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSku: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the SKU, or your own `source_id`. An id that matches wins.
                 * @example sku_00mugblue
                 */
                skuId: components["parameters"]["SkuIdOrSource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SKU. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sku"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SkuNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProductCollections: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["TimesOrder"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of collections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductCollectionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProductCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The collection. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCollectionRequest"];
            };
        };
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductCollection"];
                };
            };
            400: components["responses"]["ProductCollectionRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CollectionItemNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProductCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection.
                 * @example pc_00coffee
                 */
                productCollectionId: components["parameters"]["ProductCollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductCollection"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductCollectionNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProductCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection.
                 * @example pc_00coffee
                 */
                productCollectionId: components["parameters"]["ProductCollectionId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductCollectionRequest"];
            };
        };
        responses: {
            /** @description The collection as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductCollection"];
                };
            };
            400: components["responses"]["UpdateProductCollectionRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UpdatedCollectionNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProductCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the collection.
                 * @example pc_00lastyear
                 */
                productCollectionId: components["parameters"]["SpareProductCollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ProductCollectionInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductCollectionNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createValidationRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The rule. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidationRuleRequest"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRule"];
                };
            };
            400: components["responses"]["ValidationRuleRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ApplicableItemNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getValidationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRule"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ValidationRuleNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateValidationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateValidationRuleRequest"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRule"];
                };
            };
            400: components["responses"]["ValidationRuleRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["UpdatedRuleNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteValidationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00beansonly
                 */
                validationRuleId: components["parameters"]["SpareValidationRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["ValidationRuleInUse"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ValidationRuleNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listValidationRuleAssignments: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assignments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleAssignmentList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ValidationRuleNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createValidationRuleAssignment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
            };
            cookie?: never;
        };
        /** @description What to bind. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ValidationRuleAssignmentRequest"];
            };
        };
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRulesAssignment"];
                };
            };
            400: components["responses"]["AssignmentRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AssignmentTargetNotFound"];
            409: components["responses"]["AlreadyAssignedOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getValidationRuleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
                /**
                 * @description Id of the assignment.
                 * @example asgm_00fiveoff
                 */
                assignmentId: components["parameters"]["SpareRuleAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assignment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationRulesAssignment"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RuleAssignmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteValidationRuleAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the validation rule.
                 * @example val_00twenty
                 */
                validationRuleId: components["parameters"]["ValidationRuleId"];
                /**
                 * @description Id of the assignment.
                 * @example asgm_00fiveoff
                 */
                assignmentId: components["parameters"]["SpareRuleAssignmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RuleAssignmentNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllValidationRuleAssignments: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only assignments to what has this id.
                 * @example promo_00fiveoff
                 */
                related_object_id?: components["parameters"]["RelatedObjectWanted"];
                /**
                 * @description Answer only assignments of the rule with this id.
                 * @example val_00twenty
                 */
                validation_rule?: components["parameters"]["ValidationRuleWanted"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assignments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleAssignmentList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectMetadataSchemas: {
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
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schemas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchemaList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getResourceMetadataSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The kind of resource: `customer`, `order` and so on, or a name of your own.
                 * @example customer
                 */
                relatedObjectId: components["parameters"]["ResourceKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchema"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ResourceSchemaNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMetadataSchemas: {
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
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schemas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchemaList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMetadataSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        /** @description The schema. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetadataSchemaRequest"];
            };
        };
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["MetadataSchemaTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMetadataSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the metadata schema.
                 * @example ms_00customer
                 */
                metadataSchemaId: components["parameters"]["MetadataSchemaId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMetadataSchemaRequest"];
            };
        };
        responses: {
            /** @description The schema as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectSchemaNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMetadataSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the metadata schema.
                 * @example ms_00showcase
                 */
                metadataSchemaId: components["parameters"]["SpareMetadataSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectSchemaNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventSchemas: {
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
                 * @description The field to sort by, with a dash for descending. Equal ones are sorted by id; what never changed counts as changed when it was made.
                 * @example -created_at
                 */
                order?: components["parameters"]["TimesOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of event schemas. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchemaList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEventSchema: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        /** @description The event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventSchemaRequest"];
            };
        };
        responses: {
            /** @description The event, defined. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["EventSchemaTakenOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    activateMemberPendingPoints: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-MARA-0001
                 */
                memberId: components["parameters"]["SpareMember"];
                /**
                 * @description Id of the entry.
                 * @example lopp_00activate
                 */
                pendingPointsId: components["parameters"]["PendingPointsToActivate"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance after the points came and all that followed from it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivatedPoints"];
                };
            };
            400: components["responses"]["PendingPointsSettled"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PendingPointsNotFound"];
            409: components["responses"]["KeyInUse"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    adjustMemberPendingPoints: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-MARA-0001
                 */
                memberId: components["parameters"]["SpareMember"];
                /**
                 * @description Id of the entry.
                 * @example lopp_00adjust
                 */
                pendingPointsId: components["parameters"]["PendingPointsToAdjust"];
            };
            cookie?: never;
        };
        /** @description How many points more, or fewer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdjustPendingPointsRequest"];
            };
        };
        responses: {
            /** @description What changed, and how many points wait on the card now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustedPoints"];
                };
            };
            400: components["responses"]["AdjustPendingPointsRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PendingPointsNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMemberPendingPoints: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Code of the member's loyalty card, or the card's id. A code that matches wins.
                 * @example CLUB-MARA-0001
                 */
                memberId: components["parameters"]["SpareMember"];
                /**
                 * @description Id of the entry.
                 * @example lopp_00cancel
                 */
                pendingPointsId: components["parameters"]["PendingPointsToCancel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["PendingPointsCanceled"];
            400: components["responses"]["PendingPointsKept"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PendingPointsNotFound"];
            409: components["responses"]["KeyInUse"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMemberTransactions: {
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
                 * @description Newest first (`-created_at`, or `-id`) or oldest first (`created_at`, or `id`); ids are made in the order of time.
                 * @example -created_at
                 */
                order?: components["parameters"]["TransactionsOrder"];
            };
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
        requestBody?: never;
        responses: {
            /** @description A page of movements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProgramMemberTransactions: {
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
                 * @description Newest first (`-created_at`, or `-id`) or oldest first (`created_at`, or `id`); ids are made in the order of time.
                 * @example -created_at
                 */
                order?: components["parameters"]["TransactionsOrder"];
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
            /** @description A page of movements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProgramCardNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVoucherTransactions: {
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
                 * @description Newest first (`-created_at`, or `-id`) or oldest first (`created_at`, or `id`); ids are made in the order of time.
                 * @example -created_at
                 */
                order?: components["parameters"]["TransactionsOrder"];
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
            /** @description A page of movements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["VoucherNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRedemption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the redemption.
                 * @example r_00first
                 */
                redemptionId: components["parameters"]["RedemptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redemption. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redemption"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RedemptionNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAsyncActions: {
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
                 * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
                 * @example -created_at
                 */
                order?: components["parameters"]["CreationOrder"];
                /**
                 * @description Answer only what was made at this instant or earlier.
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
            /** @description A page of async actions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsyncActionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What is exported, and which columns in which order. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description The export, which is about to be written. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["CreateExportRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_00orders
                 */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExportNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the export.
                 * @example exp_00outdated
                 */
                exportId: components["parameters"]["SpareExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExportNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOAuthToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The token to end. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevokeOAuthTokenRequest"];
            };
        };
        responses: {
            204: components["responses"]["TokenRevoked"];
            400: components["responses"]["InvalidRevocation"];
            401: components["responses"]["PairUnauthorized"];
            404: components["responses"]["TokenNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedFormMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The one project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What it is called, and what its days and amounts are in. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description The project, and its first keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewProject"];
                };
            };
            400: components["responses"]["CreateProjectRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProjectKeys: {
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
                 * @description Newest first (`-created_at`) or oldest first (`created_at`). Equal ones go by id.
                 * @example -created_at
                 */
                order?: components["parameters"]["ProjectKeysOrder"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKeyList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProjectKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        /** @description What it is called, and what it opens. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectKeyRequest"];
            };
        };
        responses: {
            /** @description The key, and its token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewProjectKey"];
                };
            };
            400: components["responses"]["CreateProjectKeyRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["KeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the key.
                 * @example demo-spare-id
                 */
                keyId: components["parameters"]["SpareKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["KeyRevoked"];
            400: components["responses"]["LastManagementKey"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectKeyNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEventSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the event schema.
                 * @example ms_00review
                 */
                eventSchemaId: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["EventSchemaNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEventSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the event schema.
                 * @example ms_00review
                 */
                eventSchemaId: components["parameters"]["EventSchemaId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEventSchemaRequest"];
            };
        };
        responses: {
            /** @description The event as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["EventSchemaNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEventSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the event schema.
                 * @example ms_00tasting
                 */
                eventSchemaId: components["parameters"]["SpareEventSchemaId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["EventSchemaInUse"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["EventSchemaNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStackingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the stacking rules.
                 * @example stk_00demo
                 */
                stackingRulesId: components["parameters"]["StackingRulesId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectStackingRules"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["StackingRulesNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateStackingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the stacking rules.
                 * @example stk_00demo
                 */
                stackingRulesId: components["parameters"]["StackingRulesId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StackingRulesRequest"];
            };
        };
        responses: {
            /** @description The rules as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectStackingRules"];
                };
            };
            400: components["responses"]["StackingRulesRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["StackingRulesNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteStackingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
                /**
                 * @description Id of the stacking rules.
                 * @example stk_00demo
                 */
                stackingRulesId: components["parameters"]["StackingRulesId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Deleted"];
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["StackingRulesNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStackingRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StackingRulesList"];
                };
            };
            400: components["responses"]["InvalidPath"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            414: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createStackingRules: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat. Choose a random one for each request, such as a UUID, and send the same request with the same key until it is answered: it is carried out once, and for 24 hours answered as the first time, byte by byte, with `Idempotent-Replayed`. That goes for refusals of what was asked as well; what is refused before that (401, 403, 413, 414, 415, and what does not fit this document) and what fails (5xx) is not kept. A key belongs to the project and to this operation.
                 * @example 5f1c2a7e-8d30-4b96-a1c4-2e9b7d60f3a8
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Id of the project.
                 * @example proj_00demo
                 */
                projectId: components["parameters"]["Project"];
            };
            cookie?: never;
        };
        /** @description What is other than by default. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StackingRulesRequest"];
            };
        };
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectStackingRules"];
                };
            };
            400: components["responses"]["StackingRulesRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["StackedCategoryNotFound"];
            409: components["responses"]["StackingRulesExistOrKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
