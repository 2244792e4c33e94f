/**
 * What a decision is told beside its facts: when and for whom it is taken, and what it may draw.
 *
 * A decision looks at no clock, rolls no dice and knows no secret. What differs from one call to
 * the next is in its occasion, so that a test which writes one down gets the same decision again.
 *
 * Spec: Decision 29.
 */
import type { EventSource, IdPrefix, Instant, Project } from '../model.ts'

/** When, for whom and with which sources of novelty a decision is taken. */
export interface Occasion {
  readonly now: Instant
  readonly project: Project
  /** Fresh, time-ordered: `newId('r')` → `r_…`. */
  readonly newId: (prefix: IdPrefix) => string
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
  /** Vouchers one campaign may hold. */
  readonly campaignVouchersMax: number
  readonly learned: Learned
  /** HMAC-SHA-256 under the project's secret, base64url. */
  readonly sign: (text: string) => string
  /** Groups everything one request causes. */
  readonly requestId: string
  /** X-App-Id of the caller (or of the key pair that issued its token). */
  readonly channelId: string
  readonly source: EventSource
}

/** An instant, and whose calendar it is looked up in: what balances are shown as of. */
export type Moment = Pick<Occasion, 'now' | 'project'>

/** What earlier attempts at the same decision found out when they were to be written. */
export interface Learned {
  /** By campaign, codes that nobody has, where those that were drawn were taken. */
  readonly freeCodes: ReadonlyMap<string, readonly string[]>
  /** What was decided outgrew a kept total; for decisions that record their failures. */
  readonly outgrown: boolean
}

/** At the first attempt. */
export const NOTHING_LEARNED: Learned = { freeCodes: new Map(), outgrown: false }
