/** The columns that the tables are made of, on SQLite; and JSON that a row holds as text. */
import { customType, integer, text as plainText } from 'drizzle-orm/sqlite-core'

/** Text, which SQLite sorts by its bytes. */
export const text = plainText

/** A whole number that JSON holds exactly. */
export const whole = () => integer()

export const flag = () => integer({ mode: 'boolean' })

/** JSON as text: the order of keys survives. SQL NULL for null. */
export function json<Data>() {
  return customType<{ data: Data; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: value => (value === null ? null : JSON.stringify(value)),
    fromDriver: value => parsedJson<Data>(value as string)
  })()
}

/**
 * @throws where the text is no JSON, which only damage explains: a sentence without the text,
 * which the parser's own message would quote, because the log gets it.
 */
export function parsedJson<Data>(text: string): Data {
  try {
    return JSON.parse(text) as Data
  } catch {
    const length = text.length
    throw new Error(`A column of the database holds ${length} characters that are no JSON.`)
  }
}
