/**
 * The columns that the tables are made of, on SQLite.
 */
import { customType, integer, text as plainText } from 'drizzle-orm/sqlite-core'
import { parsedJson } from './json-text.ts'

/** Text, which SQLite sorts by its bytes. */
export const text = plainText

/** A whole number that JSON holds exactly. */
export const whole = () => integer()

/** True or false. */
export const flag = () => integer({ mode: 'boolean' })

/** JSON as text: the order of keys survives. SQL NULL for null. */
export function json<Data>() {
  return customType<{ data: Data; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: value => (value === null ? null : JSON.stringify(value)),
    fromDriver: value => parsedJson<Data>(value as string)
  })()
}
