/**
 * Somebody in two programs whose points and tiers bring segments, and these points of the one or the
 * other: who sends orders back stands as one who never bought them.
 */
import t from 'tap'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { type Chance, casesOf } from '../../support/chance.ts'

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any

const PROGRAMS = ['Steps', 'Miles'] as const
const DAYS_35 = 35 * 86_400_000

const asker =
  (service: Service) =>
  async (url: string, sent?: object, method: 'post' | 'put' = 'post'): Promise<Json> => {
    const { status, body, bytes } =
      sent === undefined ? await service.get(url) : await service[method](url, sent)
    if (status !== 200) throw new Error(`${url} ${JSON.stringify(sent)}: ${status} ${bytes}`)
    return body
  }

function anyTerms({ pick, once }: Chance): object | undefined {
  if (once(3)) return undefined
  return {
    qualification_type: pick(['BALANCE', 'POINTS_IN_PERIOD']),
    start_date: { type: 'IMMEDIATE' },
    qualification_period: 'MONTH',
    expiration_date: { type: pick(['END_OF_PERIOD', 'END_OF_NEXT_PERIOD']) }
  }
}

/** `isWild`: what selects may end with more, or be no figure at all. */
function anyFilter({ between, pick, once }: Chance, isWild: boolean): object {
  const of = pick(PROGRAMS)
  const condition = () => {
    const [field, from, width] = pick([
      ['summary.orders.total_amount', between(1, 30) * 10_000, 50_000],
      ['summary.orders.total_count', between(1, 3), 1],
      ['loyalty_points', between(5, 40) * 100, 500],
      [`loyalty_points.${of}`, between(5, 30) * 100, 500],
      [`loyalty_tier.${of}`, `${of} ${pick([100, 1000])}`, 0],
      ...(isWild
        ? ([
            ['summary.orders.average_amount', between(1, 10) * 10_000, 0],
            ['summary.orders.last_order_amount', between(1, 10) * 10_000, 0],
            ['summary.redemptions.loyalty_card.redeemed_points', between(0, 9) * 10, 100],
            ['metadata.vip', 'yes', 0]
          ] as const)
        : [])
    ] as const)
    if (typeof from === 'string') return [field, { $is: [isWild ? from : `${of} 1000`] }] as const
    const below = isWild && width > 0 && once(2) ? { $less_than: [from + width] } : {}
    return [field, { $more_than_equal: [from], ...below }] as const
  }
  const fields = Array.from({ length: isWild ? between(1, 2) : 1 }, condition)
  const all = fields.map(([field, conditions]) => [field, { conditions }] as const)
  return { junction: isWild && once(4) ? 'or' : 'and', ...Object.fromEntries(all) }
}

