/**
 * Lives the lives of some numbers, in a thread of its own; tells how many there were, and the story
 * of the first that went wrong.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../../../src/storage/engine/store.ts'
import { lifeOf } from './lives.ts'
import { mistakeIn, shrunk, story } from './living.ts'
import type { Plan } from './plans.ts'
import { emptyStore } from './shops.ts'

/** Which lives of a seed: those below a number. */
export interface Share {
  readonly plans: readonly Plan[]
  readonly seed: number
  readonly count: number
}

/** What became of them. */
export interface Lived {
  readonly lives: number
  readonly deeds: number
  readonly story: string | null
}

/** A store holds so many lives; then they are forgotten, and their memory is free. */
const LIVES_MAX = 40

async function live({ plans, seed, count }: Share): Promise<Lived> {
  let lives = 0
  let deeds = 0
  let store: Store | null = null
  for (let nr = 0; nr < count; nr++) {
    if (lives % LIVES_MAX === 0) {
      await store?.close()
      store = await emptyStore()
    }
    const life = lifeOf(plans, seed, nr)
    const mistake = await mistakeIn(store as Store, life)
    lives++
    deeds += life.deeds.length
    if (mistake === null) continue
    const shortest = await shrunk(store as Store, life, mistake)
    return { lives, deeds, story: `life ${nr} of seed ${seed}: ${story(shortest)}` }
  }
  await store?.close()
  return { lives, deeds, story: null }
}

parentPort?.postMessage(await live(workerData))
