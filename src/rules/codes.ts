/**
 * Codes that customers show: which texts are codes, how many codes a configuration can make, its
 * n-th code, and one at random. Capacity is a big integer: 62 characters in 16 places already
 * exceed what a number counts exactly. A character is a Unicode code point, here and in every
 * limit.
 * Spec: Voucher.code, CodeConfigRequest,
 * openapi/behaviour/campaigns-and-vouchers.md#codes-are-counted-exactly-and-unique-in-a-project.
 */
import { type Mistake, present } from './mistake.ts'
import { nameMistake, refusedForms } from './validation.ts'

/** A code is prefix + body + postfix. A null part takes its default. */
export interface CodeConfig {
  /** Characters of the body, 1 to 512; 8 by default. A pattern overrides it. */
  readonly length: number | null
  /** The characters that random ones are drawn from; a repeated character counts once. */
  readonly charset: string | null
  readonly prefix: string | null
  readonly postfix: string | null
  /** The body; each `#` in it stands for one random character. */
  readonly pattern: string | null
}

/** The alphabet of random characters when the configuration names none. */
export const DEFAULT_CHARSET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

const LENGTH_DEFAULT = 8
const CODE_LENGTH_MAX = 512
const CHARSET_LENGTH_MAX = 512
const DEFAULT_CHARACTERS = [...DEFAULT_CHARSET]

export function codeConfigMistake(config: CodeConfig): Mistake | null {
  const { length, charset, pattern } = config
  for (const part of ['prefix', 'postfix', 'pattern', 'charset'] as const) {
    const message = textMistake(config[part] ?? '')
    if (message !== null) return { property: part, message }
  }
  if (charset === '') {
    const message = 'It is empty; name at least one character, or leave it out.'
    return { property: 'charset', message }
  }
  if (charset !== null && [...charset].length > CHARSET_LENGTH_MAX) {
    return { property: 'charset', message: `Longer than ${CHARSET_LENGTH_MAX} characters.` }
  }
  if (pattern === '') {
    return { property: 'pattern', message: 'It is empty; leave it out to use `length`.' }
  }
  if (length !== null && !(Number.isInteger(length) && length >= 1 && length <= CODE_LENGTH_MAX)) {
    const message = `${length} is not a whole number from 1 to ${CODE_LENGTH_MAX}.`
    return { property: 'length', message }
  }
  const characters = lengthOf(config)
  if (characters > CODE_LENGTH_MAX) {
    const message = `Codes would have ${characters} characters, more than ${CODE_LENGTH_MAX}.`
    return { property: pattern === null ? 'length' : 'pattern', message }
  }
  if (usableCapacity(config) > 0n) return null
  const one = nthCode(config, 0n)
  const why = nameMistake(one, { property: 'code', idPrefix: 'v' })?.message
  const message = `Every code it makes is refused, such as ${one}. ${why}`
  return { property: pattern === null ? 'charset' : 'pattern', message }
}

function lengthOf({ prefix, pattern, length, postfix }: CodeConfig): number {
  const body = pattern === null ? (length ?? LENGTH_DEFAULT) : [...pattern].length
  return [...(prefix ?? '')].length + body + [...(postfix ?? '')].length
}

