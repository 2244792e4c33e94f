/**
 * What a run found: lines with a figure, what it is compared with, and what was promised. Printed
 * as a table for people, and written as JSON for machines.
 */

/** One line of the table. */
export interface Line {
  readonly section: string
  readonly name: string
  /** What was measured, in its unit. */
  readonly value: number
  readonly unit: string
  /** Share of what it is compared with; absent: compared with nothing. */
  readonly ratio?: number
  readonly against?: string
  /** What is promised of the ratio, or of the value itself. */
  readonly target?: Target
  /** Other figures, by name. */
  readonly beside?: Readonly<Record<string, string>>
}

type Target = { readonly of?: 'ratio' | 'value' } & (
  | { readonly atLeast: number }
  | { readonly atMost: number }
)

/** Whether a promise is kept; null where none was made. */
export function isKept({ ratio, value, target }: Line): boolean | null {
  if (target === undefined) return null
  const figure = target.of === 'value' ? value : (ratio ?? value)
  return 'atLeast' in target ? figure >= target.atLeast : figure <= target.atMost
}

/** The table in Markdown, a heading for each section. */
export function tableOf(lines: readonly Line[]): string {
  const sections = [...new Set(lines.map(({ section }) => section))]
  return sections
    .map(section => {
      const rows = lines.filter(line => line.section === section).map(rowOf)
      const head = [
        '| what | figure | ratio | promised | kept | beside |',
        '|---|--:|--:|--:|---|---|'
      ]
      return [`### ${section}`, '', ...head, ...rows].join('\n')
    })
    .join('\n\n')
}

function rowOf(line: Line): string {
  const { name, value, unit, ratio, against, target, beside } = line
  const kept = isKept(line)
  const cells = [
    name,
    `${figure(value)} ${unit}`,
    ratio === undefined ? '' : `${figure(ratio)} of ${against}`,
    target === undefined ? '' : 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`,
    kept === null ? '' : kept ? 'yes' : 'no',
    Object.entries(beside ?? {})
      .map(([key, text]) => `${key} ${text}`)
      .join(', ')
  ]
  return `| ${cells.join(' | ')} |`
}

/** Three digits that matter. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const rounded = Number(value.toPrecision(3))
  return rounded.toLocaleString('en', { maximumFractionDigits: 6 })
}
