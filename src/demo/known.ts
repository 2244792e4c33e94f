/**
 * The pinned ids, codes and credentials of the demo, which the examples of the documents, the tour
 * and the command `demo --env` name. They are no secrets, so the service accepts these credentials
 * only while it is reachable from this machine alone.
 */

export const APP_ID = 'demo-app-id'
export const APP_TOKEN = 'demo-app-token'

export const MGMT_ID = 'demo-management-id'
export const MGMT_TOKEN = 'demo-management-token'

/** A key pair that nobody uses, so that it can be revoked, and a token likewise. */
export const SPARE_KEY_ID = 'demo-spare-id'
export const SPARE_TOKEN = 'demo-spare-token'

export const PROJECT_ID = 'proj_00demo'

export const CAMPAIGN_ID = 'camp_00club'

/** Ada's card in the Coffee Club; both a member id and the code of a voucher. */
export const CARD_CODE = 'CLUB-ADA-0001'
export const VOUCHER_CODE = CARD_CODE

/** Ada, who holds the first card. */
export const CUSTOMER_ID = 'cust_00ada'

export const REWARD_ID = 'rew_00mug'

export const COIN_REWARD_ID = 'rew_00coin'

export const ADD_CAMPAIGN_ID = 'camp_00spring'

export const PROMO_CAMPAIGN_ID = 'camp_00autumn'

export const METADATA_SCHEMA_ID = 'ms_00customer'

export const EVENT_NAME = 'product_reviewed'

export const PRODUCT_ID = 'prod_00beans'

/** The referral code that Ada gives to friends, and the event by which one of them converts. */
export const REFERRAL_CODE = 'FRIEND-ADA-0001'
export const REFERRAL_EVENT_NAME = 'friend_signed_up'
