/**
 * Answers in a second, beside the bare framework with the same bytes, beside raw transactions that
 * write the same rows, and beside a mock of the document; and where the CPU of an answer goes.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compare, type Figures, slice } from './measure.ts'
import { PARTS, type Part, partsOf } from './parts.ts'
import { type Running, startBare, startMock, startService } from './processes.ts'
import {
  copyTo,
  leastOf,
  type Picture,
  pictureOf,
  RawWriter,
  type Written,
  writtenBetween
} from './raw.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import {
  callText,
  loadOf,
  openShop,
  POLL_MS,
  type Question,
  type QuestionName,
  questionsOf,
  requestOf,
  type Shop
} from './shop.ts'

/** Share of the bare framework's rate that each question has to reach at 32 connections. */
const PROMISED: Readonly<Partial<Record<QuestionName, number>>> = {
  'a customer': 0.3,
  'a customer again': 0.6,
  'pending points': 0.25,
  'an estimate': 0.15,
  'an event': 0.15,
  'one voucher': 0.2
}
const CONNECTIONS = [1, 32, 128] as const
const CPU_AT = 32
const MOCK = resolve(import.meta.dirname, 'mock/node_modules/@stoplight/prism-cli/dist/index.js')
const DOCUMENT = resolve(import.meta.dirname, '../../generated/service.json')

export async function answers(folder: string, settings: Settings): Promise<readonly Line[]> {
  const profileFile = join(folder, 'profile.json')
  const service = await startService({ folder, profileFile })
  try {
    const shop = await openShop(service, { withStrangers: true })
    const questions = questionsOf(shop)
    const bare = await startBare(await recorded(folder, shop, questions))
    try {
      return [
        ...(await besideTheFramework(shop, bare, questions, settings)),
        ...(await besideTheDisk(shop, folder, questions, settings)),
        ...(await besideTheMock(shop, questions, settings)),
        ...(await partsOfAnswers(shop, questions, profileFile, settings))
      ]
    } finally {
      await bare.stop()
    }
  } finally {
    await service.stop()
  }
}

type Questions = Readonly<Record<QuestionName, Question>>

const namesOf = (questions: Questions) => Object.keys(questions) as QuestionName[]

/** What the service answers to each question, so that the bare framework sends the same bytes. */
async function recorded(folder: string, { service }: Shop, questions: Questions) {
  const file = join(folder, 'answers.json')
  const texts: [string, string][] = []
  for (const [index, name] of namesOf(questions).entries()) {
    const { path, body } = requestOf(questions[name])
    texts.push([`${index}`, await callText(`${service.url}${path}`, body)])
  }
  await writeFile(file, JSON.stringify(Object.fromEntries(texts)))
  return file
}

async function besideTheFramework(
  { service }: Shop,
  bare: Running,
  questions: Questions,
  settings: Settings
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const connections of CONNECTIONS) {
    for (const [index, name] of namesOf(questions).entries()) {
      const question = questions[name]
      const { cpuSeconds } = service
      const found = await compare(
        {
          bare: { load: loadOf(bare.url, { ...question, paths: [`/${index}`] }) },
          service: { load: loadOf(service.url, question), cpuSeconds }
        },
        { ...settings, connections }
      )
      lines.push(lineOf(name, connections, found))
    }
  }
  return lines
}

