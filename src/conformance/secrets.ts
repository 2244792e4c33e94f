/**
 * What no report may hold, and how it is taken out of a text however it was written there.
 *
 * A secret is sent in a form, in JSON, in a header and as Basic credentials, is quoted for a shell,
 * and may come back in an answer; one coding may be around another. So it is looked for character
 * by character, each in any of its codings, and in Base64 at each of the three places of a byte.
 */

/** What stands in place of a secret. */
const HIDDEN = '…'
/** Shorter ones are hidden where they stand alone, since they are parts of ordinary words. */
const LENGTH_MIN = 4
/** How JSON writes the control characters that it has names for. */
const NAMED: { readonly [character: string]: string } = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't'
}

/** One, as it is or in percents. */
const BACKSLASH = '(?:\\\\|%(?:25)*5[cC])'

/** What may be Base64, perhaps in percents. */
const CODED = /(?:[\w+/=-]|%2[BF]|%3D)+/g

/** How a secret is recognized. */
interface Patterns {
  readonly written: RegExp
  /** Within what may be Base64; null: one so short is not looked for. */
  readonly coded: RegExp | null
}

/** The secrets of one verification. */
export class SecretMask {
  readonly #patterns = new Map<string, Patterns>()

  /** Anything but a text that is not empty is no secret. */
  add(secret: unknown): void {
    if (typeof secret !== 'string' || secret === '' || this.#patterns.has(secret)) return
    this.#patterns.set(secret, patternsOf(secret))
  }

  /** The text without any of them; what is cut short must be cut afterwards. */
  hiddenIn(text: string): string {
    // One secret may begin with another.
    const byLength = [...this.#patterns].toSorted(([one], [other]) => other.length - one.length)
    let told = text
    for (const [, { written }] of byLength) told = told.replaceAll(written, HIDDEN)
    const codes = byLength.flatMap(([, { coded }]) => coded ?? [])
    return told.replaceAll(CODED, run => (codes.some(code => code.test(run)) ? HIDDEN : run))
  }
}

function patternsOf(secret: string): Patterns {
  const written = secret.replaceAll(/['\\]+|./gsu, anyCodingOf)
  if (secret.length < LENGTH_MIN) {
    const alone = `(?<![\\dA-Za-z])${written}(?![\\dA-Za-z])`
    return { written: new RegExp(alone, 'g'), coded: null }
  }
  const forms = [secret, encodeURIComponent(secret.toWellFormed()), formCoded(secret)]
  const cores = new Set(forms.flatMap(base64CoresOf))
  return { written: new RegExp(written, 'g'), coded: new RegExp([...cores].join('|')) }
}

/** One character as it is, in percents, as JSON and a shell escape it, once or several times. */
function anyCodingOf(character: string): string {
  // Each coding may double backslashes, and a shell ends its quotes for a quote, so that only a run
  // of them can be recognized.
  if (/^['\\]/.test(character)) return `(?:'|${BACKSLASH}|%(?:25)*27)+`
  const units = character.split('').map(unit => unit.charCodeAt(0))
  const codings = [
    literal(character),
    [...Buffer.from(character)].map(byte => `%(?:25)*${hexadecimal(byte, 2)}`).join(''),
    units.map(unit => `${BACKSLASH}+u${hexadecimal(unit, 4)}`).join('')
  ]
  if (character in NAMED) codings.push(`${BACKSLASH}+${NAMED[character]}`)
  if (character === ' ') codings.push('\\+', '%(?:25)*2[bB]')
  return `${BACKSLASH}*(?:${codings.join('|')})`
}

/** The digits of a number, small or large. */
function hexadecimal(value: number, width: number): string {
  const digits = value.toString(16).padStart(width, '0')
  return digits.replaceAll(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

function formCoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** What Base64 has of a text wherever it begins, less the ends that its neighbours share. */
function base64CoresOf(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].map(before => {
    const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const core = coded.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6)
    )
    return core.replaceAll(/[+/]/g, found => (found === '+' ? '(?:[+-]|%2B)' : '(?:[/_]|%2F)'))
  })
}
