import t from 'tap'
import { accountOf, redemptionUrl, since } from '../../support/account.ts'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { type GivenStep, givenSteps } from '../../support/given-steps.ts'

const ADA = redemptionUrl('CLUB-ADA-0001')
const MUG = { reward: { id: 'rew_00mug' } }

/** A rule that a name of it is at most so much, bound to something. */
function limit(name: string, most: number, to: string, id = 'limit'): readonly GivenStep[] {
  const kinds = { rewa: 'reward_assignment', camp: 'campaign', v: 'voucher' } as const
  const conditions = { $less_than_or_equal: [most] }
  return [
    {
      make: 'validation rule',
      ids: [`val_00${id}`],
      name: 'Not too often',
      rules: { '1': { name, property: null, conditions, rules: {} }, logic: '1' },
      errorMessage: 'That is enough for today.',
      type: 'basic',
      contextType: 'global'
    },
    {
      make: 'validation rule assignment',
      rule: `val_00${id}`,
      to: kinds[(to.split('_')[0] ?? '') as keyof typeof kinds],
      id: to
    }
  ]
}

async function limited(t: Parameters<typeof givenService>[0], ...rule: Parameters<typeof limit>) {
  const service = await givenService(t)
  await givenSteps(service, limit(...rule))
  return service
}

/** Whether it was refused by the rule; fails on any other refusal. */
function isRefused({ status, body }: Answered): boolean {
  if (status === 200) return false
  if (body.key !== 'redemption_rules_violated') throw new Error(body.key)
  return true
}

/** Asks so often, one after the other: `t` for taken, `-` for refused. */
async function asked({ post }: Service, times: number, body: object = MUG): Promise<string> {
  let outcome = ''
  for (let turn = 0; turn < times; turn++) outcome += isRefused(await post(ADA, body)) ? '-' : 't'
  return outcome
}

