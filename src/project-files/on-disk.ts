/**
 * Project files on the disk: read as UTF-8 and nothing else, written whole or not at all. A file is
 * written beside its place and takes it when its last byte is on the disk, so that neither a full
 * disk nor the end of the program leaves half of one.
 */
import { isUtf8 } from 'node:buffer'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { FileRefused, type FileText } from './reading.ts'
import { FileFailed } from './sections.ts'

export interface ProjectFile extends FileText {
  /** Where the paths of files of rows begin. */
  readonly folder: string
}

/** Bytes; above this a file belongs into several, because all of one is in memory at once. */
const BYTES_MAX = 64 * 2 ** 20

/**
 * A project file from the disk; `name` is as it was given.
 * @throws {FileFailed} when it cannot be read. @throws {FileRefused} when it is no text.
 */
export function readProjectFile(name: string): ProjectFile {
  const path = resolve(name)
  const bytes = bytesOf(path)
  if (!isUtf8(bytes)) {
    const message = 'The file is not UTF-8. Save it as UTF-8 and load it again.'
    throw new FileRefused(name, [{ line: firstBrokenLine(bytes), path: [], message }])
  }
  // Without the mark that some editors put before the first character.
  return { name, text: new TextDecoder().decode(bytes), folder: dirname(path) }
}

function bytesOf(path: string): Buffer {
  if (!existsSync(path)) throw new FileFailed(`There is no file ${path}.`)
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) throw new Error('it is a folder. Name a file in it')
    if (stats.size > BYTES_MAX) {
      const most = `it has more than ${BYTES_MAX / 2 ** 20} MiB`
      throw new Error(`${most}. Put many rows into a file beside it: customers: { file: NAME }`)
    }
    return readFileSync(path)
  } catch (error) {
    throw new FileFailed(`The file ${path} cannot be read: ${(error as Error).message}`)
  }
}

const NEW_LINE = 0x0a

/** The line that is no UTF-8 by itself; no byte of another character is like the end of a line. */
function firstBrokenLine(bytes: Buffer): number {
  for (let [line, start] = [1, 0]; start < bytes.length; line++) {
    const end = bytes.indexOf(NEW_LINE, start)
    const next = end === -1 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, next))) return line
    start = next
  }
  return 1
}

/** A file that is being written; its place is taken by `finish` alone. */
export interface FileWriting {
  /** @throws {FileFailed} when it cannot; nothing of it is left then. */
  write(text: string): void
  finish(): void
  /** Leaves nothing of what was not finished. */
  abandon(): void
}

/** Begins to write a file that nobody but its owner reads. @throws {FileFailed} */
export function writing(name: string): FileWriting {
  const path = existsSync(resolve(name)) ? realpathSync(resolve(name)) : resolve(name)
  // What is no file, such as a pipe, has no place to take.
  const isFile = !existsSync(path) || statSync(path).isFile()
  const beside = isFile ? `${path}.${process.pid}.part` : path
  let open: number | null = null
  const abandon = () => {
    if (open === null) return
    closeSync(open)
    open = null
    if (isFile) rmSync(beside, { force: true })
  }
  const orFailed = (task: () => void) => {
    try {
      task()
    } catch (error) {
      abandon()
      throw new FileFailed(`The file ${path} cannot be written: ${(error as Error).message}`)
    }
  }
  orFailed(() => {
    open = openSync(beside, 'w', 0o600)
  })
  const write = (text: string) =>
    orFailed(() => {
      const bytes = Buffer.from(text)
      // A disk may take a part at a time.
      for (let at = 0; at < bytes.length; ) at += writeSync(open as number, bytes, at)
    })
  const finish = () =>
    orFailed(() => {
      if (isFile) fsyncSync(open as number)
      if (isFile) renameSync(beside, path)
      closeSync(open as number)
      open = null
    })
  return { write, finish, abandon }
}
