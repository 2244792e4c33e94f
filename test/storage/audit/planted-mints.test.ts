/**
 * The audit against programs that lack a rule of taking back: it finds points that were made,
 * without being told where to look. Each program is a copy of this one with one rule removed.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import type { audit } from '../../../src/storage/audit/audit.ts'
import type { givenService, Service } from '../../support/app.ts'
import { rowsOf } from '../../support/chance.ts'
import { temporaryFolder } from '../support/engines.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Of a file, what the rule says; and what is said instead. */
type Removed = readonly [file: string, rule: string, instead: string]

const SHORTFALLS = 'points/shortfalls.ts'
const UNDOING = 'redemptions/undoing.ts'

//                                                    where, and what
// biome-ignore format: a table
const rules: readonly (readonly [title: string, ...Removed])[] = [
  ['what was spent comes from other lots, or is missing', SHORTFALLS,
    'const lacking = named.flatMap(({ id }) => lackingOf(purse, rest, id))',
    'const lacking = [] as ReturnType<typeof lackingOf>'],
  ['points are missing only where there are no others', SHORTFALLS, 'takeAtMost(others, wanted)',
    'takeAtMost(others, 0 * wanted)'],
  ['a canceled order gives back what it brought', 'orders/saving.ts', 'const left = canceled ?',
    'const left = canceled && false ?'],
  ['what comes back goes to what is missing of its lot', 'points/cancellation.ts',
    'const after = owed.reduce(', 'const after = owed.slice(owed.length).reduce('],
  ['what comes back goes to what is missing of other lots', UNDOING,
    'return makeUp(now, back, occasion)', 'return back ? now : makeUp(now, back, occasion)'],
  ['points of another program have to be there', UNDOING, 'if (used <= 0) return null',
    'if (used <= MOST) return null'],
  ['what was canceled and is spent is short', 'points/lots.ts',
    'Math.max(canceled + withdrawn - takenBack - lapsed - remaining, 0)',
    'Math.max(withdrawn + 0 * canceled - takenBack - lapsed - remaining, 0)'],
  ['what lapsed is gone once', 'points/lots.ts',
    'Math.max(canceled + withdrawn - takenBack - lapsed - remaining, 0)',
    'Math.max(canceled + withdrawn - takenBack - 2 * lapsed - remaining, 0)'],
  ['no more is taken back of a lot than came by what is undone', SHORTFALLS,
    'Math.min(Math.max(canceled + withdrawn - takenBack - lapsed, 0), remaining)',
    'Math.max(canceled + withdrawn - takenBack - lapsed, remaining)'],
  ['the credit of a reward goes back with it', UNDOING,
    'if (handedOut === null || amount === 0) return back',
    'if (handedOut === null || amount >= 0) return back'],
  ['points that lapsed cannot be spent', 'points/purse.ts',
    'return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)',
    "return lots.filter(({ expiresOn }) => today !== '' || expiresOn === null)"]
]

/**
 * Of how a service of a test is made: its audit at the end, since here the test itself says what is
 * to be found; and the record of fields that its answers fill, since they are of another program.
 */
const LEFT_OUT = [
  'if (!found.clean) throw new Error(JSON.stringify(found.findings))',
  "import { filledFields } from './filled-fields.ts'\n",
  ', filledFields(contract.documents)'
]

interface Program {
  readonly givenService: typeof givenService
  readonly audit: typeof audit
}

