/**
 * Requests of what a customer qualifies for, and what can be listed.
 */
import type { Service } from '../../support/app.ts'

export const QUALIFICATIONS = '/v1/qualifications'
export const ADA = { source_id: 'ada' }
export const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
export const PERCENT = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' }

/** What the demo has, the newest first, as Ada sees it with beans for 37.00. */
export const OF_DEMO = [
  'FLYER-2025',
  'PICNIC',
  'WELCOME',
  'CLUB-ADA-0001',
  'promo_00thaw',
  'promo_00snow',
  'promo_00fiveoff',
  'promo_00tenoff',
  'camp_00spring'
]

export interface Entry {
  readonly id: string
  readonly object: string
  readonly result: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly order?: { readonly total_applied_discount_amount: number }
}

/** An answer: its list without the entries, and these. */
interface Checked extends Readonly<Record<string, unknown>> {
  readonly list: {
    readonly total: number
    readonly has_more: boolean
    readonly more_starting_after?: string
  }
  readonly entries: readonly Entry[]
  readonly ids: readonly string[]
}

/** What is answered, with its entries and their ids. */
export async function checked(service: Service, body: object): Promise<Checked> {
  const answer = await service.post(QUALIFICATIONS, body)
  if (answer.status !== 200) throw new Error(answer.bytes)
  const { data, ...list } = answer.body.redeemables
  const entries: readonly Entry[] = data
  return { ...answer.body, list, entries, ids: entries.map(({ id }) => id) }
}

export async function idsFor(service: Service, body: object): Promise<readonly string[]> {
  return (await checked(service, { ...body, options: { limit: 50, ...optionsIn(body) } })).ids
}

function optionsIn(body: { readonly options?: object }): object {
  return body.options ?? {}
}

export async function made(service: Service, url: string, body: object): Promise<{ id: string }> {
  const answer = await service.post(url, body)
  if (answer.status !== 200) throw new Error(answer.bytes)
  return answer.body
}

export function coupon(service: Service, code: string, said: object = {}) {
  const body = { type: 'DISCOUNT_VOUCHER', discount: PERCENT, ...said }
  return made(service, `/v1/vouchers/${code}`, body)
}

export async function bind(service: Service, code: string, entry: object, said: object = {}) {
  const { body: voucher } = await service.get(`/v1/vouchers/${code}`)
  const rule = { name: `For ${code}`, rules: { 1: entry }, ...said }
  const { id } = await made(service, '/v1/validation-rules', rule)
  const to = { related_object_type: 'voucher', related_object_id: voucher.id }
  await made(service, `/v1/validation-rules/${id}/assignments`, to)
  return id
}
