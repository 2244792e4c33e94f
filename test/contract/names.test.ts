/**
 * What is made by a name of the caller's is found by it: of odd codes, source ids and names, each
 * is refused with a reason or can be read back. Which parameters hold such names follows from how
 * the documents describe them.
 *
 * Spec: Decision 192.
 */
import fc from 'fast-check'
import t from 'tap'
import { type Tree, tree } from '../../scripts/document-walk.ts'
import { freshSource } from '../../src/ids.ts'
import { PATH_WORDS } from '../../src/rules/names.ts'
import { givenService } from '../support/app.ts'
import { type Asking, ask, documents, operationNamed } from '../support/requests.ts'

/** How a thing of a name is made and read. */
interface Named {
  readonly create: string
  readonly making: (name: string) => Asking
  readonly get: string
}

const discount = { type: 'AMOUNT', amount_off: 100 }

/** By the parameter that holds the name. */
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
  t.test(`${create}: a name is refused, or ${get} finds what has it`, async t => {
    const { app } = await givenService(t)
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
