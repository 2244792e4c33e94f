import t from 'tap'
import {
  viewAssignment,
  viewAssignments,
  viewValidationRule,
  viewValidationRuleList
} from '../../../src/http/views/validation-rules.ts'
import type { RuleSet, ValidationRule } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { assignment, changedAt, madeAt } from '../support/given.ts'

const rule: ValidationRule = {
  id: 'val_00twenty',
  name: 'Orders of 20.00 and more',
  rules: { 1: { name: 'order.amount', conditions: { $more_than_or_equal: [2000] } }, logic: '1' },
  errorMessage: null,
  applicableTo: { excluded: [], included: [], includedAll: false },
  type: 'basic',
  contextType: 'earning_rule.order.paid',
  assignmentsCount: 0,
  createdAt: madeAt,
  updatedAt: null
}

const outcome = {
  id: 'val_00twenty',
  name: 'Orders of 20.00 and more',
  rules: {
    '1': {
      name: 'order.amount',
      property: null,
      conditions: { $more_than_or_equal: [2000] },
      rules: {}
    },
    logic: '1'
  },
  applicable_to: { excluded: [], included: [], included_all: false },
  created_at: madeAt,
  type: 'basic',
  context_type: 'earning_rule.order.paid',
  assignments_count: 0,
  object: 'validation_rules'
}

t.test('viewValidationRule: an entry shows all it could say, however it was written', async t => {
  answers(t, 'ValidationRule', viewValidationRule(rule), outcome, 'a rule')
})

t.test('viewValidationRule: entries in entries, their words, and what it applies to', async t => {
  const inner: RuleSet = {
    1: { name: 'order.items.price', conditions: { $more_than: [500] } },
    2: { name: 'order.items.metadata', property: 'roast', conditions: { $is: ['dark'] } }
  }
  const view = viewValidationRule({
    ...rule,
    rules: {
      1: {
        name: 'order.items.any',
        conditions: { $is: [{ id: 'pc_00coffee', object: 'products_collection' }] },
        rules: { ...inner, logic: '1 or 2' },
        error: { message: 'Only for coffee.' }
      },
      2: { name: 'customer.metadata', property: 'vip', conditions: null, rules: inner }
    },
    errorMessage: 'Not this time.',
    applicableTo: {
      excluded: [{ object: 'sku', id: 'sku_00mugblue', sourceId: null }],
      included: [
        {
          object: 'product',
          id: 'prod_00beans',
          sourceId: 'beans',
          effect: 'APPLY_TO_EVERY',
          quantityLimit: 2
        }
      ],
      includedAll: true
    },
    type: 'advanced',
    assignmentsCount: 2,
    updatedAt: changedAt
  })
  const viewedInner = {
    '1': {
      name: 'order.items.price',
      property: null,
      conditions: { $more_than: [500] },
      rules: {}
    },
    '2': {
      name: 'order.items.metadata',
      property: 'roast',
      conditions: { $is: ['dark'] },
      rules: {}
    }
  }
  const whole = {
    id: 'val_00twenty',
    name: 'Orders of 20.00 and more',
    rules: {
      '1': {
        name: 'order.items.any',
        property: null,
        conditions: { $is: [{ id: 'pc_00coffee', object: 'products_collection' }] },
        rules: { ...viewedInner, logic: '1 or 2' },
        error: { message: 'Only for coffee.' }
      },
      '2': {
        name: 'customer.metadata',
        property: 'vip',
        conditions: {},
        rules: { ...viewedInner, logic: '' }
      },
      logic: ''
    },
    error: { message: 'Not this time.' },
    applicable_to: {
      excluded: [{ object: 'sku', id: 'sku_00mugblue' }],
      included: [
        {
          object: 'product',
          id: 'prod_00beans',
          source_id: 'beans',
          effect: 'APPLY_TO_EVERY',
          quantity_limit: 2
        }
      ],
      included_all: true
    },
    created_at: madeAt,
    updated_at: changedAt,
    type: 'advanced',
    context_type: 'earning_rule.order.paid',
    assignments_count: 2,
    object: 'validation_rules'
  }
  answers(t, 'ValidationRule', view, whole, 'a full rule')
})

t.test('viewValidationRule: a rule that only limits what it applies to has no entries', async t => {
  const rows: [RuleSet, object][] = [
    [{}, {}],
    [{ logic: null }, {}],
    [{ logic: '' }, { logic: '' }]
  ]
  for (const [rules, whole] of rows) {
    const view = viewValidationRule({ ...rule, rules }).rules
    answers(t, 'ValidationRuleSet', view, whole, JSON.stringify(rules))
  }
})

t.test('viewValidationRuleList: a page; total counts all of the project', async t => {
  const whole = { object: 'list', data_ref: 'data', data: [outcome], total: 3 }
  const view = viewValidationRuleList({ entries: [rule], total: 3 })
  answers(t, 'ValidationRuleList', view, whole, 'a page of one')
})

t.test('viewAssignments: none is an empty list', async t => {
  const whole = { object: 'list', data_ref: 'data', data: [], total: 0 }
  answers(t, 'ValidationRulesAssignmentList', viewAssignments([]), whole, 'no assignment')
})

t.test('viewAssignment: by itself it says what it says in a list', async t => {
  const [listed] = viewAssignments([assignment]).data
  answers(t, 'ValidationRulesAssignment', viewAssignment(assignment), listed, 'an assignment')
})
