/**
 * The glossary at the head of src/model.ts: every term once, used in the code, and the words of the
 * field among them.
 */
import type { Finding, Source } from './source.ts'

/** The field's words, which the glossary must explain. */
const FIELD = `
  campaign, loyalty program, voucher, card, member, code, source id, earning rule, accrue,
  estimate, pending points, activate, active, add, subtract, expire, redeem, redemption,
  rollback, reward, reward assignment, validation rule, rule entry, condition, operator, facts,
  verdict, promotion tier, hierarchy, qualification, order, item, amount, total, async action,
  job, task, task list, worker, load, list, apply, change, guard, guard lost
`
  .trim()
  .split(/,\s+/)

/** A row of the glossary: ` *   term, other term   meaning`, the meaning after two spaces. */
const ROW = /^ \* {3}(\S.*?) {2,}(\S.*)$/

/** Each term has one row and the code uses it; every word of the field has one. */
export function glossaryFindings(model: Source, sources: readonly Source[]): Finding[] {
  const end = model.text.indexOf('*/')
  const rows = model.text
    .slice(0, end)
    .split('\n')
    .flatMap((text, index) => {
      const [, terms] = ROW.exec(text) ?? []
      return (terms?.split(', ') ?? []).map(term => ({ term, line: index + 1 }))
    })
  const others = sources.filter(({ path }) => path !== model.path).map(({ text }) => text)
  const code = [model.text.slice(end), ...others].join('\n')
  const at = (line: number, expected: string, mend: string) => [
    { file: model.path, line, expected, mend }
  ]
  return [
    ...rows.flatMap(({ term, line }, index) =>
      rows.findIndex(row => row.term === term) < index
        ? at(line, `explains "${term}" twice.`, 'Give each meaning a word of its own.')
        : []
    ),
    ...rows
      .filter(({ term }) => !spelling(term).test(code))
      .flatMap(({ term, line }) =>
        at(line, `explains "${term}", which the code does not use.`, 'Remove it.')
      ),
    ...FIELD.filter(word => !rows.some(({ term }) => term === word)).flatMap(word =>
      at(1, `does not explain "${word}".`, 'Add it to the glossary, with its meaning.')
    )
  ]
}

/** `guard lost` as two words, or as one in `GuardLost` and `guard_lost`. */
function spelling(term: string): RegExp {
  return new RegExp(term.split(' ').join('[\\s_-]?'), 'i')
}
