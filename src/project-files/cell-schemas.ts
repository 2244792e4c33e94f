/**
 * The JSON Schema of a cell of a row, by what the cell may hold.
 */
import {
  type Column,
  DAY,
  DISCOUNT,
  FLAG,
  INSTANT,
  KEY,
  LAST_DAY,
  LIST,
  LONG_TEXT,
  OBJECT,
  PERCENT,
  TEXT,
  WHOLE
} from '../decisions/imports/columns.ts'
import {
  DAYS_OF_WEEK,
  HOURS,
  LOTS,
  LOTS_MAX,
  TIMEFRAME
} from '../decisions/imports/voucher-cells.ts'
import type { Schema } from '../http/document.ts'

/** An object that has all of these properties, and no others. */
export function objectWith(properties: Readonly<Record<string, Schema>>): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false
  }
}

/** Points that lapse together, for each last day. */
const LOT_LIST: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      points: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      expires_on: { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
    },
    required: ['points'],
    additionalProperties: false
  },
  minItems: 1,
  maxItems: LOTS_MAX
}

const SHORT: Schema = { type: 'string', maxLength: 64 }

const DAY_LIST: Schema = {
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: 6 },
  maxItems: 7
}

const WINDOW: Schema = {
  type: 'object',
  properties: { start_time: SHORT, expiration_time: SHORT, days_of_week: DAY_LIST },
  required: ['start_time', 'expiration_time'],
  additionalProperties: false
}

/** What each kind of cell takes. The import looks at each again, and is the one that decides. */
const CELLS: ReadonlyMap<Column['read'], Schema> = new Map<Column['read'], Schema>([
  [TEXT.read, { type: 'string', maxLength: 512 }],
  [KEY.read, { type: 'string', minLength: 1, maxLength: 512 }],
  [LONG_TEXT.read, { type: 'string', maxLength: 8192 }],
  [WHOLE.read, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
  [PERCENT.read, { type: 'number', minimum: 0, maximum: 100 }],
  [DAY.read, { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }],
  [LAST_DAY.read, { type: 'string', pattern: '^(\\d{4}-\\d{2}-\\d{2}|never)$' }],
  [INSTANT.read, { type: 'string', maxLength: 64 }],
  [FLAG.read, { type: 'boolean' }],
  [OBJECT.read, { type: 'object', additionalProperties: true }],
  [DISCOUNT.read, { type: 'object', additionalProperties: true }],
  [LIST.read, { type: 'array', items: { type: 'object' }, maxItems: 500 }],
  [LOTS.read, LOT_LIST],
  [TIMEFRAME.read, objectWith({ interval: SHORT, duration: SHORT })],
  [DAYS_OF_WEEK.read, DAY_LIST],
  [HOURS.read, objectWith({ daily: { type: 'array', items: WINDOW, maxItems: 100 } })]
])

/** The schema of a column of a project file. */
export function cellOf({ read, expects, meaning, isNeeded, isKept }: Column): Schema {
  const known = CELLS.get(read) ?? {
    type: 'string',
    enum: expects.replace(/^one of /, '').split(', ')
  }
  return { ...(isNeeded || isKept ? known : orNull(known)), description: `${meaning}; ${expects}` }
}

/** Null says that there is to be none. */
function orNull({ type, enum: words, ...others }: Schema): Schema {
  const nullable = { ...others, type: [type, 'null'] }
  return words === undefined ? nullable : { ...nullable, enum: [...(words as unknown[]), null] }
}
