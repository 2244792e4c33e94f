import { onDemo } from '../../support/on-demo.ts'

const TEN = { type: 'PERCENT', percent_off: 10 }

onDemo('createVoucher: the type follows from the block', async (t, { post }) => {
  // biome-ignore format: a table
  const rows = [
    [{ discount: { type: 'AMOUNT', amount_off: 1000 } }, 200, { type: 'DISCOUNT_VOUCHER' }],
    [{ gift: { amount: 1000 } }, 200, { type: 'GIFT_VOUCHER', gift: { balance: 1000 } }],
    [{ loyalty_card: { points: 0 }, campaign: 'Coffee Club' }, 200, { type: 'LOYALTY_CARD' }],
    [{ loyalty_card: { points: 7 }, campaign: 'Coffee Club' }, 400, { details: /loyalty_card/ }],
    [{ loyalty_card: { points: 0 } }, 400, { details: /\.type: a LOYALTY_CARD belongs to/ }],
    [{ discount: TEN, gift: { amount: 1 } }, 400,
      { details: /\.gift: a DISCOUNT_VOUCHER has none/ }],
    [{ gift: { amount: 1 }, loyalty_card: { points: 1 } }, 400,
      { details: /\.loyalty_card: a GIFT/ }],
    [{}, 400, { key: 'missing_param', details: /type/ }]
  ] as const
  for (const [index, [body, status, shown]] of rows.entries()) {
    const answer = await post(`/v1/vouchers/KIND-${index}`, body)
    t.match(answer, { status, body: shown }, JSON.stringify(body))
  }
})

onDemo('createValidationRule: one operand is a list, and goods are enough', async (t, { post }) => {
  const inner = { 1: { name: 'order.items.price', conditions: { $more_than: 500 } } }
  const sent = {
    1: { name: 'order.amount', conditions: { $more_than: 1000, $less_than: [9000] } },
    2: { name: 'order.items.any', rules: inner, conditions: { $is: 'prod_00beans' } },
    3: { name: 'customer.metadata', property: 'vip', conditions: { $is: true } }
  }
  t.match(await post('/v1/validation-rules', { name: 'Lone', rules: sent }), {
    status: 200,
    body: {
      rules: {
        1: { conditions: { $more_than: [1000], $less_than: [9000] } },
        2: {
          conditions: { $is: ['prod_00beans'] },
          rules: { 1: { conditions: { $more_than: [500] } } }
        },
        3: { conditions: { $is: [true] } }
      }
    }
  })
  const beans = { object: 'product', id: 'prod_00beans', effect: 'APPLY_TO_EVERY', strict: true }
  const goods = { name: 'Beans', applicable_to: { included: [beans] } }
  const { status, body } = await post('/v1/validation-rules', goods)
  t.match([status, body.rules, body.applicable_to.included[0].id], [200, {}, 'prod_00beans'])
  t.match(await post('/v1/validation-rules', { name: 'Nothing' }), {
    status: 400,
    body: { key: 'missing_param', details: /rules/ }
  })
  const wrong = { name: 'Odd', rules: { 1: { name: 'order.amount', conditions: { $is: {} } } } }
  t.match(await post('/v1/validation-rules', wrong), { status: 400 })
})

onDemo('createSegment, checkEligibility: no junction in a filter is all', async (t, { post }) => {
  const filter = {
    'metadata.plan': { conditions: { $is: 'gold' } },
    name: { conditions: { $starts_with: ['A'] } }
  }
  t.match(await post('/v1/segments', { name: 'Gold', type: 'auto-update', filter }), {
    status: 200,
    body: { filter: { junction: 'and', 'metadata.plan': { conditions: { $is: ['gold'] } } } }
  })
  const options = { filters: { resource_type: { conditions: { $is: 'promotion_tier' } } } }
  const { status, body } = await post('/v1/qualifications', {
    scenario: 'ALL',
    order: { amount: 20000 },
    options
  })
  const kinds = body.redeemables.data.map(({ object }: { object: string }) => object)
  t.strictSame([status, [...new Set(kinds)]], [200, ['promotion_tier']])
})

onDemo('updateLoyaltyCardBalanceByCard: points that go have no expiry', async (t, { post }) => {
  const take = { points: -60, expiration_type: 'NON_EXPIRING' }
  t.match(await post('/v1/loyalties/members/CLUB-ADA-0001/balance', take), {
    status: 200,
    body: { points: -60 }
  })
  const found = await post('/v1/loyalties/members/CLUB-ADA-0001/balance', {
    points: 60,
    expiration_type: 'CUSTOM_DATE'
  })
  t.match(found, { status: 400, body: { key: 'missing_param', details: /expiration_date/ } })
})

