/**
 * The demo project in memory: made once by its steps, then copied, byte by byte, for each test that
 * wants a database of its own.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDemo } from '../../src/demo/load.ts'
import { countedSource } from '../../src/ids.ts'
import type { Parts } from '../../src/main/compose.ts'
import type { Instant } from '../../src/model.ts'
import { Shell } from '../../src/shell.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'

type Config = Parts['config']

/** By everything the steps are told. */
const images = new Map<string, Promise<Buffer>>()

/**
 * A store of the demo as it is when it was loaded at `now`. `doubted`: what is kept in memory is
 * held against the rows at every use.
 */
export async function demoInMemory(
  now: Instant,
  config: Config,
  bugs: Error[],
  { doubted = true } = {}
): Promise<Store> {
  const key = JSON.stringify([now, config])
  const image = images.get(key) ?? demoImage(now, config)
  images.set(key, image)
  const report = (error: Error) => bugs.push(error)
  const onStale = doubted ? { onStale: report } : {}
  return openStore('sqlite::memory:', { onBug: report, ...onStale, image: await image })
}

async function demoImage(now: Instant, config: Config): Promise<Buffer> {
  const bugs: Error[] = []
  const report = (error: Error) => bugs.push(error)
  const store = await openStore('sqlite::memory:', { onBug: report, onStale: report })
  const folder = await mkdtemp(join(tmpdir(), 'tessera-'))
  try {
    await store.migrate()
    const { publicUrl } = config
    const onJobQueued = () => undefined
    const given = { store, now: () => now, ids: countedSource(), publicUrl, limits: config }
    await loadDemo(store, new Shell({ ...given, onJobQueued }))
    const file = join(folder, 'demo.db')
    await store.backup(file)
    if (bugs.length > 0) throw bugs[0]
    return await readFile(file)
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}
