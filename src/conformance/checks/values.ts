/**
 * What answers say of each other holds: a token that was issued is active, a redemption takes the
 * points that it says, what was sent is what was made.
 *
 * A schema cannot say this. What is expected here is what the document says in words.
 */
import { isSchema } from '../../http/document.ts'
import { isWriting, type PromiseCheck } from '../check.ts'
import type { Described } from '../contract.ts'
import { CheckSkipped, type Visit } from '../visit.ts'
import { at, disagreement, operationNamed } from './reading.ts'
import { laterPointsWait, redemptionChecks } from './spending.ts'

interface Promised {
  readonly title: string
  readonly run: (visit: Visit) => Promise<unknown>
}

/** By operation; those of a redemption are in a file of their own. */
const PROMISES: { readonly [operationId: string]: readonly Promised[] } = {
  issueOAuthToken: [
    { title: 'the token has the scope that was asked for', run: tokenIsAsAsked },
    { title: 'no two tokens are the same', run: tokensDiffer }
  ],
  introspectOAuthToken: [
    { title: 'a token that was issued is active', run: tokenIsActive },
    { title: 'a token that was never issued is not active', run: unknownIsInactive }
  ],
  estimateLoyaltyPoints: [{ title: 'the same estimate twice is the same', run: estimateIsStable }],
  addVouchersToCampaign: [
    { title: 'a voucher that was added is there, and was never redeemed', run: voucherIsThere },
    { title: 'several vouchers are accepted, and made in the background', run: severalAreAccepted }
  ],
  redeemReward: redemptionChecks,
  createReward: [{ title: 'the reward is as it was sent', run: isAsSent }],
  updateProductsInBulk: [{ title: 'each update has an id of its own', run: updatesDiffer }],
  createEarningRules: [
    { title: 'the rules are as they were sent, in order', run: isAsSent },
    { title: 'pending points of an order are listed', run: laterPointsWait }
  ],
  getCustomer: [
    { title: 'the customer is the one that was asked for', run: isThatCustomer },
    { title: 'the customer is found by source id as well', run: isFoundBySource }
  ],
  listPromotionTiers: [{ title: 'the tiers are of the campaign', run: tiersAreOfCampaign }],
  getMetadataSchema: [{ title: 'the schema is the one that was asked for', run: isThatSchema }],
  sendCustomEvent: [{ title: 'the event is as it was sent', run: eventIsAsSent }]
}

/** The checks of what the answers of an operation say. */
export function valueChecks(operation: Described): readonly PromiseCheck[] {
  return (PROMISES[operation.id] ?? []).map(({ title, run }) => ({
    kind: 'values',
    title,
    isWriting: isWriting(operation) || operation.id === 'introspectOAuthToken',
    run
  }))
}

async function tokenIsAsAsked(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: visit.firstBody })
  expect(visit, body, 'scope', at(visit.firstBody, 'scope'))
  const left = at(body, 'expires_in')
  if (left === 0) visit.deviates('.expires_in is 0 of a new token.')
}

async function tokensDiffer(visit: Visit): Promise<void> {
  await differ(visit, 'access_token')
}

async function updatesDiffer(visit: Visit): Promise<void> {
  await differ(visit, 'async_action_id')
}

async function differ(visit: Visit, name: string): Promise<void> {
  const bodies: unknown[] = []
  for (const _ of ['first', 'second']) {
    bodies.push(at((await visit.succeed({ body: visit.firstBody })).body, name))
  }
  if (bodies[0] === bodies[1]) visit.deviates(`.${name} is the same in two answers.`)
}

async function tokenIsActive(visit: Visit): Promise<void> {
  const issuing = operationNamed(visit, 'issueOAuthToken')
  const { body: issued } = await visit.succeed({ body: visit.bodyOf(issuing.requests[0]) }, issuing)
  const token = String(at(issued, 'access_token'))
  const { body } = await visit.succeed({ body: { access_token: token } })
  expect(visit, body, 'active', true)
  for (const name of ['client_id', 'scope', 'expires_at']) {
    expect(visit, body, name, at(issued, name))
  }
}

