/**
 * Every constant that bounds something, in the sources that meet requests, has a row in the table
 * of openapi/behaviour/bounds.md, or a reason here why a request holds nothing of it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { type Tree, tree } from '../../scripts/documents/walk.ts'
import { limits } from '../../src/http/limits.ts'
import { settings } from '../../src/main/config.ts'
import { documents } from '../support/requests.ts'
import { root } from '../support/root.ts'

const paper = readFileSync(join(root, 'openapi/behaviour/bounds.md'), 'utf8')

const spelt = (value: number) => value.toLocaleString('en')
const bytes = (value: number) =>
  value < 1_048_576 ? `${value / 1_024} KiB` : `${value / 1_048_576} MiB`
const seconds = (value: number) => `${value / 1_000} s`

/** How a row begins, and what is said in it. */
type Said = readonly [begins: string, says: string]

/** By constant of config.ts or of Node, what its row says. */
const CONSTANTS: Readonly<Record<keyof typeof limits | `other ${string}`, Said>> = {
  bodyBytes: ['A body ', bytes(limits.bodyBytes)],
  formBytes: ['A body ', bytes(limits.formBytes)],
  smallBodyBytes: ['Bodies ', bytes(limits.smallBodyBytes)],
  spreadBodyBytes: ['Bodies ', bytes(limits.spreadBodyBytes)],
  bodiesBytes: ['Bodies ', bytes(limits.bodiesBytes)],
  ownBodiesBytes: ['Bodies ', bytes(limits.ownBodiesBytes)],
  arrivalMs: ['Bodies ', seconds(limits.arrivalMs)],
  waitingBodies: ['Requests that wait, unread', spelt(limits.waitingBodies)],
  ownWaitingBodies: ['Requests that wait, unread', spelt(limits.ownWaitingBodies)],
  roomWaitMs: ['Requests that wait, unread', seconds(limits.roomWaitMs)],
  pathParameterLength: ['A part of the path ', spelt(limits.pathParameterLength)],
  bodyValues: ['Values of a JSON body', spelt(limits.bodyValues)],
  listValues: ['Values of a JSON body', spelt(limits.listValues)],
  objectNames: ['Values of a JSON body', spelt(limits.objectNames)],
  searchedValues: ['A body of which all mistakes are looked for', spelt(limits.searchedValues)],
  keepAliveMs: ['An idle connection', seconds(limits.keepAliveMs)],
  headersMs: ['Time to send the headers', seconds(limits.headersMs)],
  connectionsCheckMs: [
    'A look for connections',
    limits.connectionsCheckMs === 1_000 ? 'every second' : ''
  ],
  stillMs: ['A connection on which nothing moves', seconds(limits.stillMs)],
  requestsOfConnection: ['Requests of one connection', spelt(limits.requestsOfConnection)],
  connections: ['Connections of one process', spelt(limits.connections)],
  'other headers': ['Url and headers', bytes(maxHeaderSize)],
  'other request': ['Time to send a whole', seconds(Number(settings.requestTimeoutMs.fallback))]
}

const rows = paper.split('\n').filter(line => line.startsWith('| '))

function lacking([begins, says]: Said): string | null {
  const row = rows.find(line => line.startsWith(`| ${begins}`))
  return says !== '' && row?.includes(says) ? null : `${says} in ${row ?? `no row ${begins}`}`
}

t.test('every constant of the process has a row that says it', async t => {
  for (const name of new Set([...Object.keys(limits), ...Object.keys(CONSTANTS)])) {
    const said = CONSTANTS[name as keyof typeof limits] ?? ['', '']
    t.equal(lacking(said), null, name)
  }
})

/** Folders whose code meets requests; what workers, stores and tools hold is of no request. */
const ROOMS = ['decisions', 'http', 'rules', 'sandboxes']

