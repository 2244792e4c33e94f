/**
 * The whole story against a running service: a loyalty program, a card, earning, rewards,
 * discounts, a refusal, background work and lists; all sixteen operations with their answers.
 *
 * `npm start` in one terminal, `npm run tour` in another; BASE_URL names the service. The tour can
 * run again on the same database, since it earns what it spends, until the project has too many of
 * its earning rules (after some ninety times). When an answer is wrong it ends with a sentence and
 * exit code 1.
 */
import * as demo from '../src/demo/known.ts'
import { discount } from './tour/discounts.ts'
import { expect, Guide, TourEnded } from './tour/guide.ts'
import { gift, giveBack, spend } from './tour/spending.ts'

const ben = 'CLUB-BEN-0001'

/** Points that the redemptions below take together, with room for rules that a visitor added. */
const POINTS_NEEDED = 600

/**
 * Tells the story; `print` gets it line by line.
 * @throws {TourEnded} when an answer is wrong, with what was expected or what to do.
 */
export async function tour(baseUrl: string, print: (line: string) => void): Promise<void> {
  const credentials = { appId: demo.APP_ID, appToken: demo.APP_TOKEN }
  const guide = await Guide.meet(baseUrl, credentials, print)
  await comeIn(guide)
  await stockTheShop(guide)
  await setTheTerms(guide)
  await earn(guide)
  await spend(guide)
  await giveBack(guide)
  await discount(guide)
  await beRefused(guide)
  await handOutVouchers(guide)
  await lookAround(guide)
  expect(guide.unseen.length === 0, `these were left out: ${guide.unseen.join(', ')}`)
  print('\nThat was all sixteen operations. Try them yourself on the docs page:')
  print(`${baseUrl}/docs`)
}

async function comeIn(guide: Guide): Promise<void> {
  guide.chapter('Coming in')
  const { access_token } = await guide.show({
    operation: 'issueOAuthToken',
    title: 'Get a token for a till',
    why: 'The key pair stays on the server; the till gets a token that lapses and opens little.',
    body: { grant_type: 'client_credentials', scope: 'customers loyalties' },
    status: 200,
    tell: token => `a ${token.token_type} token for ${token.expires_in} seconds`
  })
  await guide.show({
    operation: 'introspectOAuthToken',
    title: 'Ask about the token',
    why: 'A token nobody issued would be answered with active: false, and not be an error.',
    body: { access_token },
    status: 200,
    tell: token => {
      expect(token.active, 'a fresh token is active')
      return `active, for ${token.scope}`
    }
  })
  await guide.show({
    operation: 'getCustomer',
    title: 'Look a customer up',
    why: 'By the id of the shop, with the token alone; the sums are kept, not counted on demand.',
    path: { customerId: 'ada' },
    bearer: access_token,
    status: 200,
    tell: ({ name, loyalty, summary }) => {
      const tier = loyalty.campaigns['Coffee Club']?.loyalty_tier
      expect(tier !== undefined, 'whoever holds a card of the club is in one of its tiers')
      const { points, referred_customers: referred } = loyalty
      const { total_count: orders } = summary.orders
      return `${name}: ${points} points, tier ${tier}, ${orders} orders, ${referred} referred`
    }
  })
}

async function stockTheShop(guide: Guide): Promise<void> {
  guide.chapter('Setting up')
  const { async_action_id } = await guide.show({
    operation: 'updateProductsInBulk',
    title: 'Bring the price list up to date',
    why: 'Accepted and written down before the answer; a crash would not lose it.',
    body: [
      { source_id: 'filter', price: 350 },
      { source_id: 'thermos', name: 'Thermos', price: 2900, attributes: ['colour'] }
    ],
    status: 202,
    tell: ({ async_action_id: id }) => `it is being done as ${id}`
  })
  await followAction(guide, async_action_id, 'See how far it is')
}

async function followAction(guide: Guide, asyncActionId: string, title: string): Promise<void> {
  const path = { asyncActionId }
  const isDone = ({ status }: { readonly status: string }) => status === 'DONE'
  await guide.wait({ operation: 'getAsyncAction', path, status: 200 }, isDone)
  await guide.show({
    operation: 'getAsyncAction',
    title,
    why: 'Progress is written together with the work, so this never says more than is true.',
    path,
    status: 200,
    tell: ({ status, progress, result }) => `${status}, ${progress} %: ${JSON.stringify(result)}`
  })
}

