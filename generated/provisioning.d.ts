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
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Lists the customers of the project, each with what their orders, redemptions and cards add up to, newest first unless asked otherwise, a page at a time. Changes nothing.
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
        delete?: never;
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
         * @description Lists the orders of the project, newest first unless asked otherwise, a page at a time. Changes nothing.
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
        put?: never;
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
        get?: never;
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
         * @description Undoes a redemption, whole and once, however long ago it was made. Its points go back to the card, to expire when they would have; what is past its day lapses at the next midnight. The unit of the reward is in stock again, and the redemption counts for no limit any more.
         *
         *     What it brought is taken back as far as it is there: a coupon is switched off unless it was used, gift credit and points of another program are subtracted. The order that points paid for becomes `CANCELED` where it was `PAID` or `FULFILLED`, loses the discount, and what it earned is taken back with it. Tiers and segments follow, and nothing that follows earns. Whether card, program or reward can still be used does not matter.
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
        put?: never;
        post?: never;
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
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Creates a campaign of discount coupons, gift vouchers or loyalty cards, or a promotion with its tiers. `vouchers_count` makes vouchers with it: one at once, more in the background. An `AUTO_UPDATE` campaign makes a voucher when one is to be given away and none is left.
         *
         *     Everything is created together or, when something is refused, nothing: a name in use is 409, a category that does not exist 404, codes that cannot be made `invalid_code_config`.
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
        put?: never;
        post?: never;
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
        put?: never;
        post?: never;
        delete?: never;
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
         * Create a SKU
         * @description Adds a variant to a product, with a price of its own or the product's. Refused are a `source_id` that another SKU of the project has, an `image_url` that is not an HTTPS address of a `.png` or `.jpg`, and metadata that does not fit the metadata schema of `sku`.
         */
        post: operations["createSku"];
        delete?: never;
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
        put?: never;
        post?: never;
        delete?: never;
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
        get?: never;
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
    "/management/v1/projects/{projectId}/custom-event-schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
             * @description To how many units it applies at most. Absent for no limit.
             * @example 2
             */
            quantity_limit?: number;
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
             * @description To how many units it applies at most.
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
            validity_timeframe: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week: components["schemas"]["ValidityDayOfWeek"];
            validity_hours: components["schemas"]["ValidityHours"];
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
            validation_rules_assignments: components["schemas"]["ValidationRulesAssignmentList"];
            /**
             * @description Always `campaign`.
             * @example campaign
             * @constant
             */
            object: "campaign";
        };
        /** @description Campaigns. */
        CampaignList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the campaigns.
             * @example campaigns
             * @constant
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
        /** @description A campaign and what its vouchers start as. `campaign_type` may be left out where `voucher.type` says it: `DISCOUNT_VOUCHER` is of `DISCOUNT_COUPONS`, `GIFT_VOUCHER` of `GIFT_VOUCHERS`, `LOYALTY_CARD` of a `LOYALTY_PROGRAM`. A `PROMOTION` has `promotion` and no `voucher`; all others need `voucher`. `auto_join` and `loyalty_tiers_expiration` are for loyalty programs. */
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
            campaign_type?: "DISCOUNT_COUPONS" | "GIFT_VOUCHERS" | "LOYALTY_PROGRAM" | "PROMOTION";
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
             * @enum {string|null}
             */
            status?: "CREATED" | "PAID" | "CANCELED" | "FULFILLED" | null;
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
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
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
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             */
            readonly object?: "order";
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the event's metadata. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "CUSTOM_EVENT_METADATA";
            /** @description Holds the step. */
            custom_event: {
                metadata: components["schemas"]["MetadataEarningStep"];
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
             * @description The points of the rule are replaced. (enum property replaced by openapi-typescript)
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
            address: components["schemas"]["CustomerAddress"];
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
             */
            object: "customer";
        };
        /**
         * @description Where the customer lives; null when unknown.
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
        } | null;
        /**
         * @description Where the customer lives. Takes the place of the one stored; null clears it.
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
        } | null;
        /** @description A page of customers. */
        CustomerList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the customers.
             * @example customers
             * @constant
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the customer's metadata. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "CUSTOMER_METADATA";
            /** @description Holds the step. */
            customer: {
                metadata: components["schemas"]["MetadataEarningStep"];
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
            address?: components["schemas"]["CustomerAddressRequest"];
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
             */
            readonly object?: "customer";
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
                 * @description Those that succeeded.
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
                     * @description Points redeemed.
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
             * @description With `PERCENT`, the most it takes off one order, in the smallest currency unit.
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
             * @description With `AMOUNT` and `PERCENT`, the most it takes off all orders together, in the smallest currency unit.
             * @example 100000
             */
            aggregated_amount_limit?: number;
            /**
             * @description What it applies to: the order or its items with `AMOUNT`, `PERCENT` and `FIXED`, what is added with `UNIT`.
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
        /**
         * @description What the event earns: a fixed number of points, or points in proportion to something.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        Earning: components["schemas"]["FixedEarning"] | components["schemas"]["ProportionalEarning"];
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
            validity_timeframe?: components["schemas"]["ValidityTimeframe"];
            validity_day_of_week?: components["schemas"]["ValidityDayOfWeek"];
            validity_hours?: components["schemas"]["ValidityHours"];
            /**
             * @description Always `earning_rule`.
             * @example earning_rule
             * @constant
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
             */
            object: "list";
            /**
             * @description Names the property that holds the rules.
             * @example data
             * @constant
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
             */
            object: "custom-event-schema";
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
         * @description When points lapse. `MONTH` needs `period_value`, and a `rounding_type` of `PARTICULAR_MONTH` needs `rounding_value`; `FIXED_DAY_OF_YEAR` needs `fixed_month` and `fixed_day`. Null or left out, a rule takes the campaign's, and a campaign has none: its points do not lapse.
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
        } | null;
        /**
         * @description The same number of points each time.
         * @example {
         *       "type": "FIXED",
         *       "points": 25
         *     }
         */
        FixedEarning: {
            /**
             * @description A fixed number of points. (enum property replaced by openapi-typescript)
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
             */
            type: "loyalty_card";
            /**
             * @description Always `balance`.
             * @example balance
             * @constant
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
            expiration_rules?: components["schemas"]["ExpirationRulesRequest"];
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
             */
            object: "loyalty_tier";
        };
        /** @description Loyalty tiers of a program. */
        LoyaltyTierList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the tiers.
             * @example data
             * @constant
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
        MemberCustomerRequest: {
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
            address?: components["schemas"]["CustomerAddressRequest"];
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
             */
            readonly object?: "customer";
        } | string;
        /** @description A page of cards that somebody holds. */
        MemberList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the cards.
             * @example vouchers
             * @constant
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
             */
            object: "metadata_schema";
        };
        /** @description Metadata schemas of a project. */
        MetadataSchemaList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the schemas.
             * @example data
             * @constant
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
        /**
         * @description So many times as many, rounded down.
         * @example {
         *       "type": "MULTIPLY",
         *       "multiplier": 1.5
         *     }
         */
        MultipliedPointsRequest: {
            /**
             * @description The points of the rule are multiplied. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "MULTIPLY";
            /**
             * @description By what, with at most 6 decimals.
             * @example 1.5
             */
            multiplier: number;
        };
        /** @description An order. A redemption without one has an order all the same, whose id, status, dates and amounts are null and whose items are empty. */
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
             * @description What the redemption that paid for it took off the order as a whole, in the smallest currency unit; null when none did.
             * @example 2000
             */
            applied_discount_amount: number | null;
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order before discounts, in the smallest currency unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_AMOUNT";
            /** @description Holds the step. */
            order: {
                amount: components["schemas"]["EarningStep"];
            };
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items before discounts, in the smallest currency unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_AMOUNT";
            /** @description Holds the step. */
            order_items: {
                amount: components["schemas"]["ItemsEarningStep"];
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures units of matching items, less their `discount_quantity`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_QUANTITY";
            /** @description Holds the step. */
            order_items: {
                quantity: components["schemas"]["ItemsEarningStep"];
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures matching items after their discounts, in the smallest currency unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_ITEMS_SUBTOTAL_AMOUNT";
            /** @description Holds the step. */
            order_items: {
                subtotal_amount: components["schemas"]["ItemsEarningStep"];
            };
        };
        /** @description A page of orders. */
        OrderList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the orders.
             * @example orders
             * @constant
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures a numeric property of the order's metadata. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_METADATA";
            /** @description Holds the step. */
            order: {
                metadata: components["schemas"]["MetadataEarningStep"];
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
             */
            type: "PROPORTIONAL";
            /**
             * @description Measures the order after discounts, in the smallest currency unit. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            calculation_type: "ORDER_TOTAL_AMOUNT";
            /** @description Holds the step. */
            order: {
                total_amount: components["schemas"]["EarningStep"];
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
             */
            object: "list";
            /**
             * @description Names the property that holds the collections.
             * @example data
             * @constant
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
             */
            object: "list";
            /**
             * @description Names the property that holds the products.
             * @example products
             * @constant
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
        /** @description Promotion tiers. In a campaign, its first hundred, and absent for vouchers. */
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback that says so.
             * @example Sent back unused
             */
            reason?: string;
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
             * @description Why a redemption was rolled back. Absent unless this is a rollback that says so.
             * @example Sent back unused
             */
            reason?: string;
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
             * @description When it last changed; null until it does.
             * @example 2026-11-02T08:00:00.000Z
             */
            updated_at: string | null;
            /**
             * @description Always `reward_assignment`.
             * @example reward_assignment
             * @constant
             */
            object: "reward_assignment";
        };
        /** @description A page of what is on offer in a program. */
        RewardAssignmentList: {
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
             */
            object: "list";
            /**
             * @description Names the property that holds the rewards.
             * @example data
             * @constant
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
        /** @description What is to be known of a rollback. */
        RollbackRedemptionRequest: {
            /**
             * @description Why, for the record of the rollback.
             * @example Sent back unused
             */
            reason?: string;
            metadata?: components["schemas"]["Metadata"];
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
             */
            object: "sku";
        };
        /** @description A page of the SKUs of a product. */
        SkuList: {
            /**
             * @description Always `list`.
             * @example list
             * @constant
             */
            object: "list";
            /**
             * @description Names the property that holds the SKUs.
             * @example skus
             * @constant
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
         * @description A SKU to make. What is left out is unknown; without a price, the product's counts.
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
             */
            object: "list";
            /**
             * @description Names the property that holds the SKUs.
             * @example data
             * @constant
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
        /**
         * @description There is nothing to say; empty or left out.
         * @example {}
         */
        SwitchCampaignRequest: Record<string, never>;
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
            address?: components["schemas"]["CustomerAddressRequest"];
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
             */
            readonly object?: "customer";
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
             * @enum {string|null}
             */
            status?: "CREATED" | "PAID" | "CANCELED" | "FULFILLED" | null;
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
             * @description Id, or your own `source_id`, of the customer who recommended it, who has to be known; unknown is 404 `not_found`. Null counts as not sent.
             * @example cust_00ben
             */
            referrer_id?: string | null;
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
            redemptions?: components["schemas"]["Acknowledged"];
            /**
             * @description As answered; changes nothing.
             * @example order
             * @constant
             */
            readonly object?: "order";
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
            [key: string]: components["schemas"]["ValidationRuleEntry"] | string | undefined;
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
            [key: string]: components["schemas"]["ValidationRuleEntryRequest"] | (string | null) | undefined;
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
             * @description How many succeeded and were not rolled back.
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
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the card is somebody else's (`voucher_already_published`), the program has no card left and makes none (`no_voucher_suitable_for_publication`), the customer's metadata does not fit its schema (`metadata_validation_failed`), or points exceed what can be counted (`invalid_amount`). Nothing is changed. */
        AddMemberRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The rule binds it already (`duplicate_found`). Nothing is changed. */
        AlreadyAssigned: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no product, SKU or collection as `applicable_to` names it (`not_found`). Nothing is created. */
        ApplicableItemNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such reward, loyalty program or validation rule (`not_found`). */
        AssignedRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is bound. */
        AssignmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such validation rule, or nothing as the body names it (`not_found`). Nothing is bound. */
        AssignmentTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
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
        /** @description A campaign of the project has the name (`duplicate_found`). Nothing is created. */
        CampaignNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such campaign of the kind the path speaks of (`not_found`). */
        CampaignNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such loyalty card (`not_found`). The code of a gift or discount voucher is not one. */
        CardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no category as the body names it (`not_found`). Nothing is created. */
        CategoryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no product or SKU as the body names it (`not_found`). Nothing is created. */
        CollectionItemNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described or says two things that cannot both be meant (`invalid_payload`), something is missing (`missing_param`), the codes cannot be made (`invalid_code_config`), or metadata does not fit its schema (`metadata_validation_failed`). Nothing is created. */
        CreateCampaignRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described, or a band overlaps with another (`invalid_payload`). No tier is created. */
        CreateLoyaltyTiersRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`, `missing_param`), the codes cannot be made (`invalid_code_config`), or the metadata does not fit the schema of campaigns (`metadata_validation_failed`). Nothing is created. */
        CreateProgramRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such customer, or the customer was deleted (`not_found`). */
        CustomerNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
        /** @description An event of that name is defined (`duplicate_found`). Nothing is changed. */
        EventSchemaTaken: {
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
        /** @description A tier of the program has the name (`duplicate_found`). No tier is created. */
        LoyaltyTierNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such loyalty program, or it has no earning rule as a tier names it (`not_found`). No tier is created. */
        LoyaltyTierTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description That kind of resource has a schema (`duplicate_found`). Nothing is created. */
        MetadataSchemaTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such order (`not_found`). */
        OrderNotFound: {
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
        /** @description There is no such collection (`not_found`). */
        ProductCollectionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`). Nothing is created. */
        ProductCollectionRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another product of the project has the name (`duplicate_found`). Nothing is changed. */
        ProductNameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such product (`not_found`). */
        ProductNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described or the picture's address will not do (`invalid_payload`), or the metadata does not fit its schema (`metadata_validation_failed`). Nothing is changed. */
        ProductRefused: {
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
        /** @description There is no such loyalty program, or no such reward (`not_found`). */
        ProgramRewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such project, or the credentials are of another one (`not_found`). */
        ProjectNotFound: {
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
        /** @description There is no such redemption (`not_found`). */
        RedemptionNotFound: {
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
        /** @description The reward is on offer in the program already (`duplicate_found`). */
        RewardAssigned: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described, or a `COIN` reward has a price (`invalid_payload`), the price is missing (`missing_param`), or the reward brings points of that very program (`invalid_campaign`). */
        RewardAssignmentRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described, or a `COIN` reward has a price (`invalid_payload`), a price is missing (`missing_param`), or a reward brings points of this very program (`invalid_campaign`). Nothing is put on offer. */
        RewardAssignmentsRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The reward is on offer in a program (`resource_in_use`), or the path is not as described. Nothing is deleted. */
        RewardInUse: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such reward (`not_found`). */
        RewardNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The redemption was rolled back before (`already_rolled_back`), failed or is a rollback itself (`invalid_rollback_params`), its customer is gone (`invalid_customer`), the metadata do not fit (`metadata_validation_failed`), or the request is not as described. Nothing is undone. */
        RollbackRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), the metadata does not fit the schema of customers (`metadata_validation_failed`), or points that follow exceed what can be counted (`invalid_amount`). Nothing is changed. */
        SaveCustomerRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no order, customer, product or SKU as the path or the body names it (`not_found`). Nothing is stored. */
        SaveOrderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described, or does not say who the customer is (`invalid_payload`), the metadata does not fit its schema (`metadata_validation_failed`), the order is another customer's (`invalid_customer`), or amounts or points exceed what can be counted (`invalid_amount`). Nothing is stored. */
        SaveOrderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described, a constraint does not fit its type, or no value could satisfy a definition (`invalid_payload`). Nothing is created. */
        SchemaRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
        /** @description There is no such SKU (`not_found`). */
        SkuNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another SKU of the project has the `source_id` (`duplicate_found`). Nothing is created. */
        SkuTaken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body or the path is not as described (`invalid_payload`, `invalid_query_params`, `invalid_url`). */
        SwitchCampaignRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
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
        /** @description The body is not as described (`invalid_payload`), `expiration_date` is missing (`missing_param`), nobody holds the card, it has fewer points than are to be taken, or `points` is 0 (`invalid_balance`), or points that follow exceed what can be counted (`invalid_amount`). */
        UpdateBalanceRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such validation rule (`not_found`). */
        ValidationRuleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not as described (`invalid_payload`), or the rule cannot be understood (`invalid_validation_rules`). Nothing is created. */
        ValidationRuleRefused: {
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
         * @description Oldest first (`created_at`) or newest first (`-created_at`): in the order of the ids, which are made in the order of creation.
         * @example -created_at
         */
        CreationOrder: "created_at" | "-created_at";
        /**
         * @description Id of the customer, or your own `source_id`. An id that matches wins.
         * @example cust_00ada
         */
        CustomerIdOrSource: string;
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
         * @description Newest card first (`-created_at`) or oldest first (`created_at`).
         * @example -created_at
         */
        MembersOrder: "created_at" | "-created_at";
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
         * @description The field to sort by, with a dash for descending. Equal ones are sorted by id.
         * @example -created_at
         */
        PromotionTiersOrder: "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /**
         * @description Id of the redemption.
         * @example r_00first
         */
        RedemptionToRollBack: string;
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
         * @description Id of the SKU, or your own `source_id`. An id that matches wins.
         * @example sku_00mugblue
         */
        SkuIdOrSource: string;
        /**
         * @description Id of the reward.
         * @example rew_00retired
         */
        SpareRewardId: string;
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
         * @description Id of the validation rule.
         * @example val_00twenty
         */
        ValidationRuleId: string;
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
            header?: never;
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
            415: components["responses"]["UnsupportedMediaType"];
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
            415: components["responses"]["UnsupportedMediaType"];
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
            header?: never;
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
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addMember: {
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyCardBalance: {
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLoyaltyCardBalanceByCard: {
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRewardAssignments: {
        parameters: {
            query?: never;
            header?: never;
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
            409: components["responses"]["RewardAssigned"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRewardAssignment: {
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
            409: components["responses"]["RewardAssigned"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rollbackRedemption: {
        parameters: {
            query?: never;
            header?: never;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            header?: never;
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
            409: components["responses"]["CampaignNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLoyaltyTiers: {
        parameters: {
            query?: never;
            header?: never;
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
            409: components["responses"]["LoyaltyTierNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["CreateCampaignRefused"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CategoryNotFound"];
            409: components["responses"]["CampaignNameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableCampaign: {
        parameters: {
            query?: never;
            header?: never;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableCampaign: {
        parameters: {
            query?: never;
            header?: never;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            header?: never;
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
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSku: {
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
            409: components["responses"]["SkuTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            header?: never;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createValidationRule: {
        parameters: {
            query?: never;
            header?: never;
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createValidationRuleAssignment: {
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
            409: components["responses"]["AlreadyAssigned"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMetadataSchema: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["MetadataSchemaTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEventSchema: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            400: components["responses"]["SchemaRefused"];
            401: components["responses"]["ManagementCredentialsRequired"];
            404: components["responses"]["ProjectNotFound"];
            409: components["responses"]["EventSchemaTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