function lineOf(
  name: QuestionName,
  connections: number,
  { service, bare }: Readonly<Record<'service' | 'bare', Figures>>
): Line {
  const promised = connections === CPU_AT ? PROMISED[name] : undefined
  return {
    section: `Answers, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    name,
    value: service.perSecond,
    unit: '/s',
    ratio: service.perSecond / bare.perSecond,
    against: 'bare',
    ...(promised === undefined ? {} : { target: { atLeast: promised } }),
    beside: {
      p50: `${figure(service.medianMs)} ms`,
      p99: `${figure(service.p99Ms)} ms`,
      CPU: `${figure(service.cpuMs)} ms`
    }
  }
}

/** The rows that a request writes which is not the first of its kind, as most are not. */
async function rowsOf(
  { service }: Shop,
  question: Question,
  file: string
): Promise<readonly Written[]> {
  const { path, body } = requestOf(question)
  const url = `${service.url}${path}`
  await callText(url, body)
  const before = await quietPicture(file)
  await callText(url, body)
  return writtenBetween(file, before, pictureOf(file))
}

/** A picture once nothing changes any more: the end of a load leaves requests under way. */
async function quietPicture(file: string): Promise<Picture> {
  for (let before = pictureOf(file); ; ) {
    await new Promise(wake => setTimeout(wake, POLL_MS))
    const after = pictureOf(file)
    if (writtenBetween(file, before, after).length === 0) return after
    before = after
  }
}

/** A request that writes, and what its rate is promised to be of that of its rows alone. */
const WRITING = [
  {
    name: 'a redemption',
    rows: (all: readonly Written[]) => all,
    what: 'the same rows',
    least: 0.4
  },
  { name: 'a redemption', rows: leastOf, what: 'the fewest rows possible', least: 0.12 },
  { name: 'an event', rows: (all: readonly Written[]) => all, what: 'the same rows' },
  { name: 'one voucher', rows: (all: readonly Written[]) => all, what: 'the same rows' }
] as const

async function besideTheDisk(
  shop: Shop,
  folder: string,
  questions: Questions,
  settings: Settings
): Promise<readonly Line[]> {
  const file = join(folder, 'bench.db')
  const lines: Line[] = []
  for (const [index, { name, rows, what, ...promised }] of WRITING.entries()) {
    const written = rows(await rowsOf(shop, questions[name], file))
    const copy = join(folder, `raw-${index}.db`)
    copyTo(file, copy)
    const raw = new RawWriter(copy, written)
    const found = await compare(
      {
        service: { load: loadOf(shop.service.url, questions[name]) },
        raw: { run: (seconds: number) => raw.run(seconds) }
      },
      { ...settings, connections: CPU_AT }
    )
    raw.close()
    lines.push({
      section: 'Writes beside plain transactions, 32 connections',
      name: `${name}, beside ${what}`,
      value: found.service.perSecond,
      unit: '/s',
      ratio: found.service.perSecond / found.raw.perSecond,
      against: 'raw',
      ...('least' in promised ? { target: { atLeast: promised.least } } : {}),
      beside: { rows: String(written.length), raw: `${figure(found.raw.perSecond)} /s` }
    })
  }
  return lines
}

/** Only where the mock is installed: `npm run mock:install`. */
async function besideTheMock(
  { service }: Shop,
  questions: Questions,
  settings: Settings
): Promise<readonly Line[]> {
  if (!existsSync(MOCK)) {
    console.error('No mock to compare with; npm run mock:install installs one.')
    return []
  }
  const mock = await startMock(MOCK, DOCUMENT)
  const lines: Line[] = []
  try {
    for (const name of ['a customer', 'pending points', 'an estimate'] as const) {
      const contenders = {
        service: { load: loadOf(service.url, questions[name]) },
        mock: { load: loadOf(mock.url, questions[name]) }
      }
      const found = await compare(contenders, { ...settings, connections: CPU_AT })
      lines.push({
        section: 'Reads beside a mock of the document, 32 connections',
        name,
        value: found.service.perSecond,
        unit: '/s',
        ratio: found.service.perSecond / found.mock.perSecond,
        against: 'the mock',
        ...(name === 'an estimate' ? {} : { target: { atLeast: 4 } })
      })
    }
  } finally {
    await mock.stop()
  }
  return lines
}

async function partsOfAnswers(
  { service }: Shop,
  questions: Questions,
  profileFile: string,
  settings: Settings
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const name of namesOf(questions)) {
    const contender = { load: loadOf(service.url, questions[name]), cpuSeconds: service.cpuSeconds }
    service.profile()
    const { cpuMs } = await slice(contender, settings.seconds * 2, CPU_AT)
    service.profile()
    const parts = partsOf(JSON.parse(await written(profileFile)))
    const all = [...parts.values()].reduce((sum, us) => sum + us, 0)
    const share = (part: Part) => `${figure((cpuMs * 1000 * (parts.get(part) ?? 0)) / all)} µs`
    lines.push({
      section: 'CPU of an answer by part, 32 connections, while it is sampled',
      name,
      value: cpuMs,
      unit: 'ms',
      beside: Object.fromEntries(PARTS.map(part => [part, share(part)]))
    })
  }
  return lines
}

/** The profile, once it is written; it is emptied, so that the next read waits for the next one. */
async function written(file: string): Promise<string> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.endsWith('}')) {
      await writeFile(file, '')
      return text
    }
    await new Promise(wake => setTimeout(wake, 50))
  }
}
