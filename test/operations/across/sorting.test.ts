import t from 'tap'
import { givenService } from '../../support/app.ts'
import { rawRows } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'
import { ask, operations, parametersIn } from '../../support/requests.ts'
import { newUrl, openUrl, runBeside } from '../../support/stores.ts'

const ADA = 'customer=cust_00ada'
const CARD = 'voucher=CLUB-ADA-0001'
const FIVE_OFF = 'related_object_id=promo_00fiveoff'

//  list, its member in the answer, order, ids
// biome-ignore format: a table
const LISTS = [
  ['/v1/exports', 'exports', 'status',
    'exp_00customers exp_00orders exp_00outdated exp_00vouchers'],
  ['/v1/loyalties/camp_00club/rewards', 'data', 'updated_at',
    'rewa_00mug rewa_00coupon rewa_00gift rewa_00bakery rewa_00coin'],
  ['/v1/loyalties/camp_00club/tiers', 'data', 'updated_at', 'ltr_00gold ltr_00silver'],
  ['/v1/promotions/tiers', 'tiers', 'created_at',
    'promo_00tenoff promo_00fiveoff promo_00snow promo_00thaw'],
  ['/v1/promotions/tiers', 'tiers', 'updated_at',
    'promo_00tenoff promo_00fiveoff promo_00snow promo_00thaw'],
  [`/v1/publications?${ADA}`, 'publications', 'created_at', 'pub_00adaclub pub_00friend'],
  [`/v1/publications?${CARD}`, 'publications', 'created_at', 'pub_00adaclub'],
  [`/v1/publications?${CARD}&${ADA}`, 'publications', 'created_at', 'pub_00adaclub'],
  [`/v1/vouchers?campaign=camp_00club&${ADA}`, 'vouchers', 'created_at', 'v_00adaclub'],
  [`/v1/validation-rules-assignments?${FIVE_OFF}`, 'data', 'created_at', 'asgm_00fiveoff'],
  [`/v1/validation-rules-assignments?${FIVE_OFF}&rule=val_00twenty`, 'data',
    'created_at', 'asgm_00fiveoff']
] as const

onDemo('a list is the same from either end', async (t, { get }) => {
  for (const [url, member, order, ids] of LISTS) {
    const listed = async (by: string) => {
      const { body } = await get(`${url}${url.includes('?') ? '&' : '?'}order=${by}`)
      return body[member].map(({ id }: { readonly id: string }) => id)
    }
    t.strictSame(await listed(order), ids.split(' '), `${url} by ${order}`)
    t.strictSame(await listed(`-${order}`), ids.split(' ').toReversed(), `${url} by -${order}`)
  }
})

// biome-ignore lint/suspicious/noExplicitAny: an entry of a list, whatever it is
type Body = any

/** What a filter is sent as for one entry, and whether another one is in the list then. */
type Narrowing = readonly [
  sent: (entry: Body) => Readonly<Record<string, string>>,
  keeps: (other: Body, entry: Body) => boolean
]

const { before, after } = { before: 'created_at[before]', after: 'created_at[after]' }

