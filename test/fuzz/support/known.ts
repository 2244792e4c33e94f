/**
 * What a world is known to hold: the ids, codes and names in its answers, so that a request can
 * name what is there. Of which kind one is says its prefix or the property that it stood in; a
 * value that a document shows stands for all that were seen where it was.
 */
import { isTree } from '../../../scripts/documents/walk.ts'
import type { Chance } from '../../support/chance.ts'

/** How many of a kind are remembered; the oldest are forgotten. */
const REMEMBERED_MAX = 40
const TEXT_LENGTH_MAX = 80

export class Known {
  /** By kind, oldest first. */
  readonly #things = new Map<string, string[]>()
  /** By value. */
  readonly #kinds = new Map<string, Set<string>>()
  /** By value: what was seen in answers that were asked for by it. */
  readonly #beside = new Map<string, Set<string>>()

  /** Remembers every text of an answer, and by which ones it was asked for. */
  see(value: unknown, askedBy: readonly string[] = [], property = ''): void {
    if (typeof value === 'string') this.#keep(value, askedBy, property)
    if (Array.isArray(value)) for (const each of value) this.see(each, askedBy, property)
    if (!isTree(value)) return
    for (const [key, each] of Object.entries(value)) this.see(each, askedBy, key)
  }

  /**
   * One that is likely to be there, of the kind of the given one, mostly beside another; the given
   * one if none is known.
   */
  like(example: string, chance: Chance, other = ''): string {
    const kinds = [prefixOf(example) ?? [...(this.#kinds.get(example) ?? [])]].flat()
    const kind = kinds.length > 0 ? chance.pick(kinds) : ''
    const found = this.#things.get(kind) ?? []
    if (found.length === 0) return example
    const near = found.filter(each => this.#beside.get(other)?.has(each))
    return chance.pick(near.length > 0 && !chance.once(9) ? near : found)
  }

  /** Takes out what is not there any more. */
  forget(value: string): void {
    for (const kind of [prefixOf(value) ?? [...(this.#kinds.get(value) ?? [])]].flat()) {
      const found = this.#things.get(kind) ?? []
      const index = found.indexOf(value)
      if (index >= 0) found.splice(index, 1)
    }
  }

  #keep(value: string, askedBy: readonly string[], property: string): void {
    if (value === '' || value.length > TEXT_LENGTH_MAX) return
    for (const other of askedBy) {
      this.#beside.set(other, (this.#beside.get(other) ?? new Set()).add(value))
    }
    const kind = prefixOf(value) ?? property
    this.#kinds.set(value, (this.#kinds.get(value) ?? new Set()).add(kind))
    const found = this.#things.get(kind) ?? []
    if (found.includes(value)) return
    this.#things.set(kind, [...found.slice(1 - REMEMBERED_MAX), value])
  }
}

/** `camp_` of `camp_00club`; null when it is no id. */
export function prefixOf(value: string): string | null {
  return /^[a-z]+_(?=[0-9a-z]+$)/.exec(value)?.[0] ?? null
}
