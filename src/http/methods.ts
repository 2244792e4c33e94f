/**
 * Which methods each url has, so that a request for another one is told them.
 *
 * The router knows the methods that are served, and little else: a route more for each url would
 * cost every start what only mistaken requests and OPTIONS need. But where a name stands in the
 * place of another url's parameter, it would take the name for a value: a `DELETE` of
 * `/v1/vouchers/import` for the voucher with this code. Such urls get routes for the methods of the
 * other.
 */
import type { FastifyInstance } from 'fastify'

/** A url as a route has it, and what it can do over all documents. */
export interface Url {
  /** With its parameters by name: `/v1/customers/:customerId`. */
  readonly route: string
  /** In the words of the header Allow; OPTIONS among them. */
  readonly allow: string
  /** Whether pages of any origin may read it. */
  readonly anyOrigin: boolean
}

interface Collected {
  readonly route: string
  readonly parts: readonly string[]
  readonly anyOrigin: boolean
  readonly methods: Set<string>
}

/** The urls of an application, collected as its routes are added. */
export class Methods {
  readonly #collected = new Map<string, Collected>()
  #urls: readonly (readonly [parts: readonly string[], url: Url])[] | null = null

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method, config }) => {
      if (config?.unserved) return
      // Two names for one parameter do not make two urls.
      const shape = url.replaceAll(/:\w+/g, ':')
      const anyOrigin = config?.anyOrigin ?? false
      const known = this.#collected.get(shape)
      const made = { route: url, parts: url.split('/'), anyOrigin, methods: new Set(['OPTIONS']) }
      const found = known ?? made
      for (const each of [method].flat()) found.methods.add(each)
      this.#collected.set(shape, found)
    })
  }

  /** Every method of any url, in the words of the header Allow. */
  get all(): string {
    return listed([...this.#collected.values()].flatMap(({ methods }) => [...methods]))
  }

  /** The routes to add for urls with a name where another url has a parameter. */
  unservedRoutes(): readonly { readonly url: string; readonly method: string[] }[] {
    const all = [...this.#collected.values()]
    // Each is compared with those that may lead to it: every start waits for this.
    const byLength = Map.groupBy(all, ({ parts }) => (isOpen(parts) ? null : parts.length))
    return all.flatMap(named => {
      const alike = [...(byLength.get(named.parts.length) ?? []), ...(byLength.get(null) ?? [])]
      const others = alike.filter(({ parts }) => leadsTo(parts, named.parts))
      const method = new Set(others.flatMap(({ methods }) => [...methods]))
      for (const own of named.methods) method.delete(own)
      return method.size === 0 ? [] : [{ url: named.route, method: [...method] }]
    })
  }

  /** What the url of a path can do, the path percent-encoded; null where there is no such url. */
  at(path: string): Url | null {
    const parts = path.split('/').map(part => decodeURIComponent(part))
    this.#urls ??= [...this.#collected.values()].map(url => [
      url.parts,
      { route: url.route, anyOrigin: url.anyOrigin, allow: listed(url.methods) }
    ])
    const fitting = this.#urls.filter(([route]) => leadsTo(route, parts))
    // The router prefers a name to a parameter, from the left.
    return (
      fitting.toSorted(([a], [b]) => namesBeforeParameter(b) - namesBeforeParameter(a))[0]?.[1] ??
      null
    )
  }
}

/** How many parts of a route come before its first parameter. */
function namesBeforeParameter(route: readonly string[]): number {
  const first = route.findIndex(part => part.startsWith(':'))
  return first === -1 ? route.length : first
}

/** Whether the last part of a route stands for any number of them. */
function isOpen(route: readonly string[]): boolean {
  return route.at(-1) === '*'
}

/** Whether the parts of a path are those of a route, whose last one may stand for any. */
function leadsTo(route: readonly string[], parts: readonly string[]): boolean {
  const open = isOpen(route)
  if (open ? parts.length < route.length : parts.length !== route.length) return false
  return route.every((part, index) => (open && part === '*') || fits(part, parts[index]))
}

/** Whether a part of a path is what the route says there, or fills its parameter. */
function fits(route: string, part: string | undefined): boolean {
  return route.startsWith(':') ? part !== '' : route === part
}

function listed(methods: Iterable<string>): string {
  return [...new Set(methods)].sort().join(', ')
}
