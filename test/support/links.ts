import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

/** All papers, as paths from the root. */
export const papers: readonly string[] = [
  '*.md',
  'openapi/**/*.md',
  'src/**/*.md',
  'scripts/*/*.md'
]
  .flatMap(pattern => globSync(pattern, { cwd: root }))
  .map(path => path.replaceAll('\\', '/'))
  .toSorted()

/** Where the links of a paper lead that are to files or folders of this repository. */
export function linksOf(paper: string): { readonly file: string; readonly anchor: string }[] {
  const text = readFileSync(join(root, paper), 'utf8')
  return [...text.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)].map(
    ([, target = '', anchor = '']) => ({
      file: target === '' ? paper : join(dirname(paper), target).replaceAll('\\', '/'),
      anchor
    })
  )
}

/** The headings of a page, by what links to them end in. */
export function anchorsOf(page: string, headings = /^#+ (.*)$/gm): ReadonlyMap<string, string> {
  const titles = [...page.matchAll(headings)].map(([, title = '']) => title)
  return new Map(
    titles.map(title => {
      const words = title.toLowerCase().replaceAll(/[^\w\- ]/g, '')
      return [words.replaceAll(' ', '-'), title]
    })
  )
}
