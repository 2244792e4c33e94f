/**
 * Two lives that differ in what must not matter end alike.
 *
 * Spec: VoucherLoyaltyCard.balance.
 */
import t from 'tap'
import { type Chance, casesOf } from '../support/chance.ts'
import type { Deed } from './support/deeds.ts'
import { type Life, lifeOf, shuffled, undoingOf } from './support/lives.ts'
import { type End, endOf } from './support/living.ts'
import { ALL } from './support/plans.ts'
import { emptyStore } from './support/shops.ts'

const timed = ({ plan, deeds }: Life, timer: boolean): Life => ({
  plan,
  deeds: deeds.map(deed => (deed.do === 'pass' ? { ...deed, timer } : deed))
})

/** One more deed somewhere, which is undone at once. */
function withOneMore({ plan, deeds }: Life, { pick, below }: Chance): Life {
  const nr = deeds.length
  const tried: Deed = pick([
    { do: 'order', nr, a: [60, 0, 45], b: [0, 20, 0] },
    { do: 'buy', nr, with: pick(['a', 'b']), price: 45 },
    { do: 'swap', nr, from: pick(['a', 'b']) },
    { do: 'coupon', nr, with: pick(['a', 'b']) }
  ])
  const at = below(deeds.length)
  return { plan, deeds: [...deeds.slice(0, at), tried, ...undoingOf(tried), ...deeds.slice(at)] }
}

/** The same deeds and days, and then everything undone in another order. */
function undoneOtherwise({ plan, deeds }: Life, chance: Chance): Life {
  const kept = deeds.filter(({ do: what }) => what !== 'take' && what !== 'use gift')
  return { plan, deeds: [...kept, ...shuffled(chance, kept.flatMap(undoingOf))] }
}

interface Pair {
  readonly title: string
  /** Two lives that end alike. */
  readonly pair: (life: Life, chance: Chance) => readonly [Life, Life]
  /** What of their ends is compared. */
  readonly of: (end: End) => unknown
}

const pairs: readonly Pair[] = [
  {
    title: 'it makes no difference whether the timer or a request comes first',
    pair: life => [timed(life, true), timed(life, false)],
    of: end => end
  },
  {
    title: 'what is undone at once has never been',
    pair: (life, chance) => [life, withOneMore(life, chance)],
    of: ({ lots }) => lots
  },
  {
    title: 'everything is undone in any order',
    pair: (life, chance) => [undoneOtherwise(life, chance), undoneOtherwise(life, chance)],
    of: ({ lots }) => lots
  }
]

for (const { title, pair, of } of pairs) {
  t.test(title, async t => {
    t.setTimeout(0)
    const store = await emptyStore()
    t.teardown(() => store.close())
    for (const chance of casesOf(t, { gate: 3, soak: 20 })) {
      const lives = pair(lifeOf(ALL, chance), chance)
      const [one, other] = [await endOf(store, lives[0]), await endOf(store, lives[1])]
      t.strictSame(of(other), of(one))
    }
  })
}
