/**
 * Which codes are free, and how many of a configuration's codes are taken.
 *
 * Spec: addVouchersToCampaign, CodeConfigRequest.
 */
import { and, asc, gte, lte, sql } from 'drizzle-orm/sql'
import {
  type CodesWanted,
  codeKey,
  codePlaces,
  codesToTry
} from '../../decisions/vouchers/code-space.ts'
import type { CodeConfig, Project } from '../../model.ts'
import { campaignById, campaignOf } from '../campaigns/campaigns.ts'
import { among, mine, totalOf } from '../engine/clauses.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'

export const codesTaken = statement(
  (dialect, { codeKeys }: Given<{ codeKeys: readonly string[] }>) => {
    const { vouchers: v } = dialect.t
    return dialect.db
      .select({ codeKey: v.codeKey })
      .from(v)
      .where(and(mine(v), among(dialect, v.codeKey, codeKeys)))
      .orderBy(asc(v.codeKey))
  }
)

/** How many codes have a shape; between two keys, so that the index bounds the search. */
export const codesShapedCount = statement(
  (dialect, given: Given<{ from: string; to: string; glob: string; regex: string }>) => {
    const { vouchers: v } = dialect.t
    const isShaped =
      dialect.name === 'sqlite'
        ? sql`${v.codeKey} glob ${given.glob}`
        : sql`${v.codeKey} ~ ${given.regex}`
    const bounds = and(gte(v.codeKey, given.from), lte(v.codeKey, given.to))
    return totalOf(dialect, v, and(mine(v), bounds, isShaped))
  }
)

/** Sorts after every character a code may have. */
const LAST = '\u{10ffff}'

/** Of the codes given, those that no voucher of the project has, in the same order. */
export async function freeCodes(
  session: Session,
  codes: readonly string[],
  project: Project
): Promise<readonly string[]> {
  if (codes.length === 0) return []
  const keys = codes.map(code => codeKey(code, project))
  const found = await session.all(codesTaken, { codeKeys: keys })
  const taken = new Set(found.map(row => row.codeKey))
  return codes.filter(code => !taken.has(codeKey(code, project)))
}

/** Draws codes that the configuration can make, and returns those that are free. */
export async function freeCodesIn(
  session: Session,
  wanted: CodesWanted,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  return freeCodes(session, codesToTry(wanted, project, random), project)
}

/** Codes of a campaign's configuration that are free, some of them; none where none is. */
export async function freeCodesOf(
  session: Session,
  campaignId: string,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  const row = await session.one(campaignById, { id: campaignId })
  const config = row === undefined ? null : (campaignOf(row).voucher?.codeConfig ?? null)
  if (config === null) return []
  const used = await codesUsed(session, config, project)
  return freeCodesIn(session, { config, count: 1, used }, project, random)
}

/** How many codes of a configuration's space are taken; 0 where the space is too large to count. */
export async function codesUsed(
  session: Session,
  config: CodeConfig,
  project: Project
): Promise<number> {
  const places = codePlaces(config, project)
  if (places === null) return 0
  const free = places.findIndex(characters => characters.length > 1)
  const prefix = places.slice(0, free === -1 ? places.length : free).join('')
  const found = await session.one(codesShapedCount, {
    from: prefix,
    to: `${prefix}${LAST}`,
    glob: places.map(globOf).join(''),
    regex: `^${places.map(regexOf).join('')}$`
  })
  return found?.total ?? 0
}

/** One place in SQLite's case-sensitive pattern language. */
function globOf(characters: readonly string[]): string {
  const [only] = characters
  if (characters.length === 1 && only !== undefined)
    return '*?['.includes(only) ? `[${only}]` : only
  // In a set `]` comes first, `-` last and `^` not first, or they mean something else.
  const special = new Set([']', '^', '-'])
  const plain = characters.filter(character => !special.has(character)).join('')
  const has = (character: string) => (characters.includes(character) ? character : '')
  if (plain === '' && has(']') === '') return '[-^]'
  return `[${has(']')}${plain}${has('^')}${has('-')}]`
}

/** One place as a regular expression. */
function regexOf(characters: readonly string[]): string {
  return `[${characters.map(character => character.replace(/[[\\\]^-]/, '\\$&')).join('')}]`
}
