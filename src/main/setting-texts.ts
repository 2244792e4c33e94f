/**
 * What the text of a setting says: numbers, words, addresses. Each of these returns undefined for a
 * text that says nothing of its kind.
 *
 * Spec: src/main/config.ts.
 */
import { isIP } from 'node:net'

/** At most nine digits, from `least` to `most`. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= least && value <= most ? value : undefined
}

/** True or false by the words for them. */
export function trueOrFalse(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** The text, where it is one of these words. */
export function wordAmong<const Word extends string>(
  text: string,
  words: readonly Word[]
): Word | undefined {
  return words.find(word => word === text)
}

/** From 1 to 10,000,000; null: none. */
export function limitPerMinute(text: string): number | null | undefined {
  return text === 'none' ? null : wholeNumber(text, 1, 10_000_000)
}

/** In UTC, with milliseconds, of the years 2000 to 2099. */
export function instant(text: string): string | undefined {
  const time = Date.parse(text)
  const isWhole = !Number.isNaN(time) && new Date(time).toISOString() === text
  return isWhole && text.startsWith('20') ? text : undefined
}

/** Addresses, each with the length of its network where it has one. */
export function networks(text: string): readonly string[] | undefined {
  const named = text.split(/\s+/)
  const sound = named.every(each => {
    const [address = '', length, ...rest] = each.split('/')
    const family = isIP(address)
    const bits = length === undefined ? 1 : wholeNumber(length, 1, family === 4 ? 32 : 128)
    return family !== 0 && bits !== undefined && rest.length === 0
  })
  return sound ? named : undefined
}

/** Without a trailing slash, so that paths can be appended. */
export function httpAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** Each as a browser writes it: scheme, host and port, without a path. */
export function origins(text: string): readonly string[] | undefined {
  const named = text.split(/\s+/)
  const sound = named.every(
    each => /^https?:/.test(each) && URL.canParse(each) && new URL(each).origin === each
  )
  return sound ? named : undefined
}

/** Whether only this machine reaches a service that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** The address of a listener as a client on this machine would write it. */
export function ownAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
