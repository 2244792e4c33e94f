/**
 * How the numbered entries of a validation rule combine: `(1 or 2) and 3`.
 *
 * Truth has three values, because an entry may be about a fact that cannot be known where the rule
 * is assigned. Such an entry is left out: it changes the truth of no other entry, and the whole is
 * unknown only when every entry is left out. Text and nesting are bounded, so that parsing any text
 * takes bounded time and stack.
 *
 * Spec: ValidationRuleSet.logic.
 */

/** `unknown`: left out. */
export type Truth = 'true' | 'false' | 'unknown'

/** `all` of nothing is true; `any` always has parts. */
export type Expression =
  | { readonly kind: 'entry'; readonly key: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }

const LENGTH_MAX = 2000
const PARENTHESES_MAX = 20

/**
 * Reads the text over the entries that there are: `and`, `or` (any case), parentheses, entry
 * numbers, any spacing; `and` binds tighter. Nothing written means that all of them must hold.
 * A mistake says the position, counted from 1.
 */
export function parseLogic(
  text: string | null | undefined,
  keys: readonly string[]
): { expression: Expression } | { mistake: string } {
  const written = text ?? ''
  if (written.length > LENGTH_MAX) {
    return { mistake: `Longer than ${LENGTH_MAX} characters (${written.length}).` }
  }
  if (written.trim() === '') {
    return { expression: { kind: 'all', parts: keys.map(key => ({ kind: 'entry', key })) } }
  }
  const reader = new LogicParser(written, new Set(keys))
  const expression = reader.anyOf(0)
  return reader.finish(expression)
}

interface Token {
  /** `number`, `and`, `or`, `(`, `)`, `end`, or `other` for a text that does not belong. */
  readonly kind: string
  readonly text: string
  /** Counted from 1. */
  readonly position: number
}

/** A recursive descent that keeps its first mistake and then no longer advances. */
class LogicParser {
  readonly #tokens: readonly Token[]
  readonly #keys: ReadonlySet<string>
  #next = 0
  #mistake: string | null = null

  constructor(text: string, keys: ReadonlySet<string>) {
    this.#tokens = tokensOf(text)
    this.#keys = keys
  }

  anyOf(depth: number): Expression {
    return this.#joined('or', 'any', () => this.#joined('and', 'all', () => this.#unit(depth)))
  }

  finish(expression: Expression): { expression: Expression } | { mistake: string } {
    if (this.#peek().kind !== 'end') this.#fail('`and`, `or` or the end')
    return this.#mistake === null ? { expression } : { mistake: this.#mistake }
  }

  #joined(word: 'and' | 'or', kind: 'all' | 'any', read: () => Expression): Expression {
    const first = read()
    const parts = [first]
    while (this.#mistake === null && this.#peek().kind === word) {
      this.#next++
      parts.push(read())
    }
    return parts.length === 1 ? first : { kind, parts }
  }

  #unit(depth: number): Expression {
    const token = this.#peek()
    if (token.kind === 'number') return this.#entry(token)
    if (token.kind === '(' && depth < PARENTHESES_MAX) {
      this.#next++
      const inside = this.anyOf(depth + 1)
      if (this.#peek().kind === ')') this.#next++
      else this.#fail('`and`, `or` or `)`')
      return inside
    }
    const tooDeep = `at most ${PARENTHESES_MAX} parentheses inside each other`
    this.#fail(token.kind === '(' ? tooDeep : 'an entry number or `(`')
    return { kind: 'entry', key: token.text }
  }

  #entry({ text, position }: Token): Expression {
    this.#next++
    if (!this.#keys.has(text)) {
      this.#mistake ??= `There is no entry ${text}, named at position ${position}.`
    }
    return { kind: 'entry', key: text }
  }

  #fail(expected: string): void {
    const { kind, text, position } = this.#peek()
    const found = kind === 'end' ? 'the end' : `\`${text}\``
    this.#mistake ??= `Expected ${expected} at position ${position}, found ${found}.`
  }

  #peek(): Token {
    // INVARIANT: the last token is `end`, and the reader never passes it.
    return this.#tokens[this.#next] as Token
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(/\d+|[a-z]+|\S/giu)) {
    tokens.push({ kind: kindOf(found), text: found, position: index + 1 })
  }
  tokens.push({ kind: 'end', text: '', position: text.length + 1 })
  return tokens
}

function kindOf(found: string): string {
  if (/^\d/.test(found)) return 'number'
  const word = found.toLowerCase()
  return ['and', 'or', '(', ')'].includes(word) ? word : 'other'
}

/** The truth of the expression, given the truth of its entries. */
export function evaluateLogic(expression: Expression, truthOf: (key: string) => Truth): Truth {
  if (expression.kind === 'entry') return truthOf(expression.key)
  const { kind, parts } = expression
  const decisive = kind === 'all' ? 'false' : 'true'
  let truth: Truth = parts.length === 0 ? 'true' : 'unknown'
  for (const part of parts) {
    const found = evaluateLogic(part, truthOf)
    if (found === decisive) return decisive
    if (found !== 'unknown') truth = found
  }
  return truth
}

/**
 * The entries that make a false expression false, in written order: a false entry beside a true one
 * under `or` is not to blame. Empty when the expression is not false.
 */
export function entriesToBlame(expression: Expression, truthOf: (key: string) => Truth): string[] {
  if (evaluateLogic(expression, truthOf) !== 'false') return []
  if (expression.kind === 'entry') return [expression.key]
  return expression.parts.flatMap(part => entriesToBlame(part, truthOf))
}
