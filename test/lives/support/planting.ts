/**
 * A store in which a rule of taking back is missing: some changes of a card are left out of the
 * units that have them, and all else is as if nobody had decided them.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { Store } from '../../../src/storage/engine/store.ts'

type OfCard = Extract<Change, { readonly card: { readonly voucherId: string } }>

/** Which changes of cards a unit leaves out, told by all that it has. */
export type Left = (change: OfCard, all: readonly Change[]) => boolean

/** The store, without what is left out. */
export function planted(store: Store, left: Left): Store {
  const write: Store['write'] = (projectId, unit) =>
    store.write(projectId, async session => {
      const { value, changes } = await unit(session)
      return { value, changes: without(changes, left) }
    })
  return Object.create(store, { write: { value: write } })
}

/** Cards are one version further with each change, and totals are what moved. */
function without(changes: readonly Change[], left: Left): readonly Change[] {
  const out = new Set(changes.filter(change => isOfCard(change) && left(change, changes)))
  const moved = [...out].reduce(
    (sum, change) => sum + (change.kind === 'points.moved' ? change.entry.amount : 0),
    0
  )
  const behind = new Map<string, number>()
  return changes.flatMap((change): readonly Change[] => {
    if (change.kind === 'customerTotals.counted') {
      const { cardBalance = 0 } = change.step
      return [{ ...change, step: { ...change.step, cardBalance: cardBalance - moved } }]
    }
    if (!isOfCard(change)) return [change]
    const { card } = change
    const count = behind.get(card.voucherId) ?? 0
    if (!out.has(change)) return [{ ...change, card: { ...card, version: card.version - count } }]
    behind.set(card.voucherId, count + 1)
    return []
  })
}

function isOfCard(change: Change): change is OfCard {
  return 'card' in change && 'voucherId' in change.card
}
