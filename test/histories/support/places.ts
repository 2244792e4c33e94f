/**
 * The places where histories are played, by the engine that the process plays on: the same in the
 * suite and in `npm run model`.
 */
import { onPostgres } from '../../support/stores.ts'
import { decidingEarly } from './planting.ts'
import { inProcess, inPrograms, inServices, own, type Place } from './worlds.ts'

/** A place, and how much is played there. */
export interface Playing {
  readonly place: Place
  /** How many histories the whole suite plays, and how many a sample of it has. */
  readonly all: number
  readonly sample: number
  readonly rounds: number
}

const ROUNDS = 20
/** A death is followed by a start, which takes a second. */
const MORTAL = { all: 3, sample: 1, rounds: 5 }

/** A store whose guards alone keep it from writing what is not so any more. */
export const early = inProcess('a store that decides early', own, decidingEarly)

/** Those whose programs live to the end. */
export const lasting: readonly Playing[] = onPostgres
  ? [
      { place: inServices('PostgreSQL', 1), all: 40, sample: 2, rounds: ROUNDS },
      { place: inServices('PostgreSQL, in two services', 2), all: 40, sample: 2, rounds: ROUNDS },
      { place: inServices('PostgreSQL, in four services', 4), all: 40, sample: 2, rounds: ROUNDS },
      { place: early, all: 20, sample: 1, rounds: ROUNDS }
    ]
  : [
      { place: inProcess('SQLite in memory', own), all: 15, sample: 3, rounds: ROUNDS },
      { place: inServices('SQLite in a file', 1), all: 8, sample: 1, rounds: ROUNDS },
      { place: early, all: 8, sample: 2, rounds: ROUNDS }
    ]

/** Those with deaths. */
export const mortal: readonly Playing[] = onPostgres
  ? [
      { place: inPrograms('a program on PostgreSQL that is killed', 1), ...MORTAL },
      { place: inPrograms('two programs on PostgreSQL, of which one is killed', 2), ...MORTAL }
    ]
  : [{ place: inPrograms('a program on a file that is killed', 1), ...MORTAL }]
