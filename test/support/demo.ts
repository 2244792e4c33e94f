/**
 * The demo project: made once by its steps, then copied for each test that wants a database of its
 * own.
 */
import { loadDemo } from '../../src/demo/load.ts'
import type { ComposedParts } from '../../src/main/compose.ts'
import type { Instant } from '../../src/model.ts'
import { Shell } from '../../src/shell.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { countedSource } from './counted-source.ts'
import { type Beginning, newStore } from './stores.ts'

type Config = ComposedParts['config']

/** The demo as it is when it was loaded at `now`. */
export function demoAt(now: Instant, config: Config): Beginning {
  return {
    name: `the demo ${JSON.stringify([now, config])}`,
    fill: async store => {
      const { publicUrl } = config
      const given = { store, now: () => now, ids: countedSource(), publicUrl, limits: config }
      await loadDemo(store, new Shell({ ...given, onJobQueued: () => undefined }))
    }
  }
}

/** A store of the demo. `doubted`: what is kept in memory is held against the rows at every use. */
export async function demoStore(
  now: Instant,
  config: Config,
  bugs: Error[],
  { doubted = true } = {}
): Promise<Store> {
  const report = (error: Error) => bugs.push(error)
  const onStale = doubted ? { onStale: report } : {}
  return newStore({ onBug: report, ...onStale }, demoAt(now, config))
}
