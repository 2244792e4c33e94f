/**
 * What is made by a name of the caller's is found by it: of odd codes, source ids and names, each
 * is refused with a reason or can be read back. Which parameters hold such names follows from how
 * the documents describe them.
 */
import fc from 'fast-check'
import t from 'tap'
import { followed, type Tree, tree } from '../../scripts/documents/walk.ts'
import { freshSource } from '../../src/ids.ts'
import { PATH_WORDS } from '../../src/rules/validation.ts'
import { type Answered, givenService } from '../support/app.ts'
import { onDemo } from '../support/on-demo.ts'
import {
  type Asking,
  ask,
  type Described,
  documents,
  firstShown,
  operationNamed,
  operations
} from '../support/requests.ts'

interface Named {
  readonly create: string
  readonly making: (name: string) => Asking
  readonly get: string
}

const discount = { type: 'AMOUNT', amount_off: 100 }

const NAMED: Readonly<Record<string, Named>> = {
  code: {
    create: 'createVoucher',
    making: code => ({ body: { type: 'DISCOUNT_VOUCHER', discount, code } }),
    get: 'getVoucher'
  },
  customerId: {
    create: 'createCustomer',
    making: source_id => ({ body: { source_id } }),
    get: 'getCustomer'
  },
  orderId: {
    create: 'createOrder',
    making: source_id => ({ body: { source_id, amount: 1 } }),
    get: 'getOrder'
  },
  productId: {
    create: 'createProduct',
    making: source_id => ({ body: { source_id } }),
    get: 'getProduct'
  },
  skuId: { create: 'createSku', making: source_id => ({ body: { source_id } }), get: 'getSku' },
  campaignId: {
    create: 'createCampaign',
    making: name => ({ body: { name, campaign_type: 'PROMOTION' } }),
    get: 'getCampaign'
  },
  relatedObjectId: {
    create: 'createMetadataSchema',
    making: related_object => ({ body: { related_object, properties: {} } }),
    get: 'getResourceMetadataSchema'
  }
}

const paths = Object.values(documents).flatMap(({ paths }) => Object.keys(paths ?? {}))
const partsOf = (path: string) => path.split('/').slice(1)
const isParameter = (part: string) => part.startsWith('{')
const words = [...new Set(paths.flatMap(partsOf))].filter(part => !isParameter(part))

const { newId } = freshSource()
const ODD = [
  ...[
    '.',
    '..',
    '...',
    '/',
    'a/b',
    '../x',
    '%',
    '%2e%2e',
    '%2F',
    ' ',
    ' a ',
    '?',
    'a?b#c',
    '#',
    '&='
  ],
  ...['\\', '"', "'", ':', ';', '+', '*', '~', 'null', '0', '__proto__', 'constructor', 'e\u0301'],
  ...['\u{1F600}'.repeat(300), '\u{1F600}'.repeat(512), '€'.repeat(512), 'x'.repeat(512)],
  ...(['v', 'cust', 'ord', 'prod', 'sku', 'camp', 'ms'] as const).map(newId),
  ...words
]

t.test('every parameter that is a name of the caller has a row', async t => {
  const parameters = Object.values(documents).flatMap(({ components }) =>
    Object.values(tree(tree(components)['parameters'])).map(tree)
  )
  const isName = ({ in: place, description }: Tree) =>
    place === 'path' && /source_id|[Cc]ode|name/.test(String(description))
  const found = new Set(parameters.filter(isName).map(({ name }) => String(name)))
  // A member is named by the code of a card, which is a voucher.
  t.ok(found.delete('memberId'))
  t.strictSame([...found].toSorted(), Object.keys(NAMED).toSorted())
})

for (const [parameter, { create, making, get }] of Object.entries(NAMED)) {
  onDemo(`${create}: a name is refused, or ${get} finds what has it`, async (t, { app }) => {
    const refused: string[] = []
    const madeAndRead = async (name: string) => {
      const made = await ask(app, operationNamed(create), making(name))
      if (made.status === 400) refused.push(name)
      // What has the name already was read when it was made.
      if (made.status === 400 || made.status === 409) return
      if (made.status !== 200) throw new Error(`${create} ${name}: ${made.bytes}`)
      const read = await ask(app, operationNamed(get), { path: { [parameter]: name } })
      if (read.body?.id !== made.body.id) throw new Error(`${get} ${name}: ${read.bytes}`)
    }
    for (const name of ODD) await madeAndRead(name)
    t.strictSame(refused.slice(0, 2), ['.', '..'])
    t.ok(refused.length < 10, `${refused.length} refused`)
    const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    await fc.assert(fc.asyncProperty(any, madeAndRead), { numRuns: 25 })
  })
}

