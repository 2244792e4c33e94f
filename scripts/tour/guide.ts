/**
 * Leads the tour: sends a request by the name of its operation, checks the status, and prints the
 * request, the answer and the reason for it, three lines for a person to follow.
 *
 * Methods and paths come from the documents that the server publishes, so the tour cannot leave the
 * contract; the guide remembers which operations it has shown.
 */
import type { OperationId, Outcome } from '../../src/http/types.ts'

/** Ends the tour; `message` tells a person what to do. */
export class TourEnded extends Error {}

/** The credentials of the caller. */
export interface Credentials {
  readonly appId: string
  readonly appToken: string
}

/** A request, and the status that must answer it. */
export interface Question<Id extends OperationId, Status extends Outcome<Id>['status']> {
  readonly operation: Id
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON, or as a form where the document asks for one. */
  readonly body?: unknown
  /** Sent instead of the key pair. */
  readonly bearer?: string
  readonly status: Status
}

/** One stop of the tour. */
export interface Stop<Id extends OperationId, Status extends Outcome<Id>['status']>
  extends Question<Id, Status> {
  /** The request, as a command. */
  readonly title: string
  /** One sentence: why a caller sends it, or what to notice. */
  readonly why: string
  /** The answer in a few words; throws by `expect` when the answer is wrong. */
  readonly tell: (body: BodyWith<Id, Status>) => string
}

/** The body of one declared status. */
export type BodyWith<Id extends OperationId, Status> =
  Extract<Outcome<Id>, { readonly status: Status }> extends { readonly body: infer Body }
    ? Body
    : never

interface Route {
  readonly method: string
  readonly path: string
  readonly form: boolean
}

/** @throws {TourEnded} when the service breaks the promise at this point of the tour. */
export function expect(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new TourEnded(`That is not as expected: ${promise}.`)
}

/** Sends the requests of the tour and tells about them. */
export class Guide {
  readonly #baseUrl: string
  readonly #credentials: Credentials
  readonly #print: (line: string) => void
  readonly #routes: ReadonlyMap<string, Route>
  readonly #published: readonly string[]
  readonly #shown = new Set<string>()
  #stops = 0

  private constructor(
    baseUrl: string,
    credentials: Credentials,
    print: (line: string) => void,
    documents: readonly PublishedDocument[]
  ) {
    this.#baseUrl = baseUrl
    this.#credentials = credentials
    this.#print = print
    this.#routes = new Map(documents.flatMap(routesOf))
    this.#published = documents
      .slice(0, 1)
      .flatMap(routesOf)
      .map(([id]) => id)
  }

  /** @throws {TourEnded} when no service, or another one, answers at the address. */
  static async meet(
    baseUrl: string,
    credentials: Credentials,
    print: (line: string) => void
  ): Promise<Guide> {
    if (!URL.canParse(baseUrl)) {
      throw new TourEnded(`BASE_URL must be an address like http://127.0.0.1:3000, not ${baseUrl}`)
    }
    const documents = await Promise.all(
      ['/openapi.json', '/openapi-provisioning.json'].map(url => documentAt(baseUrl, url))
    )
    return new Guide(baseUrl, credentials, print, documents)
  }

  /** Operations of the published document that were not shown yet. */
  get unseen(): readonly string[] {
    return this.#published.filter(id => !this.#shown.has(id))
  }

  /** A heading between the stops. */
  chapter(title: string): void {
    this.#print(`\n${title}`)
  }

  /** Sends, checks, prints; the answer's body. */
  async show<Id extends OperationId, Status extends Outcome<Id>['status']>(
    stop: Stop<Id, Status>
  ): Promise<BodyWith<Id, Status>> {
    const { line, status, body } = await this.#send(stop)
    this.#stops += 1
    this.#shown.add(stop.operation)
    this.#print(`\n${String(this.#stops).padStart(3)}. ${stop.title} (${stop.operation})`)
    this.#print(`     ${line}`)
    if (status !== stop.status) throw new TourEnded(surprise(stop.status, status, body))
    this.#print(`     ${status}: ${stop.tell(body as BodyWith<Id, Status>)}`)
    this.#print(`     ${stop.why}`)
    return body as BodyWith<Id, Status>
  }