async function unknownIsInactive(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: { access_token: visit.newKey() } })
  expect(visit, body, 'active', false)
}

async function estimateIsStable(visit: Visit): Promise<void> {
  const [one, other] = [
    await visit.succeed({ body: visit.firstBody }),
    await visit.succeed({ body: visit.firstBody })
  ]
  expect(visit, other.body, 'points_estimation', at(one.body, 'points_estimation'))
}

async function voucherIsThere(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: visit.firstBody })
  for (const name of ['additional_info', 'metadata']) {
    expect(visit, body, name, at(visit.firstBody, name))
  }
  const reading = operationNamed(visit, 'getVoucherRedemptions')
  const path = { code: String(at(body, 'code')) }
  const { status, body: found } = await visit.ask({ path }, reading)
  if (status !== 200) {
    visit.deviates(`The redemptions of the new voucher ${path.code} are answered with ${status}.`)
    return
  }
  expect(visit, found, 'redeemed_quantity', 0)
  expect(visit, found, 'total', 0)
}

async function severalAreAccepted(visit: Visit): Promise<void> {
  const { status } = await visit.succeed({ body: visit.firstBody, query: { vouchers_count: '2' } })
  if (status !== 202) visit.deviates(`Two vouchers are answered with ${status}, not 202.`)
}

async function isAsSent(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: visit.firstBody })
  const found = disagreement(visit.firstBody, body)
  if (found !== null) visit.deviates(found)
}

async function eventIsAsSent(visit: Visit): Promise<void> {
  const { body } = await visit.succeed({ body: visit.firstBody })
  expect(visit, body, 'type', at(visit.firstBody, 'event'))
  expect(visit, body, 'metadata', at(visit.firstBody, 'metadata'))
  expect(visit, body, 'customer.source_id', at(visit.firstBody, 'customer.source_id'))
}

async function isThatCustomer(visit: Visit): Promise<void> {
  const { body } = await visit.succeed()
  const asked = askedFor(visit, 'customerId')
  if (asked !== at(body, 'id') && asked !== at(body, 'source_id')) {
    visit.deviates(`It is the customer ${at(body, 'id')}, where ${asked} was asked for.`)
  }
}

async function isFoundBySource(visit: Visit): Promise<void> {
  const { body } = await visit.succeed()
  const source = at(body, 'source_id')
  if (typeof source !== 'string') throw new CheckSkipped('The customer has no source id.')
  const { body: found } = await visit.succeed({ path: { customerId: source } })
  expect(visit, found, 'id', at(body, 'id'))
}

async function isThatSchema(visit: Visit): Promise<void> {
  const { body } = await visit.succeed()
  expect(visit, body, 'id', askedFor(visit, 'metadataSchemaId'))
}

async function tiersAreOfCampaign(visit: Visit): Promise<void> {
  const { body } = await visit.succeed()
  const tiers = at(body, 'tiers')
  const campaigns = new Set(
    (Array.isArray(tiers) ? tiers : []).map(tier => at(tier, 'campaign_id'))
  )
  const asked = askedFor(visit, 'campaignId')
  const isNamed = !asked.startsWith('camp_')
  if (campaigns.size > 1 || (campaigns.size === 1 && !campaigns.has(asked) && !isNamed)) {
    visit.deviates(`The tiers are of ${[...campaigns]}, where ${asked} was asked for.`)
  }
}

/** What a request as shown has in its path. */
function askedFor({ operation, place }: Visit, name: string): string {
  const shown = operation.values[name] ?? ''
  return place.found.get(operation.id)?.[name] ?? place.names.get(shown) ?? shown
}

/** Says what deviates unless an answer holds a value at a path. */
function expect(visit: Visit, body: unknown, path: string, expected: unknown): void {
  const found = isSchema(body) ? at(body, path) : undefined
  const wrong = disagreement(expected, found)
  if (wrong !== null || (expected === undefined && found !== undefined && found !== null)) {
    const texts = [found, expected].map(each => JSON.stringify(each) ?? 'nothing')
    visit.deviates(`.${path} is ${texts[0]}, where ${texts[1]} was expected.`)
  }
}