t.test('a word that stands where others have a name is no name', async t => {
  const clashes = new Map<string, Set<string>>()
  for (const path of paths.map(partsOf)) {
    for (const other of paths.map(partsOf)) {
      if (other.length !== path.length) continue
      const at = path.findIndex((part, index) => part !== other[index])
      const [word = '', name = ''] = [path[at], other[at]]
      const open = (part: string, index: number) =>
        part === other[index] || isParameter(part) || isParameter(other[index] ?? '')
      if (!path.every(open) || isParameter(word) || !isParameter(name)) continue
      const known = clashes.get(name.slice(1, -1)) ?? new Set()
      clashes.set(name.slice(1, -1), known.add(word))
    }
  }
  // A campaign of such a name answers to its id alone, as the documents say.
  const { campaignId, ...others } = Object.fromEntries(clashes)
  t.strictSame([...(campaignId ?? [])].toSorted(), ['members', 'tiers'])
  const found = new Set(Object.values(others).flatMap(each => [...each]))
  t.strictSame([...found].toSorted(), [...PATH_WORDS].toSorted())
})

/** Where a code configuration stands in a body, and what else the body needs. */
const CONFIGURED: Readonly<Record<string, (code_config: object) => object>> = {
  createVoucher: code_config => ({ type: 'DISCOUNT_VOUCHER', discount, code_config }),
  addVouchersToCampaign: code_config => ({ code_config }),
  createCampaign: code_config => ({
    name: 'Odd codes',
    campaign_type: 'DISCOUNT_COUPONS',
    voucher: { type: 'DISCOUNT_VOUCHER', discount, code_config }
  }),
  // One that is AUTO_UPDATE has no fixed code.
  updateCampaign: code_config => ({ type: 'STATIC', voucher: { code_config } }),
  createLoyaltyProgram: code_config => ({
    name: 'Odd cards',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 }, code_config }
  }),
  updateLoyaltyProgram: code_config => ({ type: 'STATIC', voucher: { code_config } })
}

//  configuration                                             all its codes are refused
const CONFIGS: readonly (readonly [object, string | null])[] = [
  ...words
    .filter(word => PATH_WORDS.includes(word))
    .map(word => [{ pattern: word }, word] as const),
  [{ pattern: '.' }, '.'],
  [{ pattern: '.#', charset: '.' }, '..'],
  [{ prefix: 'impor', charset: 't', length: 1 }, 'import'],
  [{ pattern: newId('v') }, 'v_'],
  [{ pattern: 'Import' }, null],
  [{ prefix: 'impor', charset: 'tT', length: 1 }, null]
]

t.test('the bodies that configure codes are these', async t => {
  const configures = ({ document, schema }: Described) => {
    const whole = documents[document] as unknown as Tree
    const found = tree(followed(whole, { $ref: schema })['properties'])
    const inner = tree(followed(whole, found['voucher'] ?? {})['properties'])
    return 'code_config' in found || 'code_config' in inner
  }
  const ids = operations.filter(each => each.schema !== '' && configures(each)).map(({ id }) => id)
  // They are the same bodies.
  const same = ['createVoucherWithCode', 'addVoucherToCampaign']
  t.strictSame(ids.filter(id => !same.includes(id)).toSorted(), Object.keys(CONFIGURED).toSorted())
})

for (const [id, body] of Object.entries(CONFIGURED)) {
  t.test(`${id}: a configuration that makes nothing but refused codes is refused`, async t => {
    const { app } = await givenService(t)
    for (const [config, refused] of CONFIGS) {
      const { status, body: answer } = await ask(app, operationNamed(id), { body: body(config) })
      if (refused === null) t.not(answer.key, 'invalid_code_config', JSON.stringify(config))
      else {
        t.strictSame([status, answer.key], [400, 'invalid_code_config'], `${refused} ${id}`)
        const at = /code_config\.(pattern|charset): Every code it makes is refused, such as /
        t.match(answer.details, at)
      }
    }
  })
}

