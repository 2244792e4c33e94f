/**
 * Which test files a word of the command line means: a path, a folder, a pattern, or a noun, which
 * means the files and folders of that name in every room of test.
 */
import { globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { lettersBetween } from '../../src/rules/spelling.ts'

const root = resolve(import.meta.dirname, '../..')

/** What is played by name alone: it is searched at random, or takes longer than a noun may. */
const APART: ReadonlySet<string> = new Set(['soak'])
const SLOW: ReadonlySet<string> = new Set([...APART, 'clients', 'journeys', 'kills', 'lives'])

/** How many names a complaint suggests, and which part of the letters may differ in them. */
const NEAREST_MAX = 5
const DIFFERENT_SHARE = 1 / 3

/** What was asked for does not exist. Its message is a sentence that says what does. */
export class NotThere extends Error {}

/** The paths of all files of the gate, relative to the root, in their order. */
export function allFiles(): readonly string[] {
  return filesAt('test/**/*.test.ts').filter(file => !APART.has(roomOf(file)))
}

/** The files that the words mean, each once. @throws {NotThere} when a word means none. */
export function filesFor(words: readonly string[]): readonly string[] {
  const found = words.flatMap(word => (/[/*?{[]|\.ts$/.test(word) ? pathed(word) : named(word)))
  return [...new Set(found)].sort()
}

/** The nouns: names that more than one room has. */
export function nouns(): readonly string[] {
  const rooms = new Map<string, Set<string>>()
  for (const file of allFiles()) {
    for (const name of namesOf(file).slice(1)) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(file)))
    }
  }
  return [...rooms].flatMap(([name, { size }]) => (size > 1 ? [name] : [])).sort()
}

/** @throws {NotThere} for the name of an engine that is none; without one it is SQLite. */
export function refuseUnknownEngine(name = ''): void {
  if (['', 'sqlite', 'postgres'].includes(name)) return
  throw new NotThere(`There is no engine ${name}; TEST_ENGINE is sqlite or postgres.`)
}

function pathed(word: string): readonly string[] {
  const path = word.replace(/^\.\//, '').replace(/\/$/, '')
  const found = [...filesAt(path), ...filesAt(`${path}/**/*`)]
  if (found.length > 0) return found
  const all = allFiles().flatMap(file => [file, dirname(file)])
  const paths = nearest(path, [...new Set(all)])
  const there =
    paths.length > 0
      ? `do you mean ${told(paths)}?`
      : 'all of them are below test/ and end in .test.ts.'
  throw new NotThere(`No test file is at ${word}; ${there}`)
}

function named(word: string): readonly string[] {
  const all = allFiles()
  const called = all.filter(file => namesOf(file).some(name => singular(name) === singular(word)))
  const quick = called.filter(file => roomOf(file) === word || !SLOW.has(roomOf(file)))
  if (called.length > 0) return quick.length > 0 ? quick : called
  const names = nearest(word, [...new Set(all.flatMap(namesOf))])
  const there =
    names.length > 0 ? `do you mean ${told(names)}?` : `names of tests are ${told(nouns())}.`
  throw new NotThere(`No test is called ${word}; ${there}`)
}

function filesAt(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root })
    .filter(file => file.endsWith('.test.ts'))
    .sort()
}

/** `test`, `operations`, `rewards` of `test/operations/rewards.test.ts`, without the first. */
function namesOf(file: string): readonly string[] {
  return file
    .replace(/\.test\.ts$/, '')
    .split('/')
    .slice(1)
}

function roomOf(file: string): string {
  return namesOf(file)[0] as string
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}

/** The names in which fewest letters differ, those that are alike first. */
export function nearest(word: string, names: readonly string[]): readonly string[] {
  return names
    .map(name => ({ name, far: name.includes(word) ? 1 : lettersBetween(word, name) }))
    .filter(({ name, far }) => far <= name.length * DIFFERENT_SHARE)
    .sort((one, other) => one.far - other.far || one.name.localeCompare(other.name))
    .slice(0, NEAREST_MAX)
    .map(({ name }) => name)
}

function told(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
