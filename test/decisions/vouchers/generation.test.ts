import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addVouchersToCampaign,
  codeConfigFor,
  type GenerateVouchersFacts,
  generateVouchers,
  type VouchersOrdered,
  vouchersOrdered
} from '../../../src/decisions/vouchers/generation.ts'
import type { AsyncAction, CodeConfig, Job, Json, Voucher } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenGiftCampaign,
  givenOccasion,
  givenProject,
  givenPromotion,
  givenSpareCard,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenAction, givenJob } from '../../support/given-records.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const coupons = givenCouponCampaign({ vouchersCount: 4 })
const ANY: CodeConfig = { length: null, charset: null, prefix: null, postfix: null, pattern: null }

function facts(over: Partial<AddVouchersFacts> = {}): AddVouchersFacts {
  return {
    campaign: coupons,
    category: null,
    schema: null,
    freeCodes: ['FREE-1', 'FREE-2'],
    codesUsed: 0,
    vouchersMax: 10_000_000,
    ...over
  }
}

/** What vouchers take from their campaign. */
const UNCHANGED = {
  ...{ categoryId: null, metadata: null, redemptionQuantity: null, additionalInfo: null },
  ...{ startDate: null, expirationDate: null }
}

function asked(over: Partial<AddVouchersToCampaign> = {}): AddVouchersToCampaign {
  return { ...UNCHANGED, count: 1, code: null, codeConfig: null, category: null, ...over }
}

function made(over: Partial<Voucher> = {}): Voucher {
  return givenCoupon({ id: 'v_000001', code: 'FREE-1', createdAt: NOW, ...over })
}

const grew = (added: number): Change => ({
  kind: 'campaign.grew',
  campaignId: 'camp_2',
  vouchersCount: 4,
  added
})

const END = '2026-06-30T22:00:00.000Z'
const own: Partial<AddVouchersToCampaign> = {
  category: 'Seasonal',
  metadata: { colour: 'red' },
  redemptionQuantity: 5,
  additionalInfo: 'For staff',
  startDate: NOW,
  expirationDate: END
}

//                                    facts, command, and the voucher
// biome-ignore format: a table
const singles: [string, Partial<AddVouchersFacts>, Partial<AddVouchersToCampaign>, Voucher][] = [
  ['nothing said', {}, {}, made()],
  ['the code that is wished for', { freeCodes: ['Mine!'] }, { code: 'Mine!' },
    made({ code: 'Mine!' })],
  [
    'a wish needs no room among random codes',
    {
      codesUsed: 9,
      campaign: {
        ...coupons,
        voucher: { ...givenTemplate(), ...coupons.voucher, codeConfig: { ...ANY, pattern: 'X' } }
      }
    },
    { code: 'FREE-1' },
    made()
  ],
  [
    'all it may say of its own',
    { category: givenCategory() },
    own,
    made({
      categoryId: 'cat_1',
      metadata: { colour: 'red' },
      redemptionQuantity: 5,
      additionalInfo: 'For staff',
      validity: givenValidity({ startDate: NOW, expirationDate: END })
    })
  ],
  ['a category by its id', { category: givenCategory() }, { categoryId: 'cat_1' },
    made({ categoryId: 'cat_1' })],
  ['a category by its name and its id', { category: givenCategory() },
    { category: 'Seasonal', categoryId: 'cat_1' }, made({ categoryId: 'cat_1' })],
  ['the last one the campaign may hold', { vouchersMax: 5 }, {}, made()]
]

t.test('addVouchersToCampaign: one is made at once', async t => {
  table(t, singles, (t, _, known, command, voucher) => {
    t.strictSame(addVouchersToCampaign(facts(known), asked(command), givenOccasion()), {
      result: { voucher, action: null },
      changes: [{ kind: 'voucher.created', voucher }, grew(1)]
    })
  })
})

t.test('addVouchersToCampaign: a gift comes with its credit', async t => {
  const known = facts({ campaign: givenGiftCampaign() })
  t.match(addVouchersToCampaign(known, asked(), givenOccasion()), {
    result: { voucher: { gift: { balance: 1000 }, version: 2 } },
    changes: [{ kind: 'voucher.created' }, { kind: 'credit.moved' }, { kind: 'campaign.grew' }]
  })
})

