/**
 * What everybody knows of the demo project: its pinned ids, codes and credentials.
 *
 * The document's examples, the tour and the command `demo --env` name them, so they are constants
 * and not data. Nothing here is secret, which is why the service accepts these credentials only
 * while nobody but this machine can reach it.
 *
 * Spec: Decisions 33 and 39.
 */

/** The X-App pair, as sent in the headers. */
export const APP_ID = 'demo-app-id'
export const APP_TOKEN = 'demo-app-token'

/** The X-Management pair, as sent in the headers. */
export const MGMT_ID = 'demo-management-id'
export const MGMT_TOKEN = 'demo-management-token'

/** A key pair nobody uses, there to be revoked, and a token likewise. */
export const SPARE_KEY_ID = 'demo-spare-id'
export const SPARE_TOKEN = 'demo-spare-token'

/** The project all of it is in. */
export const PROJECT_ID = 'proj_00demo'

/** The loyalty program "Coffee Club". */
export const CAMPAIGN_ID = 'camp_00club'

/** Ada's card in it; as a member id, and as the code of a voucher. */
export const CARD_CODE = 'CLUB-ADA-0001'
export const VOUCHER_CODE = CARD_CODE

/** Mara's card in it, on which points wait to be settled by hand. */
export const SPARE_CARD_CODE = 'CLUB-MARA-0001'

/** Ada, who holds the card. */
export const CUSTOMER_ID = 'cust_00ada'

/** A material reward on offer in the program. */
export const REWARD_ID = 'rew_00mug'

/** A campaign that vouchers can be added to. */
export const ADD_CAMPAIGN_ID = 'camp_00spring'

/** A promotion campaign with tiers. */
export const PROMO_CAMPAIGN_ID = 'camp_00autumn'

/** The schema of customers' metadata. */
export const METADATA_SCHEMA_ID = 'ms_00customer'

/** A custom event that is defined and earns points. */
export const EVENT_NAME = 'product_reviewed'

/** A product that earns points of its own. */
export const PRODUCT_ID = 'prod_00beans'

/** The code with which Ada sends friends, and the event that says one came. */
export const REFERRAL_CODE = 'FRIEND-ADA-0001'
export const REFERRAL_EVENT_NAME = 'friend_signed_up'
