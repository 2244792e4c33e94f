/**
 * Texts in cells that spreadsheets open: one apostrophe is written before those that one would run,
 * and read away from exactly those.
 */
import t from 'tap'
import { asRead, asWritten } from '../../src/rules/spreadsheets.ts'
import { casesOf } from '../support/chance.ts'
import { table } from '../support/table.ts'

// biome-ignore format: a table
const texts: [string, string, string][] = [
  //                             text                cell
  ['plain',                      'Ada',              'Ada'],
  ['empty',                      '',                 ''],
  ['a formula',                  '=1+1',             "'=1+1"],
  ['a formula by plus',          '+SUM(A1)',         "'+SUM(A1)"],
  ['a function',                 '@SUM(1)',          "'@SUM(1)"],
  ['a wide formula',             '＝1+1',             "'＝1+1"],
  ['a wide formula by plus',     '＋1',               "'＋1"],
  ['a wide formula by minus',    '－1',               "'－1"],
  ['a wide function',            '＠SUM(1)',          "'＠SUM(1)"],
  ['a code with a sign',         '-10OFF',           "'-10OFF"],
  ['a sign later on',            'a=1',              'a=1'],
  ['a sign alone',               '-',                '-'],
  ['a number',                   '-5',               '-5'],
  ['a telephone number',         '+49 (30) 12/34-5', '+49 (30) 12/34-5'],
  ['behind an end of line',      '\n=1',             "'\n=1"],
  ['behind a carriage return',   '\r=1',             "'\r=1"],
  ['behind a tab',               '\t=1',             "'\t=1"],
  ['behind an apostrophe',       "'=1",              "''=1"],
  ['behind two apostrophes',     "''@SUM",           "'''@SUM"],
  ['apostrophes alone',          "''",               "''"],
  ['an apostrophe before words', "'s Gravenhage",    "'s Gravenhage"],
  ['an apostrophe and a number', "'-5",              "'-5"]
]

t.test('asWritten: what a spreadsheet would run is marked, and asRead takes the mark away', t => {
  table(t, texts, (t, _, text, cell) => {
    t.equal(asWritten(text), cell)
    t.equal(asRead(cell), text)
  })
  t.equal(asRead('=1+1'), '=1+1', 'what somebody wrote without a mark')
  t.end()
})

const SIGNS = ["'", "'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '0', 'a', ' ', '(']

t.test('asRead: reads every text as it was written', async t => {
  for (const { between, pick } of casesOf(t, { gate: 500, soak: 5_000 })) {
    const text = Array.from({ length: between(0, 6) }, () => pick(SIGNS)).join('')
    t.equal(asRead(asWritten(text)), text, JSON.stringify(text))
  }
})
