import t from 'tap'
import { FORMATS, PRODUCTS } from '../../src/decisions/imports/formats.ts'
import { readDocument } from '../../src/main/app.ts'

const { customers, vouchers, cards, 'gift-cards': gifts, coupons } = FORMATS
/** A campaign is named by the path, and a discount that is not its own is said whole. */
const ofCampaign = new Set(['campaign', 'percent_off', 'amount_off'])

//  path                                   columns
const FILES = [
  ['/v1/customers/importCSV', Object.keys(customers.columns)],
  ['/v1/products/importCSV', Object.keys(PRODUCTS)],
  ['/v1/vouchers/importCSV', Object.keys(vouchers.columns)],
  [
    '/v1/campaigns/{campaignId}/importCSV',
    [cards, gifts, coupons]
      .flatMap(({ columns }) => Object.keys(columns))
      .filter(column => !ofCampaign.has(column))
  ]
] as const

/** The operations of a document, as far as they are looked at. */
interface Described {
  readonly paths: Readonly<
    Record<Path, { readonly post: { readonly requestBody: { readonly description: string } } }>
  >
}

type Path = (typeof FILES)[number][0]

t.test('each column that a file may have is described, and no other', async t => {
  const { paths } = readDocument('provisioning') as unknown as Described
  for (const [path, columns] of FILES) {
    const { description } = paths[path].post.requestBody
    const [, listed = ''] = description.split('Its columns are ')
    const named = [...listed.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name)
    const words = new Set(
      ['source_id', 'never', 'points'].filter(word => !columns.some(column => column === word))
    )
    const described = new Set(named.filter(name => !words.has(String(name))))
    t.strictSame([...described].toSorted(), [...new Set(columns)].toSorted(), path)
  }
})
