/**
 * Looks through a document of YAML for what would exhaust the program, or be lost or changed on the
 * way to a value: endless nesting, aliases of aliases, tags, names that are no texts, numbers that
 * are rounded.
 *
 * An alias is followed once and remembered, so that a few lines which stand for a billion values
 * are measured as fast as they are read.
 */
import type { Alias, Document, LineCounter, Node, ParsedNode, Scalar } from 'yaml'
import { NESTING_MAX } from '../rules/soundness.ts'
import { lossOf } from './exactness.ts'

type Yaml = typeof import('yaml')

/** What makes a text unreadable, and where; `offset` counts from 0 in UTF-16 units. */
export interface Flaw {
  readonly offset: number
  /** A sentence. */
  readonly message: string
}

/** A document, and where its lines begin. */
export interface ParsedFile {
  readonly document: Document.Parsed<ParsedNode> | Document<Node>
  readonly lines: LineCounter
}

/** What a body may be nested, and what a file has around it. */
export const DEPTH_MAX = NESTING_MAX + 8

/** Of all that aliases stand for; more than any file has that says everything itself. */
const VALUES_MAX = 2_000_000

/** What is said of nesting, in YAML and JSON alike. */
export const TOO_DEEP = `This is nested more than ${DEPTH_MAX} levels deep. Write it flatter.`

/** The first place in a document that cannot be taken as it is; null: there is none. */
export function flawIn(yaml: Yaml, { contents }: ParsedFile['document'] | Document): Flaw | null {
  try {
    new Look(yaml).at(contents as Node | null, 0)
    return null
  } catch (error) {
    if (error instanceof Found) return error
    throw error
  }
}

/** Leaves a look at the first flaw. */
class Found extends Error implements Flaw {
  readonly offset: number

  constructor(node: Node, message: string) {
    super(message)
    this.offset = node.range?.[0] ?? 0
  }
}

/** How much a part of a document stands for. */
interface Size {
  readonly values: number
  readonly depth: number
}

const ONE: Size = { values: 1, depth: 0 }

/** One look at a document, from its beginning to its end. */
class Look {
  readonly #yaml: Yaml
  /** What was named so far; undefined while it is looked at itself. */
  readonly #named = new Map<string, Size | undefined>()

  constructor(yaml: Yaml) {
    this.#yaml = yaml
  }

  /** @throws {Found} */
  at(node: Node | null, level: number): Size {
    const { isAlias, isCollection, isScalar } = this.#yaml
    if (node === null) return ONE
    if (isAlias(node)) return this.#of(node, level)
    if (node.tag !== undefined) {
      throw new Found(node, 'A tag changes this value. Write the value without it.')
    }
    const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined
    if (anchor !== undefined) this.#named.set(anchor, undefined)
    if (isScalar(node)) refuseLoss(node)
    const size = isCollection(node) ? this.#inside(node, level + 1) : ONE
    if (anchor !== undefined) this.#named.set(anchor, size)
    return size
  }

  #of(alias: Alias, level: number): Size {
    const { source } = alias
    const size = this.#named.get(source)
    if (size === undefined) {
      const isWithin = this.#named.has(source)
      const within = `The alias *${source} is inside the value that it stands for. Write the value out.`
      const none = `The alias *${source} stands for nothing: no &${source} comes before it.`
      throw new Found(alias, isWithin ? within : `${none} Write that first.`)
    }
    if (level + size.depth > DEPTH_MAX) throw new Found(alias, TOO_DEEP)
    return size
  }

  #inside(node: Node & { readonly items: readonly unknown[] }, level: number): Size {
    if (level > DEPTH_MAX) throw new Found(node, TOO_DEEP)
    let [values, depth] = [1, 0]
    for (const item of node.items) {
      for (const part of this.#partsOf(item)) {
        const size = this.at(part, level)
        values += size.values
        depth = Math.max(depth, size.depth)
        if (values <= VALUES_MAX) continue
        const many = `With its aliases this has more than ${VALUES_MAX} values.`
        throw new Found(part ?? node, `${many} Use fewer aliases.`)
      }
    }
    return { values, depth: depth + 1 }
  }

  #partsOf(item: unknown): readonly (Node | null)[] {
    const { isPair, isScalar } = this.#yaml
    if (!isPair(item)) return [item as Node | null]
    const [key, value] = [item.key, item.value] as [Node, Node | null]
    if (!isScalar(key)) throw new Found(key, 'The name of a property is a text. Write one.')
    refuseOtherNames(key)
    return [key, value]
  }
}

/** @throws {Found} for a number that is not kept as it is written. */
function refuseLoss(node: Scalar): void {
  if (typeof node.value !== 'number') return
  const loss = lossOf(node.source ?? '', node.value)
  if (loss !== null) throw new Found(node, loss)
}

/** @throws {Found} for what is no text, or means to merge, which YAML 1.2 does not. */
function refuseOtherNames(key: Scalar): void {
  const { value, source = '', type } = key
  if (typeof value !== 'string') {
    const advice = source === '' ? 'Write one.' : `Write "${source}" in quotes.`
    throw new Found(key, `The name of a property is a text. ${advice}`)
  }
  if (value !== '<<' || type !== 'PLAIN') return
  throw new Found(key, '<< merges nothing in YAML 1.2. Write the properties out, one by one.')
}

/** The document, and a text that has not ended, are on the stack of the parser as well. */
const AROUND = 2

/**
 * Where a text is nested too deeply, by a parser that needs no stack of the engine; null: nowhere.
 * One that is too deep by a level or two is left to {@link flawIn}.
 */
export function tooDeepAt({ Lexer, Parser }: Yaml, text: string): number | null {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEPTH_MAX + AROUND) return parser.offset
  }
  return null
}
