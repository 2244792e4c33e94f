/**
 * How long a start takes until the first answer, and how long a stop; and how much memory the
 * process holds after a minute of load; all beside the bare framework.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { median, slice } from './measure.ts'
import { type Running, startBare, startPackaged, startService } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { callText, loadOf, openShop, questionsOf, requestOf } from './shop.ts'

const CONNECTIONS = 32

export async function start(folder: string, { starts: count }: Settings): Promise<readonly Line[]> {
  const kinds = {
    empty: [] as Begun[],
    again: [] as Begun[],
    packaged: [] as Begun[],
    beside: [] as Begun[],
    bare: [] as Begun[]
  }
  const build = resolve(import.meta.dirname, '../build.ts')
  await promisify(execFile)(process.execPath, [build])
  const answers = join(folder, 'none.json')
  await writeFile(answers, '{}')
  for (let index = 0; index < count; index++) {
    const place = await mkdtemp(join(folder, 'start-'))
    kinds.empty.push(await begin(startService({ folder: place })))
    kinds.again.push(await begin(startService({ folder: place })))
    kinds.packaged.push(await begin(startPackaged()))
    const four = await Promise.all(Array.from({ length: BESIDE }, () => begin(startPackaged())))
    kinds.beside.push(
      four.reduce((slowest, each) => (each.startMs > slowest.startMs ? each : slowest))
    )
    kinds.bare.push(await begin(startBare(answers)))
  }
  const bareMs = median(kinds.bare.map(({ startMs }) => startMs))
  const bareStopMs = median(kinds.bare.map(({ stopMs }) => stopMs))
  const line = (name: string, begun: readonly Begun[], atMost?: number): Line => ({
    section: `Start, median of ${count}`,
    name,
    value: median(begun.map(({ startMs }) => startMs)),
    unit: 'ms',
    ratio: median(begun.map(({ startMs }) => startMs)) / bareMs,
    against: 'bare',
    ...(atMost === undefined ? {} : { target: { atMost, of: 'value' } }),
    beside: {
      CPU: `${figure(median(begun.map(({ cpuMs }) => cpuMs)))} ms`,
      'end after SIGTERM': `${figure(median(begun.map(({ stopMs }) => stopMs)))} ms`
    }
  })
  return [
    line('first answer, empty database that gets the demo', kinds.empty, 700),
    line('first answer, with its data', kinds.again, 500),
    line('first answer, the package with the demo and nothing kept', kinds.packaged, 500),
    line('first answer of the slowest of four such side by side', kinds.beside),
    {
      section: `Start, median of ${count}`,
      name: 'end of such a service after SIGTERM',
      value: median(kinds.packaged.map(({ stopMs }) => stopMs)),
      unit: 'ms',
      ratio: median(kinds.packaged.map(({ stopMs }) => stopMs)) / bareStopMs,
      against: 'bare'
    }
  ]
}

/** Services that start at the same moment. */
const BESIDE = 4

interface Begun {
  readonly startMs: number
  /** CPU until the first answer. */
  readonly cpuMs: number
  readonly stopMs: number
}

async function begin(starting: Promise<Running>): Promise<Begun> {
  const running = await starting
  const cpuMs = running.cpuSeconds() * 1000
  return { startMs: running.startMs, cpuMs, stopMs: await running.stop() }
}

/** Both answer the same questions for as long, and then say what they hold. */
export async function memory(folder: string, { loadSeconds }: Settings): Promise<readonly Line[]> {
  const service = await startService({ folder: await mkdtemp(join(folder, 'memory-')) })
  try {
    const shop = await openShop(service)
    const questions = Object.values(questionsOf(shop))
    const texts: [string, string][] = []
    for (const [index, question] of questions.entries()) {
      const { path, body } = requestOf(question)
      texts.push([`${index}`, await callText(`${service.url}${path}`, body)])
    }
    const file = join(folder, 'answers.json')
    await writeFile(file, JSON.stringify(Object.fromEntries(texts)))
    const bare = await startBare(file)
    const seconds = loadSeconds / questions.length
    for (const [index, question] of questions.entries()) {
      await slice({ load: loadOf(service.url, question) }, seconds, CONNECTIONS)
      const load = loadOf(bare.url, { ...question, paths: [`/${index}`] })
      await slice({ load }, seconds, CONNECTIONS)
    }
    const [held, beside] = [service.residentMiB(), bare.residentMiB()]
    await bare.stop()
    return [
      {
        section: 'Memory',
        name: `resident after ${loadSeconds} s of load`,
        value: held,
        unit: 'MiB',
        ratio: held / beside,
        against: 'bare',
        target: { atMost: 2 }
      }
    ]
  } finally {
    await service.stop()
  }
}
