/**
 * Redeems from cards as the service would, and rolls back, many at a time, with nothing but the
 * store.
 *
 * Run as a program it goes on until it is killed, and says on a line of its own what was
 * acknowledged, as soon as it was: the id of the record. test/kills/store.test.ts kills it.
 *
 *   node redeeming-program.ts <database file> <prefix of the ids it makes>
 */
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Change } from '../../../src/decisions/changes.ts'
import type { CardBalance, Lot, Voucher } from '../../../src/model.ts'
import { openStore } from '../../../src/storage/database.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { openLots } from '../../../src/storage/points/ledger.ts'
import { projectById } from '../../../src/storage/projects.ts'
import { countRewardRedeemed, rewards } from '../../../src/storage/rewards.ts'
import * as catalogue from './catalogue.ts'
import { added, changed, ground, P, redeemed, rolledBack, storedVoucher } from './changes.ts'
import * as things from './things.ts'

/** `none`: not enough points, or no stock. */
export type Answer = 'redeemed' | 'none'

interface Facts {
  readonly card: Voucher
  readonly lots: readonly Lot[]
  readonly stockLeft: boolean
}

export async function loadFacts(session: Session, cardId: string): Promise<Facts> {
  const card = await storedVoucher(session, cardId)
  const lots = await session.all(openLots, { voucherId: cardId })
  const row = await session.one(rewards.byId, { id: 'rew_1' })
  if (row === undefined) throw new Error('no reward')
  const { stock, redeemed } = row
  return { card, lots, stockLeft: stock === null || redeemed < stock }
}

/** What a redemption of `points` changes; null when it is refused. */
export function decide(
  { card, lots, stockLeft }: Facts,
  points: number,
  id: string
): Change[] | null {
  const lot = lots.find(({ remaining }) => remaining >= points)
  const { balance } = card.card as CardBalance
  if (!stockLeft || balance < points || lot === undefined) return null
  return redeemed(card, points, lot.id, id)
}

/** Loads, decides and applies one redemption; `id` makes its ids. */
export async function redeem(
  store: Store,
  cardId: string,
  points: number,
  id: string
): Promise<Answer> {
  return store.write(P, async session => {
    const changes = decide(await loadFacts(session, cardId), points, id)
    return { value: changes === null ? 'none' : 'redeemed', changes: changes ?? [] }
  })
}

/** Rolls back what was redeemed as `id`, from a card with points in one lot alone. */
async function rollBack(store: Store, cardId: string, points: number, id: string): Promise<void> {
  await store.write(P, async session => {
    const { card, lots } = await loadFacts(session, cardId)
    const [lot] = lots
    if (lot === undefined) throw new Error(`no lot of ${cardId}`)
    return { value: null, changes: rolledBack(card, points, lot.id, id) }
  })
}

/** A program with `cards` cards of cust_1, `points` on each, and a reward with `stock` units. */
export async function furnish(
  store: Store,
  { cards, points, stock }: { cards: number; points: number; stock: number | null }
): Promise<void> {
  const ids = Array.from({ length: cards }, (_, n) => `v_${n + 1}`)
  const reward: Change = { kind: 'reward.created', reward: catalogue.reward('rew_1', stock) }
  const given = ids.flatMap((id): Change[] => {
    const card = things.card(id)
    const held = { ...card, version: 2 }
    const publication = things.publication(`pub_${id}`, id)
    return [
      ...(id === 'v_1' ? [] : [{ kind: 'voucher.created', voucher: card } as const]),
      { kind: 'voucher.published', voucherId: id, version: 1, publication },
      ...(points === 0 ? [] : [added(held, points, id)])
    ]
  })
  await changed(
    store,
    ...ground.filter(({ kind }) => kind !== 'reward.created' && kind !== 'campaign.grew'),
    reward,
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: cards },
    ...given,
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { cardBalance: cards * points },
      lastOrder: null
    }
  )
}

/** How many cards the program that is killed redeems from, and how much is on each. */
export const CARDS = 8
export const POINTS = 1_000_000
const CLIENTS = 16

async function main(file: string, prefix: string): Promise<never> {
  const store = await openStore(`sqlite:${file}`, { onBug: bug => console.error(bug) })
  await store.migrate()
  const made = await store.read(P, session => session.one(projectById, { id: P }))
  if (made === undefined) await furnish(store, { cards: CARDS, points: POINTS, stock: null })
  let count = 0
  const client = async (): Promise<never> => {
    for (;;) {
      const n = count++
      const id = `${prefix}_${n}`
      // Now and then a unit fails after writing: it must leave no trace.
      if (n % 5 === 0) await spoiled(store)
      const [card, points] = [`v_${(n % CARDS) + 1}`, 1 + (n % 7)]
      await redeem(store, card, points, id)
      // Into a pipe this is written at once; a buffer of this process would die with it.
      stdout.write(`r_${id}\n`)
      if (n % 3 !== 0) continue
      await rollBack(store, card, points, id)
      stdout.write(`r_${id}_back\n`)
    }
  }
  return Promise.race(Array.from({ length: CLIENTS }, client))
}

/** Writes, and then fails; if any of it stayed, the audit would miss a redemption. */
async function spoiled(store: Store): Promise<void> {
  const refused = store.write(P, async session => {
    await session.run(countRewardRedeemed, { id: 'rew_1' })
    throw new Error('spoiled')
  })
  await refused.catch(() => null)
}

const [, program, file, prefix] = argv
if (program === fileURLToPath(import.meta.url)) await main(file ?? '', prefix ?? '')
