/**
 * The program killed between any two statements of a request, and started again on what it left
 * behind: then all of the request is there or nothing, and all of it when it was acknowledged.
 *
 * Of each request some moments are tried, one of them right before or after a commit; with one seed
 * after the other, all of them are. What becomes of a process that dies within a
 * statement or a commit is for the engine to answer: it goes by its log, of which nothing counts
 * that is not behind the mark of a commit. What a server was asked to commit and did not answer any
 * more, it has done or not.
 */
import type { Test } from 'tap'
import { NOW, type Service } from '../../support/app.ts'
import { rowsOf } from '../../support/chance.ts'
import { type Asked, born, type Death, type Life } from './life.ts'
import type { Ran } from './mortal.ts'
import { type Place, placeLike } from './places.ts'
import { difference } from './stored-state.ts'

/** A request, and the status of its answer when nobody dies. */
export type Row = readonly [title: string, asked: Asked, status: number]

export const post = (url: string, body: unknown): Asked => ({ method: 'POST', url, body })
export const put = (url: string, body: unknown): Asked => ({ method: 'PUT', url, body })

/** Kills the program everywhere in some of the requests; each finds the shop as it is given. */
export async function killedAnywhere(t: Test, shop: Service, rows: readonly Row[]): Promise<void> {
  const line = await lineOf(t, shop)
  for (const [row, { run }] of rowsOf(t, rows, { gate: 1, soak: 4 })) {
    await t.test(`${row[0]}: all or nothing`, t => cutShort(t, line, row, run))
  }
}

export const DAY = NOW.slice(0, 10)
/** The lease of a job that a life held ends before the next begins. */
const BETWEEN_LIVES_MS = 60_000
export const FOREVER = 1_000_000
/** How many moments of a request are tried with a seed, beside a commit and elsewhere. */
const EDGES = 1
const OTHERS = 2

/** One place and the lives the program has there, one after the other. */
export interface Line {
  readonly place: Place
  /** The life there is. */
  readonly life: () => Life
  /**
   * Ends it and begins another on what it left behind; resolves when that has caught up, with how
   * the first one died.
   */
  again(): Promise<Death>
}

/** `cold`: each life begins with nothing in memory, also where there was something to catch up. */
export async function lineOf(t: Test, { store }: Service, { cold = true } = {}): Promise<Line> {
  // It is long because there are many, each of which has limits of its own.
  t.setTimeout(0)
  const place = await placeLike(t, store)
  let lives = 0
  const another = () =>
    born(place.at, new Date(Date.parse(NOW) + lives++ * BETWEEN_LIVES_MS).toISOString())
  const next = async () => {
    const begun = await another()
    if (!cold || !(await place.hasJobs())) return begun
    await begun.until(async () => !(await place.hasJobs()))
    // It knows by now what the request will ask for, and would run fewer statements.
    await begun.end()
    await place.left()
    return another()
  }
  let life = await next()
  t.teardown(() => life.end())
  return {
    place,
    life: () => life,
    again: async () => {
      const death = await life.end()
      await place.left()
      life = await next()
      return death
    }
  }
}

/** Asks, and waits for what is done after the answer; the status, null when there was none. */
async function carriedOut({ life, place }: Line, asked: Asked): Promise<number | null> {
  const status = await life().ask(asked)
  await life().until(async () => !(await place.hasJobs()))
  return status
}

/** What asking comes to when nobody dies, in a life that was asked for nothing before. */
async function learned(line: Line, asked: Asked) {
  await line.place.restore()
  const before = await line.place.state(DAY)
  await line.life().livesFor(FOREVER)
  const status = await carriedOut(line, asked)
  const ran = await line.life().livesFor(FOREVER)
  const effect = difference(before, await line.place.state(DAY))
  // What this life keeps in memory by now it would not ask for again.
  await line.again()
  return { before, status, ran, effect }
}

async function cutShort(t: Test, line: Line, [, asked, expected]: Row, run: number): Promise<void> {
  const { before, status, ran, effect } = await learned(line, asked)
  t.equal(status, expected)
  t.not(effect.length, 0, 'it leaves something behind')
  for (const moment of momentsIn(ran, run)) {
    await line.place.restore()
    await line.life().livesFor(moment)
    const answer = await carriedOut(line, asked)
    const outlived = await line.life().outlived()
    const { signal, words } = await line.again()
    const how = [
      `killed after ${moment} of ${ran.length}`,
      `commit ${words?.commit}`,
      `answer ${answer}`,
      outlived === null ? `behind ${words?.last.join(' | ')}` : `it ran ${outlived.length}`
    ].join(', ')
    if (outlived !== null) {
      // Its worker looked for jobs less often than that of the life before.
      t.ok(outlived.length < moment, how)
    } else {
      t.strictSame([signal, words === null], ['SIGKILL', false], how)
    }
    const commit = words?.commit
    // Until the first commit nothing is promised, and from then on everything.
    const found = difference(before, await line.place.state(DAY))
    const isDone =
      outlived !== null || commit === 'done' || (commit === 'asked' && found.length > 0)
    t.strictSame(found, isDone ? effect : [], how)
    const isAnswered = isDone && commit !== 'asked' && answer === expected
    t.ok(isAnswered || (outlived === null && answer === null), how)
    t.strictSame(await line.place.flaws(), [])
  }
}

/** After how many statements to die: others with each seed, one after the other. */
function momentsIn(ran: Ran, seed: number): readonly number[] {
  const all = ran.map((_, index) => index + 1)
  const isEdge = (moment: number) => ran[moment - 1] === 'COMMIT' || ran[moment] === 'COMMIT'
  const { edges = [], others = [] } = Object.groupBy(all, moment =>
    isEdge(moment) ? 'edges' : 'others'
  )
  const turn = (moments: readonly number[], count: number) =>
    Array.from(
      { length: Math.min(count, moments.length) },
      (_, index) => moments[(seed * count + index) % moments.length] as number
    )
  return [...turn(edges, EDGES), ...turn(others, OTHERS)]
}
