/**
 * What counting for Prometheus costs a redemption: services that differ in that alone, and one that
 * differs in nothing, whose ratio says how much is noise.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compare } from './measure.ts'
import { startService } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { loadOf, openShop, questionsOf } from './shop.ts'

const CONNECTIONS = 32

export async function metrics(folder: string, settings: Settings): Promise<readonly Line[]> {
  const contender = async (name: string, variables: Readonly<Record<string, string>> = {}) => {
    const place = join(folder, name)
    await mkdir(place)
    const service = await startService({ folder: place, variables })
    const questions = questionsOf(await openShop(service))
    const { cpuSeconds } = service
    return { load: loadOf(service.url, questions['a redemption']), cpuSeconds, service }
  }
  const contenders = {
    without: await contender('without'),
    again: await contender('again'),
    counting: await contender('counting', { METRICS_ADDRESS: '127.0.0.1:0' })
  }
  try {
    const found = await compare(contenders, { ...settings, connections: CONNECTIONS })
    return [
      {
        section: 'Metrics',
        name: 'CPU of a redemption that is counted for Prometheus',
        value: found.counting.cpuMs,
        unit: 'ms',
        ratio: found.counting.cpuMs / found.without.cpuMs,
        against: 'one that is not',
        target: { atMost: 1.01 },
        beside: { noise: figure(found.again.cpuMs / found.without.cpuMs) }
      }
    ]
  } finally {
    for (const { service } of Object.values(contenders)) await service.stop()
  }
}
