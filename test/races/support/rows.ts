/**
 * What became of a store as text, so that two outcomes can be compared: what was drawn or made at
 * random is one word, whatever came first.
 */

import type { Session } from '../../../src/storage/engine/session.ts'
import { type Dialect, statement, type Tables } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import * as tables from '../../../src/storage/tables.ts'

/** Every row of a store as text, with what was drawn in it as one word. */
export function rowsOf(store: Store): Promise<readonly string[]> {
  return store.read(null, everyRow)
}

// Which process has the timers of a project is no outcome: it depends on when their rounds come.
// Turns are taken on PostgreSQL alone.
const aside: ReadonlySet<string> = new Set(['timerLeases', 'jobTurns'])
const outcomes = Object.keys(tables).filter(name => !aside.has(name))

const everything = outcomes.map(name => {
  const rows = statement(({ db, t }: Dialect) => db.select().from(t[name as keyof Tables]))
  return { name, rows }
})

async function everyRow(session: Session): Promise<readonly string[]> {
  const found: string[] = []
  let drawn: string[] = []
  for (const { name, rows } of everything) {
    for (const row of (await session.all(rows)) as Record<string, unknown>[]) {
      if (name === 'vouchers' && COUNTED.test(String(row['id']))) drawn.push(String(row['code']))
      found.push(`${name} ${JSON.stringify(row, name === 'redemptions' ? recorded : plain)}`)
    }
  }
  drawn = drawn.filter(code => !/^[A-Z]*$/.test(code))
  return found.map(row => anonymous(row, drawn)).toSorted()
}

const COUNTED = /_\d{6}$/

function anonymous(row: string, drawn: readonly string[]): string {
  let text = row
    .replaceAll(/_\d{6}\b/g, '_#')
    .replaceAll(/\bv-[\da-f]{18}\b/g, 'v-#')
    .replaceAll(/track_[\w-]{43}/g, 'track')
    .replaceAll(START_OF_REVIEW, '"after":""')
  for (const code of drawn)
    text = text.replaceAll(code, 'CODE').replaceAll(code.toLowerCase(), 'CODE')
  return text
}

/** Where a review that was opened once more begins. */
const START_OF_REVIEW = /"after":" 0\.\d{15}"/g

/** Random, whoever comes first. */
const RANDOM = new Set(['catalogueVersion', 'secret', 'tokenHash', 'answer', 'requestHash'])
const RANDOM_KEY = /^[\w-]{21}$/

/** A record shows how many others had redeemed the reward, which nobody decides by. */
function recorded(key: string, value: unknown): unknown {
  return key === 'redeemed' ? '' : plain(key, value)
}

function plain(key: string, value: unknown): unknown {
  return RANDOM.has(key) || RANDOM_KEY.test(String(value)) ? '' : value
}
