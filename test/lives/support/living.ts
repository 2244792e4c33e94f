/**
 * A life from beginning to end beside its law, and the shortest one that goes as wrong.
 */
import type { Audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { type Deed, told } from './deeds.ts'
import type { Line } from './law.ts'
import type { Life } from './lives.ts'
import { Player } from './play.ts'
import { openShop } from './shops.ts'
import type { Shown, Till } from './till.ts'

/** What went wrong first, and after which deeds. */
export interface Mistake {
  readonly wrong: string
  readonly deeds: readonly Deed[]
  /** What the audit says then. */
  readonly audit: Audit
}

/** A life that was lived; `mistake`: as far as nothing went wrong. */
interface Lived {
  readonly till: Till
  readonly player: Player
  readonly mistake: Mistake | null
}

/** Lives it, and undoes at the end what was refused to be undone before. */
async function live(store: Store, { plan, deeds }: Life): Promise<Lived> {
  const till = await openShop(store, plan)
  const player = new Player(till, plan)
  const done: Deed[] = []
  const goesWrong = async (deed: Deed) => {
    done.push(deed)
    return player.do(deed).catch((error: Error) => String(error.stack))
  }
  const mistaken = async (wrong: string) => {
    const mistake = { wrong, deeds: done, audit: await till.audit() }
    return { till, player, mistake }
  }
  for (const [index, deed] of deeds.entries()) {
    const wrong = await goesWrong(deed)
    if (wrong !== null) return mistaken(wrong)
    // An audit takes as long as some deeds, and so the middle of a life has to do.
    if (index !== Math.floor(deeds.length / 2)) continue
    const audited = await till.audit()
    if (!audited.clean) return mistaken('the audit finds something')
  }
  for (const deed of player.foretold.rest(() => player.today)) {
    const wrong = await goesWrong(deed)
    if (wrong !== null) return mistaken(wrong)
  }
  const wrong = await wrongAtTheEnd(player, till)
  return wrong === null ? { till, player, mistake: null } : mistaken(wrong)
}

/** Lives it; the first mistake, or null. */
export async function mistakeIn(store: Store, life: Life): Promise<Mistake | null> {
  return (await live(store, life)).mistake
}

/** What a life comes to, once the calendar has done what is due. @throws when it goes wrong. */
export async function endOf(store: Store, life: Life): Promise<End> {
  const { till, mistake } = await live(store, life)
  if (mistake !== null) throw new Error(story({ ...life, ...mistake }))
  await till.timer()
  return { lots: [...(await till.lots())], shown: await till.shown() }
}

/** What is held, by its last day, and what is shown of it. */
export interface End {
  readonly lots: readonly (readonly [place: string, lines: readonly Line[]])[]
  readonly shown: Shown
}

async function wrongAtTheEnd({ foretold, today }: Player, till: Till): Promise<string | null> {
  const audited = await till.audit()
  if (!audited.clean) return 'the audit finds something'
  if (foretold.tookByHand) return null
  for (const [place, purse] of Object.entries(foretold.purses)) {
    const due = purse.given - purse.lapsed(today)
    const balance = purse.balance(today)
    if (balance !== due) return `the law itself leaves ${balance} in ${place}, not ${due}`
  }
  return null
}

/** The same with as few deeds as go wrong in the same way, and as few days and points. */
export async function shrunk(store: Store, life: Life, first: Mistake): Promise<Life & Mistake> {
  let best = { ...life, ...first }
  for (let smaller = true; smaller; ) {
    smaller = false
    for (const deeds of simpler(best.deeds)) {
      const mistake = await mistakeIn(store, { ...life, deeds })
      if (mistake === null || weightOf(mistake.deeds) >= weightOf(best.deeds)) continue
      best = { ...life, ...mistake }
      smaller = true
      break
    }
  }
  return best
}

/** Fewer deeds weigh less, whatever they are; then fewer days, kinds of points and timers. */
function weightOf(deeds: readonly Deed[]): number {
  const weights = deeds.map(deed => {
    if (deed.do === 'pass') {
      return deed.days / 10 + Number(deed.timer) + Number(deed.minute !== NOON)
    }
    if (deed.do === 'stack' || deed.do === 'use coupon') {
      return Number(deed.locked) + Number(deed.credit > 0)
    }
    return deed.do === 'order' ? [...deed.a, ...deed.b].filter(count => count > 0).length : 0
  })
  return weights.reduce((sum, weight) => sum + weight, deeds.length * DEED_WEIGHT)
}

const DEED_WEIGHT = 1_000
const NOON = 720

/** One deed, or several in a row, left out; then no hour and no timer. */
function* simpler(deeds: readonly Deed[]): Generator<readonly Deed[]> {
  for (const count of [8, 4, 2, 1]) {
    for (let at = deeds.length - count; at >= 0; at--) {
      yield [...deeds.slice(0, at), ...deeds.slice(at + count)]
    }
  }
  for (const [at, deed] of deeds.entries()) {
    for (const other of plainer(deed)) yield [...deeds.slice(0, at), other, ...deeds.slice(at + 1)]
  }
}

function* plainer(deed: Deed): Generator<Deed> {
  if (deed.do === 'pass') {
    if (deed.timer) yield { ...deed, timer: false }
    if (deed.minute !== NOON) yield { ...deed, minute: NOON }
    if (deed.days > 1) yield { ...deed, days: 1 }
    if (deed.days > 31) yield { ...deed, days: 31 }
  }
  if (deed.do === 'stack' || deed.do === 'use coupon') {
    if (deed.locked) yield { ...deed, locked: false }
    if (deed.credit > 0) yield { ...deed, credit: 0 }
  }
  if (deed.do === 'order') {
    for (const program of ['a', 'b'] as const) {
      for (const index of [0, 1, 2]) {
        if (deed[program][index] === 0) continue
        const counts = deed[program].map((count, at) => (at === index ? 0 : count))
        yield { ...deed, [program]: counts }
      }
    }
  }
}

/** Line by line, to be read. */
export function story({ plan, deeds, wrong, audit }: Life & Mistake): string {
  const { zone, a, b } = plan
  const about = `a ends ${a.ends} (${a.otherEnds}), b ends ${b.ends} (${b.otherEnds}), ${zone}`
  const sentences = audit.findings.map(({ sentence }) => `  and ${sentence}`)
  const audited = audit.clean ? '  and the audit sees nothing' : sentences.join('\n')
  const waits = `waits ${a.waitsDays} and ${b.waitsDays} days`
  return [
    `${about}, ${waits}`,
    ...deeds.map(deed => `  ${told(deed)}`),
    `  => ${wrong}`,
    audited
  ].join('\n')
}