/** This program without a rule; with all of them for null. */
async function programWithout(t: Test, removed: Removed | null): Promise<Program> {
  const folder = temporaryFolder(t)
  for (const part of ['src', 'test/support', 'test/storage/support', 'generated', 'package.json']) {
    mkdirSync(join(folder, part, '..'), { recursive: true })
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  const app = join(folder, 'test/support/app.ts')
  const text = LEFT_OUT.reduce((text, part) => text.replace(part, ''), readFileSync(app, 'utf8'))
  writeFileSync(app, text)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  if (removed !== null) {
    const [file, rule, instead] = removed
    const path = join(folder, 'src/decisions', file)
    const text = readFileSync(path, 'utf8')
    const most = instead.includes('MOST') ? '\nconst MOST = 1e9\n' : ''
    writeFileSync(path, text.replace(rule, instead) + most)
  }
  const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
  const { givenService } = await load('test/support/app.ts')
  const { audit } = await load('src/storage/audit/audit.ts')
  return { givenService, audit }
}

/**
 * Cy, who is in two clubs, and what can be done in the first. The clock stands, so that the audit
 * has to know the order of what happens within one instant.
 */
async function customerOf(service: Service) {
  const customer = { source_id: 'cy' }
  const post = async (url: string, body: object = {}) => {
    const { status, body: said, bytes } = await service.post(url, body)
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return said
  }
  const club = async (name: string, expiration_rules: object | null = null) => {
    const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0, expiration_rules } }
    const { id } = await post('/v1/loyalties', { name, type: 'AUTO_UPDATE', voucher })
    const { code } = await post(`/v1/loyalties/${id}/members`, { customer })
    return { id, code, url: `/v1/loyalties/${id}` }
  }
  const monthly = { period_type: 'MONTH', period_value: 0, rounding_type: 'END_OF_MONTH' }
  const [one, other] = [await club('one'), await club('other')]
  const month = await club('month', monthly)
  const loyalty = {
    type: 'PROPORTIONAL',
    calculation_type: 'ORDER_AMOUNT',
    order: { amount: { every: 100, points: 1 } }
  }
  await post(`${one.url}/earning-rules`, [{ event: 'order.paid', loyalty }])
  const metadata = { every: 1, points: 1, property: 'month' }
  const byMonth = { ...loyalty, calculation_type: 'ORDER_METADATA', order: { metadata } }
  await post(`${month.url}/earning-rules`, [{ event: 'order.paid', loyalty: byMonth }])
  const order = (source_id: string, points: number) =>
    post('/v1/orders', { source_id, amount: points * 100, status: 'PAID', customer })
  const orderByMonth = (source_id: string, points: number) =>
    post('/v1/orders', { source_id, status: 'PAID', customer, metadata: { month: points } })
  const cancel = (id: string) => service.put(`/v1/orders/${id}`, { status: 'CANCELED' })
  const buy = async (points: number, from = one, into?: string) => {
    const parameters =
      into === undefined
        ? { product: { id: 'prod_00mug' } }
        : { campaign: { id: into, balance: points } }
    const type = into === undefined ? 'MATERIAL' : 'CAMPAIGN'
    const { id } = await post('/v1/rewards', { name: `${points} ${type}`, type, parameters })
    await post(`${from.url}/rewards`, [{ reward: id, parameters: { loyalty: { points } } }])
    return (await post(`${from.url}/members/${from.code}/redemption`, { reward: { id } })).id
  }
  const give = (points: number, more: object = {}, to = one) =>
    post(`/v1/loyalties/members/${to.code}/balance`, { points, ...more })
  const left = async () => {
    const { loyalty } = (await service.get('/v1/customers/cy')).body
    return loyalty.campaigns['one'].points as number
  }
  const gifts = async () => {
    const voucher = { type: 'GIFT_VOUCHER', gift: { amount: 0 } }
    const campaign_type = 'GIFT_VOUCHERS'
    const made = { name: 'gifts', campaign_type, type: 'AUTO_UPDATE', voucher }
    return (await post('/v1/campaigns', made)).id as string
  }
  const rollBack = (id: string) => service.post(`/v1/redemptions/${id}/rollback`)
  return { one, other, month, order, orderByMonth, cancel, buy, give, gifts, left, rollBack }
}

/** Something of everything that orders and redemptions can be undone by. */
async function live(service: Service): Promise<void> {
  const customer = await customerOf(service)
  const { one, other, order, cancel, buy, give, gifts, left, rollBack } = customer
  await order('o-1', 60)
  const thing = await buy(60)
  await give(30)
  await cancel('o-1')
  await rollBack(thing)

  await give(40, { expiration_type: 'CUSTOM_DATE', expiration_date: '2026-12-31' })
  await order('o-2', 50)
  const soon = await buy(40)
  await buy(await left())
  await cancel('o-2')
  await rollBack(soon)
  await order('o-3', 20)
  await buy(await left())
  await give(15, { expiration_type: 'CUSTOM_DATE', expiration_date: '2026-12-31' })
  await cancel('o-3')

  await order('o-4', 25)
  const all = await buy(await left())
  await cancel('o-4')
  await rollBack(all)

  await give(100)
  const there = await buy(100, undefined, other.id)
  await buy(100, other)
  await rollBack(there)

  await give(30)
  await order('o-5', 10)
  await cancel('o-5')
  await give(20)
  const credit = await buy(20, one, await gifts())
  await rollBack(credit)
  await liveOn(service, customer)
}

/** To the next month, by which some points lapse. */
async function liveOn(service: Service, customer: Customer): Promise<void> {
  const { month, orderByMonth, cancel, buy, give } = customer
  await give(100, { expiration_type: 'NON_EXPIRING' }, month)
  await orderByMonth('m-1', 60)
  await orderByMonth('m-2', 60)
  await buy(90, month)
  service.setNow(new Date(Date.parse(service.shell.now()) + 31 * 86_400_000).toISOString())
  await service.work()
  await buy(10, month)
  await cancel('m-1')
  await cancel('m-2')
}

type Customer = Awaited<ReturnType<typeof customerOf>>

t.test('each rule is said once where it is looked for', async t => {
  for (const [title, file, rule] of rules) {
    const text = readFileSync(join(ROOT, 'src/decisions', file), 'utf8')
    t.equal(text.split(rule).length, 2, title)
  }
})

/** Each is a whole program, which takes seconds to load. */
const programs = [
  ['it forgot nothing', null] as const,
  ...rules.map(([title, ...removed]) => [`it forgot that ${title}`, removed] as const)
]

for (const [[title, removed]] of rowsOf(t, programs, { gate: 0, soak: programs.length })) {
  await t.test(title, async t => {
    const { givenService, audit } = await programWithout(t, removed)
    const service = await givenService(t)
    await live(service)
    t.equal((await audit(service.store)).clean, removed === null)
  })
}