// biome-ignore format: a table
const narrowed: Readonly<Record<string, readonly Narrowing[]>> = {
  '/v1/vouchers': [
    [({ code }) => ({ code }), (other, { id }) => other.id === id],
    [({ id }) => ({ code: id }), (other, { id }) => other.id === id],
    [({ campaign_id }) => ({ campaign_id }), sameIn('campaign_id')],
    [({ campaign }) => ({ campaign }), sameIn('campaign')],
    [({ holder_id }) => ({ customer: holder_id }), sameIn('holder_id')],
    [({ created_at }) => ({ [after]: created_at }), laterBy('created_at')],
    [({ created_at }) => ({ [before]: created_at }), earlierBy('created_at')],
    [({ updated_at }) => ({ 'updated_at[after]': updated_at }), laterBy('updated_at')],
    [({ updated_at }) => ({ 'updated_at[before]': updated_at }), earlierBy('updated_at')],
    [
      ({ campaign_id, updated_at }) => ({ campaign_id, 'updated_at[before]': updated_at }),
      (other, entry) => sameIn('campaign_id')(other, entry) && earlierBy('updated_at')(other, entry)
    ],
    [
      ({ campaign_id, holder_id, created_at }) => ({
        ...{ campaign_id, customer: holder_id },
        [before]: '2036-01-01T00:00:00.000Z',
        [after]: created_at
      }),
      (other, entry) =>
        sameIn('campaign_id')(other, entry) &&
        sameIn('holder_id')(other, entry) &&
        laterBy('created_at')(other, entry)
    ]
  ],
  '/v1/redemptions': [
    [({ customer_id }) => ({ customer: customer_id }), sameIn('customer_id')],
    [({ result }) => ({ result }), sameIn('result')],
    [({ voucher }) => ({ campaign: voucher?.campaign_id }), campaignOfVoucher],
    [({ date }) => ({ [after]: date }), laterBy('date')],
    [({ date }) => ({ [before]: date }), earlierBy('date')],
    [
      ({ customer_id, result, voucher }) => ({ ...{ customer: customer_id, result, campaign: voucher?.campaign_id }
      }),
      (other, entry) =>
        sameIn('customer_id')(other, entry) &&
        sameIn('result')(other, entry) &&
        campaignOfVoucher(other, entry)
    ]
  ],
  '/v1/publications': [
    [
      ({ voucher }) => ({ voucher: voucher.code }),
      (other, { voucher }) => other.voucher.id === voucher.id
    ],
    [({ customer_id }) => ({ customer: customer_id }), sameIn('customer_id')],
    [
      ({ voucher }) => ({ campaign: voucher.campaign }),
      (other, { voucher }) => other.voucher.campaign === voucher.campaign
    ],
    [({ source_id }) => ({ source_id }), sameIn('source_id')],
    [() => ({ result: 'SUCCESS' }), () => true],
    [() => ({ result: 'FAILURE' }), () => false]
  ],
  '/v1/customers': [
    [({ email }) => ({ email }), sameIn('email')],
    [({ source_id }) => ({ source_id }), sameIn('source_id')],
    [({ created_at }) => ({ [after]: created_at }), laterBy('created_at')],
    [({ email, created_at }) => ({ email, [before]: created_at }), () => false],
    [({ updated_at }) => ({ 'updated_at[after]': updated_at }), laterBy('updated_at')],
    [({ updated_at }) => ({ 'updated_at[before]': updated_at }), earlierBy('updated_at')]
  ],
  '/v1/loyalties/Coffee%20Club/members': [
    [({ code }) => ({ code }), (other, { id }) => other.id === id],
    [({ holder_id }) => ({ customer: holder_id }), sameIn('holder_id')],
    [({ code, holder_id }) => ({ code, customer: holder_id }), (other, { id }) => other.id === id],
    [({ created_at }) => ({ [after]: created_at }), laterBy('created_at')],
    [({ created_at }) => ({ [before]: created_at }), earlierBy('created_at')],
    [({ updated_at }) => ({ 'updated_at[after]': updated_at }), laterBy('updated_at')],
    [({ updated_at }) => ({ 'updated_at[before]': updated_at }), earlierBy('updated_at')],
    [({ created_at }) => ({ [before]: created_at, 'updated_at[after]': '2020-01-01T00:00:00.000Z' }),
      (other, entry) => other.updated_at !== null && earlierBy('created_at')(other, entry)],
    [({ code, updated_at }) => ({ code, 'updated_at[before]': updated_at }), () => false]
  ]
}

function sameIn(name: string): Narrowing[1] {
  return (other, entry) => other[name] === entry[name]
}

function laterBy(name: string): Narrowing[1] {
  return (other, entry) => (other[name] ?? '') > entry[name]
}

function earlierBy(name: string): Narrowing[1] {
  return (other, entry) => other[name] != null && other[name] < entry[name]
}

function campaignOfVoucher({ voucher }: Body, entry: Body): boolean {
  return voucher?.campaign_id === entry.voucher.campaign_id
}

onDemo('lists: filters leave what has all of their values', async (t, { post, put, get }) => {
  const mailed = { customer: { source_id: 'ben' }, campaign: { name: 'Spring coupons' } }
  const { status } = await post('/v1/publications', { ...mailed, source_id: 'mail-1' })
  t.equal(status, 200)
  for (const id of ['cust_00ada', 'cust_00cleo']) {
    await put(`/v1/customers/${id}`, { name: 'Renamed' })
  }
  for (const [path, narrowings] of Object.entries(narrowed)) {
    const [, name = ''] = /(\w+)$/.exec(path.replace('members', 'vouchers')) ?? []
    const listed = async (query: Readonly<Record<string, string>>) => {
      const asked = new URLSearchParams({ limit: '100', ...query })
      const { status, body } = await get(`${path}?${asked}`)
      t.equal(status, 200, `${path}?${asked} ${body.details}`)
      t.equal(body.total, body[name].length)
      return body[name].map(({ id }: Body) => id).toSorted()
    }
    for (const order of ['created_at', '-created_at']) {
      const all: Body[] = (await get(`${path}?limit=100&order=${order}`)).body[name]
      t.ok(all.length > 1, path)
      for (const [sent, keeps] of narrowings) {
        const tried = all.filter(entry => Object.values(sent(entry)).every(value => value != null))
        t.ok(tried.length > 0, `${path} ${sent}`)
        for (const entry of [tried.at(0), tried.at(-1)]) {
          const kept = all.filter(other => keeps(other, entry)).map(({ id }) => id)
          kept.sort()
          const found = await listed({ ...sent(entry), order })
          t.same(found, kept, `${path} ${JSON.stringify(sent(entry))}`)
        }
      }
    }
    t.same(
      await listed({ ...(path === '/v1/customers' ? { email: 'x@y.z' } : { customer: 'nobody' }) }),
      []
    )
  }
})