/** Every constant there that says how much there is at most: `rules/validation PARENTHESES_MAX`: `20`. */
function constantsInRooms(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const room of ROOMS) {
    const folder = join(root, 'src', room)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!file.endsWith('.ts')) continue
      const text = readFileSync(join(folder, file), 'utf8')
      for (const [, name, value = ''] of text.matchAll(
        /^(?:export )?const (\w+_MAX)\b.*? = (.+)$/gm
      )) {
        found.set(`${room}/${file.slice(0, -'.ts'.length)} ${name}`, value)
      }
    }
  }
  return found
}

/** By constant, how the row begins that says its value. */
const ROWS: Readonly<Record<string, string>> = {
  'decisions/async-actions JOBS_WAITING_MAX': 'Jobs of a project',
  'decisions/discounts/judging REPEATED_ORDERS_LENGTH_MAX': 'Orders of an answer',
  'decisions/events EVENT_NAME_MAX': '`maxLength` of names of events',
  'decisions/imports/columns LIST_MAX': '`maxItems` of lines of an order',
  'decisions/imports/columns METADATA_KEYS_MAX': '`maxProperties` of metadata',
  'decisions/imports/columns NAMES_MAX': '`maxItems` of attributes',
  'decisions/imports/columns UNITS_MAX': '`maxItems` of attributes',
  'decisions/imports/columns LOTS_MAX': 'Lots of a card',
  'decisions/updates FREE_MAP_LENGTH_MAX': 'What `metadata`',
  'decisions/metadata-schemas PROPERTIES_MAX': '`maxProperties` of attributes',
  'decisions/segments AUTO_UPDATES_MAX': 'Segments of a project',
  'decisions/segments CUSTOMERS_MAX': '`maxItems` of members of a list',
  'decisions/segments NAME_MAX': '`maxLength` of names of events',
  'decisions/validation-rules RESTATED_MAX': 'Assignments of a rule',
  'http/bodies PARTS_MAX': 'Parts of a form',
  'http/wire/files HEADER_MAX': 'The header of a CSV file',
  'http/wire/files ROWS_MAX': 'A file over HTTP',
  'http/csv RECORD_LINES_MAX': 'A row of a CSV file',
  'http/csv ROW_MAX': 'A row of a CSV file',
  'http/csv TEXT_MAX': 'A row of a CSV file',
  'http/planned-faults WAIT_SECONDS_MAX': 'A wait that `Prefer`',
  'http/overload COUNTED_MAX': 'Key pairs and addresses',
  'http/code-pictures SIDE_MAX': 'The size of the picture',
  'http/code-pictures SIZE_MAX': 'The size of the picture',
  'rules/codes CHARSET_LENGTH_MAX': '`maxLength` of names, codes',
  'rules/codes CODE_LENGTH_MAX': '`maxLength` of names, codes',
  'rules/validation ENTRIES_MAX': 'Entries of a rule',
  'rules/validation RULE_LEVELS_MAX': 'Entries of a rule',
  'rules/discounts/selection UNITS_MAX': 'Units of a line',
  'rules/discounts/steps LINES_MAX': '`maxItems` of lines of an order',
  'rules/conditions LENGTH_MAX': 'A filter of a segment',
  'rules/conditions OPERANDS_MAX': 'A filter of a segment',
  'rules/validation LENGTH_MAX': '`maxLength` of the logic of a rule',
  'rules/validation PARENTHESES_MAX': 'The logic of a rule',
  'rules/sound-json NAME_LENGTH_MAX': 'A name in a JSON object',
  'rules/sound-json NESTING_MAX': 'Nesting of a body',
  'rules/validity DAILY_WINDOWS_MAX': '`maxItems` of attributes',
  'sandboxes/sandboxes HELD_MAX': 'Projects and snapshots of a sandbox'
}

