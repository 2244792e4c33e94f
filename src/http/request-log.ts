/**
 * The log of one request, which costs nothing until a line is written to it.
 *
 * The web framework makes a logger for every request, so that each of its lines has the request's
 * id. Hardly any request writes such a line, so the logger is made at the first.
 */
import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

type Writer = { readonly [Name in Level]: (...line: readonly unknown[]) => void }

export class RequestLog implements FastifyBaseLogger {
  readonly #service: FastifyBaseLogger
  readonly #bindings: object
  #own: FastifyBaseLogger | null = null

  /** `bindings` are in each line. */
  constructor(service: FastifyBaseLogger, bindings: object) {
    this.#service = service
    this.#bindings = bindings
  }

  get level() {
    return this.#service.level
  }

  child(...bindings: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#made().child(...bindings)
  }

  fatal(...line: readonly unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: readonly unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: readonly unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: readonly unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: readonly unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: readonly unknown[]): void {
    this.#write('trace', line)
  }

  silent(): void {}

  #write(level: Level, line: readonly unknown[]): void {
    const own = this.#made() as unknown as Writer
    own[level](...line)
  }

  #made(): FastifyBaseLogger {
    this.#own ??= this.#service.child(this.#bindings)
    return this.#own
  }
}