onDemo('a refused code is passed over, and no code of a space is lost', async (t, service) => {
  const make = (count: number, code_config: object) =>
    ask(service.app, operationNamed('addVouchersToCampaign'), {
      query: { vouchers_count: String(count) },
      body: { code_config }
    })
  const dots = { charset: '.ab', length: 1 }
  t.match((await make(3, dots)).body.details, /has 2 codes left, not 3/)
  const one = (await make(1, dots)).body.code
  t.ok('ab'.includes(one), one)
  t.match((await make(2, dots)).body.details, /has 1 codes left, not 2/)
  t.strictSame([one, (await make(1, dots)).body.code].toSorted(), ['a', 'b'])
  t.match((await make(1, dots)).body.details, /has 0 codes left/)
  const pairs = { charset: '.c', length: 2 }
  const { body: accepted } = await make(3, pairs)
  await service.work()
  const { body: action } = await service.get(`/v1/async-actions/${accepted.async_action_id}`)
  t.match(action, { status: 'DONE', result: { done_count: 3 } })
  t.match((await make(1, pairs)).body.details, /has 0 codes left/)
  const single = { type: 'DISCOUNT_VOUCHER', discount, code_config: { charset: '.d', length: 1 } }
  const made = await ask(service.app, operationNamed('createVoucher'), { body: single })
  t.equal(made.body.code, 'd')
})

onDemo('an import makes nothing that no path finds', async (t, { work, get, post, upload }) => {
  const why = /A path of the service ends in import; choose another/
  const done = async (answer: Answered) => {
    t.equal(answer.status, 202, answer.bytes)
    await work()
    const { body } = await get(`/v1/async-actions/${answer.body.async_action_id}`)
    return { ...body.result, details: body.result.errors?.[0]?.details }
  }
  const coupon = { type: 'DISCOUNT_VOUCHER', discount }
  const row = (code: string) => `DISCOUNT_VOUCHER,${code},1`
  const items = ['import', 'json'].map(code => ({ ...coupon, code }))
  const rows = ['voucher_type,code,amount_off', row('import'), row('csv')]
  const spring = ['import', 'spring'].map(code => ({ code }))
  const people = ['source_id,name', '.,A', 'B,B']
  const orders = ['import', 'export'].map(source_id => ({ source_id, amount: 1 }))
  const results: readonly (readonly [string, Answered])[] = [
    ['Item [0]', await post('/v1/vouchers/import', items)],
    ['Line 2, column code', await upload('/v1/vouchers/importCSV', rows)],
    ['Item [0]', await post('/v1/campaigns/camp_00spring/import', spring)],
    ['Line 2, column source_id', await upload('/v1/customers/importCSV', people)],
    ['Item [0]', await post('/v1/orders/import', orders)]
  ]
  for (const [at, answer] of results) {
    const result = await done(answer)
    t.match(result, { done_count: 1, failed_count: 1 }, at)
    t.ok(result.details?.startsWith(at), result.details)
    t.match(result.details, at.includes('source_id') ? /A path cannot end in it/ : why)
  }
  for (const code of ['json', 'csv', 'spring']) {
    t.equal((await get(`/v1/vouchers/${code}`)).status, 200, code)
  }
})

/** Requests that describe a customer, with what they are about. */
const DESCRIBING: Readonly<Record<string, object>> = {
  estimateLoyaltyPoints: { order: { amount: 1 } },
  checkEligibility: {},
  validateStackedDiscounts: { redeemables: [{ object: 'voucher', id: 'WELCOME' }] },
  redeemStackedDiscounts: { redeemables: [{ object: 'voucher', id: 'WELCOME' }] },
  createOrder: { amount: 1 },
  sendCustomEvent: { ...tree(firstShown(operationNamed('sendCustomEvent'))), loyalty: undefined },
  createPublication: { voucher: 'WELCOME' },
  addMember: {}
}

for (const [id, about] of Object.entries(DESCRIBING)) {
  t.test(`${id}: nobody is called what no path finds, even where nothing is stored`, async t => {
    const { app } = await givenService(t)
    for (const source_id of ['.', '..', 'import', newId('cust')]) {
      const body = { ...about, customer: { source_id } }
      const { status, body: answer } = await ask(app, operationNamed(id), { body })
      t.strictSame([status, answer.key], [400, 'invalid_payload'], `${source_id} ${id}`)
      t.match(answer.details, /^Property \.customer\.source_id: (A path|It has the form of an id)/)
    }
  })
}
