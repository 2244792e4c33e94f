/**
 * Secrets of keys and tokens: how they are made, what is stored of them, and the one way to compare
 * what a caller sent with what is right. A hash that is slow to make defends passwords that people
 * choose; these have 256 bits of chance.
 * Spec: OAuthToken.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** SHA-256 of a secret, hex: stored in its place, and looked up by. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** A new token or key secret: 43 letters and digits, 256 bits of chance. Shown once, never kept. */
export function newSecret(): string {
  return randomText(43)
}

/** A new client or key id: 21 letters and digits, 125 bits of chance. Not secret. */
export function newClientId(): string {
  return randomText(21)
}

/** A new pair as it is stored, and its secret. */
export function newPair<Kind extends 'app' | 'management'>(
  kind: Kind,
  name: string,
  drawn = { newSecret, newClientId }
) {
  const secret = drawn.newSecret()
  const [id, clientId] = [drawn.newClientId(), drawn.newClientId()]
  return { pair: { id, kind, name, tokenHash: hashSecret(secret), clientId }, secret }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Bytes past the last whole multiple of the alphabet are dropped; no letter is likelier. */
function randomText(length: number): string {
  const fair = 256 - (256 % ALPHABET.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
