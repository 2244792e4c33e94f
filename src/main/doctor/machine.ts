/**
 * What the doctor says of the machine: the room on its disks, and the port to listen on.
 *
 * Spec: OPERATING.md.
 */
import { statfsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { troubleListening } from '../listening.ts'
import { ownAddress } from '../setting-texts.ts'
import { advice, type DoctorFinding, ok, wrong } from './findings.ts'

const MEBIBYTE = 2 ** 20
/** Below this much room, the next larger write may fail. */
const ROOM_MIN = 64 * MEBIBYTE
/** Milliseconds in which a service that has the port answers. */
const ANSWERS_MS = 2_000

/** The room that is left on the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** For the file of a database that is there. */
export function diskFindings(file: string, free: typeof freeBytes): readonly DoctorFinding[] {
  const size = ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0
  )
  const [beside, temporary] = [dirname(file), tmpdir()]
  const room = free(beside)
  const database = `the database takes ${inMebibytes(size)}`
  const said = `${inMebibytes(room)} are free in ${beside}, and ${database}`
  if (room < ROOM_MIN) {
    return [wrong('disk', `Only ${said}.`, 'Make room; a full disk refuses every write.')]
  }
  if (room < size) {
    const needs = 'A backup beside it, an erasure and some upgrades each need as much as it takes.'
    return [advice('disk', `${said}.`, `Make room. ${needs}`)]
  }
  if (free(temporary) < size) {
    const left = `${inMebibytes(free(temporary))} are free in ${temporary}`
    const needs = 'An erasure needs as much there as the database takes.'
    return [advice('disk', `${left}.`, `Make room, or set TMPDIR to another folder. ${needs}`)]
  }
  return [ok('disk', `${said}.`)]
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE).toLocaleString('en-US')} MiB`
}

/** Tries to listen where the service would, and asks who is there already. */
export async function portFindings(config: Config): Promise<readonly DoctorFinding[]> {
  const { host, port } = config
  if (port === 0) return [ok('port', 'The system chooses a port that is free.')]
  const error = await listening(host, port)
  if (error === null) return [ok('port', `Port ${port} on ${host} is free.`)]
  const url = ownAddress(host, port)
  if ('code' in error && error.code === 'EADDRINUSE' && (await isService(url))) {
    return [ok('port', `A service answers on ${url}.`)]
  }
  return [wrong('port', troubleListening(error, config) ?? error.message)]
}

/** Why nobody can listen there; null where it was possible. */
function listening(host: string, port: number): Promise<Error | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Whether a service of ours answers there. */
async function isService(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_MS)
    const answer = await fetch(`${url}/health/live`, { signal, redirect: 'error' })
    return (await answer.text()) === '{"status":"live"}'
  } catch {
    return false
  }
}
