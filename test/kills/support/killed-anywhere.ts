/**
 * The program killed between any two statements of a request, and started again on what it left
 * behind: then all of the request is there or nothing, and all of it when it was acknowledged.
 *
 * Of each request some moments are tried, those before and after a commit above all; with
 * `TEST_CASES=1000` every one is. What becomes of a process that dies within a statement or a
 * commit is for the engine to answer: it goes by its log, of which nothing counts that is not
 * behind the mark of a commit.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { NOW, type Service } from '../../support/app.ts'
import { type Seeded, seeded } from '../../support/seeded.ts'
import { type Asked, born, type Life } from './life.ts'
import type { Ran } from './mortal.ts'
import { difference, flawsOf, hasJobs, restore, stateOf } from './stored-state.ts'

/** A request, and the status of its answer when nobody dies. */
export type Row = readonly [title: string, asked: Asked, status: number]

export const post = (url: string, body: unknown): Asked => ({ method: 'POST', url, body })
export const put = (url: string, body: unknown): Asked => ({ method: 'PUT', url, body })

/** Kills the program everywhere in each of the requests; each finds the shop as it is given. */
export async function killedAnywhere(t: Test, shop: Service, rows: readonly Row[]): Promise<void> {
  const line = await lineOf(t, shop)
  for (const row of rows) {
    await t.test(`${row[0]}: all or nothing`, t => cutShort(t, line, row))
  }
}

export const DAY = NOW.slice(0, 10)
/** The lease of a job that a life held ends before the next begins. */
const BETWEEN_LIVES_MS = 60_000
export const FOREVER = 1_000_000
/** A start, a request and a look at the file; a second or two where nothing else is going on. */
const LIFE_MS_MAX = 120_000

/** One file and the lives the program has on it, one after the other. */
export interface Line {
  readonly file: string
  /** The life there is. */
  readonly life: () => Life
  /**
   * Ends it and begins another on what it left behind; resolves when that has caught up, with what
   * the first one died of.
   */
  again(): Promise<NodeJS.Signals | null>
  /** Makes the shop what it was, under a living program. */
  restore(): void
}

export async function lineOf(t: Test, { store }: Service): Promise<Line> {
  const folder = t.testdir()
  const [shop, file] = [join(folder, 'shop.db'), join(folder, 'line.db')]
  await store.backup(shop)
  copyFileSync(shop, file)
  let lives = 0
  const next = async () => {
    const now = new Date(Date.parse(NOW) + lives++ * BETWEEN_LIVES_MS).toISOString()
    const begun = await born(file, now)
    await begun.until(() => !hasJobs(file))
    return begun
  }
  let life = await next()
  t.teardown(() => life.end())
  return {
    file,
    life: () => life,
    again: async () => {
      // It is long because there are many, and stuck when one of them is.
      t.setTimeout(LIFE_MS_MAX)
      const diedOf = await life.end()
      life = await next()
      return diedOf
    },
    restore: () => restore(file, shop)
  }
}

/** Asks, and waits for what is done after the answer; the status, null when there was none. */
async function carriedOut({ life, file }: Line, asked: Asked): Promise<number | null> {
  const status = await life().ask(asked)
  await life().until(() => !hasJobs(file))
  return status
}

/** What asking comes to when nobody dies. */
async function learned(line: Line, asked: Asked) {
  const before = stateOf(line.file, DAY)
  await line.life().livesFor(FOREVER)
  const status = await carriedOut(line, asked)
  const ran = await line.life().livesFor(FOREVER)
  return { before, status, ran, effect: difference(before, stateOf(line.file, DAY)) }
}

async function cutShort(t: Test, line: Line, [, asked, expected]: Row): Promise<void> {
  line.restore()
  const { before, status, ran, effect } = await learned(line, asked)
  t.equal(status, expected)
  t.not(effect.length, 0, 'it leaves something behind')
  for (const moment of momentsIn(ran, seeded(t))) {
    line.restore()
    await line.life().livesFor(moment)
    const answer = await carriedOut(line, asked)
    t.equal(await line.again(), 'SIGKILL')
    // Until the first commit nothing is promised, and from then on everything.
    const promised = ran.slice(0, moment).includes('COMMIT')
    const last = `killed after ${moment} of ${ran.length}: ${ran[moment - 1]?.slice(0, 40)}`
    t.strictSame(difference(before, stateOf(line.file, DAY)), promised ? effect : [], last)
    t.ok(answer === null || (promised && answer === expected), `the answer was ${answer}`)
    t.strictSame(await flawsOf(line.file), [])
  }
}

/** After how many statements to die. */
function momentsIn(ran: Ran, { below, cases }: Seeded): number[] {
  const all = ran.map((_, index) => index + 1)
  const isEdge = (moment: number) => ran[moment - 1] === 'COMMIT' || ran[moment] === 'COMMIT'
  const { edges = [], others = [] } = Object.groupBy(all, moment =>
    isEdge(moment) ? 'edges' : 'others'
  )
  const some = (from: number[], count: number) =>
    Array.from({ length: Math.min(count, from.length) }, () =>
      from.splice(below(from.length), 1)
    ).flat()
  return [...some(edges, cases(3, 1)), ...some(others, cases(1))]
}
