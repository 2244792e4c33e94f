/**
 * How a customer stands in the demo's club, as the answers say; and what happened to them, as the
 * log of events does.
 */
import type { Service } from './app.ts'
import { rawRows } from './evidence.ts'
import type { RawRow } from './stores.ts'

export const CARDS: Readonly<Record<string, string>> = {
  ada: 'CLUB-ADA-0001',
  ben: 'CLUB-BEN-0001'
}

export const redemptionUrl = (code: string) =>
  `/v1/loyalties/camp_00club/members/${code}/redemption`

export interface Account {
  readonly points: number
  /** What listMemberPendingPoints lists; of those whose card has a code that is known. */
  readonly pending: number
  readonly tier: string | null
  /** How many were paid, and for how much. */
  readonly orders: readonly [count: number, amount: number]
}

export async function accountOf({ get }: Pick<Service, 'get'>, customer: string): Promise<Account> {
  const { loyalty, summary } = (await get(`/v1/customers/${customer}`)).body
  const { points = 0, loyalty_tier: tier = null } = loyalty.campaigns['Coffee Club'] ?? {}
  const { total_count, total_amount } = summary.orders
  const code = CARDS[customer]
  const url = `/v1/loyalties/members/${code}/pending-points?limit=100`
  const waiting: { points: number }[] = code === undefined ? [] : (await get(url)).body.data
  return {
    points,
    pending: waiting.reduce((sum, entry) => sum + entry.points, 0),
    tier,
    orders: [total_count, total_amount]
  }
}

/** Rows of a table from here on; called again, those that came since. */
export async function since({ store }: Service, table: string) {
  const rows = async () => (await rawRows(store, [table]))[table] as readonly RawRow[]
  let seen = (await rows()).length
  return async (): Promise<readonly RawRow[]> => {
    const found = (await rows()).slice(seen)
    seen += found.length
    return found
  }
}

/** What events say in one line each: what happened, and what it was about. */
export function told(events: readonly RawRow[]): readonly string[] {
  return events.map(({ type, data }) => {
    const { points, segment_id, loyalty_tier_id } = JSON.parse(String(data))
    const about = loyalty_tier_id ?? segment_id ?? points
    const what = String(type).replace(/^customer\.(voucher\.loyalty_card\.)?/, '')
    return about === undefined ? what : `${what} ${about}`
  })
}
