/**
 * The places where histories are played, by the engine that the process plays on.
 */
import type { Amount } from '../../support/chance.ts'
import { onPostgres } from '../../support/stores.ts'
import { decidingEarly } from './planting.ts'
import { inProcess, inPrograms, inServices, own, type Place } from './worlds.ts'

/** A place, how many histories are played there, and how long each is. */
export interface Playing extends Amount {
  readonly place: Place
  readonly rounds: number
}

const ROUNDS = 20
/** A death is followed by a start, which takes a second. */
const MORTAL = { gate: 0, soak: 1, rounds: 5 }

/** A store whose guards alone keep it from writing what is not so any more. */
export const early = inProcess('a store that decides early', own, decidingEarly)

export const places: readonly Playing[] = onPostgres
  ? [
      { place: inServices('PostgreSQL', 1), gate: 1, soak: 8, rounds: ROUNDS },
      { place: inServices('PostgreSQL, in two services', 2), gate: 1, soak: 8, rounds: ROUNDS },
      { place: inServices('PostgreSQL, in four services', 4), gate: 1, soak: 8, rounds: ROUNDS },
      { place: early, gate: 1, soak: 8, rounds: ROUNDS },
      { place: inPrograms('a program on PostgreSQL that is killed', 1), ...MORTAL },
      { place: inPrograms('two programs on PostgreSQL, of which one is killed', 2), ...MORTAL }
    ]
  : [
      { place: inProcess('SQLite in memory', own), gate: 2, soak: 8, rounds: ROUNDS },
      { place: inServices('SQLite in a file', 1), gate: 1, soak: 8, rounds: ROUNDS },
      { place: early, gate: 1, soak: 8, rounds: ROUNDS },
      { place: inPrograms('a program on a file that is killed', 1), ...MORTAL }
    ]
