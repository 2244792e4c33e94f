/**
 * What a check is: something that a document promises of an operation, and how it is tried.
 */
import type { Described } from './contract.ts'
import type { Visit } from './visit.ts'

/** What a check is about. */
export type PromiseKind =
  | 'example'
  | 'credentials'
  | 'path'
  | 'parameters'
  | 'body'
  | 'repetition'
  | 'list'
  | 'values'

/** A promise that is tried. */
export interface PromiseCheck {
  readonly kind: PromiseKind
  /** What is sent, or what must hold; no other check of the operation has this title. */
  readonly title: string
  /** Whether it changes what the service stores, or would if the service were wrong. */
  readonly isWriting: boolean
  /** @throws {Skipped} when this service cannot be asked, {Unanswered} when it does not answer. */
  readonly run: (visit: Visit) => Promise<unknown>
}

/** Operations that store nothing, although their method is POST. */
const READING: readonly string[] = ['introspectOAuthToken', 'estimateLoyaltyPoints']

/** Whether a request to an operation changes what is stored. */
export function isWriting({ id, method }: Described): boolean {
  return method !== 'GET' && !READING.includes(id)
}
