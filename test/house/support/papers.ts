/**
 * What holds for every text file of the repository, and for the papers at its root: names that must
 * not appear, commands that must be there.
 *
 * The forbidden words are put together from parts, so that this file does not hold them.
 */
import type { Finding, Source } from './source.ts'

/** Files where the name of the public service may stand, why, and on how many lines at most. */
const vendorAllowed = new Map<string, { readonly why: string; readonly lines: number }>([
  ['package.json', { why: 'its published client is a development dependency', lines: 1 }],
  ['package-lock.json', { why: 'the same, locked', lines: 1000 }],
  ['test/clients/published-client.test.ts', { why: 'it is driven by that client', lines: 1000 }],
  ['test/clients/support/published-client.ts', { why: 'it is that client', lines: 1000 }],
  ['README.md', { why: 'one sentence says which interface this is like', lines: 1 }]
])
const vendor = new RegExp(['vouch', 'erify'].join(''), 'i')

/** Folders of somebody's machine; a path of the repository is written relative to its root. */
const machinePath = new RegExp(
  `(^|[\\s'"\`(=:])(/(${['work', 'home', 'root', 'Users', 'tmp'].join('|')})/|[A-Z]:\\\\Users)`
)

/** Made by others or made by generate: not ours to word. */
const notOurs = /^(LICENSE$|package-lock\.json$|generated\/|src\/storage\/migrations\/)/

/** No vendor's name in texts or file names, where it is not allowed for a reason. */
export function vendorFindings(sources: readonly Source[]): Finding[] {
  const expected = 'names a vendor.'
  const mend = 'Describe the thing in the words of the interface.'
  return sources.flatMap(({ path, lines }) => [
    ...(vendor.test(path) ? [{ file: path, line: 1, expected, mend }] : []),
    ...linesWith(vendor, lines)
      .slice(vendorAllowed.get(path)?.lines ?? 0)
      .map(line => ({ file: path, line, expected, mend }))
  ])
}

export function pathFindings(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ path }) => !notOurs.test(path))
    .flatMap(({ path, lines }) =>
      linesWith(machinePath, lines).map(line => ({
        file: path,
        line,
        expected: 'holds a path of some machine.',
        mend: 'Start from the root of the repository, or ask the system for its folder.'
      }))
    )
}

/** Scripts of package.json are one line with long options only, and the papers name real ones. */
export function commandFindings(sources: readonly Source[]): Finding[] {
  const manifest = sources.find(({ path }) => path === 'package.json')
  if (manifest === undefined) return []
  const { scripts } = JSON.parse(manifest.text) as { scripts: Record<string, string> }
  const short = Object.entries(scripts)
    .filter(([, command]) => /(^|\s)-[A-Za-z]/.test(command))
    .map(([name]) => ({
      file: manifest.path,
      line: manifest.lines.findIndex(line => line.includes(`"${name}":`)) + 1,
      expected: `has script ${name} with a short option.`,
      mend: 'Spell the option out, so that the script explains itself.'
    }))
  const named = sources
    .filter(({ path }) => /^[A-Z]+\.md$|^(src|scripts|test|openapi|\.ci)\//.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        [...line.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)]
          .filter(([, name]) => !Object.hasOwn(scripts, String(name)))
          .map(([, name]) => ({
            file: path,
            line: index + 1,
            expected: `names the script ${name}, which package.json does not have.`,
            mend: 'Correct the name, or add the script.'
          }))
      )
    )
  return [...short, ...named]
}

function linesWith(pattern: RegExp, lines: readonly string[]): number[] {
  return lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : []))
}