t.test('one too many is refused in words, recorded, listed, and takes nothing', async t => {
  const service = await limited(t, 'redemption.count.per_customer.daily', 3, 'rewa_00mug')
  t.equal(await asked(service, 3), 'ttt')
  const points = 5306 - 3 * 60
  const entries = await since(service, 'ledger_entries')
  const { status, body } = await service.post(ADA, MUG)
  t.equal(status, 400)
  const found = 'entry 1 of Not too often (val_00limit), redemption.count.per_customer.daily is 4'
  t.match(body, {
    code: 400,
    key: 'redemption_rules_violated',
    message: body.failure_message,
    details:
      'Validation rule Not too often (val_00limit): entry 1, ' +
      'redemption.count.per_customer.daily is 4, expected at most 3.',
    error: { message: 'That is enough for today.' },
    resource_type: 'redemption',
    result: 'FAILURE',
    status: 'FAILED',
    failure_code: 'redemption_rules_violated',
    failure_message: `redemption does not match validation rules: ${found}, expected at most 3.`
  })
  t.strictSame([await entries(), (await accountOf(service, 'ada')).points], [[], points])
  const list = (await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
  const entry = list.redemption_entries.find(({ id }: { id: string }) => id === body.id)
  const told = [entry.id, entry.result, entry.failure_code, entry.failure_message]
  t.strictSame(told, [body.id, 'FAILURE', body.failure_code, body.failure_message])
  const { redemptions } = (await service.get('/v1/customers/ada')).body.summary
  t.strictSame([redemptions.total_succeeded, redemptions.total_failed], [4, 2], 'with the demo’s')
  t.equal(await asked(service, 1), '-', 'what was refused was not counted, and the limit stands')
})

t.test('a limit counts for what it is bound to, and for whom', async t => {
  const rows = [
    // name                                        to               ada's mugs, gifts, ben's mugs
    // Ada has had a mug before, and what counts for ever counts that one too.
    ['redemption.count.per_customer', 'rewa_00mug', 't--', 't', 't'],
    ['redemption.count.daily', 'rewa_00mug', 'tt-', 't', '-'],
    ['redemption.count.per_api_key', 'rewa_00mug', 't--', 't', '-'],
    ['campaign.redemptions.count.daily', 'camp_00club', 'tt-', '-', '-'],
    ['campaign.redemptions.customers_count.daily', 'camp_00club', 'tt-', '-', 't'],
    ['redemption.count.daily', 'v_00adaclub', 'tt-', '-', 't']
  ] as const
  for (const [name, to, mugs, gift, bens] of rows) {
    const service = await limited(t, name, 2, to)
    const ben = { ...service, post: (_: string, body: unknown) => service.post(BEN, body) }
    const found = [
      await asked(service, 3),
      await asked(service, 1, { reward: { id: 'rew_00gift' } }),
      await asked(ben, 1)
    ]
    t.strictSame(found, [mugs, gift, bens], `${name} of ${to}`)
  }
})

const BEN = redemptionUrl('CLUB-BEN-0001')

t.test('a day ends at midnight where the shop is, also when it has 23 or 25 hours', async t => {
  const service = await limited(t, 'redemption.count.per_customer.daily', 1, 'rewa_00mug')
  const rows = [
    // in Berlin                       at                          taken
    ['an evening', '2026-03-01T22:00:00.000Z', true],
    ['the end of it', '2026-03-01T22:59:59.999Z', false],
    ['midnight', '2026-03-01T23:00:00.000Z', true],
    ['the day before 23 hours', '2026-03-28T22:59:59.999Z', true],
    ['their first', '2026-03-28T23:00:00.000Z', true],
    ['the hour that is not', '2026-03-29T01:00:00.000Z', false],
    ['their end', '2026-03-29T21:59:59.999Z', false],
    ['the next day', '2026-03-29T22:00:00.000Z', true],
    ['the first of 25 hours', '2026-10-24T22:00:00.000Z', true],
    ['their 24th', '2026-10-25T21:59:59.999Z', false],
    ['their end', '2026-10-25T22:59:59.999Z', false],
    ['the day after them', '2026-10-25T23:00:00.000Z', true]
  ] as const
  for (const [title, at, taken] of rows) {
    service.setNow(at)
    t.equal(await asked(service, 1), taken ? 't' : '-', `${title}, ${at}`)
  }
})

t.test('weeks begin on Monday, months on their first, and nothing is carried over', async t => {
  const rows = [
    ['weekly', '2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00.000Z', '2026-03-08T23:00:00.000Z'],
    ['monthly', '2026-03-31T21:59:59.999Z', '2026-03-31T22:00:00.000Z', '2026-04-30T22:00:00.000Z']
  ] as const
  for (const [period, last, first, next] of rows) {
    const service = await limited(t, `redemption.count.per_customer.${period}`, 2, 'rewa_00mug')
    for (const at of [last, first, next]) {
      service.setNow(at)
      t.equal(await asked(service, 3), 'tt-', `${period}, ${at}`)
    }
  }
})

t.test('fifty tills at once get what the limit allows, and not one more', async t => {
  const rows = [
    // The demo has redeemed once in the program, and never on this day.
    ['redemption.count.per_customer.daily', 7, 'rewa_00mug'],
    ['campaign.redemptions.count', 8, 'camp_00club']
  ] as const
  for (const [name, most, to] of rows) {
    const service = await limited(t, name, most, to)
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.post(ADA, MUG)))
    t.equal(answers.filter(answer => !isRefused(answer)).length, 7, name)
    t.equal((await accountOf(service, 'ada')).points, 5306 - 7 * 60)
    const list = (await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
    t.strictSame([list.total, list.redeemed_quantity], [52, 8], 'each is recorded')
  }
})

t.test('fifty tills on both sides of midnight: each day has its own', async t => {
  const service = await limited(t, 'redemption.count.daily', 4, 'rewa_00mug')
  const at = (now: string) => {
    service.setNow(now)
    return Array.from({ length: 25 }, () => service.post(ADA, MUG))
  }
  const answers = await Promise.all([
    ...at('2026-03-01T22:59:59.999Z'),
    ...at('2026-03-01T23:00:00.000Z')
  ])
  const taken = answers.filter(answer => !isRefused(answer))
  const byDate = Map.groupBy(taken, ({ body }) => body.date)
  const found = [...byDate.values()].every(({ length }) => length <= 4)
  t.ok(found, 'no day has more than its four')
  const told = await asked(service, 9)
  t.equal(told, 'tttt-----'.slice(byDate.get(service.shell.now())?.length ?? 0).padEnd(9, '-'))
})
