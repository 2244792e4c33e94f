/**
 * Preloaded into a service that is measured: at SIGUSR2 it starts to take samples of what the
 * process does, at the next it stops and writes them as a CPU profile to `PROFILE_FILE`.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

/** Microseconds between two samples. */
const INTERVAL_US = 200

let session: Session | null = null

function begin(): Session {
  const opened = new Session()
  opened.connect()
  opened.post('Profiler.enable')
  opened.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
  opened.post('Profiler.start')
  return opened
}

function end(opened: Session): void {
  opened.post('Profiler.stop', (_error, { profile }) => {
    writeFileSync(String(process.env['PROFILE_FILE']), JSON.stringify(profile))
    opened.disconnect()
  })
}

process.on('SIGUSR2', () => {
  if (session === null) session = begin()
  else {
    end(session)
    session = null
  }
})