  /** Sends and checks without printing; the answer's body. */
  async ask<Id extends OperationId, Status extends Outcome<Id>['status']>(
    question: Question<Id, Status>
  ): Promise<BodyWith<Id, Status>> {
    const { status, body } = await this.#send(question)
    if (status !== question.status) throw new TourEnded(surprise(question.status, status, body))
    return body as BodyWith<Id, Status>
  }

  /** Repeats the request until `done`; background work has no fixed duration. */
  async wait<Id extends OperationId, Status extends Outcome<Id>['status']>(
    question: Question<Id, Status>,
    done: (body: BodyWith<Id, Status>) => boolean
  ): Promise<void> {
    const giveUpAt = Date.now() + 30_000
    while (!done(await this.ask(question))) {
      if (Date.now() > giveUpAt) throw new TourEnded('The background work is not done after 30 s.')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  /** Fetches a url from an answer, as a browser would; its text. */
  async follow(url: string): Promise<string> {
    const response = await reach(url)
    if (!response.ok) throw new TourEnded(`${url} answers ${response.status}; urls must resolve.`)
    return response.text()
  }

  async #send(
    stop: Omit<Question<OperationId, never>, 'status'>
  ): Promise<{ readonly line: string; readonly status: number; readonly body: unknown }> {
    const route = this.#routes.get(stop.operation)
    if (route === undefined) throw new TourEnded(`The service publishes no ${stop.operation}.`)
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(stop.path?.[name] ?? '')
    )
    const query = stop.query === undefined ? '' : `?${new URLSearchParams(stop.query)}`
    const sent = sentBody(stop.body, route.form)
    const response = await reach(`${this.#baseUrl}${path}${query}`, {
      method: route.method,
      headers: { ...this.#headers(stop.bearer), ...(sent === null ? {} : sent.headers) },
      ...(sent === null ? {} : { body: sent.text })
    })
    const body: unknown = await response.json().catch(() => null)
    const shown = sent === null ? '' : `  ${shortened(sent.text)}`
    return { line: `${route.method} ${path}${query}${shown}`, status: response.status, body }
  }

  #headers(bearer: string | undefined): Record<string, string> {
    if (bearer !== undefined) return { authorization: `Bearer ${bearer}` }
    return { 'x-app-id': this.#credentials.appId, 'x-app-token': this.#credentials.appToken }
  }
}

interface PublishedDocument {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly operationId: string
        readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
      }
    }
  }
}

function routesOf({ paths }: PublishedDocument): (readonly [string, Route])[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, requestBody }]) => {
      const form = Object.keys(requestBody?.content ?? {}).some(type => type.includes('form'))
      return [operationId, { method: method.toUpperCase(), path, form }] as const
    })
  )
}

async function documentAt(baseUrl: string, url: string): Promise<PublishedDocument> {
  const response = await reach(`${baseUrl}${url}`)
  const body: unknown = response.ok ? await response.json().catch(() => null) : null
  if (typeof body !== 'object' || body === null || !('paths' in body)) {
    throw new TourEnded(
      `What answers at ${baseUrl} is not this service. Set BASE_URL to where it is.`
    )
  }
  return body as PublishedDocument
}

async function reach(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    const { origin } = new URL(url)
    throw new TourEnded(
      `Nothing answers at ${origin}. Start the service in another terminal with ` +
        '`npm start`, or set BASE_URL to where it runs.'
    )
  }
}

function sentBody(body: unknown, form: boolean) {
  if (body === undefined) return null
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = form
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
  return { headers: { 'content-type': type }, text }
}

function surprise(expected: number, status: number, body: unknown): string {
  if (status === 401) {
    return (
      'The service does not accept the credentials of the demo, and the tour goes through the ' +
      'demo project. Start it on this machine with an empty data folder, or with `--demo`.'
    )
  }
  const said = body as { key?: string; details?: string } | null
  return `The answer is ${status} where ${expected} was expected: ${said?.key} ${said?.details}`
}

function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 157)}...`
}
