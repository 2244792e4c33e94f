/**
 * What a release does to CHANGELOG.md. `check` refuses a release when Unreleased is empty;
 * `release` moves Unreleased to the version and the day.
 *
 * npm runs both: `npm version minor` checks, raises the version, moves, and commits.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const path = resolve(import.meta.dirname, '../CHANGELOG.md')

const HEADING = '## Unreleased\n'

/** The entries of the next release: the text between its heading and the one after it. */
export function unreleased(text: string): string {
  const start = text.indexOf(HEADING)
  if (start === -1) throw new Error('CHANGELOG.md has no heading "## Unreleased". Add it on top.')
  const rest = text.slice(start + HEADING.length)
  const end = rest.indexOf('\n## ')
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}

/**
 * The text with the unreleased entries under `version` and `day` (YYYY-MM-DD), and a new heading.
 */
export function released(text: string, version: string, day: string): string {
  if (unreleased(text) === '') {
    throw new Error('Nothing stands under "## Unreleased". Say there what this release brings.')
  }
  return text.replace(HEADING, `${HEADING}\n## ${version} (${day})\n`)
}

async function main(command: string | undefined): Promise<void> {
  const text = await readFile(path, 'utf8')
  const version = process.env['npm_package_version'] ?? ''
  const next = released(text, version, new Date().toISOString().slice(0, 10))
  if (command === 'release') await writeFile(path, next)
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv[2]).catch(error => {
    console.error(error.message)
    process.exitCode = 1
  })
}
