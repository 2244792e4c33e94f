import t from 'tap'
import { readConfig } from '../../src/main/config.ts'
import { projectFromFile } from '../../src/project-files/load.ts'
import { FileRefused } from '../../src/project-files/reading.ts'
import { countedSource } from '../support/counted-source.ts'
import { NOW } from '../support/given.ts'
import { newStore } from '../support/stores.ts'
import { givenProject } from './support/project-files.ts'

const PROGRAM = `campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
`

//  what is wrong, the file, what is told after the name of the file
const MISTAKES = [
  [
    'tiers that overlap',
    `${PROGRAM}    loyalty_tiers:
      - { name: Silver, points: { from: 0 } }
      - { name: Gold, points: { from: 0 } }
`,
    [
      'line 7, /campaigns/0/loyalty_tiers/1/points: Property .points: overlaps with tier Silver, ' +
        'from 0 points; send a band beside it'
    ]
  ],
  [
    'a discount that is no discount',
    'coupons:\n  - { code: A, discount: { type: PERCENT, percent_off: 200 } }\n',
    ['line 2, /coupons/0/discount: discount: 200 is not a percentage above 0 and up to 100.']
  ],
  [
    'what is known already, and not what has a blank or another case',
    `gift_cards: [{ code: A, amount: 5, balance: 5 }]
coupons:
  - { code: A, amount_off: 5 }
  - { code: "A ", amount_off: 5 }
  - { code: B, amount_off: 5 }
  - { code: b, amount_off: 5 }
customers:
  - { source_id: lena }
  - { source_id: lena }
  - { source_id: "lena " }
  - { source_id: Lena }
`,
    [
      'line 3, /coupons/0/code: The code A is in the file twice: /gift_cards/0 has it, too.',
      'line 9, /customers/1/source_id: The source_id lena is in the file twice: /customers/0 has it, too.'
    ]
  ]
] as const

t.test('a mistake that a decision finds has its own path', async t => {
  const { load } = await givenProject(t)
  for (const [title, text, told] of MISTAKES) {
    const lines = told.map(each => `shop.yaml, ${each}`)
    t.equal((await load(text)).complained, [...lines, 'Nothing was changed.'].join('\n'), title)
  }
})

t.test('what the interface names a product by stays with its id', async t => {
  const { load } = await givenProject(t)
  const text =
    'products:\n  - { id: prod_mug, source_id: mug }\n  - { id: prod_bare, name: Bare }\n'
  await load(text)
  const advice = 'which cannot change. Write the same, or another id.'
  t.equal(
    (await load(text.replace('source_id: mug', 'source_id: cup').replace('name:', 'source_id:')))
      .complained,
    [
      'shop.yaml, line 2, /products/0/source_id: ' +
        `The product with the id prod_mug has the source_id mug, ${advice}`,
      'shop.yaml, line 3, /products/1/source_id: ' +
        `The product with the id prod_bare has no source_id, ${advice}`,
      'Nothing was changed.'
    ].join('\n')
  )
})

t.test('a file that makes its project is held against what it says of that', async t => {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const services = { now: () => NOW, ids: countedSource(), limits: readConfig({}) }
  const make = (text: string) =>
    projectFromFile(store, services, { name: 'shop.yaml', text, folder: '/nowhere' })
  const mistakes = async (text: string) => {
    const error = await make(text).catch((error: unknown) => error)
    return error instanceof FileRefused ? error.mistakes : error
  }
  t.strictSame(await mistakes('products: []\nproject:\n  name: X\n  timezone: Nowhere\n'), [
    {
      line: 4,
      path: ['project', 'timezone'],
      message: "Property .timezone: 'Nowhere' is no time zone; use a name such as Europe/Berlin"
    }
  ])
  const coupons = 'coupons: [{ code: B, amount_off: 5 }, { code: b, amount_off: 5 }]\n'
  t.strictSame(await mistakes(`project: { case_sensitive_codes: false }\n${coupons}`), [
    {
      line: 2,
      path: ['coupons', 1, 'code'],
      message: 'The code b is in the file twice: /coupons/0 has it, too.'
    }
  ])
  t.match(await make(coupons), { loaded: { rows: { coupons: { made: 2 } } } })
})
