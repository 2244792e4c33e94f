import t from 'tap'
import { counts, givenProject } from './support/project-files.ts'

t.test('what is in use stays where a file no longer has it', async t => {
  const { load } = await givenProject(t)
  await load('products: [{ source_id: mug }, { source_id: tea }]')
  await load(
    'product_collections: [{ name: C, type: STATIC, products: [{ object: product, id: mug }] }]'
  )
  t.equal(
    (await load('products: []', '--prune')).printed,
    counts(
      'Loaded shop.yaml into Shop',
      '  - products tea',
      '  ! products mug (in use, so it stays)',
      '  new                     0',
      '  removed                 1',
      '  in use                  1'
    )
  )
})

t.test('what only something uses that goes as well goes in the same load', async t => {
  const { place, load } = await givenProject(t)
  await load(`products: [{ source_id: mug }, { source_id: tea }]
rewards: [{ name: A mug, parameters: { product: { id: mug } } }]
campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    rewards: [{ reward: A mug, parameters: { loyalty: { points: 20 } } }]
`)
  t.equal(
    (await load('products: []\nrewards: []\ncampaigns: []\n', '--prune')).printed,
    counts(
      'Loaded shop.yaml into Shop',
      '  - campaigns Club',
      '  - products tea',
      '  - rewards A mug',
      '  - products mug',
      '  new                     0',
      '  removed                 4'
    )
  )
  t.equal((await place.cli('audit')).code, 0)
})
