/**
 * Random cards whose points have several last days: loaded, lived with, dumped on a later day,
 * loaded into a project of their own and dumped as the same.
 *
 * A law of its own says which points are left: points that lapse soonest are spent first, and those
 * whose day is over are gone.
 */
import t from 'tap'
import { freshSource } from '../../src/ids.ts'
import { dumpProject, dumpText } from '../../src/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { ProjectOperations } from '../../src/project-files/operations.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { type Chance, casesOf } from '../support/chance.ts'
import { newStore } from '../support/stores.ts'

const NOW = '2026-03-01T10:00:00.000Z'
const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }

function after(days: number): string {
  return new Date(Date.parse(NOW) + days * 86_400_000).toISOString()
}

/** Null: never. */
type Day = string | null

interface Lot {
  readonly points: number
  readonly expires_on?: Day
}

interface Card {
  readonly code: string
  readonly campaign: 'Club'
  readonly customer: string
  readonly balance: number
  readonly lots?: readonly Lot[]
  readonly expires_on?: string
}

function sumOf(lots: readonly Lot[]): number {
  return lots.reduce((sum, { points }) => sum + points, 0)
}

function randomLots({ between, below, once }: Chance): readonly Lot[] {
  const days = new Set<Day>()
  for (let count = below(6); count > 0; count--) {
    days.add(once(4) ? null : after(below(20)).slice(0, 10))
  }
  return [...days].map(day => {
    const points = between(1, once(9) ? 1_000_000_000 : 300)
    if (day !== null) return { points, expires_on: day }
    return once(2) ? { points } : { points, expires_on: null }
  })
}

/** A card of these points as a file says it, in one of the ways in which one can. */
function cardOf(code: string, lots: readonly Lot[], isShort: boolean): Card {
  const card = {
    code,
    campaign: 'Club',
    customer: `holder of ${code}`,
    balance: sumOf(lots)
  } as const
  const [only, second] = lots
  if (only === undefined) return card
  if (second !== undefined || !isShort) return { ...card, lots }
  return { ...card, expires_on: only.expires_on ?? 'never' }
}

/** Soonest first, and what has no last day at the end. */
function sorted(lots: readonly Lot[]): readonly Lot[] {
  return lots.toSorted((one, other) =>
    (one.expires_on ?? '~') < (other.expires_on ?? '~') ? -1 : 1
  )
}

/** The lots from which so many points were taken. */
function spent(lots: readonly Lot[], points: number): readonly Lot[] {
  let left = points
  return sorted(lots).flatMap(lot => {
    const taken = Math.min(lot.points, left)
    left -= taken
    return lot.points === taken ? [] : [{ ...lot, points: lot.points - taken }]
  })
}

function lasting(lots: readonly Lot[], day: string): readonly Lot[] {
  return lots.filter(({ expires_on }) => expires_on == null || expires_on >= day)
}

function dumpedOf(code: string, lots: readonly Lot[]): Card {
  const said = sorted(lots).map(({ points, expires_on }) =>
    expires_on == null ? { points } : { points, expires_on }
  )
  return cardOf(code, said, true)
}

function fileOf(name: string, cards: readonly Card[]) {
  const value = {
    project: { name, timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
    campaigns: [
      {
        name: 'Club',
        campaign_type: 'LOYALTY_PROGRAM',
        voucher: {
          type: 'LOYALTY_CARD',
          // Points that say nothing of a last day would get one, and these say it.
          loyalty_card: { points: 0, expiration_rules: { period_type: 'MONTH', period_value: 3 } }
        }
      }
    ],
    cards
  }
  return { name: 'cards.yaml', text: JSON.stringify(value), folder: '/nowhere' }
}

t.test('cards with any lots come back from a dump, on the same day and on later ones', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  let now = NOW
  const services = { now: () => now, ids: freshSource(), limits }
  for (const chance of casesOf(t, { gate: 8, soak: 200 })) {
    now = NOW
    const codes = Array.from({ length: chance.between(1, 4) }, (_, index) => `C${index}`)
    const cards = codes.map(code => ({ code, lots: randomLots(chance) }))
    const listed = cards.map(({ code, lots }) => cardOf(code, lots, chance.once(2)))
    const file = fileOf(`Case ${chance.seed}`, listed)
    const { project } = await projectFromFile(store, services, file)
    const again = await loadFile(store, services, project, file)
    t.match(again.rows, { cards: { unchanged: codes.length, changed: 0, made: 0 } })
    const operations = new ProjectOperations(store, services, project)
    const expected: Card[] = []
    const days = chance.below(25)
    for (const { code, lots } of cards) {
      now = NOW
      const points = chance.below(sumOf(lots) + 1)
      const isSpent = points > 0 && chance.once(2)
      const body = { points: -points, reason: 'Spent elsewhere' }
      const asked = { params: { memberId: code }, body }
      if (isSpent) await operations.carryOut('updateLoyaltyCardBalanceByCard', asked)
      now = after(days)
      // What has become due is booked by some, and only read by the others.
      const params = { customerId: `holder of ${code}` }
      if (chance.once(3))
        await operations.carryOut('updateCustomer', { params, body: { name: 'X' } })
      const left = lasting(isSpent ? spent(lots, points) : lots, now.slice(0, 10))
      expected.push(dumpedOf(code, left))
    }
    const first = await dumpProject(store, services, project, { out: null, withIds: false })
    t.strictSame(first.value['cards'], expected, `after ${days} days`)
    t.strictSame([...first.leftOut], [])
    const text = await dumpText(first.value, null)
    const loaded = await projectFromFile(store, services, { ...file, text })
    const options = { out: null, withIds: false }
    const second = await dumpProject(store, services, loaded.project, options)
    t.equal(await dumpText(second.value, null), text)
    const same = await loadFile(store, services, project, { ...file, text })
    t.match(same.rows, { cards: { unchanged: codes.length, changed: 0, made: 0 } })
  }
  t.match(await audit(store), { clean: true })
})

