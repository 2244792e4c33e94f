import t from 'tap'
import {
  createCategory,
  deleteCategory,
  type UpdateCategory,
  updateCategory
} from '../../../src/decisions/categories/categories.ts'
import type { Category } from '../../../src/model.ts'
import { givenCategory, givenOccasion, NOW } from '../../support/given.ts'
import { table } from '../../support/table.ts'

const taken = {
  refusal: {
    key: 'duplicate_found',
    details: 'Duplicated category exists with name Seasonal; choose another or use that one',
    resourceId: 'cat_1',
    resourceType: 'category'
  }
}

t.test('createCategory: a name is used once', async t => {
  const category = givenCategory({ id: 'cat_000001', createdAt: NOW })
  const command = { name: 'Seasonal', hierarchy: 1 }
  t.strictSame(createCategory({ named: null }, command, givenOccasion()), {
    result: category,
    changes: [{ kind: 'category.created', category }]
  })
  t.strictSame(createCategory({ named: givenCategory() }, command, givenOccasion()), taken)
})

const stored = givenCategory({ id: 'cat_2', name: 'Outlet', hierarchy: 3 })
// What is sent, and what of the category is another then; null: nothing.
const updates: [string, UpdateCategory, Partial<Category> | null][] = [
  ['nothing', {}, null],
  ['what it is', { name: 'Outlet', hierarchy: 3 }, null],
  ['a name', { name: 'Sale' }, { name: 'Sale' }],
  ['a place', { hierarchy: 0 }, { hierarchy: 0 }],
  ['both', { name: 'Sale', hierarchy: 2 }, { name: 'Sale', hierarchy: 2 }]
]

t.test('updateCategory: what is sent, and nothing where nothing differs', async t => {
  table(t, updates, (t, _, command, changed) => {
    const updated = { ...stored, ...changed, updatedAt: NOW }
    t.strictSame(updateCategory({ category: stored, named: null }, command, givenOccasion()), {
      result: changed === null ? stored : updated,
      changes:
        changed === null
          ? []
          : [{ kind: 'category.updated', category: updated, updatedAtBefore: null }]
    })
  })
})

t.test('updateCategory: a name is used once, and its own is no other', async t => {
  const command = { name: 'Seasonal' }
  t.strictSame(
    updateCategory({ category: stored, named: givenCategory() }, command, givenOccasion()),
    taken
  )
  const own = { category: stored, named: stored }
  t.strictSame(updateCategory(own, { name: 'Outlet' }, givenOccasion()), {
    result: stored,
    changes: []
  })
})

t.test('deleteCategory: goes when nothing is filed under it', async t => {
  t.strictSame(deleteCategory({ category: stored, users: [] }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'category', id: 'cat_2' }]
  })
  const users = [{ type: 'campaign', id: 'camp_1' }] as const
  t.strictSame(deleteCategory({ category: stored, users }), {
    refusal: {
      key: 'resource_in_use',
      details:
        'Resource category cat_2 is in use by campaign camp_1; ' +
        'file them under another category, or under none, first',
      resourceId: 'cat_2',
      resourceType: 'category'
    }
  })
})