const pattern = { ...ANY, pattern: 'SUMMER-####' }

//                                             facts, command, and the order
const orders: [
  string,
  Partial<AddVouchersFacts>,
  Partial<AddVouchersToCampaign>,
  VouchersOrdered
][] = [
  ['nothing said', {}, {}, { campaignId: 'camp_2', codeConfig: ANY, overrides: UNCHANGED }],
  [
    'all they may say',
    { category: givenCategory() },
    { ...own, codeConfig: pattern },
    {
      campaignId: 'camp_2',
      codeConfig: pattern,
      overrides: {
        categoryId: 'cat_1',
        metadata: { colour: 'red' },
        redemptionQuantity: 5,
        additionalInfo: 'For staff',
        startDate: NOW,
        expirationDate: END
      }
    }
  ]
]

t.test('addVouchersToCampaign: many are accepted, with a handle on them', async t => {
  table(t, orders, (t, _, known, command, data) => {
    const action: AsyncAction = {
      ...givenAction({ id: 'aa_000001', type: 'CAMPAIGN.VOUCHERS_GENERATE', requestId: 'req_1' }),
      createdAt: NOW
    }
    const job: Job = {
      ...givenJob({ id: 'job_000001', task: 'vouchers.generate', queue: null, total: 300 }),
      asyncActionId: 'aa_000001',
      data: data as unknown as Json,
      attempts: 0,
      runAt: NOW,
      owner: null,
      leaseUntil: null,
      createdAt: NOW
    }
    const command300 = asked({ ...command, count: 300 })
    t.strictSame(addVouchersToCampaign(facts(known), command300, givenOccasion()), {
      result: { voucher: null, action },
      changes: [
        { kind: 'asyncAction.created', action },
        { kind: 'job.queued', job, chunks: [] }
      ]
    })
    t.strictSame(vouchersOrdered(job), data)
  })
})

const ten = { ...ANY, charset: '0123456789', length: 1 }
const coloured = givenSchema({ properties: { colour: givenProperty({ optional: false }) } })
const closed = givenValidity({ expirationDate: NOW })
const every = givenValidity({ timeframe: { interval: 'P1W', duration: 'P1D' }, startDate: NOW })

// In descending precedence; each row has a fault less than the one above it.
//                                     facts, command                      key, and details
// biome-ignore format: a table
const refusals: [
  string,
  Partial<AddVouchersFacts>,
  Partial<AddVouchersToCampaign>,
  string,
  RegExp
][] = [
  ['a promotion', { campaign: givenPromotion() }, { count: 2, code: 'X' }, 'invalid_campaign',
    /it is a PROMOTION/],
  ['single vouchers', { campaign: givenCampaign({ type: 'STANDALONE' }) }, { count: 2, code: 'X' },
    'invalid_campaign', /it is STANDALONE/],
  ['one code for two', {}, { count: 2, code: 'X', codeConfig: { ...ANY, length: 0 } },
    'invalid_payload', /\.code: .*cannot serve 2/],
  ['codes of no length', {}, { codeConfig: { ...ANY, length: 0 }, category: 'x' },
    'invalid_code_config', /\.code_config\.length: 0/],
  ['codes of no characters', {}, { codeConfig: { ...ANY, charset: '' }, category: 'x' },
    'invalid_code_config', /code_config\.charset/],
  ['an id of another category than the name', { category: givenCategory() },
    { category: 'Seasonal', categoryId: 'cat_2', redemptionQuantity: 0 }, 'invalid_payload',
    /\.category_id: category Seasonal has the id cat_1; send one of the two/],
  ['an unknown category', {}, { category: 'Nowhere', redemptionQuantity: 0 }, 'not_found',
    /category with id Nowhere/],
  ['an unknown id of a category', {}, { categoryId: 'cat_9', redemptionQuantity: 0 }, 'not_found',
    /category with id cat_9/],
  ['no use at all', {}, { redemptionQuantity: 0, code: '' }, 'invalid_payload',
    /\.redemption\.quantity: 0 is/],
  ['a code of nothing', {}, { code: '', startDate: END, expirationDate: NOW }, 'invalid_payload',
    /\.code: Expected 1 to/],
  ['dates that cross', { schema: coloured }, { startDate: END, expirationDate: NOW },
    'invalid_payload', /\.expiration_date: .*before the start/],
  ['a start after the end of the campaign', { campaign: { ...coupons, validity: closed } },
    { startDate: END }, 'invalid_payload', /\.expiration_date/],
  ['metadata that lacks what is required', { schema: coloured, vouchersMax: 4 }, {},
    'metadata_validation_failed', /colour: must be given/],
  ['no room in the campaign', { vouchersMax: 4, codesUsed: 9 }, {}, 'invalid_code_config',
    /may hold 4 vouchers; 0 can still/],
  ['less room than asked for', { vouchersMax: 10 }, { count: 7 }, 'invalid_code_config',
    /may hold 10 vouchers; 6 can still/],
  ['more than it may hold already', { vouchersMax: 1 }, {}, 'invalid_code_config', /0 can still/],
  ['no code left', { codesUsed: 10 }, { codeConfig: ten }, 'invalid_code_config',
    /has 0 codes left, not 1; send a code_config/],
  ['fewer codes than asked for', { codesUsed: 8 }, { codeConfig: ten, count: 3 },
    'invalid_code_config', /has 2 codes left, not 3/],
  ['the code wished for is taken', { freeCodes: [] }, { code: 'MINE' }, 'duplicate_found',
    /voucher exists with code MINE/],
  ['every code tried is taken', { freeCodes: [] }, {}, 'invalid_code_config',
    /Every code tried is taken/]
]