onDemo('createPublication: join_once of the query gives each one code', async (t, { post }) => {
  const code = async (query: string) => {
    const sent = { customer: { source_id: 'newcomer' }, campaign: { name: 'Spring coupons' } }
    const { status, body } = await post(`/v1/publications${query}`, sent)
    t.equal(status, 200)
    return body.voucher.code
  }
  const first = await code('?join_once=true')
  t.equal(await code('?join_once=true'), first)
  t.not(await code(''), first)
  t.not(await code('?join_once=false'), first)
})

onDemo('validation rules: assigned to what they are made with, or not made', async (t, service) => {
  const rules = ['val_00hundred', 'val_00beansonly']
  const coupons = { voucher: { type: 'DISCOUNT_VOUCHER', discount: TEN } }
  const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const tier = { action: { discount: TEN } }
  const rows = [
    ['/v1/vouchers/RULED', { discount: TEN }, 'voucher'],
    ['/v1/vouchers', { campaign: 'Spring coupons' }, 'voucher'],
    ['/v1/campaigns', { name: 'Ruled', ...coupons }, 'campaign'],
    ['/v1/loyalties', { name: 'Ruled club', voucher: card }, 'campaign'],
    ['/v1/promotions/Autumn%20promotion/tiers', tier, 'promotion_tier']
  ] as const
  for (const [path, body, type] of rows) {
    const unknown = await service.post(path, { ...body, validation_rules: ['val_none'] })
    t.match(unknown, { status: 404, body: { resource_type: 'validation_rule' } }, `${path} unknown`)
    const made = await service.post(path, { ...body, validation_rules: rules })
    const { id, validation_rules_assignments, validation_rule_assignments } = made.body
    const shown = validation_rules_assignments ?? validation_rule_assignments
    const own = shown.data.filter((each: { related_object_id: string }) => {
      return each.related_object_id === id
    })
    t.match(
      own,
      rules.map(rule_id => ({ rule_id, related_object_type: type })),
      path
    )
    const { body: found } = await service.get(
      `/v1/validation-rules-assignments?related_object_id=${id}`
    )
    t.equal(found.total, 2, path)
  }
  const promotion = { tiers: [tier, { ...tier, validation_rules: rules }] }
  const sent = { name: 'Both', campaign_type: 'PROMOTION', promotion, validation_rules: rules }
  const { body } = await service.post('/v1/campaigns', sent)
  const counts = body.promotion.tiers.map(
    (each: { validation_rule_assignments: { total: number } | null }) =>
      each.validation_rule_assignments?.total ?? 0
  )
  t.strictSame([body.validation_rules_assignments.total, counts], [2, [2, 0]])
})

onDemo('createValidationRuleAssignment: the target by its kind', async (t, { post }) => {
  const { body: rule } = await post('/v1/validation-rules', { name: 'Any', rules: {} })
  const rows = [
    [{ voucher: 'WELCOME' }, 200, { related_object_type: 'voucher' }],
    [{ campaign: 'Spring coupons' }, 200, { related_object_id: 'camp_00spring' }],
    [{ promotion_tier: 'promo_00tenoff' }, 200, { related_object_id: 'promo_00tenoff' }],
    [{ voucher: 'NO-SUCH' }, 404, { resource_type: 'voucher' }],
    [{ voucher: 'WELCOME', campaign: 'Spring coupons' }, 400, { details: /\.campaign/ }],
    [{ voucher: 'WELCOME', related_object_type: 'voucher' }, 400, { details: /related_object_id/ }],
    [{ related_object_id: 'promo_00tenoff' }, 400, { details: /related_object_type/ }],
    [{}, 400, { key: 'missing_param', details: /related_object_type/ }]
  ] as const
  for (const [body, status, shown] of rows) {
    const answer = await post(`/v1/validation-rules/${rule.id}/assignments`, body)
    t.match(answer, { status, body: shown }, JSON.stringify(body))
  }
})

onDemo('force: it deletes what may go without it, and frees the name', async (t, service) => {
  const coupons = { name: 'Brief', voucher: { type: 'DISCOUNT_VOUCHER', discount: TEN } }
  const rows = [
    ['/v1/vouchers/BRIEF', { discount: TEN }, '/v1/vouchers/BRIEF'],
    ['/v1/campaigns', coupons, '/v1/campaigns/Brief'],
    ['/v1/products', { name: 'Brief', source_id: 'brief' }, '/v1/products/brief']
  ] as const
  for (const [path, body, made] of rows) {
    for (const round of [1, 2]) {
      t.equal((await service.post(path, body)).status, 200, `${path}, made ${round}`)
      t.equal((await service.delete(`${made}?force=true`)).status, 204, `${path}, gone ${round}`)
    }
  }
  t.match(await service.delete('/v1/vouchers/CLUB-ADA-0001?force=true'), {
    status: 400,
    body: { key: 'resource_in_use' }
  })
})
