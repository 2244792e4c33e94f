/**
 * The change log of the contract: the documents as they are beside those that were released last,
 * which openapi/released keeps.
 *
 * `node scripts/contract-changes.ts` prints it, and fails when something breaks clients while the
 * documents have no new version for that: a new major one, before 1.0 a new minor one. `release`
 * adds it to openapi/released/CHANGELOG.md under the version and day, and keeps the documents as
 * those to compare with from now on.
 *
 * Spec: openapi/README.md#rules.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Change, changesBetween } from './contract/comparison.ts'
import { type Tree, tree } from './documents/walk.ts'

const root = resolve(import.meta.dirname, '..')
const released = join(root, 'openapi/released')
const names = ['service', 'provisioning']

/** The changes of one document, and the versions it had and has. */
export interface Log {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly changes: readonly Change[]
}

/** The changes of each document since its last release. */
export async function logs(): Promise<Log[]> {
  const read = async (path: string): Promise<Tree> => JSON.parse(await readFile(path, 'utf8'))
  return Promise.all(
    names.map(async name => {
      const before = await read(join(released, `${name}.json`))
      const after = await read(join(root, 'generated', `${name}.json`))
      const version = (document: Tree) => String(tree(document['info'])['version'])
      const changes = changesBetween(before, after)
      return { name, from: version(before), to: version(after), changes }
    })
  )
}

/** What breaks clients though the version says that nothing does; a sentence for each. */
export function unannounced({ name, from, to, changes }: Log): string[] {
  if (mayBreak(from, to)) return []
  return changes
    .filter(({ breaking }) => breaking)
    .map(({ text }) => `${name} ${to}: ${text}, which breaks clients of ${from}.`)
}

/** Whether a version promises no more to the clients of another: 1.2.3 to 2.0.0, 0.1.2 to 0.2.0. */
export function mayBreak(from: string, to: string): boolean {
  const [old, now] = [from, to].map(version => version.split('.').map(Number))
  const [[major = 0, minor = 0] = [], [newMajor = 0, newMinor = 0] = []] = [old, now]
  if (newMajor !== major) return newMajor > major
  return major === 0 && newMinor > minor
}

/** The log in Markdown, without a heading; a line when there is nothing to tell. */
export function told({ name, changes }: Log): string {
  const lines = (breaking: boolean) =>
    changes
      .filter(change => change.breaking === breaking)
      .map(({ text }) => `- ${breaking ? '**Breaks clients:** ' : ''}${text}.`)
  const all = [...lines(true), ...lines(false)]
  return `### ${name}\n\n${all.length === 0 ? 'No changes.' : all.join('\n')}\n`
}

/** Keeps the documents and their log. @throws {Error} when they do not say the version. */
async function release(all: readonly Log[], version: string, day: string): Promise<void> {
  const other = all.find(({ to }) => to !== version)
  if (other !== undefined) {
    throw new Error(
      `openapi/${other.name}.yaml says version ${other.to}, not ${version}. ` +
        'Write the version there, generate, and release again.'
    )
  }
  const path = join(released, 'CHANGELOG.md')
  const [title, ...rest] = (await readFile(path, 'utf8')).split('\n\n')
  const entry = `## ${version} (${day})\n\n${all.map(told).join('\n')}`.trimEnd()
  await writeFile(path, `${[title, entry, ...rest].join('\n\n').trimEnd()}\n`)
  for (const name of names) {
    const text = await readFile(join(root, 'generated', `${name}.json`))
    await writeFile(join(released, `${name}.json`), text)
  }
}

async function main(command: string | undefined): Promise<void> {
  const all = await logs()
  const wrong = all.flatMap(unannounced)
  if (command === 'release' && wrong.length === 0) {
    const version = process.env['npm_package_version'] ?? ''
    await release(all, version, new Date().toISOString().slice(0, 10))
  } else for (const log of all) console.log(told(log))
  if (wrong.length === 0) return
  const mend = 'Keep what clients rely on, or raise the version in openapi/*.yaml.'
  throw new Error([...wrong, mend].join('\n'))
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv[2]).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}
