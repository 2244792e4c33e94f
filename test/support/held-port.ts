/**
 * A port for what has to be named one: a command of the README, a server that comes back where it
 * was. A program of ours chooses by itself, with port 0, and says where it listens.
 *
 * An open connection of our own holds the port: the system gives it to nobody who asks for any that
 * is free, as other tests do all the time, and whoever names it may listen on it.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Test } from 'tap'

/** A port of 127.0.0.1 that refuses whoever connects, until somebody listens on it. */
export interface HeldPort {
  readonly port: number
  /** From now on the system may give it to anybody. */
  release(): void
}

export async function holdPort(): Promise<HeldPort> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const near = connect(port, '127.0.0.1')
  const [[far]] = await Promise.all([once(server, 'connection'), once(near, 'connect')])
  server.close()
  // They keep no process that is through with its files.
  for (const end of [near, far]) end.unref().on('error', () => undefined)
  return {
    port,
    release: () => {
      near.destroy()
      far.destroy()
    }
  }
}

/** The number of such a port, held until the test is over. */
export async function heldPort(t: Test): Promise<number> {
  const { port, release } = await holdPort()
  t.teardown(release)
  return port
}