async function anyShop(service: Service, chance: Chance, isWild: boolean) {
  const { between, pick, once } = chance
  const ask = asker(service)
  const urls: string[] = []
  const told: unknown[] = []
  const bonusRules: string[] = []
  const unknowable: string[] = []
  let hasMonths = true
  const fixed = () => ({ type: 'FIXED', points: pick([50, 200, 700]) })
  await ask('/v1/campaigns/camp_00club/disable', {})
  const { id: mug } = await ask('/v1/rewards', {
    name: 'Mug',
    parameters: { product: { id: 'prod_00mug' } }
  })
  for (const [at, name] of PROGRAMS.entries()) {
    const terms = anyTerms(chance)
    const { id } = await ask('/v1/loyalties', {
      name,
      type: 'AUTO_UPDATE',
      ...(terms && { loyalty_tiers_expiration: terms }),
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
    })
    const url = `/v1/loyalties/${id}`
    const bands = [0, 100, 1000].map((from, place, all) => ({
      name: `${name} ${from}`,
      points: { from, to: (all[place + 1] ?? 1_000_000) - 1 }
    }))
    const tiers = await ask(`${url}/tiers`, bands)
    const order = { amount: { every: 100, points: at + 1 } }
    const loyalty = { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT', order }
    // Whoever comes to the highest at once misses what comes with those below; and who has spent
    // stays in one of those, which must not bring more.
    const isSteady = JSON.stringify(terms ?? {}).includes('END_OF_PERIOD')
    const prolonged = isWild && isSteady && once(3) ? fixed() : null
    const rules = (isWild ? tiers : tiers.slice(-1)).flatMap(({ id: tierId }: Json) => {
      const step = prolonged ? 'prolonged' : isWild ? pick(['upgraded', 'joined']) : 'upgraded'
      const event = `customer.loyalty.tier.${step}`
      const rule = { event, loyalty_tier: { id: tierId }, loyalty: prolonged ?? fixed() }
      return prolonged || once(2) ? [rule] : []
    })
    const made = await ask(`${url}/earning-rules`, [{ event: 'order.paid', loyalty }, ...rules])
    bonusRules.push(...made.slice(1).map(({ id }: Json) => id))
    const price = { loyalty: { points: pick([40, 201, 600]) } }
    await ask(`${url}/rewards`, [{ reward: mug, parameters: price }])
    urls.push(url)
    told.push([terms, rules])
  }
  for (let count = between(0, 3); count > 0; count--) {
    const filter = anyFilter(chance, isWild)
    const name = `Segment ${count}`
    const { id } = await ask('/v1/segments', { name, type: 'auto-update', filter })
    const at = chance.below(2)
    const loyalty = fixed()
    const rule = { event: 'customer.segment.entered', segment: { id }, loyalty }
    const [made] = await ask(`${urls[at]}/earning-rules`, [rule])
    bonusRules.push(made.id)
    // Nobody knows any more who left these between two times that they entered them.
    if (/"or"|less_than|loyalty_tier/.test(JSON.stringify(filter))) unknowable.push(made.id)
    told.push([filter, at, loyalty.points])
    // It may come in another month to one than to the other, and bring a tier of that month.
    const isElsewhere = !Object.hasOwn(filter, `loyalty_tier.${PROGRAMS[at]}`)
    if (!isWild && isElsewhere && JSON.stringify(told[at]).includes('POINTS_IN')) hasMonths = false
  }
  return { ask, urls, mug, told, bonusRules, unknowable, hasMonths }
}

/** What somebody does, with the orders by their names. */
type Deed = readonly [verb: string, name: string, points: number]

/** `isWild`: with spending between, and all but the order `o0` undone at the end. */
function anyDeeds(
  { between, pick, once }: Chance,
  { isWild, hasMonths }: { readonly isWild: boolean; readonly hasMonths: boolean }
): readonly Deed[] {
  const left = new Map<string, number>()
  const unpaid = new Set<string>()
  const spent: string[] = []
  const deeds: Deed[] = []
  const regain = () =>
    deeds.push(['regains', spent.splice(between(0, spent.length - 1), 1)[0] ?? '', 0])
  for (let turns = between(3, 12); turns > 0; turns--) {
    if (hasMonths && once(5)) deeds.push(['month', '', 0])
    if (isWild && once(3)) {
      if (spent.length > 0 && once(3)) regain()
      else if (once(3)) deeds.push(['calls', pick(['yes', 'no']), 0])
      else {
        spent.push(`m${deeds.length}`)
        deeds.push(['spends', `m${deeds.length}`, between(0, 1)])
      }
      continue
    }
    const name = left.size === 0 || once(3) ? `o${left.size}` : pick([...left.keys()])
    const points = left.get(name)
    if (points === undefined) {
      left.set(name, pick([1, 100, 400, 998, 999, 1000, between(1, 1200)]))
      deeds.push(['pays', name, left.get(name) as number])
    } else if (isWild && name === 'o0') {
    } else if (unpaid.has(name)) {
      deeds.push(['repays', name, points])
      unpaid.delete(name)
    } else if (points > 1 && once(2)) {
      const back = between(1, points - 1)
      left.set(name, points - back)
      deeds.push(['returns', name, back])
    } else if (points > 0 && once(2)) {
      unpaid.add(name)
      deeds.push(['unpays', name, points])
    } else if (points > 0) {
      left.set(name, 0)
      deeds.push(['cancels', name, 0])
    }
  }
  const others = [...left.keys()].slice(1)
  while (isWild && others.length + spent.length > 0) {
    if (others.length === 0 || (spent.length > 0 && once(2))) regain()
    else deeds.push(['cancels', others.splice(between(0, others.length - 1), 1)[0] ?? '', 0])
  }
  return deeds
}

/** Of each order that stays what remains, and the deed by which it was paid last. */
function paymentsKept(deeds: readonly Deed[]): ReadonlyMap<number, number> {
  const paidAt = new Map<string, number>()
  const left = new Map<string, number>()
  for (const [at, [verb, name, points]] of deeds.entries()) {
    if (verb === 'pays') left.set(name, points)
    if (verb === 'pays' || verb === 'repays') paidAt.set(name, at)
    if (verb === 'returns') left.set(name, (left.get(name) as number) - points)
    if (verb === 'cancels' || verb === 'unpays') paidAt.delete(name)
  }
  return new Map([...paidAt].map(([name, at]) => [at, left.get(name) as number]))
}

/** Plays the deeds of one, beside another who at the same time pays what stays and no more. */
async function played(service: Service, chance: Chance, isWild: boolean) {
  const shop = await anyShop(service, chance, isWild)
  const { ask, urls, mug, told, bonusRules, unknowable, hasMonths } = shop
  const deeds = anyDeeds(chance, { isWild, hasMonths })
  const cards: string[] = []
  for (const source_id of ['other', 'one']) {
    for (const url of urls) {
      cards.unshift((await ask(`${url}/members`, { customer: { source_id } })).code)
    }
  }
  const kept = paymentsKept(deeds)
  const redeemed = new Map<string, string>()
  let now = Date.parse(NOW)
  for (const [at, [verb, name, points]] of deeds.entries()) {
    now += verb === 'month' ? DAYS_35 : 1000
    service.setNow(new Date(now).toISOString())
    const pay = (who: string, left: number) => {
      const order = { source_id: `${who}-${name}`, status: 'PAID', amount: left * 100 }
      return ask('/v1/orders', { ...order, customer: { source_id: who } })
    }
    const set = (status: string) => ask(`/v1/orders/one-${name}`, { status }, 'put')
    if (verb === 'pays') await pay('one', points)
    if (verb === 'repays') await set('PAID')
    if (verb === 'cancels') await set('CANCELED')
    if (verb === 'unpays') await set('CREATED')
    if (verb === 'returns') await ask(`/v1/orders/one-${name}/returns`, { amount: points * 100 })
    if (verb === 'spends') {
      const url = `${urls[1 - points]}/members/${cards[points]}/redemption`
      const { status, body } = await service.post(url, { reward: { id: mug } })
      if (status === 200) redeemed.set(name, body.id)
    }
    const redemption = redeemed.get(name)
    if (verb === 'regains' && redemption) await ask(`/v1/redemptions/${redemption}/rollback`, {})
    if (verb === 'calls') {
      for (const source_id of ['one', 'other']) {
        await ask('/v1/customers', { source_id, metadata: { vip: name } })
      }
    }
    const left = kept.get(at)
    if (left !== undefined) await pay('other', left)
  }
  const standing = async (who: string) => {
    // What the calendar brought is booked with the next thing that happens.
    await ask('/v1/customers', { source_id: who, description: 'at the end' })
    const { loyalty, summary } = await ask(`/v1/customers/${who}`)
    const { data } = await ask(`/v1/customers/${who}/segments`)
    return {
      points: PROGRAMS.map(name => loyalty.campaigns[name].points as number),
      tiers: PROGRAMS.map(name => loyalty.campaigns[name].loyalty_tier),
      orders: [summary.orders.total_amount, summary.orders.total_count],
      segments: data.map((segment: Json) => segment.name).toSorted()
    }
  }
  const cameAgain = async (held: readonly string[], rules: readonly string[]) => {
    const cameBy: string[] = []
    for (const code of held) {
      const { data } = await ask(`/v1/loyalties/members/${code}/transactions?limit=100`)
      cameBy.push(...data.map(({ details }: Json) => details.earning_rule?.id))
    }
    return rules.some(id => cameBy.filter(each => each === id).length > 1)
  }
  const story = `${JSON.stringify(told)}: ${deeds.map(deed => deed.join(' ')).join(', ')}`
  const [one, other] = [await standing('one'), await standing('other')]
  return {
    one,
    other,
    isMore: one.points.some((points, at) => points > (other.points[at] as number)),
    /** The other has come to a tier or segment again, which the one may never have left. */
    otherCameAgain: () => cameAgain(cards.slice(PROGRAMS.length), bonusRules),
    /** The one has come again to a segment that they may never have left. */
    isUnknowable: () => cameAgain(cards.slice(0, PROGRAMS.length), unknowable),
    story
  }
}

t.test(
  'whoever sends orders back stands as one who never bought them, in two programs',
  async t => {
    t.setTimeout(0)
    for (const chance of casesOf(t, { gate: 30, soak: 1000 })) {
      const { one, other, story, ...told } = await played(await givenService(t), chance, false)
      if (!told.isMore && (await told.otherCameAgain())) continue
      t.strictSame(one, other, story)
    }
  }
)

t.test(
  'whatever was done, nobody keeps more points than the one order that stays brings',
  async t => {
    t.setTimeout(0)
    for (const chance of casesOf(t, { gate: 30, soak: 1000, found: [[101, 35]] })) {
      const { one, other, story, ...told } = await played(await givenService(t), chance, true)
      if (told.isMore && (await told.isUnknowable())) continue
      const most = one.points.map((points, at) => Math.max(points, other.points[at] as number))
      t.strictSame(most, other.points, story)
    }
  }
)