/** How many different codes a configuration without mistakes can make. */
export function capacity(config: CodeConfig): bigint {
  return BigInt(charactersOf(config).length) ** BigInt([...bodyOf(config).matchAll(/#/g)].length)
}

/** The characters that a random one stands for, itself among them. */
export type Spellings = (character: string) => readonly string[]

const ITSELF: Spellings = character => [character]

/** The others are names that no path finds; of several spellings one is enough. */
export function usableCapacity(config: CodeConfig, spellings: Spellings = ITSELF): bigint {
  const refused = refusedPlaces(config, spellings).map(places =>
    places.reduce((product, { length }) => product * BigInt(length), 1n)
  )
  return refused.reduce((left, count) => left - count, capacity(config))
}

/** Refused in all spellings: groups of them by the characters at each place. */
function refusedPlaces(
  config: CodeConfig,
  spellings: Spellings = ITSELF
): readonly (readonly (readonly string[])[])[] {
  const length = lengthOf(config)
  const forms = refusedForms('v').filter(form => form.length === length)
  if (forms.length === 0) return []
  const free = charactersOf(config)
  const fixed = (text: string | null) => [...(text ?? '')].map(character => [character])
  const body = [...bodyOf(config)].map(character => (character === '#' ? null : [character]))
  const places = [...fixed(config.prefix), ...body, ...fixed(config.postfix)]
  return forms
    .map(form =>
      places.map((characters, at) => {
        const isRefused = (each: string) => form[at]?.includes(each)
        return characters === null
          ? free.filter(each => spellings(each).every(isRefused))
          : characters.filter(isRefused)
      })
    )
    .filter(overlap => overlap.every(characters => characters.length > 0))
}

function bodyOf({ pattern, length }: CodeConfig): string {
  return pattern ?? '#'.repeat(length ?? LENGTH_DEFAULT)
}

function charactersOf({ charset }: CodeConfig): readonly string[] {
  return charset === null ? DEFAULT_CHARACTERS : [...new Set(charset)]
}

/** `random(below)` gives a whole number from 0 to below − 1, each as likely as the others. */
export function randomCode(config: CodeConfig, random: (below: number) => number): string {
  return fill(config, characters => random(characters))
}

const DRAWS_MAX = 1_000

/** The same, but a code that is not refused; null when none is drawn, which only luck explains. */
export function drawCode(config: CodeConfig, random: (below: number) => number): string | null {
  for (let drawn = 0; drawn < DRAWS_MAX; drawn++) {
    const code = randomCode(config, random)
    if (isCode(code)) return code
  }
  return null
}

/** A code that a configuration made, spelled so that it is not refused; null where it always is. */
export function spelledAsCode(
  code: string,
  config: CodeConfig,
  spellings: Spellings
): string | null {
  if (isCode(code)) return code
  const first = [...(config.prefix ?? '')].length
  const others = [...bodyOf(config)].flatMap((character, place) => {
    if (character !== '#') return []
    const at = first + place
    return spellings([...code][at] as string).map(each => [...code].with(at, each).join(''))
  })
  return others.find(isCode) ?? null
}

/** Whether a code that a configuration made is no name that is refused. */
export function isCode(code: string): boolean {
  return nameMistake(code, { property: 'code', idPrefix: 'v' }) === null
}

/** 0 to capacity − 1 give each code once, the last place fastest; other numbers wrap around. */
export function nthCode(config: CodeConfig, n: bigint): string {
  const all = capacity(config)
  let rest = ((n % all) + all) % all
  let place = all
  return fill(config, characters => {
    place /= BigInt(characters)
    const index = rest / place
    rest %= place
    return Number(index)
  })
}

function fill(config: CodeConfig, choose: (characters: number) => number): string {
  const characters = charactersOf(config)
  const body = bodyOf(config).replace(/#/g, () => characters[choose(characters.length)] as string)
  return `${config.prefix ?? ''}${body}${config.postfix ?? ''}`
}

/**
 * A text in the form in which texts are compared where case does not count: two that are equal
 * under the full case folding of Unicode, and no others, have the same form. It is no language's:
 * every sigma is one, ß is ss, and the dotless ı is no i.
 */
export function foldCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return text.split('ı').map(foldPart).join('ı')
}

/** Lower first, because only then ẞ has an upper form; and at last one by one, without context. */
function foldPart(text: string): string {
  const upper = text.toLowerCase().toUpperCase()
  return [...upper].map(character => character.toLowerCase()).join('')
}

/**
 * The same configuration without characters that differ from an earlier one only in case, and
 * without those that fold into several (ß): with them, codes of different lengths would be equal.
 * Where all of them do, the first is left. It is for projects in which case does not count.
 */
export function ignoringCase(config: CodeConfig): CodeConfig {
  const characters = charactersOf(config)
  const folded = new Map<string, string>()
  for (const character of characters) {
    const key = foldCase(character)
    if ([...key].length === 1 && !folded.has(key)) folded.set(key, character)
  }
  const charset = folded.size === 0 ? characters.slice(0, 1) : [...folded.values()]
  return { ...config, charset: charset.join('') }
}

/** The characters of a configuration that differ from a character of it in nothing but case. */
export function spellingsIn(config: CodeConfig): Spellings {
  const byKey = Map.groupBy(charactersOf(config), foldCase)
  return character =>
    present(byKey.get(foldCase(character)), `${character} is not in the configuration`)
}

export function codeMistake(code: string): Mistake | null {
  const property = 'code'
  const characters = [...code].length
  if (characters === 0 || characters > CODE_LENGTH_MAX) {
    const message = `Expected 1 to ${CODE_LENGTH_MAX} characters, found ${characters}.`
    return { property, message }
  }
  const message = textMistake(code)
  return message === null ? nameMistake(code, { property, idPrefix: 'v' }) : { property, message }
}

function textMistake(text: string): string | null {
  if (!text.isWellFormed()) return 'It holds half of a surrogate pair.'
  const found = /\p{Cc}/u.exec(text)
  if (found === null) return null
  const number = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `It holds the control character U+${number}.`
}
