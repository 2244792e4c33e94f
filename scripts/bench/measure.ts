/**
 * How figures are made: short slices of every contender in turn, so that whatever else the machine
 * does affects all of them, and the median of the rounds. Only ratios hold on another machine.
 */
import autocannon from 'autocannon'

/** What one contender is asked, over and over. */
export interface Load {
  readonly url: string
  readonly requests: readonly autocannon.Request[]
  /** The status of every answer. */
  readonly status: number
}

/** Medians over the rounds; NaN where it was not measured. */
export interface Figures {
  /** Answers in a second, all connections together. */
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Milliseconds of CPU that the contender's process spent on an answer. */
  readonly cpuMs: number
  /** KiB that the contender sent to the disk for an answer. */
  readonly writtenKiB: number
  /** KiB by which the contender's database grew for an answer. */
  readonly grownKiB: number
}

/** How a comparison is run. */
export interface Rounds {
  readonly rounds: number
  /** How long one slice of one contender takes. */
  readonly seconds: number
  readonly connections: number
}

/** A contender that answers over HTTP, or one that is called in this process. */
export type Contender =
  | ({ readonly load: Load } & Meters)
  | { readonly run: (seconds: number) => Done | Promise<Done> }

/** What a contender has used so far; absent: it is not measured. */
interface Meters {
  readonly cpuSeconds?: () => number
  readonly writtenBytes?: () => number
  readonly fileBytes?: () => number
}

/** How much was done, and how long it took. */
export interface Done {
  readonly done: number
  readonly seconds: number
}

/** The middle one of the figures, by size; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * Every contender in turn, `rounds` times `seconds` each, after one slice that does not count.
 * @throws {Error} when an answer had another status than its load expects: failing fast is not
 * fast.
 */
export async function compare<Name extends string>(
  contenders: { readonly [Key in Name]: Contender },
  { rounds, seconds, connections }: Rounds
): Promise<{ readonly [Key in Name]: Figures }> {
  const names = Object.keys(contenders) as Name[]
  const slices = new Map(names.map(name => [name, [] as Figures[]]))
  for (const name of names) await slice(contenders[name], seconds / 2, connections)
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      slices.get(name)?.push(await slice(contenders[name], seconds, connections))
    }
  }
  return Object.fromEntries(
    names.map(name => [name, mediansOf(slices.get(name) ?? [])])
  ) as unknown as { readonly [Key in Name]: Figures }
}

/** Asks for that long. @throws as `compare`. */
export async function slice(
  contender: Contender,
  seconds: number,
  connections: number
): Promise<Figures> {
  if ('run' in contender) {
    const { done, seconds: took } = await contender.run(seconds)
    return { ...UNMEASURED, perSecond: done / took }
  }
  const before = usedBy(contender)
  const { result, times } = await send(contender.load, seconds, connections)
  const after = usedBy(contender)
  return {
    perSecond: times.length / result.duration,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / times.length,
    writtenKiB: (after.writtenBytes - before.writtenBytes) / 1024 / times.length,
    grownKiB: (after.fileBytes - before.fileBytes) / 1024 / times.length
  }
}

const UNMEASURED: Figures = {
  perSecond: NaN,
  medianMs: NaN,
  p99Ms: NaN,
  cpuMs: NaN,
  writtenKiB: NaN,
  grownKiB: NaN
}

function usedBy({ cpuSeconds, writtenBytes, fileBytes }: Meters) {
  return {
    cpuSeconds: cpuSeconds?.() ?? NaN,
    writtenBytes: writtenBytes?.() ?? NaN,
    fileBytes: fileBytes?.() ?? NaN
  }
}

/** The milliseconds of each answer are taken here; the tool's own report has whole ones only. */
async function send({ url, requests, status }: Load, seconds: number, connections: number) {
  const times: number[] = []
  let connected = 0
  const options: autocannon.Options = {
    ...{ url, connections, duration: seconds, sampleInt: 100 },
    // Each connection is given its own; all of them for each would take seconds to prepare.
    requests: requests.slice(0, 1),
    setupClient: client => client.setRequests(shareOf(requests, connections, connected++))
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, found) => (error ? reject(error) : resolve(found)))
    running.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  const found = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || found.some(each => Number(each) !== status)) {
    const problem = `${found.join(' and ')}, ${result.errors} failed; expected ${status}`
    throw new Error(`${requests[0]?.path} at ${url} answered ${problem}.`)
  }
  return { result, times: Float64Array.from(times).sort() }
}

/**
 * What one connection asks: each its own share, where there are enough requests, so that nobody is
 * asked the same as somebody else a moment before.
 */
function shareOf(requests: Load['requests'], connections: number, connection: number) {
  if (requests.length < connections) return [...requests]
  return requests.filter((_, index) => index % connections === connection)
}

/** NaN of none. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

function mediansOf(slices: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(slices.map(each => each[key]))
  return {
    perSecond: of('perSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    cpuMs: of('cpuMs'),
    writtenKiB: of('writtenKiB'),
    grownKiB: of('grownKiB')
  }
}
