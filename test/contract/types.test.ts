/**
 * The contract as types. Most of this file is proven by the compiler: each expected error is a
 * handler that must not compile.
 */
import t from 'tap'
import {
  type BodyOf,
  type ExactlyOnce,
  type Gaps,
  type Handles,
  type OutcomeOf,
  type PathOf,
  type QueryOf,
  type Request,
  render
} from '../../src/http/types.ts'

/** As the generator writes it. */
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

class Exports implements Handles<'listExports'> {
  async listExports({ query, caller }: Request<'listExports'>) {
    // @ts-expect-error a parameter the document does not declare
    const asked = query.colour
    const project: string = caller.project.id
    return render<'listExports'>({
      status: 200,
      body: { object: 'list', data_ref: 'exports', exports: [], total: asked ? 0 : project.length }
    })
  }
}

class Schemas implements Handles<'getMetadataSchema'> {
  async getMetadataSchema({ caller }: Request<'getMetadataSchema'>) {
    // @ts-expect-error nobody may be calling an open operation
    const project: string = caller.project.id
    return render<'getMetadataSchema'>({
      status: 404,
      body: { code: 404, key: 'not_found', message: '', details: project, request_id: 'v-1' }
    })
  }
}

export class Confused implements Handles<'getCustomer'> {
  // @ts-expect-error the answer of another operation
  async getCustomer() {
    return render<'listExports'>({
      status: 200,
      body: { object: 'list', data_ref: 'exports', exports: [], total: 0 }
    })
  }
}

t.test('an outcome is rendered as it will be sent', async t => {
  const request = { query: {}, caller: { project: { id: 'proj_1' } } }
  t.same(await new Exports().listExports(request as unknown as Request<'listExports'>), {
    status: 200,
    bytes: '{"object":"list","data_ref":"exports","exports":[],"total":6}'
  })
  const body = { code: 404, key: 'not_found', message: '', details: '', request_id: 'v-1' } as const
  t.same(render<'getMetadataSchema'>({ status: 404, body }, { 'x-a': 'b' }).headers, { 'x-a': 'b' })
  t.ok(Schemas)
})
