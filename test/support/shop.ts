/**
 * A project of its own for a test that sets up all it needs over HTTP, as a merchant would.
 */
import type { Answered, Service } from './app.ts'
import { deskOf, givenProject, pairOf } from './given-steps.ts'

/** Each answers the body, and throws unless it is 200. */
export interface Shop {
  get(url: string): Promise<Answered['body']>
  post(url: string, body?: unknown): Promise<Answered['body']>
  put(url: string, body: unknown): Promise<Answered['body']>
  /** Binds the metadata of a resource, by the management pair. */
  define(relatedObject: string, properties: object): Promise<Answered['body']>
  /** The answer, whatever it says. */
  ask(url: string, body: unknown): Promise<Answered>
}

/** A shop that has its keys and nothing else. */
export async function emptyShop(service: Service): Promise<Shop> {
  const { id } = await givenProject(service, 'shop')
  const keys = pairOf('shop')
  const schemas = `/management/v1/projects/${id}/metadata-schemas`
  const done = async (asked: Promise<Answered>) => {
    const { status, body, bytes } = await asked
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return body
  }
  return {
    get: url => done(service.get(url, keys)),
    post: (url, body) => done(service.post(url, body, keys)),
    put: (url, body) => done(service.put(url, body, keys)),
    define: (related_object, properties) =>
      done(service.post(schemas, { related_object, properties }, deskOf('shop'))),
    ask: (url, body) => service.post(url, body, keys)
  }
}
