/**
 * A port for a program that cannot choose one itself.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * Below the ports that systems choose by themselves: until the program listens on its own, none of
 * the servers and connections of other tests is given that one.
 */
const FIRST = 10_100
const COUNT = 22_000

/** Each process takes one after the other from here on. */
let last = randomInt(COUNT)

/** A port nobody listens on at this moment, and which this process was not given lately. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % COUNT
    if (await isFree(FIRST + last)) return FIRST + last
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
