/**
 * The contract as types. Most of this file is proven by the compiler: each expected error is a
 * handler that must not compile.
 */
import t from 'tap'
import { type Handlers, kitOf, ofOwnProject } from '../../src/http/kit.ts'
import type { HttpShell } from '../../src/http/shell.ts'
import {
  type BodyOf,
  type ExactlyOnce,
  type Gaps,
  type OutcomeOf,
  type PathOf,
  type QueryOf,
  type Request,
  render
} from '../../src/http/types.ts'
import { listed } from '../../src/http/wire.ts'
import type { AsyncAction } from '../../src/model.ts'

interface Shop {
  listThings: {
    parameters: {
      query?: { limit?: number; order?: 'id' | '-id' }
      header?: never
      path: { shop: string }
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: { headers: object; content: { 'application/json': { data: { id: string }[] } } }
      404: { headers: object; content: { 'application/json': { key: string; meta?: unknown } } }
    }
  }
  deleteThing: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody?: { content: { 'application/json': { reason?: string } } }
    responses: { 204: { headers: object; content?: never } }
  }
  makeThing: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody: {
      content: {
        'application/json': { name: string }
        'application/x-www-form-urlencoded': { scope: string }
      }
    }
    responses: { 200: { headers: object; content: { 'application/json': null } } }
  }
}

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
const proven = <Claim extends true>(claim?: Claim) => claim

proven<Equal<PathOf<Shop['listThings']>, Readonly<{ shop: string }>>>()
proven<Equal<QueryOf<Shop['listThings']>, Readonly<{ limit?: number; order?: 'id' | '-id' }>>>()
proven<Equal<keyof QueryOf<Shop['deleteThing']>, never>>()
proven<Equal<BodyOf<Shop['listThings']>, undefined>>()
proven<Equal<BodyOf<Shop['deleteThing']>, { reason?: string } | undefined>>()
proven<Equal<BodyOf<Shop['makeThing']>, { name: string } | { scope: string }>>()
proven<Equal<OutcomeOf<Shop['deleteThing']>, { readonly status: 204; readonly body?: never }>>()

type Listed = OutcomeOf<Shop['listThings']>
const frozen: readonly { readonly id: string }[] = [{ id: 'a' }]
export const outcomes: readonly Listed[] = [
  { status: 200, body: { data: frozen } },
  { status: 404, body: { key: 'not_found', meta: null } },
  // @ts-expect-error a status the document does not declare
  { status: 201, body: { data: [] } },
  // @ts-expect-error a field left out
  { status: 200, body: {} },
  // @ts-expect-error the body of another status
  { status: 404, body: { data: [] } }
]

type Ids = 'listThings' | 'deleteThing'
class Lists {
  listThings() {}
  readonly #hidden = true
  get shown() {
    return this.#hidden
  }
}
class Deletes {
  deleteThing() {}
}
class Both {
  listThings() {}
  deleteThing() {}
}

proven<Equal<Gaps<readonly [Both], Ids>, never>>()
proven<Equal<Gaps<readonly [Deletes], Ids>, 'no handler for listThings'>>()
proven<Equal<Gaps<readonly [Both, Deletes], Ids>, 'two handlers for deleteThing'>>()
proven<Equal<Gaps<readonly [Lists, Deletes], Ids>, 'shown is no operation of any document'>>()
export const complete: ExactlyOnce<readonly [Both], Ids> = [new Both()]
// @ts-expect-error the gap is named in place of the list
export const gap: ExactlyOnce<readonly [Deletes], Ids> = [new Deletes()]

const exporting = {
  async listExports({ query, caller }) {
    // @ts-expect-error a parameter the document does not declare
    const asked = query.colour
    const project: string = caller.project.id
    return render({
      status: 200,
      body: { object: 'list', data_ref: 'exports', exports: [], total: asked ? 0 : project.length }
    })
  }
} satisfies Handlers

const schemas = {
  async getMetadataSchema({ caller }) {
    // @ts-expect-error nobody may be calling an open operation
    const project: string = caller.project.id
    return render({
      status: 404,
      body: { code: 404, key: 'not_found', message: '', details: project, request_id: 'v-1' }
    })
  }
} satisfies Handlers

export const confused = {
  // @ts-expect-error the answer of another operation
  async getCustomer() {
    return render<'listExports'>({
      status: 200,
      body: { object: 'list', data_ref: 'exports', exports: [], total: 0 }
    })
  }
} satisfies Handlers

export const unknown = {
  // @ts-expect-error no operation of any document
  getNothing: async () => ({ status: 204, bytes: '' })
} satisfies Handlers

const category = {
  id: 'cat_1',
  name: 'Vouchers',
  hierarchy: 0,
  object: 'category',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: null
} as const

/** What is declared with the kit must not compile where the document says otherwise. */
export function declared(shell: HttpShell) {
  const { list, queue, read, remove, write } = kitOf(shell)
  const nothing = async () => null
  const done = () => ({ result: null, changes: [] })
  return {
    getCategory: read(
      // @ts-expect-error a parameter of another path
      async (_, { params }) => params.rewardId,
      () => category
    ),
    createCategory: write({
      // @ts-expect-error a property the document does not declare
      command: ({ body }) => body.colour,
      load: () => nothing,
      decide: done,
      view: () => category
    }),
    updateCategory: write({
      load: () => nothing,
      decide: done,
      // @ts-expect-error a property left out
      view: () => ({ ...category, id: undefined })
    }),
    listCategories: list(
      async () => ({ rows: [] }),
      // @ts-expect-error the entries of another list
      listed('tiers', () => category)
    ),
    // @ts-expect-error it is answered with a body
    getReward: remove(() => nothing, done),
    // @ts-expect-error it is carried out at once
    createReward: queue(
      () => null,
      () => ({ result: {} as AsyncAction, changes: [] })
    ),
    ...ofOwnProject({
      // @ts-expect-error its path names no project
      deleteCategory: remove(() => nothing, done)
    }),
    // @ts-expect-error nobody may be calling an open operation
    getMetadataSchema: read(nothing, () => ({}) as never)
  } satisfies Handlers
}

t.test('an outcome is rendered as it will be sent', async t => {
  const request = { query: {}, caller: { project: { id: 'proj_1' } } }
  t.same(await exporting.listExports(request as unknown as Request<'listExports'>), {
    status: 200,
    bytes: '{"object":"list","data_ref":"exports","exports":[],"total":6}'
  })
  const body = { code: 404, key: 'not_found', message: '', details: '', request_id: 'v-1' } as const
  t.same(render<'getMetadataSchema'>({ status: 404, body }, { 'x-a': 'b' }).headers, { 'x-a': 'b' })
  t.ok(schemas)
})