t.test('addVouchersToCampaign: refuses what cannot be made, naming what is left', async t => {
  table(t, refusals, (t, _, known, command, key, details) => {
    const decision = addVouchersToCampaign(facts(known), asked(command), givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
})

t.test('addVouchersToCampaign: nearest to a refusal', async t => {
  const accepts = (known: Partial<AddVouchersFacts>, command: Partial<AddVouchersToCampaign>) =>
    t.hasProp(addVouchersToCampaign(facts(known), asked(command), givenOccasion()), 'result')
  accepts({ codesUsed: 8 }, { codeConfig: ten, count: 2 })
  accepts({ vouchersMax: 10 }, { count: 6 })
  accepts({ campaign: { ...coupons, validity: closed } }, { startDate: NOW })
  accepts({ campaign: { ...coupons, validity: every } }, { expirationDate: END })
  accepts({ schema: coloured }, { metadata: { colour: 'red' } })
})

t.test('addVouchersToCampaign: a space is as large as the project tells codes apart', async t => {
  const loose = givenOccasion({ project: givenProject({ caseSensitiveCodes: false }) })
  const command = asked({ count: 2, codeConfig: { ...ANY, charset: 'aA', length: 1 } })
  t.hasProp(addVouchersToCampaign(facts(), command, givenOccasion()), 'result')
  t.match(addVouchersToCampaign(facts(), command, loose), {
    refusal: { key: 'invalid_code_config', details: /has 1 codes left, not 2/ }
  })
})

t.test("codeConfigFor: the request's, else the campaign's, else none", async t => {
  t.equal(codeConfigFor(coupons, { codeConfig: ten }), ten)
  t.equal(codeConfigFor(coupons, { codeConfig: null }), coupons.voucher?.codeConfig)
  t.equal(codeConfigFor(givenPromotion(), { codeConfig: null }), null)
})

const ordered: VouchersOrdered = {
  campaignId: 'camp_1',
  codeConfig: ANY,
  overrides: { ...UNCHANGED, metadata: { colour: 'red' } }
}
const action = givenAction({ type: 'CAMPAIGN.VOUCHERS_GENERATE' })
const codes = (count: number) => Array.from({ length: count }, (_, index) => `C${index}`)

function chunk(
  over: Partial<GenerateVouchersFacts>,
  job: Partial<Job> = {}
): GenerateVouchersFacts {
  return {
    job: givenJob({
      task: 'vouchers.generate',
      queue: null,
      data: ordered as unknown as Json,
      total: 600,
      ...job
    }),
    owner: 'worker-1',
    action,
    campaign: givenCampaign({ vouchersCount: 4 }),
    freeCodes: codes(300),
    codesUsed: 0,
    vouchersMax: 10_000_000,
    ...over
  }
}

/** What a chunk writes: vouchers, the count, progress, and (when it is the last) the end. */
function written(made: number, done: number, updated: AsyncAction, order = ordered): Change[] {
  const vouchers = codes(made).map((code, index): Change => {
    const id = `v_${String(index + 1).padStart(6, '0')}`
    const voucher = givenSpareCard({ id, code, metadata: { colour: 'red' }, createdAt: NOW })
    return { kind: 'voucher.created', voucher }
  })
  const growth: Change = {
    kind: 'campaign.grew',
    campaignId: 'camp_1',
    vouchersCount: 4,
    added: made
  }
  return [
    ...vouchers,
    ...(made === 0 ? [] : [growth]),
    {
      kind: 'job.progressed',
      jobId: 'job_1',
      owner: 'worker-1',
      step: made,
      done,
      chunkIndex: null,
      data: order as unknown as Json
    },
    { kind: 'asyncAction.updated', action: updated },
    ...(updated.status === 'IN_PROGRESS'
      ? []
      : [{ kind: 'job.finished' as const, jobId: 'job_1', owner: 'worker-1' }])
  ]
}

function going(progress: number): AsyncAction {
  return { ...action, status: 'IN_PROGRESS', progress, updatedAt: NOW }
}

function over(done: number, missing: number, progress: number): AsyncAction {
  const rest = missing === 0 ? '' : ` No room or no code was left for ${missing} more.`
  return {
    ...action,
    status: missing === 0 ? 'DONE' : 'FAILED',
    operationStatus: missing === 0 ? 'SUCCESS' : 'FAILED',
    result: { message: `Generated ${done} vouchers.${rest}`, done_count: done },
    progress,
    processingTimeMs: 10_000,
    updatedAt: NOW
  }
}

const tenOrdered = { ...ordered, codeConfig: ten }

//                                  facts, job                        made  done  the handle
const chunks: [string, GenerateVouchersFacts, number, number, AsyncAction][] = [
  ['as many as it was given codes', chunk({ freeCodes: codes(250) }), 250, 250, going(41)],
  ['a thousand at most', chunk({ freeCodes: codes(1100) }, { total: 2400 }), 1000, 1000, going(41)],
  ['the last, smaller', chunk({}, { done: 500 }), 100, 600, over(600, 0, 100)],
  ['fewer free codes than wanted', chunk({ freeCodes: codes(3) }), 3, 3, going(0)],
  ['none of the codes tried is free', chunk({ freeCodes: [] }, { done: 300 }), 0, 300, going(50)],
  ['the campaign is full', chunk({ vouchersMax: 4 }, { done: 300 }), 0, 300, over(300, 300, 50)],
  ['the campaign becomes full', chunk({ vouchersMax: 54 }), 50, 50, over(50, 550, 8)],
  ['fuller than it may be', chunk({ vouchersMax: 1 }), 0, 0, over(0, 600, 0)],
  ['exactly enough room', chunk({ vouchersMax: 104 }, { done: 500 }), 100, 600, over(600, 0, 100)]
]

t.test('generateVouchers: makes a chunk and tells how far it got', async t => {
  table(t, chunks, (t, _, known, count, done, updated) => {
    const finished = updated.status !== 'IN_PROGRESS'
    t.strictSame(generateVouchers(known, givenOccasion()), {
      result: { action: updated, made: count, finished },
      changes: written(count, done, updated)
    })
  })
})

t.test('generateVouchers: ends when the last code of the space is used', async t => {
  const job = { data: tenOrdered as unknown as Json, total: 5 }
  const spent = chunk({ freeCodes: codes(2), codesUsed: 8 }, job)
  t.strictSame(generateVouchers(spent, givenOccasion()), {
    result: { action: over(2, 3, 40), made: 2, finished: true },
    changes: written(2, 2, over(2, 3, 40), tenOrdered)
  })
  const left = chunk({ freeCodes: codes(2), codesUsed: 7 }, job)
  t.match(generateVouchers(left, givenOccasion()), { result: { made: 2, finished: false } })
})
