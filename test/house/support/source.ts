/**
 * What the house rules look at: files of this repository with their text and, for TypeScript, their
 * syntax tree; and what they say: findings that name the place, the expectation and the remedy.
 *
 * A check is a function from sources to findings and reads no file itself, so that each can be
 * shown a violation made up for it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../support/root.ts'

/** One file. `path` is relative to the root, with slashes. */
export interface Source {
  readonly path: string
  readonly text: string
  /** Without line ends; the first has number 1 in a finding. */
  readonly lines: readonly string[]
  /** Empty for anything but TypeScript. */
  readonly tree: ts.SourceFile
}

/** A broken rule: where, what should be there, and how to mend it. */
export interface Finding {
  readonly file: string
  readonly line: number
  readonly expected: string
  readonly mend: string
}

/** A source from its text; what a self-test makes its violations with. */
export function sourceOf(path: string, text: string): Source {
  let tree: ts.SourceFile | null = null
  return {
    path,
    text,
    lines: text.split('\n'),
    // Most are only searched as text.
    get tree() {
      const code = path.endsWith('.ts') ? text : ''
      tree ??= ts.createSourceFile(path, code, ts.ScriptTarget.ES2024, true)
      return tree
    }
  }
}

/** Every text file of the repository: not what .gitignore names, nor what git keeps. */
export function readTree(): readonly Source[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  return filesUnder('', ['.git/', '.git', ...ignored]).map(path =>
    sourceOf(path, readFileSync(join(root, path), 'utf8'))
  )
}

/** Patterns are the two kinds .gitignore has here: `folder/` and `*.ending`. */
function filesUnder(folder: string, ignored: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name
    // A folder of packages may be a link to another one.
    if (ignored.includes(name) || ignored.includes(`${entry.name}/`)) return []
    if (ignored.some(pattern => pattern.startsWith('*') && name.endsWith(pattern.slice(1))))
      return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(path, ignored) : [path]
  })
}

/** The TypeScript we write: not what is generated. */
export function codeIn(sources: readonly Source[], folders = /^(src|scripts|test)\//): Source[] {
  return sources.filter(({ path }) => path.endsWith('.ts') && folders.test(path))
}

/** Where a position of the text is, counted from 1. */
export function lineAt({ tree }: Source, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1
}

/** A finding about a node, at the line on which its code starts. */
export function findingAt(source: Source, node: ts.Node, expected: string, mend: string): Finding {
  return { file: source.path, line: lineAt(source, node.getStart(source.tree)), expected, mend }
}

/** Calls `visit` for every node of the tree, outer ones first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

/** One finding as a person reads it. */
export function sentence({ file, line, expected, mend }: Finding): string {
  return `${file}:${line} ${expected} ${mend}`
}
