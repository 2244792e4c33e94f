/**
 * The sections of the benchmark. Each makes what it needs in a folder of its own, measures its
 * contenders in turn, and returns lines of the table.
 */
import { answers } from './answers.ts'
import { bulk } from './bulk.ts'
import { coupons } from './coupons.ts'
import { exports } from './exports.ts'
import { floods } from './floods.ts'
import { growth } from './growth.ts'
import { metrics } from './metrics.ts'
import { postgres } from './postgres.ts'
import type { Line } from './report.ts'
import { sandbox } from './sandbox.ts'
import type { Settings } from './settings.ts'
import { memory, start } from './start.ts'
import { statements } from './statements.ts'

type Section = (folder: string, settings: Settings) => Promise<readonly Line[]>

export const SECTIONS = {
  start,
  memory,
  sandbox,
  answers,
  coupons,
  metrics,
  statements,
  bulk,
  growth,
  exports,
  floods,
  postgres
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof SECTIONS