async function setTheTerms(guide: Guide): Promise<void> {
  await guide.show({
    operation: 'createReward',
    title: 'Make a reward',
    why: 'Its kind follows from its parameters. It is on offer once a program gives it a price.',
    body: { name: 'A coupon of 5.00', parameters: { campaign: { id: demo.ADD_CAMPAIGN_ID } } },
    status: 200,
    tell: ({ id, type, redeemed }) => `${id}, a ${type} reward, redeemed ${redeemed} times`
  })
  await guide.show({
    operation: 'createEarningRules',
    title: 'Prepare an earning rule',
    why: 'Switched off, so that it earns nothing yet; all rules of a request are made, or none.',
    path: { campaignId: demo.CAMPAIGN_ID },
    body: [
      {
        event: 'order.paid',
        loyalty: { type: 'FIXED', points: 5 },
        source: { banner: 'Five points for every order' },
        active: false
      }
    ],
    status: 200,
    tell: ([rule]) => `${rule?.id} on ${rule?.event}, active: ${rule?.active}`
  })
  await guide.show({
    operation: 'listValidationRules',
    title: 'Read the validation rules',
    why: 'They say when something earns or may be redeemed; they are compiled when they are made.',
    query: { limit: '3', order: 'name' },
    status: 200,
    tell: ({ data, total }) => `${total} in all: ${data.map(({ name }) => name).join('; ')}`
  })
}

async function earn(guide: Guide): Promise<void> {
  guide.chapter('Earning')
  await guide.show({
    operation: 'estimateLoyaltyPoints',
    title: 'Estimate what a cart would bring',
    why: 'Just what paying it now would bring: by her tier, and by any tier or segment it reaches.',
    path: { campaignId: demo.CAMPAIGN_ID },
    body: { customer: { source_id: 'ada' }, order: { source_id: 'cart-17' } },
    status: 200,
    tell: ({ campaign, points_estimation }) => `${points_estimation} points in ${campaign.name}`
  })
  const before = await pointsOfAda(guide)
  await sendAFriend(guide)
  await guide.show({
    operation: 'sendCustomEvent',
    title: 'Report that Ada wrote a review',
    why: 'The event is defined by a schema, earns at once, and brings its customer along.',
    body: review(),
    status: 200,
    tell: ({ type, customer }) => `${type} by ${customer.name}`
  })
  let points = await pointsOfAda(guide)
  expect(points > before, 'a review earns points')
  // After many runs the tour has spent the points that the demo started with.
  for (let reviews = 1; points < POINTS_NEEDED; reviews++) {
    expect(reviews < 100, 'a hundred reviews earn enough for the rewards that follow')
    await guide.ask({ operation: 'sendCustomEvent', body: review(), status: 200 })
    points = await pointsOfAda(guide)
  }
}

async function sendAFriend(guide: Guide): Promise<void> {
  const { id, loyalty } = await ada(guide)
  await guide.show({
    operation: 'sendCustomEvent',
    title: 'Report that a friend of hers signed up',
    why: 'With her code the friend counts for her, once; sent again, the event is recorded again.',
    body: {
      event: demo.REFERRAL_EVENT_NAME,
      customer: { source_id: 'friend-of-ada', name: 'Dana Frey' },
      referral: { code: demo.REFERRAL_CODE, referrer_id: id },
      metadata: { shop: 'Berlin' }
    },
    status: 200,
    tell: ({ type, customer }) => `${type} by ${customer.name}, sent by ${id}`
  })
  const path = { customerId: 'friend-of-ada' }
  const friend = await guide.ask({ operation: 'getCustomer', path, status: 200 })
  const sent = (await ada(guide)).loyalty.referred_customers
  const [referral] = friend.referrals.campaigns
  expect(referral?.referrer_id === id, 'the friend is shown as sent by Ada')
  expect(sent - loyalty.referred_customers <= 1, 'and counts for her once')
}

function review() {
  return {
    event: demo.EVENT_NAME,
    customer: { source_id: 'ada' },
    loyalty: { code: demo.CARD_CODE },
    metadata: { rating: 5, product: 'beans' }
  }
}

async function ada(guide: Guide) {
  const path = { customerId: demo.CUSTOMER_ID }
  return guide.ask({ operation: 'getCustomer', path, status: 200 })
}

async function pointsOfAda(guide: Guide): Promise<number> {
  return (await ada(guide)).loyalty.campaigns['Coffee Club']?.points ?? 0
}

