/**
 * Whether a number is kept as it is written: a reader makes the nearest number that it can hold,
 * and says nothing.
 */

/** Decimals of so many characters without an exponent are always kept. */
const ALWAYS_KEPT_LENGTH = 15

/**
 * Null: it is kept. Else a sentence that says what to write; `value` is what was made of it.
 *
 * A large number is kept when it is exactly the value, or written as a dump writes the value.
 */
export function lossOf(source: string, value: number): string | null {
  if (/^[-+]?0\d/.test(source)) {
    return 'A number has no leading zeros. Write it without them, or as a text in quotes.'
  }
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    if (isSameDecimal(source, value) || isSameInteger(source, value)) return null
    const most = `Numbers are exact up to ${Number.MAX_SAFE_INTEGER}.`
    return `${most} Write a smaller one, or a text in quotes.`
  }
  if (isKept(source, value)) return null
  return `This number would be rounded to ${value}. Write fewer digits, or a text in quotes.`
}

function isKept(source: string, value: number): boolean {
  if (source.length <= ALWAYS_KEPT_LENGTH && !/e/i.test(source)) return true
  // Those to the base of 16 or 8 are whole, and their size was looked at.
  return normal(source) === null || isSameDecimal(source, value)
}

function isSameDecimal(source: string, value: number): boolean {
  const written = normal(source)
  return written !== null && written === normal(String(value))
}

function isSameInteger(source: string, value: number): boolean {
  return /^-?\d+$/.test(source) && BigInt(source) === BigInt(value)
}

/** Sign, digits and power of ten, of which each decimal has one; null: it is no decimal. */
function normal(decimal: string): string | null {
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(decimal)
  if (found === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = found
  const digits = (whole + fraction).replace(/^0+/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length--
  if (length === 0) return '0'
  const power = BigInt(exponent) + BigInt(digits.length - length - fraction.length)
  return `${sign === '-' ? '-' : ''}${digits.slice(0, length)}e${power}`
}
