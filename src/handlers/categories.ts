/** Categories. Spec: Category. */
import { createCategory, deleteCategory, updateCategory } from '../decisions/categories.ts'
import { at, type Handlers, type Kit } from '../http/kit.ts'
import { viewCategory } from '../http/wire/categories.ts'
import { listed } from '../http/wire.ts'
import {
  categoryList,
  categoryNamed,
  loadCreateCategory,
  loadDeleteCategory,
  loadUpdateCategory
} from '../storage/categories.ts'

export function categoryHandlers({ list, read, remove, write }: Kit) {
  return {
    createCategory: write({
      command: ({ body: { name, hierarchy = 0 } }) => ({ name, hierarchy }),
      load: ({ name }) => loadCreateCategory(name),
      decide: createCategory,
      view: viewCategory
    }),
    getCategory: read(at('categoryId', categoryNamed), viewCategory),
    listCategories: list(categoryList.page, listed('data', viewCategory)),
    updateCategory: write({
      command: ({ body }) => body,
      load: ({ name }, { params }) => loadUpdateCategory(params.categoryId, name),
      decide: updateCategory,
      view: viewCategory,
      unchanging: []
    }),
    deleteCategory: remove(({ params }) => loadDeleteCategory(params.categoryId), deleteCategory)
  } satisfies Handlers
}