t.test('more lots than a row may have are told as left out', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const services = { now: () => NOW, ids: freshSource(), limits }
  const lots = Array.from({ length: 1000 }, (_, index) => ({
    points: 1,
    expires_on: after(index).slice(0, 10)
  }))
  const file = fileOf('Many', [cardOf('C', lots, false)])
  const { project } = await projectFromFile(store, services, file)
  const dumped = () => dumpProject(store, services, project, { out: null, withIds: false })
  const first = await dumped()
  t.strictSame([...first.leftOut], [])
  t.match(first.value['cards'], [{ balance: 1000, lots }])
  const operations = new ProjectOperations(store, services, project)
  const body = { points: 5, expiration_type: 'CUSTOM_DATE', expiration_date: '2040-01-01' }
  await operations.carryOut('updateLoyaltyCardBalanceByCard', { params: { memberId: 'C' }, body })
  const second = await dumped()
  const found = [...second.leftOut.keys()]
  t.strictSame(found, [
    'loyalty cards: more than 1000 last days of their points; these will follow from the ' +
      'program'
  ])
  t.match(second.value['cards'], [{ balance: 1005, lots: undefined, expires_on: undefined }])
})

//  the points of a card, where the mistake is, and what is said of it
// biome-ignore format: a table
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['balance: 5, lots: [{ points: 5, expires_on: 2026-02-28 }]', '/lots/0/expires_on',
    'lots[0].expires_on 2026-02-28 is over; send 2026-03-01 or a later day.'],
  ['balance: 5, lots: [{ points: 2, expires_on: 2026-03-01 }, ' +
      '{ points: 3, expires_on: 2026-02-28 }]', '/lots/1/expires_on',
    'lots[1].expires_on 2026-02-28 is over; send 2026-03-01 or a later day.'],
  ['balance: 5, lots: [{ points: 2 }, { points: 3, expires_on: null }]', '/lots/1/expires_on',
    'lots[1].expires_on is the same as that of lots[0], whose points also have no last day; add ' +
      'them up.'],
  ['balance: 5, lots: [{ points: 2, expires_on: 2026-04-01 }, ' +
      '{ points: 3, expires_on: 2026-04-01 }]', '/lots/1/expires_on',
    'lots[1].expires_on is the same as that of lots[0], whose points also lapse after ' +
      '2026-04-01; add them up.'],
  ['balance: 6, lots: [{ points: 2, expires_on: 2026-04-01 }, { points: 3 }]', '/lots',
    'lots: lots have 5 points together, and balance is 6; write the same.'],
  ['balance: 5, expires_on: never, lots: [{ points: 5 }]', '/expires_on',
    'expires_on: is that of all points, and lots say it of each; write one of the two.'],
  ['balance: 5, lots: [{ points: 5, expires_on: 2026-02-30 }]', '/lots/0/expires_on',
    'lots[0].expires_on must be a day such as 2026-03-01, and is "2026-02-30".'],
  ['balance: 0, lots: [{ points: 0 }]', '/lots/0/points',
    'Property .cards[0].lots[0].points must be at least 1, got 0.'],
  ['balance: 0, lots: []', '/lots',
    'Property .cards[0].lots must have at least 1 item, got 0.']
]

t.test('lots that cannot be are refused with their path, and nothing is changed', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const services = { now: () => NOW, ids: freshSource(), limits }
  const { project } = await projectFromFile(store, services, fileOf('Club', []))
  for (const [said, path, message] of REFUSED) {
    const text = `cards:\n  - { code: C, campaign: Club, customer: ann, ${said} }\n`
    const loading = loadFile(store, services, project, { name: 'c.yaml', text, folder: '/nowhere' })
    const whole = `c.yaml, line 2, /cards/0${path}: ${message}\nNothing was changed.`
    await t.rejects(loading, { message: whole }, said)
  }
})
