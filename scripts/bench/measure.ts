/**
 * Measures contenders in short rounds, one after the other, so that other load on the machine
 * affects all of them, and takes the median of the rounds. Only ratios hold on another machine.
 */
import autocannon from 'autocannon'

/** The request that one contender answers again and again. */
export interface Load {
  readonly url: string
  readonly requests: readonly autocannon.Request[]
  readonly connections: number
}

/** Medians over the rounds. */
export interface Figures {
  /** Answers in a second, all connections together. */
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
}

/** The middle one of the figures, by size. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * Measures every load in turn, `rounds` times `seconds` each, after one round that does not count.
 * @throws {Error} when an answer was no success: failing fast is not fast.
 */
export async function compare<Name extends string>(
  loads: { readonly [Key in Name]: Load },
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number }
): Promise<{ readonly [Key in Name]: Figures }> {
  const names = Object.keys(loads) as Name[]
  const results = new Map(names.map(name => [name, [] as autocannon.Result[]]))
  for (const name of names) await round(loads[name], 1)
  for (let count = 0; count < rounds; count++) {
    for (const name of names) results.get(name)?.push(await round(loads[name], seconds))
  }
  return Object.fromEntries(names.map(name => [name, figuresOf(results.get(name) ?? [])])) as {
    readonly [Key in Name]: Figures
  }
}

/** Sends that many requests, as fast as they are answered. */
export async function send(load: Load, amount: number): Promise<void> {
  await finish({ ...options(load), amount })
}

async function round(load: Load, seconds: number): Promise<autocannon.Result> {
  return finish({ ...options(load), duration: seconds })
}

function options({ url, requests, connections }: Load): autocannon.Options {
  return { url, requests: [...requests], connections }
}

async function finish(settings: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon(settings)
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} of the requests to ${settings.url} failed.`)
  return result
}

function figuresOf(results: readonly autocannon.Result[]): Figures {
  return {
    perSecond: median(results.map(({ requests }) => requests.average)),
    medianMs: median(results.map(({ latency }) => latency.p50)),
    p99Ms: median(results.map(({ latency }) => latency.p99))
  }
}
