/**
 * The value of a project file, and the line on which each part of it stands.
 *
 * YAML and JSON are read by one parser, which knows lines, when there is a mistake to tell.
 */
import type { Node, YAMLMap } from 'yaml'
import { isSchema } from '../http/document.ts'
import { type FileText, parsedDocument, readText } from './reading.ts'
import type { ParsedFile } from './soundness.ts'

/** A place in a file: names of properties and indexes, from the outside. */
export type FilePath = readonly (string | number)[]

/** What is wrong in a file, and where. */
export interface FileMistake {
  readonly path: FilePath
  /** A sentence. */
  readonly message: string
}

/** A mistake with its line; lines count from 1. */
export interface LocatedMistake extends FileMistake {
  readonly line: number
}

/** A file that cannot be read, written or loaded, with a sentence for the people who named it. */
export class FileFailed extends Error {}

/** A file turned down; nothing of it was carried out. */
export class FileRefused extends FileFailed {
  readonly mistakes: readonly LocatedMistake[]

  constructor(name: string, mistakes: readonly LocatedMistake[]) {
    const told = mistakes.map(
      ({ line, path, message }) => `${name}, line ${line}${pathText(path)}: ${message}`
    )
    super([...told, 'Nothing was changed.'].join('\n'))
    this.mistakes = mistakes
  }
}

/** Told at most; a mistake at the top of a file may be one everywhere below it. */
const TOLD_MAX = 20

/**
 * The value of a file.
 * @throws {FileRefused} when it cannot be read.
 */
export async function parsedFile(file: FileText): Promise<Readonly<Record<string, unknown>>> {
  const found = await readText(file)
  if ('flaw' in found) {
    const { offset, message } = found.flaw
    const line = file.text.slice(0, offset).split('\n').length
    throw new FileRefused(file.name, [{ line, path: [], message }])
  }
  if (isSchema(found.value)) return found.value
  throw new FileRefused(file.name, [
    { line: 1, path: [], message: 'A project file is an object with a property for each section.' }
  ])
}

/** The same mistakes as one error, each with its line, in the order of the file. */
export async function refused(
  file: FileText,
  mistakes: readonly FileMistake[]
): Promise<FileRefused> {
  const { document, lines } = await parsedDocument(file.text)
  const located = mistakes.map(mistake => ({
    ...mistake,
    line: lines.linePos(offsetOf(document, mistake.path)).line
  }))
  located.sort((one, other) => one.line - other.line)
  return new FileRefused(file.name, located.slice(0, TOLD_MAX))
}

/** The property that a sentence begins with, as in `Property .items[0].price must be …`. */
export function pathTold(sentence: string): FilePath {
  const [, spelt = ''] = /^Property ((?:\.[\w-]+|\[\d+\])+)/.exec(sentence) ?? []
  const steps = [...spelt.matchAll(/\.([\w-]+)|\[(\d+)\]/g)]
  return steps.map(([, name, index]) => name ?? Number(index))
}

function pathText(path: FilePath): string {
  return path.length === 0 ? '' : `, /${path.join('/')}`
}

/** Where a part begins, or the nearest part around it that is there. */
function offsetOf(document: ParsedFile['document'], path: FilePath): number {
  for (let length = path.length; length > 0; length--) {
    const [outer, last] = [path.slice(0, length - 1), path[length - 1]]
    const around = (length === 1 ? document.contents : document.getIn(outer, true)) as YAMLMap
    const pair = around?.items?.find(
      each => 'key' in each && String((each.key as { value?: unknown }).value) === String(last)
    )
    const key = pair?.key as Node | undefined
    if (key?.range) return key.range[0]
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return (document.contents as Node | null)?.range?.[0] ?? 0
}
