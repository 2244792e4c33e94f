/**
 * What a project of the sandbox is given in place of the machine's: the time, and chance. Its clock
 * stands until somebody moves it. Whatever is drawn follows from the seed and from how many units
 * and requests there were before, so that the same requests, sent one after another, are answered
 * with the same bytes. A unit that is begun again draws the same once more. Ids and codes follow
 * from the seed alone. What must be another in each project, such as a key or a token, follows from
 * the name as well.
 */
import { createHmac } from 'node:crypto'
import { type Fault, type FaultPlan, faultFor } from './decisions/projects.ts'
import { type IdSource, idAt } from './ids.ts'
import type { Instant } from './model.ts'

export interface Course {
  /** What its clock shows. */
  readonly now: Instant
  /** Units that were begun. */
  readonly units: number
  /** Requests that brought no id of their own. */
  readonly requests: number
  /** What was named or drawn for requests that changed nothing. */
  readonly apart: number
  /** What goes wrong with its requests, and how far that has got. */
  readonly faults: FaultPlan
}

export function courseFrom(now: Instant): Course {
  return { now, units: 0, requests: 0, apart: 0, faults: [] }
}

/** What a project is called in the sandbox, and what its chance follows from. */
export interface Identity {
  readonly name: string
  readonly seed: string
}

/** The sandbox of a project, if it is in one. */
export type SandboxOf = (projectId: string) => Sandbox | undefined

/** Ids and secrets of keys and tokens; the same as src/secrets.ts has for other projects. */
export interface Secrets {
  /** 43 letters and digits. */
  readonly newSecret: () => string
  /** 21 letters and digits. */
  readonly newClientId: () => string
}

export class Sandbox {
  readonly identity: Identity
  #course: Course

  constructor(identity: Identity, course: Course) {
    this.identity = identity
    this.#course = course
  }

  get course(): Course {
    return this.#course
  }

  now(): Instant {
    return this.#course.now
  }

  /** Moves the clock; the course of everything else stays. */
  setNow(now: Instant): void {
    this.#course = { ...this.#course, now }
  }

  setFaults(faults: FaultPlan): void {
    this.#course = { ...this.#course, faults }
  }

  /** The fault that the next request to an operation meets; null: none. */
  nextFault(operationId: string): Fault | null {
    const { faults } = this.#course
    if (faults.length === 0) return null
    const { fault, plan } = faultFor(faults, operationId)
    this.setFaults(plan)
    return fault
  }

  /** Begins a unit of work. Each attempt at it takes a source, and all of them draw the same. */
  begin(): () => IdSource {
    const { units } = this.#course
    this.#course = { ...this.#course, units: units + 1 }
    return () => sourceOf(this.identity.seed, units, Date.parse(this.#course.now))
  }

  /** The id of the next request that brings none: `v-` and 18 hex digits. */
  newRequestId(): string {
    const { requests } = this.#course
    this.#course = { ...this.#course, requests: requests + 1 }
    return this.#requestId(`request ${requests}`)
  }

  /**
   * Another id for a request that changes nothing. Its first one is given to the next request,
   * unless that one has come already.
   */
  nameApart(first: string): string {
    const { requests, apart } = this.#course
    const isLast = first === this.#requestId(`request ${requests - 1}`)
    this.#course = { ...this.#course, requests: requests - Number(isLast), apart: apart + 1 }
    return this.#requestId(`request apart ${apart}`)
  }

  /** Numbers for the answer to a request that changes nothing; other ones at each call. */
  chanceApart(): (below: number) => number {
    const { apart } = this.#course
    this.#course = { ...this.#course, apart: apart + 1 }
    return numbersOf(this.identity.seed, `answer apart ${apart}`)
  }

  #requestId(purpose: string): string {
    return `v-${drawn(this.identity.seed, purpose).toString('hex', 0, 9)}`
  }

  /** Begins to make the keys or the token of one request. */
  secrets(): Secrets {
    const { units } = this.#course
    this.#course = { ...this.#course, units: units + 1 }
    return secretsOf(this.identity, `unit ${units}`)
  }
}

/** Secrets that follow from who they are for, and from what they are made for. */
export function secretsOf({ name, seed }: Identity, purpose: string): Secrets {
  const below = numbersOf(seed, `secret ${JSON.stringify(name)} ${purpose}`)
  const text = (length: number) =>
    Array.from({ length }, () => LETTERS.charAt(below(LETTERS.length))).join('')
  return { newSecret: () => text(43), newClientId: () => text(21) }
}

/** The id that a project of this name and seed has, wherever it is made. */
export function projectIdOf({ name, seed }: Identity): string {
  const below = numbersOf(seed, `project ${JSON.stringify(name)}`)
  const unique = Array.from({ length: 26 }, () => BASE_32.charAt(below(BASE_32.length))).join('')
  return `proj_${unique}`
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** What one unit draws; `at` is in milliseconds since 1970. */
function sourceOf(seed: string, unit: number, at: number): IdSource {
  let ids = 0
  return {
    newId: prefix => {
      const count = ids++
      const chance = drawn(seed, `id ${unit} ${count}`).readUIntBE(0, 3)
      return `${prefix}_${idAt(at, unit, count, chance)}`
    },
    random: numbersOf(seed, `unit ${unit}`)
  }
}

/** Numbers, each uniform below what is asked for, in the order of a purpose. */
function numbersOf(seed: string, purpose: string): (below: number) => number {
  let [block, used] = [0, BLOCK_BYTES]
  let bytes: Buffer = Buffer.alloc(0)
  const next = () => {
    if (used + NUMBER_BYTES > BLOCK_BYTES) {
      bytes = drawn(seed, `${purpose} ${block++}`)
      used = 0
    }
    used += NUMBER_BYTES
    return bytes.readUIntBE(used - NUMBER_BYTES, NUMBER_BYTES)
  }
  return below => {
    // What is past the last whole multiple is dropped, so that no number is likelier.
    const fair = NUMBERS - (NUMBERS % below)
    for (;;) {
      const number = next()
      if (number < fair) return number % below
    }
  }
}

const BLOCK_BYTES = 32
const NUMBER_BYTES = 6
const NUMBERS = 2 ** (8 * NUMBER_BYTES)

/** 32 bytes that nobody guesses without the seed. */
function drawn(seed: string, what: string): Buffer {
  return createHmac('sha256', seed).update(what).digest()
}
