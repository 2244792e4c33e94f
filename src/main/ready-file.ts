/**
 * The file that says where a service is: there while its requests are answered, and never half
 * written, because a program that waits for it reads it at once.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartRefused } from './listening.ts'

const OWNER_ONLY = 0o600

/** The file at a path. What a killed service left there is removed by the next one. */
export class ReadyFile {
  readonly #path: string
  /** Beside the file, because no name can be given across disks. */
  readonly #partial: string
  #written: string | null = null

  /**
   * Removes what was left there, and tries whether the file can be written.
   * @throws {StartRefused} when it cannot, or when another file is there.
   */
  constructor(path: string) {
    this.#path = resolve(path)
    this.#partial = `${this.#path}.partial`
    try {
      const found = textOf(this.#path)
      if (found !== null && !isReadyLine(found)) throw new Error('another file is there')
      writeFileSync(this.#partial, '', { mode: OWNER_ONLY })
      rmSync(this.#path, { force: true })
    } catch (error) {
      const why = (error as Error).message
      throw new StartRefused(
        `The ready file ${this.#path} cannot be written: ${why}. Name another one with READY_FILE.`
      )
    }
  }

  /** Writes a line of JSON, all at once. */
  write(line: string): void {
    writeFileSync(this.#partial, `${line}\n`, { mode: OWNER_ONLY })
    renameSync(this.#partial, this.#path)
    this.#written = `${line}\n`
  }

  /** Removes the file unless another service has written it since. */
  remove(): void {
    if (this.#written === null) rmSync(this.#partial, { force: true })
    else if (textOf(this.#path) === this.#written) rmSync(this.#path, { force: true })
  }
}

/** Null where no file is. @throws where a folder is, or what may not be read. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether it is what services write, so that a mistyped path deletes nothing. */
function isReadyLine(text: string): boolean {
  try {
    const { url, pid } = JSON.parse(text)
    return typeof url === 'string' && Number.isInteger(pid)
  } catch {
    return false
  }
}
