/**
 * The property of random lives, for the shops of some plans.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Test } from 'tap'
import { seeded, seedOf } from '../../support/seeded.ts'
import type { Plan } from './plans.ts'
import type { Lived, Share } from './worker.ts'

const WORKER = new URL('worker.ts', import.meta.url)

/**
 * After every deed the service has what the law foretells and shows it, and in the end the audit
 * agrees. Lives are lived in a thread of their own: the runner watches every promise of its own.
 */
export async function livesAreWhole(t: Test, plans: readonly Plan[], all: number): Promise<void> {
  t.setTimeout(0)
  const share: Share = { plans, seed: seedOf(), count: seeded(t).cases(all, 25) }
  const alone = { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } }
  const worker = new Worker(WORKER, { workerData: share, ...alone })
  t.teardown(() => worker.terminate())
  const [{ lives, deeds, story }] = (await once(worker, 'message')) as [Lived]
  t.comment(`${lives} lives of ${deeds} deeds`)
  t.equal(story, null, 'nothing is lost or made')
}
