/**
 * Categories.
 *
 * Spec: Category.
 */
import { createCategory, deleteCategory, updateCategory } from '../decisions/categories.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { viewCategory, viewCategoryList } from '../http/wire/categories.ts'
import {
  categoryList,
  categoryNamed,
  loadCreateCategory,
  loadDeleteCategory,
  loadUpdateCategory
} from '../storage/categories.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type ReadOperation = 'getCategory' | 'listCategories'
type Written = 'createCategory' | 'updateCategory' | 'deleteCategory'

export class CategoryHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createCategory({
    body,
    caller
  }: Request<'createCategory'>): Promise<ReadyAnswer<'createCategory'>> {
    const { name, hierarchy = 0 } = body
    return this.#shell.settle(caller, {
      load: loadCreateCategory(name),
      decide: (facts, occasion) => createCategory(facts, { name, hierarchy }, occasion),
      view: category => ({ status: 200, body: viewCategory(category) })
    })
  }

  async getCategory({
    params,
    caller
  }: Request<'getCategory'>): Promise<ReadyAnswer<'getCategory'>> {
    return this.#shell.read(
      caller,
      session => categoryNamed(session, params.categoryId),
      category => ({ status: 200, body: viewCategory(category) })
    )
  }

  async listCategories({
    query,
    caller
  }: Request<'listCategories'>): Promise<ReadyAnswer<'listCategories'>> {
    const { order = '-created_at' } = query
    return this.#shell.read(
      caller,
      session => categoryList.page(session, order, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({ status: 200, body: viewCategoryList(rows, total) })
    )
  }

  async updateCategory({
    params,
    body,
    caller
  }: Request<'updateCategory'>): Promise<ReadyAnswer<'updateCategory'>> {
    return this.#shell.settle(caller, {
      load: loadUpdateCategory(params.categoryId, body.name),
      decide: (facts, occasion) => updateCategory(facts, body, occasion),
      view: category => ({ status: 200, body: viewCategory(category) })
    })
  }

  async deleteCategory({
    params,
    caller
  }: Request<'deleteCategory'>): Promise<ReadyAnswer<'deleteCategory'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteCategory(params.categoryId),
      decide: deleteCategory,
      view: () => ({ status: 204 })
    })
  }
}
