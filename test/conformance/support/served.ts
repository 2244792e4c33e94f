/**
 * Our service behind an address, as others reach it, and the same with something wrong: answers and
 * requests pass through a function on their way.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { CompiledContract } from '../../../src/conformance/contract.ts'
import { type Report, verify, type Wish } from '../../../src/conformance/verification.ts'
import * as known from '../../../src/demo/known.ts'
import { readDocument } from '../../../src/main/app.ts'
import type { Service } from '../../support/app.ts'

/** The document that services are held against, compiled once for all tests of a file. */
export const contract = new CompiledContract('service', readDocument('service'))

/** A request before the service sees it. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer before the caller sees it; a header that is null is left out. */
export interface Given {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  // biome-ignore lint/suspicious/noExplicitAny: a plant changes what it likes.
  readonly body: any
}

/** What is wrong with a service. */
export interface Plant {
  /** What the service gets in place of a request; null: the connection breaks. */
  readonly ask?: (asked: Asked) => Asked | null
  /** What the caller gets in place of an answer. */
  readonly answer?: (given: Given, asked: Asked) => Given
}

/** The address of a service, with or without something wrong, until the test ends. */
export async function served(t: Test, { app }: Service, plant: Plant = {}): Promise<string> {
  const { ask = same, answer = same } = plant
  const server = createServer(async (request, reply) => {
    const sent: Asked = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: (await buffer(request)).toString('latin1')
    }
    const heard = ask(sent)
    if (heard === null) {
      reply.destroy()
      return
    }
    const { method, url, headers, body } = heard
    const payload = body === '' ? {} : { payload: Buffer.from(body, 'latin1') }
    const own = await app.inject({ method: method as 'GET', url, headers, ...payload })
    const isJson = String(own.headers['content-type']).startsWith('application/json')
    const given = answer(
      {
        status: own.statusCode,
        headers: own.headers as Record<string, string>,
        body: isJson && own.body !== '' ? JSON.parse(own.body) : own.body
      },
      sent
    )
    const { 'content-length': _, ...others } = given.headers
    const entries = Object.entries(others).filter((each): each is [string, string] => {
      return each[1] !== null
    })
    reply.writeHead(given.status, Object.fromEntries(entries))
    reply.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function same<Value>(value: Value): Value {
  return value
}

export const KEYS = {
  'x-app-id': known.APP_ID,
  'x-app-token': known.APP_TOKEN,
  'x-management-id': known.MGMT_ID,
  'x-management-token': known.MGMT_TOKEN
} as const

/** The report about a service with the demo in it. */
export function verified(url: string, wish: Partial<Wish> = {}): Promise<Report> {
  return verify({
    contract,
    url,
    keys: KEYS,
    names: new Map(),
    isComplete: true,
    readOnly: false,
    only: [],
    wait: async () => undefined,
    ...wish
  })
}

export function deviationsOf({ operations }: Report): readonly string[] {
  return operations.flatMap(({ operationId, checks }) =>
    checks.flatMap(({ kind, title, verdict, what }) =>
      verdict === 'deviates' ? [`${operationId} ${kind}, ${title}: ${what[0]}`] : []
    )
  )
}
