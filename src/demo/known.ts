/**
 * The public part of the demo project: its pinned ids, codes and credentials.
 *
 * The examples of the documents, the tour and the command `demo --env` name them, so they are
 * constants and not data. They are no secrets, which is why the service accepts these credentials
 * only while it is reachable from this machine alone.
 */

/** The X-App pair, as sent in the headers. */
export const APP_ID = 'demo-app-id'
export const APP_TOKEN = 'demo-app-token'

/** The X-Management pair, as sent in the headers. */
export const MGMT_ID = 'demo-management-id'
export const MGMT_TOKEN = 'demo-management-token'

/** A key pair that nobody uses, so that it can be revoked, and a token likewise. */
export const SPARE_KEY_ID = 'demo-spare-id'
export const SPARE_TOKEN = 'demo-spare-token'

/** The project of the demo. */
export const PROJECT_ID = 'proj_00demo'

/** The loyalty program "Coffee Club". */
export const CAMPAIGN_ID = 'camp_00club'

/** Ada's card in the Coffee Club; both a member id and the code of a voucher. */
export const CARD_CODE = 'CLUB-ADA-0001'
export const VOUCHER_CODE = CARD_CODE

/** Ada, who holds the first card. */
export const CUSTOMER_ID = 'cust_00ada'

/** A material reward on offer in the program. */
export const REWARD_ID = 'rew_00mug'

/** A reward on offer in the program that pays for orders with points. */
export const COIN_REWARD_ID = 'rew_00coin'

/** A campaign that vouchers can be added to. */
export const ADD_CAMPAIGN_ID = 'camp_00spring'

/** A promotion campaign with tiers. */
export const PROMO_CAMPAIGN_ID = 'camp_00autumn'

/** The schema of customers' metadata. */
export const METADATA_SCHEMA_ID = 'ms_00customer'

/** A custom event that is defined and earns points. */
export const EVENT_NAME = 'product_reviewed'

/** A product that has an earning rule of its own. */
export const PRODUCT_ID = 'prod_00beans'

/** The referral code that Ada gives to friends, and the event by which one of them converts. */
export const REFERRAL_CODE = 'FRIEND-ADA-0001'
export const REFERRAL_EVENT_NAME = 'friend_signed_up'
