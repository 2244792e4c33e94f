/**
 * What holds for DECISIONS.md, and for everything that refers to it.
 *
 * The text of a decision is never rewritten, so its status has to be true: it names each later
 * decision that changes it, and the index repeats it beside the title.
 */
import type { Finding, Source } from './source.ts'

interface Decision {
  readonly number: number
  readonly title: string
  /** Of its heading. */
  readonly line: number
  readonly text: string
  /** As the index says it: `Stands`, `Changed by 26`; null where the entry says none. */
  readonly status: string | null
}

const INDEX = '## Index by topic'
const parts = ['*Silence.*', '*Choice.*', '*Why.*', '*Would change if*']
const statusLine = /^\*Status\.\* (Stands|(?:Changed|Superseded) by \d+(?:, \d+)*(?: and \d+)?)[.:]/

/** Decisions in their order; the index is none of them. */
function decisionsIn({ lines }: Source): readonly Decision[] {
  const starts = lines.flatMap((line, index) =>
    line.startsWith('## ') && line !== INDEX ? [index] : []
  )
  return starts.map((start, order) => {
    const [, number, title] = /^## (\d+)\. (.*)$/.exec(lines[start] ?? '') ?? []
    const text = lines.slice(start + 1, starts[order + 1]).join('\n')
    const status = statusLine.exec(text.trimStart())?.[1] ?? null
    return { number: Number(number), title: title ?? '', line: start + 1, text, status }
  })
}

const numbersIn = (text: string | null) => (text?.match(/\d+/g) ?? []).map(Number)

/**
 * Decisions are numbered upwards, titled by a sentence, open with a status and say their four
 * parts; and one that supersedes another is named in that one's status.
 */
export function decisionFindings(file: Source): Finding[] {
  const all = decisionsIn(file)
  return all.flatMap((decision, index) => {
    const { number, title, line, text, status } = decision
    const at = (expected: string, mend: string) => [{ file: file.path, line, expected, mend }]
    const before = all[index - 1]?.number ?? 0
    if (number <= before) {
      const mend = `Number it ${before + 1} or more; entries are appended, never moved.`
      return at(`comes after ${before}.`, mend)
    }
    if (!/^[A-Z0-9`].* .*\.$/.test(title)) {
      return at('has a title that is no sentence.', 'Say the choice in one sentence, with a stop.')
    }
    if (status === null) {
      const mend = 'Open with *Status.* Stands. (or Changed by N: how, or Superseded by N.)'
      return at('has no status.', mend)
    }
    const missing = parts.filter(part => !text.includes(part))
    if (missing.length > 0) return at(`lacks ${missing.join(', ')}.`, `Write ${missing[0]}`)
    return [
      ...numbersIn(status)
        .filter(later => later <= number || !all.some(each => each.number === later))
        .flatMap(later =>
          at(`is changed by ${later}, which is no later entry.`, 'Name the entry that is meant.')
        ),
      ...supersededBy(decision, all).flatMap(earlier =>
        at(
          `supersedes ${earlier}, whose status does not name ${number}.`,
          `Say in ${earlier}: *Status.* Changed by ${number}, and how.`
        )
      )
    ]
  })
}

/** Earlier decisions that this one says it supersedes or replaces, and that do not say so. */
function supersededBy({ number, text }: Decision, all: readonly Decision[]): number[] {
  const flat = text.replaceAll(/\s+/g, ' ')
  return [...flat.matchAll(/\b(?:supersedes|replaces|changes) [^.:;]*?Decisions? (\d+)/g)]
    .map(([, earlier]) => Number(earlier))
    .filter(earlier => earlier < number)
    .filter(earlier => {
      const { status = null } = all.find(each => each.number === earlier) ?? {}
      return !numbersIn(status).includes(number)
    })
}

/** The index has one row for each decision, with its title and its status, and no other row. */
export function indexFindings(file: Source): Finding[] {
  const all = decisionsIn(file)
  const rowOf = ({ number, title, status }: Decision) => `| ${number} | ${title} | ${status} |`
  const rows = file.lines.flatMap((text, index) =>
    /^\| \d/.test(text) ? [{ text, line: index + 1 }] : []
  )
  const right = new Set(all.map(rowOf))
  const seen = new Set<string>()
  const wrong = rows.flatMap(({ text, line }) => {
    if (right.has(text) && !seen.has(text)) {
      seen.add(text)
      return []
    }
    const mend = 'Correct it as its entry is, or remove it.'
    return [{ file: file.path, line, expected: 'is no row of a decision, or a second one.', mend }]
  })
  const missing = all
    .filter(decision => !seen.has(rowOf(decision)))
    .map(decision => ({
      file: file.path,
      line: decision.line,
      expected: 'is not in the index.',
      mend: `Write under its topic: ${rowOf(decision)}`
    }))
  return [...wrong, ...missing]
}

/** Made by others or by generate; the decisions themselves; citations made up to show a rule. */
const notCiting = /^(DECISIONS\.md|package-lock|generated|src\/storage\/migrations|test\/house)/

/** Line ends and comment marks may stand between the words of a citation. */
const gap = '[\\s*/#]+'
const citation = new RegExp(
  `\\bDecision${gap}(\\d+)|\\bDecisions${gap}(\\d+(?:(?:,|${gap}and|${gap}to)${gap}\\d+)*)`,
  'g'
)

/** Every decision that a text names, and where; `92 to 95` names four. */
function citationsIn({ text }: Source): { readonly number: number; readonly line: number }[] {
  return [...text.matchAll(citation)].flatMap(({ 1: one, 2: several, index }) => {
    const line = text.slice(0, index).split('\n').length
    const spelt = (one ?? several ?? '').replaceAll(/(\d+)\D*\bto\b\D*(\d+)/g, (_, from, to) => {
      const length = Number(to) - Number(from) + 1
      return Array.from({ length }, (_each, step) => Number(from) + step).join(', ')
    })
    return numbersIn(spelt).map(number => ({ number, line }))
  })
}

/** A decision that is named exists, and is not superseded. */
export function referenceFindings(sources: readonly Source[], decisions: Source): Finding[] {
  const status = new Map(decisionsIn(decisions).map(each => [each.number, each.status]))
  return sources
    .filter(({ path }) => !notCiting.test(path))
    .flatMap(source =>
      citationsIn(source).flatMap(({ number, line }) => {
        const at = { file: source.path, line }
        if (!status.has(number)) {
          const expected = `names Decision ${number}, which DECISIONS.md does not have.`
          return [{ ...at, expected, mend: 'Add the entry, or name the one that is meant.' }]
        }
        const said = status.get(number) ?? ''
        if (!said.startsWith('Superseded')) return []
        const expected = `names Decision ${number}, which is superseded.`
        return [{ ...at, expected, mend: `Name ${numbersIn(said).join(' or ')} instead.` }]
      })
    )
}