/** Constants that bound nothing that a request holds, by the reason. */
const OF_NO_REQUEST: Readonly<Record<string, readonly string[]>> = {
  'a number or a span of time, which needs the same room whatever it is': [
    'decisions/discounts/redemption TTL_MS_MAX',
    'decisions/loyalties PENDING_DAYS_MAX',
    'decisions/projects MOVE_MS_MAX',
    'http/wire/discounts LIMIT_MAX',
    'rules/discounts/steps QUANTITY_MAX',
    'rules/validity SPAN_MS_MAX',
    'rules/stacking CATEGORY_LIMIT_MAX',
    'rules/points MULTIPLIER_MAX',
    'rules/validity PERIOD_MONTHS_MAX'
  ],
  'how much an answer, a result or the log tells': [
    'decisions/async-actions DETAILS_MAX',
    'decisions/async-actions REPORTED_CHARACTERS_MAX',
    'decisions/async-actions REPORTED_FAILURES_MAX',
    'decisions/async-actions SOURCE_ID_MAX',
    'decisions/redemptions/rollback USES_NAMED_MAX',
    'decisions/loyalties EVENTS_TOLD_MAX',
    'decisions/refusals MISTAKES_TOLD_MAX',
    'decisions/refusals QUOTED_MAX',
    'http/planned-faults ENTRIES_MAX',
    'http/planned-faults LEVELS_MAX',
    'http/planned-faults DRAWS_MAX',
    'http/logger DEPTH_MAX',
    'http/mistakes DETAILS_MAX',
    'http/mistakes POINTER_MAX',
    'rules/validation SHOWN_MAX'
  ],
  'what the service does or remembers, whatever was sent': [
    'decisions/discounts/qualification EXAMINED_MAX',
    'decisions/standing/memberships ENDED_MAX',
    'decisions/standing/open ROUNDS_MAX',
    'decisions/vouchers/vouchers CODES_TRIED_MAX',
    'decisions/vouchers/vouchers COUNTED_CAPACITY_MAX',
    'decisions/vouchers/generation VOUCHERS_PER_UNIT_MAX',
    'http/errors CAUSES_MAX',
    'http/idempotency KEPT_CHARACTERS_MAX',
    'rules/codes DRAWS_MAX',
    'rules/validity DAYS_MAX'
  ],
  'less by one than the nesting of a body': ['decisions/imports/columns CELL_LEVELS_MAX']
}

t.test('every bound in the rules, the decisions and the gates has a row or a reason', async t => {
  const constants = constantsInRooms()
  t.ok(constants.size > 50, `${constants.size} constants`)
  const known = [...Object.keys(ROWS), ...Object.values(OF_NO_REQUEST).flat()]
  // A new one gets a row in openapi/behaviour/bounds.md and a line in ROWS, or a line in OF_NO_REQUEST.
  t.strictSame([...constants.keys()].toSorted(), known.toSorted())
  for (const [name, begins] of Object.entries(ROWS)) {
    const number = Number(constants.get(name)?.replaceAll('_', ''))
    const said = begins.startsWith('`max') ? `| ${number} |` : spelt(number)
    t.equal(lacking([begins, said]), null, name)
  }
})

/** The numbers that a keyword has within a schema of requests, each once. */
function numbersOf(keyword: string, name: string): readonly string[] {
  const { components } = documents.provisioning as unknown as Tree
  const text = JSON.stringify(tree(tree(components)['schemas'])[name])
  const found = text.matchAll(new RegExp(`"${keyword}":(\\d+)`, 'g'))
  return [...new Set([...found].map(([, number = '']) => number))]
}

t.test('logic and operands that are too many are too many in the document already', async t => {
  const constants = constantsInRooms()
  const most = (name: string) => constants.get(name)?.replaceAll('_', '')
  const logic = numbersOf('maxLength', 'ValidationRuleSetRequest')
  t.strictSame(logic, [most('rules/validation LENGTH_MAX')])
  const operands = numbersOf('maxItems', 'SegmentFilterOperandsRequest')
  t.strictSame(operands, [most('rules/conditions OPERANDS_MAX')])
})