t.test('lists: when cards changed is looked for in ten thousand of them', async t => {
  const url = await newUrl(t)
  const store = await openUrl(url, { onBug: t.error })
  await store.migrate()
  const service = await givenService(t, { store })
  const { vouchers } = await rawRows(store, ['vouchers'])
  const own: Readonly<Record<string, string>> = { id: `'v_z'`, code: `'Z-'`, code_key: `'Z-'` }
  const columns = Object.keys(vouchers[0] ?? {})
  const copied = columns.map(name => (name in own ? `${own[name]} || i` : name))
  const most = (count: number) => `with recursive numbers (i) as
    (select 1 union all select i + 1 from numbers where i < ${count})
    insert into vouchers (${columns}) select ${copied} from vouchers, numbers
    where code = 'CLUB-ADA-0001'`
  const changed = `${encodeURIComponent('updated_at[after]')}=2020-01-01T00:00:00.000Z`
  const until = `${encodeURIComponent('created_at[before]')}=2020-01-01T00:00:00.000Z`
  const asked = async (path: string) => {
    const { status, body } = await service.get(`${path}${changed}`)
    return status === 200 ? status : [status, body.key, body.details]
  }
  const refused = (what: RegExp) => [400, 'invalid_query_params', what]
  const members = '/v1/loyalties/camp_00club/members?'
  t.strictSame([await asked('/v1/vouchers?'), await asked(members)], [200, 200])
  await runBeside(url, most(10_001))
  for (const more of ['', 'campaign_id=camp_00club&', 'customer=ada&']) {
    const said =
      /^A range of time is looked for in at most 10,000 vouchers: name a code, a campaign/
    t.match(await asked(`/v1/vouchers?${more}`), refused(said))
  }
  t.match(await asked(members), refused(/most 10,000 members of a program: list the vouchers of/))
  for (const more of [
    'campaign=camp_00gift&',
    'customer=ben&',
    'code=CLUB-ADA-0001&',
    `${until}&`
  ]) {
    t.equal(await asked(`/v1/vouchers?${more}`), 200, more)
  }
  t.equal(await asked(`${members}customer=ben&`), 200)
  await runBeside(url, `delete from vouchers where code like 'Z-%'`)
})

onDemo('lists: what follows an entry', async (t, { get }) => {
  const rows = [
    ['/v1/vouchers/CLUB-ADA-0001/transactions', 'starting_after_id', 'id'],
    ['/v1/loyalties/members/CLUB-ADA-0001/transactions', 'starting_after_id', 'id'],
    ['/v1/customers', 'starting_after', 'created_at']
  ] as const
  for (const [path, cursor, key] of rows) {
    for (const order of ['created_at', '-created_at']) {
      const page = async (query: string) => (await get(`${path}?order=${order}${query}`)).body
      const all = await page('&limit=100')
      const entries: Body[] = all[all.data_ref]
      t.ok(entries.length > 2, path)
      for (const entry of [entries[0], entries[1], entries.at(-1)]) {
        const rest = await page(`&limit=100&${cursor}=${entry[key]}`)
        const later = entries.filter(each =>
          order === 'created_at' ? each[key] > entry[key] : each[key] < entry[key]
        )
        t.same(ids(rest[rest.data_ref]).toSorted(), ids(later).toSorted(), `${path} ${entry[key]}`)
        t.equal(rest.total, all.total)
      }
    }
  }
})

onDemo('lists: a day is its midnight, and a name may have brackets', async (t, { app }) => {
  const asked = operations.flatMap(each =>
    parametersIn(each, 'query').flatMap(({ name, schema }) =>
      schema['format'] === 'date-time' ? [[each, name] as const] : []
    )
  )
  t.ok(asked.length > 10)
  for (const [operation, name] of asked) {
    const { status, body } = await ask(app, operation, {
      query: { [name]: '2026-03-01T00:00:00Z' }
    })
    const bracketed = name.replace(/^(\w+)(?=\[)/, '[$1]')
    const [day, said] = ['2026-03-01', `${operation.id} ${name}`]
    for (const query of [{ [name]: day }, { [bracketed]: day }]) {
      const answer = await ask(app, operation, { query })
      t.strictSame([status, answer.body], [200, body], said)
    }
    const wrong: Record<string, string>[] = [{ [name]: '2026-02-30' }, { [name]: '2026-3-1' }]
    if (bracketed !== name) wrong.push({ [name]: day, [bracketed]: day })
    for (const query of wrong) {
      t.match(await ask(app, operation, { query }), { status: 400, body: { details: name } }, said)
    }
  }
})

onDemo('listAllPromotionTiers: is_available leaves out what is not usable', async (t, service) => {
  const listed = async (query: string) =>
    ids((await service.get(`/v1/promotions/tiers?${query}`)).body.tiers)
  const all = await listed('limit=100')
  t.same(await listed('limit=100&is_available=false'), all)
  const available = await listed('limit=100&is_available=true')
  t.ok(available.length > 1)
  const paged = [
    await listed('limit=1&is_available=true'),
    await listed('limit=1&page=2&is_available=true')
  ]
  t.same(paged.flat(), available.slice(0, 2))
  await service.post(`/v1/promotions/tiers/${available[0]}/disable`)
  t.same(await listed('limit=100&is_available=true'), available.slice(1))
})

const ids = (entries: readonly Body[]): readonly string[] => entries.map(({ id }) => id)
