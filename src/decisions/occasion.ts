/**
 * What a decision needs beside its facts: when and for whom it is taken, fresh ids and chance.
 *
 * A decision reads no clock, draws no random number and knows no secret. The occasion has
 * everything that differs between two calls, so that a test with the same occasion gets the same
 * decision.
 */
import type { EventSource, IdPrefix, Instant, Project } from '../model.ts'

/** The instant, the project, the caller, and the sources of ids and chance of a decision. */
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
  /** Groups everything that one request causes. */
  readonly requestId: string
  /** X-App-Id of the caller (or of the key pair that issued its token). */
  readonly channelId: string
  readonly source: EventSource
}

/** An instant and the project whose calendar applies to it: the moment of a shown balance. */
export type Moment = Pick<Occasion, 'now' | 'project'>

/** What earlier attempts at the same decision learned when they were written. */
export interface Learned {
  /** Free codes by campaign, after the codes that were drawn turned out to be taken. */
  readonly freeCodes: ReadonlyMap<string, readonly string[]>
  /** The changes exceeded a kept total; for decisions that record their failures. */
  readonly outgrown: boolean
}

/** At the first attempt. */
export const NOTHING_LEARNED: Learned = { freeCodes: new Map(), outgrown: false }