async function beRefused(guide: Guide): Promise<void> {
  guide.chapter('Being refused')
  await guide.show({
    operation: 'redeemReward',
    title: 'Pay for too little with points',
    why: 'A rule says which entry of it fails, and has words of its own for the customer.',
    path: { campaignId: demo.CAMPAIGN_ID, memberId: demo.CARD_CODE },
    body: { reward: { id: 'rew_00coin' }, order: { amount: 499 } },
    status: 400,
    tell: ({ key, details, error }) => {
      expect(error?.message !== undefined, 'the rule has words for the customer')
      return `${key}: "${error.message}" ${details}`
    }
  })
  const refused = await guide.show({
    operation: 'redeemReward',
    title: 'Ask for more than the card holds',
    why: 'The answer is the error and the record of the attempt in one; nothing was taken.',
    path: { campaignId: demo.CAMPAIGN_ID, memberId: ben },
    body: { reward: { id: gift.id } },
    status: 400,
    tell: ({ key, message, resource_id }) => {
      expect(key === 'loyalty_card_points_exceeded', `Ben cannot pay ${gift.price} points`)
      return `${key} (${message}), recorded as ${resource_id}`
    }
  })
  await guide.show({
    operation: 'getVoucherRedemptions',
    title: 'Find the attempt again',
    why: 'Failures are listed beside successes, because "why did it not work" is asked later.',
    path: { code: ben },
    query: { limit: '1' },
    status: 200,
    tell: ({ redemption_entries: [latest], total }) => {
      expect(latest?.id === refused.resource_id, 'the refused attempt is the latest entry')
      return `the latest of ${total} is ${latest?.id}: ${latest?.failure_code}`
    }
  })
}

async function handOutVouchers(guide: Guide): Promise<void> {
  guide.chapter('Vouchers')
  await guide.show({
    operation: 'addVouchersToCampaign',
    title: 'Add one voucher',
    why: 'It starts as its campaign says; a body would override that for this one.',
    path: { campaignId: demo.ADD_CAMPAIGN_ID },
    status: 200,
    tell: ({ code, discount }) => `${code}, ${discount?.amount_off} off`
  })
  const { async_action_id } = await guide.show({
    operation: 'addVouchersToCampaign',
    title: 'Add a hundred',
    why: 'Many are made in the background; whether there are enough codes is known at once.',
    path: { campaignId: demo.ADD_CAMPAIGN_ID },
    query: { vouchers_count: '100' },
    body: { code_config: { pattern: 'TOUR-##########' } },
    status: 202,
    tell: ({ async_action_id: id }) => `they are being made as ${id}`
  })
  await followAction(guide, async_action_id, 'See that they are there')
}

async function lookAround(guide: Guide): Promise<void> {
  guide.chapter('Looking around')
  const { exports } = await guide.show({
    operation: 'listExports',
    title: 'List the exports',
    why: 'The file is behind a signed url, so that a person can open it without credentials.',
    query: { limit: '3', order: 'created_at' },
    status: 200,
    tell: ({ exports: found, total }) =>
      `${total}: ${found.map(each => `${each.exported_object} ${each.status}`).join(', ')}`
  })
  const url = exports.find(({ result }) => result !== null)?.result?.url
  expect(typeof url === 'string', 'an export is done and has a file')
  const [header] = (await guide.follow(url)).split('\n')
  guide.chapter(`     The first line of that file: ${header?.trim()}`)
  await guide.show({
    operation: 'listPromotionTiers',
    title: 'List the tiers of a promotion',
    why: 'The hierarchy says which is tried first.',
    path: { campaignId: demo.PROMO_CAMPAIGN_ID },
    status: 200,
    tell: ({ tiers, total }) => `${total}: ${tiers.map(({ banner }) => banner).join('; ')}`
  })
  await guide.show({
    operation: 'getMetadataSchema',
    title: 'Read what a customer may say of themselves',
    why: 'What a schema defines is checked on every write, whatever operation it comes by.',
    path: { projectId: demo.PROJECT_ID, metadataSchemaId: demo.METADATA_SCHEMA_ID },
    status: 200,
    tell: ({ related_object, properties }) =>
      `${related_object}: ${Object.keys(properties).join(', ')}`
  })
}

if (process.argv[1] === import.meta.filename) {
  const baseUrl = (process.env['BASE_URL'] ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
  await tour(baseUrl, line => console.log(line)).catch((error: unknown) => {
    if (!(error instanceof TourEnded)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  })
}
