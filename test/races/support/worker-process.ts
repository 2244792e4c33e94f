/**
 * A worker in a process of its own, which is killed or stopped by whoever started it:
 *
 *   node test/races/support/worker-process.ts postgres://… LEASE_MS
 *
 * Any message asks it for what it reported, which it tells once nothing is due any more.
 */
import { randomUUID } from 'node:crypto'
import { argv, exit } from 'node:process'
import { freshSource } from '../../../src/ids.ts'
import { tasks, timerTasks } from '../../../src/jobs/tasks.ts'
import { Worker } from '../../../src/jobs/worker.ts'
import { Shell } from '../../../src/shell.ts'
import { jobQueue, timerLeases } from '../../../src/storage/jobs.ts'
import { openUrl } from '../../support/stores.ts'

const [url = '', leaseMs] = argv.slice(2)
const troubles: string[] = []
const tell = (error: unknown) => troubles.push((error as Error).message)
const store = await openUrl(url, { onBug: tell })
const ids = freshSource()
const shell = new Shell({
  store,
  ids,
  now: () => new Date().toISOString(),
  limits: { campaignVouchersMax: 1_000, earningRulesMax: 100 }
})
const worker = new Worker({
  shell,
  read: store.read,
  forget: () => store.forget(),
  random: ids.random,
  stopwatch: () => performance.now(),
  onError: tell,
  queue: jobQueue(store),
  tasks,
  timerTasks,
  timerLeases: timerLeases(store),
  owner: `worker-${randomUUID()}`,
  pollMs: 50,
  leaseMs: Number(leaseMs)
})
worker.start()
process.on('message', async () => {
  await worker.idle()
  process.send?.(troubles)
})
process.on('disconnect', () => exit())
